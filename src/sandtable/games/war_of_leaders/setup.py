"""From data files, a scenario and options to the numbers one match is played with."""

from __future__ import annotations

import tomllib
from math import isqrt
from typing import Any, Final

from sandtable.kit.card import Options
from sandtable.kit.data import read_toml
from sandtable.kit.plane import LIMIT, angle_of, disc_hits, disc_in_box, disc_in_disc, nearer, ordered, simple, turned_x, turned_y
from sandtable.kit.sheets import read_sheet

PACKAGE: Final = "sandtable.games.war_of_leaders"

KING: Final = 0
CAPTAIN: Final = 1
TANK: Final = 2
SOLDIER: Final = 3

# who stops a moving piece (6.6)
BLOCK_ENEMIES: Final = 0
BLOCK_ALL: Final = 1
BLOCK_NONE: Final = 2
BLOCKING: Final = ["enemies", "all", "none"]

ORDER_THROW: Final = 0
ORDER_LOT: Final = 1
ORDER_FIXED: Final = 2
ORDERS: Final = ["throw", "lot", "fixed"]

PLACE_OPEN: Final = 0
PLACE_SECRET: Final = 1
PLACE_READY: Final = 2
PLACEMENTS: Final = ["open", "secret", "ready"]

WALLS_READY: Final = 0
WALLS_SEEDED: Final = 1
WALLS_PLAYERS: Final = 2
WALLS_NONE: Final = 3
WALLS: Final = ["ready", "seeded", "players", "none"]

SPOT_STEP: Final = 40  # grid of the places put into an offer


MOST_WALLS: Final = 120  # obstacles of a sheet
MOST_CORNERS: Final = 32  # of one outline
MOST_ZONE: Final = 800  # radius of a start zone: its places are counted one by one


class BadScenario(ValueError):
    """A scenario that cannot be played; says what is wrong, and which part of the sheet is to blame."""

    def __init__(self, text: str, key: str = "unplayable", where: list[str] | None = None, value: str = "") -> None:
        super().__init__(text)
        self.key = key  # of the sentence in the catalogue
        self.where: list[str] = where if where is not None else []
        self.value = value  # for that sentence


class Rules:
    """Everything fixed before the first throw.  Lists by zone, by army index or by pips."""

    def __init__(self, seats: int) -> None:
        self.seats = seats
        # table (1.1) and start zones (2.7), clockwise
        self.width = 0
        self.height = 0
        self.disc = 0  # radius of a round table; 0 when it is a rectangle
        self.zone_x: list[int] = []
        self.zone_y: list[int] = []
        self.zone_r = 0
        self.facing: list[int] = []  # angle towards the centre of the table
        self.spots: list[list[int]] = []  # x, y, x, y ...: places put into offers
        self.ready: list[list[int]] = []  # x, y by army index: the ready formation
        # army (1.2, 1.3, 4.5)
        self.army = 0
        self.kind: list[int] = []
        self.radius: list[int] = []
        self.leader: list[int] = []
        self.widest = 0
        # measures (1.4)
        self.tenths = 300  # a factor in tenths of a millimetre
        self.pace: list[int] = []  # by pips
        self.reach: list[int] = []  # by army index
        self.command = 0
        self.point: list[int] = []
        self.keep = 0
        self.passage = 0
        self.needed = 0
        # obstacles: the box of shapes (3.5), the ready ones (3.2), the scenario's own (3.6)
        self.shapes: list[list[int]] = []  # outline; for a circle its radius alone
        self.shape_words: list[str] = []
        self.pattern: list[list[int]] = []  # percent, then the outline
        self.own_walls: list[list[int]] = []  # outline, or x, y, radius
        # numbers
        self.tied_throws = 0
        self.pass_rounds = 0
        self.max_talks = 0
        self.terms: list[int] = []
        self.offered_terms: list[int] = []
        self.phrases = 0
        # options
        self.ordering = ORDER_THROW
        self.placement = PLACE_OPEN
        self.walls = WALLS_READY
        self.wall_count = 0
        self.seed = 0
        self.plant = False
        self.blocking = BLOCK_ENEMIES
        self.eight = False
        self.scatter = False
        self.rally = False
        self.screens = False
        self.remains = False
        self.hold = False
        self.rounds = 0
        self.negotiation = False
        self.fog = False

    def length(self, factors: int) -> int:
        """1.4: several factors, rounded once."""
        return (factors * self.tenths + 5) // 10

    def on_table(self, x: int, y: int, radius: int) -> bool:
        """6.4: wholly on the table; touching its edge is allowed."""
        if self.disc:
            return disc_in_disc(x, y, radius, self.disc, self.disc, self.disc)
        return disc_in_box(x, y, radius, self.width, self.height)

    def in_zone(self, zone: int, x: int, y: int, radius: int) -> bool:
        """4.1: wholly in a start zone."""
        return disc_in_disc(x, y, radius, self.zone_x[zone], self.zone_y[zone], self.zone_r) and self.on_table(x, y, radius)


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
    _read_values(rules, values)
    try:
        _read_army(rules, values, data, scenario)
        _read_table(rules, data, scenario, options)
        _read_obstacles(rules, data, scenario)
        rules.needed = int(scenario.get("needed", values["needed"]))
        rules.point = _point(rules, values, scenario, options)
    except BadScenario:
        raise
    except (KeyError, TypeError, IndexError, AttributeError, ValueError, OverflowError) as error:
        raise BadScenario("the scenario lacks or misstates " + str(error), "misstated", [], str(error)) from None
    return rules


def _read_options(rules: Rules, options: Options) -> None:
    inches = options["unit"] == "inch"
    rules.tenths = int(options["factor"]) * (254 if inches else 100)
    rules.ordering = ORDERS.index(str(options["order"]))
    rules.placement = PLACEMENTS.index(str(options["placement"]))
    rules.walls = WALLS.index(str(options["obstacles"]))
    rules.wall_count = int(options["count"])
    rules.seed = int(options["seed"])
    rules.plant = options["point"] == "players"
    rules.blocking = BLOCKING.index(str(options["blocking"]))
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


def _read_values(rules: Rules, values: dict[str, Any]) -> None:
    rules.pace = [rules.length(pips) for pips in range(7)]
    rules.command = rules.length(values["command_factors"])
    rules.keep = rules.length(values["keep_factors"])
    rules.passage = values["passage"]
    rules.tied_throws = values["tied_throws"]
    rules.pass_rounds = values["pass_rounds"]
    rules.max_talks = values["talks"]
    rules.terms = values["terms"]
    rules.offered_terms = values["offered_terms"]
    rules.phrases = values["signals"]


def _read_army(rules: Rules, values: dict[str, Any], data: dict[str, Any], scenario: dict[str, Any]) -> None:
    pieces = scenario.get("pieces", "standard")
    if isinstance(pieces, str):
        pieces = data[pieces]["pieces"]
    words = [kind["word"] for kind in values["kind"]]
    for row in pieces:
        if row[0] not in words:
            raise BadScenario("no kind of piece is called " + str(row[0]), "no-kind", ["army"], str(row[0]))
        kind = words.index(row[0])
        rules.kind.append(kind)
        rules.radius.append(values["kind"][kind]["radius"])
        rules.reach.append(rules.length(values["kind"][kind]["reach_factors"]))
        rules.leader.append(int(row[1]))
        if not -LIMIT <= int(row[2]) <= LIMIT or not -LIMIT <= int(row[3]) <= LIMIT:
            raise BadScenario("piece " + str(len(rules.leader)) + " stands off every table", "misstated", ["army"], "pieces")
        if len(rules.kind) > 60:
            break
    rules.army = len(rules.kind)
    rules.widest = max(rules.radius)
    if not 1 <= rules.army <= 60 or rules.kind[0] != KING or rules.kind.count(KING) != 1:
        raise BadScenario("an army has up to 60 pieces; the first, and only the first, is a King", "king", ["army"])
    for i in range(rules.army):
        leads = rules.kind[i] in (KING, CAPTAIN)
        leader = rules.leader[i]
        if leader != i if leads else leader >= 0 and (leader >= rules.army or rules.leader[leader] != leader):
            text = "piece " + str(i) + " must follow a King or Captain, or nobody (-1); a leader names itself"
            raise BadScenario(text, "leader", ["army"], str(i))


def _read_table(rules: Rules, data: dict[str, Any], scenario: dict[str, Any], options: Options) -> None:
    allowed = scenario.get("seats", [rules.seats])
    if rules.seats not in allowed:
        counts = ", ".join([str(n) for n in allowed])
        raise BadScenario("this scenario is for " + counts + " players", "seats", ["option:seats"], counts)
    found: dict[str, Any] = dict(scenario.get("table", _ready_table(data, rules.seats)))
    if int(options["width"]) and int(options["height"]):
        found = {"width": int(options["width"]), "height": int(options["height"]), "zone": found["zone"]}
    if "disc" in found:
        rules.disc = int(found["disc"]) // 2
        rules.width = rules.height = 2 * rules.disc
    else:
        rules.width, rules.height = int(found["width"]), int(found["height"])
    if not 200 <= rules.width <= LIMIT or not 200 <= rules.height <= LIMIT:
        raise BadScenario("a table measures 200 to " + str(LIMIT) + " millimetres each way", "size", ["table"], str(LIMIT))
    rules.zone_r = int(found["zone"])
    if not 0 < rules.zone_r <= MOST_ZONE:
        raise BadScenario("a start zone measures up to " + str(MOST_ZONE) + " millimetres", "zone-size", ["table"], str(MOST_ZONE))
    corners = found["corners"] if "corners" in found else default_corners(rules)
    if len(corners) != rules.seats:
        raise BadScenario("a table for " + str(rules.seats) + " players needs as many corners", "corners", ["table"], str(rules.seats))
    for zone in range(rules.seats):
        x, y = int(corners[zone][0]), int(corners[zone][1])
        if not 0 <= x <= rules.width or not 0 <= y <= rules.height:
            raise BadScenario(
                "start zone " + str(zone + 1) + " has its middle off the table", "zone-off", ["zone:" + str(zone)], str(zone + 1)
            )
        rules.zone_x.append(x)
        rules.zone_y.append(y)
        rules.facing.append(int(angle_of(rules.width // 2 - rules.zone_x[zone], rules.height // 2 - rules.zone_y[zone])))
    for zone in range(rules.seats):
        for other in range(zone):
            if nearer(rules.zone_x[zone], rules.zone_y[zone], rules.zone_x[other], rules.zone_y[other], 2 * rules.zone_r):
                raise BadScenario(
                    "start zones overlap: the table is too small", "zones-overlap", ["zone:" + str(other), "zone:" + str(zone)]
                )
    _read_formation(rules, data, scenario)


def _ready_table(data: dict[str, Any], seats: int) -> dict[str, Any]:
    tables = data["table"]
    for table in tables:
        if table["seats"] == seats:
            found: dict[str, Any] = table
            return found
    last = tables[-1]
    return {"disc": last["disc"] + 225 * (seats - last["seats"]), "zone": last["zone"]}


def default_corners(rules: Rules) -> list[list[int]]:
    """Clockwise: corners of a rectangle for two to four, else even steps along its rim; round tables from the top."""
    n, w, h = rules.seats, rules.width, rules.height
    if rules.disc:
        r = rules.disc
        return [[r + int(turned_x(r, 0, 3072 + 4096 * k // n)), r + int(turned_y(r, 0, 3072 + 4096 * k // n))] for k in range(n)]
    if n == 2:
        return [[0, 0], [w, h]]
    if n == 3:
        return [[w // 2, 0], [w, h], [0, h]]
    found: list[list[int]] = []
    for k in range(n):
        along = 2 * (w + h) * k // n if n != 4 else [0, w, w + h, 2 * w + h][k]
        if along < w:
            found.append([along, 0])
        elif along < w + h:
            found.append([w, along - w])
        elif along < 2 * w + h:
            found.append([2 * w + h - along, h])
        else:
            found.append([0, 2 * (w + h) - along])
    return found


def _read_formation(rules: Rules, data: dict[str, Any], scenario: dict[str, Any]) -> None:
    """4.4, and the places of an offer.  A formation that does not fit is replaced by the first free places."""
    pieces = scenario.get("pieces", "standard")
    if isinstance(pieces, str):
        pieces = data[pieces]["pieces"]
    for zone in range(rules.seats):
        rules.spots.append(grid_spots(rules, zone, SPOT_STEP))
        if crowded(rules, zone):
            raise BadScenario(
                "start zone " + str(zone + 1) + " is too small for the army", "zone-small", ["zone:" + str(zone)], str(zone + 1)
            )
        places: list[int] = []
        front = inward(rules, zone)
        for row in pieces:
            places.append(rules.zone_x[zone] + int(turned_x(int(row[2]), int(row[3]), front)))
            places.append(rules.zone_y[zone] + int(turned_y(int(row[2]), int(row[3]), front)))
        rules.ready.append(places if formation_fits(rules, zone, places) else fill_zone(rules, zone))


def inward(rules: Rules, zone: int) -> int:
    """Where a formation looks: across the corner or straight from the edge, so that it has most room."""
    if rules.disc:
        return rules.facing[zone]
    x, y = rules.zone_x[zone], rules.zone_y[zone]
    dx = 1 if x == 0 else -1 if x == rules.width else 0
    dy = 1 if y == 0 else -1 if y == rules.height else 0
    return int(angle_of(dx, dy)) if dx or dy else rules.facing[zone]


def grid_spots(rules: Rules, zone: int, step: int) -> list[int]:
    found: list[int] = []
    for x in range(rules.zone_x[zone] - rules.zone_r, rules.zone_x[zone] + rules.zone_r + 1, step):
        for y in range(rules.zone_y[zone] - rules.zone_r, rules.zone_y[zone] + rules.zone_r + 1, step):
            if rules.in_zone(zone, x, y, rules.widest):
                found += [x, y]
    return found


def count_spots(rules: Rules, zone: int, step: int) -> int:
    """How many places such a grid has, column by column: a fine one has a hundred thousand."""
    x0, y0, wide = rules.zone_x[zone] - rules.zone_r, rules.zone_y[zone] - rules.zone_r, rules.widest
    count = 0
    for x in range(x0, x0 + 2 * rules.zone_r + 1, step):
        low, high = chord(x, rules.zone_x[zone], rules.zone_y[zone], rules.zone_r - wide)
        if rules.disc:
            bottom, top = chord(x, rules.disc, rules.disc, rules.disc - wide)
        else:
            bottom, top = (wide, rules.height - wide) if wide <= x <= rules.width - wide else (1, 0)
        low, high = max(low, bottom, y0), min(high, top, y0 + 2 * rules.zone_r)
        if low <= high:
            count += (high - y0) // step - (low - y0 - 1) // step
    return count


def chord(x: int, cx: int, cy: int, reach: int) -> tuple[int, int]:
    """The first and the last y of a column within reach of a place; none when the first is the greater."""
    if reach < 0 or abs(x - cx) > reach:
        return 1, 0
    half = isqrt(reach * reach - (x - cx) * (x - cx))
    return cy - half, cy + half


def crowded(rules: Rules, zone: int) -> bool:
    """Whether a careless placement might leave no room for the last piece: pieces of the widest radius,
    each closing a square about itself, against the places there are."""
    places = count_spots(rules, zone, 5) * 25
    closed = 0
    for radius in rules.radius:
        closed += 22 * (radius + rules.radius[-1]) * (radius + rules.radius[-1]) // 7
    return places <= closed


def formation_fits(rules: Rules, zone: int, places: list[int]) -> bool:
    for i in range(rules.army):
        if not rules.in_zone(zone, places[2 * i], places[2 * i + 1], rules.radius[i]):
            return False
        for j in range(i):
            if nearer(places[2 * i], places[2 * i + 1], places[2 * j], places[2 * j + 1], rules.radius[i] + rules.radius[j]):
                return False
    return True


def fill_zone(rules: Rules, zone: int) -> list[int]:
    spots = grid_spots(rules, zone, 2 * rules.widest + 1)
    if len(spots) < 2 * rules.army:
        raise BadScenario("start zone " + str(zone + 1) + " is too small for the army", "zone-small", ["zone:" + str(zone)], str(zone + 1))
    return spots[: 2 * rules.army]


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
    for zone in range(rules.seats):
        if near_disc(found, rules.zone_x[zone], rules.zone_y[zone], rules.zone_r):
            raise BadScenario("an obstacle reaches into a start zone", "wall-in-zone", [*where, "zone:" + str(zone)], value)
    return found


def near_disc(wall: list[int], x: int, y: int, gap: int) -> bool:
    """Whether an obstacle, an outline or x, y and radius, comes nearer to a place than a gap."""
    if len(wall) == 3:
        return nearer(wall[0], wall[1], x, y, gap + wall[2])
    return disc_hits(wall, x, y, gap)


def _point(rules: Rules, values: dict[str, Any], scenario: dict[str, Any], options: Options) -> list[int]:
    """1.6, 3.1"""
    radius = int(options["radius"]) or rules.length(values["point_factors"])
    point = scenario.get("point", [rules.width // 2, rules.height // 2])
    x, y = int(point[0]), int(point[1])
    if not -LIMIT <= x <= LIMIT or not -LIMIT <= y <= LIMIT or not rules.on_table(x, y, radius):
        raise BadScenario("the Capture Point does not fit the table", "point-off", ["point"])
    for zone in range(rules.seats):
        if nearer(x, y, rules.zone_x[zone], rules.zone_y[zone], radius + rules.zone_r):
            raise BadScenario("the Capture Point reaches into a start zone", "point-in-zone", ["point", "zone:" + str(zone)])
    for i in range(len(rules.own_walls)):
        if not rules.plant and near_disc(rules.own_walls[i], x, y, radius):
            raise BadScenario("an obstacle reaches into the Capture Point", "wall-in-point", ["wall:" + str(i), "point"], str(i + 1))
    return [x, y, radius]
