"""Logs of random games, cut off in the midst: with standing orders, acts and offers where the game has them.

    python -m tests.begun.midway    # those that are not there yet

Made on 2026-11-29. They are not to be made again to fit the code: a game under way would not open any more.
"""

from __future__ import annotations

import gzip
import json
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Any

from pbem.doctor.random_play import PlayPolicy
from pbem.engine.dice import Fate
from pbem.engine.log.cause import Cause
from pbem.engine.log.entry import Entry, EntryKind
from pbem.engine.table import Table
from pbem.games import GAMES
from pbem.lab.fuzz.game import FuzzGame, Game
from pbem.lab.fuzz.letters import writing_room
from pbem.lab.fuzz.report import FuzzReport
from pbem.moderator.core.setups import load_setup
from pbem.resources import scenarios_dir

LOGS = Path(__file__).parent / "logs"
FIRST_VERSION = 1
"""Logs that say nothing of a version are of games of the first one of their rules."""
SHARE = 0.6
"""So much of each game is kept."""
MOST_DECISIONS = 5_000


@dataclass(frozen=True, slots=True)
class Midway:
    """A game to play at random."""

    game: str
    scenario: str
    options: dict[str, Any]
    seed: str

    @property
    def name(self) -> str:
        """Of its file."""
        return f"{self.game}-{self.scenario}"


ALL = (
    Midway("kingmaker", "two_players", {"rounds": 6, "setup": "random"}, "begun/1"),
    Midway("kingmaker", "three_players", {"rounds": 6}, "begun/2"),
    Midway("kingmaker", "four_players", {"rounds": 5, "setup": "random"}, "begun/3"),
    Midway("kingmaker", "five_players", {"rounds": 6}, "begun/4"),
    Midway("richard_iii", "1460", {}, "begun/5"),
    Midway("warriors_of_england", "campaign", {}, "begun/6"),
)


def played(game: Midway) -> dict[str, Any]:
    """The game as data: its key, and its log up to a player's answer."""
    rules = GAMES[game.game]
    setup = load_setup(rules, game.scenario, scenarios_dir(), game.options)
    with writing_room(rules) as room:
        play = Game(
            FuzzGame(rules, setup, PlayPolicy.SURVIVE, game.seed, MOST_DECISIONS, room.letters, room.previews), FuzzReport()
        )
        assert play.rules is rules, "this seed begins elsewhere"
        if (problem := play.problem()) is not None:
            raise SystemExit(f"{game.name}: {problem}")
    table = play.table
    assert table is not None
    assert isinstance(table.chance, Fate)
    beyond = [
        n for n, entry in enumerate(table.entries) if entry.kind is EntryKind.ANSWER and n > SHARE * len(table.entries)
    ]
    log = [asdict(entry) for entry in table.entries[: beyond[0]]]
    return {**asdict(game), "version": rules.version, "key": table.chance.key.hex(), "entries": log}


def read(name: str) -> tuple[Table[Any], dict[str, Any]]:
    """A game restored from its file, and what stands there. Raises Diverged."""
    told = json.loads(gzip.decompress((LOGS / f"{name}.json.gz").read_bytes()))
    rules = GAMES[told["game"]]
    setup = load_setup(rules, told["scenario"], scenarios_dir(), told["options"])
    setup = replace(setup, version=told.get("version", FIRST_VERSION))
    entries = [
        Entry(**row | {"kind": EntryKind(row["kind"]), "cause": Cause.from_json(row["cause"])}) for row in told["entries"]
    ]
    return Table.restore(rules, setup, Fate(bytes.fromhex(told["key"])), entries), told


def main() -> None:
    """Make what is not there yet."""
    LOGS.mkdir(exist_ok=True)
    for game in ALL:
        file = LOGS / f"{game.name}.json.gz"
        if not file.exists():
            file.write_bytes(gzip.compress(json.dumps(played(game)).encode(), mtime=0))
            print(game.name)


if __name__ == "__main__":
    main()
