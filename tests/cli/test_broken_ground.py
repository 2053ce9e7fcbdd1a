"""A full disk, a folder nobody may write, files that are none: a line on stderr each, never a traceback."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

from tests.support.owner import Owner

pytestmark = pytest.mark.long  # each is a process or more

ROOT = Path(__file__).parents[2]
SMALL = 20_000
"""Bytes that a file may have on a disk that is full."""
NO_OVERRIDE = ["setpriv", "--bounding-set=-dac_override,-dac_read_search"]
"""Root without the right to write whatever it likes."""


@dataclass(frozen=True)
class Ended:
    """How a command has ended, and what it said of faults."""

    code: int
    stderr: str


Pbem = Callable[..., Ended]


@pytest.fixture(scope="module")
def pbem(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Pbem]:
    """An owner's command in a process of its own, which heeds the modes of files; or on a disk that is `full`."""
    said = [str(tmp_path_factory.mktemp("said") / name) for name in ("stdout", "stderr")]
    command = [sys.executable, "-m", "tests.cli.forking"]
    whole = [*NO_OVERRIDE, *command] if os.geteuid() == 0 else command
    with subprocess.Popen(whole, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, cwd=ROOT) as forking:  # noqa: S603
        requests, answers = forking.stdin, forking.stdout
        assert requests is not None
        assert answers is not None

        def run(owner: Owner, *arguments: str, full: bool = False) -> Ended:
            for path in said:
                Path(path).write_text("")
            told = ["--config", str(owner.folder / "pbem.toml"), *arguments]
            requests.write(json.dumps([told, str(owner.folder), said, SMALL if full else 0]) + "\n")
            requests.flush()
            return Ended(int(answers.readline()), Path(said[1]).read_text())

        yield run
        requests.close()


def is_one_line(result: Ended) -> bool:
    return result.code == 1 and "Traceback" not in result.stderr and result.stderr.count("pbem: ") == 1


COMMANDS = [
    ("new", "bosworth", "--at-once", "york=Ann <ann@example.test>", "lancaster=Bob <bob@example.test>"),
    ("hold", "bosworth-1", "--because", "a question"),
    ("undo", "bosworth-1", "--because", "a slip", "--to", "0"),
    ("seat", "bosworth-1", "york", "Cyd <cyd@example.test>"),
    ("order", "bosworth-1", "york", "give y32 richard"),
    ("once",),
]


@pytest.mark.parametrize("arguments", COMMANDS, ids=lambda arguments: arguments[0])
def test_a_full_disk_is_one_line(pbem: Pbem, owner: Owner, arguments: tuple[str, ...]) -> None:
    owner.open_game()
    owner.pbem("order", "bosworth-1", "lancaster", "give l5 oxford")
    result = pbem(owner, *arguments, full=True)
    assert is_one_line(result), result.stderr
    assert "bosworth-1" in owner.pbem("games").stdout


@pytest.mark.parametrize("arguments", COMMANDS, ids=lambda arguments: arguments[0])
def test_a_database_that_may_not_be_written_is_one_line(pbem: Pbem, owner: Owner, arguments: tuple[str, ...]) -> None:
    owner.open_game()
    for file in owner.folder.iterdir():
        file.chmod(0o444)
    owner.folder.chmod(0o555)
    try:
        result = pbem(owner, *arguments)
    finally:
        owner.folder.chmod(0o755)
    assert is_one_line(result), result.stderr


def test_files_that_cannot_be_written_are_one_line(pbem: Pbem, owner: Owner) -> None:
    owner.open_game()
    folder = owner.folder / "folder"
    folder.mkdir()
    for arguments in (
        ("export", "bosworth-1", str(folder), "--force"),
        ("export", "bosworth-1", "/dev/full", "--force"),
        ("init", str(folder / "nowhere" / "pbem.toml")),
        ("map", "bosworth-1", "-o", str(folder / "nowhere" / "map.png")),
        ("transcript", "bosworth-1", str(folder), "--force"),
        ("import", str(folder)),
        ("rerun", "bosworth-1", "--replace", "1", str(folder)),
    ):
        result = pbem(owner, *arguments)
        assert is_one_line(result), (arguments, result.stderr)


def test_a_database_that_is_none_is_one_line(pbem: Pbem, owner: Owner) -> None:
    (owner.folder / "games.sqlite").write_bytes(b"this is no database at all" * 100)
    assert is_one_line(pbem(owner, "games"))
    (owner.folder / "games.sqlite").unlink()
    (owner.folder / "games.sqlite").mkdir()
    assert is_one_line(pbem(owner, "games"))
