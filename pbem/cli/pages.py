"""What the moderator's desk shows: games, letters and logs as tables and pages for a terminal."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Sequence
from datetime import datetime
from typing import Any

from rich.table import Table as Grid
from sqlmodel import Session

from pbem.cli.saying import plain
from pbem.engine.entry import EntryKind
from pbem.engine.table import Diverged, Table
from pbem.moderator.control.overview import GameLine, list_games
from pbem.moderator.control.terms import standing_lines
from pbem.moderator.desk.context import Context, TableContext
from pbem.moderator.desk.desk import Desk
from pbem.moderator.reports.notify import Occasion, build_report
from pbem.moderator.reports.past import table_at
from pbem.store import journal, lobby, post, watchers
from pbem.store.journal import LogLine
from pbem.store.tables import GameRow, LetterRow, OutgoingRow, SeatRow

MOST_DEAD = 200
MOST_IN_A_GRID = 500
GAME_COLUMNS = ("game", "scenario", "status", "turn", "waits for", "letters", "last letter", "mail")


# Games


def games_grid(context: Context, *, archived: bool = False) -> Grid | str:
    """One line a game, deadlines in its own zone. A game whose log does not replay says so instead of its turn.

    Those that are `archived` are among them only if wanted.

    More than MOST_IN_A_GRID are lines of text, not folded at the edge of the terminal.
    """
    rows = [_game_cells(line) for line in list_games(context, archived=archived)]
    if len(rows) > MOST_IN_A_GRID:
        return _aligned([GAME_COLUMNS, *rows])
    grid = _grid(*GAME_COLUMNS)
    for row in rows:
        grid.add_row(*row)
    return grid


def _game_cells(line: GameLine) -> tuple[str, ...]:
    game, came = line.game, line.traffic
    stands = (game.name, game.scenario, game.status, line.turn, line.waits_for)
    return (*stands, str(came.letters), _time(came.last), line.reach)


def _aligned(rows: Sequence[tuple[str, ...]]) -> str:
    """The rows as lines of text, columns under each other."""
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    lines = ("  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)) for row in rows)
    return "\n".join(line.rstrip() for line in lines)


def waiting(table: Table[Any]) -> list[str]:
    """The seats with an open question."""
    return [seat for seat in table.seats if table.open_to(seat)]


def moderators_view(context: Context, name: str, turn: int | None = None) -> str:
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
        yield f"result: {_json(game.result)}"
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
    yield from (f"  is asked: {question.prompt}" for question in report.questions)
    yield from (f"    has begun: {line}" for question in report.questions for line in question.drafts)
    yield from (f"  has answered in secret: {line}" for line in report.given)
    yield from (
        f"  waits for {segment.segment or 'their question'}: {line}" for segment in report.waiting for line in segment.lines
    )
    yield from (f"  standing order: {order.text} ({order.scope})" for order in report.standing)
    facts = {"view": report.view, "report": report}
    rules = context.game.rules
    position = context.desk.page.surely(lambda page: page.fill(f"{rules}/position.txt.j2", **facts))
    yield from (f"  | {line}" for line in position.strip().splitlines())


# The log


def log_grid(session: Session, name: str, *, all_lines: bool = False, first: int = 1) -> Grid:
    """The live entries from number `first` on, or all of them with the struck ones marked. Raises NotFound."""
    game = lobby.find_game(session, name)
    grid = _grid("entry", "turn", "kind", "seat", "key", "subject", "answer", "note")
    for line, struck in journal.read_all(session, game.id):
        if line.number >= first and (all_lines or not struck):
            grid.add_row(*_log_cells(line, struck), style="dim" if struck else "")
    return grid


def _log_cells(line: LogLine, struck: bool) -> tuple[str, ...]:
    number = f"{line.number}{' struck' if struck else ''}"
    return (number, line.turn, line.kind, line.seat, line.key, line.subject, _answer(line), line.note)


def _answer(line: LogLine) -> str:
    """A receipt's orders would fill the page, and stand in the transcript."""
    return f"{len(line.answer['orders'])} orders" if line.kind == EntryKind.RECEIPT else _json(line.answer)


# Letters


def letters_grid(session: Session) -> Grid:
    """The letters that were not dealt with, and why: of dead ones the newest MOST_DEAD."""
    grid = _grid("letter", "came", "status", "from", "game", "seat", "why")
    names = {game.id: game.name for game in lobby.games(session)}
    letters = [*post.held_letters(session), *post.dead_letters(session, MOST_DEAD), *post.pending_letters(session)]
    for letter in sorted(letters, key=lambda row: row.id):
        grid.add_row(*_letter_cells(letter, names.get(letter.game_id or 0, "")))
    return grid


def _letter_cells(letter: LetterRow, game: str) -> tuple[str, ...]:
    why = plain(letter.outcome) or "waits for `pbem serve` or `pbem once`"
    return (str(letter.id), _time(letter.received), letter.status, plain(letter.sender), game, letter.seat or "", why)


def refused_grid(mails: Iterable[OutgoingRow]) -> Grid:
    """Our mails that a server refused for good, in its own words."""
    grid = _grid("mail", "queued", "to", "kind", "refused because")
    for mail in mails:
        grid.add_row(str(mail.id), _time(mail.queued), mail.envelope_to, mail.kind, plain(mail.last_error))
    return grid


def _grid(*columns: str) -> Grid:
    grid = Grid(box=None, pad_edge=False, header_style="bold")
    for column in columns:
        grid.add_column(column, overflow="fold")
    return grid


def _time(moment: datetime | None) -> str:
    return "never" if moment is None else f"{moment:%Y-%m-%d %H:%M} UTC"


def _json(value: object) -> str:
    return json.dumps(value, ensure_ascii=False)
