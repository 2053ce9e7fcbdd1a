"""The public report: what everybody may know, for those who watch a game, at the end of each of its Turns."""

from __future__ import annotations

import logging
from collections.abc import Iterable
from dataclasses import replace
from functools import partial
from typing import Any

from sqlmodel import Session

from pbem.engine.event import Event
from pbem.engine.table import Table
from pbem.moderator.desk.desk import Desk
from pbem.moderator.desk.tables import status_of
from pbem.moderator.reports.final import with_final
from pbem.moderator.reports.notices import queue_letter, tell_gamemaster
from pbem.moderator.reports.parties import ending, players_of
from pbem.moderator.reports.pictures import map_for
from pbem.orders.words.lexicon import Lexicon
from pbem.render.content import Content
from pbem.render.report import Report, write_report
from pbem.store import watchers
from pbem.store.tables import GameRow, ObserverRow

log = logging.getLogger(__name__)

NOBODY = ""
"""The seat of an observer."""
FIRST = ("open",)
"""The occasion of an observer's first mail, below which all others of his stand."""
KIND = "observer"


def build_public_report(
    session: Session, game: GameRow, table: Table[Any], told: int | None = None, notes: Iterable[str] = ()
) -> Report:
    """All that a report for an observer says: the position as everybody knows it, and the Events since entry `told` that
    everybody may know (None: those of the Turn that is being played).

    Nothing of a seat's is in it: neither questions and answers nor deadlines and salts.
    """
    rules, state, players = table.rules, table.state, players_of(session, game, table)
    return Report(
        game=game.name,
        rules=rules.name,
        title=rules.title,
        scenario=rules.scenarios[game.scenario],
        seat=NOBODY,
        players=players,
        turn=rules.turn(state),
        view=rules.view(state, NOBODY),
        names=Lexicon(partial(rules.names, state)).name,
        commitment=game.commitment,
        status=status_of(game, table),
        news=_of_this_turn(table) if told is None else _since(table, told),
        waiting_for=tuple(seat for seat in table.seats if table.open_to(seat)),
        **ending(table),
        key=game.key if table.over else "",
        notes=tuple(notes),
    )


def write_public_report(
    session: Session, desk: Desk, game: GameRow, table: Table[Any], told: int | None = None, notes: Iterable[str] = ()
) -> Content:
    """The public report as a mail, with the picture of the map where the moderator wants pictures; the last one of a game
    has its story and the archive.
    """
    report = with_final(session, desk, game, table, build_public_report(session, game, table, told, notes))
    return write_report(
        desk.page_for(game, NOBODY), replace(report, map=map_for(table, NOBODY)) if desk.pictures else report
    )


def tell_observers(
    session: Session, desk: Desk, game: GameRow, table: Table[Any], occasion: str, letter_id: int | None = None
) -> None:
    """Queue a public report for every observer to whom a Turn has ended since his last one, or the game is over.

    What happens within a Turn waits for its end, so that no mail tells when somebody has written. `occasion` goes into
    Message-IDs. Where a report cannot be written the game goes on, and the game master is told.
    """
    due = [row for row in watchers.observers(session, game.id) if _is_due(table, row.told)]
    _mail(session, desk, game, table, due, (occasion, table.rules.turn(table.state)), letter_id)


def take_back(session: Session, desk: Desk, game: GameRow, table: Table[Any], first: int, why: str, occasion: str) -> None:
    """Tell the observers who know of an entry from number `first` on that it counts no longer; the others as ever."""
    misled = [row for row in watchers.observers(session, game.id) if row.told >= first]
    for row in misled:
        row.told = first - 1
    parts, note = (occasion, table.rules.turn(table.state)), f"The moderator has taken moves back: {why}"
    _mail(session, desk, game, table, misled, parts, None, note)
    tell_observers(session, desk, game, table, occasion)


def greet(session: Session, desk: Desk, game: GameRow, table: Table[Any], row: ObserverRow) -> None:
    """Queue an observer's first report: the position, without what has led to it."""
    _mail(session, desk, game, table, [row], FIRST, None, f"You watch {game.name} from now on.")


def last_number(table: Table[Any]) -> int:
    """The number of the newest entry, 0 where there is none: what one who is told everything now has been `told`."""
    return table.entries[-1].number if table.entries else 0


def _mail(
    session: Session,
    desk: Desk,
    game: GameRow,
    table: Table[Any],
    rows: list[ObserverRow],
    parts: tuple[str, ...],
    letter_id: int | None,
    *notes: str,
) -> None:
    try:
        contents = {told: write_public_report(session, desk, game, table, told, notes) for told in {r.told for r in rows}}
    except Exception as fault:  # whatever a template does wrong, those who play have nothing to do with it
        log.exception("the observers of %s", game.name)
        told = f"{type(fault).__name__}: {fault}"
        tell_gamemaster(session, desk, game, "observer_fault", f"observers-{'-'.join(parts)}", fault=told)
        return
    for row in rows:
        queue_letter(session, desk, game, row, contents[row.told], parts, "", letter_id, KIND)
        row.told = last_number(table)
    session.flush()


def _is_due(table: Table[Any], told: int) -> bool:
    """Whether a Turn has ended, or the game, of which somebody who was told all up to entry `told` does not know."""
    fresh = _since(table, told)
    return bool(fresh) and (table.over or any(_begins_a_turn(table, event) for event in fresh))


def _since(table: Table[Any], told: int) -> tuple[Event, ...]:
    return tuple(news.event for news in table.news if news.number > told and news.event.visible_to(None))


def _of_this_turn(table: Table[Any]) -> tuple[Event, ...]:
    public = _since(table, -1)
    begun = [place for place, event in enumerate(public) if _begins_a_turn(table, event)]
    return public[begun[-1] :] if begun else public


def _begins_a_turn(table: Table[Any], event: Event) -> bool:
    return table.rules.stamp(table.state, event) is not None
