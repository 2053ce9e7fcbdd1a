"""Commands about what players write to each other and to the game master."""

from __future__ import annotations

from typing import Annotated

import typer

from pbem.cli.games.time import given
from pbem.cli.terminal import saying
from pbem.cli.terminal.arguments import Game
from pbem.cli.terminal.listing import AsJson, print_json
from pbem.cli.terminal.saying import say

press_app = typer.Typer()


@press_app.command("press")
def press_(
    ctx: typer.Context,
    game: Game,
    read: Annotated[bool, typer.Option("--read", help="Show all messages, private ones too.")] = False,
    allow: Annotated[
        str | None,
        typer.Option(
            "--set", metavar="none|public|any|anonymous", help="Which messages players may write; anonymous: also unsigned."
        ),
    ] = None,
    delivery: Annotated[
        str | None, typer.Option("--delivery", metavar="report|at once", help="When they come: with a report, or at once.")
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Show or change which messages players may write.

    --read shows the messages themselves, private ones too: do not read them if you play.

    For example: pbem press GAME --set public
    """
    from pbem.moderator.desk.press import message_facts, messages_of, press_of, set_press

    changes = given(press=allow, press_delivery=delivery)
    with ctx.obj.desk() as desk:
        if changes:
            set_press(desk, game, changes)
        if as_json:
            messages = message_facts(desk, game) if read else None
            print_json({"game": game, "press": press_of(desk, game), "messages": messages})
            return
        say(f"{game}: {press_of(desk, game)}")
        for line in messages_of(desk, game) if read else ():
            say(saying.plain(line))


@press_app.command("answer")
def answer_(
    ctx: typer.Context,
    game: Game,
    question: Annotated[
        str, typer.Argument(metavar="ID", help="The number of the question: a seat and a number, as in its mail.")
    ],
    text: Annotated[str, typer.Argument(help="The answer.")],
) -> None:
    """Answer a question that a player has asked you.

    They ask with the line "ask moderator"; your answer goes to them by mail and is kept.

    For example: pbem answer GAME SEAT-1 "Yes, 4.3.2 says so."
    """
    from pbem.moderator.desk.press import answer_question

    with ctx.obj.desk() as desk:
        seat = answer_question(desk, game, question.casefold(), text)
    say(f"{game}: the answer to {saying.plain(seat)} is queued.")
