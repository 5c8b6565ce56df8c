"""Chapter 6: fronts, zones, spaces."""

from __future__ import annotations

from sandtable.core.game import EVERYONE, Action, Frame
from sandtable.games.commanders.book import Book
from sandtable.games.commanders.rules.marches import first_seat_of
from sandtable.games.commanders.rules.sectors import holds
from sandtable.games.commanders.state import (
    ARMY,
    ATTACK,
    BORDER,
    CHARGE,
    GARRISON,
    HOUSE,
    ROUTED,
    SECTORS,
    SPENT,
    SQUARE,
    UNITS,
    CommandersState,
    CommandersTable,
)
from sandtable.games.commanders.verbs import FRONT, PLACE, PLACED

# forming ------------------------------------------------------------------------------------


def form_zones(book: Book, state: CommandersState) -> bool:
    """6.1, 6.5, 6.6: a zone per front; false when nobody fights."""
    table = state.table
    table.zones = []
    table.lines = []
    contested: list[int] = []
    for unit in range(UNITS):
        if not table.status[unit] & ATTACK:
            continue
        seat, here, target = unit // ARMY, table.place[unit], table.target[unit]
        if here == target:
            zone = zone_between(table, here, here, HOUSE)
        elif not holds(table, 1 - seat, target):
            if target not in contested:
                contested.append(target)
            continue
        elif seat == 0:
            zone = zone_between(table, here, target, BORDER)
        else:
            zone = zone_between(table, target, here, BORDER)
        table.zone[unit] = zone
        table.lines[2 * zone + seat].append(unit)
    for sector in contested:
        form_contest(table, sector)
    count_rerolls(table)
    if book.terrain:
        man_buildings(table)
    if state.loud:
        for z in range(len(table.zones)):
            state.tell(EVERYONE, FRONT, (z, table.zones[z][0], table.zones[z][1]))
    return len(table.zones) > 0


def zone_between(table: CommandersTable, white: int, black: int, kind: int) -> int:
    """The zone with these sides, made if need be."""
    for z in range(len(table.zones)):
        zone = table.zones[z]
        if zone[0] == white and zone[1] == black and zone[2] == kind:
            return z
    table.zones.append([white, black, kind])
    table.lines.append([])
    table.lines.append([])
    return len(table.zones) - 1


def fronts_of(table: CommandersTable, seat: int, sector: int) -> list[int]:
    """Sectors from which a seat's ordered attackers come; countercharges open no front."""
    found: list[int] = []
    for unit in range(seat * ARMY, seat * ARMY + ARMY):
        if table.status[unit] & ATTACK and not table.status[unit] & CHARGE and table.target[unit] == sector:
            if table.place[unit] != sector and table.place[unit] not in found:
                found.append(table.place[unit])
    found.sort()
    return found


def heading(table: CommandersTable, seat: int, sector: int) -> int:
    count = 0
    for unit in range(seat * ARMY, seat * ARMY + ARMY):
        if table.status[unit] & ATTACK and table.target[unit] == sector:
            count += 1
    return count


def form_contest(table: CommandersTable, sector: int) -> None:
    """6.6: the side with more fronts has a zone for each; the other side is placed later."""
    fronts = [fronts_of(table, 0, sector), fronts_of(table, 1, sector)]
    lead = 0
    if len(fronts[1]) > len(fronts[0]) or (len(fronts[1]) == len(fronts[0]) and heading(table, 1, sector) > heading(table, 0, sector)):
        lead = 1
    other = fronts[1 - lead][0] if len(fronts[1 - lead]) == 1 else sector
    for origin in fronts[lead]:
        table.zones.append([origin, other, sector] if lead == 0 else [other, origin, sector])
        table.lines.append([])
        table.lines.append([])
        z = len(table.zones) - 1
        for unit in range(lead * ARMY, lead * ARMY + ARMY):
            if table.status[unit] & ATTACK and table.target[unit] == sector and table.place[unit] == origin:
                table.zone[unit] = z
                table.lines[2 * z + lead].append(unit)


def count_rerolls(table: CommandersTable) -> None:
    """7.14: one for each front but the first."""
    table.rerolls = []
    for seat in range(2):
        for sector in range(SECTORS):
            fronts = len(fronts_of(table, seat, sector))
            if fronts > 1:
                table.rerolls += [seat, sector, fronts - 1]


def man_buildings(table: CommandersTable) -> None:
    """15.10: a garrison fires when there is a combat around it."""
    for unit in range(UNITS):
        if table.status[unit] & GARRISON and not table.status[unit] & ROUTED:
            here = table.place[unit]
            for z in range(len(table.zones)):
                if here in table.zones[z]:
                    table.zone[unit] = zone_between(table, here, here, HOUSE)
                    table.lines[2 * table.zone[unit] + unit // ARMY] = [unit]
                    break


# placing ------------------------------------------------------------------------------------


def attackers_in(table: CommandersTable, z: int, seat: int) -> int:
    count = 0
    for unit in table.lines[2 * z + seat]:
        if table.status[unit] & ATTACK:
            count += 1
    return count


def contest_zones(book: Book, table: CommandersTable, seat: int, sector: int) -> list[int]:
    """6.6: the zones that may take one more of the side that is placed; those where it is in the minority first."""
    short: list[int] = []
    roomy: list[int] = []
    for z in range(len(table.zones)):
        if table.zones[z][2] == sector:
            count = len(table.lines[2 * z + seat])
            if count < len(table.lines[2 * z + 1 - seat]):
                short.append(z)
            elif count < book.border:
                roomy.append(z)
    return short if short else roomy


def room_in(book: Book, table: CommandersTable, seat: int, z: int) -> int:
    """How many more a zone takes of the side that is placed: up to the enemy's number, beyond it up to five; in a border's zone
    up to the number of attackers."""
    count, facing = len(table.lines[2 * z + seat]), len(table.lines[2 * z + 1 - seat])
    if table.zones[z][2] == BORDER:
        return attackers_in(table, z, 1 - seat) - count
    return facing - count if count < facing else book.border - count


def contest_choices(book: Book, table: CommandersTable, seat: int, sector: int) -> list[int]:
    """6.6: choices unit * 16 + zone for the side that is placed against the enemy's fronts."""
    choices: list[int] = []
    for unit in range(seat * ARMY, seat * ARMY + ARMY):
        if table.status[unit] & ATTACK and table.target[unit] == sector and table.zone[unit] < 0:
            for z in contest_zones(book, table, seat, sector):
                choices.append(unit * 16 + z)
    return choices


def needs(table: CommandersTable, seat: int, sector: int) -> list[int]:
    """6.2: zones where passive units of a sector have an attacker to match."""
    found: list[int] = []
    for z in range(len(table.zones)):
        zone = table.zones[z]
        if zone[2] == BORDER and zone[seat] == sector and attackers_in(table, z, 1 - seat) > len(table.lines[2 * z + seat]):
            found.append(z)
    return found


def rank(status: int, kind: int) -> int:
    """6.2: the order in which passive units are placed."""
    if status & ROUTED:
        return 4 + kind
    return 0 if status & SQUARE else 1 + kind


def fill_choices(table: CommandersTable, seat: int, sector: int) -> list[int]:
    """6.2-6.4: choices unit * 16 + zone for the next passive unit of a sector."""
    fronts = needs(table, seat, sector)
    if not fronts:
        return []
    best = 9
    choices: list[int] = []
    for unit in range(seat * ARMY, seat * ARMY + ARMY):
        status = table.status[unit]
        if table.place[unit] != sector or status & (ATTACK | GARRISON):
            continue
        order = rank(status, table.kind[unit])
        if order > best:
            continue
        if table.zone[unit] >= 0:
            if not status & ROUTED or unit in table.lines[2 * table.zone[unit] + seat]:
                continue
            open_fronts = [z for z in fronts if z == table.zone[unit]]  # 6.8
            if not open_fronts:
                continue
        else:
            open_fronts = fronts
        if order < best:
            best = order
            choices = []
        for z in open_fronts:
            choices.append(unit * 16 + z)
    return choices


def placing(book: Book, state: CommandersState, frame: Frame) -> bool:
    """6.1-6.6: place everybody who has no choice; false while somebody must choose."""
    table = state.table
    for turn in range(2):
        seat = first_seat_of(table, turn)
        for z in range(len(table.zones)):
            sector = table.zones[z][2] if table.zones[z][2] >= 0 else table.zones[z][seat]
            if table.zones[z][2] == HOUSE:
                continue
            choices = place_choices(book, table, seat, sector)
            while choices:
                if is_a_choice(book, table, choices):
                    frame.regs[1] = sector
                    state.ask([seat])
                    return False
                put(state, choices[0] // 16, choices[0] % 16)
                choices = place_choices(book, table, seat, sector)
    return True


def place_choices(book: Book, table: CommandersTable, seat: int, sector: int) -> list[int]:
    choices = contest_choices(book, table, seat, sector)
    return choices if choices else fill_choices(table, seat, sector)


def condition(table: CommandersTable, unit: int) -> int:
    """6.2, 6.3: what tells units apart in a line."""
    return (table.status[unit] & (SPENT | SQUARE | ROUTED | ATTACK)) * 4 + table.kind[unit]


def place_sort(table: CommandersTable, unit: int) -> int:
    """What tells units apart that are to be placed: where they come from (6.6), the zone a routed one belongs to (6.8)."""
    return (condition(table, unit) * 16 + table.place[unit]) * 32 + table.zone[unit] + 1


def is_a_choice(book: Book, table: CommandersTable, choices: list[int]) -> bool:
    """6.3, 6.4, 6.6: not while units alike fill every front they may stand on, whoever of them stands where."""
    units: list[int] = []
    fronts: list[int] = []
    for choice in choices:
        if choice // 16 not in units:
            units.append(choice // 16)
        if choice % 16 not in fronts:
            fronts.append(choice % 16)
    first = units[0]
    alike = all(place_sort(table, unit) == place_sort(table, first) for unit in units)
    if len(fronts) == 1:
        all_in = len(units) <= room_in(book, table, first // ARMY, fronts[0])
        contested = table.zones[fronts[0]][2] >= 0  # there all attackers stand by number
        return not alike and not (contested and (all_in or only_zone(table, fronts[0])))
    if len(units) * len(fronts) != len(choices):  # each routed unit belongs to a zone of its own: no division
        return divided_unlike(table, choices)
    room = 0
    for z in fronts:
        room += room_in(book, table, first // ARMY, z)
    return not alike or len(units) < room


def only_zone(table: CommandersTable, z: int) -> bool:
    """6.6: whether a contested sector has no other zone."""
    return all(other == z or table.zones[other][2] != table.zones[z][2] for other in range(len(table.zones)))


def divided_unlike(table: CommandersTable, choices: list[int]) -> bool:
    """6.8: whether some zone may get one of several unlike units."""
    for one in choices:
        for two in choices:
            if one % 16 == two % 16 and place_sort(table, one // 16) != place_sort(table, two // 16):
                return True
    return False


def put(state: CommandersState, unit: int, z: int) -> None:
    """6.1: who is placed first has the lower space; among units alike, and in a contested sector, the lower number has it."""
    table = state.table
    line = table.lines[2 * z + unit // ARMY]
    at = len(line)
    while at > 0 and line[at - 1] > unit and (table.zones[z][2] >= 0 or condition(table, line[at - 1]) == condition(table, unit)):
        at -= 1
    line.insert(at, unit)
    table.zone[unit] = z
    state.tell(EVERYONE, PLACED, (unit, z))


def facing_sector(table: CommandersTable, z: int, seat: int) -> int:
    """How players name a front: by the sector the enemy comes from."""
    return table.zones[z][1 - seat]


def place_offer(book: Book, table: CommandersTable, seat: int, sector: int) -> list[Action]:
    offer: list[Action] = []
    for choice in place_choices(book, table, seat, sector):
        offer.append((PLACE, choice // 16, facing_sector(table, choice % 16, seat)))
    offer.sort()
    return offer


def place(book: Book, state: CommandersState, seat: int, sector: int, unit: int, towards: int) -> None:
    table = state.table
    for choice in place_choices(book, table, seat, sector):
        if choice // 16 == unit and facing_sector(table, choice % 16, seat) == towards:
            put(state, unit, choice % 16)
            return


def reposition(table: CommandersTable) -> None:
    """6.8: before melee attackers close up, everybody else is placed anew; in a contested sector and
    around a building units keep their zone."""
    for z in range(len(table.zones)):
        for seat in range(2):
            line = table.lines[2 * z + seat]
            stay = [unit for unit in line if table.status[unit] & ATTACK]
            if table.zones[z][2] == HOUSE:
                stay += [unit for unit in line if table.status[unit] & GARRISON]
            table.lines[2 * z + seat] = stay
    for unit in range(UNITS):
        z = table.zone[unit]
        if z >= 0 and table.zones[z][2] == BORDER and not table.status[unit] & (ATTACK | ROUTED):
            table.zone[unit] = -1
    for z in range(len(table.zones)):
        if table.zones[z][2] >= 0:
            for seat in range(2):
                append_routed(table, z, seat)


def append_routed(table: CommandersTable, z: int, seat: int) -> None:
    """6.8: routed units of a contested sector lie behind the others, as far as an attacker faces them."""
    line = table.lines[2 * z + seat]
    for unit in range(seat * ARMY, seat * ARMY + ARMY):
        if table.zone[unit] == z and table.status[unit] & ROUTED and len(line) < attackers_in(table, z, 1 - seat):
            line.append(unit)
