"""A fresh conversation a test."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import cycle
from pathlib import Path

import pytest

from pbem.moderator.watching import add_observer
from tests.moderator.conversation import Conversation
from tests.moderator.watching import CLIO


@pytest.fixture
def talk(tmp_path: Path) -> Iterator[Conversation]:
    """A Bosworth game just opened."""
    conversation = Conversation(tmp_path)
    yield conversation
    conversation.db.close()


@pytest.fixture
def tokens(monkeypatch: pytest.MonkeyPatch) -> None:
    """The same tokens in every world: they are in the addresses and would differ otherwise."""
    letters = cycle("abcdefghijkmnpqr" + "stuvwxyz23456789")
    monkeypatch.setattr("pbem.moderator.opening.secrets.choice", lambda _: next(letters))


@pytest.fixture
def watched(talk: Conversation) -> Conversation:
    """A Bosworth game that Clio watches; her first report is looked at already."""
    add_observer(talk.desk, talk.name, CLIO)
    talk.new_mails()
    return talk
