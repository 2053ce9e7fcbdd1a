"""Texts for readers: values that know the template they are made from and what it is filled in with.

What rules, orders and the moderator say is a Text. It is made in English, and equals that; a page says it in another
language by its template. What a player has typed, and names, are plain strings: they are said as they are.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cache
from typing import Any, Self, TypeVar, cast

SLOT = re.compile(r"\{(\w+)\}")
WORD = re.compile(r"[^\W\d_]")
MAX_DEPTH = 16
"""The deepest nesting of texts in data."""
MAX_LENGTH = 100_000
"""The most characters of a text in data: nested repetition could fill the memory otherwise."""
MAX_SHOWN = 200
V = TypeVar("V")
Look = Callable[[str], str]
"""What is said for a template in another language; the template itself where nothing is known."""


class Text(str):
    """A text from a template, such as `Text("{lord} pays {coin} Coin", lord=name, coin=2)`.

    Fields are Texts, plain strings or numbers. Joined with others, or as part of another one, it remains what it is; an
    f-string or a str.join makes a plain string of it, which is not translated any more.
    """

    template: str
    fields: Mapping[str, Any]

    def __new__(cls, template: str, /, **fields: Any) -> Self:
        """The English text. Without fields the template is the text."""
        self = super().__new__(cls, template.format_map(fields) if fields else template)
        self.template, self.fields = template, fields
        return self

    def said(self, look: Look) -> str:
        """The text in the language of `look`."""
        if not self.fields:
            return look(self.template)
        template = look(self.template) if has_words(self.template) else self.template
        return template.format_map({name: said(value, look) for name, value in self.fields.items()})

    def filled(self, **fields: Any) -> Text:
        """Its template, filled in with these: for templates that stand in a table."""
        return Text(self.template, **fields)

    def mapped(self, change: Callable[[str], str]) -> Text:
        """The same with the plain strings in it changed, but not its template."""
        return Text(self.template, **{name: mapped(value, change) for name, value in self.fields.items()})

    def join(self, parts: Iterable[str], /) -> Text:
        """The parts with this between them, each said by itself."""
        return _row(self, list(parts))

    def __add__(self, other: str, /) -> Text:
        return _row(None, [self, other])

    def __radd__(self, other: str, /) -> Text:
        return _row(None, [other, self])


def said(value: Any, look: Look) -> str:
    """What stands in a text, in the language of `look`: a Text is said, all else is as it is."""
    return value.said(look) if isinstance(value, Text) else str(value)


def mapped(value: V, change: Callable[[str], str]) -> V:
    """What stands in a text, with its plain strings changed: itself, or in a Text those that it is filled in with."""
    if isinstance(value, Text):
        return cast(V, value.mapped(change))
    return cast(V, change(value)) if isinstance(value, str) else value


def packed(text: Any, deep: int = 0) -> Any:
    """The form of a text as plain data: of a Text its template, and what it is filled in with.

    What is too long or stands too deep to be read again is a plain string there.
    """
    if not isinstance(text, Text):
        return text
    if deep > MAX_DEPTH or len(text) > MAX_LENGTH or (deep == MAX_DEPTH and text.fields):
        return str(text)
    fields = {name: packed(value, deep + 1) for name, value in text.fields.items()}
    return [text.template, fields] if fields else [text.template]


def unpacked(form: Any, deep: int = 0) -> Any:
    """The text of such a form. Raises ValueError for what is none."""
    match form:
        case str() | int():
            return form
        case [str(template)]:
            return Text(template)
        case [str(template), dict(fields)] if deep < MAX_DEPTH and fields.keys() >= set(_slots(template)):
            fields_read = {name: unpacked(value, deep + 1) for name, value in fields.items()}
            if len(SLOT.sub("", template)) + sum(len(str(fields_read[name])) for name in _slots(template)) <= MAX_LENGTH:
                return Text(template, **fields_read)
    raise ValueError(f"{str(form)[:MAX_SHOWN]} is no text")


def _slots(template: str) -> list[str]:
    """The names of its slots. Raises ValueError for braces that are none."""
    if set("{}") & set(SLOT.sub("", template)):
        raise ValueError(f"{template!r} has braces that name nothing")
    return SLOT.findall(template)


def read_as(text: str, forms: Sequence[Text]) -> str:
    """The Text of one of these forms that reads so, and what it is filled in with read likewise; `text` where none fits."""
    for form in () if isinstance(text, Text) else forms:
        if (match := _pattern(form.template).fullmatch(text)) is not None:
            return form.filled(**{name: read_as(value, forms) for name, value in match.groupdict().items()})
    return text


@cache
def _pattern(template: str) -> re.Pattern[str]:
    pieces = SLOT.split(template)
    return re.compile("".join(f"(?P<{piece}>.+)" if odd % 2 else re.escape(piece) for odd, piece in enumerate(pieces)))


def _row(between: str | None, parts: list[str]) -> Text:
    """A Text of parts, with `between` between each two. Where that has no words and no braces it stands in the template."""
    fields: dict[str, Any] = {}
    names = []
    said_apart = between is not None and (has_words(between) or set("{}") & set(between))
    for number, part in enumerate(parts):
        if number and said_apart:
            fields[f"between{number}"] = between
            names.append(f"between{number}")
        fields[f"part{number}"] = part
        names.append(f"part{number}")
    glue = "" if between is None or said_apart else str(between)
    return Text(glue.join(f"{{{name}}}" for name in names), **fields)


def has_words(template: str) -> bool:
    """Whether there is anything in a template to translate."""
    return WORD.search(SLOT.sub("", template)) is not None
