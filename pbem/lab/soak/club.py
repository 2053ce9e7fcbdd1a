"""A club: its members, the games they play, what they write, and the game master who keeps it going."""

from __future__ import annotations

import heapq
from array import array
from collections import Counter
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from email.parser import BytesHeaderParser
from hashlib import sha256
from itertools import count, cycle, pairwise
from queue import Empty
from random import Random

from pbem.doctor.random_play import DeadEnd
from pbem.engine.decision import Json
from pbem.games import GAMES
from pbem.lab.legs.by_mail import ASKING, read_report
from pbem.lab.play.board import DatabaseBoard
from pbem.lab.soak.clock import ClubClock
from pbem.lab.soak.letters import Hand, Odd, absence_line, letter_of, number_of, text_of
from pbem.lab.soak.members import DAY, HOUR, Member, Temper
from pbem.lab.soak.office import ClubOffice
from pbem.lab.soak.service import MASTER, Service
from pbem.mail.address import read_message_id
from pbem.mail.smtp import NotTaken, Sender
from pbem.moderator.clock.deadline_changes import ABANDONED
from pbem.moderator.core.desk import Player
from pbem.moderator.core.setups import load_setup
from pbem.moderator.correcting.by_hand import CannotCorrect, hold, release
from pbem.moderator.correcting.correction import Correction, KeyIsOut, rework, undo
from pbem.moderator.joining.opening import open_game
from pbem.moderator.seats.handover import hand_over
from pbem.resources import scenarios_dir
from pbem.store.errors import NotFound, StoreError
from pbem.store.games import journal, lobby
from pbem.store.games.lists import GamesPage, page_of_games
from pbem.store.tables.games import GameRow

MANY = 1_000_000
GAMES_OF_ONE = 3
"""Games that a member plays at most at a time."""
STAGGERED = 1 / 3
"""The share of the time in which the club comes to its number of games."""
DEADLINES = ("24h", "48h", "72h", "72h", "5d", "7d", "tue fri 20:00 Europe/Berlin")
NO_SHOWS = ("default", "default", "default", "hold", "standing")
GRACES = ("12h", "24h")
SILENT_FOR, POKES_AFTER = 20 * DAY, 9 * DAY
HELD_FOR = 2 * DAY
"""How long the game master takes to look at a game on hold."""
INTENT = "soak: the game master has a question"
LATE_SHARE, TWICE_SHARE = 0.01, 0.01
REPLACED_SHARE = 0.5
"""How often somebody else gets the seat of a player who does not write."""
ROUNDS = 8
"""The rounds of a game with a limit."""


@dataclass(order=True)
class _Posted:
    """A letter on its way."""

    arrives: datetime
    number: int
    sender: str = field(compare=False)
    to: str = field(compare=False)
    raw: bytes = field(compare=False, repr=False)


class LetterRecords:
    """What became of each letter that the server took, by its number: a bit for each thing."""

    TAKEN, ANSWERED = 1, 2

    def __init__(self) -> None:
        self.marks = bytearray()
        self.delivered = array("Q")
        """A hash of the Message-ID of each mail that was delivered."""

    def new(self) -> int:
        """The number of a letter to be written."""
        self.marks.append(0)
        return len(self.marks) - 1

    def mark(self, number: int | None, bit: int) -> None:
        """Note something of a letter."""
        if number is not None and number < len(self.marks):
            self.marks[number] |= bit

    def note_mail(self, message_id: str) -> None:
        """A mail was delivered."""
        self.delivered.append(int.from_bytes(sha256(message_id.encode()).digest()[:8]))

    def twice(self) -> int:
        """How many mails were delivered more than once."""
        seen = sorted(self.delivered)
        return sum(first == second for first, second in pairwise(seen))

    def unanswered(self) -> list[int]:
        """The letters that were taken and that no mail answers."""
        return [number for number, marks in enumerate(self.marks) if marks == self.TAKEN]

    @property
    def taken(self) -> int:
        """How many letters a server took."""
        return sum(marks & self.TAKEN for marks in self.marks)


class Club:
    """Its members and their games. All they do follows from the seed, hand by hand."""

    def __init__(self, service: Service, office: ClubOffice, clock: ClubClock, seed: str, games: int, days: int) -> None:
        self.service, self.office, self.clock, self.seed = service, office, clock, seed
        self.games, self.days = games, days
        self.members: list[Member] = []
        self.hands: dict[tuple[str, str], Hand] = {}
        self.letters = LetterRecords()
        self.happened: Counter[str] = Counter()
        self.opened = 0
        self.writes = True
        self._chance = Random(f"{seed} club")  # noqa: S311 - play, not secrets
        self._post: list[_Posted] = []
        self._headers = BytesHeaderParser()
        self._scenarios = _scenarios()
        self._numbers = count()
        self._held_since: dict[str, datetime] = {}
        self._sender: Sender | None = None

    # Mails

    def read_mails(self) -> int:
        """Let members read what has come. Gives how many mails."""
        number = 0
        with suppress(Empty):
            while True:
                raw, recipient = self.office.came.get_nowait()
                number += 1
                self._read(raw, recipient)
        return number

    def _read(self, raw: bytes, recipient: str) -> None:
        header = self._headers.parsebytes(raw)
        message_id = str(header["Message-ID"]).strip()
        self.letters.mark(number_of(str(header["In-Reply-To"] or "")), LetterRecords.ANSWERED)
        self.letters.note_mail(message_id)
        game, seat, *_ = (*(read_message_id(self.service.desk.secret, message_id) or ()), "", "")
        hand = self.hands.get((game, seat))
        if recipient == MASTER or hand is None or hand.member.address != recipient:
            return
        hand.read(raw, self.clock.time, asks=ASKING in str(header["Subject"]))

    # Letters

    async def write(self) -> None:
        """Let members write whose time has come, and deliver what is on its way."""
        if self.writes:
            for member in self.members:
                self._mind_breaks(member)
            for hand in [*self.hands.values()]:
                if self._is_time(hand):
                    self._write(hand)
        await self._deliver()

    def _mind_breaks(self, member: Member) -> None:
        now = self.clock.time
        if member.begins_break(now):
            self.happened[f"breaks of {member.temper}"] += 1
            if member.temper is Temper.BOUNCING:
                (self.office.refusing if member.number % 2 else self.office.returning).add(member.address)
            else:
                for hand in self.hands.values():
                    if hand.member is member and hand.newest is not None and member.away_until is not None:
                        self._post_letter(hand, absence_line(now, member.away_until))
        elif member.temper is Temper.BOUNCING and not member.is_away(now):
            self.office.refusing.discard(member.address)
            self.office.returning.discard(member.address)

    def _is_time(self, hand: Hand) -> bool:
        now, member = self.clock.time, hand.member
        if hand.newest is None or member.is_gone(now) or member.is_away(now):
            return False
        if hand.write_at is None:
            return hand.heard is not None and now - max(hand.heard, hand.wrote or hand.heard) > POKES_AFTER
        return hand.write_at <= now

    def _write(self, hand: Hand) -> None:
        assert hand.newest is not None
        report, board, kind = read_report(hand.newest), DatabaseBoard(self.service.desk, hand.game, hand.rng), hand.odd()
        self.happened[f"letters: {kind}" if kind else "letters"] += 1
        try:
            text = text_of(hand, kind, report, board)
        except DeadEnd:
            text = "report"
        self._post_letter(hand, text)
        hand.write_at, hand.wrote, hand.asks = None, self.clock.time, False
        if kind in (Odd.EMPTY, Odd.TOO_BIG, Odd.RESIGN):
            hand.asks, hand.write_at = True, self.clock.time + 12 * HOUR

    def _post_letter(self, hand: Hand, text: str) -> None:
        assert hand.newest is not None
        now, number, report = self.clock.time, self.letters.new(), read_report(hand.newest)
        raw = letter_of(hand, number, report, text, now)
        roll = hand.rng.random()
        delay = DAY * hand.rng.uniform(2, 6) if roll < LATE_SHARE else timedelta(0)
        self.happened["late letters"] += roll < LATE_SHARE
        letter = _Posted(now + delay, number, hand.member.address, report.reply_to, raw)
        heapq.heappush(self._post, letter)
        if hand.rng.random() < TWICE_SHARE:
            self.happened["letters twice"] += 1
            again = HOUR * hand.rng.choice((0, 5, 50))
            heapq.heappush(self._post, _Posted(letter.arrives + again, number, letter.sender, letter.to, raw))

    async def _deliver(self) -> None:
        if self._sender is None:
            self._sender = Sender(self.office.smtp)
        while self._post and (self._post[0].arrives <= self.clock.time or not self.writes):
            letter = heapq.heappop(self._post)
            with suppress(NotTaken):
                await self._sender.send(letter.raw, letter.sender, letter.to)
                self.letters.mark(letter.number, LetterRecords.TAKEN)

    async def close(self) -> None:
        """Hang up."""
        if self._sender is not None:
            await self._sender.close()

    # The game master

    def keep_going(self) -> None:
        """What the game master does in an hour: games opened, held ones let go, seats of who has gone given away."""
        self._open_games()
        now, desk = self.clock.time, self.service.desk
        with desk.db.reading() as session:
            going_on = page_of_games(session, GamesPage(most=MANY, going_on=True))
        names = {game.name for game in going_on}
        for key in [key for key in self.hands if key[0] not in names]:
            self.hands.pop(key).member.games -= 1
        for game in going_on:
            self._mind(game, now)

    def _open_games(self) -> None:
        wanted = min(self.games, 1 + int(self.games * self.clock.days / max(self.days * STAGGERED, 1)))
        playing = len({game for game, _ in self.hands})
        while playing < wanted and self.writes:
            self._open_game()
            playing += 1

    def _open_game(self) -> None:
        number = next(self._numbers)
        chance = Random(f"{self.seed} game {number}")  # noqa: S311 - play, not secrets
        rules, scenario = next(self._scenarios)
        options: dict[str, Json] = {"rounds": ROUNDS} if "rounds" in GAMES[rules].options else {}
        seats = GAMES[rules].seats(load_setup(GAMES[rules], scenario, scenarios_dir(), options))
        members = self._free_members(len(seats), chance)
        players = {seat: Player(each.name, each.address) for seat, each in zip(seats, members, strict=True)}
        terms = {
            "deadline": chance.choice(DEADLINES),
            "no_show": chance.choice(NO_SHOWS),
            "grace": chance.choice(GRACES),
            "reminder": "24h" if chance.random() < 0.8 else "12h",
        }
        key = sha256(f"{self.seed} game {number}".encode()).digest()
        row = open_game(self.service.desk, rules, scenario, players, terms=terms, key=key, options=options)
        self.opened += 1
        for seat, member in zip(seats, members, strict=True):
            self._sit(row.name, seat, member)

    def _sit(self, game: str, seat: str, member: Member) -> None:
        if (before := self.hands.get((game, seat))) is not None:
            before.member.games -= 1
        rng = Random(f"{self.seed} {game} {seat} {member.number}")  # noqa: S311 - play, not secrets
        self.hands[game, seat] = Hand(game, seat, member, rng)
        member.games += 1

    def _free_members(self, number: int, chance: Random) -> list[Member]:
        now = self.clock.time
        free = [
            each for each in self.members if each.games < GAMES_OF_ONE and not each.is_gone(now) and not each.is_away(now)
        ]
        chosen = chance.sample(free, min(len(free) // 2, number))
        while len(chosen) < number:
            chosen.append(self._join())
        return chosen

    def _join(self, temper: Temper | None = None) -> Member:
        member = Member.joining(len(self.members), self.seed, self.clock.time, temper)
        self.members.append(member)
        if member.temper is Temper.GREYLISTED:
            self.office.greylisting.add(member.address)
        return member

    def _mind(self, game: GameRow, now: datetime) -> None:
        hands = [hand for (name, _), hand in self.hands.items() if name == game.name]
        silent = [hand for hand in hands if hand.member.is_gone(now)]
        if game.status == "held":
            self._mind_held(game, silent, now)
        else:
            for hand in silent:
                since = hand.member.gone_at
                if since is not None and now - since > SILENT_FOR and hand.rng.random() < 0.01 * REPLACED_SHARE:
                    self.replace(hand)

    def _mind_held(self, game: GameRow, silent: list[Hand], now: datetime) -> None:
        """Let a game go on that is held because nobody wrote, with new players in place of those who never will."""
        since = self._held_since.setdefault(game.name, now)
        if now - since < HELD_FOR or not is_foreseen(game.held_because):
            return
        for hand in silent:
            self.replace(hand)
        del self._held_since[game.name]
        with suppress(StoreError):
            release(self.service.desk, game.name)
            self.happened["games released"] += 1

    def replace(self, hand: Hand) -> None:
        """Give a seat to a new member."""
        member = self._join(Temper.PROMPT)
        with suppress(StoreError):
            hand_over(self.service.desk, hand.game, hand.seat, Player(member.name, member.address))
            self.happened["players replaced"] += 1
            self._sit(hand.game, hand.seat, member)

    def replace_somebody(self) -> None:
        """Give the seat of somebody who plays to somebody else."""
        if self.hands:
            self.replace(self._chance.choice([*self.hands.values()]))

    def hold_one(self) -> None:
        """Hold a game that is played, for a reason of the game master's own."""
        if game := self._one_playing():
            hold(self.service.desk, game.name, INTENT)
            self.happened["games held"] += 1

    def undo_one(self) -> None:
        """Take back the last letter of a game."""
        if game := self._one_playing():
            with suppress(NotFound, KeyIsOut):
                undo(self.service.desk, game.name, "soak: taken back")
                self.happened["letters taken back"] += 1

    def rework_one(self) -> None:
        """Carry out the last letters of a game again."""
        if game := self._one_playing():
            with suppress(NotFound, KeyIsOut, CannotCorrect):
                rework(
                    self.service.desk, game.name, "soak: once more", Correction(letter=self._some_letter(game)), commit=True
                )
                self.happened["letters carried out again"] += 1

    def _some_letter(self, game: GameRow) -> int:
        """One of the last letters that the log names. Raises NotFound."""
        with self.service.desk.db.reading() as session:
            named = [line.letter_id for line in journal.read(session, game.id) if line.letter_id is not None]
        if not named:
            raise NotFound("no letter")
        return self._chance.choice(named[-20:])

    def _one_playing(self) -> GameRow | None:
        with self.service.desk.db.reading() as session:
            playing = [
                each for each in page_of_games(session, GamesPage(most=1_000_000, going_on=True)) if each.status == "playing"
            ]
        return self._chance.choice(playing) if playing else None

    def release_all(self) -> None:
        """Let all games go on that are held for a reason that is foreseen."""
        with self.service.desk.db.reading() as session:
            names = [each.name for each in lobby.games(session, "held") if is_foreseen(each.held_because)]
        for name in names:
            release(self.service.desk, name)


def is_foreseen(because: str) -> bool:
    """Whether a game is held by intent: the game master's, that of its terms, or as nobody plays it any more."""
    return because in (INTENT, ABANDONED) or "orders did not come by" in because


def _scenarios() -> Iterator[tuple[str, str]]:
    """Rules and scenario of one game after the other: all games in turn, and of each all scenarios."""
    of_each = [cycle([(name, scenario) for scenario in rules.scenarios]) for name, rules in GAMES.items()]
    return (next(each) for each in cycle(of_each))
