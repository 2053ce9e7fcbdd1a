"""Figures of speed: how fast games are restored and played, and what memory that takes. Nothing here judges them."""

from __future__ import annotations

import asyncio
import resource
import sys
from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass
from email import policy
from email.message import EmailMessage
from email.utils import make_msgid
from functools import partial
from itertools import chain, cycle, repeat
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from time import get_clock_info, perf_counter, process_time
from typing import Any

from pbem.daemon import Daemon
from pbem.doctor.random_play import PlayPolicy, RandomPlayer
from pbem.engine.decision import Seat
from pbem.engine.game.rules import Rules
from pbem.engine.game.setup import Setup
from pbem.engine.log.entry import fingerprint
from pbem.engine.table import Table
from pbem.lab.bench.by_mail import bench_by_mail
from pbem.lab.bench.reports import bench_reports, has_map
from pbem.lab.games import lab_of
from pbem.lab.play.random_games import play_at_random
from pbem.lab.play.stage import (
    DATABASE,
    MODERATOR,
    Connections,
    Files,
    Processor,
    StageSettings,
    embedded,
    players_of,
    stage,
)
from pbem.lab.showcase import Letters
from pbem.mail.smtp import Sender
from pbem.moderator.core.context import Context
from pbem.moderator.core.desk import Desk, Player
from pbem.moderator.core.games import load_table
from pbem.moderator.joining.opening import open_game
from pbem.moderator.seats.addresses import address_of
from pbem.orders.words.lines import line_of
from pbem.postoffice import OnDelivery, PostOffice
from pbem.store.games import lobby
from pbem.store.tables.games import GameRow

ROUNDS = 3  # the best of these counts: other work on the machine only slows them
MAIL_GAMES, SAMPLES = 20, 20
STRANGERS = 2_000
SETTLE_SECONDS = 0.1  # between letters that are timed, so that each finds the daemon waiting


def bench(
    rules: Rules[Any], setups: Sequence[Setup], seed: str | int = 1, games: int = 50, files: Files | None = None
) -> dict[str, dict[str, float]]:
    """All figures, by part: the engine with each scenario, reports and whole games of the first that has a map, the mail."""
    measured = Measured.of(rules, files or Files.delivered())
    figures = {f"engine, {setup.scenario}": bench_engine(rules, setup, seed, games) for setup in setups}
    for setup in filter(partial(has_map, rules), setups):
        figures |= bench_reports(rules, setup, str(seed), files)
        figures[f"games by mail with pictures, {setup.scenario}"] = bench_by_mail(rules, setup, str(seed), files)
        break
    with TemporaryDirectory(prefix="pbem-bench-") as folder:
        figures["mail"] = bench_mail(Path(folder), measured, MAIL_GAMES, SAMPLES)
    with TemporaryDirectory(prefix="pbem-bench-") as folder:
        return {**figures, "strangers": bench_strangers(Path(folder), measured, STRANGERS)}


def bench_engine(rules: Rules[Any], setup: Setup, seed: str | int, games: int) -> dict[str, float]:
    """Random games played and restored, by each policy in turn.

    A decision is any question answered, dice and forced choices included; while playing, the options of every player's
    question are listed, while restoring none are. The share of fingerprints is part of a restored decision's time.
    """
    tables: list[Table[Any]] = []
    policies = cycle(PlayPolicy)
    players = [(f"{seed}/{number}", next(policies)) for number in range(games)]
    play = partial(play_at_random, rules, setup)
    played = _seconds(lambda: tables.extend(play(name, policy=policy) for name, policy in players), rounds=1)
    longest = max(tables, key=lambda table: len(table.entries))
    restored = _seconds(lambda: [_restore(table) for table in tables])
    decisions = sum(len(table.entries) for table in tables)
    return {
        "games": games,
        "decisions": decisions,
        "random_games_per_second": games / played,
        "microseconds_per_random_decision": played / decisions * 1e6,
        "restored_decisions_per_second": decisions / restored,
        "microseconds_per_restored_decision": restored / decisions * 1e6,
        "microseconds_per_fingerprint": _seconds(lambda: fingerprint(longest.state)) * 1e6,
        "longest_game_decisions": len(longest.entries),
        "longest_game_restore_milliseconds": _seconds(lambda: _restore(longest)) * 1e3,
        "peak_memory_mebibytes": peak_memory(),
    }


def _restore(table: Table[Any]) -> Table[Any]:
    return Table.restore(table.rules, table.setup, table.chance, table.entries)


def _seconds(work: Callable[[], object], rounds: int = ROUNDS) -> float:
    """The shortest time of the processor that `work` took, in seconds. The system can count it in ticks, so that it is 0:
    then it is what the clock can tell apart.
    """
    times = []
    for _ in range(rounds):
        begun = process_time()
        work()
        times.append(process_time() - begun)
    return max(min(times), get_clock_info("process_time").resolution)


def peak_memory() -> float:
    """The most memory this process has had, in MiB (the system counts in KiB, macOS in bytes)."""
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return peak / (1 << 20 if sys.platform == "darwin" else 1 << 10)


def summary(figures: dict[str, dict[str, float]]) -> str:
    """The figures for people, a line each."""
    lines = []
    for part, values in figures.items():
        lines += [f"{part}:", *(f"  {name.replace('_', ' ')}: {_figure(value)}" for name, value in values.items())]
    return "\n".join(lines)


def _figure(value: float) -> str:
    return f"{value:,.0f}" if value >= 100 else f"{value:.3g}"


# Letters


STRANGER = "stranger@elsewhere.test"
MAX_WAVES = 100  # a battle takes a dozen: more would mean that the letters are refused
WAVES_BY_CHANCE = 12  # letters of each player where a game has none ready


@dataclass(frozen=True)
class Measured:
    """The game that letters are measured with: its rules, the Setup that it is shown by, its files, who plays."""

    rules: Rules[Any]
    setup: Setup
    files: Files
    players: Mapping[Seat, Player]

    @classmethod
    def of(cls, rules: Rules[Any], files: Files) -> Measured:
        """As the game's Sample has it."""
        setup = files.setup(rules)
        return cls(rules, setup, files, players_of(rules, setup))

    def stage(self, folder: Path, on_delivery: OnDelivery) -> AbstractContextManager[tuple[Desk, PostOffice]]:
        """A stage for this game alone."""
        return stage(
            folder, on_delivery, self.players.values(), StageSettings(games={self.rules.name: self.rules}, files=self.files)
        )

    def open(self, desk: Desk) -> str:
        """A new game; its name."""
        return open_game(desk, self.rules.name, self.setup.scenario, self.players).name

    def waves(self) -> Iterator[Texts]:
        """What is written in one wave of letters after the other."""
        showcase = lab_of(self.rules).showcase
        if not showcase.opening:
            return repeat(partial(by_chance, RandomPlayer.from_seed("bench", self.rules.sample.styles)), WAVES_BY_CHANCE)
        return chain([ready(showcase.opening)], repeat(ready(showcase.letter), MAX_WAVES))


Texts = Callable[[Desk, GameRow, Seat], str]
"""The text of a seat's next letter in a game ("": it writes none)."""


def ready(letters: Letters) -> Texts:
    """Letters that are the same in every game."""
    return lambda _desk, _game, seat: letters.get(seat, "")


def by_chance(player: RandomPlayer, desk: Desk, game: GameRow, seat: Seat) -> str:
    """An answer to the first question that a seat is asked."""
    with desk.db.reading() as session:
        table = load_table(Context(session, desk).of(game))
    return "\n".join(
        line for decision in table.open_to(seat)[:1] for line in line_of(table, decision, player.answer(decision))
    )


def bench_mail(folder: Path, measured: Measured, games: int, samples: int) -> dict[str, float]:
    """Games moderated end to end: letters through SMTP into a mailbox, read over IMAP, answered over SMTP.

    The embedded servers run in this process. Counted is the processor's time, theirs apart from the daemon's: reading,
    moderating, committing and sending; writing the players' letters is not.
    """
    arrivals = Arrivals()
    with measured.stage(folder, arrivals.keep) as (desk, office):
        rows = [measured.open(desk) for _ in range(games)]
        letters, work = asyncio.run(_moderate_waves(desk, office, rows, measured))
        extra = measured.open(desk)
        delays = asyncio.run(reply_delays(desk, embedded(office, MODERATOR, idle=True), extra, arrivals, samples))
    size = (folder / DATABASE).stat().st_size  # closed: the write-ahead log is folded in
    return {
        "games": games,
        "letters": letters,
        "letters_moderated_per_second": letters / work.moderator,
        "milliseconds_of_the_servers_per_letter": work.servers / letters * 1e3,
        "database_bytes_per_game": size / games,
        "median_milliseconds_from_arrival_to_reply_with_idle": median(delays) * 1e3,
    }


def bench_strangers(folder: Path, measured: Measured, strangers: int) -> dict[str, float]:
    """How long a player waits for an answer whose letter comes while letters of strangers are being refused.

    The embedded servers run in this process: an IMAP server of its own finds the player's letter much sooner.
    """
    arrivals = Arrivals()
    with measured.stage(folder, arrivals.keep) as (desk, office):
        game = measured.open(desk)
        moderator = embedded(office, MODERATOR)
        asyncio.run(_look_once(desk, moderator))
        for _ in range(strangers):
            office.deliver(letter_bytes(STRANGER, desk.mailbox, "something to buy"), desk.mailbox, STRANGER)
        (delay,) = asyncio.run(reply_delays(desk, moderator, game, arrivals, 1))
    return {"letters_of_strangers": strangers, "milliseconds_from_arrival_to_reply": delay * 1e3}


async def _look_once(desk: Desk, moderator: Connections) -> None:
    async with Sender(moderator.smtp) as sender:
        with moderator.mailbox() as mailbox:
            await Daemon(desk, moderator.mailbox, sender, lambda _: None).once(mailbox)


async def _moderate_waves(desk: Desk, office: PostOffice, games: list[str], measured: Measured) -> tuple[int, Processor]:
    """Letters for all games at once, wave by wave, until every game is over or the random ones are written.

    Gives letters and the work of moderating them.
    """
    letters, work = 0, Processor()
    moderator = embedded(office, MODERATOR)
    async with Sender(moderator.smtp) as players, Sender(moderator.smtp) as sender:
        daemon = Daemon(desk, moderator.mailbox, sender, lambda _: None)
        with moderator.mailbox() as mailbox:
            await daemon.once(mailbox)
            for texts in measured.waves():
                wave = [letter for name in games for letter in letters_for(desk, name, texts)]
                if not wave:
                    return letters, work
                for sent_by, to, raw in wave:
                    await players.send(raw, sent_by, to)
                with work.counted(office):
                    letters += await daemon.once(mailbox)
    if lab_of(measured.rules).showcase.opening:
        raise AssertionError(f"not all games are over after {MAX_WAVES} letters of each player")
    return letters, work


def letters_for(desk: Desk, game: str, texts: Texts) -> Iterator[tuple[str, str, bytes]]:
    """One letter from each player of a game that is not over and who has something to write: sender, address, raw letter."""
    with desk.db.writing() as session:
        row = lobby.find_game(session, game)
        seats = lobby.seats(session, row.id) if row.status != "over" else []
        addresses = [address_of(Context(session, desk).of(row), seat) for seat in seats]
    for seat, to in zip(seats, addresses, strict=True):
        if text := texts(desk, row, seat.name):
            yield seat.address, to, letter_bytes(seat.address, to, text)


def letter_bytes(sent_by: str, to: str, text: str) -> bytes:
    """A plain letter as a mail program sends it."""
    message = EmailMessage(policy=policy.SMTP)
    message["From"], message["To"], message["Subject"] = sent_by, to, "orders"
    message["Message-ID"] = make_msgid(domain="pbem.test")
    message.set_content(text)
    return bytes(message)


class Arrivals:
    """When the post office put mail into which mailbox: times of perf_counter() by local part."""

    def __init__(self) -> None:
        self.times: defaultdict[str, list[float]] = defaultdict(list)

    def keep(self, _raw: bytes, recipient: str) -> None:
        """Note a delivery."""
        self.times[recipient.partition("@")[0].partition("+")[0]].append(perf_counter())


async def reply_delays(desk: Desk, moderator: Connections, game: str, arrivals: Arrivals, samples: int) -> list[float]:
    """Seconds from a letter's arrival in the moderator's mailbox to its answer's in the player's, for `samples` letters."""
    delays: list[float] = []
    box = desk.mailbox.partition("@")[0]
    async with Sender(moderator.smtp) as players, Sender(moderator.smtp) as sender:
        daemon = Daemon(desk, moderator.mailbox, sender, lambda _: None)
        await daemon.empty_outbox()
        working = asyncio.create_task(daemon.serve(1.0))
        await asyncio.sleep(SETTLE_SECONDS)
        for _ in range(samples):
            sent_by, to, raw = next(letters_for(desk, game, lambda *_: "report"))
            player = sent_by.partition("@")[0]
            before = len(arrivals.times[box]), len(arrivals.times[player])
            await players.send(raw, sent_by, to)
            while len(arrivals.times[player]) == before[1]:
                await asyncio.sleep(0.001)
            delays.append(arrivals.times[player][-1] - arrivals.times[box][before[0]])
            await asyncio.sleep(SETTLE_SECONDS)
        daemon.stop()
        await working
    return delays
