"""Observers of games: added, found, reported to, removed."""

from __future__ import annotations

from sqlalchemy import bindparam, func, select
from sqlmodel import Session, col

from pbem.store.errors import Duplicate, NotFound
from pbem.store.games.lobby import WATCHED, game
from pbem.store.once import forget, recall
from pbem.store.tables.games import ObserverRow

_OF_GAME = select(ObserverRow).where(col(ObserverRow.game_id) == bindparam("game")).order_by(col(ObserverRow.id))
_AT_ADDRESS = select(ObserverRow).where(func.lower(col(ObserverRow.address)) == bindparam("address"))


def add(session: Session, game_id: int, name: str, address: str, thread: str, last_entry: int) -> ObserverRow:
    """Somebody watches a game from now on; `thread` is a name nobody else has. Raises Duplicate for one who does already."""
    if any(row.address.lower() == address.lower() for row in observers(session, game_id)):
        raise Duplicate(f"{address} is an observer of {game(session, game_id).name} already")
    row = ObserverRow(game_id=game_id, name=name, address=address, thread=thread, told=last_entry)
    session.add(row)
    session.flush()
    forget(session, WATCHED, game_id)
    return row


def observers(session: Session, game_id: int) -> list[ObserverRow]:
    """The observers of a game, in the order they were added."""
    if recall(session, WATCHED, game_id) is False:
        return []
    return list(session.scalars(_OF_GAME, {"game": game_id}))


def observer(session: Session, game_id: int, address: str) -> ObserverRow:
    """A game's observer at this address, whatever its case. Raises NotFound, naming those there are."""
    everybody = observers(session, game_id)
    row = next((each for each in everybody if each.address.lower() == address.lower()), None)
    if row is None:
        known = ", ".join(row.address for row in everybody) or "none at all"
        raise NotFound(f"{game(session, game_id).name} has no observer {address}; it has: {known}")
    return row


def by_thread(session: Session, thread: str) -> ObserverRow | None:
    """The observer whose letters are called this, if they still are one."""
    return session.scalars(select(ObserverRow).where(col(ObserverRow.thread) == thread)).first()


def by_address(session: Session, address: str) -> list[ObserverRow]:
    """All that somebody at this address watches, whatever its case, in the order they were added."""
    wanted = select(ObserverRow).where(func.lower(col(ObserverRow.address)) == address.lower())
    return list(session.scalars(wanted.order_by(col(ObserverRow.id))))


def is_address(session: Session, address: str) -> bool:
    """Whether an observer has this address, in lower case."""
    return session.scalars(_AT_ADDRESS.limit(1), {"address": address}).first() is not None


def remove(session: Session, row: ObserverRow) -> None:
    """Remove an observer and all that is stored of them here."""
    session.delete(row)
    session.flush()
