"""What the moderator's desk shows: games, letters and logs as tables and pages for a terminal."""

from __future__ import annotations

import json
from collections.abc import Iterator
from datetime import datetime
from typing import Any

from pbem.cli.terminal.saying import plain
from pbem.engine.ending import ending_in_words, ending_of
from pbem.engine.played_log import Diverged
from pbem.engine.table import Table
from pbem.moderator.clock.deadline_changes import standing_lines
from pbem.moderator.core.context import Context, TableContext
from pbem.moderator.core.desk import Desk
from pbem.moderator.reports.occasion import Occasion
from pbem.moderator.reports.past import table_at
from pbem.moderator.reports.report_building import build_report
from pbem.store.database import Session
from pbem.store.games import lobby, watchers
from pbem.store.tables.games import GameRow, SeatRow

# Games


def waiting(table: Table[Any]) -> list[str]:
    """The seats with an open question."""
    return [seat for seat in table.seats if table.open_to(seat)]


def moderators_view(context: Context, name: str, turn: str | None = None) -> str:
    """Everything about a game, the secret answers included, now or at the end of a Turn. Raises NotFound."""
    session = context.session
    game = lobby.find_game(session, name)
    lines = [*_row_lines(context.desk, game)]
    try:
        at_table, _ = table_at(context.of(game), turn)
    except Diverged as error:
        return "\n".join([*lines, f"its log does not replay: {error}; see `pbem rerun {game.name}`"])
    lines += [*_table_lines(at_table.table), *standing_lines(at_table)]
    for seat in lobby.seats(session, game.id):
        lines += ["", *_seat_lines(at_table, seat)]
    if watching := observer_lines(session, game):
        lines += ["", "observers:", *(f"  {line}" for line in watching)]
    return "\n".join(lines)


def observer_lines(session: Session, game: GameRow) -> list[str]:
    """Who watches a game."""
    return [f"{plain(row.name)} <{plain(row.address)}>" for row in watchers.observers(session, game.id)]


def _row_lines(desk: Desk, game: GameRow) -> Iterator[str]:
    rules = desk.rules_of(game)
    yield f"{game.name}: {rules.title}, {rules.scenarios[game.scenario]}"
    yield f"status: {game.status}{f', because {plain(game.held_because)}' if game.held_because else ''}"
    if game.result is not None:
        yield f"result: {ending_in_words(ending_of(game.result))} {_json(game.result)}"
    yield f"began: {_time(game.created)} with pbem {game.code_version}, rules {game.rules_version}"
    yield f"scenario files: {game.scenario_version}"
    yield f"auth: {game.auth}"
    yield f"commitment of the dice: {game.commitment}"


def _table_lines(table: Table[Any]) -> Iterator[str]:
    yield f"turn: {'over' if table.over else table.rules.turn(table.state)}"
    yield f"waits for: {', '.join(waiting(table)) or 'nobody'}"
    yield f"entries: {len(table.entries)} live, the last is {table.entries[-1].number if table.entries else 0}"


def _seat_lines(context: TableContext, seat: SeatRow) -> Iterator[str]:
    report = build_report(context, seat, Occasion("preview"))
    yield f"{seat.name}: {plain(seat.player)} <{plain(seat.address)}>"
    yield f"  last entry told: {'none' if seat.told < 0 else seat.told}"
    yield f"  newest receipt: {seat.receipt or 'none'}"
    yield from (f"  is asked: {question.prompt}" for question in report.form.questions)
    yield from (f"    has begun: {line}" for question in report.form.questions for line in question.drafts)
    yield from (f"  has answered in secret: {line}" for line in report.form.given)
    yield from (
        f"  waits for {segment.segment or 'their question'}: {line}"
        for segment in report.form.waiting
        for line in segment.lines
    )
    yield from (f"  standing order: {order.text} ({order.scope})" for order in report.form.standing)
    facts = {"view": report.position.view, "report": report}
    rules = context.game.rules
    position = context.desk.page.surely(lambda page: page.fill(f"{rules}/position.txt.j2", **facts))
    yield from (f"  | {line}" for line in position.strip().splitlines())


def _time(moment: datetime | None) -> str:
    return "never" if moment is None else f"{moment:%Y-%m-%d %H:%M} UTC"


def _json(value: object) -> str:
    return json.dumps(value, ensure_ascii=False)
