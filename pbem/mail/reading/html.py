"""HTML to the lines that its reader sees.

It has a tokenizer of its own, because html.parser is quadratic on some of what is no HTML, and lxml on tags that are never
closed. This one never looks at a character more than a few times, and keeps no tree.
"""

import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from html.entities import html5
from itertools import islice

from .charsets import tidy
from .limits import Limits


@dataclass(frozen=True)
class Page:
    """The text of an HTML page, quotes marked with "> ", and the lines that it strikes out, wholly or in part.

    What is struck out is not in `text`; in `struck` such a line stands as it reads without the stroke. `tokens` counts what
    was looked at. `cut` is for a page longer than is read.
    """

    text: str = ""
    struck: tuple[str, ...] = ()
    tokens: int = 0
    cut: bool = False


@dataclass(frozen=True)
class _Tag:
    name: str
    attributes: dict[str, str] = field(default_factory=dict)
    closing: bool = False


_VOID = frozenset(
    ["area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "param", "source", "track", "wbr"]
)
_BLOCKS = frozenset(
    [
        *("address", "article", "aside", "blockquote", "body", "center", "dd", "details", "dir", "div", "dl", "dt"),
        *("fieldset", "figcaption", "figure", "footer", "form", "h1", "h2", "h3", "h4", "h5", "h6", "header", "hr", "html"),
        *("legend", "li", "main", "menu", "nav", "ol", "option", "p", "pre", "section", "summary", "table", "tbody", "td"),
        *("tfoot", "th", "thead", "tr", "ul"),
    ]
)
_UNSEEN = frozenset(["script", "style", "title", "template", "iframe", "noembed", "noframes"])
_CELLS = frozenset({"td", "th"})
# What an opening tag closes where it is open (HTML 13.1.2.4).
_CLOSED_BY = {
    "li": frozenset({"li", "p"}),
    "dd": frozenset({"dd", "dt", "p"}),
    "dt": frozenset({"dd", "dt", "p"}),
    "td": frozenset({"td", "th", "p"}),
    "th": frozenset({"td", "th", "p"}),
    "tr": frozenset({"tr", "td", "th", "p"}),
}
_P = frozenset({"p"})
_STRIKING = frozenset({"s", "strike"})

_NAME = re.compile(r"/?([a-zA-Z][^\s/>]{0,40})[^\s/>]*")
_ATTRIBUTE = re.compile(r"[\s/]*([^\s/>][^\s/>=]*)(?:\s*=\s*(?:\"([^\"]*)\"|'([^']*)'|([^\s>]*)))?")
_TAG_END = re.compile(r"[\s/]*(>|\Z)")
_MARKUP = re.compile(r"<(?=[a-zA-Z/!?])")
_ENTITY = re.compile(r"&(?:#([0-9]{1,7})(?![0-9])|#[xX]([0-9a-fA-F]{1,6})(?![0-9a-fA-F])|([a-zA-Z][a-zA-Z0-9]{1,31}));?")
_LINE_OF_HTML = re.compile(
    r"</?(?:div|p|br|span|table|tr|td|ul|ol|li|font|blockquote|b|i|o:p)(?=[\s/>])[^<>]{0,500}>", re.IGNORECASE
)
_SPACES = re.compile(r"[ \t\n\r\f]+")
_STYLE_NOISE = re.compile(r"\s+|/\*.*?\*/|!important")
_ZERO = r"(?:0*\.)?0+(?:px|pt|em|%)?(?=;|$)"
_HIDING = re.compile(rf"(?:^|;)(?:display:none|visibility:(?:hidden|collapse)|mso-hide:all|opacity:{_ZERO})")
_FLAT = re.compile(rf"(?:^|;)(?:max-)?height:{_ZERO}")
_MOST_ATTRIBUTES = 50
_LONGEST_ATTRIBUTE = 1_000
_DEEPEST_QUOTE = 10
_DEEPEST_TABLE = 10
_MOST_STRUCK = 500
_LONGEST_LINE = 10_000


def looks_like_html(text: str) -> bool:
    """Whether what claims to be plain text is HTML: it begins as a page does, or most of its lines with tags."""
    start = text[:2_000].lstrip().lower()
    if start.startswith(("<!doctype html", "<html", "<body", "<head>")):
        return True
    lines = [line.strip() for line in text[:20_000].split("\n") if line.strip()]
    tagged = sum(_LINE_OF_HTML.match(line) is not None for line in lines)
    return tagged * 2 > len(lines) and any(line.endswith(">") for line in lines)


def html_to_text(html: str, limits: Limits) -> Page:
    """The lines of a page: one for each block, line break and table row, the cells of a row with two spaces between them.

    Not more than `limits` allows, in time that grows as the page does. Pictures, scripts and what is hidden give nothing.
    """
    writer = _Writer(limits)
    count = 0
    for token in islice(_tokens(html[: limits.html_bytes]), 2 * limits.elements):
        count += 1
        if writer.full:
            break
        if isinstance(token, str):
            writer.say(token)
        elif token.closing:
            writer.close(token.name)
        else:
            writer.open(token)
    cut = writer.full or count == 2 * limits.elements or len(html) > limits.html_bytes
    return replace(writer.page(), tokens=count, cut=cut)


# Tokens


def _tokens(html: str) -> Iterator[str | _Tag]:
    """Text with entities decoded, and tags. A tag or comment that never ends takes the rest with it, as in a browser."""
    at = 0
    while at < len(html):
        found = _MARKUP.search(html, at)
        end = found.start() if found else len(html)
        if end > at:
            yield _ENTITY.sub(_character, html[at:end])
        if found is None:
            return
        tag, at = _markup(html, found.end())
        if tag is not None:
            yield tag
            if tag.name in _UNSEEN and not tag.closing:
                at = _end_of_unseen(html, at, tag.name)
                yield _Tag(tag.name, closing=True)


def _markup(html: str, at: int) -> tuple[_Tag | None, int]:
    """The tag behind a `<`, None for comments and what else is not shown, and where the text goes on."""
    name = _NAME.match(html, at)
    if name is None:
        return None, _end_of_comment(html, at)
    attributes: dict[str, str] = {}
    closing, at = html[at] == "/", name.end()
    while (end := _TAG_END.match(html, at)) is None:
        found = _ATTRIBUTE.match(html, at)
        assert found is not None, "a tag ends, or an attribute begins: nothing else can stand here"
        if len(attributes) < _MOST_ATTRIBUTES:
            value = (found[2] or found[3] or found[4] or "")[:_LONGEST_ATTRIBUTE]
            attributes.setdefault(found[1][:_LONGEST_ATTRIBUTE].lower(), _ENTITY.sub(_character, value))
        at = found.end()
    return (_Tag(name[1].lower(), attributes, closing) if end[1] else None), end.end()


def _end_of_comment(html: str, at: int) -> int:
    if html.startswith("!--", at):
        if html.startswith((">", "->"), at + 3):
            return html.index(">", at) + 1
        end = html.find("-->", at + 3)
        return len(html) if end < 0 else end + 3
    end = html.find(">", at)
    return len(html) if end < 0 else end + 1


def _end_of_unseen(html: str, at: int, name: str) -> int:
    """Behind the end tag of something that is not shown; at the end of the page where there is none."""
    found = re.compile(rf"</{name}(?=[\s/>])", re.IGNORECASE).search(html, at)
    return _end_of_comment(html, found.end()) if found else len(html)


def _character(match: re.Match[str]) -> str:
    decimal, hexadecimal, name = match.groups()
    if name:
        return html5.get(f"{name};") or html5.get(name) or match[0]
    number = int(decimal) if decimal else int(hexadecimal, 16)
    return chr(number) if number < 0x110000 and not 0xD800 <= number < 0xE000 else ""


# Lines


@dataclass
class _Line:
    """A line so far: how deep it is quoted, its text, and the same with what is struck out."""

    depth: int
    text: str
    whole: str
    struck: bool


@dataclass
class _Element:
    """An open element, and what it does to what stands in it."""

    name: str
    quotes: int = 0
    strikes: int = 0
    hides: int = 0
    keeps: int = 0
    struck: int = 0


@dataclass
class _Row:
    """A table row on its way: the lines of each of its cells."""

    cells: list[list[_Line]] = field(default_factory=lambda: [[]])


class _Writer:
    """Builds the lines of a page out of its tokens."""

    def __init__(self, limits: Limits) -> None:
        self._limits = limits
        self._elements: list[_Element] = []
        self._open: Counter[str] = Counter()
        self._quotes = self._strikes = self._hides = self._keeps = 0
        # <s> goes on behind the end of what it stands in, but not beyond its cell (HTML 13.2.4.3).
        self._struck = 0
        self._lines: list[_Line] = []
        self._rows: list[_Row] = []
        self._kept: list[str] = []
        self._all: list[str] = []
        self._length = 0
        self._space = False
        self._fresh = False
        self._made = 0
        self._written = 0

    @property
    def full(self) -> bool:
        """Whether as much has been written as is read."""
        return self._made > self._limits.lines or self._written > self._limits.characters

    def say(self, text: str) -> None:
        """Text between tags."""
        if self._hides:
            return
        if self._keeps:
            # The line end right behind <pre> is no blank line (HTML 13.1.2.5).
            shown = text.removeprefix("\n") if self._fresh else text
            self._fresh = False
            first, *others = shown.split("\n", self._limits.lines)
            self._add(first, keep=True)
            for line in others:
                self._break()
                self._add(line, keep=True)
            return
        words = _SPACES.sub(" ", text)
        if words.startswith(" "):
            self._space = True
        if words.strip(" "):
            self._add(words.strip(" "))
            self._space = words.endswith(" ")

    def open(self, tag: _Tag) -> None:
        """A start tag."""
        name = tag.name
        if name == "br":
            self._break()
        if name in _STRIKING:
            self._struck += 1
        closed = _CLOSED_BY.get(name, _P if name in _BLOCKS else frozenset())
        while self._elements and self._elements[-1].name in closed:
            self._pop()
        if name in _BLOCKS:
            self._end_line()
        if name in _VOID or name in _STRIKING:
            return
        self._push(_element(tag))
        self._fresh = name == "pre"
        if name == "tr" and len(self._rows) < _DEEPEST_TABLE:
            self._rows.append(_Row())
        elif name in _CELLS and self._rows and self._rows[-1].cells[-1]:
            self._rows[-1].cells.append([])

    def close(self, name: str) -> None:
        """An end tag: closes what is open within the element too; one that fits nothing is left out."""
        if name in _STRIKING:
            self._struck = max(0, self._struck - 1)
        elif self._open[name]:
            while self._elements[-1].name != name:
                self._pop()
            self._pop()
        elif name == "br":
            self._break()

    def page(self) -> Page:
        """What has been written."""
        while self._elements:
            self._pop()
        self._end_line()
        lines = self._lines[: self._limits.lines]
        struck = dict.fromkeys(tidy(line.whole, _LONGEST_LINE).strip() for line in lines if line.struck)
        return Page(tidy("\n".join(_shown(line) for line in lines), self._limits.characters), tuple(struck)[:_MOST_STRUCK])

    def _push(self, element: _Element) -> None:
        element.struck = self._struck
        self._elements.append(element)
        self._open[element.name] += 1
        self._apply(element, 1)

    def _apply(self, element: _Element, sign: int) -> None:
        self._quotes += sign * element.quotes
        self._strikes += sign * element.strikes
        self._hides += sign * element.hides
        self._keeps += sign * element.keeps

    def _pop(self) -> None:
        element = self._elements[-1]
        if element.name in _BLOCKS:
            self._end_line()
        self._elements.pop()
        self._open[element.name] -= 1
        if element.name in _CELLS:
            self._struck = element.struck
        self._apply(element, -1)
        if element.name == "tr" and self._rows and self._open["tr"] < len(self._rows):
            self._end_row()

    def _add(self, text: str, *, keep: bool = False) -> None:
        if not text:
            return
        gap = " " if self._space and self._all and not keep else ""
        self._space = False
        self._all.append(f"{gap}{text}")
        if not self._strikes and not self._struck:
            self._kept.append(f"{gap}{text}")
        self._written += len(text) + 1

    def _break(self) -> None:
        """End the line, also an empty one."""
        if not self._hides:
            self._end_line(empty=True)

    def _end_line(self, *, empty: bool = False) -> None:
        self._space = False
        if not self._all and not empty:
            return
        whole, text = "".join(self._all), "".join(self._kept)
        struck = whole != text and bool(whole.strip())
        depth = min(self._quotes, _DEEPEST_QUOTE)
        (self._rows[-1].cells[-1] if self._rows else self._lines).append(_Line(depth, text, whole, struck))
        self._all, self._kept = [], []
        self._made += 1

    def _end_row(self) -> None:
        """One line for a row whose cells have one line each; else the lines of its cells one below the other."""
        cells = [cell for cell in self._rows.pop().cells if cell]
        target = self._rows[-1].cells[-1] if self._rows else self._lines
        full = [[line for line in cell if line.whole.strip()] for cell in cells]
        if len(cells) > 1 and all(len(cell) <= 1 for cell in full):
            row = [line for cell in full for line in cell]
            if row:
                text = "  ".join(filter(None, (line.text.strip() for line in row)))
                whole = "  ".join(line.whole.strip() for line in row)
                target.append(_Line(row[0].depth, text, whole, any(line.struck for line in row)))
            return
        for cell in cells:
            target.extend(cell)


def _shown(line: _Line) -> str:
    return f"{'> ' * line.depth}{line.text.rstrip()}".rstrip()


def _element(tag: _Tag) -> _Element:
    style = _STYLE_NOISE.sub("", tag.attributes.get("style", "").lower())
    striking = re.search(r"text-decoration(?:-line)?:[^;]*line-through", style) is not None
    keeping = re.search(r"white-space:(?:pre|break-spaces)", style) is not None
    return _Element(
        tag.name,
        quotes=int(_quotes(tag, style)),
        strikes=int(tag.name == "del" or striking),
        hides=int(tag.name in _UNSEEN or "hidden" in tag.attributes or _is_hidden(style)),
        keeps=int(tag.name in ("pre", "listing", "xmp") or keeping),
    )


def _is_hidden(style: str) -> bool:
    """Whether nothing in an element can be seen, whatever the styles of what stands in it. Text of no size is not told so:
    what stands in it may have a size of its own.
    """
    return _HIDING.search(style) is not None or ("overflow:hidden" in style and _FLAT.search(style) is not None)


def _quotes(tag: _Tag, style: str) -> bool:
    """Whether an element is a quote. Programs that indent what one writes use a blockquote without a border for it."""
    if tag.name == "blockquote":
        marked = tag.attributes.keys() & {"type", "cite", "class"} or "border-left:" in style
        return bool(marked) or not re.search(r"(?:^|;)border:(?:medium)?(?:none|0)", style)
    classes = tag.attributes.get("class", "").split()
    return tag.name == "div" and ("yahoo_quoted" in classes or tag.attributes.get("id", "").startswith("yahoo_quoted"))
