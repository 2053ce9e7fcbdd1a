"""An SMTP server that does as it is told: what it answers to which verb, and when it hangs up."""

from __future__ import annotations

import socketserver
import threading
from collections.abc import Callable, Mapping
from email import message_from_bytes
from types import TracebackType
from typing import Self

HOST = "127.0.0.1"
HANG_UP = "hang up"
"""In place of a reply."""
GREETING, END = "CONNECT", "END"
"""The verbs of the greeting, and of the lone dot behind a message."""
USUAL = {
    GREETING: "220 scripted ESMTP",
    "EHLO": "250-scripted\r\n250-SIZE 1000000\r\n250 AUTH PLAIN LOGIN",
    "AUTH": "235 2.7.0 ok",
    "DATA": "354 go ahead",
    "QUIT": "221 2.0.0 bye",
}
OK = "250 2.0.0 ok"

Answer = Callable[[str, str], str | None]
"""What is answered to a verb with its line, for the recipient named last; None: as usual."""


class ScriptedServer:
    """An SMTP server on loopback, a context manager. `answer` is what it says, by verb or worked out; it can be replaced.

    `taken` are the messages that it took, `lines` all that it was told.
    """

    def __init__(self, answer: Mapping[str, str] | Answer | None = None) -> None:
        self.answer: Mapping[str, str] | Answer = answer or {}
        self.taken: list[tuple[str, bytes]] = []
        self.lines: list[str] = []
        script = self

        class Handler(socketserver.StreamRequestHandler):
            timeout = 10

            def handle(self) -> None:
                script.converse(self)

        self._server = socketserver.ThreadingTCPServer((HOST, 0), Handler)
        self._server.daemon_threads = True
        self.port = int(self._server.server_address[1])
        self._thread = threading.Thread(target=self._server.serve_forever, args=(0.01,), daemon=True)

    def __enter__(self) -> Self:
        self._thread.start()
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        self._server.shutdown()
        self._server.server_close()

    def to(self, address: str) -> list[str]:
        """The Message-IDs that were taken for an address."""
        return [str(message_from_bytes(raw)["Message-ID"]) for reader, raw in self.taken if reader == address]

    def _say(self, verb: str, line: str, recipient: str) -> str:
        said = self.answer(verb, recipient or line) if callable(self.answer) else self.answer.get(verb)
        return said or USUAL.get(verb, OK)

    def converse(self, handler: socketserver.StreamRequestHandler) -> None:
        """One connection."""
        recipient, said = "", self._say(GREETING, "", "")
        while self._reply(handler, said):
            line = handler.rfile.readline().decode("ascii", "replace").rstrip("\r\n")
            if not line:
                return
            self.lines.append(line)
            verb = line.split()[0].upper()
            if verb == "RCPT":
                recipient = line.partition("<")[2].partition(">")[0]
            said = self._say(verb, line, recipient)
            if verb == "QUIT":
                self._reply(handler, said)
                return
            if verb == "DATA" and said.startswith("354"):
                self._reply(handler, said)
                raw = self._message(handler)
                if raw is None:
                    return
                said = self._say(END, line, recipient)
                if said.startswith("2"):
                    self.taken.append((recipient, raw))

    def _reply(self, handler: socketserver.StreamRequestHandler, said: str) -> bool:
        """Say it. Gives whether the connection goes on."""
        if said == HANG_UP:
            return False
        handler.wfile.write(f"{said}\r\n".encode())
        return not said.startswith("421")

    def _message(self, handler: socketserver.StreamRequestHandler) -> bytes | None:
        """A message; None where the client hangs up before its end."""
        lines = []
        while (line := handler.rfile.readline()) not in (b".\r\n", b""):
            lines.append(line.removeprefix(b".") if line.startswith(b"..") else line)
        return b"".join(lines) if line else None
