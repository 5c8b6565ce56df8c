"""A seat takes its last gesture back and makes it again: what has to hold wherever the umpire allows it."""

from __future__ import annotations

import random
from itertools import pairwise
from typing import Any

from sandtable import games
from sandtable.check.gestures import all_gestures
from sandtable.check.twins import compare, glimpse
from sandtable.check.walk import AnyGame, AnyState, choose, hearing, junk, picture, table_picture, walk
from sandtable.core.bars import Bars, flow_of, still_asked
from sandtable.core.fold import finished, undone
from sandtable.core.game import Action, Draw
from sandtable.core.match import UNDO, Match, Refused, replay, settle

AnyMatch = Match[Any, Any, Any]
TRIES = 5  # decisions in a row that are tried, looked at and taken back
ASKED = 8  # offered actions whose odds are asked for
SHOWS = "shows in what seat"


def try_undo(match: Match[Any, Any, Any], seat: int) -> bool:
    """Whether the seat may take something back.  If so it does, it is looked at, and the match is as before."""
    objection = match.objection(seat, UNDO)
    inputs, before = match.inputs[:], picture(match.state)
    asked = [hand.asked for hand in match.state.hands]
    try:
        match.undo(seat)
    except Refused as refused:
        cause = refused.__cause__
        assert cause is None, f"seat {seat} may take back its last decision, and the rules fail: {type(cause).__name__}: {cause}"
        assert refused.args[0] == objection, f"seat {seat} may not take back its last decision: {refused}, or perhaps {objection}"
        assert match.inputs == inputs and picture(match.state) == before, "a refused undo left traces"
        return False
    state = match.state
    assert not objection, f"seat {seat} took back what it may not"
    who, verb = match.inputs[-1]
    assert match.inputs[:-1] == inputs and who == seat and verb[0] == UNDO, "an undo is something else in the record"
    assert picture(replay(match.game, match.inputs)) == picture(state), f"a record with an undo of seat {seat} replays otherwise"
    assert seat in state.table.pending and not state.table.dice, f"seat {seat} took back a decision and is not awaited"
    for hand in state.hands:
        assert hand.seat == seat or hand.asked == asked[hand.seat], f"an undo of seat {seat} took back a question to seat {hand.seat}"
        if hand.seat in state.table.pending:
            assert match.game.actions(state.table, hand), f"nothing is offered to seat {hand.seat} after an undo of seat {seat}"
    own = [action for who, action in settle(inputs) if who == seat]
    match.perform(seat, state.hands[seat].asked, own[len(own) - undone(verb) :])
    assert picture(match.state) == before, f"seat {seat} took back a decision, made it again, and is elsewhere"
    match.resume(inputs)
    return True


def check_undo(game: AnyGame, seed: int) -> None:
    """What the umpire lets a seat take back leads exactly back, and taught that seat nothing.  Every seat may try at any
    moment, and whether it may does not change by what others do in secret."""

    def visit(match: AnyMatch, rnd: random.Random) -> None:
        if rnd.random() > 0.3:
            return
        twin = Match(game, Draw(seed))
        twin.resume(match.inputs)
        for seat in range(game.seats):
            try_undo(twin, seat)
        table = table_picture(twin.state)
        free = [twin.objection(seat, UNDO) for seat in range(game.seats)]
        seat, action = choose(game, twin.state, rnd)
        dream = game.imagine(twin.state.table, twin.state.hands[seat], Draw(rnd.getrandbits(60)))
        start, tries = picture(twin.state), 0
        while True:
            there = objection_there(game, dream, seat, action)
            twin.play(seat, action)
            if there is not None and same_to(twin.state, there[0], seat):
                told = f"whether seat {seat} may take back {action} hangs on what it cannot know"
                assert twin.objection(seat, UNDO) == there[1], f"{told}: '{twin.objection(seat, UNDO)}' or '{there[1]}'"
            if not tries:
                for other in range(game.seats):
                    if other != seat and table_picture(twin.state) == table and not hearing(twin.state.news, other):
                        assert twin.objection(other, UNDO) == free[other], f"a secret step of {seat} {SHOWS} {other} may take back"
            if twin.objection(seat, UNDO):
                break
            tries += 1
            look_and_step_back(game, twin, dream, seat, action, rnd)
            if tries == TRIES or seat not in twin.state.table.pending:
                break
            action = rnd.choice(game.actions(twin.state.table, twin.state.hands[seat]))
        if twin.objection(seat, UNDO):
            return
        for _ in range(tries):
            assert twin.objection(seat, UNDO) == "", "some of what was free a moment ago cannot be taken back"
            twin.undo(seat)
        assert picture(twin.state) == start, "an undo leads elsewhere than back"
        assert picture(replay(game, twin.inputs)) == start, "a record with an undo replays otherwise"

    walk(game, seed, visit, 150)


def objection_there(game: AnyGame, dream: AnyState, seat: int, action: Action) -> tuple[AnyState, str] | None:
    """The same decision in an imagined world, and what would bar the seat from taking it back there; None where dice fall."""
    after = game.copy(dream)
    after.loud = True
    awaited, flow = after.table.pending[:], flow_of(after.table)
    game.apply(after, seat, action)
    if after.table.dice:
        return None
    bars = Bars(game.seats)
    table = after.table
    bars.judge(seat, 1, after.news, flow_of(table) == flow and still_asked(seat, awaited, table.pending), table)
    if finished(after):
        return after, "match-over"
    return after, bars.why[seat] if bars.free[seat] else ""


def same_to(one: AnyState, two: AnyState, seat: int) -> bool:
    """Whether a seat has heard and sees the same in two worlds."""
    return table_picture(one) == table_picture(two) and hearing(one.news, seat) == hearing(two.news, seat)


def look_and_step_back(game: AnyGame, match: AnyMatch, dream: Any, seat: int, action: Any, rnd: random.Random) -> None:
    """The attack "try, look, take back": after a decision that may be taken back, all that can be asked for (events, view, offer,
    refusals, odds, gestures, endings, pages, measuring) is what it would be in another world the seat cannot tell from this one."""
    # This world is looked at before the other one goes on: rules with a back door to the last state they saw would look through the
    # same door in both.
    awaited = seat in match.state.table.pending
    trash = junk(game, match.state, rnd)
    real = glimpse(game, match.state, seat, trash)
    here = all_answers(game, match.state.table, match.state.hands[seat]) if awaited else []
    dream.news = []
    game.apply(dream, seat, action)
    told = f"an undo of seat {seat} would let it look and step back: {action}"
    assert hearing(dream.news, seat) == hearing(match.state.news, seat), f"{told}, what it hears"
    assert not dream.table.dice, f"{told}, dice"
    compare(real, glimpse(game, dream, seat, trash), f"{told}: seat {seat}")
    there = all_answers(game, dream.table, dream.hands[seat]) if awaited else []
    for left, right in zip(here, there, strict=True):
        assert left == right, f"{told}, {left[0]}: {left[1]} or {right[1]}"


def all_answers(game: AnyGame, table: Any, hand: Any) -> list[tuple[str, Any]]:
    """All that a seat can ask for beside its view, by name: odds, gestures, endings, drawings, pages and measuring."""
    card = games.card(game.name)
    offer = game.actions(table, hand)
    found: list[tuple[str, Any]] = []
    words: set[str] = set()
    for action in offer[:ASKED]:
        chances = card.odds(game, table, hand, action)
        found.append(("odds", [(chance.key, chance.ways, chance.of, chance.values) for chance in chances]))
        ending = card.ending(game, table, hand, action)
        found.append(("ending", None if ending is None else (ending.key, ending.ends, ending.unused, ending.count)))
        words.update(card.write(game, table, action).split()[1:])
    found.append(("gestures", [(gesture.key, gesture.operands, gesture.actions) for gesture in all_gestures(game, table, hand)]))
    found.append(("drawing", card.draw(game, table, hand)))
    found += [(f"page {topic}", card.page(game, table, hand, topic, [])) for topic in card.pages]
    queries = sorted(words)[:ASKED]
    queries += [f"distance {one} {two}" for one, two in pairwise(queries)]
    return found + [(f"measuring {query}", measured(game, table, hand, query)) for query in queries]


def measured(game: AnyGame, table: Any, hand: Any, query: str) -> str:
    try:
        return games.card(game.name).look(game, table, hand, query)
    except (ValueError, IndexError) as error:  # no such question in this game: said the same way in every world
        return f"{type(error).__name__}: {error}"
