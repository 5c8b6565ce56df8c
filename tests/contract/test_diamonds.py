"""Orders that no rule imposes are found: mistakes planted in Picket and Company Leader."""

from __future__ import annotations

import re
from collections import Counter
from copy import copy
from random import Random
from typing import Any

import pytest

from sandtable import games
from sandtable.check import contract
from sandtable.check.diamonds import NAMES_ORDER, pairs
from sandtable.core.game import CHANCE, Action
from sandtable.games.picket.rules import Picket
from sandtable.games.picket.state import PicketHand, PicketState, PicketTable
from sandtable.games.picket.verbs import PLOT
from sandtable.wire import catalogue

pytestmark = pytest.mark.interpreted

CARD: Any = games.card("picket")


def plotted(hand: PicketHand) -> list[int]:
    return [i for i in range(len(hand.plot)) if hand.plot[i] >= 0]


class ByListPosition(Picket):
    """Pieces are plotted in the order of their numbers: a later one closes all earlier ones."""

    key = "already-plotted"

    def closed(self, hand: PicketHand, piece: int) -> bool:
        return any(other > piece for other in plotted(hand))

    def actions(self, table: PicketTable, hand: PicketHand) -> list[Action]:
        offer = super().actions(table, hand)
        left = [action for action in offer if action[0] != PLOT or not self.closed(hand, action[1] % self.v.pieces)]
        return left if left else offer

    def refusal(self, table: PicketTable, hand: PicketHand, action: Action) -> str:
        reason = super().refusal(table, hand, action)
        return self.key if reason and len(action) == 3 and action[0] == PLOT else reason


class InOrder(ByListPosition):
    """The same, and says so."""

    key = "in-order"


class OneClosesAnother(ByListPosition):
    """Who plots a piece may not plot its neighbour, and nobody can say why."""

    key = "not-now"

    def closed(self, hand: PicketHand, piece: int) -> bool:
        return any(abs(other - piece) == 1 for other in plotted(hand))


class OtherState(Picket):
    """What is plotted last gets an advantage: the order is remembered in the hand."""

    def apply(self, state: PicketState, seat: int, action: Action) -> None:
        super().apply(state, seat, action)
        if seat != CHANCE and action[0] == PLOT:
            state.hands[seat].asked += 7 * action[1] * len(plotted(state.hands[seat]))


PLANTED = [
    (ByListPosition, "but not the other way round"),
    (InOrder, "refused as 'in-order': an order"),
    (OneClosesAnother, "they exclude each other, and 'not-now' does not say why"),
    (OtherState, "both orders are legal and lead to different states"),
]


@pytest.mark.parametrize(("mutant", "told"), PLANTED, ids=lambda part: getattr(part, "__name__", ""))
def test_an_order_nobody_imposed_is_found(mutant: type[Picket], told: str) -> None:
    """At the first try: what a contract run with few seeds has to notice."""
    with pytest.raises(AssertionError, match=re.escape(told)):
        contract.check_diamonds(mutant(CARD.values, 6), 0)


def test_operands_that_cannot_change_places_are_found() -> None:
    """Company Leader's "swap F6 E6" refused where "swap E6 F6" is offered, and one that means something else."""

    honest = games.load("company_leader", 2)
    kind = type(honest)
    swap = [shape.word for shape in games.card("company_leader").verbs].index("swap")

    def refusal(self: Any, table: Any, hand: Any, action: Action) -> str:
        one_way = len(action) == 3 and action[0] == swap and action not in self.actions(table, hand)
        return "not-yours" if one_way else kind.refusal(self, table, hand, action)

    def apply(self: Any, state: Any, seat: int, action: Action) -> None:
        kind.apply(self, state, seat, action)
        if seat != CHANCE and action[0] == swap:
            state.hands[seat].asked += action[1]

    def search(changes: dict[str, Any]) -> None:
        game = copy(honest)  # games of the same options are shared
        game.__class__ = type("Planted", (kind,), changes)
        for seed in range(6):
            contract.check_diamonds(game, seed)

    with pytest.raises(AssertionError, match="exchanged refused"):
        search({"refusal": refusal})
    with pytest.raises(AssertionError, match=r"exchanged leads elsewhere|different states"):
        search({"apply": apply})


def test_every_two_verbs_are_tried_before_any_twice() -> None:
    """Rare verbs among many common ones, and neighbours, are not left to luck."""
    offer: list[Action] = [(0,), (1, 4), *((2, i, j) for i in range(30) for j in range(6)), (3, 1), (3, 2)]
    tried: Counter[tuple[str, int, int]] = Counter()
    rnd = Random(1)
    seen = [pair for _ in range(4) for pair in pairs(offer, "act", tried, rnd)]
    verbs = {(a[0], b[0]) for a, b in seen}
    assert verbs == {(0, 1), (0, 2), (0, 3), (1, 2), (1, 3), (2, 3), (2, 2), (3, 3)}
    places = [(offer.index(a), offer.index(b)) for a, b in seen if a[0] == b[0] == 2]
    assert any(abs(one - two) == 1 for one, two in places)
    assert any(abs(one - two) > 6 for one, two in places)
    assert pairs([(0,)], "act", tried, rnd) == []


@pytest.mark.parametrize("name", games.names())
def test_no_refusal_names_an_order(name: str) -> None:
    """Whatever random play comes across or not: the keys themselves."""
    keys = catalogue.catalogue(name, "en")["refusal"]
    assert [key for key in keys if any(part in key for part in NAMES_ORDER)] == []
