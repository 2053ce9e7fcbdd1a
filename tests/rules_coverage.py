"""Which function and which tests belong to each section of a rulebook: `python -m tests.rules_coverage` writes the table.

A function belongs to the sections that the first paragraph of its docstring numbers. A test belongs to those that its name
("test_3_4_4_..."), its docstring or its file's name ("test_feed_4_7.py") numbers; a transcript to those its comments number.
"""

from __future__ import annotations

import ast
import re
import tomllib
from collections.abc import Iterator
from functools import cache
from pathlib import Path

from pbem.games import GAMES

ROOT = Path(__file__).parents[1]
BOOKS = ROOT / "scenarios"
PAGE = ROOT / "docs" / "rules_coverage.md"
NUMBER = re.compile(r"(?<![\d.])(\d+(?:\.\d+)+)(?!\d)(?!\.\d)")
IN_NAME = re.compile(r"(?:^|_)(\d+(?:_\d+)+)(?=_|$)")
MAX_NAMES = 12

HEAD = """# {title}: where each rule stands

Every numbered section of the rulebook, the functions of `pbem/games/{game}/` that carry it out, and the tests that fail
when they do not. Written by `python -m tests.rules_coverage`; a test fails when this page is stale or a section has none.

| section | title | functions | tests |
| --- | --- | --- | --- |
"""


def games() -> list[str]:
    """The games that have a list of their rulebook's sections."""
    return sorted(path.parent.name for path in BOOKS.glob("*/rulebook.toml"))


def sections(game: str) -> dict[str, str]:
    """The numbered sections and their titles: those of rulebook.toml, and those listed later in the folder rulebook."""
    folder = BOOKS / game
    lists = [folder / "rulebook.toml", *sorted(folder.glob("rulebook/*.toml"))]
    return {row["number"]: row["title"] for path in lists for row in tomllib.loads(path.read_text())["sections"]}


@cache
def functions(game: str) -> tuple[tuple[str, str], ...]:
    """(section, "folder/file.function") for every function of the game."""
    return tuple(_functions(game))


def _functions(game: str) -> Iterator[tuple[str, str]]:
    code = ROOT / "pbem" / "games" / game
    for path in sorted(code.rglob("*.py")):
        where = path.relative_to(code).with_suffix("")
        for node in ast.walk(ast.parse(path.read_text())):
            if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
                first = (ast.get_docstring(node) or "").split("\n\n")[0]
                yield from ((number, f"{where}.{node.name}") for number in dict.fromkeys(NUMBER.findall(first)))


@cache
def proofs(game: str) -> tuple[tuple[str, str], ...]:
    """(section, "file::test") for every test, and (section, transcript) for every transcript."""
    return tuple(_proofs(game))


def _proofs(game: str) -> Iterator[tuple[str, str]]:
    for path in sorted((ROOT / "tests" / "games" / game).rglob("test_*.py")):
        tree = ast.parse(path.read_text())
        of_file = named(path.stem)
        for node in tree.body:
            if isinstance(node, ast.FunctionDef) and node.name.startswith("test_"):
                told = NUMBER.findall(ast.get_docstring(node) or "")
                yield from ((n, f"{path.stem}::{node.name}") for n in dict.fromkeys([*named(node.name), *told, *of_file]))
    transcripts = ROOT / "tests" / "transcripts" / game
    for path in sorted(transcripts.rglob("*.txt")):
        comments = "\n".join(line for line in path.read_text().splitlines() if line.startswith("#"))
        yield from ((n, str(path.relative_to(transcripts))) for n in dict.fromkeys(NUMBER.findall(comments)))


def named(name: str) -> list[str]:
    """The sections that a name numbers."""
    return [found.replace("_", ".") for found in IN_NAME.findall(name)]


def page() -> str:
    """The whole page: a chapter a game."""
    return "\n".join(map(chapter, games()))


def chapter(game: str) -> str:
    """What the page says of one game."""
    code, checked = list(functions(game)), list(proofs(game))
    rows = [(number, title, _cell(code, number), _cell(checked, number)) for number, title in sections(game).items()]
    return HEAD.format(title=GAMES[game].title, game=game) + "".join(f"| {' | '.join(row)} |\n" for row in rows)


def _cell(found: list[tuple[str, str]], number: str) -> str:
    return named_list([where for section, where in found if section == number])


def named_list(names: list[str]) -> str:
    """Names of functions or tests as a cell of a table, not too many."""
    more = f", and {len(names) - MAX_NAMES} more" if len(names) > MAX_NAMES else ""
    return ", ".join(f"`{name}`" for name in names[:MAX_NAMES]) + more


if __name__ == "__main__":
    PAGE.write_text(page())
