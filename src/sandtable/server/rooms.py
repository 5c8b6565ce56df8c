"""The house: all rooms in memory, and what keeps them going: journal, clocks, bots, other workers."""

from __future__ import annotations

import asyncio
import contextlib
import gc
import logging
import secrets
import time
from collections.abc import Callable, Sequence
from typing import Any

from sqlalchemy import select, update

from sandtable.core.game import Input
from sandtable.core.match import NO_DRAW, TIMEOUT
from sandtable.server.accounts.pace import await_beat
from sandtable.server.archive import Archive
from sandtable.server.bots import BotPool
from sandtable.server.chronicle import ONLOOKER
from sandtable.server.clocks import Time
from sandtable.server.errors import Problem
from sandtable.server.identity import Identity
from sandtable.server.in_turn import nothing
from sandtable.server.limits import Limits
from sandtable.server.lobby import Lobby
from sandtable.server.ratings import find_unrated, rate
from sandtable.server.room import Room
from sandtable.server.settings import Settings
from sandtable.server.shelf import Shelf
from sandtable.server.talk import Talk
from sandtable.server.vigil import SILENCE, Outage, Vigil
from sandtable.store import matches as tables
from sandtable.store.database import Database, out_of_service
from sandtable.store.journal import CHANNEL, ENDED, PRESENT, RENEW, Entry, Journal, announce, announce_ended, share

log = logging.getLogger("sandtable.server")

TIDY = 3600.0  # seconds between full collections of garbage: what ends leaves memory without them
PRESENCE = 20.0  # seconds for which the word of another worker on who sits there holds
LATE = 1000  # milliseconds until a clock is looked at again that has run out and ends nothing
NUDGE = 15.0  # seconds after which a bot's turn that nobody attends to is taken up


class Rooms:
    def __init__(self, settings: Settings, database: Database) -> None:
        self.settings = settings
        self.database = database
        self.worker = secrets.token_hex(8)
        self.journal = Journal(database, self.worker)
        self.time = Time()
        self.vigil = Vigil(database, self.time, self.worker, self._stand_still)
        self.talk = Talk(self)
        self.bots = BotPool(settings)
        self.shelf = Shelf()
        self.archive = Archive()
        self.lobby = Lobby(self)
        self.bells: dict[str, list[Any]] = {}  # user -> [event, how many wait]
        self.rooms: dict[str, Room] = {}
        self.inputs: dict[Input, Input] = {}  # equal inputs of all matches are one object
        self.decisions = 0
        self._tasks: list[asyncio.Task[None]] = []
        self._background: set[asyncio.Task[Any]] = set()
        self.stopping = False
        self._unrated = True  # whether to look for matches that ended and were not rated
        self.limits = Limits(False)
        self.your_turn: Callable[[str, str, str], None] = lambda user, match, game: None

    # from start to stop ------------------------------------------------------------

    async def start(self) -> None:
        await self.vigil.begin()
        self.journal.start()
        await self.bots.start()
        loops = [self.vigil.run(), self._sweep(), self._keep_time()]
        if not self.database.sqlite:
            loops.append(self._listen())
        self._tasks = [asyncio.get_running_loop().create_task(loop) for loop in loops]
        self._tasks += [asyncio.get_running_loop().create_task(work) for work in (self.resume_bots(), self.rate_the_rest())]

    async def stop(self) -> None:
        """No new decisions; those under way are saved and answered."""
        self.stopping = True
        for task in [*self._tasks, *self._background]:
            task.cancel()
        await asyncio.gather(*self._tasks, *self._background, return_exceptions=True)
        for room in list(self.rooms.values()):
            with contextlib.suppress(TimeoutError, Exception):
                await asyncio.wait_for(asyncio.shield(room.ask(nothing)), 3)
            room.close()
            for lines in room.lines.values():
                for line in lines:
                    line.close()
        await self.bots.stop()
        await self.journal.stop()
        await self.vigil.end()

    async def _sweep(self) -> None:
        """Rooms nobody looks at leave memory; the inputs are the truth."""
        tidied = asyncio.get_running_loop().time()
        while True:
            await asyncio.sleep(min(5.0, self.settings.idle_seconds))
            now = asyncio.get_running_loop().time()
            if now - tidied > TIDY:
                tidied = now
                gc.collect()
            await self._look_around(now)

    async def _look_around(self, now: float) -> None:
        for number, room in enumerate(list(self.rooms.values())):
            room.tell_present()
            await self.share_presence(room)
            if number % 20 == 19:
                await asyncio.sleep(0.002)  # so that many rooms are no burst
            if not any(room.lines.values()) and room.idle and not room.thinking and now - room.touched > self.settings.idle_seconds:
                self.forget(room)

    async def share_presence(self, room: Room) -> None:
        """Who sits at a table here, for those who sit at another worker."""
        here, now = room.here(), asyncio.get_running_loop().time()
        if self.database.sqlite or (not here and not room.shared[1]) or (here == room.shared[1] and now < room.shared[0] + PRESENCE / 3):
            return
        try:
            async with self.database.write() as connection:
                await share(connection, room.id, self.worker, here)
            room.shared = (now, here)
        except Exception as error:
            log.warning("presence could not be shared: %s", type(error).__name__)

    def forget(self, room: Room) -> None:
        room.close()
        self.archive.drop(room.id)
        if self.rooms.get(room.id) is room:
            del self.rooms[room.id]

    # rooms -------------------------------------------------------------------------

    async def room(self, match: str) -> Room:
        """The room of a match, loaded."""
        if self.stopping:
            raise Problem(503, "try-again", "The server is about to restart.", headers={"Retry-After": "2"})
        found = self.rooms.get(match)
        if found is not None and found.loaded:
            return found
        if found is None:
            found = self.rooms[match] = Room(self, match)
        try:
            await found.ask(nothing)
        except BaseException:
            if not found.loaded and found.idle:  # else somebody else asks for it just now, and gets an answer of their own
                self.forget(found)
            raise
        return found

    async def knows_people(self, room: Room, link: str | None = None) -> bool:
        """Whether a room knows who has which seat now, and the link somebody comes with, if it is another than before; a worker
        may not have heard of the last change, and then it looks."""
        if self.database.sqlite:
            return True
        async with self.database.read() as connection:
            found = await tables.find_holders(connection, [room.id])
            new = link is not None and link != room.row["link"] and await tables.invited_to(connection, link) == room.id
        if found[room.id] == room.own and not new:
            return True
        await room.ask(room.catch_up)
        return False

    async def place(self, match: str, who: Identity | None, link: str | None, wanted: str | None) -> tuple[Room, int]:
        """The room of a match, and the seat there that somebody asks for.  A worker that would send somebody away, or seat them among
        the onlookers, may not have heard yet that they have a seat, or of a new link: it looks first."""
        room = await self.room(match)
        looked = who is None and link is None
        while True:
            try:
                room.check_sight(who, link)
                seat = room.choose_seat(who, wanted)
                if looked or seat != ONLOOKER or wanted == "onlooker":
                    return room, seat
            except Problem:
                if looked:
                    raise
            looked = True
            await self.knows_people(room, link)

    async def refresh(self, match: str) -> None:
        """Something about the match changed in the store outside its room.  It is saved: when the room cannot look at once, it
        looks later."""
        room = self.rooms.get(match)
        if room is not None:
            await room.insist(room.catch_up)
            self.attend(room)

    def decided(self, room: Room) -> None:
        """After a decision was saved and told."""
        self.decisions += 1
        assert room.match is not None
        if room.over:
            self.spawn(self._finish(room))
        else:
            if room.has_bots:
                self.attend(room)
            self.wake_people(room)

    def wake_people(self, room: Room, notify: bool = True) -> None:
        """Programs that wait for their turn look again; who is not at the table gets a notice."""
        if room.match is None or room.all_here():
            return
        present = room.present()
        for seat in room.match.state.table.pending:
            user = room.seats[seat]["user"]
            if room.seats[seat]["kind"] != "person" or not user:
                continue
            bell = self.bells.get(user)
            if bell is not None:
                bell[0].set()
            elif notify and seat not in present:
                self.your_turn(user, room.id, room.game.name)

    def bell(self, user: str) -> asyncio.Event:
        entry = self.bells.setdefault(user, [asyncio.Event(), 0])
        entry[1] += 1
        event: asyncio.Event = entry[0]
        return event

    def hang_up(self, user: str) -> None:
        entry = self.bells[user]
        entry[1] -= 1
        if not entry[1]:
            del self.bells[user]

    async def _finish(self, room: Room) -> None:
        self.bots.end(room.id)
        try:
            await rate(self.database, room.id, self.shelf)
        except Exception as error:
            self._unrated = True
            if not out_of_service(error):
                log.exception("rating match %s failed", room.id)

    async def remind(self) -> None:
        """Tell people that it is their turn where a worker died before it could; some may hear of it twice, nobody never."""
        for match in await self.vigil.find_unheeded():
            with contextlib.suppress(Problem):
                room = await self.room(match)
                if not room.unsaved:  # else whoever decides just now wakes the next one
                    self.wake_people(room)

    async def rate_the_rest(self) -> None:
        """Matches that ended and were not rated: their worker died, or the store took nothing."""
        self._unrated = False
        while found := await find_unrated(self.database):
            for match in found:
                try:
                    await rate(self.database, match, self.shelf)
                except Exception as error:
                    self._unrated = True
                    if out_of_service(error):
                        return
                    log.exception("rating match %s failed", match)
            if self._unrated:
                return

    async def reseat(self, user: str) -> None:
        """Somebody's seats changed hands, or were given up with the account."""
        for room in list(self.rooms.values()):
            if not room.loaded or room.knows(user):
                await room.insist(self._renew, room)

    def sessions(self) -> set[str]:
        """Log-ins and tokens behind the open lines."""
        return {line.session for room in self.rooms.values() for line in room.all_lines() if line.session}

    def holders(self) -> set[str]:
        """People who have a seat in a match in memory."""
        return {place["user"] for room in self.rooms.values() if room.loaded for place in room.seats if place["user"]}

    async def end_sessions(self, ended: Sequence[str]) -> None:
        """Sockets of sessions that are over close, at every worker.  A worker that does not hear of it finds them a little later."""
        self._close_sessions(ended)
        if not self.database.sqlite:
            try:
                async with self.database.write() as connection:
                    await announce_ended(connection, ended)
            except Exception as error:
                log.warning("the end of log-ins could not be shared: %s", type(error).__name__)

    def _close_sessions(self, ended: Sequence[str]) -> None:
        for room in self.rooms.values():
            for line in room.all_lines():
                if line.session and line.session in ended:
                    line.close()

    def measure(self, gauge: Callable[[str, str, Callable[[], float]], None]) -> None:
        """Figures for the metrics page."""
        gauge("sandtable_rooms", "Matches in memory", lambda: len(self.rooms))
        gauge("sandtable_lines", "Sockets and streams", lambda: sum(len(lines) for r in self.rooms.values() for lines in r.lines.values()))
        gauge("sandtable_decisions", "Decisions saved", lambda: self.decisions)
        gauge("sandtable_commits", "Transactions of the journal", lambda: self.journal.commits)
        gauge("sandtable_bot_failures", "Bots that failed to answer", lambda: self.bots.failures)

    def spawn(self, work: Any) -> None:
        task = asyncio.get_running_loop().create_task(work)
        self._background.add(task)
        task.add_done_callback(self._background.discard)

    # clocks ------------------------------------------------------------------------

    def _stand_still(self, outage: Outage) -> None:
        """The store took nothing for a while: the clocks of all matches stood still."""
        for room in self.rooms.values():
            if room.match is not None and room.clock.used:
                room.clock.outages.append(outage)
                room.set_alarm(room.clock.deadline())

    async def check_clock(self, room: Room) -> None:
        """In the room's turn: act on clocks that have run out."""
        if room.match is None or room.over:
            return
        if not self.vigil.awake():  # as soon as the store takes something again, the clocks are put right
            room.set_alarm(self.time.now() + SILENCE)
            return
        if not self.database.sqlite and room.clock.expired(self.time.now()):
            await room.catch_up()  # somebody may have decided in time, at another worker
        for seat in room.clock.expired(self.time.now()):
            if room.seats[seat]["kind"] == "bot":
                continue
            if room.terms.clock.on_timeout == "bot":
                await self.hand_over(room, seat)
            else:
                await room.call(seat, "", TIMEOUT)
                return
        due, now = room.clock.deadline(), self.time.now()
        room.set_alarm(due if due is None or due > now else now + LATE)  # a bot's clock that has run out is no reason to hurry
        noted = room.row["deadline"]
        if noted is not None and due is not None and noted < self.time.now() < due:  # it stood still since it was noted
            await self.journal.write(Entry(room.id, deadline=due, set_deadline=True))

    async def hand_over(self, room: Room, seat: int) -> None:
        """A bot takes the seat of somebody who ran out of time; but not by a clock that does not know of the last decision."""
        bot = room.terms.clock.bot
        async with self.database.write() as connection:
            await tables.hold_match(connection, room.id)
            current = await tables.count_inputs(connection, room.id) == room.saved
            if current:
                query = update(tables.seats).where(tables.seats.c.match == room.id, tables.seats.c.seat == seat)
                name = f"{bot} for {room.seats[seat]['name']}"[:64]
                await connection.execute(query.values(kind="bot", bot=bot, name=name, manner=None))
                await tables.clear_seat(connection, room.id, seat)
                await connection.execute(update(tables.matches).where(tables.matches.c.id == room.id).values(deadline=None))
                await announce(connection, room.id)
        if not current:
            await room.catch_up()
            return
        room.clock.left[seat] = room.terms.clock.milliseconds
        room.clock.since = self.time.now()
        await room.catch_up()
        self.attend(room)

    async def _keep_time(self) -> None:
        """Clocks of matches that are not in memory, and bots that were left waiting."""
        nudge = 0.0
        while True:
            await asyncio.sleep(1.0)
            try:
                async with self.database.read() as connection:
                    query = select(tables.matches.c.id).where(tables.matches.c.deadline < self.time.now())
                    due = [row.id for row in await connection.execute(query.limit(100))]
                for match in due:
                    room = await self.room(match)
                    room.post(self.check_clock, room)
                nudge += 1.0
                if nudge >= NUDGE:
                    nudge = 0.0
                    await self.resume_bots()
                    if self._unrated:
                        await self.rate_the_rest()
                    await self.remind()
            except Exception as error:
                log.warning("looking after clocks failed: %s", type(error).__name__)

    # bots --------------------------------------------------------------------------

    async def resume_bots(self) -> None:
        """Bots that owe a decision in a running match get to work: after a restart above all."""
        query = select(tables.seats.c.match).join(tables.matches, tables.matches.c.id == tables.seats.c.match)
        async with self.database.read() as connection:
            rows = await connection.execute(query.where(tables.seats.c.kind == "bot", tables.matches.c.state == tables.RUNNING).distinct())
            waiting = [row.match for row in rows]
        for match in waiting:
            with contextlib.suppress(Problem):
                self.attend(await self.room(match))

    def attend(self, room: Room) -> None:
        """Put the awaited decisions of bots to the pool."""
        if room.match is None or room.affairs.paused or self.stopping:
            return
        state = room.match.state
        for info in room.seats:
            seat = info["seat"]
            if info["kind"] != "bot" or state.table.gone >> seat & 1:
                continue
            if state.table.draw_offers and not state.table.draw_offers >> seat & 1:
                room.post(room.call, seat, "", NO_DRAW)
            asked = state.hands[seat].asked
            if seat in state.table.pending and room.thinking.get(seat) != asked:
                room.thinking[seat] = asked
                self.spawn(self._think(room, seat, asked, info["bot"]))

    async def _think(self, room: Room, seat: int, asked: int, bot: str) -> None:
        start = time.monotonic()
        try:
            await room.at_rest(seat)  # a bot, too, knows nothing that is not saved
            if room.owes(seat, asked):
                await self._decide_for(room, seat, asked, bot, start)
        except Problem as problem:
            if problem.status == 503:
                await asyncio.sleep(1.0)
        except Exception as error:
            log.warning("bot %s failed in match %s: %s", bot, room.id, type(error).__name__)
            await asyncio.sleep(1.0)
        finally:
            if room.thinking.get(seat) == asked:
                del room.thinking[seat]
        if not room.closed and not room.doubt:
            self.attend(room)

    async def _decide_for(self, room: Room, seat: int, asked: int, bot: str, start: float) -> None:
        assert room.match is not None
        message = room.witnesses[seat].message(room.game, room.match.state, [])
        heard = room.unheard.get(seat)
        room.unheard[seat] = []
        if heard is None or not self.bots.knows(room.id, seat):
            heard = await self.archive.heard(room, seat)
        action = await self.bots.decide(room, seat, bot, {**message, "events": heard})
        if room.owes(seat, asked) and room.game.refusal(room.match.state.table, room.match.state.hands[seat], action):
            action = self.bots.fail(bot, room.id, seat, "illegal action", message["offer"])
        if self.settings.bot_grid and room.people():  # how long a bot thinks may depend on what it holds
            await await_beat(start, self.settings.bot_grid)
        await room.ask(room.do, seat, "", asked, action)  # no id: one that a person could have used before would answer for the bot

    # other workers -----------------------------------------------------------------

    async def _listen(self) -> None:
        """Hear from PostgreSQL which matches other workers have changed."""
        import asyncpg  # type: ignore[import-untyped]  # not needed on SQLite

        url = self.database.url.set(drivername="postgresql").render_as_string(hide_password=False)
        while True:
            connection: Any = None
            try:
                connection = await asyncpg.connect(url)
                await connection.add_listener(CHANNEL, self._heard)
                for room in list(self.rooms.values()):
                    room.insist(self._update, room)
                while not connection.is_closed():
                    await asyncio.sleep(1.0)
                    await connection.execute("SELECT 1")
            except asyncio.CancelledError:
                if connection is not None:
                    connection.terminate()
                raise
            except Exception as error:
                log.warning("not listening to PostgreSQL: %s", type(error).__name__)
                await asyncio.sleep(1.0)

    def _heard(self, connection: Any, pid: int, channel: str, payload: str) -> None:
        if payload.startswith(ENDED):
            self._close_sessions(payload.removeprefix(ENDED).split(" "))
            return
        match, worker, *seats = payload.lstrip(PRESENT + RENEW).split(" ")
        room = self.rooms.get(match)
        if payload.startswith(RENEW):
            if room is not None:
                room.insist(self._renew, room)
        elif payload.startswith(PRESENT):
            if room is not None and worker != self.worker:
                until = asyncio.get_running_loop().time() + PRESENCE
                room.elsewhere[worker] = (until, [int(seat) for seat in seats[0].split(",") if seat])
        elif room is not None and worker != self.worker:
            room.insist(self._update, room)

    async def _renew(self, room: Room) -> None:
        """Somebody left this match for good, or has another name: nothing said is kept from before."""
        await room.catch_up()
        room.tell_info()  # seats are not in the match's own row
        await self.talk.renew(room)

    async def _update(self, room: Room) -> None:
        """Somebody else has changed this match."""
        await room.catch_up()
        self.wake_people(room, notify=False)  # whoever saved the decision sends the notice
