"""Examples of the routes of games and matches, for the schema."""

from __future__ import annotations

from typing import Any

from sandtable.server.openapi import Shown

MATCH = "k3JxQ0pVwA7dTz1m"
LINK = "mY8vT3xQz5LkWc2NbJr7PdGh4sAf6EuK"
HASH = "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08"
TERMS: dict[str, Any] = {
    "clock": {"kind": "fischer", "seconds": 900, "increment": 10, "days": 3, "on_timeout": "lose", "bot": "random"},
    "undo": "ask", "onlookers": True, "delay": 0, "chat": "all", "rated": True, "title": "Evening match",
}  # fmt: skip
SEAT: dict[str, Any] = {"seat": 0, "kind": "person", "name": "Anna", "bot": None, "colour": "red", "side": 0, "mine": True, "guest": False}
VIEW: list[Any] = [
    "view", 7,
    {
        "table": {"pending": [0], "turn": 2}, "events": [[11, 2]], "hand": {"seat": 0, "asked": 4}, "ask": 4,
        "prompt": "plot", "paragraph": "3.1", "offer": [[1, 0, 0], [2]],
        "endings": [[1, "seal", 2, 0, [["counters", 2]]]], "undo": "",
    },
    {"seals": ["", HASH]},
]  # fmt: skip
MESSAGE = {
    "type": "array", "minItems": 4, "maxItems": 4,
    "prefixItems": [{"const": "view"}, {"type": "integer"}, {"type": "object"}, {"type": "object"}],
    "description": "[\"view\", number of the message, what the seat knows, what everybody knows beside]",
}  # fmt: skip
OPTION = {"key": "turns", "kind": "number", "default": 10, "low": 1, "high": 99, "choices": []}
GAME: dict[str, Any] = {
    "name": "picket", "title": {"en": "Picket", "de": "Vorposten"}, "blurb": {"en": "Six zones, hidden counters.", "de": "Sechs Zonen."},
    "seats": [2], "options": [OPTION], "bots": ["random", "casual", "greedy"],
    "rank": 100, "players_option": "", "assets": ["emblem.svg"], "first": {"seats": 2, "options": {"turns": 6}},
}  # fmt: skip
SHAPE = {"word": "hide", "operands": ["counter"], "rank": 0}
GESTURE = {"key": "plot-all", "kinds": ["zone"], "operands": [3], "actions": [[1, 0, 3], [1, 1, 3], [2]], "ends": 2}
NOT_YOURS = {403: ("not-your-seat",), 404: ("no-such-match",), 409: ("not-started", "old-version")}
PLAYS = {
    403: ("not-your-seat",),
    404: ("no-such-match",),
    409: ("not-started", "paused", "match-over", "not-awaited", "stale", "cannot-undo", "undo-passed", "old-version"),
}
TEXTS = {"type": "object", "additionalProperties": {"type": "string"}}


def listing(key: str, items: dict[str, Any]) -> dict[str, Any]:
    """The schema of an object with one list."""
    return {"type": "object", "required": [key], "properties": {key: {"type": "array", "items": items}}}


CHANCE = {"key": "they-lose", "share": 0.5556, "mean": False, "kinds": [], "values": []}
GUESS = {"subject_kind": "piece", "subject": 7, "key": "is", "kind": "kind", "exact": False, "answers": [[1, 0.6, 0.12], [0, 0.4, 0.12]]}
MEASURE = {"key": "troops-ours", "mean": 2.4, "margin": 0.3, "good": 1}
CANDIDATE = {
    "action": [1, 0, 3], "bot": True, "score": 55.0, "score_margin": 64.0, "win": 0.58, "win_margin": 0.12, "chances": [CHANCE],
    "reasons": [{"key": "danger", "amount": -2, "counted": True}], "end": [MEASURE],
}  # fmt: skip

EXAMPLES: dict[str, Shown] = {
    "GET /v1/games": Shown([GAME], text="Every game with its options, seats and bots."),
    "GET /v1/games/{name}": Shown(
        {**GAME, "version": 1, "verbs": [SHAPE], "events": [SHAPE], "languages": ["en", "de"]},
        keys={404: ("unknown-name",)},
        text="Verbs and events are numbered in this order: an action is the number of its verb and the operands.",
    ),
    "GET /v1/games/{name}/texts/{language}": Shown(
        {"": {"title": "Picket"}, "verb": {"hide": "Hide {counter}"}},
        keys={404: ("unknown-name", "no-such-language")},
        text="By kind and key.",
    ),
    "GET /v1/games/{name}/rulebook": Shown("# Picket\n", keys={404: ("unknown-name", "no-rulebook")}, text="The rules as we tell them."),
    "GET /v1/games/{name}/assets/{file}": Shown(
        "", keys={404: ("unknown-name", "not-found")}, text="Files that stand in `assets` of the game: `emblem.svg`, `board.js` and others."
    ),
    "GET /v1/games/{name}/sides": Shown(
        {"sides": [0, 0, 1, 1], "colours": ["red", "blue", "green", "yellow"]},
        keys={400: ("malformed", "bad-option", "too-slow"), 404: ("unknown-name",)},
        text="Seats with the same number are one side: they win together and share a channel of talk.",
    ),
    "GET /v1/games/{name}/handout": Shown(
        {"game": "picket"},
        keys={400: ("malformed", "bad-option", "too-slow"), 404: ("unknown-name",)},
        schema={"type": "object"},
        text="Depends on the number of seats and the options.",
    ),
    "GET /v1/matches": Shown(
        {
            "matches": [
                {
                    "id": MATCH,
                    "game": "picket",
                    "state": "open",
                    "options": {"turns": 10},
                    "terms": TERMS,
                    "seats": [SEAT],
                    "created": 1789000000000,
                    "result": None,
                }
            ],
            "cursor": f"1789000000000.{MATCH}",
        },
        keys={400: ("bad-cursor",)},
        text="Newest first, page by page: `cursor` leads to the next one and is null on the last.",
    ),
    "POST /v1/matches": Shown(
        {"id": MATCH, "link": LINK, "url": f"https://sandtable.example.org/play/{MATCH}#link={LINK}"},
        {
            "game": "picket",
            "options": {"turns": 10},
            "terms": {"clock": {"kind": "fischer", "seconds": 900, "increment": 10}},
            "places": [{"kind": "me", "colour": "red"}, {"kind": "bot", "bot": "greedy"}],
        },
        {
            400: ("bad-option", "too-slow", "no-such-bot", "too-many-places", "same-colour"),
            403: ("reserved-names",),
            404: ("unknown-name",),
            409: ("too-many-matches",),
        },
        "It begins when every seat is taken. Whoever has the link may join and see a match that is not public.",
    ),
    "GET /v1/matches/{match}": Shown(
        {
            "id": MATCH,
            "game": "picket",
            "state": "running",
            "seats": [],
            "terms": TERMS,
            "dice_hash": HASH,
            "dice_key": None,
            "yours": [0],
            "present": [0],
            "result": None,
        },
        keys=NOT_YOURS,
        schema={"type": "object", "required": ["id", "game", "state", "seats", "terms", "dice_hash", "yours", "present"]},
        text="What everybody may know beside the table. The link is told to who sits in the match.",
    ),
    "POST /v1/matches/{match}/join": Shown(
        {"match": MATCH, "seat": 1},
        {"seat": 1},
        {404: ("no-such-match",), 409: ("seat-taken",)},
        "Any open seat, the one named, or one of a side; `move` gives back the seat one has. Of many, one gets the last.",
    ),
    "DELETE /v1/matches/{match}/seat": Shown(
        keys={404: ("no-such-match",), 409: ("match-began",)},
        text="When the one who opened the match leaves, it is dropped.",
    ),
    "POST /v1/matches/{match}/seats/{seat}/bot": Shown(
        {"match": MATCH, "seat": 1},
        {"bot": "greedy"},
        {400: ("no-such-bot",), 404: ("no-such-match",), 409: ("seat-taken",)},
        "For whoever opened the match.",
    ),
    "DELETE /v1/matches/{match}/seats/{seat}": Shown(
        keys={404: ("no-such-match",), 409: ("match-began", "seat-open")},
        text="For whoever opened the match. It gets a new link: the old one is known to who was sent away.",
    ),
    "DELETE /v1/matches/{match}/seats/{seat}/devices": Shown(
        keys=NOT_YOURS,
        text="For whoever has the seat: phones and tables that were let in by its link leave, and the link gets void.",
    ),
    "GET /v1/matches/{match}/seats/{seat}/qr": Shown("<svg></svg>", keys=NOT_YOURS),
    "GET /v1/matches/{match}/seats/{seat}/link": Shown(
        {"url": f"https://sandtable.example.org/join#{LINK}"},
        keys=NOT_YOURS,
        text="It works once.",
    ),
    "POST /v1/matches/{match}/decisions": Shown(
        {"id": "m17", "seq": 8, "receipt": HASH, "played": 2, "of": 3, "stopped": "stopped-revealed"},
        {"id": "m17", "ask": 4, "actions": [[1, 0, 3], [1, 1, 3], [2]], "whole": False},
        {**PLAYS, 400: ("malformed",), 409: (*PLAYS[409], "gesture-length")},
        "Answered when it is saved. The same id again gets the same answer and counts once. Refusals of a game have keys of its own (409). "
        "With `actions` instead of `action` it is a gesture: played one by one up to the first surprise, saved and told as one; "
        "`of` is 0 when it was none.",
        {
            "type": "object",
            "required": ["id", "seq", "receipt", "played", "of", "stopped"],
            "properties": {
                **{key: {"type": "string"} for key in ("id", "receipt", "stopped")},
                **{key: {"type": "integer"} for key in ("seq", "played", "of")},
            },
        },
    ),
    "POST /v1/matches/{match}/calls": Shown(
        {"id": "m18", "seq": 9, "receipt": HASH, "played": 0, "of": 0, "stopped": ""},
        {"id": "m18", "verb": "draw"},
        {**PLAYS, 400: ("no-such-verb",), 409: (*PLAYS[409], "no-undo-asked", "not-paused", "not-over")},
        "What is outside the rules of the game.",
    ),
    "GET /v1/matches/{match}/view": Shown(
        VIEW, keys=NOT_YOURS, schema=MESSAGE, text="The same message a socket gets. Onlookers get the table."
    ),
    "GET /v1/matches/{match}/stream": Shown(
        '["match",{}]\n["view",1,{},{}]\n',
        keys=NOT_YOURS,
        schema={"type": "string"},
        text="One message a line, until the match is over.",
    ),
    "GET /v1/matches/{match}/talk": Shown(
        {
            "talk": [
                {
                    "at": 1789000000000,
                    "user": "u5Xc2mPq8RtZ1aBd",
                    "name": "Anna",
                    "guest": False,
                    "seat": 0,
                    "channel": "all",
                    "text": "Good luck!",
                }
            ],
            "cursor": None,
        },
        keys=NOT_YOURS,
        schema=listing("talk", {"type": "object", "required": ["at", "user", "name", "guest", "seat", "channel", "text"]}),
        text="Oldest first, page by page: `cursor` is the next `since`, null on the last page.",
    ),
    "POST /v1/matches/{match}/talk": Shown(
        {"key": "said"},
        {"text": "Good luck!", "channel": "all", "id": "g1"},
        {
            400: ("bad-text", "no-such-channel"),
            403: ("not-your-seat", "no-talk"),
            404: ("no-such-match",),
            409: ("talk-full", "old-version"),
        },
        "Channels: all, team, seat:<number>, onlookers. Sent again under the same `id`, it is not said twice.",
    ),
    "POST /v1/join": Shown(
        {"match": MATCH, "seat": 1},
        {"link": LINK},
        {404: ("no-such-link",), 409: ("seat-taken",)},
        "Takes an open seat, or makes this device one more of the seat's player. The link works once.",
    ),
    "GET /v1/matches/{match}/replay/{seq}": Shown(
        VIEW,
        keys={**NOT_YOURS, 400: ("no-such-seat",), 404: ("no-such-match", "no-such-message")},
        schema=MESSAGE,
        text="Of a running match one's own messages; of a finished one any seat's.",
    ),
    "GET /v1/matches/{match}/history": Shown(
        {"messages": [[1, []], [2, [[11, 1]]]], "cursor": None},
        keys={**NOT_YOURS, 400: ("no-such-seat",)},
        schema=listing("messages", {"type": "array", "minItems": 2}),
        text="Page by page: `cursor` is the next `since`, null on the last page.",
    ),
    "GET /v1/matches/{match}/truth/{count}": Shown(
        {"inputs": 40, "state": {"table": {}, "hands": [], "box": {}}},
        keys={**NOT_YOURS, 404: ("no-such-match", "no-such-input"), 409: ("not-over", "old-version")},
        schema={"type": "object", "required": ["inputs", "state"]},
        text="All hands and the box.",
    ),
    "GET /v1/matches/{match}/record": Shown(
        '{"format":"sandtable"}\n[0,[0,1]]\n',
        keys={**NOT_YOURS, 409: ("not-over", "old-version")},
        text="`sandtable verify` checks its dice and receipts.",
    ),
    "GET /v1/matches/{match}/look": Shown(
        {"answer": "5 ?"},
        keys={**NOT_YOURS, 400: ("bad-query",)},
        schema={"type": "object", "required": ["answer"], "properties": {"answer": {"type": ["string", "null"]}}},
        text="Each game has words of its own.",
    ),
    "GET /v1/matches/{match}/gestures": Shown(
        {"subjects": [["counter", 0], ["counter", 1]], "gestures": [GESTURE]},
        keys={**NOT_YOURS, 400: ("bad-gesture",), 409: ("not-awaited", "cannot-imagine", "not-started", "old-version")},
        schema={"type": "object", "required": ["subjects", "gestures"]},
    ),
    "GET /v1/matches/{match}/why": Shown(
        {"key": "not-now"},
        keys={**NOT_YOURS, 400: ("malformed",)},
        schema=TEXTS,
        text="The key of the refusal; empty when it is legal.",
    ),
    "GET /v1/matches/{match}/hint": Shown(
        {
            "bot": "greedy",
            "ask": 4,
            "action": [1, 0, 3],
            "then": [[1, 1, 2], [0]],
            "worlds": 60,
            "standing": [MEASURE],
            "candidates": [CANDIDATE],
        },
        keys={
            **NOT_YOURS,
            400: ("no-such-bot",),
            403: ("not-your-seat", "no-hints"),
            409: ("not-awaited", "not-started", "cannot-imagine", "old-version"),
        },
        schema={"type": "object", "required": ["bot", "ask", "action", "then", "worlds", "standing", "candidates"]},
        text="The bot sees what this seat sees. Its choice and up to three others are played to the end in the same imagined worlds.",
    ),
    "GET /v1/matches/{match}/notebook": Shown(
        {"samples": 60, "guesses": [GUESS]},
        keys={**NOT_YOURS, 409: ("cannot-imagine", "not-started", "old-version")},
        schema={"type": "object", "required": ["samples", "guesses"]},
        text="Question by question: each answer with its share and half of its 95 % interval, 0 where worlds were counted (exact); "
        "more: how many answers are left out, and their share.",
    ),
    "GET /v1/matches/{match}/odds": Shown(
        {"samples": 50, "chances": [CHANCE], "events": []},
        keys={**NOT_YOURS, 400: ("malformed",), 409: ("not-awaited", "cannot-imagine", "not-started", "old-version")},
        schema={"type": "object", "required": ["samples", "chances", "events"]},
    ),
    "GET /v1/turns": Shown(
        [{"match": MATCH, "game": "picket", "seat": 0, "message": VIEW}],
        schema={"type": "array", "items": {"type": "object", "required": ["match", "game", "seat", "message"]}},
    ),
    "GET /v1/ratings/{game}": Shown(
        {
            "ratings": [
                {
                    "user": "u5Xc2mPq8RtZ1aBd",
                    "name": "Anna",
                    "game": "picket",
                    "rating": 7.3,
                    "mu": 27.1,
                    "sigma": 6.6,
                    "matches": 12,
                    "wins": 8,
                }
            ],
            "offset": None,
        },
        text="Best first, page by page: `offset` leads to the next one.",
    ),
}
