"""Our own mails are parsed for letters that can quote them, and once."""

from __future__ import annotations

from email.message import EmailMessage

import pytest

from pbem.mail.typed import sent
from pbem.mail.typed.sent import LateSent, sent_of
from tests.support.conversation import LANCASTER_SETUP, YORK_SETUP, Conversation, to


class Parsed:
    """Counts the mails of ours that are parsed."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.raws: list[bytes] = []

        def counted(raw: bytes) -> sent.Sent:
            self.raws.append(raw)
            return sent_of(raw)

        monkeypatch.setattr(sent, "sent_of", counted)


@pytest.fixture
def parsed(monkeypatch: pytest.MonkeyPatch) -> Parsed:
    """From here on, with nothing known of any mail."""
    sent._gist.cache_clear()
    return Parsed(monkeypatch)


def test_orders_that_quote_nothing_have_none_of_our_mails_parsed(talk: Conversation, parsed: Parsed) -> None:
    talk.write("york", YORK_SETUP)
    talk.write("lancaster", LANCASTER_SETUP)
    assert parsed.raws == []


def test_a_quoted_mail_is_parsed_once_for_all_its_answers(talk: Conversation, parsed: Parsed) -> None:
    opening = to("york", talk.opening)
    quoted = "\n".join(f"> {line}" for line in opening.text.splitlines())

    def answers(message: EmailMessage) -> None:
        message["In-Reply-To"] = opening.message_id

    told = [
        to("york", talk.write("york", f"{line}\n\n{quoted}\n", change=answers)) for line in ("give y32 richard", "status")
    ]
    assert " ok give y32 richard" in told[0].flat
    assert "It is array." in told[1].flat
    assert parsed.raws == [opening.raw]


def test_a_mail_read_late_says_the_same(talk: Conversation) -> None:
    for mail in (*talk.opening, *talk.set_up()):
        whole, late = sent_of(mail.raw), LateSent(mail.raw)
        assert (late.facts, late.texts, late.form, late.orders) == (whole.facts, whole.texts, whole.form, whole.orders)
        assert len(late.facts) == 3
