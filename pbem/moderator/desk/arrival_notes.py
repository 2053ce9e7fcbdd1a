"""What entries that answer no question hold. The rules do not look at them, a log from elsewhere is compared with this."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Annotated, Any, Final, Literal

from pydantic import AfterValidator, BaseModel, ConfigDict, Field, StrictBool, StrictStr, TypeAdapter, ValidationError

from pbem.engine.agreements.ahead import ACCEPTS, AGREED_AHEAD
from pbem.engine.game.terms import Term
from pbem.engine.log.entry import EntryKind
from pbem.engine.log.waiting import BRANCHED, STOPPED, WAITING
from pbem.engine.played_log import RULING
from pbem.engine.prospect import Worsening
from pbem.i18n import unpacked
from pbem.moderator.deadlines import clock_state
from pbem.moderator.reading.letter_words import CHOICES, NEWS
from pbem.replay.receipts import KEY
from pbem.store.archive.form import EntryPart, explain
from pbem.store.archive.values import Count, Json, Moment
from pbem.timing.errors import BadTime
from pbem.timing.zones import find_zone

MAX_LINES: Final = 2_000
MAX_SECONDS: Final = 10 * 366 * 24 * 3600
"""Of more time for a seat: a game master can give much, and nothing overflows."""


class _Note(BaseModel):
    model_config = ConfigDict(extra="forbid")


class _Shown(_Note):
    meets: StrictBool = False
    odds: Count | None = None
    costs: dict[StrictStr, Count] = Field(default_factory=dict)
    who: list[StrictStr] = Field(default_factory=list)
    from_: StrictStr = Field("", alias="from")
    part: StrictBool = False
    against: Count | None = None


class _Line(_Note):
    line: StrictStr
    for_: StrictStr = Field("", alias="for")
    most: Count = 0
    made: Count = 0
    shown: _Shown | None = None


def _is_said(value: Json) -> Json:
    unpacked(value)
    return value


def _is_choice(news: str) -> str:
    if news not in CHOICES:
        raise ValueError(f"{news!r} is none of {', '.join(CHOICES)}")
    return news


_Said = Annotated[Json, AfterValidator(_is_said)]
"""A text as plain data (i18n.packed)."""


class _Change(_Note):
    now: Annotated[list[_Line | tuple[Count, Count]], Field(max_length=MAX_LINES)]
    said: _Said | None = None


class _Addition(_Note):
    also: dict[StrictStr, StrictStr]


_Waiting = Annotated[list[_Line | StrictStr | tuple[StrictStr, StrictStr]], Field(max_length=MAX_LINES)] | _Change
_Zone = Annotated[StrictStr, Field(max_length=100)]
_Texts = Annotated[list[StrictStr], Field(max_length=MAX_LINES)]


class _Stopped(_Note):
    kept: _Waiting
    dropped: _Texts
    said: _Said | None = None


class _Order(_Note):
    verb: StrictStr
    policy: Json
    scope: tuple[StrictStr, StrictStr]
    where: Json = None
    condition: Json = None
    otherwise: Json = None
    once: StrictBool = False
    habit: StrictBool = False
    beside: StrictBool = False
    shown: _Shown | None = None
    even: list[Worsening] = Field(default_factory=list)


class _Numbered(_Note):
    number: Count


class _Receipt(_Note):
    orders: _Texts
    previous: StrictStr


class _Running(_Note):
    asked: Count


class _Due(_Running):
    due: Moment


class _Deadline(_Due):
    from_: Moment = Field(alias="from")
    term: Term = Term.TURN


class _Missed(_Due):
    at: Moment


class _Extended(_Note):
    asked: Count | None
    seconds: Annotated[int, Field(strict=True, ge=0, le=MAX_SECONDS)]
    by: StrictStr


class _Paused(_Note):
    from_: Moment = Field(alias="from")
    to: Moment


class _Absent(_Paused):
    zone: _Zone
    does: Literal["", "runs on", "at once"] = ""


class _Present(_Note):
    at: Moment


class _Offer(_Note):
    seconds: Annotated[int, Field(strict=True, ge=0, le=MAX_SECONDS)] | None = None
    parties: _Texts | None = None
    clauses: Annotated[list[Json], Field(max_length=MAX_LINES)] | None = None
    end: Json = None
    instead: Count = 0
    place: Count | None = None
    said: _Said | None = None


class _Acceptance(_Note):
    whom: _Texts
    limits: Annotated[list[Json], Field(max_length=MAX_LINES)]
    end: Json
    once: StrictBool


class _SignedAhead(_Note):
    acceptance: Count


_News = Annotated[StrictStr, AfterValidator(_is_choice)]
"""Which news a player gets at once."""


class _Ended(_Note):
    winner: StrictStr | None


HOLDS: Final[dict[tuple[str, str], TypeAdapter[Any]]] = {
    (EntryKind.DRAFT, ""): TypeAdapter(dict[StrictStr, StrictStr] | _Addition),
    (EntryKind.SALT, ""): TypeAdapter(StrictStr),
    (EntryKind.INSTRUCTION, ""): TypeAdapter(_Order | _Numbered | None),
    (EntryKind.WAITING, WAITING): TypeAdapter(_Waiting),
    (EntryKind.WAITING, STOPPED): TypeAdapter(_Stopped),
    (EntryKind.WAITING, BRANCHED): TypeAdapter(_Waiting),
    (EntryKind.OFFER, ""): TypeAdapter(_Offer),
    (EntryKind.OFFER, ACCEPTS): TypeAdapter(_Acceptance),
    (EntryKind.OFFER, AGREED_AHEAD): TypeAdapter(_SignedAhead),
    (EntryKind.ENDED, ""): TypeAdapter(_Ended),
    (EntryKind.CHOICE, NEWS): TypeAdapter(_News),
    (EntryKind.RULING, RULING): TypeAdapter(None),
    (EntryKind.RECEIPT, KEY): TypeAdapter(_Receipt),
    (EntryKind.CLOCK, clock_state.DEADLINE): TypeAdapter(_Deadline),
    (EntryKind.CLOCK, clock_state.EXTENDED): TypeAdapter(_Extended),
    (EntryKind.CLOCK, clock_state.ABSENT): TypeAdapter(_Absent),
    (EntryKind.CLOCK, clock_state.PRESENT): TypeAdapter(_Present),
    (EntryKind.CLOCK, clock_state.ZONE): TypeAdapter(_Zone | None),
    (EntryKind.CLOCK, clock_state.SLIPS): TypeAdapter(StrictBool),
    (EntryKind.CLOCK, clock_state.REMINDER): TypeAdapter(_Due),
    (EntryKind.CLOCK, clock_state.MISSED): TypeAdapter(_Missed),
    (EntryKind.CLOCK, clock_state.WAITS): TypeAdapter(_Running),
    (EntryKind.CLOCK, clock_state.STOPPED): TypeAdapter(None),
    (EntryKind.CLOCK, clock_state.PAUSED): TypeAdapter(_Paused),
    (EntryKind.CLOCK, clock_state.BREAK): TypeAdapter(_Paused),
    (EntryKind.CLOCK, clock_state.RESUMED): TypeAdapter(_Present),
    (EntryKind.CLOCK, clock_state.TOLD): TypeAdapter(None),
    (EntryKind.CLOCK, clock_state.UNPLAYED): TypeAdapter(_Present),
    (EntryKind.CLOCK, clock_state.REGENCY): TypeAdapter(_Present),
    (EntryKind.CLOCK, clock_state.HEARD): TypeAdapter(_Present),
    (EntryKind.CLOCK, clock_state.TERMS): TypeAdapter(dict[StrictStr, StrictStr]),
}
"""By kind and key; "" means every other key: those are the keys of questions."""


def bad_note(entries: Iterable[EntryPart]) -> str:
    """What is wrong with the first entry that holds what it cannot hold; "" if none does."""
    return next((f"entry {entry.number}: {wrong}" for entry in entries if (wrong := _wrong(entry))), "")


def _wrong(entry: EntryPart) -> str:
    if entry.kind not in (kind for kind, _ in HOLDS):
        return ""
    holds = HOLDS.get((entry.kind, entry.key)) or HOLDS.get((entry.kind, ""))
    if holds is None:
        return f"a {entry.kind} cannot be about {entry.key!r}"
    try:
        holds.validate_python(entry.answer)
        if entry.kind == EntryKind.CLOCK:
            _check_zone(entry)
    except ValidationError as error:
        return f"this is no {entry.kind}: {explain(error)}"
    except BadTime as error:
        return str(error)
    return ""


def _check_zone(entry: EntryPart) -> None:
    """Raises BadTime for a time zone that there is not."""
    zone = (
        entry.answer["zone"] if entry.key == clock_state.ABSENT else entry.answer if entry.key == clock_state.ZONE else None
    )
    if zone is not None:
        find_zone(zone)
