"""How many statements a letter takes: each costs more than what SQLite does for it."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from email.message import EmailMessage
from pathlib import Path

import pytest

from pbem.daemon import Daemon
from pbem.mail.imap.letters import FetchedHeader
from pbem.mail.imap.mailbox import Mailbox
from pbem.mail.smtp import Sender
from pbem.mail.writing import WHOLE_LINES
from pbem.moderator.intake.admission import sort_out
from pbem.moderator.intake.moderating import moderate, take_in
from pbem.moderator.joining.opening import open_game
from pbem.postoffice import PostOffice
from pbem.store.mail import inbox
from pbem.store.mail.inbox import header_of
from tests.support.conversation import LANCASTER_SETUP, PLAYERS, ROUNDS, YORK_SETUP, Conversation, Mail, to
from tests.support.statements import Statement, statements
from tests.support.works import BOXES, Works

TAKEN_IN, DEALT_WITH = 2, 15
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


def test_what_the_header_has_said_in_the_mailbox_is_not_asked_again(talk: Conversation) -> None:
    raw = orders(talk, "york")
    (admission,) = sort_out(talk.desk, [FetchedHeader(1, len(raw), header_of(raw))])
    with statements() as kept:
        take_in(talk.desk, raw, 0, admission.identity)
    assert len(kept) == 1, in_words(kept)


def test_a_letter_that_comes_with_another_header_is_identified_by_that(talk: Conversation) -> None:
    raw, other = orders(talk, "york"), b"From: eve@example.test\r\nMessage-ID: <eve@example.test>\r\n\r\nflee all\r\n"
    (admission,) = sort_out(talk.desk, [FetchedHeader(1, len(raw), header_of(raw))])
    letter_id = take_in(talk.desk, other, 0, admission.identity)
    assert letter_id is not None
    with talk.db.reading() as session:
        row = inbox.letter(session, letter_id)
    assert (row.message_id, row.sender, row.for_game) == ("<eve@example.test>", "eve@example.test", 0)


FROM_MAILBOX_TO_READERS = {
    "orders": (LANCASTER_SETUP, 20),
    "a question": ("status", 16),
    "a message": ("tell york: Well met.", 28),
    "nothing of ours": ("Dear Ann, how are you?", 19),
}
"""Letters of each kind, and the most statements from a look into the mailbox until their answers are with the server."""


@pytest.mark.sqlite  # on PostgreSQL claims take some more
def test_each_kind_of_letter_takes_few_on_its_whole_way(tmp_path: Path) -> None:
    with PostOffice(BOXES) as office:
        works = Works(tmp_path, office)
        game = works.open_game()
        letters = [works.letter(game, "lancaster", text) for text, _ in FROM_MAILBOX_TO_READERS.values()]
        taken = asyncio.run(_on_their_way(works, works.letter(game, "york", YORK_SETUP), *letters))
        works.db.close()
    for (kind, (_, most)), seen in zip(FROM_MAILBOX_TO_READERS.items(), taken, strict=True):
        assert len(seen) <= most, f"{kind}: {len(seen)}\n{in_words(seen)}"


async def _on_their_way(works: Works, *letters: EmailMessage) -> list[list[Statement]]:
    """The statements by which one daemon deals with each letter after the first, with which all begins."""
    taken = list[list[Statement]]()
    async with Sender(works.smtp) as sender:
        with Mailbox(works.imap) as mailbox:
            daemon = Daemon(works.desk, lambda: mailbox, sender)
            for letter in letters:
                await sender.send(bytes(letter), str(letter["From"]), str(letter["To"]))
                with statements() as seen:
                    assert await daemon.once(mailbox) == 1
                taken.append(seen)
    return taken[1:]
