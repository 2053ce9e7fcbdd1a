"""The daemon at work on real sockets and a real database: no letter is lost, and none is answered twice."""

from __future__ import annotations

import asyncio
import random
import threading
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import replace
from datetime import timedelta
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from pbem.engine.game.rules import Rules
from pbem.games import GAMES
from pbem.games.plantagenet.components.box import Side
from pbem.games.plantagenet.components.state import State
from pbem.mail.imap.errors import MailboxError
from pbem.mail.imap.mailbox import Mailbox
from pbem.mail.server import Server
from pbem.mail.smtp import Sender
from pbem.moderator.core.desk import Desk
from pbem.moderator.correcting import by_hand
from pbem.postoffice import HOST, PostOffice
from pbem.store.errors import NoRoom
from pbem.store.mail import outbox
from pbem.store.tables.games import GameRow
from pbem.store.tables.log import EntryRow
from pbem.store.tables.mail import LetterRow, OutgoingRow
from tests.mail.scripted import END, ScriptedServer
from tests.support.conversation import LANCASTER_SETUP, NOON, YORK_SETUP
from tests.support.works import (
    ANN,
    BOB,
    BOXES,
    HANGS,
    MASTER,
    RULES,
    SETUPS,
    Crash,
    Opens,
    Serving,
    Works,
    parsed,
    polling,
    text_of,
)


@contextmanager
def reopened(closed: PostOffice) -> Iterator[PostOffice]:
    """A post office where another was, with empty mailboxes."""
    with PostOffice(BOXES, smtp_port=closed.smtp_port, imap_port=closed.imap_port) as office:
        yield office


# Letters in, answers out


def test_a_letter_comes_in_and_the_answer_goes_out(works: Works) -> None:
    game = works.open_game()
    assert works.once() == 0
    assert [len(works.mails(reader)) for reader in (ANN, BOB)] == [1, 1]
    letter = works.letter(game, "york", YORK_SETUP)
    works.post(letter)
    assert works.once() == 1
    (answer,) = works.answers(letter)
    assert "receipt" in text_of(answer)
    assert works.statuses(LetterRow) == {"done": 1}
    assert works.statuses(OutgoingRow) == {"sent": 3}
    assert works.once() == 0
    assert len(works.mails(ANN)) == 2


def test_letters_for_many_games_at_once_are_each_answered_once(works: Works) -> None:
    games = [works.open_game() for _ in range(8)]
    letters = [works.letter(game, seat, SETUPS[seat]) for game in games for seat in SETUPS]
    random.Random(1485).shuffle(letters)  # noqa: S311 - any order will do, but always the same
    works.post(*letters)
    assert works.once() == len(letters)
    written = [*works.mails(ANN), *works.mails(BOB)]
    answered = Counter(mail["In-Reply-To"] for mail in written)
    assert [answered[letter["Message-ID"]] for letter in letters] == [1] * len(letters)
    assert len({mail["Message-ID"] for mail in written}) == len(written)
    assert works.statuses(OutgoingRow) == {"sent": len(written)}
    assert {works.game(game).status for game in games} == {"playing"}
    works.assert_sound()


def test_a_letter_too_long_is_told_so_and_does_nothing(tmp_path: Path, office: PostOffice) -> None:
    works = Works(tmp_path, office, max_letter_bytes=5_000)
    game = works.open_game()
    letter = works.letter(game, "york", YORK_SETUP + "# and so on\n" * 500)
    works.post(letter)
    assert works.once() == 1
    (answer,) = works.answers(letter)
    assert "longer than" in text_of(answer)
    assert works.rows(EntryRow) == []
    assert works.statuses(LetterRow) == {"done": 1}
    shorter = works.letter(game, "york", YORK_SETUP)
    works.post(shorter)
    works.once()
    assert len(works.answers(shorter)) == 1
    assert works.rows(EntryRow) != []
    works.db.close()


# The outbox


def test_mails_wait_while_the_server_is_down(works: Works, office: PostOffice) -> None:
    """One is tried after each pause, and the others with it as soon as it is taken."""
    works.open_game()
    office.stop()
    works.empty_outbox()
    tried, kept = works.rows(OutgoingRow)
    assert (tried.status, tried.attempts, tried.next_attempt) == ("waiting", 1, NOON + timedelta(minutes=2))
    assert "nobody listens there" in tried.last_error
    assert (kept.status, kept.attempts, kept.next_attempt) == ("waiting", 0, NOON)
    works.empty_outbox()
    works.clock.move(minutes=1)
    works.empty_outbox()
    assert [mail.attempts for mail in works.rows(OutgoingRow)] == [1, 1]
    with reopened(office) as works.office:
        works.clock.move(minutes=1)
        works.empty_outbox()
        assert works.mails(ANN) == []
        works.clock.move(minutes=3)
        works.empty_outbox()
        works.empty_outbox()
        assert [len(works.mails(reader)) for reader in (ANN, BOB)] == [1, 1]
    for mail in works.rows(OutgoingRow)[:2]:  # the game master is told besides
        assert (mail.status, mail.attempts, mail.sent, mail.last_error) == ("sent", 2, works.clock(), "")


def test_a_refused_recipient_is_given_up_and_the_others_are_written_to(works: Works) -> None:
    works.open_game(york="gone@example.test")
    works.open_game()
    works.empty_outbox()
    refused, *others = works.rows(OutgoingRow)
    assert (refused.status, refused.envelope_to) == ("refused", "gone@example.test")
    assert "550 5.1.1" in refused.last_error
    assert [(mail.status, mail.kind) for mail in others] == [("sent", "report")] * 3 + [("sent", "bounced")]
    works.clock.move(days=7)
    works.empty_outbox()
    assert works.rows(OutgoingRow)[0].attempts == 1
    assert [len(works.mails(reader)) for reader in (ANN, BOB)] == [1, 2]


def test_an_address_that_cannot_be_written_is_given_up_and_the_others_are_written_to(works: Works) -> None:
    works.open_game()
    with works.db.writing() as session:
        outbox.due(session, works.clock(), 1)[0].envelope_to = "anné@example.test"
    works.empty_outbox()
    refused, other, told = works.rows(OutgoingRow)
    assert (refused.status, other.status, told.kind) == ("refused", "sent", "bounced")
    assert "anné@example.test" in refused.last_error


class DiesAfter(Sender):
    """The process dies when the server has taken the second mail."""

    taken = 0

    async def send(self, raw: bytes, envelope_from: str, to: str) -> None:
        await super().send(raw, envelope_from, to)
        self.taken += 1
        if self.taken == 2:
            raise Crash


def test_a_crash_after_sending_repeats_that_mail_to_the_byte_and_no_other(works: Works) -> None:
    for _ in range(2):
        works.open_game()
    with pytest.raises(Crash):
        works.once(sends=DiesAfter)
    works.clock.move(hours=1)
    works.once()
    works.once()
    first, second, *rest = works.rows(OutgoingRow)
    delivered = Counter(raw for reader in (ANN, BOB) for raw in works.office.messages(reader))
    assert len(delivered) == 4
    copies = {str(parsed(raw)["Message-ID"]): count for raw, count in delivered.items()}
    assert copies == {first.message_id: 1, second.message_id: 2, **{mail.message_id: 1 for mail in rest}}
    assert works.statuses(OutgoingRow) == {"sent": 4}


# The same letter twice


class LostAfterReading(Mailbox):
    """The connection is lost before a letter is marked as done."""

    def mark_done(self, uids: object) -> int:
        raise MailboxError(f"connection lost before {uids} were marked")


class DiesAfterReading(Mailbox):
    """The process dies before a letter is marked as done."""

    def mark_done(self, uids: object) -> int:
        raise Crash(uids)


@pytest.mark.parametrize(("opens", "ends"), [(LostAfterReading, MailboxError), (DiesAfterReading, Crash)])
def test_a_letter_kept_but_not_marked_is_answered_once(works: Works, opens: Opens, ends: type[BaseException]) -> None:
    letter = works.letter(works.open_game(), "york", YORK_SETUP)
    works.post(letter)
    with pytest.raises(ends):
        works.once(opens)
    assert works.statuses(LetterRow) == {"new": 1}
    works.once()
    works.once()
    assert len(works.answers(letter)) == 1
    assert works.statuses(LetterRow) == {"done": 1}
    works.assert_sound()


def test_a_letter_that_a_mail_server_delivers_twice_is_answered_once(works: Works) -> None:
    letter = works.letter(works.open_game(), "york", YORK_SETUP)
    works.post(letter, letter)
    assert works.once() == 1
    works.post(letter)
    assert works.once() == 0
    assert len(works.answers(letter)) == 1
    assert len(works.rows(LetterRow)) == 1


# A fault of ours


def stumbles(name: str) -> Mapping[str, Rules[Any]]:
    """Plantagenet with a fault in one function, which shows when York has Norfolk in the centre."""
    good: Callable[..., Any] = getattr(RULES, name)

    def faulty(s: State, *rest: Any) -> Any:
        if s.battle is not None and s.battle.front[Side("york")][1] == "norfolk":
            raise ZeroDivisionError("a fault in the rules")
        return good(s, *rest)

    changes: dict[str, Any] = {name: faulty}
    return {RULES.name: replace(RULES, **changes)}


@pytest.mark.faults
@pytest.mark.parametrize("name", ["turn", "view"])
def test_a_fault_leaves_nothing_half_done_and_other_games_go_on(works: Works, name: str) -> None:
    """`turn` fails in the midst of an answer, `view` when its entries are written and the mails are being."""
    games = [works.open_game(), works.open_game()]
    yorks = ["array left richard, centre norfolk, right north\n" + YORK_SETUP.partition("array")[0], YORK_SETUP]
    works.post(*(works.letter(game, "york", text) for game, text in zip(games, yorks, strict=True)))
    works.once()
    before = log_of(works, games[0])
    letters = [works.letter(game, "lancaster", LANCASTER_SETUP) for game in games]
    works.post(*letters)
    works.desk = replace(works.desk, games=stumbles(name))
    assert works.once() == 2
    assert log_of(works, games[0]) == before
    assert [len(works.answers(letter, BOB)) for letter in letters] == [0, 1]
    assert [works.game(game).status for game in games] == ["held", "playing"]
    (held,) = [row for row in works.rows(LetterRow) if row.status == "held"]
    assert (held.message_id, held.seat) == (letters[0]["Message-ID"], "lancaster")
    assert "ZeroDivisionError: a fault in the rules" in held.outcome
    (told,) = works.mails(MASTER)
    assert "a fault in the rules" in text_of(told)
    _mend(works, games[0])
    assert len(works.answers(letters[0], BOB)) == 1
    works.assert_sound()


def _mend(works: Works, game: GameRow) -> None:
    """The fault is found, and the game released."""
    works.desk = replace(works.desk, games=GAMES)
    (outcome,) = by_hand.release(works.desk, game.name)
    assert "lines accepted" in outcome
    works.once()


def log_of(works: Works, game: GameRow) -> list[tuple[int, str]]:
    """Numbers and fingerprints of a game's entries."""
    return [(row.number, row.after) for row in works.rows(EntryRow) if row.game_id == game.id]


# Serving


def test_serve_answers_letters_as_they_come(works: Works) -> None:
    game = works.open_game()
    letters = [works.letter(game, seat, text) for seat, text in SETUPS.items()]

    async def serve() -> None:
        async with Serving(works, polling, poll=600) as serving:
            await serving.until(lambda: works.mails(ANN))
            for letter, reader in zip(letters, (ANN, BOB), strict=True):
                await asyncio.to_thread(works.post, letter)
                await serving.until(partial(works.answers, letter, reader))

    asyncio.run(serve())
    assert works.statuses(LetterRow) == {"done": 2}
    assert set(works.statuses(OutgoingRow)) == {"sent"}


@pytest.mark.parametrize("trouble", [NoRoom("no room on the disk"), OSError("Permission denied")])
def test_a_disk_in_trouble_is_a_line_in_the_log_and_the_work_goes_on(
    works: Works, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch, trouble: Exception
) -> None:
    """What is done from time to time fails; letters are answered."""
    game = works.open_game()
    letter = works.letter(game, "york", SETUPS["york"])

    def fails(*_: object) -> None:
        raise trouble

    for name in ("watch", "forget"):
        monkeypatch.setattr(f"pbem.daemon.{name}", fails)

    async def serve() -> None:
        async with Serving(works, polling, poll=600) as serving:
            await serving.until(lambda: works.mails(ANN))
            await serving.until(lambda: sum(str(trouble) in record.message for record in caplog.records) >= 2)
            await asyncio.to_thread(works.post, letter)
            await serving.until(partial(works.answers, letter, ANN))

    asyncio.run(serve())
    assert all(record.exc_info is None for record in caplog.records)


@pytest.mark.parametrize("idle", [True, False])
def test_serve_ends_when_told_in_the_midst_of_a_long_wait(works: Works, *, idle: bool) -> None:
    works.open_game()

    async def serve() -> None:
        async with Serving(works, lambda server: Mailbox(server, idle=idle, poll=600), poll=600) as serving:
            await serving.until(lambda: works.statuses(OutgoingRow) == {"sent": 2})

    asyncio.run(serve())


def test_serve_survives_servers_that_go_away_and_come_back(works: Works, office: PostOffice) -> None:
    letters = [works.letter(works.open_game(), "york", YORK_SETUP) for _ in range(2)]

    async def serve() -> None:
        async with Serving(works, polling, poll=0.02) as serving:
            await asyncio.to_thread(works.post, letters[0])
            await serving.until(lambda: works.answers(letters[0]))
            await asyncio.to_thread(office.stop)
            with reopened(office) as works.office:
                await asyncio.to_thread(works.post, letters[1])
                await serving.until(lambda: works.answers(letters[1]))

    asyncio.run(serve())
    assert works.statuses(LetterRow) == {"done": 2}
    works.assert_sound()


def test_letters_do_not_wait_for_a_server_that_takes_its_time_over_a_mail(
    works: Works, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Told to stop meanwhile the daemon notes what became of the mail in hand, whoever was sending it."""
    monkeypatch.setattr("pbem.daemon.SENDING_SECONDS", 0.05)
    monkeypatch.setattr("pbem.daemon.RETRY_SECONDS", 0.05)
    game, go_on = works.open_game(), threading.Event()
    letter = works.letter(game, "york", YORK_SETUP)

    def slow(verb: str, _: str) -> None:
        if verb == END:
            go_on.wait(HANGS)

    async def serve(server: ScriptedServer) -> None:
        async with Serving(works, polling, poll=0.02, smtp=Server(HOST, server.port, security="none")) as serving:
            await serving.until(lambda: "DATA" in server.lines)
            await asyncio.to_thread(works.post, letter)
            await serving.until(lambda: works.statuses(LetterRow) == {"done": 1})
            serving.daemon.stop()
            await serving.until(lambda: not serving.daemon._sends)
            go_on.set()

    with ScriptedServer(slow) as server:
        asyncio.run(serve(server))
        taken = [reader for reader, _ in server.taken]
    sent = [row for row in works.rows(OutgoingRow) if row.status == "sent"]
    assert [row.envelope_to for row in sent] == taken == [ANN]
    assert {row.last_error for row in works.rows(OutgoingRow)} == {""}


def test_serve_can_be_stopped_while_there_is_no_server(works: Works, office: PostOffice) -> None:
    works.open_game()

    async def serve() -> None:
        async with Serving(works, polling, poll=0.02) as serving:
            await serving.until(lambda: works.mails(BOB))
            await asyncio.to_thread(office.stop)

    asyncio.run(serve())
    assert works.statuses(OutgoingRow) == {"sent": 2}


def test_a_letter_kept_before_a_crash_is_answered_without_the_mailbox(works: Works) -> None:
    letter = works.letter(works.open_game(), "york", YORK_SETUP)
    works.post(letter)
    with pytest.raises(Crash):
        works.once(DiesAfterReading)

    async def serve() -> None:
        async with Serving(works, refusing, poll=0.02) as serving:
            await serving.until(lambda: works.answers(letter))

    asyncio.run(serve())
    assert works.statuses(LetterRow) == {"done": 1}


def refusing(server: Server) -> Mailbox:
    """The server is there and the password wrong."""
    return Mailbox(replace(server, password="wrong"))  # noqa: S106


def test_a_mailbox_that_can_be_opened_but_not_used_is_tried_after_pauses(
    works: Works, caplog: pytest.LogCaptureFixture
) -> None:
    works.post(works.letter(works.open_game(), "york", YORK_SETUP))
    pauses: list[int] = []

    def opens(server: Server) -> Mailbox:
        pauses.append(sum("Retrying" in record.message for record in caplog.records))
        return LostAfterReading(server)

    async def serve() -> None:
        async with Serving(works, opens, poll=0.02) as serving:
            await serving.until(lambda: len(pauses) > 2)

    asyncio.run(serve())
    assert pauses[:3] == [0, 1, 2]


def test_letters_do_not_wait_for_keys_that_others_wait_for(works: Works, monkeypatch: pytest.MonkeyPatch) -> None:
    asked, answered = threading.Event(), threading.Event()

    def look_up(_desk: Desk) -> int:
        asked.set()
        return int(answered.wait(HANGS))

    monkeypatch.setattr("pbem.daemon.look_up_keys", look_up)
    monkeypatch.setattr("pbem.daemon.KEY_SECONDS", 0.01)
    letter = works.letter(works.open_game(), "york", "status")

    async def work() -> None:
        async with Serving(works, polling, poll=0.02) as serving:
            await serving.until(asked.is_set)
            await asyncio.to_thread(works.post, letter)
            await serving.until(lambda: works.answers(letter))
            answered.set()

    asyncio.run(work())
