"""`pbem serve` killed again and again in the midst of its work: no letter is lost, applied twice, or left unanswered.

Two scripted players send back the forms of all their games, and the game master writes to their desk; another game is
opened whenever there is little left to be killed at. In the end everything is compared: what they sent, the database, what
they got. `make kill-test` kills three hundred times, in parts side by side.
"""

from __future__ import annotations

import json
import os
import random
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO

import pytest

from pbem.config.loading import load_settings
from pbem.games import GAMES
from pbem.moderator.core.context import Context
from pbem.moderator.desk.archive_files import rerun_game, verify_document
from pbem.moderator.desk.from_settings import desk_from
from pbem.resources import scenarios_dir
from pbem.store.archive.transfer import export_game
from pbem.store.games import lobby
from tests.kill.players import Players, check_carried_out, check_desk, check_letters, check_mails, left_over
from tests.kill.steps import STEPS
from tests.support.owner import Owner

ROOT = Path(__file__).parents[2]
KILLS = int(os.environ.get("PBEM_TEST_KILLS", "5"))
"""Kills at random moments."""
IN_A_PART = 50
"""So many of them in one life of a database, which is looked through after each."""
PARTS = [range(first, min(first + IN_A_PART, KILLS)) for first in range(0, KILLS, IN_A_PART)]
LONGEST_LIFE = 0.6
"""Seconds of a moderator to be killed at a random moment; connecting takes the first few hundredths."""
SEED = 1485
WORK = 3
"""With fewer letters and mails than this waiting, another game is opened before a life."""
HANGS = 60
"""Seconds after which a step that is not reached fails the test."""


class Mortals:
    """Moderators, one after the other, each until it is killed."""

    def __init__(self, owner: Owner, lives: subprocess.Popen[str]) -> None:
        self._owner = owner
        assert lives.stdin is not None
        assert lives.stdout is not None
        self._begin: IO[str] = lives.stdin
        self._told: IO[str] = lives.stdout

    def live(self, work: Callable[[], object], until: Callable[[], bool], step: str = "", number: int = 1) -> int:
        """Let a moderator and the players work side by side; kill it when it is `until`, if it has not died by then.

        Gives how it ended.
        """
        self._begin.write(json.dumps([str(self._owner.folder / "pbem.toml"), step, number]) + "\n")
        self._begin.flush()
        process = int(self._told.readline())
        ended = threading.Event()
        status: list[int] = []

        def wait() -> None:
            status.append(int(self._told.readline()))
            ended.set()

        waiting = threading.Thread(target=wait)
        waiting.start()
        while not ended.is_set() and not until():
            work()
            ended.wait(0.01)
        if not ended.is_set():
            os.kill(process, signal.SIGKILL)
        waiting.join()
        return status[0]


@contextmanager
def mortals_of(owner: Owner) -> Iterator[Mortals]:
    """Moderators of this owner."""
    command = [sys.executable, "-m", "tests.kill.mortal"]
    with (
        owner.folder.joinpath("stderr").open("a") as stderr,
        subprocess.Popen(  # noqa: S603
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=stderr, text=True, cwd=ROOT
        ) as lives,
    ):
        yield Mortals(owner, lives)


@pytest.fixture
def players(owner: Owner, monkeypatch: pytest.MonkeyPatch) -> Players:
    """Ann and Bob, whose games have many letters."""
    monkeypatch.setenv("PBEM_MAIL__LETTERS_PER_HOUR", "100000")
    monkeypatch.setenv("PBEM_MAIL__STRANGERS_PER_HOUR", "100000")
    monkeypatch.setenv("PBEM_MAIL__DESK", "token")
    monkeypatch.setenv("PBEM_MAIL__PICTURES", "false")
    monkeypatch.setenv("PBEM_IMAP__IDLE", "true")
    return Players(owner.office)


@pytest.mark.long
def test_killed_at_every_step(owner: Owner, players: Players) -> None:
    with mortals_of(owner) as mortals:
        for place, step in enumerate(STEPS):
            if left_over(owner.database) + players.answer() < WORK:
                owner.open_game()
            players.command()
            end = time.monotonic() + HANGS
            number = 1 + place % 2
            status = mortals.live(players.answer, lambda end=end: time.monotonic() > end, step, number)
            assert status == -signal.SIGKILL
            assert time.monotonic() < end, f"{step} was not reached"
    play_to_the_end(owner, players)
    check_all(owner, players)


@pytest.mark.parametrize("kills", PARTS, ids=str)
def test_killed_at_random_moments(kills: range, owner: Owner, players: Players) -> None:
    chance, interrupted = random.Random(SEED + kills.start), 0  # noqa: S311 - the same kills every time
    with mortals_of(owner) as mortals:
        for _ in kills:
            if left_over(owner.database) + players.answer() < WORK:
                owner.open_game()
            players.command()
            end = time.monotonic() + chance.uniform(0, LONGEST_LIFE)
            assert mortals.live(players.answer, lambda end=end: time.monotonic() > end) == -signal.SIGKILL
            interrupted += left_over(owner.database) > 0
    assert interrupted >= len(kills) // 4, "hardly any kill met the moderator at work"
    play_to_the_end(owner, players)
    check_all(owner, players)


def play_to_the_end(owner: Owner, players: Players) -> None:
    """Nobody is killed any more."""
    owner.pbem("once")
    while players.answer():
        owner.pbem("once")


def check_all(owner: Owner, players: Players) -> None:
    """No letter is lost, repeated or unanswered, and every game leads where its log says."""
    desk = desk_from(load_settings(owner.folder / "pbem.toml"))
    with desk.db.reading() as session:
        check_letters(session, players)
        check_carried_out(session, players)
        check_mails(session, owner.office, players)
        check_desk(session, owner.office, players)
        for game in lobby.games(session):
            assert (game.name, game.status) == (game.name, "over")
            assert rerun_game(Context(session, desk).of(game)).text().startswith("EXACT")
            assert verify_document(export_game(session, game.id), GAMES, scenarios_dir()).ok
    assert desk.db.integrity() == []
    desk.db.close()
    assert "Traceback" not in owner.folder.joinpath("stderr").read_text()
