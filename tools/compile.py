"""Compile core, kit and games in a copy of the tree, beside the interpreted one.

    python tools/compile.py                   everything, into build/compiled
    python tools/compile.py --only picket     core, kit and one game: quick, while working on it
    PYTHONPATH=build/compiled python -m pytest ...

Working on a copy keeps the source tree interpreted: an edit is never shadowed by a stale
compiled module.  Skips the work when nothing changed since the last time.
"""

from __future__ import annotations

import argparse
import compileall
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


def make_bytecode(out: Path) -> None:
    """As an installation does it: else a server compiles its sources at every start where nothing may be written."""
    compileall.compile_dir(out / "sandtable", quiet=2, force=False)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--only", default="", help="games to compile, separated by commas; all others stay interpreted")
    parser.add_argument("--out", default="build/compiled", help="where the compiled copy goes")
    parser.add_argument("--quick", action="store_true", help="compile without optimisation")
    args = parser.parse_args()
    out, level = ROOT / args.out, "0" if args.quick else "3"
    modules = compiled_modules(SOURCE, [name for name in args.only.split(",") if name])
    stamp, mark = out / ".fingerprint", fingerprint(modules, level)
    fresh = stamp.exists() and stamp.read_text() == mark
    if not fresh:
        shutil.rmtree(out, ignore_errors=True)
    shutil.copytree(SOURCE, out, dirs_exist_ok=True, ignore=shutil.ignore_patterns("*.so", "__pycache__", "*.egg-info"))
    if fresh:
        make_bytecode(out)
        print(f"{args.out}: up to date")
        return 0
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
