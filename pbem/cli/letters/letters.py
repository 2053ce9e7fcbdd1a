"""Letters that are held or have failed, and mails that were refused."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Annotated, Any

import typer

from pbem.cli.terminal import saying
from pbem.cli.terminal.arguments import Game, Letter, Seat, Yes, confirm, game_names, letter_numbers, stored_number
from pbem.cli.terminal.listing import AsJson, print_json, print_rows
from pbem.cli.terminal.saying import say
from pbem.effort import UNLIMITED

Facts = dict[str, Any]
MAX_FAILED_SHOWN = 200
LETTER_COLUMNS = {
    "letter": "letter",
    "came": "came (UTC)",
    "status": "status",
    "from": "from",
    "game": "game",
    "seat": "seat",
    "why": "why",
}
MAIL_COLUMNS = {
    "mail": "mail",
    "queued": "queued (UTC)",
    "status": "status",
    "to": "to",
    "kind": "kind",
    "letter": "letter",
    "error": "error",
}

letters_app = typer.Typer(invoke_without_command=True, help="Show failed letters and refused mails, and settle them.")


@letters_app.callback()
def letters(
    ctx: typer.Context,
    game: Annotated[
        str | None, typer.Option("--all", metavar="GAME", help="Every letter of this game.", autocompletion=game_names)
    ] = None,
    mails: Annotated[bool, typer.Option("--mails", help="With --all: our mails too.")] = False,
    as_json: AsJson = False,
) -> None:
    """Show failed letters and refused mails, and settle them.

    With the reason for each. --all shows every letter of a game.
    """
    if ctx.invoked_subcommand is None:
        came, went = _of_game(ctx, game, mails=mails) if game is not None else _undone(ctx)
        if as_json:
            print_json({"letters": came, "mails": went})
            return
        print_rows([row | {"why": _why(row)} for row in came], LETTER_COLUMNS, "no letters")
        print_rows(went, MAIL_COLUMNS)


def _why(row: Mapping[str, Any]) -> str:
    return row["outcome"] or ("waits for `pbem serve` or `pbem once`" if row["status"] == "new" else "")


def _undone(ctx: typer.Context) -> tuple[list[Facts], list[Facts]]:
    """Letters that are held, have failed (the newest of them) or wait, and mails that were refused."""
    from pbem.moderator.desk.plain_data import letter_facts, mail_facts
    from pbem.store.mail import inbox, outbox

    with ctx.obj.desk() as desk, desk.db.reading() as session:
        failed = inbox.dead_letters(session, MAX_FAILED_SHOWN)
        rows = [*inbox.held_letters(session), *failed, *inbox.pending_letters(session)]
        if (older := inbox.count_letters(session, "dead") - MAX_FAILED_SHOWN) > 0:
            saying.console(stderr=True).print(f"and {older} older failed ones")
        return letter_facts(session, sorted(rows, key=lambda row: row.id)), mail_facts(outbox.refused_mails(session))


def _of_game(ctx: typer.Context, name: str, *, mails: bool) -> tuple[list[Facts], list[Facts]]:
    from pbem.moderator.desk.plain_data import letter_facts, mail_facts
    from pbem.store.games import lobby
    from pbem.store.mail import inbox, outbox

    with ctx.obj.desk() as desk, desk.db.reading() as session:
        row = lobby.find_game(session, name)
        sent = outbox.mails_of_game(session, row.id) if mails else []
        return letter_facts(session, inbox.letters_of_game(session, row.id)), mail_facts(sent)


@letters_app.command("show")
def show_letter(ctx: typer.Context, number: Letter, as_json: AsJson = False) -> None:
    """Print a letter as it came."""
    from pbem.moderator.desk.plain_data import letter_facts
    from pbem.store.mail import inbox

    with ctx.obj.desk() as desk, desk.db.reading() as session:
        row = inbox.letter(session, number)
        facts = letter_facts(session, [row])[0]
    text = row.raw.decode("utf-8", "backslashreplace")
    if as_json:
        print_json(facts | {"text": text})
    else:
        say(saying.plain(text) or "its text is forgotten")


@letters_app.command("retry")
def retry_letter(ctx: typer.Context, number: Letter) -> None:
    """Read a held or failed letter again.

    It may take however much work it needs.
    """
    from pbem.moderator.desk.mail_letters import deal_with_desk_letter
    from pbem.moderator.intake.identify import FOR_THE_DESK
    from pbem.moderator.intake.moderating import moderate_waiting
    from pbem.store.mail import inbox

    with ctx.obj.desk() as desk:
        with desk.db.writing() as session:
            inbox.retry(session, number)
        outcome = moderate_waiting(desk, [number], UNLIMITED).lines[0]
        with desk.db.reading() as session:
            row = inbox.letter(session, number)
            is_for_the_desk = row.status == "held" and row.outcome == FOR_THE_DESK
        say(saying.plain(deal_with_desk_letter(desk, number, UNLIMITED) if is_for_the_desk else outcome))


@letters_app.command("discard")
def discard_letter(
    ctx: typer.Context,
    numbers: Annotated[
        list[int] | None,
        typer.Argument(
            metavar="NUMBER",
            help="Their numbers, from `pbem letters`.",
            autocompletion=letter_numbers,
            parser=stored_number,
        ),
    ] = None,
    because: Annotated[str, typer.Option("--because", help="The reason, kept with the letter.")] = "no reason given",
    all_dead: Annotated[bool, typer.Option("--all-dead", help="All that failed; none that is held.")] = False,
    yes: Yes = False,
) -> None:
    """Drop held or failed letters for good.

    They are not carried out, now or when their game goes on.
    """
    from pbem.moderator.reports.notices import held_for
    from pbem.store.games import lobby
    from pbem.store.mail import inbox

    if bool(numbers) is all_dead:
        raise typer.BadParameter("give the numbers of letters, or --all-dead")
    confirm(f"Drop {_listed(numbers)}?" if numbers else "Drop all letters that failed?", yes=yes)
    with ctx.obj.desk() as desk, desk.db.writing() as session:
        chosen = [row.id for row in inbox.dead_letters(session)] if all_dead else numbers or []
        games_held = []
        for number in chosen:
            row = inbox.discard(session, number, because)
            game = None if row.game_id is None else lobby.game(session, row.game_id)
            if game is not None and game.status == "held":
                games_held.append((game, game.held_because == held_for(number)))
    say(f"{_listed(chosen)} {'is' if len(chosen) == 1 else 'are'} discarded.")
    for game, was_it in games_held:
        if was_it:
            say(f"It was what held {game.name}: `pbem release {game.name}` lets the game go on.")
        else:
            say(f"{game.name} is still held: {saying.plain(game.held_because)}")


def _listed(numbers: Sequence[int]) -> str:
    """Letters by number; a count beside them where there are several."""
    if len(numbers) == 1:
        return f"letter {numbers[0]}"
    return f"{len(numbers)} letters ({', '.join(map(str, numbers))})" if numbers else "no letters"


@letters_app.command("assign")
def assign_letter(
    ctx: typer.Context,
    number: Letter,
    game: Game,
    seat: Seat,
    force: Annotated[bool, typer.Option("--force", help="Also a letter that was sent to another seat's address.")] = False,
) -> None:
    """Read a held or failed letter as one from this seat.

    For a letter that came from another address, or not to the seat's own.
    """
    from pbem.moderator.intake.moderating import assign

    with ctx.obj.desk() as desk:
        say(saying.plain(assign(desk, number, game, seat.casefold(), force=force)))
