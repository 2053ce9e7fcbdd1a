"""What another process has claimed on a PostgreSQL server is left to it."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack, closing
from dataclasses import replace

import pytest

from pbem.moderator.core.context import Context
from pbem.moderator.core.desk import MailRules
from pbem.moderator.desk.outbox import next_mails
from pbem.moderator.intake.moderating import moderate_waiting
from pbem.store import claims
from pbem.store.database import Database
from pbem.store.mail import inbox, outbox
from tests.support.conversation import Conversation

pytestmark = pytest.mark.postgresql


@pytest.fixture
def other(talk: Conversation) -> Iterator[Database]:
    """The same database for another process."""
    with closing(Database.open(talk.db.location)) as database:
        yield database


def test_letters_of_a_game_that_another_daemon_deals_with_wait_in_their_order(talk: Conversation, other: Database) -> None:
    game_id = talk.game().id
    with other.claim(claims.of_game(game_id)):
        assert talk.write("york", "status") == []
        assert talk.write("lancaster", "status") == []
        with talk.db.reading() as session:
            assert [row.for_game for row in inbox.pending_letters(session)] == [game_id, game_id]
            assert inbox.is_pending(session, game_id)
            assert not inbox.is_pending(session, game_id + 1)
    assert [line.partition(":")[0] for line in moderate_waiting(talk.desk, most=1).lines] == ["letter 1"]
    assert [line.partition(":")[0] for line in moderate_waiting(talk.desk).lines] == ["letter 2"]


def test_letters_of_other_games_do_not_wait(talk: Conversation, other: Database) -> None:
    with other.claim(claims.of_game(talk.game().id + 1)), other.claim(claims.of_game(0)):
        assert talk.write("york", "status") != []


def chosen(talk: Conversation, most: int = 10) -> set[str]:
    """The readers of the mails that this process would send now."""
    with ExitStack() as claimed, talk.db.writing() as session:
        context = Context(session, talk.desk)
        mails = next_mails(context, most, lambda work: claimed.enter_context(talk.db.claim(work)))
        return {mail.envelope_to for mail in mails}


def test_a_reader_to_whom_another_daemon_sends_waits(talk: Conversation, other: Database) -> None:
    york, lancaster = (talk.players[seat].address for seat in ("york", "lancaster"))
    with talk.db.reading() as session:
        assert {mail.envelope_to for mail in outbox.due(session, talk.clock(), 10)} == {york, lancaster}
    with other.claim(claims.of_reader(york.upper())), other.claim(claims.WAY_OUT):
        assert chosen(talk, 1) == {lancaster}
        assert chosen(talk) == {lancaster}
    assert chosen(talk) == {york, lancaster}


def test_where_mails_are_counted_one_daemon_sends_all(talk: Conversation, other: Database) -> None:
    talk.desk = replace(talk.desk, mails=MailRules(mails_per_hour=10))
    with other.claim(claims.WAY_OUT):
        assert chosen(talk) == set()
    assert len(chosen(talk)) == 2
