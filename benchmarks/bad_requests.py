"""Bad requests to every route of the schema: none may be answered by a 5xx, and nothing may be changed by them.

    python benchmarks/bad_requests.py --requests 10000 [--postgresql]

Bodies that are no UTF-8, no JSON or no text; numbers that fit no column; names and ids that are too long; paths, queries,
headers, cookies and log-ins of odd bytes; by strangers, guests and accounts.  They are written to the connection byte by byte
as they are: no library in between puts them right.
"""

from __future__ import annotations

import argparse
import asyncio
import email
import email.policy
import json
import random
import re
import tempfile
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

from clusters import Cluster
from tables import Server, enter, http, open_match

AT_ONCE = 8
SECONDS = 30.0  # for one answer
LONG = (25, 65, 81, 300, 5000, 60_000)
PASSWORD = "four small red boats"
FINAL = (
    "POST /v1/account/delete",
    "DELETE /v1/session",
    "DELETE /v1/sessions",
    "DELETE /v1/sessions/{session}",
)  # end the log-in: strangers
ENDLESS = ("/stream",)

SIGNS = [  # what may stand between the quotes of a JSON text
    rb"\u0000", rb"a\u0000b", rb"\ud800", rb"\udc00", rb"\udfff\ud800", b"\xff", b"\xc0\x80", b"\xed\xa0\x80", b"\xf4\x90\x80\x80",
    b"\xfe\xff", b"\x00", b"\x07", rb"\u0007\u001b[31m", rb"\u202eevil", rb"\u200b", rb"\u2066\u2069", rb"\ufeff", rb"\uffff",
    b"\xef\xbf\xbf", b"\xf3\xa0\x80\x81", b"\xf0\x9f\x98\x80", b"", b" ", rb"\n", rb"\r\nBcc: x@example.org", b"' OR 1=1 --", b"%00",
    b"../../etc/passwd", b"{{7*7}}", b"<script>", rb"\x", b"\xcc\x81" * 200, *(b"x" * size for size in LONG),
    *("é".encode() * size for size in (33, 300)),
]  # fmt: skip
VALUES = [  # in place of any value
    b"null", b"true", b"[]", b"{}", b"[[]]", b'{"a":1,"a":2}', b"0", b"-1", b"-0", b"-0.0", b"1.5", b"1e999", b"-1e999", b"1e400", b"NaN",
    b"Infinity", b"2147483648", b"-2147483649", b"9223372036854775807", b"9223372036854775808", b"-9223372036854775809",
    b"18446744073709551616", b"1" + b"0" * 400, b"1" * 5000, b"01", b"0x10", b"[" * 5000 + b"]" * 5000,
    b'{"a":' * 2000 + b"1" + b"}" * 2000,
]  # fmt: skip
BODIES = [
    b"", b" ", b"\xff", b"\xef\xbb\xbf{}", b"\xff\xfe{\x00}\x00", b"{", b"}", b"[]", b"null", b"NaN", b'""', b"{}{}", b'{"\xff":1}',
    rb'{"\u0000":1}', rb'{"\ud800":1}', b'{"a":1,"a":2}', b"[" * 20_000, b'{"a":' * 20_000, b"x" * 100_000, b"\x00" * 1000, b"a=b&c=%ff",
    bytes(range(256)), b"\x1f\x8b\x08\x00\x00\x00",
]  # fmt: skip
PARTS = [  # of a path or a query
    b"%00", b"a%00b", b"%ff", b"%c0%80", b"%ed%a0%80", b"%f4%90%80%80", b"%fe%ff", b"%", b"%zz", b"%u0000", b"%25%30%30", b"%2e%2e%2f",
    b"..", b"%2f", b"%5c", b"%0d%0aX-A:1", b"%e2%80%ae", b"%ef%bb%bf", b"%f3%a0%80%81", b"-1", b"0", b"1.5", b"99999999999",
    b"9223372036854775808", b"-9223372036854775809", b"18446744073709551616", b"1e999", b"NaN", b"%d9%a1", b"%c2%b2", b"", b"%20",
    b"'%20OR%201=1--", b"\xff", b"\xc3\xa9", b"\xed\xa0\x80", b"{}", b"[1]", b"[NaN]", b"%5b%22%5cud800%22%5d", b"%7b%22%5cu0000%22:1%7d",
    b"%7b%22a%22:%22%5cu0000%22%7d", b"[99999999999999999999]", b"null", b"*", b"~", b";a=1", b"a;b", b"1.%00", b"99999999999999999999.x",
    b"1.%ed%a0%80", *(b"x" * size for size in LONG[:-1]), b"%00" * 100, b"%f0%9f%98%80" * 30,
]  # fmt: skip
LINES = [  # of a header
    b"\xff", b"\xc3\xa9", b"\xed\xa0\x80", b"a\tb", b"", b" ", b"x" * 65, b"x" * 5000, b"Bearer", b"Bearer ", b"Bearer \xff",
    b"bearer sandtable_\xff", b"Bearer " + b"x" * 43, b"Bearer sandtable_" + b"y" * 43, b"Basic \xff\xff", b"sandtable=\xff",
    b'sandtable="\\777"', b"sandtable=a%00b", b"sandtable=" + b"\xc3\xa9" * 22, b"sandtable-device=\xff; sandtable=\x80" + b"x" * 42,
    b"=;;=", b"null", b"en-\xff", b"application/json; charset=utf-16", b"application/json; charset=\xff", b"text/plain",
    b"multipart/form-data", b"multipart/form-data; boundary=\xff", b"application/x-www-form-urlencoded", b"application/msgpack",
    b"*/*;q=nan", b"http://\xff", b"127.0.0.1:99999", b"[::1", b"bytes=9-1", b"W/\"\xff\"",
]  # fmt: skip
HEADERS = [
    b"Authorization", b"Cookie", b"User-Agent", b"Accept", b"Accept-Language", b"Accept-Encoding", b"Content-Type", b"Content-Encoding",
    b"Host", b"Origin", b"Referer", b"Sandtable-Link", b"Sec-Fetch-Site", b"X-Forwarded-For", b"X-Forwarded-Proto", b"Forwarded",
    b"If-None-Match", b"Range", b"Sec-WebSocket-Protocol", b"X-Request-Id", b"Upgrade",
]  # fmt: skip
PAGES = [
    b"/%s",
    b"/%s.js",
    b"/assets/%s",
    b"/assets/%s.css",
    b"/play/%s",
    b"/v1/%s",
    b"/schema/%s",
    b"//%s",
    b"/%s/..",
    b"/?%s",
    b"/health?%s",
]


class Request(NamedTuple):
    label: str  # of its route
    who: str  # stranger, guest or account
    method: bytes
    target: bytes
    headers: dict[bytes, bytes]
    body: bytes | None

    def encoded(self, port: int) -> bytes:
        headers = {b"Host": b"127.0.0.1:%d" % port, **self.headers}
        if self.body is not None:
            headers = {b"Content-Type": b"application/json", b"Content-Length": b"%d" % len(self.body), **headers}
        lines = b"".join(b"%s: %s\r\n" % line for line in headers.items())
        return b"%s %s HTTP/1.1\r\n%s\r\n%s" % (self.method, self.target, lines, self.body or b"")


class Scene:
    """What the requests are about: a match, a design, and who asks."""

    def __init__(self, document: dict[str, Any], ids: dict[str, str], who: dict[str, dict[bytes, bytes]], rnd: random.Random) -> None:
        self.routes = [(path, method, operation) for path, item in document["paths"].items() for method, operation in item.items()]
        self.ids = ids
        self.who = who
        self.rnd = rnd

    def requests(self) -> Iterator[Request]:
        """All routes in turn, each time with something else that is bad; without end."""
        while True:
            yield self.page()
            for path, method, operation in self.routes:
                yield self.bad(path, method, operation)

    def page(self) -> Request:
        part = self.rnd.choice(PARTS)
        return Request("page", "stranger", b"GET", self.rnd.choice(PAGES) % part, {}, None)

    def bad(self, path: str, method: str, operation: dict[str, Any]) -> Request:
        label = f"{method.upper()} {path}"
        who = "stranger" if label in FINAL else self.rnd.choice(list(self.who))
        headers = dict(self.who[who])
        parameters = operation.get("parameters", [])
        places = {parameter["name"] for parameter in parameters if parameter["in"] in ("path", "query")}
        ways = ["header", *(["parameter"] * 2 if places else []), *(["body", "body", "value"] if "requestBody" in operation else [])]
        way = self.rnd.choice(ways)
        broken = self.rnd.choice(sorted(places)) if way == "parameter" else ""
        target = self.target(path, parameters, broken)
        if way == "header":
            headers[self.rnd.choice(HEADERS)] = self.rnd.choice(LINES)
        if way not in ("body", "value") and "{match}" in path:
            way = "value"  # else the match would be resigned
        body = self.body(operation, way) if "requestBody" in operation else None
        return Request(label, who, method.upper().encode(), target, headers, body)

    def target(self, path: str, parameters: list[dict[str, Any]], broken: str) -> bytes:
        found, query = path.encode(), list[bytes]()
        for parameter in parameters:
            name = parameter["name"]
            value = self.ids.get(name, str(parameter.get("example", "x"))).encode()
            if name == broken:
                value = self.rnd.choice(PARTS)
            if parameter["in"] == "path":
                found = found.replace(b"{%s}" % name.encode(), value)
            elif parameter["in"] == "query" and (name == broken or parameter.get("required")):
                query.append(b"%s=%s" % (name.encode(), value))
        if self.rnd.random() < 0.1:
            query.append(self.rnd.choice(PARTS))
        return found + (b"?" + b"&".join(query) if query else b"")

    def body(self, operation: dict[str, Any], way: str) -> bytes:
        example = operation["requestBody"]["content"]["application/json"].get("example", {})
        if way == "body":
            return self.rnd.choice(BODIES)
        if way != "value":
            return json.dumps(example).encode()
        if "name" in example and self.rnd.random() < 0.3:
            spot: list[Any] = ["name"]
        else:
            spot = self.rnd.choice(list(spots(example)) or [[]])
        value = b'"%s"' % self.rnd.choice(SIGNS) if self.rnd.random() < 0.6 else self.rnd.choice(VALUES)
        return json.dumps(planted(example, spot)).encode().replace(b'"@@"', value)


def spots(value: Any) -> Iterator[list[Any]]:
    """The ways to every value within a JSON value."""
    items = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, part in items:
        yield [key]
        for rest in spots(part):
            yield [key, *rest]


def planted(value: Any, way: list[Any]) -> Any:
    """A copy with a mark at one place."""
    if not way:
        return "@@"
    if isinstance(value, dict):
        return {key: planted(part, way[1:]) if key == way[0] else part for key, part in value.items()}
    return [planted(part, way[1:]) if key == way[0] else part for key, part in enumerate(value)]


async def ask(port: int, request: Request) -> tuple[int, bytes]:
    """Status and body; 0 when the connection was closed without an answer."""
    reader, writer = await asyncio.open_connection("127.0.0.1", port, limit=1 << 24)
    try:
        async with asyncio.timeout(SECONDS):
            writer.write(request.encoded(port))
            head = await reader.readuntil(b"\r\n\r\n")
            status = int(head[9:12])
            length = re.search(rb"(?i)content-length: (\d+)", head)
            body = await reader.readexactly(int(length.group(1))) if length else b""
            return status, body
    except (asyncio.IncompleteReadError, ConnectionError):
        return 0, b""
    finally:
        writer.close()


async def prepare(server: Server, folder: Path, seed: int) -> Scene:
    """Two matches between two guests, one of them left alone; an account, a design."""
    async with http() as client:
        document = (await client.get(server.url + "/schema/openapi.json")).json()
        people = [await enter(client, server, name) for name in ("Ann", "Bob")]
        match, other = await open_match(client, people), await open_match(client, people)
        sketch = {"game": "picket", "seats": 2, "name": "Sketch"}
        design = (await people[0].call(client, "POST", "/v1/designs", sketch))["id"]
        origin = {"Origin": server.url}
        form = {"email": "owner@example.org", "password": PASSWORD, "name": "Owner"}
        answer = await client.post(server.url + "/v1/account", json=form, headers=origin)
        assert answer.status_code == 202, answer.text
        link = await confirmation(folder)
        answer = await client.post(server.url + "/v1/account/confirm", json={"token": link}, headers=origin)
        assert answer.status_code == 200, answer.text
        cookie = "; ".join(f"{name}={value}" for name, value in client.cookies.items())
        user = answer.json()["user"]
    who: dict[str, dict[bytes, bytes]] = {
        "stranger": {},
        "guest": {b"Authorization": people[0].headers["Authorization"].encode()},
        "account": {b"Cookie": cookie.encode(), b"Origin": server.url.encode()},
    }
    ids = {
        "match": match,
        "left alone": other,
        "design": design,
        "user": user,
        "name": "picket",
        "game": "picket",
        "language": "en",
        "wait": "0",
    }
    return Scene(document, ids, who, random.Random(seed))


async def confirmation(folder: Path) -> str:
    """The secret of the link in the mail that was written."""
    async with asyncio.timeout(SECONDS):
        while True:
            for file in (folder / "outbox").glob("[!.]*.eml"):
                message: Any = email.message_from_bytes(file.read_bytes(), policy=email.policy.default)
                if found := re.search(r"#(\S+)", message.get_content()):
                    return found.group(1)
            await asyncio.sleep(0.05)


class Outcome(NamedTuple):
    statuses: Counter[int]
    broken: list[tuple[Request, int, bytes]]  # answered by a 5xx, or not at all
    unclear: list[tuple[Request, int, bytes]]  # errors of ours without key and message


async def throw(server: Server, scene: Scene, count: int) -> Outcome:
    found = Outcome(Counter(), [], [])
    waiting = iter(zip(range(count), scene.requests(), strict=False))

    async def work() -> None:
        for _, request in waiting:
            try:
                status, body = await ask(server.port, request)
            except TimeoutError:
                status, body = 599, b"no answer in time"
            found.statuses[status] += 1
            if status >= 500:
                found.broken.append((request, status, body))
            elif status >= 400 and not is_error(body):
                found.unclear.append((request, status, body))

    await asyncio.gather(*(work() for _ in range(AT_ONCE)))
    return found


def is_error(body: bytes) -> bool:
    """``{key, message, details}``; or uvicorn's own word on what is no HTTP at all, or Litestar's page beside the schema."""
    if body.startswith(b"Invalid HTTP request") or b"<h1>Error 404" in body:
        return True
    try:
        return set(json.loads(body)) == {"key", "message", "details"}
    except ValueError:
        return False


async def run(server: Server, folder: Path, count: int, seed: int) -> Outcome:
    scene = await prepare(server, folder, seed)
    view = f"{server.url}/v1/matches/{scene.ids['left alone']}/view?seat=0"
    headers = {"Authorization": scene.who["guest"][b"Authorization"].decode()}
    async with http() as client:
        before = (await client.get(view, headers=headers)).content
        found = await throw(server, scene, count)
        after = (await client.get(view, headers=headers)).content
        assert after == before, f"bad requests changed a match: {after[:200]!r}"
        assert (await client.get(server.url + "/ready")).status_code == 200
    return found


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--requests", type=int, default=10_000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--postgresql", action="store_true")
    options = parser.parse_args()
    cluster = Cluster() if options.postgresql else None
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        try:
            database = ""
            if cluster is not None:
                cluster.start()
                database = cluster.database("bad")
            server = Server(folder, database)
            server.start()
            try:
                found = asyncio.run(run(server, folder, options.requests, options.seed))
            finally:
                server.stop()
        finally:
            if cluster is not None:
                cluster.remove()
    print("statuses", dict(sorted(found.statuses.items())))
    for what, list_ in (("5xx", found.broken), ("no clear answer", found.unclear)):
        print(what, len(list_))
        shown = {(request.label, status): (request, body) for request, status, body in list_}
        for (label, status), (request, body) in sorted(shown.items(), key=str)[:60]:
            print(
                " ",
                status,
                label,
                request.who,
                request.target[:100],
                list(request.headers.items())[-1:],
                (request.body or b"")[:120],
                body[:120],
            )
    raise SystemExit(bool(found.broken or found.unclear))


if __name__ == "__main__":
    main()
