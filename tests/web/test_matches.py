"""Each of the five games from the home page to the result: two people in two browsers, and an onlooker."""

from __future__ import annotations

import json
import re
import time
from collections.abc import Callable
from typing import Any

import pytest
from tables import PATIENCE

from .people import Options, Person, play_on, two_at_a_table, view_in, wait_for_question, watching

Open = Callable[..., Any]

# short enough for a test, long enough that every phase of the game is seen
SHORT: dict[str, Options] = {
    "company_leader": {"board": "small", "army": "coins", "army_coins": 6, "turns": 2},
    "commanders": {"rounds": 1},
    "leaders": {"scenario": "quick", "rounds": 1},
    "company_war": {"setup": "secret", "turns": 1},
    "war_of_leaders": {"scenario": "skirmish", "placement": "secret", "obstacles": "none", "point": "centre", "rounds": 2},
}
LOOK_EVERY = 8  # decisions between two searches of the pages for secrets
LABELS = (
    "() => [...document.querySelectorAll('.board-side [aria-label]')].map(e => e.getAttribute('aria-label')).filter(t => t.includes(', '))"
)


@pytest.mark.parametrize("name", SHORT)
def test_two_people_and_an_onlooker(visit: Open, site: Any, shoot: Callable[..., None], name: str) -> None:
    title = next(game for game in site.games() if game["name"] == name)["title"]["en"]
    anna, bert = two_at_a_table(visit, title, SHORT[name])
    carla = watching(visit, anna, title)
    wait_for_question([anna, bert])
    people = [Person(anna, seed=1), Person(bert, seed=2)]
    found: list[str] = []

    def look(done: int) -> None:
        if done % LOOK_EVERY == 1:
            found.extend(search_for_secrets(people, Person(carla)))
        if done == 15:
            shoot(anna, f"match-{name}-anna")
            shoot(carla, f"match-{name}-onlooker")

    play_on(people, each=look)
    assert found or name == "leaders", "nothing secret was ever on a board: the search proves nothing"
    check_wire(people, Person(carla))
    check_results(anna, bert, carla)
    shoot(anna, f"match-{name}-result")
    assert sum(person.clicked for person in people) >= 5, "the boards were hardly used"
    check_replay(anna)


def search_for_secrets(people: list[Person], onlooker: Person) -> list[str]:
    """What only one's own board says must stand nowhere in the other's page, nor in the onlooker's."""
    everyone = (*people, onlooker)
    until = time.monotonic() + PATIENCE
    while len({json.dumps(each.views()[-1]["table"]) for each in everyone}) > 1 or not all(each.has_drawn_all() for each in everyone):
        assert time.monotonic() < until, "the pages do not come to show the same table"
        onlooker.page.wait_for_timeout(25)  # messages are under way
    public = set(onlooker.page.evaluate(LABELS))
    secrets: list[str] = []
    for person, other in (people, people[::-1]):
        own = [label for label in person.page.evaluate(LABELS) if label not in public]
        for page in (other.page, onlooker.page):
            text = page.content()
            for label in own:
                assert label not in text, f"{label!r} is known to one seat alone"
        secrets += own
    return secrets


def check_wire(people: list[Person], onlooker: Person) -> None:
    """Nobody was ever sent a hand but the own one."""
    for seat, person in enumerate(people):
        assert person.hands()
        assert {hand["seat"] for hand in person.hands()} == {seat}
    assert onlooker.views()
    assert not onlooker.hands()
    assert all("offer" not in view for view in onlooker.views())


def check_results(anna: Any, bert: Any, carla: Any) -> None:
    """The same score for everybody, each in the own words; it ended by the rules."""
    result = next(message[-1]["over"]["result"] for message in reversed(anna.heard) if view_in(message) and "over" in message[-1])
    mine, theirs = result
    words = ("Drawn", "Drawn") if mine == theirs else ("You won", "You lost") if mine > theirs else ("You lost", "You won")
    assert (Person(anna).result(), Person(bert).result()) == words
    assert Person(carla).result() == "Drawn" or Person(carla).result().endswith(" won")
    for page in (anna, bert, carla):
        places = page.locator("[data-result] ol li strong").all_inner_texts()
        even = len(set(result)) == 1
        assert places == ["=" if even else f"{1 + sum(other > score for other in result)}." for score in sorted(result, reverse=True)]
        log = page.locator(".log .line").all_inner_texts()
        assert len(log) > 5, log
        assert not [line for line in log if re.search(r"[{}]|undefined|resigns", line)]
    for page in (anna, bert):
        page.get_by_role("button", name="Play again").wait_for()
    assert carla.get_by_role("button", name="Play again").count() == 0


def check_replay(anna: Any) -> None:
    """From the result to the replay, where the truth may be seen."""
    anna.locator("[data-result]").get_by_role("link", name="Replay").click()
    anna.locator("[data-position]").get_by_text("Moment 1 of").wait_for()
    anna.get_by_label("Last", exact=True).click()
    anna.get_by_label("The truth beside it").check()
    anna.locator("section.view").nth(1).wait_for()
    anna.wait_for_function("() => document.querySelectorAll('.board .field, .board .piece, .ld-board .field').length > 4")
