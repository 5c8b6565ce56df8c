"""The greedy bot, the names in both languages, the drawing, and the refusals."""

from __future__ import annotations

import random
from typing import Any

import pytest

from sandtable import games
from sandtable.core.game import EVERYONE, Draw
from sandtable.core.match import Match, result
from sandtable.games.leaders.verbs import JOINED, NATION, TAKE
from sandtable.games.leaders.words import TASKS, WAYS
from sandtable.games.leaders.world import STARTS_DATA, WORLD
from sandtable.lab.simulate import Plan, play
from sandtable.wire import catalogue


def contest(seats: int, greedy: int, seed: int) -> bool:
    """One match of one greedy player among random ones: did it win?"""
    card = games.card("leaders")
    game = games.load("leaders", seats, games.bounded(card, {}))
    bot = card.bot("greedy", game, greedy, Draw(seed * 7 + 1))
    match = Match(game, Draw(seed), loud=False)
    rnd = random.Random(seed)
    while match.state.table.pending:
        table = match.state.table
        seat = table.pending[0]
        offer = game.actions(table, match.state.hands[seat])
        match.play(seat, bot.decide(table, match.state.hands[seat], offer) if seat == greedy else rnd.choice(offer))
    scores = result(game, match.state.table)
    return scores[greedy] == max(scores)


def test_greedy_beats_random_with_two_players() -> None:
    assert sum(contest(2, seed % 2, seed) for seed in range(20)) >= 19


def test_greedy_holds_its_share_with_four_players() -> None:
    assert sum(contest(4, seed % 4, seed) for seed in range(8)) >= 4


def test_simulations_have_an_end_though_the_rules_have_none() -> None:
    card = games.card("leaders")
    assert games.load("leaders", 2).terms.rounds == 0  # type: ignore[attr-defined]
    assert games.bounded(card, {})["rounds"] == 60
    assert games.bounded(card, {"rounds": 7})["rounds"] == 7
    assert play(Plan("leaders", 2, {}, ("random",)), 3).finished


@pytest.mark.parametrize("language", catalogue.LANGUAGES)
def test_every_word_has_a_name(language: str) -> None:
    names = catalogue.catalogue("leaders", language)["word"]
    card: Any = games.card("leaders")
    for kind, words in card.words.lists.items():
        for word in words:
            assert word in names, f"{kind} '{word}' has no name in {language}"


def test_german_names_are_those_of_the_game() -> None:
    names = catalogue.catalogue("leaders", "de")["word"]
    assert (names["cunning"], names["top_secret"], names["ussr"]) == ("List und Tücke", "Streng geheim", "UdSSR")


def test_areas_have_the_printed_names_in_every_language_and_nations_their_own() -> None:
    printed = catalogue.catalogue("leaders", "en")["word"]
    names = catalogue.catalogue("leaders", "de")["word"]
    for key in [*WORLD.keys, *WORLD.continent_keys]:
        assert names[key] == printed[key]
    game = games.load("leaders", 2)
    table, state = game.setup().table, game.setup()
    card: Any = games.card("leaders")
    france = (card.words.read("nation", "france"), card.words.read("place", "france"))
    assert catalogue.say_action(game, table, (NATION, france[0]), "de") == "Frankreich führen"
    assert catalogue.say_action(game, table, (TAKE, france[1]), "de") == "France besetzen"
    state.tell(EVERYONE, JOINED, (0, france[0]))
    assert catalogue.say_event(game, table, state.news[-1], "de") == "Spieler 1 führt Frankreich."


def test_a_person_can_look_up_nations_and_missions() -> None:
    card: Any = games.card("leaders")
    game = games.load("leaders", 2, {"numbers": "scaled", "scenario": "quick"})
    state = game.setup()
    state.hands[0].cards = [0, 3, 10]
    assert "france (neutral, home france): retreats without loss" in card.page(game, state.table, state.hands[0], "nations", [])
    plain = games.load("leaders", 2, {"skills": 0})
    assert "germany (neutral, home germany): no skill in this match" in card.page(plain, state.table, None, "nations", [])
    told = card.page(game, state.table, state.hands[0], "missions", [])
    assert "troop strength: recruit 30 units, within 4 turns" in told and "embargo: one successful boycott, within 3 turns" in told


def test_the_map_holds_together() -> None:
    assert sum(WORLD.points) == 157
    assert sum(WORLD.bonus) == 31
    links = 0
    for place in range(48):
        for other in WORLD.near[place]:
            assert place in WORLD.near[other], "a way that leads only there"
            links += 1 if place < 42 and other < 42 else 0
    assert links == 2 * 75
    assert sum(len(WORLD.near[sea]) for sea in range(42, 48)) == 27


@pytest.mark.parametrize("seats", [2, 3, 4, 5, 6])
def test_dealt_areas_cover_the_map_evenly_without_a_continent(seats: int) -> None:
    areas = [STARTS_DATA[f"players{seats}"][f"seat{seat + 1}"] for seat in range(seats)]
    assert sorted(key for area in areas for key in area) == sorted(WORLD.keys[:42])
    sums = [sum(WORLD.points[WORLD.keys.index(key)] for key in area) for area in areas]
    assert max(sums) - min(sums) <= 1
    for area in areas:
        for members in WORLD.members:
            assert not all(WORLD.keys[t] in area for t in members)


def test_the_drawing_hides_the_headquarters_from_onlookers() -> None:
    game = games.load("leaders", 2, {"scenario": "quick"})
    card = games.card("leaders")
    match = Match(game, Draw(3))
    while card.prompt(game, match.state.table, match.state.hands[match.state.table.pending[0]]) != "office":
        seat = match.state.table.pending[0]
        match.play(seat, game.actions(match.state.table, match.state.hands[seat])[0])
    seen = card.draw(game, match.state.table, None)
    own = card.draw(game, match.state.table, match.state.hands[0])
    assert "western canada 3" in seen and "camp" in seen and "headquarters" not in seen
    assert "headquarters of p1" in own and "missions:" in own


def test_all_ways_and_tasks_are_listed() -> None:
    assert len(WAYS) == 6
    assert len(TASKS) == 6
