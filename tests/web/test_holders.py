"""A seat that changes hands, as the people in front of the pages see it."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest

from .conftest import Open, refused
from .table import play_now

SAY = """async ([path, wish]) => {
    const made = await fetch(path, {method: "POST", headers: {"Content-Type": "application/json"}, body: JSON.stringify(wish)});
    return await made.json();
}"""


def as_somebody(page: Any, name: str) -> None:
    """A guest with a name of their own."""
    page.evaluate(SAY, ["/v1/guests", {"name": name}])
    page.evaluate("localStorage['sandtable.known'] = '1'")


def make_match(page: Any, **wish: Any) -> str:
    """Its address, as one would send it."""
    made = page.evaluate(SAY, ["/v1/matches", wish])
    return f"/play/{made['id']}#link={made['link']}"


@pytest.mark.parametrize("phone", [False, True], ids=["desktop", "phone"])
@pytest.mark.parametrize("public", [True, False], ids=["public", "private"])
def test_the_owner_frees_a_seat_and_both_see_it(visit: Open, shoot: Callable[..., None], public: bool, phone: bool) -> None:
    anna = visit(phone=phone)
    as_somebody(anna, "Annegret")
    path = make_match(anna, game="picket", public=public, places=[{"kind": "open"}, {"kind": "open"}])
    bert = visit(phone=phone)
    as_somebody(bert, "Bert")
    for page in (anna, bert):
        page.goto(path)
    bert.get_by_role("button", name="Take this seat").first.click()
    freeing = anna.get_by_role("button", name="Free this seat")
    freeing.wait_for()
    row = anna.locator(".seats li", has_text="Bert")
    assert re.search(r"\bguest\b", row.inner_text()), "that Bert is a guest is said"
    assert bert.get_by_role("button", name="Free this seat").count() == 0, "it is the owner's to do"
    where = f"{'phone' if phone else 'desktop'}-{'public' if public else 'private'}"
    shoot(anna, f"free-a-seat-{where}")
    freeing.click()
    bert.get_by_text("has freed your seat").wait_for()
    shoot(bert, f"seat-freed-{where}")
    assert freeing.count() == 0 and anna.locator(".seats li", has_text="Bert").count() == 0
    if public:  # there is a seat to take again
        bert.get_by_role("button", name="Take this seat").first.click()
        bert.get_by_text("has freed your seat").wait_for(state="detached")
    else:  # the link of before opens nothing
        assert bert.get_by_role("button", name="Take this seat").count() == 0
        bert.get_by_role("link", name="To the games").click()
        bert.wait_for_url(re.compile(r"/$"))
        refused(bert, 404)


@pytest.mark.parametrize(("onlookers", "phone"), [(True, False), (False, False), (True, True)], ids=["onlookers", "none", "phone"])
def test_who_ran_out_of_time_is_told_that_a_bot_plays_on(visit: Open, shoot: Callable[..., None], onlookers: bool, phone: bool) -> None:
    anna = visit(phone=phone)
    play_now(anna)
    clock = {"kind": "move", "seconds": 5, "on_timeout": "bot", "bot": "random"}
    terms = {"clock": clock, "onlookers": onlookers}
    places = [{"kind": "me"}, {"kind": "bot", "bot": "random"}]
    path = make_match(anna, game="commanders", places=places, terms=terms)
    anna.goto(path)
    anna.get_by_text("A bot plays on for you").wait_for()
    if onlookers:
        anna.get_by_text("You are looking on").wait_for()
    else:
        assert anna.get_by_text("You are looking on").count() == 0
    assert anna.locator(".offer .action").count() == 0
    shoot(anna, f"bot-plays-on-{'onlooker' if onlookers else 'shut'}{'-phone' if phone else ''}")
