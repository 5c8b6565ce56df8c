"""A short run of benchmarks/power_cuts.py."""

from __future__ import annotations

import power_cuts


def test_no_power_cut_loses_what_was_acknowledged() -> None:
    figures = power_cuts.run(60)
    assert figures["acknowledged entries"] > 1000
    assert figures["cuts that lost one"] == figures["cuts that damaged the file"] == 0


def test_with_less_care_the_same_cuts_lose_entries() -> None:
    assert power_cuts.run(15, "NORMAL")["cuts that lost one"] > 0
