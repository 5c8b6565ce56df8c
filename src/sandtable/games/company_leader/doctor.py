"""Chapter 12: what the guidelines say of a board."""

from __future__ import annotations

from sandtable.games.company_leader.board import FOREST, URBAN, BadBoard, Board, Play, read_board
from sandtable.kit.card import Remark


def examine(source: str) -> list[Remark]:
    """Grave remarks forbid playing; the others say where a board leaves the guidelines, or keeps to them."""
    try:
        board = read_board(source)
    except (BadBoard, KeyError, TypeError, ValueError) as error:
        return [Remark(True, "unreadable", str(error))]
    return examine_board(board)


def examine_board(board: Board) -> list[Remark]:
    remarks = [size(board), urban_share(board), spread(board), symmetry(board), reachable(board)]
    for play in board.plays:
        remarks += examine_play(board, play)
    return remarks


def say(good: bool, key: str, text: str) -> Remark:
    """Keys of broken guidelines start with ``off-``, their texts with a word of warning."""
    return Remark(False, key, text) if good else Remark(False, "off-" + key, "unusual: " + text)


def fields_of(board: Board, letters: str) -> list[int]:
    return [f for f in range(board.size) if board.zones[f].lower() in letters]


def size(board: Board) -> Remark:
    """12.1"""
    return say(True, "minutes", f"{board.size} fields: about {board.size} minutes of play")


def urban_share(board: Board) -> Remark:
    """12.2"""
    towns = board.terrain.count(URBAN)
    share = round(100 * towns / board.size)
    good = 10 * towns >= board.size and 5 * towns <= board.size
    return say(good, "urban", f"{towns} of {board.size} fields are urban, {share} %; the guideline is 10 to 20 %")


def spread(board: Board) -> Remark:
    """12.2: even spread: no field is far from a town, no two towns touch."""
    towns = [f for f in range(board.size) if board.terrain[f] == URBAN]
    if not towns:
        return say(False, "spread", "there are no urban fields")
    touching = len([1 for t in towns for n in board.hexes.neighbours(t) if board.terrain[n] == URBAN and n > t])
    far = max([min([board.hexes.distance(f, t) for t in towns]) for f in range(board.size)])
    good = touching == 0 and far <= 3
    return say(good, "spread", f"{touching} pairs of urban fields touch; the remotest field is {far} fields from a town")


def symmetry(board: Board) -> Remark:
    """12.3: turned by half a circle, or by a third for three territories, terrain and territories fall on their like."""
    turns = 2 if len(board.letters) % 3 == 0 else 3
    try:
        image = board.hexes.rotation(turns)
    except ValueError:
        return say(False, "symmetry", "the board has no centre to turn about")
    names: dict[str, str] = {}
    good = True
    for f in range(board.size):
        g = image[f]
        if g < 0 or board.terrain[f] != board.terrain[g]:
            good = False
            break
        here, there = board.zones[f], board.zones[g]
        if here.isupper() != there.isupper() or names.setdefault(here.lower(), there.lower()) != there.lower():
            good = False
            break
    degrees = turns * 60
    return say(good, "symmetry", f"turned by {degrees} degrees the board " + ("is the same" if good else "is another"))


def reachable(board: Board) -> Remark:
    """12.4"""
    found, queue = {0}, [0]
    while queue:
        for near in board.hexes.neighbours(queue.pop()):
            if near not in found:
                found.add(near)
                queue.append(near)
    lost = board.size - len(found)
    return Remark(lost > 0, "reachable" if lost == 0 else "unreachable", f"{lost} fields cannot be reached from the others")


def examine_play(board: Board, play: Play) -> list[Remark]:
    """12.5-12.8, for each way to play the board."""
    name = f"{len(play.territories)} seats" + (" in teams" if max(play.sides) + 1 < len(play.territories) else "")
    remarks = []
    for seat, letters in enumerate(play.territories):
        remarks += examine_seat(board, play, name + ", " + letters, seat)
    equal = [terrain_counts(board, play, side) for side in range(max(play.sides) + 1)]
    good = all(counts == equal[0] for counts in equal)
    shown = "; ".join(f"{town} urban, {forest} forest, {total} fields" for town, forest, total in equal)
    remarks.append(say(good, "equal-terrain", f"{name}: territories of the sides hold {shown}"))
    for side, coins in enumerate(play.income):
        good = coins > 0 and 30 * coins <= board.size <= 60 * coins
        ratio = f"1:{board.size // coins}" if coins else "none"
        text = f"{name}: basic income {coins} of side {side + 1} to fields is {ratio}; the guideline is 1:30 to 1:60"
        remarks.append(say(good, "income", text))
    return remarks


def examine_seat(board: Board, play: Play, name: str, seat: int) -> list[Remark]:
    letters = play.territories[seat]
    fields = fields_of(board, letters)
    if not fields:
        return [Remark(True, "no-territory", f"{name}: no field belongs to this territory")]
    troops = sum(play.armies[seat].values())
    dummies = len(fields) - troops
    remarks = [] if dummies >= 0 and troops > 0 else [Remark(True, "army", f"{name}: {troops} troops do not fit {len(fields)} fields")]
    good = 2 * troops <= dummies <= 4 * troops
    remarks.append(say(good, "troops", f"{name}: {troops} troops to {dummies} dummies; the guideline is 1:2 to 1:4"))
    for letter in letters:
        shops = board.zones.count(letter.upper())
        remarks.append(say(shops == 3, "purchase-fields", f"{name}: territory {letter} has {shops} purchase fields; there should be 3"))
        if shops == 0:
            remarks.append(Remark(True, "no-purchase-field", f"{name}: territory {letter} has no purchase field"))
    if not [f for f in fields if board.terrain[f] == URBAN]:
        remarks.append(Remark(True, "no-town", f"{name}: without an urban field the side has lost at once"))
    return remarks


def terrain_counts(board: Board, play: Play, side: int) -> tuple[int, int, int]:
    fields = [f for seat in range(len(play.territories)) if play.sides[seat] == side for f in fields_of(board, play.territories[seat])]
    return len([f for f in fields if board.terrain[f] == URBAN]), len([f for f in fields if board.terrain[f] == FOREST]), len(fields)
