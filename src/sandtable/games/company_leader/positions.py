"""Positions and questions in words: what rule cases and the board's measuring queries are written in.

blank                                   all pieces off, set-up over, red's first turn
outposts                                blank, but each seat has a dummy on its first town and infantry
                                        hidden on its first purchase field
red infantry at F6 facing E             a revealed troop; "strength 4" may follow
red infantry at F6 hidden               a concealed one; "known" may follow: everybody has seen it
red dummy at F6                         "known" may follow
F6 empty | F6 used | F6 shot            takes a piece off; marks it
turn red 3 | coins red 5 | flag F6 | always red
"""

from __future__ import annotations

from sandtable.games.company_leader.allies import keep_up
from sandtable.games.company_leader.board import TERRAIN_SIGNS
from sandtable.games.company_leader.deals import Books
from sandtable.games.company_leader.doctor import examine_board
from sandtable.games.company_leader.plan import Plan
from sandtable.games.company_leader.rules.pieces import clear, put_down, towns_held, watched
from sandtable.games.company_leader.rules.turn import income, turn_of
from sandtable.games.company_leader.state import (
    BUYABLE,
    DISPLACED,
    DUMMY,
    HID,
    INFANTRY,
    NOBODY,
    SHOT,
    TYPES,
    UNKNOWN,
    USED,
    LeaderHand,
    LeaderState,
    LeaderTable,
)
from sandtable.games.company_leader.text import COLOURS, shown_kind
from sandtable.kit.hexes import DIRECTION_NAMES

TERRAINS = ["open", "forest", "urban"]


def change(plan: Plan, state: LeaderState, line: str) -> None:
    words = line.split()
    table = state.table
    if words[0] == "blank":
        blank(plan, state)
    elif words[0] == "outposts":
        blank(plan, state)
        outposts(plan, state)
    elif words[0] == "turn":
        seat = COLOURS.index(words[1])
        table.stack = [turn_of(plan, table, seat)]
        table.turns[seat] = int(words[2])
        table.pending = []
        state.ask([seat])
    elif words[0] == "coins":
        table.coins[plan.sides[COLOURS.index(words[1])]] = int(words[2])
    elif words[0] == "turns":
        table.turns = [int(word) for word in words[1:]]
    elif words[0] == "flag":
        table.flag = plan.board.hexes.parse(words[1])
    elif words[0] == "always":
        table.always[COLOURS.index(words[1])] = 1
    elif words[0] in COLOURS:
        place_piece(plan, state, line, words)
    else:
        mark_field(plan, state, line, words)
    keep_books(plan, state)
    if plan.open_allies:
        keep_up(plan, state)


def blank(plan: Plan, state: LeaderState) -> None:
    table = state.table
    for field in range(plan.size):
        for hand in state.hands:
            clear(table, hand, field)
    for hand in state.hands:
        hand.left = [0] * TYPES
        hand.spent = 0
    table.lots = []
    table.dice = []
    table.turns = [0] * plan.seats
    table.turns[0] = 1
    table.stack = [turn_of(plan, table, 0)]
    state.ask([0])


def outposts(plan: Plan, state: LeaderState) -> None:
    for hand in state.hands:
        town = next(f for f in plan.towns if plan.home[f] == hand.seat)
        shop = next(f for f in range(plan.size) if plan.shop[f] >= 0 and plan.home[f] == hand.seat)
        put_down(state.table, hand, town, DUMMY, UNKNOWN, 0)
        put_down(state.table, hand, shop, INFANTRY, UNKNOWN, 0)


def place_piece(plan: Plan, state: LeaderState, line: str, words: list[str]) -> None:
    table = state.table
    seat, kind = COLOURS.index(words[0]), plan.troops.names.index(words[1])
    if words[2] != "at":
        raise ValueError("'" + line + "': after the type comes 'at' and a field")
    field = plan.board.hexes.parse(words[3])
    for hand in state.hands:
        clear(table, hand, field)
    rest = words[4:]
    put_down(table, state.hands[seat], field, kind, kind if "known" in rest else UNKNOWN, 0)
    if "facing" in rest:
        table.face[field] = kind
        table.known[field] = UNKNOWN
        table.facing[field] = DIRECTION_NAMES.index(rest[rest.index("facing") + 1].upper())
        table.strength[field] = int(rest[rest.index("strength") + 1]) if "strength" in rest else plan.full[kind]
        state.hands[seat].kind[field] = UNKNOWN
    elif kind != DUMMY and "hidden" not in rest:
        raise ValueError("'" + line + "': a troop is 'hidden', or 'facing' a direction")


def mark_field(plan: Plan, state: LeaderState, line: str, words: list[str]) -> None:
    table = state.table
    field = plan.board.hexes.parse(words[0])
    if words[1:] == ["empty"]:
        for hand in state.hands:
            clear(table, hand, field)
    elif words[1:] == ["used"]:
        table.mark[field] |= USED
    elif words[1:] == ["shot"]:
        table.mark[field] |= USED | SHOT
    else:
        raise ValueError("'" + line + "' is no position: see positions.py")


def keep_books(plan: Plan, state: LeaderState) -> None:
    """Whatever lies unknown now counts as the army's troops nobody has seen."""
    table = state.table
    table.pool = [[0] * TYPES for _ in range(plan.seats)]
    table.pool_cost = [0] * plan.seats
    for field in range(plan.size):
        owner = table.owner[field]
        if owner >= 0 and table.face[field] == 0 and table.known[field] == UNKNOWN and table.origin[field] == 0:
            kind = state.hands[owner].kind[field]
            if plan.bought_armies:
                table.pool_cost[owner] += plan.full[kind]
            elif kind > DUMMY:
                table.pool[owner][kind] += 1


# questions -------------------------------------------------------------------------------


def answer(plan: Plan, table: LeaderTable, hand: LeaderHand | None, query: str) -> str:
    """``F6``: what lies there; ``mark F6``; ``displaced F6``; ``distance F6 H5``;
    ``coins red``, ``towns red``, ``income red``; ``turn``; ``watched red``;
    ``view infantry F6 E``, ``fire artillery F6 E``: fields; ``troop infantry``: range, view, speed, strength; ``dice open``;
    ``terrain F6``; ``zone a``; ``shops a``; ``board``: fields, urban, forest; ``army red``;
    ``scenario``: the doctor's remarks on board and scenario; ``limits``: turns each, lead that wins;
    ``doctor``, ``doctor urban``: guidelines broken, and the remark on one; ``deals red``: how many an onlooker thinks possible."""
    words = query.split()
    topic = words[0]
    if topic in ("coins", "towns", "income", "deals", "watched", "army"):
        return answer_seat(plan, table, topic, COLOURS.index(words[1]))
    if topic in ("view", "fire"):
        return answer_cone(plan, topic, words)
    if topic == "distance":
        return str(plan.board.hexes.distance(plan.board.hexes.parse(words[1]), plan.board.hexes.parse(words[2])))
    if topic == "displaced":
        return "yes" if table.mark[plan.board.hexes.parse(words[1])] & DISPLACED else "no"
    if topic == "mark":
        return answer_mark(table.mark[plan.board.hexes.parse(words[1])])
    if topic == "turn":
        seat = table.stack[0].regs[0]
        return COLOURS[seat] + " " + str(table.turns[seat])
    if topic == "flag":
        return plan.board.hexes.labels[table.flag]
    if topic == "limits":
        return str(plan.turn_limit) + " " + str(plan.lead)
    if topic == "scenario":
        return " / ".join([remark.key for remark in plan.remarks])
    if topic == "doctor":
        return answer_doctor(plan, words[1] if len(words) > 1 else "")
    if topic in ("troop", "dice", "terrain", "zone", "shops", "board"):
        return answer_rules(plan, topic, words)
    return answer_field(plan, table, hand, plan.board.hexes.parse(topic))


def answer_seat(plan: Plan, table: LeaderTable, topic: str, seat: int) -> str:
    side = plan.sides[seat]
    if topic == "coins":
        return str(table.coins[side])
    if topic == "towns":
        return str(towns_held(plan, table, side))
    if topic == "income":
        return str(income(plan, table, side))
    if topic == "watched":
        seen = watched(plan, table, seat)
        return labels(plan, [field for field in range(plan.size) if seen[field]])
    if topic == "army":
        army = plan.armies[seat]
        return " ".join([str(army[kind]) + " " + plan.troops.names[kind] for kind in range(1, BUYABLE) if army[kind]])
    books = Books(plan, table, seat)
    return str(books.count(0, books.start()))


def answer_cone(plan: Plan, topic: str, words: list[str]) -> str:
    kind = plan.troops.names.index(words[1])
    at = plan.board.hexes.parse(words[2]) * 6 + DIRECTION_NAMES.index(words[3].upper())
    if topic == "view":
        return labels(plan, plan.views[plan.view_start[kind] + at])
    return labels(plan, plan.fires[plan.fire_start[kind] + at])


def labels(plan: Plan, fields: list[int]) -> str:
    return " ".join([plan.board.hexes.labels[field] for field in fields])


def answer_mark(mark: int) -> str:
    words = []
    for bit, word in ((USED, "used"), (SHOT, "shot"), (HID, "hid")):
        if mark & bit:
            words.append(word)
    return " ".join(words) if words else "none"


def answer_rules(plan: Plan, topic: str, words: list[str]) -> str:
    if topic == "board":
        return " ".join([str(n) for n in (plan.size, plan.terrain.count(2), plan.terrain.count(1))])
    if topic == "troop":
        troops, kind = plan.troops, plan.troops.names.index(words[1])
        facts = (troops.reach[kind], troops.view[kind], troops.speed[kind], troops.strength[kind])
        return ("vehicle " if troops.vehicle[kind] else "infantry ") + " ".join([str(fact) for fact in facts])
    if topic == "dice":
        return " ".join(plan.dice.faces[TERRAINS.index(words[1])])
    if topic == "terrain":
        return TERRAINS[TERRAIN_SIGNS.index("ofu"[plan.terrain[plan.board.hexes.parse(words[1])]])]
    zone = plan.zone_name.index(words[1])
    if topic == "shops":
        return labels(plan, plan.shops[zone])
    return COLOURS[plan.zone_seat[zone]] + " " + str(plan.zone_of.count(zone))


def answer_doctor(plan: Plan, key: str) -> str:
    """The remarks with a key; without one, the keys of all that break a guideline."""
    remarks = examine_board(plan.board)
    if key:
        return " / ".join([remark.text for remark in remarks if remark.key in (key, "off-" + key)])
    broken = sorted({remark.key for remark in remarks if remark.grave or remark.key.startswith("off-")})
    return " ".join(broken) if broken else "sound"


def answer_field(plan: Plan, table: LeaderTable, hand: LeaderHand | None, field: int) -> str:
    owner = table.owner[field]
    if owner == NOBODY:
        return "empty"
    words = [COLOURS[owner]]
    if table.face[field] > 0:
        words += [plan.troops.names[table.face[field]], DIRECTION_NAMES[table.facing[field]], str(table.strength[field])]
    else:
        kind = shown_kind(plan, table, hand, field)
        words.append("?" if kind == UNKNOWN else plan.troops.names[kind])
    return " ".join(words)
