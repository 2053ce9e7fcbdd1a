"""4.4.1 Held Events played in a Battle, each with the edges of its card."""

from typing import Any

import pytest

from pbem.games.plantagenet.battle.battle import (
    battle,
    battle_round,
    closest_enemies,
    engage,
    engagement_place,
    strike_in_order,
)
from pbem.games.plantagenet.battle.battle_events import (
    play_events,
    playable,
    regroup,
    share_caltrops,
    suspicions,
    temptations,
)
from pbem.games.plantagenet.battle.forces import protection
from pbem.games.plantagenet.battle.strike import apply_hits, strike, strike_step, take_hit, total_hits
from pbem.games.plantagenet.components.board import Vassal
from pbem.games.plantagenet.components.box import Card, Lord, Side, Strike
from pbem.games.plantagenet.components.readings import BEFORE
from pbem.games.plantagenet.components.state import State
from pbem.games.plantagenet.components.units import vassal_unit
from tests.games.plantagenet.build import (
    LANCASTER,
    LONGBOWMEN,
    MEN_AT_ARMS,
    MILITIA,
    RETINUE,
    YORK,
    arm,
    fight,
    forces,
    hit,
    hits,
    reroll,
    run,
    stand,
    steady,
    told,
)
from tests.games.plantagenet.scene import IA, IC, II, III, battle_joined, capability, favour, hold, position, put, vassal

MISSILES, MELEE = Strike.MISSILES, Strike.MELEE
MARCH, DUKE, HENRY, SOMERSET = map(Lord, ("march", "york", "henry_vi", "somerset_1"))


def joined(york: str = "york", lancaster: str = "henry_vi", attacker: Side = YORK, where: str = "london") -> State:
    """A Battle of scenario Ia, Arrayed."""
    s = position(IA)
    for lord in ("york", "march", "henry_vi", "somerset_1"):
        put(s, lord, "calais")
    for lord in (*york.split(), *lancaster.split()):
        put(s, lord, where)
    battle_joined(s, where, attacker)
    return s


def plays(side: Side, card: str) -> tuple[Side, str, Any]:
    """A line of the Event step."""
    return side, "play", card


def in_play(s: State, *cards: str) -> None:
    """Events already played in the Battle."""
    fight(s).events += [Card(card) for card in cards]


# The Event step


def test_4_4_1_the_defender_plays_all_his_events_before_the_attacker() -> None:
    s = joined()
    hold(s, "l1", "l12", "y1")
    arm(s, HENRY, retinue=1, militia=1)
    arm(s, DUKE, retinue=1, militia=1)
    lines = [plays(LANCASTER, "l1"), plays(LANCASTER, "l12"), plays(YORK, "y1")]
    run(battle(s), *lines, (LANCASTER, "flee", ["henry_vi"]))
    assert fight(s).events == ["l1", "l12", "y1"]
    assert s.held == {YORK: [], LANCASTER: []}


def test_4_4_1_a_side_that_holds_nothing_is_not_asked() -> None:
    s = joined()
    run(play_events(s, YORK))
    assert fight(s).events == []


def test_4_4_1_a_side_that_holds_another_card_is_asked_all_the_same() -> None:
    s = joined()
    hold(s, "y2")
    run(play_events(s, YORK), plays(YORK, "none"))
    assert (fight(s).events, s.held[YORK]) == ([], ["y2"])


# y1 l1 Leeward Battle Line


def test_leeward_battle_line_halves_missiles_after_the_engagement_is_added_up() -> None:
    s = joined("york march")
    arm(s, DUKE, retinue=1, longbowmen=1, militia=1)
    arm(s, MARCH, retinue=1, militia=2)
    in_play(s, "l1")
    everybody = [DUKE, MARCH, HENRY]
    # 2 + 1/2 + 1 = 3 1/2, halved 1 3/4: not 4 halved, nor each Lord's.
    assert run(total_hits(s, everybody, YORK, MISSILES)) == 2
    fight(s).culverins = [DUKE]
    assert run(total_hits(s, everybody, YORK, MISSILES), dice=[1]) == 3
    assert run(total_hits(s, everybody, YORK, MELEE)) == 8


def test_leeward_battle_line_does_nothing_to_its_own_side_and_the_two_cancel_each_other() -> None:
    s = joined()
    arm(s, DUKE, longbowmen=2)
    arm(s, HENRY, longbowmen=2)
    in_play(s, "y1")
    assert [run(total_hits(s, [DUKE, HENRY], side, MISSILES)) for side in (YORK, LANCASTER)] == [4, 2]
    in_play(s, "l1")
    assert [run(total_hits(s, [DUKE, HENRY], side, MISSILES)) for side in (YORK, LANCASTER)] == [4, 4]


# y5 l5 Suspicion


def test_suspicion_compares_printed_influence_and_reaches_reserves() -> None:
    s = joined("york march rutland salisbury", "buckingham henry_vi")
    capability(s, "march", "y20")
    assert len(fight(s).reserve[YORK]) == 1
    assert suspicions(s, YORK) == ["york buckingham"]
    assert set(suspicions(s, LANCASTER)) >= {"buckingham rutland", "henry_vi salisbury", "buckingham march"}
    assert "henry_vi york" not in suspicions(s, LANCASTER)
    assert "buckingham salisbury" not in suspicions(s, LANCASTER)


def test_suspicion_is_idle_without_a_lower_rated_enemy() -> None:
    s = joined("march", "henry_vi")
    hold(s, "y5", "l5")
    assert (playable(s, YORK), playable(s, LANCASTER)) == ([], ["l5"])
    run(play_events(s, YORK), plays(YORK, "none"))


def test_suspicion_disbands_a_lord_who_then_has_no_part_in_the_battle() -> None:
    s = joined("york", "henry_vi buckingham")
    hold(s, "y5")
    run(play_events(s, YORK), plays(YORK, "y5"), dice=[5])
    assert (s.lords[Lord("buckingham")].box, s.lords[Lord("buckingham")].exile) == (s.turn + 3, False)
    assert fight(s).front[LANCASTER] == [None, "henry_vi", None]
    assert fight(s).fighters == ["henry_vi", "york"]
    assert s.influence == 1


def test_suspicion_may_fail_and_costs_one_all_the_same() -> None:
    s = joined("march", "henry_vi", attacker=LANCASTER)
    hold(s, "l5")
    run(play_events(s, LANCASTER), plays(LANCASTER, "l5"), dice=[6])
    assert (MARCH in s.mats, s.influence) == (True, -1)


def test_suspicion_names_both_lords_before_the_raise_and_the_check() -> None:
    s = joined("march rutland", "buckingham", attacker=LANCASTER)
    hold(s, "l5")
    lines = [plays(LANCASTER, "l5"), (LANCASTER, "suspicion", "buckingham march"), (LANCASTER, "spend", "1")]
    run(play_events(s, LANCASTER), *lines, dice=[4])
    assert (MARCH in s.mats, s.influence) == (False, -2)


def test_suspicion_that_leaves_a_side_empty_ends_the_battle_with_nothing_more_asked() -> None:
    s = joined("york", "buckingham")
    hold(s, "y5", "l1", "y1")
    lines = [plays(LANCASTER, "none"), plays(YORK, "y5")]
    assert run(battle(s), *lines, dice=[2]) is YORK
    assert not told(s, "round_begins")


# l7 For trust not him


def tempted(loyal: str = "shrewsbury", lord: str = "york") -> State:
    s = joined(lord, "henry_vi somerset_1")
    vassal(s, loyal, lord, 4)
    hold(s, "l7")
    return s


def test_for_trust_not_him_brings_a_vassal_over_with_a_new_marker() -> None:
    s = tempted()
    lines = [plays(LANCASTER, "l7"), (LANCASTER, "trust", "somerset_1 shrewsbury")]
    run(play_events(s, LANCASTER), *lines, dice=[5])
    assert (s.mats[DUKE].vassals, s.mats[SOMERSET].vassals) == ([], ["shrewsbury"])
    assert s.service[Vassal("shrewsbury")] == s.turn + 2
    assert s.influence == -1


def test_for_trust_not_him_counts_loyalty() -> None:
    s = tempted("fauconberg")
    # Loyalty 2 to York: 5 - 2 = 3, raised once to 4.
    lines = [plays(LANCASTER, "l7"), (LANCASTER, "trust", "henry_vi fauconberg"), (LANCASTER, "spend", "1")]
    run(play_events(s, LANCASTER), *lines, dice=[5])
    assert (s.mats[DUKE].vassals, s.influence) == (["fauconberg"], -2)
    assert told(s, "check")[0].data["rating"] == 4


def test_for_trust_not_him_reaches_neither_special_vassals_nor_alice_montagus() -> None:
    s = position(IC)
    put(s, "warwick_y", "london")
    put(s, "henry_vi", "london")
    vassal(s, "suffolk", "warwick_y", 7)
    battle_joined(s, "london", YORK)
    assert temptations(s) == ["henry_vi suffolk"]
    s = tempted(lord="salisbury")
    capability(s, "salisbury", "y17")
    assert (temptations(s), playable(s, LANCASTER)) == ([], [])


def test_for_trust_not_him_never_fails_with_two_roses() -> None:
    s = position(III)
    put(s, "henry_tudor", "london")
    put(s, "norfolk", "london")
    put(s, "richard_iii", "york")
    capability(s, "henry_tudor", "l32")
    vassal(s, "essex", "norfolk", 3)
    hold(s, "l7")
    before = s.influence
    battle_joined(s, "london", YORK)
    run(play_events(s, LANCASTER), plays(LANCASTER, "l7"))
    assert s.mats[Lord("henry_tudor")].vassals == ["essex"]
    assert s.influence == before - 1


# y19 Caltrops


def test_caltrops_hits_are_shared_among_the_engagements_of_the_round() -> None:
    s = joined("york march", "henry_vi somerset_1")
    in_play(s, "y19")
    for lord in (DUKE, MARCH):
        arm(s, lord, retinue=1)
    for lord in (HENRY, SOMERSET):
        arm(s, lord, retinue=1)
    run(engage(s))
    lines = [(YORK, "order", ["centre", "left"]), (YORK, "caltrops", {"centre": 1, "left": 1})]
    run(strike_in_order(s), *lines, dice=[1] * 14)
    assert [(e.data["york"], e.data["lancaster"]) for e in told(s, "hits")] == [(0, 0), (3, 4), (0, 0), (3, 4)]


def test_caltrops_go_to_the_only_engagement_unasked_and_to_melee_only() -> None:
    s = joined()
    in_play(s, "y19")
    arm(s, DUKE, retinue=1)
    arm(s, HENRY, retinue=1)
    run(engage(s))
    run(strike_in_order(s), dice=[1] * 8)
    assert [(e.data["york"], e.data["lancaster"]) for e in told(s, "hits")] == [(0, 0), (3, 5)]


def test_caltrops_do_nothing_unless_played() -> None:
    s = joined()
    run(share_caltrops(s, ["centre"]))
    assert fight(s).caltrops == {}


# y30 Regroup


def broken(*cards: str) -> State:
    s = joined("york march", "henry_vi", attacker=LANCASTER)
    in_play(s, "y30")
    capability(s, "york", *cards)
    arm(s, DUKE, retinue=1)
    s.mats[DUKE].routed = {MEN_AT_ARMS: 2, MILITIA: 1}
    return s


def test_regroup_rolls_all_routed_troops_of_one_lord_once() -> None:
    s = broken()
    s.mats[DUKE].routed_vassals = [Vassal("essex")]
    run(regroup(s, "now"), (YORK, "regroup", "york"), dice=[3, 4, 1])
    assert forces(s, DUKE) == {"retinue": 1, "men_at_arms": 1, "militia": 1}
    assert (s.mats[DUKE].routed, s.mats[DUKE].routed_vassals) == ({MEN_AT_ARMS: 1, MILITIA: 0}, ["essex"])
    run(regroup(s, "later"))


def test_regroup_may_wait_and_is_not_asked_without_routed_troops_of_an_unrouted_lord() -> None:
    s = broken()
    run(regroup(s, "now"), (YORK, "regroup", "none"))
    run(regroup(s, "later"), (YORK, "regroup", "none"))
    fight(s).routed.append(DUKE)
    run(regroup(s, "at the end"))
    assert told(s, "regroup") == []


def test_regroup_uses_protection_as_it_is_modified_then() -> None:
    s = broken("y9")
    fight(s).favour = YORK
    run(regroup(s, "now"), (YORK, "regroup", "york"), dice=[4, 5, 2])
    assert forces(s, DUKE) == {"retinue": 1, "men_at_arms": 1, "militia": 1}


def test_regroup_spends_no_valour() -> None:
    s = broken()
    steady(s, 2)
    run(regroup(s, "now"), (YORK, "regroup", "york"), dice=[6, 6, 6])
    assert s.mats[DUKE].valour == 2


def test_regroup_may_keep_a_lord_from_routing_at_the_end_of_a_round() -> None:
    s = joined("york", "henry_vi", attacker=LANCASTER)
    in_play(s, "y30")
    arm(s, DUKE, retinue=1, militia=1)
    arm(s, HENRY, retinue=1, militia=1)
    lines = [
        stand(YORK),
        stand(LANCASTER),
        hit(YORK, DUKE, "militia"),
        hit(LANCASTER, HENRY, "militia"),
        (YORK, "regroup", "none"),
        *hits(LANCASTER, HENRY, "militia", 3),
        (YORK, "regroup", "york"),
    ]
    # A Missile Hit each; in Melee four on York's Retinue and three on Henry's Militia; then York's Militia comes back.
    run(battle_round(s), *lines, dice=[6, 1, *[1] * 7, 1])
    assert fight(s).routed == []


def test_york_is_asked_about_regroup_once_more_when_all_the_enemy_have_fled() -> None:
    s = broken()
    fight(s).front[LANCASTER][1:] = [HENRY, None]
    lines = [stand(YORK), (LANCASTER, "flee", [HENRY]), (YORK, "regroup", "york")]
    run(battle_round(s), *lines, dice=[1, 1, 1])
    assert (told(s, "regroup") != [], told(s, "hits")) == (True, [])


def test_an_order_may_use_regroup_before_a_single_hit_and_a_reroll() -> None:
    s = broken()
    steady(s, 1)
    lines = [
        (YORK, "regroup meanwhile", "none"),
        (YORK, "regroup meanwhile", "york"),
        (YORK, "reroll", False),
    ]
    run(apply_hits(s, [DUKE, HENRY], YORK, "left", Strike.MELEE, 1), *lines, dice=[6, 1, 1, 1])
    assert forces(s, DUKE) == {"men_at_arms": 2, "militia": 1}


def test_york_may_be_asked_about_regroup_before_each_hit_until_the_next_strike_step() -> None:
    s = broken()
    lines = [(YORK, "regroup", "ask"), (YORK, "regroup asked", "none")]
    run(regroup(s, "left, missiles"), lines.pop(0))
    run(apply_hits(s, [DUKE, HENRY], YORK, "left", Strike.MISSILES, 1), *lines, dice=[1])
    run(regroup(s, "left, melee"), (YORK, "regroup", "none"))
    run(apply_hits(s, [DUKE, HENRY], YORK, "left", Strike.MELEE, 1), dice=[1])
    assert told(s, "regroup") == []


def test_in_games_begun_before_regroup_has_its_two_moments_only() -> None:
    s = broken()
    s.readings = BEFORE
    run(apply_hits(s, [DUKE, HENRY], YORK, "left", Strike.MELEE, 1), dice=[1])
    with pytest.raises(AssertionError, match="not open to you now"):
        run(regroup(s, "now"), (YORK, "regroup", "ask"))


# y36 Swift Maneuver


def swift() -> State:
    s = joined("york", "henry_vi", attacker=LANCASTER)
    in_play(s, "y36")
    arm(s, DUKE, retinue=1, longbowmen=2)
    arm(s, HENRY, retinue=1, militia=3)
    return s


def test_swift_maneuver_ends_the_round_when_a_lancastrian_retinue_routs() -> None:
    s = swift()
    lines = [*hits(YORK, DUKE, "longbowmen", 2), hit(LANCASTER, HENRY, "retinue"), (YORK, "maneuver", True)]
    run(strike(s, [DUKE, HENRY], "centre"), *lines, dice=[1, 1, 5])
    assert [e.data["step"] for e in told(s, "hits")] == ["missiles"]
    assert forces(s, HENRY) == {"militia": 3}


def test_swift_maneuver_may_be_declined() -> None:
    s = swift()
    lines = [*hits(YORK, DUKE, "longbowmen", 2), hit(LANCASTER, HENRY, "retinue"), (YORK, "maneuver", False)]
    run(strike_step(s, [DUKE, HENRY], "centre", MISSILES), *lines, dice=[1, 1, 5, 1, 1, 1])
    assert forces(s, HENRY) == {"militia": 3}


def test_swift_maneuver_needs_a_lancastrian_retinue_routed_after_the_reroll() -> None:
    s = swift()
    steady(s, 1)
    run(take_hit(s, HENRY, RETINUE, MELEE), reroll(LANCASTER), dice=[5, 4])
    run(take_hit(s, HENRY, MILITIA, MELEE), dice=[6])
    run(take_hit(s, DUKE, RETINUE, MELEE), reroll(YORK, False), dice=[6])
    assert not fight(s).round_ended


def test_swift_maneuver_lets_the_next_round_strike_again() -> None:
    s = swift()
    fight(s).round_ended = True
    arm(s, DUKE, retinue=1, militia=0)
    arm(s, HENRY, retinue=1, militia=0)
    run(battle_round(s), stand(YORK), stand(LANCASTER), dice=[1] * 6)
    assert len(told(s, "hits")) == 2


# y37 Patrick de la Mote


def test_patrick_de_la_mote_gives_yorkist_culverins_two_dice_and_others_one() -> None:
    s = joined()
    in_play(s, "y37")
    arm(s, DUKE)
    arm(s, HENRY)
    fight(s).culverins = [DUKE, HENRY]
    assert run(total_hits(s, [DUKE, HENRY], YORK, MISSILES), dice=[3, 4]) == 7
    assert run(total_hits(s, [DUKE, HENRY], LANCASTER, MISSILES), dice=[3]) == 3


# l12 Ravine


def test_ravine_names_a_yorkist_lord_of_the_battle_reserves_included() -> None:
    s = joined("york march salisbury rutland", "henry_vi")
    hold(s, "l12")
    reserve = fight(s).reserve[YORK][0]
    run(play_events(s, LANCASTER), plays(LANCASTER, "l12"), (LANCASTER, "ravine", reserve))
    assert fight(s).marked == {"l12": reserve}


def ravined(york: str = "york march") -> State:
    s = joined(york, "henry_vi somerset_1")
    fight(s).marked[Card("l12")] = DUKE
    return s


def test_ravine_leaves_a_place_empty_for_engage_in_round_1() -> None:
    s = ravined()
    run(engage(s))
    assert fight(s).engagements == [[SOMERSET, MARCH, HENRY]]
    assert closest_enemies(s, LANCASTER, 1) == [MARCH]
    assert engagement_place(s, fight(s).engagements[0]) == "left"
    fight(s).round = 2
    run(engage(s))
    assert fight(s).engagements == [[SOMERSET, MARCH], [HENRY, DUKE]]


def test_ravine_makes_no_room_for_a_reserve_and_without_engagement_nobody_strikes() -> None:
    s = ravined("york")
    run(battle_round(s), stand(LANCASTER), stand(YORK))
    assert (fight(s).engagements, told(s, "hits")) == ([], [])
    assert fight(s).front[YORK] == [None, "york", None]


# Battle Capabilities beyond Bosworth


def test_montagu_gives_warwicks_retinue_1_to_5_even_if_montagu_routs() -> None:
    s = position(IC)
    put(s, "warwick_y", "london")
    put(s, "henry_vi", "london")
    battle_joined(s, "london", YORK)
    warwick = Lord("warwick_y")
    assert s.mats[warwick].capabilities == ["l23"]
    run(take_hit(s, warwick, vassal_unit(Vassal("montagu")), MELEE), dice=[6])
    assert [protection(s, warwick, unit, MELEE) for unit in (RETINUE, MEN_AT_ARMS)] == [5, 3]


@pytest.mark.parametrize(("step", "top"), [(MISSILES, 3), (MELEE, 5)])
def test_barded_horse_protects_retinue_and_vassals_by_strike(step: Strike, top: int) -> None:
    s = joined("york", "somerset_1")
    capability(s, "somerset_1", "l27", "l19")
    tops = [
        protection(s, SOMERSET, unit, step) for unit in (RETINUE, vassal_unit(Vassal("trollope")), MEN_AT_ARMS, LONGBOWMEN)
    ]
    assert tops == [top, top, 3, 1]


def yeomen(men_at_arms: int = 1, valour: int = 0) -> State:
    s = position(II)
    put(s, "margaret", "london", men_at_arms=men_at_arms, longbowmen=1)
    put(s, "edward_iv", "london")
    favour(s, None, "london")
    capability(s, "margaret", "l31")
    battle_joined(s, "london", YORK)
    steady(s, valour)
    return s


MARGARET = Lord("margaret")


def test_yeomen_of_the_crown_rout_for_margarets_retinue_after_the_reroll() -> None:
    s = yeomen(valour=1)
    run(take_hit(s, MARGARET, RETINUE, MELEE), reroll(LANCASTER), (LANCASTER, "yeomen", True), dice=[5, 6])
    assert forces(s, MARGARET) == {"retinue": 1, "longbowmen": 1}
    assert s.mats[MARGARET].routed == {MEN_AT_ARMS: 1}


def test_yeomen_may_be_kept_or_may_be_gone() -> None:
    s = yeomen()
    run(take_hit(s, MARGARET, RETINUE, MELEE), (LANCASTER, "yeomen", False), dice=[5])
    assert forces(s, MARGARET) == {"men_at_arms": 1, "longbowmen": 1}
    s = yeomen(men_at_arms=0)
    run(take_hit(s, MARGARET, RETINUE, MELEE), dice=[5])
    assert forces(s, MARGARET) == {"longbowmen": 1}


def test_yeomen_leave_swift_maneuver_nothing_to_answer() -> None:
    s = yeomen()
    in_play(s, "y36")
    run(take_hit(s, MARGARET, RETINUE, MELEE), (LANCASTER, "yeomen", True), dice=[5])
    assert not fight(s).round_ended
