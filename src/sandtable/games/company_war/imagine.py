"""The other hand, as it may be: troops, a secret set-up, sealed plots, orders and aims that agree with all that was seen.
Plots are drawn as a player would write them: towards points, repair, garrisons and enemies."""

from __future__ import annotations

from sandtable.core.game import Draw
from sandtable.games.company_war.rules.fire import ORDERING
from sandtable.games.company_war.rules.fleet import afloat, end_ship, first_ship
from sandtable.games.company_war.rules.gunnery import gun_actions_of, unaimed
from sandtable.games.company_war.rules.orders import awaiting_orders, orders_of
from sandtable.games.company_war.rules.tactics import AIMING
from sandtable.games.company_war.state import (
    ABANDONED,
    ASSEMBLING,
    BATTLE,
    BROKEN,
    CAPITAL,
    CARRIERS,
    COLONY,
    EARTH,
    EXECUTING,
    FIRST_DART,
    FLEET,
    HELD,
    JUMPING,
    LAUNCHED,
    NO_FIRE,
    NOWHERE,
    PLACING,
    PLOTTING,
    POINTS,
    RECOVERED,
    SHIPS,
    TACTICS,
    TIED,
    TROOPING,
    UNPLACED,
    WarHand,
    WarTable,
    where,
)
from sandtable.games.company_war.values import Book
from sandtable.games.company_war.verbs import ABANDON, BREAK, LAUNCH, LEAP, PASS, RECOVER


def imagine_hand(book: Book, table: WarTable, hand: WarHand, draw: Draw) -> WarHand:
    foe = WarHand(1 - hand.seat)
    foe.asked = 1
    frame = table.stack[-1] if table.stack else None
    if frame is None:
        imagine_troops(table, foe, draw)
        return foe
    proc, step = frame.proc, frame.step
    sealed = foe.seat not in table.pending and hand.seat in table.pending
    if proc != PLACING:
        imagine_start(book, table, foe, draw)
        if proc != TROOPING:
            imagine_troops(table, foe, draw)
    if proc == ASSEMBLING and sealed and not table.assembled[foe.seat] and afloat(table, foe.seat):
        foe.assembly = 1 if draw.below(4) == 0 else 0
    elif proc == PLOTTING and sealed and afloat(table, foe.seat):
        imagine_plots(book, table, foe, draw)
    elif proc in (TIED, EXECUTING):
        imagine_rest(book, table, foe, draw)
    elif proc == BATTLE and step == ORDERING:
        imagine_orders(book, table, foe, draw)
    elif proc == TACTICS and step == AIMING and sealed:
        imagine_aims(book, table, foe, draw)
    return foe


def imagine_start(book: Book, table: WarTable, foe: WarHand, draw: Draw) -> None:
    """2.7: fleets keep together more often than not."""
    if foe.seat != FLEET:
        return
    last = book.starts[draw.below(len(book.starts))]
    for ship in range(CARRIERS):
        if table.place[ship] == UNPLACED:
            if draw.below(2):
                last = book.starts[draw.below(len(book.starts))]
            foe.start[ship] = last


def imagine_troops(table: WarTable, foe: WarHand, draw: Draw) -> None:
    if foe.seat != FLEET or not table.troop_sets:
        return
    mask = table.troop_sets[draw.below(len(table.troop_sets))]
    for ship in range(CARRIERS):
        foe.troop[ship] = (mask >> ship) & 1


# plots -------------------------------------------------------------------------------


def draws_of(book: Book, table: WarTable, seat: int) -> list[int]:
    """How much each point attracts a seat's ships: stations worth points, garrisons to break, enemies to meet."""
    pull = [1] * POINTS
    pull[0] = 0
    for point in book.stations:
        kind = book.kind[point]
        if seat == FLEET:
            pull[point] = 6 if kind == EARTH else 7 if kind == COLONY else 2
        else:
            pull[point] = 8 if table.garrison[point] else 4 if kind in (COLONY, CAPITAL) else 3
        if table.wrecked[point]:
            pull[point] = 1
    for ship in range(FIRST_DART):
        at = table.place[ship]
        if at > NOWHERE and (ship < CARRIERS) != (seat == FLEET):
            pull[at] += 3 if seat != FLEET else 1
    return pull


def draw_course(book: Book, table: WarTable, seat: int, ship: int, start: int, pull: list[int], draw: Draw) -> list[int]:
    """A shortest way to a point drawn by its attraction, damaged ships home to repair."""
    total = 0
    weights = pull[:]
    for point in range(1, POINTS):
        if table.hurt[ship] and book.repair_seat[point] == seat:
            weights[point] += 20
        if point == start or book.jumps[seat][start][point] > 90:
            weights[point] = 0
        total += weights[point]
    pick = draw.below(total)
    goal = 1
    while pick >= weights[goal]:
        pick -= weights[goal]
        goal += 1
    course: list[int] = []
    at = start
    while at != goal:
        nearer = [to for to in book.roads[seat][at] if book.jumps[seat][to][goal] < book.jumps[seat][at][goal]]
        at = nearer[draw.below(len(nearer))]
        course.append(at)
    return course


def write(foe: WarHand, ship: int, course: list[int]) -> None:
    foe.course[ship] = course[:]
    foe.plotted += 1
    foe.leader = max(foe.leader, ship)
    if ship >= FIRST_DART:
        foe.darts += 1


def imagine_plots(book: Book, table: WarTable, foe: WarHand, draw: Draw) -> None:
    """A whole set of plots within the allowance; task forces share a course."""
    ships = [s for s in range(first_ship(foe.seat), CARRIERS if foe.seat == FLEET else FIRST_DART) if table.place[s] != NOWHERE]
    draw.shuffle(ships)
    pull = draws_of(book, table, foe.seat)
    room = min(table.allowance[foe.seat], len(ships))
    count = room - draw.below(room // 2 + 1)
    last: list[int] = []
    home = 0
    for ship in ships[:count]:
        start = where(table, foe, ship)
        if foe.seat != FLEET or start != home or draw.below(2):
            last = draw_course(book, table, foe.seat, ship, start, pull, draw)
            home = start
        write(foe, ship, last)
    if foe.seat != FLEET and draw.below(2):
        darts = [s for s in range(FIRST_DART, SHIPS) if table.place[s] != NOWHERE]
        if darts:
            dart = darts[draw.below(len(darts))]
            write(foe, dart, draw_course(book, table, foe.seat, dart, table.place[dart], pull, draw))


def imagine_rest(book: Book, table: WarTable, foe: WarHand, draw: Draw) -> None:
    """4.11: exactly as many plots as are left, by ships not known to have none."""
    seat = foe.seat
    count = table.left[seat]
    pull = draws_of(book, table, seat)
    frame = table.stack[-1]
    if frame.proc == EXECUTING and frame.step == 1 and seat == FLEET:
        count -= imagine_force(book, table, foe, pull, draw)
    ships = [s for s in range(first_ship(seat), CARRIERS if seat == FLEET else FIRST_DART) if unspent(table, foe, s)]
    draw.shuffle(ships)
    chosen: list[int] = []
    if seat != FLEET and table.announced[2]:
        darts = [s for s in range(FIRST_DART, end_ship(seat)) if unspent(table, foe, s)]
        draw.shuffle(darts)
        owed = 1
        for dart in range(FIRST_DART, SHIPS):
            if table.moved[dart]:
                owed = 0
        more = max(owed, count - len(ships))
        chosen = darts[: min(more, count)]
    chosen += ships[: count - len(chosen)]
    for ship in chosen:
        write(foe, ship, draw_course(book, table, seat, ship, table.place[ship], pull, draw))


def unspent(table: WarTable, foe: WarHand, ship: int) -> bool:
    return table.place[ship] > NOWHERE and not table.spent[ship] and not foe.course[ship]


def imagine_force(book: Book, table: WarTable, foe: WarHand, pull: list[int], draw: Draw) -> int:
    """4.13: a task force is being named: its ships share a course, and so does another that may still join."""
    named = table.stack[-1].regs[1:]
    course = draw_course(book, table, foe.seat, named[0], table.place[named[0]], pull, draw)
    for ship in named:
        write(foe, ship, course)
    others = [s for s in range(CARRIERS) if unspent(table, foe, s) and table.place[s] == table.place[named[0]]]
    if others and len(named) < table.left[foe.seat]:
        write(foe, others[draw.below(len(others))], course)
        return len(named) + 1
    return len(named)


# sealed orders and aims ------------------------------------------------------------------


def imagine_orders(book: Book, table: WarTable, foe: WarHand, draw: Draw) -> None:
    """Of who is still asked, how far it has come is its secret, but for that something is left."""
    ships = awaiting_orders(table, foe)
    if foe.seat in table.pending and ships:
        draw.shuffle(ships)
        ships = ships[: draw.below(len(ships))]
    for ship in ships:
        offer = orders_of(book, table, ship)
        action = offer[draw.below(len(offer))]
        if action[0] == BREAK and draw.below(2):
            action = offer[0]
        if action[0] == LAUNCH:
            value = LAUNCHED + action[2]
        elif action[0] == RECOVER:
            value = RECOVERED
        elif action[0] == BREAK:
            value = BROKEN
        else:
            value = ABANDONED if action[0] == ABANDON else HELD
        foe.order[ship] = value


def imagine_aims(book: Book, table: WarTable, foe: WarHand, draw: Draw) -> None:
    """A sealed hand has an aim for each of its gunners."""
    for unit in unaimed(table, foe):
        offer = gun_actions_of(book, table, foe, unit)
        action = offer[draw.below(len(offer))]
        foe.aim[unit] = NO_FIRE if action[0] == PASS else JUMPING if action[0] == LEAP else action[2]
