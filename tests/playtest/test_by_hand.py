"""`pbem play --by-hand`: the reader plays one seat by real mail, and sees nothing of what the scripted seat writes."""

import re
import smtplib
import subprocess
import sys
import time
from email import message_from_bytes, policy
from email.message import EmailMessage
from pathlib import Path

import pytest
from imapclient import IMAPClient  # type: ignore[import-untyped]

from pbem.playtest.stage import IMAP_PORT, PASSWORD, SMTP_PORT
from pbem.postoffice import HOST

CECILY, JASPER = "cecily@pbem.test", "jasper@pbem.test"
PATIENCE = 60


def wait_for(file: Path, text: str) -> str:
    """What a file holds once it holds `text`."""
    until = time.monotonic() + PATIENCE
    while text not in (told := file.read_text() if file.is_file() else ""):
        assert time.monotonic() < until, told
        time.sleep(0.1)
    return told


def inbox(address: str) -> list[EmailMessage]:
    """What lies in a mailbox."""
    with IMAPClient(HOST, port=IMAP_PORT, ssl=False) as imap:
        imap.login(address, PASSWORD)
        imap.select_folder("INBOX", readonly=True)
        raws = [found[b"BODY[]"] for found in imap.fetch(imap.search(), ["BODY.PEEK[]"]).values()]
    return [message_from_bytes(raw, policy=policy.default) for raw in raws]  # type: ignore[misc]


def write(report: EmailMessage, text: str) -> None:
    """A reply of Cecily's."""
    reply = EmailMessage()
    reply["From"], reply["To"], reply["Subject"] = CECILY, str(report["Reply-To"]), f"Re: {report['Subject']}"
    reply["In-Reply-To"] = report["Message-ID"]
    reply.set_content(text)
    with smtplib.SMTP(HOST, SMTP_PORT) as smtp:
        smtp.send_message(reply)


def test_who_plays_by_hand_sees_nothing_of_the_scripted_seat(tmp_path: Path) -> None:
    folder, told = tmp_path / "game", tmp_path / "told.txt"
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
            wait_for(folder / "mails" / "001-moderator-to-cecily.txt", "choose")
            report = inbox(CECILY)[0]
            chosen = re.search(r"^choose \w.*$", text(report), re.M)
            assert chosen is not None
            write(report, chosen[0])
            said = wait_for(told, "a letter of Jasper")
            with pytest.raises(IMAPClient.Error):
                inbox(JASPER)
        finally:
            server.terminate()
            server.wait(PATIENCE)
    kept = [file.name for file in (folder / "mails").iterdir()]
    assert "001-moderator-to-cecily.txt" in kept
    assert not [name for name in kept if "jasper" in name]
    assert "choose" not in said
    assert "standing" not in said
    assert "lancaster:" not in said


def text(report: EmailMessage) -> str:
    body = report.get_body(("plain",))
    assert body is not None
    return str(body.get_content())
