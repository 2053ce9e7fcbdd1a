"""What the store tests write: a game, lines of its log, and a clock that stands still."""

from datetime import UTC, datetime
from typing import Any

from sqlmodel import Session

from pbem.mail.address import hash_of
from pbem.store.games import journal, lobby
from pbem.store.games.journal import EventLine, JournalLine
from pbem.store.mail import outbox
from pbem.store.tables.games import GameRow

NOW = datetime(2031, 3, 30, 0, 59, 58, 123456, tzinfo=UTC)
KEY = bytes(range(32))


def open_game(session: Session, name: str) -> GameRow:
    seats = [
        lobby.NewSeat(
            name=seat, player=f"Player {seat}", address=f"{seat}@Example.org", token_hash=hash_of(f"{name}.{seat}")
        )
        for seat in ("york", "lancaster")
    ]
    new = lobby.NewGame(
        name=name,
        rules="plantagenet",
        scenario="bosworth",
        options={"hidden mats": True},
        rules_version=3,
        scenario_version="0123456789ab",
        code_version="0.1.0",
        key=KEY,
        auth="token",
    )
    return lobby.create_game(session, new, seats, NOW)


def line(number: int, answer: object = "go") -> JournalLine:
    return JournalLine(
        number=number, kind="answer", seat="york", key="4.3 march", subject="warwick", answer=answer, after="0" * 16
    )


def event(entry_number: int, place: int = 0, seen_by: frozenset[str] | None = None) -> EventLine:
    return EventLine(
        entry_number=entry_number, place=place, rule="4.3", name="marched", data={"to": "York"}, seen_by=seen_by
    )


def write_lines(session: Session, game_id: int, many: int) -> None:
    first = journal.next_number(session, game_id)
    journal.append(session, game_id, [line(number) for number in range(first, first + many)], None, NOW)


def send(session: Session, message_id: str, **more: Any) -> int:
    values: dict[str, Any] = {"envelope_to": "york@example.org", "raw": b"mail", "kind": "report", "now": NOW} | more
    outbox.queue(session, outbox.NewMail(message_id=message_id, **values))
    return outbox.newest_mail_number(session)
