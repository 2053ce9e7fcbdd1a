"""Whether a letter says from whom it is in one way only: a mail program shows one address, and a server checks another.

People and their programs write all kinds of signs into the name: colons, commas, brackets, quotes that never end. Such a
From is plain as long as there is only one address anywhere in it, for then nobody can find another one.
"""

from __future__ import annotations

import re

from .headers import ADDRESS, Headers, address_tokens, addresses, bare_address, text_of
from .limits import Limits

_MAX_FIELD_LENGTH = 2000
_BETWEEN_WORDS = re.compile(r"[\s<>\"'(),;:\[\]]+")


def doubt_about_sender(headers: Headers) -> str:
    """Why the From of a letter does not identify its sender (RFC 5322 3.6.2); "" if it does. Takes linear time.

    Another From could be in a part of the header that was cut off: whoever has signed the letter has seen that one. Two
    that name the same address are no doubt.
    """
    fields = headers.all("from")
    if not headers.whole:
        return "its header is too long, or has a NUL in it"
    if not fields:
        return "it has no From"
    if any(len(field) > _MAX_FIELD_LENGTH for field in fields):
        return "its From is too long"
    try:
        addresses_named = {_only_address(field) or _address_in(field) for field in fields}
    except _NoMailbox as why:
        return str(why) if len(fields) == 1 else "it has several From lines"
    return "it has several From lines" if len(addresses_named) > 1 else ""


def _only_address(value: str) -> str:
    """The address that stands in a From, be it twice, where a bracket is open or closed that has no other one; "" if it
    is another kind of From. Nobody can find another address in it.
    """
    if value.count("<") < 1 or value.count("<") == value.count(">") == 1 or any(sign in value for sign in '":;(),\\'):
        return ""
    words = [
        word for text in (value, text_of(value, _MAX_FIELD_LENGTH)) for word in _BETWEEN_WORDS.split(text) if "@" in word
    ]
    read = {address for _, address in addresses([value], Limits())}
    return words[0].lower() if {word.lower() for word in words} == read and len(read) == 1 else ""


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


def _address_in(value: str) -> str:
    """The address in a From, lower-cased. Raises _NoMailbox."""
    mailboxes, group = _mailboxes(value)
    complete = [mailbox for mailbox in mailboxes if mailbox.is_one]
    bare = {bare_address(mailbox.bracketed).lower() for mailbox in complete if mailbox.bracketed}
    if not complete or (len(complete) > 1 and (len(bare) != 1 or None in [each.bracketed for each in complete])):
        raise _NoMailbox("its From has several addresses" if complete else "its From has no plain address")
    mailbox = complete[0]
    if group and mailbox.bracketed is None:
        raise _NoMailbox("its From is a group")
    pieces = mailbox.bracketed if mailbox.bracketed is not None else [word for word in mailbox.words if word.strip()]
    address = bare_address(pieces)
    if not ADDRESS.fullmatch(address) or "=?" in address:
        raise _NoMailbox("its From has no plain address")
    name = "" if mailbox.bracketed is None else " ".join(word for each in mailboxes for word in each.words)
    named = [word for text in (name, text_of(name, _MAX_FIELD_LENGTH)) for word in _BETWEEN_WORDS.split(text)]
    if {word.casefold() for word in named if "@" in word.strip("@")} - {address.casefold()}:
        raise _NoMailbox("its From has another address in the name")
    return address.lower()


def _mailboxes(value: str) -> tuple[list[_Mailbox], bool]:
    """The mailboxes of a From, without comments, and whether it may be a group: a colon stands in it. Raises _NoMailbox."""
    found, comments, inside, group = [_Mailbox()], 0, False, False
    for sign in address_tokens(value):
        mailbox = found[-1]
        if sign in ("(", ")"):
            comments += 1 if sign == "(" else -1
            if inside:
                raise _NoMailbox("its From has a bracket that does not belong there")
        elif comments:
            continue
        elif inside and sign == "<" and not mailbox.bracketed:
            continue  # <<ann@example.org>>
        elif inside and sign != ">" and mailbox.bracketed is not None:
            mailbox.bracketed.append(sign)
        elif sign == ":":
            group = True
        elif sign == ";" and group and any(each.is_one for each in found):
            raise _NoMailbox("its From is a group")
        elif sign == "<" and mailbox.bracketed is None:
            inside, mailbox.bracketed = True, []
        elif sign == ">" and (inside or mailbox.bracketed is not None):
            inside = False
        elif sign in (",", ";"):
            found.append(_Mailbox())
        elif sign in ("<", ">") or (mailbox.bracketed is not None and "@" in sign):
            raise _NoMailbox("its From has several addresses")
        else:
            mailbox.words.append(sign)
    if inside or comments:
        raise _NoMailbox("its From has a bracket that does not belong there")
    return found, group
