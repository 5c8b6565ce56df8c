"""Builds the compiled package where a C compiler is at hand, and a pure one otherwise.

``SANDTABLE_PURE=1`` asks for the pure one; ``SANDTABLE_OPT_LEVEL=0`` compiles faster, for tests of the
packaging.  ``sandtable --version`` says which one runs.
"""

from __future__ import annotations

import os
import shutil
import sys
import sysconfig
from pathlib import Path

SOURCE = Path(__file__).resolve().parent / "src"

# Not compiled: the registry, which imports by name.
INTERPRETED = {"sandtable/games/__init__.py"}


def compiled_modules(source: Path, only: list[str] | None = None) -> list[str]:
    """Every module of core, kit and games, relative to the source folder."""
    found: list[str] = []
    for room in ("core", "kit", "games"):
        for path in sorted((source / "sandtable" / room).rglob("*.py")):
            name = path.relative_to(source).as_posix()
            if room == "games" and only and name.split("/")[2] not in only:
                continue
            if name not in INTERPRETED and path.read_text(encoding="utf-8").strip():
                found.append(name)
    return found


def has_compiler() -> bool:
    command = (sysconfig.get_config_var("CC") or "cc").split()[0]
    return shutil.which(os.environ.get("CC", command)) is not None


def extensions() -> list[object]:
    if os.environ.get("SANDTABLE_PURE") == "1" or not has_compiler():
        print("sandtable: building the pure package (no C compiler, or SANDTABLE_PURE=1)", file=sys.stderr)
        return []
    from mypyc.build import mypycify

    print("sandtable: building the compiled package", file=sys.stderr)
    os.environ["MYPYPATH"] = str(SOURCE)
    modules = ["src/" + name for name in compiled_modules(SOURCE)]
    return list(
        mypycify(["--strict", "--explicit-package-bases", *modules], opt_level=os.environ.get("SANDTABLE_OPT_LEVEL", "3"), multi_file=True)
    )


if __name__ == "__main__":
    from setuptools import setup

    setup(ext_modules=extensions())
