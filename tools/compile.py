"""Compile core, kit and games in a copy of the tree, beside the interpreted one.

    python tools/compile.py                   everything, into build/compiled
    python tools/compile.py --only picket     core, kit and one game, into build/only-picket: quick, while working on it;
                                              there all other games are interpreted, and build/compiled stays as it is
    PYTHONPATH=build/compiled python -m pytest ...

Working on a copy keeps the source tree interpreted: an edit is never shadowed by a stale
compiled module.  Skips the work when nothing changed since the last time; after a change mypyc
reads everything anew, but only C files that came out differently are compiled.
"""

from __future__ import annotations

import argparse
import compileall
import filecmp
import hashlib
import os
import shutil
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
SOURCE = ROOT / "src"
sys.path.insert(0, str(ROOT))

from setup import compiled_modules  # noqa: E402

BUILD = """
import sys
sys.path.append({root!r})
from mypyc.build import mypycify
from setup import build_on_all_cores
from setuptools import setup
modules = mypycify({arguments!r}, opt_level="{level}", multi_file=True)
setup(name="sandtable", packages=[], ext_modules=modules, cmdclass=build_on_all_cores())
"""


def fingerprint(modules: list[str], level: str) -> str:
    digest = hashlib.sha256((level + sys.version).encode())
    for module in modules:
        digest.update(module.encode() + (SOURCE / module).read_bytes())
    return digest.hexdigest()


def is_source(path: Path) -> bool:
    return path.is_file() and path.suffix not in (".so", ".pyc") and not any(part.endswith(".egg-info") for part in path.parts)


def mirror(out: Path) -> None:
    """Make the copy hold what the source holds, and nothing that went away there (old assets of the page, above all)."""
    wanted = {path.relative_to(SOURCE) for path in SOURCE.rglob("*") if is_source(path)}
    for name in wanted:
        source, target = SOURCE / name, out / name
        if not (target.is_file() and filecmp.cmp(source, target, shallow=False)):
            target.parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(source, target)
    for path in list((out / "sandtable").rglob("*")):
        if is_source(path) and path.relative_to(out) not in wanted:
            path.unlink()


def forget_old_build(out: Path, modules: list[str]) -> None:
    """Nothing compiled stays that could be taken for new; the objects stay for the next build of the same modules."""
    for library in [*out.glob("*.so"), *out.glob("sandtable/**/*.so")]:
        library.unlink()
    listed = out / "build" / ".modules"
    if not (listed.is_file() and listed.read_text() == "\n".join(modules)):
        shutil.rmtree(out / "build", ignore_errors=True)
        listed.parent.mkdir(parents=True)
        listed.write_text("\n".join(modules))


def make_bytecode(out: Path) -> None:
    """As an installation does it: else a server compiles its sources at every start where nothing may be written."""
    compileall.compile_dir(out / "sandtable", quiet=2, force=False)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--only", default="", help="games to compile, separated by commas; all others stay interpreted")
    parser.add_argument("--out", default="", help="where the compiled copy goes; build/compiled, or build/only-NAMES for some games")
    parser.add_argument("--quick", action="store_true", help="compile without optimisation")
    args = parser.parse_args()
    only = [name for name in args.only.split(",") if name]
    args.out = args.out or ("build/only-" + "-".join(only) if only else "build/compiled")
    out, level = ROOT / args.out, "0" if args.quick else "3"
    modules = compiled_modules(SOURCE, only)
    stamp, mark = out / ".fingerprint", fingerprint(modules, level)
    fresh = stamp.exists() and stamp.read_text() == mark
    mirror(out)
    if fresh:
        make_bytecode(out)
        print(f"{args.out}: up to date")
        return 0
    stamp.unlink(missing_ok=True)
    forget_old_build(out, modules)
    env = dict(os.environ, MYPYPATH=str(out), MYPYC_OPT_LEVEL=level)
    script = BUILD.format(root=str(ROOT), arguments=["--strict", "--explicit-package-bases", *modules], level=level)
    done = subprocess.run([sys.executable, "-c", script, "-q", "build_ext", "--inplace"], cwd=out, env=env, check=False)
    if done.returncode == 0:
        make_bytecode(out)
        stamp.write_text(mark)
        print(f"{args.out}: {len(modules)} modules compiled")
    return done.returncode


if __name__ == "__main__":
    raise SystemExit(main())
