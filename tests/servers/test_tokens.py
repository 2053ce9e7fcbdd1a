"""Dovecot and Postfix that take OAuth2 tokens: Dovecot asks a stub identity server about each (RFC 7662)."""

from __future__ import annotations

import asyncio
import subprocess
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from imapclient import IMAPClient  # type: ignore[import-untyped]

from pbem.config.loading import load_settings
from pbem.config.settings import Settings
from pbem.mail.imap.errors import MailboxError
from pbem.mail.login.identity import await_device_login, begin_device_login
from pbem.mail.smtp import Undelivered
from pbem.moderator.desk.from_settings import mailbox_from, sender_from, token_file_of
from tests.support.identity import IdentityServer, identity_server

from .conftest import Servers, variable
from .site import mails, site_of, wait_for

SETTINGS = """
secret = "sixteen letters and more"
moderator = "gamemaster@example.test"

[imap]
host = "localhost"
port = {imaps_port}
ca_file = "{ca_file}"
user = "moderator"
oauth = "moderator"
sasl = "{sasl}"

[smtp]
host = "localhost"
port = {port}
ca_file = "{ca_file}"
user = "moderator"
oauth = "moderator"
sasl = "{sasl}"
sender = "moderator@example.test"
"""
RAW = b"From: moderator@example.test\r\nTo: york@example.test\r\nMessage-ID: <t@a.test>\r\nSubject: by token\r\n\r\nhi\r\n"
SHOWINGS = ("xoauth2", "oauthbearer")


@pytest.fixture
def identity() -> Iterator[IdentityServer]:
    with identity_server(int(variable("PBEM_TEST_IDENTITY_PORT"))) as server:
        yield server


@pytest.fixture
def settings(servers: Servers, tmp_path: Path, identity: IdentityServer) -> Callable[[str], Settings]:
    """The owner's settings, tokens at hand, for a mechanism."""

    def settings(sasl: str) -> Settings:
        file = tmp_path / "pbem.toml"
        places = {"imaps_port": servers.imaps_port, "port": servers.submission_port, "ca_file": servers.ca_file}
        file.write_text(SETTINGS.format(sasl=sasl, **places) + identity.table(), encoding="utf-8")
        known = load_settings(file)
        (account,) = known.oauth
        tokens = await_device_login(identity.account(), begin_device_login(identity.account()), lambda _: None)
        token_file_of(account).write(tokens)
        return known

    return settings


async def check_sender(settings: Settings) -> str:
    try:
        return await sender_from(settings).check()
    finally:
        await asyncio.sleep(0.1)  # a connection that is ended closes in its own time


async def send(settings: Settings) -> None:
    async with sender_from(settings) as sender:
        await sender.send(RAW, settings.smtp.sender, "york@example.test")


@pytest.mark.parametrize("sasl", SHOWINGS)
def test_both_servers_take_the_token_and_a_renewed_one(
    sasl: str, settings: Callable[[str], Settings], identity: IdentityServer, log_in: Callable[[str], IMAPClient]
) -> None:
    """A token withdrawn before its time is answered with an error challenge; a new one is shown in the same session."""
    york, known = log_in("york"), settings(sasl)
    with mailbox_from(known) as mailbox:
        assert mailbox.can_idle  # what Dovecot announces only behind the login is known
    identity.withdraw()
    assert "folder INBOX" in mailbox_from(known).check()
    identity.withdraw()
    asyncio.run(send(known))
    wait_for(lambda: [mail["Subject"] for mail in mails(york)] == ["by token"])
    assert identity.count("token") == 3


@pytest.mark.parametrize("sasl", SHOWINGS)
def test_tokens_that_the_servers_do_not_take_are_told(
    sasl: str, settings: Callable[[str], Settings], identity: IdentityServer
) -> None:
    known = settings(sasl)
    refuses: Any = lambda _token: False  # noqa: E731
    identity.is_good = refuses
    with pytest.raises(MailboxError, match=r"login refused for 'moderator'.*run `pbem login moderator`"):
        mailbox_from(known).check()
    with pytest.raises(Undelivered, match=r"login refused for 'moderator'.*run `pbem login moderator`"):
        asyncio.run(check_sender(known))


def test_the_moderator_goes_on_when_a_token_is_over_in_mid_session(
    settings: Callable[[str], Settings],
    identity: IdentityServer,
    servers: Servers,
    tmp_path: Path,
    log_in: Callable[[str], IMAPClient],
) -> None:
    log_in("moderator")
    york, known = log_in("york"), settings("auto")
    with site_of(servers, tmp_path) as site:
        first = site.write("status")
        kicked: list[Any] = []

        def until() -> bool:
            if site.done(1)() and not kicked:
                identity.withdraw()
                kick("moderator")
                kicked.append(site.write("status"))
            return site.done(2)()

        site.serve(until, imap=mailbox_from(known)._session.server, smtp=sender_from(known)._server)
        site.assert_each_once([first, *kicked], york)


def kick(account: str) -> None:
    """End an account's sessions, as a server does whose users' tokens are over."""
    config = variable("PBEM_TEST_DOVECOT")
    subprocess.run(["doveadm", "-c", config, "kick", account], check=True, capture_output=True)  # noqa: S603, S607
