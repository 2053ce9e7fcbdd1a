"""Letters that other programs write and send: swaks, and mutt answering a report with its text quoted."""

from __future__ import annotations

import os
import subprocess
import threading
from collections.abc import Iterator
from contextlib import suppress
from email.message import EmailMessage
from pathlib import Path

import pytest
from imapclient import IMAPClient  # type: ignore[import-untyped]

from pbem.lab.play.demo import form_lines, orders_in
from pbem.store.tables.log import EntryRow

from .conftest import Servers
from .site import Site, mails, site_of, wait_for

MUTTRC = """
set realname = "York"
set from = "{address}"
set use_from = yes
set hostname = "example.test"
set smtp_url = "smtp://{host}:{port}/"
set ssl_starttls = no
set ssl_force_tls = no
set copy = no
set include = yes
set fast_reply = yes
set autoedit = yes
set abort_unmodified = no
set quit = yes
set editor = "{editor}"
set mbox_type = mbox
set confirmappend = no
set folder = "{folder}"
set record = ""
set postponed = "{folder}/postponed"
set recall = no
set reply_to = yes
set delete = no
set user_agent = yes
set move = no
"""
EDITOR = """#!/bin/sh
# Types the orders above the quote, and saves.
cat "{orders}" "$1" >"$1.new" && mv "$1.new" "$1"
"""


@pytest.fixture
def site(servers: Servers, tmp_path: Path, york: IMAPClient) -> Iterator[Site]:  # noqa: ARG001 - emptied first
    with site_of(servers, tmp_path) as site:
        yield site


def report_of(site: Site, york: IMAPClient) -> EmailMessage:
    """The opening letter, as it came to York."""
    site.serve(lambda: mails(york))
    (report,) = mails(york)
    return report


def orders_of(report: EmailMessage) -> list[str]:
    """The lines of the form that the report ends with."""
    body = report.get_body(("plain",))
    assert body is not None
    return orders_in(form_lines(str(body.get_content())))


def answered(site: Site, york: IMAPClient, count: int) -> None:
    """Moderate until York's one letter is answered: all its lines are accepted, and it has exactly so many."""
    site.serve(site.done(1))
    wait_for(lambda: len(mails(york)) == 2)
    (letter,) = site.letters()
    assert letter.outcome.endswith(f"york: {count} of {count} lines accepted")
    (answer,) = [mail for mail in mails(york) if mail["In-Reply-To"]]
    assert answer["In-Reply-To"] == letter.message_id
    assert len([row for row in site.rows(EntryRow) if row.kind == "receipt"]) == 1


def test_a_letter_of_swaks(site: Site, york: IMAPClient) -> None:
    report = report_of(site, york)
    host, port = site.servers.smtp
    orders = orders_of(report)
    swaks = ["swaks", "--server", host, "--port", str(port), "--from", str(report["To"]), "--to", str(report["Reply-To"])]
    swaks += ["--body", "\n".join(orders) + "\n", "--header", "Subject: my orders", "--silent", "2"]
    subprocess.run(swaks, check=True, timeout=60)  # noqa: S603
    answered(site, york, len(orders))


def test_mutt_answers_a_report_and_quotes_it(site: Site, york: IMAPClient, tmp_path: Path) -> None:
    report = report_of(site, york)
    orders = orders_of(report)
    reply_with_mutt(site, report, orders, tmp_path)
    answered(site, york, len(orders))
    (letter,) = site.letters()
    assert b"User-Agent: Mutt/" in letter.raw
    assert b"\n> --- orders ---" in letter.raw
    assert f"In-Reply-To: {report['Message-ID']}".encode() in letter.raw


def reply_with_mutt(site: Site, report: EmailMessage, orders: list[str], folder: Path) -> None:
    """Open a mailbox with the report in mutt, reply, type the orders above the quote, send, and leave."""
    (folder / "orders").write_text("\n".join(orders) + "\n\n", encoding="utf-8")
    editor = folder / "editor"
    editor.write_text(EDITOR.format(orders=folder / "orders"), encoding="utf-8")
    editor.chmod(0o755)
    host, port = site.servers.smtp
    rc = folder / "muttrc"
    address = site.servers.account("york").address
    rc.write_text(MUTTRC.format(address=address, host=host, port=port, editor=editor, folder=folder), encoding="utf-8")
    (folder / "mbox").write_bytes(b"From moderator Thu Jan  1 00:00:00 2026\n" + bytes(report) + b"\n")
    keys = "push '<reply><send-message><quit>'"
    at_a_terminal(["mutt", "-n", "-F", str(rc), "-f", str(folder / "mbox"), "-e", keys], folder)


def at_a_terminal(command: list[str], home: Path) -> None:
    """Run a program that wants a terminal, and read what it draws there."""
    ours, its = os.openpty()
    environment = os.environ | {"HOME": str(home), "TERM": "vt100", "LANG": "C.UTF-8"}
    with subprocess.Popen(command, stdin=its, stdout=its, stderr=its, env=environment) as program:  # noqa: S603
        os.close(its)
        drawing = threading.Thread(target=_drain, args=(ours,), daemon=True)
        drawing.start()
        try:
            assert program.wait(timeout=30) == 0
        finally:
            program.kill()
    drawing.join()
    os.close(ours)


def _drain(terminal: int) -> None:
    with suppress(OSError):  # Linux says so when the other end is closed
        while os.read(terminal, 4096):
            pass
