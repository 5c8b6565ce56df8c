"""Random playouts: the fuzzer, the benchmark and the weakest bot."""

from __future__ import annotations

from sandtable.core.game import B, Draw, Game, H, T
from sandtable.core.match import Match


def playout(game: Game[T, H, B], seed: int, loud: bool = False, limit: int = 1_000_000) -> Match[T, H, B]:
    """Play random offered actions, mirror images apart, to the end, or until ``limit`` inputs lie in the record."""
    draw = Draw(seed)
    match = Match(game, Draw(seed + 1), loud)
    while match.state.table.pending and len(match.inputs) < limit:
        pending = match.state.table.pending
        seat = pending[draw.below(len(pending))]
        hand = match.state.hands[seat]
        offer = game.choices(match.state.table, hand)
        match.play(seat, offer[draw.below(len(offer))])
    return match
