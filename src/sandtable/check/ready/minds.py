"""Bots of different strength whose reasons are the real ones, and answers that hang on a seat's knowledge alone."""

from __future__ import annotations

import math
from copy import copy
from itertools import pairwise
from typing import Any

import sandtable.core.game as core
from sandtable import bots, games
from sandtable.bots import study
from sandtable.bots.worker import Worker
from sandtable.check import belief
from sandtable.core.game import Action, Draw
from sandtable.core.match import Match, finished, result
from sandtable.kit.reasons import Reason, total
from sandtable.wire.plain import encode
from sandtable.wire.view import heard, view

AnyMatch = Match[Any, Any, Any]
Pages = list[tuple[Action, list[Reason]]]

FEWEST, MOST = 6, 400  # matches by which two levels are told apart
CLEAR = 2.6  # standard deviations that a level must lead by, at any time: chance alone leads so far in one of ten tries
COMPARED = 10  # decisions in which reasons are added up
LONGEST = 120  # decisions into a match of which answers are asked


def played(name: str, moments: int, seed: int) -> AnyMatch:
    """A match of the friendly first setting after so many decisions of bots, or before its last one."""
    seats, options = games.card(name).first_game()
    game = games.load(name, seats, options)
    match: AnyMatch = Match(game, Draw(seed))
    players = [bots.make(bots.names(name)[-1], game, seat, seed) for seat in range(game.seats)]
    for _ in range(moments):
        seat = match.state.table.pending[0]
        hand = match.state.hands[seat]
        before = len(match.inputs)
        match.play(seat, players[seat].decide(match.state.table, hand, game.actions(match.state.table, hand)))
        if finished(match.state):
            again: AnyMatch = Match(game, Draw(seed))
            again.resume(match.inputs[:before])
            return again
    return match


# levels -----------------------------------------------------------------------------------------


def check_levels(name: str) -> None:
    """Three levels at least, and each beats the one below it: as many matches with fixed seeds as it takes to tell."""
    levels = ["random", "casual", *games.card(name).bots]
    assert len(levels) > 2 and bots.names(name)[: len(levels)] == levels, "the card has no bot of its own"
    for worse, better in pairwise(levels):
        won, count = compare(name, better, worse)
        assert lead(won, count) >= CLEAR, f"{better} won {won:g} of {count} against {worse}: that is not clearly better"


def lead(won: float, count: int) -> float:
    """By how many standard deviations of even chances."""
    return (won - count / 2) / (math.sqrt(count) / 2)


def compare(name: str, better: str, worse: str) -> tuple[float, int]:
    """Matches in which every bot sits on every seat equally often, until the lead is clear, or it is clear that there is none."""
    card = games.card(name)
    seats = card.seats[0]
    game = games.load(name, seats, games.bounded(card, {}))
    won, count = 0.0, 0
    while count < FEWEST or (abs(lead(won, count)) < CLEAR and count < MOST):
        names = [better if (seat + count) % 2 == 0 else worse for seat in range(seats)]
        scores = duel(game, names, count)
        best = [seat for seat, score in enumerate(scores) if score == max(scores)]
        won += sum(1 for seat in best if names[seat] == better) / len(best)
        count += 1
    return won, count


def duel(game: games.AnyGame, names: list[str], seed: int) -> list[int]:
    players = [bots.make(name, game, seat, seed * 1009 + seat) for seat, name in enumerate(names)]
    match: AnyMatch = Match(game, Draw(seed * 7919 + 13))
    while match.state.table.pending:
        table = match.state.table
        seat = table.pending[0]
        hand = match.state.hands[seat]
        news = match.submit(seat, hand.asked, players[seat].decide(table, hand, game.choices(table, hand)))
        for player in players:
            player.hear(heard(news, player.seat))
    return result(game, match.state.table)


# reasons ----------------------------------------------------------------------------------------


def reckoned(name: str, moments: int, seed: int, opened: bool = True) -> list[tuple[Action, Pages]]:
    """Decisions of the game's own bot under every trial setting, and what its ledger held each time."""
    found = []
    for number, (seats, options) in enumerate(games.card(name).trials()):
        game = games.load(name, seats, options)
        match: AnyMatch = Match(game, Draw(seed + number), loud=False)
        players = [bots.make(bots.names(name)[-1], game, seat, seed + seat) for seat in range(game.seats)]
        for _ in range(moments):
            if finished(match.state):
                break
            table, seat = match.state.table, match.state.table.pending[0]
            hand, ledger = match.state.hands[seat], players[seat].ledger
            ledger.open, ledger.pages = opened, []
            action = players[seat].decide(table, hand, game.actions(table, hand))
            found.append((action, list(ledger.pages)))
            match.play(seat, action)
    return found


def check_ledger(name: str) -> None:
    """Of the actions of one kind that were weighed by numbers, the chosen one has the greatest sum: the reasons told are the real ones.
    Verbs of ``Card.plans`` carry out a plan made before: each step was worth going."""
    card = games.card(name)
    compared, seed = 0, 4
    while compared < COMPARED and seed < 24:
        for action, pages in reckoned(name, 150, seed):
            sums = [(weighed, total(page)) for weighed, page in pages if weighed[0] == action[0] and any(r.counted for r in page)]
            own = [amount for weighed, amount in sums if weighed == action]
            if own and card.verbs[action[0]].word in card.plans:
                assert max(own) > 0, f"{action} is a step of a plan that is worth nothing: {sums}"
            elif own and len(sums) > 1:
                compared += 1
                assert max(own) == max(amount for _, amount in sums), f"{action} was chosen, and another had the greater sum: {sums}"
        seed += 1
    assert compared >= COMPARED, f"in {compared} decisions only were several actions weighed by numbers"


def check_closed_ledger(name: str) -> None:
    """A bot that is asked for reasons decides as one that is not, and writes down nothing when nobody asks."""
    asked, plain = reckoned(name, 60, 9), reckoned(name, 60, 9, opened=False)
    assert all(not pages for _, pages in plain), "a closed ledger was written in"
    assert [action for action, _ in plain] == [action for action, _ in asked], "asked for its reasons the bot decides otherwise"


def check_hints(name: str) -> None:
    """The bot's choice comes with its reckoning, and with how one stands now and at the end."""
    told = 0
    for seed in range(6):
        match = played(name, 6 + 9 * seed, 2)
        state = match.state
        seat = state.table.pending[0]
        hand = state.hands[seat]
        offer = match.game.actions(state.table, hand)
        found = study.weigh(match.game, state.table, hand, offer, bots.names(name)[-1], 7, 600.0, 1 if len(offer) > 1 else 0)
        own = next(line for line in found["candidates"] if line["bot"])
        told += 1 if own["reasons"] else 0
        if found["worlds"]:
            assert found["standing"], "Card.standing says nothing of how a seat stands"
            strange = {row["key"] for row in own["end"]} - {row["key"] for row in found["standing"]}
            assert not strange, f"at the end other things are measured than now: {strange}"
            for row in found["standing"]:
                assert row["margin"] == 0, f"'{row['key']}' has a margin in a single world"
                assert row["good"] in (1, -1), f"'{row['key']}' is neither good (1) nor bad (-1)"
    assert told, "none of the bot's choices came with a reason"


def check_twin_answers(name: str) -> None:
    """Hints, odds and guesses are made from what a seat knows: in a world it cannot tell from the real one they are the same."""
    match = played(name, LONGEST, 3)
    game, state = match.game, match.state
    seat = state.table.pending[0]
    twin = game.imagine(state.table, state.hands[seat], Draw(99))
    offer = game.actions(state.table, state.hands[seat])
    asked: list[tuple[str, dict[str, Any]]] = [
        ("guess", {"count": 10}),
        ("odds", {"count": 5, "action": list(offer[-1])}),
        ("weigh", {"count": 1, "seconds": 600.0, "bot": "random"}),
        ("weigh", {"count": 0, "seconds": 600.0, "bot": bots.names(name)[-1]}),  # its reasons
    ]
    for kind, more in asked:
        one = Worker().answer(_request(kind, match, state, seat, more))
        two = Worker().answer(_request(kind, match, twin, seat, more))
        assert one is not None and b"error" not in one, f"asked for '{kind}' it answers {one!r}"
        assert one == two, f"'{kind}' says something else in a world that looks the same to seat {seat}"


def check_stubborn(name: str) -> None:
    """A belief that always imagines the same world would be noticed: there are facts to ask for, and they stay hidden long enough.
    Compiled classes cannot be planted with mistakes: there nothing is tried."""
    if not core.__file__.endswith(".py"):
        return
    least = 1.0
    for trial, (seats, options) in enumerate(games.card(name).trials()):
        game = copy(games.load(name, seats, options))
        honest = type(game).imagine

        def imagine(self: Any, table: Any, hand: Any, draw: Draw, honest: Any = honest) -> Any:
            return honest(self, table, hand, Draw(5))

        game.__class__ = type("Stubborn", (type(game),), {"imagine": imagine})
        for score in belief.compare(game, belief.MATCHES, belief.POSITIONS, 100 * trial).values():
            least = min(least, score.likelihood())
    assert least < belief.FALSE_ALARM, f"a belief that is always the same would pass, by chance once in {1 / least:.1g}"


def _request(kind: str, match: AnyMatch, state: Any, seat: int, more: dict[str, Any]) -> bytes:
    _, options = games.card(match.game.name).first_game()
    told = view(match.game, state.table, state.hands[seat], [])
    head = {"id": 1, "game": match.game.name, "seats": match.game.seats, "options": options, "seat": seat, "seed": 5}
    return encode({"type": kind, **head, "view": told, **more})
