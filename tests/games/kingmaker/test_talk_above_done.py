"""A line of talk that may be an order holds back the final word below it, which would end what it is for."""

from __future__ import annotations

from pathlib import Path

import pytest

from pbem.games.kingmaker.components.ids import Phase
from pbem.games.kingmaker.components.state import State
from tests.games.kingmaker.by_letter import of, written
from tests.games.kingmaker.test_done_last import position

MAY_BE_ORDERS = (
    "the archers of Neville would like to see Lincoln before long",
    "by the way Cromwell ought to be brought over to Lincoln with all his people",
    "Neville should by rights already be somewhere around Lincoln by now",
)


@pytest.mark.parametrize("talk", MAY_BE_ORDERS)
@pytest.mark.parametrize("final", ["done", "fertig"])
def test_a_final_word_below_talk_that_names_own_pieces_is_held_back(tmp_path: Path, final: str, talk: str) -> None:
    talk_with = written(tmp_path, position)
    told = of("red", talk_with.write("red", f"{talk}\n{final}"))
    s: State = talk_with.table().state
    assert s.phase is Phase.MOVEMENT
    assert f'it ends what "{talk[:60]}" above it may be an order for' in told
    talk_with.write("red", final)
    assert talk_with.table().state.phase is not Phase.MOVEMENT


@pytest.mark.parametrize(
    "talk", ["Hello all, what a game this is!", "Sorry for the delay, I was away from York.", "Grey is a nuisance.", ""]
)
def test_talk_that_names_nothing_of_ones_own_and_questions_hold_nothing_back(tmp_path: Path, talk: str) -> None:
    talk_with = written(tmp_path, position)
    talk_with.write("red", f"{talk}\ndone")
    assert talk_with.table().state.phase is not Phase.MOVEMENT


def test_talk_below_a_final_word_holds_nothing_back(tmp_path: Path) -> None:
    talk_with = written(tmp_path, position)
    talk_with.write("red", f"done\n\n{MAY_BE_ORDERS[0]}")
    assert talk_with.table().state.phase is not Phase.MOVEMENT


def test_the_preview_says_the_same(tmp_path: Path) -> None:
    told = of("red", written(tmp_path, position).write("red", f"preview\n{MAY_BE_ORDERS[0]}\ndone"))
    assert f'it ends what "{MAY_BE_ORDERS[0][:60]}" above it may be an order for' in told
