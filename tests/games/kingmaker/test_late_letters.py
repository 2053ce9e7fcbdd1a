"""What players write and are told in a late position, by letter alone."""

from __future__ import annotations

from pathlib import Path

from pbem.games.kingmaker.components.ids import EventCard, NobleId, RoyalId
from pbem.games.kingmaker.components.state import State
from tests.games.kingmaker.late import late, of
from tests.games.kingmaker.scene import on_top
from tests.support.conversation import Conversation

CALLS_SCROPE = "E032"
MARGARET, SCROPE, CLIFFORD = RoyalId("margaret_of_anjou"), NobleId("scrope"), NobleId("clifford")


def keeper(talk: Conversation) -> NobleId | None:
    """With whom Margaret is."""
    state: State = talk.table().state
    return state.royals[MARGARET].noble


def raided(folder: Path) -> Conversation:
    """The card of Red's turn calls Scrope, with whom Margaret is, away from two friends."""
    return late(folder, lambda s: on_top(s, EventCard(CALLS_SCROPE)))


def test_who_is_called_away_with_a_royal_is_said_before_and_where_it_goes_in_the_same_line(tmp_path: Path) -> None:
    """R118"""
    talk = raided(tmp_path)
    told = 'Margaret of Anjou is with Scrope: write "guard" and one of these, or "guard none": Mowbray, Clifford'
    assert told in of("red", talk.opening)
    assert told in of("red", talk.write("red", "preview\nproceed"))
    assert "guard Clifford" in of("red", talk.write("red", "proceed; guard Clifford"))
    assert keeper(talk) == CLIFFORD


def test_an_order_behind_a_message_is_neither_told_nor_passed_over(tmp_path: Path) -> None:
    talk = late(tmp_path)
    talk.write("red", "proceed")
    mails = talk.write("red", "tell Carl: I leave you alone; move Mowbray Skipton")
    assert '"move Mowbray Skipton" in it is not carried out' in of("red", mails)
    assert "leave you alone" not in of("green", mails)
    assert "leave; see you" in of("green", talk.write("red", "tell Carl: I leave; see you"))


def test_who_says_nothing_of_a_royal_is_asked_and_loses_none(tmp_path: Path) -> None:
    """R118"""
    talk = raided(tmp_path)
    asked = of("red", talk.write("red", "proceed"))
    assert 'Scrope is called away: who takes Margaret of Anjou? With "guard none" they go along.' in asked
    talk.write("red", "guard none")
    assert keeper(talk) == SCROPE
