"""Positions from which random games come to what they hardly ever reach by themselves."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from random import Random

import pytest

from pbem.doctor.random_play import PlayPolicy
from pbem.engine.game.setup import Setup
from pbem.games.kingmaker.asking.aftermath import SHELTER
from pbem.games.kingmaker.asking.ending import STAY
from pbem.games.kingmaker.asking.fighting import SORTIE
from pbem.games.kingmaker.asking.leading import leading_for_allies
from pbem.games.kingmaker.asking.leading_against import ASSENT, ENLIST, force_attacks
from pbem.games.kingmaker.components.cards import Happening, Sort
from pbem.games.kingmaker.components.ids import Phase
from pbem.games.kingmaker.components.nobles import of_sort
from pbem.games.kingmaker.components.state import State
from pbem.games.kingmaker.game import RULES
from pbem.games.kingmaker.legal.attacks import battles
from pbem.games.kingmaker.prestige import may_claim
from pbem.lab.fuzz import game
from pbem.lab.fuzz.report import FuzzReport
from pbem.lab.fuzz.run import fuzz_game
from pbem.lab.games.kingmaker import rare
from pbem.lab.trial import Mix
from pbem.moderator.core.setups import load_setup
from pbem.resources import scenarios_dir

Make = Callable[[Setup, Mix], State]
SEEDS = 6
PROOFS = ("LINES_SHARE", "WORLDS_SHARE", "PREVIEWS_SHARE", "RESTORED_SHARE", "TWIN_SHARE", "HANDS_SHARE", "BEGINNING_SHARE")
"""What is proved by the way in random games, and takes most of their time."""
REACHING: dict[Make, tuple[int, ...]] = {rare.beleaguered: (0, 1), rare.leagued: (0, 6), rare.foremost: (1,)}
"""Games from each position that reach all of it together."""


def setup_of(scenario: str) -> Setup:
    return load_setup(RULES, scenario, scenarios_dir(), {"rounds": 6})


def positions(make: Make, scenario: str) -> list[State]:
    setup = setup_of(scenario)
    return [make(setup, Random(f"{seed}").shuffle) for seed in range(SEEDS)]  # noqa: S311


@pytest.mark.parametrize("scenario", ["five_players", "four_players", "three_players"])
def test_before_the_place_of_a_besieged_ally_their_besiegers_can_be_attacked(scenario: str) -> None:
    for s in positions(rare.beleaguered, scenario):
        assert RULES.checks(s) == []
        (place,) = s.besieged
        s.phase = Phase.COMBAT
        assert any(target.area == s.board.places[place].area for target in battles(s))


@pytest.mark.parametrize("scenario", ["five_players", "four_players", "three_players"])
def test_allies_have_a_force_that_can_attack(scenario: str) -> None:
    found = positions(rare.leagued, scenario)
    for s in found:
        assert RULES.checks(s) == []
        assert len(s.forces) == 1
        s.phase = Phase.COMBAT
    assert any(force_attacks(s) for s in found)


@pytest.mark.parametrize("make", [rare.beleaguered, rare.leagued])
def test_the_free_moves_of_the_set_up_come_soon_and_one_major_card_of_each_kind_is_left(make: Make) -> None:
    for s in positions(make, "five_players"):
        used = s.board.cards.of_kind(Happening.FREE_MOVE)[: len(s.seats)]
        assert set(used) <= set(s.event_deck[: rare.SOON + len(used)])
        assert sorted(of_sort(s, s.display, Sort.MAJOR_BATTLE, Sort.MAJOR_SIEGE)) == ["major_battle_4", "major_siege_4"]


@pytest.mark.parametrize("scenario", ["five_players", "three_players"])
def test_who_commands_a_force_can_move_it_in_an_allys_turn(scenario: str) -> None:
    ready = []
    for s in positions(rare.leagued, scenario):
        s.phase = Phase.MOVEMENT
        owner = s.nobles[s.forces[0].commander].owner
        ready += leading_for_allies(s, owner) if owner != s.active else []
    assert ready


@pytest.mark.parametrize("scenario", ["five_players", "four_players", "three_players", "two_players"])
def test_who_is_foremost_can_claim_the_prestige_victory_card(scenario: str) -> None:
    found = positions(rare.foremost, scenario)
    for s in found:
        assert RULES.checks(s) == []
    assert all(may_claim(s, s.active) for s in found)


@pytest.mark.long
def test_what_is_seldom_open_is_reached(monkeypatch: pytest.MonkeyPatch) -> None:
    for proof in PROOFS:
        monkeypatch.setattr(game, proof, 0.0)
    report = FuzzReport()
    for make, numbers in REACHING.items():
        for number in numbers:
            begun = replace(RULES, new_state=lambda setup, make=make: make(setup, Random("begun").shuffle))  # noqa: S311
            policy = tuple(PlayPolicy)[number % len(PlayPolicy)]
            fuzz_game(begun, setup_of("five_players"), f"rare/{number}", 20_000, report, policy)
    assert report.failures == []
    assert {SHELTER, STAY, ENLIST, SORTIE, ASSENT} <= set(report.reach.questions)
    assert report.reach.things["end: prestige, 1"]
