"""Examples of the routes of designs and balance tests, for the schema."""

from __future__ import annotations

from typing import Any

from sandtable.server.openapi import Shown

DESIGN = "d9QxB4tRmK2wLs6h"
TEST = "b5NvC8yUjP1eXa3g"
LINK = "mY8vT3xQz5LkWc2NbJr7PdGh4sAf6EuK"
LINE: dict[str, Any] = {
    "id": DESIGN, "game": "picket", "name": "Short evening", "seats": 2, "public": False, "revision": 1,
    "created": 1789000000000, "changed": 1789000000000, "copied": None, "owner": "Anna", "mine": True,
}  # fmt: skip
OPTIONS = {"turns": 10}
FULL = {**LINE, "options": OPTIONS, "link": LINK}
SKETCH = {"game": "picket", "seats": 2, "options": OPTIONS}
TALLY: dict[str, Any] = {
    "played": 100, "decided": 96, "draws": 4, "unfinished": 0, "decisions": 41.5,
    "sides": [
        {"side": 0, "seats": [0], "wins": 50, "share": 0.5, "low": 0.404, "high": 0.596},
        {"side": 1, "seats": [1], "wins": 46, "share": 0.46, "low": 0.366, "high": 0.557},
    ],
    "verdict": {"key": "even", "sides": [], "margin": 0.098},
}  # fmt: skip
UNKNOWN = {404: ("no-such-design",)}
BAD = {400: ("bad-option",), 404: ("unknown-name",), 413: ("too-large",)}

DESIGN_EXAMPLES: dict[str, Shown] = {
    "POST /v1/games/{name}/handout": Shown(
        {"game": "picket"},
        {"seats": 2, "options": OPTIONS},
        {400: ("bad-option",), 404: ("unknown-name", "no-handout")},
        "Depends on the number of seats and the options.",
        {"type": "object"},
    ),
    "POST /v1/games/{name}/sides": Shown(
        {"sides": [0, 1], "colours": ["red", "blue"]},
        {"seats": 2, "options": OPTIONS},
        {400: ("bad-option",), 404: ("unknown-name",)},
        "Seats with the same number are one side.",
    ),
    "POST /v1/designs": Shown(
        FULL,
        {**SKETCH, "name": "Short evening"},
        {**BAD, 409: ("too-many-designs",)},
        "It need not be playable: work in progress is kept too.",
    ),
    "GET /v1/designs": Shown(
        {"designs": [LINE], "cursor": f"1789000000000.{DESIGN}"}, keys={400: ("bad-cursor",)}, text="The latest first, without options."
    ),
    "GET /v1/designs/{design}": Shown(FULL, keys=UNKNOWN, text="One's own, a public one, or one whose link is sent along."),
    "PUT /v1/designs/{design}": Shown(
        {**FULL, "revision": 2},
        {"revision": 1, "name": "Short evening", "seats": 2, "options": OPTIONS, "public": False},
        {400: ("bad-option",), 404: ("no-such-design",), 409: ("stale-revision",), 413: ("too-large",)},
    ),
    "DELETE /v1/designs/{design}": Shown(keys=UNKNOWN, text="Copies of others stay."),
    "POST /v1/designs/{design}/copy": Shown(
        {**FULL, "copied": DESIGN}, {"link": LINK}, {**UNKNOWN, 409: ("too-many-designs",)}, "The copy is one's own and not public."
    ),
    "POST /v1/designs/{design}/link": Shown(FULL, keys=UNKNOWN, text="For a link that went too far."),
    "POST /v1/designs/check": Shown(
        {
            "playable": True,
            "remarks": [
                {
                    "grave": False,
                    "fine": True,
                    "key": "minutes",
                    "text": "91 fields: about 91 minutes of play",
                    "where": [],
                    "values": {"fields": "91"},
                }
            ],
        },
        SKETCH,
        {400: ("bad-option",), 404: ("unknown-name",)},
    ),
    "POST /v1/designs/balance": Shown(
        {"id": TEST},
        {**SKETCH, "games": 100, "bot": "greedy"},
        {**BAD, 400: ("bad-option", "too-slow", "no-such-bot", "unplayable"), 409: ("balance-at-work",)},
    ),
    "GET /v1/designs/balance/{test}": Shown(
        {"id": TEST, "game": "picket", "bot": "greedy", "games": 100, "state": "done", "tally": TALLY},
        keys={404: ("no-such-balance-test",)},
        text="To be asked now and then until the state is neither waiting nor running.",
    ),
    "DELETE /v1/designs/balance/{test}": Shown(keys={404: ("no-such-balance-test",)}, text="What was played until then stays readable."),
}
