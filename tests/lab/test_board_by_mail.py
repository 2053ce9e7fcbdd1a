"""Games on the board played by two scripted correspondents through real IMAP and SMTP, from the first letter on."""

from __future__ import annotations

import asyncio
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest

from pbem.engine.decision import Json
from pbem.engine.game.sample import BotStyle
from pbem.engine.log.shares import SALTED, SCHEME
from pbem.engine.table import Table
from pbem.games.plantagenet.battle import battle
from pbem.games.plantagenet.campaign import plan
from pbem.games.plantagenet.game import RULES
from pbem.games.plantagenet.levy import pay
from pbem.lab.legs.by_mail import ByMail, MailedReport, Office
from pbem.lab.play.stage import Files, players_of, stage
from pbem.moderator.core.context import Context
from pbem.moderator.core.games import load_table
from pbem.moderator.desk.archive_files import rerun_game
from pbem.moderator.joining.opening import open_game
from tests.support.correspondents import Correspondent

PLAYERS = players_of(RULES, Files.delivered().setup(RULES))
KEY = b"\x15" * 32
IB, IA = "ib_towton", "ia_henry_vi"
TASTE = BotStyle(
    {
        "levy lord": 8,
        "levy troops": 2,
        "parley": 2,
        "done": 0.1,
        "tax": 4,
        "supply": 5,
        "forage": 4,
        "march": 3,
        "pass": 0.3,
    },
    {pay.DISBAND: 1, pay.VASSALS: 1, battle.FLEE: 1, plan.PLAN: 0.9},
)

pytestmark = pytest.mark.long


@dataclass
class Told:
    """What the moderator has written: the subjects by seat, and the lines refused."""

    refused: list[str] = field(default_factory=list)
    subjects: dict[str, list[str]] = field(default_factory=lambda: {seat: [] for seat in PLAYERS})

    def note(self, seat: str, reports: list[MailedReport]) -> None:
        """Take in what a player has read."""
        self.subjects[seat] += [report.subject for report in reports]
        lines = [line for report in reports for line in report.text.splitlines()]
        self.refused += [line for line in lines if line[4:8] == "--  " and line[:3].strip().isdigit()]


@dataclass
class Played:
    """A game by mail: what was asked and written, and how it stands."""

    table: Table[Any]
    status: str
    result: Json
    exact: bool
    letters: Counter[str] = field(default_factory=Counter)
    refused: list[str] = field(default_factory=list)
    subjects: dict[str, list[str]] = field(default_factory=dict)

    @property
    def turn(self) -> int:
        """The Turn it has come to."""
        return int(self.table.state.turn)


async def play(mail: ByMail, writers: dict[str, Correspondent], turns: int, slip: str) -> Told:
    """Letters until the game is over or has come to its end of `turns`. York's first letter is a slip."""
    table, told = mail.table, Told()
    await mail.office.daemon.empty_outbox()
    told.note("york", mail.read("york"))
    await mail.write("york", [slip])
    while not table.over and table.state.turn <= turns:
        seat = next(seat for seat in writers if table.open_to(seat))
        told.note(seat, mail.read(seat))
        assert mail.newest[seat].asks
        await mail.write(seat, writers[seat].letter(table))
    for seat in writers:
        told.note(seat, mail.read(seat))
    await mail.office.sender.close()
    return told


def by_mail(
    folder: Path,
    scenario: str,
    seed: str,
    turns: int = 15,
    slip: str = "asign york",
    options: dict[str, Json] | None = None,
) -> Played:
    """A game played by mail for so many Turns."""
    with stage(folder, lambda *_: None, PLAYERS.values()) as (desk, post), Office(desk, post, PLAYERS) as office:
        mail = ByMail(office, open_game(desk, RULES.name, scenario, PLAYERS, key=KEY, options=options))
        writers = {seat: Correspondent(seat, TASTE, seed) for seat in PLAYERS}
        told = asyncio.run(play(mail, writers, turns, slip))
        row = mail.row
        with desk.db.reading() as session:
            exact = rerun_game(Context(session, desk).of(row)).exact
            table = load_table(Context(session, desk).of(row))
        letters = Counter({seat: writer.letters for seat, writer in writers.items()})
        return Played(table, row.status, row.result, exact, letters, told.refused, told.subjects)


@pytest.fixture(scope="module")
def towton(tmp_path_factory: pytest.TempPathFactory) -> Played:
    """Ib from the first letter to the last."""
    return by_mail(tmp_path_factory.mktemp("towton"), IB, "towton")


def test_towton_is_played_from_the_first_letter_to_its_end(towton: Played) -> None:
    assert towton.status == "over"
    assert towton.result == {"winner": "lancaster", "how": "test of arms"}
    for seat in PLAYERS:
        assert towton.subjects[seat][-1].endswith("] Lancaster wins")


def test_no_letter_was_refused_but_the_slip(towton: Played) -> None:
    assert towton.refused == ['  1 --  asign york: "asign" is not an order.']


def test_a_turn_takes_few_letters(towton: Played) -> None:
    """Capability, Levy and Plan, four cards, and what the other side asks in between."""
    assert max(towton.letters.values()) <= 10


def test_the_game_is_what_its_log_gives_again(towton: Played) -> None:
    assert towton.exact


def test_three_turns_of_henry_vi(tmp_path: Path) -> None:
    """With dice of games begun before, whose seed is one where nothing that is written ahead comes otherwise."""
    played = by_mail(tmp_path, IA, "cecily", turns=3, options={SCHEME: SALTED})
    assert played.turn == 4
    assert played.refused == ['  1 --  asign york: "asign" is not an order.']
    assert played.exact
    assert max(played.letters.values()) <= 9 * 3
