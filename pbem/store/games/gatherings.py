"""Games that are not open yet, and the guests who are asked to play them."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from sqlalchemy import bindparam, func, select
from sqlmodel import Session, col

from pbem.store.dialect.sql import unindexed
from pbem.store.errors import NotFound, StoreError
from pbem.store.tables.joining import GatheringRow, GuestRow
from pbem.store.tables.mail import AUTH

_AT_ADDRESS = (
    select(col(GuestRow.id))
    .join(GatheringRow, col(GatheringRow.id) == col(GuestRow.gathering_id))
    .where(func.lower(col(GuestRow.address)) == bindparam("address"), unindexed(col(GatheringRow.status)) == "gathering")
    .limit(1)
)
_OF_NAME = (
    select(GatheringRow).where(func.lower(col(GatheringRow.name)) == bindparam("name")).order_by(col(GatheringRow.id).desc())
)
MAX_NAMES = 10
"""How many gatherings an error names if there is none of the name asked for."""


@dataclass(frozen=True, slots=True, kw_only=True)
class NewGathering:
    """A game whose players are to be gathered: what it will be opened with; whether its seats are drawn (`by_lot`), and
    strangers may ask to join (`is_open`).
    """

    name: str
    rules: str
    scenario: str
    options: dict[str, Any]
    terms: dict[str, str]
    auth: str
    key: bytes = field(repr=False)
    by_lot: bool
    is_open: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class NewGuest:
    """One more person who is asked, or asks, to play: with the seat that is kept for them ("": none) and the hash of their
    token.
    """

    name: str
    address: str
    seat: str
    status: str
    token_hash: str = field(repr=False)


def create(session: Session, new: NewGathering, now: datetime) -> GatheringRow:
    """Begin to gather the players of a game. The name must be free (lobby.refuse_known_name). Raises StoreError for an auth
    that is none.
    """
    if new.auth not in AUTH:
        raise StoreError(f"game {new.name}: auth is one of {', '.join(AUTH)}, not {new.auth!r}")
    row = GatheringRow(
        name=new.name,
        rules=new.rules,
        scenario=new.scenario,
        options=new.options,
        terms=new.terms,
        auth=new.auth,
        by_lot=new.by_lot,
        is_open=new.is_open,
        key=new.key.hex(),
        created=now,
    )
    session.add(row)
    session.flush()
    return row


def gatherings(session: Session, status: str | None = None) -> list[GatheringRow]:
    """All gatherings, or those of one status, the oldest first."""
    wanted = select(GatheringRow).order_by(col(GatheringRow.id))
    return list(session.scalars(wanted if status is None else wanted.where(col(GatheringRow.status) == status)))


def open_to_strangers(session: Session) -> list[GatheringRow]:
    """The gatherings that strangers may ask to join."""
    return [row for row in gatherings(session, "gathering") if row.is_open]


def gathering(session: Session, gathering_id: int) -> GatheringRow:
    """The gathering with this id. Raises NotFound."""
    row = session.get(GatheringRow, gathering_id)
    if row is None:
        raise NotFound(f"there is no table with the id {gathering_id}")
    return row


def is_known(session: Session, name: str) -> bool:
    """Whether players were ever gathered for a game of this name that is not open."""
    return any(row.game_id is None for row in session.scalars(_OF_NAME, {"name": name.lower()}))


def find(session: Session, name: str) -> GatheringRow:
    """The newest gathering of this name, whatever its case. Raises NotFound, naming those there are, of many the newest."""
    row = session.scalars(_OF_NAME, {"name": name.lower()}).first()
    if row is None:
        newest = select(col(GatheringRow.name)).order_by(col(GatheringRow.id).desc()).limit(MAX_NAMES + 1)
        names = list(session.scalars(newest))
        which = "the newest" if len(names) > MAX_NAMES else "there"
        raise NotFound(
            f"no players are invited to {name}; {which} are: {', '.join(names[MAX_NAMES - 1 :: -1]) or 'none at all'}"
        )
    return row


def add_guest(session: Session, gathering_id: int, new: NewGuest, now: datetime) -> GuestRow:
    """Add a guest. Nobody at this address may be one already."""
    row = GuestRow(
        gathering_id=gathering_id,
        name=new.name,
        address=new.address,
        seat=new.seat,
        status=new.status,
        since=now,
        token_hash=new.token_hash,
    )
    session.add(row)
    session.flush()
    return row


def guests(session: Session, gathering_id: int) -> list[GuestRow]:
    """The guests of a gathering, in the order they were asked."""
    wanted = select(GuestRow).where(col(GuestRow.gathering_id) == gathering_id)
    return list(session.scalars(wanted.order_by(col(GuestRow.id))))


def guest(session: Session, guest_id: int) -> GuestRow | None:
    """The guest with this id, if there is one."""
    return session.get(GuestRow, guest_id)


def guest_at(session: Session, gathering_id: int, address: str) -> GuestRow | None:
    """The guest of a gathering at this address, whatever its case."""
    return next((row for row in guests(session, gathering_id) if row.address.lower() == address.lower()), None)


def by_token_hash(session: Session, token_hash: str) -> GuestRow | None:
    """The guest whose address has the token with this hash, if any."""
    return session.scalars(select(GuestRow).where(col(GuestRow.token_hash) == token_hash)).first()


def is_address(session: Session, address: str) -> bool:
    """Whether a guest of a game that has not begun has this address, in lower case."""
    return session.scalars(_AT_ADDRESS, {"address": address}).first() is not None


def change_guest(session: Session, row: GuestRow, status: str, wish: str, now: datetime) -> None:
    """What a guest has answered. Who has accepted keeps their place in the order when they only change their wish."""
    if row.status != status:
        row.status, row.since = status, now
    row.wish = wish
    session.flush()


def set_share(session: Session, row: GuestRow, share: str) -> None:
    """The share in the dice that a guest gives by accepting; a later one changes nothing."""
    row.share = row.share or share
    session.flush()


def remove_guest(session: Session, row: GuestRow) -> None:
    """Remove a guest and all that is stored of them."""
    session.delete(row)
    session.flush()


def settle(session: Session, row: GatheringRow, status: str, game_id: int | None = None) -> None:
    """A gathering has begun as a game, or is off."""
    row.status, row.game_id = status, game_id
    session.flush()
