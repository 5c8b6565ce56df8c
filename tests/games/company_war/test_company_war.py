"""What rule cases cannot say: names, imagined plots, straight ways, drawings, the bot."""

from __future__ import annotations

import tomllib

import pytest

from sandtable import games
from sandtable.core.game import Draw
from sandtable.core.match import Match, result
from sandtable.core.sim import playout
from sandtable.games.company_war.card import CARD
from sandtable.games.company_war.game import CompanyWar
from sandtable.games.company_war.hexmap import distance, edge_of, hex_at, hex_q, hex_r, length, on_map, step, trace
from sandtable.games.company_war.state import PLOTTING, UNPLACED, WarHand, WarTable, where
from sandtable.kit.hexes import hexagon
from sandtable.wire.notation import event_words, write

TRIALS = CARD.trials()


def load(**options: str | int) -> CompanyWar:
    game = games.load("company_war", None, options)
    assert isinstance(game, CompanyWar)
    return game


def text_names() -> list[str]:
    path = games.folder("company_war") / "data" / "names.toml"
    source = tomllib.loads(path.read_text(encoding="utf-8"))["text"]
    names = source["points"] + source["ships"] + source["seats"]
    return [name.lower() for name in names if not name.startswith(("Point ", "Dart "))]


@pytest.mark.parametrize("combat", ["strategic", "tactical"])
def test_no_name_of_the_text_unless_it_is_asked_for(combat: str) -> None:
    game = load(combat=combat, setup="secret", turns=3)
    draw = Draw(3)
    match = Match(game, Draw(4))
    spoken: list[str] = []
    while match.state.table.pending:
        seat = match.state.table.pending[0]
        table, hand = match.state.table, match.state.hands[seat]
        offer = game.actions(table, hand)
        spoken += [write(game, table, action) for action in offer]
        if hand.asked % 10 == 0:
            spoken.append(CARD.draw(game, table, hand))
        for event in match.play(seat, offer[draw.below(len(offer))]):
            spoken += event_words(game, match.state.table, event)
    words = set(" ".join(spoken).lower().replace("-", " ").replace(",", " ").split())
    assert "corsairs" in words
    assert [name for name in text_names() if name in words] == []


def sealed_plots(seed: int, setup: str) -> tuple[CompanyWar, WarTable, WarHand]:
    """A position in which the League has sealed its plots and the Corsairs have not, or the other way round."""
    game = load(setup=setup)
    draw = Draw(seed)
    match = Match(game, Draw(seed + 1))
    quiet = seed % 2
    while True:
        table = match.state.table
        proc = table.stack[-1].proc
        if proc == PLOTTING and table.pending == [quiet] and table.turn > seed % 3:
            return game, table, match.state.hands[quiet]
        seats = [seat for seat in table.pending if not (proc == PLOTTING and seat == quiet and len(table.pending) == 2)]
        seat = seats[draw.below(len(seats))]
        offer = game.actions(table, match.state.hands[seat])
        match.play(seat, offer[draw.below(len(offer))])


@pytest.mark.parametrize("setup", ["open", "secret"])
def test_imagined_plots_are_legal_and_go_somewhere(setup: str) -> None:
    aimed, plots = 0, 0
    for seed in range(24):
        game, table, hand = sealed_plots(seed, setup)
        for again in range(10):
            world = game.imagine(table, hand, Draw(100 * seed + again))
            foe = world.hands[1 - hand.seat]
            assert foe.plotted - (1 if foe.darts else 0) <= table.allowance[foe.seat]
            for ship, course in enumerate(foe.course):
                if course:
                    at = where(table, foe, ship)
                    assert at != UNPLACED
                    for point in course:
                        assert point in game.book.roads[foe.seat][at]
                        at = point
                    plots += 1
                    goal = course[-1]
                    enemy = any(place == goal for place in (table.place[9:33] if foe.seat == 0 else table.place[:9]))
                    aimed += 1 if game.book.kind[goal] or enemy else 0
    assert plots > 200
    assert aimed / plots > 0.6, "plots wander about"


def test_imagined_worlds_differ() -> None:
    game, table, hand = sealed_plots(1, "open")
    seen = {str(game.imagine(table, hand, Draw(seed)).hands[0].course) for seed in range(20)}
    assert len(seen) > 10


def test_ways_agree_with_the_board_of_the_kit() -> None:
    """A hex is entered exactly if it lies on the way whichever side of a run-along edge is taken."""
    board = hexagon(9)
    centre = board.find(0, 0)
    for goal in range(board.size):
        left, right = board.line_left(centre, goal), board.line_right(centre, goal)
        wanted = [step(board.q[a], board.r[a]) for a, b in zip(left, right, strict=True) if a == b and a != centre]
        assert trace(board.q[goal], board.r[goal]) == wanted
        assert length(board.q[goal], board.r[goal]) == board.distance(centre, goal)


def test_hexes_of_the_plane() -> None:
    for q in range(-20, 21):
        for r in range(-20, 21):
            place = hex_at(q, r)
            assert (hex_q(place), hex_r(place)) == (q, r)
            assert on_map(place) == (max(abs(q), abs(r), abs(q + r)) <= 20)
            assert distance(place, hex_at(0, 0)) == max(abs(q), abs(r), abs(q + r))
    assert [edge_of(hex_at(*at)) for at in ((21, -10), (-10, 21), (-11, -10), (-21, 10), (10, -21), (11, 10))] == [0, 1, 2, 3, 4, 5]


@pytest.mark.parametrize(("seats", "options"), TRIALS)
def test_every_position_can_be_drawn(seats: int, options: dict[str, str | int]) -> None:
    game = games.load("company_war", seats, options)
    for limit in (0, 30, 120, 400):
        state = playout(game, limit, limit=limit).state
        for hand in (None, *state.hands):
            assert "points" in CARD.draw(game, state.table, hand)


@pytest.mark.parametrize("seat", [0, 1])
@pytest.mark.parametrize("options", [{}, {"combat": "tactical", "turns": 4}, {"scenario": "line"}])
def test_greedy_beats_random(seat: int, options: dict[str, str | int]) -> None:
    """A few games here; the hundreds are a benchmark."""
    game = games.load("company_war", None, options)
    wins = 0
    for seed in range(6):
        match = Match(game, Draw(seed), loud=False)
        draw = Draw(seed + 50)
        bot = CARD.bot("greedy", game, seat, Draw(seed + 99))
        while match.state.table.pending:
            mover = match.state.table.pending[0]
            hand = match.state.hands[mover]
            offer = game.actions(match.state.table, hand)
            action = bot.decide(match.state.table, hand, offer) if mover == seat else offer[draw.below(len(offer))]
            match.play(mover, action)
        wins += 1 if result(game, match.state.table)[seat] > 0 else 0
    assert wins >= 5


@pytest.mark.parametrize("query", ["", "point", "velocity aurora", "number aurora resolve", "nobody", "way corsairs 5", "course aurora"])
def test_queries_without_an_answer_are_value_errors(query: str) -> None:
    game = load()
    with pytest.raises(ValueError, match=r"."):
        CARD.look(game, game.setup().table, None, query)
