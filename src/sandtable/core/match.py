"""The umpire: checks an action, applies it, rolls the dice, keeps the record."""

from __future__ import annotations

from typing import Any, Final, Generic

from sandtable.core.bars import DIE_FELL, PASSED_ON, Bars, flow_of, still_asked
from sandtable.core.fold import (
    DRAW,
    DRAW_OFFERED,
    DRAW_REFUSED,
    DRAWN,
    NO_DRAW,
    RESIGN,
    RESIGNED,
    TIMED_OUT,
    TIMEOUT,
    UNDO,
    UNDONE,
    advance,
    finished,
    replay,
    result,
    settle,
    standing_places,
)
from sandtable.core.game import CHANCE, NOTED, REVEALED, Action, B, Draw, Event, Game, H, Input, Seat, State, T

__all__ = [
    "DRAW",
    "DRAWN",
    "DRAW_OFFERED",
    "DRAW_REFUSED",
    "NO_DRAW",
    "RESIGN",
    "RESIGNED",
    "TIMED_OUT",
    "TIMEOUT",
    "UNDO",
    "UNDONE",
    "Match",
    "Refused",
    "advance",
    "finished",
    "replay",
    "result",
    "settle",
    "surprise",
]

MOST_KNOWN: Final = 1 << 13  # inputs held to be shared
MOST_ACTIONS: Final = 256  # in one gesture

# What a gesture may meet on its way, as message keys: it stops there.
ALL_PLAYED: Final = ""
SAW_SECRET: Final = "stopped-revealed"  # something hidden was revealed to the seat
SAW_DICE: Final = "stopped-dice"
OTHERS_ASKED: Final = "stopped-asked"
NOT_ASKED_ON: Final = "stopped-over"  # the seat is not awaited any more


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
        self.played = 0  # actions of the last gesture that stand
        self.stopped = ""  # what it met, or why its next action is refused
        self._kept: list[Input] | None = None  # the inputs that stand, once one was taken back; None: all do
        self._trail = 0  # from this standing input on, nobody heard anything: what records of earlier versions may take back
        self._bars = Bars(len(self.state.hands))
        # by seat: whether its own decision led to its question and is not final yet, as far as everybody can see
        self.loose: list[bool] = [False] * len(self.state.hands)
        self.midway: list[bool] = [False] * len(self.state.hands)  # by seat: whether it has begun to answer the question it is asked
        self._joined: set[int] = set()  # standing inputs that go on with the gesture of the seat's decision before
        self._roll()

    def submit(self, seat: Seat, ask: int, action: Action) -> list[Event]:
        """Answer decision number ``ask`` of a seat; return what happened."""
        self._check(seat, ask, action)
        return self.play(seat, action)

    def _check(self, seat: Seat, ask: int, action: Action) -> None:
        if seat < 0 or seat >= len(self.state.hands) or seat not in self.state.table.pending:
            raise Refused("not-awaited")
        hand = self.state.hands[seat]
        if ask != hand.asked:
            raise Refused("stale")
        reason = self.game.refusal(self.state.table, hand, action)
        if reason:
            raise Refused(reason)

    def perform(self, seat: Seat, ask: int, actions: list[Action], whole: bool = False) -> list[Event]:
        """A gesture: play a seat's actions one after the other as one choice, and one step of undo.  It stops after an action that
        brought a surprise and before one that is refused; ``played`` and ``stopped`` say how far it came and why.  The first
        action must be legal.  ``whole``: nothing is played if any action is refused before something surprises; so a sheet of orders is
        given or not."""
        if not actions or len(actions) > MOST_ACTIONS:
            raise Refused("gesture-length")
        if len(actions) == 1:
            news = self.submit(seat, ask, actions[0])
            self.played = 1
            self.stopped = ALL_PLAYED
            return news
        if whole:
            self._try_whole(seat, ask, actions)
        before = self.state.table.pending[:]
        news = self.submit(seat, ask, actions[0])
        self.played = 1
        while self.played < len(actions):
            self.stopped = surprise(self.state, seat, self.state.news, before, self.inputs[-1][0] == CHANCE)
            if self.stopped:
                return news
            action = actions[self.played]
            self.stopped = self.game.refusal(self.state.table, self.state.hands[seat], action)
            if self.stopped:
                return news
            before = self.state.table.pending[:]
            news = news + self.go_on(seat, action)
            self.played += 1
        self.stopped = ALL_PLAYED
        return news

    def _try_whole(self, seat: Seat, ask: int, actions: list[Action]) -> None:
        """Refuse what could be foreseen to be illegal.  What comes after a surprise is not looked at: a refusal would tell of it."""
        self._check(seat, ask, actions[0])
        state = self.game.copy(self.state)
        state.loud = True
        for i in range(len(actions)):
            reason = self.game.refusal(state.table, state.hands[seat], actions[i])
            if reason:
                raise Refused(reason)
            before = state.table.pending[:]
            state.news = []
            self.game.apply(state, seat, actions[i])
            if surprise(state, seat, state.news, before, bool(state.table.dice)):
                return

    def play(self, seat: Seat, action: Action) -> list[Event]:
        """Apply an action known to be legal, then the dice it calls for."""
        self.state.news = []
        self._input(seat, action)
        self._roll()
        return self.state.news

    def go_on(self, seat: Seat, action: Action) -> list[Event]:
        """The same as part of the seat's gesture before: what the table answers by itself is taken back with it."""
        self._joined.add(len(self._standing()))
        return self.play(seat, action)

    def call(self, seat: Seat, verb: int) -> list[Event]:
        """An umpire verb: resignation, draw, time-out or undo, by or about a seat."""
        reason = self.objection(seat, verb)
        if reason:
            raise Refused(reason)
        if verb == UNDO:
            return self._undo(seat, self._gesture(seat))
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
            if not self.loud:  # what was learned is not known
                return PASSED_ON
            found = self._gesture(seat)  # whole: what the table answered after a die is no step of its own
            return "" if found and found[-1] not in self._joined else self._bars.reason(seat)
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

    def take_back(self, seat: Seat, count: int = 1) -> list[Event]:
        """An undo that stands in a record.  Those of earlier versions may take back more than the umpire would allow now,
        but never anything by which somebody learned something."""
        reason = self.objection(seat, UNDO)
        if reason and (not self.loud or not reason.startswith("undo-")):
            raise Refused(reason)
        first = min(self._trail, self._bars.first(seat))
        found: list[int] = []
        standing = self._standing()
        for i in range(len(standing) - 1, first - 1, -1):
            if standing[i][0] == seat and len(found) < count:
                found.append(i)
        if len(found) < count or count < 1:
            raise Refused(reason if reason else "cannot-undo")
        return self._undo(seat, found)

    def resume(self, inputs: list[Input], joined: list[int] | None = None) -> None:
        """Catch up with a record from the start; the next decision follows it.  ``joined``: indices of the inputs that go on with
        the gesture of their seat's decision before."""
        places = standing_places(inputs)
        standing = [inputs[i] for i in places]
        self._fold(standing, True)
        self.inputs = inputs[:]
        self._kept = None if len(standing) == len(inputs) else standing
        self._joined = set()
        if joined:
            marked = set(joined)
            for n in range(len(places)):
                if places[n] in marked:
                    self._joined.add(n)
        self._roll()

    def _fold(self, standing: list[Input], dice: bool) -> None:
        """The state to which these inputs lead, in which dice may await.  Rules that fail on the way leave everything as it was."""
        state, trail, bars, loose, midway = self.state, self._trail, self._bars, self.loose, self.midway
        self._trail = 0
        self._bars = Bars(len(state.hands))
        self.loose = [False] * len(state.hands)
        self.midway = [False] * len(state.hands)
        try:
            self.state = self.game.setup()
            self.state.loud = self.loud
            for n in range(len(standing)):
                self.state.news = []
                self._apply(standing[n][0], standing[n][1], n + 1)
            if self.state.table.dice and not dice:
                raise ValueError("dice await that nobody has asked for")
        except BaseException:
            self.state, self._trail, self._bars, self.loose, self.midway = state, trail, bars, loose, midway
            raise

    def _undo(self, seat: Seat, indices: list[int]) -> list[Event]:
        """Refold without these decisions of the seat, latest first.  Later ones of other seats, to the same question and just as
        quiet, stay: answers to one question commute.  Whoever heard of them hears that they were taken back."""
        heard = self._bars.audience(indices) | (1 << seat)
        standing = self._standing()
        kept: list[Input] = []
        joined: set[int] = set()
        for n in range(len(standing)):
            if n not in indices:
                if n in self._joined:
                    joined.add(len(kept))
                kept.append(standing[n])
        try:
            self._fold(kept, False)
        except Exception as error:
            refused = Refused("cannot-undo")
            refused.__cause__ = error  # by hand: compiled, "from" says nothing
            raise refused from error
        self._kept = kept
        self._joined = joined
        self.inputs.append((seat, (UNDO,) if len(indices) == 1 else (UNDO, len(indices))))
        self.state.news = []
        self.state.tell(heard, UNDONE, (seat,))
        return self.state.news

    def _gesture(self, seat: Seat) -> list[int]:
        """Indices of the standing inputs that were the seat's last gesture, latest first; those that may be taken back."""
        standing = self._standing()
        found: list[int] = []
        for i in range(len(standing) - 1, self._bars.first(seat) - 1, -1):
            if standing[i][0] == seat:
                found.append(i)
                if i not in self._joined:
                    break
        return found

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
        if not self.loud:  # nobody listens, and nobody steps back
            advance(self.game, self.state, seat, action)
            return
        asked = [hand.asked for hand in self.state.hands]
        if seat == CHANCE or action[0] < 0:
            advance(self.game, self.state, seat, action)
            self._see_asked(asked)
            self._trail = standing
            self._bars.bar_all(standing, DIE_FELL if seat == CHANCE else PASSED_ON)
            return
        heard = len(self.state.news)
        awaited, flow = self.state.table.pending[:], flow_of(self.state.table)
        self.game.apply(self.state, seat, action)
        self._see_asked(asked)
        table = self.state.table
        news = self.state.news[heard:]
        for event in news:
            if event.nature != NOTED:
                self._trail = standing
        if table.dice:
            self._trail = standing
        same = flow_of(table) == flow and still_asked(seat, awaited, table.pending)
        self.midway[seat] = same and seat in table.pending
        self.loose[seat] = seat in table.pending and not table.dice and (same or len(table.pending) == 1)
        self._bars.judge(seat, standing, news, same, table)

    def _see_asked(self, before: list[int]) -> None:
        """Who is asked something new has not begun to answer it."""
        for seat in range(len(before)):
            if self.state.hands[seat].asked != before[seat]:
                self.loose[seat] = False
                self.midway[seat] = False


def surprise(state: State[T, H, B], seat: Seat, news: list[Event], before: list[int], dice: bool) -> str:
    """What a seat could not foresee when it decided: the key of what stops a gesture, or an empty text.  ``before``: who was awaited
    then."""
    for event in news:
        if event.nature_to(seat) == REVEALED and (event.audience >> seat) & 1:
            return SAW_SECRET
    if dice:
        return SAW_DICE
    if seat not in state.table.pending:
        return NOT_ASKED_ON
    for other in state.table.pending:
        if other not in before:
            return OTHERS_ASKED
    return ALL_PLAYED
