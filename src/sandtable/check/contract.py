"""What every game owes the core.

``CHECKS`` is called for every registered game, with each of its trials and many seeds, by
tests/contract; a game in another package calls ``check_all`` from its own tests.
Each check raises AssertionError (or lets the game's own error through) when the debt is not paid.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

from sandtable import games
from sandtable.check.belief import check_belief
from sandtable.check.diamonds import check_diamonds
from sandtable.check.gestures import check_endings, check_gestures, check_single
from sandtable.check.heard import check_heard
from sandtable.check.histories import check_histories
from sandtable.check.twins import check_sealed, check_twins
from sandtable.check.undoing import check_undo
from sandtable.check.walk import AnyGame, choose, hearing, junk, picture, roll, table_picture, walk
from sandtable.core.game import CHANCE, EVERYONE, NOTED, Draw
from sandtable.core.match import RESIGN, TIMEOUT, Match, Refused, finished, replay, result
from sandtable.wire import catalogue, notation, record
from sandtable.wire.plain import dump, dump_state, load_hand, load_state, load_table

AnyMatch = Match[Any, Any, Any]


def check_offers(game: AnyGame, seed: int) -> None:
    """A pending seat has a sorted, non-empty, fully legal offer, and no die awaits meanwhile; who decided is asked under another number."""
    seen = 0
    asked = [-1] * game.seats

    def visit(match: AnyMatch, rnd: random.Random) -> None:
        nonlocal seen
        table = match.state.table
        for seat, _ in match.inputs[seen:]:
            same = seat in table.pending and match.state.hands[seat].asked == asked[seat]
            assert not same, f"seat {seat} has decided and is asked again under the same number"
        seen, asked[:] = len(match.inputs), [hand.asked for hand in match.state.hands]
        assert table.pending == sorted(set(table.pending)), f"pending {table.pending} is not ascending"
        assert not table.dice, "dice await while a seat is pending"
        for seat in table.pending:
            assert table.gone >> seat & 1 == 0, f"seat {seat} is gone and still awaited"
            offer = game.actions(table, match.state.hands[seat])
            assert offer, f"nothing is offered to seat {seat}"
            assert offer == sorted(set(offer)), f"the offer to seat {seat} is not sorted or repeats itself"
            for action in offer if len(offer) < 40 else rnd.sample(offer, 40):
                reason = game.refusal(table, match.state.hands[seat], action)
                assert reason == "", f"{action} is offered to seat {seat} and refused: {reason}"

    walk(game, seed, visit)


def check_tidy(game: AnyGame, seed: int) -> None:
    """An offer without mirror images is a part of the offer, in its order, and never empty."""

    def visit(match: AnyMatch, rnd: random.Random) -> None:
        table = match.state.table
        for seat in table.pending:
            offer = game.actions(table, match.state.hands[seat])
            left = game.tidy(table, match.state.hands[seat], offer)
            assert left, f"nothing is left of the offer to seat {seat}"
            assert left == sorted(set(left) & set(offer)), f"the tidy offer to seat {seat} is no part of its offer"
            assert game.choices(table, match.state.hands[seat]) == left, f"seat {seat} is given other choices than its tidy offer"

    walk(game, seed, visit)


def check_refusals(game: AnyGame, seed: int) -> None:
    """What is not legal is refused by a key that has a text, and changes nothing."""
    texts = {language: catalogue.catalogue(game.name, language)["refusal"] for language in catalogue.LANGUAGES}

    def visit(match: AnyMatch, rnd: random.Random) -> None:
        state = match.state
        before = picture(state)
        inputs = len(match.inputs)
        for seat in range(game.seats):
            for action in junk(game, state, rnd):
                if seat in state.table.pending and game.refusal(state.table, state.hands[seat], action) == "":
                    continue
                try:
                    match.submit(seat, state.hands[seat].asked, action)
                except Refused as refused:
                    key = str(refused.args[0])
                    for language, known in texts.items():
                        assert key in known, f"refusal '{key}' has no text in {language}"
                else:
                    raise AssertionError(f"{action} of seat {seat} was refused and yet played")
        seat = rnd.choice(state.table.pending)
        for ask in (state.hands[seat].asked - 1, state.hands[seat].asked + 1):
            try:
                match.submit(seat, ask, game.actions(state.table, state.hands[seat])[0])
            except Refused as refused:
                assert refused.args[0] == "stale"
            else:
                raise AssertionError("an answer to another question was taken")
        assert picture(state) == before and len(match.inputs) == inputs, "a refused action left traces"

    walk(game, seed, visit, 200)


def check_words(game: AnyGame, seed: int) -> None:
    """Every action can be written and read back; every prompt and event has its words."""
    card = games.card(game.name)
    texts = {language: catalogue.catalogue(game.name, language)["prompt"] for language in catalogue.LANGUAGES}

    def visit(match: AnyMatch, rnd: random.Random) -> None:
        table = match.state.table
        for seat in table.pending:
            hand = match.state.hands[seat]
            prompt = card.prompt(game, table, hand)
            for language, known in texts.items():
                assert prompt in known, f"prompt '{prompt}' has no text in {language}"
            offer = game.actions(table, hand)
            for action in offer if len(offer) < 12 else rnd.sample(offer, 12):
                text = notation.write(game, table, action)
                assert notation.parse(game, table, text) == action, f"'{text}' is written for {action} and read as another"
                assert "{" not in catalogue.say_action(game, table, action, "de"), f"text of '{text}' has an empty place"
        for event in match.state.news:
            notation.event_words(game, table, event)
            assert "{" not in catalogue.say_event(game, table, event, "en")
        assert card.draw(game, table, None)
        assert card.draw(game, table, match.state.hands[seat])

    walk(game, seed, visit, 400)


def check_replay(game: AnyGame, seed: int) -> None:
    """Replay equals play, and a record survives writing, reading and verifying."""
    match = walk(game, seed, lambda m, r: None)
    assert picture(replay(game, match.inputs)) == picture(match.state), "replay leads elsewhere than play"


def check_plain(game: AnyGame, seed: int) -> None:
    """Tables, hands and boxes are plain data: dumped and loaded they are the same."""

    def visit(match: AnyMatch, rnd: random.Random) -> None:
        state = match.state
        assert picture(load_state(game, dump_state(state))) == picture(state)
        assert dump(load_table(game, dump(state.table))) == dump(state.table)
        hand = rnd.choice(state.hands)
        again = load_hand(game, dump(hand))
        assert dump(again) == dump(hand)
        if hand.seat in state.table.pending:
            assert game.actions(load_table(game, dump(state.table)), again) == game.actions(state.table, hand)

    walk(game, seed, visit, 400)


def check_copy(game: AnyGame, seed: int) -> None:
    """A copy equals its source and shares nothing with it."""

    def visit(match: AnyMatch, rnd: random.Random) -> None:
        state = match.state
        twin, before = game.copy(state), picture(state)
        assert picture(twin) == before and not twin.news and twin.loud == state.loud
        for _ in range(8):
            if twin.table.pending:
                game.apply(twin, *choose(game, twin, rnd))
                roll(game, twin, Draw(seed))
        assert picture(state) == before, "a copy shares something with its source"

    walk(game, seed, visit, 1000)


def check_silence(game: AnyGame, seed: int) -> None:
    """Without news a match goes the same way."""
    loud = walk(game, seed, lambda m, r: None, 1000)
    state = game.setup()
    state.loud = False
    for seat, action in loud.inputs:
        game.apply(state, seat, action)
    assert not state.news, "news is told though it is switched off"
    assert picture(state) == picture(loud.state), "the match goes another way when news is off"


def check_simultaneous(game: AnyGame, seed: int) -> None:
    """Answers to one question commute, and stay sealed until the last one."""

    def visit(match: AnyMatch, rnd: random.Random) -> None:
        state = match.state
        if len(state.table.pending) < 2:
            return
        p, q = rnd.sample(state.table.pending, 2)
        a = rnd.choice(game.actions(state.table, state.hands[p]))
        offer = game.actions(state.table, state.hands[q])
        b, c = rnd.choice(offer), rnd.choice(offer)
        one, two = game.copy(state), game.copy(state)
        game.apply(one, p, a)
        game.apply(one, q, b)
        game.apply(two, q, b)
        game.apply(two, p, a)
        assert picture(one) == picture(two), f"the order in which {a} of {p} and {b} of {q} arrive matters"
        one, two = game.copy(state), game.copy(state)
        game.apply(one, q, b)
        game.apply(two, q, c)
        assert not one.table.dice and p in one.table.pending, "one of several answers set the match going"
        if one.table.pending == two.table.pending:  # who is still awaited may be seen
            assert table_picture(one) == table_picture(two), f"the sealed choice between {b} and {c} shows on the table"
        for seat in range(game.seats):
            if seat != q:
                assert not hearing(one.news, seat), f"a sealed choice of seat {q} is told to seat {seat}"

    walk(game, seed, visit)


def check_told(game: AnyGame, seed: int) -> None:
    """Whatever changes on the table is told to everyone in the same breath: logs are complete,
    and the umpire can decide undo from events alone.  What is noted is heard by the seat that decided, and by nobody else."""

    def still(state: Any) -> dict[str, Any]:
        table = dump(state.table)
        for flow in ("pending", "dice", "stack"):
            del table[flow]
        return table

    seen: list[dict[str, Any]] = []

    def visit(match: AnyMatch, rnd: random.Random) -> None:
        now = still(match.state)
        decided = [1 << seat for seat, _ in match.inputs if seat != CHANCE][-1:]
        for event in match.state.news:
            assert event.nature != NOTED or [event.audience] == decided, (
                f"event {event.kind} is noted for others than the seat that decided"
            )
        if seen and now != seen[-1]:
            changed = [key for key in now if now[key] != seen[-1][key]]
            assert any(e.audience == EVERYONE for e in match.state.news), f"{changed} changed on the table, and nobody was told"
        seen.append(now)

    walk(game, seed, visit)


def check_imagine(game: AnyGame, seed: int) -> None:
    """From what a seat knows one can build a whole truth with the same view, and play on to the end."""

    def visit(match: AnyMatch, rnd: random.Random) -> None:
        state = match.state
        for hand in state.hands:
            if rnd.random() > 0.2:
                continue
            dream = game.imagine(state.table, hand, Draw(rnd.getrandbits(60)))
            assert dump(dream.table) == dump(state.table), f"the truth imagined by seat {hand.seat} has another table"
            assert dump(dream.hands[hand.seat]) == dump(hand), f"seat {hand.seat} imagines another hand of its own"
            game.audit(dream)
            draw = Draw(rnd.getrandbits(60))
            for _ in range(60):
                if dream.table.pending:
                    game.apply(dream, *choose(game, dream, rnd))
                    roll(game, dream, draw)
                    game.audit(dream)

    walk(game, seed, visit, 400)


def check_leaving(game: AnyGame, seed: int) -> None:
    """A seat may resign or run out of time at any moment; the others play on, or it is over."""
    rnd = random.Random(seed)
    match = Match(game, Draw(seed))
    leave_at = rnd.randrange(5, 120)
    while match.state.table.pending and len(match.inputs) < 2500:
        if len(match.inputs) >= leave_at:
            verb = rnd.choice([RESIGN, TIMEOUT])
            seat = rnd.choice(match.state.table.pending) if verb == TIMEOUT else rnd.randrange(game.seats)
            leave_at += rnd.randrange(5, 200)
            if match.objection(seat, verb) == "":
                match.call(seat, verb)
                game.audit(match.state)
                assert seat not in match.state.table.pending, "a seat that is gone is still awaited"
                continue
        match.play(*choose(game, match.state, rnd))
        game.audit(match.state)
    assert picture(replay(game, match.inputs)) == picture(match.state)


def check_end(game: AnyGame, seed: int) -> None:
    """A finished match has a score for every seat, offers nothing, and its record verifies."""
    match = walk(game, seed, lambda m, r: None, 100_000)
    assert finished(match.state), "random play does not come to an end"
    scores = result(game, match.state.table)
    assert len(scores) == game.seats and all(-1000 <= score <= 1000 for score in scores), f"scores {scores}"
    for seat in range(game.seats):
        try:
            match.submit(seat, match.state.hands[seat].asked, (0,))
        except Refused as refused:
            assert refused.args[0] == "not-awaited"
        else:
            raise AssertionError("an action was taken after the end")


def check_bots(game: AnyGame, seed: int) -> None:
    """Each bot of the card answers every question with a legal action, from its own view alone."""
    card = games.card(game.name)
    for name in card.bots:
        match = Match(game, Draw(seed))
        bots = [card.bot(name, game, seat, Draw(seed * 31 + seat)) for seat in range(game.seats)]
        while match.state.table.pending and len(match.inputs) < 1500:
            seat = match.state.table.pending[0]
            table, hand = match.state.table, match.state.hands[seat]
            before = dump(table), dump(hand)
            action = bots[seat].decide(table, hand, game.choices(table, hand))
            assert (dump(table), dump(hand)) == before, f"bot {name} changes what it looks at"
            match.submit(seat, hand.asked, action)


Check = Callable[[AnyGame, int], None]
CHECKS: list[Check] = [
    check_offers,
    check_tidy,
    check_refusals,
    check_words,
    check_replay,
    check_plain,
    check_copy,
    check_silence,
    check_simultaneous,
    check_told,
    check_undo,
    check_imagine,
    check_twins,
    check_sealed,
    check_heard,
    check_belief,
    check_histories,
    check_leaving,
    check_end,
    check_bots,
    check_diamonds,
    check_gestures,
    check_endings,
    check_single,
]


def check_record(name: str, seats: int, options: Any, seed: int) -> None:
    """A record of a whole match survives writing and reading, and verifies."""
    game = games.load(name, seats, options)
    match = walk(game, seed, lambda m, r: None, 100_000)
    written = record.write(record.from_match(match, games.complete(games.card(name), options)))
    again = record.read(written)
    assert again.inputs == match.inputs and record.write(again) == written
    assert picture(record.verify(again)) == picture(match.state)


def check_all(name: str, seeds: int = 10) -> None:
    """Run every check over all trials of a game: what a game's own tests call."""
    for seats, options in games.card(name).trials():
        game = games.load(name, seats, options)
        for check in CHECKS:
            for seed in range(seeds):
                check(game, seed)
        check_record(name, seats, options, 0)
