"""Positions for rule cases and puzzles: one change per line.

battle                  armies in the ready formation, obstacles as far as nobody places them, seat 0 to move; ends the set-up
only PIECE...           every other piece leaves the table (Kings stay, unless their player is ``out``)
PIECE at X Y | PIECE off | PIECE follows PIECE | PIECE alone
clear                   no obstacles
wall X Y X Y X Y ... | rock X Y RADIUS
point X Y RADIUS
turn SEAT | round N | idle N | out SEAT | claim SEAT
deal FROM TO KIND TERM THIRD open|private      a standing deal; THIRD is - for none
sight                   with fog: judge anew what is shown
"""

from __future__ import annotations

from sandtable.games.war_of_leaders.rules.build import add_wall, drop_walls, furnish
from sandtable.games.war_of_leaders.rules.fog import judge_sight
from sandtable.games.war_of_leaders.rules.place import place_ready
from sandtable.games.war_of_leaders.rules.talk import given, write_deal
from sandtable.games.war_of_leaders.rules.turn import begin_play, begin_turn
from sandtable.games.war_of_leaders.rules.win import eliminate, remove_piece
from sandtable.games.war_of_leaders.setup import Rules
from sandtable.games.war_of_leaders.state import ALIVE, GONE, HIDDEN, STANDING, LeadersState
from sandtable.games.war_of_leaders.words import piece_value, value_of
from sandtable.games.war_of_leaders.zones import fixed_corner
from sandtable.kit.plane import ordered


def place_line(rules: Rules, state: LeadersState, line: str) -> None:
    words = line.split()
    table = state.table
    word, rest = words[0], words[1:]
    if word == "battle":
        start_battle(rules, state)
    elif word == "clear":
        drop_walls(table, 0)
    elif word == "wall" or word == "rock":
        numbers = [int(v) for v in rest]
        add_wall(table, ordered(numbers) if word == "wall" else numbers[:3])
    elif word == "point":
        table.point = [int(v) for v in rest[:3]]
    elif word == "round" or word == "idle":
        if word == "round":
            table.round = int(rest[0])
        else:
            table.idle = int(rest[0])
    elif word == "sight":
        judge_sight(rules, state)
    elif word == "only":
        keep_only(rules, state, [piece_value(rules, name) for name in rest])
    elif word == "turn" or word == "out" or word == "claim":
        about_seat(rules, state, word, value_of(rules, "seat", rest[0]))
    elif word == "deal":
        add_deal(rules, state, rest)
    else:
        about_piece(rules, state, piece_value(rules, word), rest)
    state.news = []


def start_battle(rules: Rules, state: LeadersState) -> None:
    table = state.table
    table.dice = []
    table.tier = list(range(rules.seats))
    table.corner = [fixed_corner(rules, seat) for seat in range(rules.seats)]
    table.order = list(range(rules.seats))
    table.start = 0
    if not table.point:
        table.point = rules.point[:]
    for hand in state.hands:
        hand.throw = -1
        place_ready(rules, table, hand, table.x, table.y, hand.seat * rules.army)
        if rules.fog:
            place_ready(rules, table, hand, hand.x, hand.y, 0)
    if not table.wall_x:
        furnish(rules, state)
    begin_play(rules, state)


def keep_only(rules: Rules, state: LeadersState, kept: list[int]) -> None:
    table = state.table
    for piece in range(len(table.life)):
        if table.life[piece] == ALIVE and piece not in kept and piece % rules.army != 0:
            remove_piece(rules, state, piece)
    for piece in range(len(table.life)):
        if table.squad[piece] >= 0 and table.life[table.squad[piece]] == GONE:
            table.squad[piece] = -1


def about_seat(rules: Rules, state: LeadersState, word: str, seat: int) -> None:
    if word == "turn":
        begin_turn(rules, state, seat)
    elif word == "out":
        eliminate(rules, state, seat)
    else:
        state.table.claim[seat] = 1


def add_deal(rules: Rules, state: LeadersState, rest: list[str]) -> None:
    giver, taker = value_of(rules, "seat", rest[0]), value_of(rules, "seat", rest[1])
    kind, term = value_of(rules, "deal", rest[2]), int(rest[3])
    aim, is_open = value_of(rules, "seat", rest[4]), value_of(rules, "open", rest[5])
    serial = given(state.table.treaties if is_open else state.hands[giver].deals, giver, taker)
    until = state.table.round + term if term else 0
    write_deal(state, [giver, taker, serial, kind, term, aim, is_open, STANDING, until, -1])


def about_piece(rules: Rules, state: LeadersState, piece: int, rest: list[str]) -> None:
    table = state.table
    seat, i = piece // rules.army, piece % rules.army
    if rest[0] == "at":
        x, y = int(rest[1]), int(rest[2])
        table.life[piece] = ALIVE
        if rules.fog:
            state.hands[seat].x[i], state.hands[seat].y[i] = x, y
            if table.x[piece] == HIDDEN:
                return
        table.x[piece], table.y[piece] = x, y
    elif rest[0] == "off":
        remove_piece(rules, state, piece)
    elif rest[0] == "follows":
        table.squad[piece] = piece_value(rules, rest[1])
    elif rest[0] == "alone":
        table.squad[piece] = -1
    else:
        raise ValueError("after a piece comes at, off, follows or alone, not '" + rest[0] + "'")
