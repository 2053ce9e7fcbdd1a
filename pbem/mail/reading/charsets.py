"""Bytes to text, whatever charset they claim, without control characters."""

import codecs
import re
import unicodedata
from collections.abc import Iterator
from encodings.aliases import aliases

# Only these codecs are ever looked up. Others are no text (zlib, rot13) or slow (idna, punycode); and Python remembers every
# name that it does not find.
_WESTERN = {*(f"iso8859_{n}" for n in (*range(2, 12), *range(13, 17))), *(f"cp125{n}" for n in range(9)), "cp437", "cp850"}
_EASTERN = {"big5", "big5hkscs", "gb18030", "hz", "johab", "cp932", "cp949", "cp950", "euc_jp", "shift_jis_2004", "cp874"}
_OTHERS = {"cp866", "koi8_r", "koi8_u", "koi8_t", "kz1048", "mac_roman", "mac_cyrillic", "mac_latin2", "ptcp154", "cp852"}
_ISO_2022 = {"iso2022_jp", "iso2022_jp_1", "iso2022_jp_2", "iso2022_jp_ext", "iso2022_kr"}
_UNICODE = {"utf_8", "utf_16", "utf_16_le", "utf_16_be", "utf_32", "utf_32_le", "utf_32_be", "utf_7"}
_CODECS = frozenset({*_WESTERN, *_EASTERN, *_OTHERS, *_ISO_2022, *_UNICODE})
# Half of the programs that name the first of a pair mean the second, which has more characters (WHATWG Encoding 4.2).
_MEANT = {
    "ascii": "utf_8",
    "utf_8_sig": "utf_8",
    "latin_1": "cp1252",
    "iso8859_9": "cp1254",
    "iso8859_11": "cp874",
    "tis_620": "cp874",
    "gb2312": "gb18030",
    "gbk": "gb18030",
    "shift_jis": "cp932",
    "euc_kr": "cp949",
    "ks_c_5601_1987": "cp949",
    "iso_8859_8_i": "iso8859_8",
}
_MARKS = (
    (codecs.BOM_UTF8, "utf_8"),
    (codecs.BOM_UTF32_LE, "utf_32_le"),
    (codecs.BOM_UTF32_BE, "utf_32_be"),
    (codecs.BOM_UTF16_LE, "utf_16_le"),
    (codecs.BOM_UTF16_BE, "utf_16_be"),
)
_MAX_NAME_LENGTH = 40
_LINES = re.compile(r"\r{0,2}\n")
_SOFT_BREAKS = re.compile(r"[\r\x0b\x0c\x1c-\x1e\x85\u2028\u2029]")
"""Signs that break a line for some programs and are not seen in others."""
_QUOTED = re.compile(r"\s*[>|]")
_NO_TEXT = re.compile("[\x00-\x08\x0e-\x1f\x7f-\x9f\ud800-\udfff]")
_SURROGATES = re.compile("[\ud800-\udfff]")
_MAX_MARKS = 8
_BLANK_READ_TWICE = "\u00c2\u00a0"
"""A blank that does not break, whose UTF-8 a program has taken for Latin-1."""


def decode(raw: bytes, charset: str = "") -> str:
    """The text of these bytes: by their byte order mark, the charset they claim, UTF-8, or at last Windows-1252.

    A character cut off at the end is left out. May have control characters in it, and line ends of any kind.
    """
    for mark, codec in _MARKS:
        if raw.startswith(mark):
            return codecs.getincrementaldecoder(codec)("replace").decode(raw[len(mark) :])
    for codec in (_codec(charset, raw), _wide(raw), "utf_8"):
        try:
            return _whole(codecs.getincrementaldecoder(codec)().decode(raw)) if codec else _refuse()
        except (UnicodeError, LookupError):
            continue
    return raw.decode("cp1252", "replace")


def tidy(text: str, characters: int) -> str:
    """The first `characters` of a text, with line feeds as line ends, without control characters and lone surrogates.

    Of a run of combining marks the first few are kept: sorting a long one takes quadratic time.
    """
    plain = _NO_TEXT.sub("", "\n".join(_lines(text[:characters]))).replace(_BLANK_READ_TWICE, " ")
    return plain if plain.isascii() else _without_towers(plain)


def _lines(text: str) -> Iterator[str]:
    """Its lines. What stands behind a soft break in a quoted line is quoted too: who quotes it may not see the break."""
    for line in _LINES.split(text):
        first, *rest = _SOFT_BREAKS.split(line)
        mark = "> " if rest and _QUOTED.match(first) else ""
        yield first
        yield from (mark + each for each in rest)


def _without_towers(text: str) -> str:
    if not any(map(unicodedata.combining, set(text))):
        return text
    kept: list[str] = []
    run = 0
    for character in text:
        run = run + 1 if unicodedata.combining(character) else 0
        if run <= _MAX_MARKS:
            kept.append(character)
    return "".join(kept)


def _whole(text: str) -> str:
    """A text that has no half of a pair, as UTF-7 can have. Raises LookupError."""
    return text if text.isascii() or not _SURROGATES.search(text) else _refuse()


def _refuse() -> str:
    raise LookupError


def _codec(charset: str, raw: bytes) -> str:
    """The codec that a charset means, "" for one that is not read."""
    name = re.sub(r"[-\s.:]+", "_", charset[:_MAX_NAME_LENGTH].strip().lower())
    named = aliases.get(name, name)
    codec = _MEANT.get(named, named)
    if codec.startswith(("utf_16", "utf_32")) and raw.isascii() and 0 not in raw:
        return ""  # plain text under a label that it would not fit
    if codec in ("utf_16", "utf_32"):  # without a mark it is big endian (RFC 2781 4.3), but for those who do not know
        return _wide(raw) or f"{codec}_be"
    return codec if codec in _CODECS else ""


def _wide(raw: bytes) -> str:
    """The codec of bytes among which a NUL stands at every other or at three of four places; "" for others."""
    if raw.count(0) * 4 < len(raw):
        return ""
    zeros = [raw[place::4].count(0) * 8 > len(raw) for place in range(4)]
    known = {
        (False, True, True, True): "utf_32_le",
        (True, True, True, False): "utf_32_be",
        (False, True, False, True): "utf_16_le",
        (True, False, True, False): "utf_16_be",
    }
    return known.get((zeros[0], zeros[1], zeros[2], zeros[3]), "")
