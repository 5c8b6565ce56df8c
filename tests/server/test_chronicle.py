"""What a witness keeps of its last messages, and what many matches share."""

from __future__ import annotations

import random

from sandtable import games
from sandtable.core.game import Draw
from sandtable.core.match import Match
from sandtable.server.chronicle import REMEMBERED, Witness, public_bytes


def played(decisions: int, known: dict[object, object] | None = None) -> tuple[Match, list[Witness], list[list[list[list[int]]]]]:  # type: ignore[type-arg]
    """A match, its witnesses, and all events told to each of them."""
    game = games.load("picket", options={"turns": 50})
    match, rnd = Match(game, Draw(5)), random.Random(4)
    match.known = known
    witnesses = [Witness(0), Witness(1), Witness(-1)]
    told: list[list[list[list[int]]]] = [[], [], []]
    for _ in range(decisions):
        seat = rnd.choice(match.state.table.pending)
        news = match.play(seat, rnd.choice(game.actions(match.state.table, match.state.hands[seat])))
        for witness, heard in zip(witnesses, told, strict=True):
            message = witness.notice(game, match.state, news, public_bytes(match.state))
            if message is not None:
                heard.append(message["events"])
    return match, witnesses, told


def test_missed_events_are_those_of_the_last_messages() -> None:
    _, witnesses, told = played(120)
    for witness, heard in zip(witnesses, told, strict=True):
        assert witness.seq == len(heard)
        for since in range(max(0, witness.seq - REMEMBERED), witness.seq + 1):
            assert witness.missed(since) == [event for events in heard[since:] for event in events]
        assert witness.missed(witness.seq + 1) is None
        if witness.seq > REMEMBERED:
            assert len(witness.recent) == REMEMBERED and witness.missed(witness.seq - REMEMBERED - 1) is None


def test_a_witness_goes_back() -> None:
    _, witnesses, told = played(120)
    witness, heard = witnesses[0], told[0]
    last = witness.seq
    witness.go_back(last - 2)
    assert witness.seq == last - 2 and witness.missed(last - 1) is None
    assert witness.missed(last - 5) == [event for events in heard[last - 5 : last - 2] for event in events]
    witness.go_back(0)
    assert witness.missed(0) == []


def test_equal_inputs_of_many_matches_are_one_object() -> None:
    known: dict[object, object] = {}
    first, second = played(80, known)[0], played(80, known)[0]
    alone = played(80)[0]
    assert first.inputs == second.inputs == alone.inputs
    assert all(one is two for one, two in zip(first.inputs, second.inputs, strict=True))
    again = Match(first.game, Draw(5))
    again.known = known
    again.resume(first.inputs)
    assert again.inputs == first.inputs and public_bytes(again.state) == public_bytes(first.state)
