"""Transfer encodings (RFC 2045 6) as they come: the label is not always true."""

import binascii
import re

from .charsets import decode

_LABEL = re.compile(r"[\s\"']*([a-z0-9-]+)")
_BASE64 = re.compile(rb"[A-Za-z0-9+/]+={0,2}")
_WORD = re.compile(rb"[A-Za-z]?[a-z]*|[A-Z]+")
_LONG = 24
"""A run of this many base64 characters is no word."""
_CONTROLS = re.compile("[\x00-\x08\x0e-\x1a\x1c-\x1f\x7f-\x9f\ufffd]")
_BLANKS_OF_TRANSPORT = re.compile(rb"(?<==)[ \t]{1,80}(?=\r{0,2}\n)")
"""What may follow a soft line break (RFC 2045 6.7, rule 3)."""
_QUOTED_SIGN = re.compile(rb"=(?:[0-9A-F]{2}|\r{0,2}\n|\Z)")


def encoding_in(value: str) -> str:
    """The encoding that a Content-Transfer-Encoding names, in lower case and without quotes and comments."""
    match = _LABEL.match(value.lower())
    return match[1] if match else ""


def decoded(body: bytes, encoding: str) -> bytes:
    """A body without its transfer encoding, as its label has it; an unknown one is none."""
    if encoding == "quoted-printable":
        return binascii.a2b_qp(_BLANKS_OF_TRANSPORT.sub(b"", body))
    return _from_base64(body) if encoding == "base64" else body


def decoded_text(body: bytes, encoding: str, charset: str) -> bytes:
    """The same for a text body, which shows whether the label is true: a body labelled base64 can be plain text, wholly or
    after its encoded part, and one labelled plain text can be encoded.
    """
    if encoding == "base64":
        return _labelled_base64(body, charset)
    if encoding == "quoted-printable":
        return decoded(body, encoding)
    if _is_quoted_printable(body):
        return decoded(body, "quoted-printable")
    lines = body.split()
    if lines and len(lines[0]) >= _LONG and all(map(_BASE64.fullmatch, body.strip().splitlines())):
        found = _from_base64(body)
        return found if _is_text(found, charset) else body
    return body


def _labelled_base64(body: bytes, charset: str) -> bytes:
    lines = body.splitlines(keepends=True)
    fits = [not line.strip() or _BASE64.fullmatch(line.strip()) is not None for line in lines]
    if all(fits):
        raw = _from_base64(body)
        words = all(_WORD.fullmatch(line.strip()) for line in lines)
        return body if words and not _is_text(raw, charset) else raw
    first = fits.index(False)
    above = b"".join(line.strip() for line in lines[:first])
    if len(above) % 4 == 0 and _is_text(_from_base64(above), charset) and not any(map(_is_long, lines[first:])):
        return _with_rest(lines, first)
    raw = _from_base64(body)  # damaged here and there, or no base64 at all
    return raw if any(map(_is_long, lines)) or _is_text(raw, "") else body


def _is_long(line: bytes) -> bool:
    """Whether a line of base64 is too long for a word."""
    return len(line.strip()) >= _LONG and _BASE64.fullmatch(line.strip()) is not None


def _with_rest(lines: list[bytes], end: int) -> bytes:
    """Base64 up to a line, and what stands below as it is: a list server or a scanner has put it there."""
    return _from_base64(b"".join(lines[:end])) + b"\n" + b"".join(lines[end:])


def _from_base64(body: bytes) -> bytes:
    try:
        return binascii.a2b_base64(body)
    except binascii.Error:
        digits = re.sub(rb"[^A-Za-z0-9+/]", b"", body)
        whole = len(digits) - (len(digits) % 4 == 1)  # one digit alone is no byte
        return binascii.a2b_base64(digits[:whole] + b"=" * (-whole % 4))


def _is_text(raw: bytes, charset: str) -> bool:
    """Whether bytes are plainly text in their charset."""
    return bool(raw) and _CONTROLS.search(decode(raw, charset)) is None and _is_utf_8_or_named(raw, charset)


def _is_utf_8_or_named(raw: bytes, charset: str) -> bool:
    try:
        raw.decode("utf-8")
    except UnicodeDecodeError:
        return charset.lower() not in ("", "utf-8", "us-ascii")
    return True


def _is_quoted_printable(body: bytes) -> bool:
    """Whether each = of a body without a label is one of quoted-printable, some of which are not only ends of lines."""
    count = body.count(b"=")
    return 0 < count == sum(1 for _ in _QUOTED_SIGN.finditer(body)) and re.search(rb"=[0-9A-F]{2}", body) is not None
