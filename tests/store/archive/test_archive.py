"""A game as one document, there and back."""

import copy
import json
from collections.abc import Callable, Iterator
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest

from pbem.mail.address import hash_of
from pbem.store.archive.transfer import export_game, import_game
from pbem.store.database import Database
from pbem.store.dialect import kind_of
from pbem.store.errors import BadArchive, Duplicate, StoreError
from pbem.store.games import journal, lobby, timekeeping, watchers
from pbem.store.mail import inbox, outbox
from pbem.store.tables.games import GameRow
from tests.store.sample import KEY, NOW, event, line, open_game, send, write_lines

Document = dict[str, Any]
YORK, LANCASTER = hash_of("bosworth-1.york"), hash_of("bosworth-1.lancaster")


@pytest.fixture
def played(db: Database, game: GameRow) -> GameRow:
    """A game with something of everything; its ids differ from those a fresh database gives."""
    with db.writing() as session:
        send(session, "<other@us>")
        other, _ = inbox.accept(session, b"a stranger", "<0@x>", "stranger@x", NOW)
        letter, _ = inbox.accept(session, b"\xff\x00march", "<1@x>", "york@example.org", NOW)
        inbox.settle(session, letter.id, "done", "2 orders", game_id=game.id, seat="york")
        journal.append(session, game.id, [line(1), line(2, {"to": ["York", None]})], letter.id, NOW)
        journal.append_events(session, game.id, [event(0), event(2, 0, frozenset({"york", "lancaster"}))])
        journal.strike(session, game.id, 2, "misread", NOW + timedelta(hours=1))
        journal.append(session, game.id, [line(3)], None, NOW + timedelta(hours=2))
        sent = send(session, "<a@us>", game_id=game.id, seat="york", letter_id=letter.id)
        outbox.mark_sent(session, [sent], NOW)
        waiting = send(session, "<b@us>", game_id=game.id, letter_id=other.id, raw=b"to be sent")
        outbox.mark_failed(session, waiting, NOW, "451", permanent=False)
        seat = lobby.seat(session, game.id, "york")
        lobby.set_salt(session, seat.id, "c0ffee")
        timekeeping.set_terms(session, game.id, {"deadline": "72h"})
        lobby.set_reported(session, seat.id, 2)
        watchers.add(session, game.id, "Clio", "clio@Example.org", "observer-abc", 1)
    return game


@pytest.fixture
def document(db: Database, played: GameRow) -> Document:
    return export(db, played)


@pytest.fixture
def elsewhere(tmp_path: Path) -> Iterator[Database]:
    database = Database.open(tmp_path / "elsewhere.sqlite")
    yield database
    database.close()


def export(db: Database, game: GameRow, public: bool = False) -> Document:
    with db.reading() as session:
        return json.loads(json.dumps(export_game(session, game.id, public=public)))  # type: ignore[no-any-return]


def restore(db: Database, document: object, rename: str | None = None) -> GameRow:
    with db.writing() as session:
        return import_game(session, document, rename=rename)


def test_there_and_back_is_the_same(document: Document, elsewhere: Database) -> None:
    game = restore(elsewhere, document)
    assert export(elsewhere, game) == document
    assert elsewhere.integrity() == []


def test_what_is_in_it(document: Document) -> None:
    assert (document["format"], document["version"], document["public"]) == ("pbem-game", 1, False)
    assert document["game"]["key"] == KEY.hex()
    assert [seat["token_hash"] for seat in document["seats"]] == [YORK, LANCASTER]
    assert [entry["letter"] for entry in document["entries"]] == ["<1@x>", "<1@x>", None]
    assert [(letter["message_id"], letter["filed"]) for letter in document["letters"]] == [("<0@x>", False), ("<1@x>", True)]
    assert [(mail["message_id"], mail["raw"]) for mail in document["mails"]] == [
        ("<a@us>", None),
        ("<b@us>", "dG8gYmUgc2VudA=="),
    ]


def test_a_restored_game_goes_on(db: Database, played: GameRow, document: Document, elsewhere: Database) -> None:
    game = restore(elsewhere, document, rename="bosworth-9")
    assert game.name == "bosworth-9"
    with db.reading() as old, elsewhere.reading() as new:
        assert journal.events_since(new, game.id, -1) == journal.events_since(old, played.id, -1)
        assert [(kept.number, kept.answer) for kept in journal.read(new, game.id)] == [(1, "go"), (3, "go")]
    with elsewhere.writing() as session:
        write_lines(session, game.id, 1)
        assert [mail.raw for mail in outbox.due(session, NOW + timedelta(minutes=1), 9)] == [b"to be sent"]
        assert not inbox.accept(session, b"\xff\x00march", "<1@x>", "york@example.org", NOW)[1]
        assert lobby.seat_by_token_hash(session, YORK) is not None


def test_two_games_that_share_a_letter_can_both_move(db: Database, played: GameRow, elsewhere: Database) -> None:
    with db.writing() as session:
        other = open_game(session, "bosworth-2")
        letter = inbox.letter_by_message_id(session, "<1@x>")
        assert letter is not None
        journal.append(session, other.id, [line(1)], letter.id, NOW)
    second, first = export(db, other), export(db, played)
    moved = [restore(elsewhere, second), restore(elsewhere, first)]
    assert [export(elsewhere, game) for game in moved] == [second, first]


def test_a_public_copy_has_the_dice_but_nothing_private(db: Database, played: GameRow) -> None:
    with db.writing() as session:
        lobby.finish(session, played.id, {"winner": "york"}, NOW)
    public = export(db, played, public=True)
    text = json.dumps(public)
    assert (public["letters"], public["mails"]) == ([], [])
    for private in ("xample.org", YORK, "<1@x>", "@us", "Clio", "observer-abc"):
        assert private not in text
    assert public["game"]["key"] == KEY.hex()
    assert public["seats"][0]["salt"] == "c0ffee"
    assert [entry["number"] for entry in public["entries"]] == [1, 2, 3]


def test_a_public_copy_is_made_of_finished_games_only(db: Database, played: GameRow) -> None:
    with pytest.raises(StoreError, match="bosworth-1 is not over"):
        export(db, played, public=True)


def test_a_public_copy_cannot_be_played_on(db: Database, played: GameRow, elsewhere: Database) -> None:
    with db.writing() as session:
        lobby.finish(session, played.id, None, NOW)
    with pytest.raises(BadArchive, match="public copy"):
        restore(elsewhere, export(db, played, public=True))


DELIVERY = {"reader": "york", "told": None}
MESSAGE = {"place": 0, "seat": "york", "readers": None, "unsigned": False, "text": "Hi", "written": "2031-03-30T00:00:00Z"}
BROKEN: list[tuple[str, Callable[[Document], object]]] = [
    ("format 'chess' version 1 is unknown", lambda d: d.update(format="chess")),
    ("format 'pbem-game' version 2 is unknown", lambda d: d.update(version=2)),
    ("entry 3 stands where entry 2 belongs", lambda d: d["entries"].pop(1)),
    ("entry 2 stands where entry 1 belongs", lambda d: d["entries"].reverse() or d["entries"].pop(0)),
    ("entries 2 to 9 are struck, but the log has 3", lambda d: d["strikes"][0].update(last=9)),
    ("an event belongs to entry 8", lambda d: d["events"][1].update(entry_number=8)),
    (r"event \(0, 0\) is there twice", lambda d: d["events"].append(d["events"][0])),
    ("the commitment is not that of the key", lambda d: d["game"].update(key="00" * 32)),
    ("the commitment is not that of the key", lambda d: d["game"].update(key="secret")),
    ("seat york is there twice", lambda d: d["seats"].append(d["seats"][0])),
    ("two seats have one token", lambda d: d["seats"][0].update(token_hash=d["seats"][1]["token_hash"])),
    ("seat york has no token", lambda d: d["seats"][0].update(token_hash=None)),
    ("the letter <1@x> is missing", lambda d: d["letters"].pop()),
    ("the letter <1@x> was changed", lambda d: d["letters"][1].update(raw="AAAA")),
    ("mail <a@us> is there twice", lambda d: d["mails"].append(d["mails"][0])),
    ("a message's reader york is there twice", lambda d: d["messages"].append(MESSAGE | {"deliveries": [DELIVERY] * 2})),
    ("waits to be sent, but has no text", lambda d: d["mails"][1].update(raw=None)),
    ("letters.0.raw: ", lambda d: d["letters"][0].update(raw="*")),
    ("entries.0.written: .*timezone", lambda d: d["entries"][0].update(written="2031-03-30T00:00:00")),
    ("game.colour: Extra inputs", lambda d: d["game"].update(colour="red")),
    ("seats: Field required", lambda d: d.pop("seats")),
]


@pytest.mark.parametrize(("message", "breakage"), BROKEN, ids=[message for message, _ in BROKEN])
def test_a_broken_archive_is_refused(
    document: Document, elsewhere: Database, message: str, breakage: Callable[[Document], object]
) -> None:
    broken = copy.deepcopy(document)
    breakage(broken)
    with pytest.raises(BadArchive, match=message):
        restore(elsewhere, broken)
    with elsewhere.reading() as session:
        assert lobby.games(session) == []


@pytest.mark.parametrize("document", [None, [], "pbem-game", {}])
def test_something_else_is_refused(elsewhere: Database, document: object) -> None:
    with pytest.raises(BadArchive, match="format None version None is unknown"):
        restore(elsewhere, document)


def test_what_is_here_already_is_refused(db: Database, document: Document, elsewhere: Database) -> None:
    with pytest.raises(Duplicate, match="a game bosworth-1 already"):
        restore(db, document)
    with pytest.raises(Duplicate, match="the token is that of seat york in game bosworth-1"):
        restore(db, document, rename="bosworth-2")
    restore(elsewhere, document)
    for seat in document["seats"]:
        seat["token_hash"] = seat["token_hash"][::-1]
    with pytest.raises(Duplicate, match="the letter <1@x> is in this database already"):
        restore(elsewhere, document, rename="bosworth-2")
    document["letters"][1]["filed"] = False
    with pytest.raises(Duplicate, match="the mail <a@us> is in this database already"):
        restore(elsewhere, document, rename="bosworth-2")
    with elsewhere.reading() as session:
        assert [game.name for game in lobby.games(session)] == ["bosworth-1"]


def test_a_damaged_log_is_not_exported_silently(db: Database, played: GameRow) -> None:
    with db.writing() as session, kind_of(session.connection()).without_guards(session.connection()):
        session.connection().exec_driver_sql("DELETE FROM entry WHERE number = 1")
    with pytest.raises(StoreError, match=r"cannot be exported.*entry 2 stands where entry 1 belongs"):
        export(db, played)
