"""Sending letters over SMTP (RFC 5321)."""

import asyncio
from types import TracebackType
from typing import Self

import aiosmtplib

from .server import Server, what_to_mend

_PERMANENT = 500


class Refused(Exception):
    """The server will never take this letter (5xx, RFC 5321 4.2.1; an address that is none); the message says why."""


class Undelivered(Exception):
    """The letter was not sent this time (4xx, no connection, login refused); try again later. The message says why."""


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
            username=server.user or None,
            password=server.password if server.user else None,
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
                await self._client.sendmail(envelope_from, [to], raw)
            except aiosmtplib.SMTPRecipientsRefused as error:
                raise self._judged(error.recipients[0]) from error
            except aiosmtplib.SMTPResponseException as error:
                raise self._judged(error) from error
            except (aiosmtplib.SMTPException, OSError) as error:
                self._client.close()
                raise Undelivered(f"SMTP {self._server}: {what_to_mend(error, self._server)}") from error
            except ValueError as error:
                # Half a transaction may stand (RFC 5321 4.1.1.5); the other letters must not wait for this one.
                self._client.close()
                raise Refused(f"{to!r} cannot be written to: {error}") from error

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
        try:
            await self._client.connect()
        except aiosmtplib.SMTPAuthenticationError as error:
            self._client.close()
            who = f"login refused for {self._server.user!r}: {error.code} {error.message}"
            raise Undelivered(f"SMTP {self._server}: {who}; check user and password") from error
        except (aiosmtplib.SMTPException, OSError) as error:
            self._client.close()
            raise Undelivered(f"SMTP {self._server}: {what_to_mend(_root(error), self._server)}") from error

    def _judged(self, error: aiosmtplib.SMTPResponseException) -> Exception:
        words = f"SMTP {self._server}: {error.code} {error.message}"
        return Refused(words) if error.code >= _PERMANENT else Undelivered(words)


def _root(error: Exception) -> BaseException:
    """aiosmtplib wraps the socket's error, which knows more."""
    return error.__cause__ if isinstance(error.__cause__, OSError) else error
