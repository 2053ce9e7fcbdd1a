"""Games that ask their players first, and saved mails held against a game, on the command line."""

from __future__ import annotations

import json
from pathlib import Path

from tests.support.conversation import LANCASTER_SETUP, YORK_SETUP
from tests.support.owner import ANN, BOB, PLAYERS, Owner
from tests.support.works import text_of


def begun(owner: Owner) -> None:
    """Both players are asked, and accept."""
    said = " ".join(owner.pbem("new", "bosworth", *PLAYERS).stdout.split())
    assert said.startswith("bosworth-1 opens when all have answered.")
    owner.pbem("once")
    for address in (ANN, BOB):
        assert "accept" in text_of(owner.mail(address))
        owner.write(address, "accept\n")
    owner.pbem("once")


def saved(owner: Owner, address: str, folder: Path) -> Path:
    """All mails that came for somebody, in a folder."""
    folder.mkdir()
    for number, raw in enumerate(owner.office.messages(address)):
        (folder / f"{number}.eml").write_bytes(raw)
    return folder


def test_a_new_game_asks_its_players_and_their_answers_are_their_first_shares(owner: Owner) -> None:
    begun(owner)
    rows = json.loads(owner.pbem("log", "bosworth-1", "--json").stdout)
    assert [(row["kind"], row["seat"]) for row in rows[:2]] == [("salt", "york"), ("salt", "lancaster")]
    assert "First shares in the dice: " in " ".join(str(text_of(owner.mail(ANN))).split())


def test_saved_mails_are_held_against_a_game(owner: Owner, tmp_path: Path) -> None:
    begun(owner)
    owner.write(ANN, YORK_SETUP)
    owner.write(BOB, LANCASTER_SETUP)
    owner.pbem("once")
    folder = saved(owner, ANN, tmp_path / "mails")
    told = owner.pbem("verify", "bosworth-1", "--mails", str(folder)).stdout
    assert "all as the archive has it" in told
    last = max(folder.iterdir())
    last.write_bytes(last.read_bytes().replace(b"Record: ", b"Record: 9"))
    told = owner.pbem("verify", "bosworth-1", "--mails", str(folder), code=1).stdout
    assert "NOT ALL AS THE ARCHIVE HAS IT" in told
    assert told.rstrip().endswith("THE GAME IS NOT AS IT WAS PROMISED.")
    found = json.loads(owner.pbem("verify", "bosworth-1", "--mails", str(folder), "--json", code=1).stdout)
    assert found["ok"] is False
    assert found["mails"].keys() == {"read", "told", "problems"}


def test_a_first_share_that_was_exchanged_is_found_by_the_first_letter(owner: Owner, tmp_path: Path) -> None:
    begun(owner)
    folder = saved(owner, BOB, tmp_path / "mails")
    assert "all as the archive has it" in owner.pbem("verify", "bosworth-1", "--mails", str(folder)).stdout
    rows = json.loads(owner.pbem("log", "bosworth-1", "--json").stdout)
    share = rows[0]["answer"]
    for file in folder.iterdir():
        file.write_bytes(file.read_bytes().replace(share.encode(), share[::-1].encode()))
    told = owner.pbem("verify", "bosworth-1", "--mails", str(folder), code=1).stdout
    assert f"it tells the share in the dice {share[::-1]}, which is not in the log" in " ".join(told.split())


def test_mails_are_looked_for_in_a_folder(owner: Owner, tmp_path: Path) -> None:
    begun(owner)
    result = owner.pbem("verify", "bosworth-1", "--mails", str(tmp_path / "nowhere"), code=2)
    assert "is no folder" in " ".join(result.output.replace("│", " ").split())
