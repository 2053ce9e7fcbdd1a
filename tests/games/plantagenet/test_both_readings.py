"""Rules that players read in two ways: each reading plays as its option says, and the standard is the first."""

from __future__ import annotations

import pytest

from pbem.games.plantagenet.battle.death_check import death_check
from pbem.games.plantagenet.battle.death_events import playable
from pbem.games.plantagenet.campaign import approach
from pbem.games.plantagenet.campaign.command import actions_left, command_card, open_command
from pbem.games.plantagenet.campaign.end_campaign import disembark, end_campaign
from pbem.games.plantagenet.campaign.feed import feed
from pbem.games.plantagenet.campaign.march import March, march, price
from pbem.games.plantagenet.campaign.tides import awards, givers, tides_of_war
from pbem.games.plantagenet.components.board import Locale
from pbem.games.plantagenet.components.box import PROVENDER, Card, Lord, Side
from pbem.games.plantagenet.components.lords import remove_lord
from pbem.games.plantagenet.components.state import Cylinder, Phase, State, Status, command_of, muster_of, on_map
from pbem.games.plantagenet.orders.reasons_levy import why_no_ship
from pbem.games.plantagenet.preview.forecast_command import arrival_words
from tests.games.plantagenet.build import LANCASTER, YORK, run, told
from tests.games.plantagenet.card import act, active, options, where
from tests.games.plantagenet.scene import (
    IA,
    II,
    acting,
    battle_joined,
    capability,
    favour,
    hold,
    in_effect,
    on_calendar,
    position,
    put,
    read_as,
    routs,
)

DUKE, MARCH, HENRY, SOMERSET, EDWARD, MARGARET, CLARENCE = map(
    Lord, ("york", "march", "henry_vi", "somerset_1", "edward_iv", "margaret", "clarence")
)
OFF_AND_ON = pytest.mark.parametrize("counts", [False, True], ids=["off the map", "on the map"])


def alone(*lords: str, scenario: str = IA, turn: int | None = None) -> State:
    """A Campaign with these Lords only, no Favour anywhere."""
    s = position(scenario, turn, Phase.CAMPAIGN)
    for lord in set(s.mats) - {*lords}:
        on_calendar(s, lord, 15)
    favour(s, None, *s.favour)
    return s


def points(s: State, side: Side, why: str) -> int:
    """What Tides of War awards for this."""
    return sum(award.points for award in awards(s, side) if award.why == why)


# R38 Lords at Sea


def at_sea(counts: bool, turn: int = 1) -> State:
    """York is on the North Sea, March at Ludlow."""
    s = alone("york", "march", turn=turn)
    put(s, "york", "north_sea", ships=2)
    put(s, "march", "ludlow")
    read_as(s, at_sea_on_map=counts)
    return s


def test_1_3_1_on_the_map_is_at_a_locale() -> None:
    """R38: a Stronghold or an Exile box, in either reading; the Calendar in neither."""
    s = alone("york", "march")
    put(s, "york", "burgundy")
    put(s, "march", "ludlow")
    on_calendar(s, "salisbury", 3)
    assert [on_map(s, Lord(lord)) for lord in ("york", "march", "salisbury")] == [True, True, False]
    put(s, "york", "north_sea")
    assert not on_map(s, DUKE)
    read_as(s, at_sea_on_map=True)
    assert on_map(s, DUKE)


@OFF_AND_ON
@pytest.mark.parametrize("turn", [1, 4])
def test_4_8_1_gain_lords_influence_and_lords_at_sea(turn: int, counts: bool) -> None:
    """R38: March's 2, with York's 5 only if the Sea is on the map."""
    assert points(at_sea(counts, turn), YORK, "lords") == 2 + 5 * counts


@OFF_AND_ON
def test_4_8_1_a_side_all_at_sea_gains_no_lords_influence(counts: bool) -> None:
    s = at_sea(counts)
    on_calendar(s, "march", 9)
    told_of = [award.why for award in awards(s, YORK)]
    assert told_of == (["lords"] if counts else [])


@OFF_AND_ON
def test_4_8_1_the_marker_moves_by_it(counts: bool) -> None:
    s = at_sea(counts)
    run(tides_of_war(s))
    assert s.influence == -(2 + 5 * counts) - 1, "1 for March in Wales"


@OFF_AND_ON
def test_l18_council_member_at_sea(counts: bool) -> None:
    s = alone("somerset_1")
    put(s, "somerset_1", "english_channel")
    capability(s, "somerset_1", "l18")
    read_as(s, at_sea_on_map=counts)
    assert points(s, LANCASTER, "card") == counts


@OFF_AND_ON
def test_y28_first_son_at_sea(counts: bool) -> None:
    s = alone("edward_iv", scenario=II)
    put(s, "edward_iv", "north_sea")
    capability(s, "edward_iv", "y28")
    read_as(s, at_sea_on_map=counts)
    assert points(s, YORK, "card") == counts


@OFF_AND_ON
def test_l17_margaret_takes_the_reins_at_a_locale_only(counts: bool) -> None:
    """l17 names a Stronghold or an Exile box, whatever "on the map" means."""
    s = alone("henry_vi")
    put(s, "henry_vi", "north_sea")
    capability(s, "henry_vi", "l17")
    read_as(s, at_sea_on_map=counts)
    assert points(s, LANCASTER, "card") == 0


@OFF_AND_ON
def test_4_8_1_at_sea_is_in_no_area(counts: bool) -> None:
    s = at_sea(counts)
    put(s, "march", "irish_sea")
    assert points(s, YORK, "lord") == 0


@OFF_AND_ON
def test_6_0_foreign_haven_while_margaret_is_at_sea(counts: bool) -> None:
    """R38: "while Margaret is not on map" is true of Margaret at Sea, or not."""
    s = alone("edward_iv", "warwick_l", scenario=II)
    put(s, "edward_iv", "oxford")
    put(s, "warwick_l", "oxford")
    put(s, "margaret", "english_channel")
    battle_joined(s, "oxford", LANCASTER)
    routs(s, "edward_iv")
    read_as(s, at_sea_on_map=counts)
    lines = [] if counts else [(YORK, "haven", True)]
    run(death_check(s, LANCASTER), *lines, dice=[6] * counts)
    assert s.lords[EDWARD].status is (Status.DEAD if counts else Status.CALENDAR)


@OFF_AND_ON
def test_4_2_3_the_card_of_a_lord_at_sea_activates_in_both(counts: bool) -> None:
    """R38: 4.6.1 lets the Active Lord Sail from Sea; so his card is no Pass."""
    s = at_sea(counts)
    run(command_card(s, YORK, "york"), (YORK, "command", "sail lynn"))
    assert not told(s, "card_passed")
    assert where(s, "york") == "lynn"


@OFF_AND_ON
def test_4_6_1_from_sea_to_its_ports_the_next_sea_and_its_ports_in_both(counts: bool) -> None:
    s = active(at_sea(counts), "york")
    sails = options(s, "sail")
    assert {"sail lynn", "sail english_channel", "sail dover"} <= set(sails)
    assert {option.split()[0] for option in options(s)} == {"sail", "pass"}


@OFF_AND_ON
def test_1_9_1_capabilities_stay_with_a_lord_who_goes_to_sea(counts: bool) -> None:
    """Cards leave as a Lord "leaves the map (such as by Disband)", with his mat: at Sea he has it still."""
    s = at_sea(counts)
    put(s, "york", "lynn", ships=2, militia=1)
    capability(s, "york", "y6")
    active(s, "york")
    act(s, "sail north_sea")
    assert s.mats[DUKE].capabilities == [Card("y6")]


@OFF_AND_ON
def test_6_0_a_captor_at_sea_keeps_the_king(counts: bool) -> None:
    """6.0 Henry VI comes free as his captor goes into Exile, Disbands or Dies: not as he Sails."""
    s = at_sea(counts)
    s.lords[HENRY] = Cylinder(Status.CAPTIVE, DUKE)
    put(s, "york", "lynn", ships=2, militia=1)
    active(s, "york")
    act(s, "sail north_sea")
    assert s.lords[HENRY].status is Status.CAPTIVE
    remove_lord(s, DUKE, Status.SHIPWRECKED, "4.8.2")
    assert s.lords[HENRY].status is Status.CALENDAR


@OFF_AND_ON
@pytest.mark.parametrize(("die", "beaten"), [(4, True), (5, False)])
def test_5_1_nobody_is_at_sea_any_more_at_the_victory_check(die: int, beaten: bool, counts: bool) -> None:
    """4.8.2 comes first: a side whose one Lord was at Sea loses if he is Shipwrecked, and not if he Lands."""
    s = at_sea(counts)
    on_calendar(s, "march", 9)
    put(s, "henry_vi", "london")
    put(s, "york", "north_sea", provender=4)
    answers = [] if beaten else [(YORK, "land", "lynn")]
    run(end_campaign(s), *answers, dice=[die])
    assert (s.result == {"winner": LANCASTER, "how": "campaign"}) is beaten


@OFF_AND_ON
def test_4_7_and_4_8_2_go_by_the_sea_and_not_by_the_map(counts: bool) -> None:
    """R102 Unfed at Sea he Disbands unmarked; at the end of the Campaign he is Shipwrecked on 1-4."""
    s = at_sea(counts)
    put(s, "york", "north_sea", provender=0)
    s.mats[DUKE].moved = True
    run(feed(s))
    assert (s.lords[DUKE].status, s.lords[DUKE].exile) == (Status.CALENDAR, False)
    s = at_sea(counts)
    run(disembark(s), dice=[4])
    assert s.lords[DUKE].status is Status.SHIPWRECKED


# R39 Sharing at Sea


@pytest.mark.parametrize("shares", [True, False])
def test_4_7_sharing_at_sea(shares: bool) -> None:
    s = alone("york", "march")
    put(s, "york", "north_sea", militia=6, provender=2)
    put(s, "march", "north_sea", militia=6, provender=0)
    s.mats[DUKE].moved = s.mats[MARCH].moved = True
    read_as(s, shares_at_sea=shares)
    run(feed(s))
    assert (s.lords[MARCH].status is Status.SEA, s.mats[DUKE].assets[PROVENDER]) == (shares, 0 if shares else 1)


@pytest.mark.parametrize("shares", [True, False])
def test_y4_charity_at_sea(shares: bool) -> None:
    s = alone("york", "march")
    put(s, "york", "north_sea", provender=0)
    put(s, "march", "north_sea", provender=2)
    capability(s, "york", "y4")
    read_as(s, shares_at_sea=shares)
    assert givers(s) == ([MARCH] if shares else [])


@pytest.mark.parametrize("shares", [True, False])
def test_4_6_1_a_group_shares_its_ships_at_sea_in_both(shares: bool) -> None:
    s = alone("york", "march")
    put(s, "york", "north_sea", militia=5, ships=2)
    put(s, "march", "north_sea", militia=5, ships=0)
    read_as(s, shares_at_sea=shares)
    assert "sail lynn march" in options(active(s, "york"), "sail")


# R72 Intercept where the Marchers' friends stand


@pytest.fixture
def battles(monkeypatch: pytest.MonkeyPatch) -> list[Locale]:
    """Where Battles ensue, which are not fought here."""
    places: list[Locale] = []

    async def battle_at(_s: State, place: Locale, _attacker: Side, _ford: frozenset[Side]) -> None:
        places.append(place)

    monkeypatch.setattr(approach, "battle_at", battle_at)
    return places


@pytest.mark.parametrize("friends", [True, False])
@pytest.mark.parametrize("allowed", [True, False])
def test_4_3_4_intercept_where_friends_of_the_marchers_stand(battles: list[Locale], allowed: bool, friends: bool) -> None:
    s = alone("york", "march", "somerset_1")
    put(s, "york", "cambridge")
    put(s, "march", "st_albans" if friends else "cambridge")
    put(s, "somerset_1", "london")
    read_as(s, intercept_into_enemies=allowed)
    active(s, "york")
    asked = allowed or not friends
    assert any("may Intercept" in line for line in arrival_words(s, [DUKE], Locale("st_albans"))) is asked
    lines = [(LANCASTER, "intercept", "somerset_1"), (LANCASTER, "exile", [])] if asked else []
    run(march(s, DUKE, March(Locale("st_albans"))), *lines, dice=[2] * asked)
    assert (s.lords[SOMERSET].where, battles) == (("st_albans", ["st_albans"]) if asked else ("london", []))


# R276 a second Highway after the Truce


@pytest.mark.parametrize("free", [True, False])
def test_4_3_3_a_second_highway_after_the_truce_has_sent_a_march_back(battles: list[Locale], free: bool) -> None:
    s = alone("york", "somerset_1")
    put(s, "york", "st_albans")
    put(s, "somerset_1", "london")
    hold(s, "l20")
    read_as(s, highway_after_truce=free)
    active(s, "york", 2)
    run(march(s, DUKE, March(Locale("london"))), (LANCASTER, "play", "none"), (LANCASTER, "play", "event_l20"))
    assert (s.lords[DUKE].where, battles, command_of(s).spent) == ("st_albans", [], 1)
    assert price(s, [DUKE], Locale("bedford")) == (0 if free else 1)


# R54 the second Ship


@pytest.mark.parametrize("allowed", [True, False])
def test_3_4_5_the_second_ship_of_one_of_nine_lords_with_ships(allowed: bool) -> None:
    s = position(II)
    lords = list(s.lords)
    for lord in lords:
        put(s, lord, "london" if s.box.lords[lord].side is YORK else "calais", ships=0)
    for lord in lords[:9]:
        put(s, lord, s.lords[lord].where, ships=1)
    read_as(s, second_ship_at_nine=allowed)
    no = "no more Ships are to be had"
    put(s, lords[0], "southampton", ships=1)
    favour(s, s.box.lords[lords[0]].side, "southampton")
    assert why_no_ship(s, lords[0], ["ship"]) == (None if allowed else no)
    put(s, lords[9], "southampton", ships=0)
    assert why_no_ship(s, lords[9], ["ship"]) == no
    put(s, lords[8], s.lords[lords[8]].where, ships=0)
    put(s, lords[0], "southampton", ships=1)
    assert why_no_ship(s, lords[0], ["ship"]) is None, "eight have Ships"


# R63 Married to a Neville


@pytest.mark.parametrize("gains", [False, True])
def test_l24_clarence_joins_warwick_during_his_card(gains: bool) -> None:
    """Clarence has Command 1: with the card's action a second is left as they meet."""
    s = alone("clarence", "warwick_l", scenario=II)
    put(s, "warwick_l", "york")
    put(s, "clarence", "ravenspur", provender=0)
    favour(s, LANCASTER, "york")
    capability(s, "clarence", "l24")
    read_as(s, neville_joined=gains)
    active(s, "clarence")
    act(s, "march york")
    assert actions_left(s) == gains
    if gains:
        act(s, "march ravenspur")
        assert actions_left(s) == 0, "it goes as they part"


def test_l24_no_action_follows_a_march_that_takes_the_entire_card() -> None:
    s = alone("clarence", "warwick_l", scenario=II)
    put(s, "warwick_l", "york")
    put(s, "clarence", "chester", provender=0)
    favour(s, LANCASTER, "york")
    capability(s, "clarence", "l24")
    read_as(s, neville_joined=True)
    active(s, "clarence")
    act(s, "march york")
    assert actions_left(s) == 0


@pytest.mark.parametrize("gains", [False, True])
def test_y5_bourchier_is_fixed_as_the_card_is_revealed_in_both(gains: bool) -> None:
    s = alone("york")
    put(s, "york", "cambridge", provender=0)
    favour(s, YORK, "ely")
    capability(s, "york", "y5")
    read_as(s, neville_joined=gains)
    open_command(s, DUKE)
    act(s, "march ely")
    assert (command_of(s).actions, actions_left(s)) == (2, 1)


# R20 Jack Cade


@pytest.mark.parametrize("cards", [False, True])
@pytest.mark.parametrize(("favoured", "there", "free"), [(3, "ludlow", True), (2, "ludlow", False), (3, "ely", False)])
def test_y4_jack_cade_and_welshmen(favoured: int, there: str, free: bool, cards: bool) -> None:
    """y19: with its Lord in Wales three Strongholds are enough, for Jack Cade only if the game reads it so."""
    s = position(IA)
    favour(s, None, *s.favour)
    favour(s, YORK, *s.board.areas["wales"][:favoured])
    put(s, "march", "ludlow")
    put(s, "york", there)
    capability(s, "york", "y19")
    in_effect(s, "y4")
    read_as(s, cade_by_cards=cards)
    acting(s, "march")
    assert muster_of(s).free.get("y4 march", 0) == (2 if free and cards else 0)


# R97, R116 Exile instead of a Death check


def fled_from(place: str) -> State:
    """March has Routed in a Battle at a Yorkist Stronghold; York holds an Escape Ship."""
    s = alone("march", "somerset_1", "buckingham")
    put(s, "march", place)
    put(s, "somerset_1", place)
    on_calendar(s, "buckingham", 9)
    favour(s, YORK, "winchester", "southampton")
    battle_joined(s, place, LANCASTER)
    hold(s, "y3")
    routs(s, "march")
    return s


@pytest.mark.parametrize("passes", [False, True])
def test_y3_the_route_of_an_escape_ship_and_enemy_lords(passes: bool) -> None:
    s = fled_from("winchester")
    put(s, "buckingham", "southampton")
    read_as(s, escape_past_enemies=passes)
    assert playable(s, YORK) == (["y3"] if passes else [])


@pytest.mark.parametrize("free", [False, True])
def test_y3_the_price_of_an_escape_ship(free: bool) -> None:
    s = fled_from("southampton")
    read_as(s, free_escapes=free)
    before = s.influence
    run(death_check(s, LANCASTER), (YORK, "play", "event_y3"))
    assert s.lords[MARCH].exile
    assert s.influence - before == (0 if free else 2)


@pytest.mark.parametrize("free", [False, True])
def test_6_0_the_price_of_edwards_haven(free: bool) -> None:
    s = alone("edward_iv", "warwick_l", scenario=II)
    put(s, "edward_iv", "oxford")
    put(s, "warwick_l", "oxford")
    battle_joined(s, "oxford", LANCASTER)
    routs(s, "edward_iv")
    read_as(s, free_escapes=free)
    before = s.influence
    run(death_check(s, LANCASTER), (YORK, "haven", True))
    assert s.lords[EDWARD].exile
    assert s.influence - before == (0 if free else 5)
