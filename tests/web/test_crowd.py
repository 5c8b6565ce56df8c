"""Many people behind one address: a refused page says when it tries again, and does."""

from __future__ import annotations

import json
import re
import urllib.error
import urllib.request
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from .conftest import Site, refused
from .table import play_now

Open = Callable[..., Any]
LIMIT = 60  # guests of one address at once


@pytest.fixture
def site(tmp_path: Any) -> Iterator[Site]:
    """With limits, as others run it."""
    made = Site(tmp_path)
    made.settings = {"SANDTABLE_LIMITS": "true"}
    made.start()
    yield made
    made.stop()


def use_up_guests(site: Site) -> int:
    """Guests come from here until one is refused; how many came."""
    for count in range(2 * LIMIT):
        request = urllib.request.Request(f"{site.url}/v1/guests", json.dumps({}).encode(), {"Content-Type": "application/json"})
        try:
            urllib.request.urlopen(request).close()
        except urllib.error.HTTPError as error:
            error.close()
            return count if error.code == 429 and int(error.headers["Retry-After"]) > 0 else 0
    return 0


@pytest.mark.parametrize(("language", "told"), [("en-GB", "came from your network"), ("de-DE", "Aus deinem Netz")])
def test_refused_page_counts_down_and_gets_in_by_itself(visit: Open, site: Site, language: str, told: str) -> None:
    page = visit(language=language)
    assert use_up_guests(site) >= LIMIT
    page.get_by_role("button", name=re.compile("^(Play now|Jetzt spielen): ")).first.click()
    page.get_by_text(told).wait_for()
    left = page.locator("[data-crowd]")
    assert re.search(r"\d+ s", left.inner_text())
    page.wait_for_selector(".offer .action")  # nobody pressed anything again
    assert left.count() == 0
    refused(page, 429)


def test_who_brings_a_link_gets_in_at_once(visit: Open, site: Site) -> None:
    """Phones around one screen: the code of a seat opens it though strangers of the same address have to wait."""
    host = visit()
    play_now(host)
    link = host.evaluate(
        """async () => {
            const say = {method: "POST", headers: {"Content-Type": "application/json"}, body: JSON.stringify({game: "picket"})};
            const made = await (await fetch("/v1/matches", say)).json();
            return (await (await fetch(`/v1/matches/${made.id}/seats/1/link`)).json()).url;
        }"""
    )
    assert use_up_guests(site) >= LIMIT - 1
    phone = visit(link.removeprefix(site.url), phone=True)
    phone.wait_for_url(re.compile("/play/"))
    assert phone.locator("[data-crowd]").count() == 0
