"""The layout of the files of recorded operations."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from pbem.lab.conform.conformance import OperationRecord, Snapshot, changed, refuse_unknown, value_at

SCENARIO = "1460"
FIELDS = frozenset(
    [
        *("id", "op", "rule", "actor", "args", "outcome", "script", "dice", "deviation", "nested_in"),
        *("before", "after", "changes", "synthetic"),
    ]
)
"""What an operation may hold."""
GAME_FIELDS = frozenset(["game", "seed", "policy", "result", "victory", "first", "ops", "last"])
"""What a whole game may hold."""
COMPARED = ("king", "king_side", "pretender", "pretender_side", "blocks", "control", "hands", "played")
"""What counts of a position between operations."""


def records(row: Mapping[str, Any]) -> Iterator[OperationRecord]:
    """One operation, or those of a whole game, each at its place. Raises KeyError for what lacks a field, ValueError for
    what contradicts itself.
    """
    if "ops" in row:
        yield from _game(row)
        return
    refuse_unknown(row, FIELDS)
    if row["before"] is not None:
        for path, old, new in row.get("changes") or ():
            if (value_at(row["before"], path), value_at(row["after"], path)) != (old, new):
                raise ValueError(f"its change of {path} is not that from before to after")
    yield _record(row, row["id"], row["nested_in"], row["before"], row["after"])


def _record(
    row: Mapping[str, Any], name: str, nested: list[str], before: Snapshot | None, after: Snapshot
) -> OperationRecord:
    actor, flags = {"side": row["actor"]}, frozenset(row["deviation"] or ())
    args, script, outcome = (
        {**(row["args"] or {}), "dice": list(row["dice"] or ())},
        row["script"] or [],
        row["outcome"] or {},
    )
    return OperationRecord(name, row["op"], SCENARIO, actor, args, outcome, script, nested or [], flags, before, after)


def _game(row: Mapping[str, Any]) -> Iterator[OperationRecord]:
    """The operations of a game, each of which begins where the one before has ended, up to its last position."""
    refuse_unknown(row, GAME_FIELDS)
    now = row["first"]
    for number, op in enumerate(row["ops"], 1):
        before, name = now, f"{row['game']}#{number}"
        refuse_unknown(op, FIELDS)
        for path, old, _ in op["changes"]:
            if value_at(before, path) != old:
                raise ValueError(f"{name}: its {path} before is not that after the operation before it")
        now = changed(before, op["changes"])
        yield _record(op, name, [], before, now)
    for field in COMPARED:
        if value_at(now, field) != value_at(row["last"], field):
            raise ValueError(f"its {field} at the end is not that after the last operation")
