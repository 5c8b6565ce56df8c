"""Positions in words: what ``given`` and ``look`` of a rule case understand."""

from __future__ import annotations

from sandtable.core.game import Frame
from sandtable.games.leaders.lists import CLOSED
from sandtable.games.leaders.rules.common import Terms, limit, set_owner, true_points
from sandtable.games.leaders.rules.flow import run
from sandtable.games.leaders.state import (
    BOARD,
    FIGHTS,
    INFANTRY,
    LAND,
    MILITARY,
    MOVING,
    NOBODY,
    OFFICE,
    PLACES,
    PLACING,
    TURN_START,
    LeadersHand,
    LeadersState,
    LeadersTable,
)
from sandtable.games.leaders.words import Words
from sandtable.kit.graph import spread

PHASES = {"place": PLACING, "move": MOVING, "fights": FIGHTS, "office": OFFICE, "board": BOARD, "turn": TURN_START}


def make_ready(terms: Terms, state: LeadersState) -> None:
    """Everything set-up would have settled, where no line has."""
    table = state.table
    table.round = max(1, table.round)
    for seat in range(terms.seats):
        if table.colour[seat] < 0:
            table.colour[seat] = next(c for c in range(6) if c not in table.colour)
        if table.nation[seat] < 0:
            table.nation[seat] = next(k for k in (1, 4, 2, 3, 5, 0) if k not in table.nation)
        table.turns[seat] = max(1, table.turns[seat])
        table.announced[seat] = table.announced[seat] or table.points[seat]
    for hand in state.hands:
        for category in range(3):
            if hand.cards[category] < 0:
                hand.cards[category] = next(m for m in range(12) if (terms.decks[category] >> m) & 1)
            hand.used[category] |= 1 << hand.cards[category]


def place(terms: Terms, words: Words, state: LeadersState, line: str) -> None:
    """One line.  Seats are p1 to p6.

    ``phase office p1`` (place, move, fights, office, board, turn), ``p1 holds china india``, ``p1 holds rest``, ``p1 in china 2 1 0``
    (infantry, tanks, planes), ``nobody holds china``, ``p1 camp 2 0 0``, ``p1 drop 1 0 0``, ``p1 nation usa``, ``p1 points 40``,
    ``p1 turns 3``, ``p1 announced 40``, ``p1 badges 6``, ``p1 savings 50``, ``p1 income 40``, ``p1 level economy 2``,
    ``p1 project economy 2``, ``p1 due 1 0 0``, ``p1 due-later 0 0 1``, ``p1 agents 2 1`` (diplomats, spies), ``p1 ally p2``,
    ``p1 cards troop_strength foresight cunning``, ``p1 mission foresight``, ``p1 progress 29``, ``p1 base 40``, ``p1 closed special``,
    ``round 60``."""
    table = state.table
    parts = line.split()
    if parts[0] == "round":
        table.round = int(parts[1])
    elif parts[0] == "phase":
        make_ready(terms, state)
        table.active = words.read("seat", parts[2])
        table.pending = []
        table.stack = [Frame(PHASES[parts[1]], 0, [])]
        run(terms, state)
        if table.dice:
            raise ValueError("'" + line + "': dice would be thrown; start in the headquarters of the seat before")
    elif parts[0] == "nobody":
        for word in parts[2:]:
            clear(terms, table, words.read("place", word), NOBODY)
    elif not (place_on_map(terms, words, table, parts) or place_in_hand(terms, words, state, parts)):
        raise ValueError("'" + line + "': no such line; after a seat comes holds, in, camp, drop, savings, level ...")


def clear(terms: Terms, table: LeadersTable, at: int, owner: int) -> None:
    for i in range(at * terms.seats * 3, (at + 1) * terms.seats * 3):
        table.units[i] = 0
    if at < LAND:
        set_owner(terms, table, at, owner)
        if owner != NOBODY:
            table.units[(at * terms.seats + owner) * 3 + INFANTRY] = 1


def three(parts: list[str]) -> list[int]:
    if len(parts) != 5:
        raise ValueError("'" + " ".join(parts) + "': three numbers are wanted, infantry, tanks, planes")
    return [int(word) for word in parts[2:]]


def place_on_map(terms: Terms, words: Words, table: LeadersTable, parts: list[str]) -> bool:
    seat, what = words.read("seat", parts[0]), parts[1]
    if what == "holds":
        for word in parts[2:]:
            if word == "rest":
                for at in range(LAND):
                    if table.owner[at] == NOBODY:
                        clear(terms, table, at, seat)
            else:
                clear(terms, table, words.read("place", word), seat)
    elif what == "in":
        at = words.read("place", parts[2])
        if at < LAND and table.owner[at] == NOBODY:
            clear(terms, table, at, seat)
        for unit in range(3):
            table.units[(at * terms.seats + seat) * 3 + unit] = int(parts[3 + unit])
    elif what == "camp":
        table.camp[seat * 3 : seat * 3 + 3] = three(parts)
    elif what == "drop":
        table.drop[seat * 3 : seat * 3 + 3] = three(parts)
    elif what == "nation":
        table.nation[seat] = words.read("nation", parts[2])
    elif what == "points":
        table.points[seat] = int(parts[2])
    elif what == "turns":
        table.turns[seat] = int(parts[2])
    elif what == "announced":
        table.announced[seat] = int(parts[2])
    elif what == "badges":
        table.badges[seat] = int(parts[2])
    else:
        return False
    return True


def place_in_hand(terms: Terms, words: Words, state: LeadersState, parts: list[str]) -> bool:
    hand, what = state.hands[words.read("seat", parts[0])], parts[1]
    if what == "savings":
        hand.savings = int(parts[2])
    elif what == "income":
        hand.income = int(parts[2])
    elif what == "level":
        area = words.read("area", parts[2])
        hand.level[area] = int(parts[3])
        if area == MILITARY:
            state.table.military[hand.seat] = int(parts[3])
    elif what == "project":
        hand.project[words.read("area", parts[2])] = int(parts[3])
        hand.begun[words.read("area", parts[2])] = state.table.turns[hand.seat]
    elif what == "due":
        hand.due[0:3] = three(parts)
    elif what == "due-later":
        hand.due[3:6] = three(parts)
    elif what == "agents":
        hand.agents = [int(parts[2]), int(parts[3])]
    elif what == "ally":
        other = state.hands[words.read("seat", parts[2])]
        hand.allies |= 1 << other.seat
        other.allies |= 1 << hand.seat
    elif what == "cards":
        hand.cards = [words.read("mission", word) for word in parts[2:]]
    elif what == "mission":
        hand.mission = words.read("mission", parts[2])
        hand.cards[terms.v.category[hand.mission]] = hand.mission
        hand.since = state.table.turns[hand.seat]
    elif what == "progress":
        hand.progress = int(parts[2])
    elif what == "base":
        hand.base = int(parts[2])
    elif what == "closed":
        hand.closed = words.read("category", parts[2])
    else:
        return False
    return True


def look(terms: Terms, words: Words, table: LeadersTable, hand: LeadersHand | None, query: str) -> str:
    """``china`` (owner, then units by seat), ``limit china``, ``points p1``, ``counted p1``, ``camp p1``, ``drop p1``, ``military p1``,
    ``badges p1``, ``nation p1``, ``price tank``, ``goal points``, ``goal points p2``, ``near china``,
    ``distance china egypt``: steps over land and sea;
    of the own hand ``savings``, ``level economy``,
    ``project economy``, ``due``, ``due-later``, ``agents``, ``trainees``, ``allies``, ``cards``, ``mission``, ``cost economy``."""
    parts = query.split()
    if parts[0] in terms.world.keys:
        return look_at_place(terms, words, table, words.read("place", parts[0]))
    if parts[0] == "limit":
        return str(limit(terms, table, words.read("place", parts[1]), False))
    if parts[0] == "near":
        return " ".join([terms.world.keys[at] for at in terms.world.near[words.read("place", parts[1])]])
    if parts[0] == "distance":
        steps = spread(terms.world.near, words.read("place", parts[1]), [0] * PLACES, PLACES)
        return str(steps[words.read("place", parts[2])])
    if parts[0] == "price":
        return str(terms.v.unit_cost[words.read("unit", parts[1])])
    if parts[0] == "goal":
        return goal_text(terms, words, parts)
    if len(parts) == 2 and parts[1] in words.lists["seat"]:
        return look_at_seat(terms, words, table, words.read("seat", parts[1]), parts[0])
    if hand is None:
        raise ValueError("'" + query + "' is known to a seat alone")
    return look_at_hand(terms, words, hand, parts)


def goal_text(terms: Terms, words: Words, parts: list[str]) -> str:
    """2.19, 2.20: the first player's points unless a seat is named; none where the road is closed."""
    seat = words.read("seat", parts[2]) if len(parts) > 2 else 0
    goals = {"points": terms.scenario.points_by_seat[seat], "research": terms.scenario.goal_research, "badges": terms.scenario.goal_badges}
    goal = goals[parts[1]]
    return "none" if goal == CLOSED else str(goal)


def look_at_place(terms: Terms, words: Words, table: LeadersTable, at: int) -> str:
    found = ["sea" if at >= LAND else "nobody" if table.owner[at] == NOBODY else words.write("seat", table.owner[at])]
    for seat in range(terms.seats):
        i = (at * terms.seats + seat) * 3
        here = table.units[i : i + 3]
        if here[0] + here[1] + here[2]:
            found.append(words.write("seat", seat) + " " + " ".join([str(number) for number in here]))
    return ", ".join(found)


def look_at_seat(terms: Terms, words: Words, table: LeadersTable, seat: int, what: str) -> str:
    if what == "points":
        return str(table.points[seat])
    if what == "counted":
        return str(true_points(terms, table, seat))
    if what in ("camp", "drop"):
        stock = table.camp if what == "camp" else table.drop
        return " ".join([str(number) for number in stock[seat * 3 : seat * 3 + 3]])
    if what == "military":
        return str(table.military[seat])
    if what == "badges":
        return str(table.badges[seat])
    if what == "nation":
        return words.write("nation", table.nation[seat])
    raise ValueError("'" + what + "' of a seat is not known here")


def look_at_hand(terms: Terms, words: Words, hand: LeadersHand, parts: list[str]) -> str:
    what = parts[0]
    if what == "savings":
        return str(hand.savings)
    if what == "level":
        return str(hand.level[words.read("area", parts[1])])
    if what == "project":
        return str(hand.project[words.read("area", parts[1])])
    if what == "cost":
        area = words.read("area", parts[1])
        return str(terms.v.research_cost[area][hand.level[area]])
    if what in ("due", "due-later"):
        return " ".join([str(number) for number in (hand.due[0:3] if what == "due" else hand.due[3:6])])
    if what == "agents":
        return " ".join([str(number) for number in hand.agents])
    if what == "trainees":
        return " ".join([str(number) for number in hand.trainees])
    if what == "allies":
        return " ".join([words.write("seat", seat) for seat in range(terms.seats) if (hand.allies >> seat) & 1]) or "none"
    if what == "cards":
        return " ".join([words.write("mission", card) if card >= 0 else "-" for card in hand.cards])
    if what == "mission":
        return words.write("mission", hand.mission) if hand.mission >= 0 else "none"
    raise ValueError("'" + what + "' is not known here")
