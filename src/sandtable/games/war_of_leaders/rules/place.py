"""Chapter 4: placing the armies."""

from __future__ import annotations

from sandtable.core.game import EVERYONE, Action, Frame
from sandtable.games.war_of_leaders.rules.turn import begin_play
from sandtable.games.war_of_leaders.setup import PLACE_OPEN, PLACE_READY, Rules
from sandtable.games.war_of_leaders.state import PLACE, LeadersHand, LeadersState, LeadersTable
from sandtable.games.war_of_leaders.verbs import FORM, PLACED, PUT, PUT_DOWN, SHOWN
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
    places = rules.ready[table.corner[hand.seat]]
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


def next_piece(xs: list[int]) -> int:
    """4.2: own index of the piece to be placed next, in the order of the army list."""
    for i in range(len(xs)):
        if xs[i] < 0:
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


def ready_free(rules: Rules, table: LeadersTable, zone: int) -> bool:
    """Whether no obstacle of the scenario stands in the ready formation."""
    none = [-1] * rules.army
    places = rules.ready[zone]
    return all(not place_refusal(rules, table, zone, none, none, i, places[2 * i], places[2 * i + 1]) for i in range(rules.army))


def place_actions(rules: Rules, table: LeadersTable, hand: LeadersHand) -> list[Action]:
    xs, ys = own_xs(rules, table, hand), own_ys(rules, table, hand)
    zone = table.corner[hand.seat]
    i = next_piece(xs)
    piece = hand.seat * rules.army + i
    found: list[Action] = []
    spots = rules.spots[zone]
    for s in range(0, len(spots), 2):
        if not place_refusal(rules, table, zone, xs, ys, i, spots[s], spots[s + 1]):
            found.append((PUT, piece, spots[s], spots[s + 1]))
    step = 7
    while not found and step > 0:  # look closer
        for x in range(max(0, rules.zone_x[zone] - rules.zone_r), min(rules.width, rules.zone_x[zone] + rules.zone_r) + 1, step):
            for y in range(max(0, rules.zone_y[zone] - rules.zone_r), min(rules.height, rules.zone_y[zone] + rules.zone_r) + 1, step):
                if len(found) < 12 and not place_refusal(rules, table, zone, xs, ys, i, x, y):
                    found.append((PUT, piece, x, y))
        step -= 2
    if i == 0 and ready_free(rules, table, zone):
        found.append((FORM,))
    return found


def placing_refusal(rules: Rules, table: LeadersTable, hand: LeadersHand, action: Action) -> str:
    xs, ys = own_xs(rules, table, hand), own_ys(rules, table, hand)
    zone = table.corner[hand.seat]
    i = next_piece(xs)
    if action[0] == FORM:
        if i > 0:
            return "already-placing"
        return "" if ready_free(rules, table, zone) else "on-obstacle"
    if action[0] != PUT:
        return "place-first"
    if action[1] != hand.seat * rules.army + i:
        return "place-in-order"
    return place_refusal(rules, table, zone, xs, ys, i, action[2], action[3])


def put(rules: Rules, state: LeadersState, seat: int, action: Action) -> None:
    table = state.table
    hand = state.hands[seat]
    if action[0] == FORM:
        places = rules.ready[table.corner[seat]]
        for i in range(rules.army):
            put_down(rules, state, seat, i, places[2 * i], places[2 * i + 1])
    else:
        put_down(rules, state, seat, action[1] - seat * rules.army, action[2], action[3])
    if next_piece(own_xs(rules, table, hand)) >= 0:
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
        if rules.fog:
            continue
        hand = state.hands[seat]
        for i in range(rules.army):
            table.x[seat * rules.army + i] = hand.x[i]
            table.y[seat * rules.army + i] = hand.y[i]
            state.reveal(EVERYONE, SHOWN, (seat * rules.army + i, hand.x[i], hand.y[i]))
        hand.x, hand.y = [-1] * rules.army, [-1] * rules.army
    begin_play(rules, state)
