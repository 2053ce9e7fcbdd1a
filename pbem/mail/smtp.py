"""Sending letters over SMTP (RFC 5321)."""

import asyncio
import base64
import binascii
from types import TracebackType
from typing import Self

import aiosmtplib

from .login.sasl import TokenExchange, mechanism_for
from .login.ways import NoSecret
from .server import Server, what_to_mend

_PERMANENT = 500
_CONTINUE, _LOGGED_IN = 334, 235
_LOGIN_IS_OVER = (530, 534, 535, 538)
"""Answers to a mail that are about our login (RFC 4954 6), such as one whose token is over."""


class Refused(Exception):
    """The server will never take this letter (5xx, RFC 5321 4.2.1; an address that is none); the message says why."""


class Undelivered(Exception):
    """The letter was not sent this time (4xx, no connection, login refused); try again later. The message says why."""


class Unreachable(Undelivered):
    """The server cannot be reached, or takes no login: that is no matter of the letter."""


class Sender:
    """A connection to the server that takes our letters: opened when needed, kept, opened again when dropped.

    Belongs to the event loop it is first used in; close it there (or use `async with`).
    """

    def __init__(self, server: Server) -> None:
        self._server = server
        self._lock = asyncio.Lock()
        self._client = aiosmtplib.SMTP(
            hostname=server.host,
            port=server.port,
            timeout=server.timeout,
            use_tls=server.security == "tls",
            start_tls=server.security == "starttls",
            tls_context=server.context,
        )

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self.close()

    async def send(self, raw: bytes, envelope_from: str, to: str) -> None:
        """Hand one message over for one recipient; `envelope_from` is where bounces go.

        Raises Refused (give it up) or Undelivered (keep it).
        """
        async with self._lock:
            await self._ready()
            try:
                await self._hand_over(raw, envelope_from, to)
            except aiosmtplib.SMTPRecipientsRefused as error:
                raise self._judged(error.recipients[0]) from error
            except aiosmtplib.SMTPResponseException as error:
                raise self._judged(error) from error
            except (aiosmtplib.SMTPException, OSError) as error:
                self._client.close()
                raise Unreachable(f"SMTP {self._server}: {what_to_mend(error, self._server)}") from error
            except ValueError as error:
                # Half a transaction may stand (RFC 5321 4.1.1.5); the other letters must not wait for this one.
                self._client.close()
                raise Refused(f"{to!r} cannot be written to: {error}") from error

    async def _hand_over(self, raw: bytes, envelope_from: str, to: str) -> None:
        """Send one message, with a new login if the server says that ours is over."""
        try:
            await self._client.sendmail(envelope_from, [to], raw)
        except (aiosmtplib.SMTPRecipientsRefused, aiosmtplib.SMTPResponseException) as error:
            if not self._server.user or _code(error) not in _LOGIN_IS_OVER:
                raise
            self._client.close()
            await self._connect()
            await self._client.sendmail(envelope_from, [to], raw)

    async def close(self) -> None:
        """Say goodbye if the server still listens; hang up in any case."""
        if self._client.is_connected:
            try:
                await self._client.quit()
            except (aiosmtplib.SMTPException, OSError):
                self._client.close()

    async def check(self) -> str:
        """Connect, log in, and say in one line what was found. Raises Undelivered."""
        async with self._lock:
            await self._ready()
        await self.close()
        who = f"logged in as {self._server.user}" if self._server.user else "no login"
        return f"SMTP {self._server} ({self._server.security}): {who}"

    async def _ready(self) -> None:
        """A connection that still answers: servers hang up on idle clients (RFC 5321 4.5.3.2.7)."""
        if self._client.is_connected:
            try:
                await self._client.noop()
            except (aiosmtplib.SMTPException, OSError):
                self._client.close()
            else:
                return
        await self._connect()

    async def _connect(self) -> None:
        """Connect and log in. Raises Unreachable."""
        try:
            await self._client.connect()
            await self._login()
        except aiosmtplib.SMTPAuthenticationError as error:
            self._client.close()
            who = f"login refused for {self._server.user!r}: {error.code} {error.message}"
            raise Unreachable(f"SMTP {self._server}: {who}; {self._server.login.advice}") from error
        except NoSecret as error:
            self._client.close()
            raise Unreachable(f"SMTP {self._server}: no login for {self._server.user!r}: {error}") from error
        except (aiosmtplib.SMTPException, OSError) as error:
            self._client.close()
            raise Unreachable(f"SMTP {self._server}: {what_to_mend(_root(error), self._server)}") from error

    async def _login(self) -> None:
        """Log in, if there is a user; a token that the server takes no longer is renewed once."""
        if not self._server.user:
            return
        login = self._server.login
        secret = await asyncio.to_thread(login.secret)
        if login.showing == "password":
            await self._client.login(self._server.user, secret)
            return
        try:
            await self._show_token(secret)
        except aiosmtplib.SMTPAuthenticationError:
            other = await asyncio.to_thread(login.secret, secret)
            if other == secret:
                raise
            if not self._client.is_connected:
                await self._client.connect()
            await self._show_token(other)

    async def _show_token(self, token: str) -> None:
        """Log in by SASL (RFC 4954). The token goes in a line of its own: with it, AUTH would be longer than lines may be.

        Raises SMTPAuthenticationError, and NoSecret if the server takes no tokens.
        """
        if self._client.last_ehlo_response is None:
            await self._client.ehlo()
        offered = self._client.server_auth_methods
        mechanism = mechanism_for(self._server.login.showing, offered, f"SMTP {self._server}")
        exchange = TokenExchange(mechanism, self._server.user, token, self._server.host, self._server.port)
        answer = await self._client.execute_command(b"AUTH", mechanism.encode())
        while answer.code == _CONTINUE:
            said = exchange.answer(_decoded(answer.message))
            answer = await self._client.execute_command(b"*" if said is None else base64.b64encode(said))
            if said is None:
                break
        if answer.code != _LOGGED_IN:
            problem = f" ({exchange.problem})" if exchange.problem else ""
            raise aiosmtplib.SMTPAuthenticationError(answer.code, f"{answer.message}{problem}")

    def _judged(self, error: aiosmtplib.SMTPResponseException) -> Exception:
        words = f"SMTP {self._server}: {error.code} {error.message}"
        return Refused(words) if error.code >= _PERMANENT else Undelivered(words)


def _root(error: Exception) -> BaseException:
    """aiosmtplib wraps the socket's error, which knows more."""
    return error.__cause__ if isinstance(error.__cause__, OSError) else error


def _code(error: Exception) -> int:
    """The server's code for a mail that it does not take."""
    if isinstance(error, aiosmtplib.SMTPRecipientsRefused):
        return error.recipients[0].code
    return error.code if isinstance(error, aiosmtplib.SMTPResponseException) else 0


def _decoded(challenge: str) -> bytes:
    """A challenge of SASL; what is not base64 counts as none."""
    try:
        return base64.b64decode(challenge)
    except binascii.Error:
        return b""
