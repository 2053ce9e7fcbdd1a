"""A connection that can be hung up on while somebody waits for the other end."""

import socket
from contextlib import suppress


class Wire:
    """A connection that another thread can hang up on, whatever is just done with it: greeted, encrypted or asked.

    What is kept of it is a handle of its own: a connection that is encrypted gets another socket.
    """

    def __init__(self) -> None:
        self._handle: socket.socket | None = None

    def note(self, opened: socket.socket) -> None:
        """Register a connection in place of the one before."""
        self.close()
        self._handle = opened.dup()

    def hang_up(self) -> None:
        """End every wait for the other end."""
        if self._handle is not None:
            with suppress(OSError):
                self._handle.shutdown(socket.SHUT_RDWR)

    def close(self) -> None:
        """Let the handle go."""
        if self._handle is not None:
            self._handle.close()
