"""The layout of the files of recorded operations."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from pbem.lab.conform.conformance import Malformed, OperationRecord, Snapshot, refuse_unknown

SCENARIO = "kingmaker"
FIELDS = frozenset(
    [
        *("id", "op", "sub", "synthetic", "args", "draws", "outcome", "flags", "rules", "before", "after", "derived", "alt"),
        *("legal", "reason", "lines", "note"),
    ]
)
"""What an operation may hold."""
LEGAL, REFUSED, DERIVED = "legal", "refused", "derived"
OTHERWISE: tuple[str, ...] = ()
"""The flags of readings of which ours is the other one: there a record's `alt` counts."""


def records(row: Mapping[str, Any]) -> Iterator[OperationRecord]:
    """The one operation of a line."""
    refuse_unknown(row, FIELDS)
    yield record_of(row)


def record_of(row: Mapping[str, Any], otherwise: tuple[str, ...] = OTHERWISE) -> OperationRecord:
    """An operation. `otherwise` are the readings taken the other way. Raises Malformed, KeyError for one without a field."""
    if (LEGAL in row) + ("reason" in row) + ("after" in row) != 1:
        raise Malformed("a record has a list of choices, a reason for a refusal, or a position after")
    before = row["before"] or None
    op, args, after = row["op"], dict(row["args"]), dict(row.get("after") or row["before"])
    if LEGAL in row:
        args[LEGAL] = row[LEGAL]
    if DERIVED in row:
        after[DERIVED] = row[DERIVED]
    for flag in (flag for flag in otherwise if flag in (row.get("alt") or {})):
        op, args, after = _other(op, args, after, row["alt"][flag])
    script = [{"t": "draw", "v": card} for card in row.get("draws") or ()]
    flags = frozenset(row["flags"] or ())
    return OperationRecord(row["id"], op, SCENARIO, {}, args, row.get("outcome") or {}, script, [], flags, before, after)


def _other(op: str, args: dict[str, Any], after: Snapshot, alt: Any) -> tuple[str, dict[str, Any], Snapshot]:
    """What the other reading makes of a record: fields of the position after, or that the operation is refused."""
    if not isinstance(alt, dict):
        return REFUSED, {**args, "op": op}, after
    changed = {**after, **{key: value for key, value in alt.items() if not isinstance(value, dict)}}
    for key, value in alt.items():
        if isinstance(value, dict):
            changed[key] = {k: v for k, v in {**(after.get(key) or {}), **value}.items() if v is not None}
    return op, args, {key: value for key, value in changed.items() if key != DERIVED}
