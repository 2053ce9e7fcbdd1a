"""The command about those who watch a game."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from pbem.cli.terminal import saying
from pbem.cli.terminal.arguments import Game
from pbem.cli.terminal.listing import AsJson, print_json
from pbem.cli.terminal.saying import say

if TYPE_CHECKING:
    from pbem.moderator.core.desk import Player

observers_app = typer.Typer()


def read_person(text: str) -> Player:
    """`Clio <clio@example.org>` as who is to watch; without a name they are called as their mailbox is."""
    from pbem.moderator.core.desk import Player
    from pbem.values import BadValue

    try:
        return Player.read(text)
    except BadValue as problem:
        raise typer.BadParameter(str(problem)) from problem


@observers_app.command("observers")
def observers_(
    ctx: typer.Context,
    game: Game,
    add: Annotated[
        list[str] | None,
        typer.Option("--add", metavar='"NAME <ADDRESS>"', help="Add an observer; can be repeated."),
    ] = None,
    remove: Annotated[
        list[str] | None, typer.Option("--remove", metavar="ADDRESS", help="Remove an observer; can be repeated.")
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Show, add or remove the observers of a game.

    Observers get a public report when they are added, at the end of each Turn, and when the game is over: what all players
    may know. For example: pbem observers GAME --add "Clio <clio@example.org>"
    """
    from pbem.cli.terminal import pages
    from pbem.moderator.core.context import Context
    from pbem.moderator.desk.plain_data import observer_facts
    from pbem.moderator.seats.observers import add_observer, remove_observer
    from pbem.store.games import lobby

    people = [read_person(text) for text in add or ()]
    with ctx.obj.desk() as desk:
        for address in remove or ():
            say(f"{saying.plain(remove_observer(desk, game, address).address)} watches {game} no longer.")
        for person in people:
            added = add_observer(desk, game, person)
            say(f"{saying.plain(added.name)} <{added.address}> watches {game}; the first report is queued.")
        with desk.db.reading() as session:
            facts = observer_facts(Context(session, desk).of(lobby.find_game(session, game)))
            watching = pages.observer_lines(session, lobby.find_game(session, game))
    if as_json:
        print_json(facts)
    elif not (add or remove):
        say("\n".join(watching) or f"nobody watches {game}.")
