"""What people do in one go: name both dummies, send a whole zone, write all orders and seal them.

In a terminal: ``r1 r4`` names dummies; ``1>2, r3>8, rest`` sends all pieces of zone 1 to zone 2 and r3 to zone 8, lets the
rest stay and seals the orders.
"""

from __future__ import annotations

from sandtable.core.game import Action, Box
from sandtable.games.picket.rules import Picket
from sandtable.games.picket.state import OFF, ORDERS, SETUP, PicketHand, PicketTable
from sandtable.games.picket.verbs import DONE, HIDE, PLOT
from sandtable.kit.card import ENDS_PHASE, Card, Gesture, Notation, is_number
from sandtable.kit.gesture import Explorer, Foresight, foresee

PicketCard = Card[PicketTable, PicketHand, Box]


class Dummies(Explorer[PicketTable, PicketHand, Box]):
    """Every set of dummies once, named to the last."""

    def wants(self, so_far: Foresight[PicketTable, PicketHand, Box], action: Action) -> bool:
        return action in so_far.game.tidy(so_far.table(), so_far.hand(), so_far.offer())

    def closes(self, so_far: Foresight[PicketTable, PicketHand, Box]) -> bool:
        return so_far.surprised != ""  # nothing more is asked


def unplotted(game: Picket, table: PicketTable, hand: PicketHand) -> list[int]:
    """Own pieces that still need a plot."""
    base = hand.seat * game.v.pieces
    return [base + i for i in range(game.v.pieces) if table.zone[base + i] != OFF and hand.plot[i] == OFF]


def subjects_of(game: Picket, table: PicketTable, hand: PicketHand) -> list[tuple[str, int]]:
    """Zones where pieces lie that can go together."""
    if table.stack[-1].proc != ORDERS:
        return []
    zones = [table.zone[piece] for piece in unplotted(game, table, hand)]
    return [("zone", zone) for zone in range(game.v.zones) if zones.count(zone) > 1]


def gestures_of(game: Picket, table: PicketTable, hand: PicketHand, kind: str, value: int) -> list[Gesture]:
    proc = table.stack[-1].proc
    if proc == SETUP and not kind:
        found = Dummies().explore(foresee(game, table, hand))
        return [Gesture("dummies", "piece*", tuple([action[1] for action in one]), one) for one in found if len(one) > 1]
    if proc != ORDERS:
        return []
    ring = game.v.zones
    pieces = unplotted(game, table, hand)
    if kind == "zone":
        pieces = [piece for piece in pieces if table.zone[piece] == value]
        goals = [(value + 1) % ring, (value + ring - 1) % ring, value] if len(pieces) > 1 else []
        return [Gesture("together", "zone zone", (value, to), [(PLOT, piece, to) for piece in pieces]) for to in goals]
    if kind or not pieces:
        return []
    return [
        sheet("rest-stays", table, pieces, 0, ring),
        sheet("rest-up", table, pieces, 1, ring),
        sheet("rest-down", table, pieces, ring - 1, ring),
    ]


def sheet(key: str, table: PicketTable, pieces: list[int], step: int, ring: int) -> Gesture:
    """All these pieces go so many zones on, and the orders are sealed."""
    actions: list[Action] = [(PLOT, piece, (table.zone[piece] + step) % ring) for piece in pieces]
    actions.append((DONE,))
    return Gesture(key, "", (), actions, ENDS_PHASE)


def length_of(actions: list[Action]) -> int:
    """Dummies, or plots with the seal, are one gesture however many they are."""
    count = 0
    while count < len(actions) and actions[count][0] == actions[0][0] and actions[0][0] in (HIDE, PLOT):
        count += 1
    if 0 < count < len(actions) and actions[0][0] == PLOT and actions[count][0] == DONE:
        count += 1
    return max(count, 1)


# notation ----------------------------------------------------------------------------------------


def read(card: PicketCard, game: Picket, table: PicketTable, hand: PicketHand, text: str) -> Gesture | None:
    proc = table.stack[-1].proc
    if proc == SETUP and text[:1] in ("r", "b") and is_number(text[1:2]):
        pieces = [piece_named(card, game, table, word) for word in text.split()]
        return Gesture("dummies", "piece*", tuple(pieces), [(HIDE, piece) for piece in pieces])
    if proc != ORDERS or (">" not in text and text.strip() != "rest"):
        return None
    actions: list[Action] = []
    for part in text.split(","):
        free = [piece for piece in unplotted(game, table, hand) if piece not in [action[1] for action in actions]]
        if part.strip() == "rest":
            actions += [(PLOT, piece, table.zone[piece]) for piece in free] + [(DONE,)]
        else:
            actions += read_part(card, game, table, free, part)
    sent = tuple([action[1] for action in actions if action[0] == PLOT])
    return Gesture("orders", "piece*", sent, actions, ENDS_PHASE if actions[-1] == (DONE,) else 0)


def read_part(card: PicketCard, game: Picket, table: PicketTable, free: list[int], part: str) -> list[Action]:
    """``1>2`` or ``r1+r3>2``"""
    who, _, to = part.partition(">")
    try:
        zone = card.value(game, table, "zone", to.strip())
        if is_number(who.strip()):
            start = card.value(game, table, "zone", who.strip())
            pieces = [piece for piece in free if table.zone[piece] == start]
        else:
            pieces = [piece_named(card, game, table, word.strip()) for word in who.split("+")]
    except ValueError:
        raise Notation("'" + part.strip() + "' should read like 1>2 or r1+r3>2") from None
    if not pieces:
        raise Notation("no piece of yours without orders lies in zone " + who.strip())
    return [(PLOT, piece, zone) for piece in pieces]


def piece_named(card: PicketCard, game: Picket, table: PicketTable, word: str) -> int:
    try:
        return card.value(game, table, "piece", word)
    except (ValueError, IndexError):
        raise Notation("'" + word + "' is no piece") from None
