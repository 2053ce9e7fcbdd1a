"""A server that is reached as the handbook says: by a role with a password, with TLS, and copied with pg_dump."""

from __future__ import annotations

import os
import shutil
import socket
import subprocess
from contextlib import closing
from pathlib import Path

import pytest

from pbem.database_url import DatabaseUrl
from pbem.store.database import Database
from pbem.store.errors import StoreError
from pbem.store.games import lobby
from tests.support import postgresql

from .sample import open_game

pytestmark = pytest.mark.postgresql

HOST = "localhost"
PASSWORD = "ro:se/@%"  # noqa: S105
IN_URL = "ro%3Ase%2F%40%25"


class SecureServer(postgresql.Server):
    """A server with a port, at which it wants TLS and a password."""

    def __init__(self) -> None:
        with socket.socket() as free:
            free.bind((HOST, 0))
            self.port = str(free.getsockname()[1])
        self.settings = postgresql.SETTINGS | {
            "listen_addresses": HOST,
            "port": self.port,
            "ssl": "on",
            "ssl_cert_file": "server.crt",
            "ssl_key_file": "server.key",
        }
        super().__init__()
        self.as_owner("psql", "--dbname", "postgres", "--command", f"CREATE ROLE pbem LOGIN PASSWORD '{PASSWORD}'")
        self.create_database()

    def prepare(self, data: Path) -> None:
        hosts = data / "pg_hba.conf"
        hosts.write_text(f"local all {postgresql.USER} trust\nhostssl all all all scram-sha-256\n", encoding="utf-8")
        self.certificate, key = data / "server.crt", data / "server.key"
        subject = ("-subj", f"/CN={HOST}", "-addext", f"subjectAltName=DNS:{HOST}")
        files = ("-keyout", str(key), "-out", str(self.certificate))
        _run("openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", *subject, *files)
        key.chmod(0o600)
        if os.getuid() == 0:
            shutil.chown(key, postgresql.USER)

    def create_database(self) -> None:
        self.as_owner("createdb", "--owner", "pbem", "--encoding", "UTF8", "--template", "template0", "pbem")

    def as_owner(self, program: str, *arguments: str) -> None:
        where = ("--host", str(self.folder), "--port", self.port, "--username", postgresql.USER)
        _run(str(postgresql.programs() / program), *where, *arguments)

    def as_pbem(self, program: str, *arguments: str) -> None:
        """Run one of PostgreSQL's programs as the handbook does, the password in its environment."""
        database = f"host={HOST} port={self.port} user=pbem dbname=pbem"
        _run(str(postgresql.programs() / program), "--dbname", database, *arguments, PGPASSWORD=PASSWORD)

    def url_with(self, password: str = IN_URL, options: str = "") -> DatabaseUrl:
        options = options or f"sslmode=verify-full&sslrootcert={self.certificate}"
        return DatabaseUrl(f"postgresql+psycopg://pbem:{password}@{HOST}:{self.port}/pbem?{options}")


def _run(*command: str, **environment: str) -> None:
    done = subprocess.run(command, env=os.environ | environment, capture_output=True, text=True, check=False)  # noqa: S603
    assert done.returncode == 0, done.stderr


@pytest.fixture(scope="module")
def server() -> SecureServer:
    return SecureServer()


def names_of_games(url: DatabaseUrl) -> list[str]:
    with closing(Database.open(url)) as db, db.reading() as session:
        return [row.name for row in lobby.games(session)]


def test_a_game_is_copied_and_restored(server: SecureServer, tmp_path: Path) -> None:
    with closing(Database.open(server.url_with())) as db, db.writing() as session:
        open_game(session, "bosworth-1")
    dump = str(tmp_path / "pbem.dump")
    server.as_pbem("pg_dump", "--format=custom", "--file", dump)
    server.as_owner("dropdb", "pbem")
    server.create_database()
    server.as_pbem("pg_restore", "--no-owner", dump)
    assert names_of_games(server.url_with()) == ["bosworth-1"]
    with closing(Database.open(server.url_with())) as db:
        assert db.integrity() == []


@pytest.mark.parametrize(
    ("password", "options", "said"),
    [
        ("wr%3Aong", "", "password authentication failed"),
        (IN_URL, "sslmode=disable", "no encryption"),
        (IN_URL, "sslmode=verify-full&sslrootcert=/dev/null", "certificate"),
    ],
    ids=["a wrong password", "no TLS", "a certificate of nobody's"],
)
def test_who_is_not_let_in_is_told_why(server: SecureServer, password: str, options: str, said: str) -> None:
    with pytest.raises(StoreError, match=said) as caught:
        Database.open(server.url_with(password, options))
    for secret in (PASSWORD, IN_URL, "wr:ong", password):
        assert secret not in str(caught.value)
