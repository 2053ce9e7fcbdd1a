"""What a record has besides positions: attacks, Flights, intrigue, control, trials, points; compared with our Events."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, TypeAlias

from pbem.engine.event import Event
from pbem.games.warriors_of_england.components.board import Side
from pbem.lab.conform.conformance import Difference, OperationRecord

Row: TypeAlias = list[Any]
ATTACK = ("dice", "bonus", "rolls", "hits")
LISTS = ("flights", "rolled", "auto")
"""What an outcome lists; an empty list says that there was nothing of the kind."""
TRIAL = {True: "pardon", False: "execute"}


def compare_outcomes(record: OperationRecord, events: Sequence[Event]) -> Iterator[Difference]:
    """Where the outcome of an operation, or of the steps of one, differs from what our rules told."""
    outcomes = record.outcome.get("steps") or [record.outcome]
    for what, recorded in recorded_rows(outcomes).items():
        actual = [row for event in events for row in rows_of(what, event)]
        if sorted(map(str, recorded)) != sorted(map(str, actual)):
            yield f"outcome.{what}", recorded, actual


def recorded_rows(outcomes: Sequence[Mapping[str, Any]]) -> dict[str, list[Row]]:
    """The rows that outcomes tell, by what they are of; nothing of what none of them speaks of."""
    attacks = [each[side] for each in outcomes for side in (*Side, "attack") if isinstance(each.get(side), dict)]
    rows = {
        "attacks": [[each[name] for name in ATTACK] for each in attacks],
        "intrigue": [[each["needed"], each["success"]] for each in outcomes if "success" in each],
        "trial": [[each["kind"], each["done"], each.get("to")] for each in outcomes if "kind" in each],
        "score": [[each[side] for side in Side] for each in outcomes if isinstance(each.get(Side.YORK), int)],
    }
    told = {name: [each[name] for each in outcomes if name in each] for name in LISTS}
    lists = {name: [list(row) for each in lists for row in each or ()] for name, lists in told.items() if lists}
    return {name: recorded for name, recorded in rows.items() if recorded} | lists


def rows_of(what: str, event: Event) -> Iterator[Row]:
    """The same rows, of one of our events."""
    data = event.data
    match what, event.name:
        case "attacks", "attacks":
            yield [len(data["dice"]), data["bonus"], list(data["dice"]), data["hits"]]
        case "flights", "flight":
            yield [str(data["noble"]), data["die"], str(data["to"])]
        case "intrigue", "intrigue":
            yield [data["needed"], data["turned"]]
        case "auto", "gains":
            yield [str(data["area"]), str(data["side"])]
        case "rolled", "tries":
            yield [str(data["area"]), str(data["side"]), data["rank"], data["die"], data["gained"]]
        case "trial", "trial":
            yield [TRIAL[data["pardon"]], data["done"], str(data["to"]) if data["done"] else None]
        case "score", "scores":
            yield [data["gained"][side] for side in Side]
