"""Every registered game, in all its trials, keeps the contract."""

from __future__ import annotations

import pytest

import sandtable.core.game as core
from sandtable import games
from sandtable.check import contract
from sandtable.wire import catalogue

# Compiled, every trial setting of every game is played twice by every check.  That the interpreted rules play the same matches is shown in
# test_compiled.py, under all settings as well; here each game's first setting is enough, and Picket's all of them.
COMPILED = not core.__file__.endswith(".py")
SEEDS = 2 if COMPILED else 1
TRIALS = [
    (name, index) for name in games.names() for index in range(len(games.card(name).trials())) if COMPILED or name == "picket" or index == 0
]


@pytest.mark.parametrize("check", contract.CHECKS, ids=lambda check: check.__name__[6:])
@pytest.mark.parametrize(("name", "trial"), TRIALS)
def test_contract(name: str, trial: int, check: contract.Check) -> None:
    seats, options = games.card(name).trials()[trial]
    game = games.load(name, seats, options)
    for seed in range(6 if name == "picket" else SEEDS):
        check(game, seed + 100 * trial)


@pytest.mark.parametrize(("name", "trial"), TRIALS)
def test_record_survives_writing_and_reading(name: str, trial: int) -> None:
    seats, options = games.card(name).trials()[trial]
    contract.check_record(name, seats, options, trial)


@pytest.mark.parametrize("trial", [n for n, (seats, _) in enumerate(games.card("leaders").trials()) if seats > 2])
def test_undo_of_many_seats(trial: int) -> None:
    """Where the turn passes on among three to six without a word; compiled or not."""
    game = games.load("leaders", *games.card("leaders").trials()[trial])
    contract.check_undo(game, 700 + trial)


@pytest.mark.parametrize("language", catalogue.LANGUAGES)
@pytest.mark.parametrize("name", games.names())
def test_every_word_has_a_text(name: str, language: str) -> None:
    assert catalogue.missing(name, language) == []


@pytest.mark.parametrize("name", games.names())
def test_catalogues_have_the_same_keys_in_every_language(name: str) -> None:
    english, german = (catalogue.catalogue(name, language) for language in catalogue.LANGUAGES)
    for table in catalogue.TABLES:
        assert english[table].keys() == german[table].keys(), table
        for key in english[table]:
            assert placeholders(english[table][key]) == placeholders(german[table][key]), f"{table}.{key}"


def placeholders(text: str) -> set[str]:
    return {part.split("}")[0] for part in text.split("{")[1:]}
