"""Views of seeded play as JSON, for writing boards without a server.

    python tools/web_fixtures.py [game ...]     # writes web/fixtures/<game>.json

One file per game: handout, catalogues in all languages, and for every trial setting a list of
moments.  A moment holds what each seat and an onlooker would receive: table, hand, offer, prompt and
the events since the moment before.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

from sandtable import games
from sandtable.core.game import Draw
from sandtable.core.match import Match, finished
from sandtable.wire.catalogue import LANGUAGES, catalogue
from sandtable.wire.handout import handout, schema
from sandtable.wire.view import view

MOMENTS = 240  # kept per game, shared by its settings; one out of so many is kept where play is longer
OUT = Path(__file__).resolve().parent.parent / "web" / "fixtures"


def moments(name: str, seats: int, options: dict[str, Any], seed: int, most: int) -> list[dict[str, Any]]:
    """A match between bots (random choices now and then), told to everybody."""
    game = games.load(name, seats, options)
    card = games.card(name)
    match = Match(game, Draw(seed))
    choice = Draw(seed + 1)
    bots = [card.bot(card.bots[-1], game, seat, Draw(seed + 2 + seat)) if card.bots else None for seat in range(game.seats)]
    found: list[dict[str, Any]] = []
    events: list[Any] = []
    while True:
        state = match.state
        told = [view(game, state.table, None, events)] + [view(game, state.table, hand, events) for hand in state.hands]
        found.append({"onlooker": told[0], "seats": told[1:]})
        if finished(state) or len(found) > 400:
            break
        seat = state.table.pending[choice.below(len(state.table.pending))]
        offer = game.actions(state.table, state.hands[seat])
        bot = bots[seat]
        dull = bot is None or choice.below(4) == 0
        action = offer[choice.below(len(offer))] if dull or bot is None else bot.decide(state.table, state.hands[seat], offer)
        events = match.play(seat, action)
    step = max(1, len(found) // most)
    return thin(found, step)


def thin(found: list[dict[str, Any]], step: int) -> list[dict[str, Any]]:
    """Every ``step``-th moment, and those in which a verb is offered for the first time; those left out hand their events on."""
    kept: list[dict[str, Any]] = []
    carried: dict[str, list[Any]] = {}
    known: set[int] = set()
    for i, moment in enumerate(found):
        verbs = {action[0] for told in moment["seats"] for action in told.get("offer", [])}
        keep = i % step == 0 or i == len(found) - 1 or not verbs <= known
        known |= verbs
        views = {"onlooker": moment["onlooker"], **{str(s): v for s, v in enumerate(moment["seats"])}}
        for who, told in views.items():
            told["events"] = carried.pop(who, []) + told["events"]
            if not keep:
                carried[who] = told["events"]
        if keep:
            kept.append(moment)
    return kept


def fixture(name: str) -> dict[str, Any]:
    trials = games.card(name).trials()
    return {
        "schema": schema(name),
        "texts": {language: catalogue(name, language) for language in LANGUAGES},
        "settings": [
            {
                "handout": handout(games.load(name, seats, options), options),
                "moments": moments(name, seats, options, 7 * (i + 1), max(1, MOMENTS // len(trials))),
            }
            for i, (seats, options) in enumerate(trials)
        ],
    }


def main() -> None:
    OUT.mkdir(parents=True, exist_ok=True)
    for name in sys.argv[1:] or games.names():
        text = json.dumps(fixture(name), separators=(",", ":"))
        (OUT / f"{name}.json").write_text(text, encoding="utf-8")
        print(f"{name}: {len(text) // 1000} kB")


if __name__ == "__main__":
    main()
