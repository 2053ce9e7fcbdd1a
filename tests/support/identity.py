"""A stub identity server on loopback: device codes, tokens and introspection (RFC 6749, 8628, 7662), as tests script it."""

from __future__ import annotations

import json
import threading
import time
from base64 import b64decode
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any
from urllib.parse import parse_qs

from pbem.mail.login.identity import Account

HOST = "127.0.0.1"
CLIENT = "pbem-client"
Answer = tuple[int, dict[str, Any]]
PENDING, SLOW_DOWN, DENIED, EXPIRED = "authorization_pending", "slow_down", "access_denied", "expired_token"


class IdentityServer:
    """What the server knows and was asked. `polls` are the errors a device code is answered with before it is confirmed."""

    def __init__(self, port: int) -> None:
        self.port = port
        self.polls: list[str] = []
        self.down = False
        self.trickles = ""
        """What of an answer comes byte by byte and has no end: its "header", its "body", or that to CONNECT ("proxy")."""
        self.seconds = 3600
        """How long the tokens to come hold."""
        self.rotates = False
        """Whether a refresh token counts once only (RFC 6749 6)."""
        self.refuses = ""
        """The error with which every refresh is answered."""
        self.holding: dict[str, float] = {}
        """Access tokens, and until when they hold (seconds since 1970)."""
        self.refreshing: set[str] = set()
        self.asked: list[tuple[str, dict[str, str]]] = []
        """The path and the form of every request, and as "basic" what was shown as HTTP Basic."""
        self._count = 0
        self._lock = threading.Lock()

    def url(self, path: str) -> str:
        """The address of an endpoint."""
        return f"http://{HOST}:{self.port}/{path}"

    def account(self, name: str = "moderator") -> Account:
        """We, as this server knows us."""
        return Account(
            name,
            CLIENT,
            self.url("token"),
            "mail offline_access",
            device_url=self.url("device"),
            authorize_url=self.url("authorize"),
            redirect_url="http://127.0.0.1:8765/",
        )

    def table(self, name: str = "moderator") -> str:
        """The same as a table of the configuration."""
        urls = "".join(f'{end}_url = "{self.url(end)}"\n' for end in ("device", "authorize", "token"))
        return f'\n[[oauth]]\nname = "{name}"\nclient_id = "{CLIENT}"\nscope = "mail offline_access"\n{urls}'

    def withdraw(self) -> None:
        """No access token that was given holds any longer."""
        self.holding.clear()

    def is_good(self, token: str) -> bool:
        """Whether an access token holds."""
        return self.holding.get(token, 0) > time.time()

    def count(self, path: str) -> int:
        """How often an endpoint was asked."""
        return [asked for asked, _ in self.asked].count(path)

    def answer(self, path: str, form: dict[str, str]) -> Answer:
        """What a request is answered with."""
        with self._lock:
            self.asked.append((path, form))
            if self.down:
                return 503, {"message": "down"}
            return {"device": self._device, "token": self._token, "introspect": self._introspect}[path](form)

    def _device(self, form: dict[str, str]) -> Answer:
        if form.get("client_id") != CLIENT:
            return 401, {"error": "invalid_client"}
        told = {"device_code": "d-1", "user_code": "ABCD-EFGH", "verification_uri": self.url("confirm")}
        return 200, told | {"expires_in": 600, "interval": 5}

    def _token(self, form: dict[str, str]) -> Answer:
        match form["grant_type"]:
            case "refresh_token":
                if self.refuses or form["refresh_token"] not in self.refreshing:
                    error = self.refuses or "invalid_grant"
                    return 400, {"error": error, "error_description": "AADSTS700082: the token\r\nis too old"}
                if self.rotates:
                    self.refreshing.discard(form["refresh_token"])
                return 200, self._give(rotated=self.rotates)
            case "authorization_code" if form["code"] != "good" or len(form["code_verifier"]) < 43:
                return 400, {"error": "invalid_grant"}
            case _ if self.polls:
                return 400, {"error": self.polls.pop(0)}
        return 200, self._give(rotated=True)

    def _give(self, *, rotated: bool) -> dict[str, Any]:
        self._count += 1
        token = f"access-{self._count}"
        self.holding[token] = time.time() + self.seconds
        told = {"access_token": token, "token_type": "Bearer", "expires_in": self.seconds, "scope": "mail"}
        if rotated:
            told["refresh_token"] = f"refresh-{self._count}"
            self.refreshing.add(f"refresh-{self._count}")
        return told

    def _introspect(self, form: dict[str, str]) -> Answer:
        good = self.is_good(form["token"])
        return 200, {"active": good, "username": "moderator", "email": "moderator"} if good else {"active": False}


@contextmanager
def identity_server(port: int = 0) -> Iterator[IdentityServer]:
    """A server that runs in a thread of its own."""

    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def do_POST(self) -> None:  # the library's name
            form = parse_qs(self.rfile.read(int(self.headers.get("Content-Length", 0))).decode())
            path = self.path.strip("/").partition("?")[0]
            shown = self.headers.get("Authorization", "").removeprefix("Basic ")
            basic = {"basic": b64decode(shown).decode()} if shown else {}
            status, told = server.answer(path, {name: values[0] for name, values in form.items()} | basic)
            body = json.dumps(told).encode()
            if server.trickles:
                self._trickle()
                return
            self.send_response(status)
            self.send_header("Content-Type", "application/json")
            self.send_header("Content-Length", str(len(body)))
            self.send_header("Connection", "close")
            self.end_headers()
            self.wfile.write(body)

        def do_CONNECT(self) -> None:  # the library's name
            self._trickle()

        def _trickle(self) -> None:
            """Until whoever has asked hangs up."""
            self.wfile.write(b"HTTP/1.1 200 OK\r\nX-Long: " if server.trickles != "body" else b"HTTP/1.1 200 OK\r\n\r\n")
            self.close_connection = True
            with suppress(OSError):
                while True:
                    self.wfile.write(b"x")
                    time.sleep(0.01)

        def log_message(self, *_: object) -> None:
            """Nothing: tests say what they expect."""

    http = ThreadingHTTPServer((HOST, port), Handler)
    server = IdentityServer(http.server_address[1])
    thread = threading.Thread(target=http.serve_forever, kwargs={"poll_interval": 0.01}, daemon=True)
    thread.start()
    try:
        yield server
    finally:
        http.shutdown()
        thread.join()
        http.server_close()
