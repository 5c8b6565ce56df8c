"""LEADERS as people play it: any order, units in one go, sheets whole or not at all, short notation."""

from __future__ import annotations

import pytest
from tests.games.leaders.posed import (
    ANDES,
    BRAZIL,
    CARD,
    CONE,
    INFANTRY,
    PLANE,
    TANK,
    VENEZUELA,
    WEST_AFRICA,
    asked,
    begun,
    end_text,
    gestures,
    in_all_orders,
    office,
    perform,
    placing,
    posed,
    prompt,
    read,
    say,
    texts,
)

from sandtable import games
from sandtable.check.walk import picture
from sandtable.core.game import Action, Draw
from sandtable.core.match import Match, Refused
from sandtable.games.leaders.rules.flow import run
from sandtable.games.leaders.state import RAID
from sandtable.games.leaders.verbs import (
    ACCEPT,
    COLOUR,
    CONTINUE,
    DECLINE,
    DONE,
    FIGHT_AT,
    HIRE,
    KEEP,
    LOSE,
    MOVE,
    NATION,
    PLACE,
    RECRUIT,
    REMOVE,
    RESEARCH,
    SPY,
    STAND,
)
from sandtable.kit.card import ENDS_PHASE, ENDS_TURN, Notation
from sandtable.wire import catalogue

# any order -----------------------------------------------------------------------------------------


def test_who_stays_is_said_in_any_order_and_search_knows_one() -> None:
    match = begun()
    assert in_all_orders(match, [(KEEP, BRAZIL, TANK), (KEEP, VENEZUELA, INFANTRY)]) == (1, 1)


def test_units_are_placed_and_moved_in_any_order() -> None:
    match = placing()
    assert in_all_orders(match, [(PLACE, BRAZIL, INFANTRY), (PLACE, VENEZUELA, TANK), (PLACE, BRAZIL, TANK)])[0] == 1
    perform(match, (PLACE, BRAZIL, INFANTRY), (PLACE, BRAZIL, TANK), (PLACE, VENEZUELA, TANK), (DONE,))
    assert prompt(match) == "move"
    moves: list[Action] = [(MOVE, BRAZIL, ANDES, TANK), (MOVE, BRAZIL, WEST_AFRICA, INFANTRY), (MOVE, VENEZUELA, ANDES, TANK)]
    assert in_all_orders(match, moves)[0] == 1


def test_orders_of_the_headquarters_come_in_any_order() -> None:
    match = posed("p1 holds brazil", "p2 holds china", "p1 savings 90", "p1 agents 0 1", "p1 cards troop_strength foresight cunning")
    CARD.place(match.game, match.state, "phase office p1")
    orders: list[Action] = [(RECRUIT, TANK), (RESEARCH, 2), (HIRE,), (SPY, 1), (29, 0)]
    assert in_all_orders(match, orders)[0] == 1
    perform(match, *orders)
    assert match.state.hands[0].mission == 0
    perform(match, (DONE,))
    assert match.state.hands[0].progress == 1, "what was recruited before the mission was taken up counts too"


def test_offers_are_answered_in_any_order_and_search_knows_one() -> None:
    match = posed("p1 holds brazil", "p2 holds china", "p3 holds india", "p4 holds japan", "p2 agents 1 0", "p3 agents 1 0", seats=4)
    for seat in (1, 2, 3):
        CARD.place(match.game, match.state, f"phase office p{seat + 1}")
        if seat < 3:
            perform(match, (24, 0))
        else:
            perform(match, (DONE,))
    assert prompt(match) == "events"
    for answers in ([(ACCEPT, 1), (DECLINE, 2)], [(DECLINE, 1), (DECLINE, 2)]):
        assert in_all_orders(match, answers) == (1, 1)


def test_units_lost_are_named_in_any_order() -> None:
    match = posed("p1 holds brazil", "p2 holds china", "p1 camp 2 2 1", seats=2)
    state = match.state
    CARD.place(match.game, state, "phase place p1")
    state.table.stack[-1].proc, state.table.stack[-1].regs = RAID, [3, 0]
    assert prompt(match) == "remove"
    assert in_all_orders(match, [(REMOVE, INFANTRY), (REMOVE, TANK), (REMOVE, PLANE)]) == (1, 1)


# gestures ------------------------------------------------------------------------------------------


def test_colour_and_nation_are_one_gesture() -> None:
    match = posed()
    assert texts(match)[0] == "Lead USA, in red"
    chosen = read(match, "blue ussr")
    assert chosen.actions == [(COLOUR, 1), (NATION, 4)]
    perform(match, *chosen.actions)
    assert match.played == 2
    assert match.state.table.pending == [1]
    perform(match, *gestures(match)[0].actions)
    assert (match.state.table.colour, match.state.table.nation) == ([1, 0], [4, 0])


def test_all_withdrawals_are_one_gesture() -> None:
    match = begun()
    weakest, strongest = gestures(match)
    assert texts(match) == ["The weakest unit stays everywhere (territories: 2)", "The strongest unit stays everywhere (territories: 2)"]
    assert weakest.actions == [(KEEP, VENEZUELA, INFANTRY), (KEEP, BRAZIL, INFANTRY)]
    assert strongest.actions == [(KEEP, VENEZUELA, TANK), (KEEP, BRAZIL, PLANE)]
    mixed = read(match, "T bra, I ven")
    assert mixed.actions == [(KEEP, BRAZIL, TANK), (KEEP, VENEZUELA, INFANTRY)]
    perform(match, *strongest.actions)
    assert (match.played, match.stopped) == (2, "")
    assert match.state.table.camp[:3] == [3 + 2, 1 + 1, 0]


def test_several_units_are_placed_at_once() -> None:
    match = placing()
    assert match.state.table.camp[:3] == [3, 3, 1]
    assert ("place", BRAZIL) in CARD.subjects(match.game, *asked(match))
    first = gestures(match, "place", BRAZIL)[0]
    assert texts(match, "place", BRAZIL)[0] == "1 plane and 1 tank into Brazil", "the strongest that fit"
    assert texts(match, "place", BRAZIL, "de")[0] == "1 Flieger und 1 Panzer nach Brazil"
    assert first.actions == [(PLACE, BRAZIL, PLANE), (PLACE, BRAZIL, TANK)]
    assert say(match, "2i bra") == "2 infantry into Brazil"
    several = read(match, "2I bra, T ven, end")
    assert several.ends == ENDS_PHASE
    perform(match, *several.actions)
    assert match.played == 4
    assert prompt(match) == "move"
    assert match.state.table.camp[:3] == [1, 2, 1]


def test_all_are_spread_along_the_border() -> None:
    match = placing()
    assert texts(match) == ["Spread 5 units evenly along the border"], "Brazil takes three, Venezuela four"
    perform(match, *gestures(match)[0].actions)
    table = match.state.table
    assert [sum(table.units[(place * 2) * 3 : (place * 2) * 3 + 3]) for place in (BRAZIL, VENEZUELA)] == [3, 4]


def test_an_attack_is_one_thing() -> None:
    match = placing()
    perform(match, *read(match, "all bra, end").actions)
    assert prompt(match) == "move"
    attack = read(match, "P T brazil west_africa")
    assert attack.actions == [(MOVE, BRAZIL, WEST_AFRICA, PLANE), (MOVE, BRAZIL, WEST_AFRICA, TANK)]
    assert say(match, "all bra wa") == "Attack West Africa from Brazil with 1 plane and 1 tank"
    assert say(match, "T bra and") == "Take Andean Countries from Brazil with 1 tank"
    assert texts(match)[:2] == [
        "Take Andean Countries with all who can reach it (units: 2)",
        "Take Southern Cone with all who can reach it (units: 2)",
    ], "most points first"
    assert "Attack West Africa with all who can reach it (units: 2)" in texts(match)
    assert "Attack West Africa from Brazil with 1 plane and 1 tank" in texts(match, "place", WEST_AFRICA), "by its target"
    assert "Attack West Africa from Brazil with 1 plane and 1 tank" in texts(match, "place", BRAZIL), "and by its origin"
    perform(match, *attack.actions)
    assert match.played == 2
    assert match.state.table.attacked == 1 << WEST_AFRICA


def test_from_all_sides() -> None:
    match = posed("p1 in brazil 3 0 0", "p1 in venezuela 2 1 0", "p2 holds andean_countries china", "phase move p1")
    best = gestures(match, "place", ANDES)[0]
    assert best.key == "attack-all"
    assert sorted(best.actions) == [
        (MOVE, VENEZUELA, ANDES, 0),
        (MOVE, VENEZUELA, ANDES, 1),
        (MOVE, BRAZIL, ANDES, 0),
        (MOVE, BRAZIL, ANDES, 0),
    ]
    assert best.actions in [gesture.actions for gesture in gestures(match)]


def test_a_fight_is_chosen_and_stood_in_one_go() -> None:
    match = posed(
        "p1 in brazil 3 0 0", "p1 in venezuela 3 0 0", "p2 holds andean_countries southern_cone", "p2 in china 1 0 0", "phase move p1"
    )
    perform(match, *read(match, "2I bra cone, 2I ven and, end").actions)
    assert prompt(match) == "fights"
    assert texts(match) == ["Fight for Andean Countries and stand", "Fight for Southern Cone and stand"]
    perform(match, *gestures(match)[1].actions)
    assert (match.played, match.state.table.pending) == (2, [1])
    assert match.inputs[-2:] == [(0, (FIGHT_AT, CONE)), (0, (STAND,))]


def test_a_defence_is_given_whole() -> None:
    match = posed("p1 in brazil 4 0 0", "p2 holds venezuela southern_cone", "p2 camp 3 1 0", "phase move p1")
    perform(match, *read(match, "I bra ven, I bra cone, end").actions)
    assert prompt(match) == "defend"
    assert texts(match) == ["Defend with all that fit (units: 4), and no more"]
    gesture = gestures(match)[0]
    assert gesture.ends == ENDS_PHASE
    perform(match, *gesture.actions)
    assert match.state.table.camp[3:6] == [0, 0, 0]
    assert match.state.table.pending == [0]


def test_losses_are_named_at_once() -> None:
    match = posed("p1 in brazil 2 2 1", "p2 holds venezuela", "p2 in china 1 0 0", "phase move p1")
    perform(match, *read(match, "all bra ven, end").actions)
    perform(match, (15,))
    assert prompt(match) == "lose", "half of four"
    assert texts(match) == ["Lose 1 tank and 1 infantry", "Lose 2 tanks", "Lose 1 plane and 1 infantry", "Lose 1 plane and 1 tank"]
    chosen = read(match, "P I")
    assert chosen.actions == [(LOSE, INFANTRY), (LOSE, PLANE)]
    perform(match, *chosen.actions)
    assert match.state.table.drop[:3] == [0, 2, 0]


def test_whoever_loses_all_guests_is_not_asked_which() -> None:
    """7.11: two hits on two guests of two kinds leave nothing to choose."""
    match = posed("p1 in brazil 3 0 0", "p2 in venezuela 4 0 0", "p3 in china 1 0 0", "p2 ally p3", seats=3)
    CARD.place(match.game, match.state, "p3 in venezuela 1 1 0")
    CARD.place(match.game, match.state, "phase move p1")
    perform(match, *read(match, "2I bra ven, end").actions)
    table = match.state.table
    perform(match, (STAND,))
    assert table.pending == [1]
    table.stack[-1].regs[4], table.stack[-1].step = 2, 6
    table.pending = []
    run(match.game.terms, match.state)
    at = (VENEZUELA * 3 + 2) * 3
    assert table.units[at : at + 3] == [0, 0, 0]
    assert prompt(match) == "stay"


def test_the_board_phase_of_the_companion_is_confirmed_with_the_events() -> None:
    match = Match(games.load("leaders", 2, {"mode": "companion", "scenario": "quick"}), Draw(1))
    perform(match, *gestures(match)[0].actions)
    perform(match, *gestures(match)[0].actions)
    assert end_text(match, (CONTINUE,)) == "The board is set up"
    perform(match, (CONTINUE,))
    perform(match, (3, 40))
    assert prompt(match) == "events"
    assert texts(match) == ["Events read, battles on the board over: to the headquarters"]
    perform(match, *gestures(match)[0].actions)
    assert prompt(match) == "office"


def test_territories_are_dealt_if_wished() -> None:
    for wish, chosen in (("all", 0), ("rest", 3 * 3)):
        match = Match(games.load("leaders", 3, {"deal": wish}), Draw(4))
        taken = 0
        while prompt(match) in ("colour", "nation", "take"):
            taken += prompt(match) == "take"
            perform(match, match.game.choices(*asked(match))[0])
        assert taken == chosen
        assert -1 not in match.state.table.owner
        points = match.state.table.points
        assert max(points) - min(points) <= 16, "whoever has least comes next; a continent may still tip it"


# headquarters --------------------------------------------------------------------------------------


def test_so_many_of_a_kind_are_recruited_at_once() -> None:
    match = office("p1 savings 40")
    assert CARD.subjects(match.game, *asked(match)) == [("unit", 0), ("unit", 1), ("unit", 2)]
    assert texts(match, "unit", INFANTRY)[0] == "Recruit 4 infantry (36 points)"
    assert texts(match, "unit", TANK) == [f"Recruit {n} tank{'s' if n > 1 else ''} ({12 * n} points)" for n in (3, 2, 1)]
    assert say(match, "1I 2T") == "Recruit 2 tanks and 1 infantry (33 points)"


def test_orders_are_one_sheet() -> None:
    match = office("p1 savings 90", "p1 agents 0 2")
    sheet = read(match, "2I T, research eco, 2 hire, spy p2, sabotage p2, give")
    assert sheet.actions == [
        (RECRUIT, 1), (RECRUIT, 0), (RECRUIT, 0), (RESEARCH, 2), (HIRE,), (HIRE,), (SPY, 1), (28, 1), (DONE,),
    ]  # fmt: skip
    assert sheet.ends == ENDS_TURN
    assert catalogue.say_gesture(match.game, match.state.table, sheet, "en") == "Give 8 headquarters orders and end my turn"
    assert CARD.gesture_length(match.game, *asked(match), sheet.actions) == len(sheet.actions)
    perform(match, *sheet.actions, whole=True)
    assert match.played == 9
    assert match.state.table.active == 1


def test_a_sheet_is_checked_as_a_sum_and_given_whole_or_not_at_all() -> None:
    match = office("p1 savings 40")
    before = picture(match.state)
    dear: list[Action] = [(RECRUIT, 0)] * 3 + [(RESEARCH, 2), (DONE,)]
    with pytest.raises(Refused, match="too-expensive"):
        perform(match, *dear, whole=True)
    assert picture(match.state) == before, "27 + 27 points are more than 40"
    with pytest.raises(Notation, match="only 0 of these"):
        read(match, "3I, research eco, give")
    with pytest.raises(Notation, match="only 4 of these"):
        read(match, "5I, give")
    perform(match, *dear)
    assert (match.played, match.stopped) == (3, "too-expensive"), "not whole: as far as it goes"


def test_two_spies_serve_one_target() -> None:
    match = office("p1 agents 0 2")
    assert texts(match, "seat", 1) == ["Spy on Player 2 and sabotage"]
    assert texts(office("p1 agents 0 1"), "seat", 1) == []


# short notation ------------------------------------------------------------------------------------


def test_words_may_be_cut_short_and_say_what_is_wrong() -> None:
    match = placing()
    with pytest.raises(Notation, match="'west' may be"):
        read(match, "2I west")
    with pytest.raises(Notation, match="'atlantis' is no territory"):
        read(match, "2I atlantis")
    with pytest.raises(Notation, match="one place"):
        read(match, "2I bra ven")
    with pytest.raises(Notation, match="only 2 of these"):
        read(match, "3I bra")
    assert CARD.read_gesture(match.game, *asked(match), "what now") is None
    assert CARD.read_gesture(match.game, *asked(match), "") is None


def test_every_gesture_of_a_match_is_recognised_and_played() -> None:
    """A player who takes a random gesture wherever there is one comes to the headquarters and on."""
    match = Match(games.load("leaders", 3, {"scenario": "quick", "rounds": 6}), Draw(7))
    draw = Draw(8)
    used: set[str] = set()
    while match.state.table.pending and len(match.inputs) < 3000:
        table, hand = asked(match)
        found = gestures(match)
        for kind, value in CARD.subjects(match.game, table, hand)[:4]:
            found = found + gestures(match, kind, value)
        if found and draw.below(3):
            gesture = found[draw.below(len(found))]
            assert CARD.gesture_length(match.game, table, hand, gesture.actions) == len(gesture.actions)
            used.add(gesture.key.split("-")[0])
            perform(match, *gesture.actions, whole=True)
            assert match.played == len(gesture.actions)
        else:
            choices = match.game.choices(table, hand)
            perform(match, choices[draw.below(len(choices))])
    assert {"lead", "place", "attack", "recruit"} <= used
