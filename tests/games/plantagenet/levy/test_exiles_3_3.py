"""3.3 Exiles and Vassals."""

from dataclasses import replace

import pytest

from pbem.games.plantagenet.components.board import Vassal
from pbem.games.plantagenet.components.box import Lord
from pbem.games.plantagenet.components.readings import PRESENT
from pbem.games.plantagenet.components.state import State, Status
from pbem.games.plantagenet.levy.exiles import boxes_for, costly, exiles_and_vassals, in_reach
from tests.games.plantagenet.build import LANCASTER, YORK, forces, run, told
from tests.games.plantagenet.scene import IA, IB, IC, II, favour, in_effect, on_calendar, position, put

EXILES = "exiles"


def where(s: State, lord: str) -> str:
    return s.lords[Lord(lord)].where


# 3.3.1 Muster Exiles


@pytest.mark.parametrize(("box", "reached"), [(3, True), (4, True), (5, False)])
def test_3_3_1_exiles_of_this_or_an_earlier_box_may_muster(box: int, reached: bool) -> None:
    s = position(IA, 4)
    on_calendar(s, "york", box, exile=True)
    assert in_reach(s, Lord("york")) is reached


def test_3_3_1_only_lords_marked_exile() -> None:
    s = position(IA, 4)
    on_calendar(s, "york", 3)
    assert not in_reach(s, Lord("york"))


def test_3_3_1_a_mat_is_set_up_free_of_charge() -> None:
    s = position(IC)
    run(exiles_and_vassals(s), (LANCASTER, EXILES, "scotland"))
    henry = Lord("henry_vi")
    assert (where(s, "henry_vi"), s.lords[henry].exile, s.influence) == ("scotland", False, 6)
    assert forces(s, henry) == {"retinue": 1, "men_at_arms": 2, "longbowmen": 2, "militia": 4}
    assert s.mats[henry].assets == {"provender": 2, "coin": 4, "carts": 2, "ships": 0}


def test_3_3_1_an_exile_may_stay() -> None:
    s = position(IC)
    run(exiles_and_vassals(s), (LANCASTER, EXILES, "stay"))
    assert s.lords[Lord("henry_vi")].status is Status.CALENDAR
    assert s.lords[Lord("henry_vi")].exile


def test_3_3_1_rebels_first_and_lord_by_lord() -> None:
    s = position(IA, 4)
    for lord in ("henry_vi", "york", "march"):
        on_calendar(s, lord, 4, exile=True)
    run(exiles_and_vassals(s), (YORK, EXILES, "ireland"), (YORK, EXILES, "burgundy"), (LANCASTER, EXILES, "scotland"))
    assert [event.data["lord"] for event in told(s, "musters")] == ["york", "march", "henry_vi"]


def test_6_0_allied_networks_names_the_box_of_each_lord() -> None:
    s = position(IA)
    boxes = {lord: boxes_for(s, Lord(lord)) for lord in ("york", "march", "somerset_1", "buckingham")}
    assert boxes == {"york": ["ireland"], "march": ["burgundy"], "somerset_1": ["scotland"], "buckingham": ["france"]}


def test_6_0_without_exile_boxes_nobody_comes_back() -> None:
    s = position(IB)
    on_calendar(s, "march", 1, exile=True)
    run(exiles_and_vassals(s))
    assert s.lords[Lord("march")].status is Status.CALENDAR


def test_l4_be_sent_for_calls_lancastrian_exiles_from_any_box() -> None:
    s = position(IA, 2)
    in_effect(s, "l4")
    on_calendar(s, "somerset_1", 16, exile=True)
    on_calendar(s, "henry_vi", 9)
    on_calendar(s, "york", 9, exile=True)
    run(exiles_and_vassals(s), (LANCASTER, EXILES, "scotland"))
    assert where(s, "somerset_1") == "scotland"
    assert not in_reach(s, Lord("henry_vi"))
    assert not in_reach(s, Lord("york"))


def test_r132_be_sent_for_does_not_reach_an_exile_off_the_calendar_who_stays() -> None:
    s = position(IA, 2)
    s.readings = replace(PRESENT, off_calendar_reached=False)
    in_effect(s, "l4")
    on_calendar(s, "somerset_1", 16, exile=True)
    on_calendar(s, "henry_vi", 15, exile=True)
    assert (in_reach(s, Lord("somerset_1")), in_reach(s, Lord("henry_vi"))) == (False, True)


def test_6_0_shaky_allies_clarence_leaves_when_margaret_enters_france() -> None:
    """He leaves even from his own Exile, before he is asked."""
    s = position(II, 9)
    for lord in ("somerset_2", "exeter_2", "oxford"):
        on_calendar(s, lord, 12)
    s.lords = {Lord(lord): s.lords[Lord(lord)] for lord in ("margaret", "clarence", *s.lords)}
    on_calendar(s, "clarence", 9, exile=True)
    run(exiles_and_vassals(s), (LANCASTER, EXILES, "france"))
    assert s.lords[Lord("clarence")].status is Status.REMOVED


def test_6_0_warwick_and_margaret_may_share_the_france_box() -> None:
    s = position(II, 9)
    put(s, "warwick_l", "france")
    for lord in ("somerset_2", "exeter_2", "oxford"):
        on_calendar(s, lord, 12)
    run(exiles_and_vassals(s), (LANCASTER, EXILES, "france"))
    assert where(s, "margaret") == where(s, "warwick_l") == "france"


# 3.3.2 Ready Vassals


def test_3_3_2_disbanded_vassals_of_this_box_return_whatever_stands_there() -> None:
    s = position(IA, 4)
    s.ready = []
    s.disbanded = {Vassal("suffolk"): 4, Vassal("essex"): 5, Vassal("oxford"): 16}
    favour(s, LANCASTER, "ipswich")
    put(s, "york", "ipswich")
    run(exiles_and_vassals(s))
    assert s.ready == ["suffolk"]
    assert s.disbanded == {Vassal("essex"): 5, Vassal("oxford"): 16}
    assert told(s, "vassal_ready")[0].data == {"vassal": "suffolk", "locale": "ipswich"}


def test_3_3_1_margarets_costly_return_is_nobodys_default() -> None:
    """6.0 Shaky Allies: in France she costs Clarence."""
    s = position(II)
    assert costly(s, Lord("margaret"))
    assert not costly(s, Lord("oxford"))
