"""Offers without mirror images: of units alike in all that counts for a choice, the one with the lowest number; the rules take any."""

from __future__ import annotations

from sandtable.core.game import Action
from sandtable.games.commanders.book import Book
from sandtable.games.commanders.rules.bombardment import shot_sort
from sandtable.games.commanders.rules.planning import order_offer
from sandtable.games.commanders.rules.positions import place_sort
from sandtable.games.commanders.state import (
    ARMY,
    BOMBARDMENT,
    BOX,
    PLAN,
    SECTORS,
    SPENT,
    CommandersHand,
    CommandersTable,
)
from sandtable.games.commanders.verbs import (
    AIM,
    COUNTER,
    DEPLOY,
    DONE,
    ENTER,
    FALL_BACK,
    HALT,
    MOVE,
    PLACE,
    RALLY,
    RETREAT,
    ROAD,
    SHELTER,
    SQUARE_UP,
    WITHDRAW,
)


def tidy_offer(book: Book, table: CommandersTable, hand: CommandersHand, offer: list[Action]) -> list[Action]:
    """Nothing is struck from a sheet, either: the order could have been left out."""
    if table.stack[-1].proc == PLAN:
        return order_offer(book, table, hand, False)
    if len(offer) < 3:
        return offer
    if offer[0][0] == HALT:  # one sector after the other; the last are named, so the first march
        return last_of_each(table, hand, [action for action in offer if table.target[action[1]] == table.target[offer[0][1]]])
    if offer[0][0] == AIM and table.stack[-1].proc != BOMBARDMENT:
        return [action for action in offer if action[1] == offer[0][1]]
    seen: list[int] = []
    left: list[Action] = []
    for action in offer:
        key = sort_of(table, hand, action)
        if key < 0:
            left.append(action)
        elif key not in seen:
            seen.append(key)
            left.append(action)
    return left


def last_of_each(table: CommandersTable, hand: CommandersHand, offer: list[Action]) -> list[Action]:
    seen: list[int] = []
    left: list[Action] = []
    for k in range(len(offer) - 1, -1, -1):
        key = sort_of(table, hand, offer[k])
        if key not in seen:
            seen.append(key)
            left.append(offer[k])
    left.reverse()
    return left


def sort_of(table: CommandersTable, hand: CommandersHand, action: Action) -> int:
    """Equal for choices that mirror each other; -1 for one that is like no other."""
    verb = action[0]
    if verb == DONE or verb > ROAD:
        return -1
    unit = action[1]
    if verb == MOVE or verb == HALT or verb == ENTER:
        return (ordered(table, hand, unit) * 4 + table.acts[unit]) * 16 + table.target[unit] + 1
    if verb == WITHDRAW or verb == FALL_BACK:
        return (ordered(table, hand, unit) * 32 + verb) * 32 + table.zone[unit]
    if verb == RETREAT or verb == SQUARE_UP:
        return ordered(table, hand, unit) * 32 + verb
    if verb == COUNTER:
        return (ordered(table, hand, unit) * 32 + verb) * 16 + action[2]
    if verb == DEPLOY:
        return table.kind[unit] * 16 + action[2]
    if verb == PLACE:
        return place_sort(table, unit) * 16 + action[2]
    if verb == AIM:
        return shot_sort(table, table.stack[-1].regs, action[2])
    if verb == SHELTER:
        return (table.place[unit] * 2 + (table.status[unit] & SPENT)) * 32 + verb
    if verb == RALLY and table.place[unit] == BOX:
        return table.kind[unit]
    if verb == ROAD and table.place[unit] < SECTORS:
        return (table.place[unit] * 4 + table.kind[unit]) * 16 + action[2]
    return -1


def ordered(table: CommandersTable, hand: CommandersHand, unit: int) -> int:
    """Kind, place, condition and what is left of its order."""
    key = (table.place[unit] * 4 + table.kind[unit]) * 512 + table.status[unit]
    return key * 256 + (hand.way1[unit % ARMY] + 1) * 16 + hand.way2[unit % ARMY] + 1
