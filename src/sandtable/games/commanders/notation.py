"""How people write units, places and positions of Commanders."""

from __future__ import annotations

from sandtable.core.game import Frame
from sandtable.games.commanders.book import COLUMNS, ROWS, Book
from sandtable.games.commanders.flow import GUNS, next_phase, run
from sandtable.games.commanders.lists import DASH, MARKER_WORDS
from sandtable.games.commanders.rules.planning import given
from sandtable.games.commanders.rules.scoring import saved
from sandtable.games.commanders.rules.sectors import controls, friendly, holds, remove
from sandtable.games.commanders.state import (
    ADVANCING,
    AIMING,
    ARMY,
    BOMBARDMENT,
    BOX,
    CAPTURED,
    COMBAT,
    COMBINED,
    DEPLOY_,
    FAST,
    GARRISON,
    LOST,
    MOVES,
    OFF,
    PLACES,
    PLACING,
    PLAN,
    RALLYING,
    REACT,
    REROLLING,
    ROADS,
    ROUTED,
    SECTORS,
    SPENT,
    SQUARE,
    UNITS,
    WITHDRAWING,
    CommandersHand,
    CommandersState,
    CommandersTable,
)
from sandtable.games.commanders.verbs import PHASES, REASONS, VERBS
from sandtable.kit.graph import spread

SEATS = ["white", "black"]
RESULTS = ["miss", "hit"]
ARMS = ["infantry", "cavalry", "artillery"]
AWAY = ["box", "captured", "lost", "off"]  # places 11 to 14
NO_PLACE = ["none", "building"]  # -1 and -2 where a unit is expected

# words ------------------------------------------------------------------------------------------


def word_of(book: Book, kind: str, value: int) -> str:
    if kind == "unit":
        return book.names[value] if value >= 0 else NO_PLACE[-1 - value]
    if kind == "sector" or kind == "origin":
        if value < 0:
            return NO_PLACE[0]
        return book.sectors[value] if value < PLACES else AWAY[value - PLACES]
    if kind == "seat":
        return SEATS[value]
    if kind == "phase":
        return PHASES[value]
    if kind == "arm":
        return ARMS[value]
    if kind == "reason":
        return REASONS[value]
    if kind == "result":
        return RESULTS[value]
    if kind == "verb":
        return VERBS[value].word
    if kind == "zone":
        return str(value + 1)
    if kind == "modifier":
        return "+" + str(value) if value > 0 else str(value)
    return str(value)


def value_of(book: Book, kind: str, word: str) -> int:
    if kind == "unit":
        return book.names.index(word)
    if kind == "sector" or kind == "origin":
        return book.sectors.index(word)
    if kind == "seat":
        return SEATS.index(word)
    if kind == "phase":
        return PHASES.index(word)
    if kind == "arm":
        return ARMS.index(word)
    if kind == "reason":
        return REASONS.index(word)
    if kind == "result":
        return RESULTS.index(word)
    if kind == "verb":
        return [shape.word for shape in VERBS].index(word)
    if kind == "zone":
        return int(word) - 1
    return int(word)


def prompt_of(table: CommandersTable) -> str:
    frame = table.stack[-1]
    if frame.proc == COMBAT:
        return combat_prompt(frame.step)
    if frame.proc == BOMBARDMENT:
        return "guns" if frame.step == GUNS else "bombard"
    if frame.proc == DEPLOY_:
        return "deploy"
    if frame.proc == PLAN:
        return "plan"
    if frame.proc == RALLYING:
        return "rally"
    if frame.step == ROADS:
        return "road"
    if frame.regs:
        return "halt"
    return "fast" if frame.proc == FAST else "combined" if frame.proc == COMBINED else "moves"


def combat_prompt(step: int) -> str:
    if step == REACT:
        return "react"
    if step == PLACING:
        return "place"
    if step == AIMING:
        return "aim"
    if step == REROLLING:
        return "reroll"
    if step == WITHDRAWING:
        return "withdraw"
    return "enter" if step == ADVANCING else "halt"


PARAGRAPHS = [
    "deploy 1.9", "plan 3.1", "fast 2.2", "bombard 9.1", "guns 9.2", "combined 2.2", "moves 4.10", "halt 4.5", "road 15.13",
    "rally 10.1", "react 5.1", "place 6.4", "aim 7.12", "reroll 7.14", "withdraw 8.3", "enter 8.6",
]  # fmt: skip


def rule_of(table: CommandersTable) -> str:
    prompt = prompt_of(table)
    for line in PARAGRAPHS:
        if line.split()[0] == prompt:
            return line.split()[1]
    return ""


# positions ------------------------------------------------------------------------------------------


def place_line(book: Book, state: CommandersState, line: str) -> None:
    """One line of a position:

    ``clear`` takes all units off; ``wI1 at b2``, ``wI1-6 at b2`` (a run of units), ``wI1 box|captured|lost|off``;
    ``wI1 spent|routed|square|garrison|fresh``; ``wI1 ordered b2 [b3]``; ``wC1 acted``; ``wA1 token b3``;
    ``points 3 4``, ``round 4``, ``orders white 7``, ``pool 5``, ``ruined b2``; ``marker w flag3 a1``, ``no markers``;
    ``phase fast`` starts a phase (planning, fast, bombardment, combined, moves, rally, scoring)."""
    table = state.table
    words = line.split()
    if words[0] == "clear":
        for unit in range(UNITS):
            remove(table, unit, OFF)
    elif words[0] == "points":
        table.points = [int(words[1]), int(words[2])]
    elif words[0] == "round":
        table.round = int(words[1])
    elif words[0] == "pool":
        table.pool = int(words[1])
    elif words[0] == "orders":
        table.orders[SEATS.index(words[1])] = int(words[2])
    elif words[0] == "ruined":
        table.ruined |= 1 << book.sectors.index(words[1])
    elif words[0] == "marker":
        table.markers += ["wb".index(words[1]), MARKER_WORDS.index(words[2]), book.sectors.index(words[3])]
    elif line == "no markers":
        table.markers = []
    elif words[0] == "phase":
        start_phase(book, state, PHASES.index(words[1]))
    else:
        for unit in units_named(book, words[0]):
            place_unit(book, state, unit, words[1:])


def units_named(book: Book, word: str) -> list[int]:
    """``wI3`` or a run ``wI3-6``."""
    if "-" not in word:
        return [book.names.index(word)]
    first, last = word.split("-")
    start = book.names.index(first)
    return list(range(start, book.names.index(first[:2] + last) + 1))


def place_unit(book: Book, state: CommandersState, unit: int, words: list[str]) -> None:
    table, hand = state.table, state.hands[unit // ARMY]
    if words[0] == "at":
        table.place[unit] = book.sectors.index(words[1])
    elif words[0] in AWAY:
        remove(table, unit, PLACES + AWAY.index(words[0]))
        table.status[unit] = ROUTED if words[0] == "box" else 0
    elif words[0] == "spent":
        table.status[unit] |= SPENT
    elif words[0] == "routed":
        table.status[unit] |= ROUTED
    elif words[0] == "square":
        table.status[unit] |= SQUARE
    elif words[0] == "garrison":
        table.status[unit] |= GARRISON
    elif words[0] == "fresh":
        table.status[unit] = 0
    elif words[0] == "acted":
        table.acts[unit] += 1
    elif words[0] == "token":
        table.token[unit] = book.sectors.index(words[1])
    elif words[0] == "ordered":
        i = unit % ARMY
        hand.plan1[i] = hand.way1[i] = book.sectors.index(words[1])
        hand.plan2[i] = hand.way2[i] = book.sectors.index(words[2]) if len(words) > 2 else -1
    else:
        raise ValueError("a unit is at, box, captured, lost, off, spent, routed, square, garrison, fresh, acted, token or ordered")


def start_phase(book: Book, state: CommandersState, phase: int) -> None:
    """Go on from the start of a phase with the position as it stands."""
    table = state.table
    table.pending = []
    table.dice = []
    table.stack = [Frame(phase, 0, [])]
    if phase == PLAN:
        table.round -= 1
    else:
        next_phase(state, phase)
    run(book, state)


# queries --------------------------------------------------------------------------------------------


def look_at(book: Book, table: CommandersTable, hand: CommandersHand | None, query: str) -> str:
    """``wI1``: place and condition; ``b2``: its units; ``control b2``: who; ``white b2``: what it is to White;
    ``zone 1``: who stands where; ``ways b2``, ``distance a1 c3``: borders to cross,
    ``points``, ``markers``, ``terrain b2``, ``tokens``, ``order wI1``, ``saved``."""
    words = query.split()
    if query in book.names:
        return unit_text(book, table, book.names.index(query))
    if query in book.sectors:
        names = [book.names[unit] for unit in range(UNITS) if table.place[unit] == book.sectors.index(query)]
        return " ".join(names) if names else "empty"
    if words[0] == "control":
        sector = book.sectors.index(words[1])
        return "white" if controls(table, 0, sector) else "black" if controls(table, 1, sector) else "nobody"
    if words[0] in SEATS:
        return standing(table, SEATS.index(words[0]), book.sectors.index(words[1]))
    if words[0] == "zone":
        return zone_text(book, table, int(words[1]) - 1)
    if words[0] == "ways":
        return " ".join([book.sectors[sector] for sector in book.ways[book.sectors.index(words[1])]])
    if words[0] == "distance":
        return str(spread(book.ways, book.sectors.index(words[1]), [0] * PLACES, PLACES)[book.sectors.index(words[2])])
    if words[0] == "points":
        return str(table.points[0]) + " " + str(table.points[1])
    if words[0] == "count":
        return count_text(book, table, words[1], words[2])
    if words[0] == "markers":
        return marker_text(book, table)
    if words[0] == "terrain":
        return terrain_text(book, table, book.sectors.index(words[1]))
    if words[0] == "modifier":
        return cell_text(book, words[1], words[2], words[3])
    if words[0] == "tokens":
        laid = [book.names[unit] + ">" + book.sectors[table.token[unit]] for unit in range(UNITS) if table.token[unit] >= 0]
        return " ".join(laid) if laid else "none"
    if hand is not None and words[0] == "saved":
        return str(saved(book, table, hand))
    if hand is not None and words[0] == "given":
        return str(given(hand))
    if hand is not None and words[0] == "order":
        return order_text(book, hand, book.names.index(words[1]))
    known = "a unit, a sector, control, white, black, zone, ways, points, count, markers, terrain, tokens, modifier, order, given, saved"
    raise ValueError("look at one of: " + known)


def unit_text(book: Book, table: CommandersTable, unit: int) -> str:
    text = word_of(book, "sector", table.place[unit])
    for bit, word in ((SPENT, "spent"), (ROUTED, "routed"), (SQUARE, "square"), (GARRISON, "garrison")):
        if table.status[unit] & bit:
            text += " " + word
    return text


def standing(table: CommandersTable, seat: int, sector: int) -> str:
    """1.10"""
    if friendly(table, seat, sector):
        return "friendly"
    return "enemy" if sector >= SECTORS or holds(table, 1 - seat, sector) else "neutral"


def zone_text(book: Book, table: CommandersTable, z: int) -> str:
    if z >= len(table.zones):
        return "none"
    sides = [" ".join([book.names[unit] for unit in table.lines[2 * z + seat]]) for seat in range(2)]
    return (sides[0] or "nobody") + " : " + (sides[1] or "nobody")


def count_text(book: Book, table: CommandersTable, side: str, where: str) -> str:
    """``count white b2``: infantry, cavalry, artillery there."""
    sector = book.sectors.index(where) if where in book.sectors else PLACES + AWAY.index(where)
    counts = [0, 0, 0]
    seat = SEATS.index(side)
    for unit in range(seat * ARMY, seat * ARMY + ARMY):
        if table.place[unit] == sector:
            counts[table.kind[unit]] += 1
    return str(counts[0]) + " " + str(counts[1]) + " " + str(counts[2])


def marker_text(book: Book, table: CommandersTable) -> str:
    words: list[str] = []
    for k in range(0, len(table.markers), 3):
        words.append("wb"[table.markers[k]] + "-" + MARKER_WORDS[table.markers[k + 1]] + "-" + book.sectors[table.markers[k + 2]])
    return " ".join(words) if words else "none"


def terrain_text(book: Book, table: CommandersTable, sector: int) -> str:
    words: list[str] = []
    for word in book.terrain_words(sector):
        if word != "building" or not (table.ruined >> sector) & 1:
            words.append(word)
    return " ".join(words) if words else "open"


def cell_text(book: Book, row: str, column: str, step: str) -> str:
    """``modifier attacking_infantry routed melee``: a cell of the table (7.4)."""
    cells = book.melee if step == "melee" else book.fire
    value = cells[ROWS.index(row) * COLUMNS + [*ROWS, "routed", "none"].index(column)]
    return "-" if value == DASH else word_of(book, "modifier", value)


def order_text(book: Book, hand: CommandersHand, unit: int) -> str:
    """What is left to do of a unit's order."""
    i = unit % ARMY
    if unit // ARMY != hand.seat:
        return "?"
    if hand.way1[i] < 0:
        return "none"
    return book.sectors[hand.way1[i]] + (" " + book.sectors[hand.way2[i]] if hand.way2[i] >= 0 else "")


assert BOX == PLACES and CAPTURED == PLACES + 1 and LOST == PLACES + 2 and MOVES == PHASES.index("moves")
