"""What a game gives to be compared with operations that somebody else has recorded of it (`pbem lab conform`)."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Protocol, TypeAlias

Snapshot: TypeAlias = dict[str, Any]
Choice: TypeAlias = dict[str, Any]
Difference: TypeAlias = tuple[str, Any, Any]
"""Where two positions differ: the path of a value, the value recorded, the value found."""


@dataclass(frozen=True)
class OperationRecord:
    """One recorded operation. `before` is None for a setup; `flags` are its deviations and ambiguities."""

    id: str
    op: str
    scenario: str
    actor: dict[str, Any]
    args: dict[str, Any]
    outcome: dict[str, Any]
    script: list[Choice]
    nested_in: list[str]
    flags: frozenset[str]
    before: Snapshot | None
    after: Snapshot

    @property
    def start(self) -> Snapshot:
        """The position before, of an operation that has one."""
        assert self.before is not None
        return self.before

    def choices(self, *kinds: str) -> list[Choice]:
        """The choices of the script, of these kinds or all."""
        return [e for e in self.script if e["t"] == "choice" and (not kinds or e["c"] in kinds)]


class Case(Protocol):
    """A record that is being run on a State of the game's."""

    def differences(self) -> Sequence[Difference]:
        """What differs from the recorded end."""


def _never(_record: OperationRecord) -> bool:
    return False


def _unbent(_case: Any) -> None:
    return None


def _no_excuse(_record: OperationRecord, _difference: Difference) -> bool:
    return False


@dataclass(frozen=True)
class Deviation:
    """A point in which records differ from the rules.

    `seen` recognises it in a record that does not name it; `bend` makes our rules follow; `excuse` tells a difference that
    it explains.
    """

    seen: Callable[[OperationRecord], bool] = _never
    bend: Callable[[Any], None] = _unbent
    excuse: Callable[[OperationRecord, Difference], bool] = _no_excuse


Tidied: TypeAlias = Callable[[Snapshot, str], Snapshot]
"""Clears in a position what is cleared without an operation before one of this name."""


def unchanged(now: Snapshot, _op: str) -> Snapshot:
    """A position in which nothing is cleared without an operation of its own."""
    return now


@dataclass(frozen=True)
class Conformance:
    """How recorded operations are run on the rules.

    `scenarios` are ours by what records call them. `case(record, first)` is a record with its position as a State; `first`
    is the State that its scenario begins with, not to be changed. `drivers` run the rule of an operation on a Case.
    `deviations` are the points in which records are known to differ, by id; the file `listing` in docs/rulings says which
    are accepted. `tidied(now, op)` clears what records of whole games clear without an operation before `op`; `passing` are
    the fields of a position that may change between two of their operations. `records(row)` are the operations that one line
    of a file holds, for a game whose files have a layout of their own; None where the
    line has the usual one. It may raise ValueError, KeyError or TypeError. `owns(row)` tells whether a line is of this game
    at all; no record is run on another.
    """

    scenarios: Mapping[str, str]
    case: Callable[[OperationRecord, Any], Case]
    drivers: Mapping[str, Callable[[Any], None]]
    deviations: Mapping[str, Deviation]
    listing: str
    owns: Callable[[Mapping[str, Any]], bool]
    tidied: Tidied = unchanged
    records: Callable[[Mapping[str, Any]], Iterable[OperationRecord] | None] | None = None
    passing: frozenset[str] = frozenset()


# Lines and positions


class Malformed(ValueError):
    """A JSON object that is no recorded operation; the message says why."""


def refuse_unknown(row: Mapping[str, Any], known: frozenset[str]) -> None:
    """Raises Malformed for a field that is not known."""
    if strange := sorted(row.keys() - known):
        raise Malformed(f"unknown field {strange[0]!r}")


def has_position(row: Mapping[str, Any], *fields: str) -> bool:
    """Whether a line of a file, an operation or a whole game, has a position that holds all these fields; an empty one
    holds none, and is no position.
    """
    positions = (row.get(name) for name in ("before", "after", "first", "last"))
    return any(isinstance(each, dict) and bool(each) and each.keys() >= set(fields) for each in positions)


def value_at(now: Any, path: str) -> Any:
    """The value at a path; None for what is absent."""
    for key in path.split("."):
        now = now.get(key) if isinstance(now, dict) else None
    return now


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
