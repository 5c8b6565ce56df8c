"""Mistakes planted by machine: each is one change, tried apart, and what nobody notices is said."""

from __future__ import annotations

import ast
import json
import subprocess
import sys
from pathlib import Path

import pytest

from sandtable.check.mutation import mutants_of, mutated, sample

pytestmark = pytest.mark.interpreted

SOURCE = '''"""Some rules."""

LIMIT: int = 3


def may(table: list[int], at: int) -> bool:
    """Nobody changes this sentence."""
    assert at >= 0
    if at < LIMIT and not table[at]:
        table.append(at + 1)
        return True
    for value in table:
        if value == 7:
            continue
        at += value
    return at in table
'''


@pytest.fixture
def rules(tmp_path: Path) -> Path:
    path = tmp_path / "rules.py"
    path.write_text(SOURCE, encoding="utf-8")
    return path


def test_every_mutant_is_one_change(rules: Path) -> None:
    found = mutants_of("rules", rules)
    plain = ast.unparse(ast.parse(SOURCE)).splitlines()
    for mutant in found:
        changed = ast.unparse(mutated(mutant)).splitlines()
        assert len([1 for one, two in zip(plain, changed, strict=True) if one != two]) == 1, str(mutant)
    texts = [ast.unparse(mutated(mutant)) for mutant in found]
    assert len(set(texts)) == len(texts) > 10


def test_what_is_changed(rules: Path) -> None:
    said = {mutant.what for mutant in mutants_of("rules", rules)}
    assert "at < LIMIT: LtE" in said
    assert "at < LIMIT and (not table[at]): Or" in said
    assert "not table[at]: without not" in said
    assert "without: table.append(at + 1)" in said
    assert "Break instead" in said
    assert "True: turned" in said
    assert "at in table: NotIn" in said
    assert not any("sentence" in what or "assert" in what for what in said), "docstrings and assertions are no rules"


def test_a_sample_is_the_same_for_the_same_seed(rules: Path) -> None:
    found = mutants_of("rules", rules)
    assert sample(found, 5, 3) == sample(found, 5, 3)
    assert len(sample(found, 5, 3)) == 5
    assert sample(found, 0, 3) == found


PLANT = """
import json, sys
from pathlib import Path
import sandtable.games
from sandtable.check.mutation import attempt, mutants_of
path = Path(sandtable.games.__path__[0]) / "picket" / "rules.py"
found = [mutant for mutant in mutants_of("sandtable.games.picket.rules", path) if mutant.what == sys.argv[1]]
print(json.dumps([attempt(mutant, "picket", float(sys.argv[2])).killer for mutant in found[:1]]))
"""


def killer(what: str, seconds: float = 0.0) -> str:
    """Who notices the first mutant of Picket that changes this, in a process in which its rules were not loaded before."""
    told = subprocess.run([sys.executable, "-c", PLANT, what, str(seconds)], capture_output=True, text=True, check=True).stdout
    found: list[str] = json.loads(told)
    assert found, f"no mutant of Picket says {what}"
    return found[0]


def test_a_case_notices_a_changed_rule() -> None:
    assert killer("offer[0][0] == HIDE: NotEq") == "", "of filters over offers cases know nothing"
    assert killer("without: state.ask([0, 1])").startswith("case ")


def test_the_contract_notices_what_cases_do_not() -> None:
    assert killer("without: zones.sort()") == ""
    assert killer("without: zones.sort()", 60.0) == "contract offers"


def test_rules_that_cannot_be_loaded_are_noticed() -> None:
    assert killer("without: super().__init__(2)").startswith("loading: ")


def test_the_command_says_what_lives() -> None:
    command = [sys.executable, "-m", "sandtable.cli", "mutants", "picket", "--sample", "6", "--seconds", "0", "--bar", "0", "--json"]
    told = json.loads(subprocess.run(command, capture_output=True, text=True, check=True).stdout)
    assert told["mutants"] == 6 and 0 < told["killed"] == len([row for row in told["rows"] if row["killer"]])
