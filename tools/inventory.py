"""The parts of others that Sandtable is made of: what the server installs, and what the build puts into the page.

    python tools/inventory.py > docs/parts.md        the page; a test compares it
    python tools/inventory.py --sbom                 CycloneDX 1.6, with the versions of this installation

Python's parts are found from pyproject.toml in the environment this runs in, with all they need in turn; the page's from
package-lock.json: what the build compiles in.
"""

from __future__ import annotations

import argparse
import json
import re
import sys
import tomllib
from importlib import metadata
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
IN_THE_PAGE = ("svelte", "uqr")  # see web/vite.config.ts; everything else there builds or tests
RISKY = {  # ASVS 15.1.2: parts that read what strangers send, handle secrets or run machine code of their own
    "argon2-cffi-bindings": "hashes passwords in C",
    "asyncpg": "reads the database's answers in C",
    "authlib": "speaks with OpenID providers",
    "cryptography": "checks signatures; machine code",
    "greenlet": "switches stacks in C",
    "httpcore2": "calls addresses that people set as webhooks",
    "httptools": "reads requests in C",
    "joserfc": "checks ID tokens",
    "litestar": "reads requests, checks their form",
    "msgspec": "reads JSON of strangers in C",
    "uvicorn": "takes connections",
    "uvloop": "the loop, in C",
    "websockets": "reads frames; one function in C",
}
BY_HAND = {"svelte": "MIT", "uqr": "MIT"}


def canonical(name: str) -> str:
    return re.sub(r"[-_.]+", "-", name).lower()


def needs(requirements: list[str]) -> list[tuple[str, str]]:
    """Names with their extras, of requirements that apply here."""
    from packaging.requirements import Requirement

    found = []
    for text in requirements:
        wanted = Requirement(text)
        if wanted.marker is None or wanted.marker.evaluate({"extra": ""}):
            found.append((canonical(wanted.name), ",".join(sorted(wanted.extras))))
    return found


def python_parts() -> dict[str, dict[str, Any]]:
    """Name -> version, licence, whether we ask for it ourselves."""
    from packaging.requirements import Requirement

    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    asked = needs(project["dependencies"])
    waiting, found = list(asked), dict[str, dict[str, Any]]()
    seen: set[tuple[str, str]] = set()
    while waiting:
        name, extras = waiting.pop()
        if (name, extras) in seen:
            continue
        seen.add((name, extras))
        part = metadata.distribution(name)
        direct = name in {each for each, _ in asked}
        found[name] = {"version": part.version, "licence": licence(part), "direct": direct}
        for text in part.requires or []:
            wanted = Requirement(text)
            if wanted.marker is None or any(wanted.marker.evaluate({"extra": extra}) for extra in ["", *extras.split(",")]):
                waiting.append((canonical(wanted.name), ",".join(sorted(wanted.extras))))
    return found


def licence(part: metadata.Distribution) -> str:
    """As its makers name it; the long way round for those who wrote a whole text there."""
    told = part.metadata.get("License-Expression") or ""
    classified = [line.rpartition(" :: ")[2] for line in part.metadata.get_all("Classifier") or [] if line.startswith("License ::")]
    plain = (part.metadata.get("License") or "").strip()
    found = told or ", ".join(classified) or plain
    short = {"MIT License": "MIT", "BSD License": "BSD", "Apache Software License": "Apache-2.0", "OSI Approved": plain}
    return short.get(found, found) if "\n" not in found else "see its files"


def page_parts() -> dict[str, dict[str, Any]]:
    lock = json.loads((ROOT / "web" / "package-lock.json").read_text(encoding="utf-8"))["packages"]
    return {
        name: {"version": lock[f"node_modules/{name}"]["version"], "licence": lock[f"node_modules/{name}"].get("license", BY_HAND[name])}
        for name in IN_THE_PAGE
    }


def page() -> str:
    rows = []
    for name, part in sorted(python_parts().items()):
        rows.append(f"| {name} | {part['licence']} | {'we' if part['direct'] else 'others'} | {RISKY.get(name, '')} |")
    shown = [f"| {name} | {part['licence']} |" for name, part in page_parts().items()]
    return "\n".join(
        [
            "# Parts of others",
            "",
            "Made by `tools/inventory.py`; a test compares it with what is installed. Versions differ from server to server, so",
            "they do not stand here: `python tools/inventory.py --sbom` writes them as CycloneDX 1.6, from the environment it runs in.",
            "Why each was chosen: [decisions](decisions/0005-dependencies.md).",
            "How soon they are renewed: [security.md](security.md#parts-of-others).",
            "",
            "## The server",
            "",
            "| part | licence | asked for by | why it deserves care |",
            "|---|---|---|---|",
            *rows,
            "",
            "## The page",
            "",
            "What the build compiles into it; the other packages of `web/package.json` build and test it, and reach nobody's browser.",
            "",
            "| part | licence |",
            "|---|---|",
            *shown,
            "",
        ]
    )


def sbom() -> dict[str, Any]:
    def component(kind: str, name: str, part: dict[str, Any]) -> dict[str, Any]:
        purl = f"pkg:{kind}/{name}@{part['version']}"
        licences = [{"license": {"name": part["licence"]}}] if part["licence"] else []
        return {"type": "library", "bom-ref": purl, "name": name, "version": part["version"], "purl": purl, "licenses": licences}

    return {
        "bomFormat": "CycloneDX",
        "specVersion": "1.6",
        "version": 1,
        "metadata": {"component": {"type": "application", "bom-ref": "sandtable", "name": "sandtable", "version": _version()}},
        "components": [
            *(component("pypi", name, part) for name, part in sorted(python_parts().items())),
            *(component("npm", name, part) for name, part in sorted(page_parts().items())),
        ],
    }


def _version() -> str:
    text = (ROOT / "src" / "sandtable" / "__init__.py").read_text(encoding="utf-8")
    found = re.search(r'__version__ = "([^"]+)"', text)
    assert found is not None
    return found.group(1)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--sbom", action="store_true", help="CycloneDX in place of the page")
    sys.stdout.write(json.dumps(sbom(), indent=2) + "\n" if parser.parse_args().sbom else page())


if __name__ == "__main__":
    main()
