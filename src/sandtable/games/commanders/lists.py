"""Set-ups written by authors as text: markers, armies and terrain.  Every error says what was read and what would be right."""

from __future__ import annotations

from typing import Final

from sandtable.games.commanders.state import ARMY, PLACES, RESERVE, SECTORS

MARKER_WORDS: Final = ["general", "flag", "flag3", "rose", "rose3"]
KIND_LETTERS: Final = "ICA"  # infantry, cavalry, artillery
TERRAIN_WORDS: Final = ["forest", "hill", "river", "building", "road"]
DASH: Final = 99  # a cell of the table where nobody rolls
STEEPEST: Final = 6  # no modifier of an author is further from nought: a die could not tell
SIDES: Final = ["White", "Black"]


class BadList(ValueError):
    """A list nobody can play; the key, places and values are for the editor's catalogues."""

    def __init__(self, key: str, text: str, where: list[str], values: dict[str, str]) -> None:
        super().__init__(text)
        self.key = key
        self.where = where
        self.values = values


def entries(text: str) -> list[str]:
    """What stands between the commas; line ends count as commas."""
    return [entry.strip() for entry in text.replace("\n", ",").split(",") if entry.strip()]


def read_markers(lines: list[str], sectors: list[str]) -> list[int]:
    """12.1: colour, kind, sector of each marker."""
    found: list[int] = []
    for line in lines:
        words = line.split()
        if len(words) != 3 or words[0] not in ("w", "b") or words[1] not in MARKER_WORDS or words[2] not in sectors[:SECTORS]:
            raise ValueError("a marker reads like 'w flag3 a1', not '" + line.strip() + "'")
        found += ["wb".index(words[0]), MARKER_WORDS.index(words[1]), sectors.index(words[2])]
    return found


# armies (1.11) -----------------------------------------------------------------------------------


def read_armies(text: str, sectors: list[str], capacity: int, most: list[int]) -> list[list[int]]:
    """By seat, the numbers of units by 3 * place + kind."""
    armies: list[list[int]] = [[0] * (PLACES * 3), [0] * (PLACES * 3)]
    for entry in entries(text):
        words = entry.split()
        if len(words) < 3 or words[0] not in ("w", "b") or words[1] not in sectors:
            raise ValueError("units read like 'w a1 4I 2C', a side, a sector and numbers of units, not '" + entry + "'")
        seat, place = "wb".index(words[0]), sectors.index(words[1])
        if place == RESERVE + 1 - seat:
            raise ValueError("'" + entry + "' puts units of " + SIDES[seat] + " into the enemy's reserve")
        for word in words[2:]:
            number, kind = read_count(word, entry)
            armies[seat][place * 3 + kind] += number
    check_armies(armies, sectors, capacity, most)
    return armies


def read_count(word: str, entry: str) -> tuple[int, int]:
    """``4I`` is four infantry."""
    letter, digits = word[-1:].upper(), word[:-1]
    if letter not in KIND_LETTERS or not digits.isdigit() or len(digits) > 2:
        raise ValueError("'" + word + "' in '" + entry + "' is no number of units; write 4I, 2C or 1A for infantry, cavalry, artillery")
    return int(digits), KIND_LETTERS.index(letter)


def check_armies(armies: list[list[int]], sectors: list[str], capacity: int, most: list[int]) -> None:
    for seat in range(2):
        army, side = armies[seat], SIDES[seat]
        total = sum(army)
        if total == 0:
            raise BadList("no-units", side + " has no units; write them like '" + "wb"[seat] + " a2 4I 2C'", [], {"side": side.lower()})
        if total > ARMY:
            text = side + " has " + str(total) + " units; an army has " + str(ARMY) + " at most"
            raise BadList("too-many-units", text, [], {"side": side.lower(), "number": str(total), "most": str(ARMY)})
        for kind in range(1, 3):
            number = sum([army[place * 3 + kind] for place in range(PLACES)])
            if number > most[kind]:
                word = ("infantry", "cavalry", "artillery")[kind]
                text = side + " has " + str(number) + " " + word + "; the box holds " + str(most[kind])
                raise BadList("too-many-" + word, text, [], {"side": side.lower(), "number": str(number), "most": str(most[kind])})
    check_sectors(armies, sectors, capacity)


def check_sectors(armies: list[list[int]], sectors: list[str], capacity: int) -> None:
    for place in range(SECTORS):
        name = sectors[place]
        for seat in range(2):
            here = crew(armies[seat], place)
            if here > capacity:
                text = name + " holds " + str(here) + " units of " + SIDES[seat] + "; a sector takes " + str(capacity)
                values = {"place": name, "number": str(here), "side": SIDES[seat].lower(), "most": str(capacity)}
                raise BadList("sector-full", text, [name], values)
        if crew(armies[0], place) and crew(armies[1], place):
            text = "both sides stand in " + name + "; a battle begins with at most one side in a sector"
            raise BadList("both-sides", text, [name], {"place": name})


def crew(army: list[int], place: int) -> int:
    return army[place * 3] + army[place * 3 + 1] + army[place * 3 + 2]


# terrain (15.15) -----------------------------------------------------------------------------------


def read_terrain(text: str, sectors: list[str], adjacent: list[int]) -> dict[str, list[int]]:
    """Sectors by kind of terrain; a road as pairs of neighbours, one after the other."""
    found: dict[str, list[int]] = {word: [] for word in TERRAIN_WORDS}
    for entry in entries(text):
        words = entry.split()
        if words[0] not in TERRAIN_WORDS or len(words) < 2:
            raise ValueError(
                "terrain reads like 'forest a1 c3' or 'road b1 b2 b3', not '" + entry + "'; kinds: " + ", ".join(TERRAIN_WORDS)
            )
        places: list[int] = []
        for word in words[1:]:
            if word not in sectors[:SECTORS]:
                raise ValueError("'" + word + "' in '" + entry + "' is no battle sector; they are a1 to c3")
            places.append(sectors.index(word))
        if words[0] == "road":
            found["road"] += read_road(places, entry, sectors, adjacent)
        else:
            found[words[0]] += places
    return found


def read_road(places: list[int], entry: str, sectors: list[str], adjacent: list[int]) -> list[int]:
    if len(places) < 2:
        raise ValueError("'" + entry + "' leads nowhere; a road names two sectors at least")
    pairs: list[int] = []
    for i in range(1, len(places)):
        if not adjacent[places[i - 1] * PLACES + places[i]]:
            gap = sectors[places[i - 1]] + " and " + sectors[places[i]]
            raise ValueError("the road in '" + entry + "' jumps: " + gap + " are no neighbours")
        pairs += [places[i - 1], places[i]]
    return pairs


# modifiers (7.15) -----------------------------------------------------------------------------------


def read_cells(text: str, rows: list[str], columns: list[str], fire: list[int], melee: list[int]) -> list[tuple[int, int, int, int]]:
    """Row, column and both values of every changed cell; who does not roll does not begin to, and who does goes on."""
    found: list[tuple[int, int, int, int]] = []
    for entry in entries(text):
        words = entry.split()
        if len(words) != 3 or words[0] not in rows or words[1] not in columns or words[2].count("/") != 1:
            shape = "'attacking_cavalry square -/-2', a row, a column, fire and melee"
            raise ValueError("a modifier reads like " + shape + ", not '" + entry + "'; rows: " + ", ".join(rows))
        row, column = rows.index(words[0]), columns.index(words[1])
        values = [read_modifier(word, entry) for word in words[2].split("/")]
        old = [fire[row * len(columns) + column], melee[row * len(columns) + column]]
        for step in range(2):
            if (values[step] == DASH) != (old[step] == DASH):
                raise ValueError("'" + entry + "' changes who rolls: a dash stays a dash, a number a number")
        found.append((row, column, values[0], values[1]))
    return found


def read_modifier(word: str, entry: str) -> int:
    if word == "-":
        return DASH
    digits = word[1:] if word[:1] in ("+", "-") else word
    if not digits.isdigit() or len(digits) > 1 or int(digits) > STEEPEST:
        raise ValueError("'" + word + "' in '" + entry + "' is no modifier from -6 to +6")
    return -int(digits) if word[0] == "-" else int(digits)
