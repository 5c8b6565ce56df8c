"""What is wrong or unusual with a scenario sheet."""

from __future__ import annotations

import tomllib
from typing import Any

from sandtable.games.war_of_leaders.rules.build import add_wall, near_wall
from sandtable.games.war_of_leaders.setup import BadScenario, Rules
from sandtable.games.war_of_leaders.sheet import read_rules
from sandtable.games.war_of_leaders.state import LeadersTable
from sandtable.games.war_of_leaders.zones import SLACK, images
from sandtable.kit.card import Options, Remark
from sandtable.kit.plane import distance, nearer
from sandtable.kit.sheets import Excess, read_sheet

DEFAULTS: Options = {
    "unit": "cm", "factor": "3", "width": 0, "height": 0, "zone": 0, "radius": 0, "order": "throw", "placement": "open", "squads": "fixed",
    "obstacles": "ready", "count": 0, "seed": 1, "point": "centre", "range": "fixed", "target": "before", "blocking": "enemies",
    "directions": "any", "scatter": 0, "rally": 0, "screens": 0, "remains": 0, "hold": 0, "rounds": 0, "negotiation": 0, "fog": 0,
    "scenario": "standard",
}  # fmt: skip

UNEVEN = 5  # per cent by which ways to the Point may differ before it is said


def examine(source: str) -> list[Remark]:
    """A sheet by itself, for every number of players it is meant for."""
    try:
        sheet = read_sheet(source)
    except Excess as excess:
        return [excess.remark()]
    except tomllib.TOMLDecodeError as broken:
        return [Remark(True, "no-toml", str(broken), [], {"value": str(broken)})]
    seats = sheet.get("seats", [2])
    found: list[Remark] = []
    for count in distinct(seats) if isinstance(seats, list) else [2]:
        options: Options = dict(DEFAULTS)
        options["sheet"] = source
        try:
            rules = read_rules(int(count), options)
        except BadScenario as error:
            found.append(Remark(True, "unplayable", "with " + str(count) + " players: " + str(error), error.where, {"reason": str(error)}))
            continue
        found += unusual(rules, count)
    return found


def inspect(seats: int, options: Options) -> list[Remark]:
    """A sheet with all other options as they are chosen."""
    try:
        rules = read_rules(seats, options)
    except Excess as excess:
        return [excess.remark("sheet")]
    except BadScenario as error:
        return [Remark(True, error.key, str(error), error.where, {"value": error.value, "reason": str(error)})]
    return unusual(rules, seats)


def distinct(seats: list[Any]) -> list[Any]:
    """The numbers of players a sheet names, each once: a table seats twelve at most."""
    return [count for i, count in enumerate(seats[:12]) if count not in seats[:i]]


def king_ways(rules: Rules) -> list[int]:
    """By start zone: how far a King of the ready formation has to the rim of the Capture Point."""
    ready = rules.ready[0]
    ways = [distance(places[0], places[1], rules.point[0], rules.point[1]) for places in ready]
    return [max(1, way - rules.point[2]) for way in ways]


def odd_walls(rules: Rules) -> list[int]:
    """Obstacles of the sheet that lack their like at another corner, where the start zones are alike (3.3)."""
    found: list[int] = []
    family = images(rules)
    for w in range(len(rules.own_walls)):
        for image in family:
            if w not in found and not has_like(rules, image.wall_of(rules, rules.own_walls[w])):
                found.append(w)
    return found


def has_like(rules: Rules, wall: list[int]) -> bool:
    """Whether an obstacle stands where this one would, by each of its corners."""
    for other in rules.own_walls:
        if len(other) == len(wall) and not [p for p in corners_of(wall) if not near_any(p, corners_of(other))]:
            return True
    return False


def corners_of(wall: list[int]) -> list[tuple[int, int]]:
    if len(wall) == 3:
        return [(wall[0], wall[1]), (wall[0], wall[1] + wall[2])]  # a circle by its middle and its foot
    return [(wall[i], wall[i + 1]) for i in range(0, len(wall), 2)]


def near_any(place: tuple[int, int], others: list[tuple[int, int]]) -> bool:
    for x, y in others:
        if -SLACK <= x - place[0] <= SLACK and -SLACK <= y - place[1] <= SLACK:
            return True
    return False


def unusual(rules: Rules, count: int) -> list[Remark]:
    """Playable, but perhaps not meant so."""
    found: list[Remark] = []
    short = 4 * rules.pace[6] // 2
    ways = king_ways(rules)
    near = ["zone:" + str(zone) for zone in range(rules.zones) if ways[zone] < short]
    if near:
        text = "with " + str(count) + " players a King may reach the Point in two or three moves"
        found.append(Remark(False, "short-way", text, [*near, "point"], {"count": str(count)}))
    smallest = min([sum(has) for has in rules.has])
    if rules.needed > smallest:
        values = {"needed": str(rules.needed), "army": str(smallest)}
        found.append(Remark(False, "kings-only", "more pieces are needed in the Point than an army has", ["army"], values))
    if 100 * max(ways) > (100 + UNEVEN) * min(ways):
        far, close = ways.index(max(ways)), ways.index(min(ways))
        values = {"far": str(far + 1), "close": str(close + 1), "long": str(ways[far]), "short": str(ways[close])}
        text = "a King in zone {far} has {long} mm to the Point, one in zone {close} only {short}"
        for key in values:
            text = text.replace("{" + key + "}", values[key])
        found.append(Remark(False, "uneven-ways", text, ["zone:" + str(far), "zone:" + str(close)], values))
    odd = odd_walls(rules)
    if odd:
        text = "not every corner has the like of obstacle " + str(odd[0] + 1)
        found.append(Remark(False, "uneven-walls", text, ["wall:" + str(w) for w in odd], {"one": str(odd[0] + 1)}))
    table = LeadersTable()
    for i, wall in enumerate(rules.own_walls):
        add_wall(table, wall)
        for w in range(i):
            apart = table.wall_r[w] + table.wall_r[i] + rules.passage
            if not nearer(table.wall_x[w], table.wall_y[w], table.wall_x[i], table.wall_y[i], apart):
                continue  # most pairs: their surrounding circles tell
            if near_wall(table, w, wall, rules.passage):
                text = "obstacles leave less than " + str(rules.passage) + " mm between them"
                values = {"passage": str(rules.passage), "one": str(w + 1), "other": str(i + 1)}
                found.append(Remark(False, "no-passage", text, ["wall:" + str(w), "wall:" + str(i)], values))
    return found
