"""A post office and all that works with it, for the tests of the daemon."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from pbem.postoffice import PostOffice
from tests.support.works import BOXES, Works


@pytest.fixture
def office() -> Iterator[PostOffice]:
    with PostOffice(BOXES) as office:
        yield office


@pytest.fixture
def works(tmp_path: Path, office: PostOffice) -> Iterator[Works]:
    works = Works(tmp_path, office)
    yield works
    works.db.close()
