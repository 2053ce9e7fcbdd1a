"""The arguments that many commands have, and how a shell completes them from the database, which is only read."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Annotated

import typer

MOST = 200
MOST_NUMBER = 2**63 - 1
"""What the database can count to."""
QUICK_SECONDS = 0.3
"""A shell that completes waits no longer for a database that is busy."""


def game_names(ctx: typer.Context, incomplete: str) -> list[str]:
    """The names of games that begin so, the newest first."""
    found = _read(ctx, "SELECT name FROM game ORDER BY id DESC LIMIT ?", MOST)
    return [str(name) for (name,) in found if str(name).startswith(incomplete.lower())]


def seat_names(ctx: typer.Context, incomplete: str) -> list[str]:
    """The seats of the game that stands on the line already, or of any."""
    sql = """
        SELECT seat.name FROM seat JOIN game ON game.id = seat.game_id WHERE game.name = ? OR ? IS NULL
        GROUP BY seat.name ORDER BY min(seat.id) LIMIT ?
    """
    game = ctx.params.get("game")
    return [str(name) for (name,) in _read(ctx, sql, game, game, MOST) if str(name).startswith(incomplete.lower())]


def letter_numbers(ctx: typer.Context, incomplete: str) -> list[str]:
    """The numbers of letters that were not dealt with."""
    found = _read(ctx, "SELECT id FROM letter WHERE status IN ('held', 'dead') ORDER BY id DESC LIMIT ?", MOST)
    return [str(number) for (number,) in found if str(number).startswith(incomplete)]


def read_option(text: str) -> tuple[str, str]:
    """`players=3` as name and value."""
    name, _, value = text.partition("=")
    if not name.strip() or not value.strip():
        raise typer.BadParameter(f"{text!r} is not like NAME=VALUE")
    return name.strip(), value.strip()


def _read(ctx: typer.Context, sql: str, *values: object) -> list[tuple[object, ...]]:
    """Rows of the configured database; none where anything is in the way: a shell must never be told of it."""
    try:
        with closing(sqlite3.connect(f"{_database(ctx).as_uri()}?mode=ro", uri=True, timeout=QUICK_SECONDS)) as connection:
            return connection.execute(sql, values).fetchall()
    except Exception:
        return []


def _database(ctx: typer.Context) -> Path:
    from pbem.config import load_settings

    return load_settings(ctx.find_root().params.get("config")).database.resolve()


def one_line_of(text: str) -> str:
    """A text that goes into mails and the log, on one line. Raises BadParameter."""
    from pbem.values import BadValue, reason

    try:
        return reason(text)
    except BadValue as problem:
        raise typer.BadParameter(str(problem)) from problem


def reason(text: str) -> str:
    """A reason that must be given. Raises BadParameter."""
    if not (given := one_line_of(text)):
        raise typer.BadParameter("say why: the players are told")
    return given


Game = Annotated[str, typer.Argument(help="The game's short name, such as bosworth-1.", autocompletion=game_names)]
Seat = Annotated[str, typer.Argument(help="The seat, such as york.", autocompletion=seat_names)]
Letter = Annotated[int, typer.Argument(help="From the list.", autocompletion=letter_numbers, min=1, max=MOST_NUMBER)]
Because = Annotated[str, typer.Option("--because", help="The reason, for the players and the log.", callback=reason)]
MaybeBecause = Annotated[
    str, typer.Option("--because", help="The reason, for the players and the log.", callback=one_line_of)
]
