"""Cleaning the text of a letter: soft line breaks, typographic signs, quote marks, HTML."""

import re
import unicodedata
from copy import deepcopy
from dataclasses import dataclass

from inscriptis import get_annotated_text  # type: ignore[import-untyped]
from inscriptis.css_profiles import STRICT_CSS_PROFILE  # type: ignore[import-untyped]
from inscriptis.model.config import ParserConfig  # type: ignore[import-untyped]

_QUOTE_MARKS = re.compile(r"\s*(?:[>|]\s?)+")
_PLAIN = str.maketrans(
    {
        **dict.fromkeys("\u2018\u2019\u201a\u201b\u2032\u0060\u00b4", "'"),
        **dict.fromkeys("\u201c\u201d\u201e\u201f\u2033\u00ab\u00bb", '"'),
        **dict.fromkeys("\u2010\u2011\u2012\u2013\u2014\u2015\u2212", "-"),
        "\u2026": "...",
        "\t": " ",
    }
)
_NEW_LINES = re.compile(r"\r\n|[\n\r\x0b\x0c\x85\u2028\u2029]")
_QUOTING_ELEMENTS = ("blockquote", "div#class=yahoo_quoted")
# Beyond this an HTML letter is no orders any more but would keep the parser busy.
_LONGEST_HTML = 1_000_000


@dataclass(frozen=True)
class Line:
    """A line as the player sees it: how deep it is quoted, what it says, and how wide it was with its quote marks."""

    depth: int
    text: str
    width: int


def split_lines(text: str) -> list[Line]:
    """The cleaned lines of a text, without their quote marks (`> `, `| `, `> > `)."""
    return [_line(raw) for raw in _NEW_LINES.split(text)]


def _line(raw: str) -> Line:
    cleaned = clean(raw)
    marks = _QUOTE_MARKS.match(cleaned)
    if marks is None:
        return Line(0, cleaned.strip(), len(cleaned))
    depth = marks[0].count(">") + marks[0].count("|")
    return Line(depth, cleaned[marks.end() :].strip(), len(cleaned))


def clean(text: str) -> str:
    """Typographic quotes, dashes and spaces made plain, invisible characters removed, NFC."""
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


def unflow(text: str, *, delsp: bool) -> str:
    """Undo format=flowed (RFC 3676 4.1-4.5): join softly broken lines of one quote depth, remove space-stuffing.

    The signature mark `-- ` ends in a space but is never joined (4.3).
    """
    done: list[str] = []
    open_at: int | None = None
    for raw in text.replace("\r\n", "\n").split("\n"):
        content = raw.lstrip(">")
        depth = len(raw) - len(content)
        content = content.removeprefix(" ")
        if depth == open_at and content != "-- ":
            done[-1] += content
        else:
            done.append(f"{'>' * depth}{' ' if depth else ''}{content}")
        flows = content.endswith(" ") and content != "-- "
        open_at = depth if flows else None
        if flows and delsp:
            done[-1] = done[-1][:-1]
    return "\n".join(done)


def html_to_text(html: str) -> str:
    """The text of an HTML letter; what stands in quoting elements gets the quote mark `> ` for each level."""
    found = get_annotated_text(html[:_LONGEST_HTML], _html_config())
    if not found:
        return ""
    text: str = found["text"]
    depths = _depths(len(text), [(start, end) for start, end, _ in found["label"]])
    lines: list[str] = []
    position = 0
    for line in text.split("\n"):
        lines.append("> " * _depth_of(line, position, depths) + line)
        position += len(line) + 1
    return "\n".join(lines)


def _html_config() -> ParserConfig:
    """Without the margins around paragraphs and lists: a player counts them as little as his mail program shows them."""
    css = deepcopy(STRICT_CSS_PROFILE)
    for element in css.values():
        element.margin_before = element.margin_after = 0
    return ParserConfig(css=css, annotation_rules={element: ["quote"] for element in _QUOTING_ELEMENTS})


def _depths(length: int, spans: list[tuple[int, int]]) -> list[int]:
    """For every character, how many of the spans it lies in; a span may end after the text, which has been trimmed."""
    steps = [0] * (length + 1)
    for start, end in spans:
        steps[min(start, length)] += 1
        steps[min(end, length)] -= 1
    depth, depths = 0, []
    for step in steps:
        depth += step
        depths.append(depth)
    return depths


def _depth_of(line: str, position: int, depths: list[int]) -> int:
    indent = len(line) - len(line.lstrip())
    return depths[position + indent] if line.strip() else 0
