"""4.4.3 Ending the Battle: Influence, Spoils, Losses, Death check, Disband, and the scenarios' rules for them."""

import pytest

from pbem.games.plantagenet.battle.battle_at import battle_at
from pbem.games.plantagenet.battle.death_check import death_check
from pbem.games.plantagenet.battle.death_events import approaching, playable, refuges
from pbem.games.plantagenet.battle.ending import end_battle, losses, reward
from pbem.games.plantagenet.campaign.command_cards import ExilePact, exile_pact
from pbem.games.plantagenet.components.board import Locale, Vassal
from pbem.games.plantagenet.components.box import CARTS, COIN, PROVENDER, Lord, Side
from pbem.games.plantagenet.components.haven import stays_home
from pbem.games.plantagenet.components.readings import BEFORE, PRESENT, Readings
from pbem.games.plantagenet.components.state import State, Status
from tests.games.plantagenet.build import LANCASTER, LONGBOWMEN, MEN_AT_ARMS, MILITIA, YORK, fight, forces, run, told
from tests.games.plantagenet.scene import (
    IA,
    IC,
    II,
    III,
    active,
    battle_joined,
    capability,
    favour,
    gone,
    hold,
    on_calendar,
    position,
    put,
    routs,
    vassal,
)

MARCH, DUKE, HENRY, SOMERSET, EDWARD, WARWICK = map(
    Lord, ("march", "york", "henry_vi", "somerset_1", "edward_iv", "warwick_l")
)


def fought(york: str, lancaster: str, where: str = "oxford", attacker: Side = YORK, scenario: str = IA) -> State:
    """A Battle at its end; nobody has Routed yet."""
    s = position(scenario)
    for other in set(s.mats) - {*york.split(), *lancaster.split()}:
        on_calendar(s, other, 15)
    for lord in (*york.split(), *lancaster.split()):
        put(s, lord, where)
    battle_joined(s, where, attacker)
    return s


def status(s: State, lord: str) -> Status:
    return s.lords[Lord(lord)].status


def place(s: State, lord: str) -> tuple[int, bool]:
    """His box of the Calendar, and whether he is marked Exile."""
    assert status(s, lord) is Status.CALENDAR
    return s.lords[Lord(lord)].box, s.lords[Lord(lord)].exile


# Influence


def test_the_winner_gains_printed_ratings_and_one_per_vassal_of_all_who_fought_the_fled_and_routed_vassals_too() -> None:
    s = fought("york", "somerset_1 buckingham")
    capability(s, "somerset_1", "l19")
    vassal(s, "essex", "buckingham", 3)
    s.mats[Lord("buckingham")].vassals = []
    s.mats[Lord("buckingham")].routed_vassals = [Vassal("essex")]
    routs(s, "somerset_1", fled=True)
    reward(s, YORK)
    assert s.influence == -(5 + 1 + 3 + 1)


def test_if_both_sides_lose_there_is_no_influence_no_spoils_and_no_losses() -> None:
    s = fought("york", "somerset_1")
    favour(s, YORK, "oxford")
    s.mats[DUKE].routed[MILITIA] = 1
    routs(s, "york", "somerset_1")
    run(end_battle(s, None), dice=[1, 1])
    assert s.influence == 0
    assert not told(s, "losses")
    assert (place(s, "york"), place(s, "somerset_1")) == ((2, False), (2, False))


def test_spoils_come_before_the_losers_disband() -> None:
    s = fought("york", "somerset_1")
    favour(s, YORK, "oxford")
    fight(s).favour = YORK
    routs(s, "somerset_1")
    run(end_battle(s, YORK), dice=[1])
    assert [s.mats[DUKE].assets[asset] for asset in (CARTS, PROVENDER, COIN)] == [4, 4, 2]


# Losses


def test_unrouted_lords_roll_for_each_routed_troop_by_its_printed_protection() -> None:
    s = fought("york", "somerset_1")
    capability(s, "york", "y9")
    fight(s).favour = YORK
    put(s, "york", "oxford", men_at_arms=1)
    s.mats[DUKE].routed = {MEN_AT_ARMS: 2, LONGBOWMEN: 1, MILITIA: 1}
    run(losses(s, YORK), dice=[3, 4, 1, 2])
    assert forces(s, DUKE) == {"retinue": 1, "men_at_arms": 2, "longbowmen": 1}
    assert not any(s.mats[DUKE].routed.values())


def test_routed_vassals_are_not_rolled_for_and_disband() -> None:
    s = fought("york", "somerset_1")
    vassal(s, "essex", "york", 3)
    s.mats[DUKE].vassals, s.mats[DUKE].routed_vassals = [], [Vassal("essex")]
    routs(s, "somerset_1")
    run(end_battle(s, YORK), dice=[1])
    assert s.mats[DUKE].routed_vassals == []
    assert s.disbanded[Vassal("essex")] == s.turn + 5


def test_a_special_vassal_who_routed_takes_his_card_along() -> None:
    s = fought("york", "somerset_1", attacker=LANCASTER)
    capability(s, "somerset_1", "l19")
    s.mats[SOMERSET].vassals, s.mats[SOMERSET].routed_vassals = [], [Vassal("trollope")]
    routs(s, "york")
    run(end_battle(s, LANCASTER), dice=[1])
    assert s.mats[SOMERSET].capabilities == []
    assert "l19" in s.decks[LANCASTER]


def test_a_winner_who_loses_all_his_troops_disbands_at_once_without_a_death_check() -> None:
    s = fought("york march", "somerset_1")
    favour(s, LANCASTER, "oxford")
    put(s, "march", "oxford", militia=0)
    s.mats[MARCH].routed = {MILITIA: 1}
    routs(s, "somerset_1")
    run(end_battle(s, YORK), dice=[2, 1])
    assert place(s, "march") == (s.turn + 4, False)
    assert [e.data["lord"] for e in told(s, "death_check")] == ["somerset_1"]


def test_a_routed_lord_of_the_winner_rolls_no_losses_but_for_death() -> None:
    s = fought("york march", "somerset_1")
    s.mats[MARCH].routed = {MILITIA: 1}
    routs(s, "march", "somerset_1")
    run(end_battle(s, YORK), dice=[1, 6])
    assert (place(s, "somerset_1"), status(s, "march")) == ((2, False), Status.DEAD)
    assert not told(s, "losses")


# Death check


def two_routed() -> State:
    s = fought("york march", "somerset_1")
    routs(s, "york", "march")
    return s


def test_a_player_chooses_the_order_in_which_own_lords_roll_for_death() -> None:
    s = two_routed()
    run(death_check(s, LANCASTER), (YORK, "deaths", ["york", "march"]), dice=[6, 1])
    assert [e.data["lord"] for e in told(s, "death_check")] == ["york", "march"]
    assert (status(s, "york"), place(s, "march")) == (Status.DEAD, (s.turn + 4, False))


@pytest.mark.parametrize("readings", [PRESENT, BEFORE])
def test_without_an_order_lords_roll_for_death_as_they_were_arrayed(readings: Readings) -> None:
    s = two_routed()
    s.readings = readings
    run(death_check(s, LANCASTER), dice=[6, 1])
    assert [e.data["lord"] for e in told(s, "death_check")] == ["march", "york"]


@pytest.mark.parametrize(("die", "fled", "dead"), [(2, False, False), (3, False, True), (4, True, False), (5, True, True)])
def test_a_routed_lord_dies_on_3_to_6_less_two_if_he_fled(die: int, fled: bool, dead: bool) -> None:
    s = fought("york", "somerset_1")
    routs(s, "somerset_1", fled=fled)
    run(death_check(s, YORK), dice=[die])
    assert (status(s, "somerset_1") is Status.DEAD) is dead
    assert ("somerset_1" in s.seats) is not dead


def test_defenders_roll_first_each_side_in_the_order_of_the_array() -> None:
    s = fought("york march", "henry_vi somerset_1", attacker=LANCASTER)
    routs(s, "somerset_1", "henry_vi", "march")
    run(death_check(s, YORK), dice=[1, 1])
    # The King's capture spares Henry VI the roll.
    assert [e.data["lord"] for e in told(s, "death_check")] == ["march", "somerset_1"]


def test_the_vassals_of_a_lord_who_dies_disband_and_do_not_die() -> None:
    s = fought("york", "somerset_1")
    vassal(s, "essex", "somerset_1", 3)
    routs(s, "somerset_1")
    run(death_check(s, YORK), dice=[6])
    assert s.disbanded == {"essex": s.turn + 5}


# y3 y9 l3 Escape Ship


def escaping(where: str = "southampton", side: Side | None = YORK, card: str = "y3") -> State:
    s = fought("march rutland", "somerset_1", where, attacker=LANCASTER)
    favour(s, side, where)
    hold(s, card)
    routs(s, "march", "rutland")
    return s


def test_escape_ship_takes_chosen_lords_into_exile_at_the_usual_cost() -> None:
    s = escaping()
    vassal(s, "essex", "march", 3)
    lines = [(YORK, "play", "event_y3"), (YORK, "escape", ["march"])]
    run(death_check(s, LANCASTER), *lines, dice=[6])
    assert (place(s, "march"), status(s, "rutland")) == ((s.turn + 4, True), Status.DEAD)
    assert s.influence == 3
    assert fight(s).events == ["y3"]


@pytest.mark.parametrize(("where", "side"), [("southampton", None), ("southampton", LANCASTER), ("oxford", YORK)])
def test_escape_ship_needs_a_friendly_stronghold_with_a_route_to_a_friendly_port(where: str, side: Side | None) -> None:
    assert playable(escaping(where, side), YORK) == []


def test_escape_ship_route_is_overland_friendly_and_free_of_enemies_but_for_the_battle() -> None:
    s = escaping("winchester")
    favour(s, YORK, "southampton")
    assert playable(s, YORK) == ["y3"]
    put(s, "buckingham", "southampton")
    assert playable(s, YORK) == []
    s = escaping("winchester")
    favour(s, None, "southampton")
    assert playable(s, YORK) == []


def test_escape_ship_works_after_blocked_ford_and_england_is_my_home_then_does_not() -> None:
    s = escaping()
    capability(s, "march", "y8")
    capability(s, "rutland", "y8")
    s.mats[Lord("rutland")].capabilities = []
    run(death_check(s, LANCASTER), (YORK, "play", "event_y3"), (YORK, "escape", ["march", "rutland"]))
    assert (place(s, "march"), place(s, "rutland")) == ((s.turn + 1, False), (s.turn + 4, True))
    assert s.influence == 2
    s = escaping()
    capability(s, "march", "y8")
    fight(s).ford = [YORK]
    run(death_check(s, LANCASTER), (YORK, "play", "event_y3"), (YORK, "escape", ["march"]), dice=[1])
    assert place(s, "march") == (s.turn + 4, True)


def test_events_come_before_all_rolls_defenders_before_attackers_and_for_own_lords_only() -> None:
    s = fought("march", "somerset_1", "dover", attacker=LANCASTER)
    favour(s, LANCASTER, "dover")
    hold(s, "l3", "y3")
    routs(s, "march", "somerset_1")
    run(death_check(s, None), (YORK, "play", "none"), (LANCASTER, "play", "event_l3"), dice=[6])
    assert (place(s, "somerset_1"), status(s, "march")) == ((2, True), Status.DEAD)


def test_a_side_without_routed_lords_is_not_asked() -> None:
    s = fought("york", "somerset_1")
    hold(s, "y3")
    routs(s, "somerset_1")
    run(death_check(s, YORK), dice=[1])


# l16 Warden of the Marches


def warden(where: str = "hexham") -> State:
    s = fought("york", "somerset_1 buckingham", where)
    favour(s, None, *s.board.areas["north"])
    favour(s, LANCASTER, "hexham", "carlisle", "newcastle", "bamburgh")
    put(s, "march", "carlisle")
    hold(s, "l16")
    routs(s, "somerset_1", "buckingham")
    return s


def test_warden_lets_each_lord_slip_away_to_a_northern_stronghold_of_his_own() -> None:
    s = warden()
    s.mats[SOMERSET].routed[MILITIA] = 2
    capability(s, "somerset_1", "l5")
    vassal(s, "essex", "somerset_1", 3)
    vassal(s, "westmorland", "somerset_1", 3)
    s.mats[SOMERSET].vassals, s.mats[SOMERSET].routed_vassals = [Vassal("essex")], [Vassal("westmorland")]
    lines = [
        (LANCASTER, "play", "event_l16"),
        (LANCASTER, "warden", "none"),
        (LANCASTER, "warden", "newcastle"),
    ]
    run(death_check(s, YORK), *lines, dice=[6])
    assert s.lords[SOMERSET].where == "newcastle"
    assert forces(s, SOMERSET) == {"retinue": 1, "men_at_arms": 2, "longbowmen": 2}
    assert (s.mats[SOMERSET].routed, s.mats[SOMERSET].vassals) == ({}, ["essex"])
    assert (s.mats[SOMERSET].routed_vassals, s.mats[SOMERSET].capabilities) == ([], ["l5"])
    assert status(s, "buckingham") is Status.DEAD


def test_warden_goes_neither_to_the_battle_nor_onto_yorkists_and_needs_a_battle_in_the_north() -> None:
    assert refuges(warden(), SOMERSET) == ["bamburgh", "newcastle"]
    assert playable(warden("york"), LANCASTER) == []


def test_warden_takes_lords_who_fled_too() -> None:
    s = fought("york", "somerset_1 buckingham", "hexham")
    favour(s, LANCASTER, "newcastle")
    hold(s, "l16")
    routs(s, "somerset_1", "buckingham", fled=True)
    lines = [(LANCASTER, "play", "event_l16"), (LANCASTER, "warden", "newcastle"), (LANCASTER, "warden", "none")]
    run(death_check(s, YORK), *lines, dice=[1])
    assert status(s, "buckingham") is Status.MAP
    assert (fight(s).routed, fight(s).fled) == ([], [])


def test_warden_saves_nobody_who_has_no_troops_left() -> None:
    s = warden()
    s.mats[SOMERSET].forces, s.mats[SOMERSET].routed = {}, {MILITIA: 2}
    lines = [(LANCASTER, "play", "event_l16"), (LANCASTER, "warden", "none"), (LANCASTER, "warden", "newcastle")]
    run(death_check(s, YORK), *lines, dice=[1])
    assert place(s, "somerset_1") == (2, False)
    assert [e.data["lord"] for e in told(s, "death_check")] == ["buckingham"]


# l36 Talbot, y33 Bloody thou art


def test_talbot_disbands_chosen_lords_without_a_roll() -> None:
    s = fought("richard_iii", "oxford jasper_tudor_2", scenario=III)
    hold(s, "l36")
    routs(s, "oxford", "jasper_tudor_2")
    run(death_check(s, YORK), (LANCASTER, "play", "event_l36"), (LANCASTER, "talbot", ["oxford"]), dice=[6])
    assert (place(s, "oxford"), status(s, "jasper_tudor_2")) == ((s.turn + 4, False), Status.DEAD)


def bloody(winner: Side) -> State:
    s = fought("richard_iii norfolk", "oxford", scenario=III)
    capability(s, "richard_iii", "y33")
    hold(s, "l36")
    if winner is YORK:
        routs(s, "oxford", fled=True)
    routs(s, "richard_iii")
    return s


def test_bloody_thou_art_kills_every_routed_lancastrian_and_no_yorkist_without_rolls_or_events() -> None:
    s = bloody(YORK)
    run(death_check(s, YORK))
    assert (status(s, "oxford"), place(s, "richard_iii")) == (Status.DEAD, (s.turn + 1, False))


def test_bloody_thou_art_needs_a_yorkist_victory() -> None:
    s = bloody(LANCASTER)
    routs(s, "norfolk")
    run(death_check(s, LANCASTER), dice=[1, 1])
    assert status(s, "oxford") is Status.MAP


# 6.0 Capture of the King


def captured(york: str = "york march") -> State:
    s = fought(york, "henry_vi somerset_1")
    routs(s, "henry_vi", "somerset_1")
    return s


def test_6_0_the_king_is_captured_without_a_death_check_and_york_gains_10() -> None:
    s = captured()
    vassal(s, "essex", "henry_vi", 3)
    hold(s, "l3")
    run(death_check(s, YORK), (YORK, "captor", "march"), (LANCASTER, "play", "none"), dice=[1])
    assert (status(s, "henry_vi"), s.lords[HENRY].where) == (Status.CAPTIVE, "march")
    assert (s.influence, HENRY in s.mats, s.disbanded) == (-10, False, {"essex": s.turn + 5})


def test_6_0_a_captor_who_makes_an_exile_pact_keeps_the_king() -> None:
    """R111: the Pact (y8) moves the Lord to an Exile box, which is on the map; he does not go into Exile (4.3.5)."""
    s = captured()
    run(death_check(s, YORK), (YORK, "captor", "march"), dice=[1])
    active(s, "march")
    run(exile_pact(s, MARCH, ExilePact(Locale("burgundy"))))
    assert (status(s, "henry_vi"), s.lords[HENRY].where) == (Status.CAPTIVE, "march")


def test_6_0_a_captor_whose_home_is_england_lets_the_king_go() -> None:
    """R111: he Disbands (y8) where he would have gone into Exile."""
    s = captured()
    run(death_check(s, YORK), (YORK, "captor", "march"), dice=[1])
    capability(s, "march", "y8")
    assert stays_home(s, MARCH, "4.3.5")
    assert (place(s, "henry_vi"), s.influence) == ((s.turn + 1, False), 0)


def test_6_0_a_captor_is_an_unrouted_lord() -> None:
    s = captured()
    routs(s, "york")
    run(death_check(s, YORK), dice=[1, 1])
    assert s.lords[HENRY].where == "march"


def test_6_0_without_a_captor_the_king_is_put_on_the_calendar_and_lancaster_gains_10() -> None:
    s = captured("march")
    put(s, "march", "oxford", militia=0)
    s.mats[MARCH].routed = {MILITIA: 1}
    run(end_battle(s, YORK), dice=[6, 1])
    assert place(s, "henry_vi") == (s.turn + 1, False)
    assert s.influence == -10
    assert [e.data["points"] for e in told(s, "influence")] == [10, 10, 10]


def test_6_0_the_king_is_captured_by_a_victory_only() -> None:
    s = fought("york", "henry_vi somerset_1", attacker=LANCASTER)
    routs(s, "henry_vi", "york")
    run(death_check(s, LANCASTER), dice=[1, 1])
    assert place(s, "henry_vi") == (s.turn + 1, False)


def test_6_0_other_scenarios_know_no_capture() -> None:
    s = fought("march", "henry_vi", scenario=IC)
    routs(s, "henry_vi")
    run(death_check(s, YORK), dice=[6])
    assert status(s, "henry_vi") is Status.DEAD


# 6.0 Foreign Haven


def haven() -> State:
    s = fought("edward_iv pembroke", "warwick_l clarence", scenario=II, attacker=LANCASTER)
    routs(s, "edward_iv")
    return s


def test_6_0_edward_may_go_into_exile_instead_of_checking_for_death() -> None:
    s = haven()
    favour(s, YORK, "oxford")
    run(death_check(s, LANCASTER), (YORK, "haven", True))
    assert (place(s, "edward_iv"), s.influence) == ((s.turn + 1, True), 5)


def exiled(attacker: Side, favourable: Side | None, readings: Readings = PRESENT) -> State:
    s = fought("edward_iv", "warwick_l", scenario=II, attacker=attacker)
    favour(s, favourable, "oxford")
    put(s, "edward_iv", "oxford", carts=3, provender=2)
    put(s, "warwick_l", "oxford", carts=0, provender=0)
    s.readings = readings
    routs(s, "edward_iv")
    run(death_check(s, LANCASTER), (YORK, "haven", True))
    return s


@pytest.mark.parametrize(
    ("attacker", "favourable", "given"),
    [(LANCASTER, None, (2, 1)), (LANCASTER, LANCASTER, (3, 2)), (LANCASTER, YORK, (0, 0)), (YORK, None, (0, 0))],
)
def test_6_0_edward_going_into_exile_gives_up_assets_to_those_who_have_approached(
    attacker: Side, favourable: Side | None, given: tuple[int, int]
) -> None:
    """4.3.5, R116: as if Spoils after Battle, by the Favour of the place."""
    assets = exiled(attacker, favourable).mats[Lord("warwick_l")].assets
    assert (assets.get(CARTS, 0), assets.get(PROVENDER, 0)) == given


def test_6_0_in_games_begun_before_edward_keeps_his_assets_from_them() -> None:
    assets = exiled(LANCASTER, None, BEFORE).mats[Lord("warwick_l")].assets
    assert not any(assets.get(asset) for asset in (CARTS, PROVENDER))


def test_6_0_a_flank_attack_does_not_change_who_has_approached() -> None:
    s = fought("edward_iv", "warwick_l", scenario=II, attacker=YORK)
    active(s, "warwick_l")
    assert (approaching(s, LANCASTER), approaching(s, YORK)) == (["warwick_l"], [])


def test_6_0_edward_may_stay_to_roll() -> None:
    s = haven()
    run(death_check(s, LANCASTER), (YORK, "haven", False), dice=[6])
    assert status(s, "edward_iv") is Status.DEAD


def test_6_0_edward_has_no_haven_while_margaret_is_on_the_map() -> None:
    s = haven()
    put(s, "margaret", "calais")
    run(death_check(s, LANCASTER), dice=[1])
    assert place(s, "edward_iv") == (s.turn + 1, False)


def warwick_dies(attacker: Side) -> State:
    s = fought("edward_iv", "warwick_l", scenario=II, attacker=attacker)
    s.turn = 4
    on_calendar(s, "margaret", 9, exile=True)
    on_calendar(s, "oxford", 2)
    on_calendar(s, "gloucester_1", 9)
    on_calendar(s, "pembroke", 5)
    gone(s, "clarence")
    routs(s, "warwick_l")
    run(death_check(s, YORK), dice=[6])
    return s


def test_6_0_warwicks_death_as_a_defender_opens_the_foreign_haven() -> None:
    s = warwick_dies(YORK)
    assert (place(s, "margaret"), place(s, "oxford")) == ((4, True), (2, False))
    assert (place(s, "gloucester_1"), place(s, "pembroke")) == ((5, False), (5, False))


def test_6_0_warwicks_death_as_an_attacker_does_not() -> None:
    assert place(warwick_dies(LANCASTER), "margaret") == (9, True)


# The Background Book


def test_e16_henry_flees_from_the_battle_of_london() -> None:
    """E16: the reward counts Essex; London is Lancastrian, so no Spoils. In Ia the King is captured, and never rolls."""
    s = position(IA)
    for lord in ("york", "march"):
        put(s, lord, "london")
    put(s, "somerset_1", "guildford")
    vassal(s, "shrewsbury", "march", 3)
    vassal(s, "essex", "henry_vi", 2)
    lines = [
        (YORK, "array", {"centre": "york", "left": "march"}),
        (LANCASTER, "flee", ["henry_vi"]),
        (YORK, "captor", "march"),
    ]
    assert run(battle_at(s, Locale("london"), YORK, frozenset()), *lines) is YORK
    assert s.influence == -(5 + 1 + 10)
    assert s.disbanded == {"essex": s.turn + 5}
    assert s.mats[DUKE].assets == {"provender": 2, "coin": 2, "carts": 2, "ships": 0}


def test_e16_elsewhere_henry_who_fled_lives_on_a_3_and_disbands() -> None:
    s = fought("march", "henry_vi", scenario=IC)
    routs(s, "henry_vi", fled=True)
    run(death_check(s, YORK), dice=[3])
    assert place(s, "henry_vi") == (s.turn + 1, False)
