"""Whether a letter says from whom it is in one way only: a mail program shows one address, and a server checks another."""

from __future__ import annotations

import re

from .headers import ADDRESS, TOKEN, Headers, text_of

_LONGEST_FIELD = 2000
_BETWEEN_WORDS = re.compile(r"[\s<>\"'(),;:]+")


def doubt_about_sender(headers: Headers) -> str:
    """Why the sender of a letter cannot be told from its From (RFC 5322 3.6.2); "" where it can. Takes linear time.

    Another From could stand in a part of the header that was cut off: whoever has signed the letter has seen that one.
    """
    fields = headers.all("from")
    if not headers.whole:
        return "its header is too long, or has a NUL in it"
    if len(fields) != 1:
        return "it has no From" if not fields else "it has several From lines"
    if len(fields[0]) > _LONGEST_FIELD:
        return "its From is too long"
    try:
        return _doubt(_mailboxes(fields[0]))
    except _NoMailbox as why:
        return str(why)


class _NoMailbox(Exception):
    """A From that nobody would write for one person; the message says what is wrong with it."""


class _Mailbox:
    """What stands between two commas (RFC 5322 3.4): words and, if there are any, what stands in angle brackets."""

    def __init__(self) -> None:
        self.words: list[str] = []
        self.bracketed: list[str] | None = None

    @property
    def is_one(self) -> bool:
        """Whether it may have an address: words between commas are a name without quotes where none does."""
        return self.bracketed is not None or any("@" in word for word in self.words)


def _doubt(mailboxes: list[_Mailbox]) -> str:
    found = [mailbox for mailbox in mailboxes if mailbox.is_one]
    if len(found) != 1:
        return "its From has several addresses" if found else "its From has no plain address"
    (mailbox,) = found
    pieces = mailbox.bracketed if mailbox.bracketed is not None else [word for word in mailbox.words if word.strip()]
    address = "".join(pieces).strip()
    if len(pieces) != 1 or not ADDRESS.fullmatch(address) or "=?" in address:
        return "its From has no plain address"
    name = "" if mailbox.bracketed is None else " ".join(mailbox.words)
    named = [word for text in (name, text_of(name, _LONGEST_FIELD)) for word in _BETWEEN_WORDS.split(text)]
    others = {word.casefold() for word in named if "@" in word.strip("@")} - {address.casefold()}
    return "its From has another address in the name" if others else ""


def _mailboxes(value: str) -> list[_Mailbox]:
    """The mailboxes of a From, without comments. Raises _NoMailbox."""
    found, comments, inside = [_Mailbox()], 0, False
    for match in TOKEN.finditer(value):
        sign, mailbox = match[0], found[-1]
        if sign in "()":
            comments += 1 if sign == "(" else -1
            if inside or comments < 0:
                raise _NoMailbox("its From has a bracket that does not belong there")
        elif comments:
            continue
        elif inside and sign != ">" and mailbox.bracketed is not None:
            mailbox.bracketed.append(sign)
        elif sign in ":;":
            raise _NoMailbox("its From is a group")
        elif sign == "<" and mailbox.bracketed is None:
            inside, mailbox.bracketed = True, []
        elif sign == ">" and inside:
            inside = False
        elif sign == ",":
            found.append(_Mailbox())
        elif sign in "<>" or (mailbox.bracketed is not None and sign.strip()):
            raise _NoMailbox("its From has several addresses")
        else:
            mailbox.words.append(sign)
    if inside or comments:
        raise _NoMailbox("its From has a bracket that does not belong there")
    return found
