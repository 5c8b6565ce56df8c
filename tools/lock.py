"""Locks: the name, version and hashes of everything of others that is installed, and no address.

    python tools/lock.py                 write locks/ and web/package-lock.json; what still fits stays as it is
    python tools/lock.py --renew all     the newest versions that are at least a week old
    python tools/lock.py --renew NAME    the same for one part; --days 0 where a flaw does not let us wait
    python tools/lock.py --check         do the locks say what pyproject.toml and package.json ask for?  Asks nobody.

Needs uv (locks/lock.txt) and npm to write, nothing but `packaging` to check.  Why: docs/decisions/0020-locks.md.
"""

from __future__ import annotations

import argparse
import itertools
import json
import re
import shutil
import subprocess
import sys
import tempfile
import tomllib
from pathlib import Path

from packaging.requirements import Requirement
from packaging.version import Version

ROOT = Path(__file__).resolve().parent.parent
HEAD = "# Made by `make lock` from pyproject.toml for all platforms, not edited by hand.  Names, versions, hashes.\n"
SERVER, BUILD = "the server", "the build"  # [project].dependencies and [build-system].requires; all else are groups
LOCKS = {  # `test` first: the two after it are parts of it
    "test": (SERVER, BUILD, "test", "check"),
    "server": (SERVER,),
    "build": (BUILD,),
    "floor": (SERVER, BUILD, "test"),
    "pip": ("pip",),
    "node": ("node",),
    "lock": ("lock",),
}
WITHIN = {"server": "test", "build": "test"}
PYTHONS = ("3.11", "3.12", "3.13", "3.14")
PLACES = (  # of the markers: the platforms we support
    {"sys_platform": "linux", "platform_system": "Linux", "os_name": "posix", "platform_machine": "x86_64"},
    {"sys_platform": "linux", "platform_system": "Linux", "os_name": "posix", "platform_machine": "aarch64"},
    {"sys_platform": "darwin", "platform_system": "Darwin", "os_name": "posix", "platform_machine": "arm64"},
    {"sys_platform": "win32", "platform_system": "Windows", "os_name": "nt", "platform_machine": "AMD64"},
)
PINNED = re.compile(r"([a-z0-9.-]+)==([a-z0-9.!+]+)( ; [a-z0-9_.'\" ()<>=!]+)? \\", re.IGNORECASE)
HASH = re.compile(r"    --hash=sha256:[0-9a-f]{64}( \\)?")
REMARK = re.compile(r"( {4})?# [^:]*")  # no colon, so no address: names of those who ask for it
IMAGE = re.compile(r"[a-z0-9.]+/[a-z0-9/-]+:[a-z0-9.-]+@sha256:[0-9a-f]{64}")


def asked(root: Path, name: str) -> list[str]:
    """What pyproject.toml asks for, that this lock answers."""
    project = tomllib.loads((root / "pyproject.toml").read_text(encoding="utf-8"))
    lists = {SERVER: project["project"]["dependencies"], BUILD: project["build-system"]["requires"], **project["dependency-groups"]}
    return [text for source in LOCKS[name] for text in lists[source]]


# writing --------------------------------------------------------------------------------------------------------


def write(root: Path, name: str, renew: str, days: int) -> None:
    out = root / "locks" / f"{name}.txt"
    command = ["uv", "pip", "compile", "-", "--quiet", "--universal", "--python-version", PYTHONS[0], "--generate-hashes"]
    command += ["--annotation-style", "line", "--no-header", "--output-file", str(out), "--exclude-newer", f"{days} days"]
    command += ["--resolution", "lowest-direct"] if name == "floor" else []
    command += ["--constraint", str(root / "locks" / f"{WITHIN[name]}.txt")] if name in WITHIN else []
    command += ["--upgrade"] if renew == "all" else ["--upgrade-package", renew] if renew else []
    subprocess.run(command, input="\n".join(asked(root, name)), text=True, check=True, stdout=subprocess.DEVNULL, cwd=root)
    ours = {canonical(Requirement(text).name) for text in asked(root, name)}
    out.write_text(HEAD + tidy(out.read_text(encoding="utf-8"), ours), encoding="utf-8")


def tidy(text: str, ours: set[str]) -> str:
    """After each part stands who asks for it, we or others, and no file of this machine."""
    done = []
    for block in re.split(r"^(?=\w)", text, flags=re.MULTILINE)[1:]:
        told, _, remark = block.partition("    # via ")
        others = [name for name in remark.strip().split(", ") if name and not name.startswith("-")]
        done.append(f"{told}    # via {', '.join((['us'] if block.partition('==')[0] in ours else []) + others)}\n")
    return "".join(done)


def write_web(root: Path, renew: str) -> None:
    """In a folder of its own: beside node_modules, npm writes down the packages of this platform alone."""
    web = root / "web"
    with tempfile.TemporaryDirectory() as folder:
        for file in ("package.json", ".npmrc", *([] if renew == "all" else ["package-lock.json"])):
            shutil.copy(web / file, folder)
        npm = ["npm", "--prefix", folder, "--no-fund", "--no-audit", "--silent"]
        subprocess.run(
            [*npm, *(["update", renew] if renew not in ("", "all") else ["install"]), "--package-lock-only"], check=True, cwd=folder
        )
        lock = json.loads((Path(folder) / "package-lock.json").read_text(encoding="utf-8"))
    for part in lock["packages"].values():
        part.pop("funding", None)  # addresses where their makers take money
    (web / "package-lock.json").write_text(json.dumps(lock, indent=2, ensure_ascii=False) + "\n", encoding="utf-8")


# checking -------------------------------------------------------------------------------------------------------


def read(path: Path) -> tuple[list[tuple[Requirement, int]], list[str]]:
    """The parts with their numbers of hashes, and lines that do not belong into a lock: options, paths, addresses."""
    parts: list[tuple[Requirement, int]] = []
    strange = []
    for line in path.read_text(encoding="utf-8").splitlines():
        if PINNED.fullmatch(line):
            parts.append((Requirement(line.rstrip("\\")), 0))
        elif HASH.fullmatch(line) and parts:
            parts[-1] = (parts[-1][0], parts[-1][1] + 1)
        elif not REMARK.fullmatch(line) or "/" in line:
            strange.append(f"{path.name}: {line.strip()!r} is no name with version, no hash and no remark")
    return parts, strange


def applies(wanted: Requirement, python: str, place: dict[str, str]) -> bool:
    here = {"python_version": python, "python_full_version": f"{python}.0", "implementation_name": "cpython", "extra": "", **place}
    return wanted.marker is None or wanted.marker.evaluate({**here, "platform_python_implementation": "CPython"})


def canonical(name: str) -> str:
    return re.sub(r"[-_.]+", "-", name).lower()


def locked(parts: list[tuple[Requirement, int]], python: str, place: dict[str, str]) -> dict[str, list[Version]]:
    found: dict[str, list[Version]] = {}
    for part, _ in parts:
        if applies(part, python, place):
            found.setdefault(canonical(part.name), []).append(Version(next(iter(part.specifier)).version))
    return found


def check_python(root: Path) -> list[str]:
    wrong: list[str] = []
    whole: dict[str, list[tuple[Requirement, int]]] = {}
    for name in LOCKS:
        parts, strange = read(root / "locks" / f"{name}.txt")
        whole[name] = parts
        wrong += [*strange, *(f"{name}.txt: {part.name} has no hash" for part, hashes in parts if not hashes)]
        for python, place in itertools.product(PYTHONS, PLACES):
            here = f"{name}.txt, Python {python} on {place['sys_platform']}"
            versions = locked(parts, python, place)
            wrong += [f"{here}: {part} stands there {len(found)} times" for part, found in versions.items() if len(found) > 1]
            wanted = [each for each in map(Requirement, asked(root, name)) if applies(each, python, place)]
            wrong += [f"{here}: {told}" for each in wanted for told in compare(each, versions, name == "floor")]
            if name in WITHIN:
                other = locked(whole[WITHIN[name]], python, place)
                wrong += [f"{here}: {part} {found[0]}, elsewhere another" for part, found in versions.items() if found != other.get(part)]
    return list(dict.fromkeys(wrong))


def compare(wanted: Requirement, versions: dict[str, list[Version]], lowest: bool) -> list[str]:
    found = versions.get(canonical(wanted.name))
    if not found or not wanted.specifier.contains(found[0], prereleases=True):
        return [f"{wanted} is asked for, {found[0] if found else 'nothing'} is locked"]
    if lowest and found[0] not in {Version(each.version) for each in wanted.specifier if each.operator == ">="}:
        return [f"the lowest version of {wanted} is not tried, but {found[0]}"]
    return []


def check_web(root: Path) -> list[str]:
    """npm ci refuses a lock without what another platform needs, and takes without a word one that has no hashes."""
    lock = json.loads((root / "web" / "package-lock.json").read_text(encoding="utf-8"))["packages"]
    package = json.loads((root / "web" / "package.json").read_text(encoding="utf-8"))
    same = lock[""].get("devDependencies") == package["devDependencies"]
    wrong = [] if same else ["package-lock.json: package.json asks for something else"]
    for path, part in lock.items():
        if path and not re.fullmatch(r"sha512-[A-Za-z0-9+/]{86}==", part.get("integrity", "")):
            wrong.append(f"package-lock.json: {path} has no hash")
        if "resolved" in part or "link" in part:
            wrong.append(f"package-lock.json: {path} has an address")
        for name in {**part.get("dependencies", {}), **part.get("optionalDependencies", {})}:
            above = [path.rpartition("/node_modules/")[0]] if "/node_modules/" in path else []
            if not any(f"{place}/node_modules/{name}".lstrip("/") in lock for place in (path, *above, "")):
                wrong.append(f"package-lock.json: {name} is missing, which {path} needs, perhaps on another platform")
    return wrong


def check_images(root: Path) -> list[str]:
    """What the image starts from is named by digest, in the lines with ARG; FROM names those, or an earlier stage."""
    lines = (root / "deploy" / "Containerfile").read_text(encoding="utf-8").splitlines()
    known = set()
    wrong = []
    for words in (line.split() for line in lines if line.startswith(("ARG ", "FROM "))):
        if words[0] == "ARG":
            name, _, image = words[1].partition("=")
            known.add(f"${{{name}}}")
            wrong += [] if IMAGE.fullmatch(image) else [f"Containerfile: {words[1]} has no digest"]
        else:
            wrong += [] if words[1] in known else [f"Containerfile: FROM {words[1]} is none of {sorted(known)}"]
            known.add(words[-1])
    return wrong if known else ["Containerfile: no image"]


def problems(root: Path = ROOT) -> list[str]:
    return [*check_python(root), *check_web(root), *check_images(root)]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--check", action="store_true", help="write nothing")
    parser.add_argument("--renew", default="", metavar="NAME", help="take the newest version of this part, or of all")
    parser.add_argument("--days", type=int, default=7, help="no version of Python's parts younger than this many days")
    told = parser.parse_args()
    if not told.check:
        for name in LOCKS:
            write(ROOT, name, told.renew, told.days)
        write_web(ROOT, told.renew)
    wrong = problems()
    print("\n".join(wrong) or "the locks hold all that is asked for")
    sys.exit(1 if wrong else 0)


if __name__ == "__main__":
    main()
