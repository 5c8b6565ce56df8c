"""Games of other packages on the page: one whose board is drawn from its declared layout, one with a board of its own as an asset,
and one that declares nothing, whose drawing for the terminal is shown."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

import sandtable

from .conftest import ROOT, Site
from .table import ACTION, play_now

Open = Callable[..., Any]
CODE = str(Path(sandtable.__file__).parent.parent)
WIDE = {"width": 1440, "height": 900}
BOARD = """
export function mount(element, context, kit) {
  const drawn = kit.drawing(element, { x: 0, y: 0, width: 200, height: 100 }, "bids");
  const layer = drawn.layer("bids");
  const fields = new kit.Fields(drawn.svg, { choose: (id) => { const found = offered[id]; if (found) context.choose(found); } });
  let offered = [];
  return {
    set() {},
    offer(actions) {
      layer.replaceChildren();
      offered = actions;
      actions.forEach((action, i) => {
        const shape = kit.group("bid", [kit.el("circle", { cx: 20 + 20 * i, cy: 50, r: 9 })]);
        layer.append(shape);
        fields.put(i, shape, { x: 20 + 20 * i, y: 50 }, kit.sayAction(context, action));
      });
      fields.light(actions.keys());
    },
    play: () => Promise.resolve(),
    destroy() { fields.destroy(); drawn.destroy(); },
  };
}
"""


def announce(folder: Path, name: str) -> None:
    """What an installation writes down of a package: by this its game is found."""
    info = folder / f"{name}-0.1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {name}\nVersion: 0.1.0\n")
    (info / "entry_points.txt").write_text(f"[sandtable.games]\n{name} = {name}.card\n")


def scaffold(folder: Path, name: str) -> Path:
    command = [sys.executable, "-m", "sandtable.cli", "new-game", name, "--into", str(folder)]
    subprocess.run(command, check=True, capture_output=True, env={**os.environ, "PYTHONPATH": CODE})
    return folder / name / "src"


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    folder = tmp_path_factory.mktemp("outside")
    sources = [ROOT / "tests/outside/flagfall/src", scaffold(folder, "plain_day"), scaffold(folder, "own_day")]
    card = sources[2] / "own_day/card.py"
    card.write_text(card.read_text().replace('self.pages = ["legend"]', 'self.pages = ["legend"]\n        self.shown = "own"'))
    (sources[2] / "own_day/assets").mkdir()
    (sources[2] / "own_day/assets/board.js").write_text(BOARD)
    for name in ("flagfall", "plain_day", "own_day"):
        announce(folder, name)
    made = Site(folder)
    made.settings = {"PYTHONPATH": os.pathsep.join([CODE, str(folder), *map(str, sources)])}
    made.start()
    yield made
    made.stop()


def field(page: Any, label: str) -> Any:
    return page.locator(f'.board-svg [data-field][aria-label^="{label}"]').first


def goal(page: Any, place: Any, phone: bool) -> None:
    """Where it goes; on touch screens people are asked once more."""
    place.click()
    if phone:
        page.get_by_role("button", name="Confirm").click()


def said(page: Any) -> list[list[int]]:
    return [frame[3] for frame in page.said if frame[0] == "do"]


HOME = ["a1", "b1", "c1", "d1", "e1", "f1", "a2", "c2"]
RANKS = ["flag", "bomb", "spy", "scout", "scout", "miner", "sergeant", "marshal"]


def put_all(page: Any, phone: bool) -> None:
    """Every piece from beside the board onto a square, by two clicks or taps."""
    for rank, square in zip(RANKS, HOME, strict=True):
        page.locator(f'.things [data-field].offered[aria-label^="{rank}"]').last.click()
        goal(page, field(page, square), phone)
        field(page, f"{square}, {rank}").wait_for()


def move(page: Any, phone: bool) -> int:
    """What is lit is picked up, then one of its goals is clicked: how many messages that took."""
    page.wait_for_selector(".things [data-field].offered")
    before = len(said(page))
    page.locator(".things [data-field].offered").first.click()
    assert len(said(page)) == before, "to pick something up sends nothing"
    page.locator(".things [data-field].asked").first.wait_for()
    goal(page, page.locator(".ground [data-field].offered").first, phone)
    page.wait_for_function("() => document.querySelector('.things .asked') === null")
    return len(said(page)) - before


@pytest.mark.parametrize("phone", [False, True], ids=["1440x900", "390x844"])
def test_a_declared_board_is_played_by_clicks(visit: Open, shoot: Callable[..., None], phone: bool) -> None:
    page = visit("/", phone=phone)
    if not phone:
        page.set_viewport_size(WIDE)
    shoot(page, f"outside-home-{phone}")
    play_now(page, "Flagfall")
    assert page.locator(".ground [data-field]").count() == 44, "all squares are there, and places for what is to be put"
    shoot(page, f"outside-put-{phone}")
    put_all(page, phone)
    page.wait_for_selector(".things [data-field].offered")
    assert page.locator(".things [data-field]").count() == 16
    assert move(page, phone) == 1
    page.wait_for_selector(ACTION)
    shoot(page, f"outside-move-{phone}")
    for shape in page.locator(".ground [data-field]").all()[::7]:
        box = shape.bounding_box()
        assert box["width"] >= 24 and box["height"] >= 24, "large enough for a finger"


def test_a_declared_board_is_played_by_dragging(visit: Open, shoot: Callable[..., None]) -> None:
    page = visit("/")
    play_now(page, "Flagfall")
    for rank, square in zip(RANKS, HOME, strict=True):
        page.locator(f'.things [data-field].offered[aria-label^="{rank}"]').last.hover()
        page.mouse.down()
        box = field(page, square).bounding_box()
        page.mouse.move(box["x"] + 20, box["y"] + 20, steps=4)
        page.mouse.up()
        field(page, f"{square}, {rank}").wait_for()
    assert len(said(page)) == 8


def test_what_cannot_be_is_explained(visit: Open) -> None:
    page = visit("/")
    play_now(page, "Flagfall")
    page.locator('.things [data-field].offered[aria-label^="spy"]').click()
    field(page, "c4").click(force=True)  # it says that it is no choice, and can be tried
    page.get_by_text("Your pieces start on your own two rows.").first.wait_for()


def test_a_board_of_its_own_comes_as_an_asset(visit: Open, shoot: Callable[..., None]) -> None:
    page = visit("/")
    play_now(page, "OwnDay")
    page.locator(".bid.offered").nth(2).click()
    page.wait_for_function("() => document.querySelectorAll('.bid.offered').length > 4")
    assert said(page) == [[0, 3]]
    shoot(page, "outside-own")


def test_without_a_declaration_the_terminals_drawing_is_shown(visit: Open, shoot: Callable[..., None]) -> None:
    page = visit("/")
    play_now(page, "PlainDay")
    assert "turn 0   points 0 : 0" in page.locator(".generic-text").inner_text()
    page.locator(ACTION).first.click()
    page.locator(".generic-text").get_by_text("you marked feast 1").wait_for()
    shoot(page, "outside-text")
