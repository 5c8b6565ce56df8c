"""Whatever the page may have to say, it can say in every language: prompts, refusals, words."""

from __future__ import annotations

import ast
import re

import pytest

from sandtable import bots, games
from sandtable.core.game import Draw
from sandtable.core.match import Match, finished
from sandtable.wire.catalogue import LANGUAGES, catalogue

STEPS = 80


@pytest.mark.parametrize("name", games.names())
def test_catalogues_have_the_same_keys(name: str) -> None:
    first = catalogue(name, LANGUAGES[0])
    for language in LANGUAGES[1:]:
        other = catalogue(name, language)
        assert set(other) == set(first)
        for table, texts in first.items():
            if table == "word":  # a word that reads well as it is written needs no text
                assert set(texts) <= set(other[table]), (language, table)
            else:
                assert set(other[table]) == set(texts), (language, table)


@pytest.mark.parametrize("name", games.names())
def test_every_prompt_has_a_coach_line_and_every_game_a_guide(name: str) -> None:
    for language in LANGUAGES:
        texts = catalogue(name, language)
        assert set(texts["coach"]) == set(texts["prompt"]), language
        assert [str(number) for number in range(1, len(texts["guide"]) + 1)] == sorted(texts["guide"]) and len(texts["guide"]) >= 3
        assert all(len(text) > 20 for text in (*texts["coach"].values(), *texts["guide"].values()))


@pytest.mark.parametrize("name", games.names())
def test_every_refusal_written_in_the_rules_has_a_text(name: str) -> None:
    """All keys that functions about refusals can return, whether random play meets them or not."""
    found: set[str] = set()
    for path in games.folder(name).rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.FunctionDef) and "refus" in node.name:
                returned = [each.value for each in ast.walk(node) if isinstance(each, ast.Return) and each.value is not None]
                constants = [each.value for value in returned for each in ast.walk(value) if isinstance(each, ast.Constant)]
                found.update(key for key in constants if isinstance(key, str) and re.fullmatch(r"[a-z]+(-[a-z]+)+", key))
    assert found
    for language in LANGUAGES:
        assert not found - set(catalogue(name, language)["refusal"]), language


@pytest.mark.parametrize("name", games.names())
def test_the_first_game_is_playable_and_short(name: str) -> None:
    seats, options = games.card(name).first_game()
    game = games.load(name, seats, options)
    match = Match(game, Draw(1), loud=False)
    players = [bots.make(bots.names(name)[-1], game, seat, 1) for seat in range(game.seats)]
    for _ in range(3000):
        if finished(match.state):
            return
        seat = match.state.table.pending[0]
        hand = match.state.hands[seat]
        match.play(seat, players[seat].decide(match.state.table, hand, game.actions(match.state.table, hand)))
    raise AssertionError("a first game ends within 3000 decisions")


@pytest.mark.parametrize("name", games.names())
def test_prompts_and_refusals_met_in_play_have_texts(name: str) -> None:
    """Random play under every trial setting, with wrong actions thrown in at every step."""
    card = games.card(name)
    prompts: set[str] = set()
    refusals: set[str] = set()
    for number, (seats, options) in enumerate(card.trials()):
        game = games.load(name, seats, options)
        match, draw = Match(game, Draw(number + 1), loud=False), Draw(number + 77)
        for _ in range(STEPS):
            if finished(match.state):
                break
            table = match.state.table
            seat = table.pending[draw.below(len(table.pending))]
            hand = match.state.hands[seat]
            prompts.add(card.prompt(game, table, hand))
            offer = game.actions(table, hand)
            for _ in range(6):
                verb = draw.below(len(card.verbs))
                wrong = (verb, *[draw.below(70) - 1 for _ in range(len(card.verbs[verb].operands))])
                refusals.add(game.refusal(table, hand, wrong))
            match.play(seat, offer[draw.below(len(offer))])
    refusals.discard("")
    for language in LANGUAGES:
        texts = catalogue(name, language)
        assert not prompts - set(texts["prompt"]), language
        assert not refusals - set(texts["refusal"]), language
