"""Every kind of illegal line of a Muster and of a Command card is refused with what really keeps it from being done."""

from __future__ import annotations

from collections.abc import Callable, Coroutine
from copy import deepcopy
from dataclasses import replace
from functools import partial
from typing import Any

import pytest

from pbem.engine.dice import Fate
from pbem.engine.refusal import BadLine
from pbem.engine.table import Table
from pbem.games.plantagenet.campaign.command import act
from pbem.games.plantagenet.components.board import Locale, Way
from pbem.games.plantagenet.components.box import Lord, Side
from pbem.games.plantagenet.components.state import Depletion, State, command_of, place_of
from pbem.games.plantagenet.game import RULES
from pbem.games.plantagenet.levy.muster import open_muster, take_turns
from pbem.orders.carry.execute import execute
from tests.games.plantagenet.scene import (
    IA,
    II,
    III,
    acting,
    active,
    capability,
    favour,
    gone,
    in_effect,
    on_calendar,
    position,
    put,
    setup_of,
    vassal,
    worn,
)

YORK, LANCASTER = Side.YORK, Side.LANCASTER
Flow = Callable[[State], Coroutine[Any, Any, None]]


def board() -> State:
    """York at Ely, March at Ludlow, Somerset next to York at Cambridge; others on the Calendar, in Exile, dead."""
    s = position(IA, turn=2)
    put(s, "york", "ely", men_at_arms=2, militia=4, coin=0, provender=0, ships=0, carts=0)
    put(s, "march", "ludlow", militia=2)
    put(s, "somerset_1", "cambridge", militia=2)
    on_calendar(s, "salisbury", 5)
    on_calendar(s, "rutland", 2, exile=True)
    gone(s, "warwick_y")
    favour(s, YORK, "ely", "bury_st_edmunds", "ludlow")
    favour(s, None, "lynn", "worcester")
    favour(s, LANCASTER, "cambridge")
    worn(s, Depletion.EXHAUSTED, "bury_st_edmunds")
    return s


def refusal(s: State, line: str, flow: Flow) -> str:
    """What is told of a line of York's that is not carried out."""
    table = Table.open_new(replace(RULES, new_state=lambda _setup: s, play=flow), setup_of(IA), Fate(bytes(32)))
    with pytest.raises(BadLine) as bad:
        execute(table, YORK, line)
    return bad.value.problem


def in_muster(s: State, line: str, lord: str = "york") -> str:
    """The refusal of a line in York's Muster."""
    acting(s, lord)
    return refusal(s, line, take_turns)


def on_a_card(s: State, line: str, lord: str = "york", actions: int = 2, spent: int = 0) -> str:
    """The refusal of a line on a Command card."""
    active(s, lord, actions).spent = spent
    return refusal(s, line, lambda state: act(state, YORK, Lord(lord)))


MUSTER = [
    ("parley worcester spend 1", "no Route of Friendly Strongholds leads York to Worcester"),
    ("parley worcester", "no Route of Friendly Strongholds leads York to Worcester"),
    ("parley cambridge", "an Enemy Lord is at Cambridge"),
    ("parley ely", "Ely is Friendly already"),
    ("parley scotland", "Scotland is not a Stronghold"),
    ("parley lynn with succession", "Succession (y18) is not in force"),
    ("parley lynn spend 1", "York checks on a rating of 5, and spend 1 would raise it beyond 5"),
    ("parley lynn spend 5", "only 1 or 3 Influence can be spent"),
    ("levy salisbury", "Salisbury is on the Calendar in box 5: he is not Ready before Turn 5"),
    ("levy lord salisbury", "Salisbury is on the Calendar in box 5: he is not Ready before Turn 5"),
    ("levy rutland", "Rutland is on the Calendar in box 2, in Exile"),
    ("levy warwick", "Warwick is dead"),
    ("levy somerset", "Somerset is an Enemy Lord"),
    ("levy march", "March is on the map already, at Ludlow"),
    ("levy vassal worcester", "Worcester, the Seat of Worcester, is not Friendly"),
    ("levy worcester", "Worcester, the Seat of Worcester, is not Friendly"),
    ("levy vassal hastings", "Hastings comes with a Capability only"),
    ("levy ship", "Ely is not a Port"),
    ("levy troops mercenaries", "Mercenaries need Soldiers of Fortune (y12) at York's mat"),
    ("levy troops 1 militia", "more Militia need The Commons (y16)"),
    ("levy troops from bury", "Troops are Levied where the Lord is, at Ely"),
    ("levy capability fair arbiter", "does not show York's badge"),
    ("levy capability l1", "is an Enemy card"),
    ("muster salisbury", "Salisbury is not on the map, he is on the Calendar in box 5"),
    ("muster warwick", "Warwick is not on the map, he is dead"),
    ("muster somerset", "Somerset is an Enemy Lord"),
    ("muster york", "York is acting already"),
    ("loyalty march", "Loyalty and Trust (y22) is not in force for you"),
    ("play aspielles", "you do not hold Aspielles (y13)"),
]


def test_where_the_lord_is_may_be_said() -> None:
    s = board()
    acting(s, "york")
    table = Table.open_new(replace(RULES, new_state=lambda _setup: s, play=take_turns), setup_of(IA), Fate(bytes(32)))
    assert execute(table, YORK, "levy troops at ely") == "levy troops"


@pytest.mark.parametrize("line", ["levy troops at york", "levy troops in york", "levy troops in cambridge"])
def test_who_has_the_name_of_a_place_is_not_meant_by_that(line: str) -> None:
    assert "Troops are Levied where the Lord is, at Ely" in in_muster(board(), line)


@pytest.mark.parametrize(("line", "why"), MUSTER)
def test_a_muster_refuses_with_the_real_reason(line: str, why: str) -> None:
    assert why in in_muster(board(), line)


COMMAND = [
    ("march worcester", "no Way leads from Ely to Worcester"),
    ("march ely", "York is at Ely already"),
    ("march cambridge with all", "nobody is with York: name only the place"),
    ("march cambridge alone", "York goes alone anyway: name only the place"),
    ("march cambridge with march", "March is not with York, he is at Ludlow"),
    ("sail lynn", "Ely is not a Port"),
    ("supply cambridge", "Cambridge is not Friendly"),
    ("supply bury", "Bury St Edmunds is Exhausted"),
    ("supply lynn with ships", "York has no Ship"),
    ("tax ludlow", "York can Tax only his Seat Ely"),
    ("tax london", "London is not Friendly"),
    ("tax ely spend 1", "Ely is the Seat of York, Taxed without a check: spend nothing"),
    ("parley worcester", "no Route of Friendly Strongholds leads York to Worcester"),
    ("parley ely", "Ely is Friendly already"),
    ("parley cambridge", "an Enemy Lord is at Cambridge"),
    ("parley lynn with succession", "serves Parleys of a Levy"),
    ("agitate lynn", "York has no Agitators (y10)"),
    ("heralds somerset", "York has no Heralds (l4)"),
    ("merchants", "York has no Merchants (l30)"),
    ("exile ireland", "Exile Pact (y8) is not in force for you"),
    ("play truce", "you do not hold Parliament's Truce (y12)"),
]


@pytest.mark.parametrize(("line", "why"), COMMAND)
def test_a_card_refuses_with_the_real_reason(line: str, why: str) -> None:
    assert why in on_a_card(board(), line)


def test_nobody_acts_before_a_lord_is_named() -> None:
    s = board()
    open_muster(s, YORK)
    assert "first name the Lord" in refusal(s, "parley lynn", take_turns)


def test_a_lord_at_a_place_that_is_not_friendly_only_parleys_there() -> None:
    s = board()
    put(s, "york", "lynn")
    assert "Lynn is not Friendly, so York can only Parley there" in in_muster(s, "parley norwich")
    s = board()
    put(s, "york", "lynn")
    assert "only Parley is open to York there" in in_muster(s, "levy troops")


def test_a_campaign_parley_reaches_one_way() -> None:
    s = board()
    favour(s, None, "ipswich")
    assert "Ipswich is more than one Way off" in on_a_card(s, "parley ipswich")


def test_exhausted_grounds_give_nothing() -> None:
    s = board()
    worn(s, Depletion.EXHAUSTED, "ely")
    assert "Ely is Exhausted" in in_muster(s, "levy troops")
    s = board()
    worn(s, Depletion.EXHAUSTED, "ely")
    assert "Ely is Exhausted" in on_a_card(s, "forage")


def test_events_in_force_are_the_reason() -> None:
    s = board()
    in_effect(s, "l21")
    put(s, "york", "lynn", ships=2)
    assert "the French Fleet (l21) is in force" in on_a_card(s, "sail london")
    s = board()
    in_effect(s, "y12")
    assert "under Parliament's Truce nobody Approaches" in on_a_card(s, "march cambridge")
    s = board()
    in_effect(s, "l9")
    assert "Rising Wages (l9) is in force" in in_muster(s, "levy troops")


def test_sails_that_lead_nowhere() -> None:
    def sailing(line: str, **figures: int) -> str:
        s = board()
        put(s, "york", "lynn", **({"ships": 2} | figures))
        return on_a_card(s, line)

    assert "Cambridge is not a Port" in sailing("sail cambridge")
    assert "York has no Ship" in sailing("sail london", ships=0)
    assert "too few Ships" in sailing("sail north sea", ships=1, militia=20)
    assert "is on another Sea" in sailing("sail bristol")


def test_an_entire_card_needs_an_unspent_one() -> None:
    s = board()
    put(s, "york", "lynn", ships=2)
    assert "sail takes an entire card, and York has spent some of it" in on_a_card(s, "sail north sea", spent=1)


def test_vassals_who_serve_or_are_away() -> None:
    s = board()
    vassal(s, "essex", "march", 6)
    assert "Essex serves March" in in_muster(s, "levy vassal essex")
    s = board()
    s.ready.remove(next(each for each in s.ready if each == "essex"))
    s.disbanded[next(each for each in s.box.vassals if each == "essex")] = 7
    assert "Essex is not at his Seat before Turn 7" in in_muster(s, "levy vassal essex")


def test_no_third_capability() -> None:
    s = board()
    capability(s, "york", "y1", "y7")
    assert "York would have more than 2 Capabilities" in in_muster(s, "levy capability great ships")


def test_4_5_1_what_bars_a_port_as_a_source_for_ships_is_told() -> None:
    """4.5.1 A Port that Ships use may be Exhausted, but no Enemy Lord may be there."""
    s = board()
    put(s, "york", "ireland", ships=2, carts=0)
    favour(s, YORK, "bristol", "harlech")
    worn(s, Depletion.EXHAUSTED, "bristol", "harlech")
    put(s, "somerset_1", "bristol")
    assert "an Enemy Lord is at Bristol" in on_a_card(s, "supply bristol with ships")
    put(s, "york", "wells", ships=1, carts=0)
    favour(s, YORK, "wells")
    put(s, "somerset_1", "cambridge")
    assert "no Route with Carts or Ships enough" in on_a_card(s, "supply bristol with ships")
    assert "Bristol is Exhausted" in on_a_card(s, "supply bristol")
    assert "write no number" in on_a_card(s, "supply wells 3")


@pytest.mark.parametrize(
    ("start", "line", "why"),
    [
        ("lynn", "sail irish sea", "the Irish Sea is not adjacent: Sail to the Sea between first"),
        ("north_sea", "sail irish sea", "the Irish Sea is not adjacent: Sail to the Sea between first"),
        ("north_sea", "sail north sea", "York is on the North Sea already"),
        ("north_sea", "sail bristol", "Bristol is on a Sea that is not adjacent"),
        ("lynn", "sail dover", "Dover is on another Sea: Sail to Sea first"),
    ],
)
def test_4_6_1_seas_that_are_not_adjacent(start: str, line: str, why: str) -> None:
    s = board()
    put(s, "york", start, ships=2)
    assert why in on_a_card(s, line)


@pytest.mark.parametrize("line", ["levy carts 3", "levy ship spend 1", "levy y10 spend 1", "levy troops 3"])
def test_3_4_what_needs_no_check_takes_no_influence(line: str) -> None:
    s = board()
    put(s, "york", "lynn")
    favour(s, YORK, "lynn")
    assert "this Levy needs no check: spend nothing" in in_muster(s, line)


def test_3_4_4_no_troops_in_an_exile_box() -> None:
    s = board()
    put(s, "york", "ireland")
    assert "Ireland is an Exile box: no Troops are Levied there" in in_muster(s, "levy troops")


def test_l35_henry_tudor_hears_what_keeps_a_vassal_from_him() -> None:
    """l35 Neither his place nor the Seat nor y7 is the reason, for the card asks for the Vassal's markers only."""
    s = position(III)
    put(s, "henry_tudor", "ely")
    favour(s, None, "ely")
    in_effect(s, "l35", "y7")
    vassal(s, "essex", "norfolk", 6)
    acting(s, "henry_tudor")

    def refused(line: str) -> str:
        table = Table.open_new(
            replace(RULES, new_state=lambda _setup: deepcopy(s), play=take_turns), setup_of(III), Fate(bytes(32))
        )
        with pytest.raises(BadLine) as bad:
            execute(table, LANCASTER, line)
        return bad.value.problem

    assert "Essex serves Norfolk" in refused("levy vassal essex")
    assert "only Parley and Levy of Vassals are open to Henry Tudor there" in refused("levy carts")


def test_4_6_1_who_cannot_sail_along_is_told_why() -> None:
    s = board()
    put(s, "york", "lynn", ships=1, men_at_arms=2)
    put(s, "march", "lynn", ships=0, militia=9)
    assert "there are too few Ships for York, March" in on_a_card(s, "sail newcastle with march")
    assert "there are too few Ships for York, March" in on_a_card(s, "sail north sea all")
    assert "York is at Lynn already" in on_a_card(s, "sail lynn alone")


def test_6_0_shaky_allies_do_not_sail_to_a_port_together() -> None:
    s = position(II)
    for lord in ("warwick_l", "margaret"):
        put(s, lord, "france", ships=2, militia=2)
    active(s, "margaret")
    flow = partial(act, side=LANCASTER, lord=Lord("margaret"))
    table = Table.open_new(replace(RULES, new_state=lambda _setup: s, play=flow), setup_of(II), Fate(bytes(32)))
    with pytest.raises(BadLine) as bad:
        execute(table, LANCASTER, "sail dover with warwick")
    assert "a rule of the scenario bars Margaret, Warwick from Dover together" in bad.value.problem


def test_4_3_3_only_a_second_highway_is_free() -> None:
    s = board()
    put(s, "somerset_1", "wells")
    active(s, "york", 1).spent = 1
    command_of(s).second_leg = [Lord("york")]
    flow = partial(act, side=YORK, lord=Lord("york"))
    assert "York has no actions left: only a second Highway is free" in refusal(s, "march lynn", flow)
    assert s.board.ways[place_of(s, Lord("york"))][Locale("lynn")] is Way.ROAD


def test_4_5_1_what_can_be_no_source_is_told() -> None:
    s = board()
    put(s, "york", "bristol", ships=1, carts=2)
    favour(s, YORK, "bristol", "gloucester")
    assert "Ireland is an Exile box, and never a Source of Supply" in on_a_card(s, "supply ireland")
    assert "Gloucester is not a Port" in on_a_card(s, "supply gloucester with ships")


def test_6_0_a_vassal_who_is_not_in_the_scenario() -> None:
    s = position(II)
    favour(s, YORK, "ely", "oxford")
    put(s, "edward_iv", "ely")
    acting(s, "edward_iv")
    table = Table.open_new(replace(RULES, new_state=lambda _setup: s, play=take_turns), setup_of(II), Fate(bytes(32)))
    with pytest.raises(BadLine) as bad:
        execute(table, YORK, "levy vassal oxford")
    assert "Vassal Oxford is not in this scenario" in bad.value.problem
