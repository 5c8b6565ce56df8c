"""Positions in words: what a rule case may state ("given") and ask ("look").

Statements are carried out in order; the last is usually a ``begin``, which opens a phase:

    all gone                    take every ship off the map        turn 3, points 4 7, exile 1 0, allowance 5 3
    aurora at 5                 place a ship (also: gone, damaged, whole, fleeing, fought, troops, empty)
    aurora moved 2              it jumped in this turn, as task force 2
    aurora-r1 out               a rider is launched (also: lost, damaged, whole, orphan; on corona)
    garrison 5, hits 5 3, wrecked 5, repaired 38 1, assembled union
    corona hex 3,-2             on the tactical map (also: velocity 1,0; owed -1,0; fuel 2; taken 3 hits; strained 1; raider)
    begin turn | plot 4 3 | combat | bombard | repair | garrison | muster | record
    begin tactics 5 | steer union | fire | control           (a tactical battle at a point; then its steps)
    clock 16, haulers 2 union
"""

from __future__ import annotations

from sandtable.core.game import Frame
from sandtable.games.company_war.game import CompanyWar
from sandtable.games.company_war.hexmap import CENTRE, hex_q, hex_r, length, step
from sandtable.games.company_war.names import Names, read_word
from sandtable.games.company_war.rules.combat import begin_combat
from sandtable.games.company_war.rules.fire import hit_number as strategic_number
from sandtable.games.company_war.rules.fleet import aboard, certain_incomes, outside
from sandtable.games.company_war.rules.garrisons import begin_garrisons, begin_muster
from sandtable.games.company_war.rules.gunnery import begin_control, begin_fire, span
from sandtable.games.company_war.rules.gunnery import hit_number as tactical_number
from sandtable.games.company_war.rules.movement import rolled
from sandtable.games.company_war.rules.stations import begin_bombardment, begin_repair
from sandtable.games.company_war.rules.steering import begin_moves
from sandtable.games.company_war.rules.tactics import (
    ATTACKER,
    CLOCK,
    DEPLOYING,
    LEADER,
    MAY_PROPOSE,
    POINT,
    begin_tactics,
    put,
    station_hex,
)
from sandtable.games.company_war.state import (
    ASSEMBLING,
    CARRIERS,
    COMBAT,
    FLEET,
    HAULER,
    NOWHERE,
    ORPHAN,
    RIDER,
    ROLLING,
    SHIPS,
    STATION,
    TACTICS,
    UNPLACED,
    WarHand,
    WarState,
    WarTable,
)
from sandtable.games.company_war.values import Book
from sandtable.kit.hexes import STEP_Q, STEP_R


def place_line(game: CompanyWar, sets: list[Names], state: WarState, line: str) -> None:
    words = line.split()
    table = state.table
    first = words[0]
    numbers = [int(word) for word in words[1:] if word.lstrip("-").isdigit()]
    if first == "begin":
        begin_phase(game, sets, state, words[1:])
    elif first == "all":
        table.place = [NOWHERE] * SHIPS
        table.rider_on = [-1] * len(table.rider_on)
    elif first in ("points", "exile", "allowance"):
        setattr(table, first, numbers[:2])
    elif first == "turn":
        table.turn = numbers[0]
    elif first == "clock":
        table.stack[-1].regs[CLOCK] = numbers[0]
    elif first == "assembled":
        table.assembled[read_word(sets, "seat", words[1])] = 1
    elif first == "haulers":
        table.hauler_seat = read_word(sets, "seat", words[2]) if len(words) > 2 else -1
        for i in range(numbers[0]):
            put(table, HAULER + i, station_hex(game.book) + step(STEP_Q[2 * i], STEP_R[2 * i]))
    elif first in ("garrison", "hits", "wrecked", "repaired"):
        point = read_word(sets, "point", words[1])
        values = {"garrison": table.garrison, "hits": table.station_hits, "wrecked": table.wrecked, "repaired": table.repairs}[first]
        values[point] = int(words[2]) if len(words) > 2 else 1
    else:
        unit = read_word(sets, "unit", first)
        if words[1] in ("hex", "velocity", "owed", "fuel", "taken", "strained", "raider"):
            place_tactical(game.book, sets, table, unit, words[1:])
        elif unit < SHIPS:
            place_ship(game.book, sets, state, unit, words[1:])
        else:
            place_rider(sets, table, unit, words[1:])


def place_ship(book: Book, sets: list[Names], state: WarState, ship: int, words: list[str]) -> None:
    table = state.table
    what = words[0]
    if what == "at":
        table.place[ship] = read_word(sets, "point", words[1])
        table.began[ship] = table.place[ship]
        for rider in range(len(table.rider_on)):
            if book.rider_home[rider] == ship and table.rider_on[rider] < 0:
                table.rider_on[rider] = ship
    elif what == "gone":
        table.place[ship] = NOWHERE
        for rider in range(len(table.rider_on)):
            if table.rider_on[rider] == ship:
                table.rider_on[rider] = -1
    elif what in ("damaged", "whole"):
        table.hurt[ship] = 1 if what == "damaged" else 0
    elif what == "moved":
        table.moved[ship] = 1
        table.group[ship] = int(words[1]) if len(words) > 1 else 1 + max(table.group)
        table.began[ship] = NOWHERE
    elif what in ("fleeing", "fought"):
        (table.fleeing if what == "fleeing" else table.fought)[ship] = 1
    elif what in ("troops", "empty"):
        state.hands[FLEET].troop[ship] = 1 if what == "troops" else 0
    else:
        raise ValueError("'" + what + "': after a ship comes at, gone, damaged, whole, moved, fleeing, fought, troops or empty")


def place_rider(sets: list[Names], table: WarTable, unit: int, words: list[str]) -> None:
    rider = unit - RIDER
    what = words[0]
    if what == "out":
        table.rider_out[rider] = 1
    elif what == "lost":
        table.rider_on[rider] = -1
    elif what == "orphan":
        table.rider_on[rider] = ORPHAN
        table.rider_out[rider] = 1
    elif what == "on":
        table.rider_on[rider] = read_word(sets, "ship", words[1])
    elif what in ("damaged", "whole"):
        table.hurt[unit] = 1 if what == "damaged" else 0
    else:
        raise ValueError("'" + what + "': after a rider comes out, lost, orphan, on, damaged or whole")


def place_tactical(book: Book, sets: list[Names], table: WarTable, unit: int, words: list[str]) -> None:
    what = words[0]
    if what in ("hex", "velocity", "owed"):
        at = read_word(sets, "hex", words[1])
        if what == "hex":
            if unit in table.force:
                table.force.remove(unit)
            put(table, unit, at)
            if RIDER <= unit < STATION:
                table.rider_out[unit - RIDER] = 1
        elif what == "owed":
            table.owed[unit] = at - CENTRE
        else:
            table.vel_q[unit], table.vel_r[unit] = hex_q(at), hex_r(at)
    elif what == "fuel":
        table.fuel[unit] = int(words[1])
    elif what == "taken":
        table.hits[unit] = int(words[1])
    elif what == "strained":
        table.strained[unit] = int(words[1])
    else:
        table.raider[unit] = 1


def tidy(game: CompanyWar, state: WarState) -> None:
    """Ships not named stand at the second start point; troops not named are aboard the first carriers that can hold them."""
    table = state.table
    hand = state.hands[FLEET]
    for ship in range(CARRIERS):
        if table.place[ship] == UNPLACED:
            table.place[ship] = game.book.starts[1]
        if table.place[ship] == NOWHERE:
            hand.troop[ship] = 0
    for ship in range(SHIPS):
        if table.began[ship] == NOWHERE and not table.moved[ship]:
            table.began[ship] = table.place[ship]
    missing = game.book.troops - sum(hand.troop) - sum(table.garrison) - sum(table.exile)
    for ship in range(CARRIERS):
        if missing > 0 and table.place[ship] != NOWHERE and not hand.troop[ship]:
            hand.troop[ship] = 1
            missing -= 1
    table.exile[0] += max(0, missing)
    if game.book.scenario is None:
        afloat = 0
        for ship in range(CARRIERS):
            afloat |= (1 << ship) if table.place[ship] != NOWHERE else 0
        count = sum(hand.troop)
        table.troop_sets = [m for m in range(1 << CARRIERS) if m.bit_count() == count and m & ~afloat == 0]
    table.pending = []
    table.dice = []


def begin_phase(game: CompanyWar, sets: list[Names], state: WarState, words: list[str]) -> None:
    table = state.table
    book = game.book
    what = words[0]
    if what in ("steer", "fire", "control"):
        begin_step(game, sets, state, words)
        return
    tidy(game, state)
    table.turn = max(1, table.turn)
    table.stack = [Frame(ASSEMBLING, 0, [])]
    if what == "turn":
        table.turn -= 1
        game.begin_turn(state)
    elif what == "plot":
        table.began = table.place[:]
        table.stack = [Frame(ROLLING, 0, [0, 0])]
        rolled(book, state, ())
        table.allowance = [int(words[1]), int(words[2])]
    elif what == "combat":
        fleeing = table.fleeing[:]
        begin_combat(book, state)
        for ship in range(SHIPS):
            table.fleeing[ship] |= fleeing[ship]
    elif what == "bombard":
        begin_bombardment(book, state, FLEET)
    elif what == "repair":
        begin_repair(book, state, FLEET)
    elif what == "garrison":
        begin_garrisons(book, state)
    elif what == "muster":
        begin_muster(book, state)
    elif what == "tactics":
        table.stack = [Frame(COMBAT, 0, [41])]
        begin_tactics(book, state, read_word(sets, "point", words[1]), 0)
        table.dice = []
        table.pending = [FLEET]
        table.stack[-1].step = DEPLOYING
    else:
        raise ValueError("'" + what + "' is no phase: turn, plot, combat, bombard, repair, garrison, muster, tactics, steer, fire, control")
    if not table.stack:
        game.end_of_turn(state)


def begin_step(game: CompanyWar, sets: list[Names], state: WarState, words: list[str]) -> None:
    """A step of the tactical battle under way: ``steer union`` lets the League move first, ``fire`` asks for aims."""
    table = state.table
    regs = table.stack[-1].regs
    assert table.stack[-1].proc == TACTICS
    table.pending = []
    regs[CLOCK] = max(1, regs[CLOCK])
    if words[0] == "steer":
        seat = read_word(sets, "seat", words[1])
        regs[LEADER] = 1 - seat
        regs[MAY_PROPOSE] = 1
        begin_moves(game.book, state, seat)
    elif words[0] == "fire":
        begin_fire(game.book, state)
    else:
        begin_control(game.book, state)


# looking -----------------------------------------------------------------------------


def look_at(book: Book, sets: list[Names], names: Names, table: WarTable, hand: WarHand | None, query: str) -> str:
    words = query.split()
    first = words[0]
    if first == "points":
        return str(table.points[0]) + " " + str(table.points[1])
    if first == "left":
        return str(table.left[0]) + " " + str(table.left[1])
    if first == "point":
        return look_point(book, names, table, read_word(sets, "point", words[1]))
    if first == "routes":
        seat = read_word(sets, "seat", words[1])
        return " ".join([str(to) for to in book.roads[seat][read_word(sets, "point", words[2])]])
    if first == "way":
        seat = read_word(sets, "seat", words[1])
        return str(book.jumps[seat][read_word(sets, "point", words[2])][read_word(sets, "point", words[3])])
    if first == "distance":
        one, two = read_word(sets, "point", words[1]), read_word(sets, "point", words[2])
        return " / ".join([names.word("seat", seat) + " " + str(book.jumps[seat][one][two]) for seat in range(2)])
    if first == "certain":
        incomes = certain_incomes(book, table, read_word(sets, "seat", words[1]))
        return str(sum(incomes) - incomes[read_word(sets, "point", words[2])])
    if first == "troops":
        return str(len(table.troop_sets)) + " ways"
    if first == "deployed":
        return names.word("seat", table.stack[-1].regs[ATTACKER]) + " at " + str(table.stack[-1].regs[POINT])
    unit = read_word(sets, "unit", words[1] if len(words) > 1 else first)
    if len(words) > 1:
        return look_detail(book, sets, names, table, hand, unit, words)
    return look_unit(names, table, hand, unit)


def look_detail(book: Book, sets: list[Names], names: Names, table: WarTable, hand: WarHand | None, unit: int, words: list[str]) -> str:
    first = words[0]
    if first == "counter":
        back = "" if book.single[unit] else " " + str(book.attack[2 * unit + 1]) + "-0-" + str(book.defence[unit])
        return str(book.attack[2 * unit]) + "-" + str(book.control[unit]) + "-" + str(book.defence[unit]) + back
    if first == "build":
        return " ".join([str(x) for x in (book.burn[unit], book.overload[unit], book.dump[unit], book.hull[unit], book.tank[unit])])
    if first == "riders":
        return str(aboard(table, unit)) + " aboard " + str(outside(table, unit)) + " out"
    if first == "berths":
        return str(book.berths[unit])
    if first == "worth":
        return str(book.worth[unit])
    if first == "course" and hand is not None:
        return " ".join([str(point) for point in hand.course[unit]]) or "none"
    if first == "start" and hand is not None:
        return names.word("point", hand.start[unit])
    if first == "hex":
        return names.word("hex", table.hex[unit]) if unit in table.force else "off"
    if first == "velocity":
        return str(table.vel_q[unit]) + "," + str(table.vel_r[unit])
    if first == "speed":
        return str(length(table.vel_q[unit], table.vel_r[unit]))
    if first == "owed":
        return names.word("hex", table.owed[unit] + CENTRE)
    if first == "path":
        return " ".join([names.word("hex", at) for at in table.path[unit]])
    if first == "fuel":
        return str(table.fuel[unit])
    if first == "hits":
        return str(table.hits[unit])
    if first == "range":
        return str(span(table, unit, read_word(sets, "unit", words[2])))
    if first == "number":
        target = read_word(sets, "unit", words[2])
        if table.stack and table.stack[-1].proc == TACTICS:
            return str(tactical_number(book, table, unit, target))
        return str(strategic_number(book, table, unit, target, int(words[3]) if len(words) > 3 else 1))
    raise ValueError("'" + first + "' is nothing to look at")


def look_unit(names: Names, table: WarTable, hand: WarHand | None, unit: int) -> str:
    """``aurora``: 5 damaged fleeing troops; ``aurora-r1``: aurora out damaged; what the asker cannot know is left out."""
    if unit >= SHIPS:
        ship = table.rider_on[unit - RIDER]
        if ship == -1:
            return "lost"
        text = ("orphan" if ship == ORPHAN else names.word("ship", ship)) + (" out" if table.rider_out[unit - RIDER] else " aboard")
        return text + (" damaged" if table.hurt[unit] else "")
    at = table.place[unit]
    mine = hand is not None and hand.seat == FLEET and unit < CARRIERS
    if at == UNPLACED and mine and hand is not None:
        at = hand.start[unit]
    text = "?" if at == UNPLACED else "gone" if at == NOWHERE else str(at)
    text += (" damaged" if table.hurt[unit] else "") + (" fleeing" if table.fleeing[unit] else "")
    return text + (" troops" if mine and hand is not None and hand.troop[unit] else "")


def look_point(book: Book, names: Names, table: WarTable, point: int) -> str:
    """``point 5``: earth garrison hits 2 wrecked, then the ships there."""
    text = ["plain", "hinder", "earth", "union", "capital"][book.kind[point]]
    if table.garrison[point]:
        text += " garrison"
    if table.station_hits[point]:
        text += " hits " + str(table.station_hits[point])
    if table.wrecked[point]:
        text += " wrecked"
    for ship in range(SHIPS):
        if table.place[ship] == point:
            text += " " + names.word("ship", ship)
    return text
