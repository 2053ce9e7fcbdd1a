"""What the style sheets and style attributes of an HTML page say of its elements (CSS cascade, selectors 4).

Reading and matching are tinycss2's and cssselect2's; here is how much of it there may be, and what holds where nobody knows
on what screen a letter is read: what is hidden on any of them is hidden.
"""

import re
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import islice
from typing import Any
from xml.etree.ElementTree import Element, SubElement

from cssselect2 import ElementWrapper, Matcher, SelectorError, compile_selector_list
from tinycss2 import parse_blocks_contents, parse_component_value_list, parse_rule_list, parse_stylesheet, serialize
from tinycss2.color4 import parse_color

from .looks import Declarations, is_colour
from .markup import SHEET, STRIKING, VOID, Tag

MAX_TOKENS = 20_000
"""Words and signs of a page's style sheets and style attributes, each that differs counted once."""
MAX_SELECTORS = 400
MAX_STEPS = 300_000
"""Selectors held against elements, and elements looked at for that."""
MAX_CONDITIONS = 10
_STEPS_A_PLACE = 10
_MAX_SELECTOR_LENGTH = 500
_MAX_COMBINED = 12
_MAX_VARIABLES = 100
_MAX_DEPTH = 5
_MAX_COMPARED = 20_000_000
_MAX_CACHED_LENGTH = 1_000
_TOKEN = re.compile(r"[\w-]+|[^\w\s-]")
_COMBINING = re.compile(r"[\s>+~(]+")
_FONT_SIZE = re.compile(r"(?:^|\s)((?:[0-9]+\.?[0-9]*|\.[0-9]+)(?:[a-z]{1,4}|%|))(?=\s*/|\s)")
_IMAGE = re.compile(r"url\(|gradient\(|image")
_ALWAYS = re.compile(r"(?:only\s+)?(?:all|screen)|not\s+(?:print|speech)|")
_NEVER = re.compile(
    r"(?:only\s+)?(?:print|speech|aural|braille|embossed|handheld|projection|tty|tv)\b.*|not\s+(?:all|screen)", re.DOTALL
)
_DARK = re.compile(r"prefers-color-scheme\s*:\s*dark|prefers-contrast|forced-colors|inverted-colors|-ms-high-contrast")
_OTHER_TOO = re.compile(r"\b(?:not|or)\b|,")
_UNKNOWN = "where a selector is known"
# What browsers know and cssselect2 does not: other names of :is(), and what holds of all text.
_ANY = re.compile(r":(?:-webkit-any|-moz-any|matches)\(")
_HOLDING = re.compile(r":(?:(?:defined|read-only|read-write|optional|valid)(?![\w-])|dir\([^()]*\))")
_COLOURS = frozenset({"color", "background-color", "background-image", "-webkit-text-fill-color"})
# At-rules whose blocks are no rules for elements.
_NO_RULES = frozenset(
    {
        *("font-face", "page", "keyframes", "-webkit-keyframes", "-moz-keyframes", "counter-style", "property", "list"),
        *("font-feature-values", "font-palette-values", "viewport", "-ms-viewport", "view-transition"),
    }
)
_SIDES = ("top", "right", "bottom", "left")
_VALUES_OF_SIDES = ((0, 0, 0, 0), (0, 1, 0, 1), (0, 1, 2, 1), (0, 1, 2, 3))
"""Which of one, two, three or four values each side has."""
_DISPLAYS = re.compile(
    r"[a-z -]*\b(?:none|block|inline|flex|grid|table|flow|list|contents|box|ruby|run|math|initial|inherit|unset|revert)"
)
_VISIBILITIES = frozenset({"visible", "hidden", "collapse", "inherit", "initial", "unset", "revert"})
_SIZES = re.compile(
    r"[+]?(?:[0-9]+\.?[0-9]*|\.[0-9]+)(?:e[+-]?[0-9]+)?(?:[a-z]+|%)|0+(?:\.0+)?|[a-z-]+\(.*|"
    r"(?:xx?-|xxx-)?(?:small|large)|medium|smaller|larger|inherit|initial|unset|revert",
    re.DOTALL,
)
_KEPT = frozenset(
    {
        *("display", "visibility", "opacity", "color", "-webkit-text-fill-color", "background-color", "background-image"),
        *("font-size", "font-size-adjust", "mso-hide", "content-visibility", "zoom", "filter", "max-height", "max-width"),
        *("height", "width", "line-height", "overflow", "overflow-x", "overflow-y", "text-indent", "position", "clip"),
        *("clip-path", "transform", "translate", "scale", "margin-left", "margin-top", *_SIDES),
        *("text-decoration", "text-decoration-line", "white-space", "border", "border-left"),
        *("letter-spacing", "-webkit-text-security", "rotate", "mask", "mask-image", "-webkit-mask", "-webkit-mask-image"),
    }
)
_LOGICAL = {
    "margin-inline-start": "margin-left",
    "margin-block-start": "margin-top",
    "inset-inline-start": "left",
    "inset-block-start": "top",
    "inset-inline-end": "right",
    "inset-block-end": "bottom",
    "block-size": "height",
    "inline-size": "width",
    "max-block-size": "max-height",
    "max-inline-size": "max-width",
}


class TooMuch(Exception):
    """Styles for which nobody can say (in reasonable time, or at all) what they hide."""


@dataclass(frozen=True)
class Block:
    """The declarations of a rule or a style attribute that say whether its text is seen, or quoted, or struck out."""

    plain: Declarations
    important: Declarations

    def __bool__(self) -> bool:
        return bool(self.plain or self.important)

    def without_colours(self) -> "Block":
        """The same, but for colours."""
        return Block(*({k: v for k, v in each.items() if k not in _COLOURS} for each in (self.plain, self.important)))


@dataclass(frozen=True)
class Rule:
    """A rule of a style sheet: its selectors as they are matched, the condition under which it holds ("": none), and how
    many attributes its selectors name.
    """

    selectors: tuple[Any, ...]
    block: Block
    condition: str
    attributes: int


_NO_BLOCK = Block({}, {})


def block_in(style: str) -> Block:
    """The declarations of a style attribute."""
    return _read_before(style) if len(style) <= _MAX_CACHED_LENGTH else _block_of(_declarations(style.lower()))


@lru_cache(maxsize=1024)
def _read_before(style: str) -> Block:
    return _block_of(_declarations(style.lower()))


def together(blocks: Sequence[Block], own: Block) -> Declarations:
    """The properties of an element by its rules, a later one before an earlier one, and its style attribute; what is
    important comes before all else.
    """
    properties: dict[str, str] = {}
    for block in (*blocks, own):
        properties |= block.plain
    for block in (*blocks, own):
        properties |= block.important
    return properties


def _block_of(content: Iterable[Any]) -> Block:
    plain, important = dict[str, str](), dict[str, str]()
    for each in content:
        if each.type == "declaration":
            value = " ".join(serialize([part for part in each.value if part.type != "comment"]).split())
            (important if each.important else plain).update(_expanded(each.name.lower(), value, each.value))
    return Block(plain, important)


def _expanded(name: str, value: str, parts: Sequence[Any]) -> Declarations:
    """What a declaration sets, its shorthands written out; nothing if it is not valid, or says nothing of interest."""
    name = _LOGICAL.get(name, name)
    if name == "font":
        size = _FONT_SIZE.search(value)
        return {"font-size": size[1] if size else value if value in ("inherit", "unset") else "medium"}
    if name == "background":
        colours = (serialize([part]) for part in parts if part.type in ("ident", "hash", "function"))
        colour = next((each for each in colours if parse_color(each) is not None or each.startswith("var(")), "initial")
        return {"background-color": colour, "background-image": value if _IMAGE.search(value) else "none"}
    if name in ("margin", "inset"):
        return _sides("margin-" if name == "margin" else "", value.split())
    if not name.startswith("--") and name not in _KEPT:
        return {}
    return {name: value} if "var(" in value or _is_valid(name, value) else {}


def _sides(prefix: str, values: Sequence[str]) -> Declarations:
    """The values of a shorthand for the four sides of a box."""
    if not 1 <= len(values) <= len(_SIDES):
        return {}
    return {f"{prefix}{side}": values[i] for side, i in zip(_SIDES, _VALUES_OF_SIDES[len(values) - 1], strict=True)}


def _is_valid(name: str, value: str) -> bool:
    """Whether a browser takes a value; one that it does not take leaves what was said before."""
    if name == "display":
        return _DISPLAYS.match(value) is not None
    if name == "visibility":
        return value in _VISIBILITIES
    if name == "font-size":
        return _SIZES.fullmatch(value) is not None
    return is_colour(value) if name in ("color", "background-color", "-webkit-text-fill-color") else True


# Sheets


@lru_cache(maxsize=16)
def rules_in(sheet: str, media: str) -> tuple[Rule, ...]:
    """The rules of a style element that can hide something, quote it or strike it out. Raises TooMuch."""
    reader = _Reader()
    if (condition := _condition(media.lower())) is not None:
        try:
            reader.add_rules(parse_stylesheet(sheet.lower(), skip_comments=True, skip_whitespace=True), condition)
        except (RecursionError, MemoryError):
            raise TooMuch("rules within rules too deep") from None
    return tuple(reader.rules)


class _Reader:
    """Reads a sheet, as far as selectors are left to it."""

    def __init__(self) -> None:
        self.rules: list[Rule] = []
        self._left = MAX_SELECTORS

    def add_rules(self, content: Iterable[Any], condition: str, around: str = "", depth: int = 0) -> None:
        """Add the rules in a sheet or block; those within another rule are for what its selectors, `around`, name."""
        if depth > _MAX_DEPTH:
            raise TooMuch("rules within rules too deep")
        for each in content:
            if each.type == "qualified-rule":
                selectors = _within(serialize(each.prelude).strip(), around)
                inner = _declarations(each.content)
                self._add(selectors, _block_of(inner), condition)
                self.add_rules((part for part in inner if part.type != "declaration"), condition, selectors, depth + 1)
            elif each.type == "at-rule" and each.content is not None and each.lower_at_keyword not in _NO_RULES:
                self._add_conditional(each, condition, around, depth + 1)

    def _add_conditional(self, rule: Any, condition: str, around: str, depth: int) -> None:
        query = serialize(rule.prelude).strip()
        under = _condition(query) if rule.lower_at_keyword == "media" else f"@{rule.lower_at_keyword} {query}"
        if under is None:
            return
        both = " and ".join(filter(None, (condition, under)))
        self.add_rules(parse_rule_list(rule.content, skip_comments=True, skip_whitespace=True), both, around, depth)
        if around:
            self._add(around, _block_of(_declarations(rule.content)), both)

    def _add(self, written: str, block: Block, condition: str) -> None:
        if _is_of_dark(condition):
            block = block.without_colours()
        if not block:
            return
        apart = _apart(written)
        self._left -= len(apart)
        if self._left < 0:
            raise TooMuch("too many selectors")
        compiled = [_compiled(each) for each in apart]
        if None in compiled:  # a program that does not know one leaves out the rule (selectors 4, 4.1)
            condition = f"{condition} {_UNKNOWN}".strip()
        if selectors := tuple(each for some in compiled for each in some or ()):
            self.rules.append(Rule(selectors, block, condition, written.count("[")))


def _declarations(content: Iterable[Any]) -> list[Any]:
    return list(parse_blocks_contents(content, skip_comments=True, skip_whitespace=True))


def _within(written: str, around: str) -> str:
    """The selectors of a rule that stands within another (css-nesting)."""
    if not around:
        return written
    if len(around) > _MAX_SELECTOR_LENGTH:
        raise TooMuch("a selector too long")
    return written.replace("&", f":is({around})") if "&" in written else f":is({around}) {written}"


def _apart(written: str) -> list[str]:
    """The selectors of a list."""
    if "(" not in written and "[" not in written and "\\" not in written:
        return written.split(",")
    found: list[list[Any]] = [[]]
    for part in parse_component_value_list(written, skip_comments=True):
        if part == ",":
            found.append([])
        else:
            found[-1].append(part)
    return [serialize(each) for each in found]


def _compiled(selector: str) -> Sequence[Any] | None:
    """A selector as it is matched, nothing for one of what is no text of an element; None for one that is not known.

    Raises TooMuch for one that is too long.
    """
    if len(selector) > _MAX_SELECTOR_LENGTH or len(_COMBINING.findall(selector.strip())) > _MAX_COMBINED:
        raise TooMuch("a selector too long")
    try:
        found = compile_selector_list(_HOLDING.sub(":not(:hover)", _ANY.sub(":is(", selector)))
    except SelectorError:
        return None
    except (SyntaxError, ValueError, NotImplementedError, RecursionError, MemoryError):
        raise TooMuch("a selector that cannot be matched") from None
    return [each for each in found if each.pseudo_element in (None, "first-line", "first-letter") and not each.never_matches]


def _condition(query: str) -> str | None:
    """Under what condition a media query holds: "" for all screens, None for none."""
    queries = [each.strip() for each in query.split(",")]
    if any(_ALWAYS.fullmatch(each) for each in queries):
        return ""
    return ", ".join(each for each in queries if not _NEVER.fullmatch(each)) or None


def _is_of_dark(condition: str) -> bool:
    """Whether a condition is one of screens whose own colours nobody knows."""
    return _DARK.search(condition) is not None and _OTHER_TOO.search(condition) is None


# Matching


class _Steps:
    """How many steps matching may still take."""

    def __init__(self) -> None:
        self.left = MAX_STEPS

    def take(self, steps: int) -> None:
        """Raises TooMuch if there are fewer left."""
        self.left -= steps
        if self.left < 0:
            raise TooMuch("too many selectors for so many elements")


class _Place(ElementWrapper):  # type: ignore[misc]
    """An element to be matched, which counts what is looked at around it, and walks there instead of keeping all of it."""

    def __init__(self, element: Element, parent: "_Place | None", *rest: Any, **named: Any) -> None:
        self.steps: _Steps = _Steps() if parent is None else parent.steps
        self.steps.take(_STEPS_A_PLACE)
        super().__init__(element, parent, *rest, **named)

    @property
    def ancestors(self) -> Iterable[Any]:
        at = self.parent
        while at is not None:
            self.steps.take(1)
            yield at
            at = at.parent

    @property
    def previous_siblings(self) -> Iterable[Any]:
        at = self.previous
        while at is not None:
            self.steps.take(1)
            yield at
            at = at.previous

    @property
    def etree_siblings(self) -> Any:
        self.steps.take(1 + len(self._siblings) // 10)
        return self._siblings

    @etree_siblings.setter
    def etree_siblings(self, siblings: Any) -> None:
        self._siblings = siblings


class _CountingMatcher(Matcher):  # type: ignore[misc]
    def __init__(self, steps: _Steps) -> None:
        super().__init__()
        self._steps = steps

    def add_relevant_selectors(self, element: Any, selectors: Sequence[Any], relevant_selectors: list[Any]) -> None:
        self._steps.take(len(selectors))
        super().add_relevant_selectors(element, selectors, relevant_selectors)


class Sheets:
    """The styles of a page's elements, by its sheets and their attributes."""

    def __init__(self, page: Iterable[str | Tag]) -> None:
        """Raises TooMuch."""
        tags = [tag for tag in page if isinstance(tag, Tag)]
        sheets = [tag.attributes for tag in tags if tag.closing and SHEET in tag.attributes]
        _check_length({each[SHEET] for each in sheets} | {tag.attributes.get("style", "") for tag in tags})
        self._rules = [
            rule
            for each in sheets
            if each.get("type", "").strip().lower() in ("", "text/css")
            for rule in rules_in(each[SHEET], each.get("media", ""))
        ]
        self._conditions = tuple(dict.fromkeys(("", *(rule.condition for rule in self._rules))))
        self._of: dict[tuple[tuple[int, ...], str], tuple[Declarations, ...]] = {}
        self._variables: set[str] = set()
        self._check_rules(tags)
        self._matched = iter(self._matches(tags) if self._rules else ())

    def _check_rules(self, tags: Iterable[Tag]) -> None:
        if sum(len(rule.selectors) for rule in self._rules) > MAX_SELECTORS or len(self._conditions) > MAX_CONDITIONS + 1:
            raise TooMuch("too many selectors or conditions")
        if by_attributes := sum(rule.attributes for rule in self._rules):
            characters = sum(len(value) for tag in tags for value in tag.attributes.values())
            if by_attributes * characters > _MAX_COMPARED:
                raise TooMuch("too many attributes to be compared")

    def next_styles(self, tag: Tag) -> tuple[Declarations, ...]:
        """The properties of the next element of the page, which is this one: under no condition, and under each that there
        is. Most elements look as others do. Raises TooMuch.
        """
        rules = next(self._matched, ())
        key = (rules, tag.attributes.get("style", ""))
        if key not in self._of:
            self._of[key] = tuple(self._styles(*key, condition) for condition in self._conditions)
            self._variables.update(name for style in self._of[key] for name in style if name.startswith("--"))
            if len(self._variables) > _MAX_VARIABLES:
                raise TooMuch("too many variables")
        return self._of[key]

    def _styles(self, rules: Sequence[int], style: str, condition: str) -> Declarations:
        holding = [rule.block for rule in map(self._rules.__getitem__, rules) if rule.condition in ("", condition)]
        return together(holding, block_in(style) if style else _NO_BLOCK)

    def _matches(self, tags: Iterable[Tag]) -> list[tuple[int, ...]]:
        """The rules that hold for each element, in the order of the cascade."""
        root, elements = _tree(tags)
        page = _Place.from_html_root(root)
        page.steps.left = MAX_STEPS // len(self._conditions) + _STEPS_A_PLACE * len(elements)
        matcher = _CountingMatcher(page.steps)
        for number, rule in enumerate(self._rules):
            for selector in rule.selectors:
                matcher.add_selector(selector, number)
        try:
            found = {each.etree_element: tuple(match[-1] for match in matcher.match(each)) for each in page.iter_subtree()}
        except RecursionError:
            raise TooMuch("elements within elements too deep") from None
        return [found[element] for element in elements]


def _check_length(styles: Collection[str]) -> None:
    """Raises TooMuch if there is too much to read."""
    count = 0
    for style in styles:
        count += 1 + sum(1 for _ in islice(_TOKEN.finditer(style), MAX_TOKENS))
        if count > MAX_TOKENS:
            raise TooMuch("too many styles")


def _tree(tags: Iterable[Tag]) -> tuple[Element, list[Element]]:
    """The elements of a page as a tree, below the `html` and `body` that a page has without its saying so, and where each
    of its tags is in it. Names of classes and ids, and values, are in lower case, as those of the sheets: in mail, which
    names no kind of document, large and small letters are the same there.
    """
    root = Element("html")
    body, places = SubElement(root, "body"), list[Element]()
    open_: list[Element] = [body]
    for tag in tags:
        if tag.closing:
            if tag.name not in STRIKING and len(open_) > 1:
                open_.pop()
            continue
        attributes = {name: value.lower() for name, value in tag.attributes.items()}
        if tag.name in ("html", "body"):
            element = root if tag.name == "html" else body
            element.attrib.update(attributes)
        else:
            at = root if tag.name == "head" else body if open_[-1] is root else open_[-1]
            element = SubElement(at, tag.name, attributes)
        places.append(element)
        if tag.name not in VOID and tag.name not in STRIKING:
            open_.append(element)
    return root, places
