"""tools/compile.py keeps its copy like the source, and compiles again only what came out differently."""

from __future__ import annotations

import importlib.util
import sys
from pathlib import Path
from types import ModuleType

import pytest

ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture
def tool(monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    monkeypatch.setattr(sys, "path", [*sys.path])
    spec = importlib.util.spec_from_file_location("compile_tool", ROOT / "tools" / "compile.py")
    assert spec is not None and spec.loader is not None
    found = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(found)
    return found


def write(folder: Path, **texts: str) -> None:
    for name, text in texts.items():
        path = folder / "sandtable" / name.replace("__", ".")
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)


def held(folder: Path) -> dict[str, str]:
    return {path.name: path.read_text() for path in (folder / "sandtable").rglob("*") if path.is_file()}


def test_the_copy_has_what_the_source_has_and_nothing_older(tool: ModuleType, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    source, out = tmp_path / "source", tmp_path / "out"
    monkeypatch.setattr(tool, "SOURCE", source)
    write(source, rules__py="one", page_1__js="old page", lib__so="not copied")
    tool.mirror(out)
    assert held(out) == {"rules.py": "one", "page_1.js": "old page"}
    write(out, rules__so="compiled")
    (source / "sandtable" / "page_1.js").unlink()
    write(source, rules__py="two", page_2__js="new page")
    tool.mirror(out)
    assert held(out) == {"rules.py": "two", "page_2.js": "new page", "rules.so": "compiled"}


def test_old_libraries_go_and_objects_stay_while_the_modules_are_the_same(tool: ModuleType, tmp_path: Path) -> None:
    tool.forget_old_build(tmp_path, ["a.py"])
    write(tmp_path, a__so="old")
    (tmp_path / "build" / "a.o").write_text("object")
    tool.forget_old_build(tmp_path, ["a.py"])
    assert held(tmp_path) == {} and (tmp_path / "build" / "a.o").exists()
    tool.forget_old_build(tmp_path, ["a.py", "b.py"])
    assert not (tmp_path / "build" / "a.o").exists()


def test_an_object_depends_on_its_source_the_headers_beside_it_and_the_command(tool: ModuleType, tmp_path: Path) -> None:
    from setup import describe_object

    source, header = tmp_path / "x.c", tmp_path / "x.h"
    source.write_text("1")
    header.write_text("1")
    found = {describe_object(source, ["cc", "-O3"]), describe_object(source, ["cc", "-O0"])}
    assert describe_object(source, ["cc", "-O3"]) in found
    for path in (source, header):
        path.write_text("2")
        found.add(describe_object(source, ["cc", "-O3"]))
    assert len(found) == 4
