"""Lists of what may be done have what the rules accept, and nothing else."""

# mypy: disable-error-code="list-item, dict-item, comparison-overlap"

from __future__ import annotations

from collections.abc import Callable, Iterable
from copy import deepcopy
from functools import cache
from typing import Any

import pytest

from pbem.engine.refusal import Illegal
from pbem.games.kingmaker.combat.battle import Battle, battle
from pbem.games.kingmaker.combat.fight import unspent
from pbem.games.kingmaker.combat.siege import Siege, siege
from pbem.games.kingmaker.components.ids import Phase, harbour
from pbem.games.kingmaker.components.nobles import allied, area_of, nobles_of, royals_of
from pbem.games.kingmaker.components.state import Ship, State
from pbem.games.kingmaker.coronation import crown, crowns
from pbem.games.kingmaker.hands.award import award_card, awards, entries, play_noble
from pbem.games.kingmaker.hands.exchange import transfer
from pbem.games.kingmaker.legal.attacks import battles, sieges
from pbem.games.kingmaker.legal.choices import (
    End,
    boarders,
    hand_over_to,
    may_attend,
    new_keepers,
    sail_ends,
    sallies,
    takers_of,
)
from pbem.games.kingmaker.movement.land import REGIONAL, Move, move, regional_spots
from pbem.games.kingmaker.movement.sail import Sail, sail
from pbem.games.kingmaker.parliament import Summons, summon, summons
from pbem.games.kingmaker.prestige import houses
from pbem.games.kingmaker.royals import hand_over, reallocate
from tests.games.kingmaker.random_play import ByChance, Game
from tests.games.kingmaker.scene import BOARD, by_rule, put, table

SPOTS = [f"in:{place}" for place, facts in BOARD.places.items() if facts.fortified] + [
    f"field:{area}" for area in BOARD.region
]


@cache
def positions() -> list[Game]:
    """Positions of games by chance, in the middle of a turn."""
    found = []
    for seed, turns in ((1, 6), (3, 12), (7, 25)):
        game = Game(seed, 2 + seed % 4)
        game.play(turns)
        found.append(game)
    return found


def accepted(s: State, deed: Callable[[State], Any]) -> bool:
    """Whether the rules do something, tried on a copy."""
    try:
        deed(deepcopy(s))
    except Illegal:
        return False
    return True


def in_phase(phase: Phase) -> Iterable[tuple[State, Any]]:
    """The positions, as if in a phase; with their draws."""
    for game in positions():
        s = deepcopy(game.s)
        s.phase = phase
        yield s, ByChance(game.random)


def test_regional_moves() -> None:
    for s, _ in in_phase(Phase.MOVEMENT):
        for noble in nobles_of(s, s.active)[:2]:
            done = {spot for spot in SPOTS if accepted(s, lambda t, n=noble, to=spot: move(t, Move((n,), REGIONAL, to)))}
            assert done == set(regional_spots(s, noble))


def test_awards_entries_and_transfers() -> None:
    for s, _ in in_phase(Phase.MOVEMENT):
        for seat in s.seats:
            for card in s.players[seat].hand:
                done = {n for n in s.nobles if accepted(s, lambda t, c=card, n=n, p=seat: award_card(t, p, c, n))}
                assert done == set(awards(s, seat, card))
                if s.facts(card).sort.is_noble:
                    spots = {x for x in SPOTS if accepted(s, lambda t, c=card, x=x, p=seat: play_noble(t, p, c, x))}
                    assert spots == set(entries(s, seat, card))
        for card in [card for unit in s.nobles.values() for card in unit.cards]:
            done = {n for n in s.nobles if accepted(s, lambda t, c=card, n=n: transfer(t, c, n, True))}
            assert done == set(takers_of(s, card))


def test_royals_that_change_hands() -> None:
    for s, _ in in_phase(Phase.POLITICS):
        for seat in s.seats:
            both = len(houses(s, royals_of(s, *allied(s, seat)))) > 1
            for royal in royals_of(s, seat):
                done = {n for n in s.nobles if accepted(s, lambda t, r=royal, n=n: reallocate(t, r, n, True))}
                assert done - {s.royals[royal].noble} == set(new_keepers(s, royal))
                given = {n for n in s.nobles if accepted(s, lambda t, r=royal, n=n, p=seat: hand_over(t, p, r, n, True))}
                assert given == (set(hand_over_to(s, seat, royal)) if both else set())


def test_attacks() -> None:
    for s, draws in in_phase(Phase.COMBAT):
        found = sieges(s)
        for place, facts in BOARD.places.items():
            crew = tuple(unspent(s, facts.area))
            assert accepted(s, lambda t, p=place, c=crew, d=draws: by_rule(siege(t, Siege(p, c), d))) is (place in found)
        stacks = {(target.area, seat) for target in battles(s) for seat in target.players}
        for area in BOARD.region:
            crew = tuple(unspent(s, area))
            for seat in (seat for seat in s.seats if any(area_of(s, n) == area for n in nobles_of(s, seat))):
                done = accepted(s, lambda t, a=area, c=crew, p=seat, d=draws: by_rule(battle(t, Battle(a, c, p), d)))
                assert done is ((area, seat) in stacks)


def test_summons_and_crowns() -> None:
    for s, draws in in_phase(Phase.PARLIAMENT):
        done = {n for n in s.nobles if accepted(s, lambda t, n=n, d=draws: by_rule(summon(t, Summons(n), d)))}
        assert done == set(summons(s) or ())
    for s, _ in in_phase(Phase.CORONATION):
        assert {r for r in s.royals if accepted(s, lambda t, r=r: crown(t, r))} == set(crowns(s))


def path_to(start: str, goal: str) -> tuple[str, ...]:
    """A shortest way by sea."""
    ways: list[tuple[str, ...]] = [(start,)]
    while ways:
        way = ways.pop(0)
        if len(way) > 1 and way[-1] == goal:
            return way[1:]
        if len(way) == 1 or harbour(way[-1]) is None:
            ways += [(*way, water) for water in BOARD.next_waters(way[-1])]
    raise AssertionError(goal)


@pytest.mark.parametrize("noble", [None, "percy", "grey"])
def test_sailing(noble: str | None) -> None:
    s = table()
    put(s, "p1", "field:tattershall_area", noble or "roos", "le_rose")
    put(s, "p2", "field:york_area", "mowbray")
    put(s, "p1", "field:york_area", "pole", "town_of_ipswich")
    s.ships["le_rose_piece"] = Ship("port:boston")
    board = (noble,) if noble else ()
    assert boarders(s, "p1", "le_rose_piece") == [noble or "roos"]
    ends = sail_ends(s, "p1", "le_rose_piece", board)
    for water, points in BOARD.distances("port:boston", 5).items():
        path = path_to("port:boston", water)
        assert len(path) == points
        for assault in (True, False):
            done = accepted(s, lambda t, p=path, a=assault: sail(t, Sail(("le_rose_piece",), p, board, assault=a)))
            assert done is (
                (ends.get(water) is End.ASSAULT) if assault else ends.get(water) in (End.SEA, End.PORT, End.LAND)
            )


def test_who_sallies_and_who_attends() -> None:
    s = table(Phase.COMBAT)
    put(s, "p2", "in:framlingham", "mowbray")
    put(s, "p2", "field:calais_area", "grey")
    put(s, "p2", "field:york_area", "roos")
    put(s, "p1", "field:framlingham_area", "percy", "marshal_of_england", "treasurer_of_england")
    s.besieged["framlingham"] = "p1"
    assert (sallies(s, "p2"), may_attend(s, "p2")) == (["mowbray"], ["roos"])
