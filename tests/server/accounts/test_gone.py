"""Seats of people who are gone: accounts deleted, guests who became an account.  What was open at their seats ends, on every worker."""

from __future__ import annotations

import asyncio
import threading
from pathlib import Path
from typing import Any

import pytest
import websockets
from sqlalchemy import text
from tables import PATIENCE, wait_until
from tests.server.accounts.conftest import PASSWORD, Browser, House, running
from tests.server.accounts.test_admin import command, url
from tests.server.accounts.test_live import cookie
from tests.server.accounts.test_sessions import log_in

from sandtable.server.accounts import area
from sandtable.server.holding import Holding
from sandtable.store import matches as tables

NO_SEAT = 4403


class Sitter(threading.Thread):
    """A socket at a seat: what it was told, and by which code it ended."""

    def __init__(self, house: House, browser: Browser, match: str, seat: int) -> None:
        super().__init__(daemon=True)
        self.address = f"ws://127.0.0.1:{house.settings.port}/v1/matches/{match}/socket?seat={seat}"
        self.headers = {**cookie(browser), "Origin": house.settings.url}
        self.frames: list[str] = []
        self.sits = threading.Event()
        self.code = 0
        self.start()
        assert self.sits.wait(PATIENCE)

    def run(self) -> None:
        asyncio.run(self._listen())

    async def _listen(self) -> None:
        async with websockets.connect(self.address, additional_headers=self.headers, open_timeout=PATIENCE) as socket:
            try:
                while True:
                    self.frames.append(str(await socket.recv()))
                    self.sits.set()
            except websockets.ConnectionClosed as closed:
                self.code = closed.rcvd.code if closed.rcvd is not None else 1006

    def ended(self) -> int:
        self.join(PATIENCE)
        assert not self.is_alive(), "it was left open"
        return self.code


def guest(house: House, name: str) -> Browser:
    browser = house.browser()
    assert browser.post("/v1/guests", json={"name": name}).status_code == 201
    return browser


def open_match(owner: Browser, other: Browser) -> str:
    """The owner on seat 0, somebody else on seat 1."""
    form = {"game": "commanders", "places": [{"kind": "me"}, {"kind": "open"}], "public": True}
    match = str(owner.post("/v1/matches", json=form).json()["id"])
    assert other.post(f"/v1/matches/{match}/join", json={"seat": 1}).json()["seat"] == 1
    return match


def pair(match: str, holder: Browser, device: Browser) -> str:
    """A further device at seat 1; a further link is returned."""
    assert device.post("/v1/join", json={"link": seat_link(match, holder)}).status_code in (200, 201)
    return seat_link(match, holder)


def seat_link(match: str, holder: Browser) -> str:
    return str(holder.get(f"/v1/matches/{match}/seats/1/link").json()["url"]).partition("#")[2]


@pytest.fixture(params=["one worker", "two workers"])
def houses(request: pytest.FixtureRequest, tmp_path: Path) -> Any:
    """Where people do things, and where the sockets are."""
    if request.param == "one worker":
        with running(tmp_path) as house:
            yield house, house
    else:
        database = request.getfixturevalue("cluster").database(f"gone{abs(hash(request.node.name)) % 10**6}")
        with running(tmp_path, database=database) as first, running(tmp_path, database=database) as second:
            yield first, second


def test_devices_at_the_seat_of_a_deleted_account(houses: tuple[House, House]) -> None:
    here, there = houses
    owner, holder, device = guest(here, "Olga"), here.register("gone@example.org", "Gone"), guest(here, "Helge")
    match = open_match(owner, holder)
    link = pair(match, holder, device)
    phone, own = Sitter(there, device, match, 1), Sitter(there, holder, match, 1)
    assert holder.post("/v1/account/delete", json={"password": PASSWORD}).status_code == 204
    assert phone.ended() == NO_SEAT and own.ended()
    for house in houses:
        with house.browser() as again:
            again.cookies.set("sandtable", device.cookies["sandtable"])
            for rest in ("view", "history", "replay/1", "stream", "talk"):
                answer = again.get(f"/v1/matches/{match}/{rest}", params={"seat": "1"})
                assert answer.status_code == 403, (rest, answer.text)
            body = {"id": "evil", "ask": 1, "action": [0], "seat": 1}
            assert again.post(f"/v1/matches/{match}/decisions", json=body).status_code == 403
            assert again.post("/v1/join", json={"link": link}).status_code == 404, "nor does a link of then let anybody in"
    told = len(phone.frames)
    view = owner.get(f"/v1/matches/{match}/view").json()[2]
    if "offer" in view:
        action = {"id": "on", "ask": view["ask"], "action": view["offer"][0]}
        assert owner.post(f"/v1/matches/{match}/decisions", json=action).status_code in (200, 201)
    assert len(phone.frames) == told


def test_devices_at_the_seat_of_an_account_deleted_on_the_command_line(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Another process, which on SQLite can tell the server nothing."""
    monkeypatch.setattr(area, "GUARD_SECONDS", 0.05)
    with running(tmp_path) as house:
        owner, holder, device = guest(house, "Olga"), house.register("gone@example.org", "Gone"), guest(house, "Helge")
        match = open_match(owner, holder)
        pair(match, holder, device)
        phone = Sitter(house, device, match, 1)
        command("users", "delete", "gone@example.org", "--yes", url(Path(str(house.settings.sqlite_file))))
        assert phone.ended() == NO_SEAT
        assert device.get(f"/v1/matches/{match}/view", params={"seat": "1"}).status_code == 403
        assert owner.get(f"/v1/matches/{match}/view").status_code == 200


def kept(house: House, what: str, match: str) -> list[Any]:
    """What the store holds of a match's seats or devices, by seat."""

    async def read() -> list[Any]:
        async with house.app.state.database.read() as connection:
            found = await (tables.find_seats if what == "seats" else tables.find_devices)(connection, match)
        return list(found)

    return house.do(read())


def test_nobody_is_let_in_at_the_seat_of_nobody(houses: tuple[House, House]) -> None:
    """Not even by the link it has now, whoever came to know that."""
    here, _ = houses
    owner, holder, device = guest(here, "Olga"), here.register("empty@example.org", "Emil"), guest(here, "Helge")
    match = open_match(owner, holder)
    assert holder.post("/v1/account/delete", json={"password": PASSWORD}).status_code == 204
    link = kept(here, "seats", match)[1]["link"]
    assert device.post("/v1/join", json={"link": link}).status_code == 404
    assert kept(here, "devices", match) == []


def test_a_device_that_comes_while_its_holder_leaves_for_good(houses: tuple[House, House], monkeypatch: pytest.MonkeyPatch) -> None:
    """Whichever is first, none is left at the seat of nobody."""
    here, _ = houses
    owner, holder, device = guest(here, "Olga"), here.register("late@example.org", "Late"), guest(here, "Helge")
    match = open_match(owner, holder)
    link = seat_link(match, holder)
    found, looked, go = tables.find_devices, threading.Event(), threading.Event()

    async def slowly(connection: Any, wanted: str) -> list[tuple[int, str]]:
        """Between looking who is there and letting somebody in the other one comes."""
        rows = await found(connection, wanted)
        if not looked.is_set():
            looked.set()
            await asyncio.to_thread(go.wait, PATIENCE)
        return rows

    answers: dict[str, int] = {}

    def ask(name: str, browser: Browser, path: str, body: dict[str, str]) -> threading.Thread:
        def run() -> None:
            answers[name] = browser.post(path, json=body).status_code

        thread = threading.Thread(target=run, daemon=True)
        thread.start()
        return thread

    monkeypatch.setattr(tables, "find_devices", slowly)
    coming = ask("coming", device, "/v1/join", {"link": link})
    assert looked.wait(PATIENCE)
    begun = holding_begins(monkeypatch)
    leaving = ask("leaving", holder, "/v1/account/delete", {"password": PASSWORD})
    if here.app.state.database.sqlite:  # one writes at a time
        go.set()
    wait_until(lambda: (begun.is_set() and (answers.get("leaving") or waits_for_a_lock(here))) or go.is_set())
    go.set()
    for thread in (coming, leaving):
        thread.join(PATIENCE)
    assert answers == {"coming": 200, "leaving": 204}
    assert kept(here, "seats", match)[1]["user"] is None and kept(here, "devices", match) == []


def holding_begins(monkeypatch: pytest.MonkeyPatch) -> threading.Event:
    begun, forget = threading.Event(), Holding.forget

    async def noted(self: Holding, connection: Any, user: str) -> None:
        begun.set()
        await forget(self, connection, user)

    monkeypatch.setattr(Holding, "forget", noted)
    return begun


def waits_for_a_lock(house: House) -> bool:
    async def ask() -> bool:
        async with house.app.state.database.read() as connection:
            query = "SELECT count(*) FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND datname = current_database()"
            return bool((await connection.execute(text(query))).scalar_one())

    return house.do(ask())


def test_a_guest_who_logs_in_keeps_the_seat_and_the_guest_loses_it(houses: tuple[House, House]) -> None:
    here, there = houses
    here.register("adopt@example.org", "Adopt")
    owner, player, device = guest(here, "Olga"), guest(here, "Pat"), guest(here, "Helge")
    match = open_match(owner, player)
    pair(match, player, device)
    phone, before = Sitter(there, device, match, 1), Sitter(there, player, match, 1)
    old = player.cookies["sandtable"]
    assert log_in(player, "adopt@example.org").status_code == 200
    assert before.ended(), "it belonged to the guest"
    after = Sitter(there, player, match, 1)
    wait_until(lambda: any('"hand"' in frame for frame in after.frames))
    assert player.get(f"/v1/matches/{match}/view", params={"seat": "1"}).status_code == 200
    assert device.get(f"/v1/matches/{match}/view", params={"seat": "1"}).status_code == 200, "the same person let it in"
    assert phone.is_alive()
    with here.browser() as ghost:
        ghost.cookies.set("sandtable", old)
        assert ghost.get(f"/v1/matches/{match}/view", params={"seat": "1"}).status_code in (401, 403)
    assert here.browser().get(f"/v1/matches/{match}/view", params={"seat": "1"}).status_code == 403
