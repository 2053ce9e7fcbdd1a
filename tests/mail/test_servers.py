"""Sender -> PostOffice -> Mailbox -> read_letter over real sockets."""

import asyncio
import socket
import threading
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from datetime import UTC, datetime

import pytest
from imapclient import SEEN, IMAPClient  # type: ignore[import-untyped]

from pbem.mail.imap.errors import MailboxError
from pbem.mail.imap.mailbox import Mailbox
from pbem.mail.letter import Draft, Letter
from pbem.mail.reading import read_letter
from pbem.mail.server import Security, Server
from pbem.mail.smtp import Refused, Sender, Undelivered
from pbem.mail.typed.orders import read_lines
from pbem.mail.writing import write_letter
from pbem.postoffice import HOST, PostOffice

BOX = "moderator@example.org"
PLAYER = "anna@example.org"
PASSWORDS = {BOX: "secret", PLAYER: "anna's"}


@pytest.fixture
def office() -> Iterator[PostOffice]:
    with PostOffice(PASSWORDS) as office:
        yield office


def imap(office: PostOffice, secret: str = PASSWORDS[BOX], security: Security = "none") -> Server:
    return Server(HOST, office.imap_port, BOX, secret, security, timeout=5)


def smtp(office: PostOffice, secret: str = "", security: Security = "none") -> Server:
    return Server(HOST, office.smtp_port, BOX if secret else "", secret, security, timeout=5)


def mailbox(office: PostOffice, done: str | None = None, *, idle: bool = True) -> Mailbox:
    return Mailbox(imap(office), done=done, idle=idle, poll=0.05)


def draft(subject: str = "Orders", text: str = "march york\n") -> bytes:
    message_id = f"<{subject.lower()}@example.org>"
    return write_letter(Draft(BOX, subject, text, None, message_id, reply_to=PLAYER), PLAYER, datetime.now(UTC))


def send(server: Server, *letters: bytes, to: str = BOX) -> None:
    async def run() -> None:
        async with Sender(server) as sender:
            for raw in letters:
                await sender.send(raw, PLAYER, to)

    asyncio.run(run())


def read(fetched: list[tuple[int, bytes]]) -> list[Letter]:
    return [read_letter(raw) for _, raw in fetched]


def test_a_letter_travels_and_its_token_survives(office: PostOffice) -> None:
    send(smtp(office), draft(), to="Moderator+TOKEN@example.org")
    with mailbox(office) as box:
        (letter,) = read(box.fetch_new())
    assert [line.text for line in read_lines(letter).lines] == ["march york"]
    assert "moderator+token@example.org" in letter.recipients
    assert letter.sender == PLAYER


def test_letters_come_in_order_and_only_until_done(office: PostOffice) -> None:
    send(smtp(office), *(draft(f"Letter{number}") for number in range(120)))
    with mailbox(office) as box:
        fetched = box.fetch_new()
        assert [letter.subject for letter in read(fetched)] == [f"Letter{number}" for number in range(120)]
        assert box.fetch_new() == fetched
        assert box.mark_done([uid for uid, _ in fetched]) == 120
        assert box.fetch_new() == []


def test_done_letters_move_to_a_folder_made_for_them(office: PostOffice) -> None:
    send(smtp(office), draft("One"), draft("Two"))
    with mailbox(office, done="pbem-done") as box:
        (uid, _), (kept, _) = box.fetch_new()
        assert box.mark_done([uid]) == 1
        assert [left for left, _ in box.fetch_new()] == [kept]
        assert box.mark_done([kept]) == 1
        assert box.mark_done([]) == 0
    with IMAPClient(HOST, office.imap_port, ssl=False) as client:
        client.login(BOX, "secret")
        client.select_folder("pbem-done")
        assert len(client.search(["SEEN"])) == 2


@pytest.mark.parametrize("capability", ["MOVE", "UIDPLUS"])
def test_servers_without_move(office: PostOffice, capability: str, monkeypatch: pytest.MonkeyPatch) -> None:
    lacking = {"MOVE", capability}
    has = IMAPClient.has_capability
    monkeypatch.setattr(IMAPClient, "has_capability", lambda self, name: name not in lacking and has(self, name))
    send(smtp(office), draft())
    with mailbox(office, done="pbem-done") as box:
        box.mark_done([uid for uid, _ in box.fetch_new()])
        assert box.fetch_new() == []
    with IMAPClient(HOST, office.imap_port, ssl=False) as client:
        client.login(BOX, "secret")
        assert client.select_folder("INBOX")[b"EXISTS"] == (1 if capability == "UIDPLUS" else 0)
        assert client.select_folder("pbem-done")[b"EXISTS"] == 1


@pytest.mark.parametrize("idle", [True, False])
def test_wait_tells_of_a_new_letter(office: PostOffice, *, idle: bool) -> None:
    with mailbox(office, idle=idle) as box:
        assert box.can_idle is idle
        assert box.wait(0.05) is False
        letter = threading.Timer(0.2, office.deliver, [draft(), BOX])
        letter.start()
        assert box.wait(30) is True
        letter.join()
        assert len(box.fetch_new()) == 1
        assert box.wait(0.05) is False


def test_a_replaced_folder_is_noticed(office: PostOffice) -> None:
    def fill() -> None:
        with IMAPClient(HOST, office.imap_port, ssl=False) as client:
            client.login(BOX, "secret")
            if client.folder_exists("games"):
                client.delete_folder("games")
            client.create_folder("games")
            client.append("games", draft())

    fill()
    with Mailbox(imap(office), "games") as box:
        old = [uid for uid, _ in box.fetch_new()]
        fill()
        assert box.mark_done(old) == 0
        assert len(box.fetch_new()) == 1


def test_wrong_password(office: PostOffice) -> None:
    with pytest.raises(MailboxError, match=r"login refused for 'moderator@example.org'.*check user and password"):
        Mailbox(imap(office, "wrong")).check()
    with pytest.raises(Undelivered, match=r"login refused for 'moderator@example.org'.*check user and password"):
        asyncio.run(Sender(smtp(office, "wrong")).check())


def test_missing_folder(office: PostOffice) -> None:
    with pytest.raises(MailboxError, match="no folder 'Games'"):
        Mailbox(imap(office), "Games").check()


def test_check_says_what_it_found(office: PostOffice) -> None:
    send(smtp(office), draft())
    assert mailbox(office).check().endswith("(none): folder INBOX, 1 waiting, IDLE")
    assert asyncio.run(Sender(smtp(office)).check()).endswith("(none): no login")
    assert asyncio.run(Sender(smtp(office, "secret")).check()).endswith(f"logged in as {BOX}")


def test_unknown_recipient_is_refused_with_the_servers_words(office: PostOffice) -> None:
    with pytest.raises(Refused, match=r"550 5.1.1 <bert@example.org>: no such mailbox"):
        send(smtp(office), draft(), to="bert@example.org")


def test_a_refusal_does_not_end_the_connection(office: PostOffice) -> None:
    async def run() -> None:
        async with Sender(smtp(office)) as sender:
            with pytest.raises(Refused):
                await sender.send(draft(), PLAYER, "bert@example.org")
            await sender.send(draft(), PLAYER, BOX)

    asyncio.run(run())
    assert len(office.messages(BOX)) == 1


def test_a_dropped_connection_is_opened_again() -> None:
    async def run() -> None:
        with PostOffice(PASSWORDS) as first:
            sender = Sender(smtp(first))
            await sender.send(draft(), PLAYER, BOX)
            port = first.smtp_port
        with pytest.raises(Undelivered):
            await sender.send(draft(), PLAYER, BOX)
        with PostOffice(PASSWORDS, smtp_port=port) as second:
            await sender.send(draft(), PLAYER, BOX)
            assert len(second.messages(BOX)) == 1
            await sender.close()

    asyncio.run(run())


def test_server_down() -> None:
    with closing(socket.create_server((HOST, 0))) as taken:
        port = taken.getsockname()[1]
    server = Server(HOST, port, BOX, "secret", "none", timeout=5)
    with pytest.raises(MailboxError, match=rf"{HOST}:{port}: nobody listens there.*check host and port"):
        Mailbox(server).check()
    with pytest.raises(Undelivered, match=rf"{HOST}:{port}: nobody listens there.*check host and port"):
        send(server, draft())


def test_server_lost_while_logged_in(office: PostOffice) -> None:
    with mailbox(office) as box:
        office.stop()
        with pytest.raises(MailboxError, match=f"IMAP {HOST}"):
            box.fetch_new()


@pytest.mark.parametrize("security", ["tls", "starttls"])
def test_encryption_is_never_given_up_quietly(office: PostOffice, security: Security) -> None:
    with pytest.raises(MailboxError):
        Mailbox(imap(office, security=security)).check()
    with pytest.raises(Undelivered):
        asyncio.run(Sender(smtp(office, security=security)).check())


def test_port_taken(office: PostOffice) -> None:
    with pytest.raises(OSError, match="in use"):
        PostOffice(PASSWORDS, smtp_port=office.smtp_port).start()


def test_delivery_hook_and_unknown_mailbox() -> None:
    seen: list[str] = []
    with PostOffice(PASSWORDS, on_delivery=lambda _, recipient: seen.append(recipient)) as office:
        office.deliver(draft(), "anna+x@example.org")
        with pytest.raises(KeyError):
            office.deliver(draft(), "nobody@example.org")
    assert seen == ["anna+x@example.org"]
    assert b"Delivered-To: anna+x@example.org\r\n" in office.messages(PLAYER)[0]
    with pytest.raises(RuntimeError, match="closed"):
        office.deliver(draft(), PLAYER)


def test_an_ordinary_mail_program_can_work_with_its_mailbox(office: PostOffice) -> None:
    with IMAPClient(HOST, office.imap_port, ssl=False) as client:
        client.login(PLAYER, "anna's")
        client.create_folder("Sent")
        client.append("Sent", draft(), flags=[SEEN])
        office.deliver(draft(), PLAYER)
        client.select_folder("INBOX")
        (uid,) = client.search("ALL")
        found = client.fetch(
            [uid], ["FLAGS", "RFC822.SIZE", "ENVELOPE", "BODYSTRUCTURE", "BODY.PEEK[HEADER.FIELDS (Subject)]"]
        )
        assert found[uid][b"ENVELOPE"].subject == b"Orders"
        client.add_flags([uid], [SEEN, rb"\Answered"])
        client.move([uid], "Sent")
        assert client.select_folder("Sent")[b"EXISTS"] == 2


def test_starttls_asks_for_the_certificate_of_the_host() -> None:
    with socket.create_server((HOST, 0)) as listener, ThreadPoolExecutor() as beside:
        hello = beside.submit(hello_behind_starttls, listener)
        server = Server("localhost", listener.getsockname()[1], BOX, "secret", "starttls", timeout=5)
        with pytest.raises(MailboxError):
            Mailbox(server).check()
        assert b"localhost" in hello.result()


def hello_behind_starttls(listener: socket.socket) -> bytes:
    """What a client says first when it may encrypt; then the connection ends."""
    connection, _ = listener.accept()
    with connection, connection.makefile("rb") as asked:
        connection.sendall(b"* OK [CAPABILITY IMAP4rev1 STARTTLS] ready\r\n")
        while not (line := asked.readline().rstrip()).endswith(b"STARTTLS"):
            tag = line.split()[0]
            connection.sendall(b"* CAPABILITY IMAP4rev1 STARTTLS\r\n" + tag + b" OK done\r\n")
        connection.sendall(line.split()[0] + b" OK begin\r\n")
        return asked.read1()
