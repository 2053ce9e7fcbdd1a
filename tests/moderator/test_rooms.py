"""The moderator's rooms: short lists of parameters and fields, and no file that belongs to the only one that uses it."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pbem.moderator

ROOMS = Path(pbem.moderator.__file__).parent
PROGRAM = ROOMS.parent
MAX_PARAMETERS, MAX_FIELDS, MIN_LINES = 7, 12, 60
"""MIN_LINES are those of a file that only one other uses."""


@cache
def _parsed() -> dict[str, ast.Module]:
    """The modules of the moderator by their names."""
    files = [file for file in ROOMS.rglob("*.py") if file.name != "__init__.py"]
    return {".".join(file.relative_to(PROGRAM.parent).with_suffix("").parts): ast.parse(file.read_text()) for file in files}


def _parameters(function: ast.FunctionDef | ast.AsyncFunctionDef) -> int:
    given = (*function.args.posonlyargs, *function.args.args, *function.args.kwonlyargs)
    return sum(each.arg not in ("self", "cls") for each in given)


def _too_long(tree: ast.Module) -> Iterator[str]:
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef) and _parameters(node) > MAX_PARAMETERS:
            yield f"{node.name} has {_parameters(node)} parameters"
        elif (
            isinstance(node, ast.ClassDef)
            and (fields := sum(isinstance(each, ast.AnnAssign) for each in node.body)) > MAX_FIELDS
        ):
            yield f"{node.name} has {fields} fields"


def test_nothing_takes_or_has_more_than_a_reader_can_keep_in_mind() -> None:
    assert [f"{name}: {problem}" for name, tree in _parsed().items() for problem in _too_long(tree)] == []


def test_a_short_file_is_used_by_more_than_one() -> None:
    short = [file for file in ROOMS.rglob("*.py") if file.name != "__init__.py" and file.read_text().count("\n") < MIN_LINES]
    program = [file.read_text() for file in PROGRAM.rglob("*.py")]
    for file in short:
        module = ".".join(file.relative_to(PROGRAM.parent).with_suffix("").parts)
        assert sum(f"from {module} import" in text for text in program) > 1, module
