"""The umpire: checks an action, applies it, rolls the dice, keeps the record."""

from __future__ import annotations

from typing import Any, Final, Generic

from sandtable.core.game import (
    AGREED,
    CHANCE,
    EVERYONE,
    FORFEIT,
    NOTED,
    Action,
    B,
    Draw,
    Event,
    Game,
    H,
    Input,
    Seat,
    State,
    T,
    Table,
)

# Umpire verbs: negative, the same in every game.  They stand in the record like any action.
RESIGN: Final = -1
DRAW: Final = -2  # offers a draw, or agrees to one
NO_DRAW: Final = -3  # refuses, or takes back one's offer
TIMEOUT: Final = -4  # the clock's word on a seat
UNDO: Final = -5  # takes back the seat's last decision

# Umpire events, told to everyone; the first argument is the seat.
RESIGNED: Final = -1
DRAW_OFFERED: Final = -2
DRAW_REFUSED: Final = -3
TIMED_OUT: Final = -4
UNDONE: Final = -5
DRAWN: Final = -6


MOST_KNOWN: Final = 1 << 13  # inputs held to be shared


class Refused(ValueError):
    """The seat may not do that now.  ``args[0]`` is a message key."""


class Match(Generic[T, H, B]):
    """One match under way.  ``inputs`` is its record, dice and undos included."""

    def __init__(self, game: Game[T, H, B], draw: Draw, loud: bool = True) -> None:
        self.game = game
        self.draw = draw
        self.loud = loud
        self.state: State[T, H, B] = game.setup()
        self.state.loud = loud
        self.inputs: list[Input] = []
        self.known: dict[Any, Any] | None = None  # inputs that many matches share
        self._kept: list[Input] | None = None  # the inputs that stand, once one was taken back; None: all do
        self._trail = 0  # from this standing input on, nobody learned anything
        self._passed = 0  # from this one on, nobody was asked anything that was not asked before; never before the trail
        self._alone = -1  # the one seat that was asked on since then; -1: all answer what they were asked
        self._roll()

    def submit(self, seat: Seat, ask: int, action: Action) -> list[Event]:
        """Answer decision number ``ask`` of a seat; return what happened."""
        if seat < 0 or seat >= len(self.state.hands) or seat not in self.state.table.pending:
            raise Refused("not-awaited")
        hand = self.state.hands[seat]
        if ask != hand.asked:
            raise Refused("stale")
        reason = self.game.refusal(self.state.table, hand, action)
        if reason:
            raise Refused(reason)
        return self.play(seat, action)

    def play(self, seat: Seat, action: Action) -> list[Event]:
        """Apply an action known to be legal, then the dice it calls for."""
        self.state.news = []
        self._input(seat, action)
        self._roll()
        return self.state.news

    def call(self, seat: Seat, verb: int) -> list[Event]:
        """An umpire verb: resignation, draw, time-out or undo, by or about a seat."""
        reason = self.objection(seat, verb)
        if reason:
            raise Refused(reason)
        if verb == UNDO:
            return self._undo(seat, self._passed)
        return self.play(seat, (verb,))

    def objection(self, seat: Seat, verb: int) -> str:
        """Why an umpire verb is not allowed now, as a message key; empty when it is."""
        table = self.state.table
        if seat < 0 or seat >= len(self.state.hands):
            return "no-such-seat"
        if finished(self.state):
            return "match-over"
        if (table.gone >> seat) & 1:
            return "seat-gone"
        if verb == UNDO:
            free = self._alone < 0 or self._alone == seat
            return "" if free and self._last(seat, self._passed) >= 0 else "cannot-undo"
        if verb == DRAW:
            return "draw-already-offered" if (table.draw_offers >> seat) & 1 else ""
        if verb == NO_DRAW:
            return "" if table.draw_offers else "no-draw-offered"
        if verb == TIMEOUT:
            return "" if seat in table.pending else "not-awaited"
        return "" if verb == RESIGN else "no-such-verb"

    def undo(self, seat: Seat) -> list[Event]:
        return self.call(seat, UNDO)

    def resign(self, seat: Seat) -> list[Event]:
        return self.call(seat, RESIGN)

    def time_out(self, seat: Seat) -> list[Event]:
        return self.call(seat, TIMEOUT)

    def offer_draw(self, seat: Seat) -> list[Event]:
        return self.call(seat, DRAW)

    def refuse_draw(self, seat: Seat) -> list[Event]:
        return self.call(seat, NO_DRAW)

    def take_back(self, seat: Seat) -> list[Event]:
        """An undo that stands in a record.  Those of earlier versions may take back more than the umpire would allow now,
        but never anything by which somebody learned something."""
        reason = self.objection(seat, UNDO)
        if reason and reason != "cannot-undo":
            raise Refused(reason)
        return self._undo(seat, self._trail)

    def resume(self, inputs: list[Input]) -> None:
        """Catch up with a record from the start; the next decision follows it."""
        standing = settle(inputs)
        self._fold(standing, True)
        self.inputs = inputs[:]
        self._kept = None if len(standing) == len(inputs) else standing
        self._roll()

    def _fold(self, standing: list[Input], dice: bool) -> None:
        """The state to which these inputs lead, in which dice may await.  Rules that fail on the way leave everything as it was."""
        state, trail, passed, alone = self.state, self._trail, self._passed, self._alone
        self._trail = self._passed = 0
        self._alone = -1
        try:
            self.state = self.game.setup()
            self.state.loud = self.loud
            for n in range(len(standing)):
                self.state.news = []
                self._apply(standing[n][0], standing[n][1], n + 1)
            if self.state.table.dice and not dice:
                raise ValueError("dice await that nobody has asked for")
        except BaseException:
            self.state, self._trail, self._passed, self._alone = state, trail, passed, alone
            raise

    def _undo(self, seat: Seat, first: int) -> list[Event]:
        """Refold without the seat's last decision.  Later ones of other seats, to the same
        question and just as quiet, stay: answers to one question commute."""
        at = self._last(seat, first)
        if at < 0:
            raise Refused("cannot-undo")
        standing = self._standing()
        kept = standing[:at] + standing[at + 1 :]
        try:
            self._fold(kept, False)
        except Exception as error:
            refused = Refused("cannot-undo")
            refused.__cause__ = error  # by hand: compiled, "from" says nothing
            raise refused from error
        self._kept = kept
        self.inputs.append((seat, (UNDO,)))
        self.state.news = []
        self.state.tell(1 << seat, UNDONE, (seat,))
        return self.state.news

    def _last(self, seat: Seat, first: int) -> int:
        """Index of the seat's last standing input if it is ``first`` or a later one, else -1."""
        standing = self._standing()
        for i in range(len(standing) - 1, first - 1, -1):
            if standing[i][0] == seat:
                return i
        return -1

    def _standing(self) -> list[Input]:
        return self.inputs if self._kept is None else self._kept

    def _roll(self) -> None:
        while self.state.table.dice:
            self._input(CHANCE, tuple([self.draw.below(n) for n in self.state.table.dice]))

    def _input(self, seat: Seat, action: Action) -> None:
        item = self._shared((seat, action))
        log: list[Any] = self.inputs
        log.append(item)
        if self._kept is not None:
            log = self._kept
            log.append(item)
        self._apply(seat, action, len(log))

    def _shared(self, item: Any) -> Any:
        """The same input as the one object it is in all matches that share what they know: a server holds many long records,
        and their inputs are mostly equal.  Typed as Any, for compiled code would make a new object of a typed pair."""
        if self.known is None:
            return item
        found = self.known.get(item)
        if found is not None:
            return found
        if len(self.known) < MOST_KNOWN:
            self.known[item] = item
        return item

    def _apply(self, seat: Seat, action: Action, standing: int) -> None:
        """One input; ``standing`` is their number with it."""
        if not self.loud or seat == CHANCE or action[0] < 0:
            advance(self.game, self.state, seat, action)
            self._learned(standing)
            return
        heard = len(self.state.news)
        awaited, flow = self.state.table.pending[:], _flow(self.state.table)
        self.game.apply(self.state, seat, action)
        table = self.state.table
        for event in self.state.news[heard:]:
            if event.nature != NOTED:
                self._learned(standing)
                return
        if table.dice:
            self._learned(standing)
        elif _flow(table) != flow or not _still(seat, awaited, table.pending):
            self._pass_on(seat, standing)

    def _learned(self, standing: int) -> None:
        """Somebody may have learned something: nothing so far can be taken back."""
        self._trail = self._passed = standing
        self._alone = -1

    def _pass_on(self, seat: Seat, standing: int) -> None:
        """Nobody learned anything, but there is a new question, and its answer will stand on all that was decided so far.
        So that is final for everyone else at once, and not only when the new question is answered: that may happen in secret,
        and whether something can be taken back must not tell of it.  Who alone is asked on may step back."""
        if len(self.state.table.pending) == 1 and self.state.table.pending[0] == seat:
            self._alone = seat
        else:
            self._passed = standing
            self._alone = -1


def _flow(table: Table) -> list[int]:
    """What the game is in the middle of, comparable."""
    found: list[int] = []
    for frame in table.stack:
        found.append(frame.proc)
        found.append(frame.step)
        found.append(len(frame.regs))
        found += frame.regs
    return found


def _still(seat: Seat, before: list[int], now: list[int]) -> bool:
    """Whether the same seats are awaited, but perhaps the one that has just answered."""
    return now == before or now == [other for other in before if other != seat]


def finished(state: State[T, H, B]) -> bool:
    return not state.table.pending and not state.table.dice


def advance(game: Game[T, H, B], state: State[T, H, B], seat: Seat, action: Action) -> None:
    """One step of the fold: the rules', or for a negative verb the umpire's own."""
    if seat == CHANCE or action[0] >= 0:
        game.apply(state, seat, action)
        return
    table = state.table
    verb = action[0]
    if verb == DRAW:
        table.draw_offers |= 1 << seat
        state.tell(EVERYONE, DRAW_OFFERED, (seat,))
        if table.draw_offers | table.gone == (1 << len(state.hands)) - 1:
            state.tell(EVERYONE, DRAWN, (seat,))
            _end(game, state, AGREED)
    elif verb == NO_DRAW:
        table.draw_offers = 0
        state.tell(EVERYONE, DRAW_REFUSED, (seat,))
    else:
        table.gone |= 1 << seat
        table.draw_offers = 0
        state.tell(EVERYONE, TIMED_OUT if verb == TIMEOUT else RESIGNED, (seat,))
        if _sides_left(game, state) < 2:
            _end(game, state, FORFEIT)
        else:
            game.leave(state, seat)


def _end(game: Game[T, H, B], state: State[T, H, B], how: int) -> None:
    state.table.pending = []
    state.table.dice = []
    state.table.over = how
    game.close(state)


def _sides_left(game: Game[T, H, B], state: State[T, H, B]) -> int:
    sides = 0
    for seat in range(len(state.hands)):
        if (state.table.gone >> seat) & 1 == 0:
            sides |= 1 << game.side(seat)
    count = 0
    while sides:
        count += sides & 1
        sides >>= 1
    return count


def result(game: Game[T, H, B], table: T) -> list[int]:
    """Scores per seat, whichever way the match ended."""
    if table.over == AGREED:
        return [0] * game.seats
    if table.over == FORFEIT:
        left = [seat for seat in range(game.seats) if (table.gone >> seat) & 1 == 0]
        winner = game.side(left[0])
        return [1000 if game.side(seat) == winner else -1000 for seat in range(game.seats)]
    return game.scores(table)


def settle(inputs: list[Input]) -> list[Input]:
    """The inputs that stand, once every undo has taken back what it names."""
    standing: list[Input] = []
    for seat, action in inputs:
        if seat == CHANCE or action[0] != UNDO:
            standing.append((seat, action))
            continue
        at = len(standing) - 1
        while at >= 0 and standing[at][0] != seat:
            at -= 1
        if at < 0:
            raise ValueError("undo by seat " + str(seat) + " without a decision to take back")
        del standing[at]
    return standing


def replay(game: Game[T, H, B], inputs: list[Input]) -> State[T, H, B]:
    """Fold a record into the state it leads to; needs no dice and no umpire."""
    state = game.setup()
    for seat, action in settle(inputs):
        advance(game, state, seat, action)
    return state
