"""A truth a seat cannot tell from the real one: only orders, sealed choices and a custom set-up
in the making are hidden, so those of the other side are written anew."""

from __future__ import annotations

from sandtable.core.game import Box, Draw, State
from sandtable.games.commanders.book import Book
from sandtable.games.commanders.offers import offer_of
from sandtable.games.commanders.rules.sectors import held
from sandtable.games.commanders.state import (
    ADVANCING,
    ARMY,
    BOMBARDMENT,
    CAVALRY,
    COMBAT,
    COMMIT,
    DEPLOY_,
    GARRISON,
    NO_SECTOR,
    PLACES,
    PLAN,
    REACT,
    RESERVE,
    ROADS,
    ROUTED,
    SECTORS,
    SPENT,
    TIRED,
    WITHDRAWING,
    CommandersHand,
    CommandersState,
    CommandersTable,
    add_pick,
    copy_hand,
    copy_table,
    pick,
)
from sandtable.games.commanders.verbs import DEPLOY, DONE, ORDER


def imagine(book: Book, table: CommandersTable, hand: CommandersHand, draw: Draw) -> CommandersState:
    foe = CommandersHand(1 - hand.seat)
    waiting = foe.seat in table.pending
    sealed = not waiting and hand.seat in table.pending
    if table.stack:
        frame = table.stack[-1]
        if frame.proc == DEPLOY_:
            foe.spot = [-1] * ARMY
        elif frame.proc != PLAN:
            recall(table, foe, draw, book)
        elif frame.step > 0 and not waiting:
            write_orders(book, table, foe, table.orders[foe.seat], draw)
        if sealed and is_sealed_step(frame.proc, frame.step):
            seal(book, table, foe, draw)
    if waiting:
        foe.asked = 1
    mine = copy_hand(hand)
    hands = [mine, foe] if hand.seat == 0 else [foe, mine]
    return State(copy_table(table), hands, Box())


def is_sealed_step(proc: int, step: int) -> bool:
    """Steps both sides answer at once."""
    if proc == PLAN:
        return False  # its sheet was written above
    if proc == COMBAT:
        return step in (REACT, WITHDRAWING, ADVANCING)
    return step == COMMIT or (step == ROADS and proc != BOMBARDMENT)


def recall(table: CommandersTable, foe: CommandersHand, draw: Draw, book: Book) -> None:
    """The part of the sheet that has come to light, and a plausible rest of it."""
    known = 0
    for i in range(ARMY):
        unit = foe.seat * ARMY + i
        if table.seen1[unit] < 0:
            continue
        known += 1
        foe.plan1[i] = table.seen1[unit]
        foe.plan2[i] = table.seen2[unit]
        if foe.plan2[i] < 0 and table.kind[unit] == CAVALRY and table.acts[unit] < 2 and draw.below(2):
            foe.plan2[i] = some_way(book, table, foe.seat, foe.plan1[i], draw)
        if table.acts[unit] == 0 and table.status[unit] & (SPENT | TIRED):
            foe.lost |= 1 << i  # 5.1: it reacted
        if table.steps[unit] == 0:
            foe.way1[i] = foe.plan1[i]
            foe.way2[i] = foe.plan2[i]
        elif table.steps[unit] == 1:
            foe.way1[i] = foe.plan2[i]
    foe.free = 1 if known > table.orders[foe.seat] else 0
    total = table.points[foe.seat] if book.morale else table.orders[foe.seat]
    left = min(table.orders[foe.seat], total - table.rallied[foe.seat]) - known
    write_orders(book, table, foe, left, draw)


def write_orders(book: Book, table: CommandersTable, foe: CommandersHand, most: int, draw: Draw) -> None:
    """Orders for units whose orders are not known, mostly forwards and against the enemy: seven times in eight as many as can be, or up
    to three fewer, else any number."""
    idle: list[int] = []
    for i in range(ARMY):
        unit = foe.seat * ARMY + i
        if foe.plan1[i] < 0 and table.place[unit] < PLACES and not table.status[unit] & (ROUTED | GARRISON):
            if table.acts[unit] == 0:
                idle.append(i)
    draw.shuffle(idle)
    most = max(0, min(most, len(idle)))
    count = most - draw.below(4) if draw.below(8) else draw.below(most + 1)
    for i in idle[: max(0, count)]:
        write_order(book, table, foe, i, draw)
    if book.couriers and not foe.free:  # 13.2: one in the command sector is free
        at_command = [i for i in idle if foe.plan1[i] < 0 and table.place[foe.seat * ARMY + i] == book.command[foe.seat]]
        if at_command and draw.below(2):
            foe.free = 1
            write_order(book, table, foe, at_command[0], draw)


def write_order(book: Book, table: CommandersTable, foe: CommandersHand, i: int, draw: Draw) -> None:
    unit = foe.seat * ARMY + i
    to = some_way(book, table, foe.seat, table.place[unit], draw)
    foe.plan1[i] = to
    if table.kind[unit] == CAVALRY and draw.below(2):
        foe.plan2[i] = some_way(book, table, foe.seat, to, draw)
    foe.way1[i] = foe.plan1[i]
    foe.way2[i] = foe.plan2[i]


def some_way(book: Book, table: CommandersTable, seat: int, here: int, draw: Draw) -> int:
    """A neighbouring sector: forwards four times as likely as sideways, twice as much for an enemy,
    half as much for a step back."""
    enemy = held(table, 1 - seat)
    ways: list[int] = []
    weights: list[int] = []
    total = 0
    for sector in book.ways[here]:
        if sector == RESERVE + 1 - seat:
            continue
        ahead = depth(seat, sector) - depth(seat, here)
        weight = 8 if ahead > 0 else 2 if ahead == 0 else 1
        if (enemy >> sector) & 1:
            weight += weight
        for k in range(0, len(table.markers), 3):
            if table.markers[k + 2] == sector and table.markers[k] != seat:
                weight += 4
        ways.append(sector)
        weights.append(weight)
        total += weight
    at = draw.below(total)
    for k in range(len(ways)):
        at -= weights[k]
        if at < 0:
            return ways[k]
    return ways[-1]


def depth(seat: int, sector: int) -> int:
    """How far from the own reserve."""
    if sector >= SECTORS:
        return 0 if sector == RESERVE + seat else 4
    return 1 + sector // 3 if seat == 0 else 3 - sector // 3


def seal(book: Book, table: CommandersTable, foe: CommandersHand, draw: Draw) -> None:
    """An answer it may have sealed: mostly everything that can be done."""
    while True:
        offer = offer_of(book, table, foe)
        if len(offer) == 1 and offer[0][0] == DONE:
            return
        if offer[0][0] == DONE:
            if draw.below(5) == 0:
                return
            action = offer[1 + draw.below(len(offer) - 1)]
        else:
            action = offer[draw.below(len(offer))]
        if action[0] == DEPLOY:
            foe.spot[action[1] % ARMY] = action[2]
        elif action[0] != ORDER:
            sector = action[2] if len(action) > 2 else NO_SECTOR
            add_pick(foe, pick(action[0], action[1], sector))
