"""The form of an archive: one JSON document with everything of one game, and what makes it whole.

Letters are named by their Message-ID, entries by their number; it has no id of a database.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator
from hashlib import sha256
from itertools import chain
from typing import Annotated, Any, Final, Literal, TypeVar

from pydantic import (
    BaseModel,
    ConfigDict,
    Field,
    SerializerFunctionWrapHandler,
    ValidationError,
    model_serializer,
    model_validator,
)

from pbem.engine.log.cause import CauseKind
from pbem.store.archive.old_tokens import with_hashes
from pbem.store.archive.values import (
    Address,
    Blob,
    Count,
    Digits,
    Facts,
    GameName,
    Hash,
    Json,
    Line,
    MessageId,
    Moment,
    Name,
    Text,
    Thread,
    Told,
    Word,
    Words,
)
from pbem.store.errors import BadArchive
from pbem.values import one_line

FORMAT: Final = "pbem-game"
VERSION: Final = 1

MAX_STRIKES: Final = 1_000
MAX_ENTRIES: Final = 50_000
MAX_ROWS: Final = 100_000
MAX_SALT_LENGTH: Final = 64

OTHER_KEY: Final = "the commitment is not that of the key"

T = TypeVar("T")
Few = Annotated[list[T], Field(max_length=100, fail_fast=True)]
Strikes = Annotated[list[T], Field(max_length=MAX_STRIKES, fail_fast=True)]
Log = Annotated[list[T], Field(max_length=MAX_ENTRIES, fail_fast=True)]
Rows = Annotated[list[T], Field(max_length=MAX_ROWS, fail_fast=True)]
"""Lists: of the faults in one only the first is reported."""
Named = Annotated[dict[Word, T], Field(max_length=100)]

WORDS: Final = {
    "string_pattern_mismatch": "there are characters in it that do not belong there",
    "string_unicode": "there are halves of characters in it",
}
"""Faults that pydantic reports in terms of this program, not of the document."""


class DocumentPart(BaseModel):
    """A part of the document: made from a row or from JSON, unknown keys are errors."""

    model_config = ConfigDict(extra="forbid", from_attributes=True)


class GamePart(DocumentPart):
    """The game as in its table."""

    name: GameName
    rules: Word
    scenario: Word
    options: Facts
    rules_version: Count
    scenario_version: Word
    code_version: Word
    key: Word
    commitment: Word
    status: Literal["playing", "held", "over"]
    held_because: Line
    result: Json
    auth: Literal["token", "token+sender", "dkim"]
    created: Moment
    finished: Moment | None


class SeatPart(DocumentPart):
    """A seat; a public copy has neither its address nor the hash of its token, and 0 for the entry it was `told` last."""

    name: Word
    player: Name
    address: Address | None
    token_hash: Hash | None
    token_number: Count = 0
    former_token_hash: Hash | None = None
    salt: Digits | None
    receipt: Digits
    told: Told


class ObserverPart(DocumentPart):
    """Somebody who watches the game."""

    name: Name
    address: Address
    thread: Thread
    told: Told


class CausePart(DocumentPart):
    """Why the log has a line (engine/log/cause); a public copy has neither what was typed nor on which line."""

    kind: CauseKind
    line: Words = ""
    typed: Words = ""
    standard: Words = ""
    entry: Count = 0

    @model_serializer(mode="wrap")
    def _what_there_is(self, whole: SerializerFunctionWrapHandler) -> dict[str, Any]:
        return {name: value for name, value in whole(self).items() if value}


class EntryPart(DocumentPart):
    """A line of the log, struck or not; older ones have no cause."""

    number: Count
    kind: Word
    seat: Word
    key: Word
    subject: Line
    answer: Json
    after: Word
    turn: Word
    note: Line
    letter: MessageId | None = None
    written: Moment
    cause: CausePart | None = None

    @model_serializer(mode="wrap")
    def _as_it_was(self, whole: SerializerFunctionWrapHandler) -> dict[str, Any]:
        """Where no cause was recorded the document is that of a log from before there were any, to the byte."""
        told: dict[str, Any] = whole(self)
        return told if self.cause is not None else {name: value for name, value in told.items() if name != "cause"}


class StrikePart(DocumentPart):
    """Entries that no longer count."""

    first: Count
    last: Count
    reason: Line
    struck: Moment


class EventPart(DocumentPart):
    """What an entry made happen."""

    entry_number: Count
    place: Count
    rule: Word
    name: Word
    data: Facts
    seen_by: Few[Word] | None


class LetterPart(DocumentPart):
    """A letter; `filed` is whether it is filed under this game, or only named by it."""

    message_id: MessageId
    received: Moment
    sender: Line
    filed: bool = True
    seat: Word | None
    status: Literal["new", "done", "held", "dead"]
    outcome: Line
    digest: Digits
    raw: Blob


class MailPart(DocumentPart):
    """A mail; its text only while it still has to be sent."""

    seat: Word | None
    message_id: MessageId
    envelope_to: Address
    kind: Word
    queued: Moment
    status: Literal["waiting", "sent", "refused"]
    attempts: Count
    next_attempt: Moment
    last_error: Line
    sent: Moment | None
    letter: MessageId | None = None
    raw: Blob | None


class DeliveryPart(DocumentPart):
    """To whom a message is told: a seat, or an observer's thread."""

    reader: Word
    told: Moment | None


class MessagePart(DocumentPart):
    """What a player has written to others; a public copy has only what was for everybody, unsigned ones without a seat."""

    letter: MessageId | None = None
    place: Count
    seat: Word
    readers: Few[Word] | None
    unsigned: bool
    text: Text
    written: Moment
    deliveries: Few[DeliveryPart] = []


class Archive(DocumentPart):
    """The whole document."""

    format: Literal["pbem-game"] = FORMAT
    version: Literal[1] = VERSION
    public: bool
    game: GamePart
    seats: Few[SeatPart]
    entries: Log[EntryPart]
    strikes: Strikes[StrikePart]
    events: Rows[EventPart]
    letters: Rows[LetterPart]
    mails: Rows[MailPart]
    terms: Named[Line] | None = None
    observers: Rows[ObserverPart] = []
    messages: Rows[MessagePart] = []

    @model_validator(mode="after")
    def _whole(self) -> Archive:
        if (problem := self.problem()) is not None:
            raise ValueError(problem)
        return self

    def problem(self) -> str | None:
        """What contradicts itself in the document; "" for nothing."""
        return next(_problems(self), None)


def parse(document: object) -> Archive:
    """The archive in a JSON document. Raises BadArchive, saying on one line where and what, for anything else."""
    head = document if isinstance(document, dict) else {}
    if (head.get("format"), head.get("version")) != (FORMAT, VERSION):
        found = one_line(f"format {head.get('format')!r} version {head.get('version')!r}", 100)
        raise BadArchive(f"{found} is unknown: this program reads {FORMAT!r} version {VERSION}")
    try:
        return Archive.model_validate(with_hashes(document))
    except ValidationError as error:
        raise BadArchive(f"the archive is broken: {explain(error)}") from error


def explain(error: ValidationError) -> str:
    """Where in the document the first problem is, and what it is, on one line."""
    first = error.errors(include_url=False, include_input=False)[0]
    where = ".".join(str(part) for part in first["loc"])
    problem = WORDS.get(first["type"], first["msg"].removeprefix("Value error, "))
    return one_line(f"{where}: {problem}" if where else problem)


def _problems(archive: Archive) -> Iterator[str]:
    return chain(_game(archive), _seats(archive), _log(archive), _events(archive), _post(archive))


def _game(archive: Archive) -> Iterator[str]:
    try:
        commitment = sha256(bytes.fromhex(archive.game.key)).hexdigest()
    except ValueError:
        commitment = ""
    if commitment != archive.game.commitment:
        yield OTHER_KEY


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
    salts = [entry for entry in archive.entries if entry.kind == "salt"]  # all of them go into every die
    if len({entry.seat for entry in salts}) > len(archive.seats):
        yield "more players have a share in the dice than there are seats"
    for entry in salts:
        if not isinstance(entry.answer, str) or len(entry.answer) > MAX_SALT_LENGTH:
            yield f"entry {entry.number} is no player's share in the dice"
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
    letters = [message for message in archive.messages if message.letter is not None]
    yield from _twice("message", ((message.letter, message.place) for message in letters))
    for message in archive.messages:
        yield from _twice("a message's reader", (delivery.reader for delivery in message.deliveries))
    known = {letter.message_id for letter in archive.letters} | {None}
    messages = (message.letter for message in archive.messages)
    named = chain((entry.letter for entry in archive.entries), (mail.letter for mail in archive.mails), messages)
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
