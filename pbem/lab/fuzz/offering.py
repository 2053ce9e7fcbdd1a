"""What players of random games offer each other; in twin worlds two of them what the reader knows nothing of.

In one world only something is offered, answered and, if it is but promises, agreed on; or in each world something else, of
which the reader may know the same; or the same in both, to the reader too.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from itertools import permutations
from random import Random
from typing import Any

from pbem.engine.agreements.ahead import AGREED_AHEAD
from pbem.engine.agreements.dealing import binding, in_force, is_within
from pbem.engine.agreements.deals import Parties
from pbem.engine.agreements.offers import DEAL, OFFERED, Offer, is_of_deal
from pbem.engine.decision import Seat
from pbem.engine.refusal import BadLine
from pbem.engine.table import Table
from pbem.lab.games import lab_of
from pbem.moderator.deadlines.time_sentences import written
from pbem.moderator.playing.order_lines import carry_out
from pbem.moderator.talk.acceptances import MAX_AHEAD
from pbem.moderator.talk.message_headers import MessageHeaders

MAX_CLAUSES = 2
ACCEPT_SHARE, REFUSE_SHARE = 0.7, 0.7
NEWEST_SHARE = 0.5
AHEAD_SHARE = 0.2
"""The share of offers that are agreed to in advance, and of those that are within such an agreement."""
ANSWERS = ("accept", "refuse", "withdraw", "counter")
"""How something open between two others is answered."""


def groups(table: Table[Any], seat: Seat, other: Seat, rng: Random) -> Sequence[Sequence[str]]:
    """Clauses that a seat may offer another, those together that nobody else can tell apart."""
    offers = lab_of(table.rules).trial.offers
    return [] if offers is None or table.over else offers(table.state, seat, other, rng.shuffle)


def offering(table: Table[Any], seat: Seat, other: Seat, rng: Random, also: Sequence[Seat] = ()) -> list[str]:
    """The line of an offer, to others `also`, whose consent it need not have; empty where there is nothing to offer."""
    clause_groups = groups(table, seat, other, rng)
    if not clause_groups:
        return []
    clauses = [
        rng.choice(group) for group in rng.sample(clause_groups, min(len(clause_groups), rng.randint(1, MAX_CLAUSES)))
    ]
    return [f"offer {' and '.join(map(written, (other, *also)))}: {'; '.join(clauses)}"]


def ahead(table: Table[Any], seat: Seat, other: Seat, rng: Random) -> list[str]:
    """The line in which a seat agrees in advance to what another may offer; empty where there is nothing."""
    in_advance = in_force(table.rules.deals, table.state, table.offers, seat)
    clause_groups = groups(table, seat, other, rng) if len(in_advance) < MAX_AHEAD else []
    return [f"standing accept {written(other)}: {rng.choice(rng.choice(clause_groups))}"] if clause_groups else []


def binds(table: Table[Any], seat: Seat, lines: Sequence[str]) -> bool:
    """Whether these lines make an offer, or a signature in advance, by which others are or can be bound without another word
    to more than promises: all see what comes of that.
    """
    deals, fork = table.rules.deals, table.fork()
    carry_out(fork, seat, list(enumerate(lines, 1)))
    made = {entry.subject: entry.answer["clauses"] for entry in fork.entries if is_of_deal(entry) and entry.key == OFFERED}
    signed = [made[entry.subject] for entry in fork.entries[len(table.entries) :] if entry.key == AGREED_AHEAD]
    given = [each for other in table.seats for each in in_force(deals, fork.state, fork.offers, other)]
    signed += [o.clauses for o in fork.offers.unsigned() if any(is_within(deals, fork.state, each, o) for each in given)]
    return any(binding(deals, fork.state, clauses) for clauses in signed)


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


def alike(one: Table[Any], other: Table[Any], seat: Seat, whom: Seat, rng: Random) -> tuple[str, str] | None:
    """The clauses of two offers that nobody else can tell apart, one for each world; None where there are none."""
    drawn = rng.random()
    here, there = ([*groups(each, seat, whom, Random(drawn))] for each in (one, other))  # noqa: S311 - play, not secrets
    pairs = [(a, b) for one_group in here for other_group in there for a in one_group for b in other_group if a != b]
    same = [pair for pair in pairs if any(pair[0] in group and pair[1] in group for group in here)]
    return rng.choice(same) if same else None


def among(table: Table[Any], seats: Collection[Seat]) -> list[Offer]:
    """What some of these seats have offered each other, and nobody else, and not all have agreed to."""
    open_ = [each for each in table.open_offers if each.thing == DEAL and not each.signed]
    return [each for each in open_ if {*each.parties} <= {*seats}]


def answering(table: Table[Any], seats: Sequence[Seat], how: str) -> tuple[Seat, list[str]]:
    """Who answers the oldest offer among these seats, and in which line; no line where there is none, or what is agreed on
    would change what all see.
    """
    open_ = among(table, seats)
    if not open_:
        return seats[0], []
    offer = open_[0]
    answers = next(seat for seat in offer.others if seat not in offer.agreed)
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
