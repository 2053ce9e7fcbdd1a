"""The values that an archive may have, and how large they may be: anybody can have written it."""

from __future__ import annotations

import math
from base64 import b64decode, b64encode
from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Annotated, Any, Final, get_args

from pydantic import AfterValidator, AwareDatetime, BeforeValidator, Field, PlainSerializer, StringConstraints
from pydantic.fields import FieldInfo

from pbem import values
from pbem.values import MAX_TEXT, one_line

PLAIN: Final = r"[^\p{Cc}\p{Cf}\p{Zl}\p{Zp}]*"
"""Text that is one line (values.is_plain), in the syntax of pydantic's regex engine."""

MAX_WORDS_LENGTH: Final = 1_000
"""Characters in the words of one line."""
MAX_VALUES: Final = 20_000
MAX_DEPTH: Final = 30
MAX_NUMBER: Final = 2**53
"""What every reader of JSON takes for the same number (RFC 8259 6)."""

EARLIEST, LATEST = datetime(2000, 1, 1, tzinfo=UTC), datetime(2200, 1, 1, tzinfo=UTC)


@dataclass(frozen=True, slots=True)
class Fits:
    """Turns an old value of the database that no longer fits the form into one that does."""

    fit: Callable[[Any], Any]


def fits_of(field: FieldInfo) -> Fits | None:
    """Marks a value with the function that makes an unfit one fit."""
    kinds = (field.metadata, *(getattr(kind, "__metadata__", ()) for kind in get_args(field.annotation)))
    return next((each for kind in kinds for each in kind if isinstance(each, Fits)), None)


def _name(text: str) -> str:
    if not values.is_name(text):
        raise ValueError(f"a name has at most {values.MAX_NAME} characters, all on one line")
    return text


def _line(text: str, most: int) -> str:
    return text if len(text) <= most and values.is_plain(text) else one_line(text, most)


Word = Annotated[str, StringConstraints(max_length=100, pattern=f"^{PLAIN}$"), Fits(lambda text: _line(text, 100))]
Name = Annotated[str, AfterValidator(_name), Fits(values.fitted_name)]
Words = Annotated[
    str,
    StringConstraints(max_length=MAX_WORDS_LENGTH, pattern=f"^{PLAIN}$"),
    Fits(lambda text: _line(text, MAX_WORDS_LENGTH)),
]
Line = Annotated[str, StringConstraints(max_length=MAX_TEXT, pattern=f"^{PLAIN}$"), Fits(lambda text: _line(text, MAX_TEXT))]
Text = Annotated[
    str,
    StringConstraints(max_length=MAX_TEXT, pattern=r"^(?:[^\p{Cc}\p{Cf}\p{Zl}\p{Zp}]|\n)*$"),
    Fits(values.fitted_text),
]
"""Text of several lines."""
Address = Annotated[str, AfterValidator(values.address), Fits(values.fitted_address)]
GameName = Annotated[str, AfterValidator(values.game_name)]
MessageId = Annotated[str, StringConstraints(pattern=f"^{values.MESSAGE_ID.pattern}$"), Fits(values.fitted_message_id)]
Hash = Annotated[str, StringConstraints(pattern=r"^[0-9a-f]{64}$")]
Thread = Annotated[str, StringConstraints(max_length=100, pattern=r"^observer-[a-z0-9-]+$")]
Digits = Annotated[str, StringConstraints(max_length=64, pattern=r"^[0-9a-f]*$")]
Count = Annotated[int, Field(strict=True, ge=0, le=1_000_000)]
Told = Annotated[int, Field(strict=True, ge=-1, le=1_000_000)]
Moment = Annotated[AwareDatetime, Field(ge=EARLIEST, lt=LATEST)]


def _decoded(raw: object) -> object:
    return b64decode(raw, validate=True) if isinstance(raw, str) else raw


def _encoded(raw: bytes) -> str:
    return b64encode(raw).decode("ascii")


Blob = Annotated[bytes, BeforeValidator(_decoded), PlainSerializer(_encoded, return_type=str, when_used="json")]


def _json(value: object) -> object:
    """Raises ValueError for what is no JSON of a size that a game has."""
    left: list[tuple[object, int]] = [(value, 0)]
    for number in range(MAX_VALUES + 1):
        if not left:
            return value
        one, depth = left.pop()
        if depth > MAX_DEPTH:
            raise ValueError(f"it is nested more than {MAX_DEPTH} deep")
        _check_one(one)
        left += [(part, depth + 1) for part in _parts(one, MAX_VALUES - number)]
    raise ValueError(f"it has more than {MAX_VALUES} values")


def _parts(value: object, most: int) -> list[object]:
    """What a list or an object is made of. Raises ValueError if that is more than `most`."""
    if not isinstance(value, list | dict):
        return []
    if len(value) > most:
        raise ValueError(f"it has more than {MAX_VALUES} values")
    return value if isinstance(value, list) else [*value, *value.values()]


def _check_one(value: object) -> None:
    match value:
        case None | bool() | list() | dict():
            return
        case str():
            check_text(value)
        case int() | float() if math.isfinite(value) and abs(value) <= MAX_NUMBER:
            return
        case int() | float():
            raise ValueError("a number in it is too large")
        case _:
            raise ValueError(f"a {type(value).__name__} is no JSON")


def check_text(text: str) -> None:
    """Raises ValueError for text that is long, or is no line of plain characters."""
    if len(text) > MAX_TEXT:
        raise ValueError(f"a text in it is longer than {MAX_TEXT} characters")
    if not values.is_plain(text):
        raise ValueError("a text in it has control characters")


def _fitted_json(value: Any) -> Any:
    """The same with each text in it on one line."""
    match value:
        case str():
            return _line(value, MAX_TEXT)
        case list():
            return [_fitted_json(each) for each in value]
        case dict():
            return {_fitted_json(key): _fitted_json(each) for key, each in value.items()}
        case _:
            return value


Json = Annotated[Any, BeforeValidator(_json), Fits(_fitted_json)]
Facts = Annotated[dict[Word, Json], Field(max_length=100), Fits(_fitted_json)]
"""Values by name."""
