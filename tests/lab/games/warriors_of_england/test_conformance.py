"""The worked examples of the rulebook, as an independent implementation has recorded them."""

from collections import deque
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from pbem.games.warriors_of_england.components.nobles import at
from pbem.games.warriors_of_england.components.state import battle_of
from pbem.lab.conform.conformance import OperationRecord
from pbem.lab.conform.records import read_records
from pbem.lab.conform.run import Examiner
from pbem.lab.games.warriors_of_england.conformance.case import Case
from pbem.lab.games.warriors_of_england.conformance.conformance import CONFORMANCE
from pbem.lab.games.warriors_of_england.conformance.records import records
from tests.games.warriors_of_england.scene import set_up

EXAMPLES = list(read_records(Path(__file__).with_name("examples.jsonl.gz"), CONFORMANCE))
EXAMINER = Examiner(CONFORMANCE, lambda _: set_up())


def test_there_are_thirty_three() -> None:
    assert len(EXAMPLES) == 33


@pytest.mark.parametrize("record", EXAMPLES, ids=lambda record: record.id)
def test_an_example_of_the_rulebook_comes_out_as_it_says(record: OperationRecord) -> None:
    finding = EXAMINER.examine(record)
    assert finding.good, str(finding)


# What the format describes and no example shows


def of_op(op: str) -> OperationRecord:
    """An example of an operation."""
    return next(record for record in EXAMPLES if isinstance(record, OperationRecord) and record.op == op)


def test_a_levy_that_names_more_than_there_is_room_for_is_refused() -> None:
    """9.0 What nobody has room for is a Troop too many, also below the limit of rank."""
    record = of_op("levy")
    case = Case(record, set_up())
    area, nobles = next((area, nobles) for area, nobles in record.args["levies"].items() if nobles)
    assert EXAMINER.examine(record).good
    case.script.given = {}
    full = {
        noble: {**facts, "troops": 2 * 3} if facts["at"] == area else facts
        for noble, facts in record.start["nobles"].items()
    }
    before = {**record.start, "nobles": full}
    surplus = replace(record, op="refused", args={"op": "levy", "levies": {area: nobles}}, before=before)
    assert EXAMINER.examine(surplus).good


def test_the_first_of_two_withdrawals_is_the_other_sides() -> None:
    """7.6.1 Where the side that is not the Aggressor has nowhere to go, the rules ask the Aggressor alone."""
    case = Case(of_op("withdraw"), set_up())
    battle = battle_of(case.s)
    mine = at(case.s, battle.at, battle.aggressor)
    stays, goes = {"to": None}, {"to": "wales", "nobles": mine[:1], "flee": mine[1:]}
    case.script.steps = deque([("withdraw", stays), ("withdraw", goes)])
    assert case.script.is_of(battle.aggressor)
    assert list(case.script.steps) == [("withdraw", goes)]
    assert not case.script.is_of(battle.aggressor.enemy)
    case.script.steps = deque([("withdraw", stays), ("withdraw", stays)])
    assert case.script.is_of(battle.aggressor.enemy)
    assert len(case.script.steps) == 2


def test_a_field_that_is_not_known_is_told() -> None:
    with pytest.raises(ValueError, match="unknown field 'colour'"):
        list(records({"op": "score", "colour": 3}))


@pytest.mark.parametrize("op", ["intrigue", "losses", "withdraw", "control"])
def test_what_an_outcome_tells_is_compared(op: str) -> None:
    record = of_op(op)
    assert EXAMINER.examine(record).good
    rows = [["devon", 1, "cup"]]
    wrong = replace(record, outcome={**record.outcome, "needed": 9, "success": True, "flights": rows, "rolled": rows})
    assert str(EXAMINER.examine(wrong)).startswith("outcome.")


def test_the_terms_of_a_choice_are_compared() -> None:
    intrigue, levy = of_op("legal_intrigue"), of_op("legal_levy")
    assert not EXAMINER.examine(replace(intrigue, args={**intrigue.args, "needed": {"york": 9}})).good
    areas = {area: {**facts, "max": 9} for area, facts in levy.args["legal"].items()}
    assert "max" in str(EXAMINER.examine(replace(levy, args={**levy.args, "legal": areas})))


@pytest.mark.parametrize("op", ["losses", "withdraw"])
def test_what_breaks_no_rule_is_not_refused_for_want_of_dice(op: str) -> None:
    """A refusal has no dice: it must be for what it names."""
    record = of_op(op)
    lawful = replace(record, op="refused", args={"op": op, **record.args}, script=[])
    assert str(EXAMINER.examine(lawful)).startswith("refused: ")
    losses: dict[str, Any] = {"troops": {}, "nobles": []}
    unlawful = losses if op == "losses" else {"to": "london", "nobles": ["york"], "flee": []}
    assert EXAMINER.examine(replace(lawful, args={**lawful.args, **unlawful})).good


def test_a_campaign_begins_where_its_nobles_are() -> None:
    record = of_op("campaign")
    assert not EXAMINER.examine(replace(record, args={**record.args, "from": "ireland"})).good


def test_a_battle_is_fought_where_it_is_recorded() -> None:
    record = of_op("battle")
    assert not EXAMINER.examine(replace(record, args={**record.args, "at": "ireland"})).good


@pytest.mark.parametrize(("op", "outcome"), [("control", {"auto": [["wales", "york"]]}), ("losses", {"flights": []})])
def test_a_list_of_an_outcome_is_compared_an_empty_one_too(op: str, outcome: dict[str, Any]) -> None:
    records_of_it = [each for each in EXAMPLES if isinstance(each, OperationRecord) and each.op == op]
    found = [EXAMINER.examine(replace(each, outcome={**each.outcome, **outcome})) for each in records_of_it]
    assert not all(finding.good for finding in found)


def test_lists_have_no_order() -> None:
    """Nobles who march or withdraw together are named in any order."""
    campaign, withdraw = of_op("legal_campaign"), of_op("withdraw")
    turned = [{**each, "nobles": each["nobles"][::-1]} if "nobles" in each else each for each in campaign.args["legal"]]
    assert EXAMINER.examine(replace(campaign, args={"legal": turned[::-1]})).good
    battle = withdraw.after["battle"]
    retreat = {**battle["retreat"], "nobles": battle["retreat"]["nobles"][::-1]}
    after = {**withdraw.after, "battle": {**battle, "retreat": retreat}}
    assert len(retreat["nobles"]) > 1
    assert EXAMINER.examine(replace(withdraw, after=after)).good


def game(**facts: Any) -> list[OperationRecord]:
    """What is read of a whole game of one step."""
    first = {"vp": 0, "turn": 1, "result": None, "control": {"wales": None}}
    step: dict[str, Any] = {
        "op": "score",
        "actor": None,
        "args": {},
        "dice": [],
        "outcome": None,
        "flags": [],
        "changes": [["vp", 0, 3]],
    }
    ends = {"last": {**first, "vp": 3, "control": {}}, "result": None, "vp": 3, "turns": 1}
    return list(records({"game": "g", "setup": {"nobles": []}, "first": first, "steps": [step], **ends, **facts}))


def test_a_whole_game_begins_with_its_set_up_and_ends_with_its_last_position() -> None:
    setup, score = game()
    assert (setup.op, setup.before, setup.after["vp"]) == ("setup", None, 0)
    assert (score.start["vp"], score.after["vp"]) == (0, 3)
    with pytest.raises(ValueError, match="its vp at the end is not that after the last step"):
        game(vp=4)
    with pytest.raises(ValueError, match="its turn at the end"):
        game(turns=2)
