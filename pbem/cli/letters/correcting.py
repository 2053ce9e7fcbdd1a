"""Corrections: undo and redo, rerun with another letter, orders for a seat, rulings."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from pbem.cli.terminal.arguments import Because, Game, MaybeBecause, Seat, game_names, stored_number, takes
from pbem.cli.terminal.listing import AsJson, print_json
from pbem.cli.terminal.saying import plain, say, say_plain

if TYPE_CHECKING:
    from pbem.moderator.core.desk import Desk
    from pbem.moderator.correcting.aftermath import CorrectionReport
    from pbem.moderator.correcting.correction import Insertion

correcting_app = typer.Typer()

DryRun = Annotated[bool, typer.Option("--dry-run", help="Show the result without changing or sending anything.")]
MAIL_FILE = ".eml"
NO_LETTER = 0
NO_REASON = "(your reason)"
"""What a dry run without --because shows as the reason."""
MAX_BYTES = 2_000_000
"""Limit for a file with a letter: more than any letter of orders has, and a device file never ends."""


@dataclass(frozen=True)
class ReportOptions:
    """How a correction is shown."""

    mails: Annotated[bool, typer.Option("--mails", help="Show the mails in full.")] = False
    dice: Annotated[bool, typer.Option("--dice", help="List the dice that players know and that will be rolled again.")] = (
        False
    )
    as_json: AsJson = False

    def show(self, report: CorrectionReport) -> None:
        """Print it."""
        if self.as_json:
            print_json(report.as_json())
        else:
            say_plain(report.text(whole_mails=self.mails, dice=self.dice))


@dataclass(frozen=True)
class ChangeOptions:
    """The correction of a game, as it was typed."""

    replace: Annotated[
        tuple[int, Path],
        typer.Option(
            "--replace", metavar="LETTER FILE", help="Replace a letter with the orders in a file.", show_default=False
        ),
    ] = (NO_LETTER, Path())
    without: Annotated[int | None, typer.Option("--without", metavar="LETTER", help="Leave this letter out.", min=1)] = None
    insert: Annotated[
        Path | None, typer.Option("--insert", metavar="FILE", help="Insert the letter in a file; needs --seat and --before.")
    ] = None
    seat: Annotated[str, typer.Option("--seat", help="With --insert: whose letter it is.")] = ""
    before: Annotated[
        int | None, typer.Option("--before", metavar="LETTER", help="With --insert: in front of this letter.", min=1)
    ] = None
    rules: Annotated[bool, typer.Option("--rules", help="Apply the current rules from where they differ.")] = False
    because: MaybeBecause = ""
    commit: Annotated[bool, typer.Option("--commit", help="Make the change; without this nothing is changed or sent.")] = (
        False
    )
    after_the_end: Annotated[bool, typer.Option("--after-the-end", help="Also for a game that is over.")] = False

    @property
    def has_replacement(self) -> bool:
        """Whether --replace was given."""
        return self.replace != (NO_LETTER, Path())

    @property
    def letter(self) -> int | None:
        """The letter that is replaced or left out, or before which another one is inserted."""
        return self.replace[0] or self.without or self.before or None

    def is_wanted(self) -> bool:
        """Whether a correction was asked for. Raises BadParameter for options that do not go together."""
        asked = [self.has_replacement, bool(self.without), self.insert is not None, self.rules]
        if sum(asked) > 1:
            raise typer.BadParameter("give one of --replace, --without, --insert and --rules")
        if self.has_replacement and self.replace[0] < 1:
            raise typer.BadParameter(f"--replace {self.replace[0]}: there is no such letter")
        if not any(asked) and (self.commit or self.seat or self.before):
            raise typer.BadParameter("--commit, --seat and --before go with --replace, --without, --insert or --rules")
        return any(asked)

    def insertion(self) -> Insertion | None:
        """The letter put in, from its file. Raises BadParameter where it cannot be one, or another option is missing."""
        if self.insert is not None and not (self.seat and self.before):
            raise typer.BadParameter("--insert needs --seat and --before")
        if self.commit and not self.because:
            raise typer.BadParameter("--commit needs --because: players are told the reason")
        if self.has_replacement:
            return _content(self.replace[1], "")
        return None if self.insert is None else _content(self.insert, self.seat.casefold())


@correcting_app.command()
@takes("shown", ReportOptions)
def undo(
    ctx: typer.Context,
    game: Game,
    because: Because,
    to: Annotated[
        int | None,
        typer.Option(
            "--to",
            metavar="NUMBER",
            parser=stored_number,
            help="Take back all after this entry of the log.",
            show_default="that before the last letter with orders",
        ),
    ] = None,
    after_the_end: Annotated[
        bool, typer.Option("--after-the-end", help="Also for a game that is over, although the key of its dice is public.")
    ] = False,
    dry_run: DryRun = False,
    *,
    shown: ReportOptions,
) -> None:
    """Take back the last letter with orders and what followed it.

    --to takes back everything after an entry of the log. All players are told. The entries stay in the log, struck;
    `pbem redo` restores them. The same letters roll the same dice.
    """
    from pbem.moderator.correcting.correction import undo as take_back

    with ctx.obj.desk() as desk:
        report = take_back(desk, game, because, to=to, after_the_end=after_the_end, commit=not dry_run)
        if not (dry_run or shown.as_json):
            assert report.struck is not None
            say(f"{_taken_back(desk, game, *report.struck)}. Letters to all players are queued.")
            return
    shown.show(report)


def _taken_back(desk: Desk, game: str, first: int, last: int) -> str:
    """What an undo has struck: whose letter with its first line, or how many letters, and the entries from first to last."""
    from pbem.moderator.desk.plain_data import letter_facts, log_facts
    from pbem.store.games import lobby
    from pbem.store.mail import inbox

    with desk.db.reading() as session:
        struck = [each for each in log_facts(session, game, struck=True, first=first) if each["entry"] <= last]
        numbers = list(dict.fromkeys(each["letter"] for each in struck if each["letter"] is not None))
        letters = letter_facts(session, [inbox.letter(session, number) for number in numbers])
        players = {seat.name: seat.player for seat in lobby.seats(session, lobby.find_game(session, game).id)}
    typed = next((each["cause"]["typed"] for each in struck if each["cause"] and each["cause"]["typed"]), "")
    entries = f"entry {first}" if first == last else f"entries {first}-{last}"
    if not letters:
        return f"{game}: {entries} {'is' if first == last else 'are'} taken back"
    since = letters[0]["came"]
    if len(letters) > 1:
        return f"{game}: {len(letters)} letters since {since:%d %b %H:%M} UTC are taken back ({entries})"
    line = f' ("{plain(typed)}")' if typed else ""
    whose = plain(players.get(letters[0]["seat"] or "") or letters[0]["from"] or "")
    return f"{game}: {whose}'s letter of {since:%d %b %H:%M} UTC{line} is taken back ({entries})"


@correcting_app.command()
@takes("shown", ReportOptions)
def redo(
    ctx: typer.Context,
    game: Game,
    because: Because,
    dry_run: DryRun = False,
    *,
    shown: ReportOptions,
) -> None:
    """Restore what the last undo took back, if nobody wrote since."""
    from pbem.moderator.correcting.correction import redo as give_back

    with ctx.obj.desk() as desk:
        report = give_back(desk, game, because, commit=not dry_run)
    shown.show(report)


@correcting_app.command("rerun")
@takes("shown", ReportOptions)
@takes("change", ChangeOptions)
def rerun_(
    ctx: typer.Context,
    game: Annotated[str | None, typer.Argument(help="The game's short name.", autocompletion=game_names)] = None,
    from_turn: Annotated[
        str | None, typer.Option("--from", metavar="TURN", help='List the entries from this turn on, such as "round 2".')
    ] = None,
    all_games: Annotated[bool, typer.Option("--all", help="Every game that is not over.")] = False,
    *,
    change: ChangeOptions,
    shown: ReportOptions,
) -> None:
    """Replay a game under the current rules, or correct it.

    Without options it changes nothing, and reports EXACT or the first difference (exit code 1).
    With --replace, --without, --insert or --rules it goes back to a letter, corrects that, carries out all later letters
    again and shows the result. --commit makes it so and writes to the players.
    """
    if not change.is_wanted():
        _play_again(ctx, game, from_turn, all_games=all_games, as_json=shown.as_json)
        return
    if game is None:
        raise typer.BadParameter("name the game")
    insertion = change.insertion()
    from pbem.moderator.correcting.correction import Correction, rework

    with ctx.obj.desk() as desk:
        report = rework(
            desk,
            game,
            change.because or NO_REASON,
            Correction(letter=change.letter, insert=insertion, without=bool(change.without)),
            after_the_end=change.after_the_end,
            commit=change.commit,
        )
    shown.show(report)


def _content(file: Path, seat: str) -> Insertion:
    from pbem.moderator.correcting.correction import Insertion

    with file.open("rb") as opened:
        content = opened.read(MAX_BYTES + 1)
    if len(content) > MAX_BYTES:
        raise typer.BadParameter(f"{file} has more than {MAX_BYTES} bytes: it is no letter")
    return Insertion(content, file.suffix.lower() == MAIL_FILE, seat)


def _play_again(ctx: typer.Context, game: str | None, from_turn: str | None, *, all_games: bool, as_json: bool) -> None:
    from pbem.moderator.core.context import Context
    from pbem.moderator.desk.archive_files import changed_files, rerun_game
    from pbem.store.games import lobby

    if (game is None) is not all_games:
        raise typer.BadParameter("name one game, or give --all")
    with ctx.obj.desk() as desk, desk.db.reading() as session:
        running = [row for row in lobby.games(session) if row.status != "over"]
        rows = running if game is None else [lobby.find_game(session, game)]
        reports = []
        for row in rows:
            report, changed = rerun_game(Context(session, desk).of(row), from_turn), changed_files(desk, row)
            reports.append({"game": row.name, "exact": report.exact, "report": report.text(), "changed_files": changed})
            if not as_json:
                say_plain("\n".join(filter(None, [f"{row.name}: {report.text()}", changed])))
    if as_json:
        print_json(reports)
    if not all(each["exact"] for each in reports):
        raise typer.Exit(1)


@correcting_app.command()
def order(
    ctx: typer.Context,
    game: Game,
    seat: Seat,
    orders: Annotated[str, typer.Argument(help="Its orders, with ; between them.")],
) -> None:
    """Give orders for a seat, in a letter marked as yours.

    Nothing is done if a line would be refused.
    """
    from pbem.moderator.correcting.by_hand import give_orders

    with ctx.obj.desk() as desk:
        outcome = give_orders(desk, game, seat.casefold(), orders)
    say_plain(outcome)


@correcting_app.command()
@takes("shown", ReportOptions)
def rule(
    ctx: typer.Context,
    game: Game,
    line: Annotated[str | None, typer.Argument(help="What is changed, as one line.", show_default="a list")] = None,
    because: MaybeBecause = "",
    dry_run: DryRun = False,
    *,
    shown: ReportOptions,
) -> None:
    """Change the position of a game by hand.

    Every player and observer gets the change and its reason. Without a line: a list of what can be changed.
    """
    from pbem.moderator.correcting import by_hand

    with ctx.obj.desk() as desk:
        if line is None:
            if shown.as_json:
                print_json([{"line": form, "means": about} for form, about in by_hand.ruling_forms(desk, game)])
                return
            width = max((len(form) for form, _ in by_hand.ruling_forms(desk, game)), default=0)
            say("\n".join(f"{form:{width}}  {plain(about)}" for form, about in by_hand.ruling_forms(desk, game)))
            return
        if not because:
            raise typer.BadParameter("--because is missing: players are told the reason")
        report = by_hand.rule(desk, game, line, because, commit=not dry_run)
    shown.show(report)
