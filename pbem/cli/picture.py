"""The command that draws a game's map."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from pbem.cli.rules import say
from pbem.moderator.desk.context import Context
from pbem.moderator.reports.map_file import FORMS, map_file
from pbem.moderator.reports.past import OBSERVER
from pbem.store import lobby

picture_app = typer.Typer()


def read_file(file: Path) -> Path:
    """A file whose name ends as one of the forms there are."""
    if file.suffix.lower() not in FORMS:
        raise typer.BadParameter(f"{file} ends with none of {', '.join(FORMS)}, which say what is written")
    return file


@picture_app.command("map")
def map_(
    ctx: typer.Context,
    game: Annotated[str, typer.Argument(help="The game's short name, such as ia-1.")],
    file: Annotated[Path, typer.Option("--out", "-o", callback=read_file, help="Write it there: a .png or an .svg.")],
    reader: Annotated[
        str, typer.Option("--as", metavar="SEAT", help="As this seat, an observer or the moderator sees it.")
    ] = OBSERVER,
    turn: Annotated[
        int | None, typer.Option("--turn", min=0, help="As it was at the end of this Turn.", show_default="now")
    ] = None,
) -> None:
    """Draw a game's map: what everybody may see, or with --as what a seat does, or the moderator, who sees everything.

    For example: pbem map ia-1 --as york -o map.png
    """
    with ctx.obj.desk() as desk, desk.db.reading() as session:
        drawn = map_file(
            Context(session, desk).of(lobby.find_game(session, game)), reader.casefold(), turn, file.suffix.lower()
        )
    file.write_bytes(drawn)
    say(f"{game}: the map for {reader.casefold()} is in {file} ({len(drawn):,} bytes).")
