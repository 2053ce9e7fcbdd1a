"""6.2.1 Heirs: who is listed, who is present, who is King."""

import pytest

from pbem.games.plantagenet.components.box import Lord
from pbem.games.plantagenet.components.state import Status
from pbem.games.plantagenet.wars.heirs import is_present, king, left, person_of
from tests.games.plantagenet.build import LANCASTER, YORK
from tests.games.plantagenet.wars.war import dies, war


def test_6_2_1_heirs_are_ranked_as_the_war_lists_them() -> None:
    s = war("I")
    assert left(s, YORK) == ["york", "march", "rutland"]
    assert left(s, LANCASTER) == ["henry_vi", "margaret", "somerset_1", "somerset_2"]


def test_6_2_1_an_heir_who_is_lost_is_left_no_more() -> None:
    s = war("I")
    dies(s, "march")
    assert left(s, YORK) == ["york", "rutland"]


@pytest.mark.parametrize(
    ("code", "lost", "crowned"),
    [
        ("I", (), "henry_vi"),
        ("I", ("henry_vi",), "somerset_1"),
        ("IIY", (), "york"),
        ("IIY", ("york", "march"), "rutland"),
        ("IIL", ("henry_vi",), "margaret"),
    ],
)
def test_6_2_1_the_highest_heir_of_the_kings_side_who_is_present_is_king(
    code: str, lost: tuple[str, ...], crowned: str
) -> None:
    assert king(war(code, *lost)) == crowned


def test_6_2_1_who_is_listed_and_set_aside_is_not_present_and_who_waits_on_the_calendar_is() -> None:
    s = war("I")
    margaret = person_of(s, Lord("margaret"))
    assert margaret is not None
    assert not is_present(s, margaret)
    dies(s, "henry_vi")
    assert s.lords[Lord("margaret")].status is Status.CALENDAR
    assert is_present(s, margaret)
    assert king(s) == margaret


def test_6_2_1_warwick_is_no_heir_before_a_third_war() -> None:
    assert person_of(war("IIY"), Lord("warwick_lancaster")) is None
