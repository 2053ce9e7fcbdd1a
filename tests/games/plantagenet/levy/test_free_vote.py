"""y18, l18: the vote is taken for the last Parley of a Lord, which names no means; before that the player chooses."""

from __future__ import annotations

import pytest

from pbem.engine.decision import Decision, Menu
from pbem.games.plantagenet.components.box import Side
from pbem.games.plantagenet.components.held import menu
from pbem.games.plantagenet.components.state import State
from pbem.games.plantagenet.game import better
from pbem.games.plantagenet.levy.muster import MUSTER, muster_options
from pbem.games.plantagenet.levy.muster import prompt_for as muster_prompt
from tests.games.plantagenet.scene import IA, acting, favour, in_effect, position, put

YORK = Side.YORK


def mustering(*events: str, left: int = 1) -> State:
    """York acts at Ely with so many Levy actions left."""
    s = position(IA, turn=2)
    put(s, "york", "ely")
    favour(s, YORK, "ely", "bury_st_edmunds")
    favour(s, None, "cambridge")
    in_effect(s, *events)
    acting(s, "york")
    assert s.muster is not None
    s.muster.spent = 3 - left
    return s


def taken(s: State, option: str) -> str:
    shape = menu(s, YORK, lambda: muster_options(s))
    assert isinstance(shape, Menu)
    assert option in shape.options()
    decision = Decision(YORK, MUSTER, "york", muster_prompt(s), shape, lambda: "done")
    return better(s, decision, option)


def test_the_last_parley_is_made_by_the_vote() -> None:
    assert taken(mustering("y18"), "parley cambridge") == "parley cambridge event_y18"


@pytest.mark.parametrize("option", ["parley cambridge event_y18", "levy carts", "done"])
def test_what_the_line_says_is_done(option: str) -> None:
    assert taken(mustering("y18"), option) == option


def test_with_parleys_left_the_player_chooses() -> None:
    assert taken(mustering("y18", left=2), "parley cambridge") == "parley cambridge"


def test_without_the_event_nothing_is_changed() -> None:
    assert taken(mustering(), "parley cambridge") == "parley cambridge"
