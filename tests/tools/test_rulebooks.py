"""Links to rulebooks: made anew they are those that are kept, and a wrong one is put right."""

from __future__ import annotations

import importlib.util
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[2]


def tool() -> Any:
    spec = importlib.util.spec_from_file_location("rulebooks", ROOT / "tools/rulebooks.py")
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_links_are_made_and_put_right(tmp_path: Path) -> None:
    links = tool()
    for name in ("one", "two"):
        (tmp_path / "src/sandtable/games" / name).mkdir(parents=True)
        (tmp_path / "src/sandtable/games" / name / "rulebook.md").write_text(f"# {name}")
    links.make(tmp_path)
    assert links.found(tmp_path) == links.wanted(tmp_path) and len(links.found(tmp_path)) == 2
    assert (tmp_path / "rulebooks/one.md").read_text() == "# one"
    (tmp_path / "rulebooks/one.md").unlink()
    (tmp_path / "rulebooks/two.md").unlink()
    (tmp_path / "rulebooks/two.md").write_text("a copy")
    (tmp_path / "rulebooks/gone.md").symlink_to("../nowhere.md")
    assert links.found(tmp_path) != links.wanted(tmp_path)
    links.make(tmp_path)
    assert links.found(tmp_path) == links.wanted(tmp_path)
