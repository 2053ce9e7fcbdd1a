"""A letter while the database server is away, and the daemon when it is back."""

from __future__ import annotations

import pytest

from pbem.store.errors import Unwritable
from pbem.store.tables.mail import LetterRow
from tests.support import postgresql
from tests.support.conversation import YORK_SETUP
from tests.support.works import Works

pytestmark = pytest.mark.postgresql


def test_a_letter_waits_in_the_mailbox_until_the_server_is_back(works: Works) -> None:
    letter = works.letter(works.open_game(), "york", YORK_SETUP)
    works.once()
    works.post(letter)
    postgresql.server().stop()
    try:
        with pytest.raises(Unwritable):
            works.once()
    finally:
        postgresql.server().start()
    assert works.answers(letter) == []
    assert works.once() == 1
    assert [row.status for row in works.rows(LetterRow)] == ["done"]
    assert len(works.answers(letter)) == 1
    assert works.db.integrity() == []
