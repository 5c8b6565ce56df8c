"""Plant the classic mistakes and see that the contract notices each of them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from sandtable import games
from sandtable.check import contract
from sandtable.core.bars import Bars
from sandtable.core.game import CHANCE, EVERYONE, Action, Draw, Event, Table
from sandtable.core.match import Match
from sandtable.games.picket.rules import Picket
from sandtable.games.picket.state import DUMMY, ORDERS, UNKNOWN, PicketHand, PicketState, PicketTable
from sandtable.games.picket.verbs import DONE, HIDDEN, HIDE, MOVED, PLOT, SHOWN
from sandtable.kit.card import Chance, Ending

pytestmark = pytest.mark.interpreted

Mutant = type[Picket]
CARD: Any = games.card("picket")


class SecretOnTable(Picket):
    """A plot is written face up, in a corner nobody looks at."""

    def apply(self, state: PicketState, seat: int, action: Action) -> None:
        super().apply(state, seat, action)
        if seat != CHANCE and action[0] == PLOT:
            state.table.stack[-1].regs = [action[2]]


class SecretTold(Picket):
    """A sealed choice is announced."""

    def apply(self, state: PicketState, seat: int, action: Action) -> None:
        super().apply(state, seat, action)
        if seat != CHANCE and action[0] == PLOT:
            state.tell(EVERYONE, MOVED, (action[1], action[2]))


class SecretInAnotherHand(Picket):
    """The other side's hand remembers what it never saw."""

    def apply(self, state: PicketState, seat: int, action: Action) -> None:
        super().apply(state, seat, action)
        if seat != CHANCE and action[0] == HIDE:
            state.hands[1 - seat].asked += action[1] % 2


class PeekingOffer(Picket):
    """An offer, and its length, is computed from another hand through a back door."""

    peek: PicketState | None = None

    def apply(self, state: PicketState, seat: int, action: Action) -> None:
        super().apply(state, seat, action)
        type(self).peek = state

    def actions(self, table: PicketTable, hand: PicketHand) -> list[Action]:
        offer = super().actions(table, hand)
        state = type(self).peek
        if (
            state is not None
            and table.stack
            and table.stack[-1].proc == ORDERS
            and len(offer) > 1
            and state.hands[1 - hand.seat].kind[0] == DUMMY
        ):
            return offer[1:]
        return offer


class KnowingRefusal(Picket):
    """A refusal depends on what a face-down piece of the other side is."""

    peek: PicketState | None = None

    def apply(self, state: PicketState, seat: int, action: Action) -> None:
        super().apply(state, seat, action)
        type(self).peek = state

    def refusal(self, table: PicketTable, hand: PicketHand, action: Action) -> str:
        reason = super().refusal(table, hand, action)
        state = type(self).peek
        if reason and state is not None and state.hands[1 - hand.seat].kind[1] == DUMMY:
            return "not-now"
        return reason


class ArrivalOrder(Picket):
    """Who seals first moves first."""

    def apply(self, state: PicketState, seat: int, action: Action) -> None:
        if seat != CHANCE and action[0] == DONE and len(state.table.pending) == 1:
            state.table.turn += seat
        super().apply(state, seat, action)


class SharedList(Picket):
    """A copy shares a list with its source."""

    def copy(self, state: PicketState) -> PicketState:
        twin = super().copy(state)
        twin.hands[0].plot = state.hands[0].plot
        return twin


class OtherView(Picket):
    """An imagined truth has another table than the one the seat sees."""

    def imagine(self, table: PicketTable, hand: PicketHand, draw: Draw) -> PicketState:
        dream = super().imagine(table, hand, draw)
        dream.table.turn += 1
        return dream


class TellingId(Picket):
    """Pieces are renumbered so that dummies come last: a number reveals a kind."""

    def march(self, state: PicketState) -> None:
        for hand in state.hands:
            base = hand.seat * self.v.pieces
            order = sorted(range(self.v.pieces), key=lambda i: -hand.kind[i])
            for part in (hand.kind, hand.plot):
                part[:] = [part[i] for i in order]
            for row in (state.table.zone, state.table.face):
                row[base : base + self.v.pieces] = [row[base + i] for i in order]
        super().march(state)


class QuietReveal(Picket):
    """What comes to light is told as if everybody had known it."""

    def turn_up(self, state: PicketState, zone: int) -> None:
        for piece in range(len(state.table.zone)):
            if state.table.zone[piece] == zone and state.table.face[piece] == UNKNOWN:
                kind = state.hands[piece // self.v.pieces].kind[piece % self.v.pieces]
                state.tell(EVERYONE, SHOWN, (piece, kind))
        super().turn_up(state, zone)


class LookAndStepBack(Picket):
    """A look at the other side's pieces is noted as if it were the seat's own decision."""

    def apply(self, state: PicketState, seat: int, action: Action) -> None:
        super().apply(state, seat, action)
        if seat != CHANCE and action[0] == PLOT:
            state.hands[seat].plot[-1] = -1 - state.hands[1 - seat].kind[0]
            state.note(seat, HIDDEN, (state.hands[1 - seat].kind[0],))


class ToldOnTheSly(Picket):
    """Whether the other side hears of a plot hangs on its secrets: so a seat could ask the umpire whether it may step back."""

    def apply(self, state: PicketState, seat: int, action: Action) -> None:
        super().apply(state, seat, action)
        if seat != CHANCE and action[0] == PLOT and state.hands[1 - seat].kind[0] == DUMMY:
            state.tell(1 << (1 - seat), MOVED, (action[1], action[2]))


class Peeking(Picket):
    """Keeps a back door to the last state it saw."""

    peek: PicketState | None = None

    def apply(self, state: PicketState, seat: int, action: Action) -> None:
        super().apply(state, seat, action)
        type(self).peek = state


class SilentChange(Picket):
    """The table changes and nobody is told."""

    def apply(self, state: PicketState, seat: int, action: Action) -> None:
        super().apply(state, seat, action)
        if seat != CHANCE and action[0] == DONE and state.table.pending:
            state.table.turn += 1


class DiceWhileAsking(Picket):
    """Dice await while a seat is pending."""

    def begin_turn(self, state: PicketState) -> None:
        super().begin_turn(state)
        if state.table.pending:
            state.table.dice = []
            state.table.pending = [1, 0]


class SameNumber(Picket):
    """A second question has the number of the first: an answer to one is taken for the other."""

    def apply(self, state: PicketState, seat: int, action: Action) -> None:
        super().apply(state, seat, action)
        if seat != CHANCE and action[0] == PLOT:
            state.hands[seat].asked -= 1


class UnplainState(Picket):
    """A table holds an object."""

    def setup(self) -> PicketState:
        state = super().setup()
        state.table.troops = {0: 3, 1: 3}  # type: ignore[assignment]
        return state


MUTANTS: list[tuple[Mutant, Callable[[Any, int], None]]] = [
    (SecretOnTable, contract.check_simultaneous),
    (SecretOnTable, contract.check_sealed),
    (SecretTold, contract.check_simultaneous),
    (SecretInAnotherHand, contract.check_sealed),
    (PeekingOffer, contract.check_twins),
    (KnowingRefusal, contract.check_twins),
    (ArrivalOrder, contract.check_simultaneous),
    (SharedList, contract.check_copy),
    (OtherView, contract.check_imagine),
    (OtherView, contract.check_twins),
    (TellingId, contract.check_twins),
    (QuietReveal, contract.check_twins),
    (LookAndStepBack, contract.check_undo),
    (SilentChange, contract.check_told),
    (DiceWhileAsking, contract.check_offers),
    (SameNumber, contract.check_offers),
    (UnplainState, contract.check_plain),
]


@pytest.mark.parametrize(("mutant", "check"), MUTANTS, ids=lambda part: part.__name__)
def test_mistake_is_caught(mutant: Mutant, check: Callable[[Any, int], None]) -> None:
    def search() -> None:
        for seed in range(300):
            check(mutant(CARD.values, 6), seed)

    with pytest.raises((AssertionError, ValueError, TypeError)):
        search()


def test_undo_across_the_turn_of_others_is_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    """The umpire forgets that the turn passed on: what others have decided since would stand on nothing."""
    game = games.load("leaders", 5)
    contract.check_undo(game, 1)
    honest = Bars.judge

    def forget(bars: Bars, seat: int, standing: int, news: list[Event], same_question: bool, table: Table) -> None:
        honest(bars, seat, standing, news, True, table)

    monkeypatch.setattr(Bars, "judge", forget)

    def search() -> None:
        for seed in range(40):
            contract.check_undo(game, seed)

    with pytest.raises(AssertionError, match=r"may take back its last decision, and the rules fail|took back a question to seat"):
        search()


def test_an_objection_that_hangs_on_secrets_is_caught() -> None:
    def search() -> None:
        for seed in range(40):
            contract.check_undo(ToldOnTheSly(CARD.values, 6), seed)

    with pytest.raises(AssertionError, match="hangs on what it cannot know"):
        search()


@pytest.mark.parametrize("door", ["odds", "ending", "gestures", "draw", "look"])
def test_what_can_be_asked_for_and_taken_back_is_caught(door: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Try, look, take back: each answer beside the view knows a secret of the other side."""
    honest = getattr(type(CARD), door)

    def knowing(card: Any, game: Any, table: Any, hand: Any, *rest: Any) -> Any:
        state = Peeking.peek
        if (
            state is None
            or hand is None
            or state.hands[1 - hand.seat].kind[0] == DUMMY
            or not table.stack
            or table.stack[-1].proc != ORDERS
        ):
            return honest(card, game, table, hand, *rest)
        return {
            "odds": [Chance("hits", 1, 6)],
            "ending": Ending("orders", 2, [], 99),
            "gestures": [],
            "draw": "X",
            "look": "dummies ahead",
        }[door]

    Peeking.peek = None
    monkeypatch.setattr(type(CARD), door, knowing)

    def search() -> None:
        for seed in range(40):
            contract.check_undo(Peeking(CARD.values, 6), seed)

    said = {"ending": ": endings: ", "draw": ", drawing", "look": ", measuring"}.get(door, f", {door}")
    with pytest.raises(AssertionError, match=rf"would let it look and step back: .*{said}"):
        search()


def test_undo_that_tells_of_secret_steps_is_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    """Only the very last decision may be taken back: so a seat sees when another has decided in secret."""
    honest = Match._gesture

    def very_last(match: Any, seat: int) -> list[int]:
        found = honest(match, seat)
        return found if found and found[0] == len(match._standing()) - 1 else []

    monkeypatch.setattr(Match, "_gesture", very_last)

    def search() -> None:
        for seed in range(40):
            contract.check_undo(Picket(CARD.values, 6), seed)

    with pytest.raises(AssertionError, match="shows in what seat"):
        search()


def test_the_game_itself_passes_where_its_mutants_fail() -> None:
    for check in {check for _, check in MUTANTS}:
        for seed in range(10):
            check(Picket(CARD.values, 6), seed)


def test_worlds_that_differ_say_where() -> None:
    """By the name of what differs, not by some bytes around it."""

    def search() -> None:
        for seed in range(40):
            contract.check_twins(OtherView(CARD.values, 6), seed)

    with pytest.raises(AssertionError, match=r"table\.turn: \d+ \| \d+"):
        search()
