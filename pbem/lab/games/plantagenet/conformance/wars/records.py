"""The layout of a record of the Wars of the Roses."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from pbem.lab.conform.conformance import OperationRecord, refuse_unknown

LINKED = "wotr_wars_of_the_roses"
SCENARIOS = dict.fromkeys(("I", "IIY", "IIL", "IIIY", "IIIL"), LINKED)
"""The scenario of each War: always the campaign, for alone a War ends otherwise."""
FACTS = ("result", "steps", "changes")
FIELDS = frozenset(
    ["id", "op", "war", "args", "before", "after", *FACTS, "reachable", "via", "rules", "flags", "alt"],
)
"""What a record may hold."""


def of_wars(row: Mapping[str, Any]) -> list[OperationRecord] | None:
    """The operation of a line, None where it is not one of the Wars. Raises KeyError, ValueError."""
    return [record_of(row)] if "war" in row else None


def record_of(row: Mapping[str, Any]) -> OperationRecord:
    """A Record from its JSON object. Raises KeyError, and ValueError for one that holds what is not known."""
    refuse_unknown(row, FIELDS)
    outcome = {name: row[name] for name in FACTS if name in row}
    if "after" not in row and "result" not in row:
        raise KeyError("after")
    flags, after = frozenset(row["flags"]), row.get("after", {})
    return OperationRecord(
        row["id"], row["op"], row["war"], {}, row["args"], outcome, [], [], flags, row.get("before"), after
    )
