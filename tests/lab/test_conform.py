"""Recorded operations: reading them, positions to and fro, the strict driver, known deviations, the command."""

from __future__ import annotations

import gzip
import json
from collections.abc import Collection, Mapping
from copy import deepcopy
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from pbem.cli.app import app
from pbem.engine.decision import Decision, Pick
from pbem.engine.dice import roll
from pbem.games.plantagenet.components.state import Depletion, State
from pbem.games.plantagenet.game import RULES
from pbem.lab.conform.conformance import Malformed, OperationRecord, changed
from pbem.lab.conform.driver import Mismatch, NotScripted, Script, check_spent, play
from pbem.lab.conform.listing import BadListing, ListingRow, read_listing, write_listing
from pbem.lab.conform.records import Unread, read_records, record_of
from pbem.lab.conform.report import GameTally, conform
from pbem.lab.conform.run import Examiner, RecordFinding
from pbem.lab.games.plantagenet.conformance import snapshot
from pbem.lab.games.plantagenet.conformance.conformance import ADAPTERS, CONFORMANCE
from pbem.lab.games.plantagenet.conformance.snapshot import SCENARIOS, differences, recorded, snapshot_of
from pbem.moderator.core.setups import load_setup
from pbem.resources import docs_dir, scenarios_dir

LISTING = docs_dir() / "rulings" / "conformance.md"


@cache
def first(scenario: str) -> State:
    """The position that a scenario begins with."""
    return RULES.new_state(load_setup(RULES, scenario, scenarios_dir()))


def opening(code: str) -> State:
    """The same by the name that records have for it."""
    return first(SCENARIOS[code])


def position(row: dict[str, Any]) -> State:
    """A recorded position as a State."""
    return snapshot.position(row, opening(row["scenario"]))


EXAMINER = Examiner(CONFORMANCE, first)


def examine(record: OperationRecord, known: Collection[str] = frozenset()) -> RecordFinding:
    """Run one record."""
    return EXAMINER.examine(record, known)


def picture(s: State, code: str) -> dict[str, Any]:
    """A State as a file would record it."""
    facts = {"scenario": code, "king": s.king.value, "rebel": s.rebel.value, "battle": None}
    row: dict[str, Any] = json.loads(json.dumps(snapshot_of(s) | facts))
    del row["battle"]
    return row


def start(code: str = "Ia", **fields: Any) -> dict[str, Any]:
    """The scenario's opening as recorded, with some fields changed."""
    return picture(opening(code), code) | fields


def row(op: str, before: dict[str, Any], changes: list[list[Any]], **facts: Any) -> dict[str, Any]:
    """A recorded operation."""
    usual: dict[str, Any] = {"id": "Ia-1", "op": op, "scenario": before["scenario"], "actor": {}, "args": {}, "outcome": {}}
    usual |= {"script": [], "nested_in": [], "deviation": [], "ambiguity": [], "before": before}
    return usual | facts | {"after": changed(before, changes)}


def record(*args: Any, **facts: Any) -> OperationRecord:
    """The same, read."""
    return record_of(row(*args, **facts))


def grow(**facts: Any) -> dict[str, Any]:
    """4.8.4 Grow after box 4: York is no longer Depleted, Ely is only Depleted."""
    before = start(turn=4, phase="campaign", depleted=["york"], exhausted=["ely"])
    return row("grow", before, [["depleted", None, ["ely"]], ["exhausted", None, []]], **facts)


def write(path: Path, *rows: Any) -> Path:
    """A plain file of records."""
    path.write_text("\n".join(json.dumps(data) for data in rows), encoding="utf-8")
    return path


# Reading


def test_records_are_read_packed_and_plain(tmp_path: Path) -> None:
    plain = write(tmp_path / "a.jsonl", grow(), grow(id="Ia-2"))
    packed = tmp_path / "a.jsonl.gz"
    packed.write_bytes(gzip.compress(plain.read_bytes()))
    assert ids(plain) == ids(packed) == ["Ia-1", "Ia-2"]


def ids(path: Path) -> list[str]:
    """The records of a file, and what of it is none."""
    return [each.id if isinstance(each, OperationRecord) else str(each) for each in read_records(path, CONFORMANCE)]


@pytest.mark.parametrize("line", [b"{", b"[]", b"7", b'{"id": "x"}', b'{"ops": 3}', b'"\xff"', b"[" * 5000])
def test_a_line_that_is_no_record_is_told_and_the_rest_is_read(tmp_path: Path, line: bytes) -> None:
    path = tmp_path / "a.jsonl"
    path.write_bytes(b"\n".join([json.dumps(grow()).encode(), line, json.dumps(grow(id="Ia-3")).encode()]))
    one, bad, three = ids(path)
    assert (one, three) == ("Ia-1", "Ia-3")
    assert "line 2" in bad
    assert "not a recorded operation" in bad


def test_a_file_that_ends_early_is_read_so_far_and_told(tmp_path: Path) -> None:
    rows = [json.dumps(grow(id=f"Ia-{number}")) for number in range(40)]
    packed = gzip.compress("\n".join(rows).encode())
    path = tmp_path / "a.jsonl.gz"
    path.write_bytes(packed[: len(packed) * 9 // 10])
    found = ids(path)
    assert found[0] == "Ia-0"
    assert "cannot be read on" in found[-1]


@pytest.mark.parametrize(
    ("facts", "why"),
    [
        ({"colour": "red"}, "unknown field 'colour'"),
        ({"dice": [3]}, "its dice are not those of its script"),
        ({"changes": [["turn", 4, 5]]}, "its change of turn"),
    ],
)
def test_a_record_that_holds_something_unknown_or_contradicts_itself_is_none(facts: dict[str, Any], why: str) -> None:
    with pytest.raises(Malformed, match=why):
        record_of(grow() | facts)


def test_null_is_what_is_absent() -> None:
    fields = "dice", "changes", "script", "nested_in", "ambiguity", "deviation", "outcome"
    data = grow() | dict.fromkeys(fields)
    for now in (data["before"], data["after"]):
        now |= {"command": None, "muster": None, "plan": None, "drawn": None, "result": None}
        now["lords"]["york"] |= {"routed": None, "moved_fought": None, "box": None}
    data["actor"] = {"side": None, "lord": None}
    assert examine(record_of(data)).good


def test_a_whole_game_is_cut_into_operations(tmp_path: Path) -> None:
    path = write(tmp_path / "games.jsonl", whole_game())
    found = [each for each in read_records(path, CONFORMANCE) if isinstance(each, OperationRecord)]
    assert [(r.id, r.op) for r in found] == [("Ia-7#1", "grow"), ("Ia-7#2", "advance_turn")]
    assert all(examine(r).good for r in found)


def whole_game(**facts: Any) -> dict[str, Any]:
    """A whole game of two operations."""
    usual: dict[str, Any] = {"actor": {}, "args": {}, "outcome": {}, "script": [], "deviation": []}
    ops = [
        {"op": "grow", "changes": [["depleted", ["york"], ["ely"]], ["exhausted", ["ely"], []]], **usual},
        {"op": "advance_turn", "changes": [["turn", 4, 5], ["phase", "campaign", "levy"]], **usual},
    ]
    return {"game": "Ia-7", "scenario": "Ia", "first": grow()["before"], "ops": ops} | facts


def test_an_operation_that_does_not_follow_the_one_before_is_told(tmp_path: Path) -> None:
    game = whole_game()
    game["ops"][1]["changes"][0] = ["turn", 3, 5]
    _, gap = read_records(write(tmp_path / "games.jsonl", game), CONFORMANCE)
    assert str(gap) == "Ia-7#2: its turn before is not that after the operation before it"


def test_fields_that_pass_may_change_between_operations(tmp_path: Path) -> None:
    game = whole_game()
    game["ops"][1]["changes"].append(["active", "york", "lancaster"])
    path = write(tmp_path / "games.jsonl", game)
    assert all(isinstance(each, OperationRecord) for each in read_records(path, CONFORMANCE))
    assert not all(
        isinstance(each, OperationRecord) for each in read_records(path, replace(CONFORMANCE, passing=frozenset()))
    )


def test_another_end_of_a_game_is_told(tmp_path: Path) -> None:
    last = grow()["after"] | {"turn": 5, "phase": "levy"}
    good, bad = (write(tmp_path / f"{n}.jsonl", whole_game(last=last | {"turn": n})) for n in (5, 6))
    assert all(isinstance(each, OperationRecord) for each in read_records(good, CONFORMANCE))
    assert str([*read_records(bad, CONFORMANCE)][-1]) == "Ia-7, end: its turn is not that after the last operation"


def test_an_operation_of_a_game_that_is_none_is_told_and_the_rest_is_read(tmp_path: Path) -> None:
    game = whole_game()
    del game["ops"][0]["outcome"]
    bad, good = read_records(write(tmp_path / "games.jsonl", game), CONFORMANCE)
    assert isinstance(bad, Unread)
    assert isinstance(good, OperationRecord)


# Positions


@pytest.mark.parametrize("code", SCENARIOS)
def test_a_position_goes_to_and_fro(code: str) -> None:
    before = start(code)
    assert not list(differences(recorded(before), snapshot_of(position(before))))


def test_a_changed_position_comes_back_changed() -> None:
    before = start(turn=4, influence=-7, depleted=["ely"], london_second_york_favour=True)
    before["lords"]["york"] = {"status": "calendar", "box": 16, "exile": True}
    before["lords"]["march"] = {"status": "dead"}
    before["vassals"]["dudley"] = {"status": "disbanded", "box": 9}
    before["pool"] = snapshot_of(position(before))["pool"]
    s = position(before)
    assert s.wear == {"ely": Depletion.DEPLETED}
    assert {str(vassal): turn for vassal, turn in s.disbanded.items()}["dudley"] == 9
    assert "march" not in s.seats
    assert not list(differences(recorded(before), snapshot_of(s)))


def test_differences_name_the_path() -> None:
    assert list(differences({"a": {"b": 1, "c": 2}}, {"a": {"b": 1, "d": 3}})) == [("a.c", 2, None), ("a.d", None, 3)]


# The driver


def pick(*options: str) -> Decision:
    """A question."""
    return Decision("york", "9.9 pick", "what", "Which?", Pick(lambda: options), lambda: options[0])


async def ask(*options: str) -> str:
    """A rule that asks it."""
    return str(await pick(*options))


def test_a_question_finds_its_answer() -> None:
    script = Script([{"t": "choice", "by": "york", "c": "chosen", "lord": "b"}])
    assert play(ask("a", "b"), script, {"9.9 pick": lambda _, script: script.take("chosen")["lord"]}) == "b"
    check_spent(script)


def test_a_question_without_an_answer_fails() -> None:
    with pytest.raises(Mismatch, match=r"9.9 pick \(what\) asked of york"):
        play(ask("a", "b"), Script([]), {"9.9 pick": lambda _, script: script.take("chosen")})


def test_a_question_with_one_answer_needs_none() -> None:
    assert play(ask("a"), Script([]), {}) == "a"


def test_an_answer_that_the_rules_refuse_fails() -> None:
    with pytest.raises(Mismatch, match="refused"):
        play(ask("a", "b"), Script([]), {"9.9 pick": lambda *_: "c"})


def test_a_die_that_no_record_knows_fails() -> None:
    with pytest.raises(Mismatch, match=r"a die for 9\.9 roll"):
        play(roll("9.9 roll", "what"), Script([]), {})


@pytest.mark.parametrize("left", [{"t": "die", "v": 3, "why": "forage"}, {"t": "choice", "by": "york", "c": "hit"}])
def test_what_is_left_over_fails(left: dict[str, Any]) -> None:
    with pytest.raises(Mismatch, match="left in the script"):
        check_spent(Script([left]))


def test_choices_that_only_close_a_step_may_be_left() -> None:
    check_spent(Script([{"t": "choice", "by": "york", "c": "end_feed"}]))


def test_dice_are_taken_by_their_purpose() -> None:
    script = Script([{"t": "die", "v": 3, "why": "forage"}, {"t": "die", "v": 5, "why": "losses"}])
    assert (script.die("losses"), script.die("forage")) == (5, 3)
    with pytest.raises(NotScripted):
        script.die("forage")


# Running


def test_a_record_that_agrees_passes() -> None:
    before = start(turn=4, phase="campaign", depleted=["york"])
    assert examine(record("grow", before, [["depleted", None, []]])).good


def test_a_record_that_differs_tells_where() -> None:
    before = start(turn=4, phase="campaign", depleted=["york"])
    finding = examine(record("grow", before, []))
    assert str(finding) == "depleted: ['york'] recorded, [] found"


def test_an_operation_without_a_rule_fails() -> None:
    assert "no rule for the operation 'dance'" in str(examine(record("dance", start(), [])))


def test_a_rule_that_breaks_down_is_a_failure() -> None:
    assert "broke down" in str(examine(record("disband_vassal", start(), [], args={"vassal": "nobody"})))


@pytest.mark.parametrize(
    ("where", "value", "told"),
    [
        ("args", {}, "args.card"),
        ("actor", {}, "actor.side"),
        ("after", {}, "after.lords"),
    ],
)
def test_the_field_that_is_not_understood_is_named(where: str, value: dict[str, Any], told: str) -> None:
    event = record("event", start(drawn=["y17"]), [], actor={"side": "york"}, args={"card": "y17"})
    assert f"at {told}: " in str(examine(replace(event, **{where: value})))


def test_the_setup_of_every_scenario_is_compared() -> None:
    for code in SCENARIOS:
        after = start(code)
        assert examine(OperationRecord("x", "setup", code, {}, {}, {}, [], [], frozenset(), None, after)).good
        assert not examine(
            OperationRecord("x", "setup", code, {}, {}, {}, [], [], frozenset(), None, after | {"influence": 9})
        ).good


def forage(die: int, found: bool, **facts: Any) -> OperationRecord:
    """4.6.2 York's Lord at a Neutral Stronghold far from the enemy: 1 to 4 finds Provender."""
    before = start(phase="campaign")
    before["lords"]["york"]["where"] = "lynn"
    before["command"] = {"lord": "york", "actions": 2, "group": ["york"], "first_action": True}
    provender = before["lords"]["york"]["assets"]["provender"]
    script = [
        {"t": "choice", "by": "york", "c": "forage"},
        {"t": "choice", "by": "york", "c": "forage_roll"},
        {"t": "die", "v": die, "why": "forage", "range": "1-4"},
    ]
    changes: list[list[Any]] = [["command.actions", 2, 1]]
    if found:
        changes += [["lords.york.assets.provender", None, provender + 1], ["depleted", None, ["lynn"]]]
    return record("forage", before, changes, actor={"side": "york", "lord": "york"}, script=script, **facts)


@pytest.mark.parametrize(("die", "found"), [(4, True), (5, False)])
def test_a_command_is_run_with_its_die(die: int, found: bool) -> None:
    assert examine(forage(die, found)).good
    assert not examine(forage(die, not found)).good


def test_the_actions_left_are_compared() -> None:
    wrong = forage(5, False)
    wrong.after["command"]["actions"] = 2
    assert str(examine(wrong)) == "command.actions: 2 recorded, 1 found"


# Deviations


def accepted() -> Mapping[str, ListingRow]:
    """The project's table."""
    return read_listing(LISTING)


def she_wolf(box: int, **facts: Any) -> OperationRecord:
    """y17 A marker of York's in box 15, which must go off the end (16)."""
    before = start(drawn=["y17"])
    before["deck"]["york"].remove("y17")
    before["vassals"]["dudley"] = {"status": "mustered", "lord": "york", "box": 15}
    before["lords"]["york"]["vassals"] = ["dudley"]
    deck = sorted([*before["deck"]["york"], "y17"])
    changes = [["vassals.dudley.box", 15, box], ["deck.york", None, deck], ["drawn", None, None]]
    script = [{"t": "choice", "by": "york", "c": "play_event", "card": "y17"}]
    return record("event", before, changes, actor={"side": "york"}, args={"card": "y17"}, script=script, **facts)


def test_a_deviation_that_explains_all_is_listed() -> None:
    assert examine(she_wolf(16), accepted()).good
    assert examine(she_wolf(15, deviation=["SHE_WOLF_BOX_15"]), accepted()).listed == ("SHE_WOLF_BOX_15",)


def test_a_deviation_hides_nothing_else() -> None:
    wrong = she_wolf(15, deviation=["SHE_WOLF_BOX_15"])
    wrong.after["influence"] += 1
    finding = examine(wrong, accepted())
    assert not finding.good
    assert not finding.listed


def test_a_deviation_not_named_by_the_record_fails() -> None:
    assert not examine(she_wolf(15), accepted()).listed


def test_a_deviation_without_its_row_fails() -> None:
    table = {name: row for name, row in accepted().items() if name != "SHE_WOLF_BOX_15"}
    assert not examine(she_wolf(15, deviation=["SHE_WOLF_BOX_15"]), table).listed


def earl_of_clay(before: dict[str, Any]) -> OperationRecord:
    """3.4.4 The Lord at Ely Levies Troops from an empty pool."""
    before["phase"] = "levy"
    before["favour"]["ely"] = "york"
    before["lords"]["york"]["where"] = "ely"
    forces = before["lords"]["york"]["forces"]
    before["lords"]["march"]["forces"]["longbowmen"] += before["pool"]["longbowmen"]
    before["pool"]["longbowmen"] = 0
    before["muster"] = {"lord": "york", "actions": 2}
    levied = position(before).board.row("ely").levy_troops
    changes: list[list[Any]] = [["depleted", None, ["ely"]], ["muster.actions", 2, 1]]
    for unit, number in levied.items():
        changes.append([f"lords.york.forces.{unit}", None, forces[unit] + number])
        changes.append([f"pool.{unit}", None, before["pool"][unit] - number])
    script = [{"t": "choice", "by": "york", "c": "levy_troops", "mode": "stronghold"}]
    facts = {"actor": {"side": "york", "lord": "york"}, "args": {"mode": "stronghold", "from": "ely"}, "script": script}
    return record("levy_troops", before, changes, **facts)


def test_rules_bent_in_one_point_must_agree_in_all_others() -> None:
    beyond_the_pool = earl_of_clay(start())
    assert examine(beyond_the_pool, accepted()).listed == ("TROOP_POOL",)
    beyond_the_pool.after["depleted"] = []
    assert not examine(beyond_the_pool, accepted()).listed


# The table


def test_every_deviation_has_its_row_and_every_row_its_deviation() -> None:
    assert set(accepted()) == set(CONFORMANCE.deviations)
    assert all(row.rule and row.reason for row in accepted().values())


def test_the_table_is_read_up_to_the_records_and_written_below(tmp_path: Path) -> None:
    table = tmp_path / "table.md"
    table.write_text("# Title\n\n| id | rule | reason |\n| --- | --- | --- |\n| ONE | 1.1 | why |\n", encoding="utf-8")
    write_listing(table, [ListingRow("Ia-1", "1.1", "ONE")])
    write_listing(table, [ListingRow("Ia-2", "1.1", "ONE")])
    assert read_listing(table) == {"ONE": ListingRow("ONE", "1.1", "why")}
    text = table.read_text(encoding="utf-8")
    assert text.startswith("# Title")
    assert ("Ia-2" in text, "Ia-1" in text) == (True, False)


def test_a_row_without_three_cells_is_named(tmp_path: Path) -> None:
    table = tmp_path / "table.md"
    table.write_text("| id | rule | reason |\n| ONE | 1.1 |\n", encoding="utf-8")
    with pytest.raises(BadListing, match="line 2"):
        read_listing(table)


# The command


def test_the_report_counts_by_operation(tmp_path: Path) -> None:
    wrong = deepcopy(grow(id="Ia-2"))
    wrong["after"]["turn"] = 9
    also_wrong = wrong | {"id": "Ia-3"}
    path = write(tmp_path / "a.jsonl", grow(), wrong, also_wrong)
    report = conform(
        [path], [GameTally("Plantagenet", EXAMINER, {"Ia-3": ListingRow("Ia-3", "4.8.4", "accepted by its id")})]
    )
    lines = list(report.lines())
    assert lines[1].split() == ["grow", "1", "1", "1"]
    assert lines[2] == "Ia-2 grow: turn: 9 recorded, 4 found"
    assert lines[-1] == "1 passed, 1 failed, 1 listed"
    assert not report.clean


def test_the_command_ends_with_the_sums_and_their_exit_code(tmp_path: Path) -> None:
    wrong = deepcopy(grow())
    wrong["after"]["turn"] = 9
    good, bad = write(tmp_path / "good.jsonl", grow()), write(tmp_path / "bad.jsonl", wrong)
    runner = CliRunner()
    passed, failed = (runner.invoke(app, ["lab", "conform", str(path)]) for path in (good, bad))
    assert (passed.exit_code, passed.stdout.splitlines()[-1]) == (0, "1 passed, 0 failed, 0 listed")
    assert (failed.exit_code, failed.stdout.splitlines()[-1]) == (1, "0 passed, 1 failed, 0 listed")


def test_the_command_writes_the_records_listed(tmp_path: Path) -> None:
    table = tmp_path / "table.md"
    table.write_text(LISTING.read_text(encoding="utf-8"), encoding="utf-8")
    listed = she_wolf(15, deviation=["SHE_WOLF_BOX_15"])
    data = row("event", listed.start, [], actor=listed.actor, args=listed.args, script=listed.script)
    data |= {"after": listed.after, "deviation": ["SHE_WOLF_BOX_15"]}
    path = write(tmp_path / "a.jsonl", data)
    result = CliRunner().invoke(app, ["lab", "conform", "--write", "--listing", str(table), str(path)])
    assert result.exit_code == 0
    assert table.read_text(encoding="utf-8").endswith("| Ia-1 | y17, 2.2.3 | SHE_WOLF_BOX_15 |\n")


def test_a_file_that_is_no_record_file_is_told_in_a_line(tmp_path: Path) -> None:
    path = tmp_path / "a.jsonl"
    path.write_text("nonsense", encoding="utf-8")
    result = CliRunner().invoke(app, ["lab", "conform", str(path)])
    assert result.exit_code == 1
    assert "line 1: not a recorded operation" in result.stdout
    assert result.stdout.splitlines()[-1] == "0 passed, 1 failed, 0 listed"


def test_every_operation_has_one_rule_only() -> None:
    assert len(ADAPTERS) > 50


def of_warriors(**facts: Any) -> dict[str, Any]:
    """A record of Warriors of England."""
    with gzip.open(Path(__file__).parent / "games/warriors_of_england/examples.jsonl.gz") as lines:
        found: dict[str, Any] = json.loads(next(lines))
    return found | facts


def of_no_game(**facts: Any) -> dict[str, Any]:
    """A record of a game that is not here, although its operation has a name that is."""
    return {"id": "K-1", "op": "sail", "args": {}, "flags": [], "before": {"nobles": {}, "royals": {}}} | facts


def test_records_are_run_on_the_game_that_they_are_of_whatever_stands_beside_them(tmp_path: Path) -> None:
    rows = of_no_game(), grow(), of_warriors(), of_no_game(id="K-2"), whole_game()
    result = CliRunner().invoke(app, ["lab", "conform", str(write(tmp_path / "a.jsonl", *rows))])
    said = result.stdout.splitlines()
    assert [line for line in said if line.endswith(":")] == ["Plantagenet:", "Warriors of England:"]
    assert said[-2].endswith("a.jsonl: sail: no such game here: K-1, K-2")
    assert said[-1] == "4 passed, 2 failed, 0 listed"
    assert result.exit_code == 1


def test_the_records_of_one_game_are_not_run_on_another_that_is_named(tmp_path: Path) -> None:
    path = write(tmp_path / "a.jsonl", grow(), of_warriors(id="W-1"))
    said = CliRunner().invoke(app, ["lab", "conform", "--game", "plantagenet", str(path)]).stdout.splitlines()
    assert said[-2].endswith("a.jsonl: legal_campaign: of Warriors of England, not of Plantagenet: W-1")
    assert said[-1] == "1 passed, 1 failed, 0 listed"


@pytest.mark.parametrize("line", [{"scenario": ["Ia"]}, {"scenario": "IV"}, {"before": 3, "ops": None}, {"id": None}, {}])
def test_what_is_of_no_game_is_told_by_its_line(tmp_path: Path, line: dict[str, Any]) -> None:
    said = CliRunner().invoke(app, ["lab", "conform", str(write(tmp_path / "a.jsonl", grow(), line))]).stdout.splitlines()
    assert said[-2].endswith("a.jsonl: no operation: no such game here: line 2")
    assert said[-1] == "1 passed, 1 failed, 0 listed"


def test_a_record_without_a_position_is_told_by_the_game_that_knows_its_operation(tmp_path: Path) -> None:
    path = write(tmp_path / "a.jsonl", {"id": "r-1", "op": "land_move"}, {"id": "r-2", "op": "battle"})
    said = CliRunner().invoke(app, ["lab", "conform", str(path)]).stdout.splitlines()
    assert next(line for line in said if "r-1" in line).endswith(
        "line 1 (r-1): not a recorded operation (KeyError('before'))"
    )
    assert said[-2].endswith("a.jsonl: battle: no such game here: r-2")


def test_one_table_is_not_written_of_two_games(tmp_path: Path) -> None:
    table = tmp_path / "table.md"
    table.write_text("| id | rule | reason |\n", encoding="utf-8")
    path = write(tmp_path / "a.jsonl", grow(), of_warriors())
    result = CliRunner().invoke(app, ["lab", "conform", "--write", "--listing", str(table), str(path)])
    assert result.exit_code == 2
    assert table.read_text(encoding="utf-8") == "| id | rule | reason |\n"
