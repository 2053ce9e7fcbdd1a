"""The public report: what everybody may know, for those who watch a game, at the end of each of its Turns."""

from __future__ import annotations

import logging
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from functools import partial
from typing import Any

from pbem.engine.event import Event
from pbem.engine.table import Table
from pbem.moderator.core.context import TableContext
from pbem.moderator.core.games import status_of
from pbem.moderator.deadlines.time_sentences import regency_lines
from pbem.moderator.reports.final import last_parts
from pbem.moderator.reports.notices import Dispatch, Spare, forgiving, queue_letter, strictly, tell_gamemaster
from pbem.moderator.reports.occasion import about_correction, about_play, retracted_lines
from pbem.moderator.reports.report_parts import closeup_for, ending, map_for, players_of, proof_for, score_of
from pbem.moderator.talk.messages import mark_told, waiting_for
from pbem.orders.words.lexicon import Lexicon
from pbem.render.content import Content
from pbem.render.report import About, ClockPart, Extras, Notes, PositionPart, Report, write_report
from pbem.store.games import watchers
from pbem.store.games.journal import EventLine
from pbem.store.tables.games import ObserverRow

log = logging.getLogger(__name__)

NOBODY = ""
"""The seat of an observer."""
FIRST = ("open",)
"""The occasion of an observer's first mail, which begins the thread of all others."""
KIND = "observer"
NO_NOTES = Notes()


def build_public_report(context: TableContext, reported: int | None = None, notes: Notes = NO_NOTES) -> Report:
    """All that a report for an observer says: the position as everybody knows it, and the Events since entry `reported` that
    everybody may know (None: those of the Turn that is being played).

    Nothing of a seat's is in it: neither questions and answers nor deadlines and salts.
    """
    game, table = context.game, context.table
    rules, state, page = table.rules, table.state, context.page_for(NOBODY)
    names = Lexicon(partial(rules.names, state)).name
    news = _of_this_turn(table) if reported is None else _since(table, reported)
    return Report(
        seat=NOBODY,
        about=About(
            game=game.name,
            rules=rules.name,
            title=rules.title,
            scenario=rules.scenarios[game.scenario],
            players=players_of(context),
            names=names,
            commitment=game.commitment,
            key=game.key if table.over else "",
        ),
        position=PositionPart(
            turn=rules.reports.moment(rules.turn(state)),
            view=rules.view(state, NOBODY),
            status=status_of(game, table),
            news=news,
            headline=page.tell(rules.name, rules.reports.headline(state, NOBODY, news), names),
            score=score_of(page, rules, state, NOBODY, names),
            **ending(table),
        ),
        notes=replace(notes, lines=(*notes.lines, *regency_lines(context.clock.speaking(page.words), table, NOBODY))),
        clock=ClockPart(waiting_for=tuple(seat for seat in table.seats if table.open_to(seat))),
        proof=proof_for(context, NOBODY, last_number(table) if reported is None else reported),
    )


def write_public_report(
    context: TableContext, reported: int | None = None, notes: Notes = NO_NOTES, spare: Spare = strictly
) -> Content:
    """The public report as a mail, with the picture of the map where the moderator wants pictures; the last one of a game
    has its story and the archive.
    """
    report, table, page = build_public_report(context, reported, notes), context.table, context.page_for(NOBODY)
    final, enclosed = last_parts(context, report, spare)
    extras = Extras(final=final, enclosed=enclosed)
    if context.desk.mails.pictures:
        map_ = spare("the picture of the map", lambda: map_for(context, NOBODY, page))
        closeup = spare("the picture of what happened", lambda: closeup_for(table, NOBODY, report.position.news, page))
        extras = replace(extras, map=map_, closeup=closeup)
    return write_report(page, replace(report, extras=extras))


def tell_observers(context: TableContext, occasion: str, letter_id: int | None = None) -> None:
    """Queue a public report for every observer to whom a round has ended since their last one, or the game is over.

    What happens within a round waits for its end, so that no mail tells when somebody has written. `occasion` goes into
    Message-IDs. Where a report cannot be written the game goes on, and the game master is told.
    """
    table = context.table
    due = [row for row in watchers.observers(context.session, context.game.id) if _is_due(table, row.told)]
    _mail(context, due, (occasion, table.rules.turn(table.state)), letter_id)


def take_back(
    context: TableContext, first: int, why: str, occasion: str, before: Sequence[EventLine], *, corrected: bool = False
) -> None:
    """Tell the observers who know of entries from number `first` on that these no longer count, or that the game was
    `corrected` from there on, and which of the Events `before` no longer count. The others get their report as usual.
    """
    table = context.table
    misled = [row for row in watchers.observers(context.session, context.game.id) if row.told >= first]
    retracted = dict[str, tuple[str, ...]]()
    for row in misled:
        retracted[row.thread] = retracted_lines(context, None, row.told, before)
        row.told = first - 1
    words = context.page_for(NOBODY).words
    notes = about_correction(words, why, ()) if corrected else about_play(words, frozenset(), why)
    _mail(context, misled, (occasion, table.rules.turn(table.state)), None, *notes, gone=retracted)
    tell_observers(context, occasion)


def greet(context: TableContext, row: ObserverRow) -> None:
    """Queue an observer's first report: the position, without what has led to it."""
    note = context.page_for(NOBODY).words.gettext("You are now an observer of %s.") % context.game.name
    _mail(context, [row], FIRST, None, note)


def last_number(table: Table[Any]) -> int:
    """The number of the newest entry (0: none), up to which a report written now tells everything."""
    return table.entries[-1].number if table.entries else 0


def _mail(
    context: TableContext,
    rows: list[ObserverRow],
    parts: tuple[str, ...],
    letter_id: int | None,
    *notes: str,
    gone: Mapping[str, tuple[str, ...]] | None = None,
) -> None:
    try:
        messages = {row.thread: waiting_for(context, row.thread) for row in rows}
        lost = {row.thread: (gone or {}).get(row.thread, ()) for row in rows}
        keys = {row.thread: (row.told, tuple(messages[row.thread][1]), lost[row.thread]) for row in rows}
        contents = {
            keys[row.thread]: write_public_report(
                context,
                row.told,
                Notes(lines=notes, gone=lost[row.thread], messages=tuple(messages[row.thread][0])),
                forgiving(context),
            )
            for row in _first_of(rows, keys)
        }
    except Exception as fault:  # whatever a template does wrong, those who play have nothing to do with it
        log.exception("the observers of %s", context.game.name)
        fault_text = f"{type(fault).__name__}: {fault}"
        tell_gamemaster(context, context.game, "observer_fault", f"observers-{'-'.join(parts)}", fault=fault_text)
        return
    for row in rows:
        queue_letter(context, row, contents[keys[row.thread]], parts, Dispatch(KIND, letter_id))
        mark_told(context, row.thread, messages[row.thread][1])
        context.writes.do(partial(_note_told, context, row))


def _first_of(rows: Iterable[ObserverRow], keys: Mapping[str, object]) -> list[ObserverRow]:
    """One observer of each group who are told the same."""
    return list({keys[row.thread]: row for row in rows}.values())


def _note_told(context: TableContext, row: ObserverRow) -> None:
    row.told = last_number(context.table)
    context.session.flush()


def _is_due(table: Table[Any], number: int) -> bool:
    """Whether a round or the game has ended since the entry of this `number`, the last one reported."""
    fresh = _since(table, number)
    ends_round = table.rules.reports.ends_round
    return bool(fresh) and (table.over or any(ends_round(table.state, event) for event in fresh))


def _since(table: Table[Any], number: int) -> tuple[Event, ...]:
    return tuple(news.event for news in table.news if news.number > number and news.event.visible_to(None))


def _of_this_turn(table: Table[Any]) -> tuple[Event, ...]:
    public = _since(table, -1)
    begun = [place for place, event in enumerate(public) if _begins_a_turn(table, event)]
    return public[begun[-1] :] if begun else public


def _begins_a_turn(table: Table[Any], event: Event) -> bool:
    return table.rules.reports.stamp(table.state, event) is not None
