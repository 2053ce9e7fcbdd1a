"""A full disk, a folder nobody may write, files that are none: a line on stderr each, never a traceback."""

from __future__ import annotations

import os
import resource
import subprocess
import sys

import pytest

from tests.owner import Owner

pytestmark = pytest.mark.long  # each starts a process or more

SMALL = 20_000
"""Bytes that a file may have on a disk that is full."""
NO_OVERRIDE = ["setpriv", "--bounding-set=-dac_override,-dac_read_search"]
"""Root without the right to write whatever it likes."""


def pbem(owner: Owner, *arguments: str, full: bool = False) -> subprocess.CompletedProcess[str]:
    """The command in a process of its own, which heeds the modes of files; or on a disk that is `full`."""

    def prepare() -> None:
        if full:
            resource.setrlimit(resource.RLIMIT_FSIZE, (SMALL, SMALL))

    command = [sys.executable, "-m", "pbem", "--config", str(owner.folder / "pbem.toml"), *arguments]
    whole = [*NO_OVERRIDE, *command] if os.geteuid() == 0 else command
    return subprocess.run(whole, capture_output=True, text=True, preexec_fn=prepare, cwd=owner.folder, check=False)  # noqa: S603


def is_one_line(result: subprocess.CompletedProcess[str]) -> bool:
    return result.returncode == 1 and "Traceback" not in result.stderr and result.stderr.count("pbem: ") == 1


COMMANDS = [
    ("new", "bosworth", "--at-once", "york=Ann <ann@example.test>", "lancaster=Bob <bob@example.test>"),
    ("hold", "bosworth-1", "--because", "a question"),
    ("undo", "bosworth-1", "--because", "a slip", "--to", "0"),
    ("seat", "bosworth-1", "york", "Cyd <cyd@example.test>"),
    ("order", "bosworth-1", "york", "give y32 richard"),
    ("once",),
]


@pytest.mark.parametrize("arguments", COMMANDS, ids=lambda arguments: arguments[0])
def test_a_full_disk_is_one_line(owner: Owner, arguments: tuple[str, ...]) -> None:
    owner.open_game()
    owner.pbem("order", "bosworth-1", "lancaster", "give l5 oxford")
    result = pbem(owner, *arguments, full=True)
    assert is_one_line(result), result.stderr
    assert "bosworth-1" in owner.pbem("games").stdout


@pytest.mark.parametrize("arguments", COMMANDS, ids=lambda arguments: arguments[0])
def test_a_database_that_may_not_be_written_is_one_line(owner: Owner, arguments: tuple[str, ...]) -> None:
    owner.open_game()
    for file in owner.folder.iterdir():
        file.chmod(0o444)
    owner.folder.chmod(0o555)
    try:
        result = pbem(owner, *arguments)
    finally:
        owner.folder.chmod(0o755)
    assert is_one_line(result), result.stderr


def test_files_that_cannot_be_written_are_one_line(owner: Owner) -> None:
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


def test_a_database_that_is_none_is_one_line(owner: Owner) -> None:
    (owner.folder / "games.sqlite").write_bytes(b"this is no database at all" * 100)
    assert is_one_line(pbem(owner, "games"))
    (owner.folder / "games.sqlite").unlink()
    (owner.folder / "games.sqlite").mkdir()
    assert is_one_line(pbem(owner, "games"))
