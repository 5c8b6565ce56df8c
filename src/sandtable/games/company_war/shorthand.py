"""Gestures in short notation: entries between commas, perhaps ``end`` (or ``seal``) as the last.

    corona+aurora haven, rest tycho       placing: ships and a start point; ``fists`` a ready set-up
    corona haven                            plotting: a ship, or several, by destination; more points in between say the way
    capitol haven                            all ships of a point; ``haven`` alone completes a course that is begun
    corona+aurora                          moving as a task force; ``corona alone``
    all launch, corona hold                orders; ``launch`` means all riders
    corona+aurora > resolve, corona-r > resolve, rest pass      fire; ``corona-r`` are its riders

Anything else between commas is an action as it is always written."""

from __future__ import annotations

from typing import Final

from sandtable.core.game import Action, Box
from sandtable.games.company_war.broadsides import firing
from sandtable.games.company_war.courses import ways_to
from sandtable.games.company_war.game import CompanyWar
from sandtable.games.company_war.gestures import fleet_at, ready_setups
from sandtable.games.company_war.names import Names, read_word
from sandtable.games.company_war.rules.execution import companions
from sandtable.games.company_war.rules.fire import ORDERING
from sandtable.games.company_war.rules.fleet import aboard
from sandtable.games.company_war.state import (
    BATTLE,
    EXECUTING,
    FLEET,
    PLACING,
    PLOTTING,
    RIDER,
    STATION,
    TACTICS,
    WarHand,
    WarTable,
    side_of,
    where,
)
from sandtable.games.company_war.verbs import (
    AIM,
    ARRIVE,
    BREAK,
    DONE,
    HOLD,
    JOIN,
    JUMP,
    LAUNCH,
    MOVE,
    PASS,
    PLACE,
    PLOT,
)
from sandtable.kit.card import ENDS_NOTHING, ENDS_PHASE, Card, Gesture, Notation
from sandtable.kit.gesture import Foresight, foresee

WarForesight = Foresight[WarTable, WarHand, Box]
ENDS: Final = ["end", "seal", "give"]
REST: Final = ["rest", "all"]
ORDER_VERBS: Final = ["hold", "launch", "break"]


class Reader:
    """One line of short notation, played entry by entry in an imagined world."""

    def __init__(self, card: Card[WarTable, WarHand, Box], sets: list[Names], game: CompanyWar, ahead: WarForesight) -> None:
        self.card = card
        self.sets = sets
        self.game = game
        self.ahead = ahead

    def read(self, entry: str) -> bool:
        """Play an entry; false if it is none in short notation, or an ordinary action."""
        words = entry.split()
        frame = self.ahead.table().stack[-1]
        if frame.proc == PLACING:
            return self.place(entry, words)
        if frame.proc == PLOTTING:
            return self.plot(entry, words)
        if frame.proc == EXECUTING:
            return self.fly(entry, words)
        if frame.proc == BATTLE and frame.step == ORDERING:
            return self.order(entry, words)
        if frame.proc in (BATTLE, TACTICS) and firing(self.ahead.table()):
            return self.fire(entry, words)
        return False

    def number(self, kind: str, word: str) -> int:
        """What a word stands for, or -1."""
        try:
            return read_word(self.sets, kind, word)
        except (ValueError, IndexError):
            return -1

    def ships(self, word: str) -> list[int]:
        """``corona+aurora``; empty if a part is no ship."""
        found = [self.number("ship", part) for part in word.split("+")]
        return [] if -1 in found else found

    def play(self, entry: str, action: Action) -> None:
        if self.ahead.surprised:
            raise Notation("'" + entry + "' comes too late: something is decided or revealed before it")
        reason = self.game.refusal(self.ahead.table(), self.ahead.hand(), action)
        if reason or not self.ahead.play(action):
            raise Notation(
                "'" + entry + "': " + self.card.write(self.game, self.ahead.table(), action) + " is not possible (" + reason + ")"
            )

    def place(self, entry: str, words: list[str]) -> bool:
        if len(words) == 1:
            for ready in ready_setups(self.game, self.ahead.table(), self.ahead.hand()):
                if ready.key == "setup-" + words[0]:
                    for action in ready.actions:
                        self.play(entry, action)
                    return True
        if len(words) != 2:
            return False
        ships = self.game.counters(self.ahead.table(), self.ahead.hand()) if words[0] in REST else self.ships(words[0])
        point = self.number("point", words[1])
        if not ships or point < 0:
            return False
        for ship in ships:
            self.play(entry, (PLACE, ship, point))
        return True

    def plot(self, entry: str, words: list[str]) -> bool:
        hand, table = self.ahead.hand(), self.ahead.table()
        squad = hand.squad[:]
        if squad:
            points = [self.number("point", word) for word in words]
            if -1 in points:
                return False
            start = hand.trail[-1] if hand.trail else where(table, hand, squad[0])
            self.jump(entry, squad[0], start, points)
            return True
        if len(words) < 2:
            return False
        ships = self.ships(words[0])
        origin = self.number("point", words[0])
        points = [self.number("point", word) for word in words[1:]]
        if (not ships and origin < 0) or -1 in points:
            return False
        if not ships:
            ships = fleet_at(table, hand, origin)
        if not ships:
            raise Notation("'" + entry + "': no ship there that you may still plot")
        start = where(table, hand, ships[0])
        groups = [ships] if hand.seat == FLEET else [[ship] for ship in ships]
        for group in groups:
            self.play(entry, (PLOT, group[0]))
            for ship in group[1:]:
                self.play(entry, (JOIN, ship))
            self.jump(entry, group[0], where(table, hand, group[0]) if hand.seat != FLEET else start, points)
        return True

    def jump(self, entry: str, ship: int, start: int, points: list[int]) -> None:
        """The best way from point to point, to the last of them."""
        at = start
        for point in points:
            ways = ways_to(self.game.book, self.ahead.table(), self.ahead.hand().seat, ship, at, point)
            if not ways:
                raise Notation("'" + entry + "': no way leads to " + self.card.word(self.game, self.ahead.table(), "point", point))
            for to in ways[0].points:
                self.play(entry, (JUMP, to))
            at = point
        self.play(entry, (ARRIVE,))

    def fly(self, entry: str, words: list[str]) -> bool:
        ships = self.ships(words[0])
        alone = words[1:] == ["alone"]
        if self.ahead.table().stack[-1].step == 1 or not ships or (len(words) > 1 and not alone) or (len(ships) == 1 and not alone):
            return False
        rest = companions(self.ahead.table(), self.ahead.hand(), ships) if self.ahead.hand().course[ships[0]] else []
        self.play(entry, (MOVE, ships[0]))
        for ship in ships[1:]:
            self.play(entry, (JOIN, ship))
        if rest and side_of(ships[0]) == FLEET:
            self.play(entry, (DONE,))
        return True

    def order(self, entry: str, words: list[str]) -> bool:
        if len(words) != 2 or words[1] not in ORDER_VERBS:
            return False
        table = self.ahead.table()
        ships = self.game.counters(table, self.ahead.hand()) if words[0] in REST else self.ships(words[0])
        for ship in ships:
            ready = aboard(table, ship) if self.game.book.berths[ship] else 0
            if words[1] == "break":
                self.play(entry, (BREAK, ship))
            elif words[1] == "hold" or (not ready and words[0] in REST):
                self.play(entry, (HOLD, ship))
            else:
                self.play(entry, (LAUNCH, ship, ready))
        return len(ships) > 0

    def fire(self, entry: str, words: list[str]) -> bool:
        """Of all, and of riders, those fire that can."""
        if len(words) != (2 if words[-1] == "pass" else 3) or (words[-1] != "pass" and words[1] != ">"):
            return False
        units: list[int] = []
        lenient = False
        for part in words[0].split("+"):
            found = self.shooters(part)
            if not found:
                raise Notation("'" + entry + "': " + part + " has nothing left to fire with")
            lenient = lenient or len(found) > 1
            units += found
        target = STATION if words[-1] == "station" else self.number("unit", words[-1])
        if words[-1] != "pass" and target < 0:
            raise Notation("'" + entry + "': " + words[-1] + " is no target")
        count = 0
        for unit in units:
            action: Action = (PASS, unit) if words[-1] == "pass" else (AIM, unit, target)
            if not lenient or (count == 0 and unit == units[-1]):
                self.play(entry, action)
            elif self.ahead.play(action):
                count += 1
        return True

    def shooters(self, word: str) -> list[int]:
        """One counter, the riders of a ship (``corona-r``), or all that are left."""
        left = self.game.counters(self.ahead.table(), self.ahead.hand())
        if word in REST:
            return left[:]
        carrier = self.number("ship", word[:-2]) if word.endswith("-r") else -1
        if carrier >= 0:
            rider_on = self.ahead.table().rider_on
            return [unit for unit in left if RIDER <= unit < STATION and rider_on[unit - RIDER] == carrier]
        unit = self.number("unit", word)
        return [unit] if unit in left else []


def read_short(
    card: Card[WarTable, WarHand, Box], sets: list[Names], game: CompanyWar, table: WarTable, hand: WarHand, text: str
) -> Gesture | None:
    entries = [entry.strip() for entry in text.split(",") if entry.strip()]
    if not entries:
        return None
    reader = Reader(card, sets, game, foresee(game, table, hand))
    ends = ENDS_NOTHING
    for i in range(len(entries)):
        entry = entries[i]
        if reader.ahead.surprised:
            raise Notation("'" + entry + "' comes too late: something is decided or revealed before it")
        if entry in ENDS and i > 0 and i == len(entries) - 1:
            reader.play(entry, (DONE,))
            ends = ENDS_PHASE
        elif not reader.read(entry):
            if len(entries) == 1:
                return None
            reader.play(entry, card.parse(game, table, entry))
    actions = reader.ahead.actions
    return Gesture("several", "number", (len(actions),), actions, ends)
