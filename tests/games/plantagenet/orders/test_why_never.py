"""What can never be carried out is refused at once, not kept for its card or Levy."""

from __future__ import annotations

import pytest

from pbem.engine.refusal import BadLine
from pbem.games.plantagenet.components.state import State, Status
from pbem.games.plantagenet.orders.segments import card_segments, why_never
from pbem.orders.carry.execute import execute
from pbem.orders.words.vocabulary import Vocabulary
from tests.games.plantagenet.build import LANCASTER, YORK
from tests.games.plantagenet.ordering import asking, table_of
from tests.games.plantagenet.scene import IA, gone, position


def levy() -> State:
    """A Levy of the second Turn; Warwick is dead, Rutland out of the game."""
    s = position(IA, turn=2)
    gone(s, "warwick_y")
    gone(s, "rutland", Status.REMOVED)
    return s


NEVER = [
    ("levy: levy lord rutland", "Rutland is out of the game"),
    ("levy: levy rutland", "Rutland is out of the game"),
    ("levy: levy lord somerset", "Somerset is an Enemy Lord"),
    ("levy: levy capability l1", "is an Enemy card"),
    ("levy: muster rutland", "Rutland is out of the game"),
    ("levy: muster cambridge", "Cambridge is not a Lord of this scenario"),
    ("levy: levy lord cambridge", "Cambridge is not a Lord of this scenario"),
    ("levy: parley ireland", "Ireland is not a Stronghold"),
    ("levy: parley", "parley needs a Locale"),
]


@pytest.mark.parametrize(("line", "why"), NEVER)
def test_a_line_for_a_levy_to_come(line: str, why: str) -> None:
    with pytest.raises(BadLine, match=why):
        execute(table_of(levy(), asking()), YORK, line)


NEVER_ON_A_CARD = [
    ("march ireland", "no Way leads to Ireland"),
    ("march", "march needs a Locale"),
    ("sail cambridge", "Cambridge is not a Port"),
    ("sail", "sail needs a Port or a Sea"),
    ("heralds somerset", "heralds is for Lancaster only"),
    ("merchants", "merchants is for Lancaster only"),
    ("play l20", "is an Enemy card"),
    ("tax scotland", "Scotland is not a Stronghold"),
]


@pytest.mark.parametrize(("line", "why"), NEVER_ON_A_CARD)
def test_a_line_for_a_card_to_come(line: str, why: str) -> None:
    table = table_of(levy(), asking())
    segment = next(card_segments(table.state, ["york"]))
    verb, _, rest = line.partition(" ")
    ids = Vocabulary(table.rules, table.state).named_in(rest)
    assert why in str(why_never(table.state, YORK, segment, verb, ids))


WAITING = ["levy: levy lord salisbury", "levy: levy harbingers", "levy: muster march", "levy: levy troops"]


@pytest.mark.parametrize("line", WAITING)
def test_what_may_yet_be_done_waits(line: str) -> None:
    table = table_of(levy(), asking())
    execute(table, YORK, line)
    assert table.waiting[YORK]
    assert LANCASTER not in table.waiting
