"""A stretch of seeded play as a rule case: how many choices there were, what was decided, how dice fell, every word that was heard, and
what lies on the table and in the hand whenever another question is asked.

    PYTHONPATH=src python tools/played_case.py company_war "Strategic, two turns" --seed 3 --set turns=2 >> .../cases/20-played.case

Such cases hold what no single paragraph names: which counters come first, who is asked when, what is told to whom.  Made anew when rules
change on purpose; read the difference.
"""

from __future__ import annotations

import argparse
from typing import Any

from sandtable import games
from sandtable.bots import make
from sandtable.core.game import CHANCE, Draw
from sandtable.core.match import Match, finished, result
from sandtable.wire import notation
from sandtable.wire.plain import dump


def told(game: Any, match: Match[Any, Any, Any]) -> list[str]:
    """What was heard of the last decision."""
    found = []
    for event in match.state.news:
        words = " ".join(notation.event_words(game, match.state.table, event))
        found.append(f"heard {notation.audience_words(event.audience, game.seats)} {words}")
    return found


def lying(thing: Any, said: dict[str, str]) -> list[str]:
    """Numbers and lists of numbers that have changed since they were said last, as a case writes them."""
    found = []
    for name, value in sorted(dump(thing).items()):
        values = value if isinstance(value, list) else [value]
        if name == "pending" or not all(isinstance(each, int) for each in values) or not values:
            continue
        text = f"{name} = " + " ".join(map(str, values))
        if said.get(name) != text:
            said[name] = text
            found.append(text)
    return found


def transcript(name: str, title: str, options: dict[str, Any], bots: list[str], seed: int, most: int) -> list[str]:
    game = games.load(name, None, options)
    card = games.card(name)
    lines = [f"case  Played: {title}"] + [f"option {key} = {value}" for key, value in options.items()]
    match = Match(game, Draw(seed))
    players = [make(bots[min(seat, len(bots) - 1)], game, seat, seed + 1 + seat) for seat in range(game.seats)]
    rules: list[str] = []
    asked = ""
    said: list[dict[str, str]] = [{} for _ in range(game.seats + 1)]
    for _ in range(most):
        if finished(match.state):
            break
        table = match.state.table
        seat = table.pending[0]
        hand = match.state.hands[seat]
        prompt = f"prompt {seat} = {card.prompt(game, table, hand)}"
        if prompt != asked:
            asked = prompt
            lines.append(prompt)
            lines += [f"table {line}" for line in lying(table, said[-1])]
            lines += [f"hand {seat} {line}" for line in lying(hand, said[seat])]
        lines.append(f"choices {seat} = {len(game.actions(table, hand))}")
        rule = card.paragraph(game, table, hand)
        rules += [rule] if rule not in rules else []
        action = players[seat].decide(table, hand, game.choices(table, hand))
        text = notation.write(game, table, action)
        before = len(match.inputs)
        match.submit(seat, hand.asked, action)
        pips = [pip for who, outcome in match.inputs[before:] if who == CHANCE for pip in outcome]
        lines += ["dice " + " ".join(str(pip + 1) for pip in pips)] if pips else []
        lines.append(f"do {seat} {text}")
        lines += told(game, match)
        for other, player in enumerate(players):
            player.hear([event for event in match.state.news if event.audience >> other & 1])
    lines.insert(1, "rule  " + " ".join(rules))
    if finished(match.state):
        lines.append("scores = " + " ".join(map(str, result(game, match.state.table))))
    return lines


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("game")
    parser.add_argument("title")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--bots", default="random")
    parser.add_argument("--set", action="append", default=[], metavar="OPTION=VALUE")
    parser.add_argument("--most", type=int, default=1000, help="decisions at most")
    args = parser.parse_args()
    options = dict(pair.split("=", 1) for pair in args.set)
    print("\n".join(transcript(args.game, args.title, options, args.bots.split(","), args.seed, args.most)) + "\n")


if __name__ == "__main__":
    main()
