"""A match on one device that goes from hand to hand, and the places where such matches are saved.

``Shelf`` keeps at least five saved matches in a folder, each a record of its own; a place in use is overwritten only
when the caller says so.  ``Companion`` is one match under way: it hides secrets behind a curtain until the right player
has the device, lets the player step back before confirming, and saves itself whenever a player is through.
Nothing here prints or asks: the command line and the server do that.
"""

from __future__ import annotations

import json
import os
import time
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from sandtable import games
from sandtable.core.game import Action, Draw, Event
from sandtable.core.match import UNDO, Match, Refused, finished
from sandtable.kit.card import Options
from sandtable.wire import catalogue, record
from sandtable.wire.view import heard

LEAST_PLACES = 5
# Questions that are answered for all to see; everything else is for the eyes of one player.
PUBLIC_PROMPTS = frozenset(
    "colour nation ready take points keep remove board place move defend help fights stay reroll lose".split()  # noqa: SIM905
)


class PlaceInUse(ValueError):
    """Another match is saved there; saying so again with ``overwrite`` replaces it."""


class NoSuchSave(LookupError):
    """Nothing (or nothing readable) is saved there."""


@dataclass
class Place:
    """What is saved at one number."""

    number: int
    match_id: str  # empty when the place is free
    game: str = ""
    seats: int = 0
    names: str = ""
    inputs: int = 0
    over: bool = False
    saved: float = 0.0  # seconds since 1970

    @property
    def free(self) -> bool:
        return not self.match_id


class Shelf:
    """Saved matches in a folder: ``place1.jsonl`` and so on."""

    def __init__(self, folder: Path, places: int = LEAST_PLACES) -> None:
        if places < LEAST_PLACES:
            raise ValueError(f"a shelf has {LEAST_PLACES} places at least, not {places}")
        self.folder = folder
        self.count = places
        folder.mkdir(parents=True, exist_ok=True)

    def path(self, number: int) -> Path:
        if not 1 <= number <= self.count:
            raise NoSuchSave(f"there is no place {number}; places are 1 to {self.count}")
        return self.folder / f"place{number}.jsonl"

    def places(self) -> list[Place]:
        return [self.place(number) for number in range(1, self.count + 1)]

    def place(self, number: int) -> Place:
        path = self.path(number)
        if not path.exists():
            return Place(number, "")
        try:
            with path.open(encoding="utf-8") as file:
                header = json.loads(file.readline())
            tags = header["tags"]
            return Place(
                number,
                tags["match"],
                header["game"],
                header["seats"],
                str(header["options"].get("names", "")),
                int(tags["inputs"]),
                tags["over"] == "1",
                float(tags["saved"]),
            )
        except (ValueError, KeyError, TypeError):
            return Place(number, "damaged", saved=path.stat().st_mtime)

    def free_place(self) -> int | None:
        return next((place.number for place in self.places() if place.free), None)

    def oldest_place(self) -> int:
        """The place whose match was saved longest ago: the one to offer for overwriting."""
        return min(self.places(), key=lambda place: place.saved).number

    def save(self, number: int, match: Match[Any, Any, Any], options: Options, match_id: str, *, overwrite: bool = False) -> None:
        """Write a match to a place; whole or not at all, whatever happens meanwhile."""
        there = self.place(number)
        if not there.free and there.match_id != match_id and not overwrite:
            raise PlaceInUse(f"place {number} holds another match, saved {time.strftime('%Y-%m-%d %H:%M', time.localtime(there.saved))}")
        over = "1" if finished(match.state) else "0"
        tags = {"match": match_id, "saved": repr(time.time()), "inputs": str(len(match.inputs)), "over": over}
        path = self.path(number)
        draft = path.with_suffix(".draft")
        with draft.open("w", encoding="utf-8") as file:
            file.write(record.write(record.from_match(match, options, tags)))
            file.flush()
            os.fsync(file.fileno())
        draft.replace(path)

    def load(self, number: int, draw: Draw) -> tuple[Match[Any, Any, Any], Options, str]:
        """The match at a place, checked input by input, ready to be played on."""
        path = self.path(number)
        if not path.exists():
            raise NoSuchSave(f"nothing is saved at place {number}")
        try:
            saved = record.read_file(path)
            record.verify(saved)
        except record.BadRecord as error:
            raise NoSuchSave(f"place {number} is damaged: {error}") from None
        match: Match[Any, Any, Any] = Match(saved.load_game(), draw)
        match.resume(saved.inputs)
        return match, saved.options, saved.tags["match"]

    def clear(self, number: int) -> None:
        self.path(number).unlink(missing_ok=True)


class Companion:
    """One match, one device.  The curtain is down until the player to whom the device belongs lifts it."""

    def __init__(self, shelf: Shelf, number: int, match: Match[Any, Any, Any], options: Options, match_id: str) -> None:
        self.shelf = shelf
        self.number = number
        self.match = match
        self.options = options
        self.match_id = match_id
        self.curtain = True
        self.news: list[Event] = []  # since the device was handed on

    @property
    def holder(self) -> int:
        """The seat that should have the device; -1 when the match is over."""
        pending = self.match.state.table.pending
        return pending[0] if pending else -1

    @property
    def prompt(self) -> str:
        if self.holder < 0:
            return ""
        state = self.match.state
        return games.card(self.match.game.name).prompt(self.match.game, state.table, state.hands[self.holder])

    @property
    def secret(self) -> bool:
        """Whether only the holder may look now."""
        return self.holder >= 0 and self.prompt not in PUBLIC_PROMPTS

    def lift(self, seat: int) -> None:
        if seat != self.holder:
            raise Refused("not-awaited")
        self.curtain = False

    def offer(self) -> list[Action]:
        """What the holder may do; nothing while the curtain hides a secret question."""
        if self.holder < 0 or (self.secret and self.curtain):
            return []
        state = self.match.state
        return self.match.game.actions(state.table, state.hands[self.holder])

    def do(self, action: Action) -> list[Event]:
        """Play for the holder; saves when the device goes on."""
        seat, secret = self.holder, self.secret
        if seat < 0 or (secret and self.curtain):
            raise Refused("not-awaited")
        events = self.match.submit(seat, self.match.state.hands[seat].asked, action)
        self.news += events
        self._after(seat, secret)
        return events

    def step_back(self) -> list[Event]:
        """Take back the holder's last decision, as long as nobody has learned anything by it."""
        return self.match.call(self.holder, UNDO)

    def time_up(self) -> list[Event]:
        """The headquarters' time is over: what has been ordered stands."""
        if self.prompt != "office":
            raise Refused("not-awaited")
        self.curtain = False
        game = self.match.game
        return self.do(game.actions(self.match.state.table, self.match.state.hands[self.holder])[-1])

    def lines(self, language: str, seat: int | None = None) -> list[str]:
        """What has happened since the device was handed on, in sentences: for everybody, or with a seat's secrets."""
        game, table = self.match.game, self.match.state.table
        events = heard(self.news, seat) if seat is not None else [event for event in self.news if event.audience == -1]
        return [self._named(catalogue.say_event(game, table, event, language), language) for event in events]

    def _named(self, line: str, language: str) -> str:
        """Players by their names, where they have given them."""
        for seat, name in enumerate(getattr(self.match.state.table, "names", [])):
            if name:
                line = line.replace(catalogue.say(self.match.game.name, language, "word", f"p{seat + 1}"), name)
        return line

    def _after(self, seat: int, secret: bool) -> None:
        if self.holder != seat:
            self.news = [event for event in self.news if event.audience != 1 << seat]
            self.shelf.save(self.number, self.match, self.options, self.match_id)
        if self.holder != seat or (self.secret and not secret):
            self.curtain = True


def begin(
    shelf: Shelf,
    number: int,
    match_id: str,
    draw: Draw,
    seats: int,
    options: Options | None = None,
    *,
    overwrite: bool = False,
    game: str = "leaders",
) -> Companion:
    """A new match at a place of the shelf; a place in use is refused unless ``overwrite``."""
    complete = games.complete(games.card(game), options if options is not None else {"mode": "companion"})
    match: Match[Any, Any, Any] = Match(games.load(game, seats, complete), draw)
    shelf.save(number, match, complete, match_id, overwrite=overwrite)
    return Companion(shelf, number, match, complete, match_id)


def go_on(shelf: Shelf, number: int, draw: Draw) -> Companion:
    """Take a saved match up again where the last player ended."""
    match, options, match_id = shelf.load(number, draw)
    return Companion(shelf, number, match, options, match_id)
