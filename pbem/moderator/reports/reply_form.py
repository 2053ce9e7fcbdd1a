"""What a report's reader is asked, the lines that its reply form offers, and the orders that they have given."""

from __future__ import annotations

from itertools import islice
from typing import Any, Final

from pbem.engine.decision import Decision, Seat
from pbem.engine.game.features import Feature
from pbem.engine.refusal import WaitingLine
from pbem.engine.standing import StandingOrder, length_of, order_text
from pbem.engine.table import Table
from pbem.moderator.core.context import TableContext
from pbem.moderator.reading.form_lines import gives_up
from pbem.moderator.reading.letter_words import ALWAYS_MENDING, always_mends
from pbem.moderator.reading.news_words import news_in_force
from pbem.moderator.reading.report_questions import questions_for
from pbem.orders.carry.stage import other_now
from pbem.orders.place.segments import heading_of, segments_of
from pbem.orders.words.grammar import Grammar
from pbem.orders.words.lines import example_lines, line_of, verbs_for
from pbem.orders.words.vocabulary import STANDING
from pbem.render.report import (
    ReplyForm,
    StandingLine,
    Waiting,
)
from pbem.store.tables.games import SeatRow

MAX_ACTS: Final = 8
"""Lines of what may be done unasked."""


def reply_form(context: TableContext, seat: SeatRow) -> ReplyForm:
    """What a report's reader is asked, and the orders that they have given."""
    table, name = context.table, seat.name
    questions = table.open_to(name)
    segment, suggestions = _further_lines(table, name, questions)
    asked = questions_for(table, questions)
    given = tuple(line for d, answer in table.given_by(name) for line in line_of(table, d, answer))
    if table.over:
        return ReplyForm(questions=asked, given=given, segment=segment, suggestions=suggestions)
    return ReplyForm(
        questions=asked,
        given=given,
        segment=segment,
        suggestions=suggestions,
        acts=_acts(table, name),
        waiting=_waiting(table, name),
        standing=tuple(_standing(table, order) for order in table.orders_of(name)),
        ended=_ended(table, name, seat.told),
        lasting=(ALWAYS_MENDING,) if always_mends(context.clock, table, name) else (),
        news=news_in_force(context, name),
    )


def _acts(table: Table[Any], seat: Seat) -> tuple[str, ...]:
    """Examples of what a seat may do without being asked: one for each order word, MAX_ACTS at most."""
    able = () if seat in table.offers.resigned else table.acts_of(seat)
    examples = (line for act in able for line in example_lines(table, act, MAX_ACTS))
    return tuple(islice(examples, MAX_ACTS))


def _further_lines(
    table: Table[Any], seat: Seat, questions: tuple[Decision, ...]
) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Lines that carry a letter further than the open questions: prefilled ones, and as suggestions what the next segment
    may hold and standing orders.

    Prefilled only while a narrow scope runs: nobody should give an order for the whole game by returning a form.
    """
    lines = table.rules.orders.form(table.state, seat)
    scopes = table.scopes()
    ahead = () if table.waiting.get(seat) else table.rules.orders.ahead(table.state, seat)
    lasting = {word.verb for word in table.rules.vocabulary if word.policy is not None}
    asked = {verb for d in questions for verb in verbs_for(table, d)} & lasting
    held = {(o.verb, o.scope.name) for o in table.standing_orders(seat)}
    verbs_held = {verb for verb, _ in held}
    segment = [line for line in lines if (verb := line.split(" ")[0]) not in asked and verb not in verbs_held]
    usual = next((scope.name for scope in scopes if scope.usual), scopes[-1].name)
    wide = [line for line in lines if (verb := line.split(" ")[0]) in lasting and (verb, usual) not in held]
    prefilled = tuple(line for line in segment if not gives_up(table, line)) if len(scopes) > 1 and questions else ()
    given = tuple(f"{STANDING} {verb} " for verb in verbs_held)
    suggestions = (*(line for line in ahead if not line.startswith(given)), *(f"{STANDING} {line}" for line in wide))
    return _with_means_of(table, prefilled, suggestions)


def _with_means_of(
    table: Table[Any], prefilled: tuple[str, ...], suggestions: tuple[str, ...]
) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """The lines without those that the game is played without."""
    needed = {line: Feature.STANDING if line.startswith(f"{STANDING} ") else Feature.AHEAD for line in suggestions}
    whole = not table.without & {Feature.STANDING, Feature.AHEAD}
    return prefilled if whole else (), tuple(line for line in suggestions if needed[line] not in table.without)


def _waiting(table: Table[Any], seat: Seat) -> tuple[Waiting, ...]:
    """The seat's waiting lines, segment by segment."""
    lexicon = Grammar(table.rules, table.state).lexicon
    headings = {segment.name: heading_of(segment, lexicon) for segment in segments_of(table, seat)}
    grouped: dict[str, list[WaitingLine]] = {}
    for line in table.waiting.get(seat, []):
        grouped.setdefault(line.segment, []).append(line)
    now = other_now(table, seat)
    return tuple(
        Waiting(
            headings.get(segment, ""),
            table.rules.segments.named(segment),
            tuple(line.text for line in lines),
            lines[0].made,
            tuple(now.get(line, "") for line in lines),
        )
        for segment, lines in grouped.items()
    )


def _standing(table: Table[Any], order: StandingOrder) -> StandingLine:
    text = order_text(table.rules, table.state, order)
    return StandingLine(text, order.scope.name, order.number, order.scope.coming, length_of(table.rules, order.scope))


def _ended(table: Table[Any], seat: Seat, told: int) -> tuple[StandingLine, ...]:
    """The seat's standing orders whose time has come to its end since its last report."""
    over = [ended.order for ended in table.ended if ended.number > told and ended.order.seat == seat]
    return tuple(_standing(table, order) for order in over)
