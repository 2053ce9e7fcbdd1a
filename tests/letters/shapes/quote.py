"""How programs put an old letter into a new one: quote marks, wrapping, soft line breaks, HTML made text and cleaned."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from html import escape
from html.parser import HTMLParser
from textwrap import wrap as wrap_text

_MARGINS = frozenset(["p", "h1", "h2", "h3", "h4", "ul", "ol", "dl", "table", "pre", "blockquote"])
_BREAKS = frozenset(["div", "li", "dt", "dd", "tr", "details", "summary", "hr", *_MARGINS])


def quoted(text: str, mark: str = "> ", blank: str = ">") -> str:
    """Every line with a quote mark."""
    return "\n".join(f"{mark}{line}" if line else blank for line in text.rstrip("\n").split("\n"))


def wrapped(text: str, width: int = 76) -> str:
    """Every line broken by force at the last blank before a column, as programs do that know of no soft breaks."""
    lines: list[str] = []
    for line in text.split("\n"):
        fits = len(line) <= width or not line.strip()
        lines += (
            [line]
            if fits
            else wrap_text(line, width, break_long_words=False, break_on_hyphens=False, replace_whitespace=False)
        )
    return "\n".join(lines)


def flowed(text: str, *, depth: int = 0, width: int = 72, delsp: bool = False) -> str:
    """RFC 3676: soft breaks behind a blank, space-stuffing, quote marks without a blank between them."""
    lines: list[str] = []
    for line in text.split("\n"):
        rest = line.rstrip() if line != "-- " else line
        while len(rest) > width and " " in rest[1:width]:
            cut = rest.rindex(" ", 1, width) + 1
            lines.append(_stuffed(rest[:cut] + (" " if delsp else ""), depth))
            rest = rest[cut:]
        lines.append(_stuffed(rest, depth))
    return "\n".join(lines)


def _stuffed(line: str, depth: int) -> str:
    if depth:
        return ">" * depth + (" " + line if line else "")
    return " " + line if line.startswith((" ", ">", "From ")) else line


@dataclass(frozen=True)
class Style:
    """How a program turns HTML into text."""

    bold: str = ""
    bullet: str = "- "
    number: str = "{}. "
    cell: str = "\t"
    nbsp: str = " "
    gap: int = 1


class _Text(HTMLParser):
    """HTML as text: lines, and how many blank ones belong between them."""

    def __init__(self, style: Style) -> None:
        super().__init__()
        self.style, self.lines, self.line = style, list[str](), ""
        self.pre, self.skip, self.lists = False, False, list[int]()
        self.cells, self.gap = 0, 0

    def flush(self, gap: int = 0) -> None:
        if self.line.strip() or self.pre:
            self.lines += [""] * (self.gap if self.lines else 0)
            self.lines.append(self.line.rstrip())
            self.gap = 0
        self.line = ""
        self.gap = max(self.gap, gap)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:  # noqa: ARG002
        if tag in ("style", "head", "title"):
            self.skip = True
        if tag in _BREAKS:
            self.flush(self.style.gap if tag in _MARGINS else 0)
        if tag == "br":
            self._break()
        if tag == "tr":
            self.cells = 0
        if tag in ("ul", "ol"):
            self.lists.append(0 if tag == "ol" else -1)
        if tag in ("td", "th"):
            self.line += self.style.cell if self.cells else ""
            self.cells += 1
        if tag == "li" and self.lists:
            self._item()
        if tag == "b":
            self.line += self.style.bold
        self.pre = self.pre or tag == "pre"

    def _item(self) -> None:
        if self.lists[-1] < 0:
            self.line = self.style.bullet
        else:
            self.lists[-1] += 1
            self.line = self.style.number.format(self.lists[-1])

    def _break(self) -> None:
        if self.line.strip():
            self.flush()
        else:
            self.gap += 1

    def handle_endtag(self, tag: str) -> None:
        if tag in ("style", "head", "title"):
            self.skip = False
        if tag == "b":
            self.line += self.style.bold
        if tag == "pre":
            self.line = self.line.strip("\n")
            self.flush()
            self.pre = False
        if tag in _BREAKS:
            self.flush(self.style.gap if tag in _MARGINS else 0)
        if tag in ("ul", "ol"):
            self.lists.pop()

    def handle_data(self, data: str) -> None:
        if self.skip:
            return
        data = data.replace("\xa0", self.style.nbsp)
        if self.pre:
            for piece in data.strip("\n").split("\n"):
                self.line = piece
                self.flush()
            return
        plain = re.sub(r"[ \n\t]+", " ", data)
        self.line += plain.lstrip() if not self.line or self.line.endswith((" ", "\t")) else plain


def as_text(html: str, style: Style | None = None) -> str:
    """HTML as a mail program puts it into its text/plain part, not wrapped."""
    parser = _Text(style or Style())
    parser.feed(html)
    parser.flush()
    return "\n".join(parser.lines)


def without_styles(html: str) -> str:
    """Programs that let no styles through, nor elements they do not know."""
    return re.sub(r"<(/?)(?:details|summary)\b[^>]*>", r"<\1div>", re.sub(r' style="[^"]*"', "", html))


def cleaned(html: str) -> str:
    """Styles kept where a webmail's filter lets them through."""
    tame = re.sub(r"(?:background:rgba\([^)]*\)|overflow-wrap:anywhere|box-sizing:border-box);?", "", html)
    return re.sub(r"<(/?)(?:details|summary)\b", r"<\1div", tame)


def word_html(html: str) -> str:
    """Word's idea of HTML, as Outlook sends it: classes for everything, and each line of a pre a pre of its own."""
    plain = without_styles(html)
    lines = re.sub(r"<pre>(.*?)</pre>", _word_pre, plain, flags=re.DOTALL)
    lines = re.sub(r"<p>(.*?)</p>", r'<p class="MsoNormal">\1<o:p></o:p></p>', lines, flags=re.DOTALL)
    lines = re.sub(r"<li>", '<li class="MsoNormal" style="mso-list:l0 level1 lfo1">', lines)
    return re.sub(r"</(h[1-3]|li)>", r"<o:p></o:p></\1>", lines)


def _word_pre(found: re.Match[str]) -> str:
    return "\n".join(f"<pre>{line or '&nbsp;'}<o:p></o:p></pre>" for line in found[1].strip("\n").split("\n"))


def divs(lines: Iterable[str], attributes: str = "") -> str:
    """Lines as most editors write them: a div for each, with a br in those that are blank."""
    return "".join(f"<div{attributes}>{escape(line, quote=False) or '<br>'}</div>" for line in lines)


def breaks(lines: Iterable[str]) -> str:
    """Lines with a br behind each."""
    return "".join(f"{escape(line, quote=False)}<br>\n" for line in lines)


def word_lines(lines: Iterable[str]) -> str:
    """Lines as Word writes them."""
    return "\n".join(f'<p class="MsoNormal">{escape(line, quote=False) or "&nbsp;"}<o:p></o:p></p>' for line in lines)
