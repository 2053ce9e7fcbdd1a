"""The rulebook on the Event phase (l. 303-337), line by line, as it is asked and carried out."""

# mypy: disable-error-code="list-item, dict-item, comparison-overlap, arg-type"

from __future__ import annotations

import pytest

from pbem.engine.refusal import Illegal
from pbem.games.kingmaker.asking.unasked import EXECUTE, TRANSFER
from pbem.games.kingmaker.components.cards import Happening
from tests.games.kingmaker.asked import write
from tests.games.kingmaker.scene import BOARD, hand, put, table
from tests.games.kingmaker.test_asked_events_4 import turned_up

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
    assert not game.find_act("p2", TRANSFER).shape.options()  # type: ignore[union-attr,attr-defined]
    assert not game.find_act("p2", EXECUTE).shape.options()  # type: ignore[union-attr,attr-defined]
    write(game, "p1", "proceed")
    assert game.over or s.showing is None
