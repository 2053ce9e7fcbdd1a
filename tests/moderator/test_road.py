"""The road of a letter: the functions that lead to the answer of its order, and how much of the program it takes.

The stack is that of the first call of Table.answer, from what the daemon calls on.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import groupby
from pathlib import Path
from types import FrameType

import pytest

import pbem
from pbem.engine.table import Table
from pbem.moderator.intake.moderating import moderate_waiting
from tests.support.conversation import Conversation

PROGRAM = Path(pbem.__file__).parent
MAX_FUNCTIONS = 9
MAX_FILES, MAX_OWN_FILES = 189, 40
"""Of the program, with the rules of a large game, mail and database, and of the moderator: from the letter's bytes to the
reports in the outbox. A file has one subject, and 400 lines at most: one that is split for that counts as two here.
"""
ROOMS = ["intake", "playing"]
"""Those on the stack: what a letter says has been given back by `reading` before it is played."""


@dataclass
class Traced:
    """What a call has gone through: the functions above the first answer, and the files that functions were called in."""

    road: list[str] = field(default_factory=list)
    files: set[str] = field(default_factory=set)

    def __call__(self, frame: FrameType, event: str, _argument: object) -> None:
        code = frame.f_code
        if event != "call" or not code.co_filename.startswith(str(PROGRAM)):
            return
        self.files.add(_module(frame))
        if code is Table.answer.__code__ and not self.road:
            self.road = _above(frame)


def _module(frame: FrameType) -> str:
    return str(Path(frame.f_code.co_filename).relative_to(PROGRAM).with_suffix(""))


def _above(frame: FrameType) -> list[str]:
    """The functions of the program that have led to a frame, from the one that the daemon calls."""
    above, caller = list[str](), frame.f_back
    while caller is not None:
        if caller.f_code.co_filename.startswith(str(PROGRAM)):
            above.insert(0, f"{_module(caller)}.{caller.f_code.co_name}")
        caller = None if caller.f_code is moderate_waiting.__code__ else caller.f_back
    return above


def traced(talk: Conversation, text: str) -> Traced:
    """A letter from York, traced on its way."""
    trace = Traced()
    sys.setprofile(trace)
    try:
        talk.write("york", text)
    finally:
        sys.setprofile(None)
    return trace


@pytest.fixture
def trace(tmp_path: Path) -> Iterator[Traced]:
    """A letter with one order, the second of its game, so that the game is in memory as it usually is."""
    talk = Conversation(tmp_path, scenario="ia_henry_vi", in_memory=False)
    talk.write("york", "status")
    yield traced(talk, "assign York\n")
    talk.db.close()


def test_few_functions_stand_between_the_daemon_and_the_answer(trace: Traced) -> None:
    assert trace.road[-1] == "orders/carry/execute.carry_out"
    assert len(trace.road) <= MAX_FUNCTIONS, trace.road


def test_a_letter_enters_each_room_once(trace: Traced) -> None:
    rooms = [name.split("/")[1] for name in trace.road if name.startswith("moderator/")]
    assert [room for room, _ in groupby(rooms)] == ROOMS


def test_a_letter_takes_few_files(trace: Traced) -> None:
    own = {file for file in trace.files if file.startswith("moderator/")}
    assert (len(own) <= MAX_OWN_FILES, len(trace.files) <= MAX_FILES) == (True, True), (len(own), len(trace.files))
