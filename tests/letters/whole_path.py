"""Letters of odd lines, said over and over, through the whole path: taken in, read, carried out, answered.

Each comes from a seed of its own: `python -m tests.letters.fuzz --count 100 --seed N` sends that of seed N.
"""

from __future__ import annotations

import random
import tempfile
import time
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path

from tests.games.kingmaker import newcomers
from tests.letters.odd_lines import odd_line, words_of
from tests.support.conversation import PLAYERS, Conversation

GAMES = {
    "a Battle": ("plantagenet", "bosworth", PLAYERS),
    "a Levy": ("plantagenet", "ia_henry_vi", PLAYERS),
    "Nobles": ("warriors_of_england", "campaign", PLAYERS),
    "blocks": ("richard_iii", "1460", PLAYERS),
    "Factions": ("kingmaker", "three_players", newcomers.PLAYERS),
}
LONGEST_SECONDS = 2.0
"""No letter keeps the others waiting for longer."""
LONGEST_LETTER = 64_000


class Stage:
    """A game of each kind, to which letters are sent."""

    def __init__(self, folder: Path) -> None:
        self._talks = []
        for number, (rules, scenario, players) in enumerate(GAMES.values()):
            own = folder / str(number)
            own.mkdir()
            talk = Conversation(own, scenario=scenario, game=rules, players=players, letters_per_hour=10**6)
            self._talks.append((talk, words_of(talk.table())))
        self._sent = [0] * len(self._talks)

    def send(self, seed: int) -> tuple[float, str]:
        """Send the letter of a seed; gives its processor seconds, and what has gone wrong ("": nothing)."""
        place = seed % len(self._talks)
        talk, words = self._talks[place]
        text = letter(seed, words)
        began = time.thread_time()
        talk.write(next(iter(talk.players)), text)
        took = time.thread_time() - began
        self._sent[place] += 1
        row = talk.letter(self._sent[place])
        is_well = row.status == "done" and "the program failed" not in row.outcome
        return took, "" if is_well or row.outcome.startswith("set aside: TooMuchWork") else f"{row.status}: {row.outcome}"


@contextmanager
def stage() -> Iterator[Stage]:
    """The games, in a folder of their own."""
    with tempfile.TemporaryDirectory() as folder:
        yield Stage(Path(folder))


def letter(seed: int, words: list[str]) -> str:
    """The letter of a seed: a few lines, each repeated, often as a preview or with its slips mended."""
    chance = random.Random(seed)  # noqa: S311 - for tests
    lines: list[str] = []
    for _ in range(chance.randint(1, 4)):
        line = odd_line(chance.randrange(10**6), words)[: chance.choice([30, 200, 1000])]
        lines += [line if chance.randrange(2) else f"{line} {number}" for number in range(chance.choice([1, 20, 100, 480]))]
    head = chance.choice(["", "", "preview\n", "mend slips\n", "now\n"])
    return f"{head}{chr(10).join(lines)}"[:LONGEST_LETTER]


def send_all(seeds: Iterable[int]) -> tuple[tuple[float, int], list[tuple[int, str]]]:
    """Send the letters of these seeds: the seconds and seed of the slowest, and what has gone wrong with which."""
    slowest, faults = (0.0, 0), []
    with stage() as games:
        for seed in seeds:
            took, wrong = games.send(seed)
            slowest = max(slowest, (took, seed))
            faults += [(seed, wrong)] if wrong else []
    return slowest, faults
