"""What is wrong or unusual with a scenario sheet."""

from __future__ import annotations

import tomllib
from typing import Any

from sandtable.games.war_of_leaders.rules.build import add_wall, near_wall
from sandtable.games.war_of_leaders.setup import BadScenario, Rules, read_rules
from sandtable.games.war_of_leaders.state import LeadersTable
from sandtable.kit.card import Options, Remark
from sandtable.kit.plane import nearer
from sandtable.kit.sheets import Excess, read_sheet

DEFAULTS: Options = {
    "unit": "cm", "factor": 3, "width": 0, "height": 0, "radius": 0, "order": "throw", "placement": "open", "obstacles": "ready",
    "count": 0, "seed": 1, "point": "centre", "blocking": "enemies", "directions": "any", "scatter": 0, "rally": 0, "screens": 0,
    "remains": 0, "hold": 0, "rounds": 0, "negotiation": 0, "fog": 0, "scenario": "standard",
}  # fmt: skip


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


def unusual(rules: Rules, count: int) -> list[Remark]:
    """Playable, but perhaps not meant so."""
    found: list[Remark] = []
    short = 4 * rules.pace[6] // 2
    ways = [max(abs(rules.zone_x[z] - rules.point[0]), abs(rules.zone_y[z] - rules.point[1])) for z in range(rules.seats)]
    near = ["zone:" + str(zone) for zone in range(rules.seats) if ways[zone] < short]
    if near:
        text = "with " + str(count) + " players a King may reach the Point in two or three moves"
        found.append(Remark(False, "short-way", text, [*near, "point"], {"count": str(count)}))
    if rules.needed > rules.army:
        values = {"needed": str(rules.needed), "army": str(rules.army)}
        found.append(Remark(False, "kings-only", "more pieces are needed in the Point than an army has", ["army"], values))
    if max(ways) > 2 * min(ways):
        far, close = ways.index(max(ways)), ways.index(min(ways))
        text = "zone " + str(far + 1) + " lies more than twice as far from the Point as zone " + str(close + 1)
        values = {"far": str(far + 1), "close": str(close + 1)}
        found.append(Remark(False, "uneven-ways", text, ["zone:" + str(far), "zone:" + str(close)], values))
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
