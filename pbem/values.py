"""What people give, one definition each: addresses, names, reasons, Message-IDs, and text as such.

Each has a test where it comes in (a command, a letter, the configuration, an archive), which raises BadValue and says what
is wrong, and a form in which it goes out (into an archive, a mail), which never fails: what is let in always leaves, and
what stands in a database from before leaves in a form that fits. Times and zones are read by `timing`; seats, scenarios and
options are those of a game's rules; tokens are ours (mail.address).
"""

from __future__ import annotations

import re
import unicodedata
from functools import lru_cache
from hashlib import sha256
from typing import Final

MAX_LOCAL: Final = 64
"""Characters before the @ of an address (RFC 5321 4.5.3.1.1)."""
MAX_DOMAIN: Final = 253
"""Characters after the @: 255 octets on the wire (RFC 5321 4.5.3.1.2, RFC 1035 2.3.4)."""
MAX_ADDRESS: Final = 254
"""All of an address: a path has 256 with its angle brackets (RFC 5321 4.5.3.1.3)."""
MAX_NAME: Final = 100
MAX_GAME_NAME: Final = 31
MAX_REASON: Final = 1_000
MAX_TEXT: Final = 10_000
"""Characters of a text that stands in a log or an archive."""
MAX_MESSAGE_ID: Final = 1_000

ATEXT: Final = r"!#-'*+\-./-9=?A-Z^-~"
"""What an address without quotes and comments is made of before its @ (RFC 5322 3.2.3), for a character class."""
_LOCAL = re.compile(rf"[{ATEXT}]{{1,{MAX_LOCAL}}}")
_DOMAIN = re.compile(
    r"[0-9A-Za-z_](?:[0-9A-Za-z_-]{0,61}[0-9A-Za-z_])?(?:\.[0-9A-Za-z_](?:[0-9A-Za-z_-]{0,61}[0-9A-Za-z_])?)*"
)
GAME_NAME: Final = re.compile(rf"[a-z0-9][a-z0-9-]{{0,{MAX_GAME_NAME - 1}}}")
MESSAGE_ID: Final = re.compile(rf"<[!-;=?-~]{{1,{MAX_MESSAGE_ID}}}>")
"""A Message-ID of plain ASCII without blanks (RFC 5322 3.6.4, read with a generous eye)."""

CONTROLS: Final = frozenset({"Cc", "Cf", "Cs", "Zl", "Zp"})
"""Unicode's categories of what is no plain text: control and format characters, halves of a character, ends of lines."""
JOINERS: Final = "\u200c\u200d"
"""Format characters that names in Persian and in Indian scripts need."""
EXAMPLE: Final = "ann@example.org"


class BadValue(ValueError):
    """An invalid value; the message says what is wrong, and what would be valid."""


# Addresses


def address(text: str) -> str:
    """A mail address as it was given. Raises BadValue for what is not a plain one, without quotes, comments and names.

    Printing ASCII only: more needs SMTPUTF8 (RFC 6531), which few servers have.
    """
    if why := _why_no_address(text):
        raise BadValue(f"{one_line(repr(text), 100)} is not a plain mail address such as {EXAMPLE}: {why}")
    return text


def is_address(text: str) -> bool:
    """Whether a text is a usable mail address."""
    return not _why_no_address(text)


def fitted_address(text: str) -> str:
    """A valid address unchanged; for any other a substitute that no mail can reach (RFC 2606 2)."""
    return text if is_address(text) else f"unusable-{_digest(text)}@address.invalid"


@lru_cache(maxsize=4096)
def _why_no_address(text: str) -> str:
    local, at, domain = text.rpartition("@")
    if not (at and local and domain):
        return "it needs a name, an @ and a domain"
    if not text.isascii():
        return _without_ascii(local, domain)
    if len(local) > MAX_LOCAL:
        return f"it has {len(local)} signs before the @, and {MAX_LOCAL} are the most"
    if not _LOCAL.fullmatch(local) or "=?" in local:  # an encoded word would be decoded on its way (RFC 2047)
        return "before the @ it can have letters, digits, dots and !#$%&'*+/=?^_`{|}~- only"
    if not _DOMAIN.fullmatch(domain) or len(domain) > MAX_DOMAIN:
        return "behind the @ there must be a domain, parts of letters, digits and hyphens with single dots between them"
    return f"it has more than {MAX_ADDRESS} signs" if len(text) > MAX_ADDRESS else ""


def _without_ascii(local: str, domain: str) -> str:
    if local.isascii():
        try:
            return f"write its domain as {domain.encode('idna').decode('ascii')}"
        except UnicodeError:
            pass
    return "it has letters other than a to z"


# Names


def person_name(text: str) -> str:
    """The name of a player or an observer: one line, single blanks. Raises BadValue."""
    name = " ".join(part for part in text.strip().split(" ") if part)
    if not name:
        raise BadValue("a name needs at least one letter")
    if len(name) > MAX_NAME:
        raise BadValue(f'the name "{one_line(name, 40)}" has {len(name)} signs, and {MAX_NAME} are the most')
    _refuse_controls("the name", name, JOINERS)
    return name


def fitted_name(text: str) -> str:
    """A name without invalid characters."""
    visible = "".join(sign if _is_plain(sign) or sign in JOINERS else " " for sign in text)
    return text if text == visible and len(text) <= MAX_NAME else " ".join(visible.split())[:MAX_NAME].rstrip()


def is_name(text: str) -> bool:
    """Whether a text is a valid name; "" is."""
    return fitted_name(text) == text


def game_name(text: str) -> str:
    """The short name of a game. Raises BadValue."""
    if not GAME_NAME.fullmatch(text):
        shown = one_line(repr(text), 60)
        raise BadValue(f"{shown}: the name of a game has at most {MAX_GAME_NAME} small letters, digits and hyphens")
    return text


# Texts


def reason(text: str) -> str:
    """A line by the game master for the players and the log; may be "". Raises BadValue."""
    line = " ".join(text.split())
    if len(line) > MAX_REASON:
        raise BadValue(f"the reason has {len(line)} signs, and {MAX_REASON} are the most")
    _refuse_controls("the reason", line)
    return line


def _refuse_controls(what: str, text: str, besides: str = "") -> None:
    strange = next((sign for sign in text if not (_is_plain(sign) or sign in besides)), None)
    if strange is not None:
        raise BadValue(f'{what} "{one_line(text, 60)}" has a {_called(strange)} in it: write it on one line, without it')


def _called(sign: str) -> str:
    return "line break" if sign in "\r\n\u2028\u2029\x85" else f"control character (U+{ord(sign):04X})"


def _is_plain(sign: str) -> bool:
    return unicodedata.category(sign) not in CONTROLS


def is_plain(text: str) -> bool:
    """Whether a text is one line of plain characters, safe for a terminal and a mail header."""
    return text.isprintable() or all(map(_is_plain, text))


def one_line(text: str, most: int = 300) -> str:
    """`text` on one line of at most `most` characters, with what is no plain character written out ("\\x0a")."""
    shown = "".join(sign if _is_plain(sign) else f"\\x{ord(sign):02x}" for sign in text[:most])
    return shown if len(text) <= most and len(shown) <= most else f"{shown[: most - 4]} ..."


def fitted_text(text: str) -> str:
    """A text of several lines; other than plain characters are escaped."""
    return "\n".join(one_line(line, MAX_TEXT) for line in text.split("\n"))[:MAX_TEXT]


# Message-IDs


def fitted_message_id(text: str) -> str:
    """A valid Message-ID unchanged, or a substitute: a letter can come with anything for one."""
    return text if MESSAGE_ID.fullmatch(text) else f"<{_digest(text)}@unreadable>"


def _digest(text: str) -> str:
    return sha256(text.encode("utf-8", "surrogatepass")).hexdigest()[:32]
