"""The form of an archive: one JSON document with everything of one game, and what makes it whole.

Letters are named by their Message-ID, entries by their number; no id of a database stands in it.
"""

from __future__ import annotations

from base64 import b64decode, b64encode
from collections.abc import Hashable, Iterable, Iterator
from hashlib import sha256
from itertools import chain
from typing import Annotated, Any, Final, Literal

from pydantic import (
    AwareDatetime,
    BaseModel,
    BeforeValidator,
    ConfigDict,
    PlainSerializer,
    ValidationError,
    model_validator,
)

from pbem.store.errors import BadArchive
from pbem.store.old_tokens import with_hashes

FORMAT: Final = "pbem-game"
VERSION: Final = 1


def _decoded(raw: object) -> object:
    return b64decode(raw, validate=True) if isinstance(raw, str) else raw


def _encoded(raw: bytes) -> str:
    return b64encode(raw).decode("ascii")


Blob = Annotated[bytes, BeforeValidator(_decoded), PlainSerializer(_encoded, return_type=str, when_used="json")]


class Part(BaseModel):
    """A part of the document: made from a row or from JSON, unknown keys are errors."""

    model_config = ConfigDict(extra="forbid", from_attributes=True)


class GamePart(Part):
    """The game as in its table."""

    name: str
    rules: str
    scenario: str
    options: Any
    rules_version: int
    scenario_version: str
    code_version: str
    key: str
    commitment: str
    status: Literal["playing", "held", "over"]
    held_because: str
    result: Any
    auth: Literal["token", "token+sender"]
    created: AwareDatetime
    finished: AwareDatetime | None


class SeatPart(Part):
    """A seat; a public copy has neither its address nor the hash of its token, and 0 for the entry it was `told` last."""

    name: str
    player: str
    address: str | None
    token_hash: str | None
    token_number: int = 0
    former_token_hash: str | None = None
    salt: str | None
    receipt: str
    told: int


class ObserverPart(Part):
    """Somebody who watches the game."""

    name: str
    address: str
    thread: str
    told: int


class EntryPart(Part):
    """A line of the log, struck or not."""

    number: int
    kind: str
    seat: str
    key: str
    subject: str
    answer: Any
    after: str
    turn: str
    note: str
    letter: str | None = None
    written: AwareDatetime


class StrikePart(Part):
    """Entries that no longer count."""

    first: int
    last: int
    reason: str
    struck: AwareDatetime


class EventPart(Part):
    """What an entry made happen."""

    entry_number: int
    place: int
    rule: str
    name: str
    data: Any
    seen_by: list[str] | None


class LetterPart(Part):
    """A letter; `filed` is whether it is filed under this game, or only named by it."""

    message_id: str
    received: AwareDatetime
    sender: str
    filed: bool = True
    seat: str | None
    status: Literal["new", "done", "held", "dead"]
    outcome: str
    digest: str
    raw: Blob


class MailPart(Part):
    """A mail; its text only while it still has to be sent."""

    seat: str | None
    message_id: str
    envelope_to: str
    kind: str
    queued: AwareDatetime
    status: Literal["waiting", "sent", "refused"]
    attempts: int
    next_attempt: AwareDatetime
    last_error: str
    sent: AwareDatetime | None
    letter: str | None = None
    raw: Blob | None


class Archive(Part):
    """The whole document."""

    format: Literal["pbem-game"] = FORMAT
    version: Literal[1] = VERSION
    public: bool
    game: GamePart
    seats: list[SeatPart]
    entries: list[EntryPart]
    strikes: list[StrikePart]
    events: list[EventPart]
    letters: list[LetterPart]
    mails: list[MailPart]
    terms: dict[str, str] | None = None
    observers: list[ObserverPart] = []

    @model_validator(mode="after")
    def _whole(self) -> Archive:
        problem = next(_problems(self), None)
        if problem is not None:
            raise ValueError(problem)
        return self


def parse(document: object) -> Archive:
    """The archive in a JSON document. Raises BadArchive, saying where and what, for anything else."""
    head = document if isinstance(document, dict) else {}
    if (head.get("format"), head.get("version")) != (FORMAT, VERSION):
        raise BadArchive(
            f"format {head.get('format')!r} version {head.get('version')!r} is unknown: "
            f"this program reads {FORMAT!r} version {VERSION}"
        )
    try:
        return Archive.model_validate(with_hashes(document))
    except ValidationError as error:
        raise BadArchive(f"the archive is broken: {explain(error)}") from error


def explain(error: ValidationError) -> str:
    """Where in the document the first problem is, and what it is."""
    first = error.errors(include_url=False, include_input=False)[0]
    where = ".".join(str(part) for part in first["loc"])
    return f"{f'{where}: ' if where else ''}{first['msg'].removeprefix('Value error, ')}"


def _problems(archive: Archive) -> Iterator[str]:
    return chain(_game(archive), _seats(archive), _log(archive), _events(archive), _post(archive))


def _game(archive: Archive) -> Iterator[str]:
    try:
        commitment = sha256(bytes.fromhex(archive.game.key)).hexdigest()
    except ValueError:
        commitment = ""
    if commitment != archive.game.commitment:
        yield "the commitment is not that of the key"


def _seats(archive: Archive) -> Iterator[str]:
    yield from _twice("seat", (seat.name for seat in archive.seats))
    seats = archive.seats
    tokens = [token for seat in seats for token in (seat.token_hash, seat.former_token_hash) if token is not None]
    if len(set(tokens)) < len(tokens):
        yield "two seats have one token"
    yield from _twice("observer", (observer.address.lower() for observer in archive.observers))
    yield from _twice("observer's thread", (observer.thread for observer in archive.observers))
    for seat in archive.seats:
        if not archive.public and (seat.token_hash is None or seat.address is None):
            yield f"seat {seat.name} has no token or no address"


def _log(archive: Archive) -> Iterator[str]:
    for expected, entry in enumerate(archive.entries, 1):
        if entry.number != expected:
            yield f"entry {entry.number} stands where entry {expected} belongs"
    for strike in archive.strikes:
        if not 1 <= strike.first <= strike.last <= len(archive.entries):
            yield f"entries {strike.first} to {strike.last} are struck, but the log has {len(archive.entries)}"


def _events(archive: Archive) -> Iterator[str]:
    yield from _twice("event", ((event.entry_number, event.place) for event in archive.events))
    for event in archive.events:
        if not 0 <= event.entry_number <= len(archive.entries):
            yield f"an event belongs to entry {event.entry_number}, which is not there"


def _post(archive: Archive) -> Iterator[str]:
    yield from _twice("letter", (letter.message_id for letter in archive.letters))
    yield from _twice("mail", (mail.message_id for mail in archive.mails))
    known = {letter.message_id for letter in archive.letters} | {None}
    named = chain((entry.letter for entry in archive.entries), (mail.letter for mail in archive.mails))
    for letter_id in named:
        if letter_id not in known:
            yield f"the letter {letter_id} is missing"
    for letter in archive.letters:
        if letter.raw and sha256(letter.raw).hexdigest() != letter.digest:
            yield f"the letter {letter.message_id} was changed"
    for mail in archive.mails:
        if mail.status == "waiting" and mail.raw is None:
            yield f"the mail {mail.message_id} waits to be sent, but has no text"


def _twice(what: str, names: Iterable[Hashable]) -> Iterator[str]:
    seen: set[Hashable] = set()
    for name in names:
        if name in seen:
            yield f"{what} {name} is there twice"
        seen.add(name)
