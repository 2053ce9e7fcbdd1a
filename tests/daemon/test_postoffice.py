"""The embedded post office: when it closes, and how it shows letters."""

from __future__ import annotations

import imaplib
import socket
from contextlib import ExitStack, closing
from typing import Any

import pytest
from pymap.mime import MessageBody

from pbem.postoffice import HOST, PostOffice

BOX = "anna@example.org"
LONG = 10
"""Seconds that no client of a closed server should have to wait."""


def hung_up(client: socket.socket) -> bool:
    """Read to the end of the connection."""
    try:
        while client.recv(4096):
            pass
    except ConnectionResetError:
        return True
    return True


def test_clients_that_have_only_just_connected_are_hung_up_on() -> None:
    office = PostOffice({BOX: "secret"})
    office.start()
    with ExitStack() as clients:
        ports = [office.imap_port, office.smtp_port] * 10
        connected = [clients.enter_context(closing(socket.create_connection((HOST, port), timeout=LONG))) for port in ports]
        office.stop()
        assert all(hung_up(client) for client in connected)


LETTERS = {
    "plain": b"Subject: x\r\n\r\nmarch york\r\n",
    "no header": b"\r\nmarch york",
    "an empty line of spaces": b"Subject: x\r\n \t\r\nmarch york\r\n\r\nmore\r\n",
    "parts": b"Content-Type: multipart/mixed; boundary=b\r\n\r\n"
    b"--b\r\n\r\none\r\n--b\r\nContent-Type: text/html\r\n\r\n<p>two words\r\n--b--\r\n",
    "a letter in a letter": b"Content-Type: message/rfc822\r\n\r\nSubject: inner\r\n\r\nwords\r\n",
}
ASKED = "(RFC822.SIZE BODYSTRUCTURE ENVELOPE BODY.PEEK[] BODY.PEEK[HEADER] BODY.PEEK[TEXT] BODY.PEEK[1] BODY.PEEK[2])"


@pytest.mark.parametrize("letter", LETTERS.values(), ids=LETTERS)
def test_a_letter_is_shown_as_one_that_is_appended(letter: bytes) -> None:
    with PostOffice({BOX: "secret"}) as office, imaplib.IMAP4(HOST, office.imap_port) as client:
        office.deliver(letter, BOX)
        (delivered,) = office.messages(BOX)
        client.login(BOX, "secret")
        client.append("INBOX", "", "", delivered)
        client.select("INBOX")
        first, second = (str(client.fetch(number, ASKED)[1]).replace(f"b'{number} (", "") for number in "12")
        assert first == second
        assert client.search(None, "TEXT", "wo")[1] in ([b""], [b"1 2"])


def test_nobody_looks_for_the_parts_of_a_letter_that_is_taken_whole(monkeypatch: pytest.MonkeyPatch) -> None:
    looked_at: list[int] = []

    def find_none(_data: object, _view: object, lines: list[object], _boundary: object) -> list[object]:
        looked_at.append(len(lines))
        return []

    monkeypatch.setattr(MessageBody, "_find_parts", find_none)
    with PostOffice({BOX: "secret"}) as office, imaplib.IMAP4(HOST, office.imap_port) as client:
        office.deliver(LETTERS["parts"], BOX)
        client.login(BOX, "secret")
        client.select("INBOX")
        assert client.search(None, "HEADER", "Delivered-To", BOX)[1] == [b"1"]
        fetched: list[Any] = client.fetch("1", "(RFC822.SIZE BODY.PEEK[])")[1]
        assert LETTERS["parts"] in fetched[0][1]
        assert max(looked_at) == 1
