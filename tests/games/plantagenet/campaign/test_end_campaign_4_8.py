"""4.8 End Campaign: Tides of War, Disembark, Grow, Waste, Reset."""

from collections.abc import Sequence
from dataclasses import replace

import pytest

from pbem.games.plantagenet.campaign.end_campaign import disembark, end_campaign, grow, reset, waste
from pbem.games.plantagenet.campaign.tides import awards, tides_of_war
from pbem.games.plantagenet.components.board import Locale, Unit
from pbem.games.plantagenet.components.box import PROVENDER, Lord, Side
from pbem.games.plantagenet.components.locales import dominates
from pbem.games.plantagenet.components.state import Depletion, State, Status, locale_of
from tests.games.plantagenet.build import LANCASTER, YORK, run, told
from tests.games.plantagenet.scene import (
    IA,
    IC,
    II,
    III,
    capability,
    favour,
    gone,
    hold,
    in_effect,
    lead,
    on_calendar,
    position,
    put,
    vassal,
    worn,
)

QUIET = 2


def bare(scenario: str = IA, turn: int = QUIET) -> State:
    """No Lord on the map and no Favour anywhere, in a Turn without Gain Lords Influence."""
    s = position(scenario, turn)
    for lord in list(s.mats):
        on_calendar(s, lord, 15)
    s.favour = {}
    return s


def granted(s: State, side: Side) -> list[tuple[str, str, int]]:
    return [(award.why, award.of, award.points) for award in awards(s, side)]


def north(s: State) -> Sequence[Locale]:
    return s.board.areas["north"]


# 4.8.1 Tides of War


def test_4_8_1_a_point_for_each_area_with_a_lord_anywhere_in_it() -> None:
    s = bare()
    put(s, "york", "ludlow")
    put(s, "march", "harlech")
    put(s, "henry_vi", "hereford")
    assert granted(s, YORK) == [("lord", "wales", 1)]
    assert granted(s, LANCASTER) == [("lord", "wales", 1)]


def test_4_8_1_harlech_is_in_wales_gloucester_is_not() -> None:
    """R13, R104."""
    s = bare()
    put(s, "york", "gloucester")
    assert granted(s, YORK) == []
    put(s, "york", "harlech")
    assert granted(s, YORK) == [("lord", "wales", 1)]


def test_4_8_1_two_points_for_favour_at_every_stronghold_of_an_area_whoever_is_there() -> None:
    s = bare()
    favour(s, LANCASTER, *north(s))
    put(s, "york", "carlisle")
    assert ("domination", "north", 2) in granted(s, LANCASTER)
    favour(s, None, "hexham")
    assert not dominates(s, LANCASTER, "north")


@pytest.mark.parametrize(("place", "points"), [("london", 2), ("calais", 2), ("harlech", 1)])
def test_4_8_1_special_strongholds_award_one_by_one_unless_an_enemy_lord_is_there(place: str, points: int) -> None:
    s = bare()
    favour(s, LANCASTER, place)
    put(s, "henry_vi", place)
    assert ("special", place, points) in granted(s, LANCASTER)
    on_calendar(s, "henry_vi", 5)
    put(s, "york", place)
    assert not any(why == "special" for why, _, _ in [*granted(s, LANCASTER), *granted(s, YORK)])


def test_4_8_1_most_favour_once_for_each_type_special_strongholds_apart() -> None:
    s = bare()
    favour(s, YORK, "ely", "york", "oxford", "ludlow")
    favour(s, LANCASTER, "wells", "london", "calais", "guildford")
    kinds = {place: s.board.locales[Locale(place)].kind for place in s.favour}
    most = [row for row in granted(s, YORK) if row[0] == "most"]
    assert ("most", "city", 2) in most
    assert not any(why == "most" and of == "city" for why, of, _ in granted(s, LANCASTER)), kinds


def test_4_8_1_a_tie_awards_nobody() -> None:
    s = bare()
    favour(s, YORK, "ely")
    favour(s, LANCASTER, "wells")
    assert granted(s, YORK) == granted(s, LANCASTER) == []


@pytest.mark.parametrize("turn", [1, 4, 6, 9, 11, 14])
def test_4_8_1_gain_lords_influence_counts_printed_ratings_exile_boxes_too(turn: int) -> None:
    s = bare(turn=turn)
    put(s, "york", "ely")
    put(s, "march", "burgundy")
    capability(s, "march", "y20")
    assert granted(s, YORK) == [("lords", "", 5 + 2)]


def test_4_8_1_a_side_without_lords_gains_no_lords_influence() -> None:
    assert granted(bare(turn=1), YORK) == []


def test_4_8_1_no_lords_influence_in_other_turns() -> None:
    s = bare(turn=5)
    put(s, "york", "ely")
    assert granted(s, YORK) == []


def test_4_8_1_both_sides_are_netted_and_the_marker_moves_once() -> None:
    """R26: 45 for Lancaster, who gain 2 and York 1, stays 45."""
    s = bare()
    lead(s, LANCASTER, 45)
    favour(s, LANCASTER, "london")
    put(s, "york", "ludlow")
    run(tides_of_war(s))
    assert s.influence == 45
    assert [event.data["points"] for event in told(s, "influence")] == [1]
    assert told(s, "tides")[0].data == {"york": 1, "lancaster": 2}


def test_4_8_1_example_e19() -> None:
    s = bare(turn=1)
    on_calendar(s, "york", 2, exile=True)
    on_calendar(s, "march", 5, exile=True)
    put(s, "somerset_1", "oxford")
    capability(s, "somerset_1", "l18")
    favour(s, LANCASTER, "london", "wells")
    fortress = next(place for place, facts in s.board.locales.items() if facts.kind == "fortress" and facts.area is None)
    favour(s, YORK, fortress)
    run(tides_of_war(s))
    assert told(s, "tides")[0].data == {"york": 1, "lancaster": 10}
    assert s.influence == 9


# Cards in Tides of War


@pytest.mark.parametrize(
    ("card", "lord", "where", "area", "enough"),
    [
        ("y19", "york", "ludlow", "wales", 3),
        ("y21", "rutland", "arundel", "south", 5),
        ("l16", "northumberland_l", "hexham", "north", 3),
    ],
)
def test_y19_y21_l16_some_strongholds_are_enough_with_the_lord_in_the_area(
    card: str, lord: str, where: str, area: str, enough: int
) -> None:
    s = bare()
    side = s.box.lords[Lord(lord)].side
    put(s, lord, where)
    capability(s, lord, card)
    favour(s, side, *s.board.areas[area][:enough])
    assert ("domination", area, 2) in granted(s, side)
    favour(s, None, s.board.areas[area][0])
    assert not dominates(s, side, area)


def test_l16_needs_northumberland_in_the_north() -> None:
    s = bare()
    put(s, "northumberland_l", "york")
    capability(s, "northumberland_l", "l16")
    favour(s, LANCASTER, *north(s)[:5])
    assert not dominates(s, LANCASTER, "north")


def test_l16_with_all_strongholds_the_award_is_given_once() -> None:
    s = bare()
    put(s, "northumberland_l", "hexham")
    capability(s, "northumberland_l", "l16")
    favour(s, LANCASTER, *north(s))
    assert [row for row in granted(s, LANCASTER) if row[0] == "domination"] == [("domination", "north", 2)]


@pytest.mark.parametrize(("where", "points"), [("london", 0), ("oxford", 2), ("scotland", 2), ("north_sea", 0)])
def test_l17_margaret_with_henry_anywhere_but_london(where: str, points: int) -> None:
    s = bare()
    put(s, "henry_vi", where)
    capability(s, "henry_vi", "l17")
    assert sum(row[2] for row in granted(s, LANCASTER) if row[0] == "card") == points


def test_l18_council_member_on_the_map_or_in_an_exile_box() -> None:
    s = bare()
    put(s, "buckingham", "france")
    capability(s, "buckingham", "l18")
    assert granted(s, LANCASTER) == [("card", "l18", 1)]


def test_y28_first_son_with_edward_on_the_map() -> None:
    s = bare(II)
    put(s, "edward_iv", "burgundy")
    capability(s, "edward_iv", "y28")
    assert granted(s, YORK) == [("card", "y28", 1)]


def test_6_0_queen_regent_margaret_at_london_whatever_its_favour() -> None:
    s = bare(II)
    favour(s, YORK, "london")
    put(s, "margaret", "london")
    assert granted(s, LANCASTER) == [("queen_regent", "", 3)]
    put(s, "margaret", "oxford")
    assert granted(s, LANCASTER) == []


def test_6_0_queen_regent_is_a_rule_of_that_scenario() -> None:
    s = bare(II)
    put(s, "margaret", "london")
    s.sheet = replace(s.sheet, special_rules=frozenset())
    assert granted(s, LANCASTER) == []


def test_y4_charity_is_york_s_choice_and_part_of_the_netting() -> None:
    """R105: two Provender, one of them Shared."""
    s = bare()
    put(s, "march", "ely", provender=1)
    put(s, "york", "ely", provender=3)
    capability(s, "march", "y4")
    run(tides_of_war(s), (YORK, "charity", "march"), (YORK, "charity", "york"))
    assert s.influence == -2
    assert (s.mats[Lord("march")].assets[PROVENDER], s.mats[Lord("york")].assets[PROVENDER]) == (0, 2)
    assert len(told(s, "influence")) == 1


def test_y4_charity_may_be_left() -> None:
    s = bare()
    put(s, "march", "ely", provender=1)
    capability(s, "march", "y4")
    run(tides_of_war(s), (YORK, "charity", "none"))
    assert s.influence == 0


def test_y4_charity_takes_two_provender_at_most() -> None:
    s = bare()
    put(s, "march", "ely", provender=5)
    capability(s, "march", "y4")
    run(tides_of_war(s), *[(YORK, "charity", "march")] * 2)
    assert s.mats[Lord("march")].assets[PROVENDER] == 3


def test_y4_charity_without_provender_is_not_asked_for() -> None:
    s = bare()
    put(s, "march", "ely", provender=0)
    capability(s, "march", "y4")
    run(tides_of_war(s))
    assert s.influence == 0


@pytest.mark.parametrize("provender", [None, 0, 1])
def test_y4_with_hidden_mats_york_is_asked_in_any_case_or_the_question_would_tell_of_the_card(provender: int | None) -> None:
    s = bare()
    s.hidden_mats = True
    put(s, "march", "ely", provender=provender or 0)
    if provender is not None:
        capability(s, "march", "y4")
    run(tides_of_war(s), (YORK, "charity", "none"))
    assert s.influence == 0


# 4.8.2 Disembark


@pytest.mark.parametrize("die", [1, 4])
def test_4_8_2_shipwreck_removes_the_lord_and_costs_as_if_unpaid(die: int) -> None:
    s = bare()
    put(s, "york", "north_sea")
    vassal(s, "suffolk", "york", 5)
    run(disembark(s), dice=[die])
    assert (s.lords[Lord("york")].status, s.influence) == (Status.SHIPWRECKED, 6)
    assert "york" not in s.seats
    assert "york" not in s.mats


@pytest.mark.parametrize("die", [5, 6])
def test_4_8_2_landing_at_any_port_of_that_sea_whatever_its_favour_and_feeding_at_once(die: int) -> None:
    s = bare()
    favour(s, LANCASTER, "lynn")
    put(s, "york", "north_sea", militia=6, provender=2)
    run(disembark(s), (YORK, "land", "lynn"), dice=[die])
    assert locale_of(s, Lord("york")) == "lynn"
    assert s.mats[Lord("york")].assets[PROVENDER] == 1


def test_4_8_2_who_lands_without_provender_pillages() -> None:
    s = bare()
    put(s, "york", "north_sea", militia=6, provender=0)
    run(disembark(s), (YORK, "land", "lynn"), dice=[5])
    assert told(s, "pillages")[0].data["locale"] == "lynn"


def test_4_8_2_not_where_enemy_lords_are_and_disband_if_there_is_no_port() -> None:
    """Unmarked and without loss of Influence."""
    s = bare()
    put(s, "york", "irish_sea")
    for lord, port in (("henry_vi", "bristol"), ("somerset_1", "harlech"), ("exeter_1", "pembroke")):
        put(s, lord, port)
    run(disembark(s), dice=[6])
    cylinder = s.lords[Lord("york")]
    assert (cylinder.status, cylinder.exile, s.influence) == (Status.CALENDAR, False, 0)


def test_4_8_2_rebels_first_and_lord_by_lord() -> None:
    """R106: York's dice before Lancaster's; whoever has Landed may bar a Port."""
    s = bare()
    put(s, "henry_vi", "irish_sea", militia=1, provender=5)
    put(s, "york", "irish_sea", militia=1, provender=5)
    put(s, "march", "irish_sea", militia=1, provender=5)
    lines = [(YORK, "land", "harlech"), (YORK, "land", "pembroke")]
    run(disembark(s), *lines, dice=[5, 6, 5])
    assert locale_of(s, Lord("henry_vi")) == "bristol"


def test_4_8_2_great_ships_is_no_help() -> None:
    s = bare()
    put(s, "york", "irish_sea", militia=1, ships=1)
    capability(s, "york", "y6")
    run(disembark(s), (YORK, "land", "bristol"), dice=[6])
    assert told(s, "lands")


def test_4_8_2_owain_glyndwr_does_not_forbid_landing() -> None:
    s = bare(II)
    in_effect(s, "y25")
    put(s, "oxford", "irish_sea", militia=1, provender=2)
    run(disembark(s), (LANCASTER, "land", "harlech"), dice=[6])
    assert locale_of(s, Lord("oxford")) == "harlech"


def test_4_8_2_shaky_allies_binds_landing() -> None:
    """R117."""
    s = bare(II)
    put(s, "warwick_l", "bristol")
    put(s, "pembroke", "pembroke")
    put(s, "margaret", "irish_sea", militia=1, provender=2)
    run(disembark(s), dice=[6])
    assert locale_of(s, Lord("margaret")) == "harlech"


# 4.8.4 Grow


@pytest.mark.parametrize(("turn", "grows"), [(4, True), (9, True), (14, True), (5, False), (3, False)])
def test_4_8_4_grow_takes_depleted_off_then_flips_exhausted(turn: int, grows: bool) -> None:
    """R109."""
    s = bare(turn=turn)
    worn(s, Depletion.DEPLETED, "ely", "france")
    worn(s, Depletion.EXHAUSTED, "london")
    before = dict(s.wear)
    grow(s)
    assert s.wear == ({Locale("london"): Depletion.DEPLETED} if grows else before)


def test_6_0_ravaged_land_has_no_grow() -> None:
    s = position(III, 4)
    worn(s, Depletion.DEPLETED, "ely")
    grow(s)
    assert s.wear


# 4.8.5 Waste


def test_4_8_5_waste_halves_and_sets_to_the_lord_card_up_as_well_as_down() -> None:
    """R108, R10: Coin and the three ordinary types; Mercenaries and Handgunners stay."""
    s = bare(turn=5)
    troops = {"militia": 9, "longbowmen": 0, "men_at_arms": 4, "mercenaries": 3, "handgunners": 1}
    put(s, "york", "ely", provender=5, carts=3, ships=1, coin=0, **troops)
    vassal(s, "suffolk", "york", 9)
    capability(s, "york", "y14")
    run(waste(s))
    mat = s.mats[Lord("york")]
    assert mat.assets == {"provender": 3, "carts": 2, "ships": 1, "coin": 2}
    assert {unit: n for unit, n in mat.forces.items() if n} == {
        "retinue": 1,
        "militia": 2,
        "longbowmen": 2,
        "men_at_arms": 2,
        "mercenaries": 3,
        "handgunners": 1,
    }
    assert (mat.vassals, mat.capabilities) == (["suffolk"], ["y14"])


def test_4_8_5_waste_reaches_exile_boxes() -> None:
    s = bare(turn=5)
    put(s, "york", "ireland", coin=9)
    run(waste(s))
    assert s.mats[Lord("york")].assets["coin"] == 2


@pytest.mark.parametrize(("turn", "wastes"), [(5, True), (10, True), (15, False), (4, False)])
def test_4_8_5_waste_after_turns_5_and_10_only(turn: int, wastes: bool) -> None:
    """R16."""
    s = bare(turn=turn)
    put(s, "york", "ely", provender=4)
    run(waste(s))
    assert s.mats[Lord("york")].assets[PROVENDER] == (2 if wastes else 4)


@pytest.mark.parametrize(("scenario", "lord"), [(IC, "somerset_1"), (III, "oxford")])
def test_6_0_brief_rebellion_and_ravaged_land_skip_waste(scenario: str, lord: str) -> None:
    s = bare(scenario, 5)
    put(s, lord, "exeter", provender=4)
    run(waste(s))
    assert s.mats[Lord(lord)].assets[PROVENDER] == 4


def test_4_8_5_rebels_draw_on_the_pool_first() -> None:
    """R55, R108: York takes the last Longbowmen; Henry finds one short."""
    s = bare(turn=5)
    put(s, "york", "ely", men_at_arms=2)
    put(s, "henry_vi", "london", men_at_arms=2)
    make_scarce(s, Unit("longbowmen"), pieces=3)
    run(waste(s))
    assert s.mats[Lord("york")].forces[Unit("longbowmen")] == 2
    assert s.mats[Lord("henry_vi")].forces[Unit("longbowmen")] == 1


def test_4_8_5_the_owner_orders_his_lords_when_the_pool_is_short() -> None:
    s = bare(turn=5)
    put(s, "york", "ely", men_at_arms=2)
    put(s, "march", "ely", men_at_arms=1)
    make_scarce(s, Unit("longbowmen"), pieces=3)
    run(waste(s), (YORK, "waste", ["march", "york"]))
    assert s.mats[Lord("march")].forces[Unit("longbowmen")] == 2
    assert s.mats[Lord("york")].forces[Unit("longbowmen")] == 1


def test_1_5_3_with_hidden_mats_no_question_tells_of_a_short_pool() -> None:
    """R275."""
    s = bare(turn=5)
    s.hidden_mats = True
    put(s, "york", "ely", men_at_arms=2)
    put(s, "march", "ely", men_at_arms=1)
    make_scarce(s, Unit("longbowmen"), pieces=3)
    run(waste(s))
    assert s.mats[Lord("york")].forces[Unit("longbowmen")] == 2


def make_scarce(s: State, unit: Unit, pieces: int) -> None:
    """So few pieces in the box."""
    s.box = replace(s.box, units={**s.box.units, unit: replace(s.box.units[unit], pool=pieces)})


# 4.8.6 Reset


def test_4_8_6_this_campaign_events_go_back_and_the_turn_advances() -> None:
    s = position(IA, 3)
    in_effect(s, "y8")
    run(reset(s))
    assert (s.this_campaign, s.turn) == ([], 4)
    assert s.decks[YORK] == sorted(s.decks[YORK], key=s.box.card_order.__getitem__)
    assert "y8" in s.decks[YORK]


def test_4_8_6_held_events_may_be_discarded_rebels_first() -> None:
    s = position(IA, 3)
    hold(s, "y1", "y13", "l13")
    run(reset(s), (YORK, "discard", ["y13"]), (LANCASTER, "discard", []))
    assert s.held == {YORK: ["y1"], LANCASTER: ["l13"]}
    assert "y13" in s.decks[YORK]


def test_4_8_6_what_was_discarded_is_its_owner_s_secret() -> None:
    s = position(IA, 3)
    hold(s, "y1", "y13")
    run(reset(s), (YORK, "discard", ["y13"]))
    assert [(e.name, e.seen_by) for e in s.events] == [
        ("held_discarded", None),
        ("held_discarded_cards", frozenset({"york"})),
    ]
    assert told(s, "held_discarded")[0].data == {"side": YORK, "number": 1}


def test_4_8_6_a_side_without_held_events_is_not_asked_and_capabilities_stay() -> None:
    s = position(IA, 3)
    capability(s, "york", "y4")
    run(reset(s))
    assert s.mats[Lord("york")].capabilities == ["y4"]


# The whole


def test_4_8_a_game_won_stops_before_grow_and_reset() -> None:
    s = position(IA, 4)
    worn(s, Depletion.DEPLETED, "ely")
    lead(s, YORK, 40)
    put(s, "henry_vi", "oxford")
    gone(s, "somerset_1")
    run(end_campaign(s))
    assert s.result == {"winner": YORK, "how": "threshold"}
    assert (s.turn, bool(s.wear)) == (4, True)


def test_4_8_3_a_threshold_passed_in_tides_of_war_wins() -> None:
    s = bare(turn=2)
    lead(s, YORK, 39)
    put(s, "york", "ludlow")
    put(s, "henry_vi", "oxford")
    run(end_campaign(s))
    assert s.result == {"winner": YORK, "how": "threshold"}


def test_4_8_3_a_lord_shipwrecked_does_not_save_his_side() -> None:
    s = bare()
    put(s, "york", "north_sea")
    put(s, "henry_vi", "oxford")
    run(end_campaign(s), dice=[1])
    assert s.result == {"winner": LANCASTER, "how": "campaign"}


def test_4_8_without_a_winner_the_next_turn_comes() -> None:
    s = position(IA, 4)
    worn(s, Depletion.DEPLETED, "ely")
    run(end_campaign(s))
    assert (s.result, s.turn, s.wear) == (None, 5, {})
