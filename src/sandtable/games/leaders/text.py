"""LEADERS in a terminal: the continents with their territories, the players, and the own headquarters."""

from __future__ import annotations

from sandtable.games.leaders.lists import CLOSED
from sandtable.games.leaders.rules.common import Terms
from sandtable.games.leaders.state import LAND, NOBODY, PLACES, LeadersHand, LeadersTable
from sandtable.games.leaders.words import AREAS, COLOUR_NAMES, Words

RICH = ["red", "blue", "green", "yellow", "bright_black", "white"]
WIDTH = 34


def paint(table: LeadersTable, seat: int, text: str) -> str:
    colour = table.colour[seat] if table.colour[seat] >= 0 else seat
    return "[" + RICH[colour] + "]" + text + "[/" + RICH[colour] + "]"


def troops(table: LeadersTable, i: int) -> str:
    """``3i 1t 2p``"""
    found = ""
    for unit in range(3):
        if table.units[i + unit]:
            found += " " + str(table.units[i + unit]) + "itp"[unit]
    return found.strip()


def place_line(terms: Terms, table: LeadersTable, at: int) -> str:
    """A territory or sea field in one cell: name, points, units by player; ! marks a fight to come."""
    name = terms.world.keys[at].replace("_", " ")
    head = name + (" " + str(terms.world.points[at]) if at < LAND else "") + ("!" if (table.attacked >> at) & 1 else "")
    used = len(head)
    cells = ""
    for seat in range(terms.seats):
        here = troops(table, (at * terms.seats + seat) * 3)
        if here:
            cell = " p" + str(seat + 1) + ":" + here
            used += len(cell)
            cells += paint(table, seat, cell)
    if at < LAND and table.owner[at] != NOBODY:
        head = paint(table, table.owner[at], head)
    return head + cells + " " * max(1, WIDTH - used)


def draw_map(terms: Terms, table: LeadersTable) -> list[str]:
    lines: list[str] = []
    for continent in range(len(terms.world.bonus)):
        name = terms.world.continent_keys[continent].replace("_", " ")
        lines.append("[bold]" + name + " +" + str(terms.world.bonus[continent]) + "[/bold]")
        members = terms.world.members[continent]
        for row in range(0, len(members), 3):
            lines.append("  " + "".join([place_line(terms, table, at) for at in members[row : row + 3]]).rstrip())
    lines.append("[bold]seas[/bold]")
    for row in range(LAND, PLACES, 3):
        lines.append("  " + "".join([place_line(terms, table, at) for at in range(row, row + 3)]).rstrip())
    return lines


def player_line(terms: Terms, words: Words, table: LeadersTable, seat: int) -> str:
    name = "p" + str(seat + 1) + (" " + table.names[seat] if table.names[seat] else "")
    nation = words.write("nation", table.nation[seat]) if table.nation[seat] >= 0 else "-"
    line = name + " " + nation + (" (" + COLOUR_NAMES[table.colour[seat]] + ")" if table.colour[seat] >= 0 else "")
    if table.out[seat]:
        return paint(table, seat, line + "  out")
    line += "  points " + str(table.points[seat]) + "  military " + str(table.military[seat]) + "  badges " + str(table.badges[seat])
    if not terms.companion:
        camp = " ".join([str(number) for number in table.camp[seat * 3 : seat * 3 + 3]])
        drop = " ".join([str(number) for number in table.drop[seat * 3 : seat * 3 + 3]])
        line += "  camp " + camp + "  drop zone " + drop
    return paint(table, seat, line) + ("  <- turn" if seat == table.active and table.round > 0 else "")


def draw_hand(terms: Terms, words: Words, hand: LeadersHand) -> list[str]:
    lines = ["[bold]headquarters of p" + str(hand.seat + 1) + "[/bold]  savings " + str(hand.savings)]
    research: list[str] = []
    for area in range(3):
        left = " (" + str(hand.project[area]) + " turns)" if hand.project[area] else ""
        research.append(AREAS[area] + " " + str(hand.level[area]) + left)
    lines.append("  research: " + ", ".join(research))
    due = [str(number) for number in hand.due]
    lines.append("  to come: " + " ".join(due[:3]) + ", then " + " ".join(due[3:]))
    agents = "  diplomats " + str(hand.agents[0]) + " (+" + str(hand.trainees[0]) + "), spies "
    lines.append(agents + str(hand.agents[1]) + " (+" + str(hand.trainees[1]) + ")")
    allies = [words.write("seat", seat) for seat in range(terms.seats) if (hand.allies >> seat) & 1]
    lines.append("  allies: " + (", ".join(allies) or "none"))
    cards: list[str] = []
    for card in hand.cards:
        if card >= 0:
            closed = " (closed)" if terms.v.category[card] == hand.closed else ""
            cards.append(words.write("mission", card) + (" (active)" if card == hand.mission else closed))
    lines.append("  missions: " + ", ".join(cards))
    return lines + draw_ledger(terms, words, hand)


def draw_ledger(terms: Terms, words: Words, hand: LeadersHand) -> list[str]:
    """What the seat has learned of others."""
    lines: list[str] = []
    for seat in range(terms.seats):
        known: list[str] = []
        if hand.spied_turn[seat] >= 0:
            levels = [AREAS[area] + " " + str(hand.spied[seat * 6 + area]) for area in range(3)]
            known.append("in its turn " + str(hand.spied_turn[seat]) + " " + ", ".join(levels))
        for action in range(3):
            times = hand.caught[seat * 3 + action]
            if times:
                known.append("caught at " + words.write("action", action) + " " + str(times) + " times")
        if known:
            lines.append("  of " + words.write("seat", seat) + ": " + "; ".join(known))
    return lines


def goals_line(terms: Terms) -> str:
    """2.19, 2.20"""
    goal = terms.scenario
    ways: list[str] = []
    points = goal.points_by_seat
    if points[0] != CLOSED:
        alike = points.count(points[0]) == len(points)
        ways.append((str(points[0]) if alike else "/".join([str(number) for number in points])) + " points")
    if goal.goal_research != CLOSED:
        ways.append("level " + str(goal.goal_research) + " everywhere")
    if goal.goal_badges != CLOSED:
        ways.append(str(goal.goal_badges) + " badges")
    return ways[0] if len(ways) == 1 else ", ".join(ways[:-1]) + ", or " + ways[-1]


def draw_table(terms: Terms, words: Words, table: LeadersTable, hand: LeadersHand | None) -> str:
    lines = ["round " + str(table.round) + "   to win: " + goals_line(terms)]
    if not terms.companion:
        lines += draw_map(terms, table)
    for seat in range(terms.seats):
        lines.append(player_line(terms, words, table, seat))
    if table.throw:
        split = table.stack[-1].regs[5]
        dice = [str(hits) for hits in table.throw]
        lines.append("hits: attacker " + " ".join(dice[:split]) + ", defender " + " ".join(dice[split:]))
    if hand is not None:
        lines += draw_hand(terms, words, hand)
    return "\n".join(lines)
