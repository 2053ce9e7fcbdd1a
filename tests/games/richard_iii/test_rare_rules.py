"""Rules that an ordinary game meets rarely, by hand."""

from __future__ import annotations

from pbem.engine.decision import Decision, OpenMenu
from pbem.games.richard_iii.actions.actions import ACT
from pbem.games.richard_iii.actions.land import march, paths
from pbem.games.richard_iii.actions.sea import sail
from pbem.games.richard_iii.battle.battle import begin
from pbem.games.richard_iii.battle.retreat import retreats
from pbem.games.richard_iii.components.board import Area, BlockId, CardId, Side
from pbem.games.richard_iii.components.state import Phase, State, battle_of
from pbem.games.richard_iii.orders.reasons import why_not
from pbem.games.richard_iii.political.usurpation import usurpation
from tests.games.richard_iii.scene import LANCASTER, YORK, empty, kill, put

B = BlockId


def test_5_22_an_unpinned_block_does_not_come_round_into_its_battle_by_the_border_that_the_enemy_used() -> None:
    """5.22 With Force March three steps lead back to the start, but not the way the enemy came."""
    s = empty("force_march")
    put(s, "leicester", "hastings_y", "arundel_y")
    put(s, "rutland", "clifford_l")
    s.ap = 1
    march(s, B("clifford_l"), (Area("rutland"), Area("leicester")))
    found = set(paths(s, B("hastings_y")))
    assert ("leicester", "essex", "middlesex", "leicester") in found
    assert ("leicester", "essex", "rutland", "leicester") not in found
    assert ("leicester", "essex", "rutland") in found


def test_8_2_the_king_who_is_deposed_is_pretender_even_beside_a_senior_heir_who_came_back() -> None:
    """8.2 The former King goes to exile as Pretender; the new King is the senior heir of the other side."""
    s = empty()
    kill(s, "henry_vi_l", "prince_edward_l", "york_y", "march_y", "rutland_y")
    put(s, "kent", "exeter_l", "somerset_l")
    put(s, "essex", "clarence_y", "gloucester_y", "essex_y")
    s.king, s.pretender = B("somerset_l"), B("gloucester_y")
    usurpation(s)
    assert (s.king_side, s.king, s.pretender) == (YORK, "clarence_y", "somerset_l")
    assert s.pretender_side is LANCASTER


def test_6_3_who_joins_a_battle_by_piracy_is_in_reserve_and_leaves_by_that_sea_only() -> None:
    """5.1, 6.3 Both have played an event; P2 sails into the battle that P1 has begun."""
    s = empty("piracy")
    s.cards[LANCASTER] = CardId("surprise")
    put(s, "kent", "arundel_y")
    put(s, "middlesex", "oxford_l")
    put(s, "calais", "march_y")
    s.ap = 2
    march(s, B("oxford_l"), (Area("middlesex"), Area("kent")))
    assert sail(s, B("march_y"), Area("kent"), "english_channel") == "reserve_joins_defence"
    begin(s, Area("kent"))
    assert battle_of(s).reserve[YORK] == ["march_y"]
    assert {way.to for way in retreats(s, B("march_y"))} == {"calais", "sussex", "dorset", "cornwall"}
    assert [way.to for way in retreats(s, B("arundel_y"))] == ["sussex"]


# Why a line is refused


def _refused(s: State, side: Side, verb: str, *ids: str) -> str:
    s.phase = Phase.ACTION
    return why_not(s, Decision(side.value, ACT, "", "", OpenMenu(tuple)), verb, ids) or ""


def test_5_22_who_would_leave_by_the_border_of_the_attack_is_told_that() -> None:
    s = empty()
    put(s, "leicester", "hastings_y", "arundel_y")
    put(s, "rutland", "clifford_l")
    s.ap = 2
    march(s, B("clifford_l"), (Area("rutland"), Area("leicester")))
    s.crossed = {"essex/leicester": 3, "leicester/lincoln": 4, "leicester/middlesex": 4, "derby/leicester": 3}
    s.crossed |= {"leicester/warwick": 4, "leicester/oxford": 4}
    told = "the enemy has come from Rutland into Leicester: nobody leaves that way, and no other is open"
    assert _refused(s, YORK, "march", "arundel_y", "rutland") == told


def test_6_3_who_would_attack_over_a_fourth_border_or_join_over_a_third_is_told_that() -> None:
    s = empty()
    put(s, "leicester", "hastings_y")
    starts = {"derby": "clifford_l", "warwick": "oxford_l", "lincoln": "beaumont_l", "middlesex": "devon_l"}
    for area, block in starts.items():
        put(s, area, block)
    s.ap = 4
    for area in list(starts)[:3]:
        march(s, B(starts[area]), (Area(area), Area("leicester")))
    told = "your blocks come into Leicester over {} borders already: more are not allowed"
    assert _refused(s, LANCASTER, "march", "devon_l", "leicester") == told.format(3)
    joining = {"rutland": "worcester_y", "essex": "essex_y", "gloucester": "suffolk_y"}
    for area, block in joining.items():
        put(s, area, block)
    for area in list(joining)[:2]:
        march(s, B(joining[area]), (Area(area), Area("leicester")))
    assert _refused(s, YORK, "march", "suffolk_y", "leicester") == told.format(2)


def test_5_1_a_pirate_without_ap_is_not_told_that_the_enemy_bars_the_way() -> None:
    s = empty("piracy")
    put(s, "sussex", "arundel_y")
    put(s, "france", "henry_vi_l")
    s.ap = 0
    assert _refused(s, LANCASTER, "sail", "henry_vi_l", "sussex") == "no AP left"
    s.cards[LANCASTER] = CardId("ap_4")
    assert _refused(s, LANCASTER, "sail", "henry_vi_l", "sussex") == "the enemy stands in Sussex"
