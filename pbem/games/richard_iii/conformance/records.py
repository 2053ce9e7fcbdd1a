"""The layout of the files of recorded operations."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from typing import Any

from pbem.engine.conformance import Record, Snapshot

SCENARIO = "1460"


def records(row: Mapping[str, Any]) -> Iterator[Record]:
    """One operation, or those of a whole game, each at its place. Raises KeyError and ValueError."""
    if "ops" in row:
        yield from _game(row)
        return
    for path, old, new in row.get("changes") or ():
        if row["before"] is not None and (_value(row["before"], path), _value(row["after"], path)) != (old, new):
            raise ValueError(f"its change of {path} is not that from before to after")
    yield _record(row, row["id"], row["nested_in"], row["before"], row["after"])


def _record(row: Mapping[str, Any], name: str, nested: list[str], before: Snapshot | None, after: Snapshot) -> Record:
    actor, flags = {"side": row["actor"]}, frozenset(row["deviation"])
    args = {**row["args"], "dice": list(row["dice"])}
    return Record(name, row["op"], SCENARIO, actor, args, row["outcome"], row["script"], nested, flags, before, after)


def _game(row: Mapping[str, Any]) -> Iterator[Record]:
    now = row["first"]
    for number, op in enumerate(row["ops"], 1):
        before, now = now, _changed(now, op["changes"])
        yield _record(op, f"{row['game']}#{number}", [], before, now)


def _value(snapshot: Snapshot, path: str) -> Any:
    value: Any = snapshot
    for key in path.split("."):
        value = None if value is None else value.get(key)
    return value


def _changed(before: Snapshot, changes: list[list[Any]]) -> Snapshot:
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
