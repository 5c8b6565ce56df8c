"""record, replay."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any

import typer
from rich.markup import escape

from sandtable import games
from sandtable.check.ready.keeping import play_record
from sandtable.cli.common import FAILED, clear_errors, fail, load, out, print_json
from sandtable.cli.options import Json, Seats, Seed, Set
from sandtable.core.game import CHANCE
from sandtable.core.match import advance, finished, result, settle
from sandtable.wire import notation, record
from sandtable.wire.catalogue import say_event
from sandtable.wire.plain import dump, dump_state
from sandtable.wire.view import heard


def register(app: typer.Typer) -> None:
    app.command("record")(make_record)
    app.command("replay")(replay)


def make_record(
    game: Annotated[str, typer.Argument(help="The game to play.")],
    file: Annotated[Path, typer.Argument(help="Where the record goes.")],
    bot: Annotated[str, typer.Option("--bots", help="Bots by seat, separated by commas; the last one takes the rest.")] = "random",
    seed: Seed = 0,
    seats: Seats = None,
    settings: Set = None,
) -> None:
    """Let bots play one match and write its record.

    Example: sandtable record picket match.jsonl --bots greedy,random --seed 7
    """
    with clear_errors():
        rules, options = load(game, seats, settings)
        names = bot.split(",")
        match = play_record(rules, names, seed)
        tags = {f"seat {seat}": names[min(seat, len(names) - 1)] for seat in range(rules.seats)}
        file.write_text(record.write(record.from_match(match, options, tags)), encoding="utf-8")
    out.print(f"{file}: {len(match.inputs)} inputs, result {result(rules, match.state.table)}", soft_wrap=True)


def replay(
    file: Annotated[Path, typer.Argument(help="A record.")],
    seat: Annotated[int | None, typer.Option("--seat", help="Draw from this seat's knowledge.")] = None,
    to: Annotated[int | None, typer.Option("--to", min=0, help="Stop after this many inputs.")] = None,
    verify: Annotated[bool, typer.Option("--verify", help="Only check that the record is what the rules make of its inputs.")] = False,
    as_json: Json = False,
) -> None:
    """Show a recorded match: from one seat's knowledge or, when it is over, the truth.

    Example: sandtable replay match.jsonl --seat 0 --to 40
    """
    with clear_errors():
        found = record.read_file(file)
        rules = found.load_game()
        if seat is not None and not 0 <= seat < rules.seats:
            fail(f"no seat {seat}; seats are 0 to {rules.seats - 1}")
        if verify:
            try:
                record.verify(found)
            except record.BadRecord as error:
                fail(f"{file}: {error}", FAILED)
            fingerprint = record.truth_hash(found)
            if as_json:
                print_json({"file": str(file), "inputs": len(found.inputs), "result": found.result, "hash": fingerprint})
            else:
                out.print(f"{file}: {len(found.inputs)} inputs verified, result {found.result}, hash {fingerprint[:16]}", soft_wrap=True)
            return
        _show(found, rules, seat, to, as_json)


def _show(found: record.Record, rules: games.AnyGame, seat: int | None, to: int | None, as_json: bool) -> None:
    """Narrate the events, then draw the table."""
    state: Any = rules.setup()
    card = games.card(rules.name)
    over = found.result is not None
    if seat is None and not over:
        out.print("[dim]The match is under way: this is what an onlooker sees. The truth opens when it is over.[/dim]")
    inputs = settle(found.inputs[:to])
    for number, (who, action) in enumerate(inputs):
        before = rules.copy(state).table
        state.news = []
        advance(rules, state, who, action)
        if as_json:
            continue
        if who == seat or (seat is None and over and who != CHANCE):
            out.print(f"[dim]{number + 1:4}[/dim] [bold]seat {who}[/bold]: {escape(notation.write(rules, before, action))}")
        for event in state.news if seat is None and over else heard(state.news, -1 if seat is None else seat):
            out.print(f"       {escape(say_event(rules, state.table, event, 'en'))}")
    if as_json:
        shown = dump_state(state) if seat is None and over else {"table": dump(state.table)}
        if seat is not None:
            shown["hand"] = dump(state.hands[seat])
        print_json({"inputs": len(inputs), "over": finished(state), **shown})
        return
    if seat is None and over:
        for hand in state.hands:
            out.rule(f"seat {hand.seat}")
            out.print(card.draw(rules, state.table, hand))
    else:
        out.print(card.draw(rules, state.table, None if seat is None else state.hands[seat]))
    if finished(state):
        out.print(f"result: {result(rules, state.table)}")
