"""The manual and the list of defences say what is there."""

from __future__ import annotations

import re
import shutil
import subprocess
from pathlib import Path

import pytest

from sandtable.server.limits import LIMITS
from sandtable.server.settings import Settings

HERE = Path(__file__).parent
ROOT = HERE.parents[2]


def test_every_test_of_the_security_page_exists() -> None:
    named = re.findall(r"`((?:\.\./)?test_\w+\.py)::(\w+)`", (ROOT / "docs" / "security.md").read_text(encoding="utf-8"))
    assert len(named) > 70 and ("../test_private.py", "test_the_link_opens_a_private_match") in named
    for file, name in named:
        assert f"def {name}(" in (HERE / file).read_text(encoding="utf-8"), f"{file}::{name}"


def test_every_test_of_the_page_about_secrecy_exists() -> None:
    named = re.findall(r"`([\w/]+\.py)::(\w+)`", (ROOT / "docs" / "secrecy.md").read_text(encoding="utf-8"))
    assert len(named) > 20
    for file, name in named:
        assert f"def {name}(" in (ROOT / "tests" / file).read_text(encoding="utf-8"), f"{file}::{name}"


def test_the_security_page_has_every_limit() -> None:
    text = (ROOT / "docs" / "security.md").read_text(encoding="utf-8").partition("## Limits")[2]
    rows = {name: line for line in text.splitlines() if line.startswith("| ") for name in line.split("|")[1].replace(",", " ").split()}
    for name, (burst, seconds) in LIMITS.items():
        assert str(burst) in rows[name] and str(int(seconds)) in rows[name], name


def test_every_setting_is_in_the_manual_with_its_default() -> None:
    manual = (ROOT / "docs" / "operations.md").read_text(encoding="utf-8")
    for name in Settings.__struct_fields__:
        row = next((line for line in manual.splitlines() if line.startswith(f"| `{name}` |")), "")
        default = getattr(Settings(), name)
        shown = row.split("|")[2].strip().strip("`") if row else ""
        assert (row and shown.strip('"') == str(default)) or shown in (str(default), f'"{default}"'), (name, default, row)


def test_unit_and_image_set_only_what_can_be_set() -> None:
    for file in ("sandtable.service", "Containerfile"):
        names = re.findall(r"SANDTABLE_([A-Z_]+)=", (ROOT / "deploy" / file).read_text(encoding="utf-8"))
        assert len(names) >= 3
        assert [name for name in names if name.lower() not in Settings.__struct_fields__ and name != "CONFIG"] == []


def test_unit_is_understood_by_systemd(tmp_path: Path) -> None:
    if shutil.which("systemd-analyze") is None:
        pytest.skip("no systemd here")
    program = tmp_path / "sandtable"
    program.write_text("#!/bin/sh\n")
    program.chmod(0o755)
    unit = tmp_path / "sandtable.service"
    unit.write_text((ROOT / "deploy" / "sandtable.service").read_text().replace("/opt/sandtable/bin/sandtable", str(program)))
    found = subprocess.run(["systemd-analyze", "verify", "--recursive-errors=no", str(unit)], capture_output=True, text=True, check=False)
    assert found.returncode == 0 and "sandtable.service" not in found.stderr, found.stderr
