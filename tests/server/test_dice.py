"""Sealed dice: fair, bound to their number, and provable."""

from __future__ import annotations

import hashlib
import hmac

import pytest

from sandtable import games
from sandtable.core.game import CHANCE
from sandtable.core.sim import playout
from sandtable.server import proof
from sandtable.server.dice import SCHEME, Receipts, SealedDraw, Seals, commitment, count_dice, mac, outcome, receipts
from sandtable.wire import record

KEYS = [hashlib.sha256(f"key {n}".encode()).digest() for n in range(5)]


@pytest.mark.parametrize("faces", [2, 6, 10, 100])
def test_every_face_is_as_likely(faces: int) -> None:
    """Chi-square over fixed keys; the limits are those of p = 0.0001."""
    limits = {2: 15.1, 6: 25.7, 10: 33.7, 100: 161.3}
    for key in KEYS:
        rolls = 6000
        counts = [0] * faces
        for number in range(rolls):
            counts[outcome(key, number, faces)] += 1
        expected = rolls / faces
        assert sum((count - expected) ** 2 / expected for count in counts) < limits[faces]


def test_following_dice_are_independent() -> None:
    pairs = [0] * 36
    draw = SealedDraw(KEYS[0])
    for _ in range(7200):
        pairs[draw.below(6) * 6 + draw.below(6)] += 1
    assert sum((count - 200) ** 2 / 200 for count in pairs) < 80  # 35 degrees of freedom, p < 0.0001


def test_a_die_depends_on_its_number_alone() -> None:
    draw = SealedDraw(KEYS[1])
    rolled = [draw.below(6) for _ in range(20)]
    later = SealedDraw(KEYS[1], 7)
    assert [later.below(6) for _ in range(13)] == rolled[7:]
    first = hmac.new(KEYS[1], b"die" + bytes(8) + bytes(4), hashlib.sha256).digest()
    assert rolled[0] == int.from_bytes(first[:8], "big") % 6  # as the documentation says


def test_codes_are_those_of_the_standard() -> None:
    for size in (0, 1, 31, 32, 33, 64, 65, 200):
        for length in (0, 1, 55, 56, 64, 119, 300):
            key, word = bytes(range(size)), b"w" * length
            assert mac(key, word) == hmac.new(key, word, hashlib.sha256).digest()


def sealed_record() -> record.Record:
    """A match with the server's dice, as the server writes it."""
    from sandtable.core.match import Match

    game = games.load("picket", options={"turns": 6})
    match = Match(game, SealedDraw(KEYS[2]))
    import random

    rnd = random.Random(1)
    while match.state.table.pending:
        seat = rnd.choice(match.state.table.pending)
        match.play(seat, rnd.choice(game.actions(match.state.table, match.state.hands[seat])))
        if rnd.random() < 0.2 and match.state.table.pending and not match.objection(seat, -5):
            match.undo(seat)
    chain = dict(receipts(KEYS[2], "m", 2, match.inputs))
    tags = {"match": "m", "dice": SCHEME, "dice key": KEYS[2].hex(), "dice hash": commitment(KEYS[2])}
    for n, seal in chain.items():
        tags[f"seal {match.inputs[n][0]}"] = seal
    return record.from_match(match, {"turns": 6}, tags)


def test_receipts_of_long_ago_are_found_and_made_once(monkeypatch: pytest.MonkeyPatch) -> None:
    inputs = sealed_record().inputs
    wanted = receipts(KEYS[2], "m", 2, inputs)
    asked = [(n, each) for n, each in (wanted[3], wanted[0], wanted[-1], *wanted, wanted[1])]
    sealed: list[int] = []
    add = Seals.add

    def counted(self: Seals, seat: int, action: tuple[int, ...]) -> str:
        sealed.append(seat)
        return add(self, seat, action)

    monkeypatch.setattr(Seals, "add", counted)
    found = Receipts(KEYS[2], "m", 2)
    assert [(n, found.find(inputs, n)) for n, _ in asked] == asked
    assert len(sealed) == len(wanted) < len(inputs), "dice have no receipts, and no decision is sealed twice"


def test_a_true_record_verifies() -> None:
    found = sealed_record()
    record.verify(found)
    seen = proof.verify(found)
    assert seen["dice"] == count_dice(found.inputs) > 0
    assert seen["seals"] == sum(seat != CHANCE for seat, _ in found.inputs)
    assert any(action == (-5,) for _, action in found.inputs), "an undo belongs into this test"


def test_every_changed_die_is_noticed() -> None:
    found = sealed_record()
    for n, (seat, action) in enumerate(found.inputs):
        if seat == CHANCE:
            for i in range(len(action)):
                changed = sealed_record()
                dice = list(action)
                dice[i] = (dice[i] + 1) % 6
                changed.inputs[n] = (seat, tuple(dice))
                with pytest.raises((proof.NotProven, record.BadRecord, ValueError, AssertionError)):
                    proof.verify(changed)


def test_other_orders_than_the_sealed_ones_are_noticed() -> None:
    found = sealed_record()
    n = next(n for n, (seat, action) in enumerate(found.inputs) if seat == 0 and action[0] == 0)
    found.inputs[n] = (0, (0, 99))
    with pytest.raises(proof.NotProven):
        proof._check_seals(found, KEYS[2])


def test_another_key_is_noticed() -> None:
    found = sealed_record()
    with pytest.raises(proof.NotProven, match="published"):
        proof.verify(found, "00" * 32)
    found.tags["dice key"] = KEYS[3].hex()
    with pytest.raises(proof.NotProven):
        proof.verify(found)
    for key in ("", "zz", "00"):
        found.tags["dice key"] = key
        with pytest.raises(proof.NotProven):
            proof.verify(found)
    with pytest.raises(proof.NotProven):
        proof.verify(record.from_match(playout(games.load("picket"), 1), {"turns": 10}))


def test_a_receipt_hides_its_order_without_the_key() -> None:
    """Seals of the same order differ by seat, number and match: a list of all orders finds nothing."""
    seals = {Seals(KEYS[0], match, 2).add(seat, (1, 2, 3)) for match in ("a", "b") for seat in (0, 1)}
    chain = Seals(KEYS[0], "a", 2)
    seals |= {chain.add(0, (1, 2, 3)) for _ in range(3)}
    assert len(seals) == 6
    bare = hashlib.sha256(b'["a",0,0,[1,2,3],""]').hexdigest()
    assert bare not in seals
