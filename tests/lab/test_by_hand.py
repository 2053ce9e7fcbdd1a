"""`pbem play --by-hand`: the reader plays one seat by real mail, and sees nothing of what the scripted seat writes."""

import re
import smtplib
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from email import message_from_bytes, policy
from email.message import EmailMessage
from pathlib import Path

import pytest
from imapclient import IMAPClient  # type: ignore[import-untyped]

from pbem.lab.play.stage import DATABASE, PASSWORD, SMTP_PORT
from pbem.postoffice import HOST
from pbem.store.database import Database
from pbem.store.games import lobby

CECILY, JASPER = "cecily@pbem.test", "jasper@pbem.test"
PATIENCE = 60


def wait_for(file: Path, text: str, behind: str = "") -> str:
    """What a file holds once it holds `text`, `behind` another."""
    until = time.monotonic() + PATIENCE
    while text not in (told := file.read_text() if file.is_file() else "")[told.find(behind) :]:
        assert time.monotonic() < until, told
        time.sleep(0.1)
    return told


def inbox(address: str, port: int) -> list[EmailMessage]:
    """What lies in a mailbox."""
    with IMAPClient(HOST, port=port, ssl=False) as imap:
        imap.login(address, PASSWORD)
        imap.select_folder("INBOX", readonly=True)
        raws = [found[b"BODY[]"] for found in imap.fetch(imap.search(), ["BODY.PEEK[]"]).values()]
    return [message_from_bytes(raw, policy=policy.default) for raw in raws]


def write(report: EmailMessage, text: str, port: int, subtype: str = "plain") -> None:
    """A reply of Cecily's."""
    reply = EmailMessage()
    reply["From"], reply["To"], reply["Subject"] = CECILY, str(report["Reply-To"]), f"Re: {report['Subject']}"
    reply["In-Reply-To"] = report["Message-ID"]
    reply.set_content(text, subtype=subtype)
    with smtplib.SMTP(HOST, port) as smtp:
        smtp.send_message(reply)


@contextmanager
def hosted(folder: Path, told: Path) -> Iterator[tuple[int, int]]:
    """`pbem play --by-hand york` in a folder; the ports of SMTP and IMAP that it says."""
    command = [
        sys.executable,
        "-u",
        "-m",
        "pbem",
        "play",
        "warriors_of_england",
        "--by-hand",
        "york",
        "--folder",
        str(folder),
    ]
    with told.open("w") as out, subprocess.Popen(command, stdout=out, stderr=subprocess.STDOUT) as server:  # noqa: S603 - ours
        try:
            said = wait_for(told, "Waiting for")
            smtp, imap = (re.search(rf"{kind}, {HOST} port (\d+)", said) for kind in ("SMTP", "IMAP"))
            assert smtp is not None
            assert imap is not None
            yield int(smtp[1]), int(imap[1])
        finally:
            server.terminate()
            server.wait(PATIENCE)


def test_who_plays_by_hand_sees_nothing_of_the_scripted_seat(tmp_path: Path) -> None:
    folder, told = tmp_path / "game", tmp_path / "told.txt"
    with hosted(folder, told) as (smtp, imap):
        wait_for(folder / "mails" / "001-moderator-to-cecily.txt", "choose")
        report = inbox(CECILY, imap)[0]
        chosen = re.search(r"^choose \w.*$", text(report), re.M)
        assert chosen is not None
        write(report, chosen[0], smtp)
        said = wait_for(told, "a letter of Jasper")
        with pytest.raises(IMAPClient.Error):
            inbox(JASPER, imap)
    kept = [file.name for file in (folder / "mails").iterdir()]
    assert "001-moderator-to-cecily.txt" in kept
    assert not [name for name in kept if "jasper" in name]
    assert "choose" not in said
    assert "standing" not in said
    assert "lancaster:" not in said


def test_a_game_by_hand_takes_free_ports_and_html_and_goes_on_in_its_folder(tmp_path: Path) -> None:
    folder, told, again = tmp_path / "game", tmp_path / "told.txt", tmp_path / "again.txt"
    with socket.socket() as taken:
        taken.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        with suppress(OSError):  # another program may hold it: it is taken then too
            taken.bind((HOST, SMTP_PORT))
            taken.listen()
        with hosted(folder, told) as (smtp, imap):
            assert smtp != SMTP_PORT
            said = wait_for(told, "Waiting for a letter of Cecily (york): ")
            assert "(since " in said
            wait_for(folder / "mails" / "001-moderator-to-cecily.txt", "choose")
            report = inbox(CECILY, imap)[0]
            chosen = re.search(r"^choose \w.*$", text(report), re.M)
            assert chosen is not None
            write(report, f"<p>{chosen[0]}</p>", smtp, "html")
            wait_for(told, "1 of 1 lines accepted")
    with closing(Database.open(folder / DATABASE)) as database, database.writing() as session:
        lobby.hold(session, lobby.games(session, "playing")[0].id, "a fault")
    with hosted(folder, again) as (smtp, imap):
        assert "on hold" not in again.read_text()
        assert "goes on. Ctrl-C ends it" in again.read_text()
        reports = inbox(CECILY, imap)
        assert reports[0]["Message-ID"] == report["Message-ID"]
        write(reports[-1], "status", smtp)
        wait_for(again, "1 questions answered")
        wait_for(again, "Waiting for a letter of Cecily (york): ", behind="1 questions answered")


def text(report: EmailMessage) -> str:
    body = report.get_body(("plain",))
    assert body is not None
    return str(body.get_content())
