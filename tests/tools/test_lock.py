"""The locks hold all that is asked for, by hash and without an address; and what is wrong with one is found."""

from __future__ import annotations

import re
import shutil
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "tools"))

import lock  # noqa: E402


def test_the_locks_say_what_is_asked_for() -> None:
    assert lock.problems() == [], "make lock"


def test_no_lock_holds_an_address_or_a_place_of_a_machine() -> None:
    files = [*(ROOT / "locks").iterdir(), ROOT / "web" / "package-lock.json"]
    assert {file.stem for file in files} == {*lock.LOCKS, "package-lock"}
    for file in files:
        text = re.sub(r'"sha512-[^"]+"', "", file.read_text(encoding="utf-8"))
        assert not re.search(r"://|--index|--extra|--find-links|--trusted|git\+|file:|resolved|/(home|opt|root|tmp|work|Users)/", text), (
            file.name
        )


def test_parts_in_machine_code_can_be_had_for_every_python_and_platform() -> None:
    """As many files as there are Pythons and platforms at least: a lock of one platform would have one or two."""
    parts = {part.name: hashes for part, hashes in lock.read(ROOT / "locks" / "server.txt")[0]}
    for name in ("msgspec", "httptools", "asyncpg", "sqlalchemy", "websockets", "greenlet", "uvloop", "cffi"):
        assert parts[name] >= 4 * 3, name


def test_make_image_and_manual_install_from_the_locks_alone() -> None:
    """Every line that installs something of others asks for hashes; npm installs what its lock says."""
    for name in ("Makefile", "deploy/Containerfile", "deploy/sandtable.service", "docs/operations.md", "docs/security.md"):
        text = (ROOT / name).read_text(encoding="utf-8").replace("\\\n", " ")
        for line in re.split(r"\n|&&|\|\|", text):
            if re.search(r"\bpip\S* (install|download|wheel)\b", line):
                ours = "--no-deps" in line or "$(OURS)" in line
                assert ours or "--require-hashes" in line, f"{name}: {line.strip()}"
        assert not re.search(r"npm (install|i|update)\b|\$\(NPM\) install", text), name


@pytest.fixture
def copy(tmp_path: Path) -> Path:
    for name in ("pyproject.toml", "locks", "web/package.json", "web/package-lock.json", "deploy/Containerfile"):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (shutil.copytree if (ROOT / name).is_dir() else shutil.copy)(ROOT / name, tmp_path / name)
    return tmp_path


WISHES, LOCK, WEB, IMAGE = "pyproject.toml", "locks/server.txt", "web/package-lock.json", "deploy/Containerfile"
BINDING = r'"node_modules/@rolldown/binding-darwin-arm64": '
MISTAKES = {  # what is wrong: the file, what stands there, what would stand there, what is said
    "asked for higher": (WISHES, "msgspec>=[0-9.]+", "msgspec>=99", "msgspec>=99 is asked for"),
    "asked for and not locked": (WISHES, '^    "msgspec', '    "leftpad>=1",\n    "msgspec', "nothing is locked"),
    "a higher floor": (WISHES, r"rich>=14\b", "rich>=14.0.1", "rich>=14.0.1"),
    "a lower floor": (WISHES, r"rich>=14\b", "rich>=13", "the lowest version of rich>=13 is not tried"),
    "an address": (LOCK, r"\A", "--find-links https://example.org/simple\n", "--find-links"),
    "an address in a remark": (LOCK, r"\A", "# from https://example.org\n", "example.org"),
    "a path in a remark": (LOCK, r"# via us$", "# via -r /home/anna/server.in", "/home/anna"),
    "a file": (LOCK, r"^rich==.*", r"rich @ file:///rich.whl \\\\", "file:///rich.whl"),
    "no hash": (LOCK, r"^(rich==.*\n)( {4}--hash.*\n)+", r"\1", "rich has no hash"),
    "two truths": (LOCK, r"^rich==[0-9.]+", "rich==14.3.3", "rich 14.3.3, elsewhere"),
    "one platform": (LOCK, r"^rich==[0-9.]+", r"\g<0> ; sys_platform == 'linux'", "on darwin: rich"),
    "packages of one platform": (WEB, BINDING, '"node_modules/other": ', "binding-darwin-arm64 is missing"),
    "a package without hash": (WEB, '"integrity": "sha512-[^"]+",', "", "has no hash"),
    "an address of a package": (WEB, '("integrity": "sha512-[^"]+",)', r'\1 "resolved": "git+ssh://example.org/a",', "has an address"),
    "another wish": ("web/package.json", '"svelte": "', '"svelte": "^9 || ', "package.json asks for something else"),
    "a tag": (IMAGE, "(ARG PYTHON=[^@]+)@.*", r"\1", "has no digest"),
    "an image by name": (IMAGE, r"^FROM \$\{PYTHON\}$", "FROM docker.io/library/python:3.12", "is none of"),
}


@pytest.mark.parametrize("mistake", MISTAKES)
def test_a_mistake_in_the_locks_is_found(copy: Path, mistake: str) -> None:
    file, old, new, told = MISTAKES[mistake]
    text = (copy / file).read_text(encoding="utf-8")
    assert lock.problems(copy) == [] and re.search(old, text, re.MULTILINE)
    (copy / file).write_text(re.sub(old, new, text, count=1, flags=re.MULTILINE), encoding="utf-8")
    found = lock.problems(copy)
    assert any(told in line for line in found), found
