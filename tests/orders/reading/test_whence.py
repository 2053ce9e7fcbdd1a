"""Lines that say where somebody goes from."""

import pytest

from pbem.engine.refusal import BadLine, Illegal
from pbem.orders.words.lexicon import Lexicon
from pbem.orders.words.menu import Whereabouts, read_menu_from

NAMES = {
    "oxford": ("Earl of Oxford",),
    "march": ("March",),
    "ely": ("Ely",),
    "man": ("Isle of Man",),
    "london": ("London",),
}
OPTIONS = ("sail oxford ely", "sail oxford london", "sail march london", "march ely", "pass")
STANDS = Whereabouts(lambda one: {"oxford": "man", "march": "ely"}.get(one, ""), ("march",))


def read(line: str) -> str:
    return read_menu_from(Lexicon(lambda option: NAMES.get(option, (option,))), OPTIONS, line, NAMES, STANDS)


@pytest.mark.parametrize(
    ("line", "option"),
    [
        ("sail oxford from Isle of Man to Ely", "sail oxford ely"),
        ("sail Oxford from man to London", "sail oxford london"),
        ("sail oxford to london from the Isle of Man", "sail oxford london"),
        ("sail oxford london", "sail oxford london"),
        ("sail March from Ely", "sail march london"),
        ("march to Ely from Ely", "march ely"),
    ],
)
def test_where_somebody_stands_may_be_said(line: str, option: str) -> None:
    assert read(line) == option


@pytest.mark.parametrize(
    ("line", "why"),
    [
        ("sail oxford from London to Ely", "Earl of Oxford is in Isle of Man"),
        ("sail march from the Isle of Man to London", "March is in Ely"),
        ("march ely from London", "March is in Ely"),
        ("sail oxford from nowhere to Ely", "Earl of Oxford is in Isle of Man"),
    ],
)
def test_a_line_is_refused_that_says_somebody_goes_from_where_they_are_not(line: str, why: str) -> None:
    with pytest.raises(Illegal, match=why) as refused:
        read(line)
    assert refused.value.nearest


@pytest.mark.parametrize("line", ["sail oxford from Man to Ely from Man", "sail from man", "sail oxford from man to march"])
def test_a_line_that_says_it_in_a_tangle_is_refused(line: str) -> None:
    with pytest.raises(BadLine):
        read(line)
