"""The desk's command about observers, with mail through a post office."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from pbem.postoffice import PostOffice
from tests.support.owner import ANN, BOB, MASTER, MODERATOR, Owner

CLIO = "clio@pbem.test"


@pytest.fixture
def owner(tmp_path: Path) -> Iterator[Owner]:
    """An owner with a game, where Clio has a mailbox too."""
    with PostOffice(dict.fromkeys([MODERATOR, ANN, BOB, MASTER, CLIO], "rose")) as office:
        owner = Owner.at(tmp_path, office)
        owner.open_game()
        yield owner


def flat(text: str) -> str:
    return " ".join(text.split())


def test_an_observer_is_added_written_to_and_stops_by_mail(owner: Owner) -> None:
    assert owner.pbem("observers", "bosworth-1").output == "nobody watches bosworth-1.\n"
    added = owner.pbem("observers", "bosworth-1", "--add", f"Clio <{CLIO}>").output
    assert flat(added) == f"Clio <{CLIO}> watches bosworth-1; the first report is queued."
    assert owner.pbem("observers", "bosworth-1").output == f"Clio <{CLIO}>\n"
    assert flat(owner.pbem("show", "bosworth-1").output).endswith(f"observers: Clio <{CLIO}>")
    owner.pbem("once")
    first = owner.mail(CLIO)
    assert first["Subject"] == "[bosworth-1 Observer array] waiting for York and Lancaster"
    assert first["Reply-To"] == MODERATOR
    owner.write(CLIO, "stop\n", In_Reply_To=str(first["Message-ID"]))
    owner.pbem("once")
    assert owner.mail(CLIO)["Subject"] == "[bosworth-1 Observer] You get no more letters"
    assert owner.pbem("observers", "bosworth-1").output == "nobody watches bosworth-1.\n"
    assert len(owner.office.messages(CLIO)) == 2


def test_the_moderator_takes_an_observer_out(owner: Owner) -> None:
    owner.pbem("observers", "bosworth-1", "--add", f"Clio <{CLIO}>", "--add", "dan@pbem.test")
    assert owner.pbem("observers", "bosworth-1").output == f"Clio <{CLIO}>\ndan <dan@pbem.test>\n"
    removed = owner.pbem("observers", "bosworth-1", "--remove", CLIO.upper()).output
    assert flat(removed) == f"{CLIO} watches bosworth-1 no longer."
    assert owner.pbem("observers", "bosworth-1").output == "dan <dan@pbem.test>\n"


@pytest.mark.parametrize(
    ("options", "code", "problem"),
    [
        (("--add", "Clio"), 2, "'Clio' is not a plain mail address"),
        (("--add", "Clio <clio@x.org>, Dan <dan@x.org>"), 2, "is not like"),
        (("--add", f"Ann <{ANN}>"), 1, f"{ANN} plays York in bosworth-1 and cannot observe it"),
        (("--remove", CLIO), 1, f"bosworth-1 has no observer {CLIO}; it has: none at all"),
    ],
)
def test_what_cannot_be_is_answered_clearly(owner: Owner, options: tuple[str, ...], code: int, problem: str) -> None:
    said = flat(owner.pbem("observers", "bosworth-1", *options, code=code).output.replace("│", " "))
    assert problem in said
    assert owner.pbem("observers", "bosworth-1").output == "nobody watches bosworth-1.\n"


def test_of_several_that_one_cannot_be_added_is_told_before_anybody_is(owner: Owner) -> None:
    owner.pbem("observers", "bosworth-1", "--add", f"Clio <{CLIO}>", "--add", "Dan", code=2)
    assert owner.pbem("observers", "bosworth-1").output == "nobody watches bosworth-1.\n"
