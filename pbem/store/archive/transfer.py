"""A game as one document: out of a database, and exactly as it was into another."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import lru_cache
from typing import Any, TypeVar, cast

from pydantic import ValidationError
from sqlalchemy import insert, or_, select
from sqlmodel import Session, col

from pbem.store.archive.form import (
    Archive,
    DeliveryPart,
    DocumentPart,
    EntryPart,
    EventPart,
    GamePart,
    LetterPart,
    MailPart,
    MessagePart,
    ObserverPart,
    SeatPart,
    StrikePart,
    parse,
)
from pbem.store.archive.values import Fits, fits_of
from pbem.store.errors import BadArchive, Duplicate, StoreError
from pbem.store.games import journal, lobby, press, timekeeping, watchers
from pbem.store.mail import inbox, outbox
from pbem.store.tables.games import GameRow, SeatRow
from pbem.store.tables.log import EntryRow, EventRow, StrikeRow
from pbem.store.tables.mail import DeliveryRow, LetterRow, MessageRow, OutgoingRow
from pbem.values import fitted_address, fitted_message_id, fitted_name, is_address, is_name, one_line

P = TypeVar("P", bound=DocumentPart)


def export_game(session: Session, game_id: int, *, public: bool = False) -> dict[str, Any]:
    """The game as a JSON document (archive.form.Archive), secrets included: keep it as safe as the database.

    The text of mails is left out once they are sent. A public copy has no tokens, addresses, observers, letters and mails,
    and not what a seat was told when, but all that is needed to verify the game. A value that does not fit the form, which
    can be in a database from before only, goes out in another that does (unfit_values tells which), and what fits in
    none goes out as it is. Raises NotFound, and StoreError for a public copy of a game that is not over, and where what
    belongs together in the database does not fit together.
    """
    game = lobby.game(session, game_id)
    if public and game.status != "over":
        raise StoreError(f"game {game.name} is not over: a public copy would show the key of its dice and all secrets")
    archive = _archive(session, game, public)
    if (problem := archive.problem()) is not None:
        raise StoreError(f"game {game.name} cannot be exported, the database is broken: {problem}")
    return archive.model_dump(mode="json", warnings="none")


def unfit_values(session: Session, game_id: int) -> list[str]:
    """The addresses and names of a game that an export has in another form, a line each."""
    people = [(f"seat {row.name}", row.player, row.address) for row in lobby.seats(session, game_id)]
    people += [("observer", row.name, row.address) for row in watchers.observers(session, game_id)]
    return [line for who, name, address in people for line in _unfit(who, name, address)]


def _unfit(who: str, name: str, address: str) -> Iterator[str]:
    if not is_address(address):
        yield f"{who}: the address {one_line(address, 100)} cannot be written to; it goes out as {fitted_address(address)}"
    if not is_name(name):
        yield f"{who}: the name {one_line(name, 100)} goes out as {fitted_name(name)}"


def import_game(session: Session, document: object, *, rename: str | None = None) -> GameRow:
    """Restore an exported game exactly, under another name if wanted. Mails that waited to be sent wait here too.

    Raises BadArchive for a document that is none, is broken or is a public copy, and Duplicate when its name, one of its
    tokens, observers' threads, letters or mails is in this database already. After an exception the transaction must not be
    committed.
    """
    archive = parse(document)
    if archive.public:
        raise BadArchive("this is a public copy, without players and letters: it can be verified, but not played on")
    lobby.refuse_known_name(session, rename or archive.game.name, archive.game.commitment)
    game = GameRow(**archive.game.model_dump() | {"name": rename or archive.game.name})
    session.add(game)
    session.flush()
    _restore_seats(session, game.id, archive)
    letter_ids = {letter.message_id: _restore_letter(session, game.id, letter) for letter in archive.letters}
    _restore_log(session, game.id, archive, letter_ids)
    for mail in archive.mails:
        _restore_mail(session, game.id, mail, letter_ids)
    if archive.terms is not None:
        timekeeping.set_terms(session, game.id, archive.terms)
    _restore_observers(session, game.id, archive)
    _restore_messages(session, game.id, archive, letter_ids)
    session.flush()
    return game


def _archive(session: Session, game: GameRow, public: bool) -> Archive:
    letters = [] if public else _letters_of(session, game.id)
    mails = [] if public else _all(session, OutgoingRow, game.id, OutgoingRow.id)
    names = {letter.id: _id_of(letter) for letter in letters}
    return Archive.model_construct(
        public=public,
        game=_part(GamePart, game),
        seats=[_seat_part(seat, public) for seat in lobby.seats(session, game.id)],
        entries=[_entry_part(row, names, public) for row in _all(session, EntryRow, game.id, EntryRow.number)],
        strikes=[_part(StrikePart, row) for row in journal.strikes(session, game.id)],
        events=[_part(EventPart, row) for row in _all(session, EventRow, game.id, EventRow.entry_number, EventRow.place)],
        letters=[_letter_part(letter, game.id) for letter in letters],
        mails=[_mail_part(mail, names) for mail in mails],
        terms=timekeeping.terms(session, game.id),
        observers=[] if public else [_part(ObserverPart, row) for row in watchers.observers(session, game.id)],
        messages=_public_messages(session, game) if public else _messages(session, game.id, names),
    )


def _messages(session: Session, game_id: int, names: Mapping[int, str]) -> list[MessagePart]:
    deliveries: dict[int, list[DeliveryPart]] = {}
    for row in press.deliveries(session, game_id):
        deliveries.setdefault(row.message_id, []).append(DeliveryPart.model_validate(row))
    return [
        _part(MessagePart, row, letter=names.get(row.letter_id or 0), deliveries=deliveries.get(row.id, []))
        for row in press.all_of(session, game_id)
    ]


def _public_messages(session: Session, game: GameRow) -> list[MessagePart]:
    """The messages to everybody; nothing reveals that there were others, nor (by its time) who wrote an unsigned one."""
    rows = [row for row in press.all_of(session, game.id) if row.readers is None]
    instead = {True: {"seat": "", "written": game.finished}, False: {}}
    rows.sort(key=lambda row: row.unsigned)
    return [_part(MessagePart, row, place=0, deliveries=[], **instead[row.unsigned]) for row in rows]


def _all(session: Session, table: type[Any], game_id: int, *order: Any) -> list[Any]:
    return list(session.scalars(select(table).where(table.game_id == game_id).order_by(*order)))


def _letters_of(session: Session, game_id: int) -> list[LetterRow]:
    """The letters filed under the game, and those its log and mails name."""
    entries = select(col(EntryRow.letter_id)).where(col(EntryRow.game_id) == game_id)
    mails = select(col(OutgoingRow.letter_id)).where(col(OutgoingRow.game_id) == game_id)
    messages = select(col(MessageRow.letter_id)).where(col(MessageRow.game_id) == game_id)
    letter_id = col(LetterRow.id)
    wanted = or_(col(LetterRow.game_id) == game_id, letter_id.in_(entries), letter_id.in_(mails), letter_id.in_(messages))
    return list(
        session.scalars(select(LetterRow).where(wanted).order_by(col(LetterRow.received), col(LetterRow.message_id)))
    )


_NO_TOKEN = {"token_hash": None, "token_number": 0, "former_token_hash": None}


def _part(part: type[P], row: object, **more: Any) -> P:
    """The row as a part of the document, `more` in place of what it has, each value in a form that fits. What fits in none
    is left as it is: whoever reads the document will say so, and the game master has it.
    """
    given = {name: getattr(row, name) for name in part.model_fields if hasattr(row, name)} | more
    fits = _fits_in(part)
    values = {name: fits[name].fit(value) if name in fits and value is not None else value for name, value in given.items()}
    try:
        return part.model_validate(values)
    except ValidationError:
        return cast("P", part.model_construct(**values))


@lru_cache
def _fits_in(part: type[DocumentPart]) -> dict[str, Fits]:
    found = ((name, fits_of(field)) for name, field in part.model_fields.items())
    return {name: fits for name, fits in found if fits is not None}


def _id_of(letter: LetterRow) -> str:
    """Its Message-ID, or a substitute: a letter can come with anything for one."""
    return fitted_message_id(letter.message_id)


def _seat_part(seat: SeatRow, public: bool) -> SeatPart:
    # A game master who acts for a player does so here only, not where the game is moved to.
    kept = {"player": seat.kept_player, "address": seat.kept_address} if seat.acting_turn else {}
    part = _part(SeatPart, seat, **kept)
    return part.model_copy(update={"address": None, "told": 0} | _NO_TOKEN) if public else part


def _entry_part(row: EntryRow, names: Mapping[int, str], public: bool) -> EntryPart:
    cause = row.cause
    if public and cause is not None:  # what was typed beside or above an order can be meant for anybody
        cause = {name: value for name, value in cause.items() if name not in ("typed", "line")}
    return _part(EntryPart, row, letter=names.get(row.letter_id or 0), cause=cause)


def _letter_part(row: LetterRow, game_id: int) -> LetterPart:
    return _part(LetterPart, row, message_id=_id_of(row), filed=row.game_id == game_id)


def _mail_part(row: OutgoingRow, names: Mapping[int, str]) -> MailPart:
    raw = row.raw if row.status == "waiting" else None
    return _part(MailPart, row, letter=names.get(row.letter_id or 0), raw=raw)


def _restore_seats(session: Session, game_id: int, archive: Archive) -> None:
    for seat in archive.seats:
        for known in (seat.token_hash, seat.former_token_hash):
            if known is not None:
                lobby.refuse_known_token(session, known)
        session.add(SeatRow(game_id=game_id, **seat.model_dump()))
    session.flush()


def _restore_observers(session: Session, game_id: int, archive: Archive) -> None:
    for observer in archive.observers:
        if watchers.by_thread(session, observer.thread) is not None:
            raise Duplicate(f"the letters of an observer are called {observer.thread} in this database already")
        watchers.add(session, game_id, observer.name, observer.address, observer.thread, observer.told)


def _restore_messages(session: Session, game_id: int, archive: Archive, letter_ids: Mapping[str, int]) -> None:
    for message in archive.messages:
        plain = message.model_dump(exclude={"letter", "deliveries"})
        row = MessageRow(game_id=game_id, letter_id=letter_ids.get(message.letter or ""), **plain)
        press.add(session, row, [])
        session.add_all(DeliveryRow(game_id=game_id, message_id=row.id, **each.model_dump()) for each in message.deliveries)


def _restore_letter(session: Session, game_id: int, letter: LetterPart) -> int:
    """Keep a letter, or take the one that came with another game's archive. Returns its id here."""
    row = inbox.letter_by_message_id(session, letter.message_id)
    if row is None:
        row = LetterRow(**letter.model_dump(exclude={"filed"}))
        session.add(row)
    elif row.digest != letter.digest or (letter.filed and row.game_id is not None):
        raise Duplicate(f"the letter {letter.message_id} is in this database already, as letter {row.id}")
    if letter.filed:
        row.game_id, row.seat = game_id, letter.seat
    session.flush()
    return row.id


def _restore_log(session: Session, game_id: int, archive: Archive, letter_ids: Mapping[str, int]) -> None:
    entries = [
        {"cause": None} | entry.model_dump(exclude={"letter"}) | {"letter_id": letter_ids.get(entry.letter or "")}
        for entry in archive.entries
    ]
    for table, parts in (
        (EntryRow, entries),
        (StrikeRow, [strike.model_dump() for strike in archive.strikes]),
        (EventRow, [event.model_dump() for event in archive.events]),
    ):
        if parts:
            session.connection().execute(insert(table), [part | {"game_id": game_id} for part in parts])


def _restore_mail(session: Session, game_id: int, mail: MailPart, letter_ids: Mapping[str, int]) -> None:
    if outbox.outgoing_by_message_id(session, mail.message_id) is not None:
        raise Duplicate(f"the mail {mail.message_id} is in this database already")
    plain = mail.model_dump(exclude={"letter", "raw"})
    letter_id = letter_ids.get(mail.letter or "")
    session.add(OutgoingRow(game_id=game_id, raw=mail.raw or b"", letter_id=letter_id, **plain))
