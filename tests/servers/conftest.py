"""The servers that start-servers.sh started, as its environment variables tell."""

import os
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from dataclasses import dataclass

import pytest
from imapclient import IMAPClient  # type: ignore[import-untyped]


@dataclass(frozen=True)
class Account:
    """A mailbox on the test servers; the login name is the part before the @."""

    name: str
    address: str
    password: str


@dataclass(frozen=True)
class Servers:
    """Where they listen: `imap` (STARTTLS possible) and `smtp` without encryption, the ports of localhost with it."""

    imap: tuple[str, int]
    smtp: tuple[str, int]
    domain: str
    imaps_port: int
    submission_port: int
    smtps_port: int
    ca_file: str
    expired: str
    """The address with an expired certificate."""
    poor: str
    """The address of IMAP without IDLE and SMTP that loses +tokens."""

    def account(self, name: str) -> Account:
        return Account(name, f"{name}@{self.domain}", variable(f"PBEM_TEST_PASSWORD_{name.upper()}"))


def variable(name: str) -> str:
    value = os.environ.get(name)
    if value is None:
        pytest.fail(f"{name} is not set: these tests need the servers of tests/servers/start-servers.sh", pytrace=False)
    return value


def host_port(text: str) -> tuple[str, int]:
    host, _, port = text.rpartition(":")
    return host, int(port)


@pytest.fixture(scope="session")
def servers() -> Servers:
    imap, smtp = host_port(variable("PBEM_TEST_IMAP")), host_port(variable("PBEM_TEST_SMTP"))
    imaps, submission, smtps = (int(variable(f"PBEM_TEST_{name}_PORT")) for name in ("IMAPS", "SUBMISSION", "SMTPS"))
    ca, expired, poor = (variable(f"PBEM_TEST_{name}") for name in ("CA", "EXPIRED", "POOR"))
    return Servers(imap, smtp, variable("PBEM_TEST_DOMAIN"), imaps, submission, smtps, ca, expired, poor)


@pytest.fixture
def log_in(servers: Servers) -> Iterator[Callable[[str], IMAPClient]]:
    """Opens the emptied INBOX of an account."""
    with ExitStack() as open_clients:

        def open_inbox(name: str) -> IMAPClient:
            host, port = servers.imap
            client = open_clients.enter_context(IMAPClient(host, port, ssl=False, timeout=20))
            client.login(name, servers.account(name).password)
            client.select_folder("INBOX")
            client.delete_messages(client.search())
            client.expunge()
            for _, _, folder in client.list_folders("", "*pbem-owner-*"):  # each test has a database of its own
                client.delete_folder(folder)
            return client

        yield open_inbox


@pytest.fixture
def york(log_in: Callable[[str], IMAPClient]) -> IMAPClient:
    """York's mailbox; the others' are emptied as well."""
    log_in("moderator")
    log_in("lancaster")
    return log_in("york")
