"""The bot protocol: JSON lines over stdin and stdout; and the worker that speaks it for our own bots.

    > {"type":"decide","id":7,"session":"m1:0","bot":"greedy","game":"picket","seats":2,"options":{},
       "seat":0,"seconds":5.0,"view":{"table":{...},"hand":{...},"events":[...],"ask":3,"prompt":"plot",
       "paragraph":"3.1","offer":[[1,0,0],[1,0,1],[1,0,7]]}}
    < {"id":7,"action":[1,0,1]}
    > {"type":"imagine","id":8,...,"view":{...},"count":3}    possible truths, as far as the seat knows
    < {"id":8,"worlds":[{"table":...,"hands":[...],"box":...}]}
    > {"type":"odds","id":9,...,"view":{...},"action":[3],"count":50}    what an action may lead to; count 0: exact chances alone
    < {"id":9,"chances":[{"key":"hit","share":0.5,...}],"events":[[[5,2],0.84],...]}
    > {"type":"guess","id":10,...,"view":{...},"count":60}     what may be hidden
    < {"id":10,"guesses":[{"subject_kind":"piece","subject":3,"key":"is","exact":false,"answers":[[1,0.6,0.12],...]}]}
    > {"type":"weigh","id":11,...,"bot":"greedy","view":{...},"seconds":3.0,"count":60}    what decisions are worth
    < {"id":11,"action":[3],"worlds":41,"standing":[{"key":"troops-ours","mean":3.0,...}],"candidates":[{"action":[3],
       "win":0.7,"win_margin":0.1,"reasons":[{"key":"danger","amount":-2,"counted":true}],"end":[...],...}]}
    > {"type":"gestures","id":12,...,"view":{...},"kind":"unit","value":3,"text":""}    what can be done in one go
    < {"id":12,"subjects":[["unit",3],...],"gestures":[{"key":"go","kinds":["zone"],"operands":[4],
       "actions":[[1,3,4],[2]],"ends":1}],"wrong":""}
    > {"type":"end","session":"m1"}                            no answer

A program in any language that reads and writes these lines can take a seat.  The view is what a
browser gets, and nothing else.  An answer may instead be {"id":7,"error":"..."}.
"""

from __future__ import annotations

import os
import sys
from typing import Any, BinaryIO

import msgspec

from sandtable import bots, games
from sandtable.bots import study
from sandtable.core.game import Draw, Event
from sandtable.wire.plain import dump_state, encode, load_hand, load_table

MOST_WORLDS = 50
MOST_GAMES = 24  # kept: boards of people's own are many, and large


class Worker:
    """Bots by session, so that each remembers what it has heard."""

    def __init__(self) -> None:
        self.games: dict[bytes, games.AnyGame] = {}
        self.players: dict[str, bots.AnyBot] = {}

    def answer(self, line: bytes) -> bytes | None:
        request = msgspec.json.decode(line)
        if request["type"] == "end":
            for session in [s for s in self.players if s.partition(":")[0] == request["session"]]:
                del self.players[session]
            return None
        try:
            return encode({"id": request["id"], **self.handle(request)})
        except Exception as error:
            return encode({"id": request["id"], "error": f"{type(error).__name__}: {error}"})

    def handle(self, request: dict[str, Any]) -> dict[str, Any]:
        game = self.game(request)
        view = request["view"]
        table, hand = load_table(game, view["table"]), load_hand(game, view["hand"])
        if request["type"] == "imagine":
            draw = Draw(request["seed"])
            worlds = [game.imagine(table, hand, draw) for _ in range(min(request["count"], MOST_WORLDS))]
            return {"worlds": [dump_state(world) for world in worlds]}
        if request["type"] == "gestures":
            return study.gestures(game, table, hand, request["kind"], request["value"], request["text"])
        if request["type"] in ("odds", "guess", "weigh"):
            return self.study(request, game, table, hand)
        player = self.player(request, game)
        player.hear([Event(1 << request["seat"], kind, tuple(args), 1) for kind, *args in view["events"]])
        action = player.decide(table, hand, game.choices(table, hand))
        return {"action": list(action)}

    def study(self, request: dict[str, Any], game: games.AnyGame, table: Any, hand: Any) -> dict[str, Any]:
        draw, count = Draw(request["seed"]), int(request["count"])
        if request["type"] == "guess":
            return {"guesses": study.guesses(game, table, hand, count, draw)}
        if request["type"] == "weigh":
            offer = [tuple(action) for action in request["view"]["offer"]]
            return study.weigh(game, table, hand, offer, request["bot"], request["seed"], request["seconds"], count)
        action = tuple(request["action"])
        exact = study.chances(game, table, hand, action)
        return {"chances": exact, "events": study.outcomes(game, table, hand, action, count, draw) if count and not exact else []}

    def game(self, request: dict[str, Any]) -> games.AnyGame:
        key = encode([request["game"], request["seats"], request["options"]])
        found = self.games.pop(key, None) or games.load(request["game"], request["seats"], request["options"])
        self.games[key] = found  # the latest stands last
        while len(self.games) > MOST_GAMES:
            del self.games[next(iter(self.games))]
        return found

    def player(self, request: dict[str, Any], game: games.AnyGame) -> bots.AnyBot:
        session = request["session"]
        if session not in self.players:
            self.players[session] = bots.make(request["bot"], game, request["seat"], request["seed"])
        return self.players[session]


def serve(source: BinaryIO, sink: BinaryIO) -> None:
    worker = Worker()
    for line in source:
        answer = worker.answer(line)
        if answer is not None:
            sink.write(answer + b"\n")
            sink.flush()


if __name__ == "__main__":
    try:
        serve(sys.stdin.buffer, sys.stdout.buffer)
    except BrokenPipeError:  # whoever asked is gone: nobody waits for the answer, nor for what is left in the buffer
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
