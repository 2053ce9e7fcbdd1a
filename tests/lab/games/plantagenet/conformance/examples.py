"""Recorded operations to try the driver on: some of every operation, and one or more of each known deviation."""

from __future__ import annotations

import json
from collections.abc import Collection, Mapping
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any

from pbem.games.plantagenet.components.state import State
from pbem.games.plantagenet.game import RULES
from pbem.lab.conform.conformance import Choice, OperationRecord
from pbem.lab.conform.listing import ListingRow, read_listing
from pbem.lab.conform.records import Unread, read_records
from pbem.lab.conform.run import Examiner, RecordFinding
from pbem.lab.games.plantagenet.conformance.conformance import CONFORMANCE
from pbem.moderator.core.setups import load_setup
from pbem.resources import docs_dir, scenarios_dir

FILE = Path(__file__).with_name("examples.jsonl.gz")


@cache
def first(scenario: str) -> State:
    """The position that a scenario begins with."""
    return RULES.new_state(load_setup(RULES, scenario, scenarios_dir()))


@cache
def accepted() -> Mapping[str, ListingRow]:
    """The project's table of known deviations."""
    return read_listing(docs_dir() / "rulings" / CONFORMANCE.listing)


@cache
def examples() -> Mapping[str, OperationRecord]:
    """The records, by operation and id."""
    found = list(read_records(FILE, CONFORMANCE))
    return {f"{each.op} {each.id}": each for each in found if not isinstance(each, Unread)}


def of_op(op: str, number: int = 0) -> OperationRecord:
    """An example of an operation that our rules follow."""
    return [each for name, each in examples().items() if each.op == op and not as_recorded(name).listed][number]


def with_choice(*kinds: str) -> OperationRecord:
    """An example in which all these choices were made."""
    found = (name for name, each in examples().items() if all(each.choices(kind) for kind in kinds))
    return examples()[next(name for name in found if as_recorded(name).good)]


def examine(record: OperationRecord, known: Collection[str] | None = None) -> RecordFinding:
    """Run one record."""
    return Examiner(CONFORMANCE, first).examine(record, accepted() if known is None else known)


@cache
def as_recorded(name: str) -> RecordFinding:
    """What comes of an example as it is."""
    return examine(examples()[name])


def settled(finding: RecordFinding) -> bool:
    """Whether it passes, or is listed."""
    return finding.good or bool(finding.listed)


def planted(record: OperationRecord, field: str, path: tuple[str, ...], value: Any) -> OperationRecord:
    """The record with another value somewhere in `after`, `outcome` and the like; None takes it out."""
    data = json.loads(json.dumps(getattr(record, field)))
    place = data
    for key in path[:-1]:
        place = place[key]
    if value is None:
        place.pop(path[-1], None)
    else:
        place[path[-1]] = value
    return replace(record, **{field: data})


def inserted(record: OperationRecord, at: int, *entries: Choice) -> OperationRecord:
    """The record with more entries in its script."""
    return replace(record, script=[*record.script[:at], *entries, *record.script[at:]])


def choice(by: str, kind: str, **fields: Any) -> Choice:
    """A choice."""
    return {"t": "choice", "by": by, "c": kind, **fields}


def place_of(record: OperationRecord, kind: str) -> int:
    """Where the first choice of a kind stands in the script."""
    return next(n for n, entry in enumerate(record.script) if entry.get("c") == kind)
