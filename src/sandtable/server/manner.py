"""What the table answers for whoever has a seat: questions with one answer, and those that were answered beforehand.

It must not tell a secret by answering, nor by not answering.  So it goes by what everybody can see: a question with one answer is
answered at prompts where everybody knows that there is one; at the others (``Card.covered``) only a standing answer is given, and it
is given whatever the hand holds.  Either way the answer belongs to the decision that led to the question: it is saved and told as
one with it, so there is no moment at which it could come early or late, and nobody has to be there.

Nor may it cost anybody the right to take back: where a seat's own decision led to a question and is not final yet, and the one answer
would make it so, the seat is asked.
"""

from __future__ import annotations

import logging
from typing import Any

import msgspec
from sqlalchemy import update

from sandtable import games
from sandtable.core.game import Action, Event, Input
from sandtable.core.match import UNDO
from sandtable.kit.gesture import passes_on
from sandtable.server.attendance import Attendance
from sandtable.server.chronicle import AnyGame, AnyState
from sandtable.server.errors import Problem
from sandtable.server.lines import Line
from sandtable.server.performing import RACES, Performing
from sandtable.store import matches as tables
from sandtable.store.journal import Conflict, announce
from sandtable.wire.plain import encode

log = logging.getLogger("sandtable.server")

MOST_ANSWERS = 64  # in one go; the rest is an entry of its own


class Manner(msgspec.Struct, omit_defaults=True):
    """Of one seat, as it is kept."""

    auto: bool = False  # whether the table answers questions with one answer
    always: dict[str, int] = {}  # standing answers -> the span in which they hold


class Wish(msgspec.Struct, forbid_unknown_fields=True):
    """What is to change; what is missing stays."""

    auto: bool | msgspec.UnsetType = msgspec.UNSET
    always: list[str] | msgspec.UnsetType = msgspec.UNSET


def read_manners(seats: list[Any]) -> dict[int, Manner]:
    """By seat, of those played by people."""
    return {row["seat"]: msgspec.json.decode(row["manner"], type=Manner) for row in seats if row["manner"] and row["kind"] == "person"}


def seated(seats: list[Any]) -> list[dict[str, Any]]:
    """Who sits where, without what is a seat's own business: nobody hears of a change of manner."""
    return [{name: value for name, value in row.items() if name != "manner"} for row in seats]


def read_wish(value: Any) -> Wish:
    try:
        return msgspec.convert(value, Wish)
    except msgspec.ValidationError:
        raise Problem(400, "malformed", 'A manner is ["manner", id, {"auto": true, "always": [key, ...]}].') from None


def holding(game: AnyGame, table: Any, manner: Manner) -> list[str]:
    """The standing answers that have not ended."""
    card = games.card(game.name)
    return [each.key for each in card.standings if manner.always.get(each.key) == card.span(game, table, each.prompt)]


def find_answer(game: AnyGame, state: AnyState, seat: int, manner: Manner, loose: bool = False, midway: bool = False) -> Action | None:
    """What the table answers to the question a seat is asked; None: whoever has the seat is asked.  ``loose``: its own
    decision led there and is not final yet; ``midway``: it has begun to answer, and a standing answer would seal what it began."""
    card, table, hand = games.card(game.name), state.table, state.hands[seat]
    prompt = card.prompt(game, table, hand)
    given = holding(game, table, manner) if manner.always else []
    for standing in card.standings:
        if standing.prompt == prompt and standing.key in given and game.refusal(table, hand, standing.action) == "":
            return None if midway else standing.action
    if not manner.auto or prompt in card.covered or prompt in card.confirmed:
        return None
    offer = game.actions(table, hand)
    if len(offer) != 1 or (loose and (prompt in card.fateful or passes_on(game, table, hand, offer[0]))):
        return None
    return offer[0]


def came_back(inputs: list[Input], seat: int) -> bool:
    """Whether the last thing a seat did was to take something back: then it wants to be asked."""
    for who, action in reversed(inputs):
        if who == seat:
            return action[0] == UNDO
    return False


class Manners(Performing, Attendance):
    """The part of a room that answers for people."""

    manners: dict[int, Manner]

    def __init__(self) -> None:
        Attendance.__init__(self)
        self.manners = {}
        self._manners_told: dict[int, dict[str, Any]] = {}

    def due(self) -> tuple[int, Action] | None:
        """The next answer that the table owes."""
        match = self.match
        if match is None or not self.manners:
            return None
        for seat in match.state.table.pending:
            manner = self.manners.get(seat)
            if manner is None:
                continue
            action = find_answer(self.game, match.state, seat, manner, match.loose[seat], match.midway[seat])
            if action is not None and not came_back(match.inputs, seat):
                return seat, action
        return None

    def answer_on(self) -> list[Event]:
        """All that it owes now, as part of the decision under way."""
        news: list[Event] = []
        for _ in range(MOST_ANSWERS):
            found = self.due()
            if found is None:
                break
            assert self.match is not None
            news = news + self.match.go_on(*found)
        else:
            self.post(self.answer_due)
        return news

    def look_for_answers(self) -> None:
        """After anything else by which the table may owe one: a start, a pause that ended, another worker's news."""
        if not self.manners or self.closed:
            return
        try:
            owed = self.due() is not None
        except Exception:  # rules that fail must not keep the match from being shown
            log.exception("match %s: the rules failed where the table looked for answers", self.id)
            return
        if owed:
            self.post(self.answer_due)

    async def answer_due(self) -> None:
        """In the room's turn: what the table owes and no decision brought about."""
        for _ in range(RACES):
            if self.match is None or self.over or self.affairs.paused or self.house.stopping:
                return
            if self.clock.used:
                await self.house.vigil.wake()  # as before every decision: what could not be saved is not charged
            found = self.due()
            if found is None:
                return
            try:
                await self._settle(found[0], "", self.match.go_on(*found), None, joined=True)
            except Conflict:
                await self.catch_up()

    async def set_manner(self, seat: int, said: str, wish: Wish, line: Line) -> None:
        """In the room's turn: how the table is to answer for whoever has the seat, until it changes hands."""
        who = line.right.who
        self.check_holder(who, seat)
        assert who is not None
        old = self.manners.get(seat) or Manner()
        new = Manner(old.auto if isinstance(wish.auto, msgspec.UnsetType) else wish.auto, old.always)
        if not isinstance(wish.always, msgspec.UnsetType):
            new.always = self._spans(wish.always)
        if new != old:
            await self._keep_manner(seat, who.user, new)
            await self.catch_up()
        line.tell(encode(["ok", said, ""]))

    def _spans(self, keys: list[str]) -> dict[str, int]:
        if self.match is None:
            if keys:
                raise Problem(409, "not-started", "The match has not begun.")
            return {}
        card = games.card(self.game.name)
        known = {standing.key: standing.prompt for standing in card.standings}
        for key in keys:
            if key not in known:
                raise Problem(400, "no-such-standing", "This game has no such standing answer.", {"standings": list(known)})
        return {key: card.span(self.game, self.match.state.table, known[key]) for key in keys}

    async def _keep_manner(self, seat: int, user: str, manner: Manner) -> None:
        async with self.house.database.write() as connection:
            await tables.hold_match(connection, self.id)
            holders = await tables.find_holders(connection, [self.id])
            if seat not in holders[self.id].get(user, []):  # it changed hands at another worker
                raise Problem(403, "not-your-seat", "That seat is no longer yours.")
            where = (tables.seats.c.match == self.id, tables.seats.c.seat == seat)
            await connection.execute(update(tables.seats).where(*where).values(manner=encode(manner).decode()))
            await announce(connection, self.id, self.house.worker)

    def manner(self, seat: int) -> dict[str, Any]:
        """As whoever has the seat is told."""
        found = self.manners.get(seat) or Manner()
        always = holding(self.game, self.match.state.table, found) if self.match is not None and found.always else []
        return {"auto": found.auto, "always": always}

    def tell_manners(self) -> None:
        """Lines of a seat, and nobody else, hear of a change, and when a standing answer has ended."""
        for seat in {*self.manners, *self._manners_told}:
            now = self.manner(seat)
            if self._manners_told.get(seat, {"auto": False, "always": []}) != now:
                self._manners_told[seat] = now
                for line in self.lines.get(seat, ()):
                    line.tell(encode(["manner", now]))
