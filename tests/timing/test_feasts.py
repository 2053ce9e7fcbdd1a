"""Feasts that move with Easter, in lines about time."""

from datetime import date

import pytest

from pbem.timing.days import is_days, read_absence
from pbem.timing.errors import BadTime

TODAY = date(2026, 8, 22)
DAYS = {
    "good friday to easter monday": ("2027-03-26", "2027-03-29"),
    "until ascension day": ("2026-08-22", "2027-05-06"),
    "karfreitag bis ostermontag": ("2027-03-26", "2027-03-29"),
}
ASKED = {
    "over easter": "2027-03-26 to 2027-03-29",
    "until easter": "2026-08-22 to 2027-03-26",
    "pfingsten": "2027-05-16 to 2027-05-17",
}


@pytest.mark.parametrize("text", DAYS)
def test_a_day_that_moves_with_easter_is_the_next_one(text: str) -> None:
    assert tuple(map(str, read_absence(text, TODAY))) == DAYS[text]


@pytest.mark.parametrize("text", [*DAYS, *ASKED])
def test_a_sentence_that_names_a_feast_tells_of_days(text: str) -> None:
    """`I am away until Easter Monday` is answered with the line that it means."""
    assert is_days(text)


@pytest.mark.parametrize("text", ["good", "corpus", "good monday dawn"])
def test_words_of_a_feast_alone_tell_of_none(text: str) -> None:
    assert not is_days(text)


@pytest.mark.parametrize("text", ASKED)
def test_a_feast_of_several_days_is_asked_about(text: str) -> None:
    with pytest.raises(BadTime) as told:
        read_absence(text, TODAY)
    assert told.value.nearest == (ASKED[text],)
    first, _, last = ASKED[text].partition(" to ")
    assert tuple(map(str, read_absence(ASKED[text], TODAY))) == (first, last)


def test_a_feast_that_is_today_is_meant_and_after_it_the_next() -> None:
    assert read_absence("until easter monday", date(2027, 3, 29)) == (date(2027, 3, 29), date(2027, 3, 29))
    assert read_absence("until easter monday", date(2027, 3, 30)) == (date(2027, 3, 30), date(2028, 4, 17))
