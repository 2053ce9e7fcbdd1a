"""Two databases at one mailbox: the second does not begin, and a copy of the first is a stranger too."""

from __future__ import annotations

import asyncio
import shutil
from dataclasses import replace
from pathlib import Path

import pytest

from pbem.daemon import Daemon
from pbem.mail.address import new_message_id
from pbem.mail.imap.mailbox import Mailbox
from pbem.mail.smtp import Sender
from pbem.moderator.intake.mailbox_owner import AFTER_CLAIM, NotOurs, be_owner, mark_of, take_over, trial_letter
from pbem.postoffice import PostOffice
from pbem.store.database import Database
from pbem.store.tables.mail import LetterRow, OutgoingRow
from tests.support.conversation import MODERATOR, YORK_SETUP
from tests.support.database import file_of
from tests.support.works import ANN, MASTER, Works, text_of


def another(folder: Path, office: PostOffice) -> Works:
    folder.mkdir()
    return Works(folder, office)


def copy_of(works: Works, folder: Path) -> Works:
    """The same database restored elsewhere."""
    copied = another(folder, works.office)
    copied.db.close()
    works.db.close()
    shutil.copy(str(file_of(works.db)), str(file_of(copied.db)))
    for each in (works, copied):
        each.db = Database.open(each.db.location)
        each.desk = replace(each.desk, db=each.db)
    return copied


def test_another_database_does_not_begin_and_the_game_master_is_told_once(works: Works, tmp_path: Path) -> None:
    works.once()
    other = another(tmp_path / "test", works.office)
    letter = works.letter(works.open_game(), "york", YORK_SETUP)
    other.open_game()
    works.post(letter)
    for _ in range(2):
        with pytest.raises(NotOurs, match=r"another database of pbem.*pbem claim"):
            other.once()
    assert other.rows(LetterRow) == []
    (told,) = works.mails(MASTER)
    assert "belongs to another database of pbem" in text_of(told)
    assert works.mails(ANN) == []  # nothing of the stranger's has gone out
    works.once()
    assert len(works.answers(letter)) == 1
    with Mailbox(other.imap) as mailbox:
        assert take_over(other.desk, mailbox) == [mark_of(works.desk)]
    other.once()
    with pytest.raises(NotOurs):
        works.once()
    other.db.close()


def test_a_service_that_finds_another_mark_ends(works: Works, tmp_path: Path) -> None:
    other = another(tmp_path / "test", works.office)
    other.once()
    works.open_game()

    async def serve() -> None:
        async with Sender(works.smtp) as sender:
            await asyncio.wait_for(Daemon(works.desk, lambda: Mailbox(works.imap), sender).serve(60), 30)

    with pytest.raises(NotOurs):
        asyncio.run(serve())
    assert works.mails(ANN) == []
    other.db.close()


@pytest.mark.sqlite
def test_a_copy_elsewhere_is_a_stranger_and_one_in_the_old_place_is_not(works: Works, tmp_path: Path) -> None:
    works.once()
    mark = mark_of(works.desk)
    copied = copy_of(works, tmp_path / "copy")
    with pytest.raises(NotOurs, match="that this one is a copy of"):
        copied.once()
    copied.db.close()
    works.db.close()
    backup = tmp_path / "backup.sqlite"
    shutil.copy(file_of(works.db), backup)
    backup.replace(file_of(works.db))
    works.db = Database.open(works.db.location)
    works.desk = replace(works.desk, db=works.db)
    works.once()
    assert mark_of(works.desk) == mark


def test_of_two_that_begin_at_one_moment_one_stays(works: Works, tmp_path: Path) -> None:
    other = another(tmp_path / "test", works.office)
    desks = sorted([works.desk, other.desk], key=mark_of)

    class Late(Mailbox):
        """The other one leaves its mark just before this one does."""

        def own(self, mark: str) -> bool:
            with Mailbox(works.imap) as mailbox:
                mailbox.own(mark_of(desks[0]))
            return super().own(mark)

    with Late(works.imap) as late, pytest.raises(NotOurs):
        be_owner(desks[1], late)
    with Mailbox(works.imap) as mailbox:
        assert mailbox.owners() == {mark_of(desks[0])}
    other.db.close()


def never_sent(works: Works, *parts: str, secret: bytes | None = None) -> str:
    return new_message_id(works.desk.secret if secret is None else secret, works.desk.host, *parts)


@pytest.mark.parametrize("name", ["bosworth-1", "bosworth-9"])
def test_an_answer_to_a_mail_that_we_never_sent_ends_the_service(works: Works, name: str) -> None:
    game = works.open_game()
    works.once()
    letter = works.letter(game, "york", YORK_SETUP)
    letter["In-Reply-To"] = never_sent(works, name, "york", "a-report-of-tomorrow")
    works.post(letter)
    for _ in range(2):
        with pytest.raises(NotOurs, match=r"was never sent from this database.*pbem claim"):
            works.once()
    (told,) = works.mails(MASTER)
    assert "was never sent from this database" in text_of(told)
    assert works.rows(LetterRow) == []
    with Mailbox(works.imap) as mailbox:
        assert take_over(works.desk, mailbox) == []
    works.once()
    assert len(works.answers(letter)) == 1
    works.clock.move(days=AFTER_CLAIM.days + 1)
    works.post(letter)
    with pytest.raises(NotOurs):
        works.once()


def test_nobody_else_can_end_the_service(works: Works) -> None:
    """Forged hashes, mails of deleted games, to observers, and what we have sent."""
    game = works.open_game()
    works.once()
    sent = works.rows(OutgoingRow)[0].message_id
    for reference in (
        sent,
        sent.replace("york", "lancaster"),
        never_sent(works, "bosworth-1", "york", "x", secret=b"f" * 16),
        never_sent(works, "bosworth-1", "observer-7", "x"),
        never_sent(works, "", "gamemaster", "watch-disk"),
        never_sent(works, "bosworth-1", "york", "by-gamemaster", "x"),
    ):
        letter = works.letter(game, "york", "status")
        letter["In-Reply-To"] = reference
        letter["References"] = f"{never_sent(works, 'bosworth-1', 'york', 'older')} {reference}"
        works.post(letter)
    works.once()
    assert all(row.status == "done" for row in works.rows(LetterRow))


def test_a_trial_letter_of_ours_is_no_players(works: Works, office: PostOffice) -> None:
    _, raw = trial_letter(works.desk.secret, MODERATOR, works.clock())
    office.deliver(raw, MODERATOR)
    assert works.once() == 0
    assert works.rows(LetterRow) == []
