"""IMAP and SMTP servers on loopback that take tokens, with the error challenge of RFC 7628; scripted to the last line."""

from __future__ import annotations

import base64
import json
import re
import socketserver
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager

HOST = "127.0.0.1"
CHALLENGE = base64.b64encode(json.dumps({"status": "invalid_token", "scope": "mail"}).encode())
TOKEN = re.compile(rb"auth=Bearer ([^\x01]+)\x01\x01$")
IsGood = Callable[[str], bool]


class TokenServer:
    """What the sessions of one server share."""

    def __init__(self, is_good: IsGood, mechanisms: tuple[str, ...]) -> None:
        self.is_good = is_good
        self.mechanisms = mechanisms
        self.port = 0
        self.said: list[bytes] = []
        """What clients have said in answer to challenges, decoded."""
        self.logins: list[str] = []
        """The tokens that were shown."""
        self.taken = 0
        """The mails that were taken."""
        self.hangs_up = False
        """Whether it hangs up behind a login that it refuses."""


class _Session(socketserver.StreamRequestHandler):
    """What IMAP and SMTP have in common: lines."""

    shared: TokenServer
    token = ""

    def tell(self, line: str | bytes) -> None:
        """Send a line."""
        self.wfile.write((line.encode() if isinstance(line, str) else line) + b"\r\n")

    def hear(self) -> bytes:
        """The next line; an empty one has at least its end."""
        line = self.rfile.readline()
        if not line:
            raise ConnectionAbortedError
        return line.removesuffix(b"\n").removesuffix(b"\r")

    def handle(self) -> None:
        """Serve until the client hangs up."""
        try:
            self.serve()
        except OSError:
            return

    def serve(self) -> None:
        """The protocol."""

    def log_in(self, go_on: str) -> bool:
        """The exchange of RFC 7628 3.2: a token, and if it is not good an error that the client must answer."""
        self.tell(go_on)
        first = base64.b64decode(self.hear())
        self.shared.said.append(first)
        found = TOKEN.search(first)
        self.token = found[1].decode() if found else ""
        self.shared.logins.append(self.token)
        if self.shared.is_good(self.token):
            return True
        self.tell(go_on.encode() + CHALLENGE)
        self.shared.said.append(base64.b64decode(self.hear()))
        return False


class _Imap(_Session):
    """As much IMAP as a look into an empty mailbox needs. A token that is over ends the session (BYE)."""

    def serve(self) -> None:
        mechanisms = " ".join(f"AUTH={name}" for name in self.shared.mechanisms)
        self.tell(f"* OK [CAPABILITY IMAP4rev1 {mechanisms}] ready")
        while True:
            tag, command, *_ = (self.hear() + b" ").decode().split(" ", 2)
            if self.token and not self.shared.is_good(self.token):
                self.tell("* BYE session is over")
                return
            match command:
                case "AUTHENTICATE":
                    good = self.log_in("+ ")
                    self.tell(f"{tag} OK [CAPABILITY IMAP4rev1 UIDPLUS] in" if good else f"{tag} NO AUTHENTICATE failed")
                    if not good and self.shared.hangs_up:
                        return
                    self.token = self.token if good else ""
                case "CAPABILITY":
                    self.tell(f"* CAPABILITY IMAP4rev1 {mechanisms}")
                    self.tell(f"{tag} OK done")
                case "SELECT":
                    self.tell("* 0 EXISTS")
                    self.tell("* OK [UIDVALIDITY 7] valid")
                    self.tell(f"{tag} OK [READ-WRITE] done")
                case "UID":
                    self.tell("* SEARCH")
                    self.tell(f"{tag} OK done")
                case "LOGOUT":
                    self.tell("* BYE bye")
                    self.tell(f"{tag} OK done")
                    return
                case _:
                    self.tell(f"{tag} OK done")


class _Smtp(_Session):
    """As much SMTP as handing over a mail needs. A token that is over is told at MAIL."""

    def serve(self) -> None:
        self.tell("220 ready")
        while True:
            command = self.hear().decode().upper()
            match command.split(" ")[0].split(":")[0]:
                case "EHLO":
                    self.tell("250-here")
                    self.tell(f"250 AUTH {' '.join(self.shared.mechanisms)}")
                case "AUTH":
                    good = self.log_in("334 ")
                    self.tell("235 2.7.0 in" if good else "535 5.7.8 not accepted")
                    if not good and self.shared.hangs_up:
                        return
                case "MAIL" if not self.shared.is_good(self.token):
                    self.tell("530 5.7.57 Client not authenticated to send mail")
                case "DATA":
                    self.tell("354 go on")
                    while self.hear() != b".":
                        pass
                    self.shared.taken += 1
                    self.tell("250 taken")
                case "QUIT":
                    self.tell("221 bye")
                    return
                case _:
                    self.tell("250 done")


class _Threads(socketserver.ThreadingTCPServer):
    allow_reuse_address = True
    daemon_threads = True


@contextmanager
def token_server(kind: str, is_good: IsGood, *mechanisms: str) -> Iterator[TokenServer]:
    """A server ("imap" or "smtp") that takes good tokens by these mechanisms (AUTH names)."""
    shared = TokenServer(is_good, mechanisms or ("XOAUTH2", "OAUTHBEARER"))
    session = type("Session", (_Imap if kind == "imap" else _Smtp,), {"shared": shared})
    server = _Threads((HOST, 0), session)
    shared.port = server.server_address[1]
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01}, daemon=True)
    thread.start()
    try:
        yield shared
    finally:
        server.shutdown()
        thread.join()
        server.server_close()
