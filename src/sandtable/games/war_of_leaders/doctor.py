"""What is wrong or unusual with a scenario sheet."""

from __future__ import annotations

import tomllib
from typing import Any

from sandtable.games.war_of_leaders.rules.build import add_wall, near_wall
from sandtable.games.war_of_leaders.setup import BadScenario, Rules, read_rules
from sandtable.games.war_of_leaders.state import LeadersTable
from sandtable.kit.card import Options, Remark

DEFAULTS: Options = {
    "unit": "cm", "factor": 3, "width": 0, "height": 0, "radius": 0, "order": "throw", "placement": "open", "obstacles": "ready",
    "count": 0, "seed": 1, "point": "centre", "blocking": "enemies", "directions": "any", "scatter": 0, "rally": 0, "screens": 0,
    "remains": 0, "hold": 0, "rounds": 0, "negotiation": 0, "fog": 0, "scenario": "standard",
}  # fmt: skip


def examine(source: str) -> list[Remark]:
    try:
        sheet: dict[str, Any] = tomllib.loads(source)
    except tomllib.TOMLDecodeError as error:
        return [Remark(True, "no-toml", str(error))]
    seats = sheet.get("seats", [2])
    found: list[Remark] = []
    for count in seats if isinstance(seats, list) else [2]:
        options: Options = dict(DEFAULTS)
        options["sheet"] = source
        try:
            rules = read_rules(int(count), options)
        except BadScenario as error:
            found.append(Remark(True, "unplayable", "with " + str(count) + " players: " + str(error)))
            continue
        found += unusual(rules, count)
    return found


def unusual(rules: Rules, count: int) -> list[Remark]:
    """Playable, but perhaps not meant so."""
    found: list[Remark] = []
    far = min([max(abs(rules.zone_x[z] - rules.point[0]), abs(rules.zone_y[z] - rules.point[1])) for z in range(rules.seats)])
    if far < 4 * rules.pace[6] // 2:
        found.append(Remark(False, "short-way", "with " + str(count) + " players a King may reach the Point in two or three moves"))
    if rules.needed > rules.army:
        found.append(Remark(False, "kings-only", "more pieces are needed in the Point than an army has"))
    table = LeadersTable()
    for wall in rules.own_walls:
        for w in range(len(table.wall_x)):
            if near_wall(table, w, wall, rules.passage):
                found.append(Remark(False, "no-passage", "obstacles leave less than " + str(rules.passage) + " mm between them"))
        add_wall(table, wall)
    return found
