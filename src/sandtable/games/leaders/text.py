"""LEADERS in a terminal: the continents with their territories, the players, and the own headquarters."""

from __future__ import annotations

from sandtable.games.leaders.lists import CLOSED
from sandtable.games.leaders.rules.battle import AT, ATTACKER, DEFENDER
from sandtable.games.leaders.rules.common import Terms
from sandtable.games.leaders.state import FIGHT, LAND, NOBODY, PLACES, LeadersHand, LeadersTable
from sandtable.games.leaders.words import ACTIONS, AREAS, COLOUR_NAMES, UNITS, Words
from sandtable.games.leaders.world import BLOCKS

RICH = ["red", "blue", "green", "yellow", "bright_black", "white"]
WIDTH = 38
PAGES = ["legend", "prices", "ranges", "near", "missions", "nations"]


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
    head = name + ((" " + str(terms.world.points[at])) if at < LAND else "") + ("!" if (table.attacked >> at) & 1 else "")
    used = len(head)
    cells = ""
    holder = table.owner[at] if at < LAND else NOBODY
    seats = [seat for seat in range(terms.seats) if seat == holder] + [seat for seat in range(terms.seats) if seat != holder]
    for seat in seats:
        here = troops(table, (at * terms.seats + seat) * 3)
        if here:
            cell = (":" if seat == holder else " p" + str(seat + 1) + ":") + here
            used += len(cell)
            cells += paint(table, seat, cell)
    if at < LAND and table.owner[at] != NOBODY:
        used += 3
        head = paint(table, table.owner[at], head + " p" + str(table.owner[at] + 1))
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
    if hand.mission >= 0:
        lines.append("  active mission since your turn " + str(hand.since) + ", counted so far: " + str(hand.progress))
    return lines + order_lines(terms, words, hand) + draw_ledger(terms, words, hand)


def order_lines(terms: Terms, words: Words, hand: LeadersHand) -> list[str]:
    """What was ordered in the headquarters and is not yet done."""
    orders: list[str] = []
    for unit in range(3):
        if hand.visit[unit]:
            orders.append("recruit " + str(hand.visit[unit]) + " " + UNITS[unit])
    for action in range(3):
        for seat in range(terms.seats):
            if (hand.orders[action] >> seat) & 1:
                orders.append(ACTIONS[action] + " against " + words.write("seat", seat))
    for seat in range(terms.seats):
        if seat < len(hand.tribute) and hand.tribute[seat]:
            orders.append("tribute of " + str(hand.tribute[seat]) + " to " + words.write("seat", seat))
        if (hand.offers >> seat) & 1:
            orders.append("offer of alliance to " + words.write("seat", seat))
        if (hand.notices >> seat) & 1:
            orders.append("end of the alliance with " + words.write("seat", seat))
    return ["  ordered: " + ", ".join(orders)] if orders else []


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
    if table.stack and table.stack[-1].proc == FIGHT:
        lines.append(fight_line(terms, words, table, table.stack[-1].regs))
    if table.throw:
        split = table.stack[-1].regs[5]
        dice = [str(hits) for hits in table.throw]
        lines.append("hits: attacker " + " ".join(dice[:split]) + ", defender " + " ".join(dice[split:]))
    if hand is not None:
        lines += draw_hand(terms, words, hand)
    return "\n".join(lines)


def fight_line(terms: Terms, words: Words, table: LeadersTable, regs: list[int]) -> str:
    """Where, and who against whom."""
    one, two = regs[ATTACKER], regs[DEFENDER]
    sides = paint(table, one, words.write("seat", one)) + " attacks " + paint(table, two, words.write("seat", two))
    return "battle for " + terms.world.keys[regs[AT]].replace("_", " ") + ": " + sides


# pages ------------------------------------------------------------------------------------


def draw_page(terms: Terms, words: Words, table: LeadersTable, hand: LeadersHand | None, topic: str, asked: list[str]) -> str:
    if topic == "legend":
        return "\n".join(legend(terms, words, table))
    if topic == "near":
        places = [words.read("place", word) for word in asked] if asked else list(range(LAND))
        return "\n".join([near_line(terms, at) for at in places])
    if topic == "missions":
        return "\n".join(mission_lines(terms, words, hand))
    if topic == "nations":
        return "\n".join(nation_lines(terms))
    return "\n".join(price_lines(terms))


def legend(terms: Terms, words: Words, table: LeadersTable) -> list[str]:
    sides = ", ".join([paint(table, seat, words.write("seat", seat)) for seat in range(terms.seats)])
    return [
        "a territory: name, points, its owner, then units: 3i infantry, 1t tanks, 2p planes; guests stand behind: p2:1i",
        "players: " + sides + "; ! a fight to come; +n behind a continent: bonus for holding all of it",
        "camp and drop zone: infantry, tanks, planes; to come: the same for the next events, then for those after",
        "'near china' shows the neighbours of a territory, 'prices' what things cost, 'missions' your cards, 'nations' their skills",
    ]


def near_line(terms: Terms, at: int) -> str:
    """Neighbours; ~ those over a dotted line or an anchor."""
    names = [terms.world.keys[to] + ("~" if (terms.world.seaway[at] >> to) & 1 else "") for to in terms.world.near[at]]
    return terms.world.keys[at] + ": " + ", ".join(names)


def price_lines(terms: Terms) -> list[str]:
    """8.2, 8.3, 8.9, 8.16"""
    values = terms.v
    units = [UNITS[i] + " " + str(values.unit_cost[i]) + " (" + str(values.unit_time[i]) + " turns)" for i in range(3)]
    lines = ["units: " + ", ".join(units)]
    for area in range(3):
        steps = [str(values.research_cost[area][i]) + " (" + str(values.research_time[i]) + " turns)" for i in range(3)]
        lines.append("research " + AREAS[area] + ", levels 1 to 3: " + ", ".join(steps))
    lines.append("economy brings " + ", ".join([str(gain) for gain in values.economy]) + " by level")
    lines.append(
        "diplomat " + str(values.agent_cost[0]) + ", spy " + str(values.agent_cost[1]) + ", at most " + str(values.agent_max) + " of each"
    )
    chance = str(values.success[0]) + " %, with ten idle agents of the target " + str(values.success[-1]) + " %"
    lines.append("chance of an agent: " + chance + "; the research of both shifts it by " + str(values.technology_shift))
    dice = ["/".join([str(hits) for hits in die]) for die in values.dice]
    lines.append(
        "hits of the dice: white " + dice[0] + ", grey " + dice[1] + ", black " + dice[2] + "; at most " + str(values.dice_max) + " dice"
    )
    return lines


def mission_lines(terms: Terms, words: Words, hand: LeadersHand | None) -> list[str]:
    """10.3-10.14: the own cards, what they ask for and in which time."""
    goals = ["recruit " + str(terms.units_goal) + " units", "announced points never fall from one turn to the next"]
    goals += ["income grown by " + str(terms.income_goal), str(terms.savings_goal) + " points saved", "one successful sabotage"]
    goals += ["one successful espionage", "recruit 6 tanks and 4 planes", "announced points grown by 8", "two levels begun and finished"]
    goals += ["4 idle spies and 4 idle diplomats at the end of two turns in a row", "one successful boycott", "two attempts at you fail"]
    lines: list[str] = []
    for card in hand.cards if hand is not None else []:
        if card >= 0:
            name = words.write("mission", card).replace("_", " ")
            lines.append(name + ": " + goals[card] + ", within " + str(terms.v.limit[card]) + " turns")
    return [*lines, "more in chapter 10 of the rules: 'rule 10.3' and the following"]


def nation_lines(terms: Terms) -> list[str]:
    """2.5, 2.9, 2.14: power block, home area and skill, in the order of data/values.toml."""
    skills = ["one unit more in each of its territories", "one white die more at sea, from the sea and over dotted lines"]
    skills += ["retreats without loss", str(terms.v.germany) + " points more every turn"]
    skills += ["its agents succeed more often, those against it less", "one infantry for nothing every turn"]
    lines: list[str] = []
    for nation in range(len(skills)):
        name = terms.v.nation_keys[nation].replace("_", " ")
        home = terms.world.keys[terms.homes[nation]].replace("_", " ")
        skill = skills[nation] if terms.skills else "no skill in this match"
        lines.append(name + " (" + BLOCKS[terms.v.block[nation]] + ", home " + home + "): " + skill)
    return lines
