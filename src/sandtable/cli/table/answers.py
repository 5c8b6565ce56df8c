"""What the table answers for people: questions with one answer, and those they answered beforehand.

A question is left to a person where its absence would tell something: at a covered prompt only the seat itself knows whether it has
one answer, so with several people at one screen it is asked all the same.  And where a person's own decision led to a question and is
not final yet, and the one answer would make it so."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from sandtable import games
from sandtable.core.game import Action
from sandtable.kit.card import Standing
from sandtable.kit.gesture import passes_on


@dataclass
class Answer:
    action: Action
    beforehand: bool  # a standing answer, not the only one


class Answers:
    def __init__(self, game: games.AnyGame, people: int, auto: bool) -> None:
        self.game = game
        self.card = games.card(game.name)
        self.people = people
        self.auto = auto
        self.given: dict[tuple[int, str], int] = {}  # seat and key of a standing answer -> span in which it holds
        self.held = (-1, -1)  # seat and number of a question somebody came back to: it is asked

    def find(self, table: Any, hand: Any, loose: bool = False, midway: bool = False) -> Answer | None:
        """What the table would answer; None when the person is asked.  ``loose``: its own decision led there and is not final
        yet; ``midway``: it has begun to answer, and a standing answer would seal what it began."""
        if self.held == (hand.seat, hand.asked):
            return None
        prompt = self.card.prompt(self.game, table, hand)
        for standing in self.card.standings:
            if standing.prompt == prompt and self.holds(table, hand.seat, standing):
                if self.game.refusal(table, hand, standing.action) == "":
                    return None if midway else Answer(standing.action, True)
        if not self.auto or prompt in self.card.confirmed or (prompt in self.card.covered and self.people > 1):
            return None
        offer = self.game.actions(table, hand)
        if len(offer) != 1 or (loose and (prompt in self.card.fateful or passes_on(self.game, table, hand, offer[0]))):
            return None
        return Answer(offer[0], False)

    def hold(self, hand: Any) -> None:
        """The person wants to be asked this one."""
        self.held = (hand.seat, hand.asked)

    def holds(self, table: Any, seat: int, standing: Standing) -> bool:
        return self.given.get((seat, standing.key)) == self.card.span(self.game, table, standing.prompt)

    def give(self, table: Any, seat: int, key: str) -> bool:
        """A standing answer from now on; false when the game has none of that name."""
        for standing in self.card.standings:
            if standing.key == key:
                self.given[(seat, key)] = self.card.span(self.game, table, standing.prompt)
                self.held = (-1, -1)
                return True
        return False

    def take_back(self, seat: int, key: str) -> bool:
        return self.given.pop((seat, key), None) is not None
