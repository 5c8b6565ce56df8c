"""What one seat, or an onlooker, receives: the pair (table, hand), its events, its offer.

This is the only place where such a message is put together; server, bots, terminal and the
twin-worlds test all use it.  It is given a table and a hand, never a state.
"""

from __future__ import annotations

from typing import Any

from sandtable import games
from sandtable.core.game import EVERYONE, Event, Game, Hand, Table
from sandtable.kit.card import Ending
from sandtable.kit.layout import Lying
from sandtable.wire.plain import Plain, dump, encode


def heard(events: list[Event], seat: int) -> list[Event]:
    """The events a seat hears; an onlooker is seat -1 and hears what everyone hears."""
    if seat < 0:
        return [event for event in events if event.audience == EVERYONE]
    return [event for event in events if event.audience >> seat & 1]


def view(
    game: Game[Any, Any, Any], table: Table, hand: Hand | None, events: list[Event], dumped: tuple[Plain, Plain] | None = None
) -> dict[str, Plain]:
    """Everything a seat knows now, with the events it heard on the way here.  ``hand`` is
    None for an onlooker.  ``dumped``: table and hand as plain or encoded data, where the caller has them."""
    seat = -1 if hand is None else hand.seat
    message: dict[str, Plain] = {
        "table": dump(table) if dumped is None else dumped[0],
        "events": [[event.kind, *event.args] for event in heard(events, seat)],
    }
    if (scene := scene_of(game, table, hand)) is not None:
        message["scene"] = scene
    if hand is not None:
        message["hand"] = dump(hand) if dumped is None else dumped[1]
        if hand.seat in table.pending:
            card = games.card(game.name)
            message["ask"] = hand.asked
            message["prompt"] = card.prompt(game, table, hand)
            message["paragraph"] = card.paragraph(game, table, hand)
            offer = game.actions(table, hand)
            message["offer"] = [list(action) for action in offer]
            endings = [(number, card.ending(game, table, hand, action)) for number, action in enumerate(offer)]
            message["endings"] = [plain_ending(number, ending) for number, ending in endings if ending is not None]
    return message


def scene_of(game: Game[Any, Any, Any], table: Table, hand: Hand | None) -> Plain:
    """What a page shows of a game that has no board of its own: what lies where, or the drawing of the terminal."""
    card = games.card(game.name)
    if card.shown == "own":
        return None
    if card.shown == "text":
        return card.draw(game, table, hand)
    return [_plain_lying(each) for each in card.lying(game, table, hand)]


def _plain_lying(each: Lying) -> list[Plain]:
    line: list[Plain] = [each.place, each.glyph, each.seat, each.kind, each.value, each.said]
    return [*line, 1] if each.ring else line


def plain_ending(number: int, ending: Ending) -> list[Plain]:
    """By which choice something ends: its place in the offer, its name, what it ends, a count for the name, and what would be left."""
    return [number, ending.key, ending.ends, ending.count, [[key, count] for key, count in ending.unused]]


def view_bytes(game: Game[Any, Any, Any], table: Table, hand: Hand | None, events: list[Event]) -> bytes:
    return encode(view(game, table, hand, events))
