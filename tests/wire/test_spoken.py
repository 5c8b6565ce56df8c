"""Whatever the page may have to say, it can say in every language: prompts, refusals, words."""

from __future__ import annotations

import re
from pathlib import Path

from sandtable.server.errors import STATUS_KEYS
from sandtable.wire.catalogue import LANGUAGES, catalogue

STEPS = 80


def test_every_error_of_the_server_has_a_text_of_the_page() -> None:
    """All keys of answers that are errors, as the source names them; a key put together at run time would fail here."""
    root = Path(__file__).parents[2]
    source = "\n".join(path.read_text(encoding="utf-8") for path in (root / "src/sandtable/server").rglob("*.py"))
    raised = set(re.findall(r'(?:Problem|Error|Refusal)\(\s*(?:\d+,\s*)?"([a-z-]+)"', source))
    raised |= {f"no-such-{what}" for what in re.findall(r'not_found\("([a-z-]+)"\)', source)}
    raised |= set(STATUS_KEYS.values())
    assert len(raised) > 70
    common = set(catalogue("picket", "en")["refusal"])
    for language in LANGUAGES:
        page = (root / f"web/src/texts/{language}.ts").read_text(encoding="utf-8")
        told = set(re.findall(r'"error\.([a-z-]+)":', page))
        assert raised <= told | common, (language, raised - told - common)
