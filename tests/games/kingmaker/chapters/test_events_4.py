"""4 The Event phase."""

# mypy: disable-error-code="list-item, dict-item, comparison-overlap"

from __future__ import annotations

from typing import Any

import pytest

from pbem.engine.refusal import Illegal
from pbem.games.kingmaker.checks import checks
from pbem.games.kingmaker.components.ids import Phase
from pbem.games.kingmaker.components.nobles import attach
from pbem.games.kingmaker.components.state import Ship, State
from pbem.games.kingmaker.events.event import Response, event, take_effect, turn_up
from pbem.games.kingmaker.events.storms import nearest_ports
from pbem.games.kingmaker.hands.award import award_card
from tests.games.kingmaker.scene import BOARD, DECKS, by_rule, hand, next_crown, on_top, put, shuffled, table


def drawn(s: State, card: str, **chosen: Any) -> dict[str, Any]:
    """What an Event does."""
    s.phase, s.events_left = Phase.EVENT, 1
    on_top(s, card)
    return by_rule(event(s, Response(**chosen), DECKS))


def card_of(name: str) -> str:
    """The number of an Event card."""
    return next(number for number, facts in BOARD.cards.events.items() if facts.name == name)


def test_4_2_the_admiral_is_called_to_plymouth_with_two_ships() -> None:
    """L. 317: his other ship stays."""
    s = table()
    put(s, "p1", "field:york_area", "beaufort", "admiral_of_england", "le_rose")
    told = drawn(s, card_of("French raid on Plymouth"))
    assert s.nobles["beaufort"].at == "field:plymouth_area"
    assert told["ships"] == ["admiral_ship_1", "admiral_ship_2"]
    assert s.ships["admiral_ship_1"].at == "port:plymouth"
    assert s.phase is Phase.MOVEMENT


def test_4_2_from_calais_or_the_sea_nobody_answers() -> None:
    """L. 316: the ship in a mainland port must go all the same."""
    s = table()
    put(s, "p1", "field:calais_area", "beaufort", "admiral_of_england")
    s.ships["admiral_ship_1"] = Ship("sea:dover_strait")
    told = drawn(s, card_of("French raid on Plymouth"))
    assert (told["cannot"], told["placed"], told["ships"]) == (["beaufort"], [], ["admiral_ship_2"])


@pytest.mark.parametrize(("owner", "spot"), [("p1", "in:canterbury"), ("p2", "field:canterbury_area")])
def test_4_3_an_embassy_goes_inside_where_it_is_friendly(owner: str, spot: str) -> None:
    s = table()
    grey = put(s, "p1", "field:york_area", "grey", "henry_vi")
    other = put(s, "p1", "field:york_area", "roos")
    put(s, owner, "field:london_area", "pole", "archbishop_of_canterbury")
    drawn(s, next(card for card, facts in BOARD.cards.events.items() if facts.to == "canterbury"), companions=(other,))
    assert (s.nobles[grey].at, s.nobles[other].at, s.royals["henry_vi"].at) == (spot, spot, spot)


def test_4_3_with_two_kings_nobody_goes() -> None:
    s = table()
    put(s, "p1", "field:york_area", "grey", "henry_vi")
    s.royals["richard_duke_of_york"].crowned = True
    assert not drawn(s, card_of("Embassy from Burgundy"))["effect"]


def test_4_4_ships_at_sea_go_to_the_nearest_port_and_passengers_to_one_open_to_them() -> None:
    """L. 325: of ports at the same distance friendly and unfortified ones come first."""
    s = table()
    put(s, "p1", "aboard:le_rose_piece", "roos", "le_rose")
    s.ships["le_rose_piece"] = Ship("sea:severn_sea", "le_rose_piece")
    assert nearest_ports(s, "le_rose_piece") == ["bridgwater"]
    drawn(s, card_of("Storms at Sea"))
    assert s.nobles["roos"].at == "field:bridgwater_area"
    assert vars(s.ships["le_rose_piece"]) == {"at": "port:bridgwater", "group": None}


def test_4_5_mercenaries_go_home_from_play_and_not_from_hands() -> None:
    s = table()
    put(s, "p1", "field:york_area", "roos", "landsknechts_1", "flemish_crossbowmen_1")
    s.crown_deck.remove("landsknechts_2")
    s.players["p2"].hand.append("landsknechts_2")
    (card,) = (n for n, facts in BOARD.cards.events.items() if "landsknechts" in facts.companies)
    drawn(s, card)
    assert s.nobles["roos"].cards == ["flemish_crossbowmen_1"]
    assert s.crown_discard == ["landsknechts_1"]


def plague(*towns: str) -> str:
    """The plague of these towns."""
    return next(number for number, facts in BOARD.cards.events.items() if facts.towns == towns)


def test_4_6_a_faction_loses_one_noble_the_strongest_and_all_royals_die() -> None:
    """L. 330. The King passes on the succession; the cards go where they belong (9.1)."""
    s = table()
    put(s, "p1", "in:london", "roos", "earl_of_kent", "constable_of_the_tower", "landsknechts_1")
    put(s, "p1", "in:london", "grey")
    next_crown(s, "percy", "pole")
    told = drawn(s, plague("london"))
    assert (told["killed"], told["royals"]) == (["roos"], ["henry_vi"])
    assert told["rally"] == {"p1": ["percy", "pole"]}
    assert sorted(s.chancery) == ["constable_of_the_tower", "earl_of_kent"]
    assert {"roos", "landsknechts_1"} <= set(s.crown_discard)
    assert "city_of_london" in s.display
    assert s.nobles["grey"].at == "field:london_area"


def test_4_6_of_equals_the_owner_chooses() -> None:
    s = table()
    put(s, "p1", "in:london", "pole", "constable_of_the_tower")
    for noble in ("roos", "grey"):
        put(s, "p1", "in:london", noble)
    s.nobles["pole"].at = "field:york_area"
    with pytest.raises(Illegal, match="not one of"):
        drawn(s, plague("london"), sacrifice={"p1": "pole"})
    assert drawn(s, plague("london"), sacrifice={"p1": "grey"})["killed"] == ["grey"]


def test_6_4_norwich_reverts_to_its_bishop_when_its_holder_dies() -> None:
    """L. 486."""
    s = table()
    put(s, "p1", "field:york_area", "pole", "bishop_of_norwich")
    s.nobles["pole"].cards.remove("city_of_norwich")
    put(s, "p2", "in:norwich", "howard", "city_of_norwich")
    next_crown(s, "percy", "stanley")
    drawn(s, plague_in("norwich"))
    assert "howard" not in s.nobles
    assert "city_of_norwich" in s.nobles["pole"].cards


def plague_in(town: str) -> str:
    """A plague that strikes a town."""
    return next(number for number, facts in BOARD.cards.events.items() if town in facts.towns)


def test_4_7_cards_are_kept_laid_under_an_earlier_one_or_given_to_the_chancellor() -> None:
    s = table()
    put(s, "p2", "field:york_area", "pole", "chancellor_of_england")
    s.clamours = ["E084"]
    s.event_deck.remove("E084")
    drawn(s, "E073")
    drawn(s, "E085")
    drawn(s, "E088")
    assert (s.players["p1"].free, s.clamours, s.players["p2"].chancellors) == (["E073"], ["E084", "E085"], ["E088"])


def test_4_1_cards_can_be_played_between_a_card_and_its_effect() -> None:
    """L. 305: whoever is awarded the see before the effect goes."""
    s = table()
    put(s, "p1", "field:york_area", "grey")
    hand(s, "p1", "archbishop_of_canterbury")
    s.phase, s.events_left = Phase.EVENT, 1
    on_top(s, card_of("French raid on Sandwich"))
    with pytest.raises(Illegal, match="no Event card"):
        by_rule(take_effect(s, Response(), DECKS))
    by_rule(turn_up(s, DECKS))
    assert list(checks(s)) == []
    award_card(s, "p1", "archbishop_of_canterbury", "grey")
    with pytest.raises(Illegal, match="turned up already"):
        by_rule(turn_up(s, DECKS))
    by_rule(take_effect(s, Response(), DECKS))
    assert (s.nobles["grey"].at, s.showing, s.phase) == ("in:canterbury", None, Phase.MOVEMENT)


def test_4_1_an_empty_deck_is_rebuilt_at_once_without_the_card_just_drawn() -> None:
    """K3."""
    s = table()
    s.event_deck, s.event_discard, s.event_aside = ["E073"], ["E001"], ["E002"]
    s.phase, s.events_left = Phase.EVENT, 1
    _, asked = shuffled(event(s, Response(), DECKS))
    assert asked == ["event deck"]
    assert s.event_deck == ["E002", "E001"]


def test_4_2_a_royal_is_handed_to_another_noble_in_the_same_spot_first() -> None:
    """L. 580: the King stays with Neville; not where one is inside and the other in the field."""
    s = table()
    herbert = put(s, "p1", "field:london_area", "herbert", "henry_vi")
    neville = put(s, "p1", "field:london_area", "neville")
    attach(s, "henry_vi", herbert)
    drawn(s, "E001", royals={"henry_vi": neville})
    assert s.royals["henry_vi"].noble == neville
    put(s, "p1", "in:hereford", "scrope")
    with pytest.raises(Illegal, match="same open field"):
        drawn(s, "E002", royals={"henry_vi": "scrope"})
