"""Mistakes planted by machine: one small change of a rule at a time, and whether anybody notices.

A *mutant* is a module of a game's rules with one operator, number, condition or statement changed.  It is killed when a rule case fails
or a check of the contract objects; a mutant that lives shows a rule that nothing holds.  Each is tried in a process of its own, on
the interpreted tree: what was loaded before is forgotten there.
"""

from __future__ import annotations

import ast
import importlib.abc
import importlib.machinery
import importlib.util
import os
import random
import select
import signal
import sys
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from types import ModuleType
from typing import Any

COMPARED: dict[type[ast.cmpop], type[ast.cmpop]] = {
    ast.Lt: ast.LtE,
    ast.LtE: ast.Lt,
    ast.Gt: ast.GtE,
    ast.GtE: ast.Gt,
    ast.Eq: ast.NotEq,
    ast.NotEq: ast.Eq,
    ast.In: ast.NotIn,
    ast.NotIn: ast.In,
}
RECKONED: dict[type[ast.operator], type[ast.operator]] = {
    ast.Add: ast.Sub,
    ast.Sub: ast.Add,
    ast.Mult: ast.Add,
    ast.FloorDiv: ast.Mult,
    ast.Mod: ast.FloorDiv,
    ast.BitAnd: ast.BitOr,
    ast.BitOr: ast.BitAnd,
    ast.LShift: ast.RShift,
    ast.RShift: ast.LShift,
}
QUIET = "loud"  # ``if state.loud`` only saves work where nobody listens
GRACE = 60.0  # seconds a mutant may take beyond what the contract is given: after that it hangs, and that is noticed


@dataclass(frozen=True)
class Mutant:
    """The n-th change of a module, with its place and what it does."""

    module: str
    path: Path
    index: int
    line: int
    what: str

    def __str__(self) -> str:
        return f"{self.path.name}:{self.line}: {self.what}"


@dataclass(frozen=True)
class Verdict:
    mutant: Mutant
    killer: str  # what objected; empty: it lives


def mutants_of(module: str, path: Path) -> list[Mutant]:
    """All changes of one module, in the order of its lines."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    return [Mutant(module, path, n, line, what) for n, (line, what, _) in enumerate(_changes(tree))]


def mutated(mutant: Mutant) -> ast.Module:
    """The module with that change."""
    tree = ast.parse(mutant.path.read_text(encoding="utf-8"))
    for n, (_, _, change) in enumerate(_changes(tree)):
        if n == mutant.index:
            change()
            return ast.fix_missing_locations(tree)
    raise IndexError(f"{mutant.path} has no change number {mutant.index}")


def _changes(tree: ast.Module) -> Iterator[tuple[int, str, Any]]:
    """Line, description and a function that makes the change; only inside functions: what stands outside are names and types."""
    for function in ast.walk(tree):
        if isinstance(function, ast.FunctionDef):
            for block in _blocks(function):
                for i, statement in enumerate(block):
                    yield from _of_statement(block, i, statement)


def _blocks(function: ast.FunctionDef) -> Iterator[list[ast.stmt]]:
    """Lists of statements of a function, not of functions within."""
    waiting: list[list[ast.stmt]] = [function.body]
    while waiting:
        block = waiting.pop(0)
        yield block
        for statement in block:
            if isinstance(statement, ast.FunctionDef | ast.ClassDef):
                continue
            for name in ("body", "orelse"):
                inner = getattr(statement, name, [])
                if inner:
                    waiting.append(inner)


def _of_statement(block: list[ast.stmt], i: int, statement: ast.stmt) -> Iterator[tuple[int, str, Any]]:
    if isinstance(statement, ast.Assert | ast.FunctionDef | ast.ClassDef | ast.Raise):
        return
    if isinstance(statement, ast.Expr):
        if isinstance(statement.value, ast.Constant):  # a docstring
            return
        yield statement.lineno, f"without: {_short(statement)}", lambda: block.__setitem__(i, ast.Pass())
    elif isinstance(statement, ast.AugAssign):
        turned = RECKONED.get(type(statement.op))
        if turned is not None:
            yield statement.lineno, f"{_short(statement)}: {turned.__name__}", lambda: setattr(statement, "op", turned())
        yield statement.lineno, f"without: {_short(statement)}", lambda: block.__setitem__(i, ast.Pass())
    elif isinstance(statement, ast.Continue | ast.Break):
        other = ast.Break() if isinstance(statement, ast.Continue) else ast.Continue()
        yield statement.lineno, f"{type(other).__name__} instead", lambda: block.__setitem__(i, other)
    for expression in _own_expressions(statement):
        for node in ast.walk(expression):
            yield from _of_expression(node)


def _own_expressions(statement: ast.stmt) -> Iterator[ast.expr]:
    """The expressions of a statement itself, without annotations."""
    if isinstance(statement, ast.If | ast.While):
        if QUIET not in ast.unparse(statement.test):
            yield statement.test
    elif isinstance(statement, ast.For):
        yield statement.iter
    elif isinstance(statement, ast.Return | ast.Expr | ast.Assign | ast.AugAssign | ast.AnnAssign):
        if statement.value is not None:
            yield statement.value
        if isinstance(statement, ast.Assign):
            yield from statement.targets
        elif isinstance(statement, ast.AugAssign):
            yield statement.target


def _of_expression(node: ast.AST) -> Iterator[tuple[int, str, Any]]:
    if isinstance(node, ast.Compare):
        for i, operator in enumerate(node.ops):
            compared = COMPARED.get(type(operator))
            if compared is not None:
                yield node.lineno, f"{_short(node)}: {compared.__name__}", _setter(node.ops, i, compared)
    elif isinstance(node, ast.BinOp):
        reckoned = RECKONED.get(type(node.op))
        if reckoned is not None and not isinstance(node.left, ast.List):
            yield node.lineno, f"{_short(node)}: {reckoned.__name__}", lambda: setattr(node, "op", reckoned())
    elif isinstance(node, ast.BoolOp):
        joined = ast.Or if isinstance(node.op, ast.And) else ast.And
        yield node.lineno, f"{_short(node)}: {joined.__name__}", lambda: setattr(node, "op", joined())
    elif isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not):
        yield node.lineno, f"{_short(node)}: without not", lambda: setattr(node, "operand", ast.UnaryOp(ast.Not(), node.operand))
    elif isinstance(node, ast.Constant):
        if isinstance(node.value, bool):
            yield node.lineno, f"{node.value}: turned", lambda: setattr(node, "value", not node.value)
        elif isinstance(node.value, int):
            yield node.lineno, f"{node.value}: one more", lambda: setattr(node, "value", int(str(node.value)) + 1)
    elif isinstance(node, ast.IfExp):
        yield node.lineno, f"{_short(node)}: turned", lambda: _turn(node)


def _setter(operators: list[ast.cmpop], i: int, kind: type[ast.cmpop]) -> Any:
    return lambda: operators.__setitem__(i, kind())


def _turn(node: ast.IfExp) -> None:
    node.body, node.orelse = node.orelse, node.body


def _short(node: ast.AST) -> str:
    text = " ".join(ast.unparse(node).split())
    return text if len(text) <= 60 else text[:57] + "..."


# trying ----------------------------------------------------------------------------------


class _Planted(importlib.abc.MetaPathFinder, importlib.abc.Loader):
    """Loads one module as its mutant."""

    def __init__(self, mutant: Mutant) -> None:
        self.mutant = mutant

    def find_spec(self, name: str, path: Any, target: Any = None) -> importlib.machinery.ModuleSpec | None:
        if name != self.mutant.module:
            return None
        return importlib.util.spec_from_file_location(name, self.mutant.path, loader=self)

    def create_module(self, spec: Any) -> None:
        return None

    def exec_module(self, module: ModuleType) -> None:
        exec(compile(mutated(self.mutant), str(self.mutant.path), "exec"), module.__dict__)


def attempt(mutant: Mutant, game: str, seconds: float) -> Verdict:
    """Plant a mutant in a child process, and see who objects.  The contract looks for it for so many seconds."""
    reader, writer = os.pipe()
    child = os.fork()
    if child == 0:
        os.close(reader)
        code = 1
        try:
            devnull = os.open(os.devnull, os.O_WRONLY)
            os.dup2(devnull, 2)
            sys.meta_path.insert(0, _Planted(mutant))
            os.write(writer, objector(game, seconds).encode()[:400])
            code = 0
        except BaseException as error:
            os.write(writer, f"loading: {type(error).__name__}".encode())
            code = 0
        finally:
            os._exit(code)
    os.close(writer)
    killer = _wait(child, reader, seconds + GRACE)
    os.close(reader)
    return Verdict(mutant, killer)


def _wait(child: int, reader: int, seconds: float) -> str:
    end = time.monotonic() + seconds
    ready, _, _ = select.select([reader], [], [], max(0.0, end - time.monotonic()))
    if not ready:
        os.kill(child, signal.SIGKILL)
        os.waitpid(child, 0)
        return "hangs"
    told = os.read(reader, 4096).decode(errors="replace")
    os.waitpid(child, 0)
    return told


def objector(game: str, seconds: float) -> str:
    """The first case or check that objects to the rules as they are loaded now; empty when none does in that time."""
    from sandtable import games  # after the mutant was planted
    from sandtable.check import cases, contract

    for case in cases.collect(game):
        failure = cases.run(case)
        if failure is not None:
            return f"case {case.path.name}:{case.line}"
    end = time.monotonic() + seconds
    trials = [games.load(game, seats, options) for seats, options in games.card(game).trials()]
    for check in contract.CHECKS:
        for rules in trials:
            if time.monotonic() > end:
                return ""
            try:
                check(rules, 0)
            except Exception:
                return f"contract {check.__name__.removeprefix('check_')}"
    return ""


def sample(found: list[Mutant], size: int, seed: int) -> list[Mutant]:
    """As many of them, chosen by a seed; all when there are fewer."""
    if size <= 0 or size >= len(found):
        return found
    chosen = random.Random(seed).sample(range(len(found)), size)
    return [found[i] for i in sorted(chosen)]
