"""Receipt and preview are one: what one of them refuses, or warns of, the other does."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

import pytest

from pbem.doctor.random_play import RandomPlayer
from pbem.engine.table import Table
from pbem.games import GAMES
from pbem.moderator.core.setups import load_setup
from pbem.moderator.playing.order_lines import carry_out_lines
from pbem.moderator.playing.previews import preview_lines
from pbem.moderator.reading.line_kinds import sort_orders
from pbem.orders.carry.letter import BEGUN_SINCE
from pbem.orders.carry.preview import preview
from pbem.orders.carry.stage import NOT_FORESEEN, READ_ON, UNHINDERED
from pbem.orders.place.segments import segments_of
from pbem.orders.words.lines import example_lines
from pbem.resources import scenarios_dir
from tests.letters.natural.position import position

GUESSES = (READ_ON, UNHINDERED, NOT_FORESEEN)
"""Behind such a line a preview supposes what dice, or others, decide."""


CONDITIONS = ("they are fewer", "it is not empty", "turn over 1", "not outnumbered")


def positions(game: str, scenario: str, seed: str, every: int, most: int) -> Iterator[Table[Any]]:
    """A game played at random, at some moments."""
    rules = GAMES[game]
    player = RandomPlayer.from_seed(seed)
    table = player.open_table(rules, load_setup(rules, scenario, scenarios_dir()))
    for number in range(every * most):
        if table.over:
            return
        if number % every == every - 1:
            yield table
        decision = player.question(table)
        table.answer(decision.seat, decision.key, player.answer(decision), subject=decision.subject)


def line(rng: Random, table: Table[Any], seat: str) -> str:
    """A line, legal or not: an answer, an order for later, a standing one, a branch, a slip."""
    words = [word for word in table.rules.words(table.state) if word.example]
    own = [word.example for word in words if word.own]
    headings = [each.heading for each in segments_of(table, seat) if each.heading] or ["levy"]
    asked = [each for decision in table.open_to(seat) for each in example_lines(table, decision, 12)] or own
    order = rng.choice(asked if rng.random() < 0.6 else own)
    kinds = [
        order,
        order,
        order,
        f"{rng.choice(headings)}: {order}",
        f"{rng.choice(headings)}: {rng.choice(own)}",
        order if order.startswith("card") else f"{order} until it succeeds, at most 2",
        f"if it fails: {order}",
        f"{order} even so",
        rng.choice([word.example for word in words]),
        order[:-1] + "q",
    ]
    chosen = rng.choice(kinds)
    condition = CONDITIONS[len(chosen) % (2 * len(CONDITIONS)) // 2]
    return f"{order} if {condition}" if chosen == order and len(chosen) % 2 else chosen


@pytest.mark.parametrize(
    ("game", "scenario", "every"),
    [
        ("plantagenet", "ia_henry_vi", 4),
        ("warriors_of_england", "campaign", 9),
        ("richard_iii", "1460", 14),
        ("kingmaker", "three_players", 9),
    ],
)
@pytest.mark.parametrize("seed", ["1", pytest.param("2", marks=pytest.mark.long)])
def test_what_a_preview_refuses_or_warns_of_the_receipt_does(game: str, scenario: str, every: int, seed: str) -> None:
    compared = refused = warned = 0
    rng = Random(seed)  # noqa: S311 - a test, not secrets
    for table in positions(game, scenario, seed, every, 8):
        for seat in table.seats * 3:
            letter = [(number, line(rng, table, seat)) for number in range(1, 6)]
            cards = [each for each in letter if "card " in each[1]]
            letter = [each for each in letter if each not in cards[1:]]  # a card played in secret can be revised
            sorted_ = sort_orders(table, seat, letter)
            seen = preview(table, seat, [(each.number, each.text) for each in sorted_.acted_on]).lines
            done = carry_out_lines(table.fork(), seat, sorted_)
            for told, became in zip(seen, done, strict=True):
                if not told.tried:
                    break
                compared += 1
                warned += bool(became.notes.warns)
                where = (letter, told, became)
                assert bool(told.problem or told.warns) <= bool(became.notes.warns or not became.understood), where
                assert bool(became.problem) <= bool(told.problem), where
                foreseeable = set(became.notes.warns) - {BEGUN_SINCE}  # a preview rolls no dice, so nothing begins in it
                assert foreseeable <= {*told.words} or told.problem, where
                if told.problem:
                    refused += 1
                    break
                if any(guess in told.words for guess in GUESSES):
                    break
    assert compared > 10
    assert refused > 2


@pytest.mark.parametrize(
    ("game", "name", "typed", "why"),
    [
        ("warriors_of_england", "campaign", "I stay in London", "gives no standing order"),
        ("richard_iii", "land", "charge!", "gives no standing order"),
        ("kingmaker", "march", "Grey moves to Lincoln and joins the siege", "none of these is carried out"),
    ],
)
def test_how_a_line_is_typed_counts_in_both(game: str, name: str, typed: str, why: str) -> None:
    at = position(game, name)
    lines = sort_orders(at.table, at.seat, [(1, typed)])
    receipt = carry_out_lines(at.table.fork(), at.seat, lines)
    _, text, _ = preview_lines(at.by_mail.desk.page, "a game", at.table.fork(), at.seat, lines)
    assert why in receipt[0].problem
    assert why in " ".join(text.split())


@pytest.mark.parametrize(
    ("name", "first", "second", "why"),
    [
        ("end", "play Stanley in Lathom", "play Courtenay Tiverton", "you keep one card to discard"),
        ("end", "play Stanley in Lathom", "discard Stanley", "is not open to you now"),
    ],
)
def test_what_is_done_unasked_is_done_for_the_lines_below_in_both(name: str, first: str, second: str, why: str) -> None:
    at = position("kingmaker", name)
    lines = sort_orders(at.table, at.seat, [(1, first), (2, second)])
    receipt = carry_out_lines(at.table.fork(), at.seat, lines)
    _, text, _ = preview_lines(at.by_mail.desk.page, "a game", at.table.fork(), at.seat, lines)
    assert (receipt[0].problem, bool(receipt[1].problem)) == ("", True)
    assert "line 2 would be refused" in " ".join(text.split())
    assert why in receipt[1].problem
    assert why in " ".join(text.split())
