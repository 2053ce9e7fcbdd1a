"""Any reader's report of any Turn: what was mailed, or would have been."""

from __future__ import annotations

import pytest

from pbem.moderator.core.context import Context
from pbem.moderator.reports.past import report_of
from pbem.orders.words.lines import lines_for
from pbem.render.content import Content
from pbem.store.errors import NotFound
from pbem.store.mail import outbox
from tests.support.conversation import Conversation, to


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Conversation:
    """Ia by its default answers, into the Levy of Turn 3."""
    talk = Conversation(tmp_path_factory.mktemp("past"), scenario="ia_henry_vi")
    while talk.table().state.turn < 3:
        question = talk.table().open()[0]
        talk.write(question.seat, "\n".join(lines_for(talk.table(), question) or ["done"]))
    return talk


def report(talk: Conversation, reader: str, turn: str | None = None) -> Content:
    with talk.db.reading() as session:
        return report_of(Context(session, talk.desk).of(talk.game()), reader, turn)


def test_of_a_turn_the_last_report_is_shown_as_it_was_mailed(played: Conversation) -> None:
    shown = report(played, "york", "1")
    with played.db.reading() as session:
        mails = [row.raw for row in outbox.mails_to(session, played.game().id, "york", "report")]
    assert "york turn 1" in shown.subject.lower()
    assert sum(shown.text.splitlines()[0].encode() in raw for raw in mails if raw) >= 1


def test_where_its_text_is_forgotten_it_is_made_anew(played: Conversation) -> None:
    with played.db.writing() as session:
        for row in outbox.mails_to(session, played.game().id, "york", "report"):
            row.raw = b""
    shown = report(played, "york", "1")
    assert "CARD 1: " in shown.text
    assert "LEVY OF TURN 2" in shown.text
    assert "LEVY OF TURN 3" not in shown.text
    assert "Turn 2, Levy" in shown.text


def test_an_observer_may_look_at_any_turn(played: Conversation) -> None:
    shown = report(played, "observer", "1")
    assert shown.subject.startswith("[ia-henry-vi-1 Observer")
    assert "--- orders ---" not in shown.text
    assert "Your Lords" not in shown.text


def test_a_turn_that_is_not_there_is_told(played: Conversation) -> None:
    with pytest.raises(NotFound, match="has no Turn 9; it has Turns 1 to 3"):
        report(played, "york", "9")


def test_what_would_be_mailed_now_is_the_newest_position(played: Conversation) -> None:
    question = played.table().open()[0]
    mail = to(question.seat, played.write(question.seat, "status"))
    assert mail.text
    assert "Turn 3, Levy" in report(played, question.seat).text
