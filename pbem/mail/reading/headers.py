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

_LINE = re.compile(rb"([^\r\n]*)(?:\r{0,2}\n|\r|\Z)")
"""A line, and what ends it in mails and in files of all systems; CR CR LF is of a program that made two of one."""
_FIELD = re.compile(rb"([!-9;-~]+)[ \t]*:(.*)", re.DOTALL)
_BEGINS_FIELD = re.compile(rb"(?:\xef\xbb\xbf)?[!-9;-~]{1,200}[ \t]*:")
_FIRST_LINE = re.compile(rb"(?:>* ?From [^\r\n]{1,200}\r{0,2}\n){0,4}(?:\xef\xbb\xbf)?[!-9;-~]{1,200}[ \t]*:")
_EMPTY_FIRST = re.compile(rb"(?:\r?\n){1,8}")
_EMPTY_LINE = re.compile(rb"\r\n\r\n|\n\r?\n|\r\r")
_BYTE_ORDER_MARK = b"\xef\xbb\xbf"
_ENCODED_WORD = re.compile(r"=\?([^?\s]{1,80})\?([bq])\?([^?\s]*)\?=", re.IGNORECASE)
_BETWEEN_WORDS = re.compile(r"(?<=\?=)\s+(?==\?)")
# A quoted string that never ends goes on to the end: to look for its end from every quote in it would be quadratic.
_QUOTED = r"\"(?:[^\"\\]|\\.)*(?:\"|\\?\Z)"
_PARAMETER = re.compile(rf";\s*([^\s=;\"]+)\s*=\s*({_QUOTED}|[^;\"]*)", re.DOTALL)
TOKEN = re.compile(rf"{_QUOTED}|[(),:;<>]|[^\"(),:;<>]+", re.DOTALL)
_CONTINUED = re.compile(r"([^*]+)(?:\*([0-9]{1,4}))?(\*?)")
_BRACKETED = re.compile(r"<((?:(?!=\?)[!-;=?-~])+)>")  # an encoded word in it would be decoded by whoever answers
_QUOTED_LOCAL = re.compile(rf'"[{ATEXT}]+"')
ADDRESS = re.compile(rf"[{ATEXT}]+@[0-9A-Za-z](?:[0-9A-Za-z._-]*[0-9A-Za-z])?")
"""An address as it can be in a letter: one of ours can have a long token."""
_SPECIAL = re.compile(r"[^\w=?+/-]")
_CLOSED = re.compile(r"\"(?:[^\"\\]|\\.)*\"", re.DOTALL)
_ANGLED = re.compile(r"<([^<>]*)>")
# A word as a whole, never again from within: to look for an @ from each of its letters would be quadratic.
_BARE_ID = re.compile(r"[^\s<>,;\"'()]+")
_MAX_ID_LENGTH = 250
_MAX_NAME_LENGTH = 200
_MAX_DATE_LENGTH = 200
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


def split_letter(raw: bytes, limits: Limits, *, inner: bool = False) -> tuple[bytes, bytes]:
    """Header block and body of a letter, or of a part within one (`inner`).

    Only an empty line ends the header of a letter, as most mail programs read it: lines that are no field, such as those
    of one that was not folded, end nothing. Where that would leave no body, it begins with what follows the last
    field; in a part it always does.
    """
    at, most = 0 if inner else _begin_of(raw), min(len(raw), limits.header_bytes)
    # Where what is no field begins after the last field, whether that is the body, and whether a line of blanks is above.
    behind, is_body, blank = -1, False, False
    while at < most:
        line = _LINE.match(raw, at)
        assert line is not None, "anything is a line"
        if line.end(1) == at:
            is_body = behind >= 0 and (is_body or not raw[line.end() : most].strip())
            return (raw[:behind], raw[behind:]) if is_body else (raw[:at], raw[line.end() :])
        if _BEGINS_FIELD.match(raw, at):
            behind, is_body = -1, False
        elif inner and at == 0:
            return b"", raw
        elif raw[at] not in b" \t" and behind < 0:
            # Some programs write a line of blanks for an empty one; a field below it would show that it is none.
            behind, is_body = at, inner or blank
        blank = not line[1].strip(b" \t")
        at = line.end()
    if at < len(raw):
        end = _EMPTY_LINE.search(raw, at - 1)
        return raw[: limits.header_bytes], raw[end.end() :] if end else b""
    return (raw[:behind], raw[behind:]) if behind >= 0 else (raw, b"")


def _begin_of(raw: bytes) -> int:
    """Where a header begins: below empty lines that a program has put in front, if a field or a mbox separator follows."""
    match = _EMPTY_FIRST.match(raw)
    return match.end() if match and _FIRST_LINE.match(raw, match.end()) else 0


def read_headers(block: bytes, limits: Limits) -> Headers:
    """The fields of a header block, read up to these limits; lines that are no field are left out."""
    lines = _lines(block[: limits.header_bytes].replace(b"\0", b""))
    whole = len(block) < limits.header_bytes and len(lines) <= limits.header_lines and b"\0" not in block
    matches = (_FIELD.fullmatch(b"".join(field)) for field in _unfolded(lines[: limits.header_lines]))
    return Headers(tuple((match[1].decode("ascii").lower(), decode(match[2]).strip()) for match in matches if match), whole)


def _lines(block: bytes) -> list[bytes]:
    """The lines of a header block without their ends, nor a byte order mark before the first that its writer sent."""
    return [match[1].removeprefix(_BYTE_ORDER_MARK) for match in _LINE.finditer(block)]


def _unfolded(lines: Iterable[bytes]) -> list[list[bytes]]:
    """Lines, each with those that go on with it (RFC 5322 2.2.3)."""
    unfolded: list[list[bytes]] = []
    for line in lines:
        if line[:1] not in (b" ", b"\t"):
            unfolded.append([line])
        elif unfolded:
            unfolded[-1].append(line)
    return unfolded


def only_fields(raw: bytes, limits: Limits) -> bytes:
    """A letter as it is read, without the lines of its header that are no field; as it is where there are none."""
    block, body = split_letter(raw, limits)
    fields = [field for field in _unfolded(_lines(block)) if any(field)]
    kept = [field for field in fields if _FIELD.fullmatch(b"".join(field))]
    if len(kept) == len(fields) or len(block) >= limits.header_bytes:
        return raw
    return b"".join(line + b"\r\n" for field in kept for line in field) + b"\r\n" + body


def text_of(value: str, longest: int) -> str:
    """A raw header value for people: encoded words decoded, on one line, without what is invisible, cut to the limit."""
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
    text = value[:longest]
    pieces: dict[str, dict[int, tuple[str, bool]]] = {}
    for match in _PARAMETER.finditer(text):
        name = _CONTINUED.fullmatch(match[1])
        if name is not None:
            number = int(name[2] or 0)
            pieces.setdefault(name[1].lower(), {}).setdefault(number, (_unquoted(match[2].strip()), bool(name[3])))
    parameters = {name: visible(_put_together(parts)) for name, parts in pieces.items()}
    return Valued(visible(text.partition(";")[0]).lower(), parameters)


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
    """The Message-IDs in raw header values (RFC 5322 3.6.4): printable ASCII in angle brackets, and not too long.

    One that a program has folded or broken is put together; where a value has none in brackets, those without are taken.
    """
    for value in values:
        angled = [f"<{''.join(match[1].split())}>" for match in _ANGLED.finditer(value)]
        ids = [each for each in angled if _is_id(each)]
        bare = (f"<{match[0]}>" for match in _BARE_ID.finditer(value) if "@" in match[0][1:-1])
        yield from ids or (each for each in bare if _is_id(each))


def _is_id(text: str) -> bool:
    return len(text) <= _MAX_ID_LENGTH and text.count("@") <= 1 and _BRACKETED.fullmatch(text) is not None


def addresses(values: Iterable[str], limits: Limits) -> Iterator[tuple[str, str]]:
    """Name and address, lower-cased, of each mailbox in raw values (RFC 5322 3.4) whose address is a plain one."""
    for value in values:
        for name, address in _mailboxes(value[: limits.value * 4]):
            if len(address) <= MAX_ADDRESS and ADDRESS.fullmatch(address):
                yield text_of(name, _MAX_NAME_LENGTH), address.lower()


def address_tokens(value: str) -> Iterator[str]:
    """The tokens of a raw value with addresses (RFC 5322 3.2). A quote or a bracket of a comment that has no other one is
    text, and so are all signs of an encoded word.
    """
    shown = _ENCODED_WORD.sub(lambda word: _SPECIAL.sub("_", word[0]), value)
    ends = [match.start() for match in TOKEN.finditer(shown) if match[0][0] == '"' and not _CLOSED.fullmatch(match[0])]
    for place in ends:  # one at most: it goes on to the end
        shown = f"{shown[:place]}_{shown[place + 1 :]}"
    tokens = list(TOKEN.finditer(shown))
    alone = _unmatched([match[0] for match in tokens])
    for number, match in enumerate(tokens):
        yield f" {match[0]}" if number in alone else value[match.start() : match.end()]


def _unmatched(tokens: list[str]) -> set[int]:
    """The places of those brackets of comments that have no other one."""
    opened, alone = list[int](), set[int]()
    for number, sign in enumerate(tokens):
        if sign == "(":
            opened.append(number)
        elif sign == ")":
            if opened:
                opened.pop()
            else:
                alone.add(number)
    return alone.union(opened)


def bare_address(pieces: list[str]) -> str:
    """The address that these tokens are; "" if they are more than one.

    What is before the @ may be in quotes though it need not (RFC 5321 4.1.2), and the host may end with its dot.
    """
    if len(pieces) == 2 and _QUOTED_LOCAL.fullmatch(pieces[0].strip()) and pieces[1].startswith("@"):
        pieces = [f"{pieces[0].strip()[1:-1]}{pieces[1]}"]
    if len(pieces) == 1:
        pieces = [pieces[0].strip().removesuffix(".")]
    if len(pieces) == 3 and pieces[0].strip().lower() in ("mailto", "smtp") and pieces[1] == ":":
        return pieces[2].strip()
    return pieces[0].strip() if len(pieces) == 1 else ""


def _mailboxes(value: str) -> Iterator[tuple[str, str]]:
    """What stands between commas: words and, in angle brackets, an address; without comments and the names of groups."""
    words: list[str] = []
    bracketed: list[str] | None = None
    inside, comments = False, 0
    for sign in address_tokens(value):
        if sign in ("(", ")"):
            comments = max(0, comments + (1 if sign == "(" else -1))
        elif comments:
            continue
        elif sign in (",", ";") and not inside:
            yield _mailbox(words, bracketed)
            words, bracketed = [], None
        elif sign == "<" and not any("@" in each for each in bracketed or ()):
            words += bracketed or ()  # Ann <York> <ann@example.org>
            inside, bracketed = True, []
        elif sign == ">" and (inside or bracketed is not None):
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
        return "", bare_address([word for word in words if word.strip()]) or "".join(words).strip()
    return " ".join(_unquoted(word) for word in words), bare_address(bracketed) or "".join(bracketed).strip()


def date_of(value: str) -> datetime | None:
    """The moment a raw Date value tells (RFC 5322 3.3) in UTC, None for one that no mail program writes."""
    if _EARLY_YEAR.search(value[:_MAX_DATE_LENGTH]):  # the standard library takes 0001 for 2001
        return None
    try:
        found = parsedate_to_datetime(value[:_MAX_DATE_LENGTH])
        moment = found.astimezone(UTC) if found.tzinfo else found.replace(tzinfo=UTC)
    except (ValueError, TypeError, OverflowError, IndexError):
        return None
    return moment if _FIRST_YEAR <= moment.year <= _LAST_YEAR else None
