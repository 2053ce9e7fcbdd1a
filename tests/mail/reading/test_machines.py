"""What programs send is told from what people write, both ways."""

from __future__ import annotations

import pytest

from pbem.mail.letter import Letter
from pbem.mail.reading import read_header, read_letter
from pbem.mail.writing import write_letter
from tests.mail.reading.test_bodies import many, of
from tests.mail.test_writing import DATE, DRAFT

OUR_SUBJECT = "Re: [towton-7 York T3] Your orders"
TEXT = of("text/plain", "march york\n")


def read(*fields: str, sender: str = "ann@example.net", subject: str = OUR_SUBJECT, content: bytes = TEXT) -> Letter:
    """A letter with these header fields; its header alone must say the same where it can."""
    head = "\n".join([f"From: {sender}", f"Subject: {subject}", *fields, ""]).encode()
    letter, header = read_letter(head + content), read_header(head + content)
    assert not header.automatic or header.automatic == letter.automatic
    assert letter.vacation <= bool(letter.automatic)
    return letter


@pytest.mark.parametrize(
    "field",
    ["Auto-Submitted: auto-generated", "Auto-Submitted: Auto-Notified; owner=x", "X-Pbem: 1", "Precedence: bulk",
     "Precedence: Junk", "Precedence: list", "X-Precedence: bulk", "List-Id: <x.example.org>", "Return-Path: <>",
     "List-Unsubscribe: <mailto:x@example.org>", "Mailing-List: x", "X-Challenge-Key: 1", "Return-Path: < >"],
)  # fmt: skip
def test_a_program_by_its_header(field: str) -> None:
    letter = read(field)
    assert letter.automatic
    assert not letter.vacation


@pytest.mark.parametrize(
    "field",
    ["Auto-Submitted: auto-replied", "Auto-Submitted: auto-replied (vacation)", "X-Autoreply: yes", "X-Autorespond: 1",
     "Precedence: auto_reply", "X-Precedence: auto-reply", "X-Autoresponder: x"],
)  # fmt: skip
def test_an_absence_by_its_header(field: str) -> None:
    assert read(field).vacation


@pytest.mark.parametrize(
    "field",
    ["Auto-Submitted: no", "Auto-Submitted: no (really)", "X-Auto-Response-Suppress: All", "Precedence: normal",
     "Feedback-ID: i12:Fastmail", "X-Autoreply: no", "Return-Path: <ann@example.net>", "X-Mailer: vacation planner",
     "X-MS-Has-Attach: yes", "Disposition-Notification-To: ann@example.net", "X-Loop: ann@example.net"],
)  # fmt: skip
def test_a_person_in_spite_of_the_header(field: str) -> None:
    assert read(field).automatic == ""


@pytest.mark.parametrize(
    "sender",
    ["MAILER-DAEMON@x.org", "noreply@x.org", "no-reply+7@x.org", "do_not_reply@x.org", "postmaster@x.org", "bounce-7@x.org",
     "notify@boxbe.com", "x@mail.spamarrest.com", "spamblocker-challenge@bounce.earthlink.net"],
)  # fmt: skip
def test_a_program_by_its_address(sender: str) -> None:
    assert read(sender=sender).automatic


@pytest.mark.parametrize("sender", ["bouncer@x.org", "norman@x.org", "challenger@x.org", "ann@notboxbe.com", "reply@x.org"])
def test_a_person_by_their_address(sender: str) -> None:
    assert read(sender=sender).automatic == ""


AWAY = [
    "Automatic reply: [towton-7 York T3] Your orders", "Out of office", "Out of Office: Re: [towton-7 York]",
    "out of office re: your orders", "Abwesenheitsnotiz", "Automatische Antwort: [towton-7] x", "Réponse automatique : x",
    "Respuesta automática: x", "Risposta automatica: x", "Automatisch antwoord: x", "Autosvar: x", "Automatiskt svar: x",
    "Automaattinen vastaus: x", "Odpowiedź automatyczna: x", "Автоответ: x", "Автоматический ответ: x", "自動応答: x",
    "自动回复：x", "Resposta automática: x", "Automatická odpověď: x", "Automatikus válasz: x", "Otomatik yanıt: x",
    "Αυτόματη απάντηση: x", "자동 회신: x", "AUTOMATIC REPLY: x", "=?utf-8?q?R=C3=A9ponse_automatique=3A_x?=",
    "Réponse automatique: x",
]  # fmt: skip


@pytest.mark.parametrize("subject", AWAY)
def test_an_absence_by_its_subject(subject: str) -> None:
    assert read(subject=subject).vacation


@pytest.mark.parametrize(
    "subject",
    [OUR_SUBJECT, "Re: [ooo-1 York] Automatic reply: x", "AW: [towton-7] Out of office", "Out of office next week",
     "Re: Automatic reply: [towton-7]", "My orders, Automatic reply", "Automatically yours", "Abwesenheiten im Mai",
     "Read: the rules", "orders", "", "absent 2026-12-20", "poison the well"],
)  # fmt: skip
def test_a_person_by_their_subject(subject: str) -> None:
    assert read(subject=subject).automatic == ""


def test_exchange_says_of_ordinary_mail_too_that_it_wants_no_answers() -> None:
    suppress, subject = "X-Auto-Response-Suppress: DR, OOF, AutoReply", "Ann Example - Automatic reply"
    assert read(suppress).automatic == ""
    assert read(subject=subject).automatic == ""
    assert read(suppress, subject=subject).vacation


RECEIPT = many(
    "multipart/report; report-type=disposition-notification",
    of("text/plain", "Your message was read"),
    of("message/disposition-notification", "Final-Recipient: rfc822; ann@example.net\nDisposition: manual-action\n"),
)


@pytest.mark.parametrize(
    ("content", "automatic"),
    [
        (RECEIPT, "a receipt"),
        (many("multipart/mixed", TEXT, of("message/disposition-notification", "x: y\n")), "a receipt"),
        (many("multipart/mixed", TEXT, of("text/calendar; method=REPLY", "x")), "the answer of a calendar"),
        (
            many("multipart/mixed", TEXT, of("text/calendar", "A:B\r\nMETHOD:REPLY\r\n")),
            "the answer of a calendar",
        ),
        (many("multipart/mixed", TEXT, of("text/calendar; method=REQUEST", "METHOD:REPLY\n")), ""),
        (many("multipart/mixed", TEXT, of("text/calendar", "METHOD:PUBLISH\nSUMMARY:METHOD:REPLY\n")), ""),
    ],
)
def test_receipts_and_calendars(content: bytes, automatic: str) -> None:
    letter = read(subject="Read: Your orders", content=content)
    assert (letter.automatic, letter.vacation, letter.bounce_of) == (automatic, False, ())


OURS = "<towton-7.york.12.aa@example.org>"


def bounce(*parts: bytes, sender: str = "MAILER-DAEMON@mx.example.org") -> Letter:
    """What a mail server writes."""
    return read(sender=sender, subject="Undelivered Mail", content=many("multipart/report", *parts))


STATUS = of(
    "message/delivery-status",
    "Reporting-MTA: dns; mx\n\nFinal-Recipient: rfc822; Ann@Example.net\nAction: failed\nStatus: 5.1.1\n",
)


@pytest.mark.parametrize(
    "returned",
    [
        of("text/rfc822-headers", f"Subject: x\nMessage-ID: {OURS}\n"),
        of("message/rfc822", f"Message-ID:\n {OURS}\nFrom: m@x\n\nbody\n"),
        of("text/plain", f"--- Copy of your message ---\n\nSubject: x\nMessage-Id: {OURS}\n"),
    ],
)
def test_a_bounce_tells_who_was_not_reached_and_which_mail_it_was(returned: bytes) -> None:
    letter = bounce(of("text/plain", "Sorry."), STATUS, returned)
    assert (letter.bounce_of, letter.bounced_ids) == (("ann@example.net",), (OURS,))
    assert letter.automatic
    assert not letter.vacation


def test_a_delay_is_no_bounce() -> None:
    late = of("message/delivery-status", "Reporting-MTA: dns; mx\n\nFinal-Recipient: rfc822; a@x.org\nAction: delayed\n")
    assert bounce(late).bounce_of == ()


def test_a_bounce_of_old_that_is_plain_text() -> None:
    text = (
        "Hi. This is the qmail-send program at mx.example.org.\nI'm afraid I wasn't able to deliver your message.\n\n"
        f"<ann@example.net>:\nSorry, no mailbox here by that name.\n\n--- Below this line is a copy.\n\nMessage-ID: {OURS}\n"
    )
    letter = read("Return-Path: <>", sender="MAILER-DAEMON@mx.example.org", content=of("text/plain", text))
    assert (letter.bounce_of, letter.bounced_ids) == (("ann@example.net",), (OURS,))


def test_a_player_who_quotes_a_bounce_is_a_person() -> None:
    letter = read(content=many("multipart/mixed", TEXT, of("message/rfc822", RECEIPT), of("text/plain", OURS)))
    assert (letter.automatic, letter.bounce_of, letter.bounced_ids) == ("", (), ())


def test_our_own_mails_are_known() -> None:
    assert read_letter(write_letter(DRAFT, "moderator@example.org", DATE)).automatic == "a mail of our own"
