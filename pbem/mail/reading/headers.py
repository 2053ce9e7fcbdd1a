"""Header blocks (RFC 5322 2.2), their values decoded once (RFC 2047, RFC 2231) and checked."""

import base64
import binascii
import re
import unicodedata
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime
from urllib.parse import unquote_to_bytes

from pbem.values import ATEXT, MAX_ADDRESS

from .charsets import decode
from .limits import Limits

_LINE_ENDS = re.compile(rb"\r\n?")
_FIELD = re.compile(rb"([!-9;-~]+)[ \t]*:(.*)", re.DOTALL)
_ENCODED_WORD = re.compile(r"=\?([^?\s]{1,80})\?([bq])\?([^?\s]*)\?=", re.IGNORECASE)
_BETWEEN_WORDS = re.compile(r"(?<=\?=)\s+(?==\?)")
# A quoted string that never ends goes on to the end: to look for its end from every quote in it would be quadratic.
_QUOTED = r"\"(?:[^\"\\]|\\.)*(?:\"|\\?\Z)"
_PARAMETER = re.compile(rf";\s*([^\s=;\"]+)\s*=\s*({_QUOTED}|[^;\"]*)", re.DOTALL)
TOKEN = re.compile(rf"{_QUOTED}|[(),:;<>]|[^\"(),:;<>]+", re.DOTALL)
_CONTINUED = re.compile(r"([^*]+)(?:\*([0-9]{1,4}))?(\*?)")
_BRACKETED = re.compile(r"<((?:(?!=\?)[!-;=?-~])+)>")  # an encoded word in it would be decoded by whoever answers
ADDRESS = re.compile(rf"[{ATEXT}]+@[0-9A-Za-z](?:[0-9A-Za-z._-]*[0-9A-Za-z])?")
"""An address as it may stand in a letter: one of ours can have a long token, and whoever writes is not written to yet."""
_LONGEST_ID = 250
_LONGEST_NAME = 200
_LONGEST_DATE = 200
_EARLY_YEAR = re.compile(r"\s0[0-9][0-9][0-9]\s+[0-9]")
_FIRST_YEAR, _LAST_YEAR = 1970, 2200


@dataclass(frozen=True)
class Headers:
    """The fields of a header block in order: lower-cased name, unfolded value as it came. `whole`: none was cut off, and no
    NUL was taken out of one.
    """

    fields: tuple[tuple[str, str], ...] = ()
    whole: bool = True

    def all(self, *names: str) -> list[str]:
        """The raw values of all fields of these names, in the order of `names`."""
        return [value for name in names for known, value in self.fields if known == name]

    def first(self, name: str) -> str:
        """The raw value of the first field of this name, "" if there is none."""
        return next((value for known, value in self.fields if known == name), "")

    def __contains__(self, name: str) -> bool:
        return any(known == name for known, _ in self.fields)


@dataclass(frozen=True)
class Valued:
    """A value with parameters (RFC 2045 5.1), such as that of Content-Type; the value and the names are lower-cased."""

    value: str
    parameters: dict[str, str]


def read_headers(block: bytes, limits: Limits) -> Headers:
    """The fields of a header block, of which at most so many bytes and lines are read; lines that are none are left out."""
    lines = _LINE_ENDS.sub(b"\n", block[: limits.header_bytes].replace(b"\0", b"")).split(b"\n")
    whole = len(block) < limits.header_bytes and len(lines) <= limits.header_lines and b"\0" not in block
    unfolded: list[list[bytes]] = []
    for line in lines[: limits.header_lines]:
        if line[:1] not in (b" ", b"\t"):
            unfolded.append([line])
        elif unfolded:
            unfolded[-1].append(line)
    found = (_FIELD.fullmatch(b"".join(field)) for field in unfolded)
    return Headers(tuple((match[1].decode("ascii").lower(), decode(match[2]).strip()) for match in found if match), whole)


def text_of(value: str, longest: int) -> str:
    """A raw header value for people: encoded words decoded, on one line, nothing invisible in it, so many characters."""
    words = _ENCODED_WORD.sub(_decoded_word, _BETWEEN_WORDS.sub("", value[:longest]))
    return visible(words)[:longest].rstrip()


def visible(text: str) -> str:
    """A text on one line, without control and format characters (bidi controls among them) and lone surrogates."""
    if text.isascii() and text.isprintable():
        return " ".join(text.split())
    spaced = "".join(" " if character.isspace() else character for character in text)
    return " ".join("".join(c for c in spaced if unicodedata.category(c) not in ("Cc", "Cf", "Cs")).split())


def _decoded_word(match: re.Match[str]) -> str:
    """An encoded word (RFC 2047 2), or what stands there if it cannot be decoded."""
    charset, encoding, text = match[1].partition("*")[0], match[2].lower(), match[3]
    try:
        raw = text.encode("ascii")
        if encoding == "b":
            return decode(base64.b64decode(raw + b"=" * (-len(raw) % 4)), charset)
        return decode(binascii.a2b_qp(raw, header=True), charset)
    except ValueError:
        return match[0]


def valued(value: str, longest: int) -> Valued:
    """A value and its parameters, continuations put together and charsets decoded (RFC 2231 3-4)."""
    told = value[:longest]
    pieces: dict[str, dict[int, tuple[str, bool]]] = {}
    for match in _PARAMETER.finditer(told):
        name = _CONTINUED.fullmatch(match[1])
        if name is not None:
            number = int(name[2] or 0)
            pieces.setdefault(name[1].lower(), {}).setdefault(number, (_unquoted(match[2].strip()), bool(name[3])))
    parameters = {name: visible(_put_together(parts)) for name, parts in pieces.items()}
    return Valued(visible(told.partition(";")[0]).lower(), parameters)


def _unquoted(text: str) -> str:
    return re.sub(r"\\(.)", r"\1", text[1:].removesuffix('"')) if text.startswith('"') else text


def _put_together(parts: dict[int, tuple[str, bool]]) -> str:
    charset, raw = "", []
    for number in sorted(parts):
        text, extended = parts[number]
        if extended and number == 0 and text.count("'") >= 2:
            charset, _, text = text.split("'", 2)
        raw.append(unquote_to_bytes(text) if extended else text.encode("utf-8", "replace"))
    joined = b"".join(raw)
    return decode(joined, charset) if charset else text_of(decode(joined), len(joined))


def message_ids(values: Iterable[str]) -> Iterator[str]:
    """The Message-IDs in raw header values (RFC 5322 3.6.4): printable ASCII in angle brackets, and not too long."""
    for value in values:
        for match in _BRACKETED.finditer(value):
            if len(match[0]) <= _LONGEST_ID and match[1].count("@") <= 1:
                yield match[0]


def addresses(values: Iterable[str], limits: Limits) -> Iterator[tuple[str, str]]:
    """Name and address, lower-cased, of each mailbox in raw values (RFC 5322 3.4) whose address is a plain one."""
    for value in values:
        for name, address in _mailboxes(value[: limits.value * 4]):
            if len(address) <= MAX_ADDRESS and ADDRESS.fullmatch(address):
                yield text_of(name, _LONGEST_NAME), address.lower()


def _mailboxes(value: str) -> Iterator[tuple[str, str]]:
    """What stands between commas: words and, in angle brackets, an address; without comments and the names of groups."""
    words: list[str] = []
    bracketed: list[str] | None = None
    inside, comments = False, 0
    for match in TOKEN.finditer(value):
        sign = match[0]
        if sign in "()":
            comments = max(0, comments + (1 if sign == "(" else -1))
        elif comments:
            continue
        elif sign in ",;" and not inside:
            yield _mailbox(words, bracketed)
            words, bracketed = [], None
        elif sign == "<" and bracketed is None:
            inside, bracketed = True, []
        elif sign == ">" and inside:
            inside = False
        elif sign == ":" and not inside:
            words = []
        elif inside and bracketed is not None:
            bracketed.append(sign)
        else:
            words.append(sign)
    yield _mailbox(words, bracketed)


def _mailbox(words: list[str], bracketed: list[str] | None) -> tuple[str, str]:
    if bracketed is None:
        return "", "".join(words).strip()
    return " ".join(_unquoted(word) for word in words), "".join(bracketed).strip()


def date_of(value: str) -> datetime | None:
    """The moment a raw Date value tells (RFC 5322 3.3) in UTC, None for one that no mail program writes."""
    if _EARLY_YEAR.search(value[:_LONGEST_DATE]):  # the standard library takes 0001 for 2001
        return None
    try:
        found = parsedate_to_datetime(value[:_LONGEST_DATE])
        moment = found.astimezone(UTC) if found.tzinfo else found.replace(tzinfo=UTC)
    except (ValueError, TypeError, OverflowError, IndexError):
        return None
    return moment if _FIRST_YEAR <= moment.year <= _LAST_YEAR else None
