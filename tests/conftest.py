"""What the tests of the command line share: a post office, and an owner's folder with his configuration."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from pbem.postoffice import PostOffice
from tests.owner import ANN, BOB, MASTER, MODERATOR, Owner


@pytest.fixture
def owner(tmp_path: Path) -> Iterator[Owner]:
    """An owner with a configuration and a post office, and no game yet."""
    boxes = dict.fromkeys([MODERATOR, ANN, BOB, MASTER], "rose")
    with PostOffice(boxes) as office:
        owner = Owner(tmp_path, office)
        owner.configure()
        yield owner
