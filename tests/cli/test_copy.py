"""`pbem copy`, and what commands say of a database on a server that is not there."""

from __future__ import annotations

import logging
from pathlib import Path

import pytest

from pbem.cli.terminal.arguments import game_names
from pbem.database_url import DatabaseUrl
from tests.support.empty import empty_database, execute
from tests.support.owner import ANN, Owner

NOWHERE = '"postgresql+psycopg://ann:rosebud@127.0.0.1:1/games"'
"""Nobody listens there."""


def test_a_game_goes_on_in_a_copy(owner: Owner, tmp_path: Path) -> None:
    owner.open_game()
    owner.pbem("once")
    new = empty_database(tmp_path / "copied.sqlite")
    url = new.url if isinstance(new, DatabaseUrl) else str(new)
    said = owner.pbem("copy", "--to", url).output
    assert "1 games and all that belongs to them" in " ".join(said.split())
    assert "pbem claim" in said
    assert owner.pbem("copy", "--to", url, code=1).output.count("has rows") == 1
    owner.configure(database=f'"{url}"')
    assert "mailbox" in owner.pbem("once", code=1).output  # it is marked as the old one's
    owner.pbem("claim")
    owner.write(ANN, "chat all: still here")
    owner.pbem("once")
    assert execute(new, "SELECT status FROM letter") == [("done",)]
    assert "EXACT" in owner.pbem("rerun", "--all").output


@pytest.mark.parametrize("to", ["mysql://ann:rosebud@db/games", "postgresql://ann:rosebud@db"])
def test_what_is_no_place_for_a_copy_is_refused(owner: Owner, to: str) -> None:
    said = owner.pbem("copy", "--to", to, code=2).output
    assert "postgresql+psycopg://" in said
    assert "rosebud" not in said


@pytest.mark.parametrize("command", [["games"], ["status"], ["serve"], ["doctor"], ["--verbose", "games"]])
def test_a_server_that_is_not_there_is_named_without_the_password(
    owner: Owner, command: list[str], caplog: pytest.LogCaptureFixture
) -> None:
    owner.configure(database=NOWHERE)
    with caplog.at_level(logging.DEBUG):
        said = " ".join(owner.pbem(*command, code=1).output.split())
    assert "postgresql://ann@127.0.0.1:1/games" in said
    assert "rosebud" not in said + caplog.text


def test_a_password_in_the_configuration_makes_it_a_secret_file(owner: Owner) -> None:
    owner.configure(database=NOWHERE)
    owner.folder.joinpath("pbem.toml").chmod(0o644)
    said = " ".join(owner.pbem("doctor", code=1).output.split())
    assert "everybody on this machine can read" in said


def test_where_the_database_is_wrong_in_the_configuration_its_text_is_not_repeated(owner: Owner) -> None:
    owner.configure(database='"mysql://ann:rosebud@db/games"')
    said = owner.pbem("games", code=1).output
    assert "database: a file, or a URL that begins with postgresql+psycopg://" in " ".join(said.split())
    assert "rosebud" not in said


def test_names_of_games_on_a_server_are_not_completed(owner: Owner) -> None:
    owner.configure(database=NOWHERE)

    class Context:
        params = {"config": owner.folder / "pbem.toml"}  # noqa: RUF012

        def find_root(self) -> Context:
            return self

    assert game_names(Context(), "b") == []
