"""Sending letters over SMTP (RFC 5321), each to one recipient: no server can take a letter for some and not for others.

A letter is taken when the server has said so after its last line. Where the connection is lost before that, nobody can know
whether it was: it counts as not taken and is sent again, the same to the byte and under the same Message-ID (RFC 5321
4.5.4.1: a letter twice is better than none, RFC 1047).
"""

import asyncio
import base64
from collections.abc import Awaitable
from types import TracebackType
from typing import Self

import aiosmtplib

from .login.sasl import TokenExchange, mechanism_for
from .login.ways import NoSecret
from .replies import Judgement, SmtpStage, Whose, judge
from .server import Server, what_to_mend

MAX_SAID = 500
"""Characters of a server's reply that are kept."""
_CONTINUE, _LOGGED_IN = 334, 235
_LOGIN_IS_OVER = (530, 534, 535, 538)
"""Answers to a mail that are about our login (RFC 4954 6), such as one whose token is over."""
_PARAMETER_REFUSED = (501, 504, 555)
"""Answers of servers that offer a size (RFC 1870) and do not take it (RFC 5321 4.2.4)."""
_SUCCESS = range(200, 300)
_OTHER_ANSWERS = (aiosmtplib.SMTPStatus.completed, aiosmtplib.SMTPStatus.will_forward)


class NotTaken(Exception):
    """The server has not taken a letter; the message says why, `whose` whom that is about, `code` its reply (0: none)."""

    def __init__(self, reason: str, whose: Whose = Whose.SERVER, code: int = 0) -> None:
        super().__init__(reason)
        self.whose = whose
        self.code = code


class Refused(NotTaken):
    """It will never take it: the recipient is none, or the letter is too large (`mail.replies`)."""


class Undelivered(NotTaken):
    """Not this time: try again later."""


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
        if not _can_be_named(to):
            raise Refused(f"{to!r} cannot be written to: SMTP has no word for it", Whose.RECIPIENT)
        async with self._lock:
            await self._ready()
            try:
                await self._hand_over(raw, envelope_from, to)
            except aiosmtplib.SMTPResponseException as error:
                await self._end_transaction(error)
                raise self._judged(error, to) from error
            except (aiosmtplib.SMTPException, OSError) as error:
                # This letter may be why, as where a filter hangs up on it: the others are tried.
                self._client.close()
                raise Undelivered(f"SMTP {self._server}: {what_to_mend(error, self._server)}", Whose.UNCLEAR) from error
            except ValueError as error:
                # Something of ours that cannot be said, such as the name of this machine; no reader is to blame.
                self._client.close()
                raise Undelivered(f"SMTP {self._server}: {_in_a_line(str(error))}") from error

    async def _hand_over(self, raw: bytes, envelope_from: str, to: str) -> None:
        """Send one message: on a new connection if the server says that our login is over, or if its answers are out of
        step, as behind a server that gives two of them to one message.
        """
        try:
            await self._transact(raw, envelope_from, to)
        except aiosmtplib.SMTPResponseException as error:
            is_over = self._server.user and error.code in _LOGIN_IS_OVER
            if not is_over and not _is_out_of_step(error):
                raise
            self._client.close()
            await self._connect()
            await self._transact(raw, envelope_from, to)

    async def _transact(self, raw: bytes, envelope_from: str, to: str) -> None:
        """MAIL, RCPT, DATA (RFC 5321 3.3), with the size where the server wants to know it first (RFC 1870).

        A server may look long at a message before it says that it takes it: who hangs up sooner has sent it twice.
        """
        if self._client.is_ehlo_or_helo_needed:
            await self._greet()
        size = len(raw) + raw.count(b"\n") - raw.count(b"\r\n")
        options = [f"size={size}"] if self._client.supports_extension("size") else []
        try:
            await _succeeds(self._client.mail(envelope_from, options=options))
        except aiosmtplib.SMTPSenderRefused as error:
            if not options or error.code not in _PARAMETER_REFUSED:
                raise
            await _succeeds(self._client.mail(envelope_from))
        await _succeeds(self._client.rcpt(to))
        await _succeeds(self._data(raw, max(self._server.timeout, self._server.end_timeout)))

    async def _data(self, raw: bytes, timeout: float) -> None:
        """DATA, with the mail as it goes over the wire (RFC 5321 4.5.2): the library's regular expressions take as long for
        one with pictures as its map takes to be laid out.
        """
        protocol = self._client.protocol
        if protocol is None:
            raise aiosmtplib.SMTPServerDisconnected("Connection lost")
        begun = await protocol.execute_command(b"DATA", timeout=timeout)
        if begun.code != aiosmtplib.SMTPStatus.start_input:
            raise aiosmtplib.SMTPDataError(begun.code, begun.message)
        lines = b"\r\n".join([b"", *raw.splitlines()]).replace(b"\r\n.", b"\r\n..")
        protocol.write(lines[2:] + b"\r\n.\r\n")
        answer = await protocol.read_response(timeout=timeout)
        if answer.code != aiosmtplib.SMTPStatus.completed:
            raise aiosmtplib.SMTPDataError(answer.code, answer.message)

    async def _greet(self) -> None:
        """EHLO, or HELO to a server that does not know it (RFC 5321 3.2)."""
        try:
            await self._client.ehlo()
        except aiosmtplib.SMTPHeloError:
            if not self._client.is_connected:
                raise
            await self._client.helo()

    async def _end_transaction(self, error: aiosmtplib.SMTPResponseException) -> None:
        """Make room for the next letter. A server that hangs up, or says what cannot be read, gets a new connection."""
        if error.code == aiosmtplib.SMTPStatus.domain_unavailable or error.code < 0:
            self._client.close()
            return
        try:
            await self._client.rset()
        except (aiosmtplib.SMTPException, OSError):
            self._client.close()

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
        """Connect and log in. Raises Undelivered."""
        try:
            await self._client.connect()
            await self._login()
        except aiosmtplib.SMTPAuthenticationError as error:
            self._client.close()
            who = f"login refused for {self._server.user!r}: {error.code} {_in_a_line(error.message)}"
            raise Undelivered(f"SMTP {self._server}: {who}; {self._server.login.advice}", code=error.code) from error
        except NoSecret as error:
            self._client.close()
            raise Undelivered(f"SMTP {self._server}: no login for {self._server.user!r}: {error}") from error
        except aiosmtplib.SMTPResponseException as error:
            self._client.close()
            raise Undelivered(f"SMTP {self._server}: {error.code} {_in_a_line(error.message)}", code=error.code) from error
        except (aiosmtplib.SMTPException, OSError) as error:
            self._client.close()
            raise Undelivered(f"SMTP {self._server}: {what_to_mend(_root(error), self._server)}") from error
        except ValueError as error:  # a challenge that is no base64, a name of this machine that is not ASCII
            self._client.close()
            raise Undelivered(f"SMTP {self._server}: {_in_a_line(str(error))}") from error

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
        if self._client.is_ehlo_or_helo_needed:
            await self._greet()
        offered = self._client.server_auth_methods
        mechanism = mechanism_for(self._server.login.showing, offered, f"SMTP {self._server}")
        exchange = TokenExchange(mechanism, self._server.user, token, self._server.host, self._server.port)
        answer = await self._client.execute_command(b"AUTH", mechanism.encode())
        while answer.code == _CONTINUE:
            response = exchange.answer(_decoded(answer.message))
            answer = await self._client.execute_command(b"*" if response is None else base64.b64encode(response))
            if response is None:
                break
        if answer.code != _LOGGED_IN:
            problem = f" ({exchange.problem})" if exchange.problem else ""
            raise aiosmtplib.SMTPAuthenticationError(answer.code, f"{answer.message}{problem}")

    def _judged(self, error: aiosmtplib.SMTPResponseException, to: str) -> NotTaken:
        judgement: Judgement = judge(_stage_of(error), error.code, error.message, to)
        words = f"SMTP {self._server}: {error.code} {_in_a_line(error.message)}"
        return (Refused if judgement.final else Undelivered)(words, judgement.whose, error.code)


def _in_a_line(text: str) -> str:
    """What a server says, as it can be kept and shown: without line breaks and other control characters."""
    return " ".join("".join(sign if sign.isprintable() else " " for sign in text).split())[:MAX_SAID]


def _stage_of(error: aiosmtplib.SMTPResponseException) -> SmtpStage:
    match error:
        case aiosmtplib.SMTPRecipientRefused():
            return SmtpStage.RCPT
        case aiosmtplib.SMTPDataError():
            return SmtpStage.DATA
        case aiosmtplib.SMTPSenderRefused():
            return SmtpStage.MAIL
        case _:
            return SmtpStage.HELLO


def _root(error: Exception) -> BaseException:
    """aiosmtplib wraps the socket's error, which knows more."""
    return error.__cause__ if isinstance(error.__cause__, OSError) else error


def _decoded(challenge: str) -> bytes:
    """A challenge of SASL; what is not base64 counts as none."""
    try:
        return base64.b64decode(challenge)
    except ValueError:
        return b""


def _can_be_named(address: str) -> bool:
    """Whether an address can stand in a command: without SMTPUTF8 (RFC 6531) that is ASCII without control characters."""
    return address.isascii() and address.isprintable()


async def _succeeds(step: Awaitable[object]) -> None:
    """Take a step of a transaction. The first digit of a reply says whether it did (RFC 5321 4.3.2)."""
    try:
        await step
    except aiosmtplib.SMTPResponseException as error:
        if error.code not in _SUCCESS or _is_out_of_step(error):
            raise


def _is_out_of_step(error: aiosmtplib.SMTPResponseException) -> bool:
    """Whether DATA, which wants a 354, got what is an answer to something else: a 250 behind the message is no error."""
    return isinstance(error, aiosmtplib.SMTPDataError) and error.code in _OTHER_ANSWERS
