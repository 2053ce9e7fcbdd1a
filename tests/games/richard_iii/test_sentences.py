"""What a report says of one block and of several, and of what came to nothing."""

from __future__ import annotations

import pytest

from pbem.engine.event import Event
from pbem.games.richard_iii.battle.battle import battle, battle_phase
from pbem.games.richard_iii.components.board import Area, BlockId
from pbem.games.richard_iii.components.state import State
from pbem.games.richard_iii.political.political import overflowing
from pbem.games.richard_iii.supply.supply import starving
from tests.games.richard_iii.scene import LANCASTER, YORK, attack, empty, play, put
from tests.render.tables import page


def told(*events: Event) -> str:
    """The sentences of events, ids for names."""
    chapters = page().phrases("richard_iii").story(events, str)
    return " ".join(line for chapter in chapters for line in chapter.lines)


def story(s: State, *names: str) -> str:
    return told(*(event for event in s.events if event.name in names))


@pytest.mark.parametrize(
    ("name", "data", "sentence"),
    [
        ("too_many", {"side": "york", "number": 1}, "York has too many blocks in kent and loses 1 step there in all."),
        ("too_many", {"side": "york", "number": 2}, "York has too many blocks in kent and loses 2 steps there in all."),
        ("overflows", {"side": "york", "number": 1}, "kent holds too many: 1 block of York goes to the pool."),
        ("overflows", {"side": "york", "number": 2}, "kent holds too many: 2 blocks of York go to the pool."),
        ("starves", {"blocks": ["a"]}, "A block of yours loses a step in kent: a."),
        ("starves", {"blocks": ["a", "b"]}, "Blocks of yours lose a step in kent: a and b."),
        ("overflow", {"blocks": ["a"]}, "A block of yours goes to the pool from kent: a."),
        ("overflow", {"blocks": ["a", "b"]}, "Blocks of yours go to the pool from kent: a and b."),
    ],
)
def test_one_block_loses_and_two_lose(name: str, data: dict[str, object], sentence: str) -> None:
    assert told(Event("7.1", name, {"area": "kent", **data})) == sentence


def test_7_1_8_5_one_block_too_many_is_asked_for_as_one() -> None:
    s = empty()
    put(s, "rutland", "rutland_y", "arundel_y", "essex_y", "hastings_y", "suffolk_y")
    limit = s.board.areas[Area("rutland")].limit
    assert limit == 4
    assert "which block loses a step?" in starving(s, YORK, Area("rutland")).prompt
    assert "which block goes to your pool?" in overflowing(s, YORK, Area("rutland")).prompt
    put(s, "rutland", "norfolk_y")
    assert "which 2 blocks lose a step?" in starving(s, YORK, Area("rutland")).prompt
    assert "which 2 blocks go to your pool?" in overflowing(s, YORK, Area("rutland")).prompt


def test_6_6_a_block_that_cannot_retreat_is_told_why() -> None:
    s = empty()
    put(s, "kent", "arundel_y", "buckingham_l")
    put(s, "middlesex", "hastings_y")
    put(s, "sussex", "norfolk_y")
    attack(s, "kent", LANCASTER, "middlesex")
    play(battle(s, Area("kent")), dice=[6] * 24)
    assert story(s, "eliminated") == "buckingham_l of Lancaster is eliminated in kent: it has no area to retreat to."


def test_6_8_a_block_killed_by_hits_had_no_retreat_to_miss() -> None:
    s = empty()
    put(s, "kent", "arundel_y", "henry_vi_l")
    attack(s, "kent", LANCASTER, "middlesex")
    play(battle(s, Area("kent")), dice=[6, 6, 6, 1, 1, 1, 6])
    assert story(s, "eliminated") == "arundel_y of York is eliminated in kent."


def test_5_1_a_treason_card_without_a_battle_comes_to_nothing() -> None:
    s = empty()
    s.treason = YORK
    play(battle_phase(s))
    assert story(s, "treason_lapses") == "Nothing comes of York's Treason card: there was no battle."


def test_5_1_a_treason_card_that_finds_nobody_says_so() -> None:
    s = empty()
    s.treason = LANCASTER
    put(s, "kent", "york_y", "henry_vi_l")
    attack(s, "kent", LANCASTER, "middlesex")
    s.pretender = BlockId("york_y")
    play(battle_phase(s), dice=[6] * 28)
    assert story(s, "treason_nobody", "treason_lapses") == (
        "Lancaster's Treason card finds nobody to turn in kent. Nothing comes of Lancaster's Treason card: no roll was made."
    )
