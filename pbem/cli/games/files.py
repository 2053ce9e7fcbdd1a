"""Games as files: export and import, transcripts, and the proofs that need nothing else."""

from __future__ import annotations

import errno
import json
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from pbem.cli.terminal.arguments import Force, Game
from pbem.cli.terminal.listing import AsJson, print_json
from pbem.cli.terminal.saying import say, say_plain

if TYPE_CHECKING:
    from pbem.moderator.core.desk import Desk
    from pbem.replay.audit import AuditVerdict
    from pbem.replay.witness import Evidence, KnownRecords

files_app = typer.Typer()
EVERYBODY = "everybody"


@files_app.command("export")
def export_(
    ctx: typer.Context,
    game: Game,
    file: Annotated[Path | None, typer.Argument(help="Where to write it.", show_default="GAME.json")] = None,
    public: Annotated[
        bool, typer.Option("--public", help="Without addresses, tokens and letters; only for a game that is over.")
    ] = False,
    force: Force = False,
) -> None:
    """Write a game to a file, with all its secrets.

    Keep the file as safe as the database. --public leaves secrets out.
    """
    with ctx.obj.desk() as desk:
        target = write_export(desk, game, file, public=public, force=force)
    say(f"{target}: written.")


def write_export(desk: Desk, game: str, file: Path | None, *, public: bool = False, force: bool = False) -> Path:
    """Write a game to a file that only its owner can read, by default GAME.json; gives its name.

    Values that are exported in another form are named. Raises NotFound and OSError.
    """
    from pbem.store.archive.transfer import export_game, unfit_values
    from pbem.store.games import lobby

    with desk.db.reading() as session:
        row = lobby.find_game(session, game)
        document = export_game(session, row.id, public=public)
        unfit = unfit_values(session, row.id)
    for line in unfit:
        say(line)
    target = file or Path(f"{row.name}.json")
    write_file(target, json.dumps(document, ensure_ascii=False, indent=1) + "\n", force=force)
    return target


@files_app.command("import")
def import_(
    ctx: typer.Context,
    file: Annotated[Path, typer.Argument(help="A file from `pbem export`.")],
    name: Annotated[str | None, typer.Option("--name", help="Another name for the game here.")] = None,
    sandbox: Annotated[
        bool, typer.Option("--sandbox", help="A copy to try things out: nothing is ever sent from it.")
    ] = False,
) -> None:
    """Take in a game from a file of `pbem export`."""
    from pbem.moderator.desk.archive_files import read_document
    from pbem.moderator.desk.arrival import move_in

    document = read_document(file)
    with ctx.obj.desk() as desk, _named(file):
        moved = move_in(desk, document, name, sandbox=sandbox)
    say(f"{moved.game.name} is imported and {moved.game.status}.")
    if moved.mails:
        say(f"{moved.mails} waiting mails are not sent: `pbem letters` says why.")
    if moved.letters:
        say(f"{moved.letters} waiting letters are not read: `pbem letters` says why.")


@files_app.command()
def transcript(
    ctx: typer.Context,
    game: Game,
    file: Annotated[Path | None, typer.Argument(help="Where to write it.", show_default="standard output")] = None,
    force: Force = False,
) -> None:
    """Write a game as text, for a bug report.

    It holds all secrets, and can be replayed as a test of the rules.
    """
    from pbem.moderator.core.context import Context
    from pbem.moderator.core.games import load_table
    from pbem.replay.transcript import write_transcript
    from pbem.store.games import lobby

    with ctx.obj.desk() as desk, desk.db.reading() as session:
        row = lobby.find_game(session, game)
        text = write_transcript(load_table(Context(session, desk).of(row)), {"name": row.name})
    if file is None:
        print(text, end="")
        return
    write_file(file, text, force=force)
    say(f"{file}: written.")


# Proofs


@files_app.command("verify")
def verify_(
    ctx: typer.Context,
    game: Annotated[str, typer.Argument(help="A game's short name, or a file from `pbem export` or a last report.")],
    scenarios: Annotated[
        Path | None, typer.Option("--scenarios", help="For a file: your own scenario files.", show_default="those delivered")
    ] = None,
    mails: Annotated[
        Path | None,
        typer.Option("--mails", help="A folder with the mails of this game that a player has kept (.eml, .txt, .mbox)."),
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Recompute every die of a game and replay it.

    Exit code 1 if anything differs. A file needs neither configuration nor database, so players can check a game that is
    over, and with --mails compare it with the mails they got.
    """
    from pbem.moderator.desk.archive_files import records_in_document

    document, verdict = _verified(ctx, game, scenarios)
    name, records_told = records_in_document(document)
    heard = None if mails is None else _heard(mails, name, records_told)
    ok = verdict.ok and not (heard and heard.problems)
    if as_json:
        records = (
            {}
            if records_told is None
            else {reader or EVERYBODY: str(record) for reader, record in records_told.newest.items()}
        )
        heard_so = None if heard is None else asdict(heard)
        print_json(asdict(verdict) | {"ok": ok, "records": records, "mails": heard_so})
    else:
        for line in (*_records(records_told), *(heard.lines() if heard else ())):
            say_plain(line)
        say_plain(verdict.text(agreed=not (heard and heard.problems)))
    if not ok:
        raise typer.Exit(1)


def _verified(ctx: typer.Context, game: str, scenarios: Path | None) -> tuple[object, AuditVerdict]:
    """The archive of a game, from a file or of the database, and what it proves."""
    from pbem.games import GAMES
    from pbem.moderator.desk.archive_files import read_document, verify_document
    from pbem.resources import scenarios_dir
    from pbem.store.archive.transfer import export_game
    from pbem.store.games import lobby
    from pbem.values import GAME_NAME

    file = Path(game)
    document: object
    if file.is_file() or not GAME_NAME.fullmatch(game.lower()):
        document = read_document(file)
        with _named(file):
            return document, verify_document(document, GAMES, scenarios_dir(scenarios))
    with ctx.obj.desk() as desk, desk.db.reading() as session:
        document = export_game(session, lobby.find_game(session, game).id)
        return document, verify_document(document, desk.games, desk.scenarios)


def _records(known_records: KnownRecords | None) -> Iterator[str]:
    """The newest records, for players who compare them with their last mails."""
    if known_records is not None:
        newest = ", ".join(f"{reader or EVERYBODY} {record}" for reader, record in known_records.newest.items())
        yield f"records: {newest}"


def _heard(folder: Path, game: str, known_records: KnownRecords | None) -> Evidence:
    from pbem.replay.witness import KnownRecords, hear

    if not folder.is_dir():
        raise typer.BadParameter(f"{folder} is no folder")
    evidence = hear(folder, game, known_records or KnownRecords({}, {}))
    if known_records is None and not evidence.told:
        raise typer.BadParameter(f"{game} was begun before mails told its record: they cannot be compared")
    return evidence


@contextmanager
def _named(file: Path) -> Iterator[None]:
    """Errors about the content of a file name it, on one line: anybody can have written that content."""
    from pbem.moderator.core.setups import BadLanguage, NoScenario
    from pbem.moderator.joining.opening import BadOpening
    from pbem.replay.audit import NotAnArchive
    from pbem.store.errors import StoreError
    from pbem.timing.errors import BadTime
    from pbem.values import BadValue, one_line

    try:
        yield
    except (BadLanguage, BadOpening, BadTime, BadValue, NoScenario, NotAnArchive, StoreError) as wrong:
        raise NotAnArchive(f"{one_line(str(file))}: {one_line(str(wrong))}") from wrong


def write_file(file: Path, text: str, *, force: bool = False) -> None:
    """Write a file that only its owner can read. Raises OSError, also when it is there and `force` is not given."""
    if file.exists() and not force:
        raise FileExistsError(errno.EEXIST, "is there already; --force replaces it", str(file))
    file.touch()
    file.chmod(0o600)
    file.write_text(text, encoding="utf-8")
