"""Random letters of segments and branches: no line is lost without a word, and what is restored is the same."""

from __future__ import annotations

from collections import Counter
from random import Random

from hypothesis import given, settings
from hypothesis import strategies as st

from pbem.doctor.random_play import RandomPlayer
from pbem.engine.decision import Menu, Seat
from pbem.engine.dice import Fate
from pbem.engine.log.entry import EntryKind, fingerprint
from pbem.engine.refusal import BadLine
from pbem.engine.table import Table
from pbem.games.plantagenet.components.state import State
from pbem.games.plantagenet.game import RULES
from pbem.moderator.core.setups import load_setup
from pbem.orders.carry.letter import LetterOrders
from pbem.orders.carry.waiting import carry_on
from pbem.orders.parse.branches import OUTCOMES
from pbem.orders.words.grammar import Grammar
from pbem.orders.words.lines import line_of
from pbem.orders.words.menu import written
from pbem.resources import scenarios_dir
from tests.engine.toy import BLUE, RED, Fair, restored, setup
from tests.engine.tricks import days, news, waiting

PLAIN = "sing ely"
AS_KEPT = "sing Ely"
ORDERS = st.sampled_from(
    [
        *[PLAIN] * 4,
        *["sing york until it succeeds, at most 2", "sing york until pleased york, at most 3", "rest"],
        *["if it fails: juggle", "if it succeeds: rest", "if it succeeds: go on", "if it cannot be done: juggle"],
        *["if day 2: juggle", "else: go on", "else juggle", "withdraw card 2", "withdraw orders", "sing yrok"],
    ]
)
HEADINGS = st.sampled_from(["", "", "card 1: ", "card 2: ", "card 3: "])
LETTERS = st.lists(st.tuples(HEADINGS, ORDERS).map("".join), max_size=7)


class Accounts:
    """What became of every plain order that was accepted."""

    def __init__(self, table: Table[Fair]) -> None:
        self.table = table
        self.written = 0
        self.replaced = 0
        self.withdrawn = 0

    def write(self, orders: list[str]) -> None:
        """A letter of RED's; what is refused stops it as it does in play."""
        letter = LetterOrders(self.table, RED, orders)
        for place, order in enumerate(orders):
            if letter.waits_for(place) is not None:
                continue
            before = waiting(self.table)
            try:
                letter.execute(place)
            except BadLine:
                continue
            self.written += order.endswith(PLAIN)
            if order.endswith(("withdraw orders", "withdraw card 2")):
                self.withdrawn += before.count(AS_KEPT) - waiting(self.table).count(AS_KEPT)
        letter.finish()
        self.replaced += letter.replaced.count(AS_KEPT)

    def found(self) -> int:
        """Carried out, waiting, or told of."""
        done = [e.answer for e in self.table.entries if e.seat == RED].count(PLAIN)
        stopped, branches = news(self.table, "waiting_stopped"), news(self.table, "branch_taken")
        told = [line for data in stopped for line in (data["line"], *data["dropped"])].count(AS_KEPT)
        not_done = [str(data["told"]).startswith(f"{AS_KEPT} could not be done") for data in branches].count(True)
        return done + told + not_done + waiting(self.table).count(AS_KEPT) + self.replaced + self.withdrawn


@settings(max_examples=150, deadline=None)
@given(st.lists(LETTERS, min_size=1, max_size=6), st.integers(0, 255), st.booleans())
def test_no_line_is_lost_without_a_word(letters: list[list[str]], key: int, asks_blue: bool) -> None:
    table = Table.open_new(days(asks_blue=asks_blue), setup(), Fate(bytes([key] * 32)))
    accounts = Accounts(table)
    for orders in letters:
        accounts.write(orders)
        if table.open_to(BLUE):
            table.answer(BLUE, "3 go", True)
            carry_on(table)
    assert accounts.found() == accounts.written
    other = restored(table)
    assert (other.state.told, other.waiting, other.news) == (table.state.told, table.waiting, table.news)


CASES = [f"if {outcome}: {{}}" for outcome in OUTCOMES]
BRANCHES = [*CASES, "else: {}", "{} until it succeeds, at most 2"]


def letter_of(rng: Random, table: Table[State], player: RandomPlayer) -> tuple[Seat, list[str]]:
    """A letter of whoever is asked, or of the other side: what is open now, for segments at random, with branches."""
    decision = player.question(table)
    seat = decision.seat if rng.random() < 0.7 else next(s for s in table.seats if s != decision.seat)
    menus = [d.shape.options() for d in table.open() if isinstance(d.shape, Menu)] or [["forage", "pass", "done"]]
    lexicon = Grammar(table.rules, table.state).lexicon
    lines = []
    for _ in range(rng.randint(1, 6)):
        order = written(lexicon, rng.choice(rng.choice(menus)))
        heading = rng.choice(["", "", "card 1: ", "card 2: ", "card 3: ", "levy: ", "next levy: "])
        lines.append(heading + rng.choice(["{}", "{}", *BRANCHES]).format(order))
    answers = decision.seat == seat and rng.random() < 0.6
    return seat, [*line_of(table, decision, player.answer(decision)), *lines] if answers else lines


def played(seed: int, came: Counter[str]) -> Table[State]:
    """A game of random letters; counts what came of their lines."""
    rng = Random(seed)  # noqa: S311 - play, not secrets
    player = RandomPlayer.from_seed(str(seed), RULES.sample.styles)
    table = player.open_table(RULES, load_setup(RULES, "ia_henry_vi", scenarios_dir(), {}))
    for _ in range(60):
        if table.over:
            break
        seat, orders = letter_of(rng, table, player)
        letter = LetterOrders(table, seat, orders)
        for place in range(len(orders)):
            if letter.waits_for(place) is None:
                try:
                    letter.execute(place)
                    came["accepted"] += 1
                except BadLine as bad:
                    came["refused"] += bool(bad.problem)
        letter.finish()
        if not table.over:
            decision = player.question(table)
            table.answer(decision.seat, decision.key, player.answer(decision), subject=decision.subject)
            carry_on(table)
    came.update(f"{e.kind} {e.key}" if e.kind is EntryKind.WAITING else str(e.kind) for e in table.entries)
    return table


def test_random_letters_to_games_on_the_board() -> None:
    """Nothing but a BadLine is raised, and the log leads to the same game with the same lines waiting."""
    came: Counter[str] = Counter()
    for seed in range(6):
        table = played(seed, came)
        other = Table.restore(RULES, table.setup, table.chance, table.entries)
        assert other.waiting == table.waiting
        assert fingerprint(other.state) == fingerprint(table.state)
        assert [n.event for n in other.news] == [n.event for n in table.news]
    seen = ("accepted", "refused", "waited", "waiting waiting", "waiting stopped", "waiting branched")
    assert min(came[kind] for kind in seen) > 3
