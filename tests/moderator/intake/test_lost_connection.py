"""A connection to the database that is lost while letters are let in."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import Engine, event

from pbem.mail.imap.letters import FetchedHeader
from pbem.moderator.intake.admission import sort_out
from pbem.store.errors import Unwritable
from tests.support import postgresql
from tests.support.conversation import Conversation


@contextmanager
def cut_at(words: str) -> Iterator[None]:
    """The server ends a connection just before the first statement on it that has these words."""
    cut: list[int] = []

    def end(connection: Any, _cursor: Any, statement: str, *_: object) -> None:
        if words in statement and not cut:
            cut.append(connection.connection.dbapi_connection.info.backend_pid)
            postgresql.server().execute("postgres", f"SELECT pg_terminate_backend({cut[0]})")

    event.listen(Engine, "before_cursor_execute", end)
    try:
        yield
    finally:
        event.remove(Engine, "before_cursor_execute", end)
        assert cut


def header(talk: Conversation, uid: int) -> FetchedHeader:
    lines = ("From: ann@example.test", f"To: {talk.address('york')}", "Subject: orders", f"Message-ID: <{uid}@example.test>")
    raw = "\r\n".join([*lines, "", ""]).encode()
    return FetchedHeader(uid, len(raw), raw)


@pytest.mark.postgresql
def test_no_letter_is_a_strangers_because_the_database_was_away(tmp_path: Path) -> None:
    """Of strangers' letters only the header is kept."""
    talk = Conversation(tmp_path)
    headers = [header(talk, uid) for uid in (1, 2, 3)]
    with pytest.raises(Unwritable), cut_at("token_hash"):
        sort_out(talk.desk, headers)
    assert [each.place.value for each in sort_out(talk.desk, headers)] == ["player"] * 3
