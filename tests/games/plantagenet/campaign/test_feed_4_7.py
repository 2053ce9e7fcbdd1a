"""4.7 Feed."""

from pbem.games.plantagenet.campaign.feed import feed, feed_lord, feed_side
from pbem.games.plantagenet.components.board import Locale
from pbem.games.plantagenet.components.box import PROVENDER, Lord
from pbem.games.plantagenet.components.state import Command, Depletion, State, Status
from tests.games.plantagenet.build import LANCASTER, YORK, run, told
from tests.games.plantagenet.scene import IA, favour, lead, position, put, vassal, worn


def provender(s: State, lord: str) -> int:
    return s.mats[Lord(lord)].assets[PROVENDER]


def moved(s: State, *lords: str) -> None:
    for lord in lords:
        s.mats[Lord(lord)].moved = True


def test_4_7_only_lords_marked_moved_fought_feed() -> None:
    s = position(IA)
    moved(s, "york")
    run(feed(s))
    assert (provender(s, "york"), provender(s, "march")) == (1, 1)


def test_4_7_example_e7_eight_troops_cost_two() -> None:
    s = position(IA)
    put(s, "york", "northampton", men_at_arms=2, longbowmen=3, militia=3, provender=3)
    moved(s, "york")
    run(feed(s))
    assert provender(s, "york") == 1


def test_4_7_rebels_feed_first_whoever_was_active() -> None:
    """R101."""
    s = position(IA)
    s.command = Command(LANCASTER, Lord("henry_vi"), 2)
    moved(s, "york", "henry_vi")
    run(feed(s))
    assert [event.data["lord"] for event in told(s, "asset_spent")] == ["york", "henry_vi"]


def test_4_7_markers_come_off_all_lords() -> None:
    s = position(IA)
    moved(s, "york", "henry_vi")
    run(feed(s))
    assert not any(mat.moved for mat in s.mats.values())


def test_4_7_who_did_not_move_shares_with_who_did() -> None:
    """Example E11: the Provender March lacks comes from York and may not be withheld."""
    s = position(IA)
    put(s, "york", "ludlow", provender=2)
    put(s, "march", "ludlow", provender=0)
    moved(s, "march")
    run(feed(s))
    assert provender(s, "york") == 1


def test_4_7_the_owner_chooses_who_shares() -> None:
    s = position(IA)
    put(s, "york", "ludlow", provender=2)
    put(s, "salisbury", "ludlow", provender=2)
    put(s, "march", "ludlow", provender=0)
    moved(s, "march")
    run(feed(s), (YORK, "share", "salisbury march"))
    assert (provender(s, "york"), provender(s, "salisbury")) == (2, 1)


def test_4_7_example_e17_york_pillages_london() -> None:
    s = position(IA)
    favour(s, LANCASTER, "guildford", "st_albans")
    for lord in ("york", "march"):
        put(s, lord, "london", longbowmen=2, provender=0, coin=0)
    put(s, "henry_vi", "oxford")
    moved(s, "york", "march")
    run(feed(s), (YORK, "pillage", "york"))
    assert s.influence == 12
    assert s.wear == {Locale("london"): Depletion.EXHAUSTED}
    assert {s.favour[Locale(x)] for x in ("london", "oxford", "rochester", "guildford", "st_albans")} == {LANCASTER}
    assert (provender(s, "york"), provender(s, "march"), s.mats[Lord("york")].assets["coin"]) == (1, 0, 3)


def test_4_7_unfed_disband_costs_rating_and_vassals() -> None:
    s = position(IA)
    worn(s, Depletion.EXHAUSTED, "ely")
    put(s, "york", "ely", provender=0)
    vassal(s, "suffolk", "york", 3)
    moved(s, "york")
    run(feed(s))
    assert (s.lords[Lord("york")].status, s.influence) == (Status.CALENDAR, 6)


def test_4_7_unfed_in_an_exile_box_disbands_marked_exile() -> None:
    s = position(IA)
    put(s, "york", "ireland", provender=0)
    moved(s, "york")
    run(feed(s))
    assert s.lords[Lord("york")].exile


def test_4_7_unfed_at_sea_disbands_unmarked_after_sharing() -> None:
    """R102, R39: Lords on one Sea Share; who is still short can not Pillage and is not Shipwrecked."""
    s = position(IA)
    put(s, "york", "north_sea", militia=6, provender=2)
    put(s, "march", "north_sea", militia=7, provender=0)
    moved(s, "york", "march")
    run(feed(s))
    assert s.lords[Lord("york")].status is Status.SEA
    cylinder = s.lords[Lord("march")]
    assert (cylinder.status, cylinder.exile, s.influence) == (Status.CALENDAR, False, 2)


def test_4_7_no_sharing_between_sea_and_port() -> None:
    s = position(IA)
    put(s, "york", "lynn", militia=6, provender=2)
    put(s, "march", "north_sea", militia=6, provender=0)
    moved(s, "march")
    run(feed(s))
    assert s.lords[Lord("march")].status is Status.CALENDAR


def test_l28_rebel_supply_depot_excuses_those_who_made_the_move() -> None:
    """R103: Somerset is excused, Henry is not."""
    s = position(IA)
    s.command = Command(LANCASTER, Lord("somerset_1"), 2, depot=[Lord("somerset_1")])
    moved(s, "somerset_1", "henry_vi")
    run(feed_side(s, LANCASTER))
    assert (provender(s, "somerset_1"), provender(s, "henry_vi")) == (2, 0)


def test_4_8_2_who_lands_feeds_alone() -> None:
    s = position(IA)
    put(s, "york", "lynn", provender=0)
    put(s, "march", "lynn", provender=0)
    lead(s, YORK, 10)
    run(feed_lord(s, Lord("york")))
    assert [event.data["lord"] for event in told(s, "pillages")] == ["york"]
    assert (provender(s, "york"), s.influence) == (0, -6)
