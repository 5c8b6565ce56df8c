"""Sizes of the page.  Times are measured by benchmarks/web_figures.py."""

from __future__ import annotations

import gzip
import re
from collections.abc import Callable
from typing import Any

from .conftest import ROOT

Open = Callable[..., Any]
STATIC = ROOT / "src/sandtable/server/static"


def test_first_page_is_small(visit: Open) -> None:
    page = visit()
    page.wait_for_selector(".game")
    loaded = page.evaluate("performance.getEntriesByType('resource').map(e => new URL(e.name).pathname)")
    scripts = [name for name in loaded if name.endswith(".js")]
    size = sum(len(gzip.compress((STATIC / name.lstrip("/")).read_bytes())) for name in scripts)
    assert size < 150_000


def test_no_inline_code_or_style_is_shipped() -> None:
    html = (STATIC / "index.html").read_text(encoding="utf-8")
    assert not re.search(r"<script(?![^>]*\bsrc=)", html)
    assert "<style" not in html and "style=" not in html and "http" not in html.replace("https://", "")
