"""Games and seats: opening, finding, holding, and who sits where."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from datetime import datetime
from hashlib import sha256
from typing import Any, cast

from sqlalchemy import bindparam, func, select, text
from sqlalchemy.orm import aliased
from sqlalchemy.orm.attributes import flag_modified
from sqlmodel import Session, col

from pbem.figures import MAX_DIGITS
from pbem.store.dialect.sql import unindexed
from pbem.store.errors import Duplicate, NotFound, StoreError
from pbem.store.games import progress
from pbem.store.once import forget, once, recall, remember
from pbem.store.tables.games import IS_ACTED_FOR, DeletedGameRow, GameRow, ObserverRow, SeatRow, TermsRow
from pbem.store.tables.joining import GatheringRow
from pbem.store.tables.mail import AUTH, LetterRow, MessageRow

KEY_BYTES = 32
_GAME, _SEATS, TERMS = "game", "seats", "terms"
"""What a session reads once of a game: its row, its seats, and the row of its terms (store.games.timekeeping)."""
WATCHED, SPOKEN = "has observers", "has messages"
"""Whether a game has any, where that has been read with its seats: most have none."""

# Said once, as every letter asks them: SQLAlchemy takes longer to put a statement together than SQLite to answer it.
_BY_NAME = select(GameRow).where(func.lower(col(GameRow.name)) == bindparam("name"))
_DELETED = select(DeletedGameRow).where(func.lower(col(DeletedGameRow.name)) == bindparam("name"))
_TO_COME = select(col(GatheringRow.name)).where(
    func.lower(col(GatheringRow.name)) == bindparam("name"), col(GatheringRow.status) == "gathering"
)
_SEATS_OF_GAME = (
    select(SeatRow, GameRow)
    .join(GameRow, col(GameRow.id) == col(SeatRow.game_id))
    .where(col(SeatRow.game_id) == bindparam("game"))
    .order_by(col(SeatRow.id))
)
_SEAT_AND_GAME = _SEATS_OF_GAME.where(col(SeatRow.name) == bindparam("seat"))
_OPENED = aliased(SeatRow)
_OPENS = (col(_OPENED.token_hash) == bindparam("hash")) | (col(_OPENED.former_token_hash) == bindparam("hash"))
_IS_WATCHED = select(col(ObserverRow.id)).where(col(ObserverRow.game_id) == col(GameRow.id)).exists()
_IS_SPOKEN = select(col(MessageRow.id)).where(col(MessageRow.game_id) == col(GameRow.id)).exists()
_OPENED_BY_TOKEN = (
    select(_OPENED, GameRow, TermsRow, _IS_WATCHED, _IS_SPOKEN, SeatRow)
    .join(GameRow, col(GameRow.id) == col(_OPENED.game_id))
    .join(SeatRow, col(SeatRow.game_id) == col(_OPENED.game_id))
    .outerjoin(TermsRow, col(TermsRow.game_id) == col(_OPENED.game_id))
    .where(_OPENS)
    .order_by(col(_OPENED.id), col(SeatRow.id))
)
_LETTER_AND_GAME = (
    select(LetterRow, GameRow, TermsRow, _IS_WATCHED, _IS_SPOKEN, SeatRow)
    .outerjoin(GameRow, col(GameRow.id) == col(LetterRow.for_game))
    .outerjoin(TermsRow, col(TermsRow.game_id) == col(GameRow.id))
    .outerjoin(SeatRow, col(SeatRow.game_id) == col(GameRow.id))
    .where(col(LetterRow.id) == bindparam("letter"))
    .order_by(col(SeatRow.id))
)
_OF_LETTER = "seats that a letter can be from"
ACTED_FOR = (
    select(SeatRow)
    .join(GameRow, col(GameRow.id) == col(SeatRow.game_id))
    .where(text(IS_ACTED_FOR), unindexed(col(GameRow.status)) == "playing")
)
"""The seats for whose players somebody acts, in games that are played."""
_AT_ADDRESS = select(col(SeatRow.id)).where(func.lower(col(SeatRow.address)) == bindparam("address")).limit(1)
_NUMBERED = """
WITH RECURSIVE digits(many) AS (SELECT 1 UNION ALL SELECT many + 1 FROM digits WHERE many < :most)
SELECT max(cast(substr(name, length(:stem) + 1) AS BIGINT)) FROM (
    SELECT (
        SELECT name FROM {table} WHERE length(name) = length(:stem) + many AND lower(name) > :stem AND lower(name) < :end
            AND trim(substr(name, length(:stem) + 1), '0123456789') = '' {only}
        ORDER BY lower(name) DESC LIMIT 1
    ) AS name FROM digits
) AS names
"""
"""The highest number of the names that begin with :stem. Of names of one length the last in the alphabet has it."""
_NUMBERS = [
    text(_NUMBERED.format(table=table, only=only))
    for table, only in (("game", ""), ("deleted_game", ""), ("gathering", "AND status = 'gathering'"))
]
MAX_NAMES = 10
"""How many games an error names if there is none of the name asked for."""


@dataclass(frozen=True, slots=True, kw_only=True)
class NewSeat:
    """A seat to be taken: its name in the game, the player, their address, and the token in it by hash and number."""

    name: str
    player: str
    address: str
    token_hash: str = field(repr=False)
    token_number: int = 1


@dataclass(frozen=True, slots=True, kw_only=True)
class NewGame:
    """A game to be opened. `key` is 32 random bytes, `auth` one of tables.AUTH."""

    name: str
    rules: str
    scenario: str
    options: dict[str, Any]
    rules_version: int
    scenario_version: str
    code_version: str
    key: bytes = field(repr=False)
    auth: str


def create_game(session: Session, new: NewGame, seats: Iterable[NewSeat], now: datetime) -> GameRow:
    """Open a game with its seats.

    Raises Duplicate for a name or token in use, StoreError for a key or auth that is none.
    """
    if len(new.key) != KEY_BYTES or new.auth not in AUTH:
        raise StoreError(
            f"game {new.name}: needs a key of {KEY_BYTES} bytes, and auth as one of {', '.join(AUTH)}, not {new.auth!r}"
        )
    refuse_known_name(session, new.name)
    row = GameRow(
        name=new.name,
        rules=new.rules,
        scenario=new.scenario,
        options=new.options,
        rules_version=new.rules_version,
        scenario_version=new.scenario_version,
        code_version=new.code_version,
        key=new.key.hex(),
        commitment=sha256(new.key).hexdigest(),
        status="playing",
        auth=new.auth,
        created=now,
    )
    session.add(row)
    session.flush()
    for seat in seats:
        _sit(session, row.id, seat)
    return row


def refuse_known_name(session: Session, name: str, commitment: str = "") -> None:
    """Raises Duplicate when a game has this name, or will have it, or another than the one with this commitment had it."""
    if _by_name(session, name) is not None:
        raise Duplicate(f"there is a game {name} already; take another name")
    if session.scalars(_TO_COME, {"name": name.lower()}).first() is not None:
        raise Duplicate(f"players are invited to a game {name} already; take another name")
    if any(each.commitment != commitment for each in session.scalars(_DELETED, {"name": name.lower()})):
        raise Duplicate(f"a game {name} was deleted, and letters to it may still come; take another name")


def refuse_known_token(session: Session, token_hash: str) -> None:
    """Raises Duplicate when the token with this hash opens a seat. The message does not show it."""
    taken = seat_by_token_hash(session, token_hash)
    if taken is not None:
        raise Duplicate(f"the token is that of seat {taken.name} in game {game(session, taken.game_id).name}")


def game(session: Session, game_id: int) -> GameRow:
    """The game with this id. It is read once in a transaction. Raises NotFound."""
    row = session.get(GameRow, game_id)
    if row is None:
        raise NotFound(f"there is no game with the id {game_id}")
    remember(session, _GAME, game_id, row)  # a session forgets rows that nothing refers to
    return row


def find_game(session: Session, name: str) -> GameRow:
    """The game of this name, whatever its case. Raises NotFound, naming the games there are, of many the newest."""
    row = recall(session, _named(name), 0) or _by_name(session, name)
    if not isinstance(row, GameRow):
        raise NotFound(f"there is no game {name}; {_newest_names(session)}")
    return row


def _named(name: str) -> str:
    """What a session keeps the game of a name as, once it has been read by a token."""
    return f"game {name.lower()}"


def _newest_names(session: Session) -> str:
    rows = list(session.scalars(select(col(GameRow.name)).order_by(col(GameRow.id).desc()).limit(MAX_NAMES + 1)))
    few = rows[MAX_NAMES - 1 :: -1]
    return f"{'the newest' if len(rows) > MAX_NAMES else 'there'} are: {', '.join(few) or 'none at all'}"


def is_game(session: Session, name: str) -> bool:
    """Whether there is a game of this name, whatever its case."""
    return _by_name(session, name) is not None


def games(session: Session, status: str | None = None) -> list[GameRow]:
    """All games, or those of one status, in the order they were opened."""
    wanted = select(GameRow).order_by(col(GameRow.id))
    return list(session.scalars(wanted if status is None else wanted.where(col(GameRow.status) == status)))


def next_name(session: Session, scenario: str) -> str:
    """A free name for a game of this scenario: "bosworth-1", then "bosworth-2"."""
    stem = f"{scenario}-"
    given = {"stem": stem, "end": f"{scenario}-:", "most": MAX_DIGITS}  # the colon comes after the 9
    highest = (session.connection().execute(each, given).scalar_one() or 0 for each in _NUMBERS)
    return f"{stem}{max(highest) + 1}"


def was_deleted(session: Session, name: str) -> bool:
    """Whether a game of this name was here, and is deleted."""
    return session.scalars(_DELETED, {"name": name.lower()}).first() is not None


def seats(session: Session, game_id: int) -> list[SeatRow]:
    """The seats of a game, in the order they were given. They are read once in a transaction, and their game with them."""
    return list(once(session, _SEATS, game_id, lambda: _read_seats(session, game_id)))


def _read_seats(session: Session, game_id: int) -> list[SeatRow]:
    rows = session.execute(_SEATS_OF_GAME, {"game": game_id}).all()
    for _, game in rows[:1]:
        remember(session, _GAME, game_id, game)
    return [seat for seat, _ in rows]


def seat(session: Session, game_id: int, name: str) -> SeatRow:
    """One seat of a game. Raises NotFound."""
    row = next((row for row in seats(session, game_id) if row.name == name), None)
    if row is None:
        names = ", ".join(row.name for row in seats(session, game_id))
        raise NotFound(f"game {game(session, game_id).name} has no seat {name}; it has: {names}")
    return row


def seat_and_game(session: Session, game_id: int, name: str) -> tuple[SeatRow, GameRow] | None:
    """One seat with its game, None where there is none. It is read once in a transaction."""
    given = {"game": game_id, "seat": name}
    row = once(session, f"seat {name}", game_id, lambda: session.execute(_SEAT_AND_GAME, given).first())
    return None if row is None else (row[0], row[1])


def know_seat_and_game(session: Session, seat: SeatRow, game: GameRow) -> None:
    """A seat and its game were read with something else."""
    remember(session, f"seat {seat.name}", game.id, (seat, game))


def seat_by_token_hash(session: Session, token_hash: str) -> SeatRow | None:
    """The seat that the token with this hash opens, if any. Its game, all seats of that, its terms, and whether it has
    observers and messages are read with it: they are what is asked for next.
    """
    for seat in cast("list[SeatRow]", recall(session, _OF_LETTER, 0) or []):
        if token_hash in (seat.token_hash, seat.former_token_hash):
            return seat
    rows = session.execute(_OPENED_BY_TOKEN, {"hash": token_hash}).all()
    if not rows:
        return None
    opened: SeatRow = rows[0][0]
    _know_game(session, [row[1:] for row in rows if row[0] is opened])
    return opened


def letter_and_game(session: Session, letter_id: int) -> LetterRow:
    """The letter with this number. The game that its header names is read with it, as by seat_by_token_hash, which need not
    read it again. Raises NotFound.
    """
    rows = session.execute(_LETTER_AND_GAME, {"letter": letter_id}).all()
    if not rows:
        raise NotFound(f"there is no letter {letter_id}")
    letter: LetterRow = rows[0][0]
    if rows[0][1] is not None:
        remember(session, _OF_LETTER, 0, _know_game(session, [row[1:] for row in rows]))
    return letter


def _know_game(session: Session, rows: Sequence[Sequence[Any]]) -> list[SeatRow]:
    """Keep what was read of a game: its terms, whether it has observers and messages, and in each row one of its seats."""
    game, terms, is_watched, is_spoken, _ = rows[0]
    seats = [row[-1] for row in rows]
    remember(session, _named(game.name), 0, game)
    remember(session, _GAME, game.id, game)
    remember(session, _SEATS, game.id, seats)
    remember(session, TERMS, game.id, terms)
    remember(session, WATCHED, game.id, is_watched)
    remember(session, SPOKEN, game.id, is_spoken)
    return seats


def seat_by_address(session: Session, address: str) -> list[SeatRow]:
    """All seats of the player at this address, whatever its case, in all games."""
    wanted = select(SeatRow).where(func.lower(col(SeatRow.address)) == address.lower())
    return list(session.scalars(wanted.order_by(col(SeatRow.id))))


def seats_acted_for(session: Session) -> list[SeatRow]:
    """The seats for whose players somebody acts, in games that are played."""
    return sorted(session.scalars(ACTED_FOR), key=lambda row: row.id)  # in the statement that would read all seats


def is_address(session: Session, address: str) -> bool:
    """Whether a player has this address, in lower case."""
    return session.scalars(_AT_ADDRESS, {"address": address}).first() is not None


def hold(session: Session, game_id: int, because: str) -> GameRow:
    """Stop a game until it is released. Raises StoreError when it is over."""
    return _turn(session, game_id, ("playing", "held"), "held", because)


def release(session: Session, game_id: int) -> GameRow:
    """Let a held game go on. Raises StoreError when it is not held."""
    return _turn(session, game_id, ("held",), "playing")


def finish(session: Session, game_id: int, result: Any, now: datetime) -> GameRow:
    """The game is over, with `result` as plain JSON data. Raises StoreError when it was over already."""
    row = _turn(session, game_id, ("playing", "held"), "over")
    row.result, row.finished = result, now
    session.flush()
    return row


def reopen(session: Session, game_id: int) -> GameRow:
    """Take back the end of a game; it is listed again if it was put away. Raises StoreError when it is not over."""
    row = _turn(session, game_id, ("over",), "playing")
    row.result, row.finished, row.is_archived = None, None, False
    session.flush()
    return row


def set_salt(session: Session, seat_id: int, salt: str) -> None:
    """Keep a player's share in the dice, in hex. Raises Duplicate when they gave one: it may never change."""
    row = _seat_row(session, seat_id)
    if row.salt is not None:
        raise Duplicate(f"seat {row.name} of game {row.game_id} has its salt already")
    row.salt = salt
    _write_with_others(row)


def set_options(session: Session, game_id: int, options: Mapping[str, Any]) -> None:
    """Keep other options of a game: for those that neither its rules nor its log know of. Raises NotFound."""
    game(session, game_id).options = dict(options)
    session.flush()


def set_token(session: Session, seat_id: int, number: int, token_hash: str, former: str | None) -> None:
    """A seat has another token; one before it, with the hash `former`, still opens the seat."""
    row = _seat_row(session, seat_id)
    row.token_number, row.token_hash, row.former_token_hash = number, token_hash, former
    session.flush()


def seat_is_back(session: Session, row: SeatRow) -> None:
    """End that somebody acts for a seat's player: they play it again."""
    row.player, row.address = row.kept_player, row.kept_address
    row.kept_player = row.kept_address = row.acting_turn = ""
    session.flush()


def set_receipt(session: Session, seat_id: int, receipt: str) -> None:
    """Keep the last receipt of a seat's chain."""
    row = _seat_row(session, seat_id)
    row.receipt = receipt
    _write_with_others(row)


def set_reported(session: Session, seat_id: int, number: int) -> None:
    """Store the highest entry number reported to a seat; a lower number changes nothing."""
    row = _seat_row(session, seat_id)
    row.told = max(row.told, number)
    _write_with_others(row)


def _write_with_others(row: SeatRow) -> None:
    """Nothing is written before the transaction writes what else has changed; rows of which the same columns are written
    then take one statement.
    """
    for name in ("salt", "receipt", "told"):
        flag_modified(row, name)


def _sit(session: Session, game_id: int, new: NewSeat) -> None:
    refuse_known_token(session, new.token_hash)
    if any(row.name == new.name for row in seats(session, game_id)):
        raise Duplicate(f"seat {new.name} is given twice")
    session.add(SeatRow(game_id=game_id, **asdict(new)))
    session.flush()
    forget(session, _SEATS, game_id)


def _by_name(session: Session, name: str) -> GameRow | None:
    return session.scalars(_BY_NAME, {"name": name.lower()}).first()


def _turn(session: Session, game_id: int, allowed: tuple[str, ...], status: str, because: str = "") -> GameRow:
    row = game(session, game_id)
    if row.status not in allowed:
        raise StoreError(f"game {row.name} is {row.status}, not {' or '.join(allowed)}")
    row.status, row.held_because = status, because
    session.flush()
    progress.forget(session, game_id)
    return row


def _seat_row(session: Session, seat_id: int) -> SeatRow:
    row = session.get(SeatRow, seat_id)
    if row is None:
        raise NotFound(f"there is no seat with the id {seat_id}")
    return row
