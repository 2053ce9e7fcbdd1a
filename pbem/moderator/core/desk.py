"""What the moderator works with, handed to every function that deals with letters or games: its people, and games in memory.

A game stays in memory between two letters, so that the next one need not replay its whole log. Each letter takes the Table
out of the cache, and puts it back when everything the letter did is committed. A Table that met a fault, or whose
transaction was rolled back, is not put back. Whoever takes one compares its Version with the database, so changes by another
process are never missed.
"""

from __future__ import annotations

import re
from collections import OrderedDict
from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from pathlib import Path
from typing import Any, Self

from pbem import values
from pbem.engine.decision import Seat
from pbem.engine.dice import Fate
from pbem.engine.game.rules import Rules
from pbem.engine.game.setup import Setup
from pbem.engine.table import Table
from pbem.mail.dkim import Resolver, txt_record
from pbem.moderator.core.setups import language_of, load_setup
from pbem.render.templates.page import Page
from pbem.store.database import Database
from pbem.store.games.journal import LogVersion, Notes
from pbem.store.tables.games import GameRow
from pbem.timing.steady import Uptime

SEE, RUN, CORRECT = "see", "run", "correct"
OFF = "off"
"""The setting of a desk that takes no letters."""
RIGHTS = (SEE, RUN, CORRECT)
"""SEE: look at everything in a game. RUN: hold it, give time, write to its players. CORRECT: change its past and its seats.
"""

IN_WORDS = {
    SEE: "look at the game",
    RUN: "run it (hold, extend, answer)",
    CORRECT: "correct it (undo, rerun, rule)",
}


def rights_in_words(rights: Collection[str]) -> str:
    """A sentence that says what a game master with these rights may and may not do."""
    may = [text for right, text in IN_WORDS.items() if right in rights]
    may_not = [text for right, text in IN_WORDS.items() if right not in rights]
    allowed = " and ".join(filter(None, [", ".join(may[:-1]), *may[-1:]])) or "do nothing"
    refused = f"; you may not {' or '.join(may_not)}" if may_not else ""
    return f"You may {allowed}{refused}."


@dataclass(frozen=True, slots=True)
class Master:
    """A game master and their rights. The owner has the games of all the others too."""

    address: str
    name: str = ""
    rights: frozenset[str] = frozenset(RIGHTS)
    is_owner: bool = False


# People

_PERSON = re.compile(r'(?:"((?:[^"\\]|\\.)*)"|([^"<>]*))\s*<([^<>]*)>|([^<>\s,]+)')
"""A name, in quotation marks or without, and an address in angle brackets, or an address alone."""
_ESCAPED = re.compile(r"\\(.)")


@dataclass(frozen=True)
class Player:
    """Who takes a seat. Raises BadValue for a bad name or address."""

    name: str
    address: str

    def __post_init__(self) -> None:
        object.__setattr__(self, "name", values.person_name(self.name))
        values.address(self.address)

    @classmethod
    def read(cls, text: str) -> Self:
        """Who is meant by `Ann <ann@example.org>` or `ann@example.org`. Raises BadValue."""
        match = _PERSON.fullmatch(text.strip())
        if match is None:
            raise values.BadValue(f'{values.one_line(repr(text), 100)} is not like "Ann <ann@example.org>"')
        quoted, plain, bracketed, alone = match.groups(default="")
        return cls.named(_ESCAPED.sub(r"\1", quoted) or plain, bracketed or alone)

    @classmethod
    def named(cls, name: str, address: str) -> Self:
        """The same; without a name they are called by the first part of their address."""
        return cls(name or address.partition("@")[0], values.address(address))

    @classmethod
    def as_kept(cls, name: str, address: str) -> Self:
        """Somebody from the database, whose name or address can be older than the rules for these."""
        return cls(values.fitted_name(name) or "?", values.fitted_address(address))


# Games in memory

MAX_GAMES = 32
"""Games kept in memory, those of the last letters; one takes about half a megabyte."""


@dataclass(frozen=True, slots=True)
class Version:
    """What a Table depends on: rules and Setup (`same`: they are those of its game), the key of its dice, the versions the
    game began with, and the state of its live log.
    """

    same: bool
    key: str
    versions: tuple[int, str, str]
    log: LogVersion


@dataclass(frozen=True, slots=True)
class CachedGame:
    """A game in memory, with the version that it had when it was committed, and the notes of its log if these were read."""

    game_id: int
    table: Table[Any]
    version: Version
    notes: Notes | None


class GameCache:
    """The games of the last letters, for one process and one database."""

    def __init__(self, most: int = MAX_GAMES) -> None:
        self._most = most
        self._kept: OrderedDict[int, CachedGame] = OrderedDict()

    def take(self, game_id: int) -> CachedGame | None:
        """Take a game out. Callers compare versions before use."""
        return self._kept.pop(game_id, None)

    def keep(self, kept: CachedGame) -> None:
        """Store a game whose letter is committed; the oldest one is dropped."""
        self._kept[kept.game_id] = kept
        while len(self._kept) > self._most:
            self._kept.popitem(last=False)


# The desk


@dataclass(frozen=True)
class LetterRules:
    """Which letters are accepted. `letters_per_hour` and `max_letter_bytes` limit one seat, `strangers_per_hour` all letters
    that belong to no seat. `open_tables` tells whether strangers may ask to join a game, `by_mail` how the game master's
    letters to their desk are taken ("off", "token", or "dkim": with a signature too); the `resolver` asks for keys of
    signatures.
    """

    letters_per_hour: int = 60
    strangers_per_hour: int = 200
    max_letter_bytes: int = 1_000_000
    open_tables: bool = False
    by_mail: str = OFF
    resolver: Resolver = txt_record


@dataclass(frozen=True)
class MailRules:
    """How mails go out: how many at most (0: any number), and whether reports have the map as a picture. Raw mail is kept
    for `retention_days`.
    """

    mails_per_hour: int = 0
    mails_per_day: int = 0
    retention_days: int = 90
    pictures: bool = False


@dataclass(frozen=True)
class HostMachine:
    """What the machine provides: its uptime (None: unknown), and the source of the dice. Its clock `is_compared` with the
    mail server's if nothing else shows that it is right.
    """

    uptime: Callable[[], Uptime | None] = lambda: None
    is_compared: bool = False
    fate: type[Fate] = Fate


@dataclass(frozen=True)
class Staff:
    """The address of the `gamemaster`, the human who gets notices (empty: nobody), and the `others`, who moderate games of
    their own.
    """

    gamemaster: str = ""
    others: tuple[Master, ...] = ()


@dataclass(frozen=True)
class Desk:
    """The database, the games, the scenario files, the templates, and the moderator's addresses.

    `mailbox` is the address players write to, `secret` keys our Message-IDs, `now` is the clock; `tables` are games kept in
    memory between two letters.
    """

    db: Database
    games: Mapping[str, Rules[Any]]
    scenarios: Path
    page: Page
    mailbox: str
    secret: bytes = field(repr=False)
    now: Callable[[], datetime]
    staff: Staff = Staff()
    letters: LetterRules = LetterRules()
    mails: MailRules = MailRules()
    machine: HostMachine = HostMachine()
    tables: GameCache = field(default_factory=GameCache, repr=False, compare=False)

    @property
    def gamemaster(self) -> str:
        """The address of the owner, who gets the notices about all games (empty: nobody)."""
        return self.staff.gamemaster

    @property
    def host(self) -> str:
        """The domain of our Message-IDs."""
        return self.mailbox.rpartition("@")[2]

    @property
    def masters(self) -> tuple[Master, ...]:
        """All game masters, the owner first."""
        owner = (Master(self.gamemaster, is_owner=True),) if self.gamemaster else ()
        return (*owner, *self.staff.others)

    def master_at(self, address: str) -> Master | None:
        """The game master with this address."""
        return next((each for each in self.masters if each.address.lower() == address.lower()), None)

    def gamemaster_of(self, game: GameRow | None) -> str:
        """Who gets the notices about a game, or (None) about all: who moderates it, or else the owner; empty: nobody."""
        master = self.master_at(game.moderator) if game is not None and game.moderator else None
        return master.address if master is not None else self.gamemaster

    def rules_of(self, game: GameRow) -> Rules[Any]:
        """The rules a game is played by."""
        return self.games[game.rules]

    def page_for(self, game: GameRow, seat: Seat) -> Page:
        """The templates in the language of a seat ("" for an observer)."""
        return self.page.speaking(language_of(game.options, seat))

    def setup_of(self, game: GameRow) -> Setup:
        """What a game started from."""
        return load_setup(self.rules_of(game), game.scenario, self.scenarios, game.options, game.rules_version)
