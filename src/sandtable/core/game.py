"""The few types every game is made of.

A match is a fold: start from ``Game.setup`` and apply inputs one by one.
An input is (seat, action); chance is one more seat.  Nothing else changes a state.

Secrecy is a matter of place, not of filtering: what lies on the ``Table`` is public,
what lies in a ``Hand`` is known to its seat alone, what lies in the ``Box`` to nobody.
Tables, hands and boxes hold ints, strings and (nested) lists of them, never objects:
so they can be copied with slices, sent as JSON and loaded back without a schema.
"""

from __future__ import annotations

from typing import Final, Generic, TypeVar

from mypy_extensions import i64, mypyc_attr

Seat = int
Action = tuple[int, ...]  # (verb, operand, ...): one encoding for rules, record, wire and bots
Input = tuple[Seat, Action]

CHANCE: Final = -1
EVERYONE: Final = -1  # an audience: a bit per seat, all of them set; onlookers hear only this

# What an event does to knowledge: decides undo and the twin-worlds test.
NOTED: Final = 0  # a seat's own decision, written down for that seat alone
TOLD: Final = 1  # follows from what its audience could already see, or from dice
REVEALED: Final = 2  # something hidden comes to light for its audience

# How a match ended other than by the rules of its game.
AGREED: Final = 1  # all seats agreed on a draw
FORFEIT: Final = 2  # seats left (resignation or time-out) until one side remained


class Event:
    """Something a set of seats may notice, in the order it happened."""

    def __init__(self, audience: int, kind: int, args: Action, nature: int, owner: int = -1) -> None:
        self.audience: Final = audience
        self.kind: Final = kind
        self.args: Final = args
        self.nature: Final = nature
        self.owner: Final = owner  # the seat whose own secret is revealed: it learns nothing by it; -1: nobody's alone

    def nature_to(self, seat: Seat) -> int:
        """What the event does to the knowledge of a seat that hears it."""
        return TOLD if self.nature == REVEALED and self.owner == seat else self.nature


class Frame:
    """One procedure under way: which, how far, and its few numbers.  Public: no secrets."""

    def __init__(self, proc: int, step: int, regs: list[int]) -> None:
        self.proc = proc
        self.step = step
        self.regs = regs

    def copy(self) -> Frame:
        return Frame(self.proc, self.step, self.regs[:])


@mypyc_attr(allow_interpreted_subclasses=True)
class Table:
    """What every seat and every onlooker may see."""

    def __init__(self) -> None:
        self.pending: list[int] = []  # seats that owe a decision, ascending
        self.dice: list[int] = []  # ranges of the uniform draws awaited from chance
        self.stack: list[Frame] = []  # what the game is in the middle of
        self.gone = 0  # a bit per seat that resigned or ran out of time
        self.draw_offers = 0  # a bit per seat that offers a draw
        self.over = 0  # AGREED or FORFEIT when the umpire ended the match, else 0

    def copy_flow(self, other: Table) -> None:
        self.pending = other.pending[:]
        self.dice = other.dice[:]
        self.stack = [frame.copy() for frame in other.stack]
        self.gone = other.gone
        self.draw_offers = other.draw_offers
        self.over = other.over


@mypyc_attr(allow_interpreted_subclasses=True)
class Hand:
    """What one seat alone knows."""

    def __init__(self, seat: int) -> None:
        self.seat: Final = seat
        self.asked = 0  # decisions put to this seat so far


@mypyc_attr(allow_interpreted_subclasses=True)
class Box:
    """What nobody knows: the order of a deck, an event drawn but not yet due."""

    def __init__(self) -> None:
        pass


T = TypeVar("T", bound=Table)
H = TypeVar("H", bound=Hand)
B = TypeVar("B", bound=Box)


class State(Generic[T, H, B]):
    """The whole truth.  Only the rules and the umpire ever hold one."""

    def __init__(self, table: T, hands: list[H], box: B) -> None:
        self.table = table
        self.hands = hands
        self.box = box
        self.loud = True  # search and simulation switch news off
        self.news: list[Event] = []

    def tell(self, audience: int, kind: int, args: Action) -> None:
        """Say what its audience could see anyway; equal in worlds it cannot tell apart."""
        if self.loud:
            self.news.append(Event(audience, kind, args, TOLD))

    def reveal(self, audience: int, kind: int, args: Action) -> None:
        """Bring something hidden to light for an audience."""
        if self.loud:
            self.news.append(Event(audience, kind, args, REVEALED))

    def show(self, seat: int, audience: int, kind: int, args: Action) -> None:
        """Bring a seat's own secret to light for an audience: the seat itself, if it hears it, is told nothing new."""
        if self.loud:
            self.news.append(Event(audience, kind, args, REVEALED, seat))

    def note(self, seat: int, kind: int, args: Action) -> None:
        """Confirm a seat's own secret decision to that seat; it can be undone."""
        if self.loud:
            self.news.append(Event(1 << seat, kind, args, NOTED))

    def ask(self, seats: list[int]) -> None:
        """Put a decision to these seats at once; a single seat is the common case."""
        self.table.pending = seats
        for seat in seats:
            self.hands[seat].asked += 1

    def ask_again(self, seat: int) -> None:
        """The seat stays awaited and owes its next decision."""
        self.hands[seat].asked += 1

    def answered(self, seat: int) -> bool:
        """Strike off a seat; true when nobody is left to wait for."""
        self.table.pending.remove(seat)
        return not self.table.pending


@mypyc_attr(allow_interpreted_subclasses=True)
class Game(Generic[T, H, B]):
    """The rules of one game with its options.  Stateless: safe to share."""

    name: str = ""
    version: int = 0  # goes up whenever an old record would replay differently

    def __init__(self, seats: int) -> None:
        self.seats: Final = seats

    def setup(self) -> State[T, H, B]:
        raise NotImplementedError

    def copy(self, state: State[T, H, B]) -> State[T, H, B]:
        """A state that shares nothing with its source; its news is empty, ``loud`` is kept."""
        raise NotImplementedError

    def actions(self, table: T, hand: H) -> list[Action]:
        """Every legal action of a pending seat, sorted; or, where the choice is a
        continuum, enough of them to play well."""
        raise NotImplementedError

    def tidy(self, table: T, hand: H, offer: list[Action]) -> list[Action]:
        """The offer without what only mirrors another choice: of independent choices that lead to the same in any order, one
        order.  For playouts, search and counting; people are never restricted by it.  Keeps the order and at least one action."""
        return offer

    def choices(self, table: T, hand: H) -> list[Action]:
        """What programs choose from: the offer, tidied."""
        return self.tidy(table, hand, self.actions(table, hand))

    def refusal(self, table: T, hand: H, action: Action) -> str:
        """Why the action is illegal, as a message key; empty when it is legal."""
        return "" if action in self.actions(table, hand) else "not-offered"

    def apply(self, state: State[T, H, B], seat: Seat, action: Action) -> None:
        """Play a legal action, or the dice when seat is CHANCE, up to the next wait."""
        raise NotImplementedError

    def imagine(self, table: T, hand: H, draw: Draw) -> State[T, H, B]:
        """A whole truth this seat cannot tell from the real one."""
        raise NotImplementedError

    def scores(self, table: T) -> list[int]:
        """Result per seat, -1000 to 1000; the best is the winner.  Final once nobody is awaited."""
        raise NotImplementedError

    def side(self, seat: Seat) -> int:
        """The team of a seat; by default everyone plays for itself."""
        return seat

    def leave(self, state: State[T, H, B], seat: Seat) -> None:
        """Go on without a seat that is gone (its bit in ``table.gone`` is set already).

        The umpire has checked that at least two sides are left.  Games for more than two
        sides must override this: strike the seat from ``pending``, dispose of its pieces,
        and carry on up to the next wait."""
        raise NotImplementedError

    def close(self, state: State[T, H, B]) -> None:
        """The umpire has ended the match (resignation, draw, time-out): open what the rules open at the end.
        Nothing by default; the whole truth is the server's to show, see ``/v1/matches/{match}/truth``."""

    def audit(self, state: State[T, H, B]) -> None:
        """Assert what must always hold.  Tests and the fuzzer call it after every input."""


@mypyc_attr(allow_interpreted_subclasses=True)
class Draw:
    """Seeded draws for simulation and tests (L'Ecuyer 1988).

    The server passes a subclass of its own: its dice must not be predictable, and the
    record keeps outcomes, so a replay needs no generator at all.
    """

    def __init__(self, seed: int) -> None:
        # Neighbouring seeds must not give similar first draws: mix them well (SplitMix64).
        x = (seed + 0x9E3779B97F4A7C15) % 0x10000000000000000
        x = ((x ^ (x >> 30)) * 0xBF58476D1CE4E5B9) % 0x10000000000000000
        x = ((x ^ (x >> 27)) * 0x94D049BB133111EB) % 0x10000000000000000
        x ^= x >> 31
        self.a: i64 = x % 2147483562 + 1
        self.b: i64 = x // 2147483562 % 2147483398 + 1

    def below(self, n: int) -> int:
        """A uniform integer from 0 up to n - 1."""
        m: i64 = n
        limit = 2147483562 - 2147483562 % m
        while True:
            self.a = self.a * 40014 % 2147483563
            self.b = self.b * 40692 % 2147483399
            z = (self.a - self.b) % 2147483562
            if z < limit:
                return int(z % m)

    def shuffle(self, items: list[int]) -> None:
        """Put a list of ints in uniformly random order, in place."""
        for i in range(len(items) - 1, 0, -1):
            j = self.below(i + 1)
            items[i], items[j] = items[j], items[i]
