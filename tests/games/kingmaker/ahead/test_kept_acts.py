"""Acts that are written in a combat, where none is open: what they were shown to be is done, or their writer is asked."""

from __future__ import annotations

from pathlib import Path

import pytest

from pbem.games.kingmaker.components.ids import DEAD, NobleId, Phase, RoyalId
from pbem.games.kingmaker.components.nobles import attach
from pbem.games.kingmaker.components.state import State
from tests.games.kingmaker.by_letter import of, three, written
from tests.games.kingmaker.scene import hand, put
from tests.support.conversation import Conversation

EDWARD, GEORGE = RoyalId("edward_earl_of_march"), RoyalId("george_duke_of_clarence")
STANLEY = NobleId("stanley")


def two_royals() -> State:
    """Red attacks Grey of Blue, who has Edward; of all other Royals George lives alone, with Pole of Green."""
    s = three(Phase.COMBAT)
    put(s, "red", "field:york_area", "neville", "landsknechts_1", "landsknechts_2")
    put(s, "blue", "field:york_area", "grey")
    put(s, "green", "field:london_area", "pole")
    put(s, "green", "field:london_area", "stanley")
    for royal in s.royals.values():
        royal.at, royal.noble = DEAD, None
    attach(s, EDWARD, NobleId("grey"))
    attach(s, GEORGE, NobleId("pole"))
    hand(s, "blue", "scots_archers_2")
    hand(s, "green", "bishop_of_durham", "bishop_of_lincoln")
    return s


def begun(folder: Path) -> Conversation:
    """In the midst of the combat, Blue to add cards."""
    talk = written(folder, two_royals)
    talk.write("red", "attack Blue at York")
    return talk


def ended(talk: Conversation) -> str:
    """The combat is over. Gives what Green is told then."""
    told = ""
    while talk.table().state.fight is not None:
        asked = talk.table().open()[0]
        told += of("green", talk.write(asked.seat, "pass"))
    return told


OVER = "the game is over with it: no Royal is left alive, and all lose"


def test_an_execution_that_has_come_to_end_the_game_is_held_and_asked_about(tmp_path: Path) -> None:
    talk = begun(tmp_path)
    assert OVER not in of("green", talk.write("green", "execute George of Clarence"))
    talk.write("blue", "execute Edward of March")
    assert f"now: {OVER}" in of("green", talk.write("green", "report"))
    told = ended(talk)
    assert f"now {OVER}. It is not done: send it again if you still want it" in told
    s: State = talk.table().state
    assert (s.royals[GEORGE].noble, s.result) == ("pole", None)


@pytest.mark.parametrize("line", ["execute George of Clarence even so", "execute George even if I am warned"])
def test_it_is_done_where_its_writer_means_it_whatever_it_comes_to(tmp_path: Path, line: str) -> None:
    talk = begun(tmp_path)
    talk.write("green", line)
    talk.write("blue", "execute Edward of March")
    ended(talk)
    s: State = talk.table().state
    assert s.royals[GEORGE].at == DEAD


def test_what_a_kept_act_comes_to_is_told_at_once_and_then_it_is_done(tmp_path: Path) -> None:
    talk = begun(tmp_path)
    talk.write("blue", "execute Edward of March")
    assert OVER in of("green", talk.write("green", "preview execute George"))
    assert OVER in of("green", talk.write("green", "execute George"))
    ended(talk)
    s: State = talk.table().state
    assert s.royals[GEORGE].at == DEAD


def test_a_see_is_not_lost_to_a_kept_card_whose_writer_was_shown_no_loss(tmp_path: Path) -> None:
    talk = begun(tmp_path)
    assert "loses" not in of("green", talk.write("green", "play Bishop of Lincoln Stanley"))
    told = of("green", talk.write("green", "play Bishop of Durham Stanley"))
    assert "Stanley loses Bishop of Lincoln to it, which is discarded" in told
    talk.write("green", "withdraw orders\nplay Bishop of Lincoln Pole\nplay Bishop of Durham Stanley")
    ended(talk)
    s: State = talk.table().state
    assert (s.nobles[STANLEY].cards, s.crown_discard) == (["bishop_of_durham"], [])


@pytest.mark.parametrize(
    "line",
    [
        "play x",
        "play all",
        "play Le Rose Pole",
        "play Bishop of Durham Grey",
        "play Bishop of Durham Neville",
        "execute all",
        "execute nobody",
        "execute Edward of March",
        "command x y",
        "transfer foo bar",
        "recall Le Rose",
        "lift York",
    ],
)
def test_what_can_never_be_done_is_refused_at_once(tmp_path: Path, line: str) -> None:
    talk = begun(tmp_path)
    assert f"1 -- {line}" in of("green", talk.write("green", line))
    assert not talk.table().waiting.get("green")


def test_what_an_earlier_kept_act_makes_possible_is_kept(tmp_path: Path) -> None:
    talk = begun(tmp_path)
    told = of("green", talk.write("green", "play Bishop of Durham Pole\ntransfer Bishop of Durham Stanley"))
    assert "kept until it can be done: transfer Bishop of Durham Stanley" in told
    ended(talk)
    s: State = talk.table().state
    assert s.nobles[STANLEY].cards == ["bishop_of_durham"]


def test_one_kept_act_is_taken_back_by_itself(tmp_path: Path) -> None:
    talk = begun(tmp_path)
    talk.write("green", "play Bishop of Durham Pole\nplay Bishop of Lincoln Stanley\nexecute George")
    told = of("green", talk.write("green", "withdraw Bishop of Lincoln"))
    assert "withdraw play Bishop of Lincoln Stanley" in told
    assert "which of them?" in of("green", talk.write("green", "withdraw play"))
    talk.write("green", "withdraw play Bishop of Lincoln\nwithdraw execute")
    assert [line.text for line in talk.table().waiting["green"]] == ["play Bishop of Durham Pole"]
