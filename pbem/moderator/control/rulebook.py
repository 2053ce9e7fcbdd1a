"""What this project has to say of one section of a rulebook: rulings, where it stands in the code, where it is tested."""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path

ENTRY = re.compile(r"^\*\*[A-Z][0-9]+\*\* \*\w+\*, (?P<about>.*?)\. .*?(?=^\*\*[A-Z][0-9]|^## |\Z)", re.M | re.S)
RULING = re.compile(r"^\*\*(?P<number>R[0-9]+)\*\* .*?(?=^\*\*[A-Z][0-9]|^## |\Z)", re.M | re.S)
ROW = re.compile(r"^\| (?P<number>[0-9.]+) \| (?P<title>[^|]*) \| (?P<functions>[^|]*) \| (?P<tests>[^|]*) \|$", re.M)


NEAREST = 3


class NoSection(Exception):
    """The rulebook has no such section; the message names the nearest."""


@dataclass(frozen=True)
class Section:
    """A numbered section: its title, the rulings on it, the functions and tests that carry and prove it."""

    number: str
    title: str
    rulings: tuple[str, ...]
    functions: tuple[str, ...]
    tests: tuple[str, ...]

    def __str__(self) -> str:
        rulings = self.rulings or ("Nothing to add: we play it as it is printed.",)
        where = [f"In the code: {', '.join(self.functions)}", f"Tested by: {', '.join(self.tests)}"]
        return "\n\n".join([f"{self.number} {self.title}", *rulings, "\n".join(where)])


def read_rulings(docs: Path, game: str, number: str) -> list[str]:
    """The ruling of that number ("R72"). Raises NoSection."""
    told = {match["number"]: match[0].strip() for match in RULING.finditer(_rulings(docs, game))}
    if (ruling := told.get(number.upper())) is None:
        near = sorted(told, key=lambda known: abs(int(known[1:]) - int(number[1:])))[:NEAREST]
        raise NoSection(f"{game} has no ruling {number}; the nearest are {', '.join(near) or 'none'}")
    return [ruling]


def _rulings(docs: Path, game: str) -> str:
    file = docs / "rulings" / f"{game}.md"
    return file.read_text() if file.is_file() else ""


def read_sections(docs: Path, game: str, number: str) -> list[Section]:
    """The section `number` of `game`, or all below it ("4.3" gives 4.3.1 to 4.3.5). Raises NoSection."""
    rulings = [(match["about"], match[0].strip()) for match in ENTRY.finditer(_rulings(docs, game))]
    chapters = (docs / "rules_coverage.md").read_text().split("\n# ")
    rows = [row for told in chapters if f"`pbem/games/{game}/`" in told for row in ROW.finditer(told)]
    if not rows:
        raise NoSection(f"{game} has no list of the sections of its rulebook")
    wanted = [row for row in rows if row["number"] == number or row["number"].startswith(f"{number}.")]
    if not wanted:
        near = [row["number"] for row in rows if row["number"].startswith(number[:2])] or [row["number"] for row in rows]
        raise NoSection(f"there is no section {number!r} with anything to play; there are {', '.join(near)}")
    return [_section(row, rulings) for row in wanted]


def _section(row: re.Match[str], rulings: list[tuple[str, str]]) -> Section:
    number = row["number"]
    mine = tuple(text for about, text in rulings if number in re.findall(r"[0-9]+\.[0-9]+(?:\.[0-9]+)?", about))
    cells = (tuple(re.findall(r"`([^`]+)`", row[column])) for column in ("functions", "tests"))
    return Section(number, row["title"], mine, *cells)
