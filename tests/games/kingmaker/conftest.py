"""Games that several modules of tests write letters to."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.games.kingmaker.newcomers import begin, opened
from tests.support.conversation import Conversation


@pytest.fixture
def talk(tmp_path: Path) -> Conversation:
    """A game of three at its set-up."""
    return opened(tmp_path)


@pytest.fixture
def begun(talk: Conversation) -> Conversation:
    """The same in Blue's first turn, his Event done."""
    talk.once("newcomers begin", begin)
    return talk
