"""Mailbox and Sender log in with tokens, also where one is over before its time."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from pbem.mail.imap.errors import MailboxError
from pbem.mail.imap.mailbox import Mailbox
from pbem.mail.login.command import CommandLogin
from pbem.mail.login.identity import Tokens, await_device_login, begin_device_login
from pbem.mail.login.tokens import TokenFile, TokenLogin
from pbem.mail.login.ways import Login, Showing
from pbem.mail.replies import Whose
from pbem.mail.server import Server
from pbem.mail.smtp import Sender, Undelivered
from tests.mail.scripted import ScriptedServer
from tests.mail.token_servers import HOST, TokenServer, token_server
from tests.support.identity import IdentityServer, identity_server

BOX = "moderator@example.org"
RAW = b"From: moderator@example.org\r\nSubject: hello\r\n\r\nhello\r\n"


@pytest.fixture
def identity() -> Iterator[IdentityServer]:
    with identity_server() as server:
        yield server


@pytest.fixture
def file(tmp_path: Path, identity: IdentityServer) -> TokenFile:
    file = TokenFile(tmp_path / "tokens.json")
    account = identity.account()
    file.write(await_device_login(account, begin_device_login(account), lambda _: None))
    return file


@pytest.fixture
def imap(identity: IdentityServer) -> Iterator[TokenServer]:
    with token_server("imap", identity.is_good) as server:
        yield server


@pytest.fixture
def smtp(identity: IdentityServer) -> Iterator[TokenServer]:
    with token_server("smtp", identity.is_good) as server:
        yield server


def at(server: TokenServer, login: Login) -> Server:
    return Server(HOST, server.port, BOX, security="none", timeout=5, other_login=login)


def login(identity: IdentityServer, file: TokenFile, showing: Showing = "token") -> TokenLogin:
    return TokenLogin(identity.account(), file, showing)


async def hand_over(server: Server, count: int = 1) -> None:
    async with Sender(server) as sender:
        for _ in range(count):
            await sender.send(RAW, BOX, "ann@example.org")


MESSAGES = {"xoauth2": b"user=moderator@example.org\x01", "oauthbearer": b"n,a=moderator@example.org,\x01host="}


@pytest.mark.parametrize("showing", ["xoauth2", "oauthbearer"])
def test_a_good_token_opens_both(
    showing: Showing, identity: IdentityServer, file: TokenFile, imap: TokenServer, smtp: TokenServer
) -> None:
    tokens = login(identity, file, showing)
    assert "0 waiting" in Mailbox(at(imap, tokens)).check()
    asyncio.run(hand_over(at(smtp, tokens)))
    assert smtp.taken == 1
    for said in (imap.said, smtp.said):
        assert len(said) == 1
        assert said[0].startswith(MESSAGES[showing])


@pytest.mark.parametrize("hangs_up", [False, True])
@pytest.mark.parametrize("showing", ["xoauth2", "oauthbearer"])
def test_a_token_that_was_withdrawn_is_renewed_at_the_login(
    showing: Showing, hangs_up: bool, identity: IdentityServer, file: TokenFile, imap: TokenServer, smtp: TokenServer
) -> None:
    """The error challenge is answered as RFC 7628 3.2.3 says. A server may hang up: then the next connection is good."""
    tokens, end = login(identity, file, showing), b"\x01" if showing == "oauthbearer" else b""
    for kind, server in (("imap", imap), ("smtp", smtp)):
        server.hangs_up = hangs_up
        identity.withdraw()
        if kind == "smtp":
            asyncio.run(hand_over(at(smtp, tokens)))
        elif hangs_up:
            with pytest.raises(MailboxError):
                Mailbox(at(imap, tokens)).check()
        if kind == "imap":
            assert "0 waiting" in Mailbox(at(imap, tokens)).check()
        assert server.said[1] == end
        assert len(server.logins) == 2
    assert smtp.taken == 1


def test_a_token_that_is_over_in_mid_session(
    identity: IdentityServer, file: TokenFile, imap: TokenServer, smtp: TokenServer
) -> None:
    tokens = login(identity, file)

    async def send_twice() -> None:
        async with Sender(at(smtp, tokens)) as sender:
            await sender.send(RAW, BOX, "ann@example.org")
            identity.withdraw()
            await sender.send(RAW, BOX, "ann@example.org")

    asyncio.run(send_twice())
    assert smtp.taken == 2
    with Mailbox(at(imap, tokens)) as mailbox:
        identity.withdraw()
        with pytest.raises(MailboxError):
            mailbox.look()
    assert "0 waiting" in Mailbox(at(imap, tokens)).check()


def test_tokens_that_no_server_takes_are_told_with_what_to_do(identity: IdentityServer, file: TokenFile) -> None:
    """Wrong scope, or IMAP is switched off: a new token does not help, and is asked for once a login."""
    tokens = login(identity, file)
    told = r"login refused for 'moderator@example.org'.*\(invalid_token\).*run `pbem login moderator`"
    with token_server("imap", lambda _: False) as imap, pytest.raises(MailboxError, match=told):
        Mailbox(at(imap, tokens)).check()
    with token_server("smtp", lambda _: False) as smtp, pytest.raises(Undelivered, match=told):
        asyncio.run(hand_over(at(smtp, tokens)))
    assert identity.count("token") == 3


def test_without_a_token_nothing_is_asked_of_the_server(
    identity: IdentityServer, imap: TokenServer, smtp: TokenServer
) -> None:
    tokens = login(identity, TokenFile(Path("/nowhere/tokens.json")))
    with pytest.raises(MailboxError, match=r"no login for .*no tokens for 'moderator'; run `pbem login moderator`"):
        Mailbox(at(imap, tokens)).check()
    with pytest.raises(Undelivered, match=r"no login for .*run `pbem login moderator`"):
        asyncio.run(hand_over(at(smtp, tokens)))
    assert not imap.said + smtp.said


@pytest.mark.parametrize("challenge", ["334 \xe9\xe9", "334 a"])
def test_a_challenge_that_is_no_base64_stops_no_other_mail(
    challenge: str, identity: IdentityServer, file: TokenFile
) -> None:
    script = {"EHLO": "250-here\r\n250 AUTH XOAUTH2", "AUTH": challenge}
    with ScriptedServer(script) as smtp, pytest.raises(Undelivered) as told:
        asyncio.run(hand_over(Server(HOST, smtp.port, BOX, security="none", other_login=login(identity, file))))
    assert told.value.whose is Whose.SERVER


def test_a_server_that_takes_passwords_only_is_told(identity: IdentityServer, file: TokenFile) -> None:
    with token_server("imap", identity.is_good, "PLAIN") as imap, pytest.raises(MailboxError, match="it offers PLAIN"):
        Mailbox(at(imap, login(identity, file))).check()
    with token_server("smtp", identity.is_good, "PLAIN") as smtp, pytest.raises(Undelivered, match="it offers PLAIN"):
        asyncio.run(hand_over(at(smtp, login(identity, file))))


def test_a_command_can_print_the_token(identity: IdentityServer, imap: TokenServer) -> None:
    identity.holding["from-elsewhere"] = time.time() + 60
    assert "0 waiting" in Mailbox(at(imap, CommandLogin("echo from-elsewhere", "xoauth2"))).check()
    with pytest.raises(MailboxError, match=r"check user, and that password_command \(echo\)"):
        Mailbox(at(imap, CommandLogin("echo wrong", "xoauth2"))).check()


def test_a_long_token_is_shown_whole(
    identity: IdentityServer, file: TokenFile, imap: TokenServer, smtp: TokenServer
) -> None:
    token = "x" * 3000
    identity.holding[token] = time.time() + 600
    file.write(Tokens(token, "", time.time() + 600))
    tokens = login(identity, file)
    assert "0 waiting" in Mailbox(at(imap, tokens)).check()
    asyncio.run(hand_over(at(smtp, tokens)))
    assert imap.logins + smtp.logins == [token, token]
