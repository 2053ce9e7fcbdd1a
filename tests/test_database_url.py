"""Where a database is said to be; passwords are in no text of it."""

from pathlib import Path

import pytest

from pbem.database_url import DatabaseUrl, read_location


@pytest.mark.parametrize("text", ["pbem.sqlite", "/var/lib/pbem/pbem.sqlite", "my games.sqlite", "C:\\games.sqlite", "a:b"])
def test_other_texts_are_files(text: str) -> None:
    assert read_location(text) == Path(text)


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("postgresql+psycopg://ann:secret@db.example.org:5433/games", "postgresql://ann@db.example.org:5433/games"),
        ("postgresql://ann@db/games?sslmode=require&sslpassword=secret", "postgresql://ann@db/games"),
        ("postgresql+psycopg:///games?host=/run/postgresql&password=secret", "postgresql:///run/postgresql/games"),
        (" postgresql://ann:secret@db/games\n", "postgresql://ann@db/games"),
        ("postgresql://a%40nn:s%2Fecret@[::1]/games", "postgresql://a@nn@[::1]/games"),
    ],
)
def test_a_url_is_shown_without_its_password(text: str, shown: str) -> None:
    location = read_location(text)
    assert isinstance(location, DatabaseUrl)
    assert location.url == text.strip()
    assert str(location) == shown
    assert "secret" not in repr(location)


@pytest.mark.parametrize(
    "text",
    [
        "mysql://ann:secret@db/games",
        "sqlite:///games.sqlite",
        "postgresql+asyncpg://ann:secret@db/games",
        "postgresql://ann:secret@db",
        "postgresql://ann:sec/ret@db/games",
        "postgresql://ann:secret@db:many/games",
        "postgresql://ann:secret[@db/games",
        "postgresql:/ann:secret@db/games",
        "postgres:ann:secret@db/games",
        "host=db dbname=games password=secret",
    ],
)
def test_other_urls_are_refused_without_being_repeated(text: str) -> None:
    with pytest.raises(ValueError, match=r"postgresql\+psycopg://") as refused:
        read_location(text)
    assert "sec" not in str(refused.value)
