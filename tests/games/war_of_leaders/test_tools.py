"""Scenarios and their doctor, measuring, drawing, the bot, and counts of offers."""

from __future__ import annotations

import pytest

from sandtable import games
from sandtable.core.game import Draw
from sandtable.core.match import Match, result
from sandtable.core.sim import playout
from sandtable.games import BadOption

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
    return games.load("war_of_leaders", seats, options)  # type: ignore[arg-type]


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
    assert {remark.key for remark in CARD.doctor(near)} == {"no-passage"}


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
        offer = game.actions(match.state.table, match.state.hands[seat])
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
