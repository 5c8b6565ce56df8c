"""play: a match in the terminal, people hot-seat with a curtain between them, or against bots."""

from __future__ import annotations

import secrets
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.markup import escape

from sandtable import bots, games
from sandtable.cli.common import clear_errors, fail, load, out
from sandtable.cli.options import Json, Seats, Set
from sandtable.core.game import Action, Draw, Event
from sandtable.core.match import Match, Refused, result
from sandtable.kit.card import Notation
from sandtable.wire import catalogue, notation, record
from sandtable.wire.notation import UMPIRE_VERBS
from sandtable.wire.view import heard

AnyMatch = Match[Any, Any, Any]
HELP = "a number or notation plays; words search the offer; ? lists all of it; board draws the table; undo, draw, no-draw, resign, quit"
SHOWN = 20  # offers listed at once


class SystemDraw(Draw):
    """Dice from the operating system: nobody can foresee them."""

    def below(self, n: int) -> int:
        return secrets.randbelow(n)


class Quit(Exception):
    """A person has had enough."""


def register(app: typer.Typer) -> None:
    app.command("play")(play)


def play(
    game: Annotated[str, typer.Argument(help="The game to play.")],
    players: Annotated[
        str, typer.Option("--players", help="By seat, separated by commas: human or a bot; the last takes the rest.")
    ] = "human,greedy",
    seed: Annotated[int | None, typer.Option("--seed", help="Seeded dice instead of the operating system's.")] = None,
    seats: Seats = None,
    settings: Set = None,
    language: Annotated[str, typer.Option("--language", help="en or de.")] = "en",
    save: Annotated[Path | None, typer.Option("--save", help="Write the record here at the end.")] = None,
    as_json: Json = False,
) -> None:
    """Play in the terminal: hot-seat with a curtain between people, or against bots.

    Example: sandtable play picket --players human,greedy
    """
    with clear_errors():
        rules, options = load(game, seats, settings)
        names = [name.strip() for name in players.split(",")]
        names = [names[min(seat, len(names) - 1)] for seat in range(rules.seats)]
        if "greedy" in names and "greedy" not in bots.names(game):
            names = [bots.names(game)[-1] if name == "greedy" else name for name in names]
        if language not in catalogue.LANGUAGES:
            fail(f"no texts in '{language}'; there are {', '.join(catalogue.LANGUAGES)}")
        robots = [None if name == "human" else bots.make(name, rules, seat, secrets.randbits(60)) for seat, name in enumerate(names)]
        draw = SystemDraw(1) if seed is None else Draw(seed)
        session = Session(Match(rules, draw), robots, language)
        try:
            session.run()
        except Quit:
            out.print("Left the table.")
        if save is not None:
            save.write_text(record.write(record.from_match(session.match, options)), encoding="utf-8")
            out.print(f"Saved as {save}.")
    if as_json:
        out.print_json(data={"scores": result(rules, session.match.state.table), "inputs": len(session.match.inputs)})


class Session:
    """One terminal, one match."""

    def __init__(self, match: AnyMatch, robots: list[Any], language: str) -> None:
        self.match = match
        self.game = match.game
        self.card = games.card(match.game.name)
        self.robots = robots
        self.language = language
        self.people = [seat for seat, robot in enumerate(robots) if robot is None]
        self.unread: list[list[Event]] = [[] for _ in robots]  # by seat: events since it last looked
        self.looking = self.people[0] if len(self.people) == 1 else -1  # whose eyes are on the screen

    def run(self) -> None:
        self.note(self.match.state.news)
        while self.match.state.table.pending:
            robot_turns = [seat for seat in self.match.state.table.pending if self.robots[seat] is not None]
            if robot_turns:
                self.robot(robot_turns[0])
            else:
                self.person(self.match.state.table.pending[0])
        self.finish()

    def note(self, events: list[Event]) -> None:
        for seat, unread in enumerate(self.unread):
            news = heard(events, seat)
            unread += news
            if self.robots[seat] is not None:
                self.robots[seat].hear(news)

    def robot(self, seat: int) -> None:
        table, hand = self.match.state.table, self.match.state.hands[seat]
        action = self.robots[seat].decide(table, hand, self.game.actions(table, hand))
        self.note(self.match.submit(seat, hand.asked, action))

    def person(self, seat: int) -> None:
        if seat != self.looking:
            self.curtain(seat)
        self.show_news(seat)
        table, hand = self.match.state.table, self.match.state.hands[seat]
        offer = self.game.actions(table, hand)
        out.print(self.card.draw(self.game, table, hand))
        prompt = catalogue.say(self.game.name, self.language, "prompt", self.card.prompt(self.game, table, hand))
        out.print(f"\n[bold]Seat {seat}: {escape(prompt)}[/bold]")
        self.list_offer(offer, SHOWN)
        while True:
            answer = self.ask()
            if self.obey(seat, answer, offer):
                return

    def curtain(self, seat: int) -> None:
        """Nothing of one seat stays on the screen when the next one looks."""
        out.clear()
        out.file.write("\x1b[3J")  # the scroll-back too
        out.print(f"[bold]Seat {seat} is awaited.[/bold] Hand over the screen.")
        out.input("Press Enter when only seat " + str(seat) + " is looking. ")
        self.looking = seat

    def show_news(self, seat: int) -> None:
        for event in self.unread[seat]:
            out.print(f"  [dim]{escape(catalogue.say_event(self.game, self.match.state.table, event, self.language))}[/dim]")
        self.unread[seat] = []

    def list_offer(self, offer: list[Action], limit: int, words: str = "") -> None:
        table = self.match.state.table
        shown = 0
        for number, action in enumerate(offer, start=1):
            text = notation.write(self.game, table, action)
            sentence = catalogue.say_action(self.game, table, action, self.language)
            if all(word.lower() in f"{text} {sentence}".lower() for word in words.split()):
                shown += 1
                if shown <= limit:
                    out.print(f"  [cyan]{number:3}[/cyan] {escape(sentence)}  [dim]{escape(text)}[/dim]")
        if shown > limit:
            out.print(f"  ... and {shown - limit} more; type a word to search, ? for all")
        elif shown == 0:
            out.print(f"  nothing on offer matches '{escape(words)}'")

    def ask(self) -> str:
        try:
            return out.input("> ").strip()
        except (EOFError, KeyboardInterrupt):
            raise Quit from None

    def obey(self, seat: int, answer: str, offer: list[Action]) -> bool:
        """Carry out what was typed; true when the decision is made."""
        words = answer.split()
        if not words:
            out.print(HELP)
        elif words[0] in ("quit", "exit"):
            raise Quit
        elif answer == "?":
            self.list_offer(offer, len(offer))
        elif words[0] == "board":
            out.print(self.card.draw(self.game, self.match.state.table, self.match.state.hands[seat]))
        elif answer in UMPIRE_VERBS.values() and answer != "timeout":
            return self.call(seat, next(verb for verb, word in UMPIRE_VERBS.items() if word == answer))
        elif answer.isdigit():
            if 1 <= int(answer) <= len(offer):
                return self.submit(seat, offer[int(answer) - 1])
            out.print(f"The offer is numbered 1 to {len(offer)}.")
        else:
            return self.notation(seat, answer, offer)
        return False

    def notation(self, seat: int, answer: str, offer: list[Action]) -> bool:
        try:
            action = notation.parse(self.game, self.match.state.table, answer)
        except Notation:
            self.list_offer(offer, SHOWN, answer)
            return False
        return self.submit(seat, action)

    def submit(self, seat: int, action: Action) -> bool:
        try:
            self.note(self.match.submit(seat, self.match.state.hands[seat].asked, action))
        except Refused as refused:
            out.print(f"[red]{escape(catalogue.say(self.game.name, self.language, 'refusal', str(refused)))}[/red]")
            return False
        return True

    def call(self, seat: int, verb: int) -> bool:
        try:
            self.note(self.match.call(seat, verb))
        except Refused as refused:
            out.print(f"[red]{escape(catalogue.say(self.game.name, self.language, 'refusal', str(refused)))}[/red]")
            return False
        return True

    def finish(self) -> None:
        for seat in self.people:
            self.show_news(seat)
        out.print(self.card.draw(self.game, self.match.state.table, None))
        scores = result(self.game, self.match.state.table)
        best = [f"seat {seat}" for seat, score in enumerate(scores) if score == max(scores)]
        out.print(f"[bold]The match is over. Scores: {scores}. Best: {', '.join(best)}.[/bold]")
