"""TLS and logins as an owner sets them up: good ones work, bad ones are refused with a sentence that says what to mend."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from imapclient import IMAPClient  # type: ignore[import-untyped]

from pbem.config.loading import load_settings
from pbem.config.settings import Settings
from pbem.mail.imap.errors import MailboxError
from pbem.mail.smtp import Undelivered
from pbem.moderator.desk.from_settings import mailbox_from, sender_from

from .conftest import Servers

LogIn = Callable[[str], IMAPClient]
SETTINGS = """
secret = "sixteen letters and more"
moderator = "gamemaster@example.test"

[imap]
host = "localhost"
port = {imaps_port}
security = "tls"
ca_file = "{ca_file}"
user = "moderator"
password = "{password}"

[smtp]
host = "localhost"
port = {smtps_port}
security = "tls"
ca_file = "{ca_file}"
user = "moderator"
password = "{password}"
sender = "moderator@example.test"
"""
IMAPS, IMAP_STARTTLS, SMTPS, SUBMISSION = "IMAPS", "IMAP with STARTTLS", "SMTPS", "submission with STARTTLS"
WAYS = (IMAPS, IMAP_STARTTLS, SMTPS, SUBMISSION)
RAW = b"From: moderator@example.test\r\nTo: york@example.test\r\nMessage-ID: <tls@example.test>\r\n\r\nhello\r\n"


@pytest.fixture
def settings(servers: Servers, tmp_path: Path) -> Callable[..., Settings]:
    """The owner's settings for one of WAYS, with changes to both servers."""

    def settings(way: str, **changes: object) -> Settings:
        file = tmp_path / "pbem.toml"
        ports = {"imaps_port": servers.imaps_port, "smtps_port": servers.smtps_port}
        password = servers.account("moderator").password
        file.write_text(SETTINGS.format(ca_file=servers.ca_file, password=password, **ports), encoding="utf-8")
        known = load_settings(file)
        imap, smtp = dict(changes), dict(changes)
        if way == IMAP_STARTTLS:
            imap |= {"port": servers.imap[1], "security": "starttls"}
        if way == SUBMISSION:
            smtp |= {"port": servers.submission_port, "security": "starttls"}
        sections = {"imap": known.imap.model_copy(update=imap), "smtp": known.smtp.model_copy(update=smtp)}
        return known.model_copy(update=sections)

    return settings


def check(way: str, settings: Settings) -> str:
    """Log in that way."""
    if way in (IMAPS, IMAP_STARTTLS):
        return mailbox_from(settings).check()

    async def log_in() -> str:
        return await sender_from(settings).check()

    return asyncio.run(log_in())


@pytest.mark.parametrize("way", WAYS)
def test_a_good_certificate_and_password_let_us_in(way: str, settings: Callable[..., Settings]) -> None:
    found = check(way, settings(way))
    assert ("starttls" if "STARTTLS" in way else "tls") in found
    assert "waiting" in found or "logged in as moderator" in found


BAD: dict[str, tuple[dict[str, Any], str]] = {
    "another name": ({"host": "127.0.0.1"}, "set host to the name in the server's certificate, which is not 127.0.0.1"),
    "an unknown authority": ({"ca_file": None}, "name the file with their certificate as ca_file"),
    "a wrong password": ({"password": "wrong"}, "check user and password"),
}


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("bad", BAD)
def test_what_is_not_right_is_refused_and_said(bad: str, way: str, settings: Callable[..., Settings]) -> None:
    changes, words = BAD[bad]
    if "password" in changes:
        changes = {"password": type(settings(way).imap.password)(str(changes["password"]))}
    with pytest.raises((MailboxError, Undelivered)) as told:
        check(way, settings(way, **changes))
    assert words in str(told.value)


@pytest.mark.parametrize("way", [IMAPS, IMAP_STARTTLS, SMTPS])
def test_an_expired_certificate_is_refused(way: str, servers: Servers, settings: Callable[..., Settings]) -> None:
    with pytest.raises((MailboxError, Undelivered), match=r"expired.*must renew it"):
        check(way, settings(way, host=servers.expired))


@pytest.mark.parametrize("way", [SMTPS, SUBMISSION])
def test_a_mail_goes_out_encrypted(way: str, settings: Callable[..., Settings], log_in: LogIn) -> None:
    inbox = log_in("york")

    async def send() -> None:
        async with sender_from(settings(way)) as sender:
            await sender.send(RAW, "moderator@example.test", "york@example.test")

    inbox.idle()
    asyncio.run(send())
    inbox.idle_check(timeout=20)
    inbox.idle_done()
    (uid,) = inbox.search()
    header = inbox.fetch([uid], ["RFC822.HEADER"])[uid][b"RFC822.HEADER"]
    assert b"<tls@example.test>" in header
    assert b"with ESMTPSA" in header
