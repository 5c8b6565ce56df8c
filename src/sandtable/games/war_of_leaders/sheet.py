"""From data files, a scenario or a sheet, and options to the rules of one match."""

from __future__ import annotations

import tomllib
from typing import Any, Final

from sandtable.games.war_of_leaders.setup import (
    BLOCKING,
    CAPTAIN,
    KING,
    ORDERS,
    PACKAGE,
    PLACE_OPEN,
    PLACE_SECRET,
    PLACEMENTS,
    SQUADS,
    WALLS,
    WALLS_PLAYERS,
    WALLS_READY,
    WALLS_SEEDED,
    BadScenario,
    Rules,
    near_disc,
)
from sandtable.games.war_of_leaders.zones import images, read_formations, read_table
from sandtable.kit.card import Options
from sandtable.kit.data import read_toml
from sandtable.kit.plane import LIMIT, nearer, ordered, simple
from sandtable.kit.sheets import read_sheet

MOST_PIECES: Final = 60  # of an army
MOST_WALLS: Final = 120  # obstacles of a sheet
MOST_CORNERS: Final = 32  # of one outline
MOST_FACTOR: Final = 2000  # hundredths
MOST_RADIUS: Final = 100  # of a piece
MOST_REACH: Final = 20  # factors

# What a sheet may say (1.2, 3.6): everything else is a slip of the pen.
SHEET_KEYS: Final = ["seats", "pieces", "armies", "needed", "command", "kinds", "point", "table", "obstacles"]
TABLE_KEYS: Final = ["seats", "width", "height", "disc", "zone", "middle", "corners", "fronts", "obstacles"]
KIND_KEYS: Final = ["radius", "reach"]
WALL_KEYS: Final = ["outline", "circle"]


def scenario_names() -> list[str]:
    data = read_toml(PACKAGE, "data/scenarios.toml")
    return [name for name in data if isinstance(data[name], dict)]


def read_rules(seats: int, options: Options) -> Rules:
    """The numbers for these options; raises BadScenario."""
    values = read_toml(PACKAGE, "data/rules.toml")
    data = read_toml(PACKAGE, "data/scenarios.toml")
    sheet = str(options["sheet"]).strip()
    if sheet:
        try:
            scenario: dict[str, Any] = read_sheet(sheet)
        except tomllib.TOMLDecodeError as error:
            raise BadScenario("the sheet is no TOML: " + str(error), "no-toml", [], str(error)) from None
    else:
        scenario = data[str(options["scenario"])]
    rules = Rules(seats)
    _read_options(rules, options)
    try:
        _check_keys(scenario)
        _read_values(rules, values, scenario)
        _read_armies(rules, values, data, scenario, options)
        _read_obstacles(rules, data, scenario)
        rules.point = _point(rules, values, scenario, options)
    except BadScenario:
        raise
    except (KeyError, TypeError, IndexError, AttributeError, ValueError, OverflowError) as error:
        raise BadScenario("the scenario lacks or misstates " + str(error), "misstated", [], str(error)) from None
    _judge_symmetry(rules)
    return rules


def _read_options(rules: Rules, options: Options) -> None:
    rules.micro = hundredths(str(options["factor"])) * (254 if options["unit"] == "inch" else 100)
    rules.ordering = ORDERS.index(str(options["order"]))
    rules.placement = PLACEMENTS.index(str(options["placement"]))
    rules.walls = WALLS.index(str(options["obstacles"]))
    rules.wall_count = int(options["count"]) or 2 * rules.seats
    rules.seed = int(options["seed"])
    rules.plant = options["point"] == "players"
    rules.blocking = BLOCKING.index(str(options["blocking"]))
    rules.squads = SQUADS.index(str(options["squads"]))
    rules.die_range = options["range"] == "die"
    rules.late = options["target"] == "after"
    rules.eight = options["directions"] == "eight"
    rules.scatter = options["scatter"] == 1
    rules.rally = options["rally"] == 1
    rules.screens = options["screens"] == 1
    rules.remains = options["remains"] == 1
    rules.hold = options["hold"] == 1
    rules.rounds = int(options["rounds"])
    rules.negotiation = options["negotiation"] == 1
    rules.fog = options["fog"] == 1
    if rules.fog and rules.placement == PLACE_OPEN:  # 11.3
        rules.placement = PLACE_SECRET


def hundredths(text: str) -> int:
    """1.4: a Movement Factor as people write it: 3, 2.5 or 1,25."""
    whole, _, part = text.strip().replace(",", ".").partition(".")
    digits = whole + part
    if 0 < len(digits) <= 6 and digits.isascii() and digits.isdigit() and len(part) <= 2:
        found = int(whole or "0") * 100 + int((part + "00")[:2])
        if 10 <= found <= MOST_FACTOR:
            return found
    raise BadScenario(
        "option 'factor' is a number from 0.1 to 20 with up to two decimals, not '" + text[:40] + "'",
        "factor",
        ["option:factor"],
        text[:40],
    )


def _check_keys(scenario: dict[str, Any]) -> None:
    _known(scenario, SHEET_KEYS, "")
    table: dict[str, Any] = scenario.get("table", {})
    _known(table, TABLE_KEYS, "table.")
    kinds: dict[str, Any] = scenario.get("kinds", {})
    for word in kinds:
        _known(kinds[word], KIND_KEYS, "kinds." + word + ".")
    walls: list[dict[str, Any]] = table.get("obstacles", scenario.get("obstacles", []))
    for i in range(min(len(walls), MOST_WALLS)):
        _known(walls[i], WALL_KEYS, "obstacles.")


def _known(found: dict[str, Any], known: list[str], before: str) -> None:
    for key in found:
        if key not in known:
            raise BadScenario("a sheet has no key '" + before + key + "'; known: " + ", ".join(known), "no-key", [], before + key)


def _whole(scenario: dict[str, Any], key: str, usual: int, most: int) -> int:
    """A number of at least one."""
    found = scenario.get(key, usual)
    if not isinstance(found, int) or isinstance(found, bool) or not 1 <= found <= most:
        raise BadScenario("'" + key + "' is a whole number from 1 to " + str(most), "number", ["army"], key)
    return found


def _read_values(rules: Rules, values: dict[str, Any], scenario: dict[str, Any]) -> None:
    rules.pace = [rules.length(pips) for pips in range(7)]
    rules.command = rules.length(_whole(scenario, "command", values["command_factors"], 100))
    rules.needed = _whole(scenario, "needed", values["needed"], 1000)
    rules.keep = rules.length(values["keep_factors"])
    rules.passage = values["passage"]
    rules.tied_throws = values["tied_throws"]
    rules.pass_rounds = values["pass_rounds"]
    rules.max_talks = values["talks"]
    rules.terms = values["terms"]
    rules.offered_terms = values["offered_terms"]
    rules.phrases = values["signals"]


# armies --------------------------------------------------------------------------------------------


def _read_armies(rules: Rules, values: dict[str, Any], data: dict[str, Any], scenario: dict[str, Any], options: Options) -> None:
    """1.2: one army for all, or one for every seat; then the table, whose zones must hold them."""
    words: list[str] = [kind["word"] for kind in values["kind"]]
    named = scenario.get("armies", [])
    if named and len(named) < rules.seats:
        raise BadScenario("there must be an army for each of " + str(rules.seats) + " players", "armies", ["army"], str(rules.seats))
    armies: list[list[list[Any]]] = []
    for seat in range(rules.seats):
        rows = named[seat] if named else scenario.get("pieces", "standard")
        armies.append(data[rows]["pieces"] if isinstance(rows, str) else rows)
        _check_army(armies[seat], words)
    index = _unite(rules, armies, words)
    for seat in range(rules.seats):
        has, leader = [0] * rules.army, [-1] * rules.army
        for k in range(len(armies[seat])):
            i, follows = index[seat][k], int(armies[seat][k][1])
            has[i] = 1
            leader[i] = index[seat][follows] if follows >= 0 else -1
        rules.has.append(has)
        rules.leader.append(leader)
    _read_kinds(rules, values, scenario, words)
    read_table(rules, data, scenario, options)
    read_formations(rules, armies, index)


def _check_army(rows: list[list[Any]], words: list[str]) -> None:
    kinds: list[int] = []
    for row in rows[: MOST_PIECES + 1]:
        if row[0] not in words:
            raise BadScenario("no kind of piece is called " + str(row[0]), "no-kind", ["army"], str(row[0]))
        kinds.append(words.index(row[0]))
        if not -LIMIT <= int(row[2]) <= LIMIT or not -LIMIT <= int(row[3]) <= LIMIT:
            raise BadScenario("piece " + str(len(kinds)) + " stands off every table", "misstated", ["army"], "pieces")
    if not 1 <= len(kinds) <= MOST_PIECES or kinds[0] != KING or kinds.count(KING) != 1:
        raise BadScenario("an army has up to 60 pieces; the first, and only the first, is a King", "king", ["army"])
    for i in range(len(kinds)):
        leader = int(rows[i][1])
        leads = kinds[i] <= CAPTAIN
        if leader != i if leads else leader >= 0 and (leader >= len(kinds) or kinds[leader] > CAPTAIN):
            text = "piece " + str(i) + " must follow a King or Captain, or nobody (-1); a leader names itself"
            raise BadScenario(text, "leader", ["army"], str(i))


def _unite(rules: Rules, armies: list[list[list[Any]]], words: list[str]) -> list[list[int]]:
    """The army list, and where the rows of every seat stand in it: as written if all are of the same kinds, else by kinds."""
    kinds = [[words.index(row[0]) for row in army] for army in armies]
    if all(own == kinds[0] for own in kinds):
        rules.kind = kinds[0]
    else:
        for kind in range(len(words)):
            rules.kind += [kind] * max([own.count(kind) for own in kinds])
    rules.army = len(rules.kind)
    if rules.army > MOST_PIECES:
        raise BadScenario("an army has up to 60 pieces; the first, and only the first, is a King", "king", ["army"])
    found: list[list[int]] = []
    for own in kinds:
        if own == rules.kind:
            found.append(list(range(rules.army)))
        else:
            found.append([rules.kind.index(own[k]) + own[:k].count(own[k]) for k in range(len(own))])
    return found


def _read_kinds(rules: Rules, values: dict[str, Any], scenario: dict[str, Any], words: list[str]) -> None:
    """1.3, 8.2; a scenario may change radius and reach of a kind."""
    changed: dict[str, Any] = scenario.get("kinds", {})
    for word in changed:
        if word not in words:
            raise BadScenario("no kind of piece is called " + word, "no-kind", ["army"], word)
    for i in range(rules.army):
        usual = values["kind"][rules.kind[i]]
        own = changed.get(usual["word"], {})
        factors = _whole(own, "reach", usual["reach_factors"], MOST_REACH)
        rules.radius.append(_whole(own, "radius", usual["radius"], MOST_RADIUS))
        rules.reach_halves.append(factors)
        rules.reach.append(rules.length(factors))
    if rules.die_range:
        rules.reach = rules.reach_by(6)
    rules.widest = max(rules.radius)
    rules.passage = max(rules.passage, 2 * rules.widest)


# obstacles and Capture Point -----------------------------------------------------------------------


def _read_obstacles(rules: Rules, data: dict[str, Any], scenario: dict[str, Any]) -> None:
    for shape in data["shape"]:
        rules.shape_words.append(shape["word"])
        rules.shapes.append([shape["radius"]] if "radius" in shape else ordered(shape["outline"]))
    for part in data["ready"]:
        rules.pattern.append([part["percent"], *part["outline"]])
    walls = scenario.get("table", {}).get("obstacles", scenario.get("obstacles", []))
    if len(walls) > MOST_WALLS:
        raise BadScenario("a sheet has up to " + str(MOST_WALLS) + " obstacles", "many-walls", [], str(MOST_WALLS))
    for i in range(len(walls)):
        rules.own_walls.append(_read_wall(rules, walls[i], i))
    if rules.own_walls and rules.walls == WALLS_PLAYERS:  # 3.6: they stand instead
        rules.walls = WALLS_READY


def _read_wall(rules: Rules, wall: dict[str, Any], index: int) -> list[int]:
    """3.6: an outline, or x, y and radius."""
    numbers = [int(v) for v in (wall["circle"] if "circle" in wall else wall["outline"])]
    where, value = ["wall:" + str(index)], str(index + 1)
    if len(numbers) > 2 * MOST_CORNERS:
        raise BadScenario("an outline has up to " + str(MOST_CORNERS) + " corners", "many-corners", where, value)
    if [v for v in numbers if not -LIMIT <= v <= LIMIT]:
        raise BadScenario("an obstacle lies off the table", "wall-off", where, value)
    if "circle" in wall:
        if len(numbers) != 3 or numbers[2] < 1:
            raise BadScenario("a circle is x, y and a radius", "no-circle", where, value)
    elif not simple(numbers):
        raise BadScenario("an outline must be a simple polygon of at least three corners", "no-outline", where, value)
    for i in range(0, min(len(numbers), len(numbers) if len(numbers) > 3 else 2), 2):
        if not rules.on_table(numbers[i], numbers[i + 1], 0):
            raise BadScenario("an obstacle lies off the table", "wall-off", where, value)
    found = numbers if len(numbers) == 3 else ordered(numbers)
    for zone in range(rules.zones):
        if near_disc(found, rules.zone_x[zone], rules.zone_y[zone], rules.zone_r):
            raise BadScenario("an obstacle reaches into a start zone", "wall-in-zone", [*where, "zone:" + str(zone)], value)
    return found


def _point(rules: Rules, values: dict[str, Any], scenario: dict[str, Any], options: Options) -> list[int]:
    """1.6, 3.1; where the scenario sets it, nobody places it (3.6)."""
    radius = int(options["radius"]) or rules.length(values["point_factors"])
    point = scenario.get("point", [rules.middle_x, rules.middle_y])
    rules.plant = rules.plant and "point" not in scenario
    x, y = int(point[0]), int(point[1])
    if not -LIMIT <= x <= LIMIT or not -LIMIT <= y <= LIMIT or not rules.on_table(x, y, radius):
        raise BadScenario("the Capture Point does not fit the table", "point-off", ["point"])
    for zone in range(rules.zones):
        if nearer(x, y, rules.zone_x[zone], rules.zone_y[zone], radius + rules.zone_r):
            raise BadScenario("the Capture Point reaches into a start zone", "point-in-zone", ["point", "zone:" + str(zone)])
    for i in range(len(rules.own_walls)):
        if not rules.plant and near_disc(rules.own_walls[i], x, y, radius):
            raise BadScenario("an obstacle reaches into the Capture Point", "wall-in-point", ["wall:" + str(i), "point"], str(i + 1))
    return [x, y, radius]


def _judge_symmetry(rules: Rules) -> None:
    """3.3"""
    if rules.walls == WALLS_SEEDED and not images(rules):
        text = "no turn or reflection carries every start zone of this table onto every other: obstacles cannot be drawn fairly"
        raise BadScenario(text, "no-symmetry", ["option:obstacles"])
