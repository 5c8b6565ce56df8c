"""People at a table: each has a browser, sees a page, and clicks on the board or in the list."""

from __future__ import annotations

import random
import time
from collections.abc import Callable, Iterable
from typing import Any

from tables import PATIENCE

from .table import ACTION, BOARD, RESULT, TOLD

Open = Callable[..., Any]
Options = dict[str, str | int]

# What a person sees at a glance: how far the messages have come, what is asked, and everything on the board
# that can be chosen, would get the click, and where.  A mark tells whether the board has changed since.
SEEN = """() => {
    const mark = () => {
        const text = document.querySelector('.board-side')?.innerHTML ?? '';
        let sum = text.length;
        for (let i = 0; i < text.length; i++) sum = (sum * 31 + text.charCodeAt(i)) | 0;
        return sum;
    };
    const chosen = [...document.querySelectorAll('.board-side .field.offered, .board-side :is(.ld-asked, .ld-foot) button:not(:disabled)')];
    const spots = [[0.5, 0.5], [0.25, 0.25], [0.75, 0.25], [0.25, 0.75], [0.75, 0.75], [0.5, 0.15], [0.5, 0.85]];
    const places = chosen.flatMap((element) => {
        const box = element.getBoundingClientRect();
        for (const [a, b] of spots) {
            const [x, y] = [box.left + a * box.width, box.top + b * box.height];
            const hit = document.elementFromPoint(x, y);
            if (hit && element.contains(hit)) return [{ x, y, label: element.getAttribute('aria-label') ?? element.textContent }];
        }
        return [];
    });
    window.boardMark = mark;
    return {
        seq: Number(document.querySelector('.match')?.dataset.seq ?? -1),
        prompt: document.querySelector('[data-prompt]')?.textContent ?? '',
        actions: document.querySelectorAll('.offer .action').length,
        over: !!document.querySelector('[data-result]'),
        refused: document.querySelector('.ask [role=alert]')?.textContent ?? '',
        board: !!document.querySelector('.board-side .place > *'),
        places, mark: mark(),
    };
}"""
AFTER = """(before) => {
    const seq = Number(document.querySelector('.match')?.dataset.seq ?? -1);
    if (document.querySelector('[data-sure]')) return 'sure';
    if (seq !== before.seq || document.querySelector('[data-result]') || !document.querySelector('.offer .action')) return 'decided';
    return before.mark !== null && window.boardMark() !== before.mark ? 'changed' : null;
}"""
ANSWERED = """(seq) => Number(document.querySelector('.match')?.dataset.seq ?? -1) !== seq || !!document.querySelector('[data-result]')"""
PICK = """(chance) => {
    const found = [...document.querySelectorAll('.offer .action')];
    return found[Math.floor(chance * found.length)]?.dataset.choice ?? null;
}"""
# After a click in the list: it is asked whether that is meant, an order stands on the sheet, or the server has answered.
TAKEN = """([seq, written]) => document.querySelector('[data-sure]') ? 'sure'
    : Number(document.querySelector('.match')?.dataset.seq ?? -1) !== seq || document.querySelector('[data-result]') ? 'decided'
    : document.querySelectorAll('.offer .sheet li').length !== written ? 'written' : null"""


class Person:
    """Somebody who plays at random: mostly by clicks on the board, now and then from the list."""

    def __init__(self, page: Any, seed: int = 0, boards: float = 0.7) -> None:
        self.page = page
        self.choice = random.Random(seed)
        self.boards = boards
        self.clicked = 0  # decisions made on the board
        self.drawn = 0  # changes of an order sheet made there
        self.decided = 0
        self.over = False

    def seen(self) -> dict[str, Any]:
        found: dict[str, Any] = self.page.evaluate(SEEN)
        self.over = found["over"]
        return found

    def act(self) -> bool:
        """One decision, if one is asked for; true when it was taken."""
        before = self.seen()
        if self.over or not before["actions"]:
            return False
        if not before["board"]:  # it may come after the question, and a person waits for it
            self.page.wait_for_selector(BOARD, state="attached")
            before = self.seen()
        if self.choice.random() < self.boards and self.by_board(before):
            self.clicked += 1
        elif not self.by_list(before["seq"]):
            return True  # written on a sheet, or nothing was pressed after all
        self.page.wait_for_function(ANSWERED, arg=before["seq"])
        self.decided += 1
        return True

    def act_until(self, done: Callable[[], bool], most: int = 60) -> None:
        """Decide until something is so; who always chose by the same die might place and take up the same piece for ever."""
        for _ in range(most):
            if done():
                return
            self.act()
            self.page.wait_for_selector(ACTION)
        raise AssertionError(f"not so after {most} decisions, asked: {self.seen()['prompt']}")

    def by_board(self, seen: dict[str, Any]) -> bool:
        """Click offered places until a decision is made; false when the board leads nowhere within a few clicks."""
        from playwright.sync_api import TimeoutError

        for _ in range(5):
            if not seen["places"]:
                return False
            spot = self.choice.choice(seen["places"])
            self.page.mouse.click(spot["x"], spot["y"])
            self.page.mouse.move(2, 2)
            try:
                after = self.page.wait_for_function(AFTER, arg={"seq": seen["seq"], "mark": seen["mark"]}).json_value()
            except TimeoutError as lost:
                raise AssertionError(f"a click on {spot['label']!r} did nothing while asked: {seen['prompt']}") from lost
            if after == "sure":  # something would be left unused: it is meant
                self.page.locator("[data-sure-yes]").click()
                return True
            if after == "decided":
                return True
            seen = self.seen()
            assert not seen["refused"], f"an offered action was refused: {seen['refused']}"
        return False

    def by_list(self, seq: int) -> bool:
        """Take something of the list; false when it went onto a sheet that is not given yet."""
        while True:
            word = self.page.evaluate(PICK, self.choice.random())
            if word is None:
                return True
            choice = self.page.locator(f'.offer .action[data-choice="{word}"]').first
            if choice.count():  # else gestures of a piece have come meanwhile, and the list is another
                return self.take(seq, choice)

    def take(self, seq: int, choice: Any, touch: bool = False) -> bool:
        """Press a choice, and say that it is meant if that is asked; false when nothing was sent: it went onto a sheet, or is gone."""
        written = self.written()
        if not press(choice, touch):
            return False  # the list is another by now: nothing was sent
        taken = self.page.wait_for_function(TAKEN, arg=[seq, written]).json_value()
        if taken == "sure":
            press(self.page.locator("[data-sure-yes]"), touch)
        return bool(taken != "written")

    def written(self) -> int:
        """Orders on the sheet that is not given yet."""
        return int(self.page.locator(".offer .sheet li").count())

    def result(self) -> str:
        self.page.wait_for_selector(RESULT)
        return str(self.page.inner_text("#result-title"))

    # what came over the wire ---------------------------------------------------------

    def has_drawn_all(self) -> bool:
        """Whether the page shows the newest of the messages that have come."""
        told = [message[SEQ_AT[message[0]]] for message in self.page.heard if view_in(message) is not None]
        return bool(told) and self.seen()["seq"] == told[-1]

    def views(self) -> list[dict[str, Any]]:
        return [told for message in self.page.heard if (told := view_in(message)) is not None]

    def hands(self) -> list[dict[str, Any]]:
        return [view["hand"] for view in self.views() if "hand" in view]


def press(button: Any, touch: bool = False) -> bool:
    """Click or tap; false where news have taken the button away meanwhile."""
    from playwright.sync_api import TimeoutError

    until = time.monotonic() + PATIENCE
    while button.count():
        try:
            button.tap(timeout=2000) if touch else button.click(timeout=2000)
            return True
        except TimeoutError:
            assert time.monotonic() < until, f"{button} cannot be pressed"
    return False


# Where in a message its number stands; its view follows.
SEQ_AT = {"view": 1, "ok": 3, "performed": 4}


def view_in(message: list[Any]) -> dict[str, Any] | None:
    at = SEQ_AT.get(message[0], len(message)) + 1
    found: dict[str, Any] | None = message[at] if at < len(message) else None
    return found


def play_on(people: Iterable[Person], each: Callable[[int], None] | None = None, most: int = 10_000) -> int:
    """Everybody decides when asked, until the result is shown to all of them (or ``most`` decisions are made)."""
    table = list(people)
    deadline, done = time.monotonic() + PATIENCE, 0
    while not all(person.over for person in table) and done < most:
        assert time.monotonic() < deadline, ["nothing happens any more", *(person.seen() for person in table)]
        if any([person.act() for person in table]):
            deadline, done = time.monotonic() + PATIENCE, done + 1
            if each is not None:
                each(done)
        else:
            table[0].page.wait_for_timeout(25)
    return done


def open_form(page: Any, title: str) -> None:
    """From the home page to the form of a new match."""
    page.get_by_role("link", name=f"New match: {title}").click()
    page.get_by_role("button", name="Create match").wait_for()


def fill_form(page: Any, options: Options) -> None:
    for key, value in options.items():
        field = page.locator(f"#option-{key}")
        field.wait_for()
        if field.evaluate("e => e.tagName") == "SELECT":
            field.select_option(str(value))
        else:
            field.fill(str(value))


def create(page: Any, title: str, options: Options) -> str:
    """A match by the form; returns the address to send to the others."""
    open_form(page, title)
    fill_form(page, options)
    page.get_by_role("button", name="Create match").click()
    page.wait_for_url("**/play/*")
    page.locator("input[readonly]").wait_for()
    address = str(page.locator("input[readonly]").input_value())
    return address[address.index("/play") :]


def two_at_a_table(visit: Open, title: str, options: Options, **how: Any) -> tuple[Any, Any]:
    """Anna makes a match at home and sends the link; Bert follows it and takes the other seat."""
    anna = visit(**how)
    link = create(anna, title, options)
    bert = visit(link)
    bert.get_by_role("button", name="Take this seat").click()
    for page in (anna, bert):
        page.wait_for_selector(TOLD, state="attached")
    return anna, bert


def watching(visit: Open, anna: Any, title: str) -> Any:
    """Carla finds the match in the lobby."""
    carla = visit("/lobby")
    path = anna.url[anna.url.index("/play") :].partition("?")[0]
    carla.locator(f"a[href='{path}']").click()
    carla.get_by_text("You are looking on").wait_for()
    return carla


def wait_for_question(pages: Iterable[Any]) -> None:
    """Until one of the pages is asked something."""
    table = list(pages)
    until = time.monotonic() + PATIENCE
    while not any(page.query_selector(ACTION) for page in table):
        assert time.monotonic() < until, "nobody is asked anything"
        table[0].wait_for_timeout(25)
