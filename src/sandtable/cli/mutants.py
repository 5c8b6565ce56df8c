"""mutants: mistakes planted by machine into a game's rules, and who notices them."""

from __future__ import annotations

import multiprocessing
import sys
from collections import Counter
from concurrent.futures import ProcessPoolExecutor, as_completed
from pathlib import Path
from typing import Annotated

import typer
from rich.markup import escape
from rich.progress import Progress

from sandtable.check.mutation import Mutant, Verdict, attempt, mutants_of, objector, sample
from sandtable.cli.common import FAILED, err, fail, out, print_json
from sandtable.cli.options import Json, Seed


def register(app: typer.Typer) -> None:
    app.command("mutants")(mutants)


def rules_of(game: str) -> list[Mutant]:
    """All changes of the modules in a game's ``rules`` (a folder, or one file)."""
    package = __import__("sandtable.games", fromlist=["games"])
    folder = Path(package.__path__[0]) / game
    files = sorted((folder / "rules").glob("*.py")) if (folder / "rules").is_dir() else [folder / "rules.py"]
    if not files or not files[0].is_file():
        fail(f"'{game}' has no rules written in Python here; mutants need the interpreted tree")
    found: list[Mutant] = []
    for path in files:
        inner = ".".join(path.relative_to(folder).with_suffix("").parts)
        found += mutants_of(f"sandtable.games.{game}.{inner}", path)
    return found


def mutants(
    game: Annotated[str, typer.Argument(help="The game whose rules are changed.")],
    size: Annotated[int, typer.Option("--sample", min=0, help="How many mutants, chosen by the seed; 0 tries all.")] = 200,
    seconds: Annotated[float, typer.Option(min=0, help="How long the contract looks for what the cases have not noticed.")] = 20.0,
    jobs: Annotated[int, typer.Option(min=1, help="Processes at once.")] = 2,
    bar: Annotated[float, typer.Option(min=0, max=100, help="Per cent that must be noticed.")] = 85.0,
    seed: Seed = 1,
    as_json: Json = False,
) -> None:
    """Change a game's rules by one small thing at a time, and see whether a case or the contract notices.

    Example: sandtable mutants picket --sample 50
    """
    chosen = sample(rules_of(game), size, seed)
    if any(name.startswith(f"sandtable.games.{game}.") for name in sys.modules):
        raise RuntimeError("the rules are loaded already: their mutants would not be")
    told = alone(game)
    if told:
        fail(f"the rules as they are do not pass: {told}")
    verdicts = try_all(chosen, game, seconds, jobs)
    living = [verdict.mutant for verdict in verdicts if not verdict.killer]
    share = 100 * (len(verdicts) - len(living)) / max(1, len(verdicts))
    if as_json:
        rows = [{"file": v.mutant.path.name, "line": v.mutant.line, "what": v.mutant.what, "killer": v.killer} for v in verdicts]
        print_json({"game": game, "mutants": len(verdicts), "killed": len(verdicts) - len(living), "rows": rows})
    else:
        for mutant in sorted(living, key=lambda one: (one.path.name, one.line)):
            out.print(f"[red]lives[/red] {escape(str(mutant))}", soft_wrap=True)
        by = Counter(verdict.killer.split(" ")[0] for verdict in verdicts if verdict.killer)
        kinds = ", ".join(f"{kind} {count}" for kind, count in by.most_common())
        out.print(f"{game}: {len(verdicts)} mutants, {len(living)} live, {share:.1f} % noticed ({kinds})")
    if share < bar:
        raise typer.Exit(FAILED)


def alone(game: str) -> str:
    """Who objects to the rules as they are, asked in a process of its own."""
    with ProcessPoolExecutor(1, multiprocessing.get_context("fork")) as pool:
        return pool.submit(objector, game, 0.0).result()


def try_all(chosen: list[Mutant], game: str, seconds: float, jobs: int) -> list[Verdict]:
    found: list[Verdict] = []
    with (
        ProcessPoolExecutor(jobs, multiprocessing.get_context("fork")) as pool,
        Progress(console=err, transient=True) as progress,
    ):
        task = progress.add_task(f"mutants of {game}", total=len(chosen))
        waiting = [pool.submit(attempt, mutant, game, seconds) for mutant in chosen]
        for done in as_completed(waiting):
            found.append(done.result())
            progress.advance(task)
    return found
