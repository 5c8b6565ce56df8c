"""One question to a person: its offer sorted as people think, endings apart, gestures above."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from sandtable import games
from sandtable.cli.table.words import Words
from sandtable.core.game import Action
from sandtable.kit.card import ENDS_PHASE, Ending, Gesture, is_number, operand_kind
from sandtable.kit.gesture import foresee
from sandtable.wire import catalogue, notation

SHOWN = 20  # lines of ordinary choices shown at once
MOST_OF_ONE = 12  # choices of one verb beyond which they are grouped by their first operand


@dataclass
class Group:
    """Choices that belong together: of one verb, or of one piece.  Typing the label lists them all."""

    label: str
    first: int  # number of its first choice
    row: bool  # of one piece: shown on one line
    actions: list[Action] = field(default_factory=list)


@dataclass
class Close:
    """A choice that ends something."""

    action: Action
    ending: Ending
    text: str


class Question:
    """What a seat is asked.  Its numbers and keys stay as they are while it stands."""

    def __init__(self, words: Words, table: Any, hand: Any) -> None:
        self.words = words
        self.game = words.game
        self.card = games.card(self.game.name)
        self.table = table
        self.hand = hand
        self.prompt = self.card.prompt(self.game, table, hand)
        self.actions: list[Action] = []
        self.closes: list[Close] = []
        self._sort(self.game.actions(table, hand))
        self.groups = self._groups()
        self.gestures = list(self.card.gestures(self.game, table, hand, "", 0))
        self.general = len(self.gestures)  # those that concern no piece
        self.warned: list[Action] = []  # the choice somebody was asked about

    # sorting -----------------------------------------------------------------------

    def _sort(self, offer: list[Action]) -> None:
        ordinary: list[Action] = []
        for action in offer:
            ending = self.ending(action)
            if ending is None:
                ordinary.append(action)
            else:
                self.closes.append(Close(action, ending, self._ending_text(action, ending)))
        self.actions = sorted(ordinary, key=lambda action: (self.card.verbs[action[0]].rank, action[0]))
        self.closes.sort(key=lambda close: close.ending.ends)

    def ending(self, action: Action) -> Ending | None:
        ending = self.card.ending(self.game, self.table, self.hand, action)
        if ending is None and len(action) == 1 and self.card.verbs[action[0]].word == "done":
            return Ending("", ENDS_PHASE)
        return ending

    def _ending_text(self, action: Action, ending: Ending) -> str:
        if not ending.key:
            return self.sentence(action)
        return catalogue.say_ending(self.game.name, self.words.language, ending)

    def _groups(self) -> list[Group]:
        """By verb; where a verb has many choices, by its first operand: then people think of pieces."""
        found: list[Group] = []
        crowded = self._crowded()
        self.actions.sort(key=self._place(crowded))
        for number, action in enumerate(self.actions, start=1):
            text = self.notation(action).split()
            row = action[0] in crowded
            label = text[1] if row else text[0]
            last = found[-1] if found else None
            if last is None or last.label != label or last.actions[0][0] != action[0]:
                found.append(Group(label, number, row))
            found[-1].actions.append(action)
        return found

    def _crowded(self) -> list[int]:
        """Verbs with many choices that name at least two things each."""
        verbs = {action[0] for action in self.actions}
        counted = {verb: [action for action in self.actions if action[0] == verb] for verb in verbs}
        return [verb for verb, found in counted.items() if len(found) > MOST_OF_ONE and all(len(action) > 2 for action in found)]

    def _place(self, crowded: list[int]) -> Callable[[Action], tuple[int, int, int]]:
        """Where an action stands: rank, verb, and in a crowded verb its piece."""
        first: dict[Action, int] = {}
        for action in self.actions:
            if action[0] in crowded:
                first.setdefault(action[:2], len(first))
        return lambda action: (self.card.verbs[action[0]].rank, action[0], first.get(action[:2], 0))

    # texts -------------------------------------------------------------------------

    def notation(self, action: Action) -> str:
        return notation.write(self.game, self.table, action)

    def sentence(self, action: Action) -> str:
        """What people read; a direction with its degrees and the word of a compass."""
        text = catalogue.say_action(self.game, self.table, action, self.words.language)
        shape = self.card.verbs[action[0]]
        for i, value in enumerate(action[1:]):
            pattern = self.card.pattern(operand_kind(shape, i)).split()
            if pattern[:1] == ["turn"]:
                text += f" ({self.words.angle(value, int(pattern[1]))})"
        return text

    def ending_key(self, index: int) -> str:
        letter = self.words.ending_letter
        return letter if len(self.closes) == 1 else f"{letter}{index + 1}"

    def gesture_key(self, index: int) -> str:
        return f"{self.words.gesture_letter}{index + 1}"

    # endings -----------------------------------------------------------------------

    def closing(self, index: int) -> bool:
        """Whether a gesture ends a phase or a turn: it stands among the endings then."""
        return self.gestures[index].ends >= ENDS_PHASE

    def wasteful(self, actions: list[Action]) -> Ending | None:
        """The first ending among some actions by which useful things would be left."""
        ahead = foresee(self.game, self.table, self.hand)
        for action in actions:
            if not ahead.can(action):
                return None
            ending = self.card.ending(self.game, ahead.table(), ahead.hand(), action)
            if ending is not None and ending.unused:
                return ending
            ahead.play(action)
        return None

    # reading -----------------------------------------------------------------------

    def numbered(self, typed: str) -> Action | None:
        """The choice behind a number or the key of an ending."""
        if is_number(typed) and 1 <= int(typed) <= len(self.actions):
            return self.actions[int(typed) - 1]
        for index, close in enumerate(self.closes):
            if typed == self.ending_key(index) or (typed in ("e", self.words.ending_letter) and len(self.closes) == 1):
                return close.action
        return None

    def gesture(self, typed: str) -> Gesture | None:
        for index, gesture in enumerate(self.gestures):
            if typed == self.gesture_key(index):
                return gesture
        return None

    def subject(self, typed: str) -> list[tuple[str, int]]:
        """Pieces and places that a word names, of those one may pick up."""
        exact: list[tuple[str, int]] = []
        near: list[tuple[str, int]] = []
        for kind, value in self.card.subjects(self.game, self.table, self.hand):
            word = self.card.word(self.game, self.table, kind, value)
            if word == typed:
                exact.append((kind, value))
            elif word.lower() == typed.lower():
                near.append((kind, value))
        return exact or near

    def pick_up(self, subjects: list[tuple[str, int]]) -> list[int]:
        """Indices of the gestures of these pieces; new ones are numbered after those shown before."""
        found: list[int] = []
        known = [gesture.actions for gesture in self.gestures]
        for kind, value in subjects:
            for gesture in self.card.gestures(self.game, self.table, self.hand, kind, value):
                if gesture.actions not in known:
                    known.append(gesture.actions)
                    self.gestures.append(gesture)
                found.append(known.index(gesture.actions))
        return found

    def narrowed(self, indices: list[int], wanted: list[str]) -> list[int]:
        """Those of some gestures whose sentences have these words."""
        found: list[int] = []
        for index in indices:
            parts = (
                catalogue.say_gesture(self.game, self.table, self.gestures[index], self.words.language).lower().replace(",", " ").split()
            )
            if all(any(part.startswith(word.lower()) for part in parts) for word in wanted):
                found.append(index)
        return found

    def matching(self, typed: str) -> list[int]:
        """Indices of the ordinary choices in which every word typed begins a word, or at least occurs."""
        wanted = typed.lower().split()
        lines = [f"{self.notation(action)} {self.sentence(action)}".lower() for action in self.actions]
        begun = [i for i, line in enumerate(lines) if all(any(part.startswith(word) for part in line.split()) for word in wanted)]
        return begun or [i for i, line in enumerate(lines) if all(word in line for word in wanted)]

    def shares(self) -> list[int]:
        """How many choices of each group are shown: one of each first, then more of each in turn.  Rows take a line each."""
        shown = [len(group.actions) if group.row else 0 for group in self.groups]
        left = SHOWN - min(SHOWN // 2, sum(1 for group in self.groups if group.row))
        while left > 0 and any(shown[i] < len(group.actions) for i, group in enumerate(self.groups)):
            for i, group in enumerate(self.groups):
                if left > 0 and shown[i] < len(group.actions):
                    shown[i] += 1
                    left -= 1
        return [
            len(group.actions) if 0 < share >= len(group.actions) - 1 else share for share, group in zip(shown, self.groups, strict=True)
        ]
