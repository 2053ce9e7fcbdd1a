"""The moderator's desk on the command line: parses and calls, no logic."""

from __future__ import annotations

import logging
import signal
from collections.abc import Iterator
from contextlib import closing, contextmanager, nullcontext
from dataclasses import asdict, dataclass
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from pbem import __version__
from pbem.cli.games.files import files_app, write_file
from pbem.cli.games.observers import observers_app
from pbem.cli.games.opening import opening_app
from pbem.cli.games.press import press_app
from pbem.cli.games.seats import seats_app
from pbem.cli.games.time import time_app
from pbem.cli.games.words import words_app
from pbem.cli.groups import CommandGroups, offer
from pbem.cli.health import health_app
from pbem.cli.letters.correcting import correcting_app
from pbem.cli.letters.letters import letters_app
from pbem.cli.letters.read import read_letters
from pbem.cli.login import login_app
from pbem.cli.looking.picture import picture_app
from pbem.cli.looking.rules import USUAL_GAME, rules_app, rules_of
from pbem.cli.looking.seeing import seeing_app
from pbem.cli.looking.stats import stats_app
from pbem.cli.terminal import saying
from pbem.cli.terminal.arguments import Because, Force, Game, Reason, Seat
from pbem.cli.terminal.listing import AsJson, print_json
from pbem.cli.terminal.logs import speaker
from pbem.cli.terminal.saying import say

if TYPE_CHECKING:
    from pbem.config.settings import Settings
    from pbem.moderator.core.desk import Desk

EVERY_SEAT = ("both", "all")
EPILOG = "The game master's handbook is deploy/GAMEMASTER.md."


class Commands(CommandGroups):
    """All commands. An error that the owner can do something about is one line on stderr, with exit code 1."""

    def invoke(self, ctx: Any) -> Any:
        """Run the command."""
        try:
            return super().invoke(ctx)
        except typer.Exit:
            raise
        except Exception as error:
            from pbem.cli.terminal.foreseen import FORESEEN

            if not isinstance(error, FORESEEN):
                raise
            message = f"pbem: {saying.plain(saying.told(error))}"
            saying.console(stderr=True).print(message, style="red", soft_wrap=True)
            raise typer.Exit(1) from error


app = typer.Typer(
    cls=Commands,
    help="A moderator for wargames played by email.",
    epilog=EPILOG,
    no_args_is_help=True,
    # Brackets in the help are brackets: "[play]" is a section of the configuration.
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
)
verbs = typer.Typer()
letters_app.command("read")(read_letters)
app.add_typer(letters_app, name="letters")


@dataclass(frozen=True)
class Chosen:
    """The global options."""

    config: Path | None
    verbose: bool

    def settings(self) -> Settings:
        """The owner's settings. Raises ConfigError."""
        from pbem.config.loading import load_settings

        return load_settings(self.config)

    @contextmanager
    def desk(self) -> Iterator[Desk]:
        """The desk over the owner's database, closed afterwards."""
        from pbem.moderator.desk.from_settings import desk_from

        desk = desk_from(self.settings())
        try:
            yield desk
        finally:
            desk.db.close()
        for fault in desk.page.take_faults():
            message = f"pbem: a template of your own fails, the project's is used: {saying.plain(str(fault))}"
            saying.console(stderr=True).print(message, style="red", soft_wrap=True)


def _version(wanted: bool) -> None:
    if wanted:
        say(f"pbem {__version__}")
        raise typer.Exit


@app.callback()
def main(
    ctx: typer.Context,
    config: Annotated[
        Path | None,
        typer.Option("--config", help="The configuration file.", show_default="$PBEM_CONFIG, or pbem.toml here"),
    ] = None,
    verbose: Annotated[bool, typer.Option("--verbose", help="Log what the moderator does to stderr.")] = False,
    version: Annotated[bool, typer.Option("--version", callback=_version, is_eager=True, help="Print the version.")] = False,  # noqa: ARG001
) -> None:
    """A moderator for wargames played by email."""
    ctx.obj = Chosen(config, verbose)
    logging.basicConfig(format="%(asctime)s %(levelname)s %(name)s: %(message)s", force=True)
    logging.getLogger("pbem").setLevel(logging.DEBUG if verbose else logging.WARNING)


# Setting up


@verbs.command()
def init(
    file: Annotated[Path, typer.Argument(help="Where to write it.")] = Path("pbem.toml"),
    force: Force = False,
) -> None:
    """Write a configuration file that explains every option."""
    from pbem.config.example import default_toml

    write_file(file, default_toml(), force=force)
    say(
        f"{file}: written. Set addresses and servers in it, give secret and passwords there or in the "
        "environment, then run `pbem doctor`."
    )


@verbs.command("doctor")
def look_after(
    ctx: typer.Context,
    thorough: Annotated[
        bool, typer.Option("--all", help="Replay every running game and read the whole database, however large.")
    ] = False,
    as_json: AsJson = False,
) -> None:
    """Check configuration, database, mail servers and games.

    Each fault comes with what to do about it; nothing is changed. Exit code 1 if there is a fault.
    """
    from pbem.cli.terminal.findings import finding_lines
    from pbem.doctor import checks as doctor
    from pbem.doctor.findings import Health

    faults = 0
    console = saying.console()
    findings = []
    for finding in doctor.examine(ctx.obj.config, thorough=thorough):
        faults += finding.health is Health.FAULT
        if as_json:
            findings.append(asdict(finding))
            continue
        for line, style in finding_lines(finding):
            console.print(line, style=style, soft_wrap=True)
    if as_json:
        print_json(findings)
    if faults:
        raise typer.Exit(1)


# Games


@verbs.command()
def show(
    ctx: typer.Context,
    game: Game,
    reader: Annotated[
        str | None,
        typer.Option("--as", metavar="SEAT", help="Show the report of this seat, or of an observer, instead of everything."),
    ] = None,
    turn: Annotated[str | None, typer.Option("--turn", help="Show it at the end of this Turn.")] = None,
    html: Annotated[bool, typer.Option("--html", help="With --as: write the HTML page instead of the text.")] = False,
    out: Annotated[Path | None, typer.Option("--out", "-o", help="With --as: write to this file.")] = None,
    as_json: AsJson = False,
) -> None:
    """Show a game: everything, or with --as what a player sees.

    Without --as that includes secret answers: do not read it if you play. --as shows the report that a seat or an observer
    gets now, or got at the end of the --turn.
    """
    from pbem.cli.terminal import pages
    from pbem.moderator.core.context import Context
    from pbem.moderator.desk.plain_data import one_game
    from pbem.moderator.reports.past import MODERATOR, report_of
    from pbem.store.games import lobby

    everything = reader is None or reader == MODERATOR
    if everything and (html or out is not None):
        raise typer.BadParameter("--html and --out need --as SEAT")
    with ctx.obj.desk() as desk, desk.db.reading() as session:
        if everything and as_json:
            print_json(one_game(Context(session, desk).of(lobby.find_game(session, game)), turn))
            return
        if reader is None or everything:
            say(pages.moderators_view(Context(session, desk), game, turn))
            return
        content = report_of(Context(session, desk).of(lobby.find_game(session, game)), reader, turn)
    if as_json:
        print_json({"subject": content.subject, "text": content.text, "html": content.page})
        return
    printed = content.page if html else f"Subject: {content.subject}\n\n{content.text}"
    if out is not None:
        write_file(out, printed, force=True)
        say(f"{out}: written.")
    elif html:
        print(printed, end="")
    else:
        say(printed)


@verbs.command()
def hold(ctx: typer.Context, game: Game, because: Because) -> None:
    """Put a game on hold: letters wait, and players are told.

    Nothing is carried out until `pbem release`. All players get the reason.
    """
    from pbem.moderator.correcting import by_hand

    with ctx.obj.desk() as desk:
        by_hand.hold(desk, game, because)
    say(f"{game} is held. `pbem release {game}` lets it go on.")


@verbs.command()
def release(
    ctx: typer.Context,
    game: Game,
    because: Reason = "",
) -> None:
    """Let a held game go on and read the letters that waited."""
    from pbem.moderator.correcting import by_hand

    with ctx.obj.desk() as desk:
        outcomes = by_hand.release(desk, game, because)
    say("\n".join([f"{game} goes on.", *map(saying.plain, outcomes)]))


# Running


@verbs.command()
def token(ctx: typer.Context, game: Game, seat: Seat) -> None:
    """Give a seat a new secret address, if others know the old one.

    Its player is told; letters to the old address no longer count.
    """
    from pbem.moderator.seats import handover

    with ctx.obj.desk() as desk:
        row = handover.new_address(desk, game, seat.casefold())
    say(f"{row.name} of {game} has a new address. A letter to {saying.plain(row.player)} is queued.")


@verbs.command()
def once(ctx: typer.Context) -> None:
    """Answer the letters that wait, send mails, then stop.

    Deadlines are acted on too. For cron; `pbem serve` does the same without stopping.
    """
    import asyncio

    settings = ctx.obj.settings()
    with ctx.obj.desk() as desk:
        count = asyncio.run(_once(settings, desk))
    say(f"{count} letter{'' if count == 1 else 's'} read.")


async def _once(settings: Settings, desk: Desk) -> int:
    from pbem.daemon import NOW_AND_THEN, Daemon
    from pbem.moderator.desk.from_settings import mailbox_from, sender_from
    from pbem.moderator.intake.mailbox_owner import NotOurs
    from pbem.store.claims import MAILBOX

    async with sender_from(settings) as sender:
        mailbox = mailbox_from(settings)
        daemon = Daemon(desk, lambda: mailbox, sender, speaker(settings), patience=NOW_AND_THEN)
        try:
            with desk.db.claim(MAILBOX) as is_ours, mailbox if is_ours else nullcontext():
                count = await daemon.once(mailbox) if is_ours else await daemon.deal()
                await daemon.mind_the_clock()
                daemon.forget()
                daemon.watch()
                await daemon.empty_outbox()
                return count
        except NotOurs:  # the game master is told, and nobody else is written to
            raise
        except Exception as fault:
            daemon.failed(fault)
            await daemon.tell_trouble()
            raise


@verbs.command()
def serve(ctx: typer.Context) -> None:
    """Run the moderator until Ctrl-C or SIGTERM stops it.

    It stops after the letter it is working on.
    """
    import asyncio

    from pbem.daemon_lock import AlreadyRunning
    from pbem.moderator.desk.watching import second_daemon

    settings = ctx.obj.settings()
    with ctx.obj.desk() as desk:
        try:
            with desk.db.hold_daemon_lock():
                asyncio.run(_serve(settings, desk))
        except AlreadyRunning as other:
            second_daemon(desk, other.process)
            raise
    say("stopped.")


async def _serve(settings: Settings, desk: Desk) -> None:
    import asyncio

    from pbem.daemon import Daemon
    from pbem.daemon_jobs import spare_the_collector
    from pbem.moderator.desk.from_settings import mailbox_from, sender_from
    from pbem.moderator.desk.health import write_health

    spare_the_collector()
    async with sender_from(settings) as sender:
        running = settings.running
        health = partial(write_health, desk, running.health, running.metrics)
        daemon = Daemon(desk, lambda: mailbox_from(settings), sender, speaker(settings), health=health)
        serving = asyncio.create_task(daemon.serve(settings.imap.poll_seconds))
        stopping = asyncio.create_task(_signalled())
        say(f"moderating {settings.imap.user} at {settings.imap.host}, Ctrl-C ends it")
        await asyncio.wait([serving, stopping], return_when=asyncio.FIRST_COMPLETED)
        daemon.stop()
        stopping.cancel()
        await serving


async def _signalled() -> None:
    """Wait for SIGTERM or Ctrl-C. They interrupt nothing by themselves, so no transaction is cut short."""
    import asyncio

    loop, stopped = asyncio.get_running_loop(), asyncio.Event()
    for number in (signal.SIGTERM, signal.SIGINT):
        signal.signal(number, lambda *_: loop.call_soon_threadsafe(stopped.set))
    await stopped.wait()


@verbs.command("copy")
def copy_(
    ctx: typer.Context,
    to: Annotated[
        str,
        typer.Option(
            "--to", help="A new file, or the URL of an empty PostgreSQL database.", envvar="PBEM_COPY_TO", show_envvar=True
        ),
    ],
) -> None:
    """Copy the whole database into an empty one elsewhere.

    It goes from a file to a PostgreSQL server or back, with all games, letters and mails. Stop `pbem serve` first. All rows
    are compared at the end, and nothing is kept if one differs. The configuration still names the old database: set
    `database` to the new one, and run `pbem claim`.
    """
    from pbem.database_url import read_location
    from pbem.store.copying import copy_all
    from pbem.store.database import Database

    try:
        location = read_location(to)
    except ValueError as problem:
        raise typer.BadParameter(str(problem), param_hint="--to") from problem
    with ctx.obj.desk() as desk, closing(Database.open(location)) as target:
        copied = copy_all(desk.db, target)
        rows, games = sum(copied.values()), copied["game"]
        say(f"{target.location}: {games} games and all that belongs to them, {rows} rows, are copied and compared.")
    say("Now set `database` to it, and run `pbem claim`; the old one must not be used any more.")


@verbs.command()
def claim(ctx: typer.Context) -> None:
    """Take over the mailbox, after a move or a restored backup.

    Another installation that uses it must not run any more.
    """
    from pbem.moderator.desk.from_settings import mailbox_from
    from pbem.moderator.intake.mailbox_owner import take_over

    settings = ctx.obj.settings()
    with ctx.obj.desk() as desk, mailbox_from(settings) as mailbox:
        others = take_over(desk, mailbox)
    was = f" It was another's before ({', '.join(others)}), which must not run any more." if others else ""
    say(f"{settings.imap.folder} of {settings.imap.user} is this database's.{was}")


@verbs.command()
def play(
    game: Annotated[str, typer.Argument(help="The game to play.", show_default="the first one")] = USUAL_GAME,
    scenario: Annotated[str, typer.Argument(help="Its scenario.", show_default="the sample scenario")] = "",
    folder: Annotated[
        Path | None,
        typer.Option("--folder", help="Where to put mails and database.", show_default="a new folder in play/"),
    ] = None,
    by_hand: Annotated[
        str | None,
        typer.Option(
            "--by-hand",
            metavar="SEAT",
            help="Play this seat, or all (both), with your own mail program; Ctrl-C ends it.",
        ),
    ] = None,
) -> None:
    """Play a demonstration game by mail on this machine.

    Mail servers are embedded and players scripted; with --by-hand you play a seat with your own mail program.
    """
    from pbem.lab.play import demo

    rules = rules_of(game)
    where = folder or demo.new_folder(Path("play"))
    if by_hand is not None:
        demo.host_by_hand(where, rules, None if by_hand in EVERY_SEAT else by_hand.casefold(), say, scenario=scenario)
        return
    played = demo.play(where, rules, say, scenario=scenario)
    say("\n".join(demo.ending_lines(played, rules)))


offer(
    *(verbs, opening_app, time_app, press_app, words_app, files_app, seats_app, observers_app, correcting_app),
    *(health_app, seeing_app, picture_app, stats_app, rules_app, login_app),
)
