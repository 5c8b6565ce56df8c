"""War of Leaders as people play it: any order, moves in one go, endings with names, taking back by knowledge."""

from __future__ import annotations

from itertools import permutations
from typing import Any

import pytest

from sandtable import games
from sandtable.check.walk import picture
from sandtable.core.game import Action, Draw
from sandtable.core.match import UNDO, Match
from sandtable.games.war_of_leaders.goals import AWAY, INTO_POINT, TO_POINT
from sandtable.games.war_of_leaders.verbs import ACCEPT, ATTACK, FIRE, FORM, GO, LEAD, LEAVE, LIFT, MOVE, OFFER, PASS, PICK, PUT, STAY
from sandtable.kit.card import ENDS_PHASE, ENDS_TURN, Gesture, Notation
from sandtable.kit.plane import distance
from sandtable.wire import catalogue

CARD: Any = games.card("war_of_leaders")
AnyMatch = Match[Any, Any, Any]
KING, CAPTAIN, SOLDIER = 0, 1, 5  # red's
QUIET = {"obstacles": "ready", "point": "centre", "negotiation": 0}  # nothing to prepare, nothing to say


class Rolls(Draw):
    """Dice that fall as told, then a six."""

    def __init__(self, *pips: int) -> None:
        super().__init__(1)
        self.left = list(pips)

    def below(self, n: int) -> int:
        return (self.left.pop(0) if self.left else 6) - 1


def begun(*pips: int, seats: int = 2, **options: Any) -> AnyMatch:
    """Armies in the ready formation, red in turn, dice as told."""
    return Match(games.load("war_of_leaders", seats, {**QUIET, "order": "fixed", "placement": "ready", **options}), Rolls(*pips))


def perform(match: AnyMatch, *actions: Action) -> None:
    seat = match.state.table.pending[0]
    match.perform(seat, match.state.hands[seat].asked, list(actions))


def at(match: AnyMatch, *lines: str) -> None:
    for line in lines:
        CARD.place(match.game, match.state, line)


def gestures(match: AnyMatch, kind: str = "", value: int = 0) -> list[Gesture]:
    table = match.state.table
    found: list[Gesture] = CARD.gestures(match.game, table, match.state.hands[table.pending[0]], kind, value)
    return found


def read(match: AnyMatch, text: str) -> Gesture | None:
    table = match.state.table
    found: Gesture | None = CARD.read_gesture(match.game, table, match.state.hands[table.pending[0]], text)
    return found


def say(match: AnyMatch, gesture: Gesture, language: str = "en") -> str:
    return catalogue.say_gesture(match.game, match.state.table, gesture, language)


def ending(match: AnyMatch, action: Action) -> Any:
    table = match.state.table
    return CARD.ending(match.game, table, match.state.hands[table.pending[0]], action)


# any order -----------------------------------------------------------------------------------------


def test_members_are_left_behind_in_any_order_and_search_knows_one() -> None:
    match = begun(3)
    perform(match, (MOVE,))
    perform(match, (LEAD, KING))
    members = [action for action in match.game.actions(match.state.table, match.state.hands[0]) if action[0] == LEAVE]
    assert len(members) == 4
    pictures, tidied = set(), 0
    for order in permutations(members):
        twin, tidy = match.game.copy(match.state), True
        for action in order:
            tidy = tidy and action in match.game.choices(twin.table, twin.hands[0])
            assert match.game.refusal(twin.table, twin.hands[0], action) == ""
            match.game.apply(twin, 0, action)
        pictures.add(picture(twin))
        tidied += tidy
    assert len(pictures) == 1
    assert tidied == 1


def test_pieces_are_placed_in_any_order_and_search_knows_one() -> None:
    match = Match(games.load("war_of_leaders", 2, {**QUIET, "order": "fixed"}), Draw(1))
    state = match.state
    ready = match.game.rules.ready[0][0]
    pieces = [0, 4, 12]
    places: list[Action] = [(PUT, i, ready[2 * i], ready[2 * i + 1]) for i in pieces]
    pictures = set()
    for order in permutations(places):
        twin = match.game.copy(state)
        for action in order:
            assert match.game.refusal(twin.table, twin.hands[0], action) == ""
            match.game.apply(twin, 0, action)
        pictures.add(picture(twin))
    assert len(pictures) == 1
    offer, choices = match.game.actions(state.table, state.hands[0]), match.game.choices(state.table, state.hands[0])
    assert {action[1] for action in offer if action[0] == PUT} == set(range(13))
    assert {action[1] for action in choices if action[0] == PUT} == {0}
    assert choices[-1] == (FORM,)


def test_where_no_room_is_left_a_piece_can_be_lifted() -> None:
    """Soldiers spread so that nowhere is room for a Tank: canonical order would never come to this."""
    match = Match(games.load("war_of_leaders", 2, {**QUIET, "order": "fixed"}), Draw(1))
    at(match, "wall 0 0 240 0 240 150 0 150", "wall 0 150 90 150 90 240 0 240")
    table, hand = match.state.table, match.state.hands[0]
    for x in range(100, 241, 10):
        for y in range(150, 241, 10):
            free = [i for i in range(5, 13) if table.x[i] < 0]
            if free and match.game.refusal(table, hand, (PUT, free[0], x, y)) == "":
                perform(match, (PUT, free[0], x, y))
    offer = match.game.actions(table, hand)
    assert {action[0] for action in offer} == {LIFT}
    assert match.game.choices(table, hand) == offer
    x, y = table.x[offer[0][1]], table.y[offer[0][1]]
    perform(match, offer[0])
    assert match.game.refusal(table, hand, (PUT, offer[0][1], x, y)) == ""
    while match.game.choices(table, hand)[0][0] == LIFT:  # programs make room
        perform(match, match.game.choices(table, hand)[0])
    assert {action[:2] for action in match.game.choices(table, hand)} == {(PUT, KING)}


def test_what_programs_choose_from_is_the_tidied_offer() -> None:
    """Placing has a short cut of its own: it must not be another offer."""
    for options in ({"order": "fixed"}, {"order": "lot", "placement": "secret"}, {"order": "fixed", "fog": 1}):
        match = Match(games.load("war_of_leaders", 2, options), Draw(3))
        draw = Draw(4)
        for _ in range(40):
            seat = match.state.table.pending[0]
            table, hand = match.state.table, match.state.hands[seat]
            offer = match.game.actions(table, hand)
            assert match.game.choices(table, hand) == match.game.tidy(table, hand, offer)
            match.play(seat, offer[draw.below(len(offer))] if offer[-1] != (FORM,) else offer[draw.below(len(offer) - 1)])


# gestures ------------------------------------------------------------------------------------------


def test_an_attack_is_one_gesture_up_to_the_die() -> None:
    match = begun(6, obstacles="none")
    at(match, "rK at 500 400", "rT1 at 540 400", "bS1 at 580 400", "bK at 600 440")
    found = gestures(match)
    assert found[0].operands == (3, 13), "the King first"
    assert say(match, found[0]) == "rT1 attacks bK"
    assert {gesture.operands[0] for gesture in gestures(match, "piece", 13 + 5)} == {3}, "who can attack bS1"
    perform(match, *found[0].actions)
    assert (match.played, match.stopped) == (2, "")
    assert match.state.table.winner == 0


def test_piece_and_direction_are_one_gesture() -> None:
    match = begun(6, obstacles="none")
    perform(match, (MOVE,))
    for gesture in gestures(match, "piece", KING):
        assert gesture.actions[0] in ((PICK, KING), (LEAD, KING))
        assert gesture.actions[1][0] == GO
    first = gestures(match, "piece", KING)[0]
    assert first.key in ("march-group", "march-part")
    assert first.operands[1] == TO_POINT
    assert say(match, first).startswith("rK with its group towards the Capture Point, to ")
    assert say(match, first, "de").startswith("rK mit Gruppe auf den Zielkreis zu, nach ")
    perform(match, *first.actions)
    table = match.state.table
    assert (table.x[KING], table.y[KING]) == first.operands[2:4]
    assert table.pending == [1]


def test_goals_lead_where_they_say() -> None:
    match = begun(2, obstacles="none")
    at(match, "only rS1 bS1", "rK at 300 300", "bS1 at 380 300", "rS1 at 900 100")
    perform(match, (MOVE,))
    x, y = 600, 400
    for gesture in gestures(match, "piece", KING):
        goal, ends = gesture.operands[1], gesture.operands[2:4]
        if goal == TO_POINT:
            assert distance(*ends, x, y) < distance(300, 300, x, y) - 50
        if goal == AWAY:
            assert distance(*ends, 380, 300) > 130
    assert {AWAY, TO_POINT} <= {gesture.operands[1] for gesture in gestures(match, "piece", KING)}


def test_the_winning_move_comes_first_even_if_the_group_cannot() -> None:
    match = begun(3, obstacles="none")
    at(match, "only rS1 bS1", "rK at 510 400", "rS1 at 480 400", "bS1 at 1100 100")
    perform(match, (MOVE,))
    best = gestures(match, "piece", KING)[0]
    assert best.operands[1] == INTO_POINT
    perform(match, *best.actions)
    assert match.state.table.winner == 0


def test_who_cannot_follow_is_named() -> None:
    match = begun(3, obstacles="none")
    at(
        match,
        "only rS1 rS2 bS1",
        "rK at 300 400",
        "rS1 at 300 440",
        "rS2 at 300 360",
        "bS1 at 360 452",
        "wall 420 300 430 300 430 500 420 500",
    )
    perform(match, (MOVE,))
    part = read(match, "rK+ > e")
    assert part is not None
    assert part.key == "march-part"
    assert say(match, part) == "rK with its group to the east, to 390, 400; rS1 cannot follow"


def test_eight_directions_have_gestures_too() -> None:
    match = begun(3, directions="eight")
    perform(match, (MOVE,))
    found = gestures(match, "piece", CAPTAIN)
    assert found
    assert all(gesture.actions[-1][1] % 512 == 0 for gesture in found)


def test_squads_and_the_rest_are_placed_at_once() -> None:
    match = Match(games.load("war_of_leaders", 2, {**QUIET, "order": "fixed"}), Draw(1))
    assert CARD.subjects(match.game, match.state.table, match.state.hands[0]) == [("piece", 0), ("piece", 1), ("piece", 2)]
    squad = gestures(match, "piece", 2)[0]
    assert say(match, squad) == "Place the squad of rC2 as in the ready formation"
    assert gestures(match) == [], "of all there is the ready formation"
    perform(match, *squad.actions)
    rest = gestures(match)[0]
    assert len(rest.actions) == 13 - 4
    perform(match, *rest.actions)
    assert match.state.table.pending == [1]
    ready = match.game.rules.ready[0][0]
    assert match.state.table.x[:13] == ready[::2]


def test_offers_are_answered_together() -> None:
    match = begun(1, 1, 1, seats=3, negotiation=1)
    for kind in (0, 2):
        perform(match, (OFFER, 1, kind, 2 if kind == 0 else 0, -1, kind // 2))
    perform(match, (MOVE,))
    perform(match, (STAY,))
    found = [gesture for gesture in gestures(match) if gesture.key.endswith("-all")]
    assert [gesture.key for gesture in found] == ["accept-all", "refuse-all"]
    assert [action[0] for action in found[0].actions] == [ACCEPT, ACCEPT]
    told = ending(match, (MOVE,))
    assert (told.key, told.unused) == ("declare-move", [("offers", 2)])
    perform(match, *found[0].actions)
    assert match.played == 2
    assert ending(match, (MOVE,)) is None


# short notation ------------------------------------------------------------------------------------


def test_moves_in_short() -> None:
    match = begun(2, obstacles="none")
    with pytest.raises(Notation, match="declare the move first"):
        read(match, "rK > point")
    perform(match, (MOVE,))
    found = [read(match, text) for text in ("rK > 45d", "rK > 512", "rK > se")]
    assert [gesture.actions for gesture in found if gesture] == [[(PICK, KING), (GO, 512)]] * 3
    led = read(match, "rK+-rS2-rS1 > point")
    assert led is not None
    assert led.actions[:3] == [(LEAD, KING), (LEAVE, 6), (LEAVE, 5)]
    assert CARD.gesture_length(match.game, match.state.table, match.state.hands[0], led.actions) == 4
    at(match, "rC1 at 400 400", "bK at 500 400")
    nearer = read(match, "rC1 > bK")
    assert nearer is not None
    assert nearer.actions == [(PICK, CAPTAIN), (GO, 0)]
    place = read(match, "rC1 > 400,700")
    assert place is not None
    assert place.actions == [(PICK, CAPTAIN), (GO, 1024)]


@pytest.mark.parametrize("text", ["rQ > point", "bK > point", "rK+-rS7 > point", "rK > nowhere", "rK > 5,x", "rK > bQ"])
def test_what_nearly_is_a_move_says_so(text: str) -> None:
    match = begun(2)
    perform(match, (MOVE,))
    with pytest.raises(Notation):
        read(match, text)


def test_a_way_that_is_blocked_is_refused_by_the_umpire() -> None:
    match = begun(2)
    perform(match, (MOVE,))
    gesture = read(match, "rK > n")
    assert gesture is not None
    perform(match, *gesture.actions)
    assert (match.played, match.stopped) == (1, "off-table")
    again = read(match, "> se")
    assert again is not None
    assert again.actions == [(GO, 512)]


def test_attacks_and_places_in_short() -> None:
    match = begun(1)
    attack = read(match, "rK x bK")
    assert attack is not None
    assert attack.actions == [(ATTACK,), (FIRE, 0, 13)]
    assert read(match, "move") is None
    match = Match(games.load("war_of_leaders", 2, {**QUIET, "order": "fixed"}), Draw(1))
    found = read(match, "rK@20,20 rS8@60,20")
    assert found is not None
    assert found.actions == [(PUT, 0, 20, 20), (PUT, 12, 60, 20)]
    squad = read(match, "rC1+@134,42")
    assert squad is not None
    ready = match.game.rules.ready[0][0]
    assert squad.actions == [(PUT, i, ready[2 * i] + 10, ready[2 * i + 1] + 10) for i in (1, 3, 9, 10)]
    with pytest.raises(Notation, match="does not fit"):
        read(match, "rC1+@5,5")
    with pytest.raises(Notation, match="should be a place"):
        read(match, "rK@20")


# endings and taking back -----------------------------------------------------------------------------


def test_endings_say_what_is_left() -> None:
    match = begun(5, obstacles="none")
    assert (ending(match, (PASS,)).key, ending(match, (PASS,)).unused) == ("pass", [("moves", 1)])
    at(match, "rK at 500 400", "rS1 at 530 400", "bS1 at 540 430")
    told = ending(match, (PASS,))
    assert told.ends == ENDS_TURN
    assert catalogue.say_ending("war_of_leaders", "en", told) == "Pass: end my turn (your move, 2 of your pieces could attack)"
    assert ending(match, (MOVE,)) is None
    perform(match, (MOVE,))
    assert catalogue.say_ending("war_of_leaders", "en", ending(match, (STAY,))) == "Move nothing and end my turn (roll of 5 unused)"
    assert catalogue.say_ending("war_of_leaders", "de", ending(match, (STAY,))).endswith("(Wurf 5 ungenutzt)")


def test_declining_ends_building_only_when_all_have() -> None:
    match = Match(games.load("war_of_leaders", 2, {**QUIET, "order": "fixed", "obstacles": "players", "count": 4}), Draw(1))
    decline = CARD.standings[0].action
    assert ending(match, decline).key == "decline"
    perform(match, decline)
    told = ending(match, decline)
    assert (told.key, told.ends, told.unused) == ("decline-last", ENDS_PHASE, [("obstacles", 4)])


def test_a_declared_attack_is_taken_back_before_the_die_and_not_after() -> None:
    match = begun(1, 3, factor=20, width=620, height=620, radius=40, obstacles="none")  # Tanks reach across the table
    perform(match, (ATTACK,))
    assert match.objection(0, UNDO) == ""
    match.undo(0)
    assert CARD.prompt(match.game, match.state.table, match.state.hands[0]) == "declare"
    perform(match, (MOVE,))
    assert match.objection(0, UNDO) == "undo-dice"


def test_what_was_chosen_after_the_die_is_taken_back_as_one_gesture() -> None:
    match = begun(2)
    perform(match, (MOVE,))
    before = picture(match.state)
    perform(match, (LEAD, KING), (LEAVE, 8), (LEAVE, 5))
    assert match.played == 3
    match.undo(0)
    assert picture(match.state) == before
    assert match.objection(0, UNDO) == "undo-dice"


def test_a_placement_is_taken_back_until_the_next_player_is_asked() -> None:
    match = Match(games.load("war_of_leaders", 2, {**QUIET, "order": "fixed"}), Draw(1))
    perform(match, (PUT, 0, 100, 100))
    assert match.objection(0, UNDO) == ""
    match.undo(0)
    perform(match, (FORM,))
    assert match.objection(0, UNDO) == "undo-passed"


def test_an_offer_is_taken_back_before_anything_else_is_decided() -> None:
    match = begun(1, seats=3, negotiation=1)
    perform(match, (OFFER, 1, 0, 2, -1, 0))
    news = match.undo(0)
    assert [event.audience for event in news] == [0b011], "whoever heard of it hears that it was taken back, and nobody else"
    assert match.state.hands[1].deals == []
