"""Delivery failures: RFC 3464 and what came before it."""

from __future__ import annotations

from .base import PLAYER, Answer, Lines, Report, shape
from .wire import Headers, Part, message, multipart, text, token


def bounced(raw: bytes, kind: str = "bounce") -> Answer:
    """A delivery failure."""
    return Answer(raw, (), kind)


def heads(report: Report, name: str, sender: str, subject: str, *more: tuple[str, str]) -> Headers:
    """From the mail system, with an empty Return-Path."""
    return [
        ("Return-Path", "<>"),
        ("From", sender),
        ("To", report.reply_to),
        ("Subject", subject),
        ("Date", "Sat, 22 Aug 2026 14:00:09 +0200"),
        ("Message-ID", f"<{token(name)}@mx.example.test>"),
        *more,
    ]


def original(report: Report) -> Part:
    """The report as it came back, the form in it."""
    return Part((("Content-Type", "message/rfc822"),), report.raw.partition(b"application/gzip")[0])


def status(action: str = "failed", code: str = "5.1.1", why: str = "smtp; 550 5.1.1 User unknown") -> Part:
    """The part for programs (RFC 3464 2)."""
    lines = (
        f"Reporting-MTA: dns; mx.example.test\r\n\r\nFinal-Recipient: rfc822; {PLAYER}\r\n"
        f"Action: {action}\r\nStatus: {code}\r\nDiagnostic-Code: {why}\r\n"
    )
    return Part((("Content-Type", "message/delivery-status"),), lines.encode())


def report_of(name: str, body: str, *parts: Part) -> Part:
    """multipart/report."""
    return multipart("report", f"dsn{token(name)}", text(body), *parts, params="report-type=delivery-status; ")


@shape("Postfix.", "battle")
def bounce_postfix(report: Report, _typed: Lines) -> Answer:
    body = (
        f"This is the mail system at host mx.example.test.\n\nI'm sorry to have to inform you that your messag"
        f"e could not\nbe delivered to one or more recipients.\n\n"
        f"<{PLAYER}>: host mx.example.test said: 550 5.1.1 User unknown\n"
    )
    fields = heads(
        report,
        "postfix",
        "MAILER-DAEMON@mx.example.test (Mail Delivery System)",
        "Undelivered Mail Returned to Sender",
        ("Auto-Submitted", "auto-replied"),
    )
    return bounced(message(fields, report_of("postfix", body, status(), original(report))))


@shape("Exchange, in its many words.", "card", "last")
def bounce_exchange(report: Report, _typed: Lines) -> Answer:
    body = (
        f"Delivery has failed to these recipients or groups:\n\n{PLAYER}"
        f"<mailto:{PLAYER}>\nThe email address you entered couldn't be found.\n"
        f"\nDiagnostic information for administrators:\n#550 5.1.10 RESOLVER.ADR.RecipientNotFound ##\n"
    )
    sender = "Microsoft Outlook <MicrosoftExchange329e71ec88ae4615bbc36ab6ce41109e@example.test>"
    fields = heads(report, "exchange", sender, f"Undeliverable: {report.subject}", ("Auto-Submitted", "auto-replied"))
    return bounced(message(fields, report_of("exchange", body, status(code="5.1.10"), original(report))))


@shape("Exchange in German, no trace of it in the headers but the sender.", "card")
def bounce_exchange_german(report: Report, _typed: Lines) -> Answer:
    body = f"Fehler bei der Nachrichtenzustellung an folgende Empfänger oder Gruppen:\n\n{PLAYER}\n"
    fields = heads(report, "unzustellbar", "postmaster@example.test", f"Unzustellbar: {report.subject}")
    return bounced(message(fields, report_of("unzustellbar", body, status(), original(report))))


@shape("Gmail: Delivery Status Notification (Failure).", "card")
def bounce_gmail(report: Report, _typed: Lines) -> Answer:
    body = (
        f"** Address not found **\n\nYour message wasn't delivered to {PLAYER} because the address couldn't be"
        f" found, or is unable to receive mail.\n"
    )
    sender = "Mail Delivery Subsystem <mailer-daemon@googlemail.com>"
    more = (("Auto-Submitted", "auto-replied"), ("X-Failed-Recipients", PLAYER), ("In-Reply-To", report.message_id))
    fields = heads(report, "gmail", sender, "Delivery Status Notification (Failure)", *more)
    return bounced(message(fields, report_of("gmail", body, status(), original(report))))


@shape("qmail: plain text in its own format.", "battle")
def bounce_qmail(report: Report, _typed: Lines) -> Answer:
    body = (
        f"Hi. This is the qmail-send program at mx.example.test.\n"
        f"I'm afraid I wasn't able to deliver your message to the following addresses.\n"
        f"This is a permanent error; I've given up. Sorry it didn't work out.\n"
        f"\n<{PLAYER}>:\nSorry, no mailbox here by that name. (#5.1.1)\n"
        f"\n--- Below this line is a copy of the message.\n\nReturn-Path: "
        f"<moderator@example.test>\nFrom: moderator@example.test\n"
        f"Subject: {report.subject}\n\n{report.text}"
    )
    return bounced(
        message(heads(report, "qmail", "MAILER-DAEMON@mx.example.test", "failure notice"), text(body, cte="8bit"))
    )


@shape("Exim: plain text, X-Failed-Recipients.", "last")
def bounce_exim(report: Report, _typed: Lines) -> Answer:
    body = (
        f"This message was created automatically by mail delivery software.\n"
        f"\nA message that you sent could not be delivered to one or more of its\n"
        f"recipients. This is a permanent error. The following address(es) failed:\n"
        f"\n  {PLAYER}\n    Unrouteable address\n\n------ This is a copy of the message, including all the hea"
        f"ders. ------\n\n{report.text}"
    )
    more = (("X-Failed-Recipients", PLAYER), ("Auto-Submitted", "auto-replied"))
    fields = heads(
        report,
        "exim",
        "Mail Delivery System <Mailer-Daemon@mx.example.test>",
        "Mail delivery failed: returning message to sender",
        *more,
    )
    return bounced(message(fields, text(body, cte="8bit")))


@shape("Sendmail's mailbox full.", "card")
def bounce_full(report: Report, _typed: Lines) -> Answer:
    body = (
        f"   ----- The following addresses had permanent fatal errors -----\n"
        f"<{PLAYER}>\n    (reason: 552 5.2.2 Mailbox full)\n"
    )
    fields = heads(
        report,
        "full",
        "Mail Delivery Subsystem <MAILER-DAEMON@mx.example.test>",
        "Returned mail: see transcript for details",
        ("Auto-Submitted", "auto-generated (failure)"),
    )
    return bounced(message(fields, report_of("full", body, status(code="5.2.2"), original(report))))


@shape("Postfix still tries: a delay is no failure.", "battle")
def delay_postfix(report: Report, _typed: Lines) -> Answer:
    body = (
        "THIS IS A WARNING ONLY.  YOU DO NOT NEED TO RESEND YOUR MESSAGE.\n"
        "\nYour message could not be delivered for more than 4 hour(s).\n"
    )
    fields = heads(
        report,
        "delay",
        "MAILER-DAEMON@mx.example.test (Mail Delivery System)",
        "Delayed Mail (still being retried)",
        ("Auto-Submitted", "auto-replied"),
    )
    return bounced(
        message(fields, report_of("delay", body, status("delayed", "4.4.1", "smtp; connect timed out"))), "automatic"
    )


@shape("Delivered: a success notice is no failure.", "card")
def delivered(report: Report, _typed: Lines) -> Answer:
    body = "Your message was successfully delivered to the destination(s) listed below.\n"
    fields = heads(
        report,
        "delivered",
        "MAILER-DAEMON@mx.example.test",
        "Successful Mail Delivery Report",
        ("Auto-Submitted", "auto-replied"),
    )
    return bounced(message(fields, report_of("delivered", body, status("delivered", "2.1.5", "smtp; 250 OK"))), "automatic")
