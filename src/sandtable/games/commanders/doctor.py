"""What is wrong or unusual with a set-up: said while an author works at it."""

from __future__ import annotations

import tomllib
from typing import Final

from sandtable.games.commanders.book import FLAG, FLAG3, GENERAL, Book, open_book
from sandtable.games.commanders.lists import SIDES, BadList
from sandtable.games.commanders.rules.sectors import guns_pass
from sandtable.games.commanders.state import ARMY, ARTILLERY, OFF, PLACES, RESERVE, SECTORS, UNITS
from sandtable.kit.card import Option, Options, Remark
from sandtable.kit.sheets import Excess, read_sheet

TURNED: Final = [8, 7, 6, 5, 4, 3, 2, 1, 0, 10, 9]  # by place: where it lies after half a turn of the board
FACING: Final = [6, 7, 8, 3, 4, 5, 0, 1, 2, 10, 9]  # and in a mirror between the lines
UNEVEN: Final = 10  # per cent by which one army may be worth more before it is said
LISTS: Final = ["army_list", "marker_list", "terrain_list", "modifier_list"]


def examine_text(source: str, known: list[Option]) -> list[Remark]:
    """A file with options in TOML, as the command line has it."""
    try:
        sheet = read_sheet(source)
    except Excess as excess:
        return [excess.remark()]
    except tomllib.TOMLDecodeError as error:
        return [Remark(True, "unreadable", str(error), [], {"error": str(error)})]
    options: Options = {option.key: option.default for option in known}
    for key in sheet:
        if key not in options:
            text = "there is no option '" + key + "'; known: " + ", ".join(sorted(options))
            return [Remark(True, "unreadable", text, [], {"error": text})]
        value = sheet[key]
        options[key] = value if isinstance(value, str) else int(value)
    return examine(options)


def examine(options: Options) -> list[Remark]:
    """Grave remarks forbid playing, and ``build`` refuses them; the others say what is unusual."""
    try:
        book = open_book(options)
    except BadList as bad:
        return [Remark(True, bad.key, str(bad), [*bad.where, "option:army_list"], bad.values)]
    except ValueError as error:
        return [Remark(True, "unreadable", str(error), ["option:" + guilty(options)], {"error": str(error)})]
    found = without_effect(options)
    if not book.custom:
        found += examine_armies(book)
    found += examine_markers(book)
    if not book.custom:
        found += examine_goal(book)
    if book.terrain:
        found += examine_terrain(book)
    if not [remark for remark in found if remark.key != "strength"]:
        found.append(Remark(False, "sound", "nothing unusual about this set-up", fine=True))
    return found


def guilty(options: Options) -> str:
    """The list that cannot be read: the one without which the rest can."""
    for key in LISTS:
        rest = dict(options)
        rest[key] = ""
        if key == "army_list":
            rest["battle"] = "marengo"
        try:
            open_book(rest)
            return key
        except ValueError:
            continue
    return "battle"


def without_effect(options: Options) -> list[Remark]:
    found: list[Remark] = []
    side_a = str(options["side"]) == "A"
    idle = {
        "army_list": str(options["battle"]) != "listed",
        "marker_list": side_a,
        "terrain_list": not int(options["terrain"]),
        "modifier_list": False,
    }
    for key in LISTS:
        if idle[key] and str(options[key]).strip():
            text = "the option '" + key + "' has no effect here: " + REASONS[key]
            found.append(Remark(False, "no-effect-" + key, text, ["option:" + key]))
    return found


REASONS: Final = {
    "army_list": "it needs the battle 'listed'",
    "marker_list": "side A has its objectives printed",
    "terrain_list": "it needs the option terrain",
}


# armies -------------------------------------------------------------------------------------------


def units_at(book: Book, seat: int, place: int) -> list[int]:
    return [unit for unit in range(seat * ARMY, seat * ARMY + ARMY) if book.start[unit] == place]


def worth_of(book: Book, seat: int) -> int:
    """11.1: what the enemy earns for the whole army."""
    return sum([book.prizes[book.kinds[unit]] for unit in range(seat * ARMY, seat * ARMY + ARMY) if book.start[unit] != OFF])


def examine_armies(book: Book) -> list[Remark]:
    white, black = worth_of(book, 0), worth_of(book, 1)
    text = "White's army is worth " + str(white) + " points, Black's " + str(black)
    values = {"white": str(white), "black": str(black)}
    uneven = abs(white - black) * 100 > UNEVEN * min(white, black)
    found = [Remark(False, "uneven-strength" if uneven else "strength", text, [], values, not uneven)]
    for seat in range(2):
        found += examine_army(book, seat)
    touching: list[str] = []
    for place in range(SECTORS):
        if units_at(book, 0, place):
            touching += [book.sectors[place] for near in book.ways[place] if near < SECTORS and units_at(book, 1, near)]
    if touching:
        names = sorted(set(touching))
        text = "the armies begin in contact: White stands beside Black in " + ", ".join(names)
        found.append(Remark(False, "in-contact", text, names, {"places": ", ".join(names)}))
    if not same_for_both(book, TURNED) and not same_for_both(book, FACING):
        found.append(Remark(False, "unlike", "neither turned by half nor mirrored are armies, markers and terrain the same for both sides"))
    return found


def examine_army(book: Book, seat: int) -> list[Remark]:
    found: list[Remark] = []
    side = SIDES[seat]
    army = [unit for unit in range(seat * ARMY, seat * ARMY + ARMY) if book.start[unit] != OFF]
    values = {"side": side.lower(), "number": str(len(army)), "orders": str(book.orders)}
    if len(army) < book.orders:
        text = side + " has " + str(len(army)) + " units and " + str(book.orders) + " orders a round: there is nothing to decide between"
        found.append(Remark(False, "few-units", text, [], values))
    if not units_at(book, seat, RESERVE + seat):
        found.append(Remark(False, "no-reserve", side + " has no reserve to relieve its line", [book.sectors[RESERVE + seat]], values))
    home = [place for place in book.home[1 - seat][:3] if units_at(book, seat, place)]
    if home:
        names = [book.sectors[place] for place in home]
        text = side + " begins in the enemy's home: " + ", ".join(names)
        found.append(Remark(False, "behind-lines", text, names, {"side": side.lower(), "places": ", ".join(names)}))
    for place in range(SECTORS):
        guns = [unit for unit in units_at(book, seat, place) if book.kinds[unit] == ARTILLERY]
        if guns and book.forest[place]:
            name = book.sectors[place]
            text = side + "'s guns in " + name + " stand in a forest and cannot bombard out of it"
            found.append(Remark(False, "idle-guns", text, [name], {"side": side.lower(), "place": name}))
    return found


def same_for_both(book: Book, image: list[int]) -> bool:
    for place in range(PLACES):
        for kind in range(3):
            own = [unit for unit in units_at(book, 0, place) if book.kinds[unit] == kind]
            other = [unit for unit in units_at(book, 1, image[place]) if book.kinds[unit] == kind]
            if len(own) != len(other):
                return False
    marks = sorted([book.markers[k : k + 3] for k in range(0, len(book.markers), 3)])
    turned = sorted([[1 - mark[0], mark[1], image[mark[2]]] for mark in marks])
    if marks != turned:
        return False
    for field in (book.forest, book.hill, book.river, book.building, book.on_road):
        if [field[place] for place in range(SECTORS)] != [field[image[place]] for place in range(SECTORS)]:
            return False
    return True


# objectives -----------------------------------------------------------------------------------------


def examine_markers(book: Book) -> list[Remark]:
    found: list[Remark] = []
    count = len(book.markers) // 3
    if count > book.most_markers:
        text = "there are " + str(count) + " markers; the box holds " + str(book.most_markers)
        values = {"number": str(count), "most": str(book.most_markers)}
        found.append(Remark(False, "too-many-markers", text, ["option:marker_list"], values))
    for seat in range(2):
        side = SIDES[seat]
        generals = [
            book.markers[k + 2] for k in range(0, len(book.markers), 3) if book.markers[k] == seat and book.markers[k + 1] == GENERAL
        ]
        if len(generals) > 1:
            names = [book.sectors[place] for place in generals]
            text = side + " has " + str(len(generals)) + " generals; couriers ride from the last, " + names[-1]
            found.append(Remark(False, "generals", text, names, {"side": side.lower(), "number": str(len(generals)), "place": names[-1]}))
        if not generals and book.couriers:
            name = book.sectors[book.command[seat]]
            text = side + " has no general; couriers ride from the home centre " + name
            found.append(Remark(False, "no-general", text, [name], {"side": side.lower(), "place": name}))
    if not book.custom:
        found += paid_at_once(book)
    return found


def paid_at_once(book: Book) -> list[Remark]:
    """11.2, 12.2: markers the enemy stands on before the first order."""
    found: list[Remark] = []
    for k in range(0, len(book.markers), 3):
        seat, sector = book.markers[k], book.markers[k + 2]
        if units_at(book, 1 - seat, sector):
            side, name = SIDES[1 - seat], book.sectors[sector]
            text = side + " begins on a marker of the enemy in " + name + " and is paid for it from the first round"
            found.append(Remark(False, "paid-at-once", text, [name], {"side": side.lower(), "place": name}))
    return found


def most_points(book: Book, seat: int) -> int:
    """All a side could ever earn: every enemy unit, every marker every round, every majority."""
    total = worth_of(book, 1 - seat) + book.rounds
    for k in range(0, len(book.markers), 3):
        if book.markers[k] != seat:
            lasting = book.markers[k + 1] in (GENERAL, FLAG, FLAG3)
            total += book.worth[book.markers[k + 1]] * (book.rounds if lasting else 1)
    return total


def examine_goal(book: Book) -> list[Remark]:
    found: list[Remark] = []
    if book.morale:
        return found
    for seat in range(2):
        most = most_points(book, seat)
        if most < book.goal:
            side = SIDES[seat]
            text = side + " can earn " + str(most) + " points at most and never reaches the goal of " + str(book.goal)
            found.append(
                Remark(False, "goal-unreachable", text, ["option:goal"], {"side": side.lower(), "most": str(most), "goal": str(book.goal)})
            )
    return found


# terrain ----------------------------------------------------------------------------------------------


def examine_terrain(book: Book) -> list[Remark]:
    found: list[Remark] = []
    for place in range(SECTORS):
        name = book.sectors[place]
        if book.river[place] and book.hill[place]:
            found.append(Remark(False, "wet-hill", name + " is hill and river at once", [name], {"place": name}))
        guns = [unit for unit in range(UNITS) if book.start[unit] == place and book.kinds[unit] == ARTILLERY]
        leaves = [near for near in book.ways[place] if near < SECTORS and guns_pass(book, place, near)]
        if guns and not leaves:
            found.append(Remark(False, "stuck-guns", "the guns in " + name + " can go nowhere but to a reserve", [name], {"place": name}))
    return found
