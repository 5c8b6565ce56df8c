"""Looking ahead: the same knowledge and seed give the same answer; chances agree with enumeration."""

from __future__ import annotations

import itertools
import math
from collections import Counter
from fractions import Fraction
from typing import Any

import pytest

from sandtable import bots, games
from sandtable.bots import study
from sandtable.check.ready.minds import played
from sandtable.core.game import CHANCE, Draw
from sandtable.core.match import Match, finished
from sandtable.games.commanders.odds import ranked, successes
from sandtable.games.commanders.verbs import DONE, ORDER
from sandtable.games.company_leader.odds import hits_of
from sandtable.games.company_war.odds import two_dice
from sandtable.games.leaders.odds import Side, fight_out, throw_of
from sandtable.games.leaders.verbs import STAND as VERB_STAND


def at_the_start(name: str, options: dict[str, Any] | None = None) -> Match[Any, Any, Any]:
    """A match whose set-up is over."""
    match = Match(games.load(name, None, options), Draw(1))
    card, draw = games.card(name), Draw(2)
    setting_up = {card.prompt(match.game, match.state.table, match.state.hands[match.state.table.pending[0]])}
    setting_up |= {"troops", "carry", "place", "hide"}
    while True:
        seat = match.state.table.pending[0]
        if card.prompt(match.game, match.state.table, match.state.hands[seat]) not in setting_up:
            return match
        offer = match.game.actions(match.state.table, match.state.hands[seat])
        match.play(seat, offer[draw.below(len(offer))])


@pytest.mark.parametrize("name", ["picket", "company_leader", "company_war"])
def test_at_the_start_belief_is_counted(name: str) -> None:
    """Exact shares, whatever the number of samples, and they are those of many samples."""
    match = at_the_start(name)
    state, seat = match.state, 1
    rows = study.guesses(match.game, state.table, state.hands[seat], 1, Draw(4))
    assert rows and all(row["exact"] for row in rows)
    assert all(margin == 0 for row in rows for _, _, margin in row["answers"])
    assert rows == study.guesses(match.game, state.table, state.hands[seat], 1, Draw(5))
    card, draw, worlds = games.card(name), Draw(6), 1500
    for row in rows[:4]:
        values: Counter[int] = Counter()
        for _ in range(worlds):
            for fact in card.facts(match.game, match.game.imagine(state.table, state.hands[seat], draw), seat):
                if (fact.subject_kind, fact.subject, fact.key) == (row["subject_kind"], row["subject"], row["key"]):
                    values[fact.value] += 1
        shown = sum(share for _, share, _ in row["answers"]) + row.get("more", [0, 0.0])[1]
        assert abs(shown - 1) < 0.001
        for value, share, _ in row["answers"]:
            assert abs(values[value] / worlds - share) < 5.2 * (share * (1 - share) / worlds) ** 0.5 + 1e-9  # one in five million


def test_answers_that_are_left_out_are_counted() -> None:
    values = [(value, 1.0) for value in range(9)] * 2 + [(0, 1.0), (1, 1.0)]
    row = study.guess(("piece", 3, "is", "kind"), values, False)
    assert len(row["answers"]) == 6 and row["more"] == [3, 0.3]
    assert "more" not in study.guess(("piece", 3, "is", "kind"), values[:6], False)


def test_worlds_are_counted_each_with_its_probability() -> None:
    """A draw of two, and after a one another of three: four worlds."""
    draw, found = study.Every(), []
    while True:
        first = draw.below(2)
        found.append((first, draw.below(3) if first else -1, draw.ways()))
        if not draw.next():
            break
    assert found == [(0, -1, 2), (1, 0, 6), (1, 1, 6), (1, 2, 6)]


def test_guesses_say_how_sure_they_are(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(study, "MOST_COUNTED", 0)
    match = played("picket", 10, 1)
    state = match.state
    seat = state.table.pending[0]
    rows = study.guesses(match.game, state.table, state.hands[seat], 200, Draw(4))
    hidden = [row for row in rows if row["key"] == "is"]
    assert hidden
    for row in hidden:
        assert abs(sum(share for _, share, _ in row["answers"]) - 1) < 0.001
        assert all(0 < margin < 0.15 for _, _, margin in row["answers"])
    total = sum(share for row in hidden for value, share, _ in row["answers"] if value == 0)
    assert abs(total - round(total)) < 0.001  # dummies left over, however they are dealt
    assert study.margin(0.5, 100) == pytest.approx(0.0962, abs=0.0005)


def test_a_hint_goes_on_to_the_end_of_an_order_sheet() -> None:
    """What the bot would answer while it is asked the same: all orders of a round, and giving them; legal in this order."""
    match = Match(games.load("commanders", 2, {"battle": "marengo"}), Draw(3))
    table, hand = match.state.table, match.state.hands[0]
    found = study.weigh(match.game, table, hand, match.game.actions(table, hand), "greedy", 7, 600.0, 0)
    answer = [tuple(found["action"]), *map(tuple, found["then"])]
    orders, last = answer[:-1], answer[-1]
    assert len(orders) > 5 and len({unit for _, unit, *_ in orders}) == len(orders)
    assert {verb for verb, *_ in orders} == {ORDER} and last == (DONE,)
    match.perform(0, hand.asked, answer)
    assert (match.played, match.stopped) == (len(answer), "") and match.state.table.pending == [1]


def test_a_hint_stops_where_the_question_changes() -> None:
    match = played("company_leader", 0, 1)
    table = match.state.table
    hand = match.state.hands[table.pending[0]]
    found = study.weigh(match.game, table, hand, match.game.actions(table, hand), "greedy", 7, 600.0, 0)
    assert len(found["then"]) == sum(hand.left) - 1  # all troops hide, nothing after that


def test_a_hint_weighs_the_bots_choice_against_others() -> None:
    match = played("picket", 10, 1)
    state = match.state
    seat = state.table.pending[0]
    hand = state.hands[seat]
    offer = match.game.actions(state.table, hand)
    found = study.weigh(match.game, state.table, hand, offer, "greedy", 7, 600.0, 12)
    assert found["worlds"] == 12 and 2 <= len(found["candidates"]) <= study.MOST_CANDIDATES
    assert next(line for line in found["candidates"] if line["bot"])["action"] == found["action"]
    others = [line["score"] for line in found["candidates"] if not line["bot"]]
    assert others == sorted(others, reverse=True) and all(0 <= line["win"] <= 1 for line in found["candidates"])
    again = study.weigh(match.game, state.table, hand, offer, "greedy", 7, 600.0, 12)
    assert again == found
    late = study.weigh(match.game, state.table, hand, offer, "greedy", 7, -1.0, 12)
    assert late["worlds"] == 0 and late["action"] == found["action"]


def test_the_bots_choice_leads_unless_another_is_better_beyond_chance() -> None:
    def line(score: float, margin: float, bot: bool = False) -> dict[str, Any]:
        return {"score": score, "score_margin": margin, "bot": bot}

    assert [each["score"] for each in study.ranked([line(0, 100, True), line(50, 100), line(150, 100)])] == [0, 150, 50]
    assert [each["score"] for each in study.ranked([line(0, 40, True), line(50, 40), line(150, 40)])] == [150, 0, 50]


# exact numbers ----------------------------------------------------------------------------------


def test_a_round_of_picket() -> None:
    """Two against one: each troop hits on 5 and 6."""
    card, game = games.card("picket"), games.load("picket")
    state = game.setup()
    cases = list(itertools.product(range(1, 7), repeat=2))
    either = sum(1 for a, b in cases if a >= 5 or b >= 5)
    assert Fraction(either, 36) == Fraction(5, 9)
    from sandtable.core.game import Frame
    from sandtable.games.picket.state import FIGHT

    table = state.table
    table.stack = [Frame(FIGHT, 0, [3, 1])]
    for piece in range(len(table.zone)):
        table.zone[piece] = 3 if piece in (0, 1, 5) else 0 if piece < 5 else 4
    found = {c.key: Fraction(c.ways, c.of) for c in card.odds(game, table, state.hands[0], (3,))}
    assert found == {"they-fall": Fraction(5, 9), "they-lose": Fraction(5, 9), "we-lose": Fraction(1, 3), "we-fall": Fraction(0)}


def test_hits_of_a_shot_in_company_leader() -> None:
    """Every strength from 1 to 4 on every terrain against both kinds, die by die."""
    game = games.load("company_leader")
    state = game.setup()
    plan, table = game.plan, state.table  # type: ignore[attr-defined]
    for terrain, vehicle, strength in itertools.product(range(3), range(2), range(1, 5)):
        target = plan.terrain.index(terrain)
        shooter = (target + 1) % len(plan.terrain)
        table.face[target] = 4 if vehicle else 1
        table.strength[shooter] = strength
        row = (terrain * 2 + vehicle) * 6
        counted: dict[int, int] = {}
        for faces in itertools.product(range(6), repeat=strength):
            whole = sum(plan.dice.whole[row + face] for face in faces)
            half = sum(plan.dice.half[row + face] for face in faces)
            hits = whole + (half + 1) // 2
            counted[hits] = counted.get(hits, 0) + 1
        odds = hits_of(plan, table, shooter, target)
        assert {hits: ways for hits, ways in enumerate(odds.ways) if ways} == counted
    assert table.owner


def test_dealt_dice_of_commanders() -> None:
    """Dice are sorted and dealt by rank (7.2)."""
    for total, needed in itertools.product(range(1, 5), range(1, 7)):
        for rank in range(total):
            hits = sum(1 for dice in itertools.product(range(1, 7), repeat=total) if sorted(dice, reverse=True)[rank] >= needed)
            assert Fraction(*ranked(total, rank, needed)) == Fraction(hits, 6**total)
    assert [successes(modifier, 3) for modifier in (-3, -1, 0, 1, 3)] == [0, 2, 3, 4, 6]


def test_two_dice_of_company_war() -> None:
    for number in range(-3, 16):
        hits = sum(1 for a, b in itertools.product(range(1, 7), repeat=2) if a + b == 2 or (a + b <= number and a + b != 12))
        assert two_dice(number) == hits


def test_fights_of_leaders() -> None:
    """Against a plain recursion over all faces; infantry hits with three faces of six."""
    terms = games.load("leaders").terms  # type: ignore[attr-defined]
    assert fight_out(terms, Side([1, 0, 0], 0, False), Side([1, 0, 0], 0, False))[:3] == [Fraction(1, 3)] * 3
    for attack, defence in (([2, 0, 0], [1, 0, 0]), ([1, 1, 0], [2, 0, 0]), ([0, 1, 1], [1, 1, 0])):
        a, d = Side(attack, 0, False), Side(defence, 0, True)
        won, held, empty, _, _ = fight_out(terms, a, d)
        assert won + held + empty == 1
        assert (won, held) == recursion(terms, a, d, 0, 0)


def recursion(terms: Any, a: Side, d: Side, lost_a: int, lost_d: int) -> tuple[Fraction, Fraction]:
    if lost_a >= a.total() or lost_d >= d.total():
        return Fraction(lost_a < a.total()), Fraction(lost_d < d.total())
    one, two = throw_of(terms, a, lost_a), throw_of(terms, d, lost_d)
    won = held = Fraction(0)
    for on_d, on_a in itertools.product(range(len(one.ways)), range(len(two.ways))):
        ways = Fraction(one.ways[on_d] * two.ways[on_a], one.total * two.total)
        if ways and (on_d or on_a):
            w, h = recursion(terms, a, d, min(a.total(), lost_a + on_a), min(d.total(), lost_d + on_d))
            won, held = won + ways * w, held + ways * h
    moving = 1 - Fraction(one.ways[0] * two.ways[0], one.total * two.total)
    return won / moving, held / moving


def test_fights_of_leaders_are_reckoned_where_they_are_chosen() -> None:
    """Before a fight and in its first round the chances are the same, and they add up."""
    game = games.load("leaders", 2, {"scenario": "quick"})
    card = games.card("leaders")
    players = [bots.make("greedy", game, seat, 1) for seat in range(2)]
    met = 0
    match = Match(game, Draw(8))
    for _ in range(400):
        if finished(match.state) or met >= 5:
            break
        table, seat = match.state.table, match.state.table.pending[0]
        hand = match.state.hands[seat]
        action = players[seat].decide(table, hand, game.actions(table, hand))
        before = card.odds(game, table, hand, action) if card.verbs[action[0]].word == "fight" else []
        match.play(seat, action)
        if before and match.state.table.pending == [seat]:
            met += 1
            now = card.odds(game, match.state.table, match.state.hands[seat], (VERB_STAND,))
            assert [(c.key, c.ways, c.of) for c in before] == [(c.key, c.ways, c.of) for c in now]
            assert sum((Fraction(c.ways, c.of) for c in before if not c.mean), Fraction(0)) == 1
    assert met >= 2


def test_throws_of_leaders_face_by_face() -> None:
    """7.6, 7.9: three dice at most, the strongest; one single hit counts twice with military 3."""
    terms = games.load("leaders").terms  # type: ignore[attr-defined]
    dice = terms.v.dice
    counted: dict[int, int] = {}
    for faces in itertools.product(dice[2], dice[1], dice[1]):
        hits = sum(faces) + (1 if 1 in faces else 0)
        counted[hits] = counted.get(hits, 0) + 1
    odds = throw_of(terms, Side([5, 2, 1], 0, True), 0)
    assert {hits: ways for hits, ways in enumerate(odds.ways) if ways} == counted


CLOSE = {"scenario": "skirmish", "width": 700, "height": 700, "obstacles": "none", "factor": 5, "placement": "ready", "order": "fixed"}
CLOSE |= {"point": "centre", "negotiation": 0}


def enumerated(game: Any, state: Any, seat: int, action: tuple[int, ...], wanted: Any) -> Fraction | None:
    """The share of all dice, applied by the rules themselves, after which the news hold something; None when no dice follow at once."""
    after = game.copy(state)
    game.apply(after, seat, action)
    sides = after.table.dice
    if not sides or math.prod(sides) > 1296:
        return None
    hits = 0
    for pips in itertools.product(*map(range, sides)):
        world = game.copy(after)
        game.apply(world, CHANCE, pips)
        hits += 1 if any(wanted(event) for event in world.news) else 0
    return Fraction(hits, math.prod(sides))


@pytest.mark.parametrize(
    ("name", "options", "key", "event"),
    [
        ("picket", {}, "we-lose", "lost"),
        ("company_leader", {"board": "small", "income": 4}, "destroy", "destroyed"),
        ("war_of_leaders", CLOSE, "hit", "removed"),
    ],
)
def test_chances_agree_with_the_rules_themselves(name: str, options: dict[str, Any], key: str, event: str) -> None:
    """Wherever play comes to such a decision: every outcome of the dice is applied and counted."""
    game, card = games.load(name, None, options), games.card(name)
    kind = [shape.word for shape in card.events].index(event)
    met = 0
    for seed in range(30):
        match = Match(game, Draw(seed))
        players = [bots.make("random" if name == "war_of_leaders" else "greedy", game, seat, seed) for seat in range(2)]
        for _ in range(150):
            if finished(match.state) or met >= 4:
                break
            state = match.state
            seat = state.table.pending[0]
            offer = game.actions(state.table, state.hands[seat])
            for action in offer:
                met += agrees(game, state, seat, action, key, kind)
            match.play(seat, players[seat].decide(state.table, state.hands[seat], offer))
    assert met >= 2


def agrees(game: Any, state: Any, seat: int, action: tuple[int, ...], key: str, kind: int) -> int:
    """1 when a chance of this key was compared, and was right."""
    chances = [chance for chance in games.card(game.name).odds(game, state.table, state.hands[seat], action) if chance.key == key]
    if not chances:
        return 0

    def wanted(event: Any) -> bool:
        if event.kind != kind:
            return False
        return bool(event.args[0] // 5 == seat) if game.name == "picket" else event.args[0] == chances[0].values[0]

    share = enumerated(game, state, seat, action, wanted)
    if share is None:
        return 0
    assert share == Fraction(chances[0].ways, chances[0].of), (action, share)
    return 1
