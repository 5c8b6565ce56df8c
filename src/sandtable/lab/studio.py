"""What designs need done away from the server's loop: examining one, and playing bots on it.

A program that reads JSON lines and answers with JSON lines; the server starts it, and ends it when it is late.

    > {"type":"check","id":1,"game":"picket","seats":2,"options":{}}
    < {"id":1,"remarks":[{"grave":false,"key":"minutes","text":"...","where":[],"values":{}}]}
    > {"type":"load","id":2,"game":"picket","seats":2,"options":{}}
    < {"id":2,"sides":[0,1],"seconds":0.01}          or {"id":2,"refused":"..."}
    > {"type":"handout","id":3,"game":"picket","seats":2,"options":{}}
    < {"id":3,"handout":{...}}
    > {"type":"balance","id":4,"game":"picket","seats":2,"options":{},"bot":"greedy","games":100,"seed":0}
    < {"id":4,"tally":{...}}          again and again, the last time with "done":true
"""

from __future__ import annotations

import contextlib
import os
import sys
import time
from collections.abc import Iterator
from typing import Any, BinaryIO

import msgspec

from sandtable import games
from sandtable.kit.card import Options, Remark
from sandtable.lab.simulate import Outcome, Plan, simulate, wilson
from sandtable.wire.handout import handout

TELL_SECONDS = 0.4  # between two lines about a balance test
FEW = 20  # decided matches below which nothing is said about balance


def examine(name: str, seats: int, options: Options) -> list[Remark]:
    """All that the doctor and the game itself have to say of a design."""
    card = games.card(name)
    try:
        complete = games.complete(card, options)
        if seats not in card.seats:
            games.load(name, seats, complete)
    except games.TooLong as error:
        return [Remark(True, "sheet-long", str(error), [f"option:{error.key}"], {"line": "1", "most": str(error.most)})]
    except games.BadOption as error:
        return [Remark(True, "bad-option", str(error), [], {"reason": str(error)})]
    remarks = card.inspect(seats, complete)
    if any(remark.grave for remark in remarks):
        return remarks
    try:
        games.load(name, seats, complete)
    except games.BadOption as error:
        reason = str(error).removeprefix(f"{name}: ")
        remarks.insert(0, Remark(True, "refused", str(error), [], {"reason": reason}))
    return remarks


class Tally:
    """Wins by side with their 95 % intervals.  A match is won by the side that alone has the best score."""

    def __init__(self, sides: list[int]) -> None:
        self.sides = sides  # by seat
        self.wins = [0] * (max(sides) + 1)
        self.played = 0
        self.unfinished = 0
        self.inputs = 0

    def add(self, outcome: Outcome) -> None:
        self.played += 1
        self.inputs += outcome.inputs
        if not outcome.finished:
            self.unfinished += 1
            return
        best = {self.sides[seat] for seat, score in enumerate(outcome.scores) if score == max(outcome.scores)}
        if len(best) == 1:
            self.wins[best.pop()] += 1

    def summary(self) -> dict[str, Any]:
        decided = sum(self.wins)
        rows = []
        for side, wins in enumerate(self.wins):
            low, high = wilson(wins, self.played)
            seats = [seat for seat, own in enumerate(self.sides) if own == side]
            share = wins / self.played if self.played else 0.0
            rows.append({"side": side, "seats": seats, "wins": wins, "share": share, "low": low, "high": high})
        return {
            "played": self.played,
            "decided": decided,
            "draws": self.played - decided - self.unfinished,
            "unfinished": self.unfinished,
            "decisions": round(self.inputs / self.played, 1) if self.played else 0.0,
            "sides": rows,
            "verdict": self.verdict(decided),
        }

    def verdict(self, decided: int) -> dict[str, Any]:
        """A key for the catalogue: what the intervals of decided matches say about equal chances."""
        if decided < FEW:
            return {"key": "few" if self.played < 2 * FEW else "draws", "sides": []}
        fair = 1 / len(self.wins)
        favoured = [side for side, wins in enumerate(self.wins) if wilson(wins, decided)[0] > fair]
        behind = [side for side, wins in enumerate(self.wins) if wilson(wins, decided)[1] < fair]
        if favoured or behind:
            return {"key": "favours" if favoured else "harms", "sides": favoured or behind}
        low, high = wilson(fair * decided, decided)
        return {"key": "even", "sides": [], "margin": (high - low) / 2}


def balance(request: dict[str, Any]) -> Iterator[dict[str, Any]]:
    game = games.load(request["game"], request["seats"], request["options"])
    tally = Tally([game.side(seat) for seat in range(game.seats)])
    plan = Plan(request["game"], request["seats"], request["options"], (request["bot"],), rotate=False)
    told = time.monotonic()
    for outcome in simulate(plan, request["games"], request["seed"]):
        tally.add(outcome)
        if time.monotonic() - told > TELL_SECONDS:
            told = time.monotonic()
            yield {"tally": tally.summary()}
    yield {"tally": tally.summary(), "done": True}


def load(request: dict[str, Any]) -> dict[str, Any]:
    """Whether a match with these options can begin, and how long that takes."""
    began = time.monotonic()
    try:
        game = games.load(request["game"], request["seats"], request["options"])
    except games.BadOption as error:
        return {"refused": str(error)}
    if request["type"] == "handout":
        return {"handout": handout(game, request["options"])}
    game.setup()
    return {"sides": [game.side(seat) for seat in range(game.seats)], "seconds": time.monotonic() - began}


def plain(remark: Remark) -> dict[str, Any]:
    return {key: getattr(remark, key) for key in ("grave", "fine", "key", "text", "where", "values")}


def answers(request: dict[str, Any]) -> Iterator[dict[str, Any]]:
    if request["type"] == "check":
        found = examine(request["game"], request["seats"], request["options"])
        yield {"remarks": [plain(remark) for remark in found]}
    elif request["type"] in ("load", "handout"):
        yield load(request)
    else:
        with contextlib.suppress(OSError):
            os.nice(10)  # matches of people come first
        yield from balance(request)


def serve(source: BinaryIO, sink: BinaryIO) -> None:
    for line in source:
        request = msgspec.json.decode(line)
        try:
            for answer in answers(request):
                sink.write(msgspec.json.encode({"id": request["id"], **answer}) + b"\n")
                sink.flush()
        except Exception as error:
            sink.write(msgspec.json.encode({"id": request["id"], "error": f"{type(error).__name__}: {error}"}) + b"\n")
            sink.flush()


if __name__ == "__main__":
    serve(sys.stdin.buffer, sys.stdout.buffer)
