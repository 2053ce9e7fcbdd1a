"""Games and seats: opening, finding, holding, and who sits where."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass, field
from datetime import datetime
from hashlib import sha256
from typing import Any

from sqlalchemy import bindparam, func, select
from sqlmodel import Session, col

from pbem.figures import is_number
from pbem.store.errors import Duplicate, NotFound, StoreError
from pbem.store.games import progress
from pbem.store.tables import AUTH, DeletedGameRow, GameRow, GatheringRow, SeatRow

KEY_BYTES = 32
_SEATS = "seats"
"""Where a session keeps the seats that it has read, by game."""

# Said once, as every letter asks them: SQLAlchemy takes longer to put a statement together than SQLite to answer it.
_BY_NAME = select(GameRow).where(func.lower(col(GameRow.name)) == bindparam("name"))
_ALL_DELETED = select(DeletedGameRow)
_SEATS_OF_GAME = select(SeatRow).where(col(SeatRow.game_id) == bindparam("game")).order_by(col(SeatRow.id))
_OPENED_BY_TOKEN = select(SeatRow).where(
    (col(SeatRow.token_hash) == bindparam("hash")) | (col(SeatRow.former_token_hash) == bindparam("hash"))
)
_ACTED_FOR = (
    select(SeatRow)
    .join(GameRow, col(GameRow.id) == col(SeatRow.game_id))
    .where(col(GameRow.status) == "playing", col(SeatRow.acting_turn) != "")
    .order_by(col(SeatRow.id))
)
_ADDRESSES = select(func.lower(col(SeatRow.address))).distinct()


@dataclass(frozen=True, slots=True, kw_only=True)
class NewSeat:
    """A seat to be taken: its name in the game, the player, their address, and the token in it by hash and number."""

    name: str
    player: str
    address: str
    token_hash: str = field(repr=False)
    token_number: int = 1


def create_game(
    session: Session,
    *,
    name: str,
    rules: str,
    scenario: str,
    options: dict[str, Any],
    rules_version: int,
    scenario_version: str,
    code_version: str,
    key: bytes,
    auth: str,
    seats: Iterable[NewSeat],
    now: datetime,
) -> GameRow:
    """Open a game with its seats. `key` is 32 random bytes, `auth` one of tables.AUTH.

    Raises Duplicate for a name or token in use, StoreError for a key or auth that is none.
    """
    if len(key) != KEY_BYTES or auth not in AUTH:
        raise StoreError(
            f"game {name}: needs a key of {KEY_BYTES} bytes, and auth as one of {', '.join(AUTH)}, not {auth!r}"
        )
    refuse_known_name(session, name)
    row = GameRow(
        name=name,
        rules=rules,
        scenario=scenario,
        options=options,
        rules_version=rules_version,
        scenario_version=scenario_version,
        code_version=code_version,
        key=key.hex(),
        commitment=sha256(key).hexdigest(),
        status="playing",
        auth=auth,
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
    if name.lower() in (each.lower() for each in _names_to_come(session)):
        raise Duplicate(f"players are invited to a game {name} already; take another name")
    if any(name.lower() == each.name.lower() and each.commitment != commitment for each in _deleted(session)):
        raise Duplicate(f"a game {name} was deleted, and letters to it may still come; take another name")


def refuse_known_token(session: Session, token_hash: str) -> None:
    """Raises Duplicate when the token with this hash opens a seat. The message does not show it."""
    taken = seat_by_token_hash(session, token_hash)
    if taken is not None:
        raise Duplicate(f"the token is that of seat {taken.name} in game {game(session, taken.game_id).name}")


def game(session: Session, game_id: int) -> GameRow:
    """The game with this id. Raises NotFound."""
    row = session.get(GameRow, game_id)
    if row is None:
        raise NotFound(f"there is no game with the id {game_id}")
    return row


def find_game(session: Session, name: str) -> GameRow:
    """The game of this name, whatever its case. Raises NotFound, naming the games there are."""
    row = _by_name(session, name)
    if row is None:
        names = ", ".join(row.name for row in games(session)) or "none at all"
        raise NotFound(f"there is no game {name}; there are: {names}")
    return row


def games(session: Session, status: str | None = None) -> list[GameRow]:
    """All games, or those of one status, in the order they were opened."""
    wanted = select(GameRow).order_by(col(GameRow.id))
    return list(session.scalars(wanted if status is None else wanted.where(col(GameRow.status) == status)))


def games_going_on(session: Session) -> list[GameRow]:
    """The games that are not over, in the order they were opened."""
    going_on = select(GameRow).where(col(GameRow.status).in_(("playing", "held")))
    return list(session.scalars(going_on.order_by(col(GameRow.id))))


def next_name(session: Session, scenario: str) -> str:
    """A free name for a game of this scenario: "bosworth-1", then "bosworth-2"."""
    stem = f"{scenario}-"
    names = [*(row.name for row in games(session)), *_names_to_come(session), *(row.name for row in _deleted(session))]
    tails = [name.removeprefix(stem) for name in names if name.startswith(stem)]
    return f"{stem}{max((int(tail) for tail in tails if is_number(tail)), default=0) + 1}"


def _names_to_come(session: Session) -> list[str]:
    """The names of games whose players are still asked."""
    wanted = select(col(GatheringRow.name)).where(col(GatheringRow.status) == "gathering")
    return list(session.scalars(wanted))


def was_deleted(session: Session, name: str) -> bool:
    """Whether a game of this name was here, and is deleted."""
    return any(name.lower() == each.name.lower() for each in _deleted(session))


def _deleted(session: Session) -> list[DeletedGameRow]:
    return list(session.scalars(_ALL_DELETED))


def seats(session: Session, game_id: int) -> list[SeatRow]:
    """The seats of a game, in the order they were given. They are read once in a transaction."""
    read = session.info.setdefault(_SEATS, dict[int, list[SeatRow]]())
    if game_id not in read:
        read[game_id] = list(session.scalars(_SEATS_OF_GAME, {"game": game_id}))
    return list(read[game_id])


def seat(session: Session, game_id: int, name: str) -> SeatRow:
    """One seat of a game. Raises NotFound."""
    row = next((row for row in seats(session, game_id) if row.name == name), None)
    if row is None:
        names = ", ".join(row.name for row in seats(session, game_id))
        raise NotFound(f"game {game(session, game_id).name} has no seat {name}; it has: {names}")
    return row


def seat_by_token_hash(session: Session, token_hash: str) -> SeatRow | None:
    """The seat that the token with this hash opens, if any."""
    return session.scalars(_OPENED_BY_TOKEN, {"hash": token_hash}).first()


def seat_by_address(session: Session, address: str) -> list[SeatRow]:
    """All seats of the player at this address, whatever its case, in all games."""
    wanted = select(SeatRow).where(func.lower(col(SeatRow.address)) == address.lower())
    return list(session.scalars(wanted.order_by(col(SeatRow.id))))


def seats_acted_for(session: Session) -> list[SeatRow]:
    """The seats for whose players somebody acts, in games that are played."""
    return list(session.scalars(_ACTED_FOR))


def addresses(session: Session) -> list[str]:
    """The addresses of all players, lower-cased."""
    return list(session.scalars(_ADDRESSES))


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
    session.flush()


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
    """A seat's player plays it again, for whom somebody has acted."""
    row.player, row.address = row.kept_player, row.kept_address
    row.kept_player = row.kept_address = row.acting_turn = ""
    session.flush()


def set_receipt(session: Session, seat_id: int, receipt: str) -> None:
    """Keep the last receipt of a seat's chain."""
    _seat_row(session, seat_id).receipt = receipt
    session.flush()


def set_reported(session: Session, seat_id: int, number: int) -> None:
    """Store the highest entry number reported to a seat; a lower number changes nothing."""
    row = _seat_row(session, seat_id)
    row.told = max(row.told, number)
    session.flush()


def _sit(session: Session, game_id: int, new: NewSeat) -> None:
    refuse_known_token(session, new.token_hash)
    if any(row.name == new.name for row in seats(session, game_id)):
        raise Duplicate(f"seat {new.name} is given twice")
    session.add(SeatRow(game_id=game_id, **asdict(new)))
    session.flush()
    session.info.pop(_SEATS)


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
