"""LEADERS as people play it: endings with names, standing answers, covered questions, taking back by knowledge."""

from __future__ import annotations

from tests.games.leaders.posed import (
    CARD,
    INFANTRY,
    START,
    VENEZUELA,
    asked,
    end_text,
    ending,
    office,
    perform,
    placing,
    posed,
    prompt,
    read,
    texts,
)

from sandtable.check.walk import picture
from sandtable.core.match import UNDO
from sandtable.games.leaders.verbs import (
    DONE,
    HIRE,
    PLACE,
    RECRUIT,
    RESEARCH,
    SPY,
    STAND,
)
from sandtable.kit.card import ENDS_PHASE, ENDS_TURN

# endings -------------------------------------------------------------------------------------------


def test_every_ending_has_its_name_and_says_what_is_left() -> None:
    match = placing()
    assert end_text(match) == "End placing (5 units in camp could be placed)"
    assert end_text(match, language="de") == "Aufstellen beenden (5 Einheiten im Base Camp könnten aufgestellt werden)"
    perform(match, *read(match, "2I bra, end").actions)
    assert end_text(match) == "Move nobody this turn (2 units could still move)"
    perform(match, *read(match, "I bra and").actions)
    assert end_text(match) == "End my moves (1 unit could still move)"
    assert ending(match).ends == ENDS_PHASE
    perform(match, (DONE,))
    assert prompt(match) == "office"
    left = match.state.hands[0].savings
    assert end_text(match) == f"End my turn without orders ({left} points left to spend, no mission under way, 3 to choose from)"
    assert ending(match).ends == ENDS_TURN


def test_the_ending_of_the_headquarters_counts_its_orders() -> None:
    match = office("p1 savings 45", "p1 agents 0 1", "p1 cards troop_strength foresight cunning")
    perform(match, (RECRUIT, 0))
    assert ending(match).key == "office-one"
    perform(match, (RESEARCH, 2), (SPY, 1), (29, 0), (HIRE,))
    assert end_text(match) == "Give these 5 headquarters orders and end my turn", "nothing is left to buy, a mission is under way"
    perform(match, (30,))
    assert ending(match).count == 5, "taken up and given up again: one order, as the card is gone"


def test_defence_and_help_have_endings_of_their_own() -> None:
    match = posed("p1 in brazil 3 0 0", "p2 holds venezuela", "p3 in china 1 0 0", "p2 camp 1 0 0", "p3 camp 4 0 0", "p2 ally p3", seats=3)
    CARD.place(match.game, match.state, "phase move p1")
    perform(match, *read(match, "2I bra ven, end").actions)
    assert end_text(match) == "Add no more defenders (1 unit in camp could defend)"
    perform(match, (DONE,))
    assert prompt(match) == "help"
    assert end_text(match) == "Add no help (3 units in camp could help)"
    assert texts(match) == ["Help with all that fit (units: 3), and no more"]


def test_nobody_without_units_or_room_is_asked_to_help() -> None:
    lines = ["p1 in brazil 3 0 0", "p2 holds venezuela", "p3 in china 1 0 0", "p2 ally p3"]
    match = posed(*lines, "phase move p1", seats=3)
    perform(match, *read(match, "2I bra ven, end").actions)
    assert prompt(match) == "stay", "empty camps"
    match = posed(*lines, "p2 in venezuela 4 0 0", "p3 camp 4 0 0", "phase move p1", seats=3)
    perform(match, *read(match, "2I bra ven, end").actions)
    assert prompt(match) == "stay", "no room"


# standing answers and covered questions ------------------------------------------------------------


def test_standing_answers_hold_for_a_round_or_a_turn() -> None:
    match = posed("p1 holds brazil", "p2 holds china", "p3 holds india", "phase office p1", seats=3)
    spans = {name: CARD.span(match.game, match.state.table, name) for name in ("help", "defend", "stay", "reroll")}
    perform(match, (DONE,))
    table = match.state.table
    assert CARD.span(match.game, table, "help") == spans["help"], "the same round"
    assert CARD.span(match.game, table, "stay") != spans["stay"], "another turn"
    assert {standing.prompt for standing in CARD.standings} == set(spans)


def test_only_the_seat_knows_whether_it_could_help() -> None:
    """The same table, with and without an alliance: everybody is asked, and the number of answers differs."""
    counts = []
    for ally in ([], ["p2 ally p3"]):
        match = posed("p1 in brazil 3 0 0", "p2 holds venezuela", "p3 in china 1 0 0", "p3 camp 1 0 0", *ally, "phase move p1", seats=3)
        perform(match, *read(match, "2I bra ven, end").actions)
        assert (prompt(match), match.state.table.pending) == ("help", [2])
        counts.append(len(match.game.actions(*asked(match))))
    assert counts == [1, 2]
    assert "help" in CARD.covered


def test_what_a_turn_is_about_comes_first() -> None:
    rank = {shape.word: shape.rank for shape in CARD.verbs}
    assert rank["recruit"] < rank["research"] < rank["hire"] < rank["spy"] < rank["propose"] < rank["tribute"] < rank["dissolve"]
    assert rank["fight"] < rank["engage"]
    assert rank["stand"] < rank["retreat"]
    assert rank["accept"] < rank["decline"]


# taking back ---------------------------------------------------------------------------------------


def test_own_intentions_are_taken_back_gesture_by_gesture() -> None:
    match = placing()
    start = picture(match.state)
    perform(match, *read(match, "2I bra, end").actions)
    perform(match, *read(match, "2I bra wa").actions)
    assert match.state.table.attacked
    assert match.objection(0, UNDO) == ""
    match.undo(0)
    assert match.state.table.attacked == 0
    assert prompt(match) == "move"
    match.undo(0)
    assert picture(match.state) == start, "the attack and the placing, one step each, though everybody heard of them"
    assert match.objection(0, UNDO) == "undo-dice", "then come the dice of the events"


def test_placing_that_ended_by_itself_is_taken_back() -> None:
    match = placing(start_list=START.replace("p1 camp 3 1 0", "p1 camp 0 0 0").replace("brazil 1 1 1", "brazil 1 1 0"))
    perform(match, *read(match, "T bra, T ven").actions)
    assert prompt(match) == "move", "the camp is empty"
    match.undo(0)
    assert prompt(match) == "place"
    assert match.state.table.camp[:3] == [0, 2, 0]


def test_others_asked_and_turns_passed_on_are_final() -> None:
    match = placing()
    perform(match, *read(match, "2I bra, end").actions)
    perform(match, *read(match, "2I bra wa, end").actions)
    assert match.state.table.pending == [1]
    assert match.objection(0, UNDO) == "undo-passed"
    perform(match, (DONE,))
    assert prompt(match) == "stay"
    perform(match, (STAND,))
    perform(match, (STAND,))
    assert match.objection(0, UNDO) in ("undo-dice", "undo-passed")


def test_orders_stand_once_the_headquarters_are_left() -> None:
    match = placing(start_list=START + ", p1 china, p1 india")
    perform(match, (DONE,))
    assert prompt(match) == "office"
    start = picture(match.state)
    perform(match, (HIRE,), (HIRE,))
    match.undo(0)
    assert picture(match.state) == start, "a gesture is one step"
    perform(match, (HIRE,), (DONE,))
    assert match.objection(0, UNDO) == "undo-dice", "those of the next player's events"


def test_helping_an_ally_shows_an_own_secret_and_can_be_taken_back() -> None:
    """The alliance comes to light for all others, not for the one who helps."""
    match = posed("p1 in brazil 3 0 0", "p2 holds venezuela", "p3 in china 1 0 0", "p3 camp 2 0 0", "p2 ally p3", "phase move p1", seats=3)
    perform(match, *read(match, "2I bra ven, end").actions)
    perform(match, (PLACE, VENEZUELA, INFANTRY))
    event = match.state.news[-1]
    assert event.owner == 2
    assert event.nature_to(2) != event.nature_to(1)
    assert match.objection(2, UNDO) == ""
