"""The page's files: what exists is read once, and what does not leaves nothing behind."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import httpx
import pytest
from tables import PATIENCE

from sandtable.server import pages


@pytest.fixture
def built(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Any:
    """A page of three files."""
    page = tmp_path / "page"
    (page / "assets").mkdir(parents=True)
    for name in ("index.html", "icon.svg", "assets/app.js"):
        (page / name).write_text(f"// {name}\n" * 100)
    (tmp_path / "secret.txt").write_text("nobody's business")
    monkeypatch.setattr(pages, "STATIC", page)
    pages.files.cache_clear()
    pages._read.cache_clear()
    yield
    pages.files.cache_clear()
    pages._read.cache_clear()


ODD = [
    "%00.js",
    "a%00b.css",
    "..%2fsecret.txt",
    "%2e%2e/secret.txt",
    "assets/..%2f..%2fsecret.txt",
    "%ff.js",
    "." * 300,
    "assets",
    "x" * 5000 + ".js",
]


def test_only_files_that_exist_are_kept(own_server: Any, built: None) -> None:
    def get(path: str) -> httpx.Response:
        return httpx.get(f"{own_server.url}/{path}", timeout=PATIENCE)

    assert get("assets/app.js").text.startswith("// assets/app.js") and get("").text == get("lobby").text == get("index.html").text
    kept = pages._read.cache_info().currsize
    assert kept == 2
    for name in [*ODD, *(f"nothing{n}.js" for n in range(50))]:
        answer = get(name)
        assert answer.status_code < 500 and "nobody" not in answer.text, (name, answer.text)
        assert answer.status_code in (400, 404) or answer.text == get("").text, name
    assert pages._read.cache_info().currsize == kept and len(pages.files()) == 3
