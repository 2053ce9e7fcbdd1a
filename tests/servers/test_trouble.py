"""Lines that break, mailboxes that are replaced, logins that are refused and disks that are full: each letter is dealt with
once, and none is lost."""

from __future__ import annotations

import logging
import subprocess
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import replace
from datetime import timedelta
from pathlib import Path

import pytest
from imapclient import IMAPClient  # type: ignore[import-untyped]

from pbem.mail.imap.mailbox import Mailbox

from .conftest import Servers, variable
from .cutting import Trouble, breaking_line
from .site import Site, site_of, wrong

LATER = timedelta(days=1)
LogIn = Callable[[str], IMAPClient]


@pytest.fixture
def site(servers: Servers, tmp_path: Path, york: IMAPClient) -> Iterator[Site]:  # noqa: ARG001 - emptied first
    with site_of(servers, tmp_path) as site:
        yield site


@pytest.mark.parametrize("trouble", ["cut", "stall"])
def test_a_line_that_breaks_in_the_midst_of_a_letter(trouble: Trouble, site: Site, york: IMAPClient) -> None:
    letters = [site.write("status", *["# and so on"] * 2000) for _ in range(3)]
    breaks = [0, 30, 700] if trouble == "cut" else [700]
    expected = len(breaks)
    with breaking_line(site.servers.imap, breaks, trouble) as line:
        through = replace(site.imap, host="127.0.0.1", port=line.port, timeout=2)
        site.serve(lambda: line.broken == expected, imap=through)
        # A letter at which the line breaks again and again is asked for after a pause.
        later = site.desk.now
        site.desk = replace(site.desk, now=lambda: later() + LATER)
        site.serve(site.done(len(letters)), imap=through)
    site.assert_each_once(letters, york)


def test_a_mailbox_replaced_while_letters_wait(site: Site, york: IMAPClient) -> None:
    letters = [site.write("status") for _ in range(4)]
    site.await_letters(len(letters))
    with Mailbox(site.imap, done="pbem-done") as mailbox:
        uids = mailbox.look()
        before = mailbox.validity
        give_validity(before + 1000)
        assert mailbox.mark_done(uids[:2]) == 0
    with Mailbox(site.imap, done="pbem-done") as mailbox:
        assert len(mailbox.look()) == len(letters)
        assert mailbox.validity != before
    site.serve(site.done(len(letters)))
    site.assert_each_once(letters, york)


def give_validity(validity: int) -> None:
    """As if the moderator's INBOX had been made anew: the same letters under another UIDVALIDITY."""
    update = ["mailbox", "update", "-u", "moderator", "--uid-validity", str(validity), "INBOX"]
    subprocess.run(["doveadm", "-c", variable("PBEM_TEST_DOVECOT"), *update], check=True, capture_output=True)  # noqa: S603, S607


def test_a_login_refused_by_imap_is_tried_again(site: Site, york: IMAPClient, caplog: pytest.LogCaptureFixture) -> None:
    letters = [site.write("status")]
    with caplog.at_level(logging.WARNING):
        site.serve(lambda: tries(caplog, "login refused for 'moderator'") >= 2, imap=wrong(site.imap))
    assert site.letters() == []
    site.serve(site.done(1))
    site.assert_each_once(letters, york)


def tries(caplog: pytest.LogCaptureFixture, words: str) -> int:
    """How often a warning was given."""
    return sum(words in record.getMessage() for record in caplog.records)


def test_a_login_refused_by_smtp_keeps_the_mails(site: Site, york: IMAPClient, caplog: pytest.LogCaptureFixture) -> None:
    letters = [site.write("status")]
    with caplog.at_level(logging.WARNING):
        site.serve(lambda: tries(caplog, "login refused for 'moderator'") >= 1, smtp=wrong(site.smtp))
    assert york.search() == []
    later = site.desk.now
    site.desk = replace(site.desk, now=lambda: later() + LATER)
    site.serve(lambda: site.done(1)() and len(inbox_of(york)) == 2)
    site.assert_each_once(letters, york)


def inbox_of(client: IMAPClient) -> list[int]:
    """What lies in a mailbox now."""
    client.noop()
    return list(client.search())


@contextmanager
def small_disk(folder: Path, size: str) -> Iterator[Path]:
    """A file system of its own, of so many bytes."""
    folder.mkdir()
    subprocess.run(["mount", "-t", "tmpfs", "-o", f"size={size}", "tmpfs", folder], check=True)  # noqa: S603, S607
    try:
        yield folder
    finally:
        subprocess.run(["umount", folder], check=True)  # noqa: S603, S607


def fill(ballast: Path) -> None:
    """Write a file until the disk is full."""
    with suppress(OSError), ballast.open("wb", buffering=0) as file:
        while True:
            file.write(b"\0" * 4096)


def test_a_full_disk(servers: Servers, tmp_path: Path, york: IMAPClient, caplog: pytest.LogCaptureFixture) -> None:
    with small_disk(tmp_path / "disk", "8m") as disk, site_of(servers, disk) as site:
        ballast = disk / "ballast"
        fill(ballast)
        letters = [site.write("status", *["# and so on"] * 2000) for _ in range(2)]
        with caplog.at_level(logging.WARNING):
            site.serve(lambda: tries(caplog, "there is no room on the disk") >= 2)
        assert site.letters() == []
        ballast.unlink()
        site.serve(site.done(len(letters)))
        site.assert_each_once(letters, york)
        assert site.desk.db.integrity() == []
