"""The statements of the store in their order, with what they are given, and how SQLite answers them."""

from __future__ import annotations

import re
import sqlite3
from collections.abc import Iterable, Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from sqlalchemy import Engine, event

ROWS = ("SELECT", "INSERT", "UPDATE", "DELETE", "WITH")
"""What begins statements that read and write rows."""
TURNS = ("writer_turn", "game_turn")
"""Tables that say on PostgreSQL whose turn it is to write: they belong to the transaction."""


@dataclass(frozen=True)
class Statement:
    """A statement as SQLite gets it."""

    sql: str
    values: Any

    @property
    def flat(self) -> str:
        """Its text on one line."""
        return " ".join(self.sql.split())


@contextmanager
def statements() -> Iterator[list[Statement]]:
    """A list to which each statement of any database is added that reads or writes rows."""
    seen: list[Statement] = []

    def note(_connection: Any, _cursor: Any, sql: str, values: Any, *_more: Any) -> None:
        if sql.lstrip().upper().startswith(ROWS) and not any(turn in sql for turn in TURNS):
            seen.append(Statement(sql, values[0] if isinstance(values, list) else values))

    event.listen(Engine, "before_cursor_execute", note)
    try:
        yield seen
    finally:
        event.remove(Engine, "before_cursor_execute", note)


SMALL = frozenset(
    {"heartbeat", "way_out", "service", "identity", "warned", "left_letter", "desk_line", "sqlite_master", "digits"}
    | {"single", "newest_live", "next_letters"}
)
"""Tables that do not grow with games, letters or mails, and parts of a statement with one row or two."""
FEW = frozenset({"ix_seat_unreached", "ix_seat_acted_for", "ix_terms_regency", "ix_game_signed", "ix_outgoing_urgent"})
"""Indexes that have few rows of a table: those for which something is to be done."""
_SCAN = re.compile(r"^SCAN (\w+)(?: USING (?:COVERING )?INDEX (\w+))?|AUTOMATIC")


def scans(path: Path, seen: Iterable[Statement]) -> dict[str, list[str]]:
    """The statements for which SQLite reads a growing table of a database from end to end, with these steps of its plan."""
    found = {flat: [step for step in steps if _is_scan(step)] for flat, steps in plans(path, seen).items()}
    return {flat: bad for flat, bad in found.items() if bad}


def plans(path: Path, seen: Iterable[Statement]) -> dict[str, list[str]]:
    """The steps by which SQLite answers each of these statements."""
    with closing(sqlite3.connect(f"file:{path}?mode=ro", uri=True)) as connection:
        return {
            each.flat: [row[3] for row in connection.execute(f"EXPLAIN QUERY PLAN {each.sql}", each.values)]
            for each in {each.flat: each for each in seen}.values()
        }


def _is_scan(step: str) -> bool:
    match = _SCAN.search(step)
    if match is None or step.startswith(("SCAN CONSTANT", "SCAN (")):
        return False
    return match[1] not in SMALL and match[2] not in FEW
