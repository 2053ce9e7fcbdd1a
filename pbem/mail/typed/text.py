"""Cleaning the text of a letter: typographic signs, quote marks."""

import re
import unicodedata
from dataclasses import dataclass

# Some programs put the initials of the one quoted before the mark.
_QUOTE_MARKS = re.compile(r"\s*(?:[A-Za-z]{0,3}>\s?|\|\s?)+")
_PLAIN = str.maketrans(
    {
        **dict.fromkeys("\u2018\u2019\u201a\u201b\u2032\u0060\u00b4", "'"),
        **dict.fromkeys("\u201c\u201d\u201e\u201f\u2033\u00ab\u00bb", '"'),
        **dict.fromkeys("\u2010\u2011\u2012\u2013\u2014\u2015\u2212", "-"),
        "\u2026": "...",
        # Letters and signs that are seen as blanks: the fillers of Hangul, and no dot of Braille.
        **dict.fromkeys("\t\u115f\u1160\u3164\uffa0\u2800", " "),
    }
)
_PLAIN_ALREADY = re.compile(r"[ -_a-~]*")
_NEW_LINES = re.compile(r"\r\n|[\n\r\x0b\x0c\x85\u2028\u2029]")


@dataclass(frozen=True)
class TextLine:
    """A line as the player sees it: how deep it is quoted, what it says, and how wide it was with its quote marks."""

    depth: int
    text: str
    width: int


COMMENTS = ("#", ";", "//", "@;", "＃", "；", "／／")
"""What a comment begins with: # as in our reply forms, the others as in the orders of other games by mail; and the same in
the full width of East Asian keyboards.
"""


def is_comment(text: str) -> bool:
    """Whether a cleaned line is a comment as a whole."""
    return text.startswith(COMMENTS)


def split_lines(text: str) -> list[TextLine]:
    """The cleaned lines of a text, without their quote marks (`> `, `| `, `> > `)."""
    return [_line(raw) for raw in _NEW_LINES.split(text)]


def _line(raw: str) -> TextLine:
    cleaned = clean(raw)
    marks = _QUOTE_MARKS.match(cleaned)
    if marks is None:
        return TextLine(0, cleaned.strip(), len(cleaned))
    depth = marks[0].count(">") + marks[0].count("|")
    return TextLine(depth, cleaned[marks.end() :].strip(), len(cleaned))


def clean(text: str) -> str:
    """Typographic quotes, dashes and spaces made plain, invisible characters removed, NFC."""
    if _PLAIN_ALREADY.fullmatch(text):  # most lines are, and looking at each character takes long
        return text.rstrip()
    composed = unicodedata.normalize("NFC", text.translate(_PLAIN))
    return "".join(_visible(character) for character in composed).rstrip()


def _visible(character: str) -> str:
    match unicodedata.category(character):
        case "Cc" | "Cf" | "Cs":
            return ""
        case "Zs":
            return " "
        case _:
            return character
