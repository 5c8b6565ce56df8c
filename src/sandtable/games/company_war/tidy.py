"""Offers without mirror images: of independent choices one order, that of the counters; the rules take any (1.5)."""

from __future__ import annotations

from sandtable.core.game import Action
from sandtable.games.company_war.rules.fire import ALLOCATOR, FLEEING
from sandtable.games.company_war.rules.tactics import DOCKING, LAST, LAUNCHED_NOW
from sandtable.games.company_war.state import (
    BATTLE,
    CARRIERS,
    EXECUTING,
    GARRISONING,
    MUSTERING,
    PLOTTING,
    REPAIRING,
    TACTICS,
    TROOPING,
    WarHand,
    WarTable,
)
from sandtable.games.company_war.values import Book
from sandtable.games.company_war.verbs import DONE, JOIN, LAUNCH, PLOT, TAKE


def tidy_offer(book: Book, table: WarTable, hand: WarHand, offer: list[Action]) -> list[Action]:
    """Nobody turns to another counter; sets are named upwards."""
    frame = table.stack[-1]
    proc = frame.proc
    if proc == PLOTTING:
        return tidy_plots(hand, offer)
    if proc == TROOPING:
        return tidy_troops(book, hand, offer)
    if proc == EXECUTING and frame.step == 1:
        return above(offer, frame.regs[-1])
    if proc == REPAIRING:
        return above(offer, frame.regs[1])
    if proc == GARRISONING:
        return tidy_landings(table, frame.regs, offer)
    if proc == MUSTERING:
        return above(offer, last_of(hand.muster))
    if proc == BATTLE and frame.step == FLEEING:
        return above(offer, frame.regs[ALLOCATOR])
    if proc == TACTICS and frame.step == DOCKING:
        return above(offer, frame.regs[LAST])
    if proc == TACTICS and offer[0][0] == LAUNCH and (frame.regs[LAUNCHED_NOW] >> offer[0][1]) & 1:
        offer = [action for action in offer if action[0] != LAUNCH]
    return without_takes(offer)


def without_takes(offer: list[Action]) -> list[Action]:
    """They stand last."""
    count = len(offer)
    while offer[count - 1][0] == TAKE:
        count -= 1
    return offer if count == len(offer) else offer[:count]


def above(offer: list[Action], mark: int) -> list[Action]:
    """Counters with higher numbers than the last one named, and the end."""
    return [action for action in offer if action[0] == DONE or action[1] > mark]


def last_of(flags: list[int]) -> int:
    last = -1
    for ship in range(len(flags)):
        if flags[ship]:
            last = ship
    return last


def tidy_plots(hand: WarHand, offer: list[Action]) -> list[Action]:
    """4.6, 4.9: plots by their first ship, which the others join before the first jump."""
    if not hand.squad:
        return [action for action in offer if action[0] != PLOT or action[1] > hand.leader] if hand.leader >= 0 else offer
    if offer[0][0] != JOIN:
        return offer
    if hand.trail:
        return [action for action in offer if action[0] != JOIN]
    return [action for action in offer if action[0] != JOIN or action[1] > hand.squad[-1]]


def tidy_troops(book: Book, hand: WarHand, offer: list[Action]) -> list[Action]:
    """2.8: so that there are enough left above."""
    last = last_of(hand.troop)
    most = CARRIERS - book.troops + sum(hand.troop)
    found = [action for action in offer if last < action[1] <= most]
    return found if found else offer


def tidy_landings(table: WarTable, acted: list[int], offer: list[Action]) -> list[Action]:
    """8.4: what a carrier with a lower number may do only now, since another has acted at its station, mirrors nothing."""
    if not acted:
        return offer
    places = [table.place[ship] for ship in acted]
    return [a for a in offer if a[0] == DONE or a[1] > acted[-1] or table.place[a[1]] in places]
