"""What "done" ends at each question, under its own name, and what would be left unused."""

from __future__ import annotations

from typing import Final

from sandtable.core.game import Action
from sandtable.games.commanders.book import Book
from sandtable.games.commanders.notation import prompt_of
from sandtable.games.commanders.offers import offer_of
from sandtable.games.commanders.rules.planning import given, orders_left
from sandtable.games.commanders.rules.scoring import saved
from sandtable.games.commanders.rules.sectors import crowd, held
from sandtable.games.commanders.state import ARMY, SECTORS, CommandersHand, CommandersTable, pick_unit
from sandtable.games.commanders.verbs import BOMBARD, DONE, ENTER, MOVE, ORDER, RALLY, ROAD
from sandtable.kit.card import ENDS_PHASE, Ending, Standing

# Questions to which only the seat itself knows whether it has more than one answer: they hang on orders or sealed choices.
COVERED: Final = ["deploy", "plan", "fast", "bombard", "combined", "moves", "road", "rally", "react", "withdraw", "enter"]

# Answers for the whole round: nobody does any of it.
STANDINGS: Final = [
    Standing("no-fast", "fast", (DONE,)),
    Standing("no-bombardment", "bombard", (DONE,)),
    Standing("no-reactions", "react", (DONE,)),
    Standing("no-withdrawals", "withdraw", (DONE,)),
    Standing("no-rerolls", "reroll", (DONE,)),
    Standing("no-roads", "road", (DONE,)),
    Standing("no-rallies", "rally", (DONE,)),
]


def ending_of(book: Book, table: CommandersTable, hand: CommandersHand, action: Action) -> Ending | None:
    if action != (DONE,):
        return None
    prompt = prompt_of(table)
    count = given(hand) if prompt == "plan" else len(hand.picks)
    few = "-none" if count == 0 else "-one" if count == 1 else ""
    if prompt == "deploy" or prompt == "reroll":
        few = ""
    return Ending(prompt + few, ENDS_PHASE, left_unused(book, table, hand, prompt), count)


def left_unused(book: Book, table: CommandersTable, hand: CommandersHand, prompt: str) -> list[tuple[str, int]]:
    """Only what is lost by ending here: cavalry that does not ride in fast movement may still act later."""
    offer = offer_of(book, table, hand)
    if prompt == "plan":
        units = count_units(offer, ORDER)
        return some("orders", min(units, orders_left(book, table, hand, book.command[hand.seat])))
    if prompt == "combined":  # 4.8
        return some("attacks", count_attacks(table, hand, offer))
    if prompt == "moves":
        return some("marches", count_units(offer, MOVE))
    if prompt == "bombard":
        return some("batteries", count_units(offer, BOMBARD))
    if prompt == "road":
        return some("roads", min(book.spare_road - len(hand.picks), count_units(offer, ROAD)))
    if prompt == "rally":
        return some("rallies", min(saved(book, table, hand) - len(hand.picks), can_rally(table, offer)))
    if prompt == "enter":
        return some("entries", count_entries(book, table, hand, offer))
    if prompt == "reroll":
        left = 0
        for k in range(0, len(table.rerolls), 3):
            if table.rerolls[k] == hand.seat:
                left += table.rerolls[k + 2]
        return some("rerolls", left)
    return []


def some(key: str, count: int) -> list[tuple[str, int]]:
    return [(key, count)] if count > 0 else []


def count_units(offer: list[Action], verb: int) -> int:
    """Units an offer has this verb for."""
    found: list[int] = []
    for action in offer:
        if action[0] == verb and action[1] not in found:
            found.append(action[1])
    return len(found)


def count_attacks(table: CommandersTable, hand: CommandersHand, offer: list[Action]) -> int:
    enemy = held(table, 1 - hand.seat)
    count = 0
    for action in offer:
        if action[0] == MOVE and (enemy >> hand.way1[action[1] % ARMY]) & 1:
            count += 1
    return count


def can_rally(table: CommandersTable, offer: list[Action]) -> int:
    """10.1, 10.2: two of a kind from the rout box make one."""
    boxed = [0, 0, 0]
    alone = 0
    for action in offer:
        if action[0] == RALLY:
            if table.place[action[1]] < SECTORS:
                alone += 1
            else:
                boxed[table.kind[action[1]]] += 1
    return alone + boxed[0] // 2 + boxed[1] // 2


def count_entries(book: Book, table: CommandersTable, hand: CommandersHand, offer: list[Action]) -> int:
    """8.6: how many more may go in, as far as there is room."""
    coming = [0] * SECTORS
    room = [book.capacity - crowd(table, hand.seat, sector) for sector in range(SECTORS)]
    for code in hand.picks:
        room[table.target[pick_unit(code)]] -= 1
    for action in offer:
        if action[0] == ENTER:
            coming[table.target[action[1]]] += 1
    return sum([min(coming[sector], room[sector]) for sector in range(SECTORS)])
