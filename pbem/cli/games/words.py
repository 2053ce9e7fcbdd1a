"""Commands about the words of letters: in which language."""

from __future__ import annotations

from typing import Annotated

import typer

from pbem.cli.terminal.arguments import Game
from pbem.cli.terminal.listing import AsJson, print_json
from pbem.cli.terminal.saying import say_plain

words_app = typer.Typer()

Languages = Annotated[
    list[str] | None,
    typer.Option(
        "--language",
        metavar="[SEAT=]CODE",
        help="The language of all letters (de), or of one seat (SEAT=de); can be repeated.",
        show_default="language in [play] of pbem.toml",
    ),
]


@words_app.command("language")
def language_(
    ctx: typer.Context,
    game: Game,
    chosen: Annotated[
        list[str] | None,
        typer.Argument(metavar="[SEAT=]CODE...", help="The language of all letters (de), or of one seat (SEAT=de)."),
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Show or change the languages of a game's letters.

    Orders can be written in English or German whatever the language. Terms of the rules stay English. Other players do not
    see which language somebody reads.
    """
    from pbem.moderator.core.setups import languages_of, set_languages
    from pbem.store.games import lobby

    with ctx.obj.desk() as desk:
        if chosen:
            set_languages(desk.db, game, chosen, desk.page.languages)
        with desk.db.reading() as session:
            row = lobby.find_game(session, game)
            seats = [seat.name for seat in lobby.seats(session, row.id)]
    languages = languages_of(row.options, seats)
    if as_json:
        print_json({"game": row.name, "languages": [{"reader": who, "language": code} for who, code in languages.items()]})
    else:
        say_plain("\n".join(f"{who}: {code}" for who, code in languages.items()))
