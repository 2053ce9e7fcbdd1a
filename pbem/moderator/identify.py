"""Whose letter it is: by the token in the address, by the thread, or not at all."""

from __future__ import annotations

from dataclasses import dataclass

from sqlmodel import Session

from pbem.mail.address import read_message_id, tokens_in
from pbem.mail.letter import Letter
from pbem.moderator.desk import Desk
from pbem.store import lobby
from pbem.store.errors import NotFound
from pbem.store.tables import GameRow, SeatRow


@dataclass(frozen=True, slots=True)
class Writer:
    """A letter's game and seat."""

    game: GameRow
    seat: SeatRow


@dataclass(frozen=True, slots=True)
class Nobody:
    """A letter that opens no seat. `because` is for the moderator; `known` are the sender's own seats, if he has any."""

    because: str
    known: tuple[SeatRow, ...]


def identify(session: Session, desk: Desk, letter: Letter) -> Writer | Nobody:
    """Token first, then thread. Where the game asks for it, the sender must be the player registered as well."""
    tokens = tokens_in(letter.recipients, desk.mailbox)
    seats = [seat for token in tokens if (seat := lobby.seat_by_token(session, token)) is not None]
    seat = seats[0] if seats else _by_thread(session, desk, letter)
    if seat is None:
        because = "an unknown token" if tokens else "neither token nor thread"
        return Nobody(because, tuple(lobby.seat_by_address(session, letter.sender)) if letter.sender else ())
    return Writer(lobby.game(session, seat.game_id), seat)


def refused(writer: Writer, letter: Letter) -> bool:
    """Whether the game asks for the registered sender and this is another."""
    return writer.game.auth == "token+sender" and letter.sender != writer.seat.address.lower()


def _by_thread(session: Session, desk: Desk, letter: Letter) -> SeatRow | None:
    """The seat one of our own mails that this letter answers was written to: its hash cannot be forged."""
    for reference in letter.references:
        parts = read_message_id(desk.secret, reference)
        if parts is not None and len(parts) >= 2:
            try:
                return lobby.seat(session, lobby.find_game(session, parts[0]).id, parts[1])
            except NotFound:
                continue
    return None
