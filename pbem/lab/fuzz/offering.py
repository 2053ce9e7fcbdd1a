"""What players of random games offer each other; in twin worlds two of them what the reader knows nothing of.

In one world only something is offered, answered and, if it is but promises, agreed on; or in each world something else, of
which the reader may know the same; or the same in both, to the reader too.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import permutations
from random import Random
from typing import Any

from pbem.engine.agreements.dealing import in_force
from pbem.engine.agreements.deals import Parties
from pbem.engine.agreements.offers import DEAL, Offer
from pbem.engine.decision import Seat
from pbem.engine.refusal import BadLine
from pbem.engine.table import Table
from pbem.lab.games import lab_of
from pbem.moderator.deadlines.time_sentences import written
from pbem.moderator.talk.acceptances import MAX_AHEAD
from pbem.moderator.talk.message_headers import MessageHeaders

MAX_CLAUSES = 2
ACCEPT_SHARE, REFUSE_SHARE = 0.7, 0.7
NEWEST_SHARE = 0.5
AHEAD_SHARE = 0.2
"""So many of what is offered is agreed to in advance, and so many offers are within that."""
ANSWERS = ("accept", "refuse", "withdraw", "counter")
"""How something open between two others is answered."""


def groups(table: Table[Any], seat: Seat, other: Seat, rng: Random) -> Sequence[Sequence[str]]:
    """Clauses that a seat may offer another, those together that nobody else can tell apart."""
    offers = lab_of(table.rules).trial.offers
    return [] if offers is None or table.over else offers(table.state, seat, other, rng.shuffle)


def offering(table: Table[Any], seat: Seat, other: Seat, rng: Random) -> list[str]:
    """The line of an offer; empty where there is nothing to offer."""
    found = groups(table, seat, other, rng)
    if not found:
        return []
    clauses = [rng.choice(group) for group in rng.sample(found, min(len(found), rng.randint(1, MAX_CLAUSES)))]
    return [f"offer {written(other)}: {'; '.join(clauses)}"]


def ahead(table: Table[Any], seat: Seat, other: Seat, rng: Random) -> list[str]:
    """The line in which a seat agrees in advance to what another may offer; empty where there is nothing."""
    held = in_force(table.rules.deals, table.state, table.offers, seat)
    found = groups(table, seat, other, rng) if len(held) < MAX_AHEAD else []
    return [f"standing accept {written(other)}: {rng.choice(rng.choice(found))}"] if found else []


def _within(table: Table[Any], rng: Random) -> tuple[Seat, list[str]] | None:
    """An offer of just what somebody has agreed to in advance; None where nobody has."""
    deals = table.rules.deals
    given = [each for seat in table.seats for each in in_force(deals, table.state, table.offers, seat)]
    if not given or table.over:
        return None
    chosen = rng.choice(given)
    clauses = [str(deals.write(table.state, limit)) for limit in chosen.limits]
    if not all(_can_offer(table, chosen.whom[0], chosen.seat, clause) for clause in clauses):
        return None
    return chosen.whom[0], [f"offer {written(chosen.seat)}: {'; '.join(clauses)}"]


def _can_offer(table: Table[Any], seat: Seat, other: Seat, clause: str) -> bool:
    """Whether things still stand so that it can be offered, and needs the consent of the two alone."""
    deals, names = table.rules.deals, MessageHeaders(dict.fromkeys(table.seats, "")).names
    try:
        read = deals.read(table.state, seat, Parties(seat, (seat, other), names), clause)
    except BadLine:
        return False
    return {*deals.signers(table.state, read)} <= {seat, other}


def offering_alike(one: Table[Any], other: Table[Any], seat: Seat, whom: Seat, rng: Random) -> tuple[list[str], list[str]]:
    """The lines of two offers that nobody else can tell apart, one for each world; empty where there are none."""
    here, there = ([list(group) for group in groups(each, seat, whom, Random(0))] for each in (one, other))  # noqa: S311
    pairs = [(a, b) for one_group in here for other_group in there for a in one_group for b in other_group if a != b]
    alike = [pair for pair in pairs if any(pair[0] in group and pair[1] in group for group in here)]
    if not alike:
        return [], []
    pair = rng.choice(alike)
    lines = [f"offer {written(whom)}: {clause}" for clause in pair]
    return [lines[0]], [lines[1]]


def between(table: Table[Any], one: Seat, other: Seat) -> list[Offer]:
    """What one of two has offered the other, and nobody else."""
    return [each for each in table.open_offers if each.thing == DEAL and {*each.parties} == {one, other}]


def answering(table: Table[Any], one: Seat, other: Seat, how: str) -> tuple[Seat, list[str]]:
    """Who answers the oldest offer between two, and in which line; no line where there is none, or what is agreed on would
    change what all see.
    """
    open_ = between(table, one, other)
    if not open_:
        return one, []
    offer = open_[0]
    answers = next(seat for seat in offer.parties if seat != offer.seat)
    is_promise = all(table.rules.deals.is_promise(table.state, clause) for clause in offer.clauses)
    if how == "withdraw":
        return offer.seat, [f"withdraw offer {offer.number}"]
    if how == "counter":
        clauses = (table.rules.deals.write(table.state, clause) for clause in offer.clauses)
        return answers, [f"counter {offer.number}: {'; '.join(clauses)}"]
    return answers, [f"{how if is_promise else 'refuse'} {offer.number}"]


def _new_line(table: Table[Any], rng: Random) -> tuple[Seat, list[str]]:
    """The offer of one of those who have something to offer."""
    for seat, other in rng.sample(pairs := list(permutations(table.seats, 2)), len(pairs)):
        does = ahead if rng.random() < AHEAD_SHARE else offering
        if lines := does(table, seat, other, rng):
            return seat, lines
    return table.seats[0], []


def some_line(table: Table[Any], rng: Random) -> tuple[Seat, list[str]]:
    """A seat, and the line in which it offers something, or answers what is open to it; no line where there is nothing."""
    open_ = [each for each in table.open_offers if each.thing == DEAL and not each.signed]
    if rng.random() < AHEAD_SHARE and (line := _within(table, rng)) is not None:
        return line
    if not open_ or rng.random() > ACCEPT_SHARE:
        return _new_line(table, rng)
    offer = open_[-1] if rng.random() < NEWEST_SHARE else rng.choice(open_)
    left = [seat for seat in offer.others if seat not in offer.agreed]
    if rng.random() < ACCEPT_SHARE:
        return rng.choice(left), [f"accept {offer.number}"]
    refuses = rng.random() < REFUSE_SHARE
    return (rng.choice(left), [f"refuse {offer.number}"]) if refuses else (offer.seat, [f"withdraw offer {offer.number}"])
