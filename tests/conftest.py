"""What the tests of the command line share: a post office, and an owner's folder with their configuration."""

from __future__ import annotations

import gc
import os
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import settings

from pbem.postoffice import PostOffice
from tests.empty import empty_database
from tests.owner import ANN, BOB, MASTER, MODERATOR, Owner

# The same examples each time: a test that fails must fail for the change at hand. HYPOTHESIS_PROFILE=explore looks further.
settings.register_profile("same", derandomize=True, deadline=None)
settings.register_profile("explore", max_examples=1000, deadline=None)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "same"))


def pytest_collection_finish() -> None:
    """The ten thousand tests are no garbage: what collects it need not look through them (some 5 % of the time)."""
    gc.collect()
    gc.freeze()


@pytest.fixture
def owner(tmp_path: Path) -> Iterator[Owner]:
    """An owner with a configuration and a post office, and no game yet."""
    boxes = dict.fromkeys([MODERATOR, ANN, BOB, MASTER], "rose")
    with PostOffice(boxes) as office:
        owner = Owner(tmp_path, office)
        owner.configure()
        empty_database(tmp_path / "games.sqlite")
        yield owner
