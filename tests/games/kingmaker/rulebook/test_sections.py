"""Rules that other files only touch, each by its number."""

# mypy: disable-error-code="list-item, dict-item, comparison-overlap, arg-type"

from __future__ import annotations

import pytest

from pbem.engine.refusal import Illegal
from pbem.games.kingmaker.combat import battle
from pbem.games.kingmaker.combat.battle import Battle
from pbem.games.kingmaker.combat.end import end_combat
from pbem.games.kingmaker.combat.fight import attack_men, defence_men
from pbem.games.kingmaker.components.ids import Phase
from pbem.games.kingmaker.components.nobles import allied, are_friends, attach, in_area, in_field, in_turn, move_to
from pbem.games.kingmaker.components.state import Parliament, Peace, State
from pbem.games.kingmaker.events.event import Response, event
from pbem.games.kingmaker.loss import kill
from pbem.games.kingmaker.movement.land import REGIONAL, ROAD, Move, move
from pbem.games.kingmaker.movement.sail import Sail, sail
from pbem.games.kingmaker.parliament import award_parliament, may_call, meeting_places
from pbem.games.kingmaker.royals import reallocate
from pbem.games.kingmaker.setup.start import new_table
from pbem.games.kingmaker.turn_end import claim
from tests.games.kingmaker.scene import BOARD, DECKS, by_rule, on_top, put, table

YORK = "field:york_area"


def refused(why: str) -> pytest.RaisesExc[Illegal]:
    return pytest.raises(Illegal, match=why)


def test_1_1_turns_go_clockwise_from_any_faction() -> None:
    s = table()
    assert [in_turn(s, seat) for seat in s.seats] == [["p1", "p2", "p3"], ["p2", "p3", "p1"], ["p3", "p1", "p2"]]


def test_1_5_inside_and_in_the_field_are_two_spots_of_one_area() -> None:
    s = table()
    put(s, "p1", "in:raby", "neville")
    put(s, "p1", f"field:{BOARD.places['raby'].area}", "grey")
    assert in_field(s, BOARD.places["raby"].area) == ["grey"]
    assert in_area(s, BOARD.places["raby"].area, "p1") == ["neville", "grey"]


def test_1_8_friends_are_ones_own_and_ones_allies() -> None:
    s = table()
    s.alliances = [["p1", "p3"]]
    assert allied(s, "p3") == ["p1", "p3"]
    assert [are_friends(s, "p1", seat) for seat in s.seats] == [True, False, True]


def test_2_1_henry_is_crowned_and_nobody_controls_a_royal() -> None:
    s = new_table(BOARD, ["p1", "p2", "p3"], non_player=False)
    assert [royal for royal, piece in s.royals.items() if piece.crowned] == ["henry_vi"]
    assert all(piece.noble is None for piece in s.royals.values())
    assert s.royals["henry_vi"].at == "in:london"


def test_4_8_who_was_called_still_moves_and_the_card_is_discarded() -> None:
    s = table(Phase.EVENT)
    put(s, "p1", "in:skipton", "clifford")
    card = next(card for card, facts in BOARD.cards.events.items() if any(call.who == "clifford" for call in facts.calls))
    on_top(s, card)
    s.events_left = 1
    by_rule(event(s, Response(), DECKS))
    assert s.event_discard == [card]
    move(s, Move(("clifford",), REGIONAL, "field:richmond_area"))
    assert s.nobles["clifford"].at == "field:richmond_area"


def test_5_7_who_goes_by_sea_does_not_go_by_land_without_a_free_move() -> None:
    s = table()
    put(s, "p1", "field:fowey_area", "grey", "le_rose")
    s.ships["le_rose_piece"].at = "port:fowey"
    sail(s, Sail(("le_rose_piece",), ("sea:eddystone_sea", "port:fowey"), board=("grey",)))
    with refused("has moved already"):
        move(s, Move(("grey",), ROAD, "field:exeter_area"))
    s.players["p1"].free = ["E073"]
    move(s, Move(("grey",), REGIONAL, "field:exeter_area", free=("grey",)))
    assert s.nobles["grey"].at == "field:exeter_area"


def in_battle(*cards: str) -> State:
    s = table(Phase.COMBAT)
    put(s, "p1", YORK, "neville", *cards)
    put(s, "p2", YORK, "percy")
    put(s, "p3", YORK, "grey")
    return s


def test_6_2_2_one_alliance_is_attacked_with_all_its_nobles_in_the_field() -> None:
    s = in_battle()
    assert battle.declare(s, Battle("york_area", ("neville",), "p2")).defenders == ["percy"]
    s = in_battle()
    s.alliances = [["p2", "p3"]]
    assert battle.declare(s, Battle("york_area", ("neville",), "p2")).defenders == ["percy", "grey"]
    with refused("is not an enemy"):
        battle.declare(s, Battle("york_area", ("neville",), "p1"))


def test_6_2_3_men_are_counted_with_the_bonus_of_the_region() -> None:
    s = in_battle("bishop_of_durham", "landsknechts_1")
    fight = battle.declare(s, Battle("york_area", ("neville",), "p2"))
    assert (attack_men(s, fight), defence_men(s, fight)) == (90, 100)
    s.stamps.traded = ["landsknechts_1"]
    assert attack_men(s, fight) == 80


def test_6_6_the_combat_phase_ends_with_assaults_called_off() -> None:
    s = table(Phase.COMBAT)
    s.assaults, s.peace, s.turned = {"le_rose_piece": "plymouth"}, Peace("york_area", "p2"), "E084"
    end_combat(s)
    assert (s.phase, s.assaults) == (Phase.PARLIAMENT, {})
    assert s.peace is not None  # it is not the caller's Combat phase
    with refused("not the Combat phase"):
        end_combat(s)


@pytest.mark.parametrize(("spot", "places"), [(YORK, []), ("field:derby_area", ["derby"]), ("field:calais_area", [])])
def test_7_2_a_parliament_meets_in_an_unfortified_or_friendly_town(spot: str, places: list[str]) -> None:
    s = table(Phase.PARLIAMENT)
    put(s, "p1", spot, "neville", "henry_vi")
    assert meeting_places(s, "neville") == places
    s.besieged["derby"] = "p2"
    assert meeting_places(s, "neville") == places


def test_7_7_the_clamour_is_turned_and_7_8_no_other_parliament_before_it_is_gone() -> None:
    s = table(Phase.PARLIAMENT)
    put(s, "p1", "field:derby_area", "neville", "henry_vi")
    put(s, "p2", "field:york_area", "percy")
    s.clamours = ["E084", "E085"]
    s.event_deck = [card for card in s.event_deck if card not in s.clamours]
    assert may_call(s)
    s.parliament, s.peace = Parliament("p1", "derby_area", ["neville", "percy"], []), Peace("derby_area", "p1")
    award_parliament(s, [])
    assert (s.turned, s.clamours) == ("E084", ["E085"])
    s.phase = Phase.PARLIAMENT
    assert not may_call(s)
    s.phase = Phase.COMBAT
    end_combat(s)
    assert (s.turned, s.peace) == (None, None)
    assert may_call(s)


def test_10_2_a_royal_goes_where_his_noble_goes() -> None:
    s = table()
    put(s, "p1", YORK, "neville", "richard_duke_of_york")
    move_to(s, "neville", "field:derby_area")
    assert s.royals["richard_duke_of_york"].at == "field:derby_area"


def test_10_4_a_royal_passes_in_the_same_spot_and_10_3_is_left_alone_by_the_dead() -> None:
    s = table()
    put(s, "p1", YORK, "neville", "richard_duke_of_york")
    put(s, "p1", YORK, "grey")
    put(s, "p2", YORK, "percy")
    reallocate(s, "richard_duke_of_york", "grey", agreed=False)
    with refused("must agree"):
        reallocate(s, "richard_duke_of_york", "percy", agreed=False)
    attach(s, "richard_duke_of_york", "percy")
    by_rule(kill(s, ["percy"], DECKS))
    assert (s.royals["richard_duke_of_york"].noble, s.royals["richard_duke_of_york"].at) == (None, YORK)


def test_11_1_the_claim_comes_before_the_cards_are_drawn() -> None:
    s = table(Phase.POLITICS)
    with refused("cannot claim"):
        claim(s)


def test_12_7_titles_and_offices_of_the_dead_fill_chancery() -> None:
    s = table()
    put(s, "p1", YORK, "grey", "earl_of_kent", "marshal_of_england", "landsknechts_1")
    by_rule(kill(s, ["grey"], DECKS))
    assert s.chancery == ["earl_of_kent", "marshal_of_england"]
    assert set(s.crown_discard) == {"grey", "landsknechts_1"}
