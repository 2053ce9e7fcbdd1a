"""A line to a server that breaks: a proxy that hangs up, or falls silent, in the midst of an answer to FETCH."""

from __future__ import annotations

import socket
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import Literal

Trouble = Literal["cut", "stall"]


class Line:
    """Forwards connections; of those begun first, each breaks after so many bytes of answers to a FETCH of a letter."""

    def __init__(self, target: tuple[str, int], breaks: list[int], trouble: Trouble) -> None:
        self._target = target
        self._breaks = breaks
        self._trouble = trouble
        self._listening = socket.create_server(("127.0.0.1", 0))
        self.port: int = self._listening.getsockname()[1]
        self.broken = 0

    def run(self) -> None:
        """Accept until closed."""
        with suppress(OSError):
            while True:
                client, _ = self._listening.accept()
                after = self._breaks.pop(0) if self._breaks else None
                _Connection(self, client, socket.create_connection(self._target), after, self._trouble).start()

    def close(self) -> None:
        """Take no more connections."""
        with suppress(OSError):
            self._listening.shutdown(socket.SHUT_RDWR)
        self._listening.close()


class _Connection:
    """Two threads that forward bytes, until `after` bytes have come since a letter's body was asked for."""

    def __init__(
        self, line: Line, client: socket.socket, server: socket.socket, after: int | None, trouble: Trouble
    ) -> None:
        self._line = line
        self._client = client
        self._server = server
        self._left = after
        self._trouble = trouble
        self._fetching = False

    def start(self) -> None:
        for forward in (self._commands, self._answers):
            threading.Thread(target=forward, daemon=True).start()

    def _commands(self) -> None:
        with suppress(OSError):
            while data := self._client.recv(65536):
                self._fetching = self._fetching or b"BODY.PEEK[]" in data
                self._server.sendall(data)
        self._hang_up()

    def _answers(self) -> None:
        with suppress(OSError):
            while data := self._server.recv(65536):
                if self._fetching and self._left is not None:
                    if len(data) > self._left:
                        self._client.sendall(data[: self._left])
                        self._line.broken += 1
                        break
                    self._left -= len(data)
                self._client.sendall(data)
            else:
                self._trouble = "cut"
        if self._trouble == "cut":
            self._hang_up()

    def _hang_up(self) -> None:
        for end in (self._client, self._server):
            with suppress(OSError):
                end.shutdown(socket.SHUT_RDWR)
            end.close()


@contextmanager
def breaking_line(target: tuple[str, int], breaks: list[int], trouble: Trouble) -> Iterator[Line]:
    """A line to `target` whose first connections break after these many bytes of a letter each; later ones hold."""
    line = Line(target, breaks, trouble)
    threading.Thread(target=line.run, daemon=True).start()
    try:
        yield line
    finally:
        line.close()
