"""The deadline that a player was told is the one that is kept, whatever players and the game master say about time."""

from __future__ import annotations

import random
from collections.abc import Mapping
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from pbem.engine.log.entry import EntryKind
from pbem.moderator.clock.deadline_changes import extend_seat, set_terms
from pbem.moderator.core.desk import Player
from pbem.moderator.deadlines.clock import open_clock
from pbem.store.games import journal
from tests.games.kingmaker import newcomers
from tests.support import conversation
from tests.support.conversation import PLAYERS, Conversation, Mail

IN_SUMMER, WHERE_CLOCKS_CHANGE = datetime(2026, 8, 22, 12, tzinfo=UTC), datetime(2026, 10, 22, 12, tzinfo=UTC)
LONDON = {"zone": "Europe/London", "absence": "60"}
THREE = ("kingmaker", "three_players", newcomers.PLAYERS)
PLANS: dict[str, tuple[tuple[str, str, Mapping[str, Player]], dict[str, str]]] = {
    "two": (("plantagenet", "bosworth", PLAYERS), {"deadline": "72h"}),
    "two, on days of the week": (("plantagenet", "ia_henry_vi", PLAYERS), {"deadline": "Mon Thu 20:00"}),
    "three": (THREE, {"deadline": "72h", "window": "12h", "answer": "24h"}),
    "three that wait": (THREE, {"deadline": "Mon-Fri 20:00", "window": "12h", "absence_does": "wait"}),
}
WORDS = ["present", "absent none", "agree pause", "refuse pause", "resume", "tell all: hello"]
STEPS = 40


class Watched:
    """A game in which its players speak of time by chance, and what each of them was last told of their own deadline."""

    def __init__(self, folder: Path, plan: str, seed: int) -> None:
        (game, scenario, players), terms = PLANS[plan]
        self.chance = random.Random(seed)  # noqa: S311 - for tests
        self.talk = Conversation(folder, game=game, scenario=scenario, players=players, terms=LONDON | terms)
        self.told = {player.address: "" for player in players.values()}
        self.due = self._due()
        self.is_told(self.talk.opening, "the opening")

    def step(self) -> None:
        """Somebody says something about time, or it passes."""
        due, answered = self.due, len(self._answers())
        mails, what = self._something()
        self.due = self._due()
        self.is_told(mails, what)
        for seat, note in self._answers()[answered:]:
            is_late = "no orders by" in note and due.get(seat) and due[seat][2]
            assert not is_late or due[seat][0] <= self.talk.clock(), f"{what}: {seat} is answered for before {due[seat][1]}"

    def is_told(self, mails: list[Mail], what: str) -> None:
        """Each player's newest word about their deadline, if there is a new one, is what the clock goes by."""
        for seat, (moment, text, _) in self.due.items():
            address = self.talk.players[seat].address
            news = " ".join(mail.flat for mail in mails if mail.to == address)
            if text in news:
                self.told[address] = text
            is_known = self.told[address] == text or moment <= self.talk.clock()
            assert is_known, f"{what}: {seat} has time until {text}, and was told {self.told[address]}"

    def _due(self) -> dict[str, tuple[datetime, str, bool]]:
        """When orders are due, as the seat's player is told it, and whether the clock waits for them."""
        table = self.talk.table()
        with self.talk.db.reading() as session:
            clock = open_clock(session, self.talk.game().id, self.talk.clock())
        clocks, now = clock.clocks(table), self.talk.clock()
        running = [seat for seat in table.seats if clock.is_running(clocks, table, seat)]
        moments = {seat: clock.due(clocks, seat) for seat in running}
        return {
            seat: (due, clock.local_time(clocks, seat, due), not clocks.delegates(seat, now))
            for seat, due in moments.items()
        }

    def _answers(self) -> list[tuple[str, str]]:
        with self.talk.db.reading() as session:
            lines = journal.read_kind(session, self.talk.game().id, EntryKind.TIMEOUT)
        return [(line.seat, line.note) for line, _ in lines]

    def _something(self) -> tuple[list[Mail], str]:
        chance, talk = self.chance, self.talk
        seat, today = chance.choice([*talk.players]), talk.clock().date()
        first, last = sorted((chance.randint(0, 6), chance.randint(0, 9)))
        days = f"absent {today + timedelta(first)} to {today + timedelta(last)}"
        match chance.randrange(10):
            case 0:
                extend_seat(talk.desk, talk.name, seat, timedelta(hours=chance.choice([5, 24, 72])))
                return talk.new_mails(), f"the game master gives {seat} more time"
            case 1:
                set_terms(talk.desk, talk.name, {"grace": chance.choice(["12h", "24h", "none"])})
                return talk.new_mails(), "the terms change"
            case 2 | 3 | 4:
                hours = chance.choice([1, 3, 7, 13, 25, 50])
                return talk.tick(hours=hours), f"{hours} hours pass"
            case 5:
                line = chance.choice([days, days, f"{days}, delegate"])
            case 6:
                line = f"extend {chance.choice([1, 12, 24, 48])}h"
            case 7:
                line = f"pause {chance.choice(['2 days', '1 week', '12 hours'])}"
            case 8:
                return [mail for each in talk.players for mail in talk.write(each, "agree pause")], "all agree to a pause"
            case _:
                line = chance.choice([*WORDS, f"zone {chance.choice(['America/New_York', 'Asia/Kathmandu', 'none'])}"])
        return talk.write(seat, line), f"{seat}: {line}"


@pytest.mark.parametrize("begin", [IN_SUMMER, WHERE_CLOCKS_CHANGE], ids=["summer", "clocks change"])
@pytest.mark.parametrize("plan", PLANS)
def test_the_deadline_that_is_told_is_kept(
    plan: str, begin: datetime, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(conversation, "NOON", begin)
    monkeypatch.setattr(conversation, "KEPT", {})
    seed = 100 * [*PLANS].index(plan) + begin.month
    game = Watched(tmp_path, plan, seed)
    for _ in range(STEPS):
        if game.talk.game().status != "playing":
            break
        game.step()
    game.talk.db.close()


def test_a_pause_and_its_end_tell_all_until_when_they_have_time(tmp_path: Path) -> None:
    game, scenario, players = THREE
    talk = Conversation(tmp_path, game=game, scenario=scenario, players=players, terms=LONDON | {"deadline": "72h"})
    talk.write("red", "pause 2 days")
    talk.write("blue", "agree pause")
    for letter, due in (("agree pause", "Thu 27 Aug 2026 13:00 BST"), ("resume", "Tue 25 Aug 2026 14:00 BST")):
        mails = {mail.to: mail for mail in talk.write("green", letter)}
        for seat in ("red", "blue"):
            notice = mails[players[seat].address]
            assert f"Your orders are due by {due}" in notice.flat
            assert f"Green has time until {due}" in notice.flat
            assert b"text/calendar" in notice.raw
        talk.clock.move(hours=1)
