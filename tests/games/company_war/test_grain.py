"""Company War as people play it: any order, courses by destination, whole sheets, endings with names, taking back by knowledge."""

from __future__ import annotations

from itertools import permutations
from typing import Any

import pytest

from sandtable import games
from sandtable.check.walk import picture
from sandtable.core.game import Action, Draw
from sandtable.core.match import UNDO, Match
from sandtable.games.company_war.verbs import (
    AIM,
    ARRIVE,
    CARRY,
    COAST,
    DECLINE,
    DONE,
    HOLD,
    JOIN,
    JUMP,
    LAND,
    LAUNCH,
    LIFT,
    MOVE,
    PASS,
    PLACE,
    PLOT,
    REFRAIN,
    REPAIR,
    TAKE,
)
from sandtable.kit.card import ENDS_PHASE, Ending, Gesture, Notation
from sandtable.wire import catalogue

CARD: Any = games.card("company_war")
AnyMatch = Match[Any, Any, Any]
AURORA, CORONA, METEOR, NEBULA, PULSAR, QUASAR, SOLSTICE, TEMPEST, ZENITH = range(9)
PARAGON, RESOLVE = 9, 10
HAVEN, TYCHO, LUTETIA, CAPITOL = 5, 26, 38, 17


def ship(name: str) -> int:
    return int(CARD.value(None, None, "ship", name))


def new(**options: Any) -> AnyMatch:
    return Match(games.load("company_war", None, options), Draw(5))


def at(*lines: str, **options: Any) -> AnyMatch:
    """A position as rule cases give it; it cannot be folded again, so nothing of it can be taken back."""
    match = new(**options)
    for line in lines:
        CARD.place(match.game, match.state, line)
    return match


def perform(match: AnyMatch, seat: int, *actions: Action) -> None:
    match.perform(seat, match.state.hands[seat].asked, list(actions))


def gestures(match: AnyMatch, seat: int, kind: str = "", value: int = 0) -> list[Gesture]:
    found: list[Gesture] = CARD.gestures(match.game, match.state.table, match.state.hands[seat], kind, value)
    return found


def named(match: AnyMatch, seat: int, key: str, kind: str = "", value: int = 0) -> Gesture:
    """The first gesture of a key."""
    return next(gesture for gesture in gestures(match, seat, kind, value) if gesture.key == key)


def read(match: AnyMatch, seat: int, text: str) -> Gesture | None:
    found: Gesture | None = CARD.read_gesture(match.game, match.state.table, match.state.hands[seat], text)
    return found


def read_actions(match: AnyMatch, seat: int, text: str) -> list[Action]:
    found = read(match, seat, text)
    assert found is not None
    return found.actions


def say(match: AnyMatch, gesture: Gesture, language: str = "en") -> str:
    return catalogue.say_gesture(match.game, match.state.table, gesture, language)


def ending(match: AnyMatch, seat: int, action: Action) -> Ending:
    found: Ending | None = CARD.ending(match.game, match.state.table, match.state.hands[seat], action)
    assert found is not None
    return found


def say_ending(match: AnyMatch, seat: int, action: Action, language: str = "en") -> str:
    return catalogue.say_ending("company_war", language, ending(match, seat, action))


def prompt(match: AnyMatch, seat: int) -> str:
    return str(CARD.prompt(match.game, match.state.table, match.state.hands[seat]))


def begun(setup: str = "spread", **options: Any) -> AnyMatch:
    """The ready set-up, no Fleet Assembly: both sides plot."""
    match = new(**options)
    perform(match, 0, *named(match, 0, "setup-" + setup).actions)
    perform(match, 0, (REFRAIN,))
    perform(match, 1, (REFRAIN,))
    assert prompt(match, 0) == "plot"
    return match


def at_garrisons() -> AnyMatch:
    """Nobody has moved: three carriers with troops stand at three stations."""
    match = begun()
    perform(match, 0, (DONE,))
    perform(match, 1, (DONE,))
    assert prompt(match, 0) == "garrison"
    return match


# any order -------------------------------------------------------------------------------------------


@pytest.mark.parametrize("order", list(permutations([NEBULA, PULSAR, QUASAR])))
def test_landings_in_any_order_lead_to_the_same(order: tuple[int, ...]) -> None:
    match = at_garrisons()
    for one in order[:2]:
        perform(match, 0, (LAND, one))
    offered = match.game.actions(match.state.table, match.state.hands[0])
    assert (LAND, order[2]) in offered
    perform(match, 0, (LAND, order[2]))
    assert [match.state.table.garrison[point] for point in (HAVEN, TYCHO, LUTETIA)] == [1, 1, 1]


@pytest.mark.interpreted
def test_a_repair_closes_no_other() -> None:
    names = ("bastion", "falcon", "satrap")
    lines = [line for name in names for line in (f"{name} at 17", f"{name} damaged")]
    seen = set()
    for order in permutations([ship(name) for name in names], 2):
        match = at(*lines, "begin repair")
        for one in order:
            perform(match, 1, (REPAIR, one))
        mended = tuple(sorted(order))
        assert [one for one in map(ship, names) if not match.state.table.hurt[one]] == list(mended)
        seen.add((mended, str(picture(match.state))))
    assert len(seen) == 3, "the same two repairs lead to the same state in both orders"


def test_plots_in_any_order_are_the_same_sheet() -> None:
    sheets = [[(PLOT, AURORA), (JUMP, 6), (ARRIVE,)], [(PLOT, CORONA), (JUMP, HAVEN), (ARRIVE,)]]
    joined = [
        [(PLOT, NEBULA), (JOIN, SOLSTICE), (JUMP, 6), (ARRIVE,)],
        [(PLOT, SOLSTICE), (JUMP, 6), (JOIN, NEBULA), (ARRIVE,)],
    ]
    pictures = set()
    for order in permutations(range(3)):
        for last in joined:
            match = begun()
            for index in order:
                for action in [*sheets, last][index]:
                    perform(match, 0, action)
            hand = match.state.hands[0]
            hand.asked = 0
            pictures.add(str(picture(match.state)))
    assert len(pictures) == 1


def test_orders_and_targets_of_any_ship() -> None:
    match = at("all gone", "aurora at 21", "corona at 21", "resolve at 21", "begin combat")
    perform(match, 0, (HOLD, CORONA))
    assert match.game.refusal(match.state.table, match.state.hands[0], (LAUNCH, AURORA, 4)) == ""
    assert match.game.refusal(match.state.table, match.state.hands[0], (HOLD, CORONA)) == "no-order-awaited"


def test_programs_turn_to_nobody_and_people_may() -> None:
    match = new()
    table, hand = match.state.table, match.state.hands[0]
    offer = match.game.actions(table, hand)
    assert [action for action in offer if action[0] == TAKE] == [(TAKE, one) for one in range(1, 9)]
    assert match.game.choices(table, hand) == [(PLACE, AURORA, point) for point in (HAVEN, TYCHO, LUTETIA)]
    perform(match, 0, (TAKE, TEMPEST))
    assert match.game.actions(match.state.table, match.state.hands[0])[0] == (PLACE, TEMPEST, HAVEN)


# gestures --------------------------------------------------------------------------------------------


def test_ready_setups_are_three_and_whole() -> None:
    match = new(setup="secret")
    found = gestures(match, 0)
    assert [gesture.key for gesture in found] == ["setup-fists", "setup-hammer", "setup-spread"]
    assert "Haven, Tycho, Lutetia" in say(match, found[2])
    perform(match, 0, *found[0].actions)
    assert match.played == 12
    assert match.state.hands[0].start == [5, 5, 38, 38, 5, 38, 5, 38, 5] + [-1] * 30
    assert match.state.hands[0].troop == [1, 0, 1, 0, 1, 0, 0, 0, 0]


def test_a_ready_setup_completes_what_was_begun() -> None:
    match = new()
    perform(match, 0, (PLACE, TEMPEST, TYCHO))
    perform(match, 0, *named(match, 0, "setup-hammer").actions)
    assert match.state.table.place[:9] == [5, 5, 5, 5, 5, 5, 5, 26, 5]
    rest = gestures(new(), 0, "point", TYCHO)
    assert [gesture.key for gesture in rest] == ["place-rest"]
    assert len(rest[0].actions) == 9


def test_a_course_by_its_destination() -> None:
    match = begun()
    found = gestures(match, 0, "ship", CORONA)
    told = [say(match, gesture) for gesture in found]
    assert "Corona straight to Haven" in told
    assert any(text.startswith("Corona to Northgate by way of") for text in told)
    goals = {gesture.operands[1] for gesture in found}
    assert goals >= {4, 5, 8, 12, 14, 17, 28, 32, 35, 38, 41}, "every station can be reached"
    pell = next(gesture for gesture in found if gesture.operands[1] == HAVEN)
    assert pell.actions == [(PLOT, CORONA), (JUMP, HAVEN), (ARRIVE,)]
    perform(match, 0, *pell.actions)
    assert match.state.hands[0].course[CORONA] == [HAVEN]


def test_alternatives_follow_the_best_ways() -> None:
    match = begun()
    found = gestures(match, 0, "ship", AURORA)
    goals = [gesture.operands[1] for gesture in found if gesture.key != "course-stopped"]
    first = goals.index(next(goal for i, goal in enumerate(goals) if goal in goals[:i]))
    assert len(set(goals[:first])) == first, "one way to each destination before any second one"
    assert len(goals) > first


def test_a_way_past_enemies_and_where_they_would_stop_it() -> None:
    match = at("all gone", "aurora at 5", "resolve at 30", "begin plot 3 3")
    jumps = match.game.book.jumps[0]
    beyond = [point for point in range(1, 42) if jumps[HAVEN][point] == jumps[HAVEN][30] + jumps[30][point]]
    stopped = [gesture for gesture in gestures(match, 0, "ship", AURORA) if gesture.key == "course-stopped"]
    assert stopped, "some destination lies behind the enemy"
    for gesture in stopped:
        assert gesture.operands[2] == 30
        assert gesture.operands[1] in beyond
        assert "enemies at Back Door would stop it" in say(match, gesture)
    for gesture in gestures(match, 0, "ship", AURORA):
        if gesture.key in ("course", "course-direct"):
            assert (JUMP, 30) not in gesture.actions[:-2], "the best way is not stopped"
    dart = at("all gone", "swift-1 at 5", "aurora at 4", "begin plot 3 3")
    assert not [gesture for gesture in gestures(dart, 1, "ship", 33) if gesture.key == "course-stopped"], "4.18: nobody stops a dartship"


def test_a_fleet_jumps_together_within_its_allowance() -> None:
    match = begun("hammer")
    allowance = match.state.table.allowance[0]
    fleet = named(match, 0, "fleet", "point", HAVEN)
    assert fleet.operands[0] == min(9, allowance)
    assert [action[0] for action in fleet.actions].count(JOIN) == fleet.operands[0] - 1
    perform(match, 0, *fleet.actions)
    assert match.played == len(fleet.actions)
    assert match.state.hands[0].plotted == fleet.operands[0]
    union = named(match, 1, "fleet", "point", CAPITOL)
    assert [action[0] for action in union.actions].count(PLOT) == match.state.table.allowance[1]
    perform(match, 1, *union.actions)
    assert match.state.hands[1].plotted == match.state.table.allowance[1]


def test_a_course_that_is_begun_is_completed() -> None:
    match = begun()
    perform(match, 0, (PLOT, CORONA), (JUMP, HAVEN))
    goal = next(gesture for gesture in gestures(match, 0, "ship", CORONA) if gesture.operands[1] == 4)
    assert goal.actions[-1] == (ARRIVE,)
    assert PLOT not in [action[0] for action in goal.actions]


def test_a_task_force_flies_together_or_alone() -> None:
    match = at("begin plot 6 4")
    perform(match, 0, (PLOT, AURORA), (JOIN, CORONA), (JOIN, METEOR), (JUMP, 22), (ARRIVE,), (DONE,))
    perform(match, 1, (DONE,))
    together = named(match, 0, "fly-together", "ship", CORONA)
    assert together.actions == [(MOVE, CORONA), (JOIN, AURORA), (JOIN, METEOR)]
    assert named(match, 0, "fly-alone", "ship", CORONA).actions == [(MOVE, CORONA), (DONE,)]
    assert [gesture.actions[0] for gesture in gestures(match, 0)] == [(MOVE, AURORA)], "each task force is named once"
    perform(match, 0, *together.actions)
    assert match.played == 3
    assert match.state.table.place[:3] == [22, 22, 22]


def battle() -> AnyMatch:
    match = at("all gone", "aurora at 21", "corona at 21", "resolve at 21", "bastion at 21", "begin combat")
    perform(match, 0, *named(match, 0, "all-launch").actions)
    perform(match, 1, *named(match, 1, "all-hold").actions)
    return match


@pytest.mark.interpreted
def test_all_riders_of_a_ship_fire_at_one_target() -> None:
    match = battle()
    seat = match.state.table.pending[0]
    perform(match, seat, (18, 1))
    if match.state.table.pending == [1]:
        perform(match, 1, *named(match, 1, "hold-fire").actions)
    assert match.state.table.pending == [0]
    riders = [gesture for gesture in gestures(match, 0, "unit", AURORA) if gesture.key == "riders-at"]
    assert {gesture.operands for gesture in riders} == {(AURORA, RESOLVE), (AURORA, ship("bastion"))}
    assert len(riders[0].actions) == 2, "four riders are two pairs"
    everybody = named(match, 0, "all-at", "unit", RESOLVE)
    assert everybody.operands == (RESOLVE, 2 + 4)
    assert [action[1] for action in everybody.actions[:2]] == [AURORA, CORONA]
    perform(match, 0, *riders[0].actions)
    assert match.played == 2
    assert match.state.table.queue[:2] == [AURORA, CORONA]


def test_repairs_and_landings_in_one_go() -> None:
    match = at("bastion at 17", "bastion damaged", "paragon damaged", "resolve damaged", "begin repair")
    assert named(match, 1, "repair-here", "point", CAPITOL).operands == (CAPITOL, PARAGON, RESOLVE), "the strongest first"
    landing = at_garrisons()
    everywhere = named(landing, 0, "land-all")
    assert [action[1] for action in everywhere.actions] == [NEBULA, QUASAR], "frontier stations bring nothing"
    passed = gestures(landing, 0, "ship", NEBULA)
    assert [(LAND, NEBULA), (LIFT, AURORA)] in [gesture.actions for gesture in passed]
    perform(landing, 0, *passed[0].actions)
    assert landing.played == 2
    assert landing.state.hands[0].troop[NEBULA] == 0
    assert landing.state.table.garrison[HAVEN] == 0


@pytest.mark.parametrize("scenario", ["duel", "raid", "hunt", "line"])
def test_ready_formations_bring_both_sides_into_battle(scenario: str) -> None:
    match = new(scenario=scenario)
    for _ in range(2):
        seat = match.state.table.pending[0]
        found = gestures(match, seat)
        assert len({gesture.key for gesture in found}) == 2
        for gesture in found:
            assert "{" not in say(match, gesture, "de")
        perform(match, seat, *found[-1].actions)
        assert match.played == len(found[-1].actions)
    assert prompt(match, match.state.table.pending[0]) == "steer"
    assert named(match, match.state.table.pending[0], "coast-rest").ends == ENDS_PHASE


def test_riders_burn_as_a_wing() -> None:
    match = at(
        "all gone",
        "aurora at 21",
        "resolve at 21",
        "begin tactics 21",
        "aurora hex -9,0",
        "resolve hex 9,0",
        "aurora velocity 1,0",
        "begin steer corsairs",
    )
    launch = named(match, 0, "launch-coast", "unit", AURORA)
    assert launch.actions == [(LAUNCH, AURORA, 4), (COAST, AURORA)]
    perform(match, 0, *launch.actions)
    wing = [gesture for gesture in gestures(match, 0, "unit", AURORA) if gesture.key == "wing-burn"]
    assert len(wing) == 18, "every hex within two"
    assert all(len(gesture.actions) == 4 for gesture in wing)


# short notation --------------------------------------------------------------------------------------


def test_plots_in_short() -> None:
    match = begun()
    assert read_actions(match, 0, "corona haven") == [(PLOT, CORONA), (JUMP, HAVEN), (ARRIVE,)]
    assert read_actions(match, 0, "corona+pulsar haven") == [(PLOT, CORONA), (JOIN, PULSAR), (JUMP, HAVEN), (ARRIVE,)]
    sheet = read(match, 0, "corona haven, aurora 6, seal")
    assert sheet is not None
    assert sheet.ends == ENDS_PHASE
    assert sheet.actions == [(PLOT, CORONA), (JUMP, HAVEN), (ARRIVE,), (PLOT, AURORA), (JUMP, 6), (ARRIVE,), (DONE,)]
    assert CARD.gesture_length(match.game, match.state.table, match.state.hands[0], sheet.actions) == 7
    through = read_actions(match, 0, "corona 22 haven")
    assert through[1] == (JUMP, 22)
    assert through[-2] == (JUMP, HAVEN)
    stack = read_actions(match, 0, "tycho haven")
    assert [action[1] for action in stack if action[0] in (PLOT, JOIN)] == [CORONA, PULSAR, TEMPEST][: match.state.table.allowance[0]]
    perform(match, 0, (PLOT, CORONA))
    assert read_actions(match, 0, "haven") == [(JUMP, HAVEN), (ARRIVE,)]


def test_names_of_both_sets_are_read() -> None:
    match = begun(names="text")
    words = CARD.names[1]
    assert read_actions(match, 0, f"{words.unit_words[CORONA]} {words.point_words[HAVEN]}") == read_actions(match, 0, "corona haven")


def test_placing_orders_and_fire_in_short() -> None:
    match = new()
    assert read_actions(match, 0, "hammer")[-1] == (CARRY, TEMPEST)
    placed = read_actions(match, 0, "corona+tempest haven, rest tycho")
    assert placed[:2] == [(PLACE, CORONA, HAVEN), (PLACE, TEMPEST, HAVEN)]
    assert len(placed) == 9
    fight = at("all gone", "aurora at 21", "corona at 21", "resolve at 21", "begin combat")
    assert read_actions(fight, 0, "corona hold, rest launch") == [(HOLD, CORONA), (LAUNCH, AURORA, 4)]
    assert read_actions(fight, 0, "hold corona, launch aurora 2") == [(HOLD, CORONA), (LAUNCH, AURORA, 2)]
    shots = at(
        "all gone", "aurora at 21", "resolve at 21", "begin tactics 21", "aurora hex -3,0", "resolve hex 3,0", "aurora-r1 hex -3,0",
        "aurora-r2 hex -3,0", "begin fire",
    )  # fmt: skip
    assert read_actions(shots, 0, "aurora-r > resolve, rest pass") == [(AIM, 39, RESOLVE), (AIM, 40, RESOLVE), (PASS, AURORA)]
    assert read_actions(shots, 0, "all > resolve") == [(AIM, AURORA, RESOLVE), (AIM, 39, RESOLVE), (AIM, 40, RESOLVE)]


def test_task_forces_in_short() -> None:
    match = at("begin plot 6 4")
    perform(match, 0, *read_actions(match, 0, "aurora+corona+meteor 22, seal"))
    perform(match, 1, (DONE,))
    assert read_actions(match, 0, "meteor+aurora") == [(MOVE, METEOR), (JOIN, AURORA), (DONE,)]
    assert read_actions(match, 0, "corona alone") == [(MOVE, CORONA), (DONE,)]
    assert read(match, 0, "corona") is None


@pytest.mark.parametrize(
    "text",
    ["corona haven, nowhere haven", "corona+aurora haven", "corona haven, corona haven", "corona haven, seal, aurora 6", "resolve haven"],
)
def test_what_nearly_is_a_sheet_says_so(text: str) -> None:
    match = begun()
    with pytest.raises(Notation):
        read(match, 0, text)


def test_ordinary_notation_is_left_alone() -> None:
    match = begun()
    for text in ("plot corona", "done", "help", "corona", "somewhere else"):
        assert read(match, 0, text) is None


# endings, answers given beforehand ---------------------------------------------------------------------


def test_endings_have_names_and_say_what_is_left() -> None:
    match = begun()
    allowance = match.state.table.allowance[0]
    assert say_ending(match, 0, (DONE,)) == f"Seal: nobody moves this turn ({allowance} moves unused)"
    perform(match, 0, (PLOT, CORONA), (JUMP, HAVEN))
    assert say_ending(match, 0, (ARRIVE,)) == "Give this course"
    perform(match, 0, (ARRIVE,))
    assert say_ending(match, 0, (DONE,), "de") == f"Diesen 1 Kurs versiegeln ({allowance - 1} Bewegungen ungenutzt)"
    repair = at("bastion at 17", "bastion damaged", "paragon damaged", "resolve damaged", "begin repair")
    assert say_ending(repair, 1, (DONE,)) == "Repair nothing (2 repairs left)"
    perform(repair, 1, (REPAIR, RESOLVE))
    assert say_ending(repair, 1, (DONE,)) == "End repairs (1 repairs left)"
    force = at("begin plot 6 4")
    perform(force, 0, *read_actions(force, 0, "aurora+corona+meteor 22, seal"))
    perform(force, 1, (DONE,))
    perform(force, 0, (MOVE, CORONA))
    assert say_ending(force, 0, (DONE,)) == "Fly alone (2 could come along)"
    perform(force, 0, (JOIN, AURORA))
    assert say_ending(force, 0, (DONE,)) == "Fly with these 2 (1 could come along)"


def test_only_dartships_left_are_told_apart() -> None:
    match = at("begin plot 1 1")
    perform(match, 1, *read_actions(match, 1, "resolve 9"))
    assert ending(match, 1, (DONE,)).unused == [("dart", 1)]
    perform(match, 1, *read_actions(match, 1, "swift-3 9"))
    assert ending(match, 1, (DONE,)).unused == []


def test_declining_is_an_ending_and_no_bare_done() -> None:
    match = at("begin plot 3 2")
    perform(match, 0, *read_actions(match, 0, "aurora 22, seal"))
    perform(match, 1, *read_actions(match, 1, "resolve 9, paragon 9, seal"))
    assert ending(match, 0, (DECLINE,)).key == "decline"


def test_answers_given_beforehand_last_as_long_as_they_say() -> None:
    spans = {standing.prompt for standing in CARD.standings}
    assert spans == {"assemble", "first", "hunt", "flee", "bombard", "answer", "dock"}
    match = battle()
    table = match.state.table
    here = CARD.span(match.game, table, "flee")
    table.stack[-1].regs[0] = 22
    assert CARD.span(match.game, table, "flee") != here, "another battle, another answer"
    assert CARD.span(match.game, table, "bombard") == 0
    before = CARD.span(match.game, table, "hunt")
    table.turn += 1
    assert CARD.span(match.game, table, "hunt") != before


def test_whether_troops_are_there_is_covered() -> None:
    match = begun()
    table = match.state.table
    perform(match, 0, (DONE,))
    perform(match, 1, (DONE,))
    assert {"garrison", "muster", "plot", "course", "fire"} == set(CARD.covered)
    assert prompt(match, 0) == "garrison"
    assert table is not match.state.table or table.pending == [0]


# taking back -----------------------------------------------------------------------------------------


def test_a_landing_is_taken_back() -> None:
    match = at_garrisons()
    before = picture(match.state)
    perform(match, 0, (LAND, PULSAR))
    assert match.state.table.garrison[TYCHO] == 1
    assert match.objection(0, UNDO) == ""
    match.undo(0)
    assert picture(match.state) == before
    perform(match, 0, *named(match, 0, "land-all").actions)
    match.undo(0)
    assert picture(match.state) == before, "a gesture is one step"


def test_a_departure_is_taken_back_before_the_force_flies() -> None:
    match = begun("hammer")
    perform(match, 0, *read_actions(match, 0, "aurora+corona+meteor 6, seal"))
    perform(match, 1, *read_actions(match, 1, "resolve 9, seal"))
    while match.state.table.pending != [0]:
        seat = match.state.table.pending[0]
        perform(match, seat, match.game.actions(match.state.table, match.state.hands[seat])[0])
    before = picture(match.state)
    perform(match, 0, (MOVE, CORONA))
    perform(match, 0, (JOIN, AURORA))
    assert match.objection(0, UNDO) == ""
    match.undo(0)
    match.undo(0)
    assert picture(match.state) == before
    assert match.objection(0, UNDO) != "", "what came before, others have answered"


def test_a_course_that_others_have_met_stays() -> None:
    match = begun("hammer")
    perform(match, 0, *read_actions(match, 0, "aurora 6, seal"))
    assert match.objection(0, UNDO) == "", "a sealed sheet is the seat's own until the other has sealed, too"
    perform(match, 1, *read_actions(match, 1, "resolve 9, seal"))
    assert match.objection(0, UNDO) == "undo-passed"


def test_dice_bar_the_set_up() -> None:
    match = new()
    perform(match, 0, *named(match, 0, "setup-fists").actions)
    assert match.objection(0, UNDO) == "undo-passed"
    other = new()
    perform(other, 0, (PLACE, TEMPEST, HAVEN))
    assert other.objection(0, UNDO) == "", "an open placing is no secret"
    other.undo(0)
    assert other.state.table.place[TEMPEST] == -1
    perform(match, 0, (REFRAIN,))
    perform(match, 1, (REFRAIN,))
    assert match.objection(1, UNDO) == "undo-dice"
