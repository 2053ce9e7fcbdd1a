"""An offer is accepted by its own word and number: what says so otherwise agrees to nothing, and shows what would."""

from __future__ import annotations

from pathlib import Path

import pytest

from pbem.engine.agreements.offers import DEAL
from tests.games.kingmaker.by_letter import of, written
from tests.games.kingmaker.test_done_last import position
from tests.support.conversation import Conversation


@pytest.fixture
def offered(tmp_path: Path) -> Conversation:
    """Red has made an offer to Blue."""
    talk = written(tmp_path, position)
    talk.write("red", "offer Beth: I give Scots Archers 1 to Beth")
    return talk


def is_open(talk: Conversation) -> bool:
    return any(each.thing == DEAL and not each.signed for each in talk.table().open_offers)


@pytest.mark.parametrize(
    "line",
    [
        "Yes to offer 1",
        "yes to offer 1!",
        "Agreed to 1.",
        "ok with 1, but only this once",
        "ok, agreed to 1 then!",
        "deal, I take your offer",
        "accept if Carl accepts",
        "accept 1 if Carl does not mind",
        "Einverstanden mit 1",
        "ja zu Angebot 1",
        "accept 7 if Carl does not mind",
        "zustimmen wenn Carl zustimmt",
    ],
)
def test_what_agrees_in_other_words_is_refused_and_shows_the_answer(offered: Conversation, line: str) -> None:
    told = of("blue", offered.write("blue", line))
    assert f"1 -- {line}" in told
    assert "Nearest: accept 1" in told
    assert is_open(offered)
    offered.write("blue", "accept 1")
    assert not is_open(offered)


def test_it_holds_no_other_line_back(offered: Conversation) -> None:
    told = of("blue", offered.write("blue", "yes to offer 1\nnews every turn"))
    assert "2 ok news every turn" in told


@pytest.mark.parametrize("line", ["yes, that was fun", "Ok, see you at 8", "Deal with it"])
def test_without_an_offer_it_is_talk(tmp_path: Path, line: str) -> None:
    told = of("blue", written(tmp_path, position).write("blue", line))
    assert "Not read as orders" in told


def test_a_counter_offer_to_one_that_is_over_shows_itself_as_an_offer(offered: Conversation) -> None:
    told = of("blue", offered.write("blue", "counter 4: I promise peace until round 5"))
    assert "no offer 4 is open to you. Nearest: counter 1: I promise peace until round 5" in told
    offered.write("blue", "refuse 1")
    told = of("blue", offered.write("blue", "counter 1: I promise peace until round 5"))
    assert "offer 1 is open no longer: make an offer of your own. Nearest: offer Red: I promise peace until round 5" in told
