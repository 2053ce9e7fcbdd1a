"""Conditions of standing orders."""

import pytest

from pbem.engine.refusal import BadLine
from pbem.games.warriors_of_england.battle.battle import begin
from pbem.games.warriors_of_england.components.board import Area
from pbem.games.warriors_of_england.components.state import Phase, State
from pbem.games.warriors_of_england.orders.situations import FORMS, SITUATIONS
from tests.games.warriors_of_england.scene import LANCASTER, YORK, position, put


@pytest.fixture
def s() -> State:
    """Warwick and Hastings against Talbot in Wales."""
    s = position(Phase.BATTLES)
    put(s, YORK, "wales", warwick=4, hastings=2)
    put(s, LANCASTER, "wales", talbot=2)
    s.control = {Area("wales"): LANCASTER}
    s.vp = 3
    begin(s, Area("wales"))
    return s


@pytest.mark.parametrize("form", [form for form, _ in FORMS])
def test_every_form_is_read_and_written_again(s: State, form: str) -> None:
    condition = SITUATIONS.read(s, YORK, form, [])
    assert SITUATIONS.read(s, YORK, SITUATIONS.write(s, condition), []) == condition


@pytest.mark.parametrize(
    ("text", "york", "lancaster"),
    [
        ("they are fewer", True, False),
        ("outnumbered 2 to 1", False, True),
        ("troops under 3", False, True),
        ("I control wales", False, True),
        ("nobody controls wales", False, False),
        ("warwick is there", True, True),
        ("talbot is near west midlands", True, True),
        ("at wales and points over 2", False, True),
        ("not outnumbered", True, False),
    ],
)
def test_a_condition_holds_or_not(s: State, text: str, york: bool, lancaster: bool) -> None:
    condition = SITUATIONS.read(s, YORK, text, [])
    found = [bool(SITUATIONS.holds(s, seat, None, condition)) for seat in (YORK, LANCASTER)]
    assert found == [york, lancaster]


@pytest.mark.parametrize("text", ["they are brave", "I control atlantis", "warwick is at"])
def test_what_is_no_condition_is_refused(s: State, text: str) -> None:
    with pytest.raises(BadLine):
        SITUATIONS.read(s, YORK, text, [])
