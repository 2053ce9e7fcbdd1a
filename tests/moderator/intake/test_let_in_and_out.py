"""What players, guests and game masters give is let in or refused by name, and whatever is let in leaves: in the last
report, the archive and its import. What stands in a database from before leaves too.
"""

from __future__ import annotations

import gzip
import json
from collections.abc import Callable, Iterator
from email import message_from_bytes, policy
from email.message import EmailMessage
from pathlib import Path
from typing import Any

import pytest
from sqlmodel import col, select

from pbem.mail.typed.text import clean
from pbem.moderator.clock.deadline_changes import extend_seat
from pbem.moderator.core.context import Context
from pbem.moderator.core.desk import Player
from pbem.moderator.correcting import by_hand
from pbem.moderator.desk.arrival import move_in
from pbem.moderator.desk.overview import close_game
from pbem.moderator.desk.press import answer_question
from pbem.moderator.joining.gathering import Guests, invite
from pbem.moderator.joining.opening import BadOpening
from pbem.moderator.reports import final, notices, report_building
from pbem.moderator.seats import handover
from pbem.moderator.seats.observers import BadObserver, add_observer
from pbem.store.archive.form import parse
from pbem.store.archive.transfer import export_game, unfit_values
from pbem.store.database import Database
from pbem.store.errors import StoreError
from pbem.store.games import lobby, watchers
from pbem.store.tables.games import ObserverRow, SeatRow
from pbem.values import BadValue, is_address, is_name
from tests.support.conversation import Conversation, Mail, to
from tests.support.empty import empty_database
from tests.support.hostile import ADDRESSES, TEXTS

ZOE = "zoe@example.test"


@pytest.fixture
def talk(tmp_path: Path) -> Iterator[Conversation]:
    talk = Conversation(tmp_path, terms={"deadline": "72h"})
    yield talk
    talk.db.close()


def exported(talk: Conversation, *, public: bool = False) -> dict[str, Any]:
    """The archive, as somebody else reads it."""
    with talk.db.reading() as session:
        document = json.loads(json.dumps(export_game(session, talk.game().id, public=public)))
    parse(document)
    return dict(document)


def ended(talk: Conversation) -> list[Mail]:
    """York's player gives the game up."""
    talk.write("york", "resign")
    mails = talk.write("york", "resign yes")
    assert talk.game().status == "over"
    return mails


def attached(mail: Mail) -> dict[str, bytes]:
    message = message_from_bytes(mail.raw, policy=policy.default)
    assert isinstance(message, EmailMessage)
    return {str(part.get_filename()): part.get_content() for part in message.iter_attachments() if part.get_filename()}


def archive_in(mail: Mail) -> dict[str, Any]:
    """The archive that goes with a last report."""
    files = [data for name, data in attached(mail).items() if name.endswith(".json.gz")]
    assert len(files) == 1
    return dict(json.loads(gzip.decompress(files[0])))


def let_in(give: Callable[[], object]) -> bool:
    """Whether something is let in. If not it must be refused with a text that is one line."""
    try:
        give()
    except (BadValue, StoreError, BadOpening, BadObserver) as refused:
        why = str(refused)
    else:
        return True
    assert why.isprintable()
    return False


def test_an_address_by_letter_comes_in_where_it_can_leave(talk: Conversation) -> None:
    for address in (each for each in ADDRESSES if each.strip() and "\ud800" not in each and "\n" not in each):
        talk.clock.move(hours=25)
        mails = talk.write("york", f"address {address}")
        asked = {mail.to for mail in mails if mail.kind == "address_wanted"}
        assert asked <= {clean(address).strip("<>")}, address
        assert all(map(is_address, asked))
        if not asked:
            (answer,) = (mail for mail in mails if mail.to == "ann@example.test")
            why = ("No letter can go to that", "mailbox of the game itself", "A mail goes to")  # it has gone before
            assert any(each in answer.flat for each in why), address
    exported(talk)
    assert "archive" not in "".join(mail.subject for mail in ended(talk))
    exported(talk, public=True)


@pytest.mark.parametrize("address", ["a" * 65 + "@example.test", "moderator+abc@example.test", "a(b)@x"])
def test_no_address_keeps_a_game_from_its_end(talk: Conversation, address: str) -> None:
    talk.write("york", f"address {address}")
    (mail,) = (mail for mail in ended(talk) if mail.to == "bob@example.test")
    assert parse(archive_in(mail)).game.name == talk.name


def test_what_the_game_master_gives_comes_in_where_it_can_leave(talk: Conversation) -> None:
    desk, name, kept = talk.desk, talk.name, 0
    for text in TEXTS:
        kept += let_in(lambda text=text: by_hand.hold(desk, name, text))
        let_in(lambda text=text: by_hand.release(desk, name, text))
        if talk.game().status == "held":
            by_hand.release(desk, name)
        let_in(lambda text=text: add_observer(desk, name, Player(text, f"o{len(text)}@example.test")))
        let_in(lambda text=text: handover.hand_over(desk, name, "york", Player(text, ZOE)))
    for address in ADDRESSES:
        let_in(lambda address=address: handover.change_address(desk, name, "york", address))
        let_in(lambda address=address: add_observer(desk, name, Player("Clio", address)))
    assert kept
    with talk.db.reading() as session:
        seats, rows = lobby.seats(session, talk.game().id), watchers.observers(session, talk.game().id)
        assert unfit_values(session, talk.game().id) == []
    assert all(is_name(row.player) and is_address(row.address) for row in seats)
    assert len(rows) > 5
    exported(talk)
    talk.new_mails()
    close_game(desk, name, "a reason")
    assert len(archive_in(to("lancaster", talk.new_mails()))["seats"]) == 2


def test_what_players_write_comes_in_where_it_can_leave(talk: Conversation, tmp_path: Path) -> None:
    for text in (each.replace("\ud800", "").replace("\udcff", "") for each in TEXTS):
        words = ("tell all: ", "ask moderator: ", "absorb ", "standing reroll ", "# ", "")
        talk.write("york", "\n".join(f"{word}{text}" for word in words))
        talk.clock.move(hours=13)
    talk.write("york", "ask moderator: What now?")
    for text in TEXTS:
        let_in(lambda text=text: answer_question(talk.desk, talk.name, "york-1", text) if text.strip() else None)
    assert lost_in_a_move(talk, tmp_path) == []
    assert parse(archive_in(to("lancaster", ended(talk)))).game.name == talk.name


def lost_in_a_move(talk: Conversation, folder: Path) -> list[str]:
    """The parts of the game that are not the same when it has been moved to another database and out of that again."""
    document = exported(talk)
    db = Database.open(empty_database(folder / "other.sqlite"))
    game = move_in(type(talk.desk)(**{**vars(talk.desk), "db": db}), document).game
    with db.reading() as session:
        again = export_game(session, game.id)
    db.close()
    parts = ("entries", "messages", "seats", "observers")
    return [part for part in parts if not _begins_with(again[part], document[part])]


def _begins_with(rows: list[dict[str, Any]], first: list[dict[str, Any]]) -> bool:
    """Whether these rows come first, however often they were delivered: fresh deadlines come behind them."""
    return [row | {"deliveries": 0} for row in rows[: len(first)]] == [row | {"deliveries": 0} for row in first]


def test_names_of_guests_come_in_where_they_can_leave(talk: Conversation) -> None:
    for text in TEXTS:
        guests = lambda text=text: Guests({}, [Player(text, "a@example.test"), Player("Bob", "b@example.test")])  # noqa: E731
        let_in(lambda guests=guests: invite(talk.desk, "plantagenet", "bosworth", guests()))
    for address in ADDRESSES:
        guests = lambda address=address: Guests({}, [Player("Ann", address), Player("Bob", "b@example.test")])  # noqa: E731
        let_in(lambda guests=guests: invite(talk.desk, "plantagenet", "bosworth", guests()))
    assert all(is_address(mail.to) for mail in talk.new_mails())


def test_a_reason_that_is_no_line_changes_nothing(talk: Conversation) -> None:
    with pytest.raises(BadValue, match=r'the reason "wait\\x1b\[2J" has a control character \(U\+001B\) in it'):
        by_hand.hold(talk.desk, talk.name, "wait\x1b[2J")
    with pytest.raises(BadValue, match="has 1001 signs, and 1000 are the most"):
        extend_seat(talk.desk, talk.name, "york", talk.clock() - talk.clock(), "x" * 1001)
    assert talk.game().status == "playing"
    assert talk.new_mails() == []


# From before


@pytest.mark.parametrize("address", ["a" * 65 + "@example.test", "a(b)@x", "änn@example.test", "ann@x\r\nBcc: bob@x", ""])
def test_what_stands_in_a_database_from_before_leaves(talk: Conversation, address: str, tmp_path: Path) -> None:
    with talk.db.writing() as session:
        (ann,) = session.scalars(select(SeatRow).where(col(SeatRow.name) == "york"))
        ann.player, ann.address = "Ann\nLee\x1b[2J\u2028" + "x" * 1001, address
        session.add(ObserverRow(game_id=ann.game_id, name="Cl\nio", address="c(l)io@x", thread="observer-abc", told=0))
    with talk.db.reading() as session:
        told = unfit_values(session, talk.game().id)
    assert len(told) == 4
    assert all(line.isprintable() for line in told)
    assert lost_in_a_move(talk, tmp_path) == []
    talk.write("lancaster", "resign", sender="bob@example.test")
    mails = talk.write("lancaster", "resign yes", sender="bob@example.test")
    assert talk.game().status == "over"
    parse(archive_in(to("lancaster", mails)))
    assert all(map(is_address, (mail.to for mail in mails)))
    assert any(mail.to.endswith("@address.invalid") for mail in mails)


# What a letter can do without

NICETIES: dict[str, tuple[object, str]] = {
    "the archive": (final, "archive_of"),
    "the figures and the story": (final, "final_of"),
    "the figures of the game": (final._Record, "of"),
    "the charts": (final, "illustrated"),
    "the picture of the map": (report_building, "map_for"),
    "the picture of what happened": (report_building, "closeup_for"),
}


@pytest.mark.parametrize("what", NICETIES)
def test_what_goes_with_a_last_report_takes_no_move_with_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, what: str
) -> None:
    talk = Conversation(tmp_path, pictures=True)
    talk.does_without = True
    talk.write("york", "resign")
    monkeypatch.setattr(*NICETIES[what], _broken)
    mails = talk.write("york", "resign yes")
    assert talk.game().status == "over"
    assert sorted(mail.to for mail in mails if mail.kind == "report") == ["ann@example.test", "bob@example.test"]
    (told,) = (mail for mail in mails if mail.kind == "nicety_fault")
    assert told.to == "gm@example.test"
    assert f"went out without {what}" in told.flat
    assert "KeyError" in told.flat
    talk.db.close()


def _broken(*_: object, **__: object) -> None:
    raise KeyError("oxford")


def test_an_archive_too_large_for_mail_stays_behind(talk: Conversation, monkeypatch: pytest.MonkeyPatch) -> None:
    talk.does_without = True
    monkeypatch.setattr(final, "MAX_ARCHIVE", 10)
    mails = ended(talk)
    assert not [name for name in attached(to("lancaster", mails)) if name.endswith(".gz")]
    (told,) = (mail for mail in mails if mail.kind == "nicety_fault")
    assert "mail servers take no more than 10" in told.flat


def test_the_players_aid_and_the_calendar_take_no_move_with_them(
    talk: Conversation, monkeypatch: pytest.MonkeyPatch
) -> None:
    talk.does_without = True
    monkeypatch.setattr(report_building, "players_aid", _broken)
    monkeypatch.setattr(notices, "DeadlineEntry", _broken)
    with talk.db.reading() as session:
        first = len(Context(session, talk.desk).of(talk.game()).session.scalars(select(SeatRow)).all())
    assert first == 2
    mails = talk.write("york", "give y32 richard\nhelp")
    assert "done" in to("york", mails).flat.lower() or "y32" in to("york", mails).flat.lower()
    lost = {mail.flat.partition("went out without ")[2].partition(",")[0] for mail in mails if mail.kind == "nicety_fault"}
    assert lost == {"the player's aid", "the entry for a calendar"}
