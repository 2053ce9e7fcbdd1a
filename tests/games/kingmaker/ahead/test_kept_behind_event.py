"""R146 A card kept for one's own turn is played behind its Event, and not in answer to it."""

from __future__ import annotations

from pathlib import Path

import pytest

from pbem.games.kingmaker.components.ids import NobleId, Phase
from pbem.games.kingmaker.components.names import name_of
from pbem.games.kingmaker.components.state import State
from tests.games.kingmaker.by_letter import of, three, written
from tests.games.kingmaker.scene import BOARD, hand, on_top, put
from tests.support.conversation import Conversation

HOME = next(card for card, facts in BOARD.cards.events.items() if "landsknechts" in facts.companies)
"""Landsknechts go home."""


def before_blue() -> State:
    """Red's turn is nearly over; in Blue's the Landsknechts go home, of whom Blue holds some in hand."""
    s = three(Phase.MOVEMENT)
    put(s, "red", "field:london_area", "neville")
    put(s, "blue", "field:york_area", "grey")
    put(s, "green", "field:durham_area", "pole")
    hand(s, "blue", "landsknechts_1", "scots_archers_1")
    on_top(s, HOME)
    return s


@pytest.fixture
def talk(tmp_path: Path) -> Conversation:
    """The game as Blue's turn begins, for which Blue has kept to play them."""
    talk = written(tmp_path, before_blue)
    told = of("blue", talk.write("blue", "turn: play Landsknechts 1 Grey\nturn: move Grey Durham"))
    assert "kept for your turn in round 2: play Landsknechts 1 Grey" in told
    talk.write("red", "done")
    talk.write("red", f"discard {name_of(talk.table().state, talk.table().state.players['red'].hand[0])}")
    assert talk.table().state.phase is Phase.EVENT
    return talk


def cards(talk: Conversation) -> list[str]:
    """What Grey has."""
    return list(talk.table().state.nobles[NobleId("grey")].cards)


def test_it_waits_for_the_event_and_is_played_then(talk: Conversation) -> None:
    assert cards(talk) == []
    told = of("blue", talk.write("blue", "proceed"))
    assert cards(talk) == ["landsknechts_1"]
    assert "play Landsknechts 1 Grey" in told
    assert talk.table().state.nobles[NobleId("grey")].at == "field:durham_area"


def test_who_writes_it_while_the_card_lies_open_plays_it_in_answer(talk: Conversation) -> None:
    talk.write("blue", "play Scots Archers 1 Grey")
    assert cards(talk) == ["scots_archers_1"]
    assert talk.table().state.phase is Phase.EVENT
