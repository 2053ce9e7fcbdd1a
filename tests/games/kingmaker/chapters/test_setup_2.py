"""2 Set-up."""

# mypy: disable-error-code="list-item, dict-item, comparison-overlap"

from __future__ import annotations

from typing import Any

import pytest

from pbem.engine.refusal import Illegal
from pbem.games.kingmaker.checks import checks
from pbem.games.kingmaker.components.cards import STRONG, Happening, Sort
from pbem.games.kingmaker.components.draws import Decks
from pbem.games.kingmaker.components.ids import Phase
from pbem.games.kingmaker.components.nobles import can_hold
from pbem.games.kingmaker.components.state import Noble, State
from pbem.games.kingmaker.control import owner
from pbem.games.kingmaker.setup.dealt import build, deal, start
from pbem.games.kingmaker.setup.preset import Preset, set_up
from tests.games.kingmaker.scene import BOARD, DECKS, shuffled


def awards(cards: Any) -> list[tuple[str, str]]:
    """Each card of a Faction to the first Noble whom it fits, Titles first."""
    nobles = [card for card in cards if BOARD.cards.crown[card].sort.is_noble]
    s = State(BOARD, [], "p1", "p1", {}, {})
    s.nobles = {noble: Noble("p1", "field:london_area") for noble in nobles}
    found = []
    for card in sorted(set(cards) - set(nobles), key=lambda card: BOARD.cards.crown[card].sort is not Sort.TITLE):
        noble = next(noble for noble in nobles if can_hold(s, noble, card, replacing=False))
        s.nobles[noble].cards.append(card)
        found.append((card, noble))
    return found


def preset(players: int, non_player: bool = False) -> tuple[State, list[str]]:
    """A game with pre-set Factions, its piles turned round at each shuffle."""
    numbers = [number for number, faction in BOARD.cards.factions.items() if faction.players == players]
    seats = [f"p{number + 1}" for number in range(players)]
    dealt = {seat: BOARD.cards.factions[number].cards for seat, number in zip(seats, numbers, strict=False)}
    homes = {noble: BOARD.cards.crown[noble].places[0] for noble in BOARD.cards.nobles}
    choice = Preset(
        seats, dict(zip(seats, numbers, strict=False)), {p: awards(c) for p, c in dealt.items()}, homes, non_player
    )
    return shuffled(set_up(BOARD, choice, Decks()))


@pytest.mark.parametrize(("players", "aside", "pile"), [(5, 19, 16), (4, 28, 14), (3, 37, 12), (2, 30, 14)])
def test_2_5_the_event_deck_is_four_piles_with_a_clamour_each(players: int, aside: int, pile: int) -> None:
    s, asked = preset(players)
    clamours = [n for n, card in enumerate(s.event_deck) if BOARD.cards.events[card].kind is Happening.CLAMOUR]
    assert len(s.event_aside) == aside
    assert len(s.event_deck) == 4 * (pile + 1)
    assert [n // (pile + 1) for n in clamours] == [0, 1, 2, 3]
    assert s.tile_above == 2 * (pile + 1)
    assert "event pile 4" in asked
    assert list(checks(s)) == []


def test_2_6_the_senior_see_starts() -> None:
    """L. 264: of the four Factions for four Pole's has Durham, the senior see."""
    s, _ = preset(4)
    (seat,) = {unit.owner for unit in s.nobles.values() if "bishop_of_durham" in unit.cards}
    assert (s.first, s.active, s.phase) == (seat, seat, Phase.EVENT)
    assert all(len(player.free) == 1 and not player.hand for player in s.players.values())
    assert len(s.chancery) == 2


def test_2_7_with_two_players_four_places_are_nobodys_but_held() -> None:
    """L. 267."""
    s, _ = preset(2, non_player=True)
    assert [owner(s, place) for place in ("london", "northampton", "shrewsbury", "york")] == ["npf"] * 4
    assert {"town_of_shrewsbury", "town_of_northampton", "city_of_london", "city_of_york"} <= set(s.display)
    assert s.events_left == 2


def dealt(players: int = 3) -> State:
    """A game after the deal."""
    s, _ = shuffled(deal(BOARD, [f"p{number + 1}" for number in range(players)], False, DECKS))
    return s


def test_2_3_nobody_is_dealt_a_strong_card_and_all_get_their_kinds() -> None:
    """L. 270-282."""
    s = dealt()
    assert set(s.crown_discard) == STRONG
    for player in s.players.values():
        sorts = [BOARD.cards.crown[card].sort for card in player.hand]
        assert len(sorts) == 10
        assert sorts.count(Sort.TITLED) >= 1
        assert sorts.count(Sort.UNTITLED) >= 2


def test_2_3_e_what_fits_nobody_is_replaced_and_2_3_f_the_band_is_reached() -> None:
    """L. 283-286."""
    s = dealt()
    s.players["p1"].hand = ["percy", "marshal_of_england", "treasurer_of_england", "bishop_of_durham", "bishop_of_norwich"]
    s.crown_deck = ["town_of_coventry", "earl_of_kent", "landsknechts_1", "bishop_of_lincoln", "stanley", "roos"]
    given = ("treasurer_of_england", "bishop_of_durham", "town_of_coventry", "landsknechts_1")
    built, _ = shuffled(build(s, "p1", dict.fromkeys(given, "percy"), (), DECKS))
    assert built.unawardable == ["marshal_of_england", "bishop_of_norwich", "earl_of_kent"]
    assert s.chancery == ["marshal_of_england", "earl_of_kent"]
    assert (built.taken, built.dropped, built.men) == (["stanley"], ["bishop_of_lincoln"], 210)
    assert {"bishop_of_norwich", "bishop_of_lincoln"} <= set(s.crown_discard)


def test_2_3_f_a_faction_inside_the_band_discards_nothing() -> None:
    """L. 284. What is refused leaves all as it was."""
    s = dealt()
    s.players["p1"].hand = ["percy", "marshal_of_england", "landsknechts_1"]
    awarded = {"marshal_of_england": "percy", "landsknechts_1": "percy"}
    with pytest.raises(Illegal, match="inside the band"):
        shuffled(build(s, "p1", awarded, ["landsknechts_1"], DECKS))
    assert s.nobles == {}
    assert len(s.players["p1"].hand) == 3


def test_2_4_a_noble_starts_in_one_of_his_home_castles() -> None:
    s = dealt()
    s.players["p1"].hand = ["percy", "marshal_of_england", "landsknechts_1", "bishop_of_norwich"]
    given = {"marshal_of_england": "percy", "landsknechts_1": "percy", "bishop_of_norwich": "percy"}
    shuffled(build(s, "p1", given, (), DECKS))
    with pytest.raises(Illegal, match="home castles"):
        shuffled(start(s, {"percy": "london"}, None, DECKS))
    shuffled(start(s, {"percy": "warkworth"}, None, DECKS))
    assert s.nobles["percy"].at == "field:alnwick_area"
