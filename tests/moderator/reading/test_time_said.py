"""Sentences about time: what was probably meant is shown, nothing is done, and talk stays talk."""

from __future__ import annotations

from pathlib import Path

import pytest

from pbem.moderator.deadlines.time_words import time_said
from tests.support.conversation import Conversation, to

TERMS = {"deadline": "72h", "zone": "Europe/London", "extensions": "2 x 48h", "absence": "20 days"}
SAID = {
    "I'm away from 24/12 until 3/1": "absent 2026-12-24 to 2027-01-03",
    "on holiday 24-31 December": "absent 2026-12-24 to 2026-12-31",
    "Vom 24.12. bis 3.1. bin ich im Urlaub.": "absent 2026-12-24 to 2027-01-03",
    "I am away next week, so take your time": "absent 2026-08-24 to 2026-08-30",
    "Sorry, I will be travelling until Friday.": "absent 2026-08-22 to 2026-08-28",
    "I'll be back on Monday": "absent 2026-08-22 to 2026-08-23",
    "More time please!": "extend 24h",
    "Can I have two more days?": "extend two days",
    "noch zwei Tage bitte": "extend zwei tage",
    "My time zone is Europe/Berlin": "zone Europe/Berlin",
}
TALK = (
    "I was away until Friday",
    "York is away until Friday",
    "Give Warwick more time",
    "Back to York on Monday",
    "I am back",
    "I'm away now",
    "march away on Monday",
    "I'm off to bed now",
    "give me two more Coin",
    "weg damit",
)


@pytest.fixture(scope="module")
def timed(tmp_path_factory: pytest.TempPathFactory) -> Conversation:
    return Conversation(tmp_path_factory.mktemp("said"), terms=TERMS)


@pytest.mark.parametrize("sentence", SAID)
def test_a_sentence_about_time_is_answered_with_the_line_that_it_means(timed: Conversation, sentence: str) -> None:
    timed.start_again()
    letter = f"give y32 richard\n{sentence}"
    answer = to("york", timed.write("york", letter))
    assert "1 ok give y32 richard" in answer.flat
    assert "this tells of time, and changes nothing by itself" in answer.flat
    assert f"Nearest: {SAID[sentence]}" in answer.flat
    accepted = to("york", timed.write("york", SAID[sentence]))
    assert f"1 ok {SAID[sentence]}" in accepted.flat


@pytest.mark.parametrize("sentence", TALK)
def test_talk_with_the_same_words_is_none(sentence: str) -> None:
    assert time_said(sentence) is None


def test_where_nothing_runs_it_is_said(tmp_path: Path) -> None:
    talk = Conversation(tmp_path)
    answer = to("york", talk.write("york", "more time please"))
    assert "this game has no deadlines: take the time you need" in answer.flat
    talk.db.close()
