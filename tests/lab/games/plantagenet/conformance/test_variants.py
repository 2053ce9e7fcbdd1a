"""Records as the format allows them beyond the examples: idle choices, other orders, a choice of one, declined and used."""

from __future__ import annotations

import random
from dataclasses import replace
from itertools import pairwise
from typing import Any

import pytest

from pbem.lab.conform.conformance import OperationRecord
from pbem.lab.conform.run import Examiner, RecordFinding
from pbem.lab.games.plantagenet.conformance.bending import roll_the_rest
from pbem.lab.games.plantagenet.conformance.case import Case
from pbem.lab.games.plantagenet.conformance.conformance import CONFORMANCE
from pbem.lab.games.plantagenet.conformance.deviations import DEVIATIONS
from pbem.lab.games.plantagenet.conformance.outcomes import course
from pbem.lab.games.plantagenet.conformance.snapshot import SCENARIOS
from tests.lab.games.plantagenet.conformance.examples import (
    as_recorded,
    choice,
    examine,
    examples,
    first,
    inserted,
    of_op,
    place_of,
    planted,
    settled,
    with_choice,
)

UNORDERED = ("capabilities", "vassals", "depleted", "exhausted", "york", "lancaster", "this_levy", "this_campaign")
SIDE = "york"


def shuffled(data: Any, key: str = "") -> Any:
    """The same with everything in another order that has none of its own."""
    rng = random.Random(7)  # noqa: S311
    if isinstance(data, dict):
        items = [(name, data[name] if name == "plan" else shuffled(data[name], name)) for name in data]
        rng.shuffle(items)
        return dict(items)
    return rng.sample(data, len(data)) if isinstance(data, list) and key in UNORDERED else data


def outcome(finding: RecordFinding) -> tuple[bool, Any]:
    """Whether a record passes, and by which deviations."""
    return finding.good, finding.listed


@pytest.mark.parametrize("name", sorted(examples()))
def test_the_order_of_what_has_none_does_not_matter(name: str) -> None:
    record = examples()[name]
    group = {"group": record.args["group"][::-1]} if "group" in record.args else {}
    other = replace(record, before=shuffled(record.before), after=shuffled(record.after), args=record.args | group)
    assert outcome(examine(other)) == outcome(as_recorded(name))


@pytest.mark.parametrize("name", sorted(examples()))
def test_the_options_of_a_choice_may_be_left_out(name: str) -> None:
    record = examples()[name]
    bare = replace(record, script=[{k: v for k, v in entry.items() if k != "o"} for entry in record.script])
    assert outcome(examine(bare)) == outcome(as_recorded(name))


# Choices that mean nothing


def test_a_wing_named_after_a_ravine_though_one_is_left_passes() -> None:
    record = with_choice("ravine_target")
    place = next(n for n, entry in enumerate(record.script) if entry["t"] == "strike")
    for fields in ({"position": "attacker.1"}, {"lord": "oxford"}):
        assert examine(inserted(record, place, choice(SIDE, "flank_toward", **fields))).good


def test_a_group_put_together_lord_by_lord_passes() -> None:
    record = of_op("march")
    toggled = choice(record.actor["side"], "toggle_group_lord", lord=record.actor["lord"])
    assert examine(inserted(record, 0, toggled)).good


def test_a_choice_of_one_passes_by_any_name() -> None:
    record = next(each for each in examples().values() if each.args.get("card") == "y15")
    only = choice(SIDE, "another_favour_at", where="london", o=["another_favour_at:london"])
    assert examine(inserted(record, len(record.script), only)).good
    several = only | {"o": ["another_favour_at:london", "another_favour_at:calais"]}
    assert "another_favour_at" in str(examine(inserted(record, len(record.script), several)))


def test_the_second_marker_of_london_is_placed_without_a_choice() -> None:
    record = next(each for each in examples().values() if each.args.get("card") == "y15")
    assert examine(inserted(record, len(record.script), choice(SIDE, "second_favour_at", where="london"))).good


# Regroup


def test_regroup_may_be_used_declined_and_used_again() -> None:
    record = with_choice("use_regroup")
    again = inserted(record, place_of(record, "use_regroup"), choice(SIDE, "use_regroup"), choice(SIDE, "no_regroup"))
    assert examine(again).good


def test_regroup_is_not_taken_before_the_strike_it_follows() -> None:
    record = with_choice("use_regroup")
    strikes = [n for n, entry in enumerate(record.script) if entry["t"] == "strike"]
    place = place_of(record, "use_regroup")
    assert any(n < place for n in strikes)
    early = [entry for entry in record.script if entry.get("why") != "regroup" and "regroup" not in entry.get("c", "")]
    assert not examine(replace(record, script=early)).good


# Parley by Ways


@pytest.mark.parametrize("op", ["levy_parley", "campaign_parley"])
def test_going_by_way_where_that_is_no_longer_passes(op: str) -> None:
    record = of_op(op)
    by_way = replace(record, args=record.args | {"by_way": True})
    assert examine(by_way).good
    target = {"t": "route", "to": record.args["target"], "ways": 1}
    said = inserted(record, 1, choice(record.actor["side"], "go_by_way", o=["go_by_way", "blockade_roll"]), target)
    assert examine(said).good


# Who would move along


def test_who_would_move_along_is_not_who_moved() -> None:
    record = second_highway()
    for group in ([], [record.actor["lord"]], record.args["group"]):
        assert examine(planted(record, "before", ("command", "group"), group)).good


def second_highway() -> OperationRecord:
    """4.3.3 A March along a free second Highway."""
    return next(
        each
        for each in examples().values()
        if each.op == "march" and each.start["command"].get("second_highway_free") and len(each.args["group"]) > 1
    )


def test_mercenaries_whose_payer_is_not_named_are_not_taken_for_none() -> None:
    record = next(each for each in examples().values() if each.args.get("mercenary_coin_from"))
    args = {name: value for name, value in record.args.items() if name != "mercenary_coin_from"}
    script = [entry for entry in record.script if entry.get("c") != "mercenary_coin"]
    assert str(examine(replace(record, args=args, script=script))) == "'levy troops mercenaries' is not open"


# What is unknown


@pytest.mark.parametrize(
    ("field", "path", "value", "told"),
    [
        ("args", ("colour",), "red", "unknown argument 'colour'"),
        ("actor", ("side",), "france", "unknown side 'france'"),
        ("actor", ("lord",), "nobody", "unknown lord 'nobody'"),
        ("outcome", ("colour",), "red", "unknown outcome 'colour'"),
        ("after", ("colour",), "red", "unknown field of a position 'colour'"),
        ("before", ("lords", "york", "colour"), "red", "unknown field of a lord 'colour'"),
        ("before", ("lords", "york", "status"), "asleep", "unknown status of a lord 'asleep'"),
        ("before", ("vassals", "dudley", "status"), "asleep", "unknown status of a vassal 'asleep'"),
        ("before", ("held", "york"), ["y99"], "unknown card 'y99'"),
        ("before", ("command", "colour"), "red", "unknown field of command 'colour'"),
    ],
)
def test_what_is_unknown_is_told(field: str, path: tuple[str, ...], value: Any, told: str) -> None:
    record = next(each for each in examples().values() if each.op == "supply" and each.scenario == "Ia")
    assert str(examine(planted(record, field, path, value))) == told


@pytest.mark.parametrize(
    ("entry", "told"),
    [
        ({"t": "song"}, "unknown entry 'song'"),
        ({"t": "choice", "by": "york", "c": "supply", "colour": "red"}, "unknown field of a choice 'colour'"),
        ({"t": "choice", "by": "york", "c": "dance"}, "left in the script: dance"),
        ({"t": "choice", "by": "york", "c": "end_round_now"}, "left in the script: end_round_now"),
        ({"t": "die", "v": 3, "why": "luck", "range": "1-3"}, "unknown purpose of a die 'luck'"),
        ({"t": "die", "v": 7, "why": "forage", "range": "1-3"}, "unknown face of a die 7"),
        ({"t": "die", "v": 3, "why": "forage", "range": "1-3"}, "left in the script: die for forage"),
    ],
)
def test_what_is_unknown_in_a_script_is_told(entry: dict[str, Any], told: str) -> None:
    record = of_op("supply")
    assert str(examine(inserted(record, len(record.script), entry))) == told


def test_what_is_said_in_two_ways_is_told() -> None:
    record = of_op("tax")
    assert "in the script" in str(examine(planted(record, "args", ("where",), "truro")))


def test_an_unknown_scenario_and_operation_are_told() -> None:
    assert "no scenario 'IV'" in str(examine(replace(of_op("tax"), scenario="IV")))
    assert "no rule for the operation 'dance'" in str(examine(replace(of_op("tax"), op="dance")))


# What the format describes and no example shows


def said(record: OperationRecord, **rows: Any) -> OperationRecord:
    """A list of what is open that holds more."""
    return replace(record, outcome={"legal": record.outcome["legal"] | rows})


def with_card(record: OperationRecord, card: str) -> OperationRecord:
    """The record with a card on the mat of the Lord who acts."""
    lord = record.actor["lord"]
    held = [*record.start["lords"][lord]["capabilities"], card]
    for field in ("before", "after"):
        record = planted(record, field, ("lords", lord, "capabilities"), held)
        deck = [each for each in record.start["deck"][record.actor["side"]] if each != card]
        record = planted(record, field, ("deck", record.actor["side"]), deck)
    return record


def test_whom_heralds_may_call_is_compared() -> None:
    """l4 Nobody of the Lord's own side waits on the Calendar."""
    oxford = next(e for e in examples().values() if e.op == "legal_command" and e.actor["lord"] == "oxford")
    record = with_card(oxford, "l4")
    assert settled(examine(said(record, heralds=[], merchants=False)))
    assert "heralds" in differs(said(record, heralds=["northumberland_y2"]))
    assert "heralds_lord" in differs(said(record, heralds_lord=[{"lord": "northumberland_y2"}]))
    assert "merchants" in differs(said(record, merchants=True))


def differs(record: OperationRecord) -> list[str]:
    """Where our rules lead elsewhere."""
    return [path for path, _, _ in examine(record).differences]


def test_what_agitators_may_harm_is_compared() -> None:
    """y10 As a list of places or of rows; nobody has the card here, so none is open."""
    record = of_op("legal_command")
    for name in ("agitate", "agitators"):
        assert examine(said(record, **{name: []})).good
        assert name in str(examine(said(record, **{name: ["truro"]})))
        assert name in str(examine(said(record, **{name: [{"where": "truro"}]})))


def test_a_blockade_may_leave_open_what_a_parley_costs() -> None:
    record = next(e for e in examples().values() if e.op == "legal_levy" and e.scenario == "Ic")
    free, barred = ([{"target": "salisbury", **more}] for more in ({}, {"naval_blockade": True}))
    assert "cost_ip" in str(examine(said(record, parley=free)))
    assert "broke down" not in str(examine(said(record, parley=barred)))
    away = [*record.outcome["legal"]["parley"], {"target": "york", "naval_blockade": True}]
    assert str(examine(said(record, parley=away))).startswith("parley: ")


def test_where_troops_are_levied_from_is_compared() -> None:
    """l12 Commission of Array; nobody can use it here."""
    record = of_op("legal_levy")
    for told in ("york", ["york", "lynn"]):
        assert "levy_troops" in str(examine(said(record, levy_troops=[{"mode": "commission_of_array", "from": told}])))
    stronghold = next(e for e in examples().values() if e.op == "levy_troops" and e.args["mode"] == "stronghold")
    args = {name: value for name, value in stronghold.args.items() if name != "from"}
    script = [entry for entry in stronghold.script if entry.get("c") != "levy_from"]
    assert settled(examine(replace(stronghold, args=args, script=script)))


def test_an_event_drawn_may_go_back_to_the_deck() -> None:
    held = of_op("hold_event")
    side, card = held.actor["side"], held.args["card"]
    deck = sorted([*held.start["deck"][side], card])
    back = replace(held, op="discard_event", script=[choice(side, "discard_event", card=card)])
    back = planted(planted(back, "after", ("deck", side), deck), "after", ("held", side), held.start["held"][side])
    assert examine(back).good


def test_a_lord_who_has_landed_feeds_within_his_landing() -> None:
    """4.8.2 Nested in Disembark: he alone Feeds, although nobody is marked."""
    record = next(e for e in examples().values() if e.op == "feed" and e.choices("feed_own"))
    side, lord = record.actor["side"], record.choices("feed_own")[0]["lord"]
    row = {name: fact for name, fact in record.start["lords"][lord].items() if name != "moved_fought"}
    forces = dict.fromkeys(row["forces"], 0) | {"retinue": 1, "militia": 1}
    assets = row["assets"] | {"provender": 2}
    others = {name: {k: v for k, v in each.items() if k != "moved_fought"} for name, each in record.start["lords"].items()}
    before = record.start | {
        "lords": others | {lord: row | {"forces": forces, "assets": assets, "vassals": []}},
    }
    after = before | {"lords": before["lords"] | {lord: before["lords"][lord] | {"assets": assets | {"provender": 1}}}}
    own = [choice(side, "feed_own", lord=lord)]
    for actor in ({"side": side, "lord": lord}, {"side": side}):
        fed = replace(
            record, actor=actor, nested_in=["disembark"], before=before, after=after, script=own, flags=frozenset()
        )
        assert "provender" not in str(examine(fed).differences)
        assert not examine(fed).problem


def test_routed_victors_lose_what_fails_and_keep_the_rest() -> None:
    """4.4.3 As an order of dice that is followed where a Lord slips away (l16)."""
    record = next(e for e in examples().values() if "LOSSES_FOR_ROUTED_VICTOR" in e.flags)
    case = Case(record, first(SCENARIOS[record.scenario]))
    rows = [(entry, die) for entry, die in pairwise(record.script) if entry.get("c") == "loss_roll"]
    for entry, _ in rows:
        mat = case.s.mats[entry["lord"]]
        mat.routed[entry["unit"]] = mat.routed.get(entry["unit"], 0) + 1
    forces = {lord: sum(mat.forces.values()) for lord, mat in case.s.mats.items()}
    roll_the_rest(case)
    back = [entry["lord"] for entry, die in rows if die["v"] <= int(die["range"].split("-")[1])]
    assert {lord: sum(mat.forces.values()) - forces[lord] for lord, mat in case.s.mats.items() if lord in back} == {
        lord: back.count(lord) for lord in back
    }
    assert not any(sum(mat.routed.values()) for mat in case.s.mats.values())


def test_false_and_nothing_are_as_good_as_absent() -> None:
    """3 Absent marks of Lords are false or empty."""
    record = of_op("supply")
    for field in ("before", "after"):
        for lord, row in getattr(record, field)["lords"].items():
            if row["status"] == "on_map" and "moved_fought" not in row:
                record = planted(record, field, ("lords", lord, "moved_fought"), value=False)
                record = planted(record, field, ("lords", lord, "routed"), {})
    assert examine(record).good


def test_what_is_not_in_a_list_is_not_open() -> None:
    record = of_op("legal_command")
    without = {name: rows for name, rows in record.outcome["legal"].items() if rows not in ([], False)}
    assert examine(replace(record, outcome={"legal": without})).good


def test_reasons_of_points_that_are_not_known_leave_their_sum() -> None:
    record = of_op("tides_of_war")
    awards = {
        side: [[points, f"Because {reason}"] for points, reason in rows] for side, rows in record.outcome["awards"].items()
    }
    assert examine(replace(record, outcome=record.outcome | {"awards": awards})).good
    more = {side: [*rows, [1, "Because"]] for side, rows in awards.items()}
    assert not examine(replace(record, outcome=record.outcome | {"awards": more})).good


@pytest.mark.parametrize(
    ("op", "kind", "more"),
    [
        ("agitators", "agitate", "agitate:truro"),
        ("heralds", "heralds_lord", "heralds_lord:york"),
        ("exile_pact", "exile_box", "exile_box:ireland"),
    ],
)
def test_what_could_be_named_is_compared(op: str, kind: str, more: str) -> None:
    record = next(
        each for each in examples().values() if each.op == op and all(more not in e["o"] for e in each.choices(kind))
    )
    script = [entry | {"o": [*entry["o"], more]} if entry.get("c") == kind else entry for entry in record.script]
    assert f"options of {kind}" in differs(replace(record, script=script))


def test_the_losses_of_routed_victors_are_tested_as_recorded() -> None:
    """4.4.3 Every die's range, of those that the rules do not ask for too."""
    record = next(e for e in examples().values() if "LOSSES_FOR_ROUTED_VICTOR" in e.flags)
    assert "LOSSES_FOR_ROUTED_VICTOR" in examine(record).listed
    dice = [entry for entry in record.script if entry.get("why") == "losses"]
    for die in dice:
        script = [entry | {"range": "1-6"} if entry is die else entry for entry in record.script]
        assert not settled(examine(replace(record, script=script)))


@pytest.mark.parametrize(("op", "kind"), [("muster_exile", "exile_box"), ("king_richard_setup", "king_richard")])
def test_an_argument_does_where_the_choice_is_not_told(op: str, kind: str) -> None:
    record = of_op(op)
    assert record.choices(kind)
    script = [entry for entry in record.script if entry.get("c") != kind]
    assert examine(replace(record, script=script)).good


# Lists of what is open, and what a card does there against the rules


def with_troops(record: OperationRecord, *modes: str) -> OperationRecord:
    """A list of what is open with other ways to Levy Troops."""
    legal = {**record.outcome["legal"], "levy_troops": [{"mode": mode} for mode in modes]}
    return replace(record, outcome={"legal": legal})


def open_to(side: str, box: str) -> OperationRecord:
    """A list of what is open to a Lord of the side that an Exile box serves, made of what he Levies."""
    levies = (each for each in examples().values() if each.op.startswith("levy_") and each.actor.get("side") == side)
    levy = next(each for each in levies if each.start["exile_boxes"].get(box) == side)
    legal = {"actions": levy.start["muster"]["actions"]}
    return replace(levy, op="legal_levy", args={}, script=[], after=levy.start, outcome={"legal": legal})


def placed(record: OperationRecord, where: str, card: str) -> OperationRecord:
    """A list of what is open to a Lord who stands elsewhere and has one card alone."""

    def moved(now: Any) -> Any:
        row = {**now["lords"][record.actor["lord"]], "where": where, "capabilities": [card]}
        return {**now, "lords": {**now["lords"], record.actor["lord"]: row}}

    return replace(record, before=moved(record.before), after=moved(record.after))


def troops_unlike(record: OperationRecord, *bent: str) -> list[Any]:
    """What differs in the ways to Levy Troops, with our rules bent."""
    bends = [DEVIATIONS[name].bend for name in bent]
    found = Examiner(CONFORMANCE, first).attempt(record, bends)
    assert not found.problem
    return [each for each in found.differences if each[0] == "levy_troops"]


def test_irishmen_are_offered_in_an_exhausted_ireland() -> None:
    """y18 As the Levy itself is listed, so is the list that offers it."""
    record = open_to("york", "ireland")
    irish = with_troops(placed(record, "ireland", "y18"), "irishmen")
    worn = {"exhausted": ["ireland"], "depleted": []}
    irish = replace(irish, before={**irish.start, **worn}, after={**irish.after, **worn})
    assert troops_unlike(irish) == [("levy_troops", ["irishmen"], [])]
    assert troops_unlike(irish, "IRISHMEN_EXHAUSTED") == []


def test_commission_of_array_is_offered_in_an_exile_box() -> None:
    """l12 Offered there, and nothing else with it."""
    record = open_to("lancaster", "france")
    array = placed(record, "france", "l12")
    for modes, is_seen, is_excused in (
        (("commission_of_array",), True, True),
        (("commission_of_array", "stronghold"), True, False),
        (("stronghold",), False, False),
    ):
        offered = with_troops(array, *modes)
        (difference,) = troops_unlike(offered)
        deviation = DEVIATIONS["ARRAY_FROM_EXILE_BOX"]
        assert deviation.seen(offered) is is_seen
        assert deviation.excuse(offered, difference) is is_excused


def test_a_supply_that_a_blockade_stops_may_tell_no_amount() -> None:
    """y15 Nothing is added, whether that is said or not."""
    record = of_op("supply")
    stopped = replace(record, after=record.start, outcome={"blockade_passed": False})
    assert course(stopped, [])["outcome.provender_added"] == (0, 0)
