"""Records as the format allows them beyond the examples: idle choices, other orders, a choice of one, declined and used."""

from __future__ import annotations

import random
from dataclasses import replace
from typing import Any

import pytest

from pbem.engine.conformance import Record
from tests.games.plantagenet.conformance.examples import (
    choice,
    examine,
    examples,
    inserted,
    of_op,
    place_of,
    planted,
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


@pytest.mark.parametrize("name", sorted(examples()))
def test_the_order_of_what_has_none_does_not_matter(name: str) -> None:
    record = examples()[name]
    group = {"group": record.args["group"][::-1]} if "group" in record.args else {}
    other = replace(record, before=shuffled(record.before), after=shuffled(record.after), args=record.args | group)
    assert (examine(other).good, examine(other).listed) == (examine(record).good, examine(record).listed)


@pytest.mark.parametrize("name", sorted(examples()))
def test_the_options_of_a_choice_may_be_left_out(name: str) -> None:
    record = examples()[name]
    bare = replace(record, script=[{k: v for k, v in entry.items() if k != "o"} for entry in record.script])
    assert (examine(bare).good, examine(bare).listed) == (examine(record).good, examine(record).listed)


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


def second_highway() -> Record:
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
