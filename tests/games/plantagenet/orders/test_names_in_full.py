"""Names in lines that wait are written in full, once."""

from functools import cache

import pytest

from pbem.games.plantagenet.components.state import State
from pbem.games.plantagenet.orders.policies import lexicon
from tests.games.plantagenet.wars.war import war


@cache
def first_war() -> State:
    return war("I")


def in_full(text: str) -> str:
    box = first_war().box
    return lexicon(first_war()).in_full(text, [*box.cards, *box.lords])


@pytest.mark.parametrize("before", ["", "capability "])
@pytest.mark.parametrize("after", ["", ", york"])
def test_a_name_in_full_stays_as_it_is(before: str, after: str) -> None:
    s = first_war()
    for card in s.box.cards:
        name = lexicon(s).name(card)
        assert in_full(f"{before}{name}{after}") == f"{before}{name}{after.title() if after else ''}"


@pytest.mark.parametrize(
    ("text", "full"),
    [
        ("capability my father", "capability My Father's Blood (l21)"),
        ("capability father's blood", "capability My Father's Blood (l21)"),
        ("capability in the name of the king", "capability In the Name of the King (l11)"),
        ("capability in the name of the king (l11)", "capability In the Name of the King (l11)"),
        ("capability name of the king (l11) alone", "capability In the Name of the King (l11) alone"),
    ],
)
def test_the_small_words_of_a_name_stand_there_once(text: str, full: str) -> None:
    assert in_full(text) == full
