"""The rulebook on the Event phase (l. 303-337), line by line, as it is asked and carried out."""

# mypy: disable-error-code="list-item, dict-item, comparison-overlap, arg-type"

from __future__ import annotations

import pytest

from pbem.engine.decision import Menu
from pbem.engine.refusal import Illegal
from pbem.games.kingmaker.asking.unasked import EXECUTE, TRANSFER
from pbem.games.kingmaker.components.cards import Happening
from pbem.games.kingmaker.components.nobles import plain_men, room_in
from pbem.games.kingmaker.components.state import Ship, State
from tests.games.kingmaker.asked import options, write
from tests.games.kingmaker.questions.test_asked_events_4 import turned_up
from tests.games.kingmaker.questions.test_asked_turn_5 import turn
from tests.games.kingmaker.scene import BOARD, hand, put, table

FREE_MOVE = BOARD.cards.of_kind(Happening.FREE_MOVE)[-1]


def test_582_625_nothing_is_transferred_and_nobody_executed_while_an_event_card_lies_open() -> None:
    """l. 305 cards are played then, l. 579 Royals reallocated."""
    s = table()
    put(s, "p2", "field:york_area", "roos", "bishop_of_durham", "margaret_of_anjou")
    put(s, "p2", "field:york_area", "grey")
    hand(s, "p2", "landsknechts_1")
    game = turned_up(s, FREE_MOVE)
    with pytest.raises(Illegal, match="Event card lies open"):
        write(game, "p2", "transfer Bishop of Durham Grey")
    write(game, "p2", "play Landsknechts 1 Grey", "entrust Margaret Grey")
    assert (s.nobles["grey"].cards, s.royals["margaret_of_anjou"].noble) == (["landsknechts_1"], "grey")
    for key in (TRANSFER, EXECUTE):
        act = game.find_act("p2", key)
        assert act is not None
        assert isinstance(act.shape, Menu)
        assert not act.shape.options()
    write(game, "p1", "proceed")
    assert game.over or s.showing is None


def test_582_an_execution_that_an_open_event_forbids_is_not_kept_for_combats() -> None:
    """R105. As a standing order it is."""
    for line, kept in (
        ("execute Margaret", 0),
        ("standing round execute Margaret", 1),
        ("execute Margaret if outnumbered", 1),
    ):
        s = table()
        put(s, "p2", "field:york_area", "roos", "margaret_of_anjou")
        game = turned_up(s, FREE_MOVE)
        if kept:
            write(game, "p2", line)
        else:
            with pytest.raises(Illegal, match="Event card lies open"):
                write(game, "p2", line)
        assert len(game.book.of("p2")) == kept


def driven_to_dover() -> State:
    """Roos and Grey of p1 are aboard two ships in the Dover Strait; Dover is p1's, and has room for one of them."""
    s = table()
    put(s, "p1", "field:london_area", "pole", "constable_of_dover_castle", "le_rose", "le_michael")
    put(s, "p1", "aboard:le_rose_piece", "roos", "landsknechts_1", "landsknechts_2")
    put(s, "p1", "aboard:le_rose_piece", "grey", "burgundian_crossbowmen_1")
    for ship in ("le_rose_piece", "le_michael_piece"):
        s.ships[ship] = Ship("sea:dover_strait", "le_rose_piece")
    return s


def test_325_who_lands_after_a_storm_finds_the_room_that_those_before_left() -> None:
    s = driven_to_dover()
    put(s, "p1", "in:dover", "mowbray", "marshal_of_england")
    put(s, "p1", "in:dover", "stanley", "earl_of_richmond")
    assert max(plain_men(s, "roos"), plain_men(s, "grey")) <= room_in(s, "in:dover") < 90
    game = turned_up(s, BOARD.cards.of_kind(Happening.STORMS)[0])
    write(game, "p1", "port Dover", "ashore Dover", "proceed")
    assert sorted(s.nobles[noble].at for noble in ("roos", "grey")) == ["field:dover_area", "in:dover"]


def test_320_a_royal_is_left_with_somebody_who_stays() -> None:
    """R118. Two of three are called away; the King can stay with the third, who is named first."""
    raids = (each for each in BOARD.cards.events.items() if each[1].kind is Happening.RAID)
    number, nobles, called = next(
        (number, nobles, [call.who for call in facts.calls])
        for number, facts in raids
        if len(nobles := [call.who for call in facts.calls if BOARD.cards.all[call.who].sort.is_noble]) > 1
    )
    s = table()
    put(s, "p1", "field:london_area", nobles[0], "henry_vi")
    put(s, "p1", "field:london_area", nobles[1], "landsknechts_1", "landsknechts_2", "scots_archers_1")
    stays = next(each for each in BOARD.cards.nobles if each not in called)
    put(s, "p1", "field:london_area", stays)
    game = turned_up(s, number)
    write(game, "p1", "proceed")
    assert options(game, "p1")[0] == stays
    write(game, "p1", f"guard {BOARD.names[stays]}")
    assert (s.royals["henry_vi"].noble, s.royals["henry_vi"].at) == (stays, "field:london_area")


def test_305_cards_played_while_the_card_lies_open_are_called_by_it() -> None:
    """A see awarded in the meantime (E011 calls the Bishop of Norwich to Norwich), and a Noble who enters (Howard)."""
    s = table()
    put(s, "p2", "field:york_area", "roos")
    hand(s, "p2", "bishop_of_norwich")
    hand(s, "p3", "howard")
    game = turned_up(s, "E011")
    write(game, "p2", "play Bishop of Norwich Roos")
    write(game, "p3", "play Howard Castle Rising")
    s.nobles["howard"].at = "field:york_area"
    write(game, "p1", "proceed")
    assert (s.nobles["roos"].at, s.nobles["howard"].at) == ("in:norwich", "in:castle_rising")


def test_305_326_a_mercenary_played_while_the_card_lies_open_goes_home_and_one_in_hand_does_not() -> None:
    s = table()
    put(s, "p2", "field:york_area", "roos")
    mercenaries = BOARD.cards.of_kind(Happening.MERCENARIES)
    card = next(each for each in mercenaries if "landsknechts" in BOARD.cards.events[each].companies)
    hand(s, "p2", "landsknechts_1", "landsknechts_2")
    game = turned_up(s, card)
    write(game, "p2", "play Landsknechts 1 Roos")
    write(game, "p1", "proceed")
    assert (s.nobles["roos"].cards, s.players["p2"].hand) == ([], ["landsknechts_2"])


def test_320_a_king_handed_on_while_the_card_lies_open_goes_with_his_new_noble() -> None:
    """An Embassy takes the King with who has him then, into a friendly place; the others stay, and he moves on (l. 309)."""
    s = table()
    put(s, "p1", "field:york_area", "roos", "henry_vi")
    put(s, "p1", "field:york_area", "grey")
    put(s, "p1", "field:london_area", "pole", "archbishop_of_canterbury")
    game = turned_up(s, "E040")
    write(game, "p1", "entrust Henry VI Grey", "proceed")
    assert (s.nobles["grey"].at, s.royals["henry_vi"].at, s.nobles["roos"].at) == ("in:canterbury",) * 2 + (
        "field:york_area",
    )
    assert "move grey field:dover_area" in options(turn(s), "p1", "move grey")


def test_331_ships_in_a_port_of_a_town_with_plague_are_not_affected() -> None:
    s = table()
    card = next(n for n in BOARD.cards.of_kind(Happening.PLAGUE) if "bristol" in BOARD.cards.events[n].towns)
    put(s, "p1", "field:york_area", "roos", "le_michael")
    assert s.ships["le_michael_piece"].at == "port:bristol"
    write(turned_up(s, card), "p1", "proceed")
    assert (s.ships["le_michael_piece"].at, "roos" in s.nobles) == ("port:bristol", True)
