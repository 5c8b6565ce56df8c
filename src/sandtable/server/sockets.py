"""Sockets: the way a browser plays and watches.  docs/protocol.md describes the messages.

Text frames of JSON arrays.  From the client:
    ["do", id, ask, action]   ["perform", id, ask, [action, ...], whole]   ["manner", id, {...}]
    ["call", id, verb]   ["say", id, channel, text]   ["view", id]   ["ping", id]
From the server:
    ["hello", {...}]  ["view", seq, view, about]  ["ok", id, receipt, seq, view, about]  ["no", id, error]
    ["performed", id, receipt, {played, of, stopped}, seq, view, about]  ["manner", {...}]
    ["match", info]  ["talk", message]  ["talks", [...]]  ["present", [seats]]  ["pong", id, time]
The seat is the log-in's; a message never names one.
"""

from __future__ import annotations

import asyncio
import contextlib
import time
from typing import Annotated, Any, Literal

import msgspec
from litestar import WebSocket, websocket
from litestar.connection import ASGIConnection
from litestar.connection.base import empty_receive, empty_send
from litestar.types import Receive, Scope, Send

from sandtable.core.match import MOST_ACTIONS
from sandtable.server import affairs
from sandtable.server.chronicle import ONLOOKER
from sandtable.server.counters import count
from sandtable.server.errors import Problem, bad_id, describe
from sandtable.server.identity import PLAY, identify, require
from sandtable.server.lengths import is_id
from sandtable.server.limits import network
from sandtable.server.lines import DirectLine, Line, Pass
from sandtable.server.manner import read_wish
from sandtable.server.protocol import protocol_of
from sandtable.server.room import Room
from sandtable.server.rooms import Rooms
from sandtable.wire.plain import encode

PROTOCOL = 1
BAD_LIMIT = 50  # malformed messages after which a socket is closed

PACE = 8  # actions of a gesture that cost as much as a message
UNDER_WAY = 100  # messages of one socket that may wait for the room
UNSUPPORTED, POLICY, TOO_SLOW, NO_SEAT = 1003, 1008, 1013, 4403
REASONS = {TOO_SLOW: "slow-reader", POLICY: "flood", UNSUPPORTED: "text-only", NO_SEAT: "not-your-seat", 1001: "closing"}

SUBPROTOCOL = "sandtable"
LINK = "link."  # before the link of a private match, among the subprotocols

_DECODER = msgspec.json.Decoder(list[Any])

_Number = Annotated[int, msgspec.Meta(gt=-(1 << 62), lt=1 << 62)]
_Said = Annotated[str, msgspec.Meta(min_length=1, max_length=64)]
_Action = Annotated[tuple[_Number, ...], msgspec.Meta(min_length=1, max_length=200)]
_DECISION = msgspec.json.Decoder(tuple[Literal["do"], _Said, int, _Action])


class Socket:
    """One connection of one client, at a seat or looking on."""

    def __init__(self, house: Rooms, room: Room, line: Line) -> None:
        self.house = house
        self.room = room
        self.who = line.right.who
        self.seat = line.right.seat
        self.line = line
        self.credit = float(house.settings.messages_burst)
        self.last = time.monotonic()
        self.bad = 0
        self.under_way = 0
        self.early: list[str | None] | None = []  # what came before the room let us in: it waits, since the right may be gone by then
        room.at_door.add(line)
        self.end: asyncio.Future[int] = asyncio.get_running_loop().create_future()  # the code to close with

    def hear(self, text: str | None) -> None:
        """Take one message; its answer goes out on the line when the room has done its work."""
        if self.end.done() or self.line.closed:
            return
        if self.early is not None:
            self.early.append(text)
            if len(self.early) > UNDER_WAY:
                count("flood")
                self.finish(POLICY)
            return
        if text is None:
            count("binary")
            self.finish(UNSUPPORTED)
            return
        if not self._may_speak() or self.under_way >= UNDER_WAY:
            count("flood")
            self.finish(POLICY)
            return
        said: Any = None
        try:
            message = read_message(text)
            said = message[1]
            self._dispatch(message)
        except Exception as error:
            self._refuse(said, error)

    def decide(self, payload: bytes) -> bool:
        """The short way for a decision that is well formed; false: the message is for ``hear``."""
        if self.early is not None:
            return False
        try:
            _, said, ask, action = _DECISION.decode(payload)
        except (msgspec.DecodeError, UnicodeDecodeError):
            return False
        if self.end.done() or self.line.closed or self.under_way >= UNDER_WAY or not is_id(said) or not self._may_play():
            return False
        if not self._may_speak():
            count("flood")
            self.finish(POLICY)
            return True
        self.under_way += 1

        def done(outcome: Any, error: BaseException | None) -> None:
            self.under_way -= 1
            if error is not None:
                self._refuse(said, error)

        self.room.decide(self.seat, said, ask, action, self.line, done)
        return True

    def _may_play(self) -> bool:
        return self.who is not None and PLAY in self.who.scopes and self.seat in self.room.seats_of(self.who)

    def finish(self, code: int) -> None:
        if not self.end.done():
            self.end.set_result(code)

    def _refuse(self, said: Any, error: BaseException) -> None:
        status, body, _ = describe(error)
        count(body.key)
        self.line.tell(encode(["no", said, body]))
        self.bad += status == 400
        if self.bad > BAD_LIMIT:
            self.finish(POLICY)

    def _ask(self, said: str, operation: Any, *args: Any) -> None:
        """Have the room do something; an error becomes the answer."""
        self.under_way += 1

        def done(outcome: Any, error: BaseException | None) -> None:
            self.under_way -= 1
            if error is not None:
                self._refuse(said, error)

        self.room.put(operation, args, done)

    def _may_speak(self, cost: float = 1.0) -> bool:
        now = time.monotonic()
        settings = self.house.settings
        self.credit = min(float(settings.messages_burst), self.credit + (now - self.last) * settings.messages_per_second)
        self.last = now
        self.credit -= cost
        return self.credit >= 0

    def _dispatch(self, message: list[Any]) -> None:
        kind, said = message[0], message[1]
        if kind == "do":
            if len(message) != 4 or type(message[2]) is not int or not is_action(message[3]):
                raise Problem(400, "malformed", 'A decision is ["do", id, ask, [verb, operand, ...]].')
            self._play()
            self._ask(said, self.room.do, self.seat, said, message[2], tuple(message[3]), self.line)
        elif kind == "perform":
            self._perform(said, message)
        elif kind == "manner":
            if len(message) != 3:
                raise Problem(400, "malformed", 'A manner is ["manner", id, {"auto": true, "always": [key, ...]}].')
            wish = read_wish(message[2])
            self._play()
            self._ask(said, self.room.set_manner, self.seat, said, wish, self.line)
        elif kind == "call":
            if len(message) != 3 or not isinstance(message[2], str):
                raise Problem(400, "malformed", 'A call is ["call", id, verb].')
            self._play()
            self._ask(said, affairs.call, self.room, self.seat, said, message[2], self.line)
        elif kind == "say":
            if len(message) != 4 or not isinstance(message[2], str) or not isinstance(message[3], str):
                raise Problem(400, "malformed", 'Talk is ["say", id, channel, text].')
            if self.who is None:
                raise Problem(401, "log-in-first", "Log in or enter as a guest first.")
            require(self.who, PLAY)
            self._ask(said, self._say, said, message[2], message[3])
        elif kind == "view":
            if self.room.settled(self.seat):
                self._show(None)
            else:
                self._ask(said, self._show_in_turn)
        elif kind == "ping":
            self.line.put(encode(["pong", said, self.house.time.now()]))
        else:
            raise Problem(400, "malformed", "A message is do, perform, manner, call, say, view or ping.")

    def _perform(self, said: str, message: list[Any]) -> None:
        """A gesture costs by its length: so much more than a decision as there is more to play."""
        if len(message) != 5 or type(message[2]) is not int or type(message[4]) is not bool or not is_gesture(message[3]):
            told = f'A gesture is ["perform", id, ask, [action, ...], whole], with at most {MOST_ACTIONS} actions.'
            raise Problem(400, "malformed", told)
        self._play()
        if not self._may_speak(weight(message[3])):
            count("flood")
            self.finish(POLICY)
            return
        self._ask(said, self.room.perform, self.seat, said, message[2], [tuple(action) for action in message[3]], message[4], self.line)

    def _play(self) -> None:
        if self.seat == ONLOOKER or self.who is None:
            raise Problem(403, "not-your-seat", "You are looking on.")
        require(self.who, PLAY)
        self.room.check_holder(self.who, self.seat)

    async def _say(self, said: str, channel: str, text: str) -> None:
        await self.house.talk.say(self.room, self.line.right, channel, text, said)
        self.line.tell(encode(["ok", said, ""]))

    async def enter(self, since: int | None) -> None:
        """In the room's turn: join its lines and hear everything one may know."""
        room = self.room
        room.check_right(self.line.right)  # the seat may have changed hands since the handshake
        await room.reach(self.seat, since)
        if self.line.closed:  # its log-in ended meanwhile
            return
        room.add_line(self.line)
        hello = {"protocol": PROTOCOL, "seat": self.seat, "time": self.house.time.now(), "match": room.info()}
        if self.seat != ONLOOKER:
            hello["manner"] = room.manner(self.seat)
        self.line.tell(encode(["hello", hello]))  # filled up: what it says of the manner is nobody else's business
        self._show(since)
        self.line.tell(encode(["talks", self.house.talk.recent(room, self.seat)]))
        self.line.put(encode(["present", room.present()]))
        if not self.house.database.sqlite:
            self.house.spawn(self.house.share_presence(room))
        early, self.early = self.early or [], None
        for text in early:
            self.hear(text)

    async def _show_in_turn(self) -> None:
        self._show(None)

    def _show(self, since: int | None) -> None:
        self.room.check_right(self.line.right)
        if self.room.match is not None:
            self.line.tell(*self.room.told(self.seat, since))

    def leave(self) -> None:
        self.room.drop_line(self.line)
        self.room.touched = asyncio.get_running_loop().time()


def read_message(text: str) -> list[Any]:
    try:
        message = _DECODER.decode(text)
    except (msgspec.DecodeError, UnicodeEncodeError, RecursionError):
        raise Problem(400, "malformed", "A message is a JSON array.") from None
    if len(message) < 2 or not isinstance(message[0], str):
        raise Problem(400, "malformed", "A message is [kind, id, ...].")
    if not isinstance(message[1], str) or not is_id(message[1]):
        raise bad_id()
    return message


def is_action(value: Any) -> bool:
    """A short list of whole numbers that fit 63 bits."""
    return isinstance(value, list) and 0 < len(value) <= 200 and all(type(part) is int and -(1 << 62) < part < 1 << 62 for part in value)


def is_gesture(value: Any) -> bool:
    return isinstance(value, list) and 0 < len(value) <= MOST_ACTIONS and all(map(is_action, value))


def weight(actions: list[Any]) -> int:
    """What a gesture costs beyond a message."""
    return len(actions) // PACE


def offered(connection: ASGIConnection[Any, Any, Any, Any]) -> list[str]:
    return [word.strip() for word in connection.headers.get("sec-websocket-protocol", "").split(",")]


def link_in(connection: ASGIConnection[Any, Any, Any, Any]) -> str | None:
    """The link of a private match: by header, or as a subprotocol, the only header a browser's socket can set.
    Not in the address: those are written into logs."""
    found = [word[len(LINK) :] for word in offered(connection) if word.startswith(LINK)]
    return found[0] if found else connection.headers.get("sandtable-link")


@websocket("/v1/matches/{match:str}/socket")
async def play_socket(socket: WebSocket[Any, Any, Any]) -> None:
    connection: ASGIConnection[Any, Any, Any, Any] = socket
    scope, receive, send = socket.scope, socket.receive, socket.send
    await receive()  # websocket.connect
    try:
        who = await identify(connection)
        house: Rooms = connection.app.state.rooms
        link = link_in(connection)
        room, seat = await house.place(connection.path_params["match"], who, link, connection.query_params.get("seat"))
        since = _number(connection.query_params.get("since"))
        protocol, door, host = protocol_of(scope), connection.app.state.door, connection.client.host if connection.client else ""
        looking = door.look_in(room.id, who.user if who else "", network(host), protocol.give_way if protocol is not None else None)
    except Exception as error:
        await _refuse(scope, send, error)
        return
    try:
        await _accepted(socket, house, room, Pass(who, seat, link), since)
    finally:
        door.look_away(looking)


async def _accepted(socket: WebSocket[Any, Any, Any], house: Rooms, room: Room, right: Pass, since: int | None) -> None:
    connection: ASGIConnection[Any, Any, Any, Any] = socket
    scope, receive, send = socket.scope, socket.receive, socket.send
    await send({"type": "websocket.accept", "subprotocol": SUBPROTOCOL if SUBPROTOCOL in offered(connection) else None, "headers": []})
    protocol = protocol_of(scope)
    limit, step = house.settings.queue_bytes, house.settings.padding
    line = Line(limit, right, step) if protocol is None else DirectLine(protocol, limit, right, step)
    line.differences = connection.query_params.get("differences") == "1"
    talker = Socket(house, room, line)
    if protocol is not None:
        protocol.hearer, protocol.decider = talker.hear, talker.decide
    try:
        await _converse(talker, since, receive, send)
    finally:
        socket.receive, socket.send = empty_receive, empty_send  # circles that would stay until garbage is collected,
        if protocol is not None:  # this one with the room
            protocol.hearer = protocol.decider = None


async def _converse(socket: Socket, since: int | None, receive: Receive, send: Send) -> None:
    """Until either side ends it."""
    loop = asyncio.get_running_loop()
    tasks = [loop.create_task(_read(socket, receive)), loop.create_task(socket.line.pump(send))]
    line = socket.line
    tasks[1].add_done_callback(lambda _: socket.finish(TOO_SLOW if line.cut else NO_SEAT if line.dismissed else 1001))
    try:
        await socket.room.ask(socket.enter, since)
        code = await socket.end
    except Exception as error:
        status, _, _ = describe(error)
        code = NO_SEAT if status in (403, 404) else 1011
        line.dismiss()
    finally:
        socket.leave()
        socket.line.close()
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
    if code:
        with contextlib.suppress(Exception):
            await asyncio.wait_for(send({"type": "websocket.close", "code": code, "reason": REASONS.get(code, "")}), 1)


async def _read(socket: Socket, receive: Receive) -> None:
    while True:
        event: Any = await receive()
        if event["type"] == "websocket.disconnect":
            socket.finish(0)
            return
        socket.hear(event.get("text"))


def _number(text: str | None) -> int | None:
    return int(text) if text is not None and text.isascii() and text.isdigit() and len(text) < 10 else None


async def _refuse(scope: Scope, send: Any, error: Exception) -> None:
    """Answer the handshake with an error that programs can read."""
    status, body, _ = describe(error)
    count(body.key)
    if "websocket.http.response" in (scope.get("extensions") or {}):
        headers = [(b"content-type", b"application/json"), (b"cache-control", b"no-store")]
        await send({"type": "websocket.http.response.start", "status": status, "headers": headers})
        await send({"type": "websocket.http.response.body", "body": encode(body)})
        return
    await send({"type": "websocket.close", "code": 4000 + status, "reason": body.key})
