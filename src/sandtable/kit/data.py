"""Values live in data files beside the code: TOML, so that each can carry its reason."""

from __future__ import annotations

import tomllib
from importlib import resources
from typing import Any


def read_text(package: str, name: str) -> str:
    """A text file of a game's folder, as ``read_text("sandtable.games.picket", "data/rules.toml")``."""
    return resources.files(package).joinpath(name).read_text(encoding="utf-8")


def read_toml(package: str, name: str) -> dict[str, Any]:
    """A TOML file of a game's folder."""
    return tomllib.loads(read_text(package, name))
