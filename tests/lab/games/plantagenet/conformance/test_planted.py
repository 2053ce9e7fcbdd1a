"""Wrong results planted in recorded operations: each is told, whatever the operation and whatever deviation explains it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest

from pbem.lab.conform.conformance import OperationRecord
from pbem.lab.games.plantagenet.conformance.conformance import ADAPTERS, CONFORMANCE
from tests.lab.games.plantagenet.conformance.examples import as_recorded, examine, examples, planted, settled

EXAMPLES = sorted(examples())
PASSED_OVER = (
    *("step", "js_state", "active", "march", "spoils", "battle", "victory", "threshold", "last_turn", "scenario"),
    *("command", "muster", "loyalty_and_trust_available"),
)
"""Fields of a position that tell, but decide nothing."""
IN_WARS_ALONE = {"EXILE_AFTER_BOX_15", "LANDS_BESIDE_ENEMY"}
MARKS = ("levy_done", "unpaid", "unfed")
MOST = 4
OF_A_LORD = ("supply", "tax", "agitators", "exile_pact", "forage", "activate_muster", "legal_levy", "use_loyalty_and_trust")
OPPOSITE: dict[Any, Any] = {"york": "lancaster", "lancaster": "york", "levy": "campaign", "campaign": "levy"}


def leaves(data: Any, path: tuple[str, ...] = ()) -> Iterator[tuple[tuple[str, ...], Any]]:
    """All values with their paths."""
    if isinstance(data, dict) and data:
        for key, value in data.items():
            yield from leaves(value, (*path, key))
    else:
        yield path, data


def wrong(value: Any) -> Any:
    """Another value of the same kind."""
    match value:
        case bool():
            return not value
        case int():
            return value - 1
        case str():
            return OPPOSITE.get(value, f"{value}?")
        case list():
            return value[1:] or ["y1"]
    return 1 if value is None else {"nothing": 1}


def results(record: OperationRecord) -> Iterator[tuple[str, tuple[str, ...], Any]]:
    """What can be planted: the values that have changed, a few others, what the outcome says."""
    before = dict(leaves(record.before or {}))
    for path, value in leaves(record.after):
        passed_over = path[0] in PASSED_OVER or path[-1] in MARKS or special_box(path)
        if not passed_over and (before.get(path) != value or path in ALWAYS):
            yield "after", path, value
    yield from (("outcome", path, value) for path, value in leaves(record.outcome) if path)


ALWAYS = (("influence",), ("turn",), ("king",), ("pool", "militia"), ("deck", "york"), ("depleted",), ("held", "lancaster"))


def special_box(path: tuple[str, ...]) -> bool:
    """A Special Vassal has no marker on the Calendar."""
    return path[0] == "vassals" and path[1] in ("montagu", "hastings", "trollope") and path[-1] == "box"


def test_every_operation_has_an_example() -> None:
    assert {each.op for each in examples().values()} == set(ADAPTERS) - {"discard_event"}


@pytest.mark.parametrize("name", EXAMPLES)
def test_an_example_passes_or_is_listed(name: str) -> None:
    assert settled(as_recorded(name))


def test_nearly_every_deviation_has_an_example_that_needs_it() -> None:
    needed = {listed for name in EXAMPLES for listed in as_recorded(name).listed}
    assert len(needed) >= len(CONFORMANCE.deviations.keys() - IN_WARS_ALONE) - 5


@pytest.mark.parametrize("name", EXAMPLES)
def test_no_wrong_result_passes(name: str) -> None:
    record = examples()[name]
    passed = [
        (*path, value)
        for field, path, value in spread(list(results(record)), EXAMPLES.index(name))
        if passes(name, planted(record, field, path, wrong(value)))
    ]
    assert not passed


def spread(found: list[Any], turn: int) -> list[Any]:
    """Some of them from everywhere, others in each example's turn."""
    step = len(found) // MOST + 1
    return found[turn % step :: step]


def passes(name: str, changed: OperationRecord) -> bool:
    """Whether a changed record is let pass; one that was listed may agree with our rules by the change."""
    finding = examine(changed)
    return bool(finding.listed) or (finding.good and not as_recorded(name).listed)


@pytest.mark.parametrize("name", [name for name in EXAMPLES if examples()[name].op in OF_A_LORD])
def test_no_wrong_number_of_actions_passes(name: str) -> None:
    record = examples()[name]
    part = "muster" if "muster" in record.after else "command"
    assert not settled(examine(planted(record, "after", (part, "actions"), record.after[part]["actions"] + 1)))
    assert not settled(examine(planted(record, "after", (part, "lord"), "nobody")))


def flipped(entry: dict[str, Any]) -> int:
    """A face on the other side of the range."""
    least, _, most = str(entry["range"]).rpartition("-")
    good = range(int(least or 1), int(most) + 1)
    return next(face for face in range(1, 7) if (face in good) != (entry["v"] in good))


@pytest.mark.parametrize("name", [name for name in EXAMPLES if any(e["t"] == "die" for e in examples()[name].script)])
def test_no_wrong_die_passes(name: str) -> None:
    record = examples()[name]
    dice = [n for n, entry in enumerate(record.script) if entry["t"] == "die" and "range" in entry]
    passed: list[tuple[int, Any]] = []
    for place in dice[:2]:
        entry = record.script[place]
        others = [
            [{**entry, "v": flipped(entry)}],
            [{**entry, "range": "1-6"}] if entry["range"] != "1-6" else [],
            [entry, dict(entry)],
            [],
        ]
        for other in others:
            finding = examine(replace(record, script=[*record.script[:place], *other, *record.script[place + 1 :]]))
            passed += [(place, other)] * settled(finding)
    assert not passed


@pytest.mark.parametrize("name", [name for name in EXAMPLES if name.startswith("legal")])
def test_no_wrong_list_passes(name: str) -> None:
    record = examples()[name]
    passed: list[tuple[Any, ...]] = []
    for what, rows in record.outcome["legal"].items():
        for number, row in enumerate(rows if isinstance(rows, list) else ()):
            fewer = planted(record, "outcome", ("legal", what), [*rows[:number], *rows[number + 1 :]])
            passed += [(what, row)] * settled(examine(fewer))
            for field, value in row.items() if isinstance(row, dict) else ():
                other = [*rows[:number], {**row, field: wrong(value)}, *rows[number + 1 :]]
                passed += [(what, row, field)] * settled(examine(planted(record, "outcome", ("legal", what), other)))
    assert not passed
