"""How the text of an HTML page looks: whether somebody who reads it sees it at all (CSS 2.2, css-color-4)."""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import lru_cache

from tinycss2.color4 import Color, parse_color

Declarations = Mapping[str, str]
"""The properties of a style and their values, in lower case."""

_NUMBER = re.compile(r"([+-]?(?:[0-9]+\.?[0-9]*|\.[0-9]+)(?:e[+-]?[0-9]+)?)([a-z%]*)")
_PIXELS = {"": 1.0, "px": 1.0, "pt": 4 / 3, "pc": 16.0, "rem": 16.0, "in": 96.0, "cm": 37.8, "mm": 3.78, "q": 0.945}
_USUAL_SIZE = 16.0
MIN_SIZE = 3.0
"""Smaller text (in pixels) cannot be read; hidden text has one pixel or none."""
_MIN_OPACITY = 0.1
_FAR = -999.0
"""Nothing can be seen this many pixels to the left or above."""
_ABOVE = -100.0
"""Pixels: what is placed this far above the page is not on it."""
_MIN_DIFFERENCE = 48
"""Colours that differ by less, red, green and blue together, cannot be told from each other."""
_WHITE = (255.0, 255.0, 255.0)
_BLACK = (0.0, 0.0, 0.0)
_GREY = 5.0
"""Colours of which both axes of CIE Lab are less are greys, by lightness alone."""
_SYSTEM = {
    "canvas": _WHITE,
    "window": _WHITE,
    "field": _WHITE,
    "canvastext": _BLACK,
    "windowtext": _BLACK,
    "fieldtext": _BLACK,
}
_CALC = re.compile(r"(?:calc|min|max|clamp)\(")
_VARIABLE = re.compile(r"var\(\s*(--[^\s,()]+)\s*(?:,([^()]*))?\)")
_MAX_VALUE_LENGTH = 500
_FILTERED = re.compile(r"opacity(?:\(|=)0?(?:\.0+)?%?\)")
_HEXADECIMAL = re.compile(r"(?:[0-9a-f]{3}){1,2}")
_NO_SIDES = re.compile(
    r"rect\((?:[01](?:px)?[,\s]*){4}\)|inset\((?:50|100)%|polygon\((?:0(?:px|%)?0(?:px|%)?,?)+\)|"
    r"(?:circle|ellipse)\(0(?:px|%)?[0a-z,)]"
)
_SHRUNK = re.compile(r"scale(?:x|y|3d)?\((?:[^()]*,)?0(?:\.0+)?%?[,)]|matrix\((?:0,){3}0,|rotate(?:x|y)\(-?(?:90|270)deg\)")
_EDGEWISE = re.compile(r"[xy]-?(?:90|270)deg")
_MASKING = re.compile(r"linear-gradient\(transparent,transparent\)")
_MASKS = ("mask", "mask-image", "-webkit-mask", "-webkit-mask-image")
_MAX_OVERLAP = -0.5
"""Letters that stand by so much of their size to the left of their place lie on one another."""
_MOVED = re.compile(r"translate(?:x|y|3d)?\(([^()]*)\)")
_CUT = frozenset({"hidden", "clip", "scroll", "auto"})

Colour = tuple[float, float, float]


@dataclass(frozen=True)
class TextLook:
    """How text looks that stands in an element: its size in pixels, its colour, and what is behind it (None: not known).

    `opacity` is that of all around it and of its colour; `is_gone` is what cannot be undone within, `is_visible` what can.
    """

    size: float = _USUAL_SIZE
    colour: Colour | None = _BLACK
    background: Colour | None = _WHITE
    clear: bool = False
    """Its colour lets through all that is behind it."""
    opacity: float = 1.0
    is_visible: bool = True
    is_gone: bool = False
    variables: Declarations = field(default_factory=dict)

    @property
    def is_seen(self) -> bool:
        """Whether text of this look can be seen."""
        if self.is_gone or not self.is_visible or self.clear:
            return False
        if not (self.size >= MIN_SIZE and self.opacity >= _MIN_OPACITY):  # what is no number is no size either
            return False
        if self.colour is None or self.background is None:
            return True
        return sum(abs(mine - its) for mine, its in zip(self.colour, self.background, strict=True)) >= _MIN_DIFFERENCE


def look_in(look: TextLook, name: str, attributes: Mapping[str, str], style: Declarations) -> TextLook:
    """The look of text in an element that stands in one of this look."""
    variables = {name: value for name, value in style.items() if name.startswith("--")}
    known = {**look.variables, **variables} if variables else look.variables
    if any("var(" in value for value in style.values()):
        style = {name: _with_variables(value, known) for name, value in style.items()}
    written = style.get("-webkit-text-fill-color", "") or style.get("color", "") or _old_colour(_attribute(name, attributes))
    colour, clear = _colour_of(written, look)
    opacity = _number(style.get("opacity", ""))
    return replace(
        look,
        size=_size_of(style, look.size),
        colour=colour,
        clear=clear,
        background=_background_of(attributes, style, look, colour),
        opacity=look.opacity * min(1.0, opacity) if opacity is not None else look.opacity,
        is_visible=_is_visible(style.get("visibility", ""), look),
        is_gone=look.is_gone or hides(style),
        variables=known,
    )


def _with_variables(value: str, known: Declarations) -> str:
    """A value with the values of variables (css-variables-1), as long as it stays short."""
    for _ in range(4):
        if "var(" not in value or len(value) > _MAX_VALUE_LENGTH:
            break
        value = _VARIABLE.sub(lambda match: known.get(match[1], match[2] or "").strip(), value)
    return value.strip() if len(value) <= _MAX_VALUE_LENGTH else ""


def _attribute(name: str, attributes: Mapping[str, str]) -> str:
    return attributes.get("color" if name == "font" else "text" if name == "body" else "", "")


def _old_colour(text: str) -> str:
    """The colour in an attribute, whose number sign may be missing (HTML 2.4.6)."""
    plain = text.strip().lower()
    return f"#{plain}" if _HEXADECIMAL.fullmatch(plain) else plain


def _is_visible(written: str, look: TextLook) -> bool:
    return look.is_visible if written in ("", "inherit", "unset") else written not in ("hidden", "collapse")


def _size_of(style: Declarations, parent: float) -> float:
    written = style.get("font-size", "")
    if _CALC.match(written):  # what it comes to is not worked out, but it is no more than all in it
        return max(map(_pixels_of, _NUMBER.finditer(written)), default=_USUAL_SIZE)
    match = _NUMBER.fullmatch(written)
    if match is None:
        return parent if written in ("", "inherit", "unset") else _USUAL_SIZE  # "small", "larger": all can be read
    number, unit = float(match[1]), match[2]
    if unit in ("em", "%", "ex", "ch", "lh"):
        return parent * number / (100 if unit == "%" else 1)
    return number * _PIXELS.get(unit, _USUAL_SIZE)


@lru_cache(maxsize=256)
def _rgb(text: str) -> tuple[Colour | None, bool]:
    """A colour, None if unknown, and whether it is all but transparent."""
    if text in _SYSTEM:
        return _SYSTEM[text], False
    colour = parse_color(text)
    if not isinstance(colour, Color):
        return None, False
    clear = colour.alpha < _MIN_OPACITY
    if colour.space in ("srgb", "hsl", "hwb"):
        red, green, blue, _ = colour.to("srgb")
        return (255 * (red or 0), 255 * (green or 0), 255 * (blue or 0)), clear
    if colour.space not in ("lab", "lch", "oklab", "oklch"):
        return None, clear
    lightness, a, b, _ = colour.to("lab")
    grey = 2.55 * (lightness or 0)
    return ((grey, grey, grey) if max(abs(a or 0), abs(b or 0)) < _GREY else None), clear


def is_colour(text: str) -> bool:
    """Whether a value is one of a colour."""
    return "(" in text or text in _KEPT_COLOURS or text in _SYSTEM or parse_color(text) is not None


_KEPT_COLOURS = frozenset({"", "inherit", "unset", "currentcolor", "revert"})


def _colour_of(text: str, look: TextLook) -> tuple[Colour | None, bool]:
    if text in _KEPT_COLOURS:
        return look.colour, look.clear
    return (_BLACK, False) if text == "initial" else _rgb(text)


def _background_of(attributes: Mapping[str, str], style: Declarations, look: TextLook, own: Colour | None) -> Colour | None:
    if "background" in attributes or style.get("background-image", "none") not in ("none", "initial", "unset"):
        return None
    written = style.get("background-color", "") or _old_colour(attributes.get("bgcolor", ""))
    if written in ("", "none", "inherit", "initial", "unset", "transparent"):
        return look.background
    if written == "currentcolor":
        return own
    colour, clear = _rgb(written)
    return look.background if clear else colour


@lru_cache(maxsize=1024)
def _hides(items: tuple[tuple[str, str], ...]) -> bool:
    values = {name: re.sub(r"\s+", "", value) for name, value in items}
    if (
        values.get("display") == "none"
        or values.get("mso-hide") == "all"
        or values.get("content-visibility") == "hidden"
        or _is_zero(values.get("zoom", ""))
        or _is_zero(values.get("font-size-adjust", ""))
        or _FILTERED.search(values.get("filter", "")) is not None
        or _is_zero(values.get("max-height", ""))
        or values.get("-webkit-text-security", "none") not in ("none", "inherit", "initial", "unset")
        or any(_MASKING.search(values.get(name, "")) for name in _MASKS)
        or _lie_on_one_another(values.get("letter-spacing", ""))
    ):
        return True
    if any(each in values.get(name, "") for name in ("overflow", "overflow-x", "overflow-y") for each in _CUT):
        if any(_is_flat(values.get(name, "")) for name in ("height", "width", "max-width", "max-height")):
            return True
        if _is_zero(values.get("line-height", "")) or _has_flat_lines(values.get("line-height", "")):
            return True
        if (by := _pixels(values.get("text-indent", ""))) is not None and by >= -_FAR:
            return True
    return _is_elsewhere(values)


def _lie_on_one_another(spacing: str) -> bool:
    by = _pixels(spacing)
    return by is not None and by <= _MAX_OVERLAP * _USUAL_SIZE


def hides(style: Declarations) -> bool:
    """Whether nothing in an element can be seen, whatever the styles of what stands in it."""
    return bool(style) and _hides(tuple(style.items()))


def _is_elsewhere(values: Mapping[str, str]) -> bool:
    """Whether an element stands outside of the page, or is cut or shrunk to nothing."""
    placed = values.get("position", "") in ("absolute", "fixed", "relative", "sticky")
    moves = ("text-indent", "margin-left", "margin-top", *(("left", "top") if placed else ()))
    if any((by := _pixels(values.get(name, ""))) is not None and by <= _FAR for name in moves):
        return True
    if placed and any((by := _pixels(values.get(name, ""))) is not None and by >= -_FAR for name in ("right", "bottom")):
        return True
    top = _pixels(values.get("top", "")) if values.get("position", "") in ("absolute", "fixed") else None
    if top is not None and top <= _ABOVE:
        return True
    cut = values.get("clip", "") if placed else ""
    return bool(_NO_SIDES.match(cut) or _NO_SIDES.match(values.get("clip-path", ""))) or _is_turned_away(values)


def _is_turned_away(values: Mapping[str, str]) -> bool:
    """Whether an element is drawn with no height or width, or far away (css-transforms)."""
    turned = values.get("transform", "")
    far = [_pixels(by) for match in _MOVED.finditer(turned) for by in match[1].split(",")]
    far += [_pixels(values.get("translate", ""))]
    shrunk = _SHRUNK.search(turned) is not None or _is_zero(values.get("scale", ""))
    shrunk = shrunk or _EDGEWISE.fullmatch(values.get("rotate", "")) is not None
    return shrunk or any(by is not None and by <= _FAR for by in far)


def _number(text: str) -> float | None:
    """A number or per cent."""
    match = _NUMBER.fullmatch(text)
    return float(match[1]) / (100 if match[2] == "%" else 1) if match else None


def _pixels(text: str) -> float | None:
    if _CALC.match(text):  # no more than all in it
        return max(map(_pixels_of, _NUMBER.finditer(text)), default=None)
    match = _NUMBER.fullmatch(text)
    return _pixels_of(match) if match else None


def _pixels_of(match: re.Match[str]) -> float:
    return float(match[1]) * _PIXELS.get(match[2], _USUAL_SIZE)


def _is_zero(text: str) -> bool:
    return _pixels(text) == 0


def _has_flat_lines(height: str) -> bool:
    """Whether lines of this height have no room for text. A number alone is so many times the size of the text."""
    match = _NUMBER.fullmatch(height)
    return match is not None and match[2] not in ("", "%") and _is_flat(height)


def _is_flat(text: str) -> bool:
    """Whether a height or width has no room for text."""
    size = _pixels(text)
    return size is not None and size <= 1
