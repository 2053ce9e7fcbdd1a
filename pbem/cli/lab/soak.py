"""The command that plays a club's year."""

from __future__ import annotations

from contextlib import ExitStack
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Annotated

import typer

from pbem.cli.terminal.arguments import OneObject
from pbem.cli.terminal.listing import print_json
from pbem.cli.terminal.saying import say_plain

soak_app = typer.Typer()
HEADINGS = "month  going on   over  letters   mails  ms/letter  ms/tick  idle tick  MiB memory  MiB database  stuck"


@soak_app.command("soak")
def soak_(
    games: Annotated[int, typer.Option("--games", min=1, help="The number of games played at a time.")] = 1000,
    days: Annotated[int, typer.Option("--days", min=5, help="The number of days that they are played.")] = 365,
    seed: Annotated[str, typer.Option("--seed", help="The same seed gives the same games, with the same trouble.")] = "1",
    minutes: Annotated[
        float, typer.Option("--minutes", min=0, help="End after this number of minutes.", show_default="after all days")
    ] = 0.0,
    folder: Annotated[
        Path | None, typer.Option("--folder", help="A new folder in which the database stays.", show_default="none")
    ] = None,
    as_json: OneObject = False,
) -> None:
    """Let a club of bots play for a year, with trouble.

    All games, by mail through real servers: restarts, full disks, servers that refuse, players who do not write. Exit
    code 1 where a game is not EXACT or is stuck, a letter is lost or carried out twice, a mail is not delivered, or an error
    was logged.
    """
    from pbem.lab.soak.run import Plan, soak, summary

    plan = Plan(games, days, seed, minutes)
    with ExitStack() as stack:
        place = folder or Path(stack.enter_context(TemporaryDirectory(prefix="pbem-soak-")))
        if not as_json:
            say_plain(HEADINGS)
        report = soak(plan, place, (lambda _: None) if as_json else (lambda month: say_plain(month.line())))
    if as_json:
        print_json(report.as_json())
    else:
        for line in summary(report):
            say_plain(line)
    if not report.is_clean:
        raise typer.Exit(1)
