"""Forces: so many infantry, tanks and planes.  Units of a kind are alike, so people name how many of each."""

from __future__ import annotations

from sandtable.core.game import Action
from sandtable.games.leaders.game import Leaders
from sandtable.games.leaders.rules.common import crowd, limit
from sandtable.games.leaders.state import DEFENCE, NOBODY, LeadersTable
from sandtable.games.leaders.verbs import MOVE, PLACE
from sandtable.kit.card import ENDS_NOTHING, Gesture

Force = list[int]  # infantry, tanks, planes

NUMBERS = 6  # of the highest numbers of a kind offered ...
LOW = 3  # ... and of the lowest
STRONG_FIRST = [2, 1, 0]
WEAK_FIRST = [0, 1, 2]


def force_gesture(word: str, force: Force, kinds: str, operands: list[int], actions: list[Action], ends: int = ENDS_NOTHING) -> Gesture:
    """``word-1`` to ``word-3``, by how many kinds of units there are: their numbers, then what the word needs."""
    values: list[int] = []
    named = 0
    for unit in STRONG_FIRST:
        if force[unit]:
            values += [force[unit], unit if force[unit] == 1 else unit + 3]
            named += 1
    return Gesture(word + "-" + str(named), "number troop " * named + kinds, tuple(values + operands), actions, ends)


def taken(stock: Force, most: int, order: list[int]) -> Force:
    """As many as possible in an order of kinds."""
    force = [0, 0, 0]
    for unit in order:
        force[unit] = min(stock[unit], most - sum(force))
    return force


def forces(stock: Force, most: int) -> list[Force]:
    """Those a person thinks of first: the strongest that may go, the weakest, then so many of one kind."""
    found: list[Force] = []
    most = min(most, sum(stock))
    if most < 1:
        return found
    for order in (STRONG_FIRST, WEAK_FIRST):
        force = taken(stock, most, order)
        if force not in found:
            found.append(force)
    for unit in range(3):
        high = min(stock[unit], most)
        for number in range(high, 0, -1):
            if number > high - NUMBERS or number <= LOW:
                force = [0, 0, 0]
                force[unit] = number
                if force not in found:
                    found.append(force)
    return found


def all_forces(stock: Force, number: int) -> list[Force]:
    """Every choice of so many units, weak ones first."""
    found: list[Force] = []
    for planes in range(min(stock[2], number) + 1):
        for tanks in range(min(stock[1], number - planes) + 1):
            infantry = number - planes - tanks
            if infantry <= stock[0]:
                found.append([infantry, tanks, planes])
    return found


def placements(place: int, force: Force) -> list[Action]:
    found: list[Action] = []
    for unit in STRONG_FIRST:
        found += [(PLACE, place, unit)] * force[unit]
    return found


def marches(place: int, to: int, force: Force) -> list[Action]:
    found: list[Action] = []
    for unit in STRONG_FIRST:
        found += [(MOVE, place, to, unit)] * force[unit]
    return found


def camp_of(table: LeadersTable, seat: int) -> Force:
    return table.camp[seat * 3 : seat * 3 + 3]


def room_in(game: Leaders, table: LeadersTable, place: int) -> int:
    """5.1, 6.2: how many more units a territory takes at this question."""
    defending = table.stack[-1].proc == DEFENCE
    return limit(game.terms, table, place, defending) - crowd(game.terms, table, place, table.active if defending else NOBODY)


def ready_in(game: Leaders, table: LeadersTable, place: int, seat: int) -> Force:
    """5.6, 5.7: units that have not moved."""
    i = (place * game.terms.seats + seat) * 3
    return [table.units[i + unit] - table.fresh[place * 3 + unit] for unit in range(3)]
