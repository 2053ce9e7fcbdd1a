"""`pbem letters read`: how a letter in a file is read, without doing anything."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from pbem.cli.terminal.listing import AsJson, print_json
from pbem.cli.terminal.saying import say_plain

if TYPE_CHECKING:
    from pbem.moderator.intake.inspection import LetterInspection

MAX_BYTES = 20_000_000
"""Bytes read of a file."""


def read_letters(
    ctx: typer.Context,
    files: Annotated[list[Path], typer.Argument(exists=True, dir_okay=False, help="Letters as they came (.eml).")],
    game: Annotated[str | None, typer.Option("--game", help="Read them as letters to this game.")] = None,
    as_json: AsJson = False,
) -> None:
    """Show how pbem reads a letter in a file.

    Its kind, its lines of orders, what is left out and why. Nothing is carried out.
    """
    with _reader(ctx, game) as read:
        looks = {path: read(_beginning(path)) for path in files}
    if as_json:
        print_json([{"file": str(path), **look.as_json()} for path, look in looks.items()])
        return
    for path, look in looks.items():
        for line in _told(path, look):
            say_plain(line)


def _beginning(path: Path) -> bytes:
    with path.open("rb") as file:
        return file.read(MAX_BYTES)


@contextmanager
def _reader(ctx: typer.Context, game: str | None) -> Iterator[Callable[[bytes], LetterInspection]]:
    from pbem.games import GAMES
    from pbem.moderator.core.context import Context
    from pbem.moderator.intake.inspection import inspect_alone, inspect_letter
    from pbem.moderator.reading.line_tests import prefixes_of_games
    from pbem.store.games import lobby

    if game is None:
        words = prefixes_of_games(GAMES)
        yield lambda raw: inspect_alone(raw, words)
        return
    with ctx.obj.desk() as desk, desk.db.reading() as session:
        row = lobby.find_game(session, game)
        yield lambda raw: inspect_letter(Context(session, desk).of(row), raw)


def _told(path: Path, look: LetterInspection) -> Iterator[str]:
    about = ", ".join(each for each in (look.why, f"for {look.seat}" if look.seat else "") if each)
    yield f"{path}: {look.kind}{f' ({about})' if about else ''}"
    if look.answers:
        yield f"  answers {look.answers}"
    yield from (f"  {line.number:3d}  {line.text}" for line in look.orders)
    yield from (f"  says {word}" for word in look.words)
    yield from (f"       left out: {each.text[:100]}   ({each.why})" for each in look.left_out)
