"""One step of the fold, and a record folded whole: what needs no umpire."""

from __future__ import annotations

from typing import Final

from sandtable.core.game import AGREED, CHANCE, EVERYONE, FORFEIT, Action, B, Game, H, Input, Seat, State, T

# Umpire verbs: negative, the same in every game.  They stand in the record like any action.
RESIGN: Final = -1
DRAW: Final = -2  # offers a draw, or agrees to one
NO_DRAW: Final = -3  # refuses, or takes back one's offer
TIMEOUT: Final = -4  # the clock's word on a seat
UNDO: Final = -5  # takes back the seat's last decision, or with a number so many of them: those of one gesture

# Umpire events, told to everyone; the first argument is the seat.
RESIGNED: Final = -1
DRAW_OFFERED: Final = -2
DRAW_REFUSED: Final = -3
TIMED_OUT: Final = -4
UNDONE: Final = -5
DRAWN: Final = -6


def finished(state: State[T, H, B]) -> bool:
    return not state.table.pending and not state.table.dice


def advance(game: Game[T, H, B], state: State[T, H, B], seat: Seat, action: Action) -> None:
    """One step of the fold: the rules', or for a negative verb the umpire's own."""
    if seat == CHANCE or action[0] >= 0:
        game.apply(state, seat, action)
        return
    table = state.table
    verb = action[0]
    if verb == DRAW:
        table.draw_offers |= 1 << seat
        state.tell(EVERYONE, DRAW_OFFERED, (seat,))
        if table.draw_offers | table.gone == (1 << len(state.hands)) - 1:
            state.tell(EVERYONE, DRAWN, (seat,))
            _end(game, state, AGREED)
    elif verb == NO_DRAW:
        table.draw_offers = 0
        state.tell(EVERYONE, DRAW_REFUSED, (seat,))
    else:
        table.gone |= 1 << seat
        table.draw_offers = 0
        state.tell(EVERYONE, TIMED_OUT if verb == TIMEOUT else RESIGNED, (seat,))
        if _sides_left(game, state) < 2:
            _end(game, state, FORFEIT)
        else:
            game.leave(state, seat)


def _end(game: Game[T, H, B], state: State[T, H, B], how: int) -> None:
    state.table.pending = []
    state.table.dice = []
    state.table.over = how
    game.close(state)


def _sides_left(game: Game[T, H, B], state: State[T, H, B]) -> int:
    sides = 0
    for seat in range(len(state.hands)):
        if (state.table.gone >> seat) & 1 == 0:
            sides |= 1 << game.side(seat)
    count = 0
    while sides:
        count += sides & 1
        sides >>= 1
    return count


def result(game: Game[T, H, B], table: T) -> list[int]:
    """Scores per seat, whichever way the match ended."""
    if table.over == AGREED:
        return [0] * game.seats
    if table.over == FORFEIT:
        left = [seat for seat in range(game.seats) if (table.gone >> seat) & 1 == 0]
        winner = game.side(left[0])
        return [1000 if game.side(seat) == winner else -1000 for seat in range(game.seats)]
    return game.scores(table)


def standing_places(inputs: list[Input]) -> list[int]:
    """Where the inputs that stand are in a record, once every undo has taken back what it names."""
    standing: list[int] = []
    for n in range(len(inputs)):
        seat, action = inputs[n]
        if seat == CHANCE or action[0] != UNDO:
            standing.append(n)
            continue
        for _ in range(undone(action)):
            at = len(standing) - 1
            while at >= 0 and inputs[standing[at]][0] != seat:
                at -= 1
            if at < 0:
                raise ValueError("undo by seat " + str(seat) + " without a decision to take back")
            del standing[at]
    return standing


def undone(action: Action) -> int:
    """How many decisions an undo takes back."""
    return action[1] if len(action) > 1 else 1


def settle(inputs: list[Input]) -> list[Input]:
    """The inputs that stand."""
    return [inputs[n] for n in standing_places(inputs)]


def replay(game: Game[T, H, B], inputs: list[Input]) -> State[T, H, B]:
    """Fold a record into the state it leads to; needs no dice and no umpire."""
    state = game.setup()
    for seat, action in settle(inputs):
        advance(game, state, seat, action)
    return state
