"""``sandtable`` with the same dice and the same thoughts of bots in every run, for tests.

A test that plays by chance would otherwise play another match every day, and fail on the day when that match takes a turn
nobody thought of.  Looking for such matches is the work of ``make fuzz`` and of SANDTABLE_TEST_SEARCH=1, not of luck.
"""

from __future__ import annotations

from hashlib import sha256

from sandtable.cli.__main__ import main
from sandtable.server import bots, lobby

KEY = sha256(b"the same dice").digest()
SEED = 1

lobby.new_key = lambda: KEY
bots.new_seed = lambda: SEED

if __name__ == "__main__":
    main()
