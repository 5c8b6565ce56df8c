"""Scenarios and their doctor, measuring, drawing, the bot, and counts of offers."""

from __future__ import annotations

import pytest

from sandtable import games
from sandtable.core.game import Draw
from sandtable.core.match import Match, result
from sandtable.core.sim import playout
from sandtable.games import BadOption
from sandtable.games.war_of_leaders.game import WarOfLeaders
from sandtable.games.war_of_leaders.rules.build import near_wall, placed_shape, wall_refusal
from sandtable.games.war_of_leaders.setup import Rules
from sandtable.games.war_of_leaders.zones import count_spots, grid_spots
from sandtable.wire.catalogue import LANGUAGES, catalogue, say_remark

CARD = games.card("war_of_leaders")
SHEET = """
seats = [2, 3]
needed = 2
pieces = [["K", 0, 40, 0], ["C", 1, 80, 20], ["S", 1, 90, -20], ["S", -1, 120, 0]]
[table]
width = 900
height = 700
zone = 180
obstacles = [{ circle = [450, 560, 30] }, { outline = [300, 500, 360, 500, 330, 560] }]
"""


def load(seats: int = 2, **options: object):
    """Ready obstacles, the Point in the centre, no deals, 100 rounds, unless a test says otherwise."""
    quiet: dict[str, object] = {"obstacles": "ready", "point": "centre", "negotiation": 0, "rounds": 100}
    return games.load("war_of_leaders", seats, {**quiet, **options})  # type: ignore[arg-type]


def test_a_sheet_makes_a_scenario() -> None:
    game = load(3, sheet=SHEET)
    assert game.rules.army == 4 and game.rules.needed == 2
    assert playout(game, 1, limit=3000).state.table.ended
    assert [remark for remark in CARD.doctor(SHEET) if remark.grave] == []


@pytest.mark.parametrize(
    ("sheet", "part"),
    [
        ("pieces = [", "no TOML"),
        ('pieces = [["Q", 0, 1, 1]]', "no kind"),
        ('pieces = [["S", -1, 40, 0]]', "King"),
        ('pieces = [["K", 0, 40, 0], ["S", 5, 80, 0]]', "must follow"),
        ('pieces = [["K", 1, 40, 0], ["S", 0, 80, 0]]', "must follow"),
        ("pieces = [1, 2]", "misstates"),
        ("seats = [3]", "this scenario is for 3"),
        ("[table]\nwidth = 100\nheight = 700\nzone = 50", "measures"),
        ("[table]\nwidth = 900\nheight = 700\nzone = 600", "overlap"),
        ("[table]\nwidth = 900\nheight = 700\nzone = 80", "too small"),
        ("[table]\nwidth = 900\nheight = 700", "misstates"),
        ("[table]\nwidth = 900\nheight = 700\nzone = 200\ncorners = [[0, 0]]", "as many corners"),
        ("obstacles = [{ outline = [1, 1, 5, 5] }]", "simple polygon"),
        ("obstacles = [{ outline = [500, 300, 600, 400, 600, 300, 500, 400] }]", "simple polygon"),
        ("obstacles = [{ circle = [600, 700] }]", "circle"),
        ("obstacles = [{ circle = [1600, 700, 5] }]", "off the table"),
        ("obstacles = [{ circle = [240, 0, 50] }]", "start zone"),
        ("obstacles = [{ circle = [600, 400, 50] }]", "Capture Point"),
        ("point = [5, 5]", "does not fit"),
        ("point = [200, 200]", "reaches into a start zone"),
    ],
)
def test_a_bad_sheet_is_refused_with_its_reason(sheet: str, part: str) -> None:
    with pytest.raises(BadOption, match=part):
        load(2, sheet=sheet)
    assert any(remark.grave for remark in CARD.doctor(sheet if "seats" in sheet else "seats = [2]\n" + sheet)) or "seats" in sheet


def test_the_doctor_remarks_on_the_unusual() -> None:
    keys = {remark.key for remark in CARD.doctor("needed = 20\n[table]\nwidth = 650\nheight = 650\nzone = 240\n")}
    assert keys == {"short-way", "kings-only"}
    near = "obstacles = [{ circle = [600, 100, 30] }, { circle = [660, 100, 30] }]"
    assert {remark.key for remark in CARD.doctor(near)} == {"no-passage", "uneven-walls"}


@pytest.mark.parametrize("seats", CARD.seats)
def test_every_number_of_players_has_a_table(seats: int) -> None:
    game = load(seats, order="fixed", placement="ready")
    state = game.setup()
    game.audit(state)
    assert state.table.pending == [0]
    assert all(x >= 0 for x in state.table.x)


@pytest.mark.parametrize("query", ["", "distance rK", "rX", "way rK 0 9", "obstacle 99", "distance rK bZ9", "nonsense", "line rK 1"])
def test_a_bad_question_is_refused(query: str) -> None:
    game = load(2, order="fixed", placement="ready")
    state = game.setup()
    with pytest.raises(ValueError):
        CARD.look(game, state.table, state.hands[0], query)


def test_measuring_does_not_see_through_fog() -> None:
    """12.1: two truths that a seat cannot tell apart give it the same answers."""
    game = load(2, order="fixed", fog=1, scenario="gates", factor=6)
    match, draw = Match(game, Draw(5)), Draw(6)
    asked = 0
    for _ in range(120):
        if not match.state.table.pending:
            break
        seat = match.state.table.pending[0]
        offer = game.choices(match.state.table, match.state.hands[seat])
        match.play(seat, offer[draw.below(len(offer))])
        table = match.state.table
        if table.round == 0:
            continue
        dream = game.imagine(table, match.state.hands[0], Draw(match.state.hands[0].asked))
        for query in ("rK", "bK", "bS3", "reach rK", "threats rK", "rolls rK", "way rK 100 3", "group rK 3000 2", "line rK 700,400"):
            try:
                one = CARD.look(game, table, match.state.hands[0], query)
            except ValueError as error:
                one = str(error)
            try:
                two = CARD.look(game, dream.table, dream.hands[0], query)
            except ValueError as error:
                two = str(error)
            assert one == two
            asked += 1
    assert asked > 200


def test_drawing_shows_pieces_obstacles_and_point() -> None:
    game = load(2, order="fixed", placement="ready")
    text = CARD.draw(game, game.setup().table, None)
    assert "#" in text and "o" in text and "[red]K[/red]" in text and "[blue]T[/blue]" in text


def test_the_greedy_bot_beats_random_play() -> None:
    """A few games here; `sandtable simulate war_of_leaders --bots greedy,random --games 100` plays more."""
    game = load(2)
    won = 0
    for seed in range(10):
        match, draw, me = Match(game, Draw(seed), loud=False), Draw(seed + 1000), seed % 2
        bot = CARD.bot("greedy", game, me, Draw(seed + 2000))
        while match.state.table.pending:
            seat = match.state.table.pending[0]
            hand = match.state.hands[seat]
            offer = game.actions(match.state.table, hand)
            match.play(seat, bot.decide(match.state.table, hand, offer) if seat == me else offer[draw.below(len(offer))])
        won += result(game, match.state.table)[me] == 1000
    assert won >= 9


def count(game, state, depth: int) -> int:
    """Offers reached in so many decisions, dice always at their lowest."""
    if depth == 0 or not state.table.pending:
        return 1
    total = 0
    seat = state.table.pending[0]
    for action in game.actions(state.table, state.hands[seat]):
        after = game.copy(state)
        game.apply(after, seat, action)
        while after.table.dice:
            game.apply(after, -1, tuple(0 for _ in after.table.dice))
        total += count(game, after, depth - 1)
    return total


@pytest.mark.parametrize(("seats", "depth", "expected"), [(2, 1, 2), (2, 2, 19), (2, 3, 220), (4, 3, 216)])
def test_counts_of_offers_to_a_depth(seats: int, depth: int, expected: int) -> None:
    game = load(seats, order="fixed", placement="ready")
    assert count(game, game.setup(), depth) == expected


def inspected(sheet: str, seats: int = 2):
    return CARD.inspect(seats, games.complete(CARD, {"sheet": sheet}))


TABLE = "[table]\nwidth = 900\nheight = 700\nzone = 200\n"
CROWD = "obstacles = [" + ", ".join("{ circle = [600, 100, 5] }" for _ in range(121)) + "]"
OUTLINE = "obstacles = [{ outline = [" + ", ".join("600, 100" for _ in range(33)) + "] }]"
FAULTS = {
    "no-toml": "pieces = [",
    "misstated": "pieces = [1, 2]",
    "no-kind": 'pieces = [["Q", 0, 1, 1]]',
    "king": 'pieces = [["S", -1, 40, 0]]',
    "leader": 'pieces = [["K", 0, 40, 0], ["S", 5, 80, 0]]',
    "seats": "seats = [3]",
    "size": TABLE.replace("900", "100"),
    "corners": TABLE + "corners = [[0, 0]]",
    "zone-size": TABLE.replace("200", "900"),
    "zone-off": TABLE + "corners = [[0, 0], [99999999999999999999, 700]]",
    "zones-overlap": TABLE.replace("200", "600"),
    "zone-small": TABLE.replace("200", "80"),
    "many-walls": CROWD,
    "many-corners": OUTLINE,
    "no-circle": "obstacles = [{ circle = [600, 700] }]",
    "no-outline": "obstacles = [{ outline = [1, 1, 5, 5] }]",
    "wall-off": "obstacles = [{ circle = [99999999999999999999, 700, 5] }]",
    "wall-in-zone": "obstacles = [{ circle = [240, 0, 50] }]",
    "wall-in-point": "point = [600, 400]\nobstacles = [{ circle = [600, 100, 9] }, { circle = [600, 400, 50] }]",
    "point-off": "point = [99999999999999999999, 5]",
    "point-in-zone": "point = [200, 200]",
    "short-way": TABLE.replace("900", "600"),
    "kings-only": "needed = 99",
    "sheet-parts": "a.a.a.a.a.a.a.a.a = 1",
    "sheet-deep": "a = [[[[[[[[[",
    "sheet-word": "a = " + "1" * 300,
    "uneven-ways": "point = [600, 440]",
    "uneven-walls": "obstacles = [{ circle = [600, 100, 20] }]",
    "no-key": "neded = 4",
    "number": "needed = 0",
    "armies": "armies = ['standard']",
    "no-passage": "obstacles = [{ circle = [600, 100, 20] }, { circle = [600, 150, 20] }]",
}


@pytest.mark.parametrize("key", sorted(FAULTS))
def test_a_fault_of_a_sheet_is_named_placed_and_said_in_every_language(key: str) -> None:
    found = [remark for remark in inspected(FAULTS[key]) if remark.key == key]
    assert found, [remark.key for remark in inspected(FAULTS[key])]
    for language in LANGUAGES:
        said = say_remark("war_of_leaders", language, found[0])
        assert "{" not in said and said != found[0].text


def test_no_text_is_left_without_a_fault() -> None:
    of_options = {"factor", "no-symmetry"}
    assert set(FAULTS) | of_options == set(catalogue("war_of_leaders", "en")["remark"]) - {
        "refused",
        "bad-option",
        "sheet-long",
        "unplayable",
    }


def test_a_remark_names_the_part_of_the_table_it_is_about() -> None:
    assert inspected(FAULTS["wall-in-point"])[0].where == ["wall:1", "point"]
    assert inspected(FAULTS["no-passage"])[-1].where == ["wall:0", "wall:1"]


def test_places_are_counted_without_listing_them() -> None:
    """Column by column as many as one by one, on rectangles and round tables, with zones at the rim and beyond it."""
    draw = Draw(5)
    for _ in range(300):
        rules = Rules(2)
        rules.widest = 5 + draw.below(50)
        rules.width, rules.height = 200 + draw.below(1500), 200 + draw.below(1500)
        if draw.below(2):
            rules.disc = 100 + draw.below(800)
            rules.width = rules.height = 2 * rules.disc
        rules.zone_r = 1 + draw.below(300)
        rules.zone_x, rules.zone_y = [draw.below(rules.width + 1)], [draw.below(rules.height + 1)]
        for step in (5, 7, 40):
            assert count_spots(rules, 0, step) == len(grid_spots(rules, 0, step)) // 2


def test_an_obstacle_is_refused_beside_another_exactly_where_it_comes_too_near() -> None:
    game = load(2, obstacles="seeded", count=20, point="centre")
    assert isinstance(game, WarOfLeaders)
    rules, table, draw, seen = game.rules, game.setup().table, Draw(7), set()
    for _ in range(400):
        place = (draw.below(len(rules.shapes)), draw.below(rules.width), draw.below(rules.height), draw.below(4096))
        wall = placed_shape(rules, *place)
        told = wall_refusal(rules, table, wall, [0, 1, 2, 3])
        if told in ("", "near-obstacle"):
            assert (told != "") == any(near_wall(table, w, wall, rules.passage) for w in range(len(table.wall_x)))
        seen.add(told)
    assert seen >= {"", "near-obstacle", "near-zone", "off-table"}
