"""The layout of the files of recorded operations."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from typing import Any

from pbem.lab.conform.conformance import OperationRecord, Snapshot, refuse_unknown

SCENARIO = "campaign"
FIELDS = frozenset(
    [
        *("id", "op", "actor", "rules", "flags", "synthetic", "args", "dice", "rolls", "outcome", "alt", "before", "after"),
        *("changes", "legal", "needed", "kind", "reason", "lines", "note"),
    ]
)
"""What an operation may hold."""
GAME_FIELDS = frozenset(["game", "seed", "policy", "result", "vp", "turns", "setup", "first", "steps", "last"])
"""What a whole game may hold."""
TERMS = ("needed", "kind")
"""What a list of choices tells of each beside them."""
LEGAL, REFUSED = "legal", "refused"


def records(row: Mapping[str, Any]) -> Iterator[OperationRecord]:
    """One operation, or the steps of a whole game."""
    if "steps" in row:
        refuse_unknown(row, GAME_FIELDS)
        yield from _steps(row)
        return
    refuse_unknown(row, FIELDS)
    if LEGAL in row:
        terms = {name: row[name] for name in TERMS if row.get(name) is not None}
        yield _record(row, {LEGAL: row[LEGAL], **terms}, row["before"])
    elif "reason" in row:
        yield _record({**row, "op": REFUSED}, {**row["args"], "op": row["op"]}, row["before"])
    else:
        yield _record(row, row["args"], row["after"])


def _record(row: Mapping[str, Any], args: dict[str, Any], after: Snapshot) -> OperationRecord:
    script = [{"t": "die", "v": die} for die in row.get("dice") or ()]
    actor, flags = {"side": row["actor"]}, frozenset(row["flags"] or ())
    return OperationRecord(
        row["id"], row["op"], SCENARIO, actor, args, row.get("outcome") or {}, script, [], flags, row["before"], after
    )


def _steps(row: Mapping[str, Any]) -> Iterator[OperationRecord]:
    """The set-up of a game and its steps, each of which begins where the one before has ended, up to its last position."""
    now = row["first"]
    setup = {"id": f"{row['game']}#0", "op": "setup", "actor": None, "flags": (), "before": None}
    yield _record(setup, row["setup"], now)
    for number, step in enumerate(row["steps"], 1):
        refuse_unknown(step, FIELDS)
        before, now = now, _changed(now, step["changes"])
        yield _record({**step, "id": f"{row['game']}#{number}", "before": before}, step["args"], now)
    told = {"result": row.get("result"), "vp": row.get("vp"), "turn": row.get("turns")}
    ends = {**row["last"], **{name: value for name, value in told.items() if value is not None}}
    if strange := [name for name in ends if _kept(ends[name]) != _kept(now[name])]:
        raise ValueError(f"its {strange[0]} at the end is not that after the last step")


def _kept(value: Any) -> Any:
    """A value without what is null in it: null is what is absent."""
    return {name: _kept(each) for name, each in value.items() if each is not None} if isinstance(value, dict) else value


def _changed(before: Snapshot, changes: list[list[Any]]) -> Snapshot:
    after: Snapshot = json.loads(json.dumps(before))
    for path, _, new in changes:
        *way, last = path.split("/")
        place = after
        for key in way:
            place = place[key]
        place[last] = new
    return after
