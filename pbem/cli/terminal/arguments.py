"""Arguments and options that several commands share, and how a shell completes them from the database (read only)."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable
from contextlib import closing
from dataclasses import fields
from functools import wraps
from inspect import Parameter, signature
from pathlib import Path
from typing import Annotated, Any, get_type_hints

import typer

MAX_COMPLETIONS = 200
QUICK_SECONDS = 0.3
"""How long completion waits for a locked database."""


def game_names(ctx: typer.Context, incomplete: str) -> list[str]:
    """The names of games that begin with `incomplete`, newest first."""
    rows = _read(ctx, "SELECT name FROM game ORDER BY id DESC LIMIT ?", MAX_COMPLETIONS)
    return [str(name) for (name,) in rows if str(name).startswith(incomplete.lower())]


def seat_names(ctx: typer.Context, incomplete: str) -> list[str]:
    """The seats of the game named on the line, or of any game."""
    sql = """
        SELECT seat.name FROM seat JOIN game ON game.id = seat.game_id WHERE game.name = ? OR ? IS NULL
        GROUP BY seat.name ORDER BY min(seat.id) LIMIT ?
    """
    game = ctx.params.get("game")
    return [
        str(name) for (name,) in _read(ctx, sql, game, game, MAX_COMPLETIONS) if str(name).startswith(incomplete.lower())
    ]


def letter_numbers(ctx: typer.Context, incomplete: str) -> list[str]:
    """The numbers of letters that are held or have failed."""
    rows = _read(ctx, "SELECT id FROM letter WHERE status IN ('held', 'dead') ORDER BY id DESC LIMIT ?", MAX_COMPLETIONS)
    return [str(number) for (number,) in rows if str(number).startswith(incomplete)]


Jobs = Annotated[
    int,
    typer.Option("--jobs", min=0, help="The number of processes that share the games.", show_default="one for each core"),
]
OneObject = Annotated[bool, typer.Option("--json", help="Print one JSON object.")]
OnlyScenarios = Annotated[
    list[str] | None, typer.Option("--scenario", help="Only this scenario; can be repeated.", show_default="all")
]
TURNED_ON = "true"


def read_option(text: str) -> tuple[str, str]:
    """`players=3` as name and value; a name alone turns an option on."""
    name, has_value, value = text.partition("=")
    if not name.strip() or (has_value and not value.strip()):
        raise typer.BadParameter(f"{text!r} is not like NAME=VALUE")
    return name.strip(), value.strip() or TURNED_ON


def _read(ctx: typer.Context, sql: str, *values: object) -> list[tuple[object, ...]]:
    """Rows of the configured database; none after any error, for nothing but completions may be printed."""
    try:
        with closing(sqlite3.connect(f"{_database(ctx).as_uri()}?mode=ro", uri=True, timeout=QUICK_SECONDS)) as connection:
            return connection.execute(sql, values).fetchall()
    except Exception:
        return []


def _database(ctx: typer.Context) -> Path:
    """The configured file. Raises FileNotFoundError for a database on a server: a key must not wait for that."""
    from pbem.config.loading import load_settings

    location = load_settings(ctx.find_root().params.get("config")).database
    if not isinstance(location, Path):
        raise FileNotFoundError(location)
    return location.resolve()


def one_line_of(text: str) -> str:
    """A text for mails and the log, on one line. Raises BadParameter."""
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


def stored_number(text: str) -> int:
    """The number of something in the database. Raises BadParameter."""
    from pbem.figures import is_number

    if not is_number(text):
        raise typer.BadParameter(f"{text!r} cannot be the number of an entry or letter")
    return int(text)


Game = Annotated[str, typer.Argument(help="The game's short name, from `pbem games`.", autocompletion=game_names)]
Seat = Annotated[str, typer.Argument(help="The seat, from `pbem show GAME`.", autocompletion=seat_names)]
Letter = Annotated[
    int,
    typer.Argument(
        metavar="NUMBER", help="Its number, from `pbem letters`.", autocompletion=letter_numbers, parser=stored_number
    ),
]
Because = Annotated[str, typer.Option("--because", help="The reason, for the players and the log.", callback=reason)]
MaybeBecause = Annotated[
    str, typer.Option("--because", help="The reason, for the players and the log.", callback=one_line_of)
]
Reason = Annotated[str, typer.Option("--because", help="The reason, for the players.")]
Force = Annotated[bool, typer.Option("--force", help="Replace an existing file.")]
Yes = Annotated[bool, typer.Option("--yes", help="Do not ask for confirmation.")]


def confirm(question: str, *, yes: bool) -> None:
    """Ask before something that cannot be undone, unless --yes was given. Raises Abort (exit code 1) unless answered y."""
    if not yes:
        typer.confirm(f"{question} This cannot be undone.", abort=True)


def takes(name: str, options: type) -> Callable[[Callable[..., None]], Callable[..., None]]:
    """Give a command one option for each field of a dataclass; it gets them together as its argument `name`."""
    hints = get_type_hints(options, include_extras=True)
    shared = [
        Parameter(each.name, Parameter.KEYWORD_ONLY, default=each.default, annotation=hints[each.name])
        for each in fields(options)
    ]

    def decorate(command: Callable[..., None]) -> Callable[..., None]:
        own_parameters = [
            each.replace(kind=Parameter.KEYWORD_ONLY)
            for each in signature(command, eval_str=True).parameters.values()
            if each.name != name
        ]

        @wraps(command)
        def run(**given: Any) -> None:
            together = options(**{each.name: given.pop(each.name) for each in shared})
            command(**given, **{name: together})

        run.__signature__ = signature(run).replace(parameters=[*own_parameters, *shared])  # type: ignore[attr-defined]
        return run

    return decorate
