"""A room: one match, one task.  Requests wait in a queue and are answered one by one.

The path of a decision: refusal checks, the rules, the dice, then the new inputs are committed, and
only then anybody is told.  When the commit fails, the room goes back to what is saved.
"""

from __future__ import annotations

import asyncio
import logging
from collections import deque
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import msgspec

from sandtable import games
from sandtable.core.game import Action, Event, Input
from sandtable.core.match import UNDO, Match, Refused, finished
from sandtable.server.answers import ANSWERS
from sandtable.server.archive import last_told
from sandtable.server.chronicle import ONLOOKER, AnyMatch, Witness, follow, public_bytes
from sandtable.server.clocks import Clock
from sandtable.server.dice import Receipts, SealedDraw, Seals, count_dice
from sandtable.server.errors import Problem, not_found
from sandtable.server.identity import Identity
from sandtable.server.in_turn import AGAIN, Done, InTurn
from sandtable.server.lines import Line
from sandtable.server.manner import Manners, read_manners, seated
from sandtable.server.performing import RACES
from sandtable.server.telling import Answer
from sandtable.server.terms import read_affairs, read_terms
from sandtable.store import matches as tables
from sandtable.store.journal import Conflict, Said
from sandtable.wire.catalogue import say

if TYPE_CHECKING:
    from sandtable.server.rooms import Rooms

log = logging.getLogger("sandtable.server")


class Room(Manners):
    def __init__(self, house: Rooms, match_id: str) -> None:
        InTurn.__init__(self)
        Manners.__init__(self)
        self.house = house
        self.id = match_id
        self.lines = {}
        self.match = None
        self.over = False  # and it is saved that it is
        self.thinking: dict[int, int] = {}  # seats of bots at work -> ask
        self.reserves = {}
        self.unheard = {}  # events since a bot's last decision
        self.alarm: asyncio.TimerHandle | None = None

    def close(self) -> None:
        super().close()
        self.set_alarm(None)

    # loading -----------------------------------------------------------------------

    async def load(self) -> None:
        """Everything from the store."""
        async with self.house.database.read() as connection:
            row = await tables.find_match(connection, self.id)
            if row is None:
                raise not_found("match")
            rows = await tables.find_inputs(connection, self.id)
            since = next((r.at for r in reversed(rows) if r.extra is not None and r.extra.c), row["started"] or 0)
            outages = await tables.find_outages(connection, since)
            self.talk = await tables.find_talk(connection, self.id)
            people = await self._find_people(connection)
        self._take_people(row, *people)
        self.options = msgspec.json.decode(row["options"])
        self.game = await self._fetch_game(row)
        if self.game.version != row["version"]:
            raise Problem(409, "old-version", f"This match was played by version {row['version']} of {row['game']}.")
        self.match = None
        self.over = False
        if row["state"] in (tables.RUNNING, tables.OVER):
            await self._rebuild(rows, row["started"] or 0, outages)
        self.loaded, self.doubt, self.shaken = True, False, False
        self.tell_manners()
        self.look_for_answers()

    async def _fetch_game(self, row: Any) -> games.AnyGame:
        try:
            return await self.house.shelf.find(row["game"], row["seats"], self.options)
        except (games.BadOption, games.Unknown) as error:  # made by another version of the game, with other bounds
            raise Problem(409, "old-version", f"This match cannot be loaded any more: {error.args[0]}.") from None

    async def _find_people(self, connection: Any) -> tuple[list[Any], list[tuple[int, str]]]:
        """Read after all the rest: whoever has lost a seat must not be told what came after that."""
        return await tables.find_seats(connection, self.id), await tables.find_devices(connection, self.id)

    def _take_people(self, row: Any, seats: list[Any], devices: list[tuple[int, str]]) -> None:
        """The match as it is kept, and who sits there; lines that have lost their right end here."""
        self.row, self.seats, self.devices = row, seats, devices
        self.terms = read_terms(row["terms"])
        self.affairs = read_affairs(row["affairs"])
        self.has_bots = any(seat["kind"] == "bot" for seat in self.seats)
        self.own = tables.holders(seats, devices)
        self.manners = read_manners(seats)
        self.dismiss_strangers()

    async def _rebuild(self, rows: list[tables.Row], started: int, outages: list[tuple[int, int]]) -> None:
        self.draw = SealedDraw(self.row["dice_key"])
        match: AnyMatch = await asyncio.to_thread(Match, self.game, self.draw)
        match.known = self.house.inputs
        self.answers: dict[tuple[int, str], Answer] = {}
        self.clock = Clock(self.terms.clock, self.game.seats)
        self.seals = Seals(self.row["dice_key"], self.id, self.game.seats)
        self.receipts = Receipts(self.row["dice_key"], self.id, self.game.seats)
        self.saved_seqs = [1] * (self.game.seats + 1)
        self.witnesses = [Witness(seat) for seat in [*range(self.game.seats), ONLOOKER]]
        left, since = list(self.clock.left), started
        self.changed = started  # when everybody last noticed something; the moment of a sealed decision is nobody's business
        for number, part in enumerate(tables.tellings(rows)):
            if number % tables.SLICE == tables.SLICE - 1:
                await asyncio.sleep(0)
            if part[0].seat >= 0 and (extra := self.take_row(part)) is not None and extra.c:
                left, since = extra.c, part[0].at
        self.tied, self.joined = set(tables.tied_in(rows)), set(tables.joined_in(rows))
        known = self.house.inputs
        inputs: list[Input] = [known.get(item, item) for item in ((row.seat, row.action) for row in rows)]
        await asyncio.to_thread(match.resume, inputs, sorted(self.joined))
        held = await self._held_back(match)
        self.match, self.held = match, held  # last: what onlookers are shown late must not be shown before
        self.saved = len(rows)
        self._take_stock()
        self.clock.restore(left, self.match.state.table.pending, since, outages)
        self.clock.heed(self.affairs.paused, self.affairs.left, self.affairs.since)
        due = self.clock.deadline()
        if due is not None and self.shaken:  # perhaps by this very clock: not at once again, and again
            due = max(due, self.house.time.now() + int(AGAIN * 1000))
        self.set_alarm(due)

    def _restart(self) -> None:
        """The match as it is saved, whatever was tried since."""
        assert self.match is not None
        self.match.resume(self.match.inputs[: self.saved], sorted(self.joined))
        self._take_stock()

    def _take_stock(self) -> None:
        """All witnesses know what is saved, and nothing else."""
        assert self.match is not None
        self.draw.rolled = count_dice(self.match.inputs)
        table = public_bytes(self.match.state)
        for witness, seq in zip(self.witnesses, self.saved_seqs, strict=True):
            witness.go_back(seq)
            witness.learn(self.match.state, table)
        self.pending = self.match.state.table.pending[:]
        self.over = finished(self.match.state)

    async def _held_back(self, match: AnyMatch) -> deque[tuple[int, bytes]]:
        """What onlookers with a delay have not been shown yet."""
        if not self.terms.delay or finished(match.state):
            return deque()
        return deque(await asyncio.to_thread(last_told, self.game, match.inputs[:], ONLOOKER, self.terms.delay + 1, self.tied))

    async def reach(self, seat: int, since: int | None) -> None:
        """A client that comes from another worker may know more than we do: its numbers must not go back."""
        if since is not None and self.match is not None and since > self.witnesses[seat].seq:
            await self.catch_up()

    async def catch_up(self) -> None:
        """Take in what other workers, or a commit of uncertain end, have added; tell our lines."""
        async with self.house.database.read() as connection:
            row = await tables.find_match(connection, self.id)
            if row is None:
                raise not_found("match")
            rows = await tables.find_inputs(connection, self.id, self.saved if self.match is not None else 0)
            news = await tables.find_talk(connection, self.id, len(self.talk))
            people = await self._find_people(connection)
        was, sat = self.row, seated(self.seats)
        self._take_people(row, *people)
        if self.match is None or row["state"] == tables.OPEN:
            await self.load()
            if was["state"] != self.row["state"]:
                self.show_all()
        else:
            self._follow(rows)
            self.clock.heed(self.affairs.paused, self.affairs.left, self.affairs.since)
            self.set_alarm(self.clock.deadline())
        self.doubt = False
        if was != self.row or sat != seated(self.seats):
            self.tell_info()
        self.tell_manners()
        for item in news:
            self.house.talk.deliver(self, item)
        self.look_for_answers()

    async def is_behind(self) -> bool:
        """Whether another worker has done something here that we have not heard of.  Other things in the match's row change with our own
        decisions; to look for those would tell everybody of an attempt that is refused."""
        async with self.house.database.read() as connection:
            row = await tables.find_match(connection, self.id)
            count = await tables.count_inputs(connection, self.id)
        if row is None or row["affairs"] != self.row["affairs"]:
            return row is not None
        return count != self.saved if self.match is not None else row["state"] != self.row["state"]

    def _follow(self, rows: list[tables.Row]) -> None:
        """Apply decisions that others have saved."""
        assert self.match is not None
        inputs = self.match.inputs[: self.saved] + [(row.seat, row.action) for row in rows]
        for part in tables.tellings(rows):
            first, extra = part[0], part[0].extra or tables.Extra()
            self.tied.update(tables.tied_in(part))
            self.joined.update(tables.joined_in(part))
            news = follow(self.match, inputs, self.saved, self.tied, self.joined)
            self.take_row(part, publish=False)
            frames = self._notice(news)
            self._after_step(first.seat, first.at, extra.s, bool(extra.c))
            self.saved = len(self.match.inputs)
            self.over = finished(self.match.state)
            self.draw.rolled = count_dice(self.match.inputs)
            self.deliver(frames, None, "", None)

    # the path of a decision ----------------------------------------------------------

    async def do(
        self, seat: int, said: str, ask: int, action: tuple[int, ...], line: Line | None = None, who: Identity | None = None
    ) -> Answer:
        """Answer decision ``ask`` of a seat, as its holder or, without ``who``, its bot; the same message id gets the same answer."""
        who = who if line is None else line.right.who
        return await self._decide(seat, said, line, who, lambda match: match.submit(seat, ask, action))

    async def perform(
        self,
        seat: int,
        said: str,
        ask: int,
        actions: list[Action],
        whole: bool = False,
        line: Line | None = None,
        who: Identity | None = None,
    ) -> Answer:
        """A gesture: several actions as one decision, as far as nothing surprises."""
        who = who if line is None else line.right.who
        return await self._decide(seat, said, line, who, lambda match: match.perform(seat, ask, actions, whole), len(actions))

    async def call(self, seat: int, said: str, verb: int, line: Line | None = None, who: Identity | None = None) -> Answer:
        """An umpire verb: resignation, draw, time-out, undo."""
        who = who if line is None else line.right.who

        def call(match: AnyMatch) -> list[Event]:
            if verb == UNDO:
                self._charge(who)
            return match.call(seat, verb)

        return await self._decide(seat, said, line, who, call)

    async def _decide(
        self, seat: int, said: str, line: Line | None, who: Identity | None, apply: Callable[[AnyMatch], list[Event]], length: int = 0
    ) -> Answer:
        """``length``: how many actions a gesture has."""
        if self.match is not None and self.clock.used:
            await self.house.vigil.wake()  # else the time in which nothing could be saved would be charged
        looked = self.house.database.sqlite
        for _ in range(RACES):
            if who is not None:
                self.check_holder(who, seat)
            known = self.answers.get((seat, said)) if said and self.match is not None else None
            if known is not None:
                self.repeat(line, said, known)
                return known
            if who is not None:
                self.house.limits.check_debt("fold", who.user)
            try:
                news = apply(self.running())
            except (Refused, Problem) as objection:  # also to a message that was answered before the match was paused
                if not looked and await self.is_behind():
                    looked = True
                    await self.catch_up()
                    continue
                if objection.__cause__ is not None:
                    log.error("match %s: the rules failed where the umpire let seat %d decide", self.id, seat, exc_info=objection)
                known = await self.old_answer(seat, said) if said and self.match is not None and self.saved > ANSWERS else None
                if known is None:
                    raise refusal(self.game.name, str(objection.args[0])) if isinstance(objection, Refused) else objection from None
                self.repeat(line, said, known)
                return known
            try:
                return await self._settle(seat, said, news, line, length)
            except Conflict as lost:
                await self.catch_up()
                if isinstance(lost, Said):
                    self._charge(who)
                    return await self.answer_again(seat, said, line)
        raise Problem(503, "try-again", "Others were faster several times over; try again.", headers={"Retry-After": "1"})

    def _charge(self, who: Identity | None) -> None:
        """Taking back, and refusing what was decided before under the same id, play the whole match again: a long one takes a while,
        in which everybody waits.  Whoever does it again and again has to wait, too."""
        if who is not None and self.match is not None:
            self.house.limits.owe("fold", who.user, 1 + len(self.match.inputs) // 100)

    def owes(self, seat: int, ask: int) -> bool:
        """Whether a seat has yet to answer a question."""
        state = self.match.state if self.match is not None else None
        return state is not None and seat in state.table.pending and state.hands[seat].asked == ask

    def running(self) -> AnyMatch:
        if self.match is None:
            raise Problem(409, "not-started", "The match has not begun.")
        if self.affairs.paused:
            raise Problem(409, "paused", "The match is paused.")
        return self.match

    def decide_at_once(self, done: Done, seat: int, said: str, ask: int, action: tuple[int, ...], line: Line | None) -> bool:
        """A decision that nothing stands in the way of: apply it and have it written.  False: it takes the long way, ``do``."""
        match = self.match
        if match is None or not self.loaded or self.doubt or self.affairs.paused or (seat, said) in self.answers:
            return False
        who = line.right.who if line is not None else None
        if line is not None and (line.dismissed or seat not in self.seats_of(who)):
            return False
        if who is not None and self.house.limits.in_debt("fold", who.user):
            return False
        if self.clock.used and not self.house.vigil.awake():
            return False
        try:
            step = self._prepare(seat, said, match.submit(seat, ask, action))
        except Refused:
            return False
        except Exception as error:
            self.distrust(error)
            done(None, error)
            return True

        def written(error: BaseException | None) -> None:
            if error is None:
                self.busy = False
                try:
                    answer = self._complete(step, line)
                except Exception as failure:  # it is saved all the same: sent again it gets its answer
                    self.distrust(failure)
                    done(None, failure)
                else:
                    done(answer, None)
            else:
                self._take_back(error)
                self.busy = False
                if isinstance(error, Conflict) and not self.closed:
                    self.doubt = True  # so that it is caught up first
                    if isinstance(error, Said):
                        self._charge(who)
                        self.start(self.answer_again, (seat, said, line), done)
                    else:
                        self.start(self.do, (seat, said, ask, action, line), done)
                    return
                done(None, error)
            if self.queue:
                self.go_on()

        self.busy = True
        self.house.journal.add(step.entry, written)
        return True

    # clocks --------------------------------------------------------------------------

    def set_alarm(self, deadline: int | None) -> None:
        if self.alarm is not None:
            self.alarm.cancel()
        self.alarm = None
        if deadline is not None:
            delay = max(0.0, (deadline - self.house.time.now()) / 1000)
            if delay < 3600:  # longer ones are found by the house
                self.alarm = asyncio.get_running_loop().call_later(delay, self.post, self.house.check_clock, self)


def refusal(game: str, key: str) -> Problem:
    return Problem(409, key, say(game, "en", "refusal", key))
