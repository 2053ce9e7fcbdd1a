"""What a login needs: a secret, how it is shown to the server, and what to do when it is refused."""

from typing import Literal, Protocol

Showing = Literal["password", "token", "xoauth2", "oauthbearer"]
"""How a secret is shown: as a password, or as a token by the one mechanism or the other (token: which the server offers)."""


class NoSecret(Exception):
    """There is no password or token to log in with; the message says why, and what to do. It never holds a secret."""


class Login(Protocol):
    """Where the password or token for a server comes from, each time somebody logs in there."""

    @property
    def showing(self) -> Showing:
        """How the secret is shown to the server."""

    @property
    def advice(self) -> str:
        """What to do when the server refuses it."""

    def secret(self, refused: str = "") -> str:
        """The password or token; another than `refused`, where there can be one. Raises NoSecret."""


class FixedPassword:
    """A password as the configuration has it."""

    showing: Showing = "password"
    advice = "check user and password"

    def __init__(self, password: str) -> None:
        self._password = password

    def secret(self, refused: str = "") -> str:  # noqa: ARG002 - there is no other
        """The password."""
        return self._password
