"""Fair tables, sheets that say what is wrong with them, and what simulations play."""

from __future__ import annotations

from typing import Any

import pytest

from sandtable import games
from sandtable.games import BadOption
from sandtable.games.war_of_leaders.doctor import king_ways
from sandtable.games.war_of_leaders.state import GONE
from sandtable.lab.simulate import Plan, play

CARD: Any = games.card("war_of_leaders")
BARE = {"order": "fixed", "placement": "ready", "obstacles": "none", "point": "centre", "negotiation": 0}


def rules_of(seats: int, **options: Any) -> Any:
    return games.load("war_of_leaders", seats, options).rules


@pytest.mark.parametrize("seats", CARD.seats)
def test_every_king_is_equally_far_from_the_point(seats: int) -> None:
    ways = king_ways(rules_of(seats))
    assert max(ways) - min(ways) <= 1


@pytest.mark.parametrize("seats", [2, 3, 4])
@pytest.mark.parametrize("options", [{"scenario": "skirmish"}, {"width": 1300, "height": 900}, {"width": 1500}])
def test_also_where_scenario_or_options_change_the_table(seats: int, options: dict[str, Any]) -> None:
    ways = king_ways(rules_of(seats, **options))
    assert max(ways) - min(ways) <= 1


def test_the_doctor_sees_a_table_on_which_one_king_is_nearer() -> None:
    """The triangle with its Point in the centre of the rectangle: by the greater of two differences it looks even."""
    uneven = "seats = [3]\n[table]\nwidth = 1200\nheight = 1040\nzone = 240\ncorners = [[600, 0], [1200, 1040], [0, 1040]]\n"
    [remark] = [remark for remark in CARD.doctor(uneven) if remark.key == "uneven-ways"]
    assert remark.where == ["zone:1", "zone:0"]
    assert (remark.values["long"], remark.values["short"]) == ("684", "410")
    assert [remark for remark in CARD.doctor(uneven.replace("[table]", "point = [600, 694]\n[table]")) if remark.key == "uneven-ways"] == []


def test_the_doctor_sees_obstacles_that_one_corner_lacks() -> None:
    pair = "obstacles = [{ circle = [400, 300, 20] }, { circle = [800, 500, 20] }"
    lacking = [remark for remark in CARD.doctor(pair + "]") if remark.key == "uneven-walls"]
    assert lacking and lacking[0].where == ["wall:0", "wall:1"]
    whole = pair + ", { circle = [800, 300, 20] }, { circle = [400, 500, 20] }]"
    assert [remark.key for remark in CARD.doctor(whole)] == []


@pytest.mark.parametrize(
    ("sheet", "key"),
    [
        ("neded = 4", "neded"),
        ("obstakles = []", "obstakles"),
        ("[table]\nwidth = 900\nheight = 700\nzone = 200\ncorner = []", "table.corner"),
        ("[kinds.T]\nradios = 5", "kinds.T.radios"),
        ("obstacles = [{ circel = [600, 100, 20] }]", "obstacles.circel"),
    ],
)
def test_an_unknown_key_is_refused_by_its_name(sheet: str, key: str) -> None:
    with pytest.raises(BadOption, match=f"no key '{key}'"):
        rules_of(2, sheet=sheet)
    [remark] = CARD.inspect(2, games.complete(CARD, {"sheet": sheet}))
    assert remark.grave and remark.key == "no-key" and remark.values["value"] == key


@pytest.mark.parametrize("sheet", ["needed = 0", "needed = -3", "needed = 1.5", "needed = true", "command = 0", "[kinds.S]\nradius = 0"])
def test_numbers_below_one_are_refused(sheet: str) -> None:
    with pytest.raises(BadOption, match="whole number from 1"):
        rules_of(2, sheet=sheet)


@pytest.mark.parametrize("factor", ["0", "-1", "20.01", "2.555", "1e3", "", "three", "²", "1" * 500])
def test_a_factor_that_is_none_is_refused(factor: str) -> None:
    with pytest.raises(BadOption, match="'factor' is a number"):
        rules_of(2, factor=factor)
    assert CARD.inspect(2, games.complete(CARD, {"factor": factor}))[0].key == "factor"


@pytest.mark.parametrize(("factor", "pace"), [(3, 30), ("2.5", 25), ("2,5", 25), (" 0.25 ", 3), ("20", 200), (".5", 5)])
def test_a_factor_may_have_decimals(factor: str, pace: int) -> None:
    assert rules_of(2, factor=factor).pace[1] == pace


def test_obstacles_are_not_drawn_where_they_cannot_be_fair() -> None:
    uneven = {"obstacles": "seeded", "width": 1600, "height": 1200}
    with pytest.raises(BadOption, match="cannot be drawn fairly"):
        rules_of(5, **uneven)
    assert CARD.inspect(5, games.complete(CARD, uneven))[0].key == "no-symmetry"


def test_thirteen_players_are_too_many() -> None:
    with pytest.raises(BadOption, match="12 seats, not 13"):
        games.load("war_of_leaders", 13)


def test_an_army_for_every_seat_is_needed_and_may_be_another_scenarios() -> None:
    with pytest.raises(BadOption, match="an army for each of 3"):
        rules_of(3, sheet="armies = ['standard', 'skirmish']")
    game = games.load("war_of_leaders", 2, {**BARE, "sheet": "armies = ['standard', 'skirmish']"})
    state = game.setup()
    game.audit(state)
    life = state.table.life
    assert [sum(each != GONE for each in life[:13]), sum(each != GONE for each in life[13:])] == [13, 7]


def test_simulations_have_an_end_though_the_rules_have_none() -> None:
    assert games.load("war_of_leaders", 2).rules.rounds == 0
    assert games.bounded(CARD, {})["rounds"] == 100
    assert games.bounded(CARD, {"rounds": 7})["rounds"] == 7
    assert play(Plan("war_of_leaders", 2, {"scenario": "skirmish"}, ("random",)), 3).finished


CHOICES: list[dict[str, Any]] = [
    {},
    {"range": "die"},
    {"target": "after", "squads": "any"},
    {"range": "die", "target": "after", "squads": "own", "placement": "secret"},
    {"fog": 1, "scenario": "gates", "hold": 1, "rounds": 20},
    {"scenario": "rearguard", "rally": 1, "scatter": 1, "remains": 1, "blocking": "none"},
    {"obstacles": "seeded", "directions": "eight", "factor": "4.5", "screens": 1},
]


@pytest.mark.parametrize("options", CHOICES, ids=str)
def test_the_bot_copes_with_every_option(options: dict[str, Any]) -> None:
    outcome = play(Plan("war_of_leaders", 2, options, ("greedy",)), 5)
    assert outcome.finished and max(outcome.scores) >= 0


@pytest.mark.interpreted
def test_the_bot_places_obstacles_and_the_point() -> None:
    game = games.load("war_of_leaders", 2, {"order": "fixed"})
    state = game.setup()
    players = [CARD.bot("greedy", game, seat, None) for seat in range(2)]
    built = 0
    while state.table.round == 0:
        seat = state.table.pending[0]
        action = players[seat].decide(state.table, state.hands[seat], game.actions(state.table, state.hands[seat]))
        assert game.refusal(state.table, state.hands[seat], action) == ""
        game.apply(state, seat, action)
        built = len(state.table.wall_x)
    assert built == 4
