"""Records of the Wars of the Roses are run on the rules: some of an independent reading, wrong ones, unknown ones."""

import json
from collections.abc import Iterator
from copy import deepcopy
from pathlib import Path
from typing import Any

import pytest

from pbem.lab.conform.conformance import OperationRecord
from pbem.lab.conform.listing import read_listing
from pbem.lab.conform.records import Unread, read_records
from pbem.lab.conform.run import Examiner, RecordFinding
from pbem.lab.games.plantagenet.conformance.conformance import CONFORMANCE
from pbem.lab.games.plantagenet.conformance.snapshot import differences
from pbem.lab.games.plantagenet.conformance.wars.snapshot import war_position, war_recorded, war_snapshot
from pbem.resources import docs_dir
from tests.games.plantagenet.wars.war import campaign

HERE = Path(__file__).with_name("wars.jsonl.gz")
EXAMPLES = [r for r in read_records(HERE, CONFORMANCE) if isinstance(r, OperationRecord)]
EXAMINER = Examiner(CONFORMANCE, lambda _: campaign())
ACCEPTED = read_listing(docs_dir() / "rulings" / CONFORMANCE.listing)
OPERATIONS = {"setup_war", "succession", "victory", "natural_causes", "sequence", "special"}
NAMES = {"london", "york"}


def examine(record: OperationRecord) -> RecordFinding:
    """Run one record."""
    return EXAMINER.examine(record, ACCEPTED)


def example(start: str, **args: Any) -> OperationRecord:
    """The first example of an operation with these arguments; a copy."""
    found = (r for r in EXAMPLES if r.op == start and all(r.args.get(name) == value for name, value in args.items()))
    return deepcopy(next(found))


def test_there_is_one_of_each_operation_in_each_war() -> None:
    assert {record.op for record in EXAMPLES} == OPERATIONS
    assert {record.scenario for record in EXAMPLES} == {"I", "IIY", "IIL", "IIIY", "IIIL"}


@pytest.mark.parametrize("record", EXAMPLES, ids=lambda record: record.id)
def test_an_example_comes_out_as_recorded_or_is_listed(record: OperationRecord) -> None:
    finding = examine(record)
    assert finding.good or finding.listed, str(finding)


@pytest.mark.parametrize("record", [r for r in EXAMPLES if r.before is not None], ids=lambda record: record.id)
def test_a_position_goes_to_and_fro(record: OperationRecord) -> None:
    assert not list(differences(war_recorded(record.start), war_snapshot(war_position(record.start, campaign()))))


# Wrong ones


def leaves(tree: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """The ways to all that is compared one by one."""
    branches = tree.items() if isinstance(tree, dict) else enumerate(tree) if isinstance(tree, list) else ()
    inner = [(key, branch) for key, branch in branches if isinstance(branch, dict | list) and branch]
    yield from ((*path, key) for key, _ in branches if key not in dict(inner))
    for key, branch in inner:
        yield from leaves(branch, (*path, key))


def wrong(value: Any) -> Any:
    """Another value of the same kind."""
    match value:
        case bool():
            return not value
        case int():
            return value + 1
        case str():
            return next(iter(NAMES - {value}))
    return "york"


def spoiled(record: OperationRecord, *path: Any) -> OperationRecord:
    """The record with one value wrong; the changes told still lead from what is before to what is after."""
    bad = deepcopy(record)
    *way, last = path
    place: Any = bad.after if way[:1] == ["after"] else bad.outcome
    for key in way[way[:1] == ["after"] :]:
        place = place[key]
    place[last] = wrong(place[last])
    if bad.before is not None:
        bad.outcome["changes"] = [[at.split("."), old, new] for at, old, new in differences(bad.before, bad.after)]
    return bad


def planted(record: OperationRecord) -> Iterator[tuple[Any, ...]]:
    """Where to put wrong values, all over a record."""
    told = {name: record.outcome[name] for name in ("result", "steps") if name in record.outcome}
    for part, tree in ({"after": record.after} | told).items():
        ways = list(leaves({part: tree})) if tree != {} else []
        yield from ways[:: max(1, len(ways) // 12)]


FIRSTS = list({(record.op, record.scenario): record for record in reversed(EXAMPLES)}.values())


@pytest.mark.parametrize("record", FIRSTS, ids=lambda record: f"{record.op} {record.scenario}")
def test_wrong_values_are_found(record: OperationRecord) -> None:
    places = list(planted(record))
    assert places
    for path in places:
        finding = examine(spoiled(record, *path))
        assert not finding.good, path
        assert not finding.listed, path


def test_changes_that_do_not_lead_from_before_to_after_are_found() -> None:
    record = example("succession")
    record.outcome["changes"] = record.outcome["changes"][1:]
    assert "changes" in str(examine(record))


def test_a_deviation_hides_nothing_else() -> None:
    listed = next(r for r in EXAMPLES if examine(r).listed == ("LANDS_BESIDE_ENEMY",))
    assert not examine(spoiled(listed, "after", "influence")).listed


# Unknown ones


@pytest.mark.parametrize("op", ["sequence", "victory", "special"])
def test_an_unknown_kind_fails(op: str) -> None:
    record = example(op)
    record.args["kind"] = "dance"
    assert "no rule" in str(examine(record))
    assert "'dance'" in str(examine(record))


def test_a_lord_who_leaves_in_an_unknown_way_fails() -> None:
    record = example("succession")
    record.args["how"] = "marriage"
    assert "no rule for a Lord who leaves by 'marriage'" in str(examine(record))


def test_a_die_too_few_fails() -> None:
    record = example("sequence", kind="death_check")
    record.args["rolls"] = record.args["rolls"][:-1]
    assert not examine(record).good


def test_an_unknown_operation_fails() -> None:
    data: dict[str, Any] = {"id": "x", "op": "dance", "war": "I", "args": {}, "flags": [], "result": None}
    assert CONFORMANCE.records is not None
    (record,) = CONFORMANCE.records(data) or ()
    assert str(examine(record)) == "no rule for the operation 'dance'"


def read(path: Path, **fields: Any) -> Any:
    """What is read of a line with these fields; without those that are None."""
    data = {"id": "x", "op": "victory", "war": "I", "args": {}, "flags": [], "result": {}} | fields
    path.write_text(json.dumps({name: value for name, value in data.items() if value is not None}), encoding="utf-8")
    return next(iter(read_records(path, CONFORMANCE)))


@pytest.mark.parametrize("missing", ["id", "op", "args", "flags", "result"])
def test_a_line_that_lacks_a_field_is_named(tmp_path: Path, missing: str) -> None:
    found = read(tmp_path / "a.jsonl", **{missing: None})
    assert isinstance(found, Unread)
    assert "line 1" in str(found)


def test_a_field_that_is_not_known_is_named(tmp_path: Path) -> None:
    assert "unknown field 'weather'" in str(read(tmp_path / "a.jsonl", weather="rain"))


def test_a_war_that_is_not_known_fails(tmp_path: Path) -> None:
    assert "no scenario 'IV'" in str(examine(read(tmp_path / "a.jsonl", war="IV")))


def test_a_haven_opens_by_what_the_rule_names_alone() -> None:
    record = example("special", kind="foreign_haven")
    for now in (record.start, record.after):
        now["lords"]["oxford"]["box"] = 12
    causes = "exile_upon_approach", "death_as_defender", "death_as_attacker"
    assert [examine_haven(record, cause).good for cause in causes] == [False, False, True]
    assert str(examine_haven(record, "sunstroke")) == "no rule for a Foreign Haven by 'sunstroke'"


def examine_haven(record: OperationRecord, cause: str) -> RecordFinding:
    """Run a Foreign Haven by a cause."""
    record.args["cause"] = cause
    return examine(record)


def test_changes_need_not_be_told() -> None:
    record = example("succession")
    del record.outcome["changes"]
    assert examine(record).good
