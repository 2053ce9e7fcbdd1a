"""Files of recorded operations: one JSON object a line, packed or plain; and whole games, cut into their operations.

What cannot be read is told line by line, as Unread; the rest of the file is read all the same.
"""

from __future__ import annotations

import gzip
import json
import zlib
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any, BinaryIO, TypeAlias, cast

from pbem.engine.conformance import Record, Snapshot, as_it_is, changed, value_at

Tidied = Callable[[Snapshot, str], Snapshot]
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


class Malformed(ValueError):
    """A JSON object that is no recorded operation; the message says why."""


Read: TypeAlias = Record | Unread
Layout: TypeAlias = Callable[[Mapping[str, Any]], Iterable[Read] | None]
Usual: TypeAlias = Callable[[Mapping[str, Any]], Iterable[Read]]


def read_records(
    path: Path, tidied: Tidied = as_it_is, records: Layout | None = None, passing: Iterable[str] = ()
) -> Iterator[Read]:
    """The operations of a file in its order; for `tidied`, `records` and `passing` see Conformance.

    Raises OSError for a file that cannot be opened.
    """
    usual, number = partial(_usual, tidied, frozenset(passing)), 0
    with _opened(path) as lines:
        try:
            for number, line in enumerate(lines, 1):
                if line.strip():
                    yield from _records_in(f"{path}, line {number}", line, records or usual, usual)
        except (EOFError, zlib.error, gzip.BadGzipFile) as error:
            yield Unread(f"{path}, after line {number}", f"the file cannot be read on ({error})")


def _opened(path: Path) -> BinaryIO:
    with path.open("rb") as file:
        packed = file.read(len(GZIP)) == GZIP
    return cast(BinaryIO, gzip.open(path)) if packed else path.open("rb")


def _records_in(where: str, line: bytes, layout: Layout, usual: Usual) -> Iterator[Read]:
    name = ""
    try:
        row = json.loads(line)
        with suppress(TypeError, KeyError):
            name = f" ({row.get('id') or row['game']})" if isinstance(row, Mapping) else ""
        own = layout(row)
        yield from usual(row) if own is None else own
    except (KeyError, TypeError, ValueError, AttributeError, RecursionError) as error:
        yield Unread(where + name, f"not a recorded operation ({error!r})")


def _usual(tidied: Tidied, passing: frozenset[str], row: Mapping[str, Any]) -> Iterable[Read]:
    return _operations_of_game(row, tidied, passing) if "ops" in row else [record_of(row)]


def record_of(row: Mapping[str, Any]) -> Record:
    """A Record from its JSON object. Raises KeyError for one that lacks a field, Malformed for one that holds one unknown,
    or contradicts itself.
    """
    refuse_unknown(row, FIELDS)
    flags = frozenset(row["deviation"]) | frozenset(row.get("ambiguity", ()))
    script = row["script"] or []
    words = row["actor"], row["args"], row["outcome"], script, row["nested_in"]
    if "dice" in row and list(row["dice"]) != [e["v"] for e in script if e["t"] == "die"]:
        raise Malformed("its dice are not those of its script")
    if row["before"] is not None:
        for path, old, new in row.get("changes", ()):
            if (value_at(row["before"], path), value_at(row["after"], path)) != (old, new):
                raise Malformed(f"its change of {path} is not that from before to after")
    return Record(row["id"], row["op"], row["scenario"], *words, flags, row["before"], row["after"])


def refuse_unknown(row: Mapping[str, Any], known: frozenset[str]) -> None:
    """Raises Malformed for a field that is not known."""
    if strange := sorted(row.keys() - known):
        raise Malformed(f"unknown field {strange[0]!r}")


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
    found = (_first_difference(one.get(key), other.get(key), passing, f"{path}.{key}" if path else key) for key in keys)
    return next(filter(None, found), "")
