"""Who may sit where in the simulated matches: a ledger of its own, kept commit by commit beside the store.

It knows what people did (who showed the code of which seat to whom, who became whom) and looks at the store after every commit,
before anything else happens.  What must hold whatever happens:

- a further device is one that whoever has the seat has let in, by a link that opens once, and goes with its holder;
- a hand is shown to the seat's holder or a device of theirs, and nobody else decides or speaks there;
- nothing is told by a socket before its greeting;
- when a change has been answered, no line at that worker is open by what it took away.
"""

from __future__ import annotations

import asyncio
import json
import sqlite3
from typing import Any

from simulation_world import Broken, Worker, World

from sandtable.server.identity import Identity
from sandtable.server.lines import Pass

LAG = 15.0  # seconds within which every worker hears of a change in a match under way, notices lost and the store gone for a while


class Loss:
    """Somebody lost a seat: when, whether the match was under way, and by which piece of work at which worker."""

    def __init__(self, world: World, running: bool, worker: Worker) -> None:
        self.at = world.loop.time()
        self.running = running
        self.worker = worker
        self.task = asyncio.current_task()


class Book:
    """What is known of one match."""

    def __init__(self, match: str) -> None:
        self.match = match
        self.state = ""
        self.places: dict[int, tuple[str, str | None]] = {}  # by seat: its kind and its holder
        self.rows: set[tuple[int, str]] = set()  # further devices
        self.invited: dict[str, tuple[int, str | None]] = {}  # links that were shown: whose they were then
        self.tried: dict[str, list[str]] = {}  # by person: links they came with, and which opened nothing yet
        self.paired: dict[tuple[int, str], tuple[str, float]] = {}  # devices: who had let them in, and when
        self.lost: dict[tuple[int, str], Loss] = {}
        self.inputs = 0
        self.talk = 0

    def may(self, seat: int, user: str) -> bool:
        kind, holder = self.places.get(seat, ("", None))
        return kind == "person" and holder is not None and (holder == user or (seat, user) in self.rows)

    def allowed(self) -> set[tuple[int, str]]:
        found = {(seat, holder) for seat, (kind, holder) in self.places.items() if kind == "person" and holder is not None}
        return found | {(seat, user) for seat, user in self.rows if self.may(seat, user)}


class Holders:
    """The ledger of all matches whose people change."""

    def __init__(self, world: World) -> None:
        self.world = world
        self.books: dict[str, Book] = {}
        self.become: dict[str, str] = {}  # guests who are an account now
        self.found: list[Broken] = []  # the server may have caught what we raised
        self.hands = 0  # frames with a hand that were sent
        self.devices = 0  # that were let in
        self.early = 0  # messages that came before their socket was let in
        self.store = sqlite3.connect(world.file, isolation_level=None)
        world.after_commit.append(self.look)

    def close(self) -> None:
        self.store.close()

    def fail(self, text: str) -> None:
        self.found.append(Broken(text))
        raise self.found[-1]

    def check(self) -> None:
        if self.found:
            raise self.found[0]

    def watch(self, match: str) -> None:
        self.books[match] = Book(match)
        self._read(self.books[match])

    def person(self, user: str | None) -> str:
        """Who somebody is now, under whatever name they came."""
        while user in self.become:
            user = self.become[user]
        return user or ""

    # what people do -----------------------------------------------------------------

    def becomes(self, guest: str, user: str) -> None:
        """A guest will be an account: whoever they let in stays, and so do they where they were let in."""
        self.become[guest] = user
        for book in self.books.values():
            book.paired = {(seat, self.person(device)): by for (seat, device), by in book.paired.items()}
            book.tried = {self.person(device): links for device, links in book.tried.items()}

    def link(self, match: str, seat: int) -> str:
        """The code of a seat, as its holder shows it now."""
        row = self.store.execute('SELECT link, user FROM seats WHERE "match" = ? AND seat = ?', (match, seat)).fetchone()
        self.books[match].invited[row[0]] = (seat, row[1])
        return str(row[0])

    def comes_with(self, match: str, user: str, link: str) -> None:
        self.books[match].tried.setdefault(self.person(user), []).append(link)

    # what the store says --------------------------------------------------------------

    def look(self, worker: Worker) -> None:
        """After a commit: whatever has changed is asked for its right."""
        for book in self.books.values():
            before, running = book.allowed(), book.state == "running"
            if self._read(book):
                self._check_devices(book)
                after = book.allowed()
                for key in before - after:
                    book.lost[key] = Loss(self.world, running, worker)
                for key in after:
                    book.lost.pop(key, None)
            self._check_said(book, worker)

    def _read(self, book: Book) -> bool:
        """Whether people have changed."""
        where = (book.match,)
        book.state = self.store.execute("SELECT state FROM matches WHERE id = ?", where).fetchone()[0]
        seats = self.store.execute('SELECT seat, kind, user FROM seats WHERE "match" = ?', where).fetchall()
        rows = set(self.store.execute('SELECT seat, user FROM devices WHERE "match" = ?', where).fetchall())
        places = {seat: (kind, user) for seat, kind, user in seats}
        changed = (places, rows) != (book.places, book.rows)
        book.places, book.rows = places, rows
        return changed

    def _check_devices(self, book: Book) -> None:
        """Every device is one that the very holder of its seat has let in."""
        here = {(seat, self.person(user)): user for seat, user in book.rows}
        book.paired = {key: by for key, by in book.paired.items() if key in here}
        for seat, person in here:
            kind, holder = book.places[seat]
            if (seat, person) not in book.paired:
                self._let_in(book, seat, person)
            by = self.person(book.paired[seat, person][0])
            if kind != "person" or self.person(holder) != by:
                self.fail(f"a device of {person} stays at seat {seat}, let in by {by}, which is now {holder or ''} ({kind})")

    def _let_in(self, book: Book, seat: int, person: str) -> None:
        """A new device came by a link that its holder of now has shown, and that has let nobody else in."""
        kind, holder = book.places[seat]
        links = book.tried.get(person, [])
        for link in links:
            of, by = book.invited[link]
            if of == seat and by is not None and self.person(by) == self.person(holder):
                links.remove(link)
                book.invited[link] = (-1, None)
                book.paired[seat, person] = (by, self.world.loop.time())
                self.devices += 1
                return
        self.fail(f"nobody who has seat {seat} ({kind}, {holder}) has let {person} in")

    def _check_said(self, book: Book, worker: Worker) -> None:
        """Decisions and words are of those who have the seat at this moment.  With one worker a change may have been saved, and not
        answered, while what came before it was still on its way."""
        rows = self.store.execute('SELECT seat, extra, n FROM inputs WHERE "match" = ? AND n >= ?', (book.match, book.inputs)).fetchall()
        for seat, extra, n in rows:
            book.inputs = n + 1
            user, sign, _ = (json.loads(extra).get("i", "") if extra else "").partition("/")
            if sign and not book.may(seat, user) and (self.world.postgres or not self._lately(book, seat, user, worker)):
                self.fail(f"{user} decides for seat {seat}, which is {book.places[seat]}")
        rows = self.store.execute('SELECT seat, user, n FROM talk WHERE "match" = ? AND n >= ?', (book.match, book.talk)).fetchall()
        for seat, user, n in rows:
            book.talk = n + 1
            if seat < 0 or not user or book.may(seat, user):
                continue
            if self.world.postgres or not self._lately(book, seat, user, worker, always=True):
                self.fail(f"{user} speaks for seat {seat}, which is {book.places[seat]}")

    def _lately(self, book: Book, seat: int, user: str, worker: Worker, always: bool = False) -> bool:
        """Whether somebody has the seat, or lost it so short a while ago that this worker need not have heard, and has not.  A seat
        that was lost before the match began was lost for good: whoever knows that it has begun knows its people."""
        if book.may(seat, user):
            return True
        loss, room = book.lost.get((seat, user)), worker.house.rooms.get(book.match)
        if loss is None or not (loss.running or always) or self.world.loop.time() >= loss.at + LAG:
            return False
        return room is None or not room.loaded or seat in room.seats_of(Identity(user, "user", user))

    # what leaves a worker -------------------------------------------------------------

    def told(self, worker: Worker, match: str, right: Pass, frame: bytes) -> None:
        message = json.loads(frame)
        told = (message[0], len(message)) in (("ok", 6), ("performed", 7))
        view = message[2] if message[0] == "view" else message[-2] if told else {}
        if "hand" not in view:
            return
        self.hands += 1
        assert right.who is not None
        user, seat = right.who.user, right.seat
        if view["hand"]["seat"] != seat:
            self.fail(f"{user} at seat {seat} is shown the hand of seat {view['hand']['seat']}")
        if not self._lately(self.books[match], seat, user, worker):
            self.fail(f"{user} is shown the hand of seat {seat} by {worker.name}, which is {self.books[match].places[seat]}")

    def answered(self, worker: Worker, task: asyncio.Task[Any]) -> None:
        """A change was answered: at this worker nothing is open any more by what it took away."""
        for book in self.books.values():
            room = worker.house.rooms.get(book.match)
            if room is None or worker.dead or not room.loaded or room.doubt:
                continue
            for (seat, user), loss in book.lost.items():
                if loss.task is not task or loss.worker is not worker:
                    continue
                if seat in room.seats_of(Identity(user, "user", user)):
                    self.fail(f"{user} still has seat {seat} at {worker.name}")
                if any(line.right.who is not None and line.right.who.user == user for line in room.lines.get(seat, ())):
                    self.fail(f"{user} keeps a line at seat {seat} of {worker.name}")

    def alone(self, match: str, seat: int, since: float) -> None:
        """A holder has sent devices away: none is left that was let in before."""
        for (of, person), (_, at) in self.books[match].paired.items():
            if of == seat and at < since:
                self.fail(f"the device of {person} at seat {seat} was sent away and stays")

    def strangers(self, worker: Worker) -> set[tuple[str, int, Any]]:
        """Lines whose person has no right to their seat, by what the store says."""
        found: set[tuple[str, int, Any]] = set()
        for match, book in self.books.items():
            room = worker.house.rooms.get(match)
            for seat, lines in room.lines.items() if room is not None else ():
                for line in lines:
                    if seat >= 0 and (line.right.who is None or not book.may(seat, line.right.who.user)):
                        found.add((worker.name, seat, line))
        return found
