"""Rules that an ordinary game meets rarely, by hand."""

from __future__ import annotations

from pbem.games.richard_iii.actions.land import march, paths
from pbem.games.richard_iii.components.board import Area, BlockId
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
