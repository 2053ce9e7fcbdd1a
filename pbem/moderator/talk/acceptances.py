"""Offers that a player agrees to in advance (engine/agreements/ahead): written with limits, and withdrawn."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from pbem.engine.agreements.ahead import ACCEPTS, ACCEPTS_NOT, AGREED_AHEAD, Acceptance, about_acceptance
from pbem.engine.agreements.dealing import in_force
from pbem.engine.agreements.deals import Parties
from pbem.engine.decision import Json, Seat
from pbem.engine.log.entry import EntryKind
from pbem.engine.refusal import BadLine, Illegal, Misread
from pbem.engine.table import Table
from pbem.i18n import Text
from pbem.moderator.deadlines.time_sentences import written
from pbem.moderator.talk.agreements import (
    MAX_CLAUSES,
    heads_at,
    must_exist,
    must_need_only,
    others_named,
)
from pbem.moderator.talk.deal_sentences import acceptance_in_words
from pbem.moderator.talk.deal_words import Offered, number_in, offered_in, says_all
from pbem.moderator.talk.message_headers import MessageHeaders

MAX_AHEAD = 12
"""How many acceptances in advance a seat can have at once: each is in every report of its player."""


def accept_ahead(table: Table[Any], seat: Seat, text: str, heads: MessageHeaders | None) -> str:
    """Agree to offers in advance, and say how that was understood. Raises BadLine; then nothing has happened."""
    must_exist(table)
    given = _read(table, seat, offered_in(text), heads_at(table, heads))
    in_advance = in_force(table.rules.deals, table.state, table.offers, seat)
    if same := next((each for each in in_advance if _says_the_same(each, given)), None):
        return Text("you agree to that in advance already, by acceptance {number}", number=same.number)
    if len(in_advance) >= MAX_AHEAD:
        problem = Text("{most} acceptances of yours hold, and that is the most", most=MAX_AHEAD)
        raise Illegal(problem, [f"withdraw acceptance {in_advance[0].number}"])
    table.remark(EntryKind.OFFER, seat, ACCEPTS, about_acceptance(given.number), given.as_answer())
    return Text(
        'you agree in advance, by acceptance {acceptance}. Any other offer is asked of you as ever; "withdraw acceptance '
        '{number}" ends it',
        acceptance=acceptance_in_words(table, given),
        number=given.number,
    )


def with_signatures(table: Table[Any], seat: Seat, acceptance: str) -> str:
    """Let a seat's acceptances in advance sign the open offers, and add that to the `acceptance` in words."""
    first = table.next_number
    table.settle()
    fresh = (entry for entry in table.entries if entry.number >= first and (entry.seat, entry.key) == (seat, AGREED_AHEAD))
    signed = [entry for entry in fresh if entry.kind is EntryKind.OFFER]
    if not signed:
        return acceptance
    numbers = Text(", ").join(entry.subject.rpartition(" ")[2] for entry in signed)
    return Text("{acceptance}; by that you agree to offer {numbers}, which is open", acceptance=acceptance, numbers=numbers)


def accept_no_more(table: Table[Any], seat: Seat, text: str) -> str:
    """End a seat's acceptances in advance: the one of the number, or all if the line says none and there is only one. Raises
    BadLine.
    """
    must_exist(table)
    in_advance, number = table.offers.ahead_of(seat), number_in(text)
    meant = [each for each in in_advance if each.number == number] if number else in_advance
    near = [f"withdraw acceptance {each.number}" for each in in_force(table.rules.deals, table.state, table.offers, seat)]
    if not meant:
        raise Illegal(
            Text("no acceptance {number} of yours holds", number=number)
            if number
            else Text("you agree to nothing in advance"),
            near,
        )
    if len(meant) > 1 and not says_all(text):
        raise Misread(Text("say which"), near)
    for each in meant:
        table.remark(EntryKind.OFFER, seat, ACCEPTS_NOT, about_acceptance(each.number), {})
    ended = Text(", ").join(str(each.number) for each in meant)
    return Text("you agree to that in advance no longer: acceptance {numbers}", numbers=ended)


def _says_the_same(one: Acceptance, other: Acceptance) -> bool:
    return (one.whom, one.limits, one.end) == (other.whom, other.limits, other.end)


# Reading


def _read(table: Table[Any], seat: Seat, offered: Offered, heads: MessageHeaders) -> Acceptance:
    """What a line agrees to in advance. Raises BadLine."""
    deals, s = table.rules.deals, table.state
    if not offered.clauses:
        near = [f"standing accept {offered.whom or '...'}: {form}" for form, _ in (*deals.limits.forms, *deals.forms)]
        raise Misread(Text("it agrees to nothing: write what, with ; between several"), near)
    if offered.breaks_off:
        raise Misread(Text("it ends with ; and nothing follows: write all of it on one line, however long that is"))
    if len(offered.clauses) > MAX_CLAUSES:
        raise Illegal(Text("an offer has {most} clauses at most", most=MAX_CLAUSES))
    named = others_named(table, seat, heads, offered, "standing accept") if offered.whom else ()
    others = named or tuple(each for each in table.seats if each != seat and each not in table.offers.resigned)
    parties = Parties(seat, (seat, *others), heads.names)
    limits = tuple(deals.together(s, [each for text in offered.clauses for each in _limits(table, seat, parties, text)]))
    concerned = dict.fromkeys(each for limit in limits for each in deals.concerned(s, seat, limit))
    whom = named or tuple(each for each in table.seats if each in concerned)
    _must_ask(table, seat, limits, whom, offered)
    end = deals.ends.read(s, seat, offered.end) if offered.end else None
    once = not all(deals.is_promise(s, limit) for limit in limits)
    return Acceptance(seat, table.next_number, table.offers.next_acceptance(seat), whom, limits, end, once)


def _limits(table: Table[Any], seat: Seat, parties: Parties, text: str) -> Sequence[Json]:
    try:
        return table.rules.deals.limits_in(table.state, seat, parties, text)
    except BadLine as bad:
        problem = Text('nothing is agreed to, because of "{text}": {problem}', text=text, problem=bad.problem)
        raise type(bad)(problem, [f"standing accept {near}" for near in bad.nearest]) from None


def _must_ask(table: Table[Any], seat: Seat, limits: Sequence[Json], whom: Sequence[Seat], offered: Offered) -> None:
    """Raise a BadLine where nobody is named, somebody is left out whose consent it needs, or the seat's is not needed."""
    deals, s = table.rules.deals, table.state
    clauses = "; ".join(offered.clauses)
    if not whom:
        near = [f"standing accept {written(each)}: {clauses}" for each in table.seats if each != seat]
        raise Misread(Text("say whose offers: name each player, and then a colon"), near)
    must_need_only(table, limits, (seat, *whom), offered, "standing accept")
    if not any(seat in deals.signers(s, limit) for limit in limits):
        raise Illegal(Text("that does not need your consent"))
