"""Invitations by command, with mail through a post office: a game begins when its last player answers."""

from __future__ import annotations

from collections.abc import Iterator
from email.message import EmailMessage
from pathlib import Path

import pytest

from pbem.postoffice import PostOffice
from tests.support.owner import ANN, BOB, MASTER, MODERATOR, PLAYERS, Owner

CYD = "cyd@pbem.test"


@pytest.fixture
def owner(tmp_path: Path) -> Iterator[Owner]:
    """An owner whose tables are open, where Cyd has a mailbox too."""
    with PostOffice(dict.fromkeys([MODERATOR, ANN, BOB, MASTER, CYD], "rose")) as office:
        owner = Owner.at(tmp_path, office)
        yield owner


def open_tables(owner: Owner) -> None:
    with owner.folder.joinpath("pbem.toml").open("a", encoding="utf-8") as file:
        file.write("\n[mail]\nopen_tables = true\n")


def test_players_accept_by_answering(owner: Owner) -> None:
    told = owner.pbem("invite", "bosworth", *PLAYERS, "--deadline", "72h").output
    assert "bosworth-1: 2 invitations are queued." in " ".join(told.split())
    owner.pbem("once")
    assert "bosworth-1: waits for 2 players to accept" in owner.pbem("status").output
    assert owner.mail(ANN)["Subject"] == "[bosworth-1] You are invited to play Plantagenet"
    owner.write(ANN, "Accept!\n")
    owner.pbem("once")
    assert f"Ann <{ANN}>: accepted" in owner.pbem("tables", "bosworth-1").output
    assert "no game bosworth-1" in owner.pbem("show", "bosworth-1", code=1).output
    owner.write(BOB, "Yes, with pleasure.\n")
    owner.pbem("once")
    assert owner.mail(BOB)["Subject"] == "[bosworth-1 Lancaster array] Your move"
    assert owner.mail(MASTER)["Subject"] == "[bosworth-1] All players have accepted: the game has begun"
    owner.write(BOB, "give l5 oxford\n")
    owner.pbem("once")
    assert "ok give l5 oxford" in flat(owner.mail(BOB))
    assert owner.pbem("tables").output == "no game waits for players\n"


def test_a_stranger_joins_an_open_table(owner: Owner) -> None:
    open_tables(owner)
    owner.pbem("invite", "bosworth", PLAYERS[0], "--open")
    owner.pbem("once")
    asks = EmailMessage()
    asks["From"], asks["To"], asks["Subject"] = f"Cyd <{CYD}>", MODERATOR, "join bosworth-1"
    asks["Message-ID"] = "<asks@pbem.test>"
    asks.set_content("I saw this on a forum.\n")
    owner.office.deliver(bytes(asks), MODERATOR, CYD)
    owner.pbem("once")
    assert owner.mail(CYD)["Subject"] == "[bosworth-1] Confirm that you want to play Plantagenet"
    owner.write(CYD, "accept\n")
    owner.pbem("once")
    owner.write(ANN, "accept\n")
    owner.pbem("once")
    assert owner.mail(CYD)["Subject"] == "[bosworth-1 Lancaster array] Your move"
    assert owner.mail(ANN)["Subject"] == "[bosworth-1 York array] Your move"


def flat(mail: EmailMessage) -> str:
    body = mail.get_body(("plain",))
    assert body is not None
    return " ".join(str(body.get_content()).split())


@pytest.mark.parametrize(
    ("arguments", "code", "problem"),
    [
        (("invite", "bosworth", PLAYERS[0]), 1, "invite at least 2 players, or let others join with --open"),
        (("invite", "bosworth", "--open"), 1, "set open_tables in [mail] of the configuration first"),
        (("invite", "bosworth", *PLAYERS, "--option", "handicap=york 3"), 1, "no Influence track, so no handicap"),
        (("invite", "ia", *PLAYERS, "--option", "handicap=york"), 1, "it can be york 1, york 2"),
        (("tables", "towton-9"), 1, "no players are invited to towton-9; there are: none at all"),
        (("tables", "--remind"), 2, "name the game to come"),
    ],
)
def test_what_cannot_be_is_answered_clearly(owner: Owner, arguments: tuple[str, ...], code: int, problem: str) -> None:
    assert problem in " ".join(owner.pbem(*arguments, code=code).output.replace("│", " ").split())


def test_the_game_master_changes_and_ends_it(owner: Owner) -> None:
    owner.pbem("invite", "bosworth", *PLAYERS, "--name", "field")
    owner.pbem("once")
    owner.pbem("tables", "field", "--drop", BOB, "--guest", f"Cyd <{CYD}>")
    owner.pbem("once")
    assert owner.mail(BOB)["Subject"] == "[field] You are no longer invited"
    assert owner.mail(CYD)["Subject"] == "[field] You are invited to play Plantagenet"
    again = owner.pbem("tables", "field", "--remind").output
    assert f"the invitation goes again to {ANN}, {CYD}" in " ".join(again.split())
    owner.pbem("tables", "field", "--call-off", "I am moving house", code=1)
    owner.pbem("tables", "field", "--call-off", "I am moving house", "--yes")
    owner.pbem("once")
    assert owner.mail(ANN)["Subject"] == "[field] The game is called off"
    assert "I am moving house" in flat(owner.mail(ANN))
