"""Chapter 12: what the guidelines say of a board."""

from __future__ import annotations

from sandtable.games.company_leader.board import FOREST, URBAN, BadBoard, Board, Play, read_board
from sandtable.games.company_leader.plan import Settings, Troops, armies_of, board_of, limit_of
from sandtable.games.company_leader.scenario import Scenario, examine_scenario, fitting_play
from sandtable.games.company_leader.state import BUYABLE
from sandtable.kit.card import Options, Remark
from sandtable.kit.sheets import Excess


def examine(source: str) -> list[Remark]:
    """Grave remarks forbid playing; the others say where a board leaves the guidelines, or keeps to them."""
    try:
        board = read_board(source)
    except (BadBoard, KeyError, TypeError, ValueError, AttributeError) as error:
        return [unreadable(error)]
    return examine_board(board)


def inspect(seats: int, options: Options) -> list[Remark]:
    """The board of these options, and the one way to play it that they choose."""
    settings = Settings(options)
    try:
        board = read_board(board_of(seats, settings))
    except (BadBoard, KeyError, TypeError, ValueError, AttributeError) as error:
        return [unreadable(error)]
    remarks = examine_ground(board)
    scenario = Scenario(settings.scenario)
    try:
        play = fitting_play(board, seats, settings.alliance, scenario)
    except BadBoard as error:
        key = "no-scenario" if scenario.own else "no-play"
        return [Remark(True, key, str(error), ["option:seats"], {"seats": str(seats), "scenario": scenario.name}), *remarks]
    try:
        armies = armies_of(play, settings.army_list)
    except BadBoard as error:
        return [Remark(True, "army-list", str(error), ["option:army_list"], {"reason": str(error)}), *remarks]
    chosen = Play(play.territories, play.sides, play.income, armies, play.scenario, play.defender, play.convoy)
    return remarks + examine_play(board, chosen) + examine_scenario(board, play, scenario, limit_of(settings, scenario))


def unreadable(error: Exception) -> Remark:
    if isinstance(error, Excess):
        return error.remark("board")
    where = error.where if isinstance(error, BadBoard) else []
    return Remark(True, "unreadable", str(error), where, {"reason": str(error)})


def examine_board(board: Board) -> list[Remark]:
    remarks = examine_ground(board)
    for play in board.plays:
        remarks += examine_play(board, play)
    return remarks


def examine_ground(board: Board) -> list[Remark]:
    """What does not depend on who plays."""
    return [size(board), urban_share(board), spread(board), symmetry(board), reachable(board)]


def say(good: bool, key: str, text: str, values: dict[str, str], where: list[str] | None = None) -> Remark:
    """Keys of broken guidelines start with ``off-``, their texts with a word of warning."""
    return Remark(False, key, text, [], values, True) if good else Remark(False, "off-" + key, "unusual: " + text, where, values)


def fields_of(board: Board, letters: str) -> list[int]:
    return [f for f in range(board.size) if board.zones[f].lower() in letters]


def places(board: Board, fields: list[int]) -> list[str]:
    """Fields as the editor knows them: q and r."""
    return [str(board.hexes.q[f]) + "," + str(board.hexes.r[f]) for f in fields]


def size(board: Board) -> Remark:
    """12.1"""
    return say(True, "minutes", f"{board.size} fields: about {board.size} minutes of play", {"fields": str(board.size)})


def urban_share(board: Board) -> Remark:
    """12.2"""
    towns = board.terrain.count(URBAN)
    share = round(100 * towns / board.size)
    good = 10 * towns >= board.size and 5 * towns <= board.size
    values = {"towns": str(towns), "fields": str(board.size), "share": str(share)}
    where = places(board, towns_of(board)) if 5 * towns > board.size else []
    return say(good, "urban", f"{towns} of {board.size} fields are urban, {share} %; the guideline is 10 to 20 %", values, where)


def towns_of(board: Board) -> list[int]:
    return [f for f in range(board.size) if board.terrain[f] == URBAN]


def spread(board: Board) -> Remark:
    """12.2: even spread: no field is far from a town, no two towns touch."""
    towns = towns_of(board)
    if not towns:
        return say(False, "no-spread", "there are no urban fields", {})
    pairs = [(t, n) for t in towns for n in board.hexes.neighbours(t) if board.terrain[n] == URBAN and n > t]
    way = [min([board.hexes.distance(f, t) for t in towns]) for f in range(board.size)]
    far = max(way)
    touching = sorted({f for pair in pairs for f in pair})
    remote = [f for f in range(board.size) if way[f] > 3]
    text = f"{len(pairs)} pairs of urban fields touch; the remotest field is {far} fields from a town"
    values = {"pairs": str(len(pairs)), "far": str(far)}
    return say(not pairs and far <= 3, "spread", text, values, places(board, touching + remote))


def symmetry(board: Board) -> Remark:
    """12.3: turned by half a circle, or by a third for three territories, terrain and territories fall on their like."""
    turns = 2 if len(board.letters) % 3 == 0 else 3
    try:
        image = board.hexes.rotation(turns)
    except ValueError:
        return say(False, "no-centre", "the board has no centre to turn about", {})
    names: dict[str, str] = {".": "."}  # territory -> its counterpart
    odd: list[int] = []
    for f in range(board.size):
        g = image[f]
        if g < 0 or board.terrain[f] != board.terrain[g]:
            odd.append(f)
            continue
        here, there = board.zones[f], board.zones[g]
        if here.isupper() != there.isupper() or names.setdefault(here.lower(), there.lower()) != there.lower():
            odd.append(f)
    degrees = turns * 60
    text = f"turned by {degrees} degrees the board " + ("is another" if odd else "is the same")
    return say(not odd, "symmetry", text, {"degrees": str(degrees)}, places(board, odd))


def reachable(board: Board) -> Remark:
    """12.4: all fields hang together; the smaller parts are the lost ones."""
    parts: list[set[int]] = []
    for start in range(board.size):
        if [part for part in parts if start in part]:
            continue
        found, queue = {start}, [start]
        while queue:
            for near in board.hexes.neighbours(queue.pop()):
                if near not in found:
                    found.add(near)
                    queue.append(near)
        parts.append(found)
    main = max(parts, key=len)
    lost = [f for f in range(board.size) if f not in main]
    text = f"{len(lost)} fields cannot be reached from the others"
    return Remark(len(lost) > 0, "unreachable" if lost else "reachable", text, places(board, lost), {"fields": str(len(lost))}, not lost)


def examine_play(board: Board, play: Play) -> list[Remark]:
    """12.5-12.8, for one way to play the board."""
    name = f"{len(play.territories)} seats" + (" in teams" if max(play.sides) + 1 < len(play.territories) else "")
    remarks = examine_owners(board, play, name)
    for seat, letters in enumerate(play.territories):
        remarks += examine_seat(board, play, name + ", " + letters, seat)
    equal = [terrain_counts(board, play, side) for side in range(max(play.sides) + 1)]
    good = all(counts == equal[0] for counts in equal)
    shown = "; ".join(f"{town} urban, {forest} forest, {total} fields" for town, forest, total in equal)
    numbers = "; ".join(f"{town} / {forest} / {total}" for town, forest, total in equal)
    remarks.append(say(good, "equal-terrain", f"{name}: territories of the sides hold {shown}", {"sides": numbers}))
    for side, coins in enumerate(play.income):
        good = coins > 0 and 30 * coins <= board.size <= 60 * coins
        ratio = f"1:{board.size // coins}" if coins else "none"
        text = f"{name}: basic income {coins} of side {side + 1} to fields is {ratio}; the guideline is 1:30 to 1:60"
        remarks.append(say(good, "income", text, {"coins": str(coins), "side": str(side + 1), "ratio": ratio.replace("none", "–")}))
    if play.scenario:  # 12.9: unequal on purpose
        return [remark for remark in remarks if remark.grave]
    return remarks


def examine_owners(board: Board, play: Play, name: str) -> list[Remark]:
    """Every territory belongs to one seat, and every troop is one there is."""
    remarks = []
    for letter in board.letters:
        owners = len([letters for letters in play.territories if letter in letters])
        if owners != 1:
            text = f"{name}: territory {letter} belongs to {owners} seats"
            values = {"letter": letter, "owners": str(owners)}
            remarks.append(Remark(True, "owners", text, places(board, fields_of(board, letter)), values))
    known = Troops().names[1:BUYABLE]
    for troop in sorted({troop for army in play.armies for troop in army if troop not in known}):
        text = f"{name}: no troop '{troop}'; there are {', '.join(known)}"
        remarks.append(Remark(True, "no-troop", text, [], {"troop": troop, "known": ", ".join(known)}))
    return remarks


def examine_seat(board: Board, play: Play, name: str, seat: int) -> list[Remark]:
    letters = play.territories[seat]
    fields = fields_of(board, letters)
    values = {"seat": str(seat + 1), "letters": letters}
    if not fields:
        return [Remark(True, "no-territory", f"{name}: no field belongs to this territory", [], values)]
    where = places(board, fields)
    troops = sum(play.armies[seat].values())
    dummies = len(fields) - troops
    values |= {"troops": str(troops), "fields": str(len(fields)), "dummies": str(dummies)}
    remarks = []
    if dummies < 0 or troops <= 0:
        remarks.append(Remark(True, "army", f"{name}: {troops} troops do not fit {len(fields)} fields", where, values))
    good = 2 * troops <= dummies <= 4 * troops
    remarks.append(say(good, "troops", f"{name}: {troops} troops to {dummies} dummies; the guideline is 1:2 to 1:4", values, where))
    for letter in letters:
        remarks += examine_shops(board, name, letter)
    if not [f for f in fields if board.terrain[f] == URBAN]:
        remarks.append(Remark(True, "no-town", f"{name}: without an urban field the side has lost at once", where, values))
    return remarks


def examine_shops(board: Board, name: str, letter: str) -> list[Remark]:
    """12.8"""
    shops = board.zones.count(letter.upper())
    values = {"letter": letter, "shops": str(shops)}
    marked = [f for f in range(board.size) if board.zones[f] == letter.upper()] if shops else fields_of(board, letter)
    text = f"{name}: territory {letter} has {shops} purchase fields; there should be 3"
    remarks = [say(shops == 3, "purchase-fields", text, values, places(board, marked))]
    if shops == 0:
        text = f"{name}: territory {letter} has no purchase field"
        remarks.append(Remark(True, "no-purchase-field", text, places(board, marked), values))
    return remarks


def terrain_counts(board: Board, play: Play, side: int) -> tuple[int, int, int]:
    fields = [f for seat in range(len(play.territories)) if play.sides[seat] == side for f in fields_of(board, play.territories[seat])]
    return len([f for f in fields if board.terrain[f] == URBAN]), len([f for f in fields if board.terrain[f] == FOREST]), len(fields)
