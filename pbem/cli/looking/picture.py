"""The command that draws a game's map."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from pbem.cli.terminal.arguments import Game
from pbem.cli.terminal.saying import say

picture_app = typer.Typer()


def read_file(file: Path) -> Path:
    """A file whose name ends as one of the forms there are."""
    from pbem.moderator.reports.past import FORMS

    if file.suffix.lower() not in FORMS:
        raise typer.BadParameter(f"{file} ends with none of {', '.join(FORMS)}, which say what is written")
    return file


@picture_app.command("map")
def map_(
    ctx: typer.Context,
    game: Game,
    file: Annotated[Path, typer.Option("--out", "-o", callback=read_file, help="Where to write it: a .png or an .svg.")],
    reader: Annotated[
        str, typer.Option("--as", metavar="SEAT", help="As this seat, an observer or the moderator sees it.")
    ] = "observer",
    turn: Annotated[
        str | None, typer.Option("--turn", help="As it was at the end of this Turn.", show_default="now")
    ] = None,
) -> None:
    """Draw a game's map as everybody or one player sees it.

    Without --as it shows what everybody may see; --as moderator draws everything.

    For example: pbem map GAME --as SEAT -o map.png
    """
    from pbem.moderator.core.context import Context
    from pbem.moderator.reports.past import map_file
    from pbem.store.games import lobby

    with ctx.obj.desk() as desk, desk.db.reading() as session:
        context = Context(session, desk).of(lobby.find_game(session, game))
        drawn = map_file(context, reader.casefold(), turn, file.suffix.lower())
    file.write_bytes(drawn)
    say(f"{game}: the map for {reader.casefold()} is in {file} ({len(drawn):,} bytes).")
