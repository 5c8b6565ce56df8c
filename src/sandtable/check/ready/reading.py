"""Keys that a game's source can bring forth, read off its syntax: rare ones too, which play may never meet."""

from __future__ import annotations

import ast
from pathlib import Path

LEDGER = {"count", "note", "only"}


def _trees(folder: Path) -> list[tuple[Path, ast.Module]]:
    return [(path, ast.parse(path.read_text(encoding="utf-8"))) for path in sorted(folder.rglob("*.py"))]


def reasons_written(folder: Path) -> tuple[set[str], set[str], list[str]]:
    """Keys of reasons in ledgers, keys of measures, and places where a key is not a plain text."""
    reasons: set[str] = set()
    measures: set[str] = set()
    hidden = []
    for path, tree in _trees(folder):
        for node in ast.walk(tree):
            if not isinstance(node, ast.Call) or not node.args:
                continue
            into = measures if _named(node.func) == "Measure" else reasons if _of_ledger(node.func) else None
            if into is None:
                continue
            key = node.args[0]
            if isinstance(key, ast.Constant) and isinstance(key.value, str):
                into.add(key.value)
            else:
                hidden.append(f"{path.name}:{node.lineno}")
    return reasons, measures, hidden


def _named(function: ast.expr) -> str:
    return function.id if isinstance(function, ast.Name) else function.attr if isinstance(function, ast.Attribute) else ""


def _of_ledger(function: ast.expr) -> bool:
    return isinstance(function, ast.Attribute) and function.attr in LEDGER and _named(function.value) == "ledger"


def refusals_written(folder: Path) -> set[str]:
    """All keys that functions about refusals can return, themselves or by those they hand the question to."""
    functions: dict[str, list[ast.FunctionDef]] = {}
    for _, tree in _trees(folder):
        for node in ast.walk(tree):
            if isinstance(node, ast.FunctionDef):
                functions.setdefault(node.name, []).append(node)
    asked = [name for name in functions if "refus" in name]
    found: set[str] = set()
    for name in asked:  # grows while it is read
        for function in functions[name]:
            if not (isinstance(function.returns, ast.Name) and function.returns.id == "str"):
                continue
            for value in _answers(function):
                found.update(_texts_in(value))
                asked += [called for called in _calls_in(value) if called in functions and called not in asked]
    return found - {""}


def _answers(function: ast.FunctionDef) -> list[ast.expr]:
    """What a function returns, and what it puts into a variable that it returns."""
    returned = [node.value for node in ast.walk(function) if isinstance(node, ast.Return) and node.value is not None]
    names = {value.id for value in returned if isinstance(value, ast.Name)}
    for node in ast.walk(function):
        if isinstance(node, ast.Assign) and any(isinstance(target, ast.Name) and target.id in names for target in node.targets):
            returned.append(node.value)
    return returned


def _texts_in(value: ast.expr) -> set[str]:
    """Constant answers of an expression: of a choice both branches, but not what is only compared."""
    if isinstance(value, ast.Constant) and isinstance(value.value, str):
        return {value.value}
    if isinstance(value, ast.IfExp):
        return _texts_in(value.body) | _texts_in(value.orelse)
    if isinstance(value, ast.BoolOp):
        return {text for part in value.values for text in _texts_in(part)}
    return set()


def _calls_in(value: ast.expr) -> list[str]:
    if isinstance(value, ast.IfExp):
        return _calls_in(value.body) + _calls_in(value.orelse)
    if isinstance(value, ast.BoolOp):
        return [name for part in value.values for name in _calls_in(part)]
    return [_named(value.func)] if isinstance(value, ast.Call) and _named(value.func) else []
