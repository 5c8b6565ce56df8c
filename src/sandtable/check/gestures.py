"""What gestures, endings and questions with one answer owe: the same in all worlds a seat cannot tell apart, and words for people."""

from __future__ import annotations

import random
from typing import Any

from sandtable import games
from sandtable.check.walk import AnyGame, walk
from sandtable.core.game import Draw
from sandtable.core.match import Match
from sandtable.kit.card import Gesture
from sandtable.kit.gesture import foresee, passes_on
from sandtable.wire import catalogue
from sandtable.wire.plain import dump

AnyMatch = Match[Any, Any, Any]
WORLDS = (5, 77)  # seeds of two imagined worlds
SOME = 6  # gestures looked at in one position


def all_gestures(game: AnyGame, table: Any, hand: Any) -> list[Gesture]:
    """Those of the question and of every piece."""
    card = games.card(game.name)
    found = card.gestures(game, table, hand, "", 0)
    for kind, value in card.subjects(game, table, hand):
        found = found + card.gestures(game, table, hand, kind, value)
    return found


def check_gestures(game: AnyGame, seed: int) -> None:
    """A gesture is legal, has a text, is recognised whole, the same in two imagined worlds, and the umpire plays it as foreseen."""
    card = games.card(game.name)

    def visit(match: AnyMatch, rnd: random.Random) -> None:
        if rnd.random() > 0.15:
            return
        table = match.state.table
        seat = rnd.choice(table.pending)
        hand = match.state.hands[seat]
        before = dump(table), dump(hand)
        found = all_gestures(game, table, hand)
        assert (dump(table), dump(hand)) == before, "looking for gestures changes what is looked at"
        for gesture in rnd.sample(found, min(SOME, len(found))):
            told = f"gesture '{gesture.key}' {gesture.operands} of seat {seat}: {gesture.actions}"
            for language in catalogue.LANGUAGES:
                assert "{" not in catalogue.say_gesture(game, table, gesture, language), f"{told}: its text has an empty place"
                assert gesture.key in catalogue.catalogue(game.name, language)["gesture"], f"{told}: no text in {language}"
            one, two = (foresee(game, table, hand, gesture.actions, world) for world in WORLDS)
            assert one.actions == gesture.actions, f"{told}: refused or surprised ({one.surprised}) after {len(one.actions)}"
            assert two.actions == one.actions, f"{told}: goes otherwise in another world"
            assert card.gesture_length(game, table, hand, gesture.actions) == len(gesture.actions), f"{told}: is not recognised"
            follow(game, match, seat, gesture, one if not one.surprised else None)

    walk(game, seed, visit, 400)


def follow(game: AnyGame, match: AnyMatch, seat: int, gesture: Gesture, foreseen: Any) -> None:
    """The umpire plays a gesture in a copy of the match."""
    twin = Match(game, Draw(3))
    twin.resume(match.inputs)
    inputs = len(twin.inputs)
    twin.perform(seat, twin.state.hands[seat].asked, gesture.actions)
    told = f"gesture '{gesture.key}' of seat {seat}, {gesture.actions}"
    assert twin.played == len(gesture.actions), f"{told}: the umpire stopped after {twin.played}: {twin.stopped}"
    decisions = [action for who, action in twin.inputs[inputs:] if who == seat]
    assert decisions == gesture.actions, f"{told}: other actions stand in the record"
    if foreseen is not None:
        assert dump(foreseen.table()) == dump(twin.state.table), f"{told}: leads to another table than was foreseen"
        assert dump(foreseen.hand()) == dump(twin.state.hands[seat]), f"{told}: leads to another hand than was foreseen"


def check_endings(game: AnyGame, seed: int) -> None:
    """Every ending has a name of its own, in words; no choice is a bare "done"."""
    card = games.card(game.name)

    def visit(match: AnyMatch, rnd: random.Random) -> None:
        table = match.state.table
        for seat in table.pending:
            hand = match.state.hands[seat]
            offer = game.actions(table, hand)
            for action in offer if len(offer) < 20 else [*offer[:2], *rnd.sample(offer, 10), *offer[-2:]]:
                ending = card.ending(game, table, hand, action)
                told = f"{card.write(game, table, action)} at '{card.prompt(game, table, hand)}'"
                assert ending is not None or card.verbs[action[0]].word != "done", f"{told} ends something that has no name"
                if ending is not None:
                    for language in catalogue.LANGUAGES:
                        texts = catalogue.catalogue(game.name, language)
                        assert ending.key in texts["ending"], f"{told}: ending '{ending.key}' has no text in {language}"
                        for key, count in ending.unused:
                            assert key in texts["unused"], f"{told}: unused '{key}' has no text in {language}"
                            assert count > 0, f"{told}: {count} unused '{key}'"

    walk(game, seed, visit, 500)


def check_single(game: AnyGame, seed: int) -> None:
    """At prompts that are not covered everybody can see that a seat has only one answer; standing answers are legal where they hold."""
    card = games.card(game.name)

    def visit(match: AnyMatch, rnd: random.Random) -> None:
        table = match.state.table
        for seat in table.pending:
            hand = match.state.hands[seat]
            prompt = card.prompt(game, table, hand)
            for standing in card.standings:
                if standing.prompt == prompt:
                    reason = game.refusal(table, hand, standing.action)
                    assert reason == "", f"the standing answer '{standing.key}' to '{prompt}' is refused: {reason}"
                    for language in catalogue.LANGUAGES:
                        texts = catalogue.catalogue(game.name, language)["always"]
                        assert standing.key in texts, f"no text for '{standing.key}' in {language}"
            if prompt in card.covered:
                continue
            single = len(game.actions(table, hand)) == 1
            watcher = rnd.randrange(game.seats)
            if watcher != seat and (single or rnd.random() < 0.2):
                dream = game.imagine(table, match.state.hands[watcher], Draw(rnd.getrandbits(60)))
                there = game.actions(dream.table, dream.hands[seat])
                told = f"only seat {seat} knows whether {{}} to '{prompt}': the card must {{}}"
                assert (len(there) == 1) == single, told.format("it has one answer", "cover it")
                if single and prompt not in card.fateful:  # the table leaves it to the seat where it would pass the match on
                    ends = passes_on(game, table, hand, game.actions(table, hand)[0])
                    also = passes_on(game, dream.table, dream.hands[seat], there[0])
                    assert also == ends, told.format("the match goes on by its answer", "name it as fateful")

    walk(game, seed, visit, 600)
