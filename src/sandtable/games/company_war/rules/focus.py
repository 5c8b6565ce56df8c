"""1.5: own counters act in any order.  The offer is about one of them, the first that is left or the one a seat has turned to;
the rules take an action of any."""

from __future__ import annotations

from sandtable.core.game import Action
from sandtable.games.company_war.state import WarHand, WarState
from sandtable.games.company_war.verbs import TAKE, TAKEN


def focused(hand: WarHand, units: list[int]) -> int:
    """The counter the offer is about, of those that may act."""
    return hand.focus if hand.focus in units else units[0]


def add_takes(found: list[Action], units: list[int], focus: int) -> None:
    """The others, to turn to."""
    for unit in sorted(units):
        if unit != focus:
            found.append((TAKE, unit))


def turn_to(state: WarState, seat: int, unit: int) -> None:
    state.hands[seat].focus = unit
    state.note(seat, TAKEN, (unit,))
    state.ask_again(seat)


def has_acted(hand: WarHand, unit: int) -> None:
    """The offer goes on to the first counter left, if it was about this one."""
    if hand.focus == unit:
        hand.focus = -1


def look_away(state: WarState) -> None:
    """A new question: nobody has turned to anything."""
    for hand in state.hands:
        hand.focus = -1
