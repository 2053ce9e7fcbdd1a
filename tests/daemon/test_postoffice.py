"""The embedded post office when it closes."""

from __future__ import annotations

import socket
from contextlib import ExitStack, closing

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
