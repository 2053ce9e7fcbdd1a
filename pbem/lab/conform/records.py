"""Files of recorded operations: one JSON object a line, packed or plain; and whole games, cut into their operations.

What cannot be read is told line by line, as Unread; the rest of the file is read anyway.
"""

from __future__ import annotations

import gzip
import json
import zlib
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, BinaryIO, TypeAlias, cast

from pbem.lab.conform.conformance import Conformance, Malformed, OperationRecord, Tidied, changed, refuse_unknown, value_at

GZIP = b"\x1f\x8b"
FIELDS = frozenset(
    [
        *("id", "op", "rule", "scenario", "actor", "args", "outcome", "script", "dice", "cards", "nested_in"),
        *("deviation", "ambiguity", "before", "after", "changes", "synthetic", "picked_for"),
    ]
)
"""What an operation may hold."""
GAME_FIELDS = frozenset(["game", "scenario", "seed", "policy", "result", "victory", "first", "ops", "last"])
"""What a whole game may hold."""


@dataclass(frozen=True)
class Unread:
    """What is no recorded operation: where it stands, and why not."""

    where: str
    problem: str

    def __str__(self) -> str:
        return f"{self.where}: {self.problem}"


Read: TypeAlias = OperationRecord | Unread


@dataclass(frozen=True)
class Line:
    """A JSON object of a file: where it stands, and what it holds."""

    where: str
    row: Mapping[str, Any]

    @property
    def id(self) -> str:
        """What it calls itself; empty where it has no name."""
        return str(self.row.get("id") or self.row.get("game") or "")

    @property
    def op(self) -> str:
        """The operation that it names; empty where it names none."""
        return str(self.row.get("op") or ("games" if "game" in self.row else ""))

    def unread(self, problem: str) -> Unread:
        """Why it is not read."""
        return Unread(f"{self.where} ({self.id})" if self.id else self.where, problem)


def read_lines(path: Path) -> Iterator[Line | Unread]:
    """What the lines of a file hold, in its order. Raises OSError for a file that cannot be opened."""
    number = 0
    with _opened(path) as lines:
        try:
            for number, line in enumerate(lines, 1):
                if line.strip():
                    yield _line(f"{path}, line {number}", line)
        except (EOFError, zlib.error, gzip.BadGzipFile) as error:
            yield Unread(f"{path}, after line {number}", f"the file cannot be read on ({error})")


def _opened(path: Path) -> BinaryIO:
    with path.open("rb") as file:
        packed = file.read(len(GZIP)) == GZIP
    return cast(BinaryIO, gzip.open(path)) if packed else path.open("rb")


def _line(where: str, line: bytes) -> Line | Unread:
    try:
        row = json.loads(line)
    except (ValueError, RecursionError) as error:
        return Unread(where, f"not a recorded operation ({error!r})")
    if not isinstance(row, dict):
        return Unread(where, f"not a recorded operation (no JSON object, {type(row).__name__})")
    return Line(where, row)


def records_in(line: Line, game: Conformance) -> Iterator[Read]:
    """The operations of a line, read as those of a game; what of them cannot be read is told."""
    try:
        own_records = game.records(line.row) if game.records is not None else None
        yield from _usual(line.row, game) if own_records is None else own_records
    except (KeyError, TypeError, ValueError, AttributeError, RecursionError) as error:
        yield line.unread(f"not a recorded operation ({error!r})")


def read_records(path: Path, game: Conformance) -> Iterator[Read]:
    """The operations of a file, all of one game, in its order. Raises OSError for a file that cannot be opened."""
    for line in read_lines(path):
        yield from [line] if isinstance(line, Unread) else records_in(line, game)


def _usual(row: Mapping[str, Any], game: Conformance) -> Iterable[Read]:
    return _operations_of_game(row, game.tidied, game.passing) if "ops" in row else [record_of(row)]


def record_of(row: Mapping[str, Any]) -> OperationRecord:
    """A Record from its JSON object. Raises KeyError for one that lacks a field, Malformed for one that holds one unknown,
    or contradicts itself.
    """
    refuse_unknown(row, FIELDS)
    flags = frozenset(row["deviation"] or ()) | frozenset(row.get("ambiguity") or ())
    script: list[Any] = [without_nulls(entry) for entry in row["script"] or ()]
    actor, args, outcome = (without_nulls(row[field] or {}) for field in ("actor", "args", "outcome"))
    words = actor, args, outcome, script, row["nested_in"] or []
    if row.get("dice") is not None and list(row["dice"]) != [e["v"] for e in script if e["t"] == "die"]:
        raise Malformed("its dice are not those of its script")
    if row["before"] is not None:
        for path, old, new in row.get("changes") or ():
            if (value_at(row["before"], path), value_at(row["after"], path)) != (old, new):
                raise Malformed(f"its change of {path} is not that from before to after")
    before, after = without_nulls(row["before"]), without_nulls(row["after"])
    return OperationRecord(row["id"], row["op"], row["scenario"], *words, flags, before, after)


def without_nulls(data: Any) -> Any:
    """The same without the fields that are null: null is what is absent."""
    if not isinstance(data, dict):
        return data
    return {field: without_nulls(value) for field, value in data.items() if value is not None}


# Whole games


def _operations_of_game(row: Mapping[str, Any], tidied: Tidied, passing: frozenset[str]) -> Iterator[Read]:
    """The operations; one that does not begin where the one before has ended, but for `passing` fields, is Unread."""
    refuse_unknown(row, GAME_FIELDS)
    now = row["first"]
    for number, op in enumerate(row["ops"], 1):
        name = f"{row['game']}#{number}"
        now = tidied(now, op["op"])
        gap = next(
            (path for path, old, _ in op["changes"] if not passes(path, passing) and value_at(now, path) != old), None
        )
        before = changed(now, [[path, None, old] for path, old, _ in op["changes"]])
        now = changed(before, op["changes"])
        about = {"id": name, "scenario": row["scenario"], "nested_in": [], "before": before, "after": now}
        if gap is not None:
            yield Unread(name, f"its {gap} before is not that after the operation before it")
            continue
        try:
            yield record_of({**{field: op[field] for field in op if field != "changes"}, **about})
        except (KeyError, TypeError, ValueError, AttributeError) as error:
            yield Unread(name, f"not a recorded operation ({error!r})")
    if "last" in row and (path := _first_difference(now, row["last"], passing)):
        yield Unread(f"{row['game']}, end", f"its {path} is not that after the last operation")


def passes(path: str, passing: frozenset[str]) -> bool:
    """Whether a value may change without an operation."""
    return path.split(".", maxsplit=1)[0] in passing


def _first_difference(one: Any, other: Any, passing: frozenset[str], path: str = "") -> str:
    """The path of the first value that differs; empty where all are alike."""
    if not (isinstance(one, dict) and isinstance(other, dict)):
        return path if one != other else ""
    keys = [key for key in {**one, **other} if path or key not in passing]
    differences = (
        _first_difference(one.get(key), other.get(key), passing, f"{path}.{key}" if path else key) for key in keys
    )
    return next(filter(None, differences), "")
