"""Whatever the page may have to say, it can say in every language: prompts, refusals, words."""

from __future__ import annotations

import pytest

from sandtable import games
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
