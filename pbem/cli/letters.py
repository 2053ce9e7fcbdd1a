"""The letters that were not dealt with."""

from __future__ import annotations

from typing import Annotated

import typer

from pbem.cli import saying
from pbem.cli.saying import say

letters_app = typer.Typer(invoke_without_command=True, help="The letters that were not dealt with, and why.")


@letters_app.callback()
def letters(ctx: typer.Context) -> None:
    """The letters that were not dealt with, and our mails that were refused, with why."""
    from pbem.cli import pages
    from pbem.store import post

    if ctx.invoked_subcommand is None:
        with ctx.obj.desk() as desk, desk.db.reading() as session:
            say(pages.letters_grid(session))
            if (older := post.count_letters(session, "dead") - pages.MOST_DEAD) > 0:
                say(f"and {older} older failed ones")
            if refused := post.refused_mails(session):
                say(pages.refused_grid(refused))


@letters_app.command("show")
def show_letter(ctx: typer.Context, number: Annotated[int, typer.Argument(help="From the list.")]) -> None:
    """Print a letter as it came."""
    from pbem.store import post

    with ctx.obj.desk() as desk, desk.db.reading() as session:
        row = post.letter(session, number)
    say(saying.plain(row.raw.decode("utf-8", "backslashreplace")) or "its text is forgotten")


@letters_app.command("retry")
def retry_letter(ctx: typer.Context, number: Annotated[int, typer.Argument(help="From the list.")]) -> None:
    """Deal with a held or dead letter anew."""
    from pbem.moderator.letters.receive import moderate_in_turn
    from pbem.store import post

    with ctx.obj.desk() as desk:
        with desk.db.writing() as session:
            post.retry(session, number)
        say(saying.plain(moderate_in_turn(desk, [number])[0]))


@letters_app.command("discard")
def discard_letter(
    ctx: typer.Context,
    number: Annotated[int, typer.Argument(help="From the list.")],
    because: Annotated[str, typer.Option("--because", help="The reason, kept with the letter.")] = "no reason given",
) -> None:
    """Settle a held or dead letter as done with: it is not dealt with, now or when its game goes on."""
    from pbem.moderator.letters.set_aside import held_for
    from pbem.store import lobby, post

    with ctx.obj.desk() as desk, desk.db.writing() as session:
        row = post.discard(session, number, because)
        game = None if row.game_id is None else lobby.game(session, row.game_id)
    say(f"letter {number} is discarded.")
    if game is not None and game.status == "held" and game.held_because == held_for(number):
        say(f"It was what held {game.name}: `pbem release {game.name}` lets the game go on.")
    elif game is not None and game.status == "held":
        say(f"{game.name} is still held: {saying.plain(game.held_because)}")
