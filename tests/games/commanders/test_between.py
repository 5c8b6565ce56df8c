"""15.4, 15.6: forest and hill between a battery and its target.  No layout of the box reaches these
rules (both kinds fill corners), so the ground is laid here."""

from __future__ import annotations

import pytest

from sandtable import games
from sandtable.core.game import CHANCE
from sandtable.games.commanders.card import CARD
from sandtable.games.commanders.game import Commanders
from sandtable.games.commanders.state import CommandersState
from sandtable.games.commanders.verbs import BOMBARD, DONE, SHELLED

A1, A2, A3 = 0, 3, 6
GUN = 28  # wA1


def battery_and_target(ground: str) -> tuple[Commanders, CommandersState]:
    """A battery in a1 ordered towards a2, two infantry in a3."""
    game = games.load("commanders", 2, {"side": "B", "terrain": 1, "markers": "none"})
    assert isinstance(game, Commanders)
    game.book.forest = [0] * 11
    game.book.hill = [0] * 11
    if ground:
        field = game.book.forest if ground == "forest" else game.book.hill
        field[A2] = 1
    state = game.setup()
    for line in ("clear", "wA1 at a1", "wA1 ordered a2", "bI1-2 at a3", "phase bombardment"):
        CARD.place(game, state, line)
    return game, state


def dice_for(game: Commanders, state: CommandersState) -> int:
    game.apply(state, 0, (BOMBARD, GUN, A3))
    game.apply(state, 0, (DONE,))
    return len(state.table.dice)


@pytest.mark.parametrize(("ground", "dice"), [("", 2), ("forest", 1)])
def test_forest_between_costs_a_die(ground: str, dice: int) -> None:
    game, state = battery_and_target(ground)
    assert dice_for(game, state) == dice
    state.news = []
    game.apply(state, CHANCE, (5,) * dice)
    assert len([event for event in state.news if event.kind == SHELLED]) == dice


def test_hill_between_blocks_the_shot() -> None:
    game, state = battery_and_target("hill")
    assert game.actions(state.table, state.hands[0]) == [(DONE,)]
    assert game.refusal(state.table, state.hands[0], (BOMBARD, GUN, A3)) == "no-such-shot"


def test_from_hill_to_hill_nothing_is_between() -> None:
    game, state = battery_and_target("hill")
    game.book.hill[A1] = 1
    assert dice_for(game, state) == 2


def test_forest_between_is_no_obstacle_from_a_hill() -> None:
    game, state = battery_and_target("forest")
    game.book.hill[A1] = 1
    assert dice_for(game, state) == 2
