"""Sealed dice and sealed orders.

A match has a secret key of 256 bits.  Its SHA-256 is published before the first decision, the key
itself when the match is over; then anybody can compute every die and every seal again.

Die number k is taken from HMAC-SHA256(key, "die" | k | attempt), read as a number of 64 bits and
rejected where it would favour some faces.  The number k counts the dice of the record, so neither a
crash, nor a repeated request, nor another worker can roll a die twice.

A seat's decisions form a chain of seals: each is HMAC-SHA256(nonce, previous seal | decision), its
nonce drawn from the key.  A seal commits the server to all decisions so far and tells nothing of them.
"""

from __future__ import annotations

import secrets
from hashlib import sha256

from sandtable.core.game import CHANCE, Action, Draw, Input
from sandtable.wire.plain import encode

SCHEME = "hmac-sha256-v1"
_SPAN = 1 << 64
SEAL_BYTES = 32


_INNER, _OUTER = bytes(n ^ 0x36 for n in range(256)), bytes(n ^ 0x5C for n in range(256))


def mac(key: bytes, word: bytes) -> bytes:
    """HMAC-SHA256 (RFC 2104) as two plain hashes: twice as fast as to prepare OpenSSL's HMAC."""
    inner, outer = pads(key)
    return sha256(outer + sha256(inner + word).digest()).digest()


def pads(key: bytes) -> tuple[bytes, bytes]:
    """What stands before the words of the inner and of the outer hash: the key, to the length of a block."""
    block = (key if len(key) <= 64 else sha256(key).digest()).ljust(64, b"\0")
    return block.translate(_INNER), block.translate(_OUTER)


def new_key() -> bytes:
    return secrets.token_bytes(32)


def commitment(key: bytes) -> str:
    return sha256(key).hexdigest()


def outcome(key: bytes, number: int, faces: int) -> int:
    """Die ``number`` of a match, from 0 to faces - 1."""
    limit = _SPAN - _SPAN % faces
    attempt = 0
    while True:
        word = b"die" + number.to_bytes(8, "big") + attempt.to_bytes(4, "big")
        value = int.from_bytes(mac(key, word)[:8], "big")
        if value < limit:
            return value % faces
        attempt += 1


class SealedDraw(Draw):
    """The server's dice; ``rolled`` is the number of the next one."""

    def __init__(self, key: bytes, rolled: int = 0) -> None:
        self.ready = False  # the base class draws while it seeds itself
        super().__init__(1)
        self.key = key
        self.rolled = rolled
        self.ready = True

    def below(self, n: int) -> int:
        if not self.ready:
            return super().below(n)
        value = outcome(self.key, self.rolled, n)
        self.rolled += 1
        return value


def count_dice(inputs: list[Input]) -> int:
    return sum(len(action) for seat, action in inputs if seat == CHANCE)


class Seals:
    """The chain of seals of every seat."""

    def __init__(self, key: bytes, match: str, seats: int) -> None:
        self._inner, self._outer = pads(key)
        self.match = match
        self.last = [""] * seats
        self.counts = [0] * seats
        self.public = [""] * seats  # shown to all once a seat is no longer awaited

    def add(self, seat: int, action: Action) -> str:
        """The receipt for a seat's next decision."""
        count = self.counts[seat]
        word = b"seal" + seat.to_bytes(4, "big") + count.to_bytes(8, "big")
        nonce = sha256(self._outer + sha256(self._inner + word).digest()).digest()  # mac(key, word)
        seal = self.last[seat] = mac(nonce, encode((self.match, seat, count, action, self.last[seat]))).hex()
        self.counts[seat] = count + 1
        return seal

    def mark(self) -> tuple[list[str], list[int], list[str]]:
        return self.last[:], self.counts[:], self.public[:]

    def go_back(self, mark: tuple[list[str], list[int], list[str]]) -> None:
        self.last, self.counts, self.public = mark

    def publish(self, seat: int) -> None:
        self.public[seat] = self.last[seat]


class Receipts:
    """The receipt of any decision of a match: made in one go when the first is asked for, and gone on with from there.  Whoever
    asks for old ones again and again keeps nobody busy."""

    def __init__(self, key: bytes, match: str, seats: int) -> None:
        self._chain = Seals(key, match, seats)
        self._made = bytearray()  # of each input; of dice nothing

    def find(self, inputs: list[Input], n: int) -> str:
        """Of decision ``n`` of a record that only grows."""
        for seat, action in inputs[len(self._made) // SEAL_BYTES : n + 1]:
            self._made += bytes(SEAL_BYTES) if seat == CHANCE else bytes.fromhex(self._chain.add(seat, action))
        return self._made[n * SEAL_BYTES : (n + 1) * SEAL_BYTES].hex()


def receipts(key: bytes, match: str, seats: int, inputs: list[Input]) -> list[tuple[int, str]]:
    """For every decision of a record: its index and its receipt."""
    chain = Seals(key, match, seats)
    return [(n, chain.add(seat, action)) for n, (seat, action) in enumerate(inputs) if seat != CHANCE]
