"""What the tests of the command line share: a post office, and an owner's folder with their configuration."""

from __future__ import annotations

import gc
import logging
import os
import sys
from collections.abc import Callable, Iterator
from email.headerregistry import HeaderRegistry
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from hypothesis import settings
from sqlalchemy import Engine

import pbem
from pbem import faults
from pbem.i18n import Text, has_words
from pbem.mail.writing import ParsedOnce
from pbem.postoffice import PostOffice
from pbem.store.dialect import sqlite
from tests.slow import is_slow, listed
from tests.support import postgresql
from tests.support.owner import ANN, BOB, MASTER, MODERATOR, Owner

PROGRAM = Path(pbem.__file__).parent
FILLING = ("i18n.py", "engine/phrase.py")
AS_TYPED = ("orders/conditions/",)
"""They stand in lines as those are typed, which is English."""
FOR_THE_GAME_MASTER = ("cli/", "doctor/", "lab/", "replay/", "moderator/correcting/", "moderator/desk/")
"""What they alone are told is English."""
LOST: list[str] = []
"""The Texts that a test has lost."""
NOTED: list[str] = []
"""The faults of the program that it has survived in a test."""

# The same examples each time: a test that fails must fail for the change at hand. HYPOTHESIS_PROFILE=explore looks further.
settings.register_profile("same", derandomize=True, deadline=None)
settings.register_profile("explore", max_examples=1000, deadline=None)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "same"))


def pytest_xdist_auto_num_workers() -> int:
    """One more than there are cores: some wait for servers, processes and pauses."""
    return (os.cpu_count() or 1) + 1


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Mark the tests of the list of slow ones, and leave out those of the other kind of database."""
    slow = listed()
    other = "sqlite" if postgresql.IS_ON else "postgresql"
    for item in items:
        if is_slow(item.nodeid, slow):
            item.add_marker("slow")
    left_out = [item for item in items if item.get_closest_marker(other) is not None]
    if left_out:
        config.hook.pytest_deselected(items=left_out)
        items[:] = [item for item in items if item not in left_out]


@pytest.fixture(autouse=postgresql.IS_ON)
def _databases_are_dropped() -> Iterator[None]:
    yield
    postgresql.drop_made()


def pytest_collection_finish() -> None:
    """The ten thousand tests are no garbage: what collects it need not look through them (some 5 % of the time)."""
    gc.collect()
    gc.freeze()


@pytest.fixture(autouse=True)
def _no_text_is_lost(_texts_in_f_strings: None) -> Iterator[None]:
    """A test that loses one fails at its end, as what fails in a line is that line's fault."""
    LOST.clear()
    yield
    assert LOST == []


@pytest.fixture(autouse=True)
def _no_fault_is_hidden(request: pytest.FixtureRequest, _faults_are_noted: None) -> Iterator[None]:
    """A fault that a line or a letter is refused for fails the test, unless the test makes the program fail."""
    yield
    noted = NOTED.copy()
    NOTED.clear()
    if request.node.get_closest_marker("faults") is None:
        assert noted == []


@pytest.fixture(scope="session")
def _faults_are_noted() -> Iterator[None]:
    class Noting(logging.Handler):
        def emit(self, record: logging.LogRecord) -> None:
            NOTED.append(self.format(record))

    handler = Noting()
    faults.log.addHandler(handler)
    yield
    faults.log.removeHandler(handler)


@pytest.fixture(scope="session")
def _texts_in_f_strings() -> Iterator[None]:
    """An f-string makes a plain string of a Text, which is said in English to all: where that is meant, it has `!s`."""

    def formatted(self: Text, spec: str) -> str:
        by = sys._getframe(1).f_code
        room = _room_that_says(by.co_filename)
        if room and has_words(self.template):
            LOST.append(f"{room}, {by.co_name}: {self!s} stands in an f-string")
        return str.__format__(self, spec)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Text, "__format__", formatted)
        yield


@cache
def _room_that_says(file: str) -> str:
    """The file of the program whose Texts all readers are told, by its path; "" for any other."""
    room = Path(file).relative_to(PROGRAM).as_posix() if Path(file).is_relative_to(PROGRAM) else ""
    return "" if room.startswith((*FILLING, *AS_TYPED, *FOR_THE_GAME_MASTER)) else room


@pytest.fixture(scope="session", autouse=True)
def _statements_compiled_once() -> Iterator[None]:
    """A statement is compiled once for all databases of a run, not for each anew: a program has one, the tests thousands."""
    make = sqlite.working_engine

    @cache
    def first(_prepare: Callable[[Any, object], None]) -> Engine:
        engine = make(Path(":memory:"), _prepare)
        with engine.execution_options(pbem_begin=()).connect():  # the dialect learns of SQLite with the first connection
            return engine

    def sharing(path: Path, prepare: Callable[[Any, object], None]) -> Engine:
        engine, known = make(path, prepare), first(prepare)
        engine.dialect, engine._compiled_cache = known.dialect, known._compiled_cache
        return engine

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(sqlite, "working_engine", sharing)
        yield


@pytest.fixture(scope="session", autouse=True)
def _headers_parsed_once() -> Iterator[None]:
    """The headers of a mail are parsed once, as when it was written: the rest takes two thirds of what it takes a test to
    read one.
    """
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(HeaderRegistry, "__getitem__", ParsedOnce.__getitem__)
        patch.setattr(HeaderRegistry, "__call__", ParsedOnce.__call__)
        yield


@pytest.fixture
def owner(tmp_path: Path) -> Iterator[Owner]:
    """An owner with a configuration and a post office, and no game yet."""
    boxes = dict.fromkeys([MODERATOR, ANN, BOB, MASTER], "rose")
    with PostOffice(boxes) as office:
        yield Owner.at(tmp_path, office)
