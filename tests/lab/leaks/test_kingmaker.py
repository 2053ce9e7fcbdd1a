"""Kingmaker II: coalitions learn nothing of offers, hands, orders, messages and cards shown; planted leaks are found."""

from __future__ import annotations

import logging
from collections.abc import Iterator
from random import Random

import pytest

from pbem.doctor.random_play import PlayPolicy
from pbem.engine.decision import Seat
from pbem.engine.game.setup import Setup
from pbem.engine.table import Table
from pbem.games.kingmaker.asking.options import Show
from pbem.games.kingmaker.asking.unasked import SHOW, WATCH
from pbem.games.kingmaker.components.state import State
from pbem.games.kingmaker.game import RULES
from pbem.lab.fuzz import offering
from pbem.lab.games import lab_of
from pbem.lab.leaks.course import writing
from pbem.lab.leaks.course.deal_steps import UNSEEN
from pbem.lab.leaks.moments import Course
from pbem.lab.leaks.planting import PlantSettings, try_plants
from pbem.lab.leaks.run import HuntSettings, leaktest
from pbem.lab.leaks.secret import ANSWERS, OFFERS, ORDERS
from pbem.moderator.core.setups import load_setup
from pbem.moderator.playing.order_lines import carry_out
from pbem.resources import scenarios_dir

FEW_ROUNDS = {"rounds": 4}
TRIAL = lab_of(RULES).trial
OFFER_STEPS = (*sorted(UNSEEN), "offers of the reader", "answers to offers")


@pytest.fixture(autouse=True)
def quiet() -> Iterator[None]:
    """What worlds without a true key cannot export is no news."""
    logging.disable(logging.CRITICAL)
    yield
    logging.disable(logging.NOTSET)


def setup_of(scenario: str = "three_players") -> Setup:
    return load_setup(RULES, scenario, scenarios_dir(), dict(FEW_ROUNDS))


@pytest.fixture(scope="module")
def table() -> Table[State]:
    """A random game of four in its midst, in which everybody holds a card."""
    course = Course(RULES, setup_of("four_players"), "kingmaker 21", PlayPolicy.SURVIVE)
    rng = Random(21)  # noqa: S311 - play, not secrets
    moments = (moment for _ in range(100) if (moment := course.moment(rng)) is not None)
    tables = (moment.table for moment in moments)
    return next(t for t in tables if all(t.state.players[seat].hand for seat in t.seats) and t.acts_of(t.seats[0]))


# What worlds differ in


def test_that_a_card_is_shown_the_two_alone_may_know(table: Table[State]) -> None:
    giver, taker, *others = table.seats
    show = next(act for act in table.acts_of(giver) if act.key == SHOW)
    answer = Show(table.state.players[giver].hand[0], taker)
    assert [TRIAL.shown_of_act(show, answer, seat) for seat in (giver, taker)] == [answer, answer]
    assert {TRIAL.shown_of_act(show, answer, seat) for seat in others} == {""}
    watch = next(act for act in table.acts_of(giver) if act.key == WATCH)
    assert TRIAL.shown_of_act(watch, "heed events", taker) == "heed events"


def test_what_no_reader_may_know_of_changes_nothing_for_them(table: Table[State]) -> None:
    giver, taker, *readers = table.seats
    lines = writing.act_apart(table, giver, readers, Random(2))  # noqa: S311 - play, not secrets
    assert lines[0].startswith("show ")
    assert writing.act_apart(table, giver, (taker, *readers), Random(2)) == []  # noqa: S311 - play, not secrets
    fork = table.fork()
    (result,) = carry_out(fork, giver, [(1, lines[0])])
    assert result.accepted
    fresh = [news.event for news in fork.news[len(table.news) :]]
    assert [event.name for event in fresh] == ["shown"]
    assert not any(event.visible_to(reader) for event in fresh for reader in readers)


def offered(table: Table[State], seat: Seat, whom: str, clause: str) -> None:
    (result,) = carry_out(table, seat, [(1, f"offer {whom}: {clause}")])
    assert result.accepted, result.problem


def test_what_is_offered_to_several_is_answered_by_each(table: Table[State]) -> None:
    one, two, three, reader = table.seats
    fork = table.fork()
    ahead = len(offering.among(fork, (one, two, three)))
    offered(fork, one, f"{two} and {three}", "I promise not to attack York until round 9")
    offered(fork, one, reader, "I promise not to attack York until round 9")
    assert len(offering.among(fork, (one, two, three))) == ahead + 1
    assert len(offering.among(fork, table.seats)) >= ahead + 2
    for _ in range(2 * (ahead + 1)):
        seat, lines = offering.answering(fork, (one, two, three), "accept")
        carry_out(fork, seat, list(enumerate(lines, 1)))
    assert offering.among(fork, (one, two, three)) == []
    assert offering.answering(fork, (one, two, three), "accept") == (one, [])


def test_an_offer_within_what_was_agreed_to_in_advance_binds(table: Table[State]) -> None:
    one, two, *_ = table.seats
    fork, promise = table.fork(), f"{two} promises not to attack York until round 9"
    gift = offering.groups(table, one, two, Random(1))[0][0]  # noqa: S311 - play, not secrets
    assert "hand card" in gift
    assert not offering.binds(fork, one, [f"offer {two}: {gift}"])
    results = carry_out(fork, two, [(1, f"standing accept {one}: {gift}"), (2, f"standing accept {one}: {promise}")])
    assert all(result.accepted for result in results)
    assert offering.binds(fork, one, [f"offer {two}: {gift}"])
    assert not offering.binds(fork, one, [f"offer {two}: {promise}"])
    assert offering.among(fork, table.seats) == offering.among(table, table.seats)


def test_hand_cards_are_offered_also_while_alliances_could_be(table: Table[State]) -> None:
    one, two, *_ = table.seats
    fork = table.fork()
    fork.state.head_claimed = True
    drawn = [offering.groups(fork, one, two, Random(n)) for n in range(20)]  # noqa: S311 - play, not secrets
    assert [[f"Alliance of {one.title()}, {two.title()}"]] in drawn
    hand = len(table.state.players[one].hand)
    assert {len(groups[0]) for groups in drawn if len(groups) > 1} == {hand}


# Whether they show


@pytest.mark.long
def test_what_others_offer_write_and_show_each_other_no_coalition_can_tell() -> None:
    report = leaktest(RULES, [setup_of("four_players")], [0], "o", HuntSettings(twins=20, secrets=(OFFERS,), pictures=False))
    assert report.findings == []
    assert report.secrets == {OFFERS: 20}
    assert [step for step in OFFER_STEPS if not report.steps[step]] == []


@pytest.mark.long
@pytest.mark.parametrize(
    ("name", "secret"),
    [
        ("asked if strong", "hands"),
        ("unseen cards", "hands"),
        ("asked for", "hands"),
        ("standing orders", ORDERS),
        ("message id", ORDERS),
        ("deadline", ANSWERS),
        ("size by answers", ANSWERS),
        ("offers", OFFERS),
        ("numbers of offers", OFFERS),
        ("messages", OFFERS),
        ("showing", OFFERS),
        ("later by events", OFFERS),
    ],
)
def test_leaks_on_trial_are_found(name: str, secret: str) -> None:
    (tried,) = try_plants(RULES, [setup_of()], range(12), "k", PlantSettings(names=(name,), secrets=(secret,)))
    assert tried.found, tried
