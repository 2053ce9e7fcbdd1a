"""What the moderator works with: handed to every function that deals with letters or games."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from pathlib import Path
from typing import Any

from pbem.engine.decision import Seat
from pbem.engine.dice import Fate
from pbem.engine.rules import Rules, Setup
from pbem.mail.dkim import Resolver, txt_record
from pbem.moderator.desk.languages import language_of
from pbem.moderator.desk.masters import Master
from pbem.moderator.desk.scenario_files import load_setup
from pbem.moderator.desk.table_cache import TableCache
from pbem.render.templates.page import Page
from pbem.store.database import Database
from pbem.store.tables import GameRow


@dataclass(frozen=True)
class Desk:
    """The database, the games, the scenario files, the templates, and how the moderator is called.

    `mailbox` is the address players write to, `secret` keys our Message-IDs, `gamemaster` is the human who gets notices
    (empty: nobody), `other_masters` those who moderate games of their own, `now` the clock. `letters_per_hour` and
    `max_letter_bytes` are the limits of one seat, `strangers_per_hour` that of all letters that belong to none,
    `mails_per_hour` and `mails_per_day` those of our own mails (0: none), `retention_days` the time that raw mail is kept;
    `pictures` tells whether reports have the map as a picture, `open_tables` whether strangers may ask to join a game,
    `by_mail` how the game master's letters to their desk are taken ("off", "token", or "dkim": with a signature too). `fate`
    is what dice follow from, `tables` are games kept in memory between two letters.
    """

    db: Database
    games: Mapping[str, Rules[Any]]
    scenarios: Path
    page: Page
    mailbox: str
    secret: bytes = field(repr=False)
    now: Callable[[], datetime]
    gamemaster: str = ""
    other_masters: tuple[Master, ...] = ()
    letters_per_hour: int = 60
    strangers_per_hour: int = 200
    max_letter_bytes: int = 1_000_000
    mails_per_hour: int = 0
    mails_per_day: int = 0
    retention_days: int = 90
    pictures: bool = False
    open_tables: bool = False
    by_mail: str = "off"
    resolver: Resolver = txt_record
    fate: type[Fate] = Fate
    tables: TableCache = field(default_factory=TableCache, repr=False, compare=False)

    @property
    def host(self) -> str:
        """The domain of our Message-IDs."""
        return self.mailbox.rpartition("@")[2]

    @property
    def masters(self) -> tuple[Master, ...]:
        """All game masters, the owner first."""
        owner = (Master(self.gamemaster, is_owner=True),) if self.gamemaster else ()
        return (*owner, *self.other_masters)

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
