"""What belongs to one game stands with that game: no text of the program names another's things."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
OWN = re.compile(
    r"\b(plantagenet|york|lancaster|bosworth|towton|richard|norfolk|influence|provender|lev(y|ies)|valour|shillings?|coins?|nobles?|warriors|intrigue|aggressor|ely|flee|parley|forage|muster|pillage)\b",
    re.I,
)
EXAMPLES = "pbem/cli/"
"""The help of commands shows how they are typed."""
ZONES = "pbem/timing/zones.py"
"""Has America/New_York."""


def sources() -> Iterator[str]:
    """The files of the program that belong to no game and show none."""
    for path in sorted((ROOT / "pbem").rglob("*.py")):
        name = path.relative_to(ROOT).as_posix()
        if not name.startswith(("pbem/games/", "pbem/lab/games/", EXAMPLES, ZONES)):
            yield name


def texts(source: str) -> Iterator[str]:
    """The strings of a source that are no docstrings."""
    tree = ast.parse(source)
    bare = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in bare:
            yield node.value


def test_no_text_of_the_program_names_things_of_one_game() -> None:
    told = ((name, (ROOT / name).read_text(encoding="utf-8")) for name in sources())
    named = [(name, text) for name, source in told if OWN.search(source) for text in texts(source) if OWN.search(text)]
    assert named == []


@pytest.mark.parametrize("path", sorted((ROOT / "templates" / "common").iterdir()), ids=lambda path: path.name)
def test_no_common_template_names_things_of_one_game(path: Path) -> None:
    lines = path.read_text(encoding="utf-8").splitlines()
    assert [line for line in lines if OWN.search(line) and not line.startswith("#")] == []


def test_nothing_but_the_list_of_games_imports_one() -> None:
    there = re.compile(r"^\s*(from|import) pbem\.games\.\w+", re.M)
    assert [name for name in sources() if there.search((ROOT / name).read_text(encoding="utf-8"))] == []
