"""Finds the other folders of an IMAP account, and creates them where the server wants them (RFC 2342).

Some servers (Courier, Cyrus, many Dovecots) have all folders below "INBOX." and refuse others; some say so by NAMESPACE,
some only in the words of their refusal. What a server cannot say is taken as not there; a lost connection is raised.
"""

from __future__ import annotations

import imaplib
import logging
from collections.abc import Callable, Iterable
from functools import partial
from typing import Any, TypeVar

from imapclient.exceptions import IMAPClientError  # type: ignore[import-untyped]

_log = logging.getLogger(__name__)

UNREADABLE = (ValueError, LookupError, TypeError, AssertionError, AttributeError, OverflowError, MemoryError)
"""What reading an answer raises that is against the protocol, such as one that has more octets than there is room for."""
_INBOX = "INBOX"
T = TypeVar("T")


class NoFolder(Exception):
    """A folder cannot be made; the message is the server's first refusal."""


def names_for(client: Any, name: str) -> list[str]:
    """The full names that a folder `name` may have on this server, the likeliest first."""
    prefix = _asked(lambda: _personal_prefix(client), "")
    separator = _asked(lambda: _separator(client), "")
    below_inbox = [f"{_INBOX}{sign}{name}" for sign in (separator, ".", "/") if sign]
    first = [f"{prefix}{name}"] if prefix and not name.startswith(prefix) else []
    known = [*first, name, *([] if name.upper().startswith(_INBOX) else below_inbox)]
    return list(dict.fromkeys(known))


def listed(client: Any, pattern: str) -> list[str]:
    """The full names of the folders that match a pattern of LIST."""
    return list(_asked(lambda: [name for _, _, name in client.list_folders("", pattern)], []))


def existing(client: Any, names: Iterable[str]) -> str | None:
    """The first of these names that exists."""
    return next((name for name in names if name in listed(client, name)), None)


def make(client: Any, names: Iterable[str]) -> str:
    """Create a folder under the first of these names that the server accepts. Returns that name. Raises NoFolder."""
    refusals = []
    for name in names:
        try:
            client.create_folder(name)
        except imaplib.IMAP4.abort:
            raise
        except IMAPClientError as error:
            if "ALREADY" in str(error).upper():
                return name
            refusals.append(str(error))
            continue
        # Who does not subscribe to it finds it none the less, in most mail programs.
        _asked(partial(client.subscribe_folder, name), None)
        return name
    raise NoFolder(refusals[0] if refusals else "it has no name")


def _personal_prefix(client: Any) -> str:
    if not client.has_capability("NAMESPACE"):
        return ""
    spaces = client.namespace().personal
    prefix = spaces[0][0] if spaces else ""
    return prefix if isinstance(prefix, str) else prefix.decode("ascii")


def _separator(client: Any) -> str:
    """The hierarchy separator; "" if there is none (NIL)."""
    sign = next((sign for _, sign, _ in client.list_folders("", "")), None)
    return sign.decode("ascii") if isinstance(sign, bytes) else ""


def _asked(ask: Callable[[], T], otherwise: T) -> T:
    """The server's answer, or `otherwise` if it refuses or cannot be parsed."""
    try:
        return ask()
    except imaplib.IMAP4.abort:
        raise
    except (IMAPClientError, *UNREADABLE) as error:
        _log.debug("not told: %s", error)
        return otherwise
