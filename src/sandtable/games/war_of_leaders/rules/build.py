"""Chapter 3: the Capture Point and the obstacles."""

from __future__ import annotations

from mypy_extensions import i64

from sandtable.core.game import EVERYONE, Action, Frame
from sandtable.games.war_of_leaders.rules.place import begin_placing
from sandtable.games.war_of_leaders.setup import WALLS_NONE, WALLS_PLAYERS, WALLS_READY, WALLS_SEEDED, Rules, near_disc
from sandtable.games.war_of_leaders.state import BUILD, PLANT, LeadersState, LeadersTable
from sandtable.games.war_of_leaders.verbs import BUILD_SHAPE, BUILT, DECLINE, DECLINED, PLANT_POINT, PLANTED
from sandtable.games.war_of_leaders.zones import images
from sandtable.kit.plane import INSIDE, disc_hits, distance, nearer, ordered, sweep_hits, turned_x, turned_y, where


def prepare(rules: Rules, state: LeadersState) -> None:
    """What comes between corners and armies."""
    table = state.table
    if rules.plant:
        table.stack.append(Frame(PLANT, 0, []))
        state.ask([table.order[-1]])  # 3.1
    else:
        begin_building(rules, state)


def begin_building(rules: Rules, state: LeadersState) -> None:
    table = state.table
    if rules.plant or (rules.walls == WALLS_READY and not rules.own_walls):
        furnish(rules, state)
    if rules.walls == WALLS_PLAYERS and rules.wall_count > 0:
        table.stack.append(Frame(BUILD, 0, [0, 0, 0]))
        state.ask([table.order[0]])
    else:
        begin_placing(rules, state)


# obstacles as such -------------------------------------------------------------------------------


def add_wall(table: LeadersTable, wall: list[int]) -> None:
    """An outline, or x, y and radius of a circle."""
    if len(wall) == 3:
        table.outline.append([])
        table.wall_x.append(wall[0])
        table.wall_y.append(wall[1])
        table.wall_r.append(wall[2])
        return
    x, y, radius = surrounding(wall)
    table.outline.append(wall)
    table.wall_x.append(x)
    table.wall_y.append(y)
    table.wall_r.append(radius)


def surrounding(wall: list[int]) -> tuple[int, int, int]:
    """A circle that an obstacle does not leave."""
    if len(wall) == 3:
        return wall[0], wall[1], wall[2]
    x = (min(wall[::2]) + max(wall[::2])) // 2
    y = (min(wall[1::2]) + max(wall[1::2])) // 2
    return x, y, max([distance(x, y, wall[i], wall[i + 1]) for i in range(0, len(wall), 2)]) + 1


def placed_shape(rules: Rules, shape: int, x: int, y: int, angle: int) -> list[int]:
    """A shape of the box, turned and put somewhere."""
    form = rules.shapes[shape]
    if len(form) == 1:
        return [x, y, form[0]]
    return moved_outline(form, x, y, angle)


def moved_outline(form: list[int], x: int, y: int, angle: int) -> list[int]:
    found: list[int] = []
    for i in range(0, len(form), 2):
        found.append(x + int(turned_x(form[i], form[i + 1], angle)))
        found.append(y + int(turned_y(form[i], form[i + 1], angle)))
    return ordered(found)


def near_wall(table: LeadersTable, w: int, wall: list[int], gap: int) -> bool:
    """Whether an obstacle comes nearer to obstacle w than a gap."""
    other = table.outline[w]
    if not other:
        return near_disc(wall, table.wall_x[w], table.wall_y[w], gap + table.wall_r[w])
    if len(wall) == 3:
        return disc_hits(other, wall[0], wall[1], wall[2] + gap)
    n = len(wall)
    for i in range(0, n, 2):
        j = (i + 2) % n
        if sweep_hits(other, wall[i], wall[i + 1], wall[j], wall[j + 1], gap):
            return True
    return where(wall, other[0], other[1]) == INSIDE


def wall_refusal(rules: Rules, table: LeadersTable, wall: list[int], zones: list[int]) -> str:
    """3.5: why an obstacle may not be placed so; it keeps away from these start zones."""
    if len(wall) == 3:
        if not rules.on_table(wall[0], wall[1], wall[2]):
            return "off-table"
    else:
        for i in range(0, len(wall), 2):
            if not rules.on_table(wall[i], wall[i + 1], 0):
                return "off-table"
    if reaches_zone(rules, zones, wall, rules.keep):
        return "near-zone"
    if near_disc(wall, table.point[0], table.point[1], table.point[2] + rules.keep):
        return "near-point"
    x, y, radius = surrounding(wall)
    for w in range(len(table.wall_x)):
        apart = table.wall_r[w] + radius + rules.passage
        if nearer(table.wall_x[w], table.wall_y[w], x, y, apart) and near_wall(table, w, wall, rules.passage):
            return "near-obstacle"  # of most others the surrounding circles tell that they are far
    return ""


def zones_kept(rules: Rules, table: LeadersTable) -> list[int]:
    """Start zones that must stay clear: those that are taken, or all as long as corners are chosen."""
    return [zone for zone in range(rules.zones) if not table.order or zone in table.corner]


def reaches_zone(rules: Rules, zones: list[int], wall: list[int], gap: int) -> bool:
    for zone in zones:
        if near_disc(wall, rules.zone_x[zone], rules.zone_y[zone], rules.zone_r + gap):
            return True
    return False


# before play ---------------------------------------------------------------------------------------


def furnish(rules: Rules, state: LeadersState) -> None:
    """3.2, 3.3, 3.6: obstacles that nobody places."""
    table = state.table
    before = len(table.wall_x)
    if rules.walls == WALLS_NONE:
        return
    if rules.own_walls and rules.walls == WALLS_READY:
        for wall in rules.own_walls:
            if not near_disc(wall, table.point[0], table.point[1], table.point[2]):
                add_wall(table, wall)
    elif rules.walls == WALLS_READY:
        ready_walls(rules, table)
    elif rules.walls == WALLS_SEEDED:
        seeded_walls(rules, table)
    for w in range(before, len(table.wall_x)):
        state.tell(EVERYONE, BUILT, (-1, table.wall_x[w], table.wall_y[w], table.wall_r[w], *table.outline[w]))


def ready_walls(rules: Rules, table: LeadersTable) -> None:
    """3.2: for every corner that is taken"""
    for zone in range(rules.zones):
        for part in rules.pattern if zone in table.corner else []:
            x = rules.zone_x[zone] + (rules.middle_x - rules.zone_x[zone]) * part[0] // 100
            y = rules.zone_y[zone] + (rules.middle_y - rules.zone_y[zone]) * part[0] // 100
            wall = moved_outline(part[1:], x, y, rules.facing[zone])
            if reaches_zone(rules, zones_kept(rules, table), wall, 0):
                continue  # a small table has no room for it
            if not near_disc(wall, table.point[0], table.point[1], table.point[2] + (rules.keep if rules.plant else 0)):
                add_wall(table, wall)


class Lots:
    """Lots from a seed (Park and Miller 1988).  The game's own, so that a seed means the same table for ever."""

    def __init__(self, seed: int) -> None:
        self.last: i64 = seed % 2147483646 + 1
        for _ in range(8):
            self.below(2)

    def below(self, n: int) -> int:
        self.last = self.last * 48271 % 2147483647
        return int(self.last) // 64 % n


def seeded_walls(rules: Rules, table: LeadersTable) -> None:
    """3.3: a shape at a random place, and its images at all other corners; as many whole sets as the number allows."""
    draw = Lots(rules.seed)
    family, every = images(rules), list(range(rules.zones))
    fold = len(family)
    tries = 0
    while len(table.wall_x) + fold <= rules.wall_count and tries < 2000:
        tries += 1
        shape, angle = draw.below(len(rules.shapes)), draw.below(4096)
        first = placed_shape(rules, shape, draw.below(rules.width), draw.below(rules.height), angle)
        count = len(table.wall_x)
        for image in family:
            wall = image.wall_of(rules, first)
            if wall_refusal(rules, table, wall, every):
                break
            add_wall(table, wall)
        if len(table.wall_x) < count + fold:
            drop_walls(table, count)


def drop_walls(table: LeadersTable, count: int) -> None:
    table.outline = table.outline[:count]
    table.wall_x = table.wall_x[:count]
    table.wall_y = table.wall_y[:count]
    table.wall_r = table.wall_r[:count]


# by the players ------------------------------------------------------------------------------------


def point_refusal(rules: Rules, table: LeadersTable, x: int, y: int) -> str:
    """3.1; the centre is always allowed."""
    if x == rules.point[0] and y == rules.point[1]:
        return ""
    if not 0 <= x <= rules.width or not 0 <= y <= rules.height or not rules.on_table(x, y, rules.point[2]):
        return "off-table"
    for zone in zones_kept(rules, table):
        if nearer(x, y, rules.zone_x[zone], rules.zone_y[zone], rules.point[2] + rules.zone_r + rules.keep):
            return "near-zone"
    own = table.corner[table.pending[0]]
    for seat in table.order:
        zone = table.corner[seat]
        if not table.out[seat] and farther(rules, zone, own, x, y):
            return "near-own"
    return ""


def farther(rules: Rules, one: int, other: int, x: int, y: int) -> bool:
    """Whether the middle of one start zone is farther from a place than that of another."""
    dx, dy = rules.zone_x[one] - x, rules.zone_y[one] - y
    ex, ey = rules.zone_x[other] - x, rules.zone_y[other] - y
    return dx * dx + dy * dy > ex * ex + ey * ey


def plant_point(rules: Rules, state: LeadersState, x: int, y: int) -> None:
    state.table.pending = []
    state.table.stack.pop()
    state.table.point = [x, y, rules.point[2]]
    state.tell(EVERYONE, PLANTED, (x, y))
    begin_building(rules, state)


def build_shape(rules: Rules, state: LeadersState, seat: int, action: Action) -> None:
    table = state.table
    add_wall(table, placed_shape(rules, action[1], action[2], action[3], action[4]))
    state.tell(EVERYONE, BUILT, (seat, table.wall_x[-1], table.wall_y[-1], table.wall_r[-1], *table.outline[-1]))
    frame = table.stack[-1]
    frame.regs[1] += 1
    frame.regs[2] = 0
    next_builder(rules, state)


def decline(rules: Rules, state: LeadersState, seat: int) -> None:
    state.table.stack[-1].regs[2] += 1
    state.tell(EVERYONE, DECLINED, (seat,))
    next_builder(rules, state)


def next_builder(rules: Rules, state: LeadersState) -> None:
    """3.4: in turn order, until the number is reached or all decline."""
    table = state.table
    regs = table.stack[-1].regs
    playing = [seat for seat in table.order if not table.out[seat]]
    if regs[1] >= rules.wall_count or regs[2] >= len(playing):
        table.pending = []
        table.stack.pop()
        begin_placing(rules, state)
        return
    regs[0] = (regs[0] + 1) % len(table.order)
    while table.out[table.order[regs[0]]]:
        regs[0] = (regs[0] + 1) % len(table.order)
    state.ask([table.order[regs[0]]])


def build_actions(rules: Rules, table: LeadersTable) -> list[Action]:
    """A coarse grid of places; any other is as good."""
    found: list[Action] = []
    step = max(rules.width, rules.height) // 6
    if table.stack[-1].proc == PLANT:
        for x in range(0, rules.width + 1, step // 2):
            for y in range(0, rules.height + 1, step // 2):
                if not point_refusal(rules, table, x, y):
                    found.append((PLANT_POINT, x, y))
        middle = (PLANT_POINT, rules.point[0], rules.point[1])
        if middle not in found:
            found.append(middle)
            found.sort()
        return found
    zones = zones_kept(rules, table)
    for shape in range(len(rules.shapes)):
        for x in range(step // 2, rules.width, step):
            for y in range(step // 2, rules.height, step):
                for angle in (0,) if len(rules.shapes[shape]) == 1 else (0, 512):
                    if not wall_refusal(rules, table, placed_shape(rules, shape, x, y, angle), zones):
                        found.append((BUILD_SHAPE, shape, x, y, angle))
    found.append((DECLINE,))
    return found


def build_refusal(rules: Rules, table: LeadersTable, action: Action) -> str:
    if table.stack[-1].proc == PLANT:
        return point_refusal(rules, table, action[1], action[2]) if action[0] == PLANT_POINT else "point-first"
    if action[0] == DECLINE:
        return ""
    if action[0] != BUILD_SHAPE:
        return "build-first"
    if not 0 <= action[1] < len(rules.shapes):
        return "no-such-obstacle"
    if not 0 <= action[4] < 4096:
        return "no-such-angle"
    if not 0 <= action[2] <= rules.width or not 0 <= action[3] <= rules.height:
        return "off-table"
    return wall_refusal(rules, table, placed_shape(rules, action[1], action[2], action[3], action[4]), zones_kept(rules, table))
