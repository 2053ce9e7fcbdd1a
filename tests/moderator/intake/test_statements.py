"""How many statements a letter takes: each costs more than what SQLite does for it."""

from __future__ import annotations

from collections.abc import Iterator
from email.message import EmailMessage
from pathlib import Path

import pytest

from pbem.mail.writing import WHOLE_LINES
from pbem.moderator.intake.moderating import moderate, take_in
from pbem.moderator.joining.opening import open_game
from tests.support.conversation import LANCASTER_SETUP, PLAYERS, ROUNDS, YORK_SETUP, Conversation, Mail, to
from tests.support.statements import Statement, statements

TAKEN_IN, DEALT_WITH = 3, 20
"""The most statements by which an ordinary letter is kept, and read, carried out and answered with two reports."""
A_REPLY = 1
"""What more it takes where a letter names mails of ours: these are looked up."""


@pytest.fixture
def talk(tmp_path: Path) -> Iterator[Conversation]:
    """A game with deadlines in its first Round."""
    talk = Conversation(tmp_path, terms={"deadline": "72h"})
    talk.write("york", YORK_SETUP)
    talk.write("lancaster", f"tell york: Well met.\n{LANCASTER_SETUP}")
    yield talk
    talk.db.close()


def orders(talk: Conversation, seat: str, answers: Mail | None = None) -> bytes:
    """The orders of a Round, on their own or in reply to a mail."""
    talk._written += 1
    letter = EmailMessage(policy=WHOLE_LINES)
    letter["From"], letter["To"], letter["Subject"] = PLAYERS[seat].address, talk.address(seat), "orders"
    letter["Message-ID"] = f"<letter-{talk._written}@example.test>"
    if answers is not None:
        opening = to(seat, talk.opening)
        letter["In-Reply-To"], letter["References"] = answers.message_id, f"{opening.message_id} {answers.message_id}"
    letter.set_content(ROUNDS[seat])
    return bytes(letter)


def counted(talk: Conversation, raw: bytes) -> tuple[list[Statement], list[Statement]]:
    """The statements by which a letter is kept, and those by which it is dealt with."""
    with statements() as kept:
        letter_id = take_in(talk.desk, raw)
    assert letter_id is not None
    with statements() as dealt:
        outcome = moderate(talk.desk, letter_id)
    assert "lines accepted" in outcome
    return kept, dealt


def in_words(seen: list[Statement]) -> str:
    return "\n".join(each.flat[:200] for each in seen)


def test_an_ordinary_letter_takes_few_statements(talk: Conversation) -> None:
    counted(talk, orders(talk, "york"))
    talk.new_mails()
    kept, dealt = counted(talk, orders(talk, "lancaster"))
    assert {mail.kind for mail in talk.new_mails()} == {"report"}
    assert len(kept) <= TAKEN_IN, in_words(kept)
    assert len(dealt) <= DEALT_WITH, in_words(dealt)


def test_a_reply_takes_hardly_more(talk: Conversation) -> None:
    counted(talk, orders(talk, "york"))
    talk.new_mails()
    report = to("lancaster", talk.write("lancaster", "report"))
    kept, dealt = counted(talk, orders(talk, "lancaster", report))
    assert len(kept) <= TAKEN_IN + A_REPLY, in_words(kept)
    assert len(dealt) <= DEALT_WITH + A_REPLY, in_words(dealt)


def test_it_takes_as_many_among_many_games_and_after_many_letters(talk: Conversation) -> None:
    for _ in range(5):
        open_game(talk.desk, "plantagenet", "bosworth", PLAYERS, terms={"deadline": "9d"})
    for number in range(5):
        talk.write("york", f"tell lancaster: Letter {number}.\nreport")
    kept, dealt = counted(talk, orders(talk, "york"))
    assert len(kept) <= TAKEN_IN, in_words(kept)
    assert len(dealt) <= DEALT_WITH, in_words(dealt)
