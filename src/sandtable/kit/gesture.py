"""Gestures: what people do in one go, made of the small actions of the rules.

Until something is revealed to a seat, no die falls and nobody else is asked, all worlds it cannot tell apart look the same to it.
So its own actions can be tried out in *any* imagined world, and what is found there holds in the real match up to the first
surprise.  ``Foresight`` is such a try; ``Explorer`` enumerates sequences.
"""

from __future__ import annotations

from typing import Generic

from mypy_extensions import mypyc_attr

from sandtable.core.bars import Bars, flow_of, still_asked
from sandtable.core.game import Action, B, Draw, Game, H, State, T
from sandtable.core.match import surprise

SEED = 1  # any imagined world will do


class Foresight(Generic[T, H, B]):
    """Own actions played in an imagined world, as far as nothing surprises."""

    def __init__(self, game: Game[T, H, B], seat: int, state: State[T, H, B]) -> None:
        self.game = game
        self.seat = seat
        self.state = state
        self.actions: list[Action] = []  # played so far
        self.surprised = ""  # what stopped it, a message key of core/match.py; nothing is known of what comes after

    def copy(self) -> Foresight[T, H, B]:
        new = Foresight(self.game, self.seat, self.game.copy(self.state))
        new.actions = self.actions[:]
        new.surprised = self.surprised
        return new

    def offer(self) -> list[Action]:
        """What may be played next; nothing after a surprise."""
        if self.surprised:
            return []
        return self.game.actions(self.state.table, self.state.hands[self.seat])

    def can(self, action: Action) -> bool:
        if self.surprised:
            return False
        return self.game.refusal(self.state.table, self.state.hands[self.seat], action) == ""

    def play(self, action: Action) -> bool:
        """Play one more action if it is legal; false if it is not."""
        if not self.can(action):
            return False
        before = self.state.table.pending[:]
        self.state.news = []
        self.game.apply(self.state, self.seat, action)
        self.actions.append(action)
        self.surprised = surprise(self.state, self.seat, self.state.news, before, bool(self.state.table.dice))
        return True

    def table(self) -> T:
        return self.state.table

    def hand(self) -> H:
        return self.state.hands[self.seat]


def foresee(game: Game[T, H, B], table: T, hand: H, actions: list[Action] | None = None, seed: int = SEED) -> Foresight[T, H, B]:
    """The actions played one after the other in an imagined world, up to the first surprise or the first that is refused."""
    state = game.imagine(table, hand, Draw(seed))
    state.loud = True
    found = Foresight(game, hand.seat, state)
    if actions is not None:
        for action in actions:
            if not found.play(action):
                break
    return found


def passes_on(game: Game[T, H, B], table: T, hand: H, action: Action) -> bool:
    """Whether nothing that the seat did before an answer could be taken back after it, as the umpire judges it."""
    state = game.imagine(table, hand, Draw(SEED))
    state.loud = True
    awaited, flow = table.pending[:], flow_of(table)
    game.apply(state, hand.seat, action)
    bars = Bars(len(state.hands))
    same = flow_of(state.table) == flow and still_asked(hand.seat, awaited, state.table.pending)
    bars.judge(hand.seat, 1, state.news, same, state.table)
    return bars.first(hand.seat) > 0


@mypyc_attr(allow_interpreted_subclasses=True)
class Explorer(Generic[T, H, B]):
    """Enumerates sequences of own actions up to a surprise, an end or a bound, depth first in the order of offers.
    A game narrows them down by ``wants`` and says by ``closes`` where a sequence is complete."""

    def __init__(self, most: int = 200, depth: int = 12) -> None:
        self.most = most
        self.depth = depth
        self.found: list[list[Action]] = []

    def wants(self, so_far: Foresight[T, H, B], action: Action) -> bool:
        """Whether a sequence may go on with this offered action."""
        return True

    def closes(self, so_far: Foresight[T, H, B]) -> bool:
        """Whether the sequence so far is one that people would choose; it may go on all the same."""
        return True

    def explore(self, start: Foresight[T, H, B]) -> list[list[Action]]:
        self.found = []
        self._go_on(start)
        return self.found

    def _go_on(self, at: Foresight[T, H, B]) -> None:
        if at.actions and self.closes(at):
            self.found.append(at.actions[:])
        if len(at.actions) >= self.depth or at.surprised:
            return
        for action in at.offer():
            if len(self.found) >= self.most:
                return
            if self.wants(at, action):
                further = at.copy()
                further.play(action)
                self._go_on(further)
