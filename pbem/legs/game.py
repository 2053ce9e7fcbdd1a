"""One game played by bots through the mail, every letter of theirs counted."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from random import Random
from typing import Any

from pbem.engine.decision import Seat
from pbem.engine.table import WAITING_STOPPED, Table
from pbem.legs.bot import Bot
from pbem.legs.by_mail import ByMail, Office
from pbem.legs.count import Count
from pbem.legs.course import Follower
from pbem.legs.kinds import LastLetter, Leg, has_choice, has_news, kind_of_leg
from pbem.legs.slips import Slips
from pbem.render.report import Outcome
from pbem.store.tables import GameRow

MOST_IDLE = 6
"""After so many letters in a row that change nothing a game is stuck."""


class Stuck(Exception):
    """Letters that lead nowhere, or a player who is asked without being told: the game, and the last letter."""


@dataclass(slots=True)
class Writer:
    """A bot at one seat, its pen, and what it remembers of its letters."""

    bot: Bot
    slips: Slips
    last: LastLetter | None = None
    meant: list[str] = field(default_factory=list)
    typed: list[str] = field(default_factory=list)
    to_mend: list[str] = field(default_factory=list)

    def next_letter(self, table: Table[Any]) -> list[str]:
        """What he means to write: what a slip kept from being read, or what he decides now."""
        return self.to_mend or self.bot.letter(table, plain=self.last is not None and self.last.first == self.last.after)

    def misspelt(self, line: str) -> bool:
        """Whether a line of his that waited had a slip: its order word has been written out meanwhile."""
        slips = [typed for typed, meant in zip(self.typed, self.meant, strict=True) if typed != meant]
        return any(typed.partition(" ")[2] == line.partition(" ")[2] for typed in slips)


class Match:
    """Two bots at one game."""

    def __init__(self, office: Office, game: GameRow, bots: dict[Seat, Bot], slips: float, seed: str) -> None:
        self.follower = Follower(office.desk.rules_of(game))
        self.mail = ByMail(office, game, self.follower.see)
        self.count = Count()
        self.writers = {
            seat: Writer(bot, Slips(slips, Random(f"{seed} {seat} slips")))  # noqa: S311 - play, not secrets
            for seat, bot in bots.items()
        }
        self._idle = 0

    async def play(self, turns: int) -> Count:
        """Letters until the game is over, or has come to its end of so many Turns (0: to the end). Raises Stuck."""
        table = self.mail.table
        first = int(table.state.turn)
        while not table.over and (not turns or table.state.turn - first < turns):
            await self._one_letter()
        self.count.games = 1
        self.count.turns = min(int(table.state.turn) - first + 1, turns or 1_000)
        self.count.slips = sum(writer.slips.made for writer in self.writers.values())
        return self.count

    def _next(self) -> Seat:
        """Who writes: somebody who has to mend a letter, else somebody who is asked."""
        mending = [seat for seat, writer in self.writers.items() if writer.to_mend]
        return next(iter([*mending, *(seat for seat in self.writers if self.mail.table.open_to(seat))]))

    async def _one_letter(self) -> None:
        seat, table = self._next(), self.mail.table
        writer = self.writers[seat]
        self.mail.read(seat)
        if not self.mail.newest[seat].asks and not writer.to_mend:
            raise Stuck(f"{self.mail.name}: {seat} is asked, and his newest mail is {self.mail.newest[seat].subject!r}")
        meant = writer.next_letter(table)
        self._note_leg(seat, writer, meant)
        await self._send(seat, writer, meant)
        self._hear(seat, writer)

    def _note_leg(self, seat: Seat, writer: Writer, lines: Sequence[str]) -> None:
        table = self.mail.table
        if writer.last is not None and any(map(writer.misspelt, stopped_lines(table, seat, writer.last.first))):
            writer.last.slipped = True
        kind = kind_of_leg(table, self.follower, seat, writer.last, lines)
        self.count.legs[kind] += 1
        choice = any(map(has_choice, table.open_to(seat)))
        self.count.idle += not choice
        self.count.floor += kind is Leg.HAND_OVER and choice and has_news(table, seat, writer.last)

    async def _send(self, seat: Seat, writer: Writer, meant: list[str]) -> None:
        table = self.mail.table
        asked = frozenset((d.key, d.subject) for d in table.open_to(seat))
        writer.meant, writer.typed = meant, [writer.slips.type(line) for line in meant]
        first = table.next_number
        await self.mail.write(seat, writer.typed)
        writer.last = LastLetter(first, table.next_number, asked)
        self.count.letters += 1
        self.count.lines += len(meant)
        self._idle = self._idle + 1 if first == table.next_number else 0
        if self._idle > MOST_IDLE:
            raise Stuck(f"{self.mail.name}: {seat} writes {writer.typed} in vain")

    def _hear(self, seat: Seat, writer: Writer) -> None:
        """Read the answer: which line was refused, if one was, and whether for a slip; then it is to be mended."""
        self.mail.read(seat)
        assert writer.last is not None
        refused = [n for n, outcome in self.mail.newest[seat].outcomes.items() if outcome is Outcome.REFUSED]
        writer.to_mend = []
        if refused:
            self.count.refused += 1
            at = refused[0] - 1
            writer.last.refused = True
            if writer.typed[at] != writer.meant[at]:
                writer.last.slipped = True
                writer.to_mend = writer.meant[at:]


def stopped_lines(table: Table[Any], seat: Seat, since: int) -> list[str]:
    """The seat's waiting lines that were given up since an entry."""
    told = [news.event for news in table.news if news.number >= since and news.event.visible_to(seat)]
    return [event.data["line"] for event in told if event.name == WAITING_STOPPED]
