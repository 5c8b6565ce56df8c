"""cases, fuzz, contract, doctor."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer
from rich.markup import escape
from rich.progress import Progress, SpinnerColumn, TextColumn

import sandtable.core.game
from sandtable import games
from sandtable.check import cases as case_files
from sandtable.check import contract, coverage
from sandtable.check import perft as counts
from sandtable.check.fuzz import fuzz as play_randomly
from sandtable.cli.common import FAILED, clear_errors, err, fail, out, print_json, read_design
from sandtable.cli.options import Json, Seed
from sandtable.lab.studio import examine
from sandtable.wire import record


def register(app: typer.Typer) -> None:
    app.command("cases")(cases)
    app.command("fuzz")(fuzz)
    app.command("contract")(check_contract)
    app.command("doctor")(doctor)
    app.command("perft")(perft)


def cases(
    target: Annotated[
        str | None, typer.Argument(metavar="[PATH|GAME]", help="A game, a case file or a folder; all games by default.")
    ] = None,
    show_coverage: Annotated[bool, typer.Option("--coverage", help="List rulebook paragraphs without a case instead.")] = False,
    as_json: Json = False,
) -> None:
    """Run rule cases, or list which rulebook paragraphs have none.

    Example: sandtable cases picket
    """
    with clear_errors():
        if show_coverage:
            _coverage([target] if target else games.names(), as_json)
            return
        try:
            found = case_files.collect(target)
        except case_files.BadCase as error:
            fail(str(error))
        failures = [failure for case in found if (failure := case_files.run(case)) is not None]
    if as_json:
        rows = [{"file": str(f.case.path), "line": f.line, "case": f.case.title, "text": f.text} for f in failures]
        print_json({"cases": len(found), "failed": len(failures), "failures": rows})
    else:
        for failure in failures:
            out.print(f"[red]FAILED[/red] {escape(str(failure))}", soft_wrap=True)
        out.print(f"{len(found) - len(failures)} passed, {len(failures)} failed")
    if failures or not found:
        raise typer.Exit(FAILED)


def _coverage(names: list[str], as_json: bool) -> None:
    found = [coverage.measure(name) for name in names]
    if as_json:
        print_json([vars(one) for one in found])
    for one in found if not as_json else []:
        gaps = f"[red]without a case: {', '.join(one.uncovered)}[/red]" if one.uncovered else "every paragraph has a case"
        strange = f"; [red]cited but not in the rulebook: {', '.join(one.unknown)}[/red]" if one.unknown else ""
        out.print(f"{one.game}: {len(one.paragraphs)} paragraphs, {one.cases} cases, {gaps}{strange}")
    if any(one.uncovered or one.unknown or not one.paragraphs for one in found):
        raise typer.Exit(FAILED)


def fuzz(
    game: Annotated[str, typer.Argument(help="The game to play.")],
    count: Annotated[int | None, typer.Option("--games", min=1, help="How many matches.")] = None,
    minutes: Annotated[float | None, typer.Option("--minutes", help="How long.")] = None,
    seed: Seed = 0,
    folder: Annotated[Path, typer.Option("--out", help="Where records of faults go.")] = Path(),
    as_json: Json = False,
) -> None:
    """Play at random, guided by coverage, in search of faults; each is shortened to a small record.

    Example: sandtable fuzz picket --minutes 1
    """
    with clear_errors():
        games.card(game)
        if count is None and minutes is None:
            count = 100
        with Progress(SpinnerColumn(), TextColumn("{task.description}"), console=err, transient=True, disable=as_json) as bar:
            task = bar.add_task("")
            for progress in play_randomly(game, count, minutes, seed):
                bar.update(task, description=f"{progress.matches} matches, {progress.inputs} inputs, {progress.situations} situations")
                if len(progress.faults) >= 5:
                    break
    files = []
    for number, fault in enumerate(progress.faults):
        path = folder / f"fault-{game}-{seed}-{number}.jsonl"
        path.write_text(record.write(fault.record), encoding="utf-8")
        files.append({"file": str(path), "error": fault.error, "inputs": len(fault.record.inputs)})
    if as_json:
        print_json(
            {
                "matches": progress.matches,
                "inputs": progress.inputs,
                "situations": progress.situations,
                "undos": progress.undos,
                "faults": files,
            }
        )
    else:
        out.print(f"{game}: {progress.matches} matches, {progress.inputs} inputs, {progress.situations} situations, {len(files)} faults")
        for row in files:
            out.print(f"[red]{escape(str(row['error']))}[/red] in {row['inputs']} inputs: {row['file']}")
    if files:
        raise typer.Exit(FAILED)


def check_contract(
    game: Annotated[str, typer.Argument(help="The game to examine.")],
    seeds: Annotated[int, typer.Option(min=1, help="Random matches per check and trial.")] = 5,
    only: Annotated[str, typer.Option(help="One check by name, such as twins.")] = "",
) -> None:
    """Check that a game keeps the contract every game owes the core, secrecy above all.

    Example: sandtable contract picket --seeds 20
    """
    wanted = [check for check in contract.CHECKS if not only or check.__name__ == f"check_{only}"]
    if not wanted:
        fail(f"no check '{only}'" + games.did_you_mean(only, [check.__name__[6:] for check in contract.CHECKS]))
    broken = 0
    with clear_errors(), Progress(console=err, transient=True) as bar:
        trials = games.card(game).trials()
        if sandtable.core.game.__file__.endswith(".py"):
            err.print("[dim]Interpreted rules: compiled (make compiled; PYTHONPATH=build/compiled) this is several times faster.[/dim]")
        task = bar.add_task(game, total=len(trials) * len(wanted))
        for number, (seats, options) in enumerate(trials):
            rules = games.load(game, seats, options)
            for check in wanted:
                bar.update(task, description=f"{game}: trial {number + 1} of {len(trials)}, {check.__name__[6:]}")
                for seed in range(seeds):
                    try:
                        check(rules, seed)
                    except Exception as error:  # whatever breaks is a breach of contract
                        broken += 1
                        where = f"seed {seed}, {seats} seats, {options}"
                        what = f"{type(error).__name__}: {error}"
                        out.print(f"[red]{check.__name__[6:]}[/red] {where}: {escape(what)}", soft_wrap=True)
                        break
                bar.advance(task)
    out.print(f"{game}: {len(wanted)} checks, {broken} broken")
    if broken:
        raise typer.Exit(FAILED)


def doctor(
    game: Annotated[str, typer.Argument(help="The game the board is for.")],
    board: Annotated[
        str, typer.Argument(help="A board or scenario: a file, or the name of one the game ships; or a design of the editor (.json).")
    ],
    as_json: Json = False,
) -> None:
    """Examine a board or scenario and say in words what is wrong or unusual about it.

    Example: sandtable doctor company_leader my_board.toml
    """
    with clear_errors():
        path = Path(board)
        source = path.read_text(encoding="utf-8") if path.is_file() else board
        try:
            if path.suffix == ".json" and path.is_file():
                design = read_design(path)
                remarks = examine(game, int(design.get("seats", games.card(game).seats[0])), design["options"])
            else:
                remarks = games.card(game).doctor(source)
        except ValueError as error:
            fail(str(error))
    if as_json:
        print_json([{"grave": remark.grave, "key": remark.key, "text": remark.text} for remark in remarks])
    for remark in remarks if not as_json else []:
        out.print(f"{'[red]bad [/red]' if remark.grave else '[dim]note[/dim]'} {escape(remark.text)}")
    if any(remark.grave for remark in remarks):
        raise typer.Exit(FAILED)


def perft(
    game: Annotated[str, typer.Argument(help="The game to count.")],
    depth: Annotated[int, typer.Option(min=1, max=4, help="Decisions to look ahead.")] = 2,
    write: Annotated[bool, typer.Option("--write", help="Keep the counts in the game's folder, where the tests compare them.")] = False,
) -> None:
    """Count positions to a depth, and how many of them each seat can tell apart.

    Example: sandtable perft picket
    """
    with clear_errors():
        text = counts.measure(game, depth)
        if write:
            counts.perft_file(game).write_text(text, encoding="utf-8")
            out.print(f"[dim]written to {escape(str(counts.perft_file(game)))}[/dim]")
    out.print(escape(text))
