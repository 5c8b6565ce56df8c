"""What a person sees of a question: the drawing or what changed of it, the offer in groups, endings last and apart."""

from __future__ import annotations

from difflib import SequenceMatcher
from typing import Any

from rich.markup import escape

from sandtable.cli.common import out
from sandtable.cli.table.question import Group, Question
from sandtable.cli.table.words import Words
from sandtable.core.game import Action
from sandtable.kit.card import Chance
from sandtable.wire import catalogue

GESTURES = 8  # general gestures shown at once
OF_A_PIECE = 12  # gestures of a piece
FEW_LINES = 4  # of a drawing: when no more have changed, only they are shown
FEW = 12  # choices among which chances are shown without being asked for
MOST = 60  # choices listed in answer to a word
ROWS = 32  # pieces that get a line
IN_A_ROW = 14  # choices on it
LABELS = 40  # of groups that are only named


class Screen:
    """Prints; remembers only what was drawn last."""

    def __init__(self, words: Words) -> None:
        self.words = words
        self.drawn: list[str] = []

    def wipe(self) -> None:
        """Nothing of one seat stays when the next one looks."""
        out.clear()
        out.file.write("\x1b[3J")  # the scroll-back too
        self.drawn = []

    def draw(self, drawing: str) -> None:
        self.drawn = drawing.split("\n")
        out.print(drawing, soft_wrap=True)

    def redraw(self, drawing: str) -> None:
        """Only what has changed, when that is little."""
        lines = drawing.split("\n")
        changed: list[str] = []
        for kind, _, _, first, end in SequenceMatcher(None, self.drawn, lines, autojunk=False).get_opcodes():
            changed += lines[first:end] if kind != "equal" else []
        if not self.drawn or len(changed) > FEW_LINES:
            self.draw(drawing)
            return
        self.drawn = lines
        if changed:
            self.dim(self.words.say("changed"))
            for line in changed:
                out.print(line, soft_wrap=True)

    def dim(self, text: str) -> None:
        out.print(f"  [dim]{escape(text)}[/dim]", soft_wrap=True)

    def plain(self, text: str) -> None:
        out.print(escape(text), soft_wrap=True)

    def refusal(self, key: str) -> None:
        out.print(f"[red]{escape(self.words.game_text('refusal', key))}[/red]", soft_wrap=True)

    # the question ------------------------------------------------------------------

    def ask(self, question: Question) -> None:
        seat = self.words.seat(question.table, question.hand.seat)
        prompt = self.words.game_text("prompt", question.prompt)
        out.print(f"\n[bold]{escape(seat)}: {escape(prompt)}[/bold]", soft_wrap=True)
        general = [index for index in range(question.general) if not question.closing(index)]
        self.gestures(question, general[:GESTURES])
        if len(general) > GESTURES:
            self.dim(self.words.say("more-gestures", count=len(general) - GESTURES, key=self.words.gesture_letter))
        self.groups(question)
        self.endings(question)

    def groups(self, question: Question) -> None:
        unseen: list[Group] = []
        rows, verb = 0, -1
        for group, shown in zip(question.groups, question.shares(), strict=True):
            if group.row and group.actions[0][0] != verb:
                verb = group.actions[0][0]
                shape = question.card.verbs[verb]
                self.dim(" ".join([shape.word, *(kind.upper() for kind in shape.operands)]))
            rows += group.row
            if shown == 0 or (group.row and rows > ROWS):
                unseen.append(group)
            elif group.row:
                self.row(question, group)
            else:
                for i in range(shown):
                    self.choice(question, group.first + i, group.actions[i])
                self.more(group, shown)
        if unseen:
            labels = " ".join(group.label for group in unseen[:LABELS]) + (" ..." if len(unseen) > LABELS else "")
            self.dim(self.words.say("more-groups", count=sum(len(group.actions) for group in unseen), labels=labels))

    def row(self, question: Question, group: Group) -> None:
        """A line for a piece: its choices by number, each with what differs."""
        cells = [" ".join(question.notation(action).split()[2:]) for action in group.actions[:IN_A_ROW]]
        line = "  ".join(f"[cyan]{group.first + i:3}[/cyan] {escape(cell)}" for i, cell in enumerate(cells))
        width = max(len(other.label) for other in question.groups if other.row)
        out.print(f"  {escape(group.label):{width}} {line}", soft_wrap=True)
        self.more(group, len(cells))

    def more(self, group: Group, shown: int) -> None:
        if len(group.actions) > shown:
            self.dim(self.words.say("more", count=len(group.actions) - shown, label=group.label))

    def choice(self, question: Question, number: int, action: Action) -> None:
        line = f"  [cyan]{number:3}[/cyan] {escape(question.sentence(action))}  [dim]{escape(question.notation(action))}[/dim]"
        if len(question.actions) <= FEW:
            chances = question.card.odds(question.game, question.table, question.hand, action)
            if chances and not chances[0].mean:
                line += f"  [dim]{escape(self.chance(question.game, question.table, chances[0], 'odds-percent'))}[/dim]"
        out.print(line, soft_wrap=True)

    def endings(self, question: Question) -> None:
        closing = [index for index in range(question.general) if question.closing(index)]
        if (question.closes and question.actions) or closing:
            self.dim(self.words.say("endings"))
        for index, close in enumerate(question.closes):
            key, text = question.ending_key(index), question.notation(close.action)
            out.print(f"  [yellow]{key:>3}[/yellow] {escape(close.text)}  [dim]{escape(text)}[/dim]", soft_wrap=True)
        for index in closing:
            self.gesture(question, index)

    def gestures(self, question: Question, indices: list[int]) -> None:
        if indices:
            self.dim(self.words.say("in-one-go"))
        for index in indices:
            self.gesture(question, index)

    def gesture(self, question: Question, index: int) -> None:
        sentence = catalogue.say_gesture(question.game, question.table, question.gestures[index], self.words.language)
        colour = "yellow" if question.closing(index) else "green"
        out.print(f"  [{colour}]{question.gesture_key(index):>3}[/{colour}] {escape(sentence)}", soft_wrap=True)

    def some_gestures(self, question: Question, indices: list[int], typed: str) -> None:
        """The first gestures of a piece, and how to see others."""
        self.gestures(question, indices[:OF_A_PIECE])
        if len(indices) > OF_A_PIECE:
            key = self.words.gesture_letter
            self.dim(self.words.say("more-of-piece", count=len(indices) - OF_A_PIECE, typed=typed, key=key))

    def found(self, question: Question, indices: list[int], most: int = MOST) -> None:
        """Choices found by a word."""
        for index in indices[:most]:
            self.choice(question, index + 1, question.actions[index])
        if len(indices) > most:
            self.dim(self.words.say("more-found", count=len(indices) - most))

    def everything(self, question: Question) -> None:
        self.gestures(
            question, [index for index in range(len(question.gestures)) if index >= question.general or not question.closing(index)]
        )
        self.found(question, list(range(len(question.actions))), len(question.actions))
        self.endings(question)

    # chances -----------------------------------------------------------------------

    def chance(self, game: Any, table: Any, chance: Chance, key: str) -> str:
        what = catalogue.say_chance(game, table, chance, self.words.language)
        if chance.mean:
            return self.words.say("odds-mean", mean=f"{chance.ways / chance.of:.2f}".rstrip("0").rstrip("."), what=what)
        return self.words.say(key, percent=round(100 * chance.ways / chance.of), what=what, ways=chance.ways, of=chance.of)
