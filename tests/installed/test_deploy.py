"""The scripts an owner runs."""

import os
import re
import shutil
import sqlite3
import subprocess
import sys
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import pytest
import yaml

from pbem.config.example import default_toml
from pbem.config.sections import Imap, Smtp
from pbem.games import GAMES
from pbem.moderator.core.context import Context
from pbem.moderator.core.desk import Desk, LetterRules
from pbem.moderator.core.games import load_table
from pbem.moderator.desk.archive_files import rerun_game
from pbem.render.templates.page import Page
from pbem.resources import scenarios_dir, templates_dir
from pbem.store.database import Database
from pbem.store.games import lobby
from tests.support.conversation import NOON, YORK_ROUND, Conversation

DEPLOY = Path(__file__).parents[2] / "deploy"
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


def test_backup_of_a_server_s_database_names_what_makes_it_and_no_password(tmp_path: Path) -> None:
    done = backup("postgresql+psycopg://pbem:secret@localhost/pbem", tmp_path / "copies")
    assert (done.returncode, done.stdout) == (2, "")
    assert "pg_dump" in done.stderr
    assert "secret" not in done.stderr
    assert not (tmp_path / "copies").exists()


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


# The restore drill


def at_desk(path: Path) -> Desk:
    """The moderator at a database file."""
    return Desk(
        db=Database.open(path),
        games=GAMES,
        scenarios=scenarios_dir(),
        page=Page(templates_dir()),
        mailbox="moderator@example.test",
        secret=b"s" * 16,
        now=lambda: NOON,
        letters=LetterRules(letters_per_hour=1000),
    )


def test_a_database_that_is_lost_is_restored_and_the_game_goes_on(tmp_path: Path) -> None:
    """As the handbook says it: a copy made while others write, the database gone, the copy put in its place."""
    talk = Conversation(tmp_path)
    talk.set_up()
    log, database = talk.table().entries, talk.db.path
    assert database is not None
    with closing(sqlite3.connect(database, isolation_level=None)) as writer:
        writer.execute("BEGIN IMMEDIATE")
        copy = Path(backup(database, tmp_path / "copies").stdout.strip())
    talk.write("york", YORK_ROUND)  # after the copy was made: its letter is in the mailbox still
    talk.db.close()
    for file in tmp_path.glob("test.sqlite*"):
        file.unlink()
    copy.rename(database)
    desk = at_desk(database)
    try:
        with desk.db.reading() as session:
            context = Context(session, desk).of(lobby.find_game(session, talk.name))
            assert load_table(context).entries == log
            assert rerun_game(context).exact
        assert desk.db.integrity() == []
        talk.desk, talk.db = replace(talk.desk, db=desk.db), desk.db
        talk.see_again()
        talk.new_mails()
        assert "1 ok" in " ".join(mail.flat for mail in talk.write("york", YORK_ROUND))
    finally:
        desk.db.close()


# The service


def test_the_unit_is_one_that_systemd_takes(tmp_path: Path) -> None:
    """systemd checks it where it is there; everywhere each line is a setting of a section."""
    unit = (DEPLOY / "pbem.service").read_text(encoding="utf-8")
    settings = [line for line in unit.splitlines() if line and not line.startswith(("#", "["))]
    assert all("=" in line for line in settings)
    assert re.findall(r"^\[(\w+)\]$", unit, re.MULTILINE) == ["Unit", "Service", "Install"]
    systemd = shutil.which("systemd-analyze")
    if systemd is not None:
        copy = tmp_path / "pbem.service"
        copy.write_text(unit.replace("/opt/pbem/venv/bin/pbem", sys.executable), encoding="utf-8")
        checked = subprocess.run([systemd, "verify", str(copy)], capture_output=True, text=True, check=False)  # noqa: S603
        assert (checked.returncode, checked.stderr) == (0, "")


# Containers


def test_the_container_copies_what_is_there_and_sets_what_pbem_knows() -> None:
    lines = (DEPLOY / "Containerfile").read_text(encoding="utf-8").replace("\\\n", " ").splitlines()
    copied = [word for line in lines if line.startswith("COPY ") for word in line.split()[1:-1]]
    assert copied
    assert all((DEPLOY.parent / name).exists() for name in copied)
    assert {"pyproject.toml", "pbem", "templates", "scenarios"} <= {*copied}
    variables = re.findall(r"\b(PBEM_\w+)=", " ".join(line for line in lines if line.startswith("ENV ")))
    assert {*variables} - {"PBEM_CONFIG"} <= known_variables()
    assert "USER pbem" in lines
    (check,) = [line for line in lines if line.startswith("HEALTHCHECK ")]
    assert check.endswith('CMD ["pbem", "health"]')
    assert "PBEM_RUNNING__HEALTH" in variables


def test_the_compose_file_fits_the_container_and_the_configuration() -> None:
    told = yaml.safe_load((DEPLOY / "compose.yaml").read_text(encoding="utf-8"))
    moderator, mail = told["services"]["moderator"], told["services"]["mail"]
    assert (DEPLOY / moderator["build"]["context"] / moderator["build"]["dockerfile"]).is_file()
    assert {*moderator["environment"]} <= known_variables()
    assert {moderator["environment"]["PBEM_IMAP__HOST"], mail["hostname"]} == {"mail.example.org"}
    named = [volume.partition(":")[0] for service in told["services"].values() for volume in service["volumes"]]
    assert {name for name in named if not name.startswith((".", "/"))} == {*told["volumes"]}
    assert "games:/var/lib/pbem" in moderator["volumes"]
    ports = {int(port.partition(":")[2]) for port in mail["ports"]}
    assert {Imap.model_fields["port"].default, Smtp.model_fields["port"].default} <= ports


def test_the_compose_file_with_a_server_adds_one_to_the_other() -> None:
    first, more = (
        yaml.safe_load((DEPLOY / name).read_text(encoding="utf-8")) for name in ("compose.yaml", "compose.postgresql.yaml")
    )
    moderator, database = more["services"]["moderator"], more["services"]["database"]
    assert moderator["build"]["args"] == {"EXTRAS": "[postgresql]"}
    assert "ARG EXTRAS" in (DEPLOY / "Containerfile").read_text(encoding="utf-8")
    assert {*moderator["depends_on"]} == {*first["services"]["moderator"]["depends_on"], "database"}
    assert [volume.partition(":")[0] for volume in database["volumes"]] == [*more["volumes"]]
    assert "PBEM_DATABASE" in known_variables()


def known_variables() -> set[str]:
    """The environment variables that set an option."""
    return {found[1] for found in re.finditer(r"\b(PBEM_\w+)", default_toml())}
