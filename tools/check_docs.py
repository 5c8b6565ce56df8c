"""Links in the documents: every relative one must lead to a file, every anchor to a heading."""

from __future__ import annotations

import re
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
LINK = re.compile(r"\[[^\]]*\]\(([^)\s]+)\)")
HEADING = re.compile(r"^#+\s+(.*)$", re.MULTILINE)


def documents() -> list[Path]:
    found = [*ROOT.glob("*.md"), *ROOT.glob("docs/**/*.md"), *ROOT.glob("rulebooks/*.md")]
    return sorted(path for path in found if path.is_file())


def anchors(path: Path) -> set[str]:
    """Headings as the usual renderers name them."""
    text = re.sub(r"```.*?```", "", path.read_text(encoding="utf-8"), flags=re.DOTALL)
    return {re.sub(r"[^\w\- ]", "", heading.lower()).strip().replace(" ", "-") for heading in HEADING.findall(text)}


def problems(path: Path) -> list[str]:
    text = re.sub(r"```.*?```|`[^`]*`", "", path.read_text(encoding="utf-8"), flags=re.DOTALL)
    found = []
    for link in LINK.findall(text):
        if re.match(r"[a-z]+:", link):
            continue
        name, _, anchor = link.partition("#")
        target = (path.parent / name).resolve() if name else path
        if not target.exists():
            found.append(f"{path.relative_to(ROOT)}: no file {name}")
        elif anchor and target.suffix == ".md" and anchor not in anchors(target):
            found.append(f"{path.relative_to(ROOT)}: no heading #{anchor} in {target.name}")
    return found


def main() -> int:
    paths = documents()
    found = [problem for path in paths for problem in problems(path)]
    for problem in found:
        print(problem)
    print(f"{len(paths)} documents, {len(found)} broken links")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
