"""What a script tells beside choices: rolls, hits, rounds, who falls; compared with our Events."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from itertools import zip_longest
from typing import Any, TypeAlias

from pbem.engine.event import Event
from pbem.lab.conform.conformance import Choice, Difference, OperationRecord

Row: TypeAlias = list[Any]
VOLLEYS = {"fire": "fires", "charge": "charges", "counter": "fires_back"}
"""Our Event for each kind of roll that makes hits; the others are for treachery."""

SILENT = ("begin_round", "succession", "usurpation")
"""Operations that by themselves tell nothing in their script: it would be what their outcome says."""
TOGETHER = ("event_plague",)
"""Operations in which all happens at once, in no order."""


def compare_rows(record: OperationRecord, events: Iterable[Event]) -> Iterator[Difference]:
    """The first that a script tells otherwise than our rules."""
    recorded, found = list(recorded_rows(record.script)), list(rows_of(events))
    if record.op in TOGETHER:
        recorded, found = sorted(recorded), sorted(found)
    unlike = (pair for pair in zip_longest(recorded, found) if pair[0] != pair[1])
    if record.op not in SILENT and (first := next(unlike, None)):
        yield "script", *first


def recorded_rows(script: Iterable[Choice]) -> Iterator[Row]:
    """What a script tells, in its order. The first round may be left out, and the hits of a charge are."""
    for entry in script:
        match entry["t"]:
            case "roll" if entry["kind"] in VOLLEYS:
                yield [VOLLEYS[entry["kind"]], entry["block"], list(entry["dice"]), entry["firepower"], entry["hits"]]
            case "roll":
                yield ["treachery", entry["target"], list(entry["dice"]), entry["loyalty"], entry["success"]]
            case "hit":
                yield ["hit", entry["block"], entry["n"]]
            case "eliminated" | "new_king" as what:
                yield [what, entry["block"]]
            case "round" if entry["round"] > 1:
                yield ["round", entry["round"]]
            case "control_change":
                yield ["control_change", entry["new_attacker"]]
            case "battle_won":
                yield ["battle_won", entry["side"]]
            case "usurpation":
                yield ["usurpation", dict(entry["count"])]


def rows_of(events: Iterable[Event]) -> Iterator[Row]:
    """The same of our Events."""
    charged = False
    for event in events:
        data: Mapping[str, Any] = event.data
        match event.name:
            case "fires" | "charges" | "fires_back" as what:
                charged = what != "fires"
                yield [what, str(data["block"]), list(data["dice"]), data["power"], data["hits"]]
            case "treachery":
                yield ["treachery", str(data["target"]), list(data["dice"]), len(data["dice"]), data["turned"]]
            case "hit" if not charged:
                yield ["hit", str(data["block"]), data["hits"]]
            case "eliminated" | "new_king" as what:
                yield [what, str(data["block"])]
            case "round" if data["round"] > 1:
                yield ["round", data["round"]]
            case "control_change":
                yield ["control_change", str(data["attacker"])]
            case "battle_won":
                yield ["battle_won", str(data["side"])]
            case "usurpation":
                yield ["usurpation", dict(data["counts"])]
