"""Who plays which seat, and games that are closed, put away or deleted."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from pbem.cli.games.files import write_export
from pbem.cli.terminal.arguments import Because, Force, Game, Seat, Yes, confirm
from pbem.cli.terminal.saying import plain, say

seats_app = typer.Typer()


@seats_app.command("seat")
def seat_(
    ctx: typer.Context,
    game: Game,
    seat: Seat,
    player: Annotated[str | None, typer.Argument(help='Who plays it from now on: "New <new@example.org>".')] = None,
    acting: Annotated[bool, typer.Option("--acting", help="Play it yourself until the next Turn begins.")] = False,
    back: Annotated[bool, typer.Option("--back", help="Give it back to its player before that.")] = False,
) -> None:
    """Give a seat to another player, or play it yourself.

    The seat gets a new secret address, the newcomer the game so far, and the other players are told.
    """
    from pbem.cli.games.opening import read_player
    from pbem.moderator.seats import handover

    if (player is not None) + acting + back != 1:
        raise typer.BadParameter('give "NAME <ADDRESS>", --acting or --back')
    name = seat.casefold()
    with ctx.obj.desk() as desk:
        if player is not None:
            row = handover.hand_over(desk, game, name, read_player(f"{name}={player}")[1])
            say(f"{row.name} of {game} is {plain(row.player)}'s now. Letters to all players are queued.")
        elif acting:
            row = handover.act_for(desk, game, name)
            say(f"You play {row.name} of {game} until {row.acting_turn} is over. Its report comes to {plain(row.address)}.")
        else:
            row = handover.give_seat_back(desk, game, name)
            say(f"{row.name} of {game} is {plain(row.player)}'s again.")


@seats_app.command()
def address(
    ctx: typer.Context,
    game: Game,
    seat: Seat,
    new: Annotated[str, typer.Argument(help="The new address, such as ann@example.net.")],
) -> None:
    """Change the address that a player's letters go to.

    Both addresses are told.
    """
    from pbem.moderator.seats.handover import change_address

    with ctx.obj.desk() as desk:
        row = change_address(desk, game, seat.casefold(), new)
    say(f"Letters of {row.name} in {game} go to {plain(row.address)}.")


@seats_app.command()
def moderator(
    ctx: typer.Context,
    game: Game,
    whose: Annotated[
        str,
        typer.Argument(metavar="ADDRESS", help="Their address, from [[moderators]] in pbem.toml.", show_default="who does"),
    ] = "",
    owner: Annotated[bool, typer.Option("--owner", help="Give it back to the owner.")] = False,
) -> None:
    """Show or change which game master moderates a game.

    They get its notices, and can command it by mail.
    """
    from pbem.moderator.seats.handover import give_game, who_moderates

    if whose and owner:
        raise typer.BadParameter("give an ADDRESS, or --owner")
    with ctx.obj.desk() as desk:
        if not (whose or owner):
            say(f"{plain(who_moderates(desk, game))}.")
            return
        say(f"{plain(give_game(desk, game, whose))} moderates {game} from now on, and is told.")


@seats_app.command()
def close(ctx: typer.Context, game: Game, because: Because, yes: Yes = False) -> None:
    """End a game without a result.

    All players get the last report, with the reason and the key of the dice.
    """
    from pbem.moderator.desk.overview import close_game
    from pbem.store.games import lobby

    with ctx.obj.desk() as desk:
        with desk.db.reading() as session:
            lobby.find_game(session, game)
        confirm(f"End {game} without a result, and publish the key of its dice?", yes=yes)
        row = close_game(desk, game, because)
    say(f"{row.name} is closed. The last reports are queued.")


@seats_app.command()
def archive(
    ctx: typer.Context,
    game: Game,
    file: Annotated[Path | None, typer.Argument(help="Where to export it.", show_default="GAME.json")] = None,
    back: Annotated[bool, typer.Option("--back", help="List it again; nothing is exported.")] = False,
    force: Force = False,
) -> None:
    """Export a finished game and leave it out of the lists."""
    from pbem.moderator.desk.overview import put_away

    with ctx.obj.desk() as desk:
        row = put_away(desk, game, back=back)
        target = None if back else write_export(desk, row.name, file, force=force)
    say(f"{row.name} is listed again." if back else f"{target}: written. {row.name} is archived.")


@seats_app.command()
def delete(
    ctx: typer.Context,
    game: Game,
    file: Annotated[Path | None, typer.Argument(help="Where to export it first.", show_default="GAME.json")] = None,
    force: Force = False,
    yes: Yes = False,
) -> None:
    """Export a finished game or a sandbox, then delete it.

    Its log, letters and mails are gone from the database.
    """
    from pbem.moderator.desk.overview import check_deletable, delete_game

    with ctx.obj.desk() as desk:
        check_deletable(desk, game)
        confirm(f"Delete {game} with its log, letters and mails?", yes=yes)
        target = write_export(desk, game, file, force=force)
        delete_game(desk, game)
    say(f"{target}: written. {game} is deleted.")
