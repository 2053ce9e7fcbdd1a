"""Moments of the games, kept as the letters that lead to them (positions/GAME.toml), and rebuilt from these.

A moment can be had as a Table, or as a game in a database, with the report that its player has got last.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache, cached_property
from itertools import combinations, takewhile
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from pbem.engine.dice import Fate
from pbem.engine.log.entry import Entry
from pbem.engine.log.shares import SALTED, SCHEME, share_of
from pbem.engine.table import Table
from pbem.games import GAMES
from pbem.moderator.core.context import Context
from pbem.moderator.core.desk import Player
from pbem.moderator.core.games import write_log
from pbem.moderator.core.setups import find_scenario, load_setup
from pbem.moderator.playing.order_lines import carry_out_lines
from pbem.moderator.reading.line_kinds import Sorter
from pbem.moderator.reports.notify import tell_all
from pbem.moderator.reports.occasion import Occasion
from pbem.orders.reading.known import known_at
from pbem.resources import scenarios_dir
from pbem.store.games import journal, lobby
from tests.support.conversation import PLAYERS, Conversation, Mail, form

HERE = Path(__file__).parent
WRITTEN = tuple(game for game in GAMES if (HERE / "lines" / f"{game}.toml").is_file())
"""The games for which people have written lines of every kind."""
PLACED = tuple(game for game in GAMES if (HERE / "positions" / f"{game}.toml").is_file())
"""The games that have positions."""
NAMES = ("Ann", "Bob", "Cleo", "Dora", "Emil")
OPTIONS = {SCHEME: SALTED}
"""The dice follow from the first letter of each side, and from no later one."""


@dataclass(frozen=True)
class Letter:
    """A letter in standard form."""

    seat: str
    lines: tuple[str, ...]


@dataclass(frozen=True)
class Position:
    """A moment of a game at which `seat` is `asked` something, behind these `letters`."""

    game: str
    name: str
    scenario: str
    seat: str
    asked: tuple[str, ...]
    letters: tuple[Letter, ...]
    key: bytes

    @cached_property
    def table(self) -> Table[Any]:
        """The game at this moment: play on at forks of it only, which share what is known of its questions. Raises
        AssertionError where a letter is refused.
        """
        begun, table = self._begun()
        for number, letter in enumerate(self.letters[begun:], begun + 1):
            table.salt(letter.seat, share_of(f"<letter-{number}@example.test>", letter.lines))
            lines = Sorter(table, letter.seat).letter(enumerate(letter.lines, 1))
            results = carry_out_lines(table, letter.seat, lines)
            refused = [result for result in results if not result.accepted]
            assert not refused, f"{self.game} {self.name}, letter {number}: {refused}"
            if (self.scenario, self.letters[:number]) in partings(self.game):
                LOGS[self.game, self.scenario, self.letters[:number]] = tuple(table.entries), table.next_number
        known_at(table)
        return table

    def _begun(self) -> tuple[int, Table[Any]]:
        """How many of the letters another position has had too, and the game behind these."""
        rules = GAMES[self.game]
        setup = load_setup(rules, find_scenario(rules, self.scenario), scenarios_dir(), OPTIONS)
        for number in range(len(self.letters), 0, -1):
            if (way := (self.game, self.scenario, self.letters[:number])) in LOGS:
                entries, following = LOGS[way]
                table = Table.restore(rules, setup, Fate(self.key), entries)
                table.next_number = following
                return number, table
        return 0, Table.open_new(rules, setup, Fate(self.key))

    @cached_property
    def players(self) -> Mapping[str, Player]:
        """Who plays each seat."""
        seats = list(self.table.seats)
        if {*seats} == {*PLAYERS}:
            return PLAYERS
        return {seat: Player(name, f"{name.lower()}@example.test") for seat, name in zip(seats, NAMES, strict=False)}

    @cached_property
    def by_mail(self) -> Conversation:
        """The game at this moment in a database of its own. It is for reading: nothing may be written in it."""
        return self.conversation(Path(_folder().name, f"{self.game}-{self.name}"))

    def conversation(self, folder: Path) -> Conversation:
        """The game at this moment, to be played on by mail. All that was decided is new to both players."""
        folder.mkdir(parents=True, exist_ok=True)
        talk = Conversation(
            folder,
            game=self.game,
            scenario=self.scenario,
            key=self.key,
            options=dict(OPTIONS),
            players=self.players,
        )
        if self.letters:
            talk.once(f"position {self.name}", self._lead_on)
        return talk

    def _lead_on(self, talk: Conversation) -> list[Mail]:
        """Bring a game that has just begun to where the Table has come; its mails are still to be looked at."""
        table = self.table.fork()
        with talk.db.writing() as session:
            game = lobby.find_game(session, talk.name)
            context = Context(session, talk.desk).of(game).at(table)
            write_log(session, game, table, journal.next_number(session, game.id), None, context.clock)
            tell_all(context, Occasion("position", everybody=True))
        return []

    @cached_property
    def mail(self) -> Mail:
        """The newest report of the seat at `by_mail`."""
        talk = self.by_mail
        mails, address = talk.new_mails() if self.letters else talk.opening, self.players[self.seat].address
        (mail,) = (mail for mail in mails if mail.to == address)
        return mail

    @property
    def form(self) -> tuple[str, ...]:
        """The lines that `ok` sends."""
        lines = map(str.strip, form(self.mail).splitlines())
        return tuple(line for line in lines if line and not line.startswith("#"))


LOGS: dict[tuple[str, str, tuple[Letter, ...]], tuple[tuple[Entry, ...], int]] = {}
"""The log of a game of a scenario behind the letters that several positions begin with, and the number that comes next."""


@cache
def partings(game: str) -> frozenset[tuple[str, tuple[Letter, ...]]]:
    """The letters that two positions have both, up to where they part, with their scenario."""
    found = set()
    for one, other in combinations(positions(game).values(), 2):
        if one.scenario == other.scenario:
            both = takewhile(lambda pair: pair[0] == pair[1], zip(one.letters, other.letters, strict=False))
            found.add((one.scenario, tuple(letter for letter, _ in both)))
    return frozenset(found)


@cache
def _folder() -> TemporaryDirectory[str]:
    return TemporaryDirectory()


# The file


@cache
def positions(game: str) -> dict[str, Position]:
    """All of a game, by name. What is dealt and rolled at one follows from the key of the file, or one of its own."""
    told = tomllib.loads((HERE / "positions" / f"{game}.toml").read_text(encoding="utf-8"))
    return {each["name"]: _position(game, bytes.fromhex(each.get("key", told["key"])), each) for each in told["position"]}


def _position(game: str, key: bytes, told: dict[str, Any]) -> Position:
    letters = tuple(Letter(each["seat"], tuple(each["lines"])) for each in told["letters"])
    return Position(game, told["name"], told["scenario"], told["seat"], tuple(told["asked"]), letters, key)


def position(game: str, name: str) -> Position:
    """The one of this name. Raises KeyError."""
    return positions(game)[name]


def prompts(table: Table[Any], seat: str) -> Sequence[str]:
    """What a seat is asked."""
    return [str(decision.prompt) for decision in table.open_to(seat)]
