"""Terms and heartbeat."""

from datetime import timedelta
from typing import Any

from pbem.store.database import Database
from pbem.store.games import journal, timekeeping
from pbem.store.tables.games import GameRow

from .sample import NOW, line, write_lines


def test_terms_replace_those_before(db: Database, game: GameRow) -> None:
    with db.writing() as session:
        assert timekeeping.terms(session, game.id) is None
        assert timekeeping.games_with_terms(session) == []
        timekeeping.set_terms(session, game.id, {"deadline": "72h", "grace": "24h"})
        timekeeping.set_terms(session, game.id, {"deadline": "none"})
    with db.reading() as session:
        assert timekeeping.terms(session, game.id) == {"deadline": "none"}
        assert timekeeping.games_with_terms(session) == [game.id]


def test_there_is_one_heartbeat(db: Database) -> None:
    with db.writing() as session:
        assert timekeeping.last_beat(session) is None
        timekeeping.beat(session, timekeeping.Beat(NOW))
        timekeeping.beat(session, timekeeping.Beat(NOW + timedelta(hours=1)))
    with db.reading() as session:
        assert timekeeping.last_beat(session) == NOW + timedelta(hours=1)


def test_lines_of_one_kind_struck_or_not(db: Database, game: GameRow) -> None:
    with db.writing() as session:
        write_lines(session, game.id, 2)
        clock = [journal.JournalLine(**{**_fields(number), "kind": "clock"}) for number in (3, 4)]
        journal.append(session, game.id, clock, None, NOW)
        journal.strike(session, game.id, 4, "misread", NOW)
    with db.reading() as session:
        assert [(found.number, struck) for found, struck in journal.read_kind(session, game.id, "clock")] == [
            (3, False),
            (4, True),
        ]


def _fields(number: int) -> dict[str, Any]:
    sample = line(number)
    return {name: getattr(sample, name) for name in type(sample).__dataclass_fields__}
