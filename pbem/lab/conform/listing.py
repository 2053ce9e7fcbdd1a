"""The table of known deviations, docs/rulings/conformance.md: which are accepted, and in which records they were met.

The first table is kept by hand and read here: its ids are those of deviations (deviations.py), or of single records. The
second is written from a run.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path

RECORDS = "## Records"
HEAD = "| id | rule | reason |\n| --- | --- | --- |"


class BadListing(Exception):
    """The table cannot be read; the message says where."""


@dataclass(frozen=True)
class ListingRow:
    """A deviation or a record, the rule it concerns, and why it is accepted."""

    id: str
    rule: str
    reason: str

    def __str__(self) -> str:
        return f"| {self.id} | {self.rule} | {self.reason} |"


def read_listing(path: Path) -> Mapping[str, ListingRow]:
    """The accepted deviations, by id. Raises BadListing, and OSError for a file that cannot be read."""
    accepted, _, _ = path.read_text(encoding="utf-8").partition(RECORDS)
    rows: dict[str, ListingRow] = {}
    for number, line in enumerate(accepted.splitlines(), 1):
        cells = [cell.strip() for cell in line.strip().strip("|").split("|")]
        if not line.startswith("|") or cells[0] == "id" or set(cells[0]) <= {"-", ":"}:
            continue
        if len(cells) != 3:
            raise BadListing(f"{path}, line {number}: a row has three cells, id, rule and reason")
        rows[cells[0]] = ListingRow(*cells)
    return rows


def write_listing(path: Path, rows: Iterable[ListingRow]) -> None:
    """Write the second table anew; what stands above it stays."""
    heading, _, _ = path.read_text(encoding="utf-8").partition(RECORDS)
    body = "\n".join(map(str, rows))
    path.write_text(
        f"{heading.rstrip()}\n\n{RECORDS}\n\nWritten by `pbem lab conform --write`.\n\n{HEAD}\n{body}\n", encoding="utf-8"
    )
