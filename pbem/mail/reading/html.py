"""HTML to the lines that its reader sees."""

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from itertools import islice

from .charsets import tidy
from .limits import Limits
from .looks import Declarations, TextLook, look_in
from .markup import BLOCKS, NEVER_SHOWN, SHEET, STRIKING, VOID, Tag, decoded, nested, tokens
from .sheets import Sheets, TooMuch


@dataclass(frozen=True)
class HtmlText:
    """The text of an HTML page, quotes marked with "> ", and the lines that it strikes out, wholly or in part.

    `text` has no struck-out words; `struck` has such lines without the stroke. `unseen` are lines that nobody sees; they are
    not in `text` either. `tokens` counts the tokens read, `cut` says that the page is longer than the limit. A page with
    more styles than are read `is_doubtful`: nobody can say which of its text is seen, so it has none.
    """

    text: str = ""
    struck: tuple[str, ...] = ()
    unseen: tuple[str, ...] = ()
    tokens: int = 0
    cut: bool = False
    is_doubtful: bool = False


# What is shown in place of sounds and drawings that a program cannot make, and what waits to be opened.
_NOT_SHOWN = frozenset(["audio", "video", "canvas", "datalist", "meter", "progress", "rp"])
_CELLS = frozenset({"td", "th"})
_SHEET_BEGINS = re.compile(r"<style\b", re.IGNORECASE)
_LINE_OF_HTML = re.compile(
    r"</?(?:div|p|br|span|table|tr|td|ul|ol|li|font|blockquote|b|i|o:p)(?=[\s/>])[^<>]{0,500}>", re.IGNORECASE
)
_ENDS_IN_BREAK = re.compile(r"<br ?/?>$", re.IGNORECASE)
_SPACES = re.compile(r"[ \t\n\r\f]+")
_STRUCK = re.compile(r"\bline-through\b")
_NO_BORDER = re.compile(r"(?:medium)?(?:none|0)")
_BREAKING = re.compile(
    rf"<(?:br|{'|'.join(sorted(BLOCKS - {'html', 'body'}))})(?=[\s/>])|white-space\s*:\s*(?:pre|break)", re.IGNORECASE
)
"""What makes a new line in a page. One without any was written as plain text, and its lines are lines."""
_KNOWN_TAG = re.compile(
    rf"</?(?:{'|'.join(sorted(BLOCKS | VOID | NEVER_SHOWN | _NOT_SHOWN))}|"
    r"a|abbr|acronym|b|bdi|bdo|big|button|caption|cite|code|colgroup|del|dfn|dialog|em|font|head|i|ins|kbd|label|map|mark|nobr|"
    r"object|o:p|q|s|samp|select|small|span|strike|strong|sub|sup|svg|time|tt|u|var)(?=[\s/>]|\Z)|<[!?]",
    re.IGNORECASE,
)
_NO_STYLES: Sequence[Declarations] = ({},)
_MAX_QUOTE_DEPTH = 10
_MAX_DEPTH = 10
_MAX_STRUCK = 500
_MAX_LINE_LENGTH = 10_000
_MAX_UNSEEN = 500
_MAX_UNSEEN_LENGTH = 500


def looks_like_html(text: str) -> bool:
    """Whether what claims to be plain text is HTML: it begins as a page does, or most of its lines with tags."""
    start = text[:2_000].lstrip().lower()
    if start.startswith(("<!doctype html", "<html", "<body", "<head>")):
        return True
    lines = [line.strip() for line in text[:20_000].split("\n") if line.strip()]
    tagged = sum(_LINE_OF_HTML.match(line) is not None or _ENDS_IN_BREAK.search(line[-8:]) is not None for line in lines)
    return tagged * 2 > len(lines) and any(line.endswith(">") for line in lines)


def html_to_text(html: str, limits: Limits, *, as_typed: bool = False) -> HtmlText:
    """The lines of a page: one for each block, line break and table row, the cells of a row with two spaces between them.

    `as_typed`: the lines of its source are lines too, as in a page that has no tag which makes new ones.
    Not more than `limits` allows, in time that grows as the page does. Pictures, scripts and what nobody sees give nothing.
    """
    if not as_typed and _KNOWN_TAG.search(html) is None:
        shown = decoded(html[: limits.html_bytes])
        return HtmlText(tidy(shown, limits.characters), cut=len(html) > limits.html_bytes)
    found = list(islice(nested(tokens(html[: limits.html_bytes])), 2 * limits.elements))
    tags = [each for each in found if isinstance(each, Tag)]
    cut = len(found) == 2 * limits.elements or len(html) > limits.html_bytes
    as_typed = as_typed or _BREAKING.search(html) is None
    try:
        if cut and len(_SHEET_BEGINS.findall(html)) > sum(SHEET in each.attributes for each in tags):
            raise TooMuch("a style sheet that is not reached")
        names = {each.name for each in tags}  # a page has both of these elements, written or not
        whole = [*(Tag(name) for name in ("html", "body") if name not in names), *found]
        page = _written(whole, _Writer(limits, as_typed=as_typed), Sheets(whole))
    except TooMuch:
        bare = _written(found, _Writer(limits, as_typed=as_typed), None)
        page = replace(bare, text="", is_doubtful=True)
    return replace(page, tokens=len(found), cut=page.cut or cut)


def _written(found: Sequence[str | Tag], writer: "_Writer", sheets: Sheets | None) -> HtmlText:
    """The page of these texts and tags, as much as is read; without styles where there are no `sheets`."""
    for token in found:
        if writer.full:
            break
        if isinstance(token, str):
            writer.say(token)
        elif token.closing:
            writer.close(token.name)
        else:
            writer.open(token, sheets.next_styles(token) if sheets is not None else _NO_STYLES)
    return replace(writer.page(), cut=writer.full)


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
    keeps: int = 0
    struck: int = 0
    looks: tuple[TextLook, ...] = (TextLook(),)
    """Under no condition, and under each that the page's style sheets name."""
    is_seen: bool = True


_NO_ELEMENT = _Element("")


@dataclass
class _Row:
    """A table row on its way: the lines of each of its cells."""

    cells: list[list[_Line]] = field(default_factory=lambda: [[]])


class _Writer:
    """Builds the lines of a page out of its tokens."""

    def __init__(self, limits: Limits, *, as_typed: bool) -> None:
        self._limits = limits
        self._elements: list[_Element] = []
        self._open: Counter[str] = Counter()
        self._quotes = self._strikes = self._keeps = 0
        self._as_typed = as_typed
        # <s> goes on after the end of what it is in, but not beyond its cell (HTML 13.2.4.3).
        self._struck = 0
        self._dark: list[str] = []
        self._unseen: dict[str, None] = {}
        self._lines: list[_Line] = []
        self._rows: list[_Row] = []
        self._kept: list[str] = []
        self._all: list[str] = []
        self._space = False
        self._fresh = False
        self._made = 0
        self._written = 0

    @property
    def full(self) -> bool:
        """Whether as much has been written as is read."""
        return self._made > self._limits.lines or self._written > self._limits.characters

    @property
    def _around(self) -> _Element:
        return self._elements[-1] if self._elements else _NO_ELEMENT

    def say(self, text: str) -> None:
        """Text between tags."""
        if not self._around.is_seen:
            self._dark += text.split() if len(self._dark) < _MAX_UNSEEN_LENGTH else []
            return
        if self._keeps:
            # The line end right after <pre> is no blank line (HTML 13.1.2.5).
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
        if not self._around.is_seen:
            return
        space, self._space = self._space, self._space and not closing
        self._add('"')
        self._space = space and closing

    def _flow(self, text: str) -> None:
        """Text in which spaces and line ends are equal."""
        words = _SPACES.sub(" ", text)
        if words.startswith(" "):
            self._space = True
        if words.strip(" "):
            self._add(words.strip(" "))
            self._space = words.endswith(" ")

    def open(self, tag: Tag, styles: Sequence[Declarations]) -> None:
        """A start tag, with its properties under each condition."""
        name = tag.name
        if name == "br":
            self._break()
        if name in STRIKING:
            self._struck += 1
        if name in BLOCKS:
            self._end_line()
        if name in VOID or name in STRIKING:
            return
        folded = name == "summary" and self._around.name == "details"  # shown while the rest is not
        around = self._around if not folded else self._elements[-2] if len(self._elements) > 1 else _NO_ELEMENT
        self._push(_element(tag, styles, around.looks))
        if name == "q":
            self._say_mark()
        self._fresh = name == "pre"
        if name == "tr" and len(self._rows) < _MAX_DEPTH:
            self._rows.append(_Row())
        elif name in _CELLS and self._rows and self._rows[-1].cells[-1]:
            self._rows[-1].cells.append([])

    def close(self, name: str) -> None:
        """An end tag: that of the innermost element, or of <s>."""
        if name in STRIKING:
            self._struck = max(0, self._struck - 1)
        else:
            self._pop()

    def page(self) -> HtmlText:
        """What has been written."""
        while self._elements:
            self._pop()
        self._end_line()
        lines = self._lines[: self._limits.lines]
        struck = dict.fromkeys(tidy(line.whole, _MAX_LINE_LENGTH).strip() for line in lines if line.struck)
        text = tidy("\n".join(_shown(line) for line in lines), self._limits.characters)
        return HtmlText(text, tuple(struck)[:_MAX_STRUCK], tuple(self._unseen))

    def _push(self, element: _Element) -> None:
        element.struck = self._struck
        self._elements.append(element)
        self._open[element.name] += 1
        self._apply(element, 1)

    def _apply(self, element: _Element, sign: int) -> None:
        self._quotes += sign * element.quotes
        self._strikes += sign * element.strikes
        self._keeps += sign * element.keeps

    def _pop(self) -> None:
        element = self._elements[-1]
        if element.name in BLOCKS:
            self._end_line()
        if element.name == "q":
            self._say_mark(closing=True)
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
        if any(look.is_gone for look in self._around.looks):
            self._end_unseen()
        else:
            self._end_line(empty=True)

    def _end_unseen(self) -> None:
        if self._dark and len(self._unseen) < _MAX_UNSEEN:
            self._unseen.setdefault(tidy(" ".join(self._dark), _MAX_UNSEEN_LENGTH))
        self._dark = []

    def _end_line(self, *, empty: bool = False) -> None:
        self._space = False
        self._end_unseen()
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


def _element(tag: Tag, styles: Sequence[Declarations], around: Sequence[TextLook]) -> _Element:
    style = styles[0]
    striking = any(_STRUCK.search(style.get(name, "")) for name in ("text-decoration", "text-decoration-line"))
    looks = tuple(
        look_in(around[i if len(around) > 1 else 0], tag.name, tag.attributes, each) for i, each in enumerate(styles)
    )
    if _is_closed(tag):
        looks = tuple(replace(look, is_gone=True) for look in looks)
    return _Element(
        tag.name,
        quotes=int(_quotes(tag, style)),
        strikes=int(tag.name == "del" or striking),
        keeps=int(tag.name in ("pre", "listing", "xmp") or style.get("white-space", "").startswith(("pre", "break-spaces"))),
        looks=looks,
        is_seen=all(look.is_seen for look in looks),
    )


def _is_closed(tag: Tag) -> bool:
    """Whether an element is not shown, or not to everybody, whatever its style."""
    attributes = tag.attributes
    return (
        "hidden" in attributes
        or attributes.get("aria-hidden", "").strip().lower() == "true"
        or tag.name in _NOT_SHOWN
        or tag.name in NEVER_SHOWN
        or (tag.name in ("dialog", "details") and "open" not in attributes)
    )


def _quotes(tag: Tag, style: Declarations) -> bool:
    """Whether an element is a quote. Programs that indent what one writes use a blockquote without a border for it."""
    if tag.name == "blockquote":
        marked = tag.attributes.keys() & {"type", "cite", "class"} or "border-left" in style
        return bool(marked) or not _NO_BORDER.match("".join(style.get("border", "").split()))
    if tag.name == "q":
        return True
    classes = tag.attributes.get("class", "").split()
    return tag.name == "div" and ("yahoo_quoted" in classes or tag.attributes.get("id", "").startswith("yahoo_quoted"))
