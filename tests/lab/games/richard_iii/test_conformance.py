"""Two recorded operations of each kind, which an independent implementation has played."""

from collections import deque
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from pbem.engine.decision import Decision, YesNo
from pbem.games.richard_iii.components.board import Area, BlockId
from pbem.lab.conform.conformance import Difference, OperationRecord
from pbem.lab.conform.records import read_records
from pbem.lab.conform.run import Examiner
from pbem.lab.games.richard_iii.conformance.case import Case
from pbem.lab.games.richard_iii.conformance.conformance import CONFORMANCE, DRIVERS
from pbem.lab.games.richard_iii.conformance.deviations import AP, DEVIATIONS, PORT_PAIRS
from pbem.lab.games.richard_iii.conformance.records import records
from tests.games.richard_iii.scene import set_up

EXAMPLES = [
    each
    for each in read_records(Path(__file__).with_name("examples.jsonl.gz"), CONFORMANCE)
    if isinstance(each, OperationRecord)
]
EXAMINER = Examiner(CONFORMANCE, lambda _: set_up())


def test_there_are_some_of_each_operation() -> None:
    assert {record.op for record in EXAMPLES} == set(DRIVERS)


@pytest.mark.parametrize("record", EXAMPLES, ids=lambda record: f"{record.op} {record.id}")
def test_a_recorded_operation_ends_as_it_did(record: OperationRecord) -> None:
    finding = EXAMINER.examine(record)
    assert finding.good, str(finding)


def test_more_moves_than_ap_are_seen() -> None:
    record = next(record for record in EXAMPLES if record.op == "event_treason")
    sea = {"sea": "kent_y", "from": "calais", "to": "kent", "zone": "north_sea"}
    twice = [sea, {"land": "york_y", "path": ["kent", "middlesex"]}]
    assert not DEVIATIONS[AP].seen(record)
    record.args["moves"] = twice
    assert DEVIATIONS[AP].seen(record)


DEPARTURES = [
    each
    for each in read_records(Path(__file__).with_name("deviations.jsonl.gz"), CONFORMANCE)
    if isinstance(each, OperationRecord)
]
"""Recorded operations that depart from the rules, of each known kind."""
LISTED = {EXAMINER.examine(record, DEVIATIONS).listed for record in DEPARTURES}


@pytest.mark.parametrize("record", DEPARTURES, ids=lambda record: f"{record.op} {record.id}")
def test_a_known_departure_is_listed_where_it_is_accepted_and_fails_elsewhere(record: OperationRecord) -> None:
    listed = EXAMINER.examine(record, DEVIATIONS).listed
    assert listed
    assert not EXAMINER.examine(record).good
    assert EXAMINER.examine(record, set(DEVIATIONS) - record.flags - set(listed)).listed == ()


def test_a_list_that_is_none_is_excused_by_nothing() -> None:
    record = next(each for each in DEPARTURES if each.op == "legal_regroup" and "R11" in each.flags)
    strange = replace(record, outcome={"legal": {**record.outcome["legal"], "to": "kent"}})
    assert EXAMINER.examine(strange, DEVIATIONS).listed == ()


def test_each_kind_that_is_met_has_an_example() -> None:
    assert {name for names in LISTED for name in names} == set(DEVIATIONS) - NEVER_MET


NEVER_MET = {"R2", "R7", "R19", "R34", PORT_PAIRS}
"""Those of which no example is listed: what they do is like the rules, or is not met."""


BEGUN = [record for record in DEPARTURES if not record.start.get("result_pending")]
"""Those that begin before the game is over."""


@pytest.mark.parametrize("record", BEGUN, ids=lambda record: f"{record.op} {record.id}")
def test_a_departure_hides_nothing_else(record: OperationRecord) -> None:
    """A planted fault in the same record is told, whatever departure is known of it."""
    assert EXAMINER.examine(planted(record), DEVIATIONS).listed == ()


def planted(record: OperationRecord) -> OperationRecord:
    """The record with one thing more at its end, or in its list, that has nothing to do with its departure."""
    if record.after is None:
        legal = {**record.outcome["legal"], "planted": ["york"]}
        return replace(record, outcome={**record.outcome, "legal": legal})
    blocks = record.after["blocks"]
    noble = next(b for b in ("hastings_y", "rivers_l", "stanley_l") if blocks[b]["at"] not in ("enemy", "removed"))
    steps = 1 + blocks[noble]["steps"] % 4
    return replace(record, after={**record.after, "blocks": {**blocks, noble: {**blocks[noble], "steps": steps}}})


@pytest.mark.parametrize(
    ("name", "difference", "is_excused"),
    [
        ("R2", ("hands.york", ["ap_4"], ["ap_3"]), True),
        ("R2", ("blocks.kent_y.at", "kent", "calais"), False),
        ("R9", ("legal.sea", {"kent_y": 1}, {"kent_y": 1, "bombard_y": 2}), True),
        ("R9", ("legal.sea", {"kent_y": 1}, {"kent_y": 1, "york_y": 2}), False),
        ("R26", ("legal.retreat", {}, {"kent_y": ["kent"]}), True),
        ("R26", ("legal.retreat", {}, {"york_y": ["kent"]}), False),
        ("R26", ("legal.fire", [], ["kent_y"]), False),
        ("R11", ("legal.retreat", {}, {"york_y": ["kent"]}), True),
        ("R11", ("legal.retreat", {}, {"kent_y": ["kent"]}), False),
        ("R11", ("legal.to", {}, {"kent_y": ["kent"]}), True),
        ("R11", ("legal.to", {"kent_y": ["essex"]}, {"kent_y": ["kent"]}), False),
        ("R19", ("legal.land", {"kent_y": ["a>b"]}, {"kent_y": ["a>b", "a>c"]}), True),
        ("R19", ("legal.land", {"kent_y": ["a>d"]}, {"kent_y": ["a>b", "a>c"]}), False),
        ("R38", ("legal.homes", {"kent_y": ["kent"]}, {"kent_y": ["calais"]}), True),
        ("R38", ("legal.homes", {"york_y": ["kent"]}, {"york_y": ["calais"]}), False),
        ("R38", ("blocks.kent_y.at", "kent", "calais"), True),
        ("R38", ("blocks.york_y.at", "kent", "calais"), False),
        ("R37", ("legal.homes", {"york_y": ["kent"]}, {"york_y": ["calais"]}), True),
        ("R37", ("blocks.york_y.at", "kent", "calais"), False),
    ],
)
def test_what_a_deviation_excuses(name: str, difference: Difference, is_excused: bool) -> None:
    by_sea = with_turn(of_op("battle"), {"by_sea": ["york_y"]}, {})
    assert DEVIATIONS[name].excuse(by_sea, difference) is is_excused


# Whole games


def operation(*changes: list[Any]) -> dict[str, Any]:
    """One of a whole game, with what it changes."""
    words: dict[str, Any] = {
        "op": "supply",
        "actor": None,
        "args": {},
        "outcome": {},
        "script": [],
        "dice": [],
        "deviation": [],
    }
    return {**words, "changes": list(changes)}


def game(last: dict[str, Any], *ops: dict[str, Any]) -> list[OperationRecord]:
    """What is read of a game that begins with Henry VI as King."""
    return list(records({"game": "g", "first": {"king": "henry_vi_l"}, "ops": list(ops), "last": last}))


def test_an_operation_of_a_game_begins_where_the_one_before_has_ended() -> None:
    dies, york = operation(["king", "henry_vi_l", None]), operation(["king", None, "york_y"])
    assert [(each.id, each.after) for each in game({"king": "york_y"}, dies, york)] == [
        ("g#1", {}),
        ("g#2", {"king": "york_y"}),
    ]
    with pytest.raises(ValueError, match="g#1: its king before is not that after the operation before it"):
        game({"king": "york_y"}, york)


def test_a_game_ends_with_its_last_position() -> None:
    with pytest.raises(ValueError, match="its king at the end is not that after the last operation"):
        game({"king": "york_y"}, operation(["king", "henry_vi_l", None]))


# What the format describes and no example shows


def with_turn(record: OperationRecord, before: dict[str, Any], after: dict[str, Any]) -> OperationRecord:
    """The record with other facts of its turn."""
    start, end = (
        {**now, "turn_state": {**now["turn_state"], **facts}}
        for now, facts in ((record.start, before), (record.after, after))
    )
    return replace(record, before=start, after=end)


def of_op(op: str) -> OperationRecord:
    """An example of an operation."""
    return next(record for record in EXAMPLES if record.op == op)


@pytest.mark.parametrize(("op", "ap"), [("land_move", 0), ("recruit", -1)])
def test_an_operation_by_itself_below_nothing_is_listed(op: str, ap: int) -> None:
    """5.1 As within a phase in which AP fell below nothing."""
    record = of_op(op)
    active = [area for area in record.start["turn_state"]["activated"] if area != record.args.get("path", [""])[0]]
    ends = sorted([*active, record.args["path"][0]]) if op == "land_move" else active
    below = with_turn(record, {"ap": ap, "activated": active}, {"ap": ap - 1, "activated": ends})
    below = replace(below, outcome={name: fact for name, fact in below.outcome.items() if name != "ap_left"})
    assert EXAMINER.examine(below, {AP}).listed == (AP,)
    other = with_turn(below, {}, {"ap": ap})
    assert EXAMINER.examine(other, {AP}).listed == ()


def test_a_list_with_no_ap_left_may_offer_what_is_not_paid_for() -> None:
    """5.1 As the moves themselves are, and nothing else in the list."""
    lists = (each for each in (*EXAMPLES, *DEPARTURES) if each.op == "legal_action" and each.outcome["legal"]["land"])
    record = replace(next(lists), flags=frozenset())
    legal = record.outcome["legal"]
    start = next(path.partition(">")[0] for ways in legal["land"].values() for path in ways)
    bare = {**legal, "sea": {}, "recruit": {}}
    nothing = {"ap": 0, "activated": [start], "port_pairs": {}}
    now = {**record.start, "turn_state": {**record.start["turn_state"], **nothing}}
    free = replace(record, before=now, outcome={"legal": bare})
    assert not EXAMINER.examine(free).good
    assert EXAMINER.examine(free, {AP}).listed == (AP,)
    paid = {block: [way for way in ways if way.startswith(f"{start}>")] for block, ways in legal["land"].items()}
    paid = {block: ways for block, ways in paid.items() if ways}
    assert EXAMINER.examine(replace(free, outcome={"legal": {**bare, "land": paid}})).good
    fewer = {block: ways for block, ways in legal["land"].items() if block not in paid}
    assert not EXAMINER.examine(replace(free, outcome={"legal": {**bare, "land": fewer}}), {AP}).listed


def test_of_several_ports_the_last_is_remembered() -> None:
    """5.31 A second block to the first of two ports pays again, and nothing else differs."""
    moves = [{"sea": "a", "from": "calais", "to": to, "zone": "north_sea"} for to in ("kent", "east_anglia", "kent")]
    record = of_op("action_phase")
    assert not DEVIATIONS[PORT_PAIRS].seen(record)
    record = replace(record, args={**record.args, "moves": moves})
    assert DEVIATIONS[PORT_PAIRS].seen(record)
    case = Case(record, set_up())
    DEVIATIONS[PORT_PAIRS].bend(case)
    calais, kent, anglia = map(Area, ("calais", "kent", "east_anglia"))
    case.s.pairs, case.script.moves = [(calais, kent), (calais, anglia)], deque()
    case.script.acts(Decision("york", "5.3", "", "Which?", YesNo(), lambda: False))
    assert case.s.pairs == [(calais, anglia)]


def test_clarence_goes_where_he_is_recorded_or_to_the_pool() -> None:
    record = of_op("king_home")
    for told, homes in (("kent", (Area("kent"),)), ("pool", ())):
        case = Case(replace(record, args={**record.args, "homes": {"clarence_l": told}}), set_up())
        DEVIATIONS["R40"].bend(case)
        assert case.s.board.blocks[BlockId("clarence_l")].homes == homes


@pytest.mark.parametrize("field", ["colour", "ambiguity"])
def test_a_field_that_is_not_known_is_told(field: str) -> None:
    with pytest.raises(ValueError, match=f"unknown field '{field}'"):
        list(records({"op": "supply", field: 3}))


def test_null_is_as_good_as_nothing() -> None:
    now = of_op("begin_round")
    row = {"id": "x", "op": now.op, "actor": None, "before": now.before, "after": now.after}
    (read,) = records(row | dict.fromkeys(("args", "outcome", "script", "dice", "deviation", "nested_in", "changes")))
    assert EXAMINER.examine(read).good


def test_what_begins_after_the_end_of_a_game_has_no_rule() -> None:
    """9.0 R44 The game goes on without an heir, which breaks the rules that ask for one."""
    record = replace(of_op("succession"), script=[])
    blocks = {name: {**facts, "at": "removed"} for name, facts in record.start["blocks"].items()}
    nobody = {**record.start, "king": None, "blocks": blocks}
    assert not EXAMINER.examine(replace(record, before=nobody), {"R44"}).listed
    over = replace(record, before={**nobody, "result_pending": "york"})
    assert not EXAMINER.examine(over).good
    assert EXAMINER.examine(over, {"R44"}).listed == ("R44",)


def test_the_pretender_is_supplied_before_the_king() -> None:
    """7.0 R34 As records have it that depart from the rules; where nobody falls there is no difference."""
    record = of_op("supply")
    case = Case(record, set_up())
    DEVIATIONS["R34"].bend(case)
    DRIVERS["supply"](case)
    assert not case.differences()


@pytest.mark.parametrize(
    ("op", "args"),
    [
        ("sea_move", {"from": "isle_of_man"}),
        ("land_move", {"card": "plague"}),
        ("regroup", {"where": "isle_of_man"}),
        ("regroup", {"moves": []}),
    ],
)
def test_what_an_argument_tells_beside_the_decision_is_compared(op: str, args: dict[str, Any]) -> None:
    record = next(each for each in EXAMPLES if each.op == op and each.args.get("moves", [0]))
    assert not EXAMINER.examine(replace(record, args={**record.args, **args})).good


@pytest.mark.parametrize(
    ("kind", "fact", "value"),
    [("fire", "hits", 9), ("fire", "firepower", 9), ("counter", "dice", [1]), ("treason", "success", None)],
)
def test_what_a_script_tells_of_a_roll_is_compared(kind: str, fact: str, value: Any) -> None:
    record = next(each for each in EXAMPLES if any(entry.get("kind") == kind for entry in each.script))
    script = [{**entry, fact: value} if entry.get("kind") == kind else entry for entry in record.script]
    assert not EXAMINER.examine(replace(record, script=script)).good


def test_who_controls_an_area_and_the_main_border_of_a_battle_are_compared() -> None:
    battle = of_op("battle_fire")
    where = battle.after["battle"]["where"]
    control = {**battle.after, "control": {**battle.after["control"], where: "york"}}
    border = with_turn(battle, {}, {"main_border": {where: "isle_of_man"}})
    assert not EXAMINER.examine(replace(battle, after=control)).good
    assert not EXAMINER.examine(border).good


def test_the_minors_due_are_compared_as_far_as_there_are_any() -> None:
    def minors(record: OperationRecord) -> int:
        return sum(block.endswith("_y") and facts["at"] == "minor" for block, facts in record.after["blocks"].items())

    def with_due(record: OperationRecord, number: int) -> OperationRecord:
        return replace(record, after={**record.after, "minors_due": {**record.after["minors_due"], "york": number}})

    left = next(each for each in EXAMPLES if each.after and minors(each) and not each.after["minors_due"]["york"])
    none = next(each for each in EXAMPLES if each.after and not minors(each))
    assert not EXAMINER.examine(with_due(left, 1)).good
    assert EXAMINER.examine(with_due(none, 3)).good


def test_a_home_that_clarence_chose_is_not_left_over() -> None:
    record = of_op("king_home")
    chosen = {"t": "choice", "by": "lancaster", "c": "home", "block": "clarence_l", "area": "kent"}
    case = Case(replace(record, script=[*record.script, chosen]), set_up())
    DEVIATIONS["R40"].bend(case)
    assert case.script.take("home", block="clarence_l") is None
    assert case.s.board.blocks[BlockId("clarence_l")].homes == (Area("kent"),)


@pytest.mark.parametrize(
    ("op", "fact", "value"),
    [
        ("play_cards", "p2", "nobody"),
        ("battle", "winner_of_battle", "nobody"),
        ("battle", "rounds", 9),
        ("treason_roll", "loyalty", 9),
    ],
)
def test_what_an_outcome_tells_is_compared(op: str, fact: str, value: Any) -> None:
    record = of_op(op)
    wrong = replace(record, outcome={**record.outcome, fact: value})
    assert str(EXAMINER.examine(wrong)).startswith(f"{fact}: ")
