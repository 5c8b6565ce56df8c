"""Chapter 4: placing the armies."""

from __future__ import annotations

from sandtable.core.game import EVERYONE, Action, Frame
from sandtable.games.war_of_leaders.rules.turn import begin_play
from sandtable.games.war_of_leaders.setup import CAPTAIN, PLACE_OPEN, PLACE_READY, SQUADS_OWN, Rules
from sandtable.games.war_of_leaders.state import HIDDEN, PLACE, LeadersHand, LeadersState, LeadersTable
from sandtable.games.war_of_leaders.verbs import ENLISTED, FOLLOW, FORM, LIFT, LIFTED, PLACED, PUT, PUT_DOWN, SHOWN
from sandtable.kit.plane import disc_hits, nearer


def begin_placing(rules: Rules, state: LeadersState) -> None:
    table = state.table
    if rules.placement == PLACE_READY:  # 4.4
        for seat in table.order:
            place_ready(rules, table, state.hands[seat], table.x, table.y, seat * rules.army)
            if rules.fog:
                place_ready(rules, table, state.hands[seat], state.hands[seat].x, state.hands[seat].y, 0)
            state.tell(EVERYONE, PLACED, (seat,))
        begin_play(rules, state)
        return
    table.stack.append(Frame(PLACE, 0, [0]))
    state.ask([table.order[0]] if rules.placement == PLACE_OPEN else sorted(table.order))


def place_ready(rules: Rules, table: LeadersTable, hand: LeadersHand, xs: list[int], ys: list[int], base: int) -> None:
    places = rules.ready[hand.seat][table.corner[hand.seat]]
    for i in range(rules.army):
        xs[base + i] = places[2 * i]
        ys[base + i] = places[2 * i + 1]


def own_xs(rules: Rules, table: LeadersTable, hand: LeadersHand) -> list[int]:
    """Where the own pieces stand so far, by own index."""
    if rules.placement == PLACE_OPEN:
        return table.x[hand.seat * rules.army : (hand.seat + 1) * rules.army]
    return hand.x


def own_ys(rules: Rules, table: LeadersTable, hand: LeadersHand) -> list[int]:
    if rules.placement == PLACE_OPEN:
        return table.y[hand.seat * rules.army : (hand.seat + 1) * rules.army]
    return hand.y


def next_piece(rules: Rules, seat: int, xs: list[int]) -> int:
    """Own index of the first piece in the army list that stands nowhere; -1 when all stand."""
    for i in range(len(xs)):
        if xs[i] < 0 and rules.has[seat][i]:
            return i
    return -1


def place_refusal(rules: Rules, table: LeadersTable, zone: int, xs: list[int], ys: list[int], i: int, x: int, y: int) -> str:
    """4.1"""
    if not 0 <= x <= rules.width or not 0 <= y <= rules.height or not rules.on_table(x, y, rules.radius[i]):
        return "off-table"
    if not rules.in_zone(zone, x, y, rules.radius[i]):
        return "not-in-zone"
    for j in range(rules.army):
        if xs[j] >= 0 and nearer(x, y, xs[j], ys[j], rules.radius[i] + rules.radius[j]):
            return "ends-on-piece"
    for w in range(len(table.wall_x)):
        if nearer(x, y, table.wall_x[w], table.wall_y[w], rules.radius[i] + table.wall_r[w]):
            if not table.outline[w] or disc_hits(table.outline[w], x, y, rules.radius[i]):
                return "on-obstacle"
    return ""


def ready_free(rules: Rules, table: LeadersTable, seat: int) -> bool:
    """Whether no obstacle of the scenario stands in the ready formation."""
    none = [-1] * rules.army
    zone = table.corner[seat]
    places = rules.ready[seat][zone]
    for i in range(rules.army):
        if rules.has[seat][i] and place_refusal(rules, table, zone, none, none, i, places[2 * i], places[2 * i + 1]):
            return False
    return True


def place_actions(rules: Rules, table: LeadersTable, hand: LeadersHand) -> list[Action]:
    """A grid of places for the first piece that stands nowhere; for each of the others its place in the ready formation, or the
    first free one; any other is as good.  What stands may be lifted again; with own squads everybody may be given a leader."""
    xs, ys = own_xs(rules, table, hand), own_ys(rules, table, hand)
    zone = table.corner[hand.seat]
    base = hand.seat * rules.army
    first = next_piece(rules, hand.seat, xs)
    found = places_for(rules, table, zone, xs, ys, base, first)
    for i in range(first + 1, rules.army):
        if xs[i] < 0 and rules.has[hand.seat][i]:
            found += usual_place(rules, table, hand.seat, xs, ys, i)
    if max(xs) < 0 and ready_free(rules, table, hand.seat):
        found.append((FORM,))
    for i in range(rules.army):
        if xs[i] >= 0:
            found.append((LIFT, base + i))
    return found + follow_actions(rules, table, hand)


def usual_place(rules: Rules, table: LeadersTable, seat: int, xs: list[int], ys: list[int], i: int) -> list[Action]:
    zone, base = table.corner[seat], seat * rules.army
    ready, spots = rules.ready[seat][zone], rules.spots[zone]
    if not place_refusal(rules, table, zone, xs, ys, i, ready[2 * i], ready[2 * i + 1]):
        return [(PUT, base + i, ready[2 * i], ready[2 * i + 1])]
    for s in range(0, len(spots), 2):
        if not place_refusal(rules, table, zone, xs, ys, i, spots[s], spots[s + 1]):
            return [(PUT, base + i, spots[s], spots[s + 1])]
    return []


def places_for(rules: Rules, table: LeadersTable, zone: int, xs: list[int], ys: list[int], base: int, i: int) -> list[Action]:
    found: list[Action] = []
    spots = rules.spots[zone]
    for s in range(0, len(spots), 2):
        if not place_refusal(rules, table, zone, xs, ys, i, spots[s], spots[s + 1]):
            found.append((PUT, base + i, spots[s], spots[s + 1]))
    step = 7
    while not found and step > 0:  # look closer
        for x in range(max(0, rules.zone_x[zone] - rules.zone_r), min(rules.width, rules.zone_x[zone] + rules.zone_r) + 1, step):
            for y in range(max(0, rules.zone_y[zone] - rules.zone_r), min(rules.height, rules.zone_y[zone] + rules.zone_r) + 1, step):
                if len(found) < 12 and not place_refusal(rules, table, zone, xs, ys, i, x, y):
                    found.append((PUT, base + i, x, y))
        step -= 2
    return found


def tidy_places(rules: Rules, table: LeadersTable, hand: LeadersHand, offer: list[Action]) -> list[Action]:
    """The first piece that stands nowhere, and the ready formation; where no room is left for it, lifting.  Leaders are given before
    anybody stands, by ascending number, so that squads are formed in one way."""
    xs = own_xs(rules, table, hand)
    first = hand.seat * rules.army + next_piece(rules, hand.seat, xs)
    if offer[0][0] == PUT and offer[0][1] == first:
        found = [action for action in offer if action[0] == FORM or (action[0] == PUT and action[1] == first)]
        return found + tidy_squads(rules, table, hand, offer) if max(xs) < 0 else found
    lifts = [action for action in offer if action[0] == LIFT]
    return lifts if lifts else offer


def place_choices(rules: Rules, table: LeadersTable, hand: LeadersHand) -> list[Action]:
    """The tidied offer, made at once."""
    xs, ys = own_xs(rules, table, hand), own_ys(rules, table, hand)
    zone = table.corner[hand.seat]
    found = places_for(rules, table, zone, xs, ys, hand.seat * rules.army, next_piece(rules, hand.seat, xs))
    if not found:
        return tidy_places(rules, table, hand, place_actions(rules, table, hand))
    if max(xs) < 0:
        if ready_free(rules, table, hand.seat):
            found.append((FORM,))
        found += tidy_squads(rules, table, hand, follow_actions(rules, table, hand))
    return found


# own squads (4.5) --------------------------------------------------------------------------------


def own_squad(rules: Rules, table: LeadersTable, hand: LeadersHand) -> list[int]:
    """Whom the own pieces follow so far, by own index."""
    if hand.squad:
        return hand.squad
    base = hand.seat * rules.army
    return [leader - base if leader >= 0 else -1 for leader in table.squad[base : base + rules.army]]


def follow_actions(rules: Rules, table: LeadersTable, hand: LeadersHand) -> list[Action]:
    found: list[Action] = []
    if rules.squads != SQUADS_OWN:
        return found
    base, squad = hand.seat * rules.army, own_squad(rules, table, hand)
    has = rules.has[hand.seat]
    leaders = [i for i in range(rules.army) if rules.kind[i] <= CAPTAIN and has[i]]
    for i in range(rules.army):
        if rules.kind[i] > CAPTAIN and has[i]:
            found += [(FOLLOW, base + i, base + leader) for leader in leaders if squad[i] != leader]
    return found


def tidy_squads(rules: Rules, table: LeadersTable, hand: LeadersHand, offer: list[Action]) -> list[Action]:
    """Leaders other than the army list's, for pieces behind the last that has such a one."""
    base, squad, listed = hand.seat * rules.army, own_squad(rules, table, hand), rules.leader[hand.seat]
    last = -1
    for i in range(rules.army):
        if squad[i] != listed[i]:
            last = i
    return [action for action in offer if action[0] == FOLLOW and action[1] - base > last and action[2] - base != listed[action[1] - base]]


def follow_refusal(rules: Rules, table: LeadersTable, hand: LeadersHand, piece: int, leader: int) -> str:
    if rules.squads != SQUADS_OWN:
        return "squads-fixed"
    i, j = piece - hand.seat * rules.army, leader - hand.seat * rules.army
    if not 0 <= i < rules.army or not 0 <= j < rules.army:
        return "not-yours"
    if not rules.has[hand.seat][i] or not rules.has[hand.seat][j]:
        return "piece-gone"
    if rules.kind[j] > CAPTAIN:
        return "no-leader"
    if rules.kind[i] <= CAPTAIN:
        return "leads-itself"
    return "follows-already" if own_squad(rules, table, hand)[i] == j else ""


def enlist(rules: Rules, state: LeadersState, seat: int, piece: int, leader: int) -> None:
    """4.5: the last word about a piece counts."""
    hand = state.hands[seat]
    if hand.squad:
        hand.squad[piece - seat * rules.army] = leader - seat * rules.army
        state.note(seat, ENLISTED, (piece, leader))
    else:
        state.table.squad[piece] = leader
        state.tell(EVERYONE, ENLISTED, (piece, leader))
    state.ask_again(seat)


def show_squads(rules: Rules, state: LeadersState, seat: int) -> None:
    """4.3: with the army its squads become known."""
    table, hand = state.table, state.hands[seat]
    base = seat * rules.army
    for i in range(len(hand.squad)):
        leader = base + hand.squad[i] if hand.squad[i] >= 0 else -1
        if table.squad[base + i] != leader:
            table.squad[base + i] = leader
            state.reveal(EVERYONE, ENLISTED, (base + i, leader))
    hand.squad = []


# placing -------------------------------------------------------------------------------------------


def placing_refusal(rules: Rules, table: LeadersTable, hand: LeadersHand, action: Action) -> str:
    xs, ys = own_xs(rules, table, hand), own_ys(rules, table, hand)
    zone = table.corner[hand.seat]
    if action[0] == FORM:
        if max(xs) >= 0:
            return "already-placing"
        return "" if ready_free(rules, table, hand.seat) else "on-obstacle"
    if action[0] == FOLLOW:
        return follow_refusal(rules, table, hand, action[1], action[2])
    if action[0] != PUT and action[0] != LIFT:
        return "place-first"
    i = action[1] - hand.seat * rules.army
    if not 0 <= i < rules.army:
        return "not-yours"
    if action[0] == LIFT:
        return "" if xs[i] >= 0 else "not-placed"
    if xs[i] >= 0:
        return "already-placed"
    if not rules.has[hand.seat][i]:
        return "piece-gone"
    return place_refusal(rules, table, zone, xs, ys, i, action[2], action[3])


def lift(rules: Rules, state: LeadersState, seat: int, piece: int) -> None:
    """4.2: a piece goes back into the box and is placed anew."""
    i = piece - seat * rules.army
    if rules.placement == PLACE_OPEN:
        state.table.x[piece] = state.table.y[piece] = HIDDEN
        state.tell(EVERYONE, LIFTED, (piece,))
    else:
        state.hands[seat].x[i] = state.hands[seat].y[i] = HIDDEN
        state.note(seat, LIFTED, (piece,))
    state.ask_again(seat)


def put(rules: Rules, state: LeadersState, seat: int, action: Action) -> None:
    table = state.table
    hand = state.hands[seat]
    if action[0] == FORM:
        places = rules.ready[seat][table.corner[seat]]
        for i in [own for own in range(rules.army) if rules.has[seat][own]]:
            put_down(rules, state, seat, i, places[2 * i], places[2 * i + 1])
    else:
        put_down(rules, state, seat, action[1] - seat * rules.army, action[2], action[3])
    if next_piece(rules, seat, own_xs(rules, table, hand)) >= 0:
        state.ask_again(seat)
    elif rules.placement == PLACE_OPEN:
        state.tell(EVERYONE, PLACED, (seat,))
        next_placer(rules, state)
    elif state.answered(seat):
        show_armies(rules, state)


def put_down(rules: Rules, state: LeadersState, seat: int, i: int, x: int, y: int) -> None:
    if rules.placement == PLACE_OPEN:
        state.table.x[seat * rules.army + i] = x
        state.table.y[seat * rules.army + i] = y
        state.tell(EVERYONE, PUT_DOWN, (seat * rules.army + i, x, y))
    else:
        state.hands[seat].x[i] = x
        state.hands[seat].y[i] = y
        state.note(seat, PUT_DOWN, (seat * rules.army + i, x, y))


def next_placer(rules: Rules, state: LeadersState) -> None:
    """4.2"""
    table = state.table
    regs = table.stack[-1].regs
    regs[0] += 1
    while regs[0] < len(table.order) and table.out[table.order[regs[0]]]:
        regs[0] += 1
    if regs[0] < len(table.order):
        state.ask([table.order[regs[0]]])
    else:
        table.pending = []
        table.stack.pop()
        begin_play(rules, state)


def show_armies(rules: Rules, state: LeadersState) -> None:
    """4.3: all at once; with fog only what is seen, which is judged when play begins."""
    table = state.table
    table.stack.pop()
    for seat in table.order:
        if table.out[seat]:
            continue
        state.tell(EVERYONE, PLACED, (seat,))
        show_squads(rules, state, seat)
        if rules.fog:
            continue
        hand = state.hands[seat]
        for i in [own for own in range(rules.army) if rules.has[seat][own]]:
            table.x[seat * rules.army + i] = hand.x[i]
            table.y[seat * rules.army + i] = hand.y[i]
            state.show(seat, EVERYONE, SHOWN, (seat * rules.army + i, hand.x[i], hand.y[i]))
        hand.x, hand.y = [-1] * rules.army, [-1] * rules.army
    begin_play(rules, state)
