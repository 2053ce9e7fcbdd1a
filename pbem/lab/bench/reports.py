"""Figures of reports: how fast they are written, with and without the picture of the map, and how large they are."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory
from time import process_time
from typing import Any

from pbem.doctor.random_play import PlayPolicy, RandomPlayer
from pbem.engine.game.rules import Rules
from pbem.engine.game.setup import Setup
from pbem.engine.table import Table
from pbem.lab.play.random_games import play_at_random, turn_of
from pbem.lab.play.stage import Files, StageSettings, players_of, stage
from pbem.moderator.core.context import Context, GameContext
from pbem.moderator.joining.opening import open_game
from pbem.moderator.reports.report_building import render_for
from pbem.render.content import Content
from pbem.render.picture.closeup.draw import forget as forget_closeups
from pbem.render.picture.draw import forget
from pbem.store.games import lobby
from pbem.store.tables.games import SeatRow

EARLY, POSITIONS, APART = 100, 10, 8
"""In entries: an early Turn; the number of positions up to there at which reports are timed; how far these are apart."""
SINCE = 60
"""The number of entries that a report is about."""


def has_map(rules: Rules[Any], setup: Setup) -> bool:
    """Whether a scenario is played on a map that there is a picture of."""
    table = RandomPlayer.from_seed("map").open_table(rules, setup)
    return rules.reports.picture(table.state, table.seats[0], []) is not None


def bench_reports(rules: Rules[Any], setup: Setup, seed: str, files: Files | None = None) -> dict[str, dict[str, float]]:
    """Figures of an early and a late report of one game, to each seat in turn.

    No position is reported twice, and the pictures of another game have been drawn before: what they have in common with
    these is kept, as in a daemon that runs for long.
    """
    played, other = (play_at_random(rules, setup, name, policy=PlayPolicy.SURVIVE) for name in (seed, f"{seed}, before"))
    tables = {"early": _up_to(played, EARLY), "late": _up_to(played, len(played.entries) - 1)}
    players, games = players_of(rules, setup), {rules.name: rules}
    with (
        TemporaryDirectory(prefix="pbem-bench-") as folder,
        stage(Path(folder), lambda *_: None, players.values(), StageSettings(games=games, files=files)) as (desk, _),
    ):
        name = open_game(desk, rules.name, setup.scenario, players, options=dict(setup.options)).name
        with desk.db.reading() as session:
            context = Context(session, replace(desk, mails=replace(desk.mails, pictures=True))).of(
                lobby.find_game(session, name)
            )
            _written(context, _up_to(other, len(other.entries) - 1))
            return {f"reports, {when}": _figures(context, each) for when, each in tables.items()}


def _up_to(table: Table[Any], entries: int) -> list[Table[Any]]:
    """The game at positions up to that after this number of entries, which comes last."""
    counts = sorted(max(1, entries - APART * back) for back in range(POSITIONS))
    return [Table.restore(table.rules, table.setup, table.chance, table.entries[:count]) for count in counts]


def _figures(context: GameContext, tables: Sequence[Table[Any]]) -> dict[str, float]:
    """Sizes are those of the last report to the first seat. What a Table works out once it has before time is taken."""
    without = replace(context, desk=replace(context.desk, mails=replace(context.desk.mails, pictures=False)))
    _written(without, tables)
    plain, _ = _timed(partial(_written, without, tables))
    drawn, content = _timed(partial(_written, context, tables))
    last = content[len(content) - len(content) // len(tables)]
    return {
        "turn": turn_of(tables[-1]),
        "milliseconds_per_report": plain / len(content) * 1e3,
        "reports_per_second": len(content) / plain,
        "milliseconds_per_report_with_picture": drawn / len(content) * 1e3,
        "reports_per_second_with_picture": len(content) / drawn,
        "text_bytes": len(last.text.encode()),
        "html_bytes": len(last.html.encode()),
        "picture_bytes": sum(len(picture.png) for picture in last.pictures),
    }


def _written(context: GameContext, tables: Sequence[Table[Any]]) -> list[Content]:
    """The report of each position to each seat."""
    forget()
    forget_closeups()
    written = []
    for table in tables:
        for row in lobby.seats(context.session, context.game.id):
            seat = SeatRow(**row.model_dump() | {"told": max(0, len(table.entries) - SINCE)})
            written.append(render_for(context.at(table), seat))
    return written


def _timed(work: Callable[[], list[Content]]) -> tuple[float, list[Content]]:
    """How many seconds of the processor it takes, and what it gives."""
    begun = process_time()
    content = work()
    return process_time() - begun, content
