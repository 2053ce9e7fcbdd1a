"""The values that may stand in an archive, and how large they may be: anybody can have written it."""

from __future__ import annotations

import math
import re
import unicodedata
from base64 import b64decode, b64encode
from datetime import UTC, datetime
from typing import Annotated, Any, Final

from pydantic import AwareDatetime, BeforeValidator, Field, PlainSerializer, StringConstraints

ADDRESS: Final = r"[A-Za-z0-9!#$%&'*+/=?^_`{|}~.-]{1,64}@[A-Za-z0-9._:\[\]-]{1,255}"
"""A mail address without quotes and comments (RFC 5322 3.4.1): nothing in it can end a header or begin another address."""
PLAIN: Final = r"[^\p{Cc}\p{Cf}\p{Zl}\p{Zp}]*"
"""Text that is one line, and that a terminal and a mail header show as it is (in the syntax of pydantic's regex engine)."""
CONTROLS: Final = frozenset({"Cc", "Cf", "Cs", "Zl", "Zp"})
"""The same in Unicode's categories, and halves of a character."""

MESSAGE_ID: Final = re.compile(r"<[!-;=?-~]{1,1000}>")
"""A Message-ID of plain ASCII without blanks (RFC 5322 3.6.4, read with a generous eye)."""

MOST_TEXT: Final = 10_000
MOST_VALUES: Final = 20_000
MOST_DEPTH: Final = 30
MOST_NUMBER: Final = 2**53
"""What every reader of JSON takes for the same number (RFC 8259 6)."""

EARLIEST, LATEST = datetime(2000, 1, 1, tzinfo=UTC), datetime(2200, 1, 1, tzinfo=UTC)

Word = Annotated[str, StringConstraints(max_length=100, pattern=f"^{PLAIN}$")]
Name = Annotated[str, StringConstraints(max_length=1_000, pattern=r"^[^\p{Cc}\p{Zl}\p{Zp}]*$")]
Line = Annotated[str, StringConstraints(max_length=MOST_TEXT, pattern=f"^{PLAIN}$")]
Text = Annotated[str, StringConstraints(max_length=MOST_TEXT, pattern=r"^(?:[^\p{Cc}\p{Cf}\p{Zl}\p{Zp}]|\n)*$")]
"""Text of several lines."""
Address = Annotated[str, StringConstraints(pattern=f"^{ADDRESS}$")]
MessageId = Annotated[str, StringConstraints(pattern=f"^{MESSAGE_ID.pattern}$")]
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
    for number in range(MOST_VALUES + 1):
        if not left:
            return value
        one, depth = left.pop()
        if depth > MOST_DEPTH:
            raise ValueError(f"it is nested more than {MOST_DEPTH} deep")
        _check_one(one)
        left += [(part, depth + 1) for part in _parts(one, MOST_VALUES - number)]
    raise ValueError(f"it has more than {MOST_VALUES} values")


def _parts(value: object, most: int) -> list[object]:
    """What a list or an object is made of. Raises ValueError where that is more than `most`."""
    if not isinstance(value, list | dict):
        return []
    if len(value) > most:
        raise ValueError(f"it has more than {MOST_VALUES} values")
    return value if isinstance(value, list) else [*value, *value.values()]


def _check_one(value: object) -> None:
    match value:
        case None | bool() | list() | dict():
            return
        case str():
            check_text(value)
        case int() | float() if math.isfinite(value) and abs(value) <= MOST_NUMBER:
            return
        case int() | float():
            raise ValueError("a number in it is too large")
        case _:
            raise ValueError(f"a {type(value).__name__} is no JSON")


def check_text(text: str) -> None:
    """Raises ValueError for text that is long, or is no line of plain characters."""
    if len(text) > MOST_TEXT:
        raise ValueError(f"a text in it is longer than {MOST_TEXT} characters")
    if not text.isprintable() and any(unicodedata.category(character) in CONTROLS for character in text):
        raise ValueError("a text in it has control characters")


Json = Annotated[Any, BeforeValidator(_json)]


def one_line(text: str, most: int = 300) -> str:
    """`text` on one line of at most `most` characters, with what is no plain character written out ("\\x0a")."""
    shown = "".join(f"\\x{ord(c):02x}" if unicodedata.category(c) in CONTROLS else c for c in text[:most])
    return shown if len(text) <= most and len(shown) <= most else f"{shown[: most - 4]} ..."
