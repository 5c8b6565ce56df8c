"""The pages around one's account, as a person uses them: mail is read from the outbox, codes come from a real clock."""

from __future__ import annotations

import json
import time
import urllib.error
import urllib.request
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from tables import PATIENCE
from tests.web.axe import check_axe
from tests.web.conftest import Open, refused
from tests.web.mailbox import letter
from tests.web.table import play_now

from sandtable.server.accounts.second import STEP, code_at

PASSWORD = "three small blue boats"


def register(page: Any, site: Any, name: str) -> str:
    address = f"{name.lower()}@example.org"
    page.goto("/register")
    page.get_by_label("Name").fill(name)
    page.get_by_label("E-mail").fill(address)
    page.get_by_label("Password").fill(PASSWORD)
    page.get_by_role("button", name="Make an account").click()
    page.get_by_text(f"We have written to {address}").wait_for()
    page.goto(letter(site, address))
    page.get_by_role("button", name="Confirm").click()
    page.get_by_text("Done. Welcome!").wait_for()
    return address


def log_in(page: Any, address: str, password: str = PASSWORD) -> None:
    page.goto("/log-in")
    page.get_by_label("E-mail").fill(address)
    page.get_by_label("Password").fill(password)
    page.get_by_role("button", name="Log in").click()


def card(page: Any, title: str) -> Any:
    """One section of the settings."""
    return page.locator("section.card", has=page.get_by_role("heading", name=title, exact=True))


def test_guest_becomes_an_account_and_keeps_the_match(visit: Open, site: Any, shoot: Callable[..., None]) -> None:
    page = visit()
    play_now(page)
    match = page.url.rpartition("/")[2]
    page.goto("/register")
    page.get_by_text("Your matches come along").wait_for()
    register(page, site, "Emma")
    page.get_by_role("link", name="To the games").click()
    page.get_by_role("link", name="Emma").wait_for()
    page.goto("/mine")
    page.locator(f'a[href^="/play/{match}"]').first.wait_for()
    page.goto("/settings")
    shoot(page, "settings-account", full=True)


def test_registering_with_a_weak_or_taken_choice_says_what_is_wrong(visit: Open, site: Any) -> None:
    register(visit(), site, "Taken")
    page = visit("/register")
    page.get_by_label("Name").fill("Taken")
    page.get_by_label("E-mail").fill("other@example.org")
    page.get_by_label("Password").fill("password")
    page.get_by_role("button", name="Make an account").click()
    page.get_by_text("Very many people use this password").wait_for()
    refused(page, 400)
    page.get_by_label("Password").fill(PASSWORD)
    page.get_by_role("button", name="Make an account").click()
    page.get_by_text("Somebody has this name already").wait_for()
    refused(page, 409)


def test_confirming_in_another_browser_asks_for_the_password(visit: Open, site: Any) -> None:
    page = visit("/register")
    page.get_by_label("Name").fill("Otto")
    page.get_by_label("E-mail").fill("otto@example.org")
    page.get_by_label("Password").fill(PASSWORD)
    page.get_by_role("button", name="Make an account").click()
    page.get_by_text("We have written").wait_for()
    other = visit(letter(site, "otto@example.org"))
    other.get_by_role("button", name="Confirm").click()
    other.get_by_text("You registered in another browser").wait_for()
    refused(other, 403)
    other.get_by_label("Password").fill(PASSWORD)
    other.get_by_role("button", name="Confirm").click()
    other.get_by_text("Done. Welcome!").wait_for()


def test_a_forgotten_password(visit: Open, site: Any) -> None:
    address = register(visit(), site, "Fay")
    page = visit("/log-in")
    page.get_by_role("link", name="Forgot your password?").click()
    page.get_by_role("button", name="Send me a link").wait_for()  # the page before it asks for an address, too
    page.get_by_label("E-mail").fill(address)
    page.get_by_role("button", name="Send me a link").click()
    page.get_by_text("If the address is right").wait_for()
    link = letter(site, address, 2)
    page.goto(link)
    page.get_by_label("Password").fill("four large red boats")
    page.get_by_role("button", name="Choose a new password").click()
    page.get_by_text("Log in with the new one").wait_for()
    log_in(page, address)
    page.get_by_text("Address or password is wrong").wait_for()
    refused(page, 401)
    log_in(page, address, "four large red boats")
    page.get_by_role("link", name="Fay").wait_for()
    page.goto(link)
    page.get_by_label("Password").fill("five huge green boats")
    page.get_by_role("button", name="Choose a new password").click()
    page.get_by_text("This link was used already").wait_for()
    refused(page, 410)


def test_new_password_and_new_address(visit: Open, site: Any) -> None:
    page = visit()
    register(page, site, "Gil")
    page.goto("/settings")
    change = card(page, "Change password")
    change.get_by_label("Old password").fill("not this one")
    change.get_by_label("New password").fill("four large red boats")
    change.get_by_role("button").click()
    change.get_by_role("alert").wait_for()
    refused(page, 403)
    change.get_by_label("Old password").fill(PASSWORD)
    change.get_by_role("button").click()
    change.get_by_text("All other log-ins have ended").wait_for()
    move = card(page, "Change e-mail")
    move.get_by_label("New e-mail").fill("gil.new@example.org")
    move.get_by_label("Your password now").fill("four large red boats")
    move.get_by_role("button").click()
    move.get_by_text("We have written to gil.new@example.org").wait_for()
    page.goto(letter(site, "gil.new@example.org"))
    page.get_by_role("button", name="Confirm").click()
    page.get_by_text("Done. Welcome!").wait_for()
    log_in(visit(), "gil.new@example.org", "four large red boats")


def test_second_factor(visit: Open, site: Any, shoot: Callable[..., None]) -> None:
    page = visit()
    address = register(page, site, "Hal")
    page.goto("/settings")
    section = page.locator("section[data-second]")
    section.get_by_label("Your password now").fill(PASSWORD)
    section.get_by_role("button", name="Set up").click()
    key = section.locator("[data-key]").inner_text().replace(" ", "")
    section.scroll_into_view_if_needed()
    shoot(page, "settings-second")
    used = int(time.time()) // STEP
    section.get_by_label("Code").fill(code_at(key, used))
    section.get_by_role("button", name="Switch on").click()
    codes = section.locator("li code")
    codes.first.wait_for()
    assert codes.count() == 10
    recovery = codes.first.inner_text()
    section.get_by_role("button", name="I have kept them").click()
    section.get_by_text("10 recovery codes are left").wait_for()

    other = visit()
    log_in(other, address)
    other.get_by_label("Code of your authenticator app").fill("000000")
    refused(other, 401)
    other.get_by_role("button", name="Log in").click()
    other.get_by_text("That is not the code of this moment").wait_for()
    refused(other, 401)
    other.get_by_label("Code of your authenticator app").fill(code_at(key, max(used + 1, int(time.time()) // STEP)))
    other.get_by_role("button", name="Log in").click()
    other.get_by_role("link", name="Hal").wait_for()

    page.reload()
    section.get_by_label("Code of your authenticator app").fill(recovery)
    section.get_by_label("Your password now").fill(PASSWORD)
    section.get_by_role("button", name="Switch off").click()
    section.get_by_role("button", name="Set up").wait_for()


def test_sessions_are_listed_and_ended(visit: Open, site: Any) -> None:
    page = visit()
    address = register(page, site, "Ida")
    phone = visit(phone=True)
    log_in(phone, address)
    phone.wait_for_url("**/")
    page.goto("/settings")
    listed = page.locator("#sessions li")
    page.wait_for_function("() => document.querySelectorAll('#sessions li').length === 2")
    assert listed.filter(has_text="this device").count() == 1
    listed.get_by_role("button").click()
    page.wait_for_function("() => document.querySelectorAll('#sessions li').length === 1")
    phone.goto("/settings")
    phone.get_by_text("You are not logged in").wait_for()
    refused(phone, 401)
    page.get_by_role("button", name="Log out everywhere").click()
    page.wait_for_url("**/")
    page.get_by_role("link", name="Log in").wait_for()


def ask(site: Any, path: str, token: str, body: Any = None) -> int:
    """What a program with a token is answered."""
    data = None if body is None else json.dumps(body).encode()
    headers = {"Authorization": f"Bearer {token}", "Content-Type": "application/json"}
    try:
        with urllib.request.urlopen(urllib.request.Request(site.url + path, data, headers)) as answer:
            return int(answer.status)
    except urllib.error.HTTPError as error:
        return error.code


def test_tokens_are_made_with_scopes_shown_once_and_revoked(visit: Open, site: Any, shoot: Callable[..., None]) -> None:
    page = visit()
    register(page, site, "Jan")
    page.goto("/settings")
    section = page.locator("#tokens")
    section.get_by_label("What is it for?").fill("my watcher")
    section.get_by_label("Your password now").fill(PASSWORD)
    section.get_by_role("button", name="Make token").click()
    token = section.get_by_label("New token").input_value()
    section.scroll_into_view_if_needed()
    shoot(page, "settings-tokens")
    assert ask(site, "/v1/account", token) == 200
    assert ask(site, "/v1/matches", token, {"game": "picket"}) == 403, "a token to watch must not make matches"
    page.reload()
    section.get_by_text("my watcher").wait_for()
    assert page.get_by_label("New token").count() == 0 and token not in page.content()
    section.get_by_role("button", name="Revoke: my watcher").click()
    section.get_by_text("You have no tokens.").wait_for()
    assert ask(site, "/v1/account", token) == 401


def test_export_and_deletion(visit: Open, site: Any, shoot: Callable[..., None]) -> None:
    page = visit()
    play_now(page)
    address = register(page, site, "Kim")
    page.goto("/settings")
    with page.expect_download() as download:
        page.get_by_role("button", name="Download all my data").click()
    data = json.loads(download.value.path().read_text())
    assert data["account"]["email"] == address and len(data["matches"]) == 1 and "password" not in data["account"]
    user = data["account"]["id"]
    page.get_by_role("button", name="Delete account").first.click()
    dialog = page.locator("dialog[open]")
    assert dialog.locator("li").count() == 4, "the consequences are told"
    shoot(page, "settings-delete")
    dialog.get_by_label("Your password now").fill("a wrong one")
    dialog.get_by_role("button", name="Delete account").click()
    dialog.get_by_role("alert").wait_for()
    refused(page, 403)
    dialog.get_by_label("Your password now").fill(PASSWORD)
    dialog.get_by_role("button", name="Delete account").click()
    page.wait_for_url("**/")
    page.goto(f"/players/{user}")
    page.get_by_role("alert").wait_for()
    refused(page, 404)
    log_in(page, address)
    page.get_by_text("Address or password is wrong").wait_for()
    refused(page, 401)


def test_profile_is_public_and_says_what_its_owner_wrote(visit: Open, site: Any, shoot: Callable[..., None]) -> None:
    page = visit()
    register(page, site, "Lea")
    page.goto("/settings")
    page.get_by_label("About me").fill("Plays on rainy days.")
    card(page, "Account").get_by_role("button", name="Save").click()
    page.get_by_text("Saved.").wait_for()
    page.get_by_role("link", name="Lea").click()
    page.get_by_text("This is how others see you").wait_for()
    stranger = visit(page.url.removeprefix(site.url))
    stranger.get_by_text("Plays on rainy days.").wait_for()
    stranger.get_by_text("No rated matches yet.").wait_for()
    assert "lea@example.org" not in stranger.content()
    check_axe(stranger)
    shoot(stranger, "profile")


@pytest.fixture
def club(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Any]:
    """Another server whose people log in at a real OpenID provider."""
    from tests.web.openid import Club

    made = Club(tmp_path_factory.mktemp("club"))
    made.start()
    yield made
    made.stop()


def test_openid_log_in_and_its_messages(club: Any, chromium: Any, shoot: Callable[..., None]) -> None:
    context = chromium.new_context(base_url=club.url, locale="en-GB")
    page = context.new_page()
    page.set_default_timeout(PATIENCE * 1000)
    page.goto("/log-in")
    button = page.get_by_role("button", name="Log in with Club")
    button.wait_for()
    check_axe(page)
    shoot(page, "log-in-openid")
    button.click()
    page.locator("input[name=sub]").fill("ann")
    page.locator("button[type=submit]").first.click()
    page.get_by_role("link", name="Ann", exact=True).wait_for()
    page.goto("/settings")
    page.get_by_role("heading", name="Choose a password").wait_for()
    page.goto("/log-in?openid=link-first")
    page.get_by_text("There is an account with this address already").wait_for()
    page.goto("/log-in?openid=something-new")
    page.get_by_text("The log-in did not work").wait_for()
    context.close()


def test_logging_out_leaves_nothing_of_a_person_behind(visit: Open, site: Any, shoot: Callable[..., None]) -> None:
    """Prepared orders, drafts and names go; what the device looks like stays; unsaved designs are named before they go."""
    page = visit()
    register(page, site, "Frida")
    page.goto("/settings")
    page.locator("#theme").select_option("dark")
    page.goto("/editor/company_leader")
    page.get_by_label("Name").first.fill("Frida's unfinished island")
    page.keyboard.press("Tab")
    assert "island" in page.evaluate("JSON.stringify(localStorage)")
    page.evaluate("localStorage.setItem('sandtable.plan.m1.0', '[[1,2,3]]'); localStorage.setItem('sandtable.draft.m1.0', 'secret')")
    page.goto("/settings")
    page.get_by_role("button", name="Log out", exact=True).click()
    page.locator("[data-drafts]").get_by_text("Frida's unfinished island").wait_for()
    shoot(page, "log-out-drafts")
    page.locator("[data-drafts]").get_by_role("button", name="Cancel").click()
    assert "island" in page.evaluate("JSON.stringify(localStorage)")
    page.get_by_role("button", name="Log out", exact=True).click()
    page.locator("[data-drafts]").get_by_role("button", name="Log out and delete").click()
    page.get_by_role("link", name="Log in").first.wait_for()
    assert page.evaluate("Object.keys(localStorage)") == ["sandtable.settings"]
    left = page.evaluate("JSON.stringify(localStorage) + JSON.stringify(sessionStorage)")
    assert "secret" not in left and "Frida" not in left
    assert page.evaluate("document.documentElement.dataset.theme") == "dark"
