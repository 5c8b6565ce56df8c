"""The schema at /schema: what the types of the routes cannot say is added here.

For every route an example of what is sent and answered, the errors it may give with their keys, and what the answer
holds where it is made by hand.  ``EXAMPLES`` of the areas hold all that, route by route; a test fails when a route
has none.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from litestar import Litestar, Request
from litestar.openapi.plugins import JsonRenderPlugin

Document = dict[str, Any]


class Shown(NamedTuple):
    """What the schema says of one route."""

    answer: Any = None  # an example; None where the answer has no body
    body: Any = None  # an example of what is sent
    keys: Mapping[int, tuple[str, ...]] = {}  # errors of its own, by status
    text: str = ""  # where the handler has no description
    schema: Document | None = None  # of the answer, where the handler's type does not tell


ERROR: Document = {
    "type": "object",
    "description": "The body of every answer that is an error.",
    "properties": {
        "key": {"type": "string", "description": "What went wrong, for programs and for translations."},
        "message": {"type": "string", "description": "The same for people, in English; with what would have been right."},
        "details": {"type": "object", "description": "More, depending on the key."},
    },
    "required": ["key", "message", "details"],
    "additionalProperties": False,
}
MEANING = {
    400: "What was sent does not fit.",
    401: "Nobody is logged in, or the log-in failed.",
    403: "This may not be done by whoever asks, or the request came from another site's page.",
    404: "There is no such thing, or it is not yours to see.",
    408: "The request took too long to arrive.",
    409: "It cannot be done as things stand; nothing was changed.",
    410: "The link was used already or is too old.",
    413: "The request is too long.",
    429: "Too many requests; Retry-After says when to try again.",
    503: "The server cannot do this at the moment; nothing was changed. Retry-After says when to try again.",
}
COMMON = {
    400: ("invalid", "not-text"),
    401: ("log-in-first",),
    403: ("not-allowed", "foreign-origin", "origin-missing"),
    404: ("not-found",),
    408: ("too-slow",),
    413: ("too-large",),
    429: ("too-many-requests",),
    503: ("try-again",),
}
DETAILS: dict[str, Document] = {
    "invalid": {"fields": [{"field": "name", "message": "Expected `str`, got `int`"}]},
    "not-text": {"at": 9},
    "too-large": {"limit": 262144},
    "too-many-requests": {"limit": "request", "retry_after": 3},
    "no-such-bot": {"bots": ["random", "casual", "greedy"]},
    "same-colour": {"colours": ["red", "blue", "green"]},
    "stale-revision": {"revision": 2, "sent": 1},
    "too-many-designs": {"most": 200},
    "no-such-scope": {"scopes": ["play", "watch"]},
}
PARAMETERS = {
    "match": ("The id of a match.", "k3JxQ0pVwA7dTz1m"),
    "design": ("The id of a design.", "d9QxB4tRmK2wLs6h"),
    "test": ("The id of a balance test.", "b5NvC8yUjP1eXa3g"),
    "user": ("The id of a person.", "u5Xc2mPq8RtZ1aBd"),
    "session": ("The id of a log-in.", "s7Yh3nLk2WqE9rTf"),
    "token": ("The id of an API token, not the token itself.", "t2Vb6gHj4NmK8sDq"),
    "name": ("The name of a game.", "picket"),
    "game": ("The name of a game.", "picket"),
    "language": ("A language: en or de.", "en"),
    "file": ("A file of the game, as its `assets` list it.", "emblem.svg"),
    "seq": ("The number of a message to the seat, from 1.", 1),
    "count": ("How many inputs of the record.", 0),
    "state": ("The state of matches: open, running or over; at the end of an OpenID log-in what the provider was given.", "open"),
    "mine": ("Only matches one sits in.", False),
    "limit": ("How many at most.", 20),
    "cursor": ("Where the page before ended.", "1789000000000.k3JxQ0pVwA7dTz1m"),
    "offset": ("How many to leave out.", 0),
    "since": ("Only messages after this number; of talk: after so many.", 0),
    "seats": ("How many seats.", 2),
    "q": ("A question in the game's own words.", "b1"),
    "bot": ("The name of a bot.", "greedy"),
    "samples": ("How many worlds to imagine.", 20),
    "tries": ("In how many imagined worlds each candidate is played to the end; 0 asks for the bot's choice alone.", 60),
    "worlds": ("With the imagined worlds themselves.", False),
    "wait": ("Seconds to wait.", 0),
    "action": ("JSON list of whole numbers: the verb and its operands.", "[1,0,3]"),
    "options": ("JSON object of options.", "{}"),
    "code": ("Given by the OpenID provider.", "c0de"),
    "error": ("Given by the OpenID provider when it refuses.", "access_denied"),
    "seat": ("The number of a seat; in a query also 'onlooker'.", 0),
    "Sandtable-Link": ("The link of a private match.", "mY8vT3xQz5LkWc2NbJr7PdGh4sAf6EuK"),
}


class Schema(JsonRenderPlugin):
    """Serves the completed schema."""

    def __init__(self, examples: dict[str, Shown]) -> None:
        super().__init__(path="/openapi.json")
        self.examples = examples
        self.done = False

    def render(self, request: Request[Any, Any, Any], openapi_schema: Document) -> bytes:
        if not self.done:
            complete(openapi_schema, request.app, self.examples)  # the document is kept by Litestar and rendered again and again
            self.done = True
        return super().render(request, openapi_schema)


def complete(document: Document, app: Litestar, examples: dict[str, Shown]) -> None:
    document.setdefault("components", {}).setdefault("schemas", {})["Error"] = ERROR
    asks = who_asks(app)
    linked = document["paths"].get("/v1/matches", {}).get("post", {}).get("responses", {}).get("201", {})
    linked["links"] = _links(document)
    for path, item in document["paths"].items():
        for method, operation in item.items():
            label = f"{method.upper()} {path}"
            shown = examples.get(label, Shown())
            _describe(operation, shown)
            _show_answer(operation, shown)
            operation["responses"].update(_errors(operation, method, asks.get(label, set()), shown))


def who_asks(app: Litestar) -> dict[str, set[str]]:
    """Which of the dependencies ``me`` and ``who`` every route has."""
    found: dict[str, set[str]] = {}
    for route in app.routes:
        for handler in getattr(route, "route_handlers", ()):
            names = set(handler.parsed_fn_signature.parameters) & {"me", "who"}
            for method in handler.http_methods:
                found[f"{method} {route.path_format}"] = names
    return found


def _links(document: Document) -> Document:
    """What can be asked about a match once it is made."""
    found = {}
    for path, item in document["paths"].items():
        if path.startswith("/v1/matches/{match}"):
            for operation in item.values():
                found[operation["operationId"]] = {
                    "operationId": operation["operationId"],
                    "parameters": {"match": "$response.body#/id"},
                    "description": operation["summary"],
                }
    return found


def _describe(operation: Document, shown: Shown) -> None:
    if not operation.get("description"):
        operation["description"] = shown.text or operation["summary"] + "."
    for parameter in operation.get("parameters", ()):
        text, example = PARAMETERS.get(parameter["name"], ("", None))
        parameter.setdefault("description", text)
        if example is not None and not (parameter["name"] == "seat" and parameter["in"] == "query"):
            parameter.setdefault("example", example)
    if shown.body is not None and "requestBody" in operation:
        operation["requestBody"]["content"]["application/json"]["example"] = shown.body


def _show_answer(operation: Document, shown: Shown) -> None:
    for status, response in operation["responses"].items():
        if status >= "400":
            continue
        content = response.get("content", {})
        if status in ("204", "303"):
            response.pop("content", None)
        for kind in content.values():
            if shown.schema is not None:
                kind["schema"] = shown.schema
            if shown.answer is not None:
                kind["example"] = shown.answer


def _errors(operation: Document, method: str, asks: set[str], shown: Shown) -> Document:
    statuses = {429, 503, *shown.keys}
    places = {parameter["in"] for parameter in operation.get("parameters", ())}
    if places:
        statuses.add(400)
    if "path" in places:
        statuses.add(404)
    if "requestBody" in operation:
        statuses |= {400, 408, 413}
    if "me" in asks:
        statuses |= {401, 403}
    if "who" in asks or method != "get":
        statuses.add(403)
    return {str(status): _error(status, shown.keys.get(status, ())) for status in sorted(statuses)}


def _error(status: int, own: tuple[str, ...]) -> Document:
    keys = tuple(dict.fromkeys((*own, *COMMON.get(status, ()))))
    shown = {key: {"value": {"key": key, "message": MEANING[status], "details": DETAILS.get(key, {})}} for key in keys}
    answer = {
        "description": f"{MEANING[status]} Keys: {', '.join(keys)}.",
        "content": {"application/json": {"schema": {"$ref": "#/components/schemas/Error"}, "examples": shown}},
    }
    if status in (429, 503):
        answer["headers"] = {"Retry-After": {"schema": {"type": "string"}, "description": "Seconds to wait."}}
    return answer
