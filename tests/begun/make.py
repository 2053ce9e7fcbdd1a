"""Makes the files of `games/`: `python -m tests.begun.make FOLDER`. Every game follows from its number."""

from __future__ import annotations

import gzip
import json
import random
import sys
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from pbem.engine.decision import Pick
from pbem.engine.table import Table
from pbem.moderator.control.opening import open_game
from pbem.moderator.desk.players import Player
from pbem.orders.words.lines import line_of, lines_for
from tests.begun.answers import answers
from tests.begun.program import Game
from tests.empty import empty_database

PLAYERS = {"york": Player("Ann", "ann@example.test"), "lancaster": Player("Bob", "bob@example.test")}
GAMES = (
    *(("bosworth", steps, {}) for steps in (2, 12)),
    *(("ia_henry_vi", steps, {}) for steps in (3, 14, 40, 75)),
    ("ib_towton", 4, {}),
    *(("ic_somersets_return", steps, {}) for steps in (6, 45)),
    *(("ii_warwicks_rebellion", steps, {}) for steps in (9, 60)),
    *(("iii_my_kingdom_for_a_horse", steps, {}) for steps in (5, 50)),
    ("ii_warwicks_rebellion", 20, {"without": ["ahead", "standing", "branches"]}),
)
AHEAD = (
    *("card 2: tax ely; pass", "card 3: parley ely until friendly, at most 3; if it fails: forage; else: pass"),
    *(
        "standing absorb militia, retinue",
        "absorb militia if outnumbered",
        "intercept if they are fewer",
        "never pillage london",
    ),
    *("next levy: levy troops", "reroll none", "flee if outnumbered 2 to 1", "plan pass", "withdraw orders"),
)
OTHERS = (
    *(
        "help",
        "help march",
        "help card",
        "status",
        "history",
        "map",
        "map ely",
        "resend",
        "standing",
        "withdraw standing all",
    ),
    *(
        "preview",
        "mend slips",
        "ok",
        "now",
        "again",
        "mrach ely",
        "tex yrok",
        "card 9: pass",
        "card 2 tax ely",
        "levy: pass",
    ),
    *("card 1: if it fails pass", "else: pass", "march", "march ely, tax ely", "muster yrok", "levy everything", "clear"),
    *(
        "Thanks for the good game! I am away next week.",
        "away from 1 January to 5 January",
        "extend 2 days",
        "absorb nonsense",
    ),
    *("intercept if the moon is full", "parley ely at most 2", "parley ely until it fails, at most 2", "withdraw card 2"),
    *("standing march ely", "flee unless", "m", "y", "5", "play nothing", "supply; forage; pass", "card 1: card 2: pass"),
)


def main(folder: Path) -> None:
    """Write every game that is not there yet."""
    folder.mkdir(parents=True, exist_ok=True)
    for number, (scenario, steps, options) in enumerate(GAMES):
        with TemporaryDirectory() as where:
            rng = random.Random(f"begun {number}")  # noqa: S311 - the same each time
            document = begun(Path(where), scenario, steps, dict(options), rng)
            letters = [(seat, letter(document, Path(where), seat, rng)) for seat in [*PLAYERS] * 4]
            told = answers(empty_database(Path(where) / "answers.sqlite"), document, letters)
        kept = {"document": document, "letters": letters, "answers": told}
        file = folder / f"{number:02}-{scenario}.json.gz"
        file.write_bytes(gzip.compress(json.dumps(kept, sort_keys=True).encode(), mtime=0))


def begun(folder: Path, scenario: str, steps: int, options: dict[str, Any], rng: random.Random) -> dict[str, Any]:
    """A game played by letters for so many steps, exported."""
    game = Game(empty_database(folder / "begun.sqlite"))
    terms = {"deadline": "7 days"} if rng.random() < 0.5 else None
    key = rng.randbytes(32)
    game.name = open_game(
        game.desk, "plantagenet", scenario, PLAYERS, auth="token", key=key, options=options, terms=terms
    ).name
    for _ in range(steps):
        table = game.table()
        if table.over:
            break
        seat = rng.choice(sorted({decision.seat for decision in table.open()}))
        game.write(seat, "\n".join(answering(table, seat, rng)))
    return game.export()


def answering(table: Table[Any], seat: str, rng: random.Random) -> list[str]:
    """Lines that answer what a seat is asked, sometimes with orders for later."""
    lines = []
    for decision in table.open_to(seat):
        if isinstance(decision.shape, Pick) and (decision.default is None or rng.random() < 0.6):
            lines += line_of(table, decision, rng.choice(list(decision.shape.options())))
        else:
            lines += lines_for(table, decision)
    return lines + rng.sample(AHEAD, rng.choice((0, 0, 1, 2)))


def letter(document: dict[str, Any], folder: Path, seat: str, rng: random.Random) -> str:
    """A letter as somebody may write it: answers, orders for later, questions, slips and nonsense."""
    file = folder / f"look-{rng.random()}.sqlite"
    game = Game(empty_database(file))
    game.take_in(document)
    lines = answering(game.table(), seat, rng) if rng.random() < 0.6 else []
    lines += rng.sample(AHEAD, rng.randint(0, 2)) + rng.sample(OTHERS, rng.randint(1, 6))
    if rng.random() < 0.3:
        rng.shuffle(lines)
    return "\n".join(lines)


if __name__ == "__main__":
    main(Path(sys.argv[1]))
