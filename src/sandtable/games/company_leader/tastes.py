"""What makes a good set-up by simple sense: data/deployments.toml."""

from __future__ import annotations

from typing import Final

from sandtable.games.company_leader.board import PACKAGE
from sandtable.kit.data import read_toml


class Tastes:
    """By type, where it depends on that."""

    def __init__(self, names: list[str]) -> None:
        data = read_toml(PACKAGE, "data/deployments.toml")
        self.variants: Final = int(data["variants"])
        self.whim: Final = int(data["whim"])
        self.step: Final = int(data["step"])
        self.cover: Final = int(data["cover"])
        self.crowd: Final = int(data["crowd"])
        covered: list[str] = [str(name) for name in data["covered"]["types"]]
        depths: dict[str, int] = data["depth"]
        self.depth: Final = [int(depths.get(name, 0)) for name in names]
        self.likes_cover: Final = [name in covered for name in names]
        self.armies: Final[list[list[int]]] = [[names.index(str(name)) for name in army["types"]] for army in data["army"]]
