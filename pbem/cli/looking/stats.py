"""The command that shows how a game has gone in figures."""

from __future__ import annotations

import typer

from pbem.cli.terminal.arguments import Game
from pbem.cli.terminal.listing import AsJson, print_json
from pbem.cli.terminal.saying import say

stats_app = typer.Typer()


@stats_app.command("stats")
def stats_(ctx: typer.Context, game: Game, as_json: AsJson = False) -> None:
    """Show a game's figures by Turn and its dice.

    Players see this when the game is over.
    """
    from pbem.moderator.core.context import Context
    from pbem.moderator.core.games import load_table
    from pbem.moderator.desk.plain_data import figure_facts
    from pbem.moderator.reports.final import final_of
    from pbem.render.final import render_stats
    from pbem.store.games import lobby

    with ctx.obj.desk() as desk, desk.db.reading() as session:
        row = lobby.find_game(session, game)
        final = final_of(load_table(Context(session, desk).of(row)), None)
        if as_json:
            print_json({"game": row.name} | figure_facts(final))
            return
        say(render_stats(desk.page, row.rules, final).strip())
