"""A fresh conversation a test."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.moderator.conversation import Conversation


@pytest.fixture
def talk(tmp_path: Path) -> Iterator[Conversation]:
    """A Bosworth game just opened."""
    conversation = Conversation(tmp_path)
    yield conversation
    conversation.db.close()
