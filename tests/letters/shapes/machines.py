"""What no player wrote: notices of absence, receipts, calendars' answers, bounces, lists."""

from __future__ import annotations

from collections.abc import Callable

from .absence import ABSENCES, Absence
from .base import PLAYER, Answer, Lines, Report, add, head, shape
from .quote import quoted
from .wire import Headers, Part, message, multipart, text, token

ROUND = ("opening", "card", "battle", "last")
EXCHANGE = [("Auto-Submitted", "auto-generated"), ("X-Auto-Response-Suppress", "All"), ("Precedence", "bulk")]


def automatic(raw: bytes, talk: Lines = ()) -> Answer:
    """What a program sent."""
    return Answer(raw, (), "automatic", talk)


def _absence(name: str, absence: Absence, *, told: bool) -> Callable[[Report, Lines], Answer]:
    def write(report: Report, _typed: Lines) -> Answer:
        more: Headers = [*EXCHANGE] if told else []
        old = f"\n\n{quoted(report.text)}\n" if not told else "\n"
        fields = head(report, name, prefix=absence.prefix, more=more, refs=told)
        return automatic(message(fields, text("\n".join(absence.text) + old)), absence.text)

    return write


for _number, _absent in enumerate(ABSENCES):
    for _told in (True, False):
        _name = f"absence_{_absent.language}{'' if _told else '_silent'}"
        _why = (
            f"Out of office in {_absent.language.title()}, "
            f"{'said so in its headers' if _told else 'with no word of it in its headers'}."
        )
        add(_name, _why, _absence(_name, _absent, told=_told), (ROUND[_number % 4],))


def _reply(report: Report, name: str, body: str, more: Headers, subject: str, *, sender: str = "") -> Answer:
    fields = head(report, name, subject=subject, more=more)
    if sender:
        fields = [(key, sender if key == "From" else value) for key, value in fields]
    return automatic(message(fields, text(body)))


@shape("Gmail's vacation responder.", "opening")
def vacation_gmail(report: Report, _typed: Lines) -> Answer:
    more = [("Precedence", "bulk"), ("X-Autoreply", "yes"), ("Auto-Submitted", "auto-replied")]
    return _reply(
        report, "vacation_gmail", "I am away until Monday.\n\nAnn\n", more, f"Out of the office Re: {report.subject}"
    )


@shape("Sieve's vacation (RFC 5230).", "card")
def vacation_sieve(report: Report, _typed: Lines) -> Answer:
    more = [("Auto-Submitted", "auto-replied (vacation)"), ("X-Sieve", "Pigeonhole Sieve 0.5.21")]
    return _reply(report, "vacation_sieve", "pass on anything urgent to my colleague\n", more, f"Auto: {report.subject}")


@shape("cPanel's autoresponder, which quotes all, the form too.", "battle")
def vacation_cpanel(report: Report, _typed: Lines) -> Answer:
    more = [("X-Autorespond", report.subject), ("Auto-Submitted", "auto-replied"), ("Precedence", "auto_reply")]
    body = f"Thank you for your mail. I will answer soon.\n\n{quoted(report.text)}\n"
    return _reply(report, "vacation_cpanel", body, more, f"Re: {report.subject}")


@shape("The vacation program of old, from an account that nobody reads.", "last")
def vacation_unix(report: Report, _typed: Lines) -> Answer:
    return _reply(
        report,
        "vacation_unix",
        "I will not be reading my mail for a while.\n",
        [("Precedence", "junk")],
        "away from my mail",
    )


@shape("A ticket system confirms that it has the mail.", "opening")
def ticket(report: Report, _typed: Lines) -> Answer:
    body = "Your request (#48213) has been received.\n\n##- Please type your reply above this line -##\n\n" + report.text
    more = [("Auto-Submitted", "auto-generated"), ("X-Auto-Response-Suppress", "All")]
    return _reply(report, "ticket", body, more, f"[Request received] {report.subject}")


@shape("A challenge: confirm that you are human.", "card")
def challenge(report: Report, _typed: Lines) -> Answer:
    body = (
        "This is an automated message. To deliver your mail to ann@example.test please reply to this message.\n\n"
        + quoted(report.text[:600])
        + "\n"
    )
    more = [("Auto-Submitted", "auto-replied"), ("Precedence", "bulk"), ("X-Delivery-Agent", "TMDA/1.1.12 (Macallan)")]
    return _reply(report, "challenge", body, more, f"Please confirm your message: {report.subject}")


@shape("A challenge without a word of it in its headers.", "battle")
def challenge_silent(report: Report, _typed: Lines) -> Answer:
    body = (
        "I apologize for this automatic reply to your email.\n\nTo control spam, I now allow incoming message"
        "s only from senders I have approved beforehand.\n\nhttps://webmail.example.test/addme?a=1\n"
    )
    return _reply(report, "challenge_silent", body, [], f"Re: {report.subject}")


@shape("Mail of a list that the player reads.", "opening")
def list_mail(report: Report, typed: Lines) -> Answer:
    more = [
        ("List-Id", "Players <players.example.test>"),
        ("List-Unsubscribe", "<mailto:leave@example.test>"),
        ("Precedence", "list"),
    ]
    return _reply(report, "list_mail", "\n".join(typed) + "\n", more, "[Players] Digest, Vol 3, Issue 4")


@shape("A newsletter.", "last")
def newsletter(report: Report, _typed: Lines) -> Answer:
    more = [
        ("List-Id", "<news.example.test>"),
        ("List-Unsubscribe-Post", "List-Unsubscribe=One-Click"),
        ("Precedence", "bulk"),
    ]
    return _reply(
        report,
        "newsletter",
        "status\nTen new wargames this autumn!\n",
        more,
        "Our autumn list",
        sender="News <news@example.test>",
    )


def _receipt(report: Report, name: str, subject: str, body: str, action: str) -> Answer:
    note = (
        f"Reporting-UA: example.test; Mail\r\nFinal-Recipient: rfc822;{PLAYER}\r\n"
        f"Original-Message-ID: {report.message_id}\r\nDisposition: {action}\r\n"
    )
    part = multipart(
        "report",
        f"mdn{token(name)}",
        text(body),
        Part((("Content-Type", "message/disposition-notification"),), note.encode()),
        Part(
            (("Content-Type", "text/rfc822-headers"),),
            f"Message-ID: {report.message_id}\r\nSubject: {report.subject}\r\n".encode(),
        ),
        params="report-type=disposition-notification; ",
    )
    return automatic(message(head(report, name, subject=subject), part))


@shape("A read receipt of Thunderbird (RFC 8098).", "opening")
def read_receipt(report: Report, _typed: Lines) -> Answer:
    body = (
        "This is a Return Receipt for the mail that you sent to ann@example.test.\n"
        "\nNote: This Return Receipt only acknowledges that the message was displayed on the recipient's comp"
        "uter.\n"
    )
    return _receipt(
        report,
        "read_receipt",
        f"Return Receipt (displayed) - {report.subject}",
        body,
        "manual-action/MDN-sent-manually; displayed",
    )


@shape("A read receipt of Outlook.", "card")
def read_receipt_outlook(report: Report, _typed: Lines) -> Answer:
    body = (
        f"Your message \n\n   To: Ann\n   Subject: {report.subject}\n"
        f"   Sent: Saturday, August 22, 2026 2:00:00 PM\n\n was read on Saturday, August 22, 2026 8:41:07 PM."
        f"\n"
    )
    return _receipt(
        report, "read_receipt_outlook", f"Read: {report.subject}", body, "automatic-action/MDN-sent-automatically; displayed"
    )


@shape("Exchange: deleted without being read.", "battle")
def read_receipt_deleted(report: Report, _typed: Lines) -> Answer:
    body = (
        f"Your message\n\n   To: Ann\n   Subject: {report.subject}\n"
        f"\nwas deleted without being read on Saturday, August 22, 2026.\n"
    )
    return _receipt(
        report,
        "read_receipt_deleted",
        f"Not read: {report.subject}",
        body,
        "automatic-action/MDN-sent-automatically; deleted",
    )


def _calendar(report: Report, name: str, subject: str, body: str, status: str) -> Answer:
    ics = (
        f"BEGIN:VCALENDAR\r\nVERSION:2.0\r\nMETHOD:REPLY\r\nBEGIN:VEVENT\r\n"
        f"UID:deadline-1\r\nATTENDEE;PARTSTAT={status}:mailto:{PLAYER}\r\n"
        f"SUMMARY:{report.subject}\r\nEND:VEVENT\r\nEND:VCALENDAR\r\n"
    )
    calendar = Part(
        (("Content-Type", "text/calendar; charset=UTF-8; method=REPLY"), ("Content-Transfer-Encoding", "7bit")), ics.encode()
    )
    part = multipart("alternative", f"cal{token(name)}", text(body), calendar)
    return automatic(message(head(report, name, subject=subject), part))


@shape("Google's calendar accepts the deadline.", "opening")
def calendar_google(report: Report, _typed: Lines) -> Answer:
    body = "Ann has accepted this invitation.\n\nInvitation from Google Calendar: https://calendar.google.com/calendar/\n"
    return _calendar(report, "calendar_google", f"Accepted: {report.subject} @ Mon Aug 24, 2026", body, "ACCEPTED")


@shape("Outlook's calendar declines, with an empty text.", "card")
def calendar_outlook(report: Report, _typed: Lines) -> Answer:
    return _calendar(report, "calendar_outlook", f"Declined: {report.subject}", "\n", "DECLINED")
