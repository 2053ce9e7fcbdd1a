"""Getting tokens from an identity server: OAuth2 (RFC 6749) by device code (RFC 8628) or browser (RFC 7636, 8252).

oauthlib makes the requests and reads the answers; this module sends them over HTTP, waits, and reports errors.
"""

import json
import logging
import secrets
import socket
import ssl
import threading
import time
from base64 import b64encode
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from http.client import HTTPConnection, HTTPException, HTTPResponse, HTTPSConnection
from types import MappingProxyType, TracebackType
from typing import Any, Self
from urllib.error import HTTPError
from urllib.parse import parse_qs, quote_plus, urlencode, urlsplit
from urllib.request import HTTPHandler, HTTPRedirectHandler, HTTPSHandler, Request, build_opener

from oauthlib.common import add_params_to_uri  # type: ignore[import-untyped]
from oauthlib.oauth2 import (  # type: ignore[import-untyped]
    Client,
    DeviceClient,
    MissingTokenError,
    WebApplicationClient,
)

from pbem.mail.wire import Wire

from .ways import NoSecret

# oauthlib tells tokens at the level of debug.
logging.getLogger("oauthlib").setLevel(logging.WARNING)

TIMEOUT, END_SECONDS = 30.0, 60.0
"""Seconds of silence allowed (counted again after each byte), and seconds that a whole answer may take."""
MAX_ANSWER_BYTES = 256 * 1024
PKCE_LENGTH = 64
INTERVAL = SLOWER = 5.0
"""Seconds between two questions whether a device code was confirmed, and by which they are lengthened (RFC 8628 3.5)."""
MIN_INTERVAL = 1.0
MAX_INTERVAL = 60.0
DEVICE_SECONDS = 1800.0
"""Lifetime of a device code if the server does not state it."""
TOKEN_SECONDS = 300.0
"""Assumed lifetime of an access token if the server does not state it (RFC 6749 5.1 recommends that it does)."""


class IdentityTrouble(NoSecret):
    """The identity server cannot be reached or answers oddly; trying later may work."""


class IdentityRefusal(NoSecret):
    """The identity server says no; `code` is its error (RFC 6749 5.2, RFC 8628 3.5)."""

    def __init__(self, code: str, reason: str) -> None:
        super().__init__(reason)
        self.code = code


@dataclass(frozen=True)
class Account:
    """An account at an identity server, and what we are registered as there."""

    name: str
    client_id: str
    token_url: str
    scope: str
    client_secret: str = field(default="", repr=False)
    device_url: str = ""
    authorize_url: str = ""
    redirect_url: str = ""
    extra: Mapping[str, str] = field(default_factory=dict)
    """What this provider wants in the address of its login page besides what the standard has."""


@dataclass(frozen=True)
class Tokens:
    """What an identity server has given; `expires_at` in seconds since 1970."""

    access_token: str = field(repr=False)
    refresh_token: str = field(repr=False)
    expires_at: float


@dataclass(frozen=True)
class DeviceCode:
    """What the owner must confirm in a browser: the `user_code` at `url` (`whole_url` has it filled in; may be ""), within
    so many `seconds`.
    """

    user_code: str
    url: str
    whole_url: str
    seconds: float
    interval: float
    code: str = field(repr=False)


# Asking


def begin_device_login(account: Account) -> DeviceCode:
    """Ask for a device code (RFC 8628 3.1). Raises NoSecret."""
    answer = _post(account, account.device_url, urlencode({"client_id": account.client_id, "scope": account.scope}))
    if "error" in answer:
        raise _refusal(account, str(answer["error"]), str(answer.get("error_description") or ""))
    # Google wrote verification_url before the standard came.
    url = answer.get("verification_uri") or answer.get("verification_url")
    if not answer.get("device_code") or not answer.get("user_code") or not url:
        raise IdentityTrouble(f"{_host(account.device_url)} gives no device code; check device_url")
    return DeviceCode(
        user_code=_plain(answer["user_code"]),
        url=_plain(url),
        whole_url=_plain(answer.get("verification_uri_complete") or ""),
        seconds=_number(answer.get("expires_in"), DEVICE_SECONDS),
        interval=min(max(_number(answer.get("interval"), INTERVAL), MIN_INTERVAL), MAX_INTERVAL),
        code=str(answer["device_code"]),
    )


def await_device_login(
    account: Account,
    code: DeviceCode,
    sleep: Callable[[float], None] = time.sleep,
    clock: Callable[[], float] = time.monotonic,
) -> Tokens:
    """Wait until the owner has confirmed a device code (RFC 8628 3.4, 3.5). Raises NoSecret when it is refused or over."""
    client = DeviceClient(account.client_id)
    body = client.prepare_request_body(code.code, include_client_id=True)
    interval, end = code.interval, clock() + code.seconds
    while clock() < end:
        sleep(interval)
        try:
            return _tokens(account, client, body)
        except IdentityTrouble:
            interval = min(interval * 2, MAX_INTERVAL)  # RFC 8628 3.5
        except IdentityRefusal as refusal:
            if refusal.code == "slow_down":
                interval += SLOWER
            elif refusal.code != "authorization_pending":
                raise
    raise _refusal(account, "expired_token", "")


@dataclass(frozen=True)
class BrowserLogin:
    """A login page to open; the address that the browser is sent to afterwards finishes it."""

    url: str
    state: str = field(repr=False)
    verifier: str = field(repr=False)


def begin_browser_login(account: Account) -> BrowserLogin:
    """The address of the login page (RFC 6749 4.1.1) with a challenge of our own (RFC 7636)."""
    client, state = WebApplicationClient(account.client_id), secrets.token_urlsafe(16)
    verifier = client.create_code_verifier(PKCE_LENGTH)
    asked = {
        "response_type": "code",
        "client_id": account.client_id,
        "redirect_uri": account.redirect_url,
        "scope": account.scope,
        "state": state,
        "code_challenge": client.create_code_challenge(verifier, "S256"),
        "code_challenge_method": "S256",
        **account.extra,
    }
    return BrowserLogin(add_params_to_uri(account.authorize_url, list(asked.items())), state, verifier)


def finish_browser_login(account: Account, login: BrowserLogin, address: str) -> Tokens:
    """Take the tokens for the address that the login page has led to. Raises NoSecret."""
    parameters = {name: values[0] for name, values in parse_qs(urlsplit(address.strip()).query).items()}
    if not secrets.compare_digest(parameters.get("state", "").encode(), login.state.encode()):
        raise NoSecret("that address does not answer this login: copy the whole of it, from the same login page")
    if "error" in parameters:
        raise _refusal(account, parameters["error"], parameters.get("error_description", ""))
    if not parameters.get("code"):
        raise NoSecret("that address has no code in it: copy the whole of it")
    client = WebApplicationClient(account.client_id)
    body = client.prepare_request_body(
        parameters["code"],
        redirect_uri=account.redirect_url,
        include_client_id=True,
        code_verifier=login.verifier,
    )
    return _tokens(account, client, body)


def refresh(account: Account, refresh_token: str) -> Tokens:
    """New tokens for a refresh token (RFC 6749 6), which stays the same where the server gives no other. Raises NoSecret."""
    client = WebApplicationClient(account.client_id)
    body = client.prepare_refresh_body(refresh_token=refresh_token, client_id=account.client_id)
    return _tokens(account, client, body, refresh_token)


# What comes back


def _tokens(account: Account, client: Client, body: str, refresh_token: str = "") -> Tokens:
    answer = _ask_for_tokens(account, body)
    if answer.get("error") is not None:
        raise _refusal(account, str(answer["error"]), str(answer.get("error_description") or ""))
    try:
        # The rest is read here: what servers write there is not always what oauthlib can read.
        token = client.parse_request_body_response(
            json.dumps({key: answer[key] for key in _TEXTS if _is_word(answer.get(key))})
        )
    except MissingTokenError as error:
        raise IdentityTrouble(f"{_host(account.token_url)} gives no token; check token_url") from error
    if str(answer.get("token_type") or "bearer").lower() != "bearer":
        raise IdentityTrouble(f"{_host(account.token_url)} gives a token of another kind than bearer")
    seconds = _number(answer.get("expires_in"), TOKEN_SECONDS)
    return Tokens(token["access_token"], token.get("refresh_token") or refresh_token, time.time() + seconds)


_TEXTS = ("access_token", "refresh_token")


def _is_word(value: object) -> bool:
    """Whether something can be a token (RFC 6749 A.12)."""
    return isinstance(value, str) and bool(value) and value.isascii() and value.isprintable()


def _ask_for_tokens(account: Account, body: str) -> dict[str, Any]:
    """The answer to a request for tokens. Our secret is in the form, where all great providers want it; a server that
    does not know us so is shown it as HTTP Basic, as each must take it (RFC 6749 2.3.1).
    """
    if not account.client_secret:
        return _post(account, account.token_url, body)
    answer = _post(account, account.token_url, f"{body}&{urlencode({'client_secret': account.client_secret})}")
    if answer.get("error") != "invalid_client":
        return answer
    shown = f"{quote_plus(account.client_id)}:{quote_plus(account.client_secret)}"
    return _post(account, account.token_url, body, {"Authorization": f"Basic {b64encode(shown.encode()).decode()}"})


ADVICE = {
    "access_denied": "the login was declined in the browser, or an administrator must allow it; run `pbem login {name}`",
    "expired_token": "the code was not confirmed in time; run `pbem login {name}` again",
    "invalid_grant": "it takes the old login no longer (a changed password, a long pause, a withdrawn consent); run "
    "`pbem login {name}`",
    "invalid_client": "check client_id and client_secret",
    "unauthorized_client": "the registration does not allow this; check client_id and flow, and see deploy/PROVIDERS.md",
    "invalid_scope": "check scope",
    "unsupported_grant_type": "it does not know this flow; set flow to the other one",
    "consent_required": "run `pbem login {name}`",
    "interaction_required": "run `pbem login {name}`",
    "login_required": "run `pbem login {name}`",
}
ASKS_AGAIN = frozenset({"invalid_grant", "consent_required", "interaction_required", "login_required"})
"""Answers to a refresh token that no repetition changes: the owner must log in again."""
OTHER_ADVICE = "check the [[oauth]] table, and see deploy/PROVIDERS.md"


_PASSES = frozenset({"server_error", "temporarily_unavailable"})
"""Errors that some servers write in place of a status of 500 or 503 (RFC 6749 4.1.2.1)."""


def _refusal(account: Account, code: str, description: str) -> NoSecret:
    words = f"{_plain(code)}: {_plain(description)}" if description else _plain(code)
    if code in _PASSES:
        return IdentityTrouble(f"{_host(account.token_url)} says {words}; it is tried again")
    advice = ADVICE.get(code, OTHER_ADVICE).format(name=account.name)
    return IdentityRefusal(code, f"{_host(account.token_url)} refuses the login of {account.name!r} ({words}); {advice}")


def _post(account: Account, url: str, body: str, more: Mapping[str, str] = MappingProxyType({})) -> dict[str, Any]:
    """The JSON that a form is answered with, also where the status is 400. Raises IdentityTrouble."""
    host = _host(url)
    headers = {"Content-Type": "application/x-www-form-urlencoded", "Accept": "application/json", "User-Agent": "pbem"}
    # The configuration allows https, and http on loopback.
    request = Request(url, body.encode(), headers | dict(more))  # noqa: S310
    refused: HTTPError | None = None
    try:
        with _Watch() as watch:
            try:
                answer = build_opener(_NoRedirect, _Http(watch), _Https(watch)).open(request, timeout=TIMEOUT)
            except HTTPError as error:
                answer = refused = error
            with answer:
                raw = answer.read(MAX_ANSWER_BYTES)
    except (OSError, HTTPException, ValueError) as error:
        problem = f"the identity server of {account.name!r} cannot be reached ({host}: {_plain(error)})"
        raise IdentityTrouble(f"{problem}; it is tried again, check the network and the URLs") from error
    if refused is not None and (refused.code >= 500 or refused.code == 429 or not _is_object(raw)):
        raise IdentityTrouble(f"{host} answers {refused.code} {_plain(refused.reason)}; try again later") from refused
    if not _is_object(raw):
        raise IdentityTrouble(f"{host} does not answer with JSON; check the URLs of {account.name!r}")
    told: dict[str, Any] = json.loads(raw)
    return told


class _Watch:
    """Closes the connection when a whole answer takes too long. Use as a context manager, which raises TimeoutError then."""

    def __init__(self) -> None:
        self._wire = Wire()
        self._over = threading.Event()
        self._timer = threading.Timer(END_SECONDS, self._hang_up)
        self._timer.daemon = True

    def __enter__(self) -> Self:
        self._timer.start()
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        self._timer.cancel()
        self._wire.close()
        if self._over.is_set():
            raise TimeoutError(f"its answer has no end after {END_SECONDS:g} s") from error

    def note(self, opened: socket.socket) -> None:
        """There is a connection."""
        self._wire.note(opened)
        if self._over.is_set():
            self._hang_up()

    def _hang_up(self) -> None:
        self._over.set()
        self._wire.hang_up()


class _Http(HTTPHandler):
    """HTTP that registers its connections."""

    def __init__(self, watch: _Watch) -> None:
        super().__init__()
        self._watch = watch

    def http_open(self, request: Request) -> HTTPResponse:
        """Ask over a connection of its own."""
        return self.do_open(_noting(HTTPConnection, self._watch), request)


class _Https(HTTPSHandler):
    """The same over TLS."""

    def __init__(self, watch: _Watch) -> None:
        self._tls = ssl.create_default_context()
        super().__init__(context=self._tls)
        self._watch = watch

    def https_open(self, request: Request) -> HTTPResponse:
        """Ask over a connection of its own."""
        return self.do_open(_noting(HTTPSConnection, self._watch), request, context=self._tls)


def _noting(kind: type[HTTPConnection], watch: _Watch) -> Any:
    """A connection class that registers each connection at once: a proxy's answer to CONNECT may never end."""

    class Noted(kind):  # type: ignore[valid-type, misc]
        def __init__(self, *given: Any, **named: Any) -> None:
            super().__init__(*given, **named)
            self._create_connection = self._opened  # the library's name

        def _opened(self, *given: Any) -> socket.socket:
            opened = socket.create_connection(*given)
            watch.note(opened)
            return opened

    return Noted


class _NoRedirect(HTTPRedirectHandler):
    """Follows no redirect: secrets go only to the configured server."""

    def redirect_request(self, *_: Any) -> None:
        """None: a redirect is an error."""


def _is_object(raw: bytes) -> bool:
    try:
        return isinstance(json.loads(raw), dict)
    except (ValueError, RecursionError):
        return False


def _host(url: str) -> str:
    return urlsplit(url).netloc


def _number(value: object, otherwise: float) -> float:
    """A count of seconds, which some servers write as text."""
    try:
        number = float(str(value))
    except ValueError:
        return otherwise
    return number if 0 < number < 1e9 else otherwise


def _plain(text: object) -> str:
    """What a server says, fit for a terminal: on one line, printable and not too long."""
    return " ".join("".join(sign if sign.isprintable() else " " for sign in str(text)).split())[:300]
