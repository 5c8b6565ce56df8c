"""Looking ahead from one seat's knowledge: chances, gestures, guesses, and what a decision is worth.

Everything here is computed from (table, own hand) and a seed; there is nothing else in this process to compute from.
The same knowledge and the same seed give the same answer, unless the time is over before the count is full.
"""

from __future__ import annotations

import math
import time
from collections import Counter
from typing import Any

from sandtable import bots, games
from sandtable.core.game import CHANCE, Action, Draw
from sandtable.core.match import finished
from sandtable.kit.card import Chance, Gesture, Notation
from sandtable.kit.gesture import foresee
from sandtable.kit.reasons import Measure, Reason
from sandtable.wire.view import heard

MOST_WORLDS = 200
MOST_TRIES = 200
MOST_CANDIDATES = 4
MOST_THEN = 60  # answers to one question
LONGEST = 3000  # decisions of a match played on in thought
Z = 1.96  # intervals cover 95 in 100
LONGEST_WORD = 300
MANY = 6  # answers beyond which numbers are told as mean and span
MOST_COUNTED = 400  # worlds that are counted one by one
LONGEST_PATH = 60  # draws of one world, if it is to be counted


# chances before committing --------------------------------------------------------------------


def chances(game: games.AnyGame, table: Any, hand: Any, action: Action) -> list[dict[str, Any]]:
    """Exact chances by the rules' own tables."""
    return [plain_chance(chance) for chance in games.card(game.name).odds(game, table, hand, action)]


def plain_chance(chance: Chance) -> dict[str, Any]:
    return {
        "key": chance.key,
        "share": round(chance.ways / chance.of, 6),
        "mean": chance.mean,
        "kinds": chance.kinds,
        "values": list(chance.values),
    }


def outcomes(game: games.AnyGame, table: Any, hand: Any, action: Action, count: int, draw: Draw) -> list[Any]:
    """The events a seat would hear after an action in imagined worlds, up to the next wait, with the share of worlds that have them."""
    seen: Counter[tuple[int, ...]] = Counter()
    tries = min(count, MOST_TRIES)
    for _ in range(tries):
        world = game.imagine(table, hand, draw)
        world.news = []
        game.apply(world, hand.seat, action)
        roll(game, world, draw)
        seen.update({(event.kind, *event.args) for event in heard(world.news, hand.seat)})
    return [[list(event), round(times / tries, 4)] for event, times in seen.most_common()]


def roll(game: games.AnyGame, world: Any, draw: Draw) -> None:
    while world.table.dice:
        game.apply(world, CHANCE, tuple(draw.below(n) for n in world.table.dice))


# gestures ------------------------------------------------------------------------------------


def gestures(game: games.AnyGame, table: Any, hand: Any, kind: str, value: int, text: str) -> dict[str, Any]:
    """What a seat that is asked can do in one go: with a piece or place, or with an empty kind on the whole; or what a text of the
    game's short notation means.  ``wrong``: what is not right about the text, or about the piece."""
    card = games.card(game.name)
    subjects = card.subjects(game, table, hand)
    try:
        if text:
            read = card.read_gesture(game, table, hand, text)
            found = [] if read is None else [read]
        elif kind and (kind, value) not in subjects:
            found = []
        else:
            found = card.gestures(game, table, hand, kind, value)
    except Notation as error:
        return {"subjects": [], "gestures": [], "wrong": str(error)[:LONGEST_WORD]}
    wrong = f"'{text}' names no gesture"[:LONGEST_WORD] if text and not found else ""
    return {"subjects": [list(subject) for subject in subjects], "gestures": [plain_gesture(each) for each in found], "wrong": wrong}


def plain_gesture(gesture: Gesture) -> dict[str, Any]:
    return {
        "key": gesture.key,
        "kinds": gesture.kinds,
        "operands": list(gesture.operands),
        "actions": [list(action) for action in gesture.actions],
        "ends": gesture.ends,
    }


# the notebook ---------------------------------------------------------------------------------


def guesses(game: games.AnyGame, table: Any, hand: Any, count: int, draw: Draw) -> list[dict[str, Any]]:
    """What may be hidden, question by question: each answer with its share and the margin of error.  Where all worlds can be counted
    there is no margin: by the game itself (``Card.shares``), or one by one if they are few."""
    card = games.card(game.name)
    worlds = every_world(game, table, hand)
    exact = worlds is not None
    if worlds is None:
        worlds = [(game.imagine(table, hand, draw), 1.0) for _ in range(min(count, MOST_WORLDS))]
    answers: dict[About, list[tuple[int, float]]] = {}
    for world, weight in worlds:
        for fact in card.facts(game, world, hand.seat):
            answers.setdefault((fact.subject_kind, fact.subject, fact.key, fact.kind), []).append((fact.value, weight))
    sure = {about: guess(about, values, exact) for about, values in answers.items() if {value for value, _ in values} != {-1}}
    if not exact:
        counted: dict[About, list[tuple[int, float]]] = {}
        for fact, ways, of in card.shares(game, table, hand):
            counted.setdefault((fact.subject_kind, fact.subject, fact.key, fact.kind), []).append((fact.value, ways / of))
        sure.update({about: guess(about, values, True) for about, values in counted.items()})
    return sorted(sure.values(), key=lambda row: (row["subject_kind"], row["subject"]))


About = tuple[str, int, str, str]


def guess(about: About, values: list[tuple[int, float]], exact: bool) -> dict[str, Any]:
    """Answers with their shares, the likeliest first; of those that are left out, how many and which share."""
    counted: Counter[int] = Counter()
    for value, weight in values:
        counted[value] += weight  # type: ignore[assignment]
    total = sum(counted.values())
    row: dict[str, Any] = {"subject_kind": about[0], "subject": about[1], "key": about[2], "kind": about[3], "exact": exact}
    shares = []
    for value, times in counted.most_common(MANY):
        share = times / total
        shares.append([value, round(share, 4), 0.0 if exact else round(margin(share, len(values)), 4)])
    row["answers"] = sorted(shares, key=lambda share: (-share[1], share[0]))
    if len(counted) > MANY:
        row["more"] = [len(counted) - MANY, round(max(0.0, 1 - sum(share for _, share, _ in shares)), 4)]
    if len(counted) > MANY and about[3] in ("points", "number", "level"):
        row["span"] = [tenth(counted, 0.1), round(sum(value * times for value, times in counted.items()) / total, 1), tenth(counted, 0.9)]
    return row


def tenth(counted: Counter[int], share: float) -> int:
    """The value below which that share of worlds lies."""
    total, reached = sum(counted.values()), 0.0
    for value in sorted(counted):
        reached += counted[value]
        if reached > share * total:
            return value
    return max(counted)


class Every(Draw):
    """Draws whatever can be drawn, one way after the other."""

    def __init__(self) -> None:
        super().__init__(0)
        self.path: list[list[int]] = []  # what was drawn so far, and of how many
        self.at = 0

    def below(self, n: int) -> int:
        if self.at == len(self.path):
            if self.at == LONGEST_PATH:
                raise TooMany
            self.path.append([0, n])
        self.at += 1
        return self.path[self.at - 1][0]

    def ways(self) -> int:
        """How many equally likely cases there would be if every draw were as wide as on this way."""
        return math.prod(n for _, n in self.path)

    def next(self) -> bool:
        """Whether there is another way; it is taken from now on."""
        self.at = 0
        while self.path and self.path[-1][0] == self.path[-1][1] - 1:
            self.path.pop()
        if self.path:
            self.path[-1][0] += 1
        return bool(self.path)


class TooMany(Exception):
    """More worlds than can be counted."""


def every_world(game: games.AnyGame, table: Any, hand: Any) -> list[tuple[Any, float]] | None:
    """All worlds that may be imagined, each with its probability; None if there are too many."""
    draw = Every()
    found: list[tuple[Any, float]] = []
    try:
        while True:
            world = game.imagine(table, hand, draw)
            if draw.ways() > MOST_COUNTED or len(found) == MOST_COUNTED:
                return None
            found.append((world, 1 / draw.ways()))
            if not draw.next():
                return found
    except TooMany:
        return None


def margin(share: float, count: int) -> float:
    """Half the width of Wilson's interval: it does not shrink to nothing where all samples agree."""
    spread = share * (1 - share) / count + Z * Z / (4 * count * count)
    return Z * math.sqrt(spread) / (1 + Z * Z / count)


# the hint -------------------------------------------------------------------------------------


def weigh(
    game: games.AnyGame, table: Any, hand: Any, offer: list[Action], bot: str, seed: int, seconds: float, worlds: int
) -> dict[str, Any]:
    """The bot's own choice and some others, each played to the end in the same imagined worlds with the same dice."""
    until = time.monotonic() + seconds
    found = candidates(game, table, hand, offer, bot, seed)
    ends: list[list[End]] = [[] for _ in found]
    now: list[list[Measure]] = []
    for number in range(min(worlds, MOST_WORLDS) if len(found) > 1 else 0):
        row = [play_on(game, table, hand, action, bot, seed + number, until) for action, _ in found]
        if None in row:
            break  # a world counts for all candidates or for none
        now.append(games.card(game.name).standing(game, game.imagine(table, hand, Draw(seed + number)), hand.seat))
        for i, end in enumerate(row):
            ends[i] += [end] if end else []
    lines = [
        {
            "action": list(action),
            "bot": i == 0,
            **summary([end.score for end in ends[i]]),
            "chances": chances(game, table, hand, action),
            "reasons": reasons,
            "end": means([end.standing for end in ends[i]]),
        }
        for i, (action, reasons) in enumerate(found)
    ]
    if now:
        lines = ranked(lines)
    then = [list(action) for action in sequel(game, table, hand, found[0][0], bot, seed)]
    return {"action": list(found[0][0]), "then": then, "worlds": len(now), "standing": means(now), "candidates": lines}


def sequel(game: games.AnyGame, table: Any, hand: Any, action: Action, bot: str, seed: int) -> list[Action]:
    """What the bot would answer after this as long as it is asked the same, up to what ends the answer: the rest of an order sheet."""
    card = games.card(game.name)
    prompt = card.prompt(game, table, hand)
    player = bots.make(bot, game, hand.seat, seed)
    ask(game, player, table, hand, game.choices(table, hand))  # it has decided this before
    found = foresee(game, table, hand)
    while len(found.actions) <= MOST_THEN and found.play(action):
        if found.surprised or card.ending(game, table, hand, action) is not None:
            break
        table, hand = found.table(), found.hand()
        if hand.seat not in table.pending or card.prompt(game, table, hand) != prompt:
            break
        action = ask(game, player, table, hand, game.choices(table, hand))
    return found.actions[1:]


def ranked(lines: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Best first; but the bot's own choice leads unless another is better beyond chance."""
    own = next(line for line in lines if line["bot"])
    others = sorted((line for line in lines if line is not own), key=lambda line: -line["score"])
    better = [line for line in others if line["score"] - line["score_margin"] > own["score"] + own["score_margin"]]
    return [*better, own, *(line for line in others if line not in better)]


Reasons = list[dict[str, Any]]


def candidates(game: games.AnyGame, table: Any, hand: Any, offer: list[Action], bot: str, seed: int) -> list[tuple[Action, Reasons]]:
    """The bot's choice, then what it would choose without that, and so on; each with what the bot counts for and against it."""
    found: list[tuple[Action, Reasons]] = []
    left, draw, first = offer[:], Draw(seed), None
    while left and len(found) < MOST_CANDIDATES:
        player = bots.make(bot, game, hand.seat, seed)
        player.ledger.open = True
        action = ask(game, player, table, hand, left)
        if action in [chosen for chosen, _ in found] or (action not in offer and game.refusal(table, hand, action)):
            action = left[draw.below(len(left))]
        first = first or player.ledger  # with everything on offer before it
        found.append((action, plain_reasons(first.of(action) or player.ledger.of(action))))
        left = [each for each in left if each != action]
    return found


def plain_reasons(page: list[Reason]) -> Reasons:
    """What was counted more than once under the same key is one line."""
    lines: dict[tuple[str, bool], int] = {}
    for reason in page:
        lines[reason.key, reason.counted] = reason.amount + (lines.get((reason.key, True), 0) if reason.counted else 0)
    return [{"key": key, "amount": amount, "counted": counted} for (key, counted), amount in lines.items()]


def ask(game: games.AnyGame, player: bots.AnyBot, table: Any, hand: Any, offer: list[Action]) -> Action:
    """A bot shown less than it could do may stumble: then any action will do."""
    try:
        return player.decide(table, hand, offer)
    except (LookupError, ValueError, AssertionError, TypeError):
        return offer[0]


class End:
    """How an imagined match ended for the seat."""

    def __init__(self, score: int, standing: list[Measure]) -> None:
        self.score = score
        self.standing = standing


def play_on(game: games.AnyGame, table: Any, hand: Any, action: Action, bot: str, seed: int, until: float) -> End | None:
    """The seat's score and standing when bots play an imagined world to its end after this action; None when time is over."""
    world = game.imagine(table, hand, Draw(seed))
    world.loud = False
    dice = Draw(seed + 1)
    players = [bots.make(bot, game, seat, seed + 2 + seat) for seat in range(game.seats)]
    game.apply(world, hand.seat, action)
    roll(game, world, dice)
    for _ in range(LONGEST):
        if finished(world):
            break
        if time.monotonic() > until:
            return None
        seat = world.table.pending[0]
        offer = game.choices(world.table, world.hands[seat])
        choice = ask(game, players[seat], world.table, world.hands[seat], offer)
        if choice not in offer and game.refusal(world.table, world.hands[seat], choice):
            choice = offer[0]
        game.apply(world, seat, choice)
        roll(game, world, dice)
    return End(int(game.scores(world.table)[hand.seat]), games.card(game.name).standing(game, world, hand.seat))


def means(worlds: list[list[Measure]]) -> list[dict[str, Any]]:
    """Each figure's mean over the worlds that have it, and half the width of its interval."""
    found: dict[str, list[int]] = {}
    good: dict[str, int] = {}
    for world in worlds:
        for measure in world:
            found.setdefault(measure.key, []).append(measure.amount)
            good[measure.key] = measure.good
    lines = []
    for key, amounts in found.items():
        mean, spread = mean_of(amounts)
        lines.append({"key": key, "mean": round(mean, 1), "margin": round(spread, 1), "good": good[key]})
    return lines


def mean_of(amounts: list[int]) -> tuple[float, float]:
    count = len(amounts)
    mean = sum(amounts) / count
    variance = sum((amount - mean) ** 2 for amount in amounts) / max(1, count - 1)
    return mean, Z * math.sqrt(variance / count)


def summary(scores: list[int]) -> dict[str, Any]:
    """Mean score and share of wins (a draw counts half), each with half the width of its interval."""
    if not scores:
        return {"score": 0.0, "score_margin": 0.0, "win": 0.0, "win_margin": 0.0}
    count = len(scores)
    mean, spread = mean_of(scores)
    wins = sum(1.0 if score > 0 else 0.5 if score == 0 else 0.0 for score in scores) / count
    spread = spread if count > 1 else 1000.0
    return {"score": round(mean, 1), "score_margin": round(spread, 1), "win": round(wins, 4), "win_margin": round(margin(wins, count), 4)}
