"""A writer killed at any moment leaves whole transactions only, and all it had said were committed."""

import os
import subprocess
import sys
import threading
from pathlib import Path

from sqlalchemy import text

from pbem.database_url import Location
from pbem.store.database import Database
from pbem.store.tables.games import GameRow

from .writer import LINES, transaction

WRITER = Path(__file__).with_name("writer.py")
ROOT = Path(__file__).parents[2]
ENVIRONMENT = {"PYTHONPATH": os.pathsep.join(filter(None, (str(ROOT), os.environ.get("PYTHONPATH"))))}
# After how many commits the writer is killed, and how many milliseconds later: a commit takes some three.
KILLS = [(1, 0.0), (1, 1.3), (2, 0.4), (5, 0.9), (2, 5.2), (3, 2.1)]


def write_and_kill(location: Location, commits: int, milliseconds: float) -> int:
    """Run the writer, kill it (SIGKILL), and return the last transaction it reported as committed."""
    command = [sys.executable, str(WRITER), getattr(location, "url", str(location))]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, cwd=ROOT, env=ENVIRONMENT) as writer:  # noqa: S603
        assert writer.stdout is not None
        reported = [writer.stdout.readline() for _ in range(commits)]
        threading.Event().wait(milliseconds / 1000)
        writer.kill()
        reported += writer.stdout.readlines()
    return max(int(line) for line in reported if line.endswith("\n"))


def counts(db: Database) -> dict[str, int]:
    tables = ("letter", "entry", "event", "outgoing")
    with db.reading() as session:
        connection = session.connection()
        return {table: connection.execute(text(f"SELECT count(*) FROM {table}")).scalar_one() for table in tables}  # noqa: S608


def test_killed_while_writing(db: Database, game: GameRow) -> None:
    db.close()
    for commits, milliseconds in KILLS:
        last = write_and_kill(db.location, commits, milliseconds)
        again = Database.open(db.location)
        with again.writing():
            pass  # a server may still be ending what the writer had begun
        found = counts(again)
        written = found["letter"]
        assert again.integrity() == []
        assert written >= last
        assert found == {"letter": written, "entry": LINES * written, "event": LINES * written, "outgoing": written}
        assert transaction(again, game.id) == written + 1
        again.close()
