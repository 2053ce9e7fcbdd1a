"""An answer to an offer that is refused shows the answers to those that are open, and a counter-offer keeps its clauses."""

from __future__ import annotations

from pathlib import Path

import pytest

from pbem.engine.agreements.offers import DEAL
from tests.games.kingmaker.ahead.test_done_last import position
from tests.games.kingmaker.by_letter import of, written
from tests.support.conversation import Conversation


@pytest.fixture
def offered(tmp_path: Path) -> Conversation:
    """Red has made an offer to Blue."""
    talk = written(tmp_path, position)
    talk.write("red", "offer Beth: I give Scots Archers 1 to Beth")
    return talk


def is_open(talk: Conversation) -> bool:
    return any(each.thing == DEAL and not each.signed for each in talk.table().open_offers)


@pytest.mark.parametrize("line", ["accept 1 if Carl does not mind", "accept 7 if Carl does not mind"])
def test_only_what_is_open_is_shown_as_an_answer(offered: Conversation, line: str) -> None:
    told = of("blue", offered.write("blue", line))
    assert f"1 -- {line}" in told
    assert "Nearest: accept 1 ==" in told
    assert is_open(offered)


def test_a_counter_offer_to_one_that_is_over_shows_itself_as_an_offer(offered: Conversation) -> None:
    told = of("blue", offered.write("blue", "counter 4: I promise peace until round 5"))
    assert "no offer 4 is open to you. Nearest: counter 1: I promise peace until round 5" in told
    offered.write("blue", "refuse 1")
    told = of("blue", offered.write("blue", "counter 1: I promise peace until round 5"))
    assert "offer 1 is open no longer: make an offer of your own. Nearest: offer Red: I promise peace until round 5" in told
