"""How a mailbox over IMAP can fail, in words that a game master can use."""

import imaplib
from collections.abc import Sequence

from imapclient.exceptions import LoginError  # type: ignore[import-untyped]


class MailboxError(Exception):
    """The mailbox cannot be used; the message says which server, why, and what to correct."""


class NotGiven(MailboxError):
    """The server refuses this one letter (message: its words); the connection still works."""

    def __init__(self, uid: int, words: str) -> None:
        super().__init__(f"the letter with UID {uid} is not given: {words}")
        self.uid = uid
        self.words = words


class NotMoved(MailboxError):
    """These letters could not be moved (message: the server's words); the connection still works."""

    def __init__(self, uids: Sequence[int], words: str) -> None:
        super().__init__(words)
        self.uids = list(uids)
        self.words = words


class Refusal(Exception):
    """The server refused a command, or dropped the connection, which has been reopened."""

    def __init__(self, words: str, *, lost: bool = False, slow: bool = False) -> None:
        super().__init__(words)
        self.lost = lost
        self.slow = slow


def refusal_in(error: LoginError) -> str:
    """The server's words against a login. Raises the abort where the connection was lost instead: that is no refusal."""
    if isinstance(error.__context__, imaplib.IMAP4.abort):
        raise error.__context__
    return words_of(error)


def words_of(error: Exception) -> str:
    """The server's own words: imaplib keeps them as bytes."""
    words = error.args[0] if error.args else error
    return words.decode("utf-8", "replace") if isinstance(words, bytes) else str(words)
