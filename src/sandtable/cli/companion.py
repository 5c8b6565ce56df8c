"""companion: the headquarters of a physical LEADERS board, on one device that goes from hand to hand."""

from __future__ import annotations

import secrets
import time
from pathlib import Path
from typing import Annotated

import typer
from rich.markup import escape

from sandtable import games
from sandtable.cli.common import FAILED, clear_errors, fail, out, parse_settings
from sandtable.cli.options import Set
from sandtable.cli.play import SystemDraw
from sandtable.core.game import Action
from sandtable.core.match import Refused, result
from sandtable.kit.card import Notation, is_number
from sandtable.lab.companion import Companion, NoSuchSave, Place, PlaceInUse, Shelf, begin, go_on
from sandtable.wire import catalogue, notation

SHOWN = 24  # offers listed at once

Folder = Annotated[Path, typer.Option("--folder", help="Where matches are saved.")]
HOME = Path.home() / ".sandtable" / "companion"

app = typer.Typer(help="The companion of a physical LEADERS board: secrets, events and savings on one device.", no_args_is_help=True)


def register(parent: typer.Typer) -> None:
    parent.add_typer(app, name="companion")


@app.command("places")
def places(folder: Folder = HOME) -> None:
    """List the saved matches.

    Example: sandtable companion places
    """
    for place in Shelf(folder).places():
        out.print(_describe(place))


@app.command("new")
def new(
    seats: Annotated[int, typer.Option("--seats", help="Players, 2 to 6.")] = 2,
    place: Annotated[int | None, typer.Option("--place", help="Where to save it; the first free place by default.")] = None,
    names: Annotated[str, typer.Option("--names", help="Names of the players, separated by commas.")] = "",
    settings: Set = None,
    folder: Folder = HOME,
    language: Annotated[str, typer.Option("--language", help="en or de.")] = "en",
) -> None:
    """Begin a match beside the physical board.

    Example: sandtable companion new --seats 3 --names Ann,Bob,Cy
    """
    with clear_errors():
        shelf = Shelf(folder)
        number = place or shelf.free_place() or shelf.oldest_place()
        there = shelf.place(number)
        if not there.free:
            out.print(_describe(there))
            if not typer.confirm(f"Place {number} is in use. Overwrite it?"):
                fail("nothing was changed; choose another place with --place", FAILED)
        options = {**parse_settings(settings), "mode": "companion", "names": names}
        try:
            table = begin(shelf, number, secrets.token_hex(8), SystemDraw(1), seats, options, overwrite=not there.free)
        except PlaceInUse as error:
            fail(str(error), FAILED)
        Device(table, language).run()


@app.command("go-on")
def resume(
    place: Annotated[int, typer.Argument(help="Number of the place.")],
    folder: Folder = HOME,
    language: Annotated[str, typer.Option("--language", help="en or de.")] = "en",
) -> None:
    """Take up a saved match where the last player ended.

    Example: sandtable companion go-on 1
    """
    with clear_errors():
        try:
            table = go_on(Shelf(folder), place, SystemDraw(1))
        except NoSuchSave as error:
            fail(str(error))
        Device(table, language).run()


def _describe(place: Place) -> str:
    if place.free:
        return f"{place.number}  [dim]free[/dim]"
    saved = time.strftime("%Y-%m-%d %H:%M", time.localtime(place.saved))
    if not place.game:
        return f"{place.number}  [red]damaged[/red], saved {saved}"
    state = "over" if place.over else "under way"
    return f"{place.number}  {place.seats} players {escape(place.names)}, {state}, {place.inputs} inputs, saved {saved}"


class Device:
    """The device in people's hands: what it shows, and what is typed."""

    def __init__(self, table: Companion, language: str) -> None:
        if language not in catalogue.LANGUAGES:
            fail(f"no texts in '{language}'; there are {', '.join(catalogue.LANGUAGES)}")
        self.table = table
        self.game = table.match.game
        self.language = language
        self.since = time.monotonic()  # when the device was handed over

    def time_is_up(self) -> bool:
        """2.15: the headquarters has a timer; a terminal notices its end with the next line typed."""
        limit: int = self.table.match.state.table.timer
        return limit > 0 and self.table.prompt == "office" and time.monotonic() - self.since > limit

    def run(self) -> None:
        while self.table.holder >= 0:
            hidden = self.table.secret and self.table.curtain
            if (hidden and not self.hand_over()) or not self.decide():
                out.print(f"Saved at place {self.table.number}. Go on with: sandtable companion go-on {self.table.number}")
                return
        for line in self.table.lines(self.language):
            out.print(escape(line))
        out.print(f"[bold]The match is over: {result(self.game, self.table.match.state.table)}[/bold]")

    def decide(self) -> bool:
        self.show()
        return self.answer()

    def hand_over(self) -> bool:
        """Nothing of one player stays on the screen when the next one looks; false when the players pause."""
        out.clear()
        out.file.write("\x1b[3J")  # the scroll-back too
        for line in self.table.lines(self.language):
            out.print(f"  {escape(line)}")
        seat = self.table.holder
        try:
            out.input(f"Player {seat + 1}: take the device, and press Enter when only you are looking. ")
        except (EOFError, KeyboardInterrupt):
            return False
        self.table.lift(seat)
        self.since = time.monotonic()
        return True

    def show(self) -> None:
        state, seat = self.table.match.state, self.table.holder
        hand = state.hands[seat] if self.table.secret else None
        for line in self.table.lines(self.language, seat if self.table.secret else None):
            out.print(f"  [dim]{escape(line)}[/dim]")
        self.table.news = []
        out.print(games.card(self.game.name).draw(self.game, state.table, hand))
        out.print(f"\n[bold]Player {seat + 1}: {escape(catalogue.say(self.game.name, self.language, 'prompt', self.table.prompt))}[/bold]")
        self.offer("")

    def offer(self, words: str) -> None:
        found = 0
        for number, action in enumerate(self.table.offer(), start=1):
            sentence = catalogue.say_action(self.game, self.table.match.state.table, action, self.language)
            if all(word.lower() in sentence.lower() for word in words.split()):
                found += 1
                if found <= SHOWN:
                    out.print(f"  [cyan]{number:3}[/cyan] {escape(sentence)}")
        if found > SHOWN:
            out.print(f"  ... and {found - SHOWN} more; type a word to search")
        elif found == 0:
            out.print(f"  nothing on offer matches '{escape(words)}'")

    def answer(self) -> bool:
        """One decision; false when the players pause."""
        while True:
            try:
                typed = out.input("number, notation or word; back, pause > ").strip()
            except (EOFError, KeyboardInterrupt):
                return False
            if typed in ("pause", "quit"):
                return False
            if self.time_is_up():
                out.print("[bold]The time of the headquarters is over: what was ordered stands.[/bold]")
                self.table.time_up()
                return True
            if self.obey(typed):
                return True

    def obey(self, typed: str) -> bool:
        offer = self.table.offer()
        try:
            if typed == "back":
                self.table.step_back()
                return True
            if is_number(typed) and self.table.prompt != "points":
                if not 1 <= int(typed) <= len(offer):
                    out.print(f"The offer is numbered 1 to {len(offer)}.")
                    return False
                return self.do(offer[int(typed) - 1])
            text = f"enter {typed}" if is_number(typed) else typed
            return self.do(notation.parse(self.game, self.table.match.state.table, text))
        except Notation:
            self.offer(typed)
        except Refused as refused:
            out.print(f"[red]{escape(catalogue.say(self.game.name, self.language, 'refusal', str(refused)))}[/red]")
        return False

    def do(self, action: Action) -> bool:
        self.table.do(action)
        return True
