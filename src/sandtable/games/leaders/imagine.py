"""A whole truth a seat cannot tell from the real one.

What a seat knows of another is the table (with the points announced, the units that came, the military
research and the strikes, all of them public) and its own ledger: what its spies reported, whom it caught, what it
gave, with whom it has dealings.  ``purse`` on the table is the public arithmetic of an other's money; what it has
beyond that comes from hidden research or tribute, what it has less lies in hidden research, agents and orders.
"""

from __future__ import annotations

from sandtable.core.game import Draw, State
from sandtable.games.leaders.rules.common import Terms, allying, count
from sandtable.games.leaders.rules.covert import pack
from sandtable.games.leaders.rules.events import boycott_loss, income
from sandtable.games.leaders.rules.missions import EXPANSION
from sandtable.games.leaders.setup import blank_hand
from sandtable.games.leaders.state import (
    BOYCOTTING,
    ECONOMY,
    EVENTS,
    GERMANY,
    LAND,
    MILITARY,
    OFFICE,
    RAID,
    SABOTAGING,
    SPYING,
    WITHDRAW,
    LeadersBox,
    LeadersHand,
    LeadersState,
    LeadersTable,
    copy_hand,
    copy_table,
)

FIRST_FINISH = [0, 3, 6, 10]  # earliest own turn in whose events a level can come (8.3)


class Calendar:
    """How far a seat has come: events it has had, visits to the headquarters it has ended."""

    def __init__(self, terms: Terms, table: LeadersTable, seat: int) -> None:
        proc = table.stack[-1].proc if table.stack else OFFICE
        turns = table.turns[seat]
        in_turn = seat == table.active and proc >= WITHDRAW
        self.before_events = in_turn and proc == WITHDRAW
        self.after_events = in_turn and proc != WITHDRAW
        self.events = turns - 1 if self.before_events else turns
        self.visits = turns - 1 if in_turn else turns
        self.deciding = in_turn and (proc in (EVENTS, RAID))
        self.raided = in_turn and proc == RAID


def imagine(terms: Terms, table: LeadersTable, hand: LeadersHand, draw: Draw) -> LeadersState:
    hands: list[LeadersHand] = []
    for seat in range(terms.seats):
        if seat == hand.seat:
            hands.append(copy_hand(hand))
        else:
            hands.append(blank_hand(seat, terms.seats))
    box = LeadersBox()
    if table.round > 0:
        for other in hands:
            if other.seat != hand.seat and not table.out[other.seat]:
                invent_offices(terms, table, hand, other, draw)
        imagine_alliances(terms, table, hand, hands, draw)
        imagine_attempts(terms, table, hand, hands, box, draw)
        for other in hands:
            if other.seat != hand.seat and not table.out[other.seat]:
                settle_income(terms, table, other)
    for other in hands:
        if other.seat != hand.seat and other.seat in table.pending:
            other.asked = 1
    return State(copy_table(table), hands, box)


# the headquarters of another seat


def invent_offices(terms: Terms, table: LeadersTable, hand: LeadersHand, other: LeadersHand, draw: Draw) -> None:
    calendar = Calendar(terms, table, other.seat)
    pool = imagine_research(terms, table, hand, other, calendar, draw)
    pool = imagine_orders(terms, other, calendar, pool, draw)
    other.savings = max(0, pool)
    other.income = income(terms, table, other)
    imagine_missions(terms, table, other, calendar, draw)


class Track:
    """What is known of one area of research of another seat."""

    def __init__(self, terms: Terms, table: LeadersTable, hand: LeadersHand, seat: int, area: int, calendar: Calendar) -> None:
        self.least = 0
        self.since = 0  # own turn from which the least level has been there
        self.left = -1  # turns its project still takes; -1 when nothing is known of one
        time = terms.v.research_time
        if area == MILITARY:
            self.least = self.most = table.military[seat]
            self.since = table.military_turn[seat]
        turn = hand.spied_turn[seat]
        if turn >= 0:
            level, project = hand.spied[seat * 6 + area], hand.spied[seat * 6 + 3 + area]
            if area != MILITARY:
                self.least, self.since = level, turn
            if project and (area != MILITARY or level == self.least):
                if calendar.events >= turn + project - 1:
                    if area != MILITARY:
                        self.least, self.since = level + 1, turn + project - 1
                else:
                    self.left = project - (calendar.events - turn + 1)
        self.most = self.least
        if area != MILITARY and self.left < 0:
            due = self.since
            while self.most < 3:
                due = max(due + time[self.most], FIRST_FINISH[self.most + 1])
                if due > calendar.events:
                    break
                self.most += 1


def finish_turns(terms: Terms, track: Track, level: int) -> list[int]:
    """By level, the own turn it came in, as early as can be."""
    turns = [0]
    due = track.since
    for step in range(1, level + 1):
        if step <= track.least:
            turns.append(min(max(FIRST_FINISH[step], 0), max(track.since, FIRST_FINISH[step])))
        else:
            due = max(due + terms.v.research_time[step - 1], FIRST_FINISH[step])
            turns.append(due)
    return turns


def hidden_gain(terms: Terms, table: LeadersTable, seat: int, area: int, turns: list[int], calendar: Calendar) -> int:
    """What research has brought so far (8.6-8.8), less what it cost."""
    v = terms.v
    gain = 0
    for level in range(1, len(turns)):
        times = max(0, calendar.events - turns[level] + 1)
        gain -= v.research_cost[area][level - 1]
        if area == ECONOMY:
            gain += v.economy[level - 1] * times
        elif level == 2:
            gain += v.unit_cost[0] * max(0, times - 1)
        elif level == 3:
            gain += (table.announced[seat] * v.technology_percent + 50) // 100 * times
    return gain


def imagine_research(terms: Terms, table: LeadersTable, hand: LeadersHand, other: LeadersHand, calendar: Calendar, draw: Draw) -> int:
    """Levels and projects the other can have paid for; returns the money left for everything else."""
    seat = other.seat
    tracks = [Track(terms, table, hand, seat, area, calendar) for area in range(3)]
    purse = table.purse[seat] + hand.given[seat] - hand.tribute[seat]
    if calendar.before_events:
        purse -= table.announced[seat]
    best, best_left = [tracks[1].least, tracks[2].least], -1_000_000
    for _ in range(10):
        pick = [tracks[area].least + draw.below(tracks[area].most - tracks[area].least + 1) for area in (1, 2)]
        left = purse
        for area in (1, 2):
            left += hidden_gain(terms, table, seat, area, finish_turns(terms, tracks[area], pick[area - 1]), calendar)
        if left > best_left:
            best, best_left = pick, left
        if left >= 0:
            best, best_left = pick, left
            break
    other.level = [table.military[seat], best[0], best[1]]
    pool = best_left
    for area in range(3):
        pool -= imagine_project(terms, other, tracks[area], area, calendar, pool, draw)
    return pool


def imagine_project(terms: Terms, other: LeadersHand, track: Track, area: int, calendar: Calendar, pool: int, draw: Draw) -> int:
    """A project under way, as spied or at a guess; returns its price."""
    level = other.level[area]
    if level >= 3 or calendar.visits < 1:
        return 0
    time, cost = terms.v.research_time[level], terms.v.research_cost[area][level]
    if track.left > 0 and level == track.least:
        other.project[area] = track.left
        other.begun[area] = max(1, calendar.events - time + track.left)
        return cost
    turns = finish_turns(terms, track, level)
    free_since = max(turns[level], 1) if area != MILITARY else max(track.since, 1)
    low = max(1, free_since - calendar.events + time)
    high = min(time, calendar.visits - calendar.events + time)
    if cost > pool or high < low or draw.below(3) == 0:
        return 0
    other.project[area] = low + draw.below(high - low + 1)
    other.begun[area] = max(1, calendar.events - time + other.project[area])
    return cost


def imagine_orders(terms: Terms, other: LeadersHand, calendar: Calendar, pool: int, draw: Draw) -> int:
    """Agents and deliveries, from the money that is left."""
    v = terms.v
    if calendar.visits < 1:
        return pool
    fresh_orders = calendar.visits == calendar.events  # its last visit came after its last events
    for agent in range(2):
        cost = v.agent_cost[agent]
        if calendar.visits > 1 or not fresh_orders:
            number = min(few(draw, 4, v.agent_max + 1), v.agent_max, max(0, pool) // cost)
            other.agents[agent] = number
            pool -= number * cost
        if fresh_orders and draw.below(3) == 0:
            number = min(1 + few(draw, 2, v.agent_max), v.agent_max - other.agents[agent], max(0, pool) // cost)
            other.trainees[agent] = number
            pool -= number * cost
    for unit in range(3):
        for wait in range(v.unit_time[unit]):
            last = wait == v.unit_time[unit] - 1  # ordered in the last visit
            if (last and not fresh_orders) or (not last and calendar.visits < 2 and fresh_orders):
                continue
            number = draw.below(max(0, pool) // v.unit_cost[unit] + 1)
            if unit > 0:
                number = min(number, draw.below(3))
            slot = (wait if fresh_orders else 0) * 3 + unit
            other.due[slot] += number
            pool -= number * v.unit_cost[unit]
    return pool


def few(draw: Draw, usual: int, most: int) -> int:
    """Fewer than usual, seven times in eight; else any number below the most."""
    return draw.below(usual if draw.below(8) else most)


def imagine_missions(terms: Terms, table: LeadersTable, other: LeadersHand, calendar: Calendar, draw: Draw) -> None:
    for category in range(3):
        choices = [mission for mission in range(len(terms.v.limit)) if (terms.decks[category] >> mission) & 1]
        other.cards[category] = choices[draw.below(len(choices))]
        other.used[category] = 1 << other.cards[category]
    if table.badges[other.seat] and terms.category_lock:
        other.closed = draw.below(3)
    category = draw.below(4)
    if category < 3 and category != other.closed and calendar.visits > 0:
        other.mission = other.cards[category]
        limit = terms.v.limit[other.mission]
        first = max(1, calendar.events - limit + 1)
        if first > calendar.visits:
            other.mission = -1
            return
        other.since = first + draw.below(calendar.visits - first + 1)
        if other.mission == EXPANSION:
            other.base = other.income


def settle_income(terms: Terms, table: LeadersTable, other: LeadersHand) -> None:
    """4.15: in its events a seat has its income as soon as it has answered all offers."""
    calendar = Calendar(terms, table, other.seat)
    if not calendar.deciding:
        return
    other.loss = table.boycotted[other.seat] * boycott_loss(terms, table, other.seat)
    if calendar.raided or other.received:
        base = table.announced[other.seat] + (terms.v.germany if terms.skills and table.nation[other.seat] == GERMANY else 0)
        other.savings = max(0, other.savings - max(0, base - other.loss))
    else:
        other.paid = 1


# alliances


def imagine_alliances(terms: Terms, table: LeadersTable, hand: LeadersHand, hands: list[LeadersHand], draw: Draw) -> None:
    for other in hands:
        if other.seat != hand.seat and not table.out[other.seat]:
            deal_with_me(terms, table, hand, other, draw)
    if not allying(table):
        return
    for one in hands:
        for two in hands:
            if one.seat < two.seat and hand.seat not in (one.seat, two.seat) and not table.out[one.seat] and not table.out[two.seat]:
                guests = is_guest(terms, table, one.seat, two.seat) or is_guest(terms, table, two.seat, one.seat)
                if guests or (draw.below(6) == 0 and not at_war(terms, table, one.seat, two.seat)):
                    one.allies |= 1 << two.seat
                    two.allies |= 1 << one.seat


def deal_with_me(terms: Terms, table: LeadersTable, hand: LeadersHand, other: LeadersHand, draw: Draw) -> None:
    """Between the seat and another everything is known but the offers on their way."""
    me, bit = 1 << hand.seat, 1 << other.seat
    if hand.received & bit:
        other.proposed |= me
    if (hand.allies | hand.notices) & bit:
        other.allies |= me
    calendar = Calendar(terms, table, other.seat)
    if hand.proposed & bit:  # it is answering just now
        other.received |= me
    elif allying(table) and calendar.visits > 0 and (hand.allies | hand.offers) & bit == 0 and draw.below(8) == 0:
        if not passed(terms, table, other.seat, hand.seat) and not calendar.after_events and other.proposed == 0:
            other.offers |= me


def is_guest(terms: Terms, table: LeadersTable, guest: int, host: int) -> bool:
    """Whether units of one seat stand in a territory of another as friends."""
    for place in range(LAND):
        if table.owner[place] == host and count(terms, table, place, guest):
            if guest != table.active or (table.attacked >> place) & 1 == 0:
                return True
    return False


def at_war(terms: Terms, table: LeadersTable, one: int, two: int) -> bool:
    """Whether one of them attacks the other in this turn, or a place where the other stands."""
    if table.active not in (one, two):
        return False
    foe = two if table.active == one else one
    return any(table.attacked >> place & 1 and (table.owner[place] == foe or count(terms, table, place, foe)) for place in range(LAND))


# attempts


def passed(terms: Terms, table: LeadersTable, sender: int, target: int) -> bool:
    """Whether the target's events have come since the sender's last visit to its headquarters."""
    ahead = (target - sender) % terms.seats
    now = (table.active - sender) % terms.seats
    if now == 0:
        return Calendar(terms, table, sender).before_events or not Calendar(terms, table, sender).after_events
    return ahead < now or (ahead == now and Calendar(terms, table, target).after_events)


def awaits_report(terms: Terms, table: LeadersTable, sender: int, target: int) -> bool:
    return (
        sender != target
        and not table.out[sender]
        and not Calendar(terms, table, sender).after_events
        and table.turns[sender] > 0
        and passed(terms, table, sender, target)
    )


def file_report(box: LeadersBox, sender: LeadersHand, target: LeadersHand, action: int, worked: int) -> None:
    if sender.sent[action] >> target.seat & 1 == 0:
        sender.sent[action] |= 1 << target.seat
    box.reports += [sender.seat, target.seat, action, worked, pack(target)]


def imagine_attempts(terms: Terms, table: LeadersTable, hand: LeadersHand, hands: list[LeadersHand], box: LeadersBox, draw: Draw) -> None:
    for target in hands:
        if table.out[target.seat]:
            continue
        for action in (BOYCOTTING, SPYING, SABOTAGING):
            strikes = 0
            if action == BOYCOTTING:
                strikes = table.boycotted[target.seat]
            elif action == SABOTAGING:
                strikes = table.sabotaged[target.seat]
            imagine_strikes(terms, table, hand, hands, box, target, action, strikes, draw)
    for other in hands:
        if other.seat != hand.seat and not table.out[other.seat]:
            imagine_queue(terms, table, other, draw)


def imagine_strikes(
    terms: Terms,
    table: LeadersTable,
    hand: LeadersHand,
    hands: list[LeadersHand],
    box: LeadersBox,
    target: LeadersHand,
    action: int,
    strikes: int,
    draw: Draw,
) -> None:
    """Reports still to come about one kind of attempt at one target: mine, those that struck, those that failed."""
    others = [s.seat for s in hands if s.seat not in (target.seat, hand.seat) and not table.out[s.seat]]
    if target.seat != hand.seat:
        if (hand.sent[action] >> target.seat) & 1:
            worked = draw.below(2) if action == SPYING else 1 if draw.below(len(others) + 1) < strikes else 0
            file_report(box, hands[hand.seat], target, action, worked)
            if action != SPYING:
                strikes -= worked
        elif hand.scored[target.seat * 3 + action] == table.turns[target.seat] > 0:
            strikes -= 1
    else:
        for i in range(0, len(hand.foiled), 2):
            if hand.foiled[i] == action and hand.foiled[i + 1] in others:
                culprit = hand.foiled[i + 1]
                others.remove(culprit)
                if awaits_report(terms, table, culprit, target.seat):
                    file_report(box, hands[culprit], target, action, 0)
    draw.shuffle(others)
    nameless = 0
    if target.seat == hand.seat:
        for i in range(0, len(hand.foiled), 2):
            nameless += 1 if hand.foiled[i] == action and hand.foiled[i + 1] < 0 else 0
    for k in range(min(len(others), max(0, strikes) + nameless)):
        if awaits_report(terms, table, others[k], target.seat):
            file_report(box, hands[others[k]], target, action, 1 if k < strikes else 0)


def imagine_queue(terms: Terms, table: LeadersTable, other: LeadersHand, draw: Draw) -> None:
    """Attempts another seat may have under way."""
    calendar = Calendar(terms, table, other.seat)
    if calendar.visits < 1 or calendar.before_events or calendar.after_events:
        return
    for action in range(3):
        target = draw.below(terms.seats)
        if draw.below(5) == 0 and target != other.seat and not table.out[target] and not passed(terms, table, other.seat, target):
            other.orders[action] |= 1 << target
