"""A reply to a message in its writer's own words: shown to them as a message, and sent by "ok" to who wrote the other."""

from __future__ import annotations

from collections.abc import Callable
from email.message import EmailMessage
from pathlib import Path

import pytest

from pbem.moderator.clock.deadline_changes import set_terms
from tests.moderator.talk.test_messages import THREE, kept
from tests.support.conversation import Conversation, Mail

OFFERED = "What you wrote, as a message. It has not been sent yet:"


@pytest.fixture
def talk(tmp_path: Path) -> Conversation:
    """A game of three."""
    return Conversation(tmp_path, scenario="three_players", game="kingmaker", players=THREE)


def of(seat: str, mails: list[Mail]) -> list[Mail]:
    """What a seat's player is sent."""
    return [mail for mail in mails if mail.to == THREE[seat].address]


def to_mail(mail: Mail) -> Callable[[EmailMessage], None]:
    """The head of a letter that answers a mail."""

    def answering(message: EmailMessage) -> None:
        message["In-Reply-To"] = mail.message_id

    return answering


def quoted(mail: Mail) -> str:
    """A mail as a program quotes it below an answer."""
    return "\n\nOn 22 Aug 2026 pbem wrote:\n" + "".join(f"> {line}\n" for line in mail.text.splitlines())


def live(mail: Mail) -> list[str]:
    """The lines that the form of a mail sends."""
    form = mail.text.partition("--- orders ---")[2].partition("--- end of orders ---")[0]
    return [line for line in form.splitlines() if line.strip() and not line.startswith("#")]


def test_it_is_sent_to_nobody_and_then_by_ok_to_whom_it_answers(talk: Conversation) -> None:
    (message,) = of("blue", talk.write("red", "tell Bob: Shall we attack Cleo?"))
    assert 'a line such as "tell Red: Peace?"' in message.flat
    mails = talk.write("blue", f"Yes, gladly.\nBut when?{quoted(message)}", change=to_mail(message))
    (shown,) = of("blue", mails)
    assert len(mails) == 1
    assert "No other player has got this yet. Reply ok to send it as the form has it." in shown.flat
    assert OFFERED in shown.flat
    assert live(shown) == ["tell Red: Yes, gladly. But when?"]

    mails = talk.write("blue", f"ok{quoted(shown)}", change=to_mail(shown))
    assert [mail.flat[:40] for mail in of("red", mails)] == ["Blue to you: | Yes, gladly. But when? To"]
    assert not of("green", mails)
    assert len(kept(talk)) == 2
    talk.write("blue", f"ok{quoted(shown)}", change=to_mail(shown))
    assert len(kept(talk)) == 2


def test_its_form_sends_nothing_else(talk: Conversation) -> None:
    (message,) = of("blue", talk.write("red", "tell Bob: Shall we attack Cleo?"))
    before = talk.table().next_number
    (shown,) = talk.write("blue", "Yes, gladly.", change=to_mail(message))
    talk.write("blue", "ok", change=to_mail(shown))
    assert talk.table().next_number == before


def test_what_answers_a_message_to_all_is_offered_to_all(talk: Conversation) -> None:
    (message,) = of("blue", talk.write("red", "tell all: Good luck!"))
    assert live(talk.write("blue", "The same to you.", change=to_mail(message))[0]) == ["tell all: The same to you."]


def test_what_answers_no_message_is_offered_to_nobody(talk: Conversation) -> None:
    (report,) = of("blue", talk.write("blue", "report"))
    talk.write("red", "tell Bob: Shall we attack Cleo?")
    for change in (to_mail(report), None):
        mails = talk.write("blue", "Yes, gladly.", change=change)
        assert OFFERED not in mails[0].flat
        assert not of("red", mails)


@pytest.mark.parametrize(
    "text", ["Wait!\nYes, gladly.", "tell Cleo: He asks me.\nYes, gladly.", "Yes, gladly.\nheed events"]
)
def test_a_letter_with_more_than_talk_is_answered_as_ever(talk: Conversation, text: str) -> None:
    (message,) = of("blue", talk.write("red", "tell Bob: Shall we attack Cleo?"))
    mails = talk.write("blue", text, change=to_mail(message))
    assert not any(OFFERED in mail.flat for mail in mails)
    assert not of("red", mails)


def test_who_has_not_signed_a_message_is_named_to_nobody(talk: Conversation) -> None:
    set_terms(talk.desk, talk.name, {"press": "anonymous"})
    talk.new_mails()
    (message,) = of("blue", talk.write("red", "tell Bob: Peace?\ntell Bob anonymously: Cleo lies."))
    assert "Cleo lies" not in message.flat
    assert live(talk.write("blue", "Yes, gladly.", change=to_mail(message))[0]) == ["tell Red: Yes, gladly."]
