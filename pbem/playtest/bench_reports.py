"""Figures of reports: how fast they are written, with and without the picture of the map, and how large they are."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory
from time import perf_counter
from typing import Any

from pbem.engine.rules import Rules, Setup
from pbem.engine.table import Table
from pbem.moderator.control.opening import open_game
from pbem.moderator.desk.context import Context, TableContext
from pbem.moderator.desk.desk import Desk
from pbem.moderator.reports.notify import render_for
from pbem.playtest.random_play import Policy, RandomPlayer, play_at_random
from pbem.playtest.stage import PLAYERS, stage
from pbem.render.content import Content
from pbem.render.picture.draw import forget
from pbem.store import lobby
from pbem.store.tables import SeatRow

EARLY, REPORTS = 100, 10
"""Of entries: an early Turn; and so many reports are timed."""
SINCE = 60
"""A report tells what so many entries have brought."""


def has_map(rules: Rules[Any], setup: Setup) -> bool:
    """Whether a scenario is played on a map that there is a picture of."""
    table = RandomPlayer.from_seed("map").open_table(rules, setup)
    return rules.picture(table.state, rules.seats[0], []) is not None


def bench_reports(rules: Rules[Any], setup: Setup, seed: str) -> dict[str, dict[str, float]]:
    """Figures of an early and a late report of one game, to each seat in turn."""
    played = play_at_random(rules, setup, seed, policy=Policy.SURVIVE)
    tables = {"early": _shortened(played, EARLY), "late": _shortened(played, len(played.entries) - 1)}
    with TemporaryDirectory(prefix="pbem-bench-") as folder, stage(Path(folder), lambda *_: None) as (desk, _):
        name = open_game(desk, rules.name, setup.scenario, PLAYERS).name
        with desk.db.reading() as session:
            context = Context(session, desk).of(lobby.find_game(session, name))
            return {f"reports, {when}": _figures(context.at(table)) for when, table in tables.items()}


def _shortened(table: Table[Any], entries: int) -> Table[Any]:
    """The game as it was after so many entries."""
    return Table.restore(table.rules, table.setup, table.chance, table.entries[:entries])


def _figures(context: TableContext) -> dict[str, float]:
    table = context.table
    told = max(0, len(table.entries) - SINCE)
    seats = [SeatRow(**row.model_dump() | {"told": told}) for row in lobby.seats(context.session, context.game.id)]

    def write(desk: Desk) -> list[Content]:
        written = []
        for number in range(REPORTS):
            forget()
            written.append(render_for(replace(context, desk=desk), seats[number % len(seats)]))
        return written

    desk = context.desk
    with_picture = replace(desk, pictures=True)
    content = write(with_picture)[0]
    plain, drawn = (_seconds(partial(write, each)) / REPORTS for each in (replace(desk, pictures=False), with_picture))
    return {
        "turn": table.state.turn,
        "milliseconds_per_report": plain * 1e3,
        "reports_per_second": 1 / plain,
        "milliseconds_per_report_with_picture": drawn * 1e3,
        "reports_per_second_with_picture": 1 / drawn,
        "text_bytes": len(content.text.encode()),
        "html_bytes": len(content.html.encode()),
        "picture_bytes": sum(len(picture.png) for picture in content.pictures),
    }


def _seconds(work: Callable[[], object]) -> float:
    begun = perf_counter()
    work()
    return perf_counter() - begun
