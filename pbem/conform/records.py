"""Files of recorded operations: one JSON object a line, packed or plain; and whole games, cut into their operations."""

from __future__ import annotations

import gzip
import json
from collections.abc import Callable, Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any

from pbem.engine.conformance import Record, Snapshot, as_it_is

Tidied = Callable[[Snapshot, str], Snapshot]
Layout = Callable[[Mapping[str, Any]], Iterable[Record] | None]
GZIP = b"\x1f\x8b"


class NotRecords(Exception):
    """A file that does not hold recorded operations; the message says where."""


def read_records(path: Path, tidied: Tidied = as_it_is, records: Layout | None = None) -> Iterator[Record]:
    """The operations of a file in its order; for `tidied` and `records` see Conformance.

    Raises NotRecords, and OSError for a file that cannot be read.
    """
    with _opened(path) as lines:
        try:
            for number, line in enumerate(lines, 1):
                if line.strip():
                    yield from _records_in(path, number, line, records, tidied)
        except (gzip.BadGzipFile, EOFError, UnicodeDecodeError) as error:
            raise NotRecords(f"{path}: {error}") from error


def _opened(path: Path) -> Any:
    with path.open("rb") as file:
        packed = file.read(len(GZIP)) == GZIP
    return gzip.open(path, "rt", encoding="utf-8") if packed else path.open(encoding="utf-8")


def _records_in(path: Path, number: int, line: str, layout: Layout | None, tidied: Tidied) -> Iterator[Record]:
    try:
        row = json.loads(line)
        own = None if layout is None else layout(row)
        yield from _usual(row, tidied) if own is None else own
    except (KeyError, TypeError, ValueError) as error:
        raise NotRecords(f"{path}, line {number}: not a recorded operation ({error!r})") from error


def _usual(row: Mapping[str, Any], tidied: Tidied) -> Iterable[Record]:
    return _operations_of_game(row, tidied) if "ops" in row else [record_of(row)]


def record_of(row: Mapping[str, Any]) -> Record:
    """A Record from its JSON object. Raises KeyError for one that lacks a field."""
    flags = frozenset(row["deviation"]) | frozenset(row.get("ambiguity", ()))
    words = row["actor"], row["args"], row["outcome"], row["script"] or [], row["nested_in"]
    return Record(row["id"], row["op"], row["scenario"], *words, flags, row["before"], row["after"])


# Whole games


def _operations_of_game(row: Mapping[str, Any], tidied: Tidied) -> Iterator[Record]:
    now = row["first"]
    for number, op in enumerate(row["ops"], 1):
        before = changed(tidied(now, op["op"]), [[path, None, old] for path, old, _ in op["changes"]])
        now = changed(before, op["changes"])
        about = {
            "id": f"{row['game']}#{number}",
            "scenario": row["scenario"],
            "nested_in": [],
            "before": before,
            "after": now,
        }
        yield record_of({**op, **about})


def changed(before: Snapshot, changes: list[list[Any]]) -> Snapshot:
    """The position after a list of [path, old, new]; new is None for what is then absent."""
    after: Snapshot = json.loads(json.dumps(before))
    for path, _, new in changes:
        *way, last = path.split(".")
        place = after
        for key in way:
            place = place.setdefault(key, {})
        if new is None:
            place.pop(last, None)
        else:
            place[last] = new
    return after
