"""The letters that were not dealt with."""

from __future__ import annotations

from typing import Annotated

import typer

from pbem import desk_pages
from pbem.cli_rules import say
from pbem.moderator.receive import moderate
from pbem.store import post

letters_app = typer.Typer(invoke_without_command=True, help="The letters that were not dealt with, and why.")


@letters_app.callback()
def letters(ctx: typer.Context) -> None:
    """The letters that were not dealt with, and our mails that were refused, with why."""
    if ctx.invoked_subcommand is None:
        with ctx.obj.desk() as desk, desk.db.reading() as session:
            say(desk_pages.letters_grid(session))
            if refused := post.refused_mails(session):
                say(desk_pages.refused_grid(refused))


@letters_app.command("show")
def show_letter(ctx: typer.Context, number: Annotated[int, typer.Argument(help="From the list.")]) -> None:
    """Print a letter as it came."""
    with ctx.obj.desk() as desk, desk.db.reading() as session:
        row = post.letter(session, number)
    say(desk_pages.plain(row.raw.decode("utf-8", "backslashreplace")) or "its text is forgotten")


@letters_app.command("retry")
def retry_letter(ctx: typer.Context, number: Annotated[int, typer.Argument(help="From the list.")]) -> None:
    """Deal with a held or dead letter anew."""
    with ctx.obj.desk() as desk:
        with desk.db.writing() as session:
            post.retry(session, number)
        say(desk_pages.plain(moderate(desk, number)))
