"""Chapters 6 and 7: moving a piece or a group."""

from __future__ import annotations

from sandtable.core.game import EVERYONE, Action
from sandtable.games.war_of_leaders.rules.fog import in_the_way, judge_sight, show
from sandtable.games.war_of_leaders.rules.ground import (
    ENDS_ON_PIECE,
    FREE,
    WAYS,
    headings,
    known_x,
    known_y,
    movers,
    one_way,
    pieces_near,
    stopped_by_own,
    true_x,
    true_y,
    walls_near,
    way,
)
from sandtable.games.war_of_leaders.rules.turn import HAS_MOVED, ROLL, SCATTERING, next_part
from sandtable.games.war_of_leaders.rules.win import after_move
from sandtable.games.war_of_leaders.setup import CAPTAIN, SQUADS_ANY, Rules
from sandtable.games.war_of_leaders.state import ALIVE, CHOOSE, DIRECT, LeadersHand, LeadersState, LeadersTable
from sandtable.games.war_of_leaders.verbs import BUMPED, GO, LEAD, LEADING, LEAVE, LEFT, MARCHED, MOVED, PICK, PICKED, RALLIED, ROLLED, STAY
from sandtable.kit.plane import along_x, along_y, within


def rolled(rules: Rules, state: LeadersState, pips: int) -> None:
    """5.3, 5.4"""
    table = state.table
    table.dice = []
    frame = table.stack[-1]
    frame.regs[ROLL] = pips
    hand = state.hands[table.turn]
    hand.left = 0
    hand.group = 0
    state.tell(EVERYONE, ROLLED, (table.turn, pips))
    if frame.regs[SCATTERING] >= 0:
        hand.chosen = frame.regs[SCATTERING]
        frame.step = DIRECT
    else:
        frame.step = CHOOSE
    state.ask([table.turn])


# who moves -----------------------------------------------------------------------------------------


def is_leader(rules: Rules, i: int) -> bool:
    return rules.kind[i] <= CAPTAIN


def followers(rules: Rules, table: LeadersTable, xs: list[int], ys: list[int], seat: int, leader: int) -> int:
    """7.1, 7.6: own indexes, as bits, that may go with a leader (an own index), without it."""
    base = seat * rules.army
    found = 0
    for i in range(rules.army):
        p = base + i
        if i == leader or table.life[p] != ALIVE:
            continue
        follows = table.squad[p] == base + leader or (rules.rally and table.squad[p] < 0)
        if rules.squads == SQUADS_ANY and rules.kind[i] > CAPTAIN and table.squad[p] >= 0:
            follows = True
        if follows and within(xs[p], ys[p], xs[base + leader], ys[base + leader], rules.command):
            found |= 1 << i
    return found


def choose_actions(rules: Rules, table: LeadersTable, hand: LeadersHand) -> list[Action]:
    base = hand.seat * rules.army
    found: list[Action] = [(PICK, base + i) for i in range(rules.army) if table.life[base + i] == ALIVE]
    xs, ys = known_x(rules, table, hand), known_y(rules, table, hand)
    for i in range(rules.army):
        if is_leader(rules, i) and table.life[base + i] == ALIVE and followers(rules, table, xs, ys, hand.seat, i):
            found.append((LEAD, base + i))
    found.append((STAY,))
    return found


def choose_refusal(rules: Rules, table: LeadersTable, hand: LeadersHand, action: Action) -> str:
    if action[0] == STAY:
        return ""
    if action[0] != PICK and action[0] != LEAD:
        return "choose-first"
    base = hand.seat * rules.army
    if not base <= action[1] < base + rules.army:
        return "not-yours"
    if table.life[action[1]] != ALIVE:
        return "piece-gone"
    if action[0] == PICK:
        return ""
    if not is_leader(rules, action[1] - base):
        return "no-leader"
    xs, ys = known_x(rules, table, hand), known_y(rules, table, hand)
    return "" if followers(rules, table, xs, ys, hand.seat, action[1] - base) else "nobody-follows"


def choose(rules: Rules, state: LeadersState, seat: int, action: Action) -> None:
    hand = state.hands[seat]
    hand.chosen = action[1] - seat * rules.army
    hand.group = 1 if action[0] == LEAD else 0
    state.note(seat, LEADING if hand.group else PICKED, (action[1],))
    state.table.stack[-1].step = DIRECT
    state.ask_again(seat)


# where to ------------------------------------------------------------------------------------------


def group_of(rules: Rules, table: LeadersTable, xs: list[int], ys: list[int], hand: LeadersHand) -> int:
    """7.2: own indexes, as bits, that are to move."""
    if not hand.group:
        return 1 << hand.chosen
    return (followers(rules, table, xs, ys, hand.seat, hand.chosen) & ~hand.left) | 1 << hand.chosen


def direct_actions(rules: Rules, table: LeadersTable, hand: LeadersHand) -> list[Action]:
    xs, ys = known_x(rules, table, hand), known_y(rules, table, hand)
    army = rules.army
    base = hand.seat * army
    piece = base + hand.chosen
    group = group_of(rules, table, xs, ys, hand)
    found: list[Action] = []
    if hand.group:
        for i in range(army):  # 7.2
            if (group >> i) & 1 and i != hand.chosen:
                found.append((LEAVE, base + i))
    length = rules.pace[table.stack[-1].regs[ROLL]]
    walls = walls_near(table, xs[piece], ys[piece], length + rules.radius[hand.chosen] + 1)
    others = pieces_near(rules, xs, ys, piece, length + 1, army, group)
    for angle in headings(rules, table, xs, ys, piece):
        dx, dy = along_x(angle, length), along_y(angle, length)
        if way(rules, table, xs, ys, piece, walls, others, dx, dy) != FREE:
            continue
        # Only a leader that would end on a follower's place has to ask whether that one goes (7.4).
        if hand.group and stopped_by_own(rules, xs, ys, base, hand.chosen, group & ~(1 << hand.chosen), dx, dy):
            if not (movers(rules, table, xs, ys, hand.seat, group, dx, dy) >> hand.chosen) & 1:
                continue
        found.append((GO, angle))
    found.append((STAY,))
    return found


def tidy_ways(rules: Rules, hand: LeadersHand, offer: list[Action]) -> list[Action]:
    """Members are left behind by ascending number, so that a set is left in one way."""
    if offer[0][0] != LEAVE or not hand.left:
        return offer
    base = hand.seat * rules.army
    return [action for action in offer if action[0] != LEAVE or hand.left >> (action[1] - base) == 0]


def direct_refusal(rules: Rules, table: LeadersTable, hand: LeadersHand, action: Action) -> str:
    if action[0] == STAY:
        return ""
    xs, ys = known_x(rules, table, hand), known_y(rules, table, hand)
    base = hand.seat * rules.army
    group = group_of(rules, table, xs, ys, hand)
    if action[0] == LEAVE:
        i = action[1] - base
        if hand.group and 0 <= i < rules.army and (hand.left >> i) & 1:
            return "already-left"
        if not hand.group or not 0 <= i < rules.army or i == hand.chosen or not (group >> i) & 1:
            return "not-in-group"
        return ""
    if action[0] != GO:
        return "direct-first"
    if not 0 <= action[1] < 4096:
        return "no-such-angle"
    if rules.eight and action[1] % 512:
        return "eight-directions"
    length = rules.pace[table.stack[-1].regs[ROLL]]
    return way_refusal(rules, table, xs, ys, hand.seat, hand.chosen, group, action[1], length)


def way_refusal(
    rules: Rules, table: LeadersTable, xs: list[int], ys: list[int], seat: int, leader: int, group: int, angle: int, length: int
) -> str:
    """Why a piece, with its group, cannot go a way; empty when it can."""
    dx, dy = along_x(angle, length), along_y(angle, length)
    found = one_way(rules, table, xs, ys, seat * rules.army + leader, group, dx, dy)
    if found == FREE and not (movers(rules, table, xs, ys, seat, group, dx, dy) >> leader) & 1:
        found = ENDS_ON_PIECE
    return WAYS[found]


def leave_behind(rules: Rules, state: LeadersState, seat: int, piece: int) -> None:
    state.hands[seat].left |= 1 << (piece - seat * rules.army)
    state.note(seat, LEFT, (piece,))
    state.ask_again(seat)


def go(rules: Rules, state: LeadersState, seat: int, angle: int) -> None:
    """6.3, 7.3: all by the same line.  Until now nobody else knew which pieces were to move."""
    table, hand = state.table, state.hands[seat]
    regs = table.stack[-1].regs
    length = rules.pace[regs[ROLL]]
    dx, dy = int(along_x(angle, length)), int(along_y(angle, length))
    xs, ys = true_x(rules, state), true_y(rules, state)
    group = group_of(rules, table, xs, ys, hand)
    going = movers(rules, table, xs, ys, seat, group, dx, dy)
    if rules.fog:
        march_in_fog(rules, state, seat, group, going, dx, dy)
    else:
        base = seat * rules.army
        for i in range(rules.army):
            if (going >> i) & 1:
                table.x[base + i] += dx
                table.y[base + i] += dy
                if state.loud:
                    state.show(seat, EVERYONE, MOVED, (base + i, table.x[base + i], table.y[base + i]))
    if rules.rally and hand.group:
        rally(rules, state, seat, going)
    regs[HAS_MOVED] = 1
    if not after_move(rules, state, seat):
        next_part(rules, state, seat)


def rally(rules: Rules, state: LeadersState, seat: int, going: int) -> None:
    """7.6"""
    table = state.table
    leader = seat * rules.army + state.hands[seat].chosen
    for i in range(rules.army):
        piece = seat * rules.army + i
        if (going >> i) & 1 and table.squad[piece] < 0:
            table.squad[piece] = leader
            state.reveal(EVERYONE, RALLIED, (piece, leader))


def march_in_fog(rules: Rules, state: LeadersState, seat: int, group: int, going: int, dx: int, dy: int) -> None:
    """11.3, 11.5: the owner knows at once; what others see is judged afterwards."""
    table, hand = state.table, state.hands[seat]
    base = seat * rules.army
    expected = movers(rules, table, known_x(rules, table, hand), known_y(rules, table, hand), seat, group, dx, dy)
    blockers: list[int] = []
    state.tell(EVERYONE, MARCHED, (seat,))
    for i in range(rules.army):
        if (expected & ~going) >> i & 1:
            blockers += in_the_way(rules, state, base + i, dx, dy)
            state.reveal(1 << seat, BUMPED, (base + i,))
    for i in range(rules.army):
        if (going >> i) & 1:
            hand.x[i] += dx
            hand.y[i] += dy
            state.tell(1 << seat, MOVED, (base + i, hand.x[i], hand.y[i]))
    judge_sight(rules, state)
    for q in blockers:
        owner = state.hands[q // rules.army]
        show(state, q, owner.x[q % rules.army], owner.y[q % rules.army])
