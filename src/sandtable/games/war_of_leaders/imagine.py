"""A whole truth that a seat cannot tell from the real one."""

from __future__ import annotations

from sandtable.core.game import Box, Draw, State
from sandtable.games.war_of_leaders.rules.ground import line_free, wall_hit
from sandtable.games.war_of_leaders.rules.order import tied_seats
from sandtable.games.war_of_leaders.setup import PLACE_OPEN, Rules
from sandtable.games.war_of_leaders.state import (
    ALIVE,
    ALLIANCE,
    D_FROM,
    D_TO,
    DIRECT,
    GONE,
    HIDDEN,
    PLACE,
    STANDING,
    THROW,
    TURN,
    LeadersHand,
    LeadersState,
    LeadersTable,
    copy_hand,
    copy_table,
)
from sandtable.kit.plane import nearer

TRIES = 200  # random places before taking the first that serves


def imagine_state(rules: Rules, table: LeadersTable, hand: LeadersHand, draw: Draw) -> LeadersState:
    hands: list[LeadersHand] = []
    for seat in range(rules.seats):
        hands.append(copy_hand(hand) if seat == hand.seat else blank_hand(rules, table, hand, seat))
    proc = table.stack[-1].proc if table.stack else TURN
    if proc == THROW and table.stack[-1].step == 0 and table.pending:
        for seat in tied_seats(table):
            if seat != hand.seat and seat not in table.pending:
                hands[seat].throw = draw.below(3)
    elif proc == PLACE and rules.placement != PLACE_OPEN:
        for seat in table.order:
            if seat != hand.seat and not table.out[seat]:
                if seat in table.pending:  # how far it has come is its secret
                    spread_army(rules, table, hands[seat], draw.below(len(own_pieces(rules, seat))), draw)
                elif draw.below(2) or not spread_army(rules, table, hands[seat], rules.army, draw):
                    deal_army(rules, table, hands[seat], draw)
    elif table.round > 0:
        if rules.fog:
            hide_pieces(rules, table, hands, hand.seat, draw)
        if table.stack and table.stack[-1].step == DIRECT and table.turn != hand.seat:
            imagine_choice(rules, table, hands[table.turn], draw)
    if rules.negotiation and table.round > 0:
        imagine_deals(table, hands, hand.seat, draw)
    return State(copy_table(table), hands, Box())


def imagine_deals(table: LeadersTable, hands: list[LeadersHand], watcher: int, draw: Draw) -> None:
    """10.1: two others are allied in private one time in four."""
    for one in hands:
        for two in hands:
            if one.seat < two.seat and watcher not in (one.seat, two.seat) and not table.out[one.seat] and not table.out[two.seat]:
                if draw.below(4) == 0:
                    deal = [one.seat, two.seat, 0, ALLIANCE, 0, -1, 0, STANDING, 0, -1]
                    one.deals.append(deal[:])
                    two.deals.append(deal[:])


def blank_hand(rules: Rules, table: LeadersTable, mine: LeadersHand, seat: int) -> LeadersHand:
    """Another seat's hand as far as the own one tells: the private deals between the two."""
    other = LeadersHand(seat)
    other.x = [HIDDEN] * rules.army
    other.y = [HIDDEN] * rules.army
    other.deals = [deal[:] for deal in mine.deals if deal[D_FROM] == seat or deal[D_TO] == seat]
    if mine.squad:  # 4.5: while both place in secret
        other.squad = rules.leader[seat][:]
    other.asked = 1 if seat in table.pending else 0
    return other


def imagine_choice(rules: Rules, table: LeadersTable, other: LeadersHand, draw: Draw) -> None:
    """The player in turn has chosen a piece that nobody else knows of."""
    scattering = table.stack[-1].regs[1]
    base = other.seat * rules.army
    alive = [i for i in range(rules.army) if table.life[base + i] == ALIVE]
    other.chosen = scattering if scattering >= 0 else alive[draw.below(len(alive))]


def own_pieces(rules: Rules, seat: int) -> list[int]:
    """1.2: those of the army list that the seat has."""
    return [i for i in range(rules.army) if rules.has[seat][i]]


def deal_army(rules: Rules, table: LeadersTable, other: LeadersHand, draw: Draw) -> None:
    """A sealed placement: the ready formation, its pieces nudged where there is room."""
    zone = table.corner[other.seat]
    places = rules.ready[other.seat][zone]
    for i in range(rules.army):
        other.x[i] = places[2 * i]
        other.y[i] = places[2 * i + 1]
    for i in own_pieces(rules, other.seat):
        x, y = other.x[i] + draw.below(21) - 10, other.y[i] + draw.below(21) - 10
        if rules.in_zone(zone, x, y, rules.radius[i]) and fits_army(rules, table, other, i, x, y):
            other.x[i] = x
            other.y[i] = y


def spread_army(rules: Rules, table: LeadersTable, other: LeadersHand, count: int, draw: Draw) -> bool:
    """So many pieces, whichever, anywhere in the zone; false where no room was found for all of them."""
    pieces = own_pieces(rules, other.seat)
    draw.shuffle(pieces)
    for i in pieces[:count]:
        if not put_somewhere(rules, table, other, i, draw):
            return False
    return True


def put_somewhere(rules: Rules, table: LeadersTable, other: LeadersHand, i: int, draw: Draw) -> bool:
    zone = table.corner[other.seat]
    wide = 2 * rules.zone_r + 1
    for _k in range(TRIES):
        x, y = rules.zone_x[zone] - rules.zone_r + draw.below(wide), rules.zone_y[zone] - rules.zone_r + draw.below(wide)
        if rules.in_zone(zone, x, y, rules.radius[i]) and fits_army(rules, table, other, i, x, y):
            other.x[i] = x
            other.y[i] = y
            return True
    return False


def fits_army(rules: Rules, table: LeadersTable, other: LeadersHand, i: int, x: int, y: int) -> bool:
    for j in range(rules.army):
        if j != i and other.x[j] >= 0 and nearer(x, y, other.x[j], other.y[j], rules.radius[i] + rules.radius[j]):
            return False
    return clear_of_walls(rules, table, i, x, y)


def clear_of_walls(rules: Rules, table: LeadersTable, i: int, x: int, y: int) -> bool:
    return all(not wall_hit(table, w, x, y, x, y, rules.radius[i]) for w in range(len(table.wall_x)))


# fog ---------------------------------------------------------------------------------------------


def hide_pieces(rules: Rules, table: LeadersTable, hands: list[LeadersHand], watcher: int, draw: Draw) -> None:
    """Put every unseen piece of the others where nobody sees it."""
    xs, ys = table.x[:], table.y[:]
    for hand in hands:
        base = hand.seat * rules.army
        for i in range(rules.army):
            if hand.seat == watcher:
                xs[base + i], ys[base + i] = hand.x[i], hand.y[i]
    for hand in hands:
        if hand.seat == watcher:
            continue
        base = hand.seat * rules.army
        for i in range(rules.army):
            if table.life[base + i] != GONE and xs[base + i] == HIDDEN:
                find_cover(rules, table, xs, ys, base + i, draw)
            hand.x[i], hand.y[i] = xs[base + i], ys[base + i]


def find_cover(rules: Rules, table: LeadersTable, xs: list[int], ys: list[int], piece: int, draw: Draw) -> None:
    """A random unseen place; else the first on a grid; else, where cover is too scarce to be found piece by
    piece, any free place: sight is judged anew at the next move."""
    fallback_x, fallback_y = HIDDEN, HIDDEN
    for _k in range(TRIES):
        x, y = draw.below(rules.width), draw.below(rules.height)
        if stands_free(rules, table, xs, ys, piece, x, y):
            if unseen_at(rules, table, xs, ys, piece, x, y):
                xs[piece], ys[piece] = x, y
                return
            if fallback_x == HIDDEN:
                fallback_x, fallback_y = x, y
    for x in range(0, rules.width, 12):
        for y in range(0, rules.height, 12):
            if stands_free(rules, table, xs, ys, piece, x, y) and unseen_at(rules, table, xs, ys, piece, x, y):
                xs[piece], ys[piece] = x, y
                return
    xs[piece], ys[piece] = fallback_x, fallback_y


def stands_free(rules: Rules, table: LeadersTable, xs: list[int], ys: list[int], piece: int, x: int, y: int) -> bool:
    i = piece % rules.army
    if not rules.on_table(x, y, rules.radius[i]) or not clear_of_walls(rules, table, i, x, y):
        return False
    return all(not (xs[q] >= 0 and nearer(x, y, xs[q], ys[q], rules.radius[i] + rules.radius[q % rules.army])) for q in range(len(xs)))


def unseen_at(rules: Rules, table: LeadersTable, xs: list[int], ys: list[int], piece: int, x: int, y: int) -> bool:
    owner = piece // rules.army
    for q in range(len(xs)):
        if xs[q] >= 0 and q // rules.army != owner and table.life[q] == ALIVE and line_free(table, x, y, xs[q], ys[q]):
            return False
    return True
