"""Golden records and counts of positions for a game that has none yet."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from sandtable import bots, games
from sandtable.check import perft
from sandtable.core.game import Draw
from sandtable.core.match import Match
from sandtable.wire import record
from sandtable.wire.view import heard


def play_record(game: games.AnyGame, names: list[str], seed: int) -> Match[Any, Any, Any]:
    """One match between bots by seat, the last of them on all further seats; the same seed plays the same."""
    players = [bots.make(names[min(seat, len(names) - 1)], game, seat, seed * 31 + seat) for seat in range(game.seats)]
    match: Match[Any, Any, Any] = Match(game, Draw(seed))
    while match.state.table.pending:
        table = match.state.table
        hand = match.state.hands[table.pending[0]]
        news = match.play(hand.seat, players[hand.seat].decide(table, hand, game.choices(table, hand)))
        for player in players:
            player.hear(heard(news, player.seat))
    return match


def keep(name: str, anew: bool = False) -> list[Path]:
    """Write what is missing of three records and the counts; ``anew``: all of them.  The files that were written."""
    card, folder, made = games.card(name), games.folder(name) / "records", []
    folder.mkdir(exist_ok=True)
    best = bots.names(name)[-1] if not card.bots else card.bots[-1]
    trials = card.trials()
    for number, names in enumerate((["random"], [best, "random"], [best]), 1):
        path = folder / f"match{number}.jsonl"
        if path.exists() and not anew:
            continue
        seats, options = trials[(number - 1) % len(trials)]
        match = play_record(games.load(name, seats, options), names, number)
        tags = {f"seat {seat}": names[min(seat, len(names) - 1)] for seat in range(seats)}
        path.write_text(record.write(record.from_match(match, games.complete(card, options), tags)), encoding="utf-8")
        made.append(path)
    if anew or not perft.perft_file(name).exists():
        perft.perft_file(name).write_text(perft.measure(name), encoding="utf-8")
        made.append(perft.perft_file(name))
    return made
