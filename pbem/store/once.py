"""What is read once in a transaction: it is kept at its session, and taken back by who writes it."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar, cast

from sqlmodel import Session

T = TypeVar("T")
_READ = "read once"


def once(session: Session, what: str, game_id: int, read: Callable[[], T]) -> T:
    """`what` of a game, read if it was not in this transaction."""
    known = session.info.setdefault(_READ, dict[tuple[str, int], object]())
    if (what, game_id) not in known:
        known[what, game_id] = read()
    return cast("T", known[what, game_id])


def recall(session: Session, what: str, game_id: int) -> object:
    """What is kept of a game, None for nothing."""
    return session.info.get(_READ, {}).get((what, game_id))


def remember(session: Session, what: str, game_id: int, value: object) -> None:
    """Keep what was read of a game, or has been written."""
    session.info.setdefault(_READ, dict[tuple[str, int], object]())[what, game_id] = value


def forget(session: Session, what: str, game_id: int) -> None:
    """Forget what was read of a game, so that it is read again."""
    session.info.get(_READ, {}).pop((what, game_id), None)
