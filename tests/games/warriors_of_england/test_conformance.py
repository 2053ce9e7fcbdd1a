"""The worked examples of the rulebook, as an independent implementation has recorded them."""

from pathlib import Path

import pytest

from pbem.conform.records import read_records
from pbem.conform.run import Examiner
from pbem.engine.conformance import Record
from pbem.games.warriors_of_england.conformance.conformance import CONFORMANCE
from tests.games.warriors_of_england.scene import set_up

EXAMPLES = list(read_records(Path(__file__).with_name("examples.jsonl.gz"), CONFORMANCE))
EXAMINER = Examiner(CONFORMANCE, lambda _: set_up())


def test_there_are_thirty_three() -> None:
    assert len(EXAMPLES) == 33


@pytest.mark.parametrize("record", EXAMPLES, ids=lambda record: record.id)
def test_an_example_of_the_rulebook_comes_out_as_it_says(record: Record) -> None:
    finding = EXAMINER.examine(record)
    assert finding.good, str(finding)
