"""Letters that mix talk, offers and orders: nobody reads what is not for them, and nothing is doubled or lost."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from pathlib import Path
from random import Random

import pytest

from pbem.doctor.random_play import PlayPolicy, RandomPlayer
from pbem.engine.decision import Seat
from pbem.engine.log.entry import fingerprint
from pbem.engine.table import Table
from pbem.games.kingmaker.game import RULES
from pbem.games.kingmaker.turns import TURN
from pbem.lab.legs.bot import Bot
from pbem.lab.legs.by_mail import read_report
from pbem.lab.legs.profile import Profile
from pbem.moderator.core.desk import Player
from pbem.orders.words.lines import line_of
from pbem.render.report import Outcome
from tests.support.conversation import Conversation, Mail

PLAYERS = {
    seat: Player(name, f"{name.lower()}@example.test")
    for seat, name in {"red": "Anna", "blue": "Beth", "green": "Carl", "yellow": "Dora", "purple": "Emil"}.items()
}
LETTERS = 300
SHARE = 0.7
"""Of the letters, so many hold a message, and as many an offer."""
LATE = 90
"""A round that no game comes to."""
SECRET = re.compile(r"heron[0-9]+x|otter[0-9]+x")
"""What messages and promises say: each another word."""


class Post:
    """A game by letter of five who talk, offer and give orders, all by chance; and who may read which word."""

    def __init__(self, folder: Path, seed: str) -> None:
        self.talk = Conversation(folder, scenario="five_players", game=RULES.name, players=PLAYERS)
        self.rng = Random(seed)  # noqa: S311 - play, not secrets
        player = RandomPlayer.of_policy(seed, PlayPolicy.SURVIVE, RULES)
        self.bots = {seat: Bot(seat, Profile.PLANNER, player) for seat in PLAYERS}
        self.named: dict[str, set[Seat]] = {}
        self.read: dict[str, Counter[Seat]] = defaultdict(Counter)
        self.wrote: dict[str, Seat] = {}
        self.ordered = 0

    def letter(self, number: int) -> None:
        """One letter of somebody, with orders of who is asked."""
        self.talk.clock.move(minutes=30)  # a player may write only so many messages within a day
        table = self.talk.table()
        asked = [seat for seat in PLAYERS if table.open_to(seat)]
        seat = self.rng.choice(asked if self.rng.random() < SHARE else list(PLAYERS))
        orders = self.bots[seat].letter(table) if table.open_to(seat) else []
        parts = [orders, self.offer(seat, number), self.answer(seat)]
        self.rng.shuffle(parts)
        parts.append(self.message(seat, number))
        self.ordered += bool(orders)
        lines = [line for part in parts for line in part]
        mails = self.talk.write(seat, "".join(f"{line}\n" for line in lines))
        self.note(mails)
        self.strike(lines, [mail for mail in mails if mail.to == PLAYERS[seat].address])

    def strike(self, lines: list[str], answers: list[Mail]) -> None:
        """What is refused by name is for nobody."""
        for number, outcome in (each for mail in answers for each in read_report(mail.raw).outcomes.items()):
            if outcome is Outcome.REFUSED and (word := SECRET.search(lines[number - 1])):
                self.named[word[0]] = set()

    def message(self, seat: Seat, number: int) -> list[str]:
        """A message to one, to two, or to all but one."""
        if self.rng.random() > SHARE:
            return []
        word, others = f"heron{number}x", [other for other in PLAYERS if other != seat]
        self.wrote[word] = seat
        chosen = self.rng.sample(others, self.rng.randint(1, 2))
        names = " and ".join(self.called(each) for each in chosen)
        if self.rng.random() < SHARE:
            self.named[word] = {*chosen}
            return [f"tell {names}: the {word} flies"]
        self.named[word] = {*others} - {*chosen}
        return [f"tell all but {names}: the {word} flies"]

    def offer(self, seat: Seat, number: int) -> list[str]:
        """An offer of a promise, which has a word of its own."""
        if self.rng.random() > SHARE:
            return []
        word, others = f"otter{number}x", [other for other in PLAYERS if other != seat]
        self.wrote[word] = seat
        chosen = self.rng.sample(others, self.rng.randint(1, 2))
        self.named[word] = {seat, *chosen}
        return [f"offer {' and '.join(map(self.called, chosen))}: I promise the {word} until round {LATE}"]

    def answer(self, seat: Seat) -> list[str]:
        """An answer to an offer that is open to the seat."""
        open_ = [each for each in self.talk.table().open_offers if seat in each.others and seat not in each.agreed]
        return [f"{self.rng.choice(['accept', 'accept', 'refuse'])} {self.rng.choice(open_).number}"] if open_ else []

    def called(self, seat: Seat) -> str:
        """By the name of the player, or of the seat."""
        return self.rng.choice([PLAYERS[seat].name, seat.title()])

    def note(self, mails: list[Mail]) -> None:
        """Who reads which words in these mails."""
        seats = {player.address: seat for seat, player in PLAYERS.items()}
        for mail in mails:
            for word in set(SECRET.findall(mail.text + mail.html)):
                self.read[word][seats[mail.to]] += 1


def played(folder: Path, letters: int) -> list[Post]:
    """So many letters, in as many games as they fill."""
    posts: list[Post] = []
    for number in range(letters):
        if not posts or posts[-1].talk.table().over:
            (folder / str(number)).mkdir()
            posts.append(Post(folder / str(number), f"mixed {number}"))
        posts[-1].letter(number)
    return posts


def check(post: Post) -> None:
    """Each word was read by those named and by nobody else, each message by each of them once; what all have agreed on was
    carried out once or has failed once.
    """
    for seat in PLAYERS:  # what waits for somebody's next report comes with it
        post.note(post.talk.write(seat, "status\n"))
    for word, readers in post.named.items():
        may = readers | {post.wrote[word]}
        assert {*post.read[word]} - may == set(), f"{word} was for {readers}"
        assert readers <= {*post.read[word]}, f"{word} was for {readers}, and came to {post.read[word]}"
        if word.startswith("heron"):
            assert {seat: post.read[word][seat] for seat in readers} == dict.fromkeys(readers, 1), word
    table = post.talk.table()
    told = [(news.event.name, news.event.data.get("number")) for news in table.news]
    ends = Counter(number for name, number in told if name in ("deal_done", "deal_promised", "deal_failed"))
    assert max(ends.values(), default=1) == 1, ends
    assert not [offer.number for offer in table.open_offers if {*offer.others} <= {*offer.agreed}]
    again = Table.restore(table.rules, table.setup, table.chance, table.entries)
    assert fingerprint(again.state) == fingerprint(table.state)


def test_an_end_below_a_message_does_not_end_the_turn(tmp_path: Path) -> None:
    talk = Conversation(tmp_path, scenario="five_players", game=RULES.name, players=PLAYERS)
    while (asked := talk.table().open()[0]).key != TURN:
        assert asked.default is not None
        talk.write(asked.seat, "\n".join(line_of(talk.table(), asked, asked.default())))
    other = next(seat for seat in PLAYERS if seat != asked.seat)
    mails = talk.write(asked.seat, f"tell {other}: I shall stay at home.\nend\n")
    assert any("I shall stay at home" in mail.text for mail in mails)
    assert [decision.key for decision in talk.table().open_to(asked.seat)] == [TURN]


def test_some_mixed_letters_reach_those_who_are_named_and_nobody_else(tmp_path: Path) -> None:
    for post in played(tmp_path, 5):
        check(post)


@pytest.mark.long
def test_many_mixed_letters_reach_those_who_are_named_and_nobody_else(tmp_path: Path) -> None:
    posts = played(tmp_path, LETTERS)
    for post in posts:
        check(post)
    came = sum(bool(readers) for post in posts for readers in post.named.values())
    assert min(came, sum(post.ordered for post in posts)) > LETTERS / 3
    assert any(news.event.name == "deal_done" for post in posts for news in post.talk.table().news)
