"""5.3, 5.4: step A of a strategic battle, the secret orders."""

from __future__ import annotations

from sandtable.core.game import EVERYONE, Action
from sandtable.games.company_war.rules.fire import POINT, WINNING
from sandtable.games.company_war.rules.fleet import aboard, end_rider, end_ship, first_rider, first_ship, outside, ships_at
from sandtable.games.company_war.rules.focus import add_takes, focused, has_acted
from sandtable.games.company_war.state import (
    ABANDONED,
    BROKEN,
    HELD,
    LAUNCHED,
    NO_ORDER,
    RECOVERED,
    RIDER,
    WarHand,
    WarState,
    WarTable,
    side_of,
)
from sandtable.games.company_war.values import Book
from sandtable.games.company_war.verbs import ABANDON, BREAK, HOLD, LAUNCH, ORDERED, ORDERS, RECOVER


def awaiting_orders(table: WarTable, hand: WarHand) -> list[int]:
    """Own ships in the battle that have no order yet."""
    point = table.stack[-1].regs[POINT]
    return [ship for ship in ships_at(table, hand.seat, point) if hand.order[ship] == NO_ORDER]


def orders(book: Book, table: WarTable, hand: WarHand) -> list[Action]:
    """5.3, 1.5."""
    ships = awaiting_orders(table, hand)
    focus = focused(hand, ships)
    found = orders_of(book, table, focus)
    add_takes(found, ships, focus)
    return found


def order_choices(book: Book, table: WarTable, hand: WarHand) -> list[Action]:
    """Without turning to others."""
    focus = next_order(table, hand) if hand.focus < 0 else focused(hand, awaiting_orders(table, hand))
    return orders_of(book, table, focus)


def next_order(table: WarTable, hand: WarHand) -> int:
    """The first own ship without an order, or -1."""
    point = table.stack[-1].regs[POINT]
    for ship in range(first_ship(hand.seat), end_ship(hand.seat)):
        if table.place[ship] == point and hand.order[ship] == NO_ORDER and not table.fleeing[ship]:
            return ship
    return -1


def orders_of(book: Book, table: WarTable, ship: int) -> list[Action]:
    """5.3, 5.4."""
    found: list[Action] = [(HOLD, ship)]
    if not book.berths[ship]:
        found.append((BREAK, ship))
        return found
    for count in range(1, aboard(table, ship) + 1):
        found.append((LAUNCH, ship, count))
    out = outside(table, ship)
    if out:
        found.append((RECOVER, ship))
    found.append((BREAK, ship))
    if out:
        found.append((ABANDON, ship))
    return found


def order(book: Book, state: WarState, seat: int, action: Action) -> None:
    hand = state.hands[seat]
    verb = action[0]
    value = HELD
    if verb == LAUNCH:
        value = LAUNCHED + action[2]
    elif verb == RECOVER:
        value = RECOVERED
    elif verb == BREAK:
        value = BROKEN
    elif verb == ABANDON:
        value = ABANDONED
    hand.order[action[1]] = value
    has_acted(hand, action[1])
    state.note(seat, ORDERED, (action[1], value))
    if next_order(state.table, hand) >= 0:
        state.ask_again(seat)
    elif state.answered(seat):
        show_orders(book, state)


def show_orders(book: Book, state: WarState) -> None:
    """5.3-5.4: all at once; then the dice of step B."""
    table = state.table
    for seat in range(2):
        hand = state.hands[seat]
        for ship in range(first_ship(seat), end_ship(seat)):
            value = hand.order[ship]
            if value == NO_ORDER:
                continue
            hand.order[ship] = NO_ORDER
            table.order[ship] = value
            state.show(seat, EVERYONE, ORDERS, (ship, value))
            if value > LAUNCHED:
                launch(table, ship, value - LAUNCHED)
                table.fought[ship] = 1  # 7.1
            elif value in (RECOVERED, BROKEN):
                for rider in range(first_rider(seat), end_rider(seat)):
                    if table.rider_on[rider] == ship:
                        table.rider_out[rider] = 0
    table.stack[-1].step = WINNING
    table.dice = [6, 6, 6, 6]


def launch(table: WarTable, ship: int, count: int) -> None:
    """5.3: undamaged riders first."""
    for hurt in range(2):
        for rider in range(first_rider(side_of(ship)), end_rider(side_of(ship))):
            if count and table.rider_on[rider] == ship and not table.rider_out[rider] and table.hurt[RIDER + rider] == hurt:
                table.rider_out[rider] = 1
                count -= 1
