"""Builds the compiled package where a C compiler is at hand, and a pure one otherwise.

``SANDTABLE_PURE=1`` asks for the pure one; ``SANDTABLE_OPT_LEVEL=0`` compiles faster, for tests of the
packaging.  ``sandtable --version`` says which one runs.
"""

from __future__ import annotations

import hashlib
import os
import shutil
import sys
import sysconfig
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

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


def describe_object(source: Path, arguments: list[str]) -> str:
    """All that an object file depends on; mypyc's own headers come with its version, those it writes lie beside the source."""
    from importlib.metadata import version

    digest = hashlib.sha256("\0".join([sys.version, version("mypy"), *arguments]).encode())
    for path in (source, *sorted(source.parent.glob("*.h"))):
        digest.update(path.name.encode() + b"\0" + path.read_bytes())
    return digest.hexdigest()


def build_on_all_cores() -> dict[str, Any]:
    """The command that builds extensions, with the C files of one extension compiled side by side: mypyc makes
    one large extension, and setuptools' own ``parallel`` only helps where there are several.  Objects of an earlier
    build in the same folder are kept where nothing they depend on has changed."""
    from setuptools.command.build_ext import build_ext

    class Build(build_ext):
        def build_extensions(self) -> None:
            compiler: Any = self.compiler
            compile_one = compiler._compile

            def compile_all(sources: list[str], output_dir: str | None = None, **given: Any) -> list[str]:
                names = ("macros", "include_dirs", "debug", "extra_preargs", "extra_postargs", "depends")
                macros, include_dirs, debug, before, after, depends = (given.get(name) for name in names)
                macros, objects, after, options, work = compiler._setup_compile(output_dir, macros, include_dirs, sources, depends, after)
                arguments = compiler._get_cc_args(options, debug, before)

                def compile_object(name: str) -> None:
                    source, suffix = work[name]
                    wanted = describe_object(Path(source), [*compiler.compiler_so, *arguments, *after])
                    note = Path(name + ".made-from")
                    if Path(name).exists() and note.exists() and note.read_text() == wanted:
                        return
                    note.unlink(missing_ok=True)
                    compile_one(name, source, suffix, arguments, after, options)
                    note.write_text(wanted)

                largest_first = sorted(work, key=lambda name: -Path(work[name][0]).stat().st_size)
                with ThreadPoolExecutor(os.cpu_count() or 1) as pool:
                    list(pool.map(compile_object, largest_first))
                return list(objects)

            if compiler.compiler_type == "unix":
                compiler.compile = compile_all
            super().build_extensions()

    return {"build_ext": Build}


if __name__ == "__main__":
    from setuptools import setup

    setup(ext_modules=extensions(), cmdclass=build_on_all_cores())
