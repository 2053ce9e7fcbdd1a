"""Two recorded operations of each kind, which an independent implementation has played."""

from pathlib import Path

import pytest

from pbem.conform.records import read_records
from pbem.conform.run import Examiner
from pbem.engine.conformance import Record
from pbem.games.richard_iii.conformance.conformance import CONFORMANCE, DRIVERS
from pbem.games.richard_iii.conformance.deviations import AP, DEVIATIONS
from tests.games.richard_iii.scene import set_up

EXAMPLES = [
    each
    for each in read_records(Path(__file__).with_name("examples.jsonl.gz"), records=CONFORMANCE.records)
    if isinstance(each, Record)
]
EXAMINER = Examiner(CONFORMANCE, lambda _: set_up())


def test_there_are_some_of_each_operation() -> None:
    assert {record.op for record in EXAMPLES} == set(DRIVERS)


@pytest.mark.parametrize("record", EXAMPLES, ids=lambda record: f"{record.op} {record.id}")
def test_a_recorded_operation_ends_as_it_did(record: Record) -> None:
    finding = EXAMINER.examine(record)
    assert finding.good, str(finding)


def test_more_moves_than_ap_are_seen() -> None:
    record = next(record for record in EXAMPLES if record.op == "event_treason")
    sea = {"sea": "kent_y", "from": "calais", "to": "kent", "zone": "north_sea"}
    twice = [sea, {"land": "york_y", "path": ["kent", "middlesex"]}]
    assert not DEVIATIONS[AP].seen(record)
    record.args["moves"] = twice
    assert DEVIATIONS[AP].seen(record)
