"""One game played by bots through the mail, every letter of theirs counted."""

from __future__ import annotations

from random import Random
from typing import Any

from pbem.engine.decision import Seat
from pbem.engine.log.waiting import WAITING_STOPPED
from pbem.engine.table import Table
from pbem.lab.legs.bot import Bot
from pbem.lab.legs.by_mail import ByMail, Office
from pbem.lab.legs.corrected_letter import TypedLine, answers_now
from pbem.lab.legs.count import Count
from pbem.lab.legs.follower import Follower
from pbem.lab.legs.kinds import LastLetter, Leg, has_choice, has_news, kind_of_leg
from pbem.lab.legs.slips import SlipTyper, Typing
from pbem.lab.legs.writer import LegsWriter
from pbem.lab.play.random_games import turns_begun
from pbem.store.tables.games import GameRow

MAX_IDLE = 6
"""A game is stuck after this number of letters in a row that change nothing."""


class Stuck(Exception):
    """Letters that lead nowhere, or a player who is asked without being told: the game, and the last letter."""


class LegsGame:
    """A bot at each seat of one game."""

    def __init__(self, office: Office, game: GameRow, bots: dict[Seat, Bot], slips: Typing, seed: str) -> None:
        self.follower = Follower(office.desk.rules_of(game))
        self.mail = ByMail(office, game, self.follower.see)
        self.count = Count()
        self.writers = {
            seat: LegsWriter(bot, SlipTyper(slips.share, Random(f"{seed} {seat} slips")), slips.mended, slips.style)  # noqa: S311 - play, not secrets
            for seat, bot in bots.items()
        }
        self._idle = 0

    async def play(self, turns: int) -> Count:
        """Letters until the game is over, or has played this number of Turns (0: to the end). Raises Stuck."""
        table = self.mail.table
        first = turns_begun(table)
        while not table.over and (not turns or turns_begun(table) - first < turns):
            await self._one_letter()
        self.count.games = 1
        self.count.turns = min(turns_begun(table) - first + 1, turns or 1_000)
        for writer in self.writers.values():
            self.count.slips += writer.slips.made
            self.count.refused += writer.refused
            self.count.marred += writer.marred
            self.count.shown += writer.shown
        return self.count

    def _next(self) -> Seat:
        """Who writes: somebody who must correct a letter, else somebody who is asked."""
        mending = [seat for seat, writer in self.writers.items() if writer.to_mend]
        return next(iter([*mending, *(seat for seat in self.writers if self.mail.table.open_to(seat))]))

    async def _one_letter(self) -> None:
        seat = self._next()
        writer = self.writers[seat]
        self.mail.read(seat)
        if not self.mail.newest[seat].asks and not writer.to_mend:
            raise Stuck(f"{self.mail.name}: {seat} is asked, and their newest mail is {self.mail.newest[seat].subject!r}")
        lines = [line.typed for line in self._write(seat, writer)]
        await self._send(seat, writer, [*lines, *writer.postscript()])
        self.mail.read(seat)
        writer.hear(self.mail.newest[seat], self.mail.table)

    def _write(self, seat: Seat, writer: LegsWriter) -> list[TypedLine]:
        """The writer's next letter, counted by why they write it."""
        table, last = self.mail.table, writer.last
        if last is not None and (stopped := stopped_lines(table, seat, last.first)):
            last.answers = False
            last.slipped = last.slipped or any(map(writer.misspelt, stopped))
        lines = writer.write(table)
        kind = kind_of_leg(table, self.follower, seat, last, [line.typed for line in lines])
        self.count.legs[kind] += 1
        choice = any(map(has_choice, table.open_to(seat)))
        self.count.idle += kind is not Leg.ERROR and not choice
        self.count.floor += kind is Leg.HAND_OVER and choice and has_news(table, seat, last)
        return lines

    async def _send(self, seat: Seat, writer: LegsWriter, lines: list[str]) -> None:
        table = self.mail.table
        first, questions = table.next_number, table.open_to(seat)
        answers = answers_now(table, seat, [line.meant for line in writer.lines])
        await self.mail.write(seat, lines)
        asked = frozenset((d.key, d.subject) for d in questions)
        writer.last = LastLetter(first, table.next_number, asked, answers)
        self.count.letters += 1
        self.count.lines += len(lines)
        self._idle = self._idle + 1 if first == table.next_number else 0
        if (row := self.mail.row).status == "held":
            raise Stuck(f"{row.name} is held: {row.held_because}")
        if self._idle > MAX_IDLE:
            raise Stuck(f"{self.mail.name}: {seat} writes {lines} in vain")


def stopped_lines(table: Table[Any], seat: Seat, since: int) -> list[str]:
    """The seat's waiting lines that were given up since an entry."""
    events = [news.event for news in table.news if news.number >= since and news.event.visible_to(seat)]
    return [event.data["line"] for event in events if event.name == WAITING_STOPPED]
