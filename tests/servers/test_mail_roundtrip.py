"""What pbem takes for granted of a mail server, proved on Postfix and Dovecot without any code of pbem."""

import smtplib
from collections.abc import Callable
from email import message_from_bytes, policy
from email.message import EmailMessage
from email.utils import make_msgid

import pytest
from imapclient import IMAPClient  # type: ignore[import-untyped]

from .conftest import Servers

LogIn = Callable[[str], IMAPClient]
WAIT_SECONDS = 20


def letter(sender: str, to: str) -> EmailMessage:
    message = EmailMessage()
    message["From"], message["To"], message["Subject"] = sender, to, "orders"
    message["Message-ID"] = make_msgid(domain="example.test")
    message.set_content("march york")
    return message


def send(servers: Servers, message: EmailMessage, envelope_to: str | None = None) -> None:
    with smtplib.SMTP(*servers.smtp, timeout=WAIT_SECONDS) as smtp:
        smtp.send_message(message, to_addrs=envelope_to)


def idle_then(client: IMAPClient, act: Callable[[], None]) -> list[object]:
    """What the server says on its own while the client idles, after `act`."""
    client.idle()
    act()
    said: list[object] = client.idle_check(timeout=WAIT_SECONDS)
    client.idle_done()
    return said


def only_message(client: IMAPClient) -> EmailMessage:
    (uid,) = client.search()
    return message_from_bytes(client.fetch([uid], ["RFC822"])[uid][b"RFC822"], policy=policy.default)


def test_idle_wakes_up_and_the_token_arrives(servers: Servers, log_in: LogIn) -> None:
    inbox = log_in("moderator")
    message = letter(servers.account("york").address, f"moderator+k7x2token@{servers.domain}")
    assert (1, b"EXISTS") in idle_then(inbox, lambda: send(servers, message))
    arrived = only_message(inbox)
    assert arrived["Message-ID"] == message["Message-ID"]
    assert "moderator+k7x2token@example.test" in arrived["Delivered-To"]


def test_token_of_the_envelope_alone_arrives(servers: Servers, log_in: LogIn) -> None:
    inbox = log_in("moderator")
    message = letter(servers.account("york").address, "somebody@elsewhere.test")
    idle_then(inbox, lambda: send(servers, message, f"moderator+k7x2token@{servers.domain}"))
    assert "moderator+k7x2token@example.test" in only_message(inbox)["Delivered-To"]


@pytest.mark.parametrize("player", ["york", "lancaster"])
def test_moderator_logs_in_and_writes_to_a_player(player: str, servers: Servers, log_in: LogIn) -> None:
    inbox, moderator = log_in(player), servers.account("moderator")

    def report() -> None:
        with smtplib.SMTP(*servers.smtp, timeout=WAIT_SECONDS) as smtp:
            smtp.login(moderator.name, moderator.password)
            smtp.send_message(letter(moderator.address, servers.account(player).address))

    idle_then(inbox, report)
    assert only_message(inbox)["From"] == moderator.address


def test_wrong_password_is_refused(servers: Servers) -> None:
    with (
        smtplib.SMTP(*servers.smtp, timeout=WAIT_SECONDS) as smtp,
        pytest.raises(smtplib.SMTPAuthenticationError),
    ):
        smtp.login("moderator", "wrong")


def test_unknown_recipient_is_refused(servers: Servers) -> None:
    message = letter("york@example.test", "nobody@example.test")
    with pytest.raises(smtplib.SMTPRecipientsRefused, match="550"):
        send(servers, message)
