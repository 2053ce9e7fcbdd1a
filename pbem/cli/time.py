"""Commands about time: the terms of a game, more time for a seat."""

from __future__ import annotations

from typing import Annotated, Any

import typer

from pbem.cli.arguments import Game, Seat
from pbem.cli.listing import AsJson, print_json
from pbem.cli.saying import say

time_app = typer.Typer()

AS_CONFIGURED = "as it is, in a new game as in [play] of the configuration"
Deadline = Annotated[
    str | None,
    typer.Option("--deadline", help='"72h", "Mon Thu 20:00 Europe/London" or none.', show_default=AS_CONFIGURED),
]
Zone = Annotated[
    str | None,
    typer.Option("--zone", help="The time zone of the game, such as Europe/London.", show_default=AS_CONFIGURED),
]
Reminder = Annotated[
    str | None, typer.Option("--reminder", help="How long before a deadline, or none.", show_default=AS_CONFIGURED)
]
Grace = Annotated[
    str | None, typer.Option("--grace", help="How much grace after a deadline, or none.", show_default=AS_CONFIGURED)
]
Extensions = Annotated[
    str | None,
    typer.Option(
        "--extensions",
        help='How many extensions a player may take, and how long: "6 x 48h", or none.',
        show_default=AS_CONFIGURED,
    ),
]
Absence = Annotated[
    str | None, typer.Option("--absence", help='Days a player may be away: "30 days", or none.', show_default=AS_CONFIGURED)
]
NoShow = Annotated[
    str | None,
    typer.Option("--no-show", help="What happens if no orders come: default, hold or standing.", show_default=AS_CONFIGURED),
]


def given(**texts: str | None) -> dict[str, str]:
    """The terms that were given on the command line."""
    return {name: text for name, text in texts.items() if text is not None}


@time_app.command("deadline")
def deadline_(
    ctx: typer.Context,
    game: Game,
    deadline: Deadline = None,
    zone: Zone = None,
    reminder: Reminder = None,
    grace: Grace = None,
    extensions: Extensions = None,
    absence: Absence = None,
    no_show: NoShow = None,
    as_json: AsJson = False,
) -> None:
    """Show a game's terms about time and each seat's deadline; with options change them, and tell the players.

    For example: pbem deadline bosworth-1 --deadline "Mon Thu 20:00 Europe/London" --no-show hold
    """
    from pbem.moderator.clock.terms import set_terms, standing_lines
    from pbem.moderator.core.context import Context
    from pbem.moderator.core.games import load_table
    from pbem.moderator.desk.plain_data import due_facts
    from pbem.store import lobby
    from pbem.timing.terms import described

    changes = given(
        deadline=deadline,
        zone=zone,
        reminder=reminder,
        grace=grace,
        extensions=extensions,
        absence=absence,
        no_show=no_show,
    )
    standard: dict[str, Any] = ctx.obj.settings().play.terms()
    with ctx.obj.desk() as desk:
        if changes:
            terms = set_terms(desk, game, changes, standard)
            say(f"{game}: {' '.join(described(terms))} The players' letters wait in the outbox.")
        with desk.db.reading() as session:
            context = Context(session, desk).of(lobby.find_game(session, game))
            if as_json:
                print_json(due_facts(context))
                return
            say("\n".join(standing_lines(context.at(load_table(context)))))


@time_app.command("extend")
def extend_(
    ctx: typer.Context,
    game: Game,
    seat: Seat,
    length: Annotated[str, typer.Argument(help="How much more time, such as 24h or 3d.")],
    because: Annotated[str, typer.Option("--because", help="The reason, for the players.")] = "",
) -> None:
    """Give a seat more time, beyond what its player may take themselves. All players are told."""
    from pbem.moderator.clock.terms import extend_seat
    from pbem.timing.duration import in_words, read_duration

    more = read_duration(length)
    with ctx.obj.desk() as desk:
        due = extend_seat(desk, game, seat.casefold(), more, because)
    say(f"{game}: {in_words(more)} more for {seat.casefold()}; new deadline: {due}.")
