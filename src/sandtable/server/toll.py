"""What frames on a socket cost.

The parser makes an object of every frame, and the loop stands still meanwhile: a read of 256 kB holds 43,000 pings.  So frames
are counted before it sees them, by walking from head to head.  Whole messages have limits of their own (``messages_per_second``);
here pay control frames and continuations, empty ones too, messages that come in bunches, and length.
"""

from __future__ import annotations

from collections.abc import Callable

MOST_FRAGMENTS = 64  # of one message
SPARE_BURST, SPARE_RATE = 200.0, 20.0  # control frames and continuations: so many at once, so many a second
FRAMES_PER_MESSAGE = 2.0  # data frames: so many times as often as messages
LENGTH = 4096  # bytes that cost as much as one frame more

TEXT, BINARY, CONTINUATION = 1, 2, 0


class Toll:
    """The credit of one socket, and where it stands in the stream of frames."""

    __slots__ = ("_burst", "_clock", "_fragments", "_head", "_last", "_most", "_rate", "_rest", "data", "inside", "spare")

    def __init__(self, burst: float, rate: float, most: int, clock: Callable[[], float]) -> None:
        self._burst = burst * FRAMES_PER_MESSAGE
        self._rate = rate * FRAMES_PER_MESSAGE
        self._most = most  # bytes of a frame; the parser ends the socket at a longer one
        self._clock = clock
        self._last = clock()
        self._head = b""  # the beginning of a head whose rest has not come
        self._rest = 0  # bytes of the frame under way that have not come
        self._fragments = 0  # of the message under way
        self.data = self._burst
        self.spare = SPARE_BURST
        self.inside = False  # a frame or a head is under way: what comes next does not begin with a head

    def pay(self, came: bytes) -> bool:
        """Walk over what came; false when it holds more than there is credit for: then none of it may be parsed."""
        self._earn()
        if self._head:
            came, self._head = self._head + came, b""
        at, end = self._rest, len(came)
        while at < end:
            size = length_of(came, at)
            if size is None:
                self._head = bytes(came[at:])
                break
            if size[1] > self._most:
                at = end  # the parser refuses it and reads no further
                break
            if not self._charge(came[at], size[1]):
                return False
            at += size[0] + size[1]
        self._rest = max(0, at - end)
        self.inside = bool(self._head) or self._rest > 0
        return True

    def _charge(self, first: int, size: int) -> bool:
        kind, last = first & 0x0F, first >= 0x80
        if kind in (TEXT, BINARY):
            self._fragments = 0 if last else 1
            self.data -= 1 + size // LENGTH
            return self.data >= 0
        if kind == CONTINUATION:
            self._fragments = 0 if last else self._fragments + 1
        self.spare -= 1 + size // LENGTH
        return self.spare >= 0 and self._fragments <= MOST_FRAGMENTS

    def _earn(self) -> None:
        now = self._clock()
        passed, self._last = now - self._last, now
        self.data = min(self._burst, self.data + passed * self._rate)
        self.spare = min(SPARE_BURST, self.spare + passed * SPARE_RATE)


def length_of(data: bytes, at: int) -> tuple[int, int] | None:
    """Bytes of the head that begins here, mask included, and of what follows it (RFC 6455, 5.2); None: more of it must come."""
    left = len(data) - at
    if left < 2:
        return None
    size = data[at + 1] & 0x7F
    mask = 4 if data[at + 1] & 0x80 else 0
    if size < 126:
        return 2 + mask, size
    wide = 2 if size == 126 else 8
    if left < 2 + wide:
        return None
    return 2 + wide + mask, int.from_bytes(data[at + 2 : at + 2 + wide], "big")
