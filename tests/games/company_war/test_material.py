"""Chapter 13 of the rulebook is the data: a reader can cut counters and draw the map from it."""

from __future__ import annotations

import re

from sandtable import games
from sandtable.games.company_war.card import CARD
from sandtable.games.company_war.game import CompanyWar
from sandtable.games.company_war.state import CARRIERS, FLEET_RIDERS, RIDERS, SHIPS
from sandtable.kit.data import read_toml

PACKAGE = "sandtable.games.company_war"
RULEBOOK = (games.folder("company_war") / "rulebook.md").read_text(encoding="utf-8")
MATERIAL = RULEBOOK.partition("## 13 Material")[2]


def part(number: int) -> str:
    return MATERIAL.partition(f"**13.{number}**")[2].partition("**13.")[0]


def written(numbers: list[int]) -> str:
    return "-".join(map(str, numbers)) if numbers else "–"


def test_every_ship_stands_in_the_tables() -> None:
    rows = [[cell.strip() for cell in line.split("|")[1:-1]] for line in (part(1) + part(2)).splitlines() if line.startswith("|")]
    found = {name: row[1:] for row in rows for name in row[0].split(", ") if row[0] != "ships" and not row[0].startswith("---")}
    names = read_toml(PACKAGE, "data/names.toml")["neutral"]["ships"]
    ships = read_toml(PACKAGE, "data/fleets.toml")["ship"]
    assert len(found) == SHIPS == len(ships)
    for name, ship in zip(names, ships, strict=True):
        assert found[name] == [ship["class"], written(ship["front"]), written(ship["back"]), str(ship["riders"]), str(ship["worth"])]
    assert all((name in part(1)) == (names.index(name) < CARRIERS) for name in names)


def test_every_route_and_every_point_stands_in_the_lists() -> None:
    routes = read_toml(PACKAGE, "data/map.toml")["routes"]
    for word, kind in {"Commercial": "commercial", "Military": "military", "Corsair": "fleet", "League": "union"}.items():
        (line,) = re.findall(rf"^{word}: (.*)\.$", part(3), re.MULTILINE)
        assert line.split(", ") == [f"{a}-{b}" for a, b in routes[kind]]
    named = part(4).partition("points: ")[2].partition(". `[ruling]`")[0]
    assert named.split(", ") == [f"{number} {name}" for number, name in enumerate(CARD.names[0].points) if number]


def test_so_many_riders_as_there_are_counters() -> None:
    game = games.load("company_war")
    assert isinstance(game, CompanyWar)
    assert f"{FLEET_RIDERS} rider counters of the Corsairs and {RIDERS - FLEET_RIDERS} of the League" in part(5)
    assert sum(game.book.berths) == RIDERS
    assert sum(game.book.berths[:CARRIERS]) == FLEET_RIDERS
