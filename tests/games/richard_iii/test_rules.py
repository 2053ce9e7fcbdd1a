"""Rules of each phase, by hand."""

from __future__ import annotations

import pytest

from pbem.engine.decision import Decision, OpenMenu
from pbem.games.richard_iii.actions.actions import ACT, act, action_options
from pbem.games.richard_iii.actions.land import choose_main, march, paths
from pbem.games.richard_iii.actions.recruit import places_for
from pbem.games.richard_iii.actions.sea import destinations, sail
from pbem.games.richard_iii.battle.battle import battle, begin, begin_round, chargeable, contested, first_of
from pbem.games.richard_iii.battle.combat import firepower
from pbem.games.richard_iii.battle.retreat import regroup_ways, retreats
from pbem.games.richard_iii.battle.treachery import loyalty, targets
from pbem.games.richard_iii.cards.cards import choose_cards, play_cards
from pbem.games.richard_iii.cards.deal import deal
from pbem.games.richard_iii.components.blocks import heirs_of, minors_of, side_of
from pbem.games.richard_iii.components.board import Area, BlockId, CardId, Side
from pbem.games.richard_iii.components.death import eliminate, lose
from pbem.games.richard_iii.components.options import DONE, MULLIGAN, Recruit
from pbem.games.richard_iii.components.state import POOL, REMOVED, GameOver, Phase, Role
from pbem.games.richard_iii.orders.reasons import why_not
from pbem.games.richard_iii.political.home import homes_of
from pbem.games.richard_iii.political.political import reset
from pbem.games.richard_iii.political.usurpation import count, levies_home, usurpation
from pbem.games.richard_iii.report.view import view
from pbem.games.richard_iii.supply.succession import executions, minors, succession
from pbem.games.richard_iii.supply.supply import losses, supply_phase, surplus
from tests.games.richard_iii.scene import LANCASTER, YORK, at, attack, empty, kill, play, put, set_up

B = BlockId


def test_4_1_the_position_of_1460_has_all_blocks_somewhere() -> None:
    s = set_up()
    assert len(s.blocks) == 63
    assert (at(s, "henry_vi_l"), at(s, "york_y"), at(s, "clarence_y"), at(s, "exeter_y")) == (
        "middlesex",
        "ireland",
        "minor",
        "enemy",
    )


@pytest.mark.parametrize(
    ("lancaster", "york", "first"),
    [
        ("ap_4", "ap_3", LANCASTER),
        ("ap_3", "ap_3", YORK),
        ("muster", "ap_4", LANCASTER),
        ("muster", "piracy", YORK),
        ("surprise", "treason", YORK),
    ],
)
def test_1_1_an_event_beats_an_action_card_then_ap_then_the_pretender_is_first(
    lancaster: str, york: str, first: str
) -> None:
    s = set_up()
    s.hands = {LANCASTER: [CardId(lancaster)], YORK: [CardId(york)]}
    play_cards(s, {LANCASTER: CardId(lancaster), YORK: CardId(york)})
    assert s.p1 == first


def test_5_1_a_poor_hand_is_replaced_in_place_of_the_first_card() -> None:
    s = set_up()
    s.hands = {LANCASTER: [CardId("plague")] * 7, YORK: [CardId("ap_4")] * 7}
    flow = choose_cards(s)
    (lancaster, york) = flow.send(None)
    assert MULLIGAN in lancaster.shape.options()
    assert MULLIGAN not in york.shape.options()
    (keep,) = flow.send((MULLIGAN, "ap_4"))
    assert keep.seat == YORK
    (deal,) = flow.send((True,))
    flow.send((list(deal.shape.items),))
    assert s.hands[YORK] == ["ap_4"] * 7
    assert s.hands[LANCASTER] != ["plague"] * 7
    assert s.redealt


def test_5_2_blocks_stop_behind_a_red_border_and_where_enemies_stand() -> None:
    s = empty()
    put(s, "scotland", "scots_mercenary_l")
    put(s, "northumbria", "kent_y")
    s.ap = 4
    found = set(paths(s, B("scots_mercenary_l")))
    assert found == {("scotland", "cumbria"), ("scotland", "northumbria")}


def test_5_21_two_blocks_cross_a_red_border() -> None:
    s = empty()
    put(s, "cumbria", "clifford_l", "oxford_l", "devon_l")
    s.ap = 4
    for block in ("clifford_l", "oxford_l"):
        march(s, B(block), (Area("cumbria"), Area("lancaster")))
    assert ("cumbria", "lancaster") not in set(paths(s, B("devon_l")))
    assert s.ap == 3


def test_5_22_as_many_as_attack_are_pinned_and_the_rest_may_not_go_their_way() -> None:
    s = empty()
    put(s, "leicester", "hastings_y", "arundel_y")
    put(s, "derby", "clifford_l")
    s.ap = 4
    march(s, B("clifford_l"), (Area("derby"), Area("leicester")))
    free = set(paths(s, B("hastings_y")))
    assert ("leicester", "rutland") in free
    assert ("leicester", "derby") not in free
    march(s, B("hastings_y"), (Area("leicester"), Area("rutland")))
    assert not list(paths(s, B("arundel_y")))


def test_6_3_the_first_border_is_the_main_attack_unless_the_attacker_says_otherwise() -> None:
    s = empty()
    put(s, "leicester", "hastings_y")
    put(s, "derby", "clifford_l")
    put(s, "warwick", "oxford_l")
    s.ap = 4
    assert march(s, B("clifford_l"), (Area("derby"), Area("leicester"))) == "main_attack_border"
    assert march(s, B("oxford_l"), (Area("warwick"), Area("leicester"))) == "reserve_attack"
    assert s.reserves == ["oxford_l"]
    choose_main(s, LANCASTER, Area("leicester"), Area("warwick"))
    assert s.reserves == ["clifford_l"]


def test_5_31_a_second_block_sails_between_the_same_ports_for_nothing() -> None:
    s = empty()
    put(s, "calais", "warwick_y", "march_y", "kent_y")
    s.ap = 1
    sail(s, B("warwick_y"), Area("east_anglia"))
    assert s.ap == 0
    assert [to for _, to in destinations(s, B("march_y"))] == ["east_anglia"]
    sail(s, B("march_y"), Area("east_anglia"))
    assert not destinations(s, B("kent_y"))


def test_5_4_a_bombard_needs_a_friendly_city_and_the_rebel_a_vacant_area() -> None:
    s = empty()
    assert places_for(s, B("bombard_l")) == []
    put(s, "warwick", "oxford_l")
    assert places_for(s, B("bombard_l")) == ["warwick"]
    assert "warwick" not in places_for(s, B("rebel"))
    assert "france" not in places_for(s, B("rebel"))


def test_1_2_recruits_come_after_all_moves() -> None:
    s = empty("ap_2")
    put(s, "derby", "clifford_l")
    play(act(s, LANCASTER), [Recruit(B("oxford_l"), Area("essex")), DONE])
    s.ap, s.recruiting = 1, True
    assert not any(option.startswith("march") for option in action_options(s, LANCASTER))
    assert at(s, "oxford_l") == "essex"


def test_shield_and_crown_add_up_and_go_to_the_senior() -> None:
    """2.2, 2.3 Exeter alone has both; beside the King he keeps the shield."""
    s = empty()
    put(s, "cornwall", "exeter_l")
    put(s, "dorset", "arundel_y")
    attack(s, "cornwall", YORK, "dorset")
    put(s, "cornwall", "hastings_y")
    begin(s, Area("cornwall"))
    assert firepower(s, B("exeter_l")) == 3
    assert s.battle is not None
    s.battle = None
    put(s, "cornwall", "henry_vi_l")
    begin(s, Area("cornwall"))
    assert firepower(s, B("exeter_l")) == 2
    assert firepower(s, B("henry_vi_l")) == 3


def test_6_4_hits_go_to_the_strongest_and_6_8_a_rose_noble_is_out_of_the_game() -> None:
    s = empty()
    put(s, "kent", "arundel_y")
    put(s, "kent", "henry_vi_l")
    attack(s, "kent", LANCASTER, "middlesex")
    play(battle(s, Area("kent")), dice=[6, 6, 6, 1, 1, 1, 6])
    assert at(s, "arundel_y") == REMOVED
    assert at(s, "henry_vi_l") == "kent"


def test_6_2_attackers_retreat_in_round_4_or_are_lost() -> None:
    s = empty()
    put(s, "kent", "arundel_y")
    put(s, "kent", "buckingham_l")
    put(s, "middlesex", "hastings_y")
    put(s, "sussex", "norfolk_y")
    attack(s, "kent", LANCASTER, "middlesex")
    play(battle(s, Area("kent")), dice=[6] * 24)
    assert at(s, "buckingham_l") == POOL
    assert s.blocks[B("buckingham_l")].face_down


def test_6_5_only_the_senior_engaged_heir_charges() -> None:
    s = empty()
    put(s, "kent", "york_y", "march_y", "henry_vi_l")
    attack(s, "kent", LANCASTER, "middlesex")
    begin(s, Area("kent"))
    begin_round(s)
    assert chargeable(s, B("york_y")) == ["henry_vi_l"]
    assert chargeable(s, B("march_y")) == []


def test_who_can_be_turned_by_whom() -> None:
    """3.13, 6.9, 6.91 Loyalty numbers, and the Nevilles."""
    s = empty()
    put(s, "kent", "warwick_y", "northumberland_l", "salisbury_l", "oxford_l")
    attack(s, "kent", LANCASTER, "middlesex")
    begin(s, Area("kent"))
    assert targets(s, YORK, None) == ["northumberland_l", "salisbury_l"]
    assert targets(s, YORK, Role.WARWICK) == ["salisbury_l"]
    assert (loyalty(s, B("salisbury_l"), Role.WARWICK), loyalty(s, B("salisbury_l"), Role.KING)) == (1, 2)


def test_6_81_the_throne_is_vacant_until_the_supply_phase_and_6_82_a_minor_enters() -> None:
    s = set_up()
    eliminate(s, B("henry_vi_l"), "6.8")
    assert s.king == ""
    succession(s)
    assert s.king == "prince_edward_l"
    play(minors(s))
    assert at(s, "prince_edward_l") == "middlesex"
    assert s.due[LANCASTER] == 0


def test_9_0_a_side_without_an_heir_has_lost() -> None:
    s = set_up()
    kill(s, "henry_vi_l", "prince_edward_l", "somerset_l", "richmond_l")
    with pytest.raises(GameOver):
        eliminate(s, B("exeter_l"), "6.8")
    assert s.result == {"winner": "york", "how": "heirs"}


def test_surplus_blocks_lose_a_step_and_local_mercenaries_need_nothing() -> None:
    """7.0, 7.1, 7.2 Calais feeds four beside its own mercenaries."""
    s = empty()
    put(s, "calais", "york_y", "march_y", "warwick_y", "kent_y", "burgundian_mercenary_y", "calais_mercenary_y")
    assert surplus(s, Area("calais"), YORK) == 0
    put(s, "calais", "irish_mercenary_y")
    assert surplus(s, Area("calais"), YORK) == 1
    play(supply_phase(s), [["march_y"]])
    assert s.blocks[B("march_y")].steps == 2


def test_8_2_more_nobles_usurp_the_throne() -> None:
    s = empty()
    put(s, "kent", "york_y", "arundel_y")
    put(s, "isle_of_man", "stanley_l")
    put(s, "middlesex", "henry_vi_l")
    assert (count(s, YORK), count(s, LANCASTER)) == (2, 2)
    usurpation(s)
    assert s.king_side is LANCASTER
    put(s, "essex", "essex_y")
    usurpation(s)
    assert (s.king_side, s.king, s.pretender) == (YORK, "york_y", "henry_vi_l")


def test_8_3_the_pretenders_heirs_go_to_exile_and_nobles_to_their_shields() -> None:
    s = empty()
    put(s, "hereford", "york_y")
    put(s, "kent", "suffolk_y", "salisbury_y")
    put(s, "oxford", "oxford_l")
    assert set(homes_of(s, B("york_y"))) == {"calais", "ireland"}
    assert homes_of(s, B("suffolk_y")) == ["east_anglia"]
    put(s, "north_yorks", "clifford_l")
    put(s, "east_yorks", "devon_l")
    assert homes_of(s, B("salisbury_y")) == ["calais"]


def test_1_0_seven_cards_are_dealt_to_each_side() -> None:
    s = set_up()
    flow = deal(s)
    (question,) = flow.send(None)
    assert len(question.shape.items) == 25
    with pytest.raises(StopIteration):
        flow.send((list(question.shape.items),))
    assert [len(s.hands[side]) for side in (LANCASTER, YORK)] == [7, 7]


def test_every_contested_area_is_a_battle() -> None:
    """1.3, 2.1, 6.0, 6.1 Face-down blocks hold nothing; battles come in the order in which they arose."""
    s = empty()
    put(s, "kent", "arundel_y", "buckingham_l")
    put(s, "essex", "essex_y", "oxford_l")
    put(s, "lincoln", "hastings_y", "beaumont_l")
    s.blocks[B("beaumont_l")].face_down = True
    s.attacker = {Area("kent"): LANCASTER, Area("essex"): YORK}
    assert set(contested(s)) == {"essex", "kent"}
    assert first_of(s) == "kent"


def test_nobody_enters_the_exile_of_the_enemy() -> None:
    """2.7, 2.81, 5.3 Scotland is red on two borders; the Channel touches Calais."""
    s = empty()
    put(s, "cumbria", "kent_y")
    put(s, "kent", "henry_vi_l")
    s.ap = 4
    assert ("cumbria", "scotland") not in set(paths(s, B("kent_y")))
    to = [area for _, area in destinations(s, B("henry_vi_l"))]
    assert "calais" not in to
    assert {"france", "sussex"} <= set(to)


def test_steps_heirs_and_the_rebel() -> None:
    """3.1, 3.21, 3.26, 4.5 A block loses steps; minors are heirs; the Rebel fights for whoever is Pretender."""
    s = set_up()
    lose(s, B("clifford_l"), 2, "3.1")
    assert s.blocks[B("clifford_l")].steps == 1
    assert heirs_of(s, LANCASTER)[1] == "prince_edward_l"
    assert minors_of(s, YORK) == ["clarence_y", "gloucester_y"]
    assert side_of(s, B("rebel")) is YORK
    s.king_side = YORK
    assert side_of(s, B("rebel")) is LANCASTER


def test_5_0_a_player_ends_their_actions_by_a_word() -> None:
    s = empty("ap_2")
    put(s, "derby", "clifford_l")
    (question,) = play(act(s, LANCASTER), [DONE])
    assert question.shape.forced() is None


def test_nobody_retreats_the_way_the_enemy_came_and_regroup_goes_any_way() -> None:
    """6.6, 6.7 Kent has two neighbours."""
    s = empty()
    put(s, "kent", "arundel_y", "henry_vi_l")
    attack(s, "kent", LANCASTER, "middlesex")
    begin(s, Area("kent"))
    assert [way.to for way in retreats(s, B("arundel_y"))] == ["sussex"]
    assert {way.to for way in regroup_ways(s, B("arundel_y"))} == {"middlesex", "sussex"}


def test_levies_and_mercenaries_go_home_and_the_reset_restores_all() -> None:
    """8.0, 8.1, 8.5 The pool, the home areas, full strength."""
    s = empty()
    put(s, "kent", "london_levy_y", "irish_mercenary_y", "arundel_y", steps=1)
    levies_home(s)
    assert (at(s, "london_levy_y"), at(s, "irish_mercenary_y"), at(s, "arundel_y")) == (POOL, "ireland", "kent")
    s.blocks[B("rivers_l")].face_down = True
    reset(s)
    assert not s.blocks[B("rivers_l")].face_down
    assert s.blocks[B("arundel_y")].steps == 3
    assert s.campaign == 2


def test_8_4_the_kings_side_goes_to_shields_and_crowns() -> None:
    s = empty()
    put(s, "kent", "henry_vi_l", "arundel_y")
    assert {"middlesex", "lancaster", "lincoln"} <= set(homes_of(s, B("henry_vi_l")))
    assert "oxford" not in homes_of(s, B("henry_vi_l"))


def test_9_1_clarence_turned_is_a_noble_and_can_be_executed() -> None:
    s = empty()
    put(s, "essex", "york_y", "march_y", "rutland_y", "gloucester_y")
    put(s, "kent", "clarence_l")
    assert heirs_of(s, YORK) == ["york_y", "march_y", "rutland_y", "gloucester_y"]
    play(executions(s), [True])
    assert (at(s, "clarence_l"), at(s, "clarence_y")) == (REMOVED, REMOVED)
    assert s.due[YORK] == 1


# What is told of a position


def test_an_area_with_a_face_down_block_alone_is_told_to_observers() -> None:
    """The block counts for nobody."""
    s = empty()
    put(s, "france", "oxford_l")
    s.blocks[B("oxford_l")].face_down = True
    told = view(s, "")
    assert [(area.id, area.face_down) for area in told.areas] == [("france", ("Earl of Oxford",))]
    assert told.counts == {"france": {"lancaster": 0, "york": 0}}


@pytest.mark.parametrize(("block", "why"), [("exeter_y", "is not in play on your side"), ("clarence_y", "is not of age")])
def test_why_a_block_that_is_nowhere_on_the_map_does_not_sail(block: str, why: str) -> None:
    s = set_up()
    s.cards[YORK] = CardId("ap_4")
    asked = Decision("york", ACT, YORK, "", OpenMenu(tuple))
    assert (why_not(s, asked, "sail", [block, "kent"]) or "").endswith(why)


def test_a_way_that_is_listed_from_its_start_is_told_in_the_right_words() -> None:
    s = set_up()
    s.phase, s.p1, s.ap = Phase.ACTION, LANCASTER, 4
    s.cards[LANCASTER] = CardId("ap_4")
    asked = Decision("lancaster", ACT, LANCASTER, "", OpenMenu(tuple))
    way = "the end comes first: march Duke of Somerset Oxford via Wilts"
    assert why_not(s, asked, "march", ["somerset_l", "wilts", "oxford"]) == way


@pytest.mark.parametrize(("king", "winner"), [(LANCASTER, "lancaster"), (YORK, "york")])
def test_9_0_if_both_last_heirs_die_in_one_supply_phase_the_king_wins(king: Side, winner: str) -> None:
    s = set_up()
    kill(s, *(block for side in (LANCASTER, YORK) for block in (*heirs_of(s, side), *minors_of(s, side))))
    put(s, "rutland", "york_y", steps=1)
    put(s, "kent", "henry_vi_l", steps=1)
    put(s, "rutland", "arundel_y", "essex_y", "hastings_y", "suffolk_y")
    put(s, "kent", "buckingham_l", "beaumont_l", "clifford_l", "oxford_l")
    s.king_side = king
    s.king, s.pretender = (B("henry_vi_l"), B("york_y")) if king is LANCASTER else (B("york_y"), B("henry_vi_l"))
    with pytest.raises(GameOver):
        play(losses(s, [(LANCASTER, Area("kent")), (YORK, Area("rutland"))]), [["henry_vi_l"], ["york_y"]])
    assert s.result == {"winner": winner, "how": "heirs"}
