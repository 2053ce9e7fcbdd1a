"""The rulebook on the set-up (l. 214-290), line by line, in new games."""

from __future__ import annotations

import pytest

from pbem.engine.table import Table
from pbem.games.kingmaker.asking.setting_up import AWARD, CASTLE, DROP, TAKEN
from pbem.games.kingmaker.components.cards import STRONG, Happening, Sort
from pbem.games.kingmaker.components.ids import Phase
from pbem.games.kingmaker.components.nobles import holder_of, nobles_of, of_sort, plain_men
from pbem.games.kingmaker.components.state import State
from pbem.games.kingmaker.housekeeping import owners
from tests.games.kingmaker.questions.test_asked_setup_2 import PLAYERS, by_default, opened

ASIDE = {5: 19, 4: 28, 3: 37, 2: 30}
PILE = {5: 16, 4: 14, 3: 12, 2: 14}


def begun(players: int, **options: object) -> Table[State]:
    """A game whose first turn has begun."""
    table = opened(players, **options)
    by_default(table, AWARD, CASTLE, TAKEN, DROP)
    assert table.state.phase is Phase.EVENT
    return table


@pytest.mark.parametrize("players", PLAYERS)
def test_289_discard_and_deck_are_one_new_crown_deck(players: int) -> None:
    """Step G: the five strong cards of step A are in it, and nothing lies in the discard."""
    s = begun(players, setup="random").state
    assert s.crown_discard == []
    assert set(STRONG) <= {*s.crown_deck, *s.chancery, *(card for card in STRONG if holder_of(s, card))}
    assert s.crown_deck[: len(STRONG)] != list(STRONG)


@pytest.mark.parametrize("players", PLAYERS)
def test_285_men_of_a_dealt_faction_are_inside_the_band(players: int) -> None:
    s = begun(players, setup="random").state
    least, below = (300, 400) if players == 2 else (200, 300)
    for seat in s.seats:
        assert least <= sum(plain_men(s, noble) for noble in nobles_of(s, seat)) < below


def deck(s: State) -> list[str]:
    """The Event deck before the first card was turned up."""
    assert s.showing is not None
    return [s.showing, *s.event_deck]


@pytest.mark.parametrize("players", PLAYERS)
def test_242_the_event_deck(players: int) -> None:
    """l. 246-260: cards set aside, four piles with a Clamour in each, the tile in the middle; l. 244 a Free Move each."""
    s = begun(players).state
    cards, clamours = deck(s), s.board.cards.of_kind(Happening.CLAMOUR)
    size = PILE[players] + 1
    assert (len(s.event_aside), len(cards)) == (ASIDE[players], 4 * size)
    piles = [cards[n * size : (n + 1) * size] for n in range(4)]
    assert [sum(card in clamours for card in pile) for pile in piles] == [1, 1, 1, 1]
    assert s.tile_above == 2 * size - 1
    assert [len(player.free) for player in s.players.values()] == [1] * players


@pytest.mark.parametrize("players", PLAYERS)
def test_264_the_first_player_holds_the_senior_see(players: int) -> None:
    for setup in ("preset", "random"):
        s = begun(players, setup=setup).state
        order = ("archbishop_of_canterbury", "archbishop_of_york", "bishop_of_durham", "bishop_of_carlisle")
        order += ("bishop_of_lincoln", "bishop_of_norwich")
        holders = [s.nobles[noble].owner for see in order if (noble := holder_of(s, see)) is not None]
        assert s.active == s.first
        assert s.first == (holders or [s.first])[0]


def test_267_the_faction_nobody_plays() -> None:
    s = begun(2).state
    held = {place for place, seat in owners(s).items() if seat not in s.seats}
    assert held == {"london", "northampton", "shrewsbury", "york"}
    assert set(of_sort(s, s.display, Sort.TOWN)) == {"town_of_shrewsbury", "town_of_northampton"}
    assert not {place for place, seat in owners(begun(2, npf=False).state).items() if seat not in s.seats}


def test_301_two_event_cards_a_turn_with_two_players_only() -> None:
    assert [begun(players).state.events_left for players in PLAYERS] == [2, 1, 1, 1]
