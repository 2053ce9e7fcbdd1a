"""Tokens are kept as hashes: in an old database that is migrated, and in old archives."""

import json
import sqlite3
from base64 import b64decode, b64encode
from contextlib import closing
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest

from pbem.mail.address import hash_of, hide_tokens
from pbem.store.archive.transfer import export_game, import_game
from pbem.store.database import Database
from pbem.store.games import lobby
from pbem.store.mail import inbox, outbox
from pbem.store.migrate import migrate
from pbem.store.tables.games import GameRow
from pbem.store.tables.mail import OutgoingRow
from tests.store.sample import NOW, open_game, send
from tests.support.empty import empty_database

TOKEN = "k7m2p9q4r6s8t3vw"  # noqa: S105
BOX = "box@example.org"
LETTER = f"To: Box <BOX+{TOKEN.upper()}@example.org>\r\n\r\nmarch\r\n> reply (box+{TOKEN}@example.org)\r\n".encode()
BROKEN = f"{TOKEN[:7]}=\r\n{TOKEN[7:]}"
MAIL = f"Reply-To: box+{TOKEN}@example.org\r\n\r\nreply to this letter (box+{BROKEN}@example.org)\r\n".encode()


def old_database(path: Path) -> None:
    """A game, a letter and a mail as they were kept when tokens were."""
    migrate(path, target="v0004")
    with closing(sqlite3.connect(path)) as connection, connection:
        connection.execute(
            "INSERT INTO game VALUES (1,'b-1','p','b','{}',1,1,'0','k','c','playing','',NULL,'token','2031-01-01',NULL)"
        )
        connection.execute(
            "INSERT INTO seat (id, game_id, name, player, address, token, receipt, told) "
            "VALUES (1, 1, 'york', 'A', 'a@x', ?, '', 0)",
            (TOKEN,),
        )
        connection.execute(
            "INSERT INTO letter (id, message_id, received, sender, status, outcome, digest, raw) "
            "VALUES (1, '<1@x>', ?, 'a@x', 'held', '', ?, ?)",
            (NOW.isoformat(), sha256(LETTER).hexdigest(), LETTER),
        )
        connection.execute(
            "INSERT INTO outgoing (id, game_id, seat, message_id, envelope_to, kind, queued, status, attempts, "
            "next_attempt, last_error, raw) VALUES (1, 1, 'york', '<a@us>', 'a@x', 'report', ?, 'waiting', 0, ?, '', ?)",
            (NOW.isoformat(), NOW.isoformat(), MAIL),
        )


@pytest.mark.sqlite
def test_a_migrated_database_has_hashes_in_place_of_tokens(tmp_path: Path) -> None:
    path = tmp_path / "games.sqlite"
    old_database(path)
    db = Database.open(path)
    with db.reading() as session:
        seat = lobby.seat_by_token_hash(session, hash_of(TOKEN))
        letter, mail = inbox.letter(session, 1), session.get(OutgoingRow, 1)
    assert seat is not None
    assert mail is not None
    assert (seat.name, seat.token_number, seat.former_token_hash) == ("york", 0, None)
    hidden = f"+sha256-{hash_of(TOKEN)}@".encode()
    assert letter.raw.count(hidden) == 2
    assert (letter.digest, letter.size) == (sha256(letter.raw).hexdigest(), len(letter.raw))
    assert mail.raw.startswith(b"Reply-To: box+seat@example.org\r\n")
    assert hidden in mail.raw
    assert TOKEN.encode() not in (letter.raw + mail.raw).lower().replace(b"=\r\n", b"")
    db.close()


@pytest.mark.sqlite
def test_a_letter_kept_before_reads_as_one_hidden_at_the_door(tmp_path: Path) -> None:
    path = tmp_path / "games.sqlite"
    old_database(path)
    db = Database.open(path)
    with db.reading() as session:
        kept = inbox.letter(session, 1).raw
    assert kept.lower() == hide_tokens(LETTER, BOX).lower()
    db.close()


def test_an_archive_with_tokens_is_read_with_their_hashes(db: Database, game: GameRow, tmp_path: Path) -> None:
    with db.writing() as session:
        letter, _ = inbox.accept(session, LETTER, "<1@x>", "york@example.org", NOW)
        inbox.settle(session, letter.id, "held", "", game_id=game.id, seat="york")
        send(session, "<a@us>", envelope_to="a@x", raw=MAIL, game_id=game.id, seat="york")
        document: dict[str, Any] = json.loads(json.dumps(export_game(session, game.id)))
    for seat, token in zip(document["seats"], (TOKEN, f"{TOKEN}2"), strict=True):
        del seat["token_hash"], seat["token_number"], seat["former_token_hash"]
        seat["token"] = token
    assert b64decode(document["letters"][0]["raw"]) == LETTER
    elsewhere = Database.open(empty_database(tmp_path / "elsewhere.sqlite"))
    with elsewhere.writing() as session:
        moved = import_game(session, document)
        again = json.dumps(export_game(session, moved.id))
        seat = lobby.seat(session, moved.id, "york")
        (mail,) = outbox.due(session, NOW, 9)
    assert (seat.token_hash, seat.token_number) == (hash_of(TOKEN), 0)
    assert mail.raw.startswith(b"Reply-To: box+seat@example.org\r\n")
    assert TOKEN not in again
    assert b64encode(LETTER).decode() not in again
    elsewhere.close()


def test_an_archive_carries_hashes_only(db: Database) -> None:
    with db.writing() as session:
        game = open_game(session, "bosworth-2")
        seat = lobby.seat(session, game.id, "york")
        lobby.set_token(session, seat.id, 3, hash_of("third"), hash_of("second"))
        document = export_game(session, game.id)
    york = document["seats"][0]
    assert (york["token_hash"], york["token_number"], york["former_token_hash"]) == (hash_of("third"), 3, hash_of("second"))
    assert "token" not in york


def test_two_tokens_can_open_a_seat_and_no_other(db: Database, game: GameRow) -> None:
    with db.writing() as session:
        seat = lobby.seat(session, game.id, "york")
        before = seat.token_hash
        lobby.set_token(session, seat.id, 1, hash_of("new"), before)
        assert lobby.seat_by_token_hash(session, before) == lobby.seat_by_token_hash(session, hash_of("new")) == seat
        lobby.set_token(session, seat.id, 2, hash_of("newer"), None)
        assert lobby.seat_by_token_hash(session, before) is None
        assert lobby.seat_by_token_hash(session, hash_of("new")) is None
