"""Lines by which players agree on something, in English and German: each is one kind, or none."""

from __future__ import annotations

import pytest

from pbem.moderator.talk.deal_words import (
    AGREE,
    AHEAD,
    ASK_BACK,
    ASK_PAUSE,
    COUNTER,
    NO_DRAW,
    NO_PAUSE,
    NOT_AHEAD,
    OFFER,
    OFFER_DRAW,
    REFUSE,
    RESUME,
    WHOLE,
    WITHDRAW,
    begins_offer,
    deal_word,
    length_in,
    number_in,
    offered_in,
    says_all,
    says_offer,
    thing_in,
)


@pytest.mark.parametrize(
    ("line", "word", "number", "thing"),
    [
        ("annehmen 1", AGREE, 1, ""),
        ("ich nehme 1 an", AGREE, 1, ""),
        ("Ja, ich nehme 1 an, danke.", AGREE, 1, ""),
        ("Angebot 12 annehmen", AGREE, 12, ""),
        ("ich nehme das Angebot gern an", AGREE, 0, ""),
        ("ich stimme Angebot 3 zu", AGREE, 3, ""),
        ("annehmen", AGREE, 0, ""),
        ("Remis annehmen", AGREE, 0, "draw"),
        ("Pause annehmen", AGREE, 0, "pause"),
        ("ablehnen 1", REFUSE, 1, ""),
        ("nein, ich lehne 1 ab", REFUSE, 1, ""),
        ("Remis ablehnen", REFUSE, 0, "draw"),
        ("zurückziehen 7", WITHDRAW, 7, ""),
        ("ich ziehe Angebot 7 zurück", WITHDRAW, 7, ""),
        ("zurückziehen Annahme 2", NOT_AHEAD, 2, ""),
        ("biete Remis an", OFFER_DRAW, 0, ""),
        ("kein Remis anbieten", NO_DRAW, 0, ""),
        ("bitte um Rücknahme", ASK_BACK, 0, ""),
        ("keine Pause", NO_PAUSE, 0, ""),
        ("weiterspielen", RESUME, 0, ""),
        ("accept the draw", AGREE, 0, "draw"),
        ("withdraw acceptance 2", NOT_AHEAD, 2, ""),
        ("accept 27. thx beth", AGREE, 27, ""),
        ("accept 27 pls, thank you!", AGREE, 27, ""),
        ("refuse 27, thanks Beth", REFUSE, 27, ""),
        ("ich nehme 27 an. Danke Beth", AGREE, 27, ""),
        ("ablehnen 27, vielen Dank", REFUSE, 27, ""),
        ("accept 27 thanks but", "", 0, ""),
        ("accept 27, thanks, if Carl agrees", "", 0, ""),
        ("ich nehme 27 an, danke nein", "", 0, ""),
    ],
)
def test_what_a_line_says_and_of_what(line: str, word: str, number: int, thing: str) -> None:
    assert (deal_word(line), number_in(line), thing_in(line)) == (word, number, thing)


@pytest.mark.parametrize(
    "line",
    [
        "ich nehme an",  # I suppose
        "ich nehme an, dass 1 gut ist",
        "ich nehme 1 nicht an",
        "ich nehme 1 vielleicht an",
        "soll ich 1 annehmen?",
        "nehme ich 1 an",
        "1 annehmen",  # the first point of a list
        "Angebot 1 klingt gut",
        "ziehe 7 nach York",
    ],
)
def test_what_is_not_wholly_understood_is_none(line: str) -> None:
    assert deal_word(line) == ""
    assert not begins_offer(line)


@pytest.mark.parametrize(
    ("line", "word", "whom", "end"),
    [
        ("biete Anna an: x; y", OFFER, "Anna", ""),
        ("ich biete Anna und Ben bis Runde 6 an: x; y", OFFER, "Anna und Ben", "Runde 6"),
        ("biete Anna an bis zum Zug von Ben: x; y", OFFER, "Anna", "Zug von Ben"),
        ("Angebot an Anna, bis Runde 4: x; y", OFFER, "Anna", "Runde 4"),
        ("Gegenangebot 7: x; y", COUNTER, "", ""),
        ("Gegenangebot zu Angebot 7 bis Runde 4: x; y", COUNTER, "", "Runde 4"),
        ("immer annehmen von Anna bis Runde 5: x; y", AHEAD, "Anna", "Runde 5"),
        ("standing accept Anna until round 5: x; y", AHEAD, "Anna", "round 5"),
    ],
)
def test_an_offer_says_whom_it_is_for_and_until_when(line: str, word: str, whom: str, end: str) -> None:
    assert begins_offer(line)
    assert deal_word(line) == word
    assert word in WHOLE
    offered = offered_in(line)
    assert (offered.whom, offered.end, offered.clauses, offered.breaks_off) == (whom, end, ("x", "y"), False)


def test_an_offer_in_german_that_is_not_understood_begins_like_one() -> None:
    assert begins_offer("biete Anna Frieden")
    assert begins_offer("Angebot an Anna Frieden")
    assert deal_word("biete Anna Frieden") == ""


def test_what_else_a_line_says() -> None:
    assert says_offer("Angebot 7 zurückziehen")
    assert not says_offer("zurückziehen 7")
    assert says_all("im Voraus nichts annehmen")
    assert says_all("standing accept nothing")
    assert not says_all("withdraw acceptance 2")
    assert deal_word("Pause 2 Wochen") == ASK_PAUSE
    assert length_in("bitte um eine Pause von 2 Wochen") == "2 Wochen"
