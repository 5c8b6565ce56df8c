"""Chapters 1.9, 3, 13 and 14: deployment, order sheets, couriers, morale."""

from __future__ import annotations

from typing import Final

from sandtable.core.game import EVERYONE, Action, Frame
from sandtable.games.commanders.book import FOLDER, Book, neighbours
from sandtable.games.commanders.rules.sectors import garrison_of
from sandtable.games.commanders.state import (
    ARMY,
    CAVALRY,
    DEPLOY_,
    GARRISON,
    INFANTRY,
    PLACES,
    PLAN,
    RESERVE,
    ROUTED,
    SECTORS,
    UNITS,
    CommandersHand,
    CommandersState,
    CommandersTable,
)
from sandtable.games.commanders.verbs import (
    ALLOTTED,
    COURIER_LOST,
    DEPLOY,
    DEPLOYED,
    DONE,
    ORDER,
    ORDERED,
    PHASE,
    ROUND,
    STOOD,
    STRIKE,
    STRUCK,
)
from sandtable.kit.data import read_toml

# deployment ------------------------------------------------------------------------------


def deploy_offer(book: Book, table: CommandersTable, hand: CommandersHand) -> list[Action]:
    """1.9: any unit on any home sector with room."""
    base = hand.seat * ARMY
    homes = [sector for sector in sorted(book.home[hand.seat][:3]) if hand.spot.count(sector) < book.custom_home]
    if not homes:
        return [(DONE,)]
    offer: list[Action] = []
    for i in range(ARMY):
        if hand.spot[i] < 0:
            offer += [(DEPLOY, base + i, sector) for sector in homes]
    return offer


def deploy(state: CommandersState, seat: int, action: Action) -> None:
    state.hands[seat].spot[action[1] % ARMY] = action[2]
    state.note(seat, DEPLOYED, (action[1], action[2]))
    state.ask_again(seat)


def show_deployment(state: CommandersState) -> None:
    """1.9: whoever got no home sector stands in the reserve."""
    table = state.table
    for hand in state.hands:
        for i in range(ARMY):
            unit = hand.seat * ARMY + i
            table.place[unit] = hand.spot[i] if hand.spot[i] >= 0 else RESERVE + hand.seat
            if state.loud:
                state.show(hand.seat, EVERYONE, STOOD, (unit, table.place[unit]))
        hand.spot = []


# order sheets ----------------------------------------------------------------------------


def open_round(book: Book, state: CommandersState) -> None:
    """2.1, 3.1, 13.1: a new round; with order dice each side rolls first."""
    table = state.table
    table.round += 1
    table.phase = PLAN
    table.rallied = [0, 0]
    for hand in state.hands:
        hand.plan1 = [-1] * ARMY
        hand.plan2 = [-1] * ARMY
        hand.way1 = [-1] * ARMY
        hand.way2 = [-1] * ARMY
        hand.lost = 0
    state.tell(EVERYONE, ROUND, (table.round,))
    state.tell(EVERYONE, PHASE, (PLAN,))
    if book.order_dice:
        table.dice = [6, 6]
    else:
        allot(book, state, [book.orders, book.orders])


def allot(book: Book, state: CommandersState, normal: list[int]) -> None:
    """3.1, 14.2: never more than the normal allotment, with morale never more than points."""
    table = state.table
    for seat in range(2):
        table.orders[seat] = min(normal[seat], table.points[seat]) if book.morale else normal[seat]
        state.tell(EVERYONE, ALLOTTED, (seat, table.orders[seat]))
    table.stack[-1] = Frame(PLAN, 1, [])
    state.ask([0, 1])


def roll_orders(book: Book, state: CommandersState, pips: Action) -> None:
    """13.1"""
    state.table.dice = []
    allot(book, state, [pips[0] + 1 + book.order_die_plus, pips[1] + 1 + book.order_die_plus])


def given(hand: CommandersHand) -> int:
    count = 0
    for sector in hand.plan1:
        if sector >= 0:
            count += 1
    return count


def given_away(book: Book, table: CommandersTable, hand: CommandersHand) -> int:
    """13.2: orders that count against the allotment; with couriers one in the command sector is free."""
    count = given(hand)
    if book.couriers:
        for i in range(ARMY):
            if hand.plan1[i] >= 0 and table.place[hand.seat * ARMY + i] == book.command[hand.seat]:
                return count - 1
    return count


def orders_left(book: Book, table: CommandersTable, hand: CommandersHand, here: int) -> int:
    """3.1, 13.2: how many more units that stand there may get an order."""
    left = table.orders[hand.seat] - given_away(book, table, hand)
    if book.couriers and here == book.command[hand.seat] and not used_free(book, table, hand):
        return left + 1
    return left


def order_offer(book: Book, table: CommandersTable, hand: CommandersHand, alike: bool) -> list[Action]:
    """3.1-3.3: every unit without an order, and every order to strike again; without ``alike``, of units of a kind in a sector
    the first one, and nothing is struck."""
    offer: list[Action] = [(DONE,)]
    base = hand.seat * ARMY
    anywhere = orders_left(book, table, hand, -1)
    at_command = orders_left(book, table, hand, book.command[hand.seat])
    if at_command > 0:
        seen = 0  # a bit per place and kind already offered
        for i in range(ARMY):
            here = table.place[base + i]
            if here >= PLACES or hand.plan1[i] >= 0 or table.status[base + i] & (ROUTED | GARRISON):
                continue
            if anywhere <= 0 and here != book.command[hand.seat]:
                continue
            kind = table.kind[base + i]
            if not alike and kind <= CAVALRY:
                bit = 1 << (here * 2 + kind)
                if seen & bit:
                    continue
                seen |= bit
            if book.terrain and kind == INFANTRY and assaults_house(table, hand.seat, base + i, here):
                add_sorted(offer, base + i, book.ways[here], here, RESERVE + 1 - hand.seat)
            else:
                offer += orders_from(base + i, here, kind == CAVALRY)
    if alike:
        for i in range(ARMY):
            if hand.plan1[i] >= 0:
                offer.append((STRIKE, base + i))
    return offer


def all_orders(ways: list[list[int]]) -> list[list[Action]]:
    """3.1, 3.2: the orders to every unit in every place, on foot and mounted, sorted."""
    found: list[list[Action]] = []
    for unit in range(UNITS):
        closed = RESERVE + 1 - unit // ARMY
        for here in range(PLACES):
            on_foot: list[Action] = []
            mounted: list[Action] = []
            for sector in ways[here]:
                if sector != closed:
                    on_foot.append((ORDER, unit, sector))
                    mounted.append((ORDER, unit, sector))
                    mounted += [(ORDER, unit, sector, beyond) for beyond in ways[sector] if beyond != closed]
            found.append(on_foot)
            found.append(mounted)
    return found


ORDERS: Final = all_orders(neighbours(read_toml(FOLDER, "data/board.toml")))  # made once: boards do not differ in their ways


def orders_from(unit: int, here: int, rides: bool) -> list[Action]:
    """All orders to a unit that stands there; only to be read."""
    return ORDERS[(unit * PLACES + here) * 2 + (1 if rides else 0)]


def used_free(book: Book, table: CommandersTable, hand: CommandersHand) -> bool:
    """13.2: whether an order in the command sector was given already."""
    return given_away(book, table, hand) < given(hand)


def assaults_house(table: CommandersTable, seat: int, unit: int, here: int) -> bool:
    """15.9: an enemy garrison in the own sector can be the target of an order."""
    return here < SECTORS and garrison_of(table, 1 - seat, here) >= 0 and not table.status[unit] & ROUTED


def add_sorted(offer: list[Action], unit: int, ways: list[int], here: int, closed: int) -> None:
    sectors = [sector for sector in ways if sector != closed]
    sectors.append(here)
    sectors.sort()
    for sector in sectors:
        offer.append((ORDER, unit, sector))


def give_order(state: CommandersState, seat: int, action: Action) -> None:
    hand = state.hands[seat]
    i = action[1] % ARMY
    hand.plan1[i] = action[2]
    hand.plan2[i] = action[3] if len(action) > 3 else -1
    hand.way1[i] = hand.plan1[i]
    hand.way2[i] = hand.plan2[i]
    if state.loud:
        state.note(seat, ORDERED, action[1:])
    state.ask_again(seat)


def strike_order(state: CommandersState, seat: int, unit: int) -> None:
    """3.3: as long as the sheet is not given."""
    hand = state.hands[seat]
    i = unit % ARMY
    hand.plan1[i] = -1
    hand.plan2[i] = -1
    hand.way1[i] = -1
    hand.way2[i] = -1
    state.note(seat, STRUCK, (unit,))
    state.ask_again(seat)


def seal_orders(book: Book, state: CommandersState) -> bool:
    """3.3, 13.3: both sheets are done; couriers ride, as many dice as orders could have been given,
    so that their number tells nothing.  True when no die is awaited."""
    table = state.table
    for hand in state.hands:
        hand.free = given(hand) - given_away(book, table, hand)
    if book.couriers:
        table.dice = [6] * (table.orders[0] + table.orders[1] + 2)
        return False
    return True


def ride(book: Book, state: CommandersState, pips: Action) -> None:
    """13.3: an order is lost when its die is below the distance."""
    table = state.table
    table.dice = []
    for hand in state.hands:
        at = 0 if hand.seat == 0 else table.orders[0] + 1
        for i in range(ARMY):
            if hand.plan1[i] < 0:
                continue
            unit = hand.seat * ARMY + i
            if pips[at] + 1 < book.distance[hand.seat][table.place[unit]]:
                hand.way1[i] = -1
                hand.way2[i] = -1
                hand.lost |= 1 << i
                state.tell(1 << hand.seat, COURIER_LOST, (unit,))
            at += 1


def deploying(state: CommandersState) -> None:
    """1.9: ask both for their set-up."""
    state.table.stack.append(Frame(DEPLOY_, 0, []))
    for hand in state.hands:
        hand.spot = [-1] * ARMY
    state.ask([0, 1])
