"""A fresh conversation a test."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from pbem.moderator.seats.observers import add_observer
from tests.support.conversation import Conversation
from tests.support.watching import CLIO


@pytest.fixture
def talk(tmp_path: Path) -> Iterator[Conversation]:
    """A Bosworth game just opened."""
    conversation = Conversation(tmp_path)
    yield conversation
    conversation.db.close()


@pytest.fixture
def watched(talk: Conversation) -> Conversation:
    """A Bosworth game that Clio watches; her first report is looked at already."""
    add_observer(talk.desk, talk.name, CLIO)
    talk.new_mails()
    return talk
