"""What is wrong or unusual with an own game: said while an author works at it."""

from __future__ import annotations

from typing import Final

from sandtable.games.leaders.lists import CLOSED, MOST_POINTS, BadList, Start
from sandtable.games.leaders.rules.common import Terms
from sandtable.games.leaders.state import LAND, NOBODY, PLACES
from sandtable.kit.card import Options, Remark
from sandtable.kit.sheets import Excess
from sandtable.kit.sheets import read_sheet as own_sheet

UNEVEN_POINTS: Final = 10  # per cent by which one start may be worth more before it is said
UNEVEN_TROOPS: Final = 25  # per cent of the price of all units
NEAR_GOAL: Final = 75  # per cent of the goal a start may have
OWN_ONLY: Final = ["nation_list", "start_list", "goal_list", "goal_points", "goal_research", "goal_badges"]
FAR: Final = 99


def read_sheet(source: str, defaults: Options) -> tuple[int, Options]:
    """Options in TOML, as the command line has them, with the number of ``seats``.  Raises ValueError."""
    sheet = own_sheet(source)
    options = dict(defaults)
    for key in sheet:
        if key != "seats" and key not in options:
            raise ValueError("there is no option '" + key + "'; known: seats, " + ", ".join(sorted(options)))
        if key != "seats":
            options[key] = sheet[key] if isinstance(sheet[key], str) else int(sheet[key])
    return int(sheet.get("seats", 2)), options


def refused(error: ValueError) -> Remark:
    """What ``build`` said."""
    if isinstance(error, Excess):
        return error.remark()
    if isinstance(error, BadList):
        return Remark(True, error.key, str(error), error.where or ["option:start_list"], error.values)
    return Remark(True, "unreadable", str(error), [], {"error": str(error)})


def examine(terms: Terms, options: Options) -> list[Remark]:
    """Grave remarks forbid playing; the others say what is unusual."""
    found = without_effect(options)
    if terms.scenario.start == "fixed":
        found += examine_start(terms)
        found += examine_goals(terms)
    else:
        found += examine_free_goals(terms)
    if terms.rounds == 0 and terms.scenario.points_by_seat[0] == CLOSED:
        found.append(
            Remark(False, "endless", "without a last round and without a goal in points the match may never end", ["option:rounds"])
        )
    if not [remark for remark in found if remark.key != "points"]:
        found.append(Remark(False, "sound", "nothing unusual about this game", fine=True))
    return found


def seat_word(seat: int) -> str:
    return "p" + str(seat + 1)


def without_effect(options: Options) -> list[Remark]:
    found: list[Remark] = []
    if options["scenario"] != "custom":
        for key in OWN_ONLY:
            if options[key] not in ("", 0):
                text = "the option '" + key + "' has no effect: it needs the scenario 'custom'"
                found.append(Remark(False, "own-game-only", text, ["option:" + key], {"option": key}))
        return found
    for key, way in (("nation_list", "nations"), ("start_list", "start")):
        if str(options[key]).strip() and options[way] != "fixed":
            text = "the option '" + key + "' has no effect: it needs the option '" + way + "' at 'fixed'"
            found.append(Remark(False, "not-dealt-" + way, text, ["option:" + key]))
    return found


# starts -------------------------------------------------------------------------------------------


def examine_start(terms: Terms) -> list[Remark]:
    start, world = terms.start, terms.world
    points = [start.points(world, seat) for seat in range(terms.seats)]
    listed = ", ".join([str(number) for number in points])
    uneven = (max(points) - min(points)) * 100 > UNEVEN_POINTS * max(1, min(points))
    text = "the players start with " + listed + " points"
    found = [Remark(False, "uneven-points" if uneven else "points", text, [], {"points": listed}, not uneven)]
    for seat in range(terms.seats):
        for continent in range(len(world.bonus)):
            if start.holds(world, seat, continent):
                name, area = seat_word(seat), world.continent_keys[continent]
                places = [world.keys[place] for place in world.members[continent]]
                text = name + " holds all of " + area + " from the start"
                found.append(Remark(False, "whole-continent", text, places, {"seat": name, "continent": area}))
    free = [world.keys[place] for place in range(LAND) if start.owner[place] == NOBODY]
    if free:
        text = str(len(free)) + " territories belong to nobody at the start"
        found.append(Remark(False, "free-land", text, [], {"number": str(len(free))}))
    return found + examine_troops(terms, start) + examine_distances(terms, start) + examine_homes(terms, start)


def examine_troops(terms: Terms, start: Start) -> list[Remark]:
    """Units on the map and in camp, at their prices (1.6)."""
    prices: list[int] = []
    for seat in range(terms.seats):
        total = 0
        for place in range(PLACES):
            units = start.troops(place, seat)
            total += sum([units[unit] * terms.v.unit_cost[unit] for unit in range(3)])
        camp = start.camp[seat * 3 : seat * 3 + 3]
        if camp[0] >= 0:  # less what 2.12 gives to those who move later
            total += sum([camp[unit] * terms.v.unit_cost[unit] for unit in range(3)]) - (seat + 1) * terms.v.unit_cost[0]
        prices.append(total)
    if (max(prices) - min(prices)) * 100 <= UNEVEN_TROOPS * max(prices):
        return []
    listed = ", ".join([str(price) for price in prices])
    return [Remark(False, "uneven-troops", "the troops of the players are worth " + listed + " points", [], {"prices": listed})]


def steps_to_enemy(terms: Terms, start: Start, seat: int) -> int:
    """Moves, by land and sea, from the own places to the nearest place of somebody else."""
    held = [place for place in range(PLACES) if sum(start.troops(place, seat))]
    found = [FAR] * PLACES
    edge = held[:]
    for place in held:
        found[place] = 0
    while edge:
        here = edge.pop(0)
        foreign = here < LAND and start.owner[here] not in (NOBODY, seat)
        if foreign:
            return found[here]
        for near in terms.world.near[here]:
            if found[near] == FAR:
                found[near] = found[here] + 1
                edge.append(near)
    return FAR


def examine_distances(terms: Terms, start: Start) -> list[Remark]:
    steps = [steps_to_enemy(terms, start, seat) for seat in range(terms.seats)]
    if max(steps) - min(steps) < 2:
        return []
    listed = ", ".join(["-" if number == FAR else str(number) for number in steps])
    text = "unfair distances: to the nearest enemy the players have " + listed + " moves"
    return [Remark(False, "unfair-distances", text, [], {"steps": listed})]


def examine_homes(terms: Terms, start: Start) -> list[Remark]:
    found: list[Remark] = []
    if terms.scenario.nations != "fixed":
        return found
    for seat in range(terms.seats):
        home = terms.homes[terms.nations[seat]]
        if start.owner[home] not in (seat, NOBODY):
            name, nation = seat_word(seat), terms.v.nation_keys[terms.nations[seat]]
            place, foe = terms.world.keys[home], seat_word(start.owner[home])
            text = "the home of " + name + " (" + nation + "), " + place + ", belongs to " + foe
            found.append(Remark(False, "home-held", text, [place], {"seat": name, "nation": nation, "place": place, "foe": foe}))
    return found


# goals ----------------------------------------------------------------------------------------------


def examine_goals(terms: Terms) -> list[Remark]:
    found: list[Remark] = []
    for seat in range(terms.seats):
        points, goal = terms.start.points(terms.world, seat), terms.scenario.points_by_seat[seat]
        if goal == CLOSED:
            continue
        name = seat_word(seat)
        values = {"seat": name, "points": str(points), "goal": str(goal)}
        where = ["option:goal_points", "option:goal_list"]
        if points >= goal:
            text = name + " starts with " + str(points) + " points and has reached its goal of " + str(goal) + " before the first move"
            found.append(Remark(True, "goal-met", text, where, values))
        elif points * 100 >= goal * NEAR_GOAL:
            text = name + " starts with " + str(points) + " points, close to its goal of " + str(goal)
            found.append(Remark(False, "goal-near", text, where, values))
    return found


def examine_free_goals(terms: Terms) -> list[Remark]:
    """Without a list the whole map is dealt or chosen: an even share is what everybody has."""
    share = sum(terms.world.points) // terms.seats
    goal = min(terms.scenario.points_by_seat)
    values = {"share": str(share), "goal": str(goal)}
    if goal <= share:
        text = "an even share of the map is worth " + str(share) + " points and reaches the goal of " + str(goal) + " at once"
        return [Remark(False, "goal-low", text, ["option:goal_points"], values)]
    most = max(terms.scenario.points_by_seat)
    if MOST_POINTS * 9 // 10 < most < CLOSED:
        text = "the goal of " + str(most) + " points needs nearly the whole world"
        return [Remark(False, "goal-high", text, ["option:goal_points"], {"goal": str(most)})]
    return []
