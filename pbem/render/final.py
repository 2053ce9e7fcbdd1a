"""The last report of a game: its story in brief, its figures by Turn, its dice, and how to check them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from pbem.engine.decision import Seat
from pbem.engine.event import Event
from pbem.engine.game.atlas import TurnLabel
from pbem.engine.game.reports import Chart
from pbem.render.content import MailPicture
from pbem.render.final_words import FinalWords
from pbem.render.templates.page import COMMON, Page
from pbem.render.templates.phrases import Phrases

BELOW_A_TURN = 2
"""The level of a heading."""
HALF = 16
"""Columns of a bar to either side of zero."""
RAREST = 1000
"""Rarer events than one in this many are reported alike."""


@dataclass(frozen=True, slots=True)
class StoryTurn:
    """A Turn of the story: which, and what it came to."""

    stamp: TurnLabel
    events: tuple[Event, ...]


@dataclass(frozen=True, slots=True)
class Figures:
    """A chart with its numbers: `rows` has for each of the `labels` (None: the start) one number a track."""

    chart: Chart
    word: str
    labels: tuple[TurnLabel | None, ...]
    rows: tuple[tuple[int, ...], ...]
    picture: MailPicture | None = None

    @property
    def most(self) -> int:
        """The number furthest from zero, 1 at least."""
        return max(1, *(abs(number) for row in self.rows for number in row))

    def bar(self, place: int) -> str:
        """The first track's number in row `place` as a bar in text: from the middle to the right for `up`, left for `down`.

        One that does not lean begins at the left edge.
        """
        track, number = self.chart.tracks[0], self.rows[place][0]
        length = max(1, round(HALF * abs(number) / max(HALF, self.most))) if number else 0
        if not track.down:
            return "|" + "=" * (2 * length)
        left, right = ("=" * length, "") if number < 0 else ("", "=" * length)
        return f"{left:>{HALF}}|{right}"


@dataclass(frozen=True, slots=True)
class Faces:
    """How often each face was rolled: of the dice of a `seat` (""), or those rolled for a `key` (""), or all.

    `odd`: fair dice stray as far one time in so many (0: not tested, or too few to test).
    """

    seat: Seat
    key: str
    counts: tuple[int, ...]
    odd: int = 0
    chi: float = 0.0

    @property
    def rolled(self) -> int:
        """How many dice."""
        return sum(self.counts)

    @property
    def mean(self) -> float:
        """The mean of the faces; 3.5 is expected."""
        return sum(face * number for face, number in enumerate(self.counts, 1)) / max(1, self.rolled)


@dataclass(frozen=True, slots=True)
class Chances:
    """A seat's rolls that could succeed: how many, how many did, how many were expected to.

    `one_in`: fair dice do as badly (`good`: as well) one time in so many; 1 is more often than not.
    """

    seat: Seat
    rolled: int
    succeeded: int
    expected: float
    one_in: int
    good: bool


@dataclass(frozen=True, slots=True)
class Tries:
    """How the rolls for a `key` ("": all) came off for each seat, None if it made none."""

    key: str
    seats: tuple[Chances | None, ...]


@dataclass(frozen=True, slots=True)
class Dice:
    """The dice of a game: `faces` of all, of each seat and of each purpose; `tries` by purpose, all of them last."""

    seats: tuple[Seat, ...]
    faces: tuple[Faces, ...]
    tries: tuple[Tries, ...]


@dataclass(frozen=True, slots=True)
class ByHand:
    """One die of the game, computed by hand: the hashed `parts` and the result.

    `about` says which die it is. `byte` are the first two hex digits of the hash, `number` the same as a number.
    """

    about: str
    parts: tuple[str, ...]
    byte: str
    number: int
    die: int


@dataclass(frozen=True, slots=True)
class GameProof:
    """How to check the game: its key, the hash promised, the archive's file and SHA-256, one die worked by hand, and the
    program that checks the archive, as it is attached ("": it is not).
    """

    key: str
    commitment: str
    file: str
    sha256: str
    by_hand: ByHand | None = None
    checker: str = ""

    @property
    def checking(self) -> str:
        """The command by which the program that is attached checks the archive and a folder of mails."""
        return f"python3 {self.checker} {self.file} --mails FOLDER"


@dataclass(frozen=True, slots=True)
class Final:
    """What the last report has beyond an ordinary one. Without `proof` the game is not over yet."""

    story: tuple[StoryTurn, ...]
    figures: tuple[Figures, ...]
    dice: Dice
    proof: GameProof | None = None

    @property
    def pictures(self) -> tuple[MailPicture, ...]:
        """Its charts that are drawn as pictures."""
        return tuple(each.picture for each in self.figures if each.picture is not None)


def final_facts(page: Page, game: str, final: Final | None, names: Callable[[str], str]) -> dict[str, Any]:
    """The facts for the templates of the last report, each Turn of the story in words. Raises NoPhrase."""
    if final is None:
        return {"final": None, "passages": ()}
    phrases = page.phrases(game)
    passages = [(passage.stamp, _lines(phrases, passage, names)) for passage in final.story]
    return {"final": final, "passages": passages, "words": FinalWords(page, game), "rarest": RAREST}


def _lines(phrases: Phrases, passage: StoryTurn, names: Callable[[str], str]) -> list[str]:
    """A Turn's lines; what is a heading below the Turn in reports is a line before its own."""
    lines = list[str]()
    for chapter in phrases.story(passage.events, names):
        lines += [*([f"{chapter.title}."] if chapter.level == BELOW_A_TURN else []), *chapter.lines]
    return lines


def render_stats(page: Page, game: str, final: Final) -> str:
    """The figures by Turn and the dice as text, for the moderator."""
    return page.surely(lambda sure: sure.fill(f"{COMMON}/stats.txt.j2", **final_facts(sure, game, final, str)))
