"""No order that the rules do not impose.

Two choices a and b are offered at one question, and after a the same question is asked again.  Then b is still legal, or a and b exclude
each other whichever comes first, and the refusal says why (used up, taken, no room): a key that only says "not now" names no cause.
If b is refused after a, but a is legal after b, an order is imposed: that must be a rule, named on the card (``Card.imposed``: refusal
key -> paragraph).  Where both orders are legal they lead to the same state, unless one choice plainly changes what the other is about
(``Card.dependent``: "verb verb" -> reason).

A choice between two things of one kind ("swap F6 E6") is taken both ways and leads to the same, unless its operands differ in what
they are for (``Card.dependent``: "verb operands" -> reason).

Which pairs are tried: those of verbs, at a question, that were tried least so far; of one verb neighbours in the offer, its ends, and any.
"""

from __future__ import annotations

import random
from collections import Counter
from typing import Any

from sandtable import games
from sandtable.check.walk import AnyGame, AnyState, picture, walk
from sandtable.core.game import Action
from sandtable.core.match import Match

PAIRS = 10  # tried in one position
TURNED = 2  # choices in one position whose operands are exchanged
NO_CAUSE = ("", "not-offered", "not-now", "no-such-verb")  # refusals that do not say what stands against it
NAMES_ORDER = ("in-order", "out-of-order", "earlier", "later")  # parts of refusal keys that name an order
AnyMatch = Match[Any, Any, Any]
Pair = tuple[Action, Action]


def check_diamonds(game: AnyGame, seed: int) -> None:
    card = games.card(game.name)
    tried: Counter[tuple[str, int, int]] = Counter()

    def visit(match: AnyMatch, rnd: random.Random) -> None:
        state = match.state
        for seat in state.table.pending:
            offer = game.actions(state.table, state.hands[seat])
            prompt = card.prompt(game, state.table, state.hands[seat])
            for a, b in pairs(offer, prompt, tried, rnd):
                look(game, card, state, seat, a, b)
            alike = [action for action in offer if exchangeable(card, action)]
            for action in rnd.sample(alike, min(TURNED, len(alike))):
                exchange(game, card, state, seat, action)

    walk(game, seed, visit, 300)


def pairs(offer: list[Action], prompt: str, tried: Counter[tuple[str, int, int]], rnd: random.Random) -> list[Pair]:
    """Some pairs of an offer: of every two verbs, those tried least at this question first."""
    by_verb: dict[int, list[Action]] = {}
    for action in offer:
        by_verb.setdefault(action[0], []).append(action)
    found: list[tuple[int, float, Pair]] = []
    for first, ones in by_verb.items():
        for second, others in by_verb.items():
            if first < second:
                wanted = [(rnd.choice(ones), rnd.choice(others)), (ones[-1], others[0])]
            elif first == second and len(ones) > 1:
                at = rnd.randrange(len(ones) - 1)
                one, two = rnd.sample(ones, 2)
                wanted = [(ones[at], ones[at + 1]), (ones[0], ones[-1]), (ones[0], rnd.choice(ones[1:])), (one, two)]
            else:
                continue
            for k, pair in enumerate(wanted):
                found.append((tried[(prompt, first, second)] + k, rnd.random(), pair))
    found.sort()
    chosen = [pair for _, _, pair in found[:PAIRS]]
    for a, b in chosen:
        tried[(prompt, min(a[0], b[0]), max(a[0], b[0]))] += 1
    return chosen


def look(game: AnyGame, card: Any, state: AnyState, seat: int, a: Action, b: Action) -> None:
    """One diamond: a then b, and b then a."""
    left, right = after(game, card, state, seat, a), after(game, card, state, seat, b)
    closed = refused(game, left, seat, b) if left is not None else ""
    barred = refused(game, right, seat, a) if right is not None else ""
    told = f"{card.write(game, state.table, a)} and {card.write(game, state.table, b)} are both offered to seat {seat}"
    for first, reason, other, back in ((a, closed, right, barred), (b, barred, left, closed)):
        if not reason:
            continue
        assert not any(part in reason for part in NAMES_ORDER), f"{told}; after {first} the other is refused as '{reason}': an order"
        if other is not None and not back:
            assert reason in card.imposed, f"{told}; after {first} the other is refused ({reason}), but not the other way round"
        if back:
            assert reason not in NO_CAUSE, f"{told}; they exclude each other, and '{reason}' does not say why"
    if left is None or right is None or closed or barred:
        return
    one, two = game.copy(left), game.copy(right)
    game.apply(one, seat, b)
    game.apply(two, seat, a)
    if one.table.dice or two.table.dice or picture(one) == picture(two):
        return
    verbs = [card.verbs[a[0]].word, card.verbs[b[0]].word]
    pair, turned = " ".join(verbs), " ".join(reversed(verbs))
    assert pair in card.dependent or turned in card.dependent, f"{told}; both orders are legal and lead to different states"


def exchangeable(card: Any, action: Action) -> bool:
    """Whether a choice is between two things of one kind."""
    shape = card.verbs[action[0]]
    alike = len(action) == 3 and len(shape.operands) == 2 and shape.operands[0] == shape.operands[1]
    return alike and f"{shape.word} operands" not in card.dependent


def exchange(game: AnyGame, card: Any, state: AnyState, seat: int, action: Action) -> None:
    turned = (action[0], action[2], action[1])
    told = f"{card.write(game, state.table, action)} is offered to seat {seat}"
    reason = refused(game, state, seat, turned)
    assert not reason, f"{told}, and with its operands exchanged refused: {reason}"
    one, two = game.copy(state), game.copy(state)
    game.apply(one, seat, action)
    game.apply(two, seat, turned)
    assert picture(one) == picture(two), f"{told}, and with its operands exchanged leads elsewhere"


def after(game: AnyGame, card: Any, state: AnyState, seat: int, action: Action) -> AnyState | None:
    """The state after an action, if it asks the seat the same question again."""
    before = card.prompt(game, state.table, state.hands[seat])
    found = game.copy(state)
    game.apply(found, seat, action)
    if found.table.dice or found.table.pending != state.table.pending:
        return None
    return found if card.prompt(game, found.table, found.hands[seat]) == before else None


def refused(game: AnyGame, state: AnyState, seat: int, action: Action) -> str:
    return game.refusal(state.table, state.hands[seat], action)
