"""The scripts an owner runs."""

import os
import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import pytest

DEPLOY = Path(__file__).parent.parent / "deploy"
OLD = 1_000_000_000.0


def backup(*arguments: object) -> subprocess.CompletedProcess[str]:
    command = [str(DEPLOY / "backup.sh"), *map(str, arguments)]
    return subprocess.run(  # noqa: S603 - our own command line
        command, capture_output=True, text=True, check=False, env=os.environ | {"PYTHON": sys.executable}
    )


@pytest.fixture
def database(tmp_path: Path) -> Path:
    """A database in write-ahead mode, as the moderator keeps it."""
    path = tmp_path / "pbem.sqlite"
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        connection.execute("PRAGMA journal_mode = WAL")
        connection.execute("CREATE TABLE entry (number INTEGER)")
        connection.execute("INSERT INTO entry VALUES (1)")
    return path


def numbers(path: Path) -> list[int]:
    with closing(sqlite3.connect(path)) as connection:
        return [number for (number,) in connection.execute("SELECT number FROM entry")]


def test_backup_while_somebody_writes(database: Path, tmp_path: Path) -> None:
    with closing(sqlite3.connect(database, isolation_level=None)) as writer:
        writer.execute("BEGIN IMMEDIATE")
        writer.execute("INSERT INTO entry VALUES (2)")
        done = backup(database, tmp_path / "copies")
    assert done.returncode == 0, done.stderr
    copy = Path(done.stdout.strip())
    assert numbers(copy) == [1]
    assert [*copy.parent.iterdir()] == [copy]
    assert copy.stat().st_mode & 0o077 == 0


def test_backup_removes_what_is_too_old(database: Path, tmp_path: Path) -> None:
    folder = tmp_path / "copies"
    folder.mkdir()
    for name in ("pbem-20010909T014640Z.sqlite", "other-20010909T014640Z.sqlite"):
        (folder / name).touch()
        os.utime(folder / name, (OLD, OLD))
    copy = Path(backup(database, folder, 7).stdout.strip())
    assert sorted(folder.iterdir()) == sorted([folder / "other-20010909T014640Z.sqlite", copy])


def test_backup_of_nothing_is_an_error(tmp_path: Path) -> None:
    done = backup(tmp_path / "none.sqlite", tmp_path / "copies")
    assert (done.returncode, done.stdout) == (1, "")
    assert "no database" in done.stderr


def test_backup_of_something_else_leaves_nothing(tmp_path: Path) -> None:
    (tmp_path / "pbem.sqlite").write_text("no database at all, only text " * 100, encoding="utf-8")
    assert backup(tmp_path / "pbem.sqlite", tmp_path / "copies").returncode == 1
    assert not [*(tmp_path / "copies").iterdir()]


@pytest.mark.parametrize("problem", ["no Python at all", "no venv module"])
def test_make_venv_says_what_is_missing(problem: str, tmp_path: Path) -> None:
    python = tmp_path / "python"
    # Stands for an interpreter: new enough or not, and without the venv module.
    answer = "exit 1" if problem == "no Python at all" else 'case "$2" in *version_info*) exit 0;; *) exit 1;; esac'
    python.write_text(f"#!/bin/sh\n{answer}\n", encoding="utf-8")
    python.chmod(0o755)
    done = subprocess.run(  # noqa: S603 - our own command line
        [str(DEPLOY / "make-venv.sh"), str(tmp_path / "venv")],
        capture_output=True,
        text=True,
        check=False,
        env=os.environ | {"PYTHON": str(python)},
    )
    assert done.returncode == 1
    expected = "Python 3.11 or newer is needed" if problem == "no Python at all" else "apt-get install python3-venv"
    assert expected in done.stderr
