"""Chapter 10: how a match ends."""

from __future__ import annotations

from sandtable.core.game import EVERYONE
from sandtable.games.company_leader.plan import Plan
from sandtable.games.company_leader.rules.pieces import clear, towns_held
from sandtable.games.company_leader.state import CONVOY, DUMMY, LeaderState, LeaderTable
from sandtable.games.company_leader.verbs import DRAWN_GAME, ELIMINATED, TALLIED, WON


def standing(plan: Plan, table: LeaderTable) -> list[int]:
    """By side: 1 while one of its seats is in the match."""
    sides = [0] * plan.side_count
    for seat in range(plan.seats):
        if ((table.out | table.gone) >> seat) & 1 == 0:
            sides[plan.sides[seat]] = 1
    return sides


def troops_left(plan: Plan, state: LeaderState) -> list[int]:
    """By side."""
    table = state.table
    count = [0] * plan.side_count
    for field in range(plan.size):
        owner = table.owner[field]
        if owner >= 0 and (table.face[field] > 0 or state.hands[owner].kind[field] > DUMMY):
            count[plan.sides[owner]] += 1
    return count


def judge(plan: Plan, state: LeaderState, exempt: int) -> bool:
    """10.1-10.4: see who has lost now; true when the match is over.  The side in the middle of
    its own action is exempt until that is complete (10.3)."""
    table = state.table
    alive = standing(plan, table)
    troops = troops_left(plan, state)
    convoys = convoys_left(plan, table)
    losers: list[int] = []
    left = 0
    for side in range(plan.side_count):
        if alive[side]:
            stranded = plan.escorts[side] > convoys[side]  # 11.5: its last convoy is destroyed
            if side != exempt and (troops[side] == 0 or stranded or towns_held(plan, table, side) == 0):
                losers.append(side)
            else:
                left += 1
    if reached_aim(plan, state):
        return True
    if not losers and left > 1:
        return False
    if left == 0:
        award(plan, state, losers, True)
        return True
    if left == 1:
        award(plan, state, [side for side in range(plan.side_count) if alive[side] and side not in losers], False)
        return True
    for seat in range(plan.seats):
        if plan.sides[seat] in losers and (table.out >> seat) & 1 == 0:
            eliminate(plan, state, seat)
    return False


def eliminate(plan: Plan, state: LeaderState, seat: int) -> None:
    """10.4: all its pieces are taken off, its towns are empty."""
    table = state.table
    table.out |= 1 << seat
    remove_all(plan, state, seat)
    state.reveal(EVERYONE, ELIMINATED, (seat,))


def remove_all(plan: Plan, state: LeaderState, seat: int) -> None:
    table = state.table
    for field in range(plan.size):
        if table.owner[field] == seat:
            clear(table, state.hands[seat], field)


def convoys_left(plan: Plan, table: LeaderTable) -> list[int]:
    """By side; none where the scenario has none."""
    count = [0] * plan.side_count
    if plan.convoys:
        for field in range(plan.size):
            if table.face[field] == CONVOY:
                count[plan.sides[table.owner[field]]] += 1
    return count


def reached_aim(plan: Plan, state: LeaderState) -> bool:
    """11.3, 11.5: the flag at home, or a convoy on a purchase field of an enemy."""
    table = state.table
    if table.flag >= 0 and table.face[table.flag] > 0:
        owner = table.owner[table.flag]
        zone = plan.shop[table.flag]
        if zone >= 0 and plan.sides[plan.zone_seat[zone]] == plan.sides[owner]:
            award(plan, state, [plan.sides[owner]], False)
            return True
    if plan.convoys:
        for field in range(plan.size):
            zone = plan.shop[field]
            if table.face[field] == CONVOY and zone >= 0:
                side = plan.sides[table.owner[field]]
                if plan.sides[plan.zone_seat[zone]] != side:
                    award(plan, state, [side], False)
                    return True
    return False


def award(plan: Plan, state: LeaderState, sides: list[int], drawn: bool) -> None:
    """The match is over: these sides have won, or drawn with each other."""
    table = state.table
    table.result = [0] * plan.seats
    for seat in range(plan.seats):
        if plan.sides[seat] not in sides:
            table.result[seat] = -1000
        elif not drawn:
            table.result[seat] = 1000
            state.reveal(EVERYONE, WON, (seat,))
    if drawn:
        state.reveal(EVERYONE, DRAWN_GAME, ())
    table.stack = []
    table.pending = []


def award_seat(plan: Plan, state: LeaderState, winner: int) -> None:
    """10.6: one winner in person; his team-mate comes second."""
    award(plan, state, [plan.sides[winner]], False)
    for seat in range(plan.seats):
        if seat != winner and plan.sides[seat] == plan.sides[winner]:
            state.table.result[seat] = 500


def tally(plan: Plan, state: LeaderState) -> None:
    """10.7: the turns are over: towns, then strength, then dummies; 11.4: or the defender has won; 11.5: who has brought no convoy
    through is behind all who had none to bring."""
    table = state.table
    alive = standing(plan, table)
    if plan.holder >= 0 and alive[plan.holder]:
        award(plan, state, [plan.holder], False)
        return
    if min(plan.escorts) == 0:
        alive = [alive[side] if plan.escorts[side] == 0 else 0 for side in range(plan.side_count)]
    best = -1
    winners: list[int] = []
    for side in range(plan.side_count):
        if alive[side]:
            towns = towns_held(plan, table, side)
            strength, dummies = 0, 0
            for field in range(plan.size):
                owner = table.owner[field]
                if owner >= 0 and plan.sides[owner] == side:
                    kind = state.hands[owner].kind[field]
                    strength += table.strength[field] if table.face[field] > 0 else plan.full[kind]
                    if table.face[field] == 0 and kind == DUMMY:
                        dummies += 1
            state.reveal(EVERYONE, TALLIED, (side, towns, strength, dummies))
            worth = (towns * 100000 + strength) * 10000 + dummies
            if worth > best:
                best, winners = worth, [side]
            elif worth == best:
                winners.append(side)
    award(plan, state, winners, len(winners) > 1)
