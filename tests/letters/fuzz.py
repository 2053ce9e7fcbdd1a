"""Damaged letters, read as answers to our reports, by the hundred thousand: `python -m tests.letters.fuzz`.

Each letter comes from a seed of its own, so one that fails is read again alone: `--count 1 --seed N`. For each hundred of
them one of odd lines goes through the whole path (whole_path): `--count 100 --seed N` sends that of seed N again.
"""

from __future__ import annotations

import argparse
import logging
import random
import resource
import sys
import time
import traceback
from collections.abc import Iterable
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, field
from functools import cache

from pbem.games import GAMES
from pbem.mail.reading import Limits, read_letter
from pbem.mail.typed.orders import LineSigns, Reading, read_lines
from pbem.mail.typed.sent import Sent, sent_of
from pbem.moderator.reading.line_tests import prefixes_of_games
from tests.letters import whole_path
from tests.letters.corpus import corpus, report_names, report_raw
from tests.letters.mutants import MUSEUM, damaged
from tests.mail.bounds import check

LONGEST_SECONDS = 0.5
"""The aim: no letter keeps the processor for longer."""
LETTERS_A_PATH = 100
"""For so many letters that are read one goes through the whole path."""
WARM_UP = 1000
"""Letters until caches are full: from then on memory should not grow."""


@dataclass
class Figures:
    """What a run found. `slowest` are processor seconds and seed, `grown` is peak memory after the warm-up in kibibytes."""

    count: int = 0
    slowest: tuple[float, int] = (0.0, 0)
    slow: int = 0
    grown: int = 0
    faults: list[tuple[int, str]] = field(default_factory=list)
    """Seed and traceback of each letter that broke the reading."""

    def add(self, other: Figures) -> None:
        """Take in what another run found."""
        self.count += other.count
        self.slowest = max(self.slowest, other.slowest)
        self.slow += other.slow
        self.grown = max(self.grown, other.grown)
        self.faults += other.faults


class Broken(AssertionError):
    """The reader gave up a letter."""


def mutant(seed: int) -> tuple[bytes, Sent]:
    """The damaged letter of a seed, and the report that it answers: one of the museum answers any of them."""
    chance = random.Random(seed)  # noqa: S311 - for tests
    reports = _reports()
    name, letter = chance.choice(_answers())
    if chance.randrange(4) == 0:
        name, letter = chance.choice(sorted(reports)), chance.choice(MUSEUM)
    return damaged(letter, chance), reports[name]


def read(raw: bytes, sent: Sent) -> Reading:
    """Read a letter as an answer. Raises whatever the reading raises, and AssertionError where it breaks its promises."""
    letter = read_letter(raw)
    if letter.automatic == "it breaks the reader":
        raise Broken(letter.automatic)
    check(letter, Limits())
    found = read_lines(letter, [sent], LineSigns(_order_words()))
    texts = [line.text for line in found.lines] + [line.text for line in found.left_out] + list(found.form_lines or ())
    assert not [text for text in texts if not text.strip() or "\n" in text]
    return found


def fuzz(seeds: Iterable[int]) -> Figures:
    """Read the letters of these seeds."""
    figures, memory = Figures(), 0
    for seed in seeds:
        raw, sent = mutant(seed)
        began = time.thread_time()
        try:
            read(raw, sent)
        except Exception:
            figures.faults.append((seed, traceback.format_exc()))
        took = time.thread_time() - began
        figures.count += 1
        figures.slowest = max(figures.slowest, (took, seed))
        figures.slow += took > LONGEST_SECONDS
        if figures.count == WARM_UP:
            memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    figures.grown = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - memory if memory else 0
    return figures


@cache
def _answers() -> list[tuple[str, bytes]]:
    return [(letter.report, letter.raw) for letter in corpus()]


@cache
def _reports() -> dict[str, Sent]:
    return {name: sent_of(report_raw(name)) for name in report_names()}


@cache
def _order_words() -> frozenset[str]:
    return prefixes_of_games(GAMES).exact


def main() -> int:
    """Run, print the figures, and give the exit code: 1 if a letter broke the reading."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--count", type=int, default=100_000, help="letters to read")
    parser.add_argument("--seed", type=int, default=1, help="seed of the first; each next one has the next seed")
    parser.add_argument("--jobs", type=int, default=2, help="processes that read side by side")
    options = parser.parse_args()
    began = time.monotonic()
    figures = _side_by_side(range(options.seed, options.seed + options.count), options.jobs)
    seconds = time.monotonic() - began
    for seed, fault in figures.faults:
        print(f"--count 1 --seed {seed}\n{fault}")
    took, seed = figures.slowest
    print(f"{figures.count} letters, {figures.count / seconds:.0f} a second, {len(figures.faults)} broke the reading")
    print(f"slowest: {took:.3f} s with seed {seed}; {figures.slow} over {LONGEST_SECONDS} s")
    print(f"memory grew by {figures.grown} KiB after the first {WARM_UP} letters of a process")
    return 1 if figures.faults or _whole_path(range(options.seed, options.seed + options.count // LETTERS_A_PATH)) else 0


def _whole_path(seeds: range) -> bool:
    """Send letters of odd lines and print the figures; whether one has stopped anything."""
    _quiet()
    (took, seed), faults = whole_path.send_all(seeds)
    for number, wrong in faults:
        print(f"--count {LETTERS_A_PATH} --seed {number}: {wrong}")
    print(f"{len(seeds)} letters through the whole path, {len(faults)} with faults")
    print(f"slowest: {took:.3f} s with seed {seed}; the aim is {whole_path.LONGEST_SECONDS} s")
    return bool(faults)


def _side_by_side(seeds: range, jobs: int) -> Figures:
    figures = Figures()
    with ProcessPoolExecutor(jobs, initializer=_quiet) as pool:
        for part in pool.map(fuzz, [seeds[n::jobs] for n in range(jobs)]):
            figures.add(part)
    return figures


def _quiet() -> None:
    """The door logs what it cannot read; here it is reported with its seed."""
    logging.disable(logging.CRITICAL)


if __name__ == "__main__":
    sys.exit(main())
