"""What lies in a game's folder: cases, records, counts; rules that remember nothing; a first game that ends."""

from __future__ import annotations

from typing import Any

from sandtable import bots, games
from sandtable.check import cases, coverage, perft
from sandtable.check.memory import remembered
from sandtable.core.game import Draw
from sandtable.core.match import Match, finished
from sandtable.wire import record

RECORDS = 3
FIRST_GAME = 3000  # decisions


def check_cases(name: str) -> None:
    """Every case holds, and says what it is about."""
    found = cases.collect(name)
    assert found, "there is no rule case"
    for case in found:
        assert case.title and case.rules, f"{case.path}:{case.line} cites no paragraph"
    failures = [str(failure) for case in found if (failure := cases.run(case)) is not None]
    assert not failures, "\n".join(failures)


def check_coverage(name: str) -> None:
    """Every paragraph of the rulebook has a case, and cases cite no others."""
    found = coverage.measure(name)
    assert found.paragraphs, "the rulebook has no numbered paragraphs"
    assert not found.uncovered, f"paragraphs without a case: {', '.join(found.uncovered)}"
    assert not found.unknown, f"cases cite paragraphs that are not in the rulebook: {', '.join(found.unknown)}"
    twice = sorted({each for each in found.paragraphs if found.paragraphs.count(each) > 1})
    assert not twice, f"numbers that stand twice in the rulebook: {', '.join(twice)}"


def check_paragraphs(name: str) -> None:
    """Every decision names a paragraph of the rulebook."""
    card = games.card(name)
    book = (games.folder(name) / "rulebook.md").read_text(encoding="utf-8")
    for number, (seats, options) in enumerate(card.trials()):
        game = games.load(name, seats, options)
        match, draw = Match(game, Draw(number + 11), loud=False), Draw(number + 5)
        for _ in range(100):
            if finished(match.state):
                break
            table = match.state.table
            seat = table.pending[draw.below(len(table.pending))]
            hand = match.state.hands[seat]
            paragraph = card.paragraph(game, table, hand)
            prompt = card.prompt(game, table, hand)
            assert f"\n**{paragraph}** " in book, f"the question '{prompt}' names paragraph '{paragraph}', which the rulebook does not have"
            offer = game.actions(table, hand)
            match.play(seat, offer[draw.below(len(offer))])


def check_records(name: str) -> None:
    """Three golden records at least, which replay and are written as they stand."""
    paths = sorted((games.folder(name) / "records").glob("*.jsonl"))
    assert len(paths) >= RECORDS, f"records/ holds {len(paths)} of {RECORDS} golden records"
    for path in paths:
        found = record.read_file(path)
        try:
            record.verify(found)
        except record.BadRecord as error:
            raise AssertionError(f"{path.name}: {error}; whoever changes how records replay raises the game's version") from None
        assert record.write(found) == path.read_text(encoding="utf-8"), f"{path.name}: the notation of the record has changed"


def check_perft(name: str) -> None:
    """The counts of positions and views are as they were."""
    rows = perft.rows(name)
    assert rows, "records/perft.toml is missing: it counts positions, and so notices when a rule changes"
    for row in rows:
        found = perft.check(name, row)
        before = (row["positions"], row["views"])
        assert (found.positions, list(found.views)) == before, f"{row}: now {found.positions} positions, views {list(found.views)}"


def check_memory(name: str) -> None:
    """Rules and bots remember nothing between two calls."""
    found = remembered(games.folder(name))
    assert not found, "something outside a function is changed: " + "; ".join(found)


def check_first_game(name: str) -> None:
    """The guided first match comes to an end."""
    seats, options = games.card(name).first_game()
    game = games.load(name, seats, options)
    match: Match[Any, Any, Any] = Match(game, Draw(1), loud=False)
    players = [bots.make(bots.names(name)[-1], game, seat, 1) for seat in range(game.seats)]
    for _ in range(FIRST_GAME):
        if finished(match.state):
            return
        seat = match.state.table.pending[0]
        hand = match.state.hands[seat]
        match.play(seat, players[seat].decide(match.state.table, hand, game.actions(match.state.table, hand)))
    raise AssertionError(f"a first game ends within {FIRST_GAME} decisions")
