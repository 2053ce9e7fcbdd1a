"""What an independent implementation has recorded of Kingmaker II."""

from __future__ import annotations

import gzip
import json
from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from pbem.cli.app import app
from pbem.lab.conform.conformance import Malformed, OperationRecord
from pbem.lab.conform.run import Examiner
from pbem.lab.games.kingmaker.conformance.conformance import CONFORMANCE
from pbem.lab.games.kingmaker.conformance.records import REFUSED, record_of, records
from tests.games.kingmaker.scene import table

RECORDS = Path(__file__).with_name("records")
FILES = sorted(path.name.removesuffix(".jsonl.gz") for path in RECORDS.glob("*.jsonl.gz"))
EXAMINER = Examiner(CONFORMANCE, lambda _: table())
EVERY = 4
"""In `make test` one record of so many is run, and all of the rulebook's examples and the hand-made cases."""
ALL = ("examples", "edges", "edges_multi")


@cache
def rows(name: str) -> list[dict[str, Any]]:
    """The lines of a file."""
    with gzip.open(RECORDS / f"{name}.jsonl.gz", "rt", encoding="utf-8") as lines:
        return [json.loads(line) for line in lines]


def failures(name: str, every: int) -> Iterator[str]:
    """What the records of a file say that our rules do not."""
    for row in rows(name)[::every]:
        for record in records(row):
            finding = EXAMINER.examine(record)
            if not finding.good:
                yield f"{record.id} {record.op}: {finding}"


@pytest.mark.parametrize("name", FILES)
def test_recorded_operations_come_out_as_they_say(name: str) -> None:
    assert list(failures(name, 1 if name in ALL else EVERY)) == []


@pytest.mark.long
@pytest.mark.parametrize("name", FILES)
def test_all_recorded_operations_come_out_as_they_say(name: str) -> None:
    assert list(failures(name, 1)) == []


def first_of(name: str, op: str) -> dict[str, Any]:
    """The first line of a file with an operation."""
    return next(row for row in rows(name) if row["op"] == op)


@pytest.mark.parametrize(
    ("name", "op"), [("movement", "move"), ("combat", "battle"), ("cards", "trade"), ("turn_end", "draw_two")]
)
def test_every_field_of_a_position_is_compared(name: str, op: str) -> None:
    row = first_of(name, op)
    for field in row["after"]:
        wrong = {**row, "after": {**row["after"], field: {"other": 1}}}
        finding = EXAMINER.attempt(record_of(wrong))
        assert not finding.good, field


def test_an_outcome_a_draw_and_a_list_are_compared() -> None:
    record = record_of(first_of("combat", "siege"))
    assert EXAMINER.examine(record).good
    assert str(EXAMINER.examine(replace(record, outcome={**record.outcome, "attack": 1}))).startswith("outcome.attack")
    more = replace(record, script=[*record.script, {"t": "draw", "v": "E001"}])
    assert str(EXAMINER.examine(more)).startswith("draws")
    fewer = replace(record, script=[])
    assert "a card is drawn" in str(EXAMINER.examine(fewer))
    legal = record_of(first_of("legal", "legal_score"))
    assert not EXAMINER.examine(replace(legal, args={**legal.args, "legal": {}})).good


def test_what_must_be_refused_and_is_not_is_told() -> None:
    done = record_of(first_of("movement", "move"))
    refused = replace(done, op=REFUSED, args={**done.args, "op": "move"}, after=done.start)
    assert str(EXAMINER.examine(refused)).startswith("refused")


def with_other_reading(kind: type) -> tuple[str, dict[str, Any]]:
    """A flag of a record of which another reading makes something else: a position, or that it is refused."""
    for name in ("events", "combat", "captives", "force"):
        for row in rows(name):
            for flag, other in (row.get("alt") or {}).items():
                if isinstance(other, kind) and "after" in row:
                    return flag, row
    raise AssertionError("there is none")


def test_where_our_law_is_the_other_reading_that_counts() -> None:
    flag, row = with_other_reading(dict)
    field, value = next(iter(row["alt"][flag].items()))
    other = record_of(row, (flag,))
    changed = {key: each for key, each in value.items() if each is not None} if isinstance(value, dict) else value
    found = other.after[field]
    assert {key: found[key] for key in changed} == changed if isinstance(value, dict) else found == value
    assert not EXAMINER.attempt(other).good
    assert EXAMINER.attempt(record_of(row)).good


def test_a_reading_under_which_an_operation_is_refused() -> None:
    flag, row = with_other_reading(str)
    other = record_of(row, (flag,))
    assert (other.op, other.args["op"]) == (REFUSED, row["op"])


@pytest.mark.parametrize(("change", "why"), [({"colour": 3}, "unknown field 'colour'"), ({"reason": "so"}, "a record has")])
def test_a_line_that_is_no_record_is_told(change: dict[str, Any], why: str) -> None:
    with pytest.raises(Malformed, match=why):
        list(records({**first_of("movement", "move"), **change}))


def test_the_command_runs_records_of_a_game_that_cannot_be_opened_yet() -> None:
    """By itself, and by the game's name; records of another game are refused then."""
    runner = CliRunner()
    files = [str(RECORDS / "edges.jsonl.gz"), str(RECORDS.parents[1] / "warriors_of_england" / "examples.jsonl.gz")]
    both = runner.invoke(app, ["lab", "conform", *files])
    assert (both.exit_code, both.stdout.splitlines()[-1]) == (0, "107 passed, 0 failed, 0 listed")
    alone = runner.invoke(app, ["lab", "conform", "--game", "kingmaker", *files])
    assert (alone.exit_code, alone.stdout.splitlines()[-1]) == (1, "74 passed, 33 failed, 0 listed")


def test_every_operation_of_the_records_has_a_driver() -> None:
    found: list[OperationRecord] = [record for name in FILES for row in rows(name) for record in records(row)]
    assert {record.op for record in found} <= CONFORMANCE.drivers.keys()
    refused = {record.args["op"] for record in found if record.op == REFUSED}
    assert refused <= CONFORMANCE.drivers.keys()


def test_what_the_rules_refuse_is_told_as_a_refusal() -> None:
    """13.1 Those who are no Factions of the game cannot ally."""
    record = record_of(first_of("cards", "ally"))
    alone = replace(record, args={**record.args, "players": record.args["players"][:1]})
    assert str(EXAMINER.examine(alone)).startswith("refused: ")


def test_lists_have_no_order() -> None:
    """1.3 Who is allied, who has won, and what is open, in any order."""
    ally, score = record_of(first_of("cards", "ally")), record_of(first_of("legal", "legal_awards"))
    derived = {**ally.after["derived"], "alliance_prestige": turned(ally.after["derived"]["alliance_prestige"])}
    after = {**ally.after, "derived": derived, "npf": ally.after["npf"][::-1]}
    assert EXAMINER.examine(replace(ally, after=after)).good
    assert EXAMINER.examine(replace(score, args={**score.args, "legal": score.args["legal"][::-1]})).good


def turned(scores: list[Any]) -> list[Any]:
    """The prestige of Alliances, with their members named in another order."""
    return [[members[::-1], points] for members, points in scores[::-1]]


def test_a_set_up_that_is_refused_has_no_position(tmp_path: Path) -> None:
    """2.1 One player is too few; the line is known as of this game all the same."""
    row = first_of("setup", "setup_deal")
    args = {**row["args"], "op": row["op"], "order": ["p1"]}
    refused = {key: value for key, value in row.items() if key not in ("after", "derived", "outcome", "alt")}
    file = tmp_path / "refused.jsonl"
    file.write_text(json.dumps({**refused, "op": REFUSED, "args": args, "reason": "too few"}), encoding="utf-8")
    found = CliRunner().invoke(app, ["lab", "conform", str(file)])
    assert (found.exit_code, "1 passed, 0 failed, 0 listed" in found.output) == (0, True)
