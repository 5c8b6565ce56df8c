"""Boards of any shape, the doctor, the cones of view and fire, the dice."""

from __future__ import annotations

import random
from itertools import product

import pytest

from sandtable import games
from sandtable.check.walk import walk
from sandtable.games.company_leader.board import BOARDS, Board, Play, read_board
from sandtable.games.company_leader.doctor import examine
from sandtable.games.company_leader.plan import Dice
from sandtable.kit.card import Remark
from sandtable.wire.catalogue import LANGUAGES, catalogue, say_remark

PLAY = '[[play]]\nterritories = ["a", "b"]\nincome = [1, 1]\narmies = [{ infantry = 1 }, { infantry = 1 }]\n'


def board_text(terrain: str, zones: str, play: str = PLAY) -> str:
    return f"terrain = '''\n{terrain}\n'''\nzones = '''\n{zones}\n'''\n{play}"


def marked(terrain: str, zones: str, marks: str) -> str:
    return f"marks = '''\n{marks}\n'''\n" + board_text(terrain, zones)


def grave(text: str) -> list[str]:
    return [remark.key for remark in examine(text) if remark.grave]


def test_ready_boards_are_playable_and_those_for_two_are_sound() -> None:
    for name in BOARDS:
        assert grave(name) == [], name
    for name in ("two", "river", "steppe", "small", "delta", "ring", "four", "cross", "lakes"):
        assert [remark.key for remark in examine(name) if remark.key.startswith("off-")] == [], name


@pytest.mark.parametrize(
    ("text", "word"),
    [
        ("nowhere", "no board 'nowhere'"),
        ("terrain = [\n", "not TOML"),
        ("title = 'x'\n", "lacks 'terrain'"),
        (board_text("", ""), "no fields"),
        (board_text("u o u", "A a B b"), "differ in row 1, sign 7"),
        (board_text("u o\n  o u", "A a\n  b B"), "row 2 is not shifted"),
        (board_text("u x", "A B"), "'x' in row 1 is no terrain"),
        (board_text("u u", "A B", '[[play]]\nterritories = ["a", "b"]\narmies = [{ infantry = 1 }]\n'), "do not fit"),
    ],
)
def test_an_unreadable_board_is_explained(text: str, word: str) -> None:
    remarks = examine(text)
    assert [remark.key for remark in remarks] == ["unreadable"]
    assert remarks[0].grave and word in remarks[0].text


def test_grave_faults_of_a_board() -> None:
    assert grave(board_text("u o o o o u", "A a a b b B")) == []
    assert "no-territory" in grave(board_text("u o o o o u", "A a a a a A"))
    assert "no-town" in grave(board_text("u o o o o o", "A a a b b B"))
    assert "no-purchase-field" in grave(board_text("u o o o o u", "A a a b b b"))
    assert "unreachable" in grave(board_text("u o   o u", "A a   b B"))
    crowded = PLAY.replace("{ infantry = 1 }, {", "{ infantry = 9 }, {")
    assert "army" in grave(board_text("u o o u", "A a b B", crowded))


def test_a_board_that_does_not_fit_the_seats_is_refused() -> None:
    for seats, options in [(3, {"board": "two"}), (2, {"board": "four"}), (3, {"board": "three", "alliance": "teams"})]:
        with pytest.raises(ValueError, match="not meant for"):
            games.load("company_leader", seats, options)
    with pytest.raises(ValueError, match="is for 2 seats"):
        games.load("company_leader", 4, {"scenario": "bulge"})
    with pytest.raises(ValueError, match="no play for the scenario bulge"):
        games.load("company_leader", 4, {"scenario": "bulge", "board": "four"})
    with pytest.raises(ValueError, match="no troop 'horse'"):
        games.load("company_leader", 2, {"board": board_text("u o o u", "A a b B", PLAY.replace("infantry", "horse"))})


def test_a_scenario_needs_its_marks_on_the_board() -> None:
    """The middle of one board is a purchase field's neighbour on another: so the board says where flag and convoys lie."""
    bare = board_text("u o o o o o u", "A a a . b b B")
    with pytest.raises(ValueError, match="needs a flag"):
        games.load("company_leader", 2, {"scenario": "flag", "board": bare})
    with pytest.raises(ValueError, match="needs a convoy"):
        games.load("company_leader", 2, {"scenario": "escort", "board": bare})
    with pytest.raises(ValueError, match="needs a flag"):
        games.load("company_leader", 2, {"scenario": "flag", "board": "steppe"})
    near = marked("u o o o o o u", "A a a . b b B", ". . f . . . .")
    with pytest.raises(ValueError, match="home in the first turn"):
        games.load("company_leader", 2, {"scenario": "flag", "board": near})
    assert [remark.key for remark in inspected(near, scenario="flag") if remark.grave] == ["flag-near"]
    games.load("company_leader", 2, {"scenario": "flag", "board": marked("u o o o o o u", "A a a . b b B", ". . . f . . .")})


def test_ready_scenarios_are_played_on_ready_boards() -> None:
    """Each board for two, three and four plays every scenario it has the marks for; the three of the rules run on all but the steppe."""
    ready = {2: ("two", "river", "small"), 3: ("three", "delta", "ring"), 4: ("four", "cross", "lakes")}
    for seats, board in [(number, name) for number in ready for name in ready[number]]:
        for scenario in ("battle", "flag", "assault", "escort"):
            remarks = inspected(board, seats, scenario=scenario)
            assert [remark.key for remark in remarks if remark.grave or remark.key == "off-flag"] == [], (board, scenario)
            games.load("company_leader", seats, {"board": board, "scenario": scenario})
    for scenario, seats in [("bulge", 2), ("bridge", 2), ("desert", 2), ("pocket", 3), ("crossroads", 4)]:
        game = games.load("company_leader", seats, {"scenario": scenario})
        walk(game, 1, lambda match, rnd: None)


def test_army_lists_are_read_or_refused() -> None:
    faults = {
        "two infantry": "write numbers",
        "0 infantry": "write numbers",
        "2 horse": "no troop 'horse'",
        "1 infantry; 1 infantry; 1 infantry": "3 armies for 2 seats",
        "99 infantry": "does not fit",
    }
    for text, word in faults.items():
        with pytest.raises(ValueError, match=word):
            games.load("company_leader", 2, {"army_list": text})


@pytest.mark.parametrize("seed", range(12))
def test_boards_of_any_shape_are_played(seed: int) -> None:
    rnd = random.Random(seed)
    fields = {(0, 0)}
    while len(fields) < 24:
        q, r = rnd.choice(sorted(fields))
        dq, dr = rnd.choice([(1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1)])
        if rnd.random() < 0.9 and 0 <= r + dr < 9:
            fields.add((q + dq, r + dr))
    ordered = sorted(fields, key=lambda f: (2 * f[0] + f[1], f))
    side = {field: "a" if i < 10 else "b" if i >= 14 else "." for i, field in enumerate(ordered)}
    for i in (0, 1, 2):
        side[ordered[i]], side[ordered[-1 - i]] = "A", "B"
    left = min(2 * q + r for q, r in fields)
    terrain, zones = [[" "] * 80 for _ in range(9)], [[" "] * 80 for _ in range(9)]
    for q, r in fields:
        terrain[r][2 * q + r - left] = rnd.choice("ooofu")
        zones[r][2 * q + r - left] = side[(q, r)]
    for q, r in (ordered[0], ordered[-1]):
        terrain[r][2 * q + r - left] = "u"
    rows = [y for y in range(9) if "".join(terrain[y]).strip()]
    text = board_text("\n".join("".join(terrain[y]) for y in rows), "\n".join("".join(zones[y]) for y in rows))
    if grave(text):
        pytest.skip("this shape is not connected")
    game = games.load("company_leader", 2, {"board": text, "turns": 6})
    walk(game, seed, lambda match, rnd: None)


def open_field() -> Board:
    fields = [(q, r) for q in range(-5, 6) for r in range(-5, 6) if abs(q + r) <= 5]
    return Board("open", fields, [0] * len(fields), ["."] * len(fields), [Play([], [], [], [])])


def test_cones_on_open_ground() -> None:
    board = open_field()
    middle = board.hexes.find(0, 0)
    everything: set[int] = set()
    for facing in range(6):
        assert len(board.view(middle, facing, 1)) == 3
        assert len(board.view(middle, facing, 2)) == 6
        assert [len(board.fire(middle, facing, reach)) for reach in range(4)] == [0, 1, 4, 7]
        assert set(board.fire(middle, facing, 2)) <= set(board.fire(middle, facing, 3))
        everything |= set(board.fire(middle, facing, 3))
        for target in board.fire(middle, facing, 3):
            assert facing in board.hexes.directions_towards(middle, target)
    assert everything == set(board.hexes.disc(middle, 3)) - {middle}


def test_turning_the_board_turns_the_cones() -> None:
    board = read_board("four")
    image = board.hexes.rotation(3)
    for field in range(board.size):
        for facing in range(6):
            for distance in (1, 2):
                turned = sorted(image[at] for at in board.view(field, facing, distance))
                assert turned == board.view(image[field], (facing + 3) % 6, distance)
            for reach in range(4):
                turned = sorted(image[at] for at in board.fire(field, facing, reach))
                assert turned == board.fire(image[field], (facing + 3) % 6, reach)


@pytest.mark.parametrize(
    ("terrain", "vehicle", "expected"),
    [
        (0, 0, [0.67, 1.33, 2.00, 2.67]),
        (0, 1, [0.50, 1.00, 1.50, 2.00]),
        (1, 0, [0.50, 0.89, 1.24, 1.58]),
        (1, 1, [0.50, 0.97, 1.43, 1.87]),
        (2, 0, [0.33, 0.56, 0.74, 0.91]),
        (2, 1, [0.33, 0.64, 0.93, 1.20]),
    ],
)
def test_expected_hits_of_the_dice(terrain: int, vehicle: int, expected: list[float]) -> None:
    """Cover protects, for both kinds of target and every number of dice."""
    dice = Dice()
    row = (terrain * 2 + vehicle) * 6
    for count, mean in enumerate(expected, start=1):
        total = 0
        for faces in product(range(6), repeat=count):
            whole = sum(dice.whole[row + face] for face in faces)
            half = sum(dice.half[row + face] for face in faces)
            total += whole + (half + 1) // 2
        assert abs(total / 6**count - mean) < 0.006


def inspected(board: str, seats: int = 2, **options: int | str) -> list[Remark]:
    card = games.card("company_leader")
    return card.inspect(seats, games.complete(card, {"board": board, **options}))


BROKEN = [
    "terrain = [\n",
    "a.a.a.a.a.a.a.a.a = 1\n",
    "terrain = [[[[[[[[[\n",
    "terrain = " + "1" * 300 + "\n",
    board_text("u o o o o u", "A a a a a A"),
    board_text("u o o o o o", "A a a b b B"),
    board_text("u o o o o u", "A a a b b b"),
    board_text("u o   o u", "A a   b B"),
    board_text("u u o o u u\n o o o o o", "A a . . b B\n c . . . ."),
    board_text("o o o o\n o o o", "a a b b\n a . b"),
    board_text("u o o u", "A a b B", PLAY.replace("infantry = 1", "horse = 1")),
    board_text("u o o u", "A a b B", PLAY.replace("{ infantry = 1 }, {", "{ infantry = 9 }, {")),
    board_text("u f f o o o u", "A a a . b b B"),
    marked("u o o o o o u", "A a a . b b B", ". . . f . . ."),
    "two",
    "three",
]


SCENARIOS = [  # board, options
    ("two", {"scenario": "flag"}),
    ("assault", {"scenario": "flag"}),
    ("two", {"scenario": "escort"}),
    ("two", {"scenario": "escort", "turns": 3}),
    ("steppe", {"scenario": "flag"}),
    (board_text("u o o o o o u", "A a a . b b B"), {"scenario": "escort"}),
    (marked("u o o o o o u", "A a a . b b B", ". . f . . . ."), {"scenario": "flag"}),
    (marked("u o o o o o u", "A a a . b b B", ". . . c . . ."), {"scenario": "escort"}),
    ("two", {"scenario": "bulge"}),
    ("two", {"army_list": "x"}),
]  # fmt: skip


def test_every_remark_is_said_in_every_language_with_all_its_values() -> None:
    found = [remark for board in BROKEN for remark in inspected(board)] + [remark for name in BOARDS for remark in examine(name)]
    found += [remark for board, options in SCENARIOS for remark in inspected(board, **options)]  # type: ignore[arg-type]
    assert {remark.key for remark in found} == set(catalogue("company_leader", "en")["remark"]) - {"refused", "bad-option", "sheet-long"}
    for remark in found:
        for language in LANGUAGES:
            said = say_remark("company_leader", language, remark)
            assert "{" not in said and said != remark.text, (remark.key, language)


def test_a_remark_names_the_fields_it_is_about() -> None:
    cut = {remark.key: remark for remark in inspected(board_text("u o o o   o u", "A a a .   b B"))}
    assert cut["unreachable"].where == ["5,0", "6,0"]
    towns = {remark.key: remark for remark in inspected(board_text("u u o o o u", "A a . . b B"))}
    assert towns["off-spread"].where == ["0,0", "1,0"]
    assert "1,0" in towns["off-symmetry"].where


def test_only_the_way_to_play_that_is_chosen_counts() -> None:
    assert [remark.key for remark in inspected("two", 3) if remark.grave] == ["no-play"]
    assert [remark.key for remark in inspected("four", 3, alliance="teams") if remark.grave] == []


@pytest.mark.parametrize(
    ("text", "word"),
    [
        (board_text("o" + " " * 200 + "o", "a" + " " * 200 + "b"), "120 signs"),
        (board_text("\n".join(" " * (y % 2) + "o" for y in range(60)), ""), "48 rows"),
        (
            board_text("\n".join(" " * (y % 2) + "o " * 50 for y in range(20)), "\n".join(" " * (y % 2) + "a " * 50 for y in range(20))),
            "600",
        ),
        (board_text("u 3", "A ="), "no terrain"),
        (board_text("u u", "A ="), "no territory"),
        (board_text("u u", "A B", PLAY.replace("income = [1, 1]", "income = [1, -1]")), "between 0 and 99"),
        (board_text("u u", "A B", PLAY.replace("infantry = 1", "infantry = 'x'")), "tables of troops"),
        (board_text("u u", "A B", PLAY + "sides = [0, 2]"), "do not fit"),
        (board_text("u u", "A B", "play = 3"), "[[play]]"),
    ],
)
def test_a_board_is_bounded(text: str, word: str) -> None:
    """A text of a few kilobytes must not make a table of gigabytes."""
    with pytest.raises(games.BadOption) as caught:
        games.load("company_leader", 2, {"board": text})
    assert word in str(caught.value)
