"""Values of several words: an option, or the subject of a question, with typed fields and one written form."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from enum import EnumType
from functools import lru_cache
from typing import Any, ClassVar, NamedTuple, Self, TypeVar, dataclass_transform, get_args, get_origin, get_type_hints

PART = re.compile(r"\[([^]]*)\]|([^[]+)")
VERB = re.compile(r"^\w*")
START = re.compile(r"[^{\[]*")
FIELD = re.compile(r"\{(\w+)\}")
NONE, ALL = "none", "all"
"""The options for nothing, and for everything."""
KEPT = 4096
"""The number of cached values: replays use the same few again and again."""


@dataclass_transform(frozen_default=True, eq_default=False)
class Phrase(str):
    """A string with typed fields: `class Tax(Phrase, form="tax {locale}[ spend_{spend}]")`.

    It is built from its fields and equals the text they make, so that logs and letters contain it as it is. A part in
    brackets is left out if its field is empty; a bool is written as its name, a tuple with blanks between its words.
    """

    form: ClassVar[str] = ""
    verb: ClassVar[str] = ""
    _defaults: ClassVar[Mapping[str, Any]] = {}
    _words: ClassVar[Mapping[str, Callable[[Any], str]]] = {}
    _parts: ClassVar[tuple[Part, ...]] = ()
    _read: ClassVar[Mapping[str, Callable[[str], Any]]] = {}
    _pattern: ClassVar[re.Pattern[str]] = re.compile("")
    _start: ClassVar[str] = ""

    def __init_subclass__(cls, form: str) -> None:
        """Derives from the form and the types of the fields how it is written and read."""
        hints = {name: hint for name, hint in get_type_hints(cls).items() if get_origin(hint) is not ClassVar}
        cls.form, cls.verb, cls._start = form, VERB.findall(form)[0], START.findall(form)[0]
        cls._defaults = {name: vars(cls).get(name, ...) for name in hints}
        cls._words = {name: w for name, hint in hints.items() if (w := _writer(name, hint)) is not None}
        cls._read = {name: _reader(hint) for name, hint in hints.items()}
        cls._parts = tuple(_part(found) for found in PART.finditer(form))
        cls._pattern = re.compile("".join(part.pattern(hints) for part in cls._parts))

    def __new__(cls, *values: Any, **named: Any) -> Self:
        """The value with these fields, by position or name."""
        return cls._made(*values, **named)

    def __setattr__(self, name: str, value: object) -> None:
        """Values are cached and shared, so they cannot be changed."""
        raise AttributeError(f"{name} of {self!r} is fixed")

    @classmethod
    @lru_cache(maxsize=KEPT, typed=True)
    def _made(cls, *values: Any, **named: Any) -> Self:
        fields = {**cls._defaults, **dict(zip(cls._defaults, values, strict=False)), **named}
        words = {**fields, **{name: written(fields[name]) for name, written in cls._words.items()}}
        shown = [text for text, gate in cls._parts if not gate or fields[gate]]
        return cls._of("".join(shown).format_map(words), fields)

    @classmethod
    def _of(cls, text: str, fields: Mapping[str, Any]) -> Self:
        self = super().__new__(cls, text)
        self.__dict__.update(fields)
        return self

    def __getnewargs__(self) -> tuple[Any, ...]:
        """The arguments for a copy."""
        return tuple(vars(self).values())

    @classmethod
    def read(cls, text: str) -> Self:
        """The value with this written form. Raises ValueError for other texts."""
        fields_found = cls.fits(text)
        if fields_found is None:
            raise ValueError(f"{text!r} is not {cls.form!r}")
        return fields_found

    @classmethod
    def fits(cls, text: str) -> Self | None:
        """The value with this written form; None for other texts. Called so often that it rejects most texts by a cheap test
        first.
        """
        if type(text) is cls:
            return text
        return cls._fitting(text) if text.startswith(cls._start) else None

    @classmethod
    @lru_cache(maxsize=KEPT)
    def _fitting(cls, text: str) -> Self | None:
        match = cls._pattern.fullmatch(text)
        if match is None:
            return None
        fields = {name: cls._read[name](word) for name, word in match.groupdict().items() if word}
        return cls._of(text, {**cls._defaults, **fields})

    @classmethod
    def among(cls, texts: Iterable[str]) -> list[Self]:
        """Those of some texts that have this form."""
        return [found for text in texts if (found := cls.fits(text)) is not None]


P = TypeVar("P", bound=Phrase)


def read_one(forms: Iterable[type[P]], text: str) -> P:
    """The value of the first form that fits a text. Raises ValueError if none does."""
    for form in forms:
        if text.startswith(form.verb) and (found := form.fits(text)) is not None:
            return found
    raise ValueError(f"{text!r} has none of the forms")


def words_of(text: str) -> tuple[str, ...]:
    """The words of an option."""
    return tuple(text.split(" "))


def named(option: str, names: Callable[[str], tuple[str, ...]]) -> str:
    """The written form of an option id: the first name of each of its words; a single word may be a Text."""
    first, *others = (names(part)[0] for part in words_of(option))
    return " ".join([first, *others]) if others else first


def begins(option: str, start: str) -> bool:
    """Whether an option is `start`, or continues it with more words."""
    return option == start or option.startswith(f"{start} ")


class Part(NamedTuple):
    """A part of a form: its text, and the field without which it is left out ("": never)."""

    text: str
    gate: str

    def pattern(self, hints: Mapping[str, Any]) -> str:
        """The regular expression for it."""
        pieces = FIELD.split(self.text)
        shown = "".join(_group(piece, hints[piece]) if odd % 2 else re.escape(piece) for odd, piece in enumerate(pieces))
        bare = self.text == f" {{{self.gate}}}" and hints[self.gate] is not bool
        return f"(?:{shown}){'??' if bare else '?'}" if self.gate else shown


def _part(found: re.Match[str]) -> Part:
    optional, fixed = found.groups()
    return Part(fixed, "") if optional is None else Part(optional, FIELD.findall(optional)[0])


def _group(name: str, hint: Any) -> str:
    """The regular expression for a field: a word, unless its type says otherwise."""
    words = {bool: name, int: "[0-9]+", str: ".+?"}.get(hint, ".+?" if get_origin(hint) is tuple else r"[^\s,]+")
    if isinstance(hint, EnumType):
        words = "|".join(map(re.escape, hint))
    return f"(?P<{name}>{words})"


def _writer(name: str, hint: Any) -> Callable[[Any], str] | None:
    """The function that writes a field; None if it is written as it is."""
    return " ".join if get_origin(hint) is tuple else (lambda _: name) if hint is bool else None


def _reader(hint: Any) -> Callable[[str], Any]:
    """The function that reads a field."""
    if get_origin(hint) is tuple:
        return words_of
    return bool if hint is bool else next(iter(get_args(hint)), hint)
