"""Letters from the mailbox into the database on real sockets: bounded work, fair turns, and nothing that stops the next."""

from __future__ import annotations

import asyncio
import tracemalloc
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from datetime import timedelta
from email.message import EmailMessage
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import Connection, event

from pbem import daemon
from pbem.mail.imap.letters import FetchedHeader, Withheld
from pbem.mail.imap.mailbox import Mailbox
from pbem.mail.reading.headers import message_ids
from pbem.mail.server import Server
from pbem.moderator.intake.admission import KEPT_OF_A_HEADER, QueuePlace, sort_out, take_in
from pbem.moderator.intake.moderating import moderate_all
from pbem.postoffice import PostOffice
from pbem.store.database import Database
from pbem.store.dialect.sqlite import ALLOWED
from pbem.store.errors import NoRoom, Unwritable
from pbem.store.games import removal
from pbem.store.mail import inbox, outbox
from pbem.store.tables.log import EntryRow
from pbem.store.tables.mail import LetterRow, OutgoingRow
from tests.letters.test_cases import ALL, CASES
from tests.support.conversation import LANCASTER_SETUP, MODERATOR, YORK_SETUP
from tests.support.database import file_of
from tests.support.works import ANN, MASTER, Serving, Works, polling, text_of

NOT_OVER_THE_WIRE = {
    *("header-no-date-no-id", "header-names-in-capitals", "header-empty-lines-first", "header-empty-line-and-from-line")
}
"""Letters without a Message-ID to know them by, or that the embedded server does not take, or writes fields above."""
EVE = "eve@example.test"


def spam(works: Works, count: int, sender: str = EVE, body: bytes = b"buy\r\n", first: int = 0, **headers: str) -> None:
    """Letters of a stranger."""
    more = "".join(f"{name.replace('_', '-')}: {value}\r\n" for name, value in headers.items())
    for number in range(first, first + count):
        head = f"From: {sender}\r\nTo: {MODERATOR}\r\nMessage-ID: <{number}@{sender}>\r\nSubject: x\r\n{more}\r\n"
        works.office.deliver(head.encode() + body, MODERATOR, EVE)


class Recording(Mailbox):
    """Notes what is asked of the server, and what was the most that one letter brought."""

    bodies: list[int]
    lengths: list[int]
    marked: list[int]

    def __init__(self, server: Server, **options: Any) -> None:
        super().__init__(server, **options)
        self.bodies, self.lengths, self.marked = [], [], []

    def fetch(self, uid: int, most: int, size: int = 0) -> bytes | None:
        self.bodies.append(uid)
        raw = super().fetch(uid, most, size)
        self.lengths.append(len(raw or b""))
        return raw

    def mark_done(self, uids: Any) -> int:
        self.marked.extend(uids)
        return super().mark_done(uids)


def recorded(works: Works) -> Recording:
    """One look into the mailbox, with what was asked of it."""
    box = Recording(works.imap)
    works.once(lambda _: box)
    return box


# Size


def test_a_letter_too_long_is_not_fetched_and_its_player_is_told(works: Works) -> None:
    game = works.open_game()
    letter = works.letter(game, "york", YORK_SETUP + "# and so on\n" * 200_000)
    works.post(letter)
    assert recorded(works).lengths == []
    (answer,) = works.answers(letter)
    assert "longer than" in text_of(answer)
    (row,) = works.rows(LetterRow)
    assert (row.status, row.seat, row.raw.endswith(b"\r\n\r\n")) == ("done", "york", True)
    assert row.size > 2_000_000 > KEPT_OF_A_HEADER > len(row.raw)
    assert works.rows(EntryRow) == []


@pytest.mark.parametrize(("said", "fetched"), [(10**9, False), (0, True)])
def test_what_a_server_says_of_a_size_is_not_believed(works: Works, *, said: int, fetched: bool) -> None:
    """Not that a letter is too long, where it gives nothing behind the limit, nor that it is not."""

    class Lying(Recording):
        def headings(self, uids: Sequence[int]) -> Iterator[FetchedHeader | Withheld]:
            for each in super().headings(uids):
                yield replace(each, size=said) if isinstance(each, FetchedHeader) else each

    game = works.open_game()
    short, long = works.letter(game, "york", "status\n"), works.letter(game, "york", "# and so on\n" * 100_000)
    works.post(short, long)
    box = Lying(works.imap)
    works.once(lambda _: box)
    assert len(box.bodies) == 1 + fetched
    assert "longer than" not in text_of(works.answers(short)[0])
    assert "longer than" in text_of(works.answers(long)[0])


@pytest.mark.long
def test_memory_stays_flat_however_many_long_letters_wait(works: Works) -> None:
    game = works.open_game()
    works.once()
    for _ in range(20):
        long = works.letter(game, "york", "# and so on\n" * 170_000)
        works.office.deliver(bytes(long), str(long["To"]), ANN)
    tracemalloc.start()
    try:
        assert works.once() == 20
        _, peak = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    # The embedded server is in this process, and has each letter that it is asked about in its hands. All of them: 40 MB.
    assert peak < works.desk.letters.max_letter_bytes + 9_000_000


# Fair turns


def test_strangers_are_refused_from_their_headers_alone(works: Works) -> None:
    works.open_game()
    spam(works, 70, body=b"buy now\r\n" * 1000)
    box = recorded(works)
    assert box.bodies == []
    assert len(set(box.marked)) == 70
    rows = works.rows(LetterRow)
    assert {(row.status, row.outcome) for row in rows} == {
        ("dead", f"from {EVE}: not sent to a seat's address and not a reply to one of our mails")
    }
    assert len(rows) == 70
    assert all(row.size > 9_000 and b"buy" not in row.raw for row in rows)
    assert works.statuses(OutgoingRow) == {"sent": 2}


def test_players_come_before_strangers_whose_letters_came_before(works: Works) -> None:
    game = works.open_game()
    spam(works, 120)
    letters = [works.letter(game, "york", YORK_SETUP), works.letter(game, "lancaster", LANCASTER_SETUP)]
    works.post(*letters)
    spam(works, 60, first=200)
    works.once()
    first, second, *others = works.rows(LetterRow)
    assert [first.message_id, second.message_id] == [letter["Message-ID"] for letter in letters]
    assert {row.status for row in others} == {"dead"}
    assert len(others) == 180


def test_a_player_who_writes_while_strangers_are_refused_is_next(works: Works) -> None:
    """A letter that comes behind seven hundred strangers is dealt with when most of them still wait."""
    game = works.open_game()
    letter = works.letter(game, "york", YORK_SETUP)
    spam(works, 700)

    class Interrupted(Mailbox):
        turns = 0

        def mark_done(self, uids: Any) -> int:
            self.turns += 1
            if self.turns == 2:
                works.post(letter)
            return super().mark_done(uids)

    works.once(Interrupted)
    order = [row.message_id for row in works.rows(LetterRow)]
    assert order.index(letter["Message-ID"]) < len(order) < 300
    assert len(works.answers(letter)) == 1


def test_the_letters_of_one_player_keep_their_order_and_other_games_do_not_wait_for_them(works: Works) -> None:
    one, two = works.open_game(), works.open_game()
    many = [works.letter(one, "york", "status\n") for _ in range(8)]
    last = works.letter(two, "york", "status\n")
    works.post(*many, last)
    works.once()
    order = [row.message_id for row in works.rows(LetterRow)]
    assert [name for name in order if name != last["Message-ID"]] == [letter["Message-ID"] for letter in many]
    assert order.index(last["Message-ID"]) == 1


def test_whoever_sends_long_letters_in_many_games_is_not_waited_for(works: Works) -> None:
    """What a game has had counts with its next letter, so that long letters come in their turn as well."""
    games = [works.open_game() for _ in range(4)]
    long = [works.letter(game, "york", "# and so on\n" * 20_000) for game in games[:3] for _ in range(2)]
    short = [works.letter(games[3], "york", "status\n") for _ in range(16)]
    works.post(*long, *short)
    works.once()
    order = [row.message_id for row in works.rows(LetterRow)]
    first = order.index(long[0]["Message-ID"])
    assert len(short) > first > len(short) / 2
    assert order[first : first + 3] == [letter["Message-ID"] for letter in long[::2]]
    assert order[-3:] == [letter["Message-ID"] for letter in long[1::2]]
    assert [name for name in order if name not in {each["Message-ID"] for each in long}] == [
        letter["Message-ID"] for letter in short
    ]


@pytest.mark.parametrize("kind", ["player", "known", "bounce", "elsewhere"])
def test_between_two_letters_that_take_long_new_ones_are_looked_for(
    works: Works, monkeypatch: pytest.MonkeyPatch, kind: str
) -> None:
    """A player's letter that comes while one is dealt with is the next."""
    monkeypatch.setattr(daemon, "TURN_SECONDS", 0.0)
    one, two = works.open_game(), works.open_game()
    last = works.letter(two, "york", "status\n")
    works.once()
    for number in range(4):
        if kind in ("player", "elsewhere"):
            letter = works.letter(one, "york", "status\n")
            letter.replace_header("From", str(letter["From"]) if kind == "player" else EVE)
            works.office.deliver(bytes(letter), str(letter["To"]), ANN)
        else:
            sender = ANN if kind == "known" else "MAILER-DAEMON@example.test"
            spam(works, 1, sender=sender, first=number)

    class Late(Recording):
        def fetch(self, uid: int, most: int, size: int = 0) -> bytes | None:
            if not self.bodies:
                works.office.deliver(bytes(last), str(last["To"]), ANN)
            return super().fetch(uid, most, size)

    box = Late(works.imap)
    works.once(lambda _: box)
    order = [row.message_id for row in works.rows(LetterRow)]
    assert order.index(last["Message-ID"]) == 1
    assert len(order) == 5


@pytest.mark.parametrize("word", [b"0123456789abcdef", b"postmaster-", b"=?", b"a@"])
def test_a_header_of_one_long_word_is_looked_through_once(works: Works, word: bytes) -> None:
    """Where each of its letters is a place to begin anew, this takes most of an hour."""
    written = word * (1_000_000 // len(word))
    head = b"From: " + written + b"\r\nMessage-ID: <1@example.test>\r\n\r\n"
    assert [each.place for each in sort_out(works.desk, [FetchedHeader(1, len(head), head)])] == [QueuePlace.STRANGER]
    assert list(message_ids([written.decode()])) == []


def test_letters_of_those_we_know_and_bounces_are_read_but_no_more_of_a_bounce_than_tells(works: Works) -> None:
    works.open_game()
    spam(works, 1, sender=ANN, body=b"hello\r\n")
    works.office.deliver(b"From: MAILER-DAEMON@example.test\r\nTo: m\r\n\r\n" + b"gone\r\n" * 100_000, MODERATOR, "")
    assert len(recorded(works).bodies) == 2
    known, bounce = works.rows(LetterRow)
    assert b"hello" in known.raw
    assert 200_000 <= len(bounce.raw) < 200_100 < bounce.size
    assert any("could not be matched" in str(mail["Subject"]) for mail in works.mails(ANN))


# Limits


def test_a_forged_sender_locks_no_player_out(tmp_path: Path, office: PostOffice) -> None:
    works = Works(tmp_path, office, letters_per_hour=2)
    game = works.open_game()
    spam(works, 5, sender=ANN)
    works.once()
    letter = works.letter(game, "york", YORK_SETUP)
    works.post(letter)
    works.once()
    assert "receipt" in text_of(works.answers(letter)[0])
    works.db.close()


def test_a_token_holder_cannot_dodge_the_limit_and_is_told_once_an_hour(tmp_path: Path, office: PostOffice) -> None:
    works = Works(tmp_path, office, letters_per_hour=2)
    game = works.open_game()
    with works.desk.db.writing() as session:
        session.merge(game).auth = "token"
    letters = [works.letter(game, "york", "status\n") for _ in range(6)]
    for number, letter in enumerate(letters):
        letter.replace_header("From", f"other{number}@example.test")
    works.post(*letters)
    works.once()
    assert works.statuses(LetterRow) == {"done": 2, "dead": 4}
    assert sum("Too many letters" in str(mail["Subject"]) for mail in works.mails(ANN)) == 1
    works.db.close()


def test_forged_letters_to_a_bound_seat_are_refused_and_do_not_count(tmp_path: Path, office: PostOffice) -> None:
    works = Works(tmp_path, office, letters_per_hour=2)
    game = works.open_game()
    with works.db.writing() as session:
        session.merge(game).auth = "token+sender"
    forged = [works.letter(game, "york", YORK_SETUP) for _ in range(5)]
    for letter in forged:
        letter.replace_header("From", EVE)
    works.post(*forged)
    works.once()
    good = works.letter(game, "york", YORK_SETUP)
    works.post(good)
    works.once()
    rows = works.rows(LetterRow)
    assert [row.status for row in rows] == ["dead"] * 5 + ["done"]
    assert all("not the player registered" in row.outcome for row in rows[:5])
    assert [b"y32" in row.raw for row in rows[:5]] == [True] * 2 + [False] * 3
    assert [row.seat for row in rows] == ["york"] * 2 + [None] * 3 + ["york"]
    assert sum("was refused" in str(mail["Subject"]) for mail in works.mails(ANN)) == 1
    works.db.close()


def test_a_forged_letter_that_is_too_long_keeps_its_header_only(tmp_path: Path, office: PostOffice) -> None:
    works = Works(tmp_path, office)
    game = works.open_game()
    with works.db.writing() as session:
        session.merge(game).auth = "token+sender"
    letter = works.letter(game, "york", YORK_SETUP + "# and so on\n" * 200_000)
    letter.replace_header("From", EVE)
    works.post(letter)
    assert recorded(works).bodies == []
    (row,) = works.rows(LetterRow)
    assert (row.status, row.seat, b"y32" in row.raw) == ("dead", None, False)
    works.db.close()


def test_many_forged_letters_are_fetched_no_more_often_than_they_are_kept(tmp_path: Path, office: PostOffice) -> None:
    """All of them are looked at before the first is kept."""
    works = Works(tmp_path, office, letters_per_hour=7, strangers_per_hour=10)
    game = works.open_game()
    with works.db.writing() as session:
        session.merge(game).auth = "token+sender"
    forged = [works.letter(game, "york", YORK_SETUP) for _ in range(60)]
    for letter in forged:
        letter.replace_header("From", EVE)
    works.post(*forged)
    box = recorded(works)
    assert (len(box.bodies), len(set(box.marked))) == (7, 60)
    assert len(works.rows(LetterRow)) == 7 + 10
    works.db.close()


def test_beyond_their_limit_strangers_are_only_counted(tmp_path: Path, office: PostOffice) -> None:
    works = Works(tmp_path, office, strangers_per_hour=10)
    works.open_game()
    spam(works, 60)
    spam(works, 60, first=100)
    works.once()
    assert works.statuses(LetterRow) == {"dead": 10}
    assert works.once() == 0
    assert [mail["Subject"] for mail in works.mails(MASTER)] == ["[pbem] Too many letters from strangers"]
    works.clock.move(hours=2)
    spam(works, 20, first=300)
    works.once()
    assert works.statuses(LetterRow) == {"dead": 20}
    assert len(works.mails(MASTER)) == 1
    works.db.close()


# Letters that break something


POISON = b"From: =?utf-7?Q?+2AA-?=@example.test\r\nTo: %s\r\nMessage-ID: <%d@poison>\r\n\r\nhi\r\n"


def test_a_letter_with_what_no_database_takes_stops_nobody(works: Works) -> None:
    """Over real sockets, with the daemon in service: the letter behind it is answered."""
    game = works.open_game()
    letter = works.letter(game, "york", YORK_SETUP)

    async def serve() -> None:
        async with Serving(works, polling, poll=0.02) as serving:
            for number, to in enumerate([MODERATOR, str(letter["To"])]):
                raw = POISON % (to.encode(), number)
                await asyncio.to_thread(works.office.deliver, raw, to, EVE)
                await asyncio.to_thread(works.office.deliver, raw.replace(b"poison", b"bounced"), to, "")
            await asyncio.to_thread(works.post, letter)
            await serving.until(lambda: works.answers(letter) and len(works.rows(LetterRow)) == 5)
            await serving.until(lambda: works.statuses(LetterRow).keys() <= {"dead", "done"})

    asyncio.run(serve())
    assert all(row.sender.isascii() for row in works.rows(LetterRow))
    works.assert_sound()


@pytest.mark.faults
def test_a_fault_in_a_letter_of_nobodys_is_kept_and_told_once_a_day(works: Works, monkeypatch: pytest.MonkeyPatch) -> None:
    game = works.open_game()
    works.once()

    def stumbles(*_: object, **__: object) -> str:
        raise ZeroDivisionError("a fault among observers")

    monkeypatch.setattr("pbem.moderator.intake.moderating.answer_observer", stumbles)
    for number in range(3):
        spam(works, 1, sender=ANN, first=number)
    letter = works.letter(game, "york", YORK_SETUP)
    works.post(letter)
    works.once()
    assert len(works.answers(letter)) == 1
    assert works.game(game).status == "playing"
    faulty = [row for row in works.rows(LetterRow) if row.status == "dead"]
    assert len(faulty) == 3
    assert all("ZeroDivisionError: a fault among observers" in row.outcome for row in faulty)
    spam(works, 2, sender=ANN, first=3)
    works.clock.move(minutes=30)
    works.once()
    (told,) = works.mails(MASTER)
    assert told["Subject"] == "[pbem] Letters that failed: 3"
    assert "a fault among observers" in text_of(told)
    works.clock.move(hours=25)
    works.once()
    assert [mail["Subject"] for mail in works.mails(MASTER)][1:] == ["[pbem] Letters that failed: 2"]


@pytest.mark.faults
def test_a_fault_in_setting_aside_stops_nobody_either(works: Works, monkeypatch: pytest.MonkeyPatch) -> None:
    game = works.open_game()
    letters = [works.letter(game, "york", "status\n"), works.letter(game, "lancaster", LANCASTER_SETUP)]
    works.post(*letters)

    def stumbles(*_: object, **__: object) -> None:
        raise ZeroDivisionError("a fault in telling")

    answer = "pbem.moderator.playing.play_letter.answer_questions"
    monkeypatch.setattr(answer, stumbles)
    monkeypatch.setattr("pbem.moderator.intake.set_aside.report_fault", stumbles)
    assert works.once() == 2
    first, second = works.rows(LetterRow)
    assert (first.status, second.status) == ("dead", "done")
    assert "a fault in telling" in first.outcome
    assert works.game(game).status == "playing"


def no_room(works: Works) -> Any:
    """The database may not grow any more: SQLite itself says that it is full. Gives what ends it."""
    return _in_force(works, "PRAGMA max_page_count=1", "PRAGMA max_page_count=1000000")


def read_only(works: Works) -> Any:
    """The database may not be written: SQLite itself says so. Gives what ends it."""
    return _in_force(works, "PRAGMA query_only=ON", "PRAGMA query_only=OFF")


def _in_force(works: Works, trouble: str, mended: str) -> Any:
    """Each transaction begins with the one, and with the other once what this gives is called. Threads of the daemon are at
    work, so nothing is taken off.
    """
    said = [trouble]

    def say(connection: Connection) -> None:
        connection.exec_driver_sql(said[-1])
        connection.info.pop(ALLOWED, None)  # the database says so itself again, too

    event.listen(works.db._engine, "begin", say)
    return lambda: said.append(mended)


TROUBLES = [(no_room, "no room on the disk"), (read_only, "cannot be written")]


@pytest.mark.sqlite
@pytest.mark.parametrize(("trouble", "told"), TROUBLES)
def test_a_letter_stays_in_the_mailbox_while_nothing_can_be_written(
    works: Works, caplog: pytest.LogCaptureFixture, trouble: Callable[[Works], Any], told: str
) -> None:
    game = works.open_game()
    works.once()
    letter = works.letter(game, "york", YORK_SETUP + "# and so on\n" * 20000)
    mended = trouble(works)

    async def serve() -> None:
        async with Serving(works, polling, poll=0.02) as serving:
            await asyncio.to_thread(works.post, letter)
            await serving.until(lambda: told in caplog.text)
            assert works.rows(LetterRow) == []
            with Mailbox(works.imap) as box:
                assert len(box.look()) == 1
            mended()
            await serving.until(lambda: works.answers(letter))

    asyncio.run(serve())
    assert works.statuses(LetterRow) == {"done": 1}


@pytest.mark.sqlite
def test_no_mail_is_sent_while_that_cannot_be_noted(works: Works) -> None:
    works.open_game()
    mended = read_only(works)
    for _ in range(3):
        with pytest.raises(Unwritable):
            works.empty_outbox()
    assert works.mails(ANN) == []
    mended()
    works.empty_outbox()
    assert len(works.mails(ANN)) == 1
    assert {row.last_error for row in works.rows(OutgoingRow)} == {""}


@pytest.mark.sqlite
@pytest.mark.parametrize("cut", [0.01, 0.3, 0.7, 0.99, 1.0])
def test_a_journal_that_breaks_off_loses_no_letter(works: Works, tmp_path: Path, cut: float) -> None:
    """The power fails while a letter is written: what the file of the database and its journal are then is all there is."""
    game = works.open_game()
    works.once()
    letter = works.letter(game, "york", YORK_SETUP)
    works.post(letter)
    file, journal = file_of(works.db), Path(f"{file_of(works.db)}-wal")
    whole = journal.stat().st_size
    take_in(works.desk, bytes(letter))
    moderate_all(works.desk)
    written = journal.read_bytes()
    torn = tmp_path / "torn.sqlite"
    torn.write_bytes(file.read_bytes())
    works.db.close()
    torn.replace(file)
    journal.write_bytes(written[: whole + int(cut * (len(written) - whole))])
    works.db = Database.open(file)
    works.desk = replace(works.desk, db=works.db)
    assert works.db.integrity() == []
    works.once()
    assert works.statuses(LetterRow) == {"done": 1}
    assert len(works.answers(letter)) == 1


@pytest.mark.sqlite
def test_a_letter_that_is_kept_stays_new_while_the_disk_is_full(works: Works) -> None:
    game = works.open_game()
    take_in(works.desk, bytes(works.letter(game, "york", YORK_SETUP)))
    mended = no_room(works)
    (outcome,) = moderate_all(works.desk)
    assert "no room on the disk" in outcome
    with pytest.raises(NoRoom):
        take_in(works.desk, b"From: a@b.test\r\n\r\n" + b"x" * 100_000)
    assert (works.statuses(LetterRow), works.game(game).status) == ({"new": 1}, "playing")
    mended()
    assert "5 of 5 lines accepted" in moderate_all(works.desk)[0]


# The same Message-ID


def copy_of(letter: EmailMessage, text: str, **headers: str) -> EmailMessage:
    copy = EmailMessage(policy=letter.policy)
    for name in ("From", "To", "Subject", "Message-ID"):
        copy[name] = str(letter[name])
    for name, value in headers.items():
        copy[name] = value
    copy.set_content(text)
    return copy


def test_another_letter_under_a_known_message_id_is_dealt_with(works: Works) -> None:
    game = works.open_game()
    first = works.letter(game, "york", "give y32 richard\n")
    second = copy_of(first, "give y36 norfolk\n")
    works.post(first, second)
    works.once()
    again = copy_of(first, "give y36 norfolk\n", Received="from elsewhere")
    works.post(copy_of(first, "give y32 richard\n", Received="from elsewhere"), again)
    works.once()
    rows = works.rows(LetterRow)
    assert [row.status for row in rows] == ["done", "done"]
    assert rows[1].message_id.endswith("@again>")
    assert ["1 of 1 lines accepted" in row.outcome for row in rows] == [True, True]
    assert len(works.answers(first)) == 2


def test_a_message_id_taken_by_somebody_else_loses_no_letter(works: Works) -> None:
    letter = works.letter(works.open_game(), "york", YORK_SETUP)
    raw = f"From: {EVE}\r\nTo: {MODERATOR}\r\nMessage-ID: {letter['Message-ID']}\r\n\r\nfirst\r\n".encode()
    works.office.deliver(raw, MODERATOR, EVE)
    works.once()
    works.post(letter)
    works.once()
    assert "receipt" in text_of(works.answers(letter)[0])


# Retention


def test_what_is_past_its_time_is_forgotten_and_strangers_altogether(works: Works) -> None:
    game = works.open_game()
    works.post(works.letter(game, "york", YORK_SETUP))
    spam(works, 3)
    spam(works, 1, sender=ANN)
    works.once()
    works.clock.move(days=91)
    with works.db.writing() as session:
        first = works.rows(OutgoingRow)[0].id
        outbox.mark_failed(session, first, works.clock(), "550", permanent=True)
        before = works.clock() - timedelta(days=works.desk.mails.retention_days)
        assert removal.forget_raw(session, before, 1000) == 3 + 2 + len(works.rows(OutgoingRow))
    # The stranger's letters are gone; the one that was answered is spoken of by its answer.
    assert [(row.sender, row.raw) for row in works.rows(LetterRow)] == [(ANN, b""), (ANN, b"")]
    assert all(mail.raw == b"" for mail in works.rows(OutgoingRow))
    assert works.db.integrity() == []


def test_letters_that_wait_are_not_forgotten(works: Works) -> None:
    game = works.open_game()
    letter_id = take_in(works.desk, bytes(works.letter(game, "york", YORK_SETUP)))
    assert letter_id is not None
    with works.db.writing() as session:
        inbox.settle(session, letter_id, "held", "a fault", game_id=game.id, seat="york")
        removal.forget_raw(session, works.clock() + timedelta(days=365), 1000)
    (row,) = works.rows(LetterRow)
    assert (row.status, row.raw != b"") == ("held", True)


# Malformed headers


def test_letters_with_malformed_headers_are_read_over_the_wire_as_well(works: Works) -> None:
    game = works.open_game()
    address = str(works.letter(game, "york", "x")["To"])
    cases = [case for case in ALL if case.name.startswith("header-") and case.ok and case.name not in NOT_OVER_THE_WIRE]
    for case in cases:
        raw = (CASES / f"{case.name}.eml").read_bytes().replace(b"@SEAT@", address.encode())
        works.office.deliver(raw.replace(b"<case@", f"<{case.name}@".encode()), address, ANN)
    for _ in range(len(cases)):
        works.once()
    rows = works.rows(LetterRow)
    assert {row.message_id: (row.status, row.seat) for row in rows} == {
        f"<{case.name}@example.test>": ("done", "york") for case in cases
    }
