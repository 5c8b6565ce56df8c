"""Rules remember nothing.

What a module or a class keeps from one call to the next is known to every match and every seat in the process: a back door through which
an imagined world could know the real one, and a bot the match before.  So in ``core``, ``kit`` and ``games`` nothing outside a function is
ever changed: this reads the sources and lists where it would be.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

CHANGING = {"append", "extend", "insert", "remove", "pop", "popitem", "clear", "sort", "reverse", "add", "discard", "update", "setdefault"}
CACHES = {"cache", "lru_cache", "cached_property"}


def remembered(folder: Path) -> list[str]:
    """Places below a folder where something outside a function is changed, as ``file:line: what``."""
    found = []
    for path in sorted(folder.rglob("*.py")):
        tree = ast.parse(path.read_text(encoding="utf-8"))
        shared = {name for node in tree.body for name in _bound(node)} | {"cls"}
        for function in [node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)]:
            own = {argument.arg for argument in _arguments(function)} - {"cls"}
            for node in ast.walk(function):
                own |= _assigned(node)
            for line, what in _changes(function, shared - own):
                found.append(f"{path.relative_to(folder)}:{line}: {what}")
    return found


def _bound(node: ast.stmt) -> Iterator[str]:
    """The names a statement of a module binds."""
    if isinstance(node, ast.Assign | ast.AnnAssign):
        targets = node.targets if isinstance(node, ast.Assign) else [node.target]
        for target in targets:
            if isinstance(target, ast.Name):
                yield target.id
    elif isinstance(node, ast.ClassDef):
        yield node.name


def _arguments(function: ast.FunctionDef | ast.AsyncFunctionDef) -> list[ast.arg]:
    arguments = function.args
    return [*arguments.posonlyargs, *arguments.args, *arguments.kwonlyargs, *filter(None, (arguments.vararg, arguments.kwarg))]


def _assigned(node: ast.AST) -> set[str]:
    """Names that a node inside a function makes its own."""
    if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
        return {node.id}
    return set()


def _changes(function: ast.FunctionDef | ast.AsyncFunctionDef, shared: set[str]) -> Iterator[tuple[int, str]]:
    for decorator in function.decorator_list:
        name = _name(decorator.func if isinstance(decorator, ast.Call) else decorator)
        if name in CACHES:
            yield function.lineno, f"{function.name} keeps what it has answered"
    for node in ast.walk(function):
        if isinstance(node, ast.Global | ast.Nonlocal):
            yield node.lineno, f"{', '.join(node.names)} is changed from within {function.name}"
        elif isinstance(node, ast.Attribute | ast.Subscript) and isinstance(node.ctx, ast.Store | ast.Del):
            root = _root(node)
            if root in shared:
                yield node.lineno, f"{root} is changed in {function.name}"
        elif isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr in CHANGING:
            root = _root(node.func)
            if root in shared:
                yield node.lineno, f"{root}.{node.func.attr} in {function.name}"
    for default in [*function.args.defaults, *filter(None, function.args.kw_defaults)]:
        if isinstance(default, ast.List | ast.Dict | ast.Set):
            yield default.lineno, f"a default of {function.name} is kept from call to call"


def _root(node: ast.expr) -> str:
    """The name at the left end of ``a.b[c].d``; ``type(self)`` and ``self.__class__`` are the class."""
    while isinstance(node, ast.Attribute | ast.Subscript):
        if isinstance(node, ast.Attribute) and node.attr == "__class__":
            return "cls"
        node = node.value
    if isinstance(node, ast.Call) and _name(node.func) == "type":
        return "cls"
    return _name(node)


def _name(node: ast.expr) -> str:
    if isinstance(node, ast.Attribute):
        return node.attr
    return node.id if isinstance(node, ast.Name) else ""
