"""What mail servers print, and whose fault that is: Gmail, Microsoft 365, Fastmail, Yahoo, Posteo, Postfix."""

from __future__ import annotations

import asyncio
import socket
import time
from typing import Any

import pytest

from pbem.mail.replies import Judgement, SmtpStage, Whose, judge
from pbem.mail.server import Server
from pbem.mail.smtp import NotTaken, Refused, Sender, Undelivered
from tests.mail.scripted import END, GREETING, HANG_UP, HOST, ScriptedServer

ANN = "ann@example.test"
RCPT, DATA, MAIL = SmtpStage.RCPT, SmtpStage.DATA, SmtpStage.MAIL
GONE, TOO_LARGE = Judgement(Whose.RECIPIENT, final=True), Judgement(Whose.LETTER, final=True)
CLOSED, AGAIN = Judgement(Whose.RECIPIENT), Judgement(Whose.DELAYED)
SERVER, UNCLEAR = Judgement(Whose.SERVER), Judgement(Whose.UNCLEAR)

REPLIES = [
    # Our server, our login, our sender, our share: all mails wait.
    (DATA, "554 5.7.1 Data command rejected: only 10 messages per day", SERVER),
    (RCPT, "550 5.4.5 Daily user sending limit exceeded. For more information on Gmail sending limits go to", SERVER),
    (DATA, "550 5.4.5 Daily SMTP relay limit exceeded for user.", SERVER),
    (DATA, "550 5.4.5 Daily sending quota exceeded.", SERVER),
    (SmtpStage.CONNECT, "421 4.7.0 Temporary System Problem. Try again later (WS).", SERVER),
    (DATA, "421 4.7.28 Gmail has detected an unusual rate of unsolicited mail", SERVER),
    (SmtpStage.AUTH, "535 5.7.8 Username and Password not accepted.", SERVER),
    (SmtpStage.AUTH, "454 4.7.0 Too many login attempts, please try again later.", SERVER),
    (SmtpStage.AUTH, "535 5.7.139 Authentication unsuccessful, the user credentials were incorrect.", SERVER),
    (MAIL, "530 5.7.0 Authentication Required.", SERVER),
    (MAIL, "530 5.7.57 Client not authenticated to send mail.", SERVER),
    (DATA, "554 5.2.252 SendAsDenied; a@b.example not allowed to send as c@d.example", SERVER),
    (DATA, "550 5.7.60 SMTP; Client does not have permissions to send as this sender", SERVER),
    (DATA, "432 4.3.2 STOREDRV.ClientSubmit; sender thread limit exceeded", SERVER),
    (DATA, "554 5.2.0 STOREDRV.Submission.Exception:SubmissionQuotaExceededException; Failed to process message", SERVER),
    (RCPT, "550 5.1.90 Your message can't be sent because you've reached your daily limit for message recipients", SERVER),
    (RCPT, "451 4.7.500 Server busy. Please try again later from [192.0.2.1]. (AS77712)", SERVER),
    (RCPT, "550 5.7.606 Access denied, banned sending IP [192.0.2.1].", SERVER),
    (RCPT, "550 5.7.708 Service unavailable. Access denied, traffic not accepted from this IP.", SERVER),
    (RCPT, "550 5.1.8 Access denied, bad outbound sender. AS(42004)", SERVER),
    (RCPT, "553 5.7.1 <gm@example.org>: Sender address rejected: not owned by user pbem", SERVER),
    (RCPT, "450 4.1.8 <gm@nowhere.test>: Sender address rejected: Domain not found", SERVER),
    (RCPT, "554 5.7.1 <ann@example.test>: Relay access denied", SERVER),
    (RCPT, "550 relay not permitted", SERVER),
    (RCPT, "553 sorry, that domain isn't in my list of allowed rcpthosts (#5.7.1)", SERVER),
    (RCPT, "550 5.7.1 <ann@example.test>: Recipient address rejected: Rate limit reached", SERVER),
    (RCPT, "450 4.7.1 Error: too much mail from 192.0.2.1", SERVER),
    (RCPT, "452 4.5.3 Error: too many recipients", SERVER),
    (RCPT, "450 4.7.1 Client host rejected: cannot find your reverse hostname, [192.0.2.1]", SERVER),
    (RCPT, "554 5.7.1 Service unavailable; Client host [192.0.2.1] blocked using zen.spamhaus.org", SERVER),
    (RCPT, "451 4.3.0 <ann@example.test>: Temporary lookup failure", SERVER),
    (MAIL, "452 4.3.1 Insufficient system storage", SERVER),
    (DATA, "452 Requested action not taken: insufficient system storage", SERVER),
    (MAIL, "451 4.7.1 Sending limit exceeded, try again later", SERVER),
    (MAIL, "550 5.7.1 Sender address not allowed", SERVER),
    (DATA, "552 5.2.2 This user has exceeded their sending quota", SERVER),
    (RCPT, "550 5.7.0 Account suspended for sending spam", SERVER),
    (DATA, "550 5.3.4 Email was not delivered: message limit per day reached", SERVER),
    (MAIL, "553 5.7.1 [BL21] Connections will not be accepted from 192.0.2.1", SERVER),
    (DATA, "421 4.7.0 [TSS04] Messages from 192.0.2.1 temporarily deferred due to unexpected volume", SERVER),
    (DATA, "450 4.7.1 You have exceeded your hourly message quota", SERVER),
    (DATA, "550 5.7.1 Account exceeded messaging limits: 500 a day", SERVER),
    (RCPT, "550 5.7.0 Your account has been suspended", SERVER),
    (DATA, "550 5.4.6 Unusual sending activity detected. Please try after sometime", SERVER),
    (DATA, "554 5.7.1 You are not allowed to send more mails today", SERVER),
    (DATA, "554 Message rejected: Email address is not verified. The following identities failed the check", SERVER),
    (RCPT, "550 SC-001 Unfortunately, messages from 192.0.2.1 weren't sent", SERVER),
    (DATA, "554 Your trial has expired; upgrade to send more", SERVER),
    (DATA, "550 5.7.1 Mail quota for account gm@example.org exceeded for today", SERVER),
    (RCPT, "550 5.2.1 Mailbox unavailable. Your IP address is on the block list", SERVER),
    (RCPT, "550 5.2.1 sending from this account is disabled", SERVER),
    (RCPT, "550 5.1.1 Sorry, your account has been limited to 50 messages a day", SERVER),
    (DATA, "550 Mail too frequent, try tomorrow", SERVER),
    (DATA, "550 5.7.26 This mail has been blocked because the sender is unauthenticated.", SERVER),
    (DATA, "421 4.7.26 This mail has been rate limited because it is unauthenticated", SERVER),
    (RCPT, "550 5.7.705 Access denied, tenant has exceeded threshold", SERVER),
    (RCPT, "450 4.3.2 Service currently unavailable", SERVER),
    # The recipient, for good.
    (RCPT, "550 #5.1.0 Address rejected.", GONE),
    (RCPT, "550 5.1.1 The email account that you tried to reach does not exist. Please try double-checking", GONE),
    (RCPT, "550 5.2.1 The email account that you tried to reach is disabled.", GONE),
    (RCPT, "550 5.1.10 RESOLVER.ADR.RecipientNotFound; Recipient ann@example.test not found by SMTP address lookup", GONE),
    (RCPT, "550 5.4.1 Recipient address rejected: Access denied. AS(201806281)", GONE),
    (RCPT, "550 5.4.1 All recipient addresses rejected : Access denied", GONE),
    (RCPT, "550 5.5.0 Requested action not taken: mailbox unavailable (S2017062302).", GONE),
    (RCPT, "550 5.4.310 DNS domain nowhere.test does not exist", GONE),
    (RCPT, "550 5.1.1 <ann@example.test>: Recipient address rejected: User unknown in virtual mailbox table", GONE),
    (RCPT, "550 5.1.2 <ann@nowhere.test>: Recipient address rejected: Domain not found", GONE),
    (RCPT, "556 5.1.10 <ann@nullmx.test>: Recipient address rejected: Domain does not accept mail (nullMX)", GONE),
    (RCPT, "550 5.1.6 <ann@example.test>: Recipient address rejected: User has moved", GONE),
    (RCPT, "550 No such user here", GONE),
    (RCPT, "550 5.1.1 Empfaenger unbekannt", GONE),
    (RCPT, "550 Requested action not taken: mailbox unavailable\nFor explanation visit http://postmaster.gmx.net/", GONE),
    (RCPT, "550 unknown user <ann@example.test>", GONE),
    (RCPT, "551 User not local; please try <ann@elsewhere.test>", GONE),
    (RCPT, "553 5.1.3 <ann@example..test>: Recipient address rejected: malformed", GONE),
    (RCPT, "511 sorry, no mailbox here by that name (#5.1.1)", GONE),
    (RCPT, "550 5.1.0 <ann@example.test>: Address rejected", GONE),
    (DATA, "554 delivery error: dd This user doesn't have a yahoo.com account (ann@example.test) [0] - mta1", GONE),
    (DATA, "550 5.1.1 <ann@example.test> no such recipient", GONE),
    # The recipient, perhaps not tomorrow.
    (RCPT, "452 4.2.2 The email account that you tried to reach is over quota.", CLOSED),
    (RCPT, "552 5.2.2 The email account that you tried to reach is over quota and inactive.", CLOSED),
    (DATA, "552 5.2.2 <ann@example.test>: user is over quota", CLOSED),
    (RCPT, "552 Requested mail action aborted: exceeded storage allocation", CLOSED),
    (RCPT, "550 Mailbox full", CLOSED),
    (RCPT, "554 5.2.2 mailbox full; STOREDRV.Deliver.Exception:QuotaExceededException", CLOSED),
    (RCPT, "450 4.2.1 The user you are trying to contact is receiving mail too quickly.", CLOSED),
    (RCPT, "550 5.2.1 The user you are trying to contact is receiving mail at a rate that prevents additional", CLOSED),
    (RCPT, "550 5.2.1 The user you are trying to contact is receiving mail too quickly", CLOSED),
    (RCPT, "450 4.1.1 <ann@example.test>: Recipient address rejected: unverified address", CLOSED),
    (RCPT, "450 4.1.2 <ann@slow.test>: Recipient address rejected: Domain not found", CLOSED),
    (RCPT, "550 4.1.1 <ann@example.test>: Recipient address rejected: unverified address: connect timed out", CLOSED),
    (RCPT, "551 4.2.1 <ann@example.test>: mailbox is being moved", CLOSED),
    (RCPT, "550 5.1.1 sorry, that user is over quota (#5.1.1)", CLOSED),
    (RCPT, "550 This message was rejected because the recipient mailbox is full", CLOSED),
    (RCPT, "550 5.7.1 RESOLVER.RST.AuthRequired; authentication required", CLOSED),
    (RCPT, "550 5.7.133 SenderNotAuthenticatedForGroup; authentication required; Delivery restriction check failed", CLOSED),
    # Their server wants it again later.
    (RCPT, "450 4.2.0 <ann@example.test>: Recipient address rejected: Greylisted, see http://postgrey.example", AGAIN),
    (RCPT, "451 4.7.1 Greylisting in action, please come back later", AGAIN),
    (RCPT, "450 4.7.1 <ann@example.test>: Recipient address rejected: graylisted, try again in 300 seconds", AGAIN),
    (DATA, "451 4.7.1 Message greylisted", AGAIN),
    (RCPT, "450 Requested mail action not taken", AGAIN),
    (RCPT, "550 4.2.0 <ann@example.test>: Recipient address rejected: Greylisted", AGAIN),
    # The mail itself.
    (MAIL, "552 5.3.4 Message size exceeds fixed limit", TOO_LARGE),
    (DATA, "552 5.3.4 Your message exceeded Google's message size limits.", TOO_LARGE),
    (DATA, "552 5.3.4 Message size exceeds file system imposed limit", TOO_LARGE),
    (DATA, "552 message too large", TOO_LARGE),
    (DATA, "552 4.3.1 Message size exceeds fixed maximum message size", TOO_LARGE),
    (DATA, "550 5.6.11 SMTPSEND.BareLinefeedsAreIllegal", TOO_LARGE),
    (DATA, "554 5.6.0 Message is not RFC compliant", TOO_LARGE),
    (RCPT, "550 5.2.3 RESOLVER.RST.RecipSizeLimit; message too large for this recipient", TOO_LARGE),
    (DATA, "500 Line too long (see RFC5321 4.5.3.1.6)", TOO_LARGE),
    (DATA, "523 the message size exceeds the recipient's size limit", TOO_LARGE),
    # Nobody can tell: this mail waits, and others are tried.
    (DATA, "554 5.4.14 Hop count exceeded - possible mail loop ATTR34", UNCLEAR),
    (DATA, "554 5.4.6 Too many hops", UNCLEAR),
    (RCPT, "552 5.7.0 Number of 'Received:' DATA headers exceeds maximum permitted", UNCLEAR),
    (DATA, "550 5.7.1 Our system has detected that this message is likely unsolicited mail.", UNCLEAR),
    (DATA, "552 5.7.0 This message was blocked because its content presents a potential security issue.", UNCLEAR),
    (DATA, "554 5.7.9 Message not accepted for policy reasons. See https://postmaster.yahooinc.com/error-codes", UNCLEAR),
    (DATA, "554 Transaction failed", UNCLEAR),
    (DATA, "451 Requested action aborted: local error in processing", UNCLEAR),
    (RCPT, "550 5.7.1 <ann@example.test>: Recipient address rejected: Please see the policy", UNCLEAR),
    (RCPT, "550 <ann@example.test>", UNCLEAR),
    (RCPT, "554 5.7.1 <ann@example.test>: Recipient address rejected: Access denied by policy", UNCLEAR),
]


@pytest.mark.parametrize(("stage", "reply", "meant"), REPLIES)
def test_whose_fault_a_reply_is(stage: SmtpStage, reply: str, meant: Judgement) -> None:
    code, _, text = reply.partition(" ")
    assert judge(stage, int(code), text, ANN) == meant


def test_a_reply_of_several_lines_is_read_as_one() -> None:
    text = "5.4.5 Daily user\n5.4.5 sending limit\n5.4.5 exceeded."
    assert judge(RCPT, 550, text, ANN) == SERVER
    assert judge(RCPT, 550, "5.1.1 The email account\n5.1.1 that you tried to reach does not exist", ANN) == GONE


# Over sockets

STAGES = [
    ({GREETING: "554 5.7.1 no mail today"}, Undelivered, Whose.SERVER),
    ({GREETING: HANG_UP}, Undelivered, Whose.SERVER),
    ({"EHLO": "421 4.3.2 shutting down"}, Undelivered, Whose.SERVER),
    ({"EHLO": "550 5.7.1 no", "HELO": "550 5.7.1 no"}, Undelivered, Whose.SERVER),
    ({"AUTH": "535 5.7.8 bad password"}, Undelivered, Whose.SERVER),
    ({"MAIL": "550 5.7.1 sender not owned"}, Undelivered, Whose.SERVER),
    ({"MAIL": "552 5.3.4 too big"}, Refused, Whose.LETTER),
    ({"RCPT": "550 5.1.1 user unknown"}, Refused, Whose.RECIPIENT),
    ({"RCPT": "550-5.4.5 Daily\r\n550 5.4.5 limit"}, Undelivered, Whose.SERVER),
    ({"RCPT": "452 4.2.2 over quota"}, Undelivered, Whose.RECIPIENT),
    ({"DATA": "554 5.7.1 Data command rejected: only 10 messages per day"}, Undelivered, Whose.SERVER),
    ({END: "554 5.7.1 Data command rejected: only 10 messages per day"}, Undelivered, Whose.SERVER),
    ({END: "550 5.7.1 spam"}, Undelivered, Whose.UNCLEAR),
    ({END: "421 4.7.0 try again later"}, Undelivered, Whose.SERVER),
    ({END: HANG_UP}, Undelivered, Whose.UNCLEAR),
    ({"RCPT": HANG_UP}, Undelivered, Whose.UNCLEAR),
    ({"RCPT": "what?"}, Undelivered, Whose.UNCLEAR),
]


@pytest.mark.parametrize(("script", "kind", "whose"), STAGES)
def test_a_refusal_at_each_stage_and_the_next_mail(script: dict[str, str], kind: type[NotTaken], whose: Whose) -> None:
    """The next mail gets through as soon as the server takes it, on the same Sender."""
    with ScriptedServer(script) as server:

        async def run() -> None:
            user = "pbem" if "AUTH" in script else ""
            async with Sender(Server(HOST, server.port, user, "x", "none", timeout=5)) as sender:
                with pytest.raises(kind) as told:
                    await sender.send(b"Subject: a\r\n\r\na\r\n", "gm@example.test", ANN)
                assert told.value.whose is whose
                assert "\n" not in str(told.value)
                server.answer = {}
                await sender.send(b"Subject: b\r\n\r\nb\r\n", "gm@example.test", ANN)

        asyncio.run(run())
        assert [raw for _, raw in server.taken] == [b"Subject: b\r\n\r\nb\r\n"]
        assert "MAIL FROM:<gm@example.test> size=17" in server.lines


def sends(server: ScriptedServer, count: int, **more: Any) -> None:
    """Hand over some mails on one Sender."""

    async def run() -> None:
        async with Sender(Server(HOST, server.port, security="none", **more)) as sender:
            for number in range(count):
                await sender.send(f"Subject: {number}\r\n\r\na\r\n".encode(), "gm@example.test", ANN)

    asyncio.run(run())


@pytest.mark.parametrize(
    "script",
    [
        {"MAIL": "200 fine"},
        {"RCPT": "252 cannot say, but try"},
        {END: "200 kept"},
        {END: "250 taken\r\n250 2.0.0 queued as 7"},
        {END: "250-taken\r\n200 queued as 7"},
    ],
)
def test_a_mail_that_was_taken_in_other_words_is_sent_once(script: dict[str, str]) -> None:
    with ScriptedServer(script) as server:
        sends(server, 3)
        assert [raw.splitlines()[0] for _, raw in server.taken] == [b"Subject: 0", b"Subject: 1", b"Subject: 2"]


def test_a_server_that_offers_a_size_and_does_not_take_it() -> None:
    def refuses(verb: str, line: str) -> str | None:
        return "555 5.5.4 Unsupported option: SIZE=17" if verb == "MAIL" and "size" in line else None

    with ScriptedServer(refuses) as server:
        sends(server, 2)
        assert len(server.taken) == 2


def test_a_server_may_look_longer_at_a_message_than_at_a_command() -> None:
    def slow(verb: str, _: str) -> None:
        if verb == END:
            time.sleep(0.5)

    with ScriptedServer(slow) as server:
        sends(server, 1, timeout=0.3)
        assert len(server.taken) == 1


def test_what_we_cannot_say_is_not_the_readers_fault(monkeypatch: pytest.MonkeyPatch) -> None:
    """Such as the name of this machine in EHLO."""
    monkeypatch.setattr(socket, "getfqdn", lambda: "b\u00f6se")
    with ScriptedServer() as server, pytest.raises(Undelivered) as told:
        sends(server, 1)
    assert told.value.whose is Whose.SERVER
