"""The rulebook on Events that take effect (l. 305-332, 579, 618, 625): what waits while those choose whom they concern."""

# mypy: disable-error-code="list-item, dict-item, comparison-overlap, arg-type"

from __future__ import annotations

import pytest

from pbem.engine.table import Table
from pbem.games.kingmaker import turns
from pbem.games.kingmaker.asking.event import CALL, DIES, GUARD, PORT, event_phase
from pbem.games.kingmaker.components.cards import Happening
from pbem.games.kingmaker.components.ids import Phase, at_sea
from pbem.games.kingmaker.components.state import Ship, State
from pbem.games.kingmaker.deals.clauses import HAND, ROYAL
from pbem.games.kingmaker.deals.doing import is_safe
from pbem.games.kingmaker.events.storms import nearest_ports
from tests.games.kingmaker.asked import asked, at_table, write
from tests.games.kingmaker.questions.test_asked_events_4 import raid_on, turned_up
from tests.games.kingmaker.scene import BOARD, hand, on_top, put, table


def struck_field() -> tuple[State, str]:
    """Two equals of p1 and two of p2 stand in the open field of an unfortified town; the plague that strikes it."""
    s = table()
    plagues = ((card, BOARD.cards.events[card].towns) for card in BOARD.cards.of_kind(Happening.PLAGUE))
    card, town = next((card, town) for card, towns in plagues for town in towns if not BOARD.places[town].fortified)
    for seat, noble in (("p1", "grey"), ("p1", "holland"), ("p2", "pole"), ("p2", "de_vere")):
        put(s, seat, f"field:{BOARD.places[town].area}", noble)
    return s, card


def test_305_no_card_makes_equals_unequal_once_the_plague_takes_effect() -> None:
    s, card = struck_field()
    hand(s, "p1", "burgundian_crossbowmen_1")
    game = turned_up(s, card)
    write(game, "p1", "proceed", "sacrifice Grey")
    assert asked(game) == [("p2", DIES)]
    write(game, "p1", "play Burgundian Crossbowmen Holland")
    assert s.nobles["holland"].cards == []
    write(game, "p2", "sacrifice Pole")
    assert {*s.nobles} == {"holland", "de_vere"}


def test_305_before_the_active_player_goes_on_cards_are_played() -> None:
    """The one who has most men then dies (l. 330): nobody of p1's is equal."""
    s, card = struck_field()
    hand(s, "p1", "burgundian_crossbowmen_1")
    game = turned_up(s, card)
    write(game, "p1", "play Burgundian Crossbowmen Holland", "proceed")
    write(game, "p2", "sacrifice Pole")
    assert {*s.nobles} == {"grey", "de_vere"}


def called_twice() -> State:
    """Cromwell of p1 is called twice; so is Percy of p2, who has King Henry with him and Roos beside him."""
    s = table()
    card, _ = raid_on("bishop_of_lincoln", "marshal_of_england", "cromwell")
    put(s, "p1", "field:london_area", "cromwell", "earl_of_kent", "bishop_of_lincoln")
    put(s, "p2", "field:london_area", "percy", "marshal_of_england", "henry_vi")
    put(s, "p2", "field:london_area", "roos")
    put(s, "p2", "field:london_area", "pole")
    s.phase, s.events_left = Phase.EVENT, 1
    on_top(s, card)
    return s


async def rest_of_the_turn(s: State) -> None:
    """What comes after the Event phase."""
    await turns.question(s)


def in_turn(s: State) -> Table[State]:
    """A turn that begins with the Event on top."""
    return at_table(s, event_phase, rest_of_the_turn)


def test_312_a_see_played_meanwhile_ends_no_call_and_comes_when_all_have_gone() -> None:
    s = called_twice()
    hand(s, "p1", "bishop_of_norwich")
    game = in_turn(s)
    write(game, "p1", "proceed", "follow Cromwell Lincoln")
    assert asked(game) == [("p2", GUARD)]
    write(game, "p1", "play Bishop of Norwich Cromwell")
    assert "bishop_of_lincoln" in s.nobles["cromwell"].cards
    write(game, "p2", "guard none")
    assert s.nobles["cromwell"].at == "in:lincoln" or s.board.area(s.nobles["cromwell"].at) == BOARD.places["lincoln"].area
    assert "bishop_of_norwich" in s.nobles["cromwell"].cards


@pytest.mark.parametrize(("guard", "keeper"), [("guard Henry Roos", "pole"), ("guard none", "pole")])
def test_579_a_royal_passes_on_while_a_raid_takes_effect(guard: str, keeper: str) -> None:
    """Whom their player has entrusted a Royal to since, keeps him: he is not called away with Percy."""
    s = called_twice()
    game = in_turn(s)
    write(game, "p1", "proceed")
    assert set(asked(game)) == {("p1", CALL), ("p2", GUARD)}
    write(game, "p2", guard, "entrust Henry VI Pole")
    write(game, "p1", "follow Cromwell Lincoln")
    assert (s.royals["henry_vi"].noble, s.royals["henry_vi"].at) == (keeper, "field:london_area")


def test_631_agreements_wait_until_an_event_has_taken_effect() -> None:
    s = called_twice()
    game = in_turn(s)
    assert is_safe(s, [[HAND]])
    write(game, "p1", "proceed")
    assert not is_safe(s, [[HAND]])
    assert not is_safe(s, [[ROYAL]])
    write(game, "p2", "guard none")
    write(game, "p1", "follow Cromwell Lincoln")
    assert is_safe(s, [[HAND]])


def far_from_two_ports(s: State, ship: str) -> str:
    """A sea Area with several nearest ports."""
    for water in map(at_sea, BOARD.seas):
        s.ships[ship] = Ship(water)
        if len(nearest_ports(s, ship)) > 1:
            return water
    raise AssertionError("there is none")


def test_325_a_noble_played_meanwhile_takes_no_room_of_those_who_land() -> None:
    """A storm drives two ships: p1's Roos lands where he fits. Nobody enters the place before the storm is over."""
    s = table()
    put(s, "p1", "field:york_area", "neville", "admiral_of_england")
    for number, ship in enumerate(("admiral_ship_1", "admiral_ship_2")):
        s.ships[ship] = Ship(far_from_two_ports(s, ship), ship)
        put(s, "p1", f"aboard:{ship}", ("roos", "pole")[number])
    hand(s, "p2", "howard")
    game = turned_up(s, BOARD.cards.of_kind(Happening.STORMS)[0])
    write(game, "p1", "proceed")
    assert ("p1", PORT) in asked(game)
    write(game, "p2", "play Howard")
    assert "howard" not in s.nobles
