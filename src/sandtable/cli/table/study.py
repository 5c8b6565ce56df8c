"""What a person may ask for while a question stands: help, rules, odds, reasons, measuring, values, guesses."""

from __future__ import annotations

import re
import secrets
from functools import cache
from typing import Any

from rich.markup import escape

from sandtable import games
from sandtable.bots.study import guesses
from sandtable.cli.common import out
from sandtable.cli.table.question import Question
from sandtable.cli.table.screen import Screen
from sandtable.core.game import Action, Draw
from sandtable.kit.card import Notation
from sandtable.kit.gesture import foresee
from sandtable.wire import notation
from sandtable.wire.handout import data
from sandtable.wire.plain import Plain

WORLDS = 60  # imagined for the notebook
VALUE_PAGES = ("prices", "ranges")  # asked for by these words in every game


@cache
def paragraphs(name: str) -> dict[str, str]:
    """The rulebook by paragraph number."""
    path = games.folder(name) / "rulebook.md"
    if not path.is_file():
        return {}
    parts = re.split(r"^\*\*([0-9]+\.[0-9]+)\*\*", path.read_text(encoding="utf-8"), flags=re.MULTILINE)
    texts = [re.split(r"^#", text, maxsplit=1, flags=re.MULTILINE)[0].strip() for text in parts[2::2]]
    return dict(zip(parts[1::2], texts, strict=True))


class Study:
    """Answers from the seat's knowledge alone; none of them changes anything."""

    def __init__(self, screen: Screen) -> None:
        self.screen = screen
        self.words = screen.words

    def knows(self, question: Question, word: str) -> bool:
        return hasattr(self, f"say_{word}") or word in question.card.pages or word in VALUE_PAGES

    def answer(self, question: Question, word: str, rest: list[str]) -> None:
        if word in question.card.pages:
            self.page(question, word, rest)
        elif word in VALUE_PAGES:
            self.say_tables(question, rest)
        else:
            getattr(self, f"say_{word}")(question, rest)

    # help and rules ----------------------------------------------------------------

    def say_help(self, question: Question, rest: list[str]) -> None:
        topic = self.words.command(rest[0]) if rest else ""
        if topic == "rule":
            self.say_rule(question, rest[1:])
            return
        if topic and self.knows(question, topic) and topic != "help":
            self.answer(question, topic, rest[1:])
            return
        coach = self.words.game_text("coach", question.prompt)
        if coach != question.prompt:
            self.screen.plain(coach)
        out.print(f"[bold]{escape(self.words.say('help-title'))}[/bold]")
        for command, text in self.words.texts["command"].items():
            out.print(f"  [cyan]{escape(command):13}[/cyan] {escape(self._with_keys(text))}", soft_wrap=True)
        if question.card.short:
            self.screen.plain("  " + self.words.say("help-short-notation", examples="; ".join(question.card.short)))
        if question.card.pages:
            self.screen.plain("  " + self.words.say("help-pages", pages=", ".join(question.card.pages)))
        self.screen.plain("  " + self.words.say("help-verbs", verbs=", ".join(self._shapes(question))))
        self.screen.plain("  " + self.words.say("rule-hint"))

    def _with_keys(self, text: str) -> str:
        """Help with the letters this game's keys have."""
        ending, gesture = self.words.ending_letter, self.words.gesture_letter
        return text.replace("'e'", f"'{ending}'").replace("'e1'", f"'{ending}1'").replace("'g1'", f"'{gesture}1'")

    def _shapes(self, question: Question) -> list[str]:
        verbs = {action[0] for action in [*question.actions, *(close.action for close in question.closes)]}
        shapes = [question.card.verbs[verb] for verb in sorted(verbs)]
        return [" ".join([shape.word, *(kind.upper() for kind in shape.operands)]) for shape in shapes]

    def say_rule(self, question: Question, rest: list[str]) -> None:
        number = rest[0] if rest else question.card.paragraph(question.game, question.table, question.hand)
        texts = paragraphs(question.game.name)
        if not number:
            self.screen.plain(self.words.say("no-governing"))
        elif number not in texts:
            self.screen.plain(self.words.say("no-paragraph", number=number))
        else:
            out.print(f"[bold]{escape(self.words.say('paragraph', number=number))}[/bold]")
            self.screen.plain(texts[number])

    # choices -----------------------------------------------------------------------

    def say_odds(self, question: Question, rest: list[str]) -> None:
        if not rest:
            self._all_odds(question)
            return
        actions = self._read(question, rest)
        if not actions:
            return
        first = foresee(question.game, question.table, question.hand, actions[:-1])
        reason = (
            question.game.refusal(first.table(), first.hand(), actions[-1]) if len(first.actions) == len(actions) - 1 else "not-offered"
        )
        if reason:
            self.screen.refusal(reason)
        elif not self._odds(question, first.table(), first.hand(), actions[-1]):
            self.screen.plain(self.words.say("no-odds"))

    def _read(self, question: Question, words: list[str]) -> list[Action]:
        """The same, or nothing after it was said what is wrong."""
        try:
            return self._actions(question, " ".join(words))
        except Notation as error:
            self.screen.plain(str(error))
            return []

    def _actions(self, question: Question, typed: str) -> list[Action]:
        """What a number, a key or notation stands for."""
        gesture = question.gesture(typed)
        if gesture is not None:
            return gesture.actions
        action = question.numbered(typed)
        if action is not None:
            return [action]
        try:
            read = question.card.read_gesture(question.game, question.table, question.hand, typed)
        except Notation:
            read = None
        if read is not None:
            return read.actions
        return [notation.parse(question.game, question.table, part.strip()) for part in typed.split(";")]

    def _odds(self, question: Question, table: Any, hand: Any, action: Action) -> bool:
        chances = question.card.odds(question.game, table, hand, action)
        for chance in chances:
            self.screen.plain("  " + self.screen.chance(question.game, table, chance, "odds-share"))
        return bool(chances)

    def _all_odds(self, question: Question) -> None:
        found = False
        for number, action in enumerate(question.actions[:40], start=1):
            if question.card.odds(question.game, question.table, question.hand, action):
                self.screen.choice(question, number, action)
                found = self._odds(question, question.table, question.hand, action)
        if not found:
            self.screen.plain(self.words.say("odds-what"))

    def say_why(self, question: Question, rest: list[str]) -> None:
        if not rest:
            shapes = self._shapes(question)
            self.screen.plain(self.words.say("why-what", example=shapes[0] if shapes else ""))
            return
        actions = self._read(question, rest)
        if not actions:
            return
        first = foresee(question.game, question.table, question.hand, actions[:-1])
        at = len(first.actions)
        reason = question.game.refusal(first.table(), first.hand(), actions[at]) if not first.surprised else ""
        if reason:
            self.screen.refusal(reason)
            if reason in question.card.imposed:
                self.screen.plain(self.words.say("by-rule", number=question.card.imposed[reason]))
        else:
            self.screen.plain(self.words.say("allowed"))

    # the table ---------------------------------------------------------------------

    def say_look(self, question: Question, rest: list[str]) -> None:
        try:
            answer = question.card.look(question.game, question.table, question.hand, " ".join(rest))
        except (ValueError, LookupError) as error:
            own = not any(part in str(error) for part in ("invalid literal", "not in list", "index out of range"))
            self.screen.plain(self.words.say("unknown-look", error=error if own else "").rstrip(": "))
            return
        self.screen.plain(f"{' '.join(rest)}: {answer}")

    def say_distance(self, question: Question, rest: list[str]) -> None:
        self.say_look(question, ["distance", *rest])

    def say_legend(self, question: Question, rest: list[str]) -> None:
        self.page(question, "legend", rest)

    def page(self, question: Question, topic: str, rest: list[str]) -> None:
        if topic not in question.card.pages:
            self.screen.plain(self.words.say("no-page", topic=topic, pages=", ".join(question.card.pages)))
            return
        try:
            text = question.card.page(question.game, question.table, question.hand, topic, rest)
        except (ValueError, LookupError):
            self.screen.plain(self.words.say("bad-page", words=" ".join(rest)))
            return
        out.print(text, soft_wrap=True)

    def say_tables(self, question: Question, rest: list[str]) -> None:
        """The game's data files as they are: all that is fixed before a match."""
        files = {name.replace("\\", "/"): value for name, value in data(question.game.name).items() if isinstance(value, dict)}
        if not rest:
            self.screen.plain(self.words.say("tables-list", names=", ".join(files)))
        elif rest[0] not in files:
            self.screen.plain(self.words.say("no-table", name=rest[0], names=", ".join(files)))
        else:
            for line in flat("", files[rest[0]]):
                if all(word.lower() in line.lower() for word in rest[1:]):
                    self.screen.plain("  " + line)

    # guesses -----------------------------------------------------------------------

    def say_notes(self, question: Question, rest: list[str]) -> None:
        rows = guesses(question.game, question.table, question.hand, WORLDS, Draw(secrets.randbits(30)))
        rows = [row for row in rows if not rest or self._word(question, row["subject_kind"], row["subject"]) in rest]
        if not rows:
            self.screen.plain(self.words.say("no-notes"))
            return
        exact = all(row["exact"] for row in rows)
        self.screen.plain(self.words.say("notes-exact") if exact else self.words.say("notes-title", worlds=WORLDS))
        for row in rows:
            subject = self._word(question, row["subject_kind"], row["subject"])
            self.screen.plain(f"  {subject}  {self.words.game_text('notebook', row['key'])}: {self._guess(question, row)}")

    def _guess(self, question: Question, row: dict[str, Any]) -> str:
        if "span" in row:
            low, mean, high = row["span"]
            return self.words.say("notes-span", low=low, high=high, mean=mean)
        shares = []
        for value, share, _ in row["answers"]:
            what = self._value(question, row["key"], row["kind"], value)
            shares.append(self.words.say("notes-share", percent=round(100 * share), what=what))
        if "more" in row:
            shares.append(self.words.say("notes-more", count=row["more"][0], percent=round(100 * row["more"][1])))
        return ", ".join(shares)

    def _value(self, question: Question, key: str, kind: str, value: int) -> str:
        if kind == "flag":
            return self.words.say("yes" if value else "no")
        if kind == "own":
            return self.words.game_text("notebook", f"{key}-{value}")
        return self._word(question, kind, value)

    def _word(self, question: Question, kind: str, value: int) -> str:
        word = question.card.word(question.game, question.table, kind, value)
        return self.words.word(kind, word) if word else word


def flat(path: str, value: Plain) -> list[str]:
    """Data as lines ``path = value``; short lists stay on one line."""
    if isinstance(value, dict):
        return [line for key, part in value.items() for line in flat(f"{path}.{key}" if path else key, part)]
    if isinstance(value, list) and any(isinstance(part, dict) for part in value):
        return [line for i, part in enumerate(value, start=1) for line in flat(f"{path} {named(part, i)}", part)]
    return [f"{path} = {shown(value)}"]


def named(part: Plain, number: int) -> str:
    return str(part.get("name", part.get("key", number))) if isinstance(part, dict) else str(number)


def shown(value: Plain) -> str:
    if isinstance(value, list):
        return "  ".join(shown(part) if not isinstance(part, list) else " ".join(str(x) for x in part) for part in value)
    return str(value)
