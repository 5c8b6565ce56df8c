"""The manual and the list of defences say what is there."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from importlib import metadata
from pathlib import Path

import pytest

from sandtable.server.limits import LIMITS
from sandtable.server.settings import Settings

HERE = Path(__file__).parent
ROOT = HERE.parents[2]
sys.path.insert(0, str(ROOT / "tools"))


def test_every_test_of_the_security_page_exists() -> None:
    named = re.findall(r"`((?:\.\./)*(?:\w+/)?test_\w+\.py)::(\w+)`", (ROOT / "docs" / "security.md").read_text(encoding="utf-8"))
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


def test_image_gets_all_it_is_built_from_and_nothing_else() -> None:
    """What the Containerfile copies is sent to the build; data, keys and built things of this machine are not."""
    told = [line for line in (ROOT / ".dockerignore").read_text(encoding="utf-8").splitlines() if line and not line.startswith("#")]
    assert told[0] == "*"
    allowed = {line[1:] for line in told if line.startswith("!")}
    assert allowed == {"LICENSE", "NOTICE", "README.md", "locks", "pyproject.toml", "setup.py", "src", "web"}
    assert {"src/sandtable/server/static", "web/node_modules", "**/*.so"} <= set(told)
    file = (ROOT / "deploy" / "Containerfile").read_text(encoding="utf-8")
    copied = [line.split()[1:-1] for line in file.splitlines() if line.startswith("COPY") and "--from" not in line]
    assert {part.split("/")[0] for parts in copied for part in parts} <= {*allowed, "."}
    assert file.index("USER 10001") < file.index("ENTRYPOINT") and "ADD " not in file


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


def rows(text: str) -> dict[str, list[str]]:
    found = [[cell.strip() for cell in line.strip("|").split("|")] for line in text.splitlines() if line.startswith("| ")]
    return {cells[0]: cells[1:] for cells in found if cells[0] not in ("part", "")}


def test_the_list_of_parts_is_what_is_installed() -> None:
    """What we ask for ourselves, and what is in the page, by name; what those need in turn changes with their versions."""
    import inventory

    listed = rows((ROOT / "docs" / "parts.md").read_text(encoding="utf-8"))
    made = rows(inventory.page())
    direct = {name for name, cells in made.items() if cells[1:2] == ["we"]}
    assert len(direct) >= 18 and direct == {name for name, cells in listed.items() if cells[1:2] == ["we"]}, "run tools/inventory.py"
    assert set(inventory.page_parts()) <= listed.keys()
    assert inventory.RISKY.keys() <= listed.keys(), "whoever deserves care is no part any more"
    assert [name for name in made if name not in listed and name in inventory.RISKY] == []


def test_parts_have_licences_that_go_with_ours() -> None:
    import inventory

    for name, part in {**inventory.python_parts(), **inventory.page_parts()}.items():
        assert part["licence"] and not re.search(r"\bA?GPL|Affero|SSPL|Commons Clause", part["licence"]), (name, part)


def test_bill_of_materials_names_every_part_with_its_version() -> None:
    import inventory

    bill = inventory.sbom()
    assert (bill["bomFormat"], bill["specVersion"]) == ("CycloneDX", "1.6")
    versions = {part["name"]: part["version"] for part in bill["components"]}
    assert {"litestar", "msgspec", "asyncpg", "svelte"} <= versions.keys() and all(versions.values())
    assert versions["litestar"] == metadata.version("litestar")
    refs = [part["bom-ref"] for part in bill["components"]]
    assert len(refs) == len(set(refs)) and all(ref.startswith(("pkg:pypi/", "pkg:npm/")) for ref in refs)


def test_the_page_says_which_parts_are_in_it() -> None:
    """What the build itself writes down about the page is what the list says."""
    import inventory

    built = ROOT / "src" / "sandtable" / "server" / "static" / "licences.md"
    if not built.exists():
        assert not os.environ.get("SANDTABLE_TEST_ALL"), "make test builds the page first"
        pytest.skip("the page is not built")
    named = {name.split()[0] for name in re.findall(r"^#+ ([@\w/.-]+)", built.read_text(encoding="utf-8"), re.MULTILINE)} - {"Licenses"}
    assert set(inventory.page_parts()) <= named
    extra = named - set(inventory.page_parts())
    assert not extra, f"in the page and not in the list: {extra}"
