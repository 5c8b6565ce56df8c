"""The store's tests share the throw-away PostgreSQL with the server's."""

from __future__ import annotations

import sys
from pathlib import Path

sys.path[:0] = [str(Path(__file__).parents[2] / "benchmarks"), str(Path(__file__).parents[1] / "server")]
