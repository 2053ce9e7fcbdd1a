"""A see that a Noble loses to a card which an agreement brings: its terms say so, or it is not carried out (R131)."""

from __future__ import annotations

from pathlib import Path

import pytest

from pbem.games.kingmaker.components.state import State
from tests.games.kingmaker.by_letter import of, three, written
from tests.games.kingmaker.scene import hand, put
from tests.support.conversation import Conversation

GIFT = "Neville gives Bishop of Durham to Grey"
LOSS = "Red gives the card Bishop of Durham to Grey, in place of Bishop of Lincoln"
NOT_AGREED = "Grey would lose Bishop of Lincoln by it, and nobody has agreed to that: it takes a new offer"


def position() -> State:
    """Neville of Red has Durham; Grey of Blue, beside him, can get Lincoln."""
    s = three()
    put(s, "red", "field:york_area", "neville", "bishop_of_durham")
    put(s, "blue", "field:york_area", "grey")
    put(s, "green", "field:york_area", "pole")
    hand(s, "blue", "bishop_of_lincoln")
    hand(s, "green", "scots_archers_1")
    return s


def sees(talk: Conversation) -> tuple[list[str], list[str], list[str]]:
    """What Neville and Grey have, and what is discarded."""
    s: State = talk.table().state
    return (list(s.nobles["neville"].cards), list(s.nobles["grey"].cards), list(s.crown_discard))


KEPT: tuple[list[str], ...] = (["bishop_of_durham"], ["bishop_of_lincoln"], [])


def test_a_signature_that_was_shown_no_loss_loses_no_see(tmp_path: Path) -> None:
    talk = written(tmp_path, position)
    talk.write("red", f"offer Beth and Carl: {GIFT}; Carl gives Scots Archers 1 to Anna")
    number = talk.table().open_offers[0].number
    talk.write("blue", f"accept {number}")
    talk.write("blue", "play Bishop of Lincoln Grey")
    assert NOT_AGREED in of("green", talk.write("green", f"accept {number}"))
    assert sees(talk) == KEPT


def test_what_is_agreed_to_in_advance_loses_no_see_of_which_it_does_not_speak(tmp_path: Path) -> None:
    talk = written(tmp_path, position)
    talk.write("blue", f"standing accept Anna: {GIFT}")
    talk.write("blue", "play Bishop of Lincoln Grey")
    mails = talk.write("red", f"offer Beth: {GIFT}")
    assert LOSS in of("blue", mails)
    assert sees(talk) == KEPT
    assert f"is carried out: {LOSS}" in of("blue", talk.write("blue", f"accept {talk.table().open_offers[0].number}"))
    assert sees(talk) == ([], ["bishop_of_durham"], ["bishop_of_lincoln"])


@pytest.mark.parametrize("limit", ["any see for a Mercenary", "trade of Bishop of Durham for Scots Archers 1"])
def test_a_sort_agreed_to_in_advance_loses_no_see(tmp_path: Path, limit: str) -> None:
    def trading() -> State:
        s = three()
        put(s, "red", "field:york_area", "neville", "bishop_of_durham")
        put(s, "blue", "field:york_area", "grey", "scots_archers_1", "bishop_of_lincoln")
        return s

    talk = written(tmp_path, trading)
    talk.write("blue", f"standing accept Anna: {limit}")
    talk.write("red", f"offer Beth: {GIFT}; Grey gives Scots Archers 1 to Neville")
    assert sees(talk)[1] == ["scots_archers_1", "bishop_of_lincoln"]


def test_a_loss_that_was_agreed_to_in_advance_is_within_it(tmp_path: Path) -> None:
    talk = written(tmp_path, position)
    talk.write("blue", "play Bishop of Lincoln Grey")
    talk.write("blue", f"standing accept Anna: {GIFT}")
    assert f"is carried out: {LOSS}" in of("red", talk.write("red", f"offer Beth: {GIFT}"))
    assert sees(talk) == ([], ["bishop_of_durham"], ["bishop_of_lincoln"])


def test_of_two_sees_that_are_exchanged_none_is_lost(tmp_path: Path) -> None:
    talk = written(tmp_path, position)
    talk.write("blue", "play Bishop of Lincoln Grey")
    told = of("red", talk.write("red", f"offer Beth: {GIFT}; Grey gives Bishop of Lincoln to Neville"))
    told += of("blue", talk.write("blue", f"accept {talk.table().open_offers[0].number}"))
    assert "in place of" not in told
    assert sees(talk) == (["bishop_of_lincoln"], ["bishop_of_durham"], [])
