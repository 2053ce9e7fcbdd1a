"""Showing a token to a mail server: SASL OAUTHBEARER (RFC 7628) and its older likeness XOAUTH2 (Google, Microsoft)."""

import json
from collections.abc import Iterable
from typing import Literal

from .ways import NoSecret, Showing

Mechanism = Literal["OAUTHBEARER", "XOAUTH2"]
MAX_ANSWERS = 2
"""The token and the answer to an error: a server that asks on is not listened to."""


def mechanism_for(showing: Showing, offered: Iterable[str], server: str) -> Mechanism:
    """The mechanism to show a token by, from those that a server offers. Raises NoSecret if there is none."""
    wanted: dict[Showing, tuple[Mechanism, ...]] = {"xoauth2": ("XOAUTH2",), "oauthbearer": ("OAUTHBEARER",)}
    known = [name.upper() for name in offered]
    for mechanism in wanted.get(showing, ("OAUTHBEARER", "XOAUTH2")):
        if mechanism in known:
            return mechanism
    names = " or ".join(wanted.get(showing, ("OAUTHBEARER", "XOAUTH2")))
    reason = f"it offers {', '.join(sorted(known))}" if known else "it offers no login here; check security"
    raise NoSecret(f"{server} takes no tokens by {names}: {reason}")


class TokenExchange:
    """What the client says in an AUTHENTICATE or AUTH command, one answer for each challenge."""

    def __init__(self, mechanism: Mechanism, user: str, token: str, host: str, port: int) -> None:
        self.mechanism = mechanism
        self.problem = ""
        """What the server says against the token, in its own words."""
        self._first = _first_message(mechanism, user, token, host, port).encode()
        self._answers = 0

    def answer(self, challenge: bytes) -> bytes | None:
        """The answer to a challenge: first the token; then one to an error, so that the server can end the exchange. None
        breaks it off (RFC 4422 3.5).

        RFC 7628 3.2.3 wants a single ^A for an error, XOAUTH2 an empty line.
        """
        self._answers += 1
        if self._answers == 1:
            return self._first
        if self._answers > MAX_ANSWERS:
            return None
        self.problem = _problem(challenge)
        return b"\x01" if self.mechanism == "OAUTHBEARER" else b""


def _first_message(mechanism: Mechanism, user: str, token: str, host: str, port: int) -> str:
    if mechanism == "XOAUTH2":
        return f"user={user}\x01auth=Bearer {token}\x01\x01"
    authzid = user.replace("=", "=3D").replace(",", "=2C")  # RFC 5801 4
    return f"n,a={authzid},\x01host={host}\x01port={port}\x01auth=Bearer {token}\x01\x01"


def _problem(challenge: bytes) -> str:
    """The status in an error challenge (RFC 7628 3.2.2), such as "invalid_token"; "" if there is none to be read."""
    try:
        error = json.loads(challenge)
    except ValueError:
        return ""
    status = error.get("status") if isinstance(error, dict) else None
    return str(status)[:100] if isinstance(status, str | int) else ""
