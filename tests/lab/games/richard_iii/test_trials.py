"""Games by chance, and that what watches them sees faults."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

import pytest

from pbem.doctor.random_play import PlayPolicy, RandomPlayer
from pbem.engine.event import Event
from pbem.engine.table import Table
from pbem.games.richard_iii.checks import checks
from pbem.games.richard_iii.components.blocks import at
from pbem.games.richard_iii.components.board import NOBODY, Area, BlockId, CardId
from pbem.games.richard_iii.components.state import AWAY, POOL, REMOVED, Block, BorderEntry, Phase, State
from pbem.games.richard_iii.game import RULES
from pbem.lab.fuzz.run import fuzz
from pbem.lab.games.richard_iii.bots import lasting, late
from pbem.lab.games.richard_iii.course import course_findings
from pbem.lab.games.richard_iii.reach import reachable, reached
from pbem.lab.play.random_games import play_at_random
from pbem.moderator.core.setups import load_setup
from pbem.orders.carry.execute import understand
from pbem.resources import scenarios_dir
from tests.games.richard_iii.scene import LANCASTER, YORK, set_up

SETUP = load_setup(RULES, "1460", scenarios_dir())
B = BlockId


@pytest.fixture(scope="module")
def whole() -> Table[State]:
    """A game played to its end."""
    return play_at_random(RULES, SETUP, "whole", policy=PlayPolicy.SURVIVE)


def events_of(table: Table[State]) -> list[Event]:
    return [news.event for news in table.news]


@pytest.mark.long
def test_games_by_chance_are_clean() -> None:
    report = fuzz(RULES, [SETUP], 2, "roses")
    assert report.clean, report.summary()
    assert report.orders > 0


def test_what_is_reached_can_be_reached(whole: Table[State]) -> None:
    names = list(reachable(set_up()))
    assert len(set(names)) == len(names)
    found = set(reached(whole.state, events_of(whole)))
    assert found <= set(names)
    assert {"campaign 3", "sail: alone", "plague: with target", "end: king, lancaster"} & found


@pytest.mark.long
def test_all_standing_orders_of_random_players_are_good_ones() -> None:
    table = RandomPlayer.from_seed("orders").open_table(RULES, SETUP)
    chance = Random(1)  # noqa: S311 - play, not secrets
    for seat in table.seats:
        lines = [line for _ in range(60) for line in lasting(table.state, seat, chance.shuffle)]
        assert all(understand(table, seat, line).order is not None for line in lines)


def test_late_positions_are_sound_and_show_what_later_campaigns_bring() -> None:
    chance = Random("late")  # noqa: S311 - play, not secrets
    positions = [late(SETUP, chance.shuffle) for _ in range(40)]
    assert [fault for s in positions for fault in checks(s)] == []
    whose = {(facts.side, s.blocks[block].at) for s in positions for block, facts in s.board.blocks.items()}
    assert {(side, REMOVED) for side in (LANCASTER, YORK)} <= whose
    assert any(s.due[LANCASTER] and s.due[YORK] for s in positions)
    assert {s.king_side for s in positions} == {LANCASTER, YORK}
    turned = {
        B("warwick_l"),
        B("canterbury_church_l"),
        B("buckingham_y"),
        B("york_church_y"),
        B("clarence_l"),
        B("exeter_y"),
    }
    assert {block for s in positions for block in turned if s.blocks[block].at == POOL} == turned
    assert max(len(at(s, area)) for s in positions for area in s.board.areas) > 6


def _twin_too(s: State) -> None:
    s.blocks[B("exeter_y")] = Block(Area("kent"), 3)


def _no_twin(s: State) -> None:
    s.blocks[B("exeter_l")] = Block(AWAY, 0)


def _barred(s: State) -> None:
    s.blocks[B("warwick_y")].at = Area("scotland")


def _strong(s: State) -> None:
    s.blocks[B("warwick_y")].steps = 9


def _weak_in_pool(s: State) -> None:
    s.blocks[B("norfolk_y")] = Block(POOL, 1)


def _levy_removed(s: State) -> None:
    s.blocks[B("london_levy_y")] = Block(REMOVED, 0)


def _down_on_map(s: State) -> None:
    s.blocks[B("march_y")].face_down = True


def _contested(s: State) -> None:
    s.blocks[B("march_y")].at = s.blocks[B("henry_vi_l")].at


def _crowd_on_border(s: State) -> None:
    s.crossed["kent/sussex"] = 9


def _many_borders(s: State) -> None:
    s.entered = [BorderEntry(YORK, start, Area("oxford")) for start in ("middlesex", "glamorgan", "warwick", "wilts")]


def _short_hand(s: State) -> None:
    s.hands[YORK] = [CardId("ap_4")] * 6


def _many_cards(s: State) -> None:
    s.hands[YORK] = [CardId("plague")] * 7


def _wrong_king(s: State) -> None:
    s.king = B("march_y")


def _junior_king(s: State) -> None:
    s.king = B("somerset_l")


def _no_pretender(s: State) -> None:
    s.pretender = NOBODY


def _no_heirs(s: State) -> None:
    for each in ("york_y", "march_y", "rutland_y", "gloucester_y", "clarence_y", "clarence_l"):
        s.blocks[B(each)] = Block(REMOVED, 0)


def _too_early_end(s: State) -> None:
    s.phase, s.result = Phase.OVER, {"winner": LANCASTER.value, "how": "king"}


FAULTS = (
    *(_twin_too, _no_twin, _barred, _strong, _weak_in_pool, _levy_removed, _down_on_map, _contested, _crowd_on_border),
    *(_many_borders, _short_hand, _many_cards, _wrong_king, _junior_king, _no_pretender, _no_heirs, _too_early_end),
)


@pytest.mark.parametrize("spoil", FAULTS)
def test_a_position_that_no_rule_leads_to_is_found(spoil: Callable[[State], None]) -> None:
    s = set_up()
    assert checks(s) == []
    spoil(s)
    assert checks(s) != []


def begun(table: Table[State]) -> State:
    return table.rules.new_state(table.setup)


def test_the_course_of_a_game_leads_to_its_position(whole: Table[State]) -> None:
    assert whole.over
    assert course_findings(begun(whole), whole.state, events_of(whole)) == []


@pytest.mark.parametrize("name", ["marches", "sails", "recruits", "hit", "eliminated", "levies_home", "campaign_begins"])
def test_an_event_that_was_not_told_is_missed(whole: Table[State], name: str) -> None:
    events = events_of(whole)
    such = [event for event in events if event.name == name]
    assert any(course_findings(begun(whole), whole.state, [event for event in events if event is not each]) for each in such)
