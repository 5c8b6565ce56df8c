"""Tables, start zones, formations (1.1, 2.7, 4.4), and how the zones of a table map onto each other (3.3)."""

from __future__ import annotations

from math import isqrt
from typing import Any, Final

from sandtable.games.war_of_leaders.setup import BadScenario, Rules
from sandtable.kit.card import Options
from sandtable.kit.plane import LIMIT, angle_of, nearer, ordered, turned_x, turned_y, within

SPOT_STEP: Final = 40  # grid of the places put into an offer
MOST_ZONE: Final = 800  # radius of a start zone: its places are counted one by one
MOST_ZONES: Final = 12
SLACK: Final = 3  # millimetres by which a start zone may miss its image: zones and turns are rounded


def read_table(rules: Rules, data: dict[str, Any], scenario: dict[str, Any], options: Options) -> None:
    allowed = scenario.get("seats", [rules.seats])
    if rules.seats not in allowed:
        counts = ", ".join([str(n) for n in allowed])
        raise BadScenario("this scenario is for " + counts + " players", "seats", ["option:seats"], counts)
    found = sized(dict(scenario.get("table", ready_table(data, rules.seats))), int(options["width"]), int(options["height"]))
    if "disc" in found:
        rules.disc = int(found["disc"]) // 2
        rules.width = rules.height = 2 * rules.disc
    else:
        rules.width, rules.height = int(found["width"]), int(found["height"])
    if not 200 <= rules.width <= LIMIT or not 200 <= rules.height <= LIMIT:
        raise BadScenario("a table measures 200 to " + str(LIMIT) + " millimetres each way", "size", ["table"], str(LIMIT))
    rules.zone_r = int(options["zone"]) or int(found["zone"])
    if not 0 < rules.zone_r <= MOST_ZONE:
        raise BadScenario("a start zone measures up to " + str(MOST_ZONE) + " millimetres", "zone-size", ["table"], str(MOST_ZONE))
    middle = found.get("middle", [rules.width // 2, rules.height // 2])
    rules.middle_x, rules.middle_y = int(middle[0]), int(middle[1])
    corners = found["corners"] if "corners" in found else default_corners(rules)
    if not rules.seats <= len(corners) <= MOST_ZONES:
        raise BadScenario("a table for " + str(rules.seats) + " players needs as many corners", "corners", ["table"], str(rules.seats))
    rules.zones = len(corners)
    for zone in range(rules.zones):
        x, y = int(corners[zone][0]), int(corners[zone][1])
        if not 0 <= x <= rules.width or not 0 <= y <= rules.height:
            raise BadScenario(
                "start zone " + str(zone + 1) + " has its middle off the table", "zone-off", ["zone:" + str(zone)], str(zone + 1)
            )
        rules.zone_x.append(x)
        rules.zone_y.append(y)
        rules.facing.append(int(angle_of(rules.middle_x - x, rules.middle_y - y)))
        rules.fronts.append(int(found["fronts"][zone]) % 4096 if "fronts" in found else inward(rules, zone))
    for zone in range(rules.zones):
        for other in range(zone):
            if nearer(rules.zone_x[zone], rules.zone_y[zone], rules.zone_x[other], rules.zone_y[other], 2 * rules.zone_r):
                raise BadScenario(
                    "start zones overlap: the table is too small", "zones-overlap", ["zone:" + str(other), "zone:" + str(zone)]
                )


def sized(found: dict[str, Any], width: int, height: int) -> dict[str, Any]:
    """1.1: a table of another size; of a rectangle one measure may be kept, of a disc one is its diameter."""
    if not width and not height:
        return found
    if "disc" in found:
        if not width or not height:
            return {"disc": width or height, "zone": found["zone"]}
        return {"width": width, "height": height, "zone": found["zone"]}
    return {"width": width or found["width"], "height": height or found["height"], "zone": found["zone"]}


def ready_table(data: dict[str, Any], seats: int) -> dict[str, Any]:
    tables = data["table"]
    for table in tables:
        if table["seats"] == seats:
            found: dict[str, Any] = table
            return found
    last = tables[-1]
    return {"disc": last["disc"] + 225 * (seats - last["seats"]), "zone": last["zone"]}


def default_corners(rules: Rules) -> list[list[int]]:
    """2.7, clockwise: the four corners of a rectangle for up to four players, two opposite ones where it is too narrow for four zones;
    for more even steps along its rim; round tables from the top."""
    n, w, h = rules.seats, rules.width, rules.height
    if rules.disc:
        r = rules.disc
        return [[r + int(turned_x(r, 0, 3072 + 4096 * k // n)), r + int(turned_y(r, 0, 3072 + 4096 * k // n))] for k in range(n)]
    if n == 2 and (w < 2 * rules.zone_r or h < 2 * rules.zone_r):
        return [[0, 0], [w, h]]
    if n <= 4:
        return [[0, 0], [w, 0], [w, h], [0, h]]
    found: list[list[int]] = []
    for k in range(n):
        along = 2 * (w + h) * k // n
        if along < w:
            found.append([along, 0])
        elif along < w + h:
            found.append([w, along - w])
        elif along < 2 * w + h:
            found.append([2 * w + h - along, h])
        else:
            found.append([0, 2 * (w + h) - along])
    return found


def fixed_corner(rules: Rules, seat: int) -> int:
    """2.5: the corner of a seat when nobody chooses: two face each other."""
    return rules.zones // 2 * seat if rules.seats == 2 else seat


# formations --------------------------------------------------------------------------------------


def read_formations(rules: Rules, armies: list[list[list[Any]]], index: list[list[int]]) -> None:
    """4.4, and the places of an offer.  ``index`` tells where a seat's rows stand in the army list.  A formation that does not fit is
    replaced by the first free places."""
    for zone in range(rules.zones):
        rules.spots.append(grid_spots(rules, zone, SPOT_STEP))
    for seat in range(rules.seats):
        found: list[list[int]] = []
        for zone in range(rules.zones):
            if crowded(rules, seat, zone):
                raise too_small(zone)
            places = [-1] * (2 * rules.army)
            front = rules.fronts[zone]
            for k in range(len(armies[seat])):
                row, i = armies[seat][k], index[seat][k]
                places[2 * i] = rules.zone_x[zone] + int(turned_x(int(row[2]), int(row[3]), front))
                places[2 * i + 1] = rules.zone_y[zone] + int(turned_y(int(row[2]), int(row[3]), front))
            found.append(places if formation_fits(rules, seat, zone, places) else fill_zone(rules, seat, zone))
        rules.ready.append(found)


def too_small(zone: int) -> BadScenario:
    return BadScenario("start zone " + str(zone + 1) + " is too small for the army", "zone-small", ["zone:" + str(zone)], str(zone + 1))


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


def crowded(rules: Rules, seat: int, zone: int) -> bool:
    """Whether a careless placement might leave no room for the last piece: pieces of the widest radius,
    each closing a square about itself, against the places there are."""
    places = count_spots(rules, zone, 5) * 25
    own = [rules.radius[i] for i in range(rules.army) if rules.has[seat][i]]
    closed = 0
    for radius in own:
        closed += 22 * (radius + own[-1]) * (radius + own[-1]) // 7
    return places <= closed


def formation_fits(rules: Rules, seat: int, zone: int, places: list[int]) -> bool:
    own = [i for i in range(rules.army) if rules.has[seat][i]]
    for i in own:
        if not rules.in_zone(zone, places[2 * i], places[2 * i + 1], rules.radius[i]):
            return False
        for j in own:
            if j < i and nearer(places[2 * i], places[2 * i + 1], places[2 * j], places[2 * j + 1], rules.radius[i] + rules.radius[j]):
                return False
    return True


def fill_zone(rules: Rules, seat: int, zone: int) -> list[int]:
    spots = grid_spots(rules, zone, 2 * rules.widest + 1)
    places = [-1] * (2 * rules.army)
    at = 0
    for i in range(rules.army):
        if rules.has[seat][i]:
            if at + 1 >= len(spots):
                raise too_small(zone)
            places[2 * i], places[2 * i + 1] = spots[at], spots[at + 1]
            at += 2
    return places


# symmetry ----------------------------------------------------------------------------------------


class Image:
    """A way in which a table falls onto itself: turned about its middle, or reflected left-right, top-bottom or both."""

    def __init__(self, turn: int, across: bool = False, down: bool = False) -> None:
        self.turn = turn
        self.across = across
        self.down = down

    def x_of(self, rules: Rules, x: int, y: int) -> int:
        if self.turn:
            return rules.middle_x + int(turned_x(x - rules.middle_x, y - rules.middle_y, self.turn))
        return rules.width - x if self.across else x

    def y_of(self, rules: Rules, x: int, y: int) -> int:
        if self.turn:
            return rules.middle_y + int(turned_y(x - rules.middle_x, y - rules.middle_y, self.turn))
        return rules.height - y if self.down else y

    def wall_of(self, rules: Rules, wall: list[int]) -> list[int]:
        """The image of an obstacle, an outline or x, y and radius."""
        if len(wall) == 3:
            return [self.x_of(rules, wall[0], wall[1]), self.y_of(rules, wall[0], wall[1]), wall[2]]
        found: list[int] = []
        for i in range(0, len(wall), 2):
            found.append(self.x_of(rules, wall[i], wall[i + 1]))
            found.append(self.y_of(rules, wall[i], wall[i + 1]))
        return ordered(found)


def images(rules: Rules) -> list[Image]:
    """3.3: images that together carry every start zone onto every other and leave the Capture Point where it is, the plain one first;
    none when the table has no such symmetry."""
    families = [[Image(4096 * k // rules.zones) for k in range(rules.zones)]]
    if not rules.disc:
        plain, across, down, both = Image(0), Image(0, True, False), Image(0, False, True), Image(0, True, True)
        families += [[plain, across, down, both], [plain, both], [plain, across], [plain, down]]
    for family in families:
        if serves(rules, family):
            return family
    return []


def serves(rules: Rules, family: list[Image]) -> bool:
    reached = [0] * rules.zones
    for image in family:
        if rules.point and not rules.plant:
            x, y = rules.point[0], rules.point[1]
            if not within(image.x_of(rules, x, y), image.y_of(rules, x, y), x, y, SLACK):
                return False
        for zone in range(rules.zones):
            onto = zone_at(
                rules, image.x_of(rules, rules.zone_x[zone], rules.zone_y[zone]), image.y_of(rules, rules.zone_x[zone], rules.zone_y[zone])
            )
            if onto < 0:
                return False
            if zone == 0:
                reached[onto] = 1
    return min(reached) == 1


def zone_at(rules: Rules, x: int, y: int) -> int:
    for zone in range(rules.zones):
        if within(x, y, rules.zone_x[zone], rules.zone_y[zone], SLACK):
            return zone
    return -1
