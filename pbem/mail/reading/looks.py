"""How the text of an HTML page looks: whether somebody who reads it sees it at all (CSS 2.2, css-color-4)."""

import re
from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import lru_cache

from PIL import ImageColor

Declarations = Mapping[str, str]
"""The properties of a style and their values, in lower case."""

_NUMBER = re.compile(r"([+-]?(?:[0-9]+\.?[0-9]*|\.[0-9]+))([a-z%]*)")
_FONT_SIZE = re.compile(r"(?:^|\s)((?:[0-9]+\.?[0-9]*|\.[0-9]+)(?:px|pt|r?em|%|))(?=/|\s)")
_PIXELS = {"": 1.0, "px": 1.0, "pt": 4 / 3, "pc": 16.0, "rem": 16.0, "in": 96.0, "cm": 37.8, "mm": 3.78}
_USUAL_SIZE = 16.0
MIN_SIZE = 3.0
"""Smaller text (in pixels) cannot be read; hidden text has one pixel or none."""
_MIN_OPACITY = 0.1
_FAR = -999.0
"""Nothing can be seen this many pixels to the left or above."""
_MIN_DIFFERENCE = 48
"""Colours that differ by less, red, green and blue together, cannot be told from each other."""
_WHITE = (255, 255, 255)
MAX_SHEET_LENGTH = 50_000
"""Characters of a page's style elements that are read."""
_MAX_RULES = 500
IMPORTANT = "!important"
_IMPORTANT = re.compile(r"!\s*important")
_CALC = re.compile(r"\Acalc\(\s*([^()\s]+)\s*\)\Z")
_ON_SCREENS = re.compile(r"@media\s+(?:only\s+)?(?:all|screen)\s*\{")
_BRACES = re.compile(r"[{};]")
_FUNCTION = re.compile(r"(rgb|hsl)a?\(([^()]*)\)")
_NUMBERS_APART = re.compile(r"[\s,/]+")
_ALL_THROUGH = re.compile(r"0?(?:\.0{1,9})?%?")
_FILTERED = re.compile(r"opacity(?:\(|=)0?(?:\.0+)?%?\)")
_MAX_COLOUR_LENGTH = 60
_SIMPLE = re.compile(r"\s*([a-z][a-z0-9]*)?([.#][a-z_-][\w-]*){0,3}\s*")
_HTML_COMMENT = re.compile(r"<!--|-->")
_HEXADECIMAL = re.compile(r"(?:[0-9a-f]{3}){1,2}")
_NO_SIDES = re.compile(
    r"rect\((?:[01](?:px)?[,\s]*){4}\)|inset\((?:50|100)%\)|polygon\(0(?:px)?0(?:px)?\)|(?:circle|ellipse)\(0(?:px|%)?[0a-z,)]"
)
_SHRUNK = re.compile(r"scale(?:x|y|3d)?\((?:[^()]*,)?0(?:\.0+)?%?[,)]")
_MOVED = re.compile(r"translate(?:x|y|3d)?\(([^()]*)\)")

Colour = tuple[int, int, int]


@dataclass(frozen=True)
class Look:
    """How text looks that stands in an element: its size in pixels, its colour, and what is behind it (None: not known)."""

    size: float = _USUAL_SIZE
    colour: Colour | None = None
    background: Colour | None = _WHITE
    clear: bool = False
    """Its colour lets through all that is behind it."""

    @property
    def is_seen(self) -> bool:
        """Whether text of this look can be seen."""
        if self.size < MIN_SIZE or self.clear:
            return False
        if self.colour is None or self.background is None:
            return True
        return sum(abs(mine - its) for mine, its in zip(self.colour, self.background, strict=True)) >= _MIN_DIFFERENCE


@lru_cache(maxsize=1024)
def declarations_in(style: str) -> Declarations:
    """The properties in a style attribute or rule; the last value of each counts."""
    properties: dict[str, str] = {}
    for declaration in _without_comments(style).lower().split(";"):
        name, colon, value = declaration.partition(":")
        if colon:
            properties[name.strip()] = _CALC.sub(r"\1", _IMPORTANT.sub(IMPORTANT, value).strip())
    return properties


def together(*styles: Declarations) -> Declarations:
    """The properties of several styles, a later one before an earlier one, what is important before all else."""
    properties: dict[str, str] = {}
    for style in styles:
        properties |= {k: v for k, v in style.items() if IMPORTANT in v or IMPORTANT not in properties.get(k, "")}
    return {name: value.replace(IMPORTANT, "").strip() for name, value in properties.items()}


def rules_in(sheet: str) -> dict[str, dict[str, str]]:
    """The properties by simple selector (`td`, `.small`, `p.small.grey`, `#top`) in a style element. What holds under
    conditions (`@media`) other than a screen is left out.
    """
    found: dict[str, dict[str, str]] = {}
    text = _HTML_COMMENT.sub(" ", _without_comments(sheet[:MAX_SHEET_LENGTH]))
    rules = _without_conditions(text).split("}")
    for selectors, _, style in [rule.rpartition("{") for rule in rules[:_MAX_RULES]]:
        for selector in selectors.lower().split(","):
            if _SIMPLE.fullmatch(selector) and selector.strip():
                found.setdefault(selector.strip(), {}).update(declarations_in(style))
    return found


def _without_comments(text: str) -> str:
    kept, at = list[str](), 0
    while (start := text.find("/*", at)) >= 0:
        kept.append(text[at:start])
        end = text.find("*/", start + 2)
        at = len(text) if end < 0 else end + 2
    return "".join((*kept, text[at:]))


def _without_conditions(sheet: str) -> str:
    """A style sheet without its at-rules and what stands in their braces; what is for all screens stays."""
    kept, at = list[str](), 0
    while (start := sheet.find("@", at)) >= 0:
        kept.append(sheet[at:start])
        if screen := _ON_SCREENS.match(sheet, start):  # its closing brace is left over, which ends a rule of nothing
            at = screen.end()
            continue
        depth, at = 0, len(sheet)
        for sign in _BRACES.finditer(sheet, start):
            depth += {"{": 1, "}": -1}.get(sign[0], 0)
            if depth <= 0:
                at = sign.end()
                break
    return "".join((*kept, sheet[at:]))


def look_in(look: Look, name: str, attributes: Mapping[str, str], style: Declarations) -> Look:
    """The look of text in an element that stands in one of this look."""
    size = _size_of(style, look.size)
    colour_text = (
        style.get("-webkit-text-fill-color", "") or style.get("color", "") or _old_colour(_attribute(name, attributes))
    )
    colour, clear = _colour_of(colour_text, look)
    return replace(look, size=size, colour=colour, clear=clear, background=_background_of(attributes, style, look))


def _attribute(name: str, attributes: Mapping[str, str]) -> str:
    return attributes.get("color" if name == "font" else "text" if name == "body" else "", "")


def _old_colour(text: str) -> str:
    """The colour in an attribute, whose number sign may be missing (HTML 2.4.6)."""
    plain = text.strip().lower()
    return f"#{plain}" if _HEXADECIMAL.fullmatch(plain) else plain


def _size_of(style: Declarations, parent: float) -> float:
    size_text = style.get("font-size", "")
    if not size_text and (short := _FONT_SIZE.search(style.get("font", ""))):
        size_text = short[1]
    match = _NUMBER.fullmatch(size_text)
    if match is None:
        return _USUAL_SIZE if size_text else parent  # "small", "larger", calc(): all can be read
    number, unit = float(match[1]), match[2]
    if unit in ("em", "%", "ex"):
        return parent * number / (100 if unit == "%" else 1)
    return number * _PIXELS.get(unit, _USUAL_SIZE)


def _rgb(text: str) -> tuple[Colour | None, bool]:
    """A colour, None if unknown, and whether it is fully transparent."""
    if text == "transparent":
        return None, True
    written = "".join(text[:_MAX_COLOUR_LENGTH].split())
    if (function := _FUNCTION.fullmatch(text[:_MAX_COLOUR_LENGTH])) is not None:  # with commas or, as now, without
        numbers = _NUMBERS_APART.split(function[2].strip())
        if len(numbers) == 4 and _ALL_THROUGH.fullmatch(numbers[3]):
            return None, True
        written = f"{function[1]}({','.join(numbers[:3])})"
    try:
        rgb = ImageColor.getrgb(written)
    except ValueError:
        return None, False
    return (rgb[0], rgb[1], rgb[2]), len(rgb) == 4 and rgb[3] == 0


def _colour_of(text: str, look: Look) -> tuple[Colour | None, bool]:
    if not text or text in ("inherit", "currentcolor", "unset"):
        return look.colour, look.clear
    return _rgb(text)


def _background_of(attributes: Mapping[str, str], style: Declarations, look: Look) -> Colour | None:
    written = style.get("background-color", "") or style.get("background", "") or _old_colour(attributes.get("bgcolor", ""))
    if "background-image" in style or "url(" in written or "gradient" in written or "background" in attributes:
        return None
    if not written or written in ("none", "inherit", "initial", "unset"):
        return look.background
    colour, clear = _rgb(written.split(" none")[0])
    return look.background if clear else colour


def hides(style: Declarations) -> bool:
    """Whether nothing in an element can be seen, whatever the styles of what stands in it."""
    values = {name: re.sub(r"\s+", "", value) for name, value in style.items()}
    if (
        values.get("display") == "none"
        or values.get("visibility") in ("hidden", "collapse")
        or values.get("mso-hide") == "all"
        or values.get("content-visibility") == "hidden"
        or _is_zero(values.get("zoom", ""))
        or _FILTERED.search(values.get("filter", "")) is not None
    ):
        return True
    if (opacity := _pixels(values.get("opacity", ""))) is not None and opacity < _MIN_OPACITY:
        return True
    if _is_zero(values.get("max-height", "")):
        return True
    cuts = "hidden" in values.get("overflow", "") or "clip" in values.get("overflow", "")
    if cuts and any(_is_flat(values.get(name, "")) for name in ("height", "width", "max-width", "max-height")):
        return True
    return _is_elsewhere(values)


def _is_elsewhere(values: Mapping[str, str]) -> bool:
    """Whether an element stands outside of the page, or is cut or shrunk to nothing."""
    placed = values.get("position", "") in ("absolute", "fixed", "relative")
    moves = ("text-indent", "margin-left", "margin-top", *(("left", "top") if placed else ()))
    if any((by := _pixels(values.get(name, ""))) is not None and by <= _FAR for name in moves):
        return True
    if placed and any((by := _pixels(values.get(name, ""))) is not None and by >= -_FAR for name in ("right", "bottom")):
        return True
    cut = values.get("clip", "") if placed else ""
    return bool(_NO_SIDES.match(cut) or _NO_SIDES.match(values.get("clip-path", ""))) or _is_turned_away(values)


def _is_turned_away(values: Mapping[str, str]) -> bool:
    """Whether an element is drawn with no height or width, or far away (css-transforms)."""
    turned = values.get("transform", "")
    far = [_pixels(by) for match in _MOVED.finditer(turned) for by in match[1].split(",")]
    far += [_pixels(values.get("translate", ""))]
    shrunk = _SHRUNK.search(turned) is not None or _is_zero(values.get("scale", ""))
    return shrunk or any(by is not None and by <= _FAR for by in far)


def _pixels(text: str) -> float | None:
    match = _NUMBER.fullmatch(text)
    return float(match[1]) * _PIXELS.get(match[2], _USUAL_SIZE) if match else None


def _is_zero(text: str) -> bool:
    return _pixels(text) == 0


def _is_flat(text: str) -> bool:
    """Whether a height or width has no room for text."""
    size = _pixels(text)
    return size is not None and size <= 1
