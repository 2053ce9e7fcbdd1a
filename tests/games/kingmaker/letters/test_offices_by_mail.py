"""7.5 Offices that pass in a Parliament, agreed on while it gathers (R90)."""

from __future__ import annotations

from pathlib import Path

import pytest

from pbem.games.kingmaker.components.ids import Card, NobleId
from pbem.games.kingmaker.components.state import Readings, State
from tests.games.kingmaker.by_letter import of, written
from tests.games.kingmaker.questions.test_attendance_refused import calling
from tests.games.kingmaker.scene import put
from tests.support.conversation import Conversation

CALAIS, MARSHAL = Card("captain_of_calais"), Card("marshal_of_england")
OFFER = "offer Beth: I give Captain of Calais to Howard; Beth gives Marshal of England to Neville"


def nothing_to_award() -> State:
    """Red can call a Parliament, and Chancery is empty; Neville of Red and Howard of Blue have an Office each."""
    s = calling()
    s.crown_deck += s.chancery
    s.chancery.clear()
    put(s, "blue", "field:york_area", "howard", "earl_of_kent", MARSHAL)
    s.nobles[NobleId("neville")].cards.append(CALAIS)
    s.crown_deck.remove(CALAIS)
    return s


def before() -> State:
    """The same in a game that began with rules 1."""
    s = nothing_to_award()
    s.readings = Readings(no_time_for_offices=True)
    return s


def offices(talk: Conversation) -> tuple[bool, bool]:
    """Whether each of the two has the other's Office."""
    s: State = talk.table().state
    return MARSHAL in s.nobles[NobleId("neville")].cards, CALAIS in s.nobles[NobleId("howard")].cards


def gathered(talk: Conversation, summoned: str = "Howard") -> str:
    """What Red is told when a Parliament has gathered and the exchange was agreed on meanwhile."""
    talk.write("red", f"summon {summoned}")
    assert "no Parliament sits" in of("red", talk.write("red", OFFER))
    talk.write("blue", "accept")
    assert offices(talk) == (False, False)
    talk.write("blue", "attend none")
    return of("red", talk.write("green", "attend none"))


def test_r90_two_exchange_their_offices_though_nothing_can_be_awarded(tmp_path: Path) -> None:
    talk = written(tmp_path, nothing_to_award)
    assert "Neville of Red receives: Marshal of England" in gathered(talk)
    assert offices(talk) == (True, True)


def test_r90_who_does_not_come_gets_no_office(tmp_path: Path) -> None:
    talk = written(tmp_path, nothing_to_award)
    assert "Howard does not attend" in gathered(talk, "Grey")
    assert offices(talk) == (False, False)


def test_a_game_that_began_before_has_no_question_more(tmp_path: Path) -> None:
    talk = written(tmp_path, before)
    gathered(talk)
    assert offices(talk) == (False, False)


@pytest.mark.parametrize("line", [OFFER, "offer Beth: I give Captain of Calais to Howard"])
def test_7_5_outside_a_parliament_no_office_is_offered(line: str, tmp_path: Path) -> None:
    talk = written(tmp_path, nothing_to_award)
    told = of("red", talk.write("red", line))
    assert "1 -- " in told
    assert not talk.table().open_offers
