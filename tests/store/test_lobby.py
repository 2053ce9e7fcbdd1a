"""Games and seats."""

from datetime import timedelta
from hashlib import sha256
from typing import Any

import pytest

from pbem.mail.address import hash_of
from pbem.store.database import Database
from pbem.store.errors import Duplicate, NotFound, StoreError
from pbem.store.games import lobby
from pbem.store.games.lobby import NewGame, NewSeat
from pbem.store.tables.games import GameRow

from .sample import KEY, NOW, open_game


def create(db: Database, **changes: Any) -> GameRow:
    seats = changes.pop("seats", [NewSeat(name="york", player="A", address="a@x", token_hash="t1")])  # noqa: S106
    values: dict[str, Any] = {
        "name": "towton-1",
        "rules": "plantagenet",
        "scenario": "towton",
        "options": {},
        "rules_version": 1,
        "scenario_version": "0123456789ab",
        "code_version": "0",
        "key": KEY,
        "auth": "token",
    }
    with db.writing() as session:
        return lobby.create_game(session, NewGame(**values | changes), seats, NOW)


def test_a_game_is_kept_with_its_commitment_and_seats(db: Database, game: GameRow) -> None:
    with db.reading() as session:
        found = lobby.find_game(session, "Bosworth-1")
        seats = lobby.seats(session, found.id)
    assert found == game
    assert found.options == {"hidden mats": True}
    assert bytes.fromhex(found.key) == KEY
    assert found.commitment == sha256(KEY).hexdigest()
    assert (found.status, found.result, found.created, found.finished) == ("playing", None, NOW, None)
    assert [(seat.name, seat.salt, seat.receipt, seat.told) for seat in seats] == [
        ("york", None, "", -1),
        ("lancaster", None, "", -1),
    ]


@pytest.mark.parametrize(
    ("changes", "error", "message"),
    [
        ({"name": "BOSWORTH-1"}, Duplicate, "a game BOSWORTH-1 already"),
        ({"key": b"short"}, StoreError, "a key of 32 bytes"),
        ({"auth": "none"}, StoreError, "token, token\\+sender"),
        (
            {"seats": [NewSeat(name="york", player="A", address="a@x", token_hash=hash_of("bosworth-1.york"))]},
            Duplicate,
            "that of seat york in game bosworth-1",
        ),
        ({"seats": [NewSeat(name="york", player="", address="", token_hash=t) for t in "ab"]}, Duplicate, "given twice"),
    ],
)
@pytest.mark.usefixtures("game")
def test_a_game_that_is_refused_leaves_nothing(
    db: Database, changes: dict[str, Any], error: type[Exception], message: str
) -> None:
    with pytest.raises(error, match=message):
        create(db, **changes)
    with db.reading() as session:
        assert [row.name for row in lobby.games(session)] == ["bosworth-1"]


@pytest.mark.usefixtures("game")
def test_an_unknown_game_is_answered_with_the_known_ones(db: Database) -> None:
    create(db)
    with db.reading() as session:
        with pytest.raises(NotFound, match="no game towton-2; there are: bosworth-1, towton-1"):
            lobby.find_game(session, "towton-2")
        with pytest.raises(NotFound):
            lobby.game(session, 77)


def test_names_are_counted_up(db: Database, game: GameRow) -> None:
    create(db, name="bosworth-9", seats=[])
    create(db, name="bosworth-final", seats=[])
    with db.reading() as session:
        assert lobby.next_name(session, "bosworth") == "bosworth-10"
        assert lobby.next_name(session, "towton") == "towton-1"
        assert lobby.game(session, game.id).name == "bosworth-1"


def test_seats_are_found_by_token_and_address(db: Database, game: GameRow) -> None:
    with db.writing() as session:
        other = open_game(session, "bosworth-2")
        by_token = lobby.seat_by_token_hash(session, hash_of("bosworth-1.york"))
        assert by_token is not None
        assert (by_token.game_id, by_token.name) == (game.id, "york")
        assert lobby.seat_by_token_hash(session, "bosworth-1.york") is None
        by_address = lobby.seat_by_address(session, "YORK@example.ORG")
        assert [(seat.game_id, seat.name) for seat in by_address] == [(game.id, "york"), (other.id, "york")]
        assert lobby.seat_by_address(session, "nobody@example.org") == []
        with pytest.raises(NotFound, match="no seat tudor"):
            lobby.seat(session, game.id, "tudor")
        with pytest.raises(NotFound, match="no seat with the id 77"):
            lobby.set_receipt(session, 77, "")


def test_hold_and_release(db: Database, game: GameRow) -> None:
    with db.writing() as session:
        held = lobby.hold(session, game.id, "entry 212 differs")
        assert (held.status, held.held_because) == ("held", "entry 212 differs")
        assert lobby.games(session, "held") == [held]
        assert lobby.games(session, "playing") == []
        released = lobby.release(session, game.id)
        assert (released.status, released.held_because) == ("playing", "")
        with pytest.raises(StoreError, match="bosworth-1 is playing, not held"):
            lobby.release(session, game.id)


def test_finish_and_reopen(db: Database, game: GameRow) -> None:
    end = NOW + timedelta(days=90)
    with db.writing() as session:
        lobby.finish(session, game.id, {"winner": "york"}, end)
    with db.writing() as session:
        over = lobby.game(session, game.id)
        assert (over.status, over.result, over.finished) == ("over", {"winner": "york"}, end)
        with pytest.raises(StoreError, match="is over"):
            lobby.hold(session, game.id, "too late")
        with pytest.raises(StoreError, match="is over"):
            lobby.finish(session, game.id, None, end)
        lobby.reopen(session, game.id)
    with db.reading() as session:
        again = lobby.game(session, game.id)
        assert (again.status, again.result, again.finished) == ("playing", None, None)


def test_a_salt_is_given_once(db: Database, game: GameRow) -> None:
    with db.writing() as session:
        seat = lobby.seat(session, game.id, "york")
        lobby.set_salt(session, seat.id, "c0ffee")
        with pytest.raises(Duplicate, match="has its salt already"):
            lobby.set_salt(session, seat.id, "decaf")
        assert seat.salt == "c0ffee"


def test_what_was_told_is_never_untold(db: Database, game: GameRow) -> None:
    with db.writing() as session:
        seat = lobby.seat(session, game.id, "york")
        lobby.set_receipt(session, seat.id, "7QK2")
        for number in (0, 7, 5):
            lobby.set_reported(session, seat.id, number)
    with db.reading() as session:
        seat = lobby.seat(session, game.id, "york")
    assert (seat.told, seat.receipt) == (7, "7QK2")
