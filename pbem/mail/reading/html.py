"""HTML to the lines that its reader sees.

It has a tokenizer of its own, because html.parser is quadratic on some of what is no HTML, and lxml on tags that are never
closed. This one never looks at a character more than a few times, and keeps no tree.
"""

import re
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace
from html.entities import html5
from itertools import islice, permutations
from typing import NamedTuple

from .charsets import tidy
from .limits import Limits
from .looks import MAX_SHEET_LENGTH, Declarations, Look, declarations_in, hides, look_in, rules_in, together


@dataclass(frozen=True)
class Page:
    """The text of an HTML page, quotes marked with "> ", and the lines that it strikes out, wholly or in part.

    What is struck out is not in `text`; in `struck` such a line stands as it reads without the stroke. `unseen` are lines
    that nobody sees, which are not in `text` either. `tokens` counts what was looked at, `cut` tells of a page longer than
    is read.
    """

    text: str = ""
    struck: tuple[str, ...] = ()
    unseen: tuple[str, ...] = ()
    tokens: int = 0
    cut: bool = False


@dataclass(frozen=True)
class _Tag:
    name: str
    attributes: dict[str, str] = field(default_factory=dict)
    closing: bool = False


_SHEET = "sheet"
_SHEET_BEGINS = re.compile(r"<style\b", re.IGNORECASE)
_PLAIN_LOOK = Look()
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
# What is shown in place of sounds and drawings that a program cannot make, and what waits to be opened.
_NOT_SHOWN = frozenset(["audio", "video", "canvas", "datalist"])
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
_ENDS_IN_BREAK = re.compile(r"<br ?/?>$", re.IGNORECASE)
_SPACES = re.compile(r"[ \t\n\r\f]+")
_STRUCK = re.compile(r"\bline-through\b")
_NO_BORDER = re.compile(r"(?:medium)?(?:none|0)")
_BREAKING = re.compile(
    rf"<(?:br|{'|'.join(sorted(_BLOCKS - {'html', 'body'}))})(?=[\s/>])|white-space\s*:\s*(?:pre|break)", re.IGNORECASE
)
"""What makes a new line in a page. One without any was written as plain text, and its lines are lines."""
_KNOWN_TAG = re.compile(
    rf"</?(?:{'|'.join(sorted(_BLOCKS | _VOID | _UNSEEN | _NOT_SHOWN))}|"
    r"a|abbr|acronym|b|bdi|bdo|big|button|caption|cite|code|colgroup|del|dfn|dialog|em|font|head|i|ins|kbd|label|map|mark|nobr|"
    r"object|o:p|q|s|samp|select|small|span|strike|strong|sub|sup|svg|time|tt|u|var)(?=[\s/>]|\Z)|<[!?]",
    re.IGNORECASE,
)
_MAX_ATTRIBUTES = 50
_MAX_ATTRIBUTE_LENGTH = 1_000
_MAX_QUOTE_DEPTH = 10
_MAX_DEPTH = 10
_MAX_STRUCK = 500
_MAX_LINE_LENGTH = 10_000
_MAX_UNSEEN = 50
_MAX_CLASSES = 10
_MAX_CLASSES_TOGETHER = 4
_MAX_UNSEEN_LENGTH = 200


def looks_like_html(text: str) -> bool:
    """Whether what claims to be plain text is HTML: it begins as a page does, or most of its lines with tags."""
    start = text[:2_000].lstrip().lower()
    if start.startswith(("<!doctype html", "<html", "<body", "<head>")):
        return True
    lines = [line.strip() for line in text[:20_000].split("\n") if line.strip()]
    tagged = sum(_LINE_OF_HTML.match(line) is not None or _ENDS_IN_BREAK.search(line[-8:]) is not None for line in lines)
    return tagged * 2 > len(lines) and any(line.endswith(">") for line in lines)


def html_to_text(html: str, limits: Limits, *, as_typed: bool = False) -> Page:
    """The lines of a page: one for each block, line break and table row, the cells of a row with two spaces between them.

    `as_typed`: the lines of its source are lines too, as in a page that has no tag which makes new ones.
    Not more than `limits` allows, in time that grows as the page does. Pictures, scripts and what nobody sees give nothing.
    """
    if not as_typed and _KNOWN_TAG.search(html) is None:
        shown = _ENTITY.sub(_character, html[: limits.html_bytes])
        return Page(tidy(shown, limits.characters), cut=len(html) > limits.html_bytes)
    writer = _Writer(limits, as_typed=as_typed or _BREAKING.search(html) is None)
    count = 0
    tokens: Iterable[str | _Tag] = islice(_tokens(html[: limits.html_bytes]), 2 * limits.elements)
    if _SHEET_BEGINS.search(html) is not None:  # a style element may stand below what it is about
        tokens = list(tokens)
        for token in tokens:
            if isinstance(token, _Tag) and _SHEET in token.attributes:
                writer.take_rules(token.attributes[_SHEET])
    for token in tokens:
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
        match = _MARKUP.search(html, at)
        end = match.start() if match else len(html)
        if end > at:
            yield _ENTITY.sub(_character, html[at:end])
        if match is None:
            return
        tag, at = _markup(html, match.end())
        if tag is not None:
            yield tag
            if tag.name in _UNSEEN and not tag.closing:
                start, at = at, _end_of_unseen(html, at, tag.name)
                sheet = html[start : min(at, start + MAX_SHEET_LENGTH)] if tag.name == "style" else ""
                yield _Tag(tag.name, {_SHEET: sheet.rpartition("<")[0] or sheet}, closing=True)


def _markup(html: str, at: int) -> tuple[_Tag | None, int]:
    """The tag behind a `<`, None for comments and what else is not shown, and where the text goes on."""
    name = _NAME.match(html, at)
    if name is None:
        return None, _end_of_comment(html, at)
    attributes: dict[str, str] = {}
    closing, at = html[at] == "/", name.end()
    while (end := _TAG_END.match(html, at)) is None:
        match = _ATTRIBUTE.match(html, at)
        assert match is not None, "a tag ends, or an attribute begins: nothing else can stand here"
        if len(attributes) < _MAX_ATTRIBUTES:
            value = (match[2] or match[3] or match[4] or "")[:_MAX_ATTRIBUTE_LENGTH]
            attributes.setdefault(match[1][:_MAX_ATTRIBUTE_LENGTH].lower(), _ENTITY.sub(_character, value))
        at = match.end()
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
    match = re.compile(rf"</{name}(?=[\s/>])", re.IGNORECASE).search(html, at)
    return _end_of_comment(html, match.end()) if match else len(html)


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


@dataclass(frozen=True)
class _Element:
    """An open element, and what it does to what stands in it."""

    name: str
    quotes: int = 0
    strikes: int = 0
    hides: int = 0
    keeps: int = 0
    look: Look = _PLAIN_LOOK


class _Style(NamedTuple):
    """The properties of an element, and whether they hide it."""

    properties: Declarations
    hides: bool


@dataclass
class _Row:
    """A table row on its way: the lines of each of its cells."""

    cells: list[list[_Line]] = field(default_factory=lambda: [[]])


class _Writer:
    """Builds the lines of a page out of its tokens."""

    def __init__(self, limits: Limits, *, as_typed: bool) -> None:
        self._limits = limits
        self._elements: list[_Element] = []
        self._known: dict[tuple[str, Look, tuple[tuple[str, str], ...]], _Element] = {}
        self._open: Counter[str] = Counter()
        self._quotes = self._strikes = self._hides = self._keeps = 0
        self._as_typed = as_typed
        # <s> goes on behind the end of what it stands in, but not beyond its cell (HTML 13.2.4.3).
        self._struck = 0
        self._struck_around: list[int] = []
        self._rules: dict[str, dict[str, str]] = {}
        self._styles: dict[tuple[str | None, ...], _Style] = {}
        self._sheets = 0
        self._dark: list[str] = []
        self._unseen: dict[str, None] = {}
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
        if self._hides or not ((self._elements and self._elements[-1].look) or Look()).is_seen:
            self._dark += text.split() if len(self._dark) < _MAX_UNSEEN_LENGTH else []
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
        first, *others = text.split("\n", self._limits.lines) if self._as_typed else (text,)
        self._flow(first)
        for line in others:
            self._break()
            self._flow(line)

    def _say_mark(self, *, closing: bool = False) -> None:
        """A quotation mark, which a browser writes around <q>."""
        if self._hides or not self._elements[-1].look.is_seen:
            return
        space, self._space = self._space, self._space and not closing
        self._add('"')
        self._space = space and closing

    def _flow(self, text: str) -> None:
        """Text whose spaces and line ends are all the same."""
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
        self._push(self._element_of(tag))
        if name == "q":
            self._say_mark()
        self._fresh = name == "pre"
        if name == "tr" and len(self._rows) < _MAX_DEPTH:
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

    def take_rules(self, sheet: str) -> None:
        """What a style element says."""
        room = MAX_SHEET_LENGTH - self._sheets
        self._sheets += len(sheet)
        for selector, style in rules_in(sheet[: max(room, 0)]).items():
            self._rules.setdefault(selector, {}).update(style)

    def _element_of(self, tag: _Tag) -> _Element:
        """The element that a tag opens here: most are like others before them."""
        around = self._elements[-1].look if self._elements else _PLAIN_LOOK
        key = tag.name, around, tuple(tag.attributes.items())
        if key not in self._known:
            self._known[key] = _element(tag, self._style_of(tag), around)
        return self._known[key]

    def _style_of(self, tag: _Tag) -> _Style:
        """What an element looks like by its name, its classes, its id, and its own style: most look as others do."""
        key = tag.name, *map(tag.attributes.get, ("style", "class", "id"))
        if key not in self._styles:
            style = self._declarations_of(tag)
            self._styles[key] = _Style(style, hides(style))
        return self._styles[key]

    def _declarations_of(self, tag: _Tag) -> Declarations:
        own = declarations_in(tag.attributes.get("style", ""))
        if not self._rules:
            return together(own)
        classes = [f".{each}" for each in tag.attributes.get("class", "").lower().split()[:_MAX_CLASSES]]
        id_ = f"#{tag.attributes.get('id', '').lower()}"
        several = ["".join(each) for each in permutations(classes, 2)] if len(classes) <= _MAX_CLASSES_TOGETHER else []
        marks = ["", *classes, *several, id_]
        selectors = [*marks, *(f"{tag.name}{mark}" for mark in marks)]
        return together(*(self._rules.get(each, {}) for each in selectors), own)

    def page(self) -> Page:
        """What has been written."""
        while self._elements:
            self._pop()
        self._end_line()
        lines = self._lines[: self._limits.lines]
        struck = dict.fromkeys(tidy(line.whole, _MAX_LINE_LENGTH).strip() for line in lines if line.struck)
        text = tidy("\n".join(_shown(line) for line in lines), self._limits.characters)
        return Page(text, tuple(struck)[:_MAX_STRUCK], tuple(self._unseen))

    def _push(self, element: _Element) -> None:
        self._struck_around.append(self._struck)
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
        if element.name == "q":
            self._say_mark(closing=True)
        self._elements.pop()
        self._open[element.name] -= 1
        around = self._struck_around.pop()
        self._struck = around if element.name in _CELLS else self._struck
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
        if self._dark and len(self._unseen) < _MAX_UNSEEN:
            self._unseen.setdefault(tidy(" ".join(self._dark), _MAX_UNSEEN_LENGTH))
        self._dark = []
        if not self._all and not empty:
            return
        whole, text = "".join(self._all), "".join(self._kept)
        struck = whole != text and bool(whole.strip())
        depth = min(self._quotes, _MAX_QUOTE_DEPTH)
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


def _element(tag: _Tag, looks: _Style, around: Look) -> _Element:
    style = looks.properties
    striking = any(_STRUCK.search(style.get(name, "")) for name in ("text-decoration", "text-decoration-line"))
    return _Element(
        tag.name,
        quotes=int(_quotes(tag, style)),
        strikes=int(tag.name == "del" or striking),
        hides=int(tag.name in _UNSEEN or _is_closed(tag) or looks.hides),
        keeps=int(tag.name in ("pre", "listing", "xmp") or style.get("white-space", "").startswith(("pre", "break-spaces"))),
        look=look_in(around, tag.name, tag.attributes, style),
    )


def _is_closed(tag: _Tag) -> bool:
    """Whether an element is not shown, whatever its style."""
    return "hidden" in tag.attributes or tag.name in _NOT_SHOWN or (tag.name == "dialog" and "open" not in tag.attributes)


def _quotes(tag: _Tag, style: Declarations) -> bool:
    """Whether an element is a quote. Programs that indent what one writes use a blockquote without a border for it."""
    if tag.name == "blockquote":
        marked = tag.attributes.keys() & {"type", "cite", "class"} or "border-left" in style
        return bool(marked) or not _NO_BORDER.match("".join(style.get("border", "").split()))
    if tag.name == "q":
        return True
    classes = tag.attributes.get("class", "").split()
    return tag.name == "div" and ("yahoo_quoted" in classes or tag.attributes.get("id", "").startswith("yahoo_quoted"))
