"""HTML to its text and tags, each element with its end.

The tokenizer is our own, because html.parser is quadratic on some of what is no HTML, and lxml on tags that are never
closed. This one never looks at a character more than a few times.
"""

import re
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from html.entities import html5

SHEET = "sheet"
"""The attribute of the end of a style element that has what stood in it."""
VOID = frozenset(
    ["area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "param", "source", "track", "wbr"]
)
BLOCKS = frozenset(
    [
        *("address", "article", "aside", "blockquote", "body", "center", "dd", "details", "dir", "div", "dl", "dt"),
        *("fieldset", "figcaption", "figure", "footer", "form", "h1", "h2", "h3", "h4", "h5", "h6", "header", "hr", "html"),
        *("legend", "li", "main", "menu", "nav", "ol", "option", "p", "pre", "section", "summary", "table", "tbody", "td"),
        *("tfoot", "th", "thead", "tr", "ul"),
    ]
)
NEVER_SHOWN = frozenset(["script", "style", "title", "template", "iframe", "noembed", "noframes"])
"""Elements whose text is no page's: all down to their end is left out."""
STRIKING = frozenset({"s", "strike"})
"""<s> goes on behind the end of what it stands in (HTML 13.2.4.3), so it is no element of its own here."""
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
_NAME = re.compile(r"/?([a-zA-Z][^\s/>]{0,40})[^\s/>]*")
_ATTRIBUTE = re.compile(r"[\s/]*([^\s/>][^\s/>=]*)(?:\s*=\s*(?:\"([^\"]*)\"|'([^']*)'|([^\s>]*)))?")
_TAG_END = re.compile(r"[\s/]*(>|\Z)")
_MARKUP = re.compile(r"<(?=[a-zA-Z/!?])")
_ENTITY = re.compile(r"&(?:#([0-9]{1,7})(?![0-9])|#[xX]([0-9a-fA-F]{1,6})(?![0-9a-fA-F])|([a-zA-Z][a-zA-Z0-9]{1,31}));?")


@dataclass(frozen=True)
class Tag:
    """A tag; the name and the names of the attributes are in lower case."""

    name: str
    attributes: dict[str, str] = field(default_factory=dict)
    closing: bool = False


def tokens(html: str) -> Iterator[str | Tag]:
    """Text with entities decoded, and tags. A tag or comment that never ends takes the rest with it, as in a browser."""
    at = 0
    while at < len(html):
        match = _MARKUP.search(html, at)
        end = match.start() if match else len(html)
        if end > at:
            yield decoded(html[at:end])
        if match is None:
            return
        tag, at = _markup(html, match.end())
        if tag is not None:
            yield tag
            if tag.name in NEVER_SHOWN and not tag.closing:
                start, at = at, _end_of_unseen(html, at, tag.name)
                yield Tag(tag.name, _with_sheet(tag, html, start, at) if tag.name == "style" else {}, closing=True)


def _with_sheet(tag: Tag, html: str, start: int, end: int) -> dict[str, str]:
    sheet = html[start:end]
    return {**tag.attributes, SHEET: sheet.rpartition("</")[0] or sheet}


def nested(found: Iterable[str | Tag]) -> Iterator[str | Tag]:
    """Text and tags, the end of each element behind all that stands in it; ends that fit nothing are left out."""
    elements: list[str] = []
    counts: Counter[str] = Counter()
    for token in found:
        if isinstance(token, str) or (token.closing and token.name in STRIKING):
            yield token
        elif token.closing and counts[token.name]:
            while elements[-1] != token.name:
                yield _end(elements, counts)
            yield _end(elements, counts, token)
        elif token.closing and token.name == "br":  # a browser breaks the line there too
            yield Tag("br")
        elif not token.closing:
            closed = _CLOSED_BY.get(token.name, _P if token.name in BLOCKS else frozenset())
            while elements and elements[-1] in closed:
                yield _end(elements, counts)
            yield token
            if token.name not in VOID and token.name not in STRIKING:
                elements.append(token.name)
                counts[token.name] += 1


def _end(elements: list[str], counts: Counter[str], tag: Tag | None = None) -> Tag:
    """The end of the innermost element: as it is written, or one that is left out."""
    name = elements.pop()
    counts[name] -= 1
    return tag or Tag(name, closing=True)


def _markup(html: str, at: int) -> tuple[Tag | None, int]:
    """The tag behind a `<`, None for comments and what else is not shown, and where the text goes on."""
    name = _NAME.match(html, at)
    if name is None:
        return None, _end_of_comment(html, at)
    attributes: dict[str, str] = {}
    closing, at = html[at] == "/", name.end()
    while (end := _TAG_END.match(html, at)) is None:
        match = _ATTRIBUTE.match(html, at)
        assert match is not None, "a tag ends, or an attribute begins: nothing else can stand here"
        if not closing:
            attributes.setdefault(match[1].lower(), decoded(match[2] or match[3] or match[4] or ""))
        at = match.end()
    return (Tag(name[1].lower(), attributes, closing) if end[1] else None), end.end()


def _end_of_comment(html: str, at: int) -> int:
    if html.startswith("!--", at):
        if html.startswith((">", "->"), at + 3):
            return html.index(">", at) + 1
        end = html.find("-->", at + 3)
        return len(html) if end < 0 else end + 3
    end = html.find(">", at)
    return len(html) if end < 0 else end + 1


def _end_of_unseen(html: str, at: int, name: str) -> int:
    """After the end tag of something that is not shown; at the end of the page where there is none."""
    match = re.compile(rf"</{name}(?=[\s/>])", re.IGNORECASE).search(html, at)
    return _end_of_comment(html, match.end()) if match else len(html)


def decoded(text: str) -> str:
    """Text with its entities as characters."""
    return _ENTITY.sub(_character, text)


def _character(match: re.Match[str]) -> str:
    decimal, hexadecimal, name = match.groups()
    if name:
        return html5.get(f"{name};") or html5.get(name) or match[0]
    number = int(decimal) if decimal else int(hexadecimal, 16)
    return chr(number) if number < 0x110000 and not 0xD800 <= number < 0xE000 else ""
