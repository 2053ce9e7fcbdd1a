"""What we wrote to a player, as their mail program can give it back: what is compared with the letters they write."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from email import message_from_bytes
from email.message import EmailMessage
from functools import cached_property, lru_cache
from hashlib import sha256
from typing import TypeAlias

from pbem.mail.reading.html import html_to_text
from pbem.mail.reading.limits import Limits
from pbem.mail.writing import WHOLE_LINES

from .text import split_lines

MAX_CACHED_MAILS = 1_024
"""Mails of ours that are kept in memory, ready to be compared: some 30 kilobytes each."""
_BEGIN = re.compile(r"-{1,4}\s*orders\s*-{1,4}", re.IGNORECASE)
_ALTERNATIVES = re.compile(rb'Content-Type:\s*multipart/alternative;\s*boundary="([^"\r\n]{1,70})"', re.IGNORECASE)
_END = re.compile(r"-{1,4}\s*end of orders\s*-{1,4}", re.IGNORECASE)


@dataclass(frozen=True)
class Sent:
    """A mail of ours: its plain `text`, the lines of its reply `form`, comments among them, the `facts` that a mail program
    writes above a quote (our Subject, our address and the reader's, in lower case), and its `html`.
    """

    text: str
    form: tuple[str, ...] = ()
    facts: tuple[str, ...] = ()
    html: str = field(default="", repr=False)

    @cached_property
    def texts(self) -> tuple[str, ...]:
        """The plain text, and the HTML as text."""
        return (self.text, html_to_text(self.html, Limits()).text) if self.html else (self.text,)

    @property
    def orders(self) -> tuple[str, ...]:
        """The lines that the form would send as it stands."""
        return tuple(line for line in self.form if not line.startswith("#"))


def sent_of(raw: bytes) -> Sent:
    """What a mail that we wrote says. Raises ValueError for one without a text, which we never write."""
    message = _parsed(_without_pictures(raw))
    if message.get_body(("plain",)) is None:
        message = _parsed(raw)
    plain, html = message.get_body(("plain",)), message.get_body(("html",))
    if plain is None:
        raise ValueError("a mail of ours without a text")
    text = str(plain.get_content())
    return Sent(text, form_in(text), _facts(message), str(html.get_content()) if html is not None else "")


def _parsed(raw: bytes) -> EmailMessage:
    message = message_from_bytes(raw, policy=WHOLE_LINES)
    assert isinstance(message, EmailMessage)
    return message


def _without_pictures(raw: bytes) -> bytes:
    """A mail up to the end of its first multipart/alternative: text and HTML. Parsing the pictures behind takes longest."""
    match = _ALTERNATIVES.search(raw)
    end = raw.find(b"\r\n--" + match[1] + b"--", match.end()) if match else -1
    return raw[: end + len(match[1]) + 6] + b"\r\n" if match and end >= 0 else raw


def _facts(message: EmailMessage) -> tuple[str, ...]:
    subject, sender, reader = (str(message[name] or "").casefold() for name in ("Subject", "From", "To"))
    return tuple(fact for fact in (" ".join(subject.split()), sender, reader) if len(fact) > 3)


@dataclass
class _Gist:
    """What is known of a mail so far."""

    facts: tuple[str, ...] | None = None
    whole: Sent | None = None


@lru_cache(maxsize=MAX_CACHED_MAILS)
def _gist(digest: bytes) -> _Gist:
    """What is known of the mail with this hash."""
    del digest
    return _Gist()


class LateSent:
    """The same of a mail that is read when it is asked what it says: a letter that quotes nothing needs our header only.

    What has been read of the last MAX_CACHED_MAILS mails is known by their hash.
    """

    def __init__(self, raw: bytes) -> None:
        self._raw = raw
        self._gist = _gist(sha256(_without_pictures(raw)).digest())  # its Message-ID and text tell it from any other

    @property
    def facts(self) -> tuple[str, ...]:
        """See Sent."""
        if self._gist.facts is None:
            self._gist.facts = _facts(_parsed(self._raw.partition(b"\r\n\r\n")[0] + b"\r\n\r\n"))
        return self._gist.facts

    @property
    def text(self) -> str:
        """See Sent."""
        return self._whole.text

    @property
    def html(self) -> str:
        """See Sent."""
        return self._whole.html

    @property
    def texts(self) -> tuple[str, ...]:
        """See Sent."""
        return self._whole.texts

    @property
    def form(self) -> tuple[str, ...]:
        """See Sent."""
        return self._whole.form

    @property
    def orders(self) -> tuple[str, ...]:
        """See Sent."""
        return self._whole.orders

    @property
    def _whole(self) -> Sent:
        if self._gist.whole is None:
            self._gist.whole = sent_of(self._raw)
        return self._gist.whole


OurMail: TypeAlias = Sent | LateSent
"""A mail of ours, read or to be read."""


def form_in(text: str) -> tuple[str, ...]:
    """The lines between the markers of the last reply form in a text of ours, blank ones left out."""
    lines = [line.text for line in split_lines(text)]
    begins = [place for place, line in enumerate(lines) if is_form_begin(line)]
    if not begins:
        return ()
    inside = lines[begins[-1] + 1 :]
    end = next((place for place, line in enumerate(inside) if is_form_end(line)), len(inside))
    return tuple(" ".join(line.split()) for line in inside[:end] if line)


def is_form_begin(text: str) -> bool:
    """Whether a cleaned line is the first marker of a reply form, however many dashes are left of it."""
    return _BEGIN.fullmatch(text) is not None


def is_form_end(text: str) -> bool:
    """Whether a cleaned line is the last marker of a reply form."""
    return _END.fullmatch(text) is not None
