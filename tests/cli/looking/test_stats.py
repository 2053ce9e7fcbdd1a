"""pbem stats, and pbem verify of what goes with a last report."""

import gzip
from email import message_from_bytes, policy

from tests.support.owner import Owner


def played(owner: Owner) -> None:
    owner.pbem("play", "--folder", str(owner.folder / "played"))
    owner.configure(database='"played/pbem.sqlite"')


def test_stats_tell_figures_and_dice(owner: Owner) -> None:
    played(owner)
    told = owner.pbem("stats", "bosworth-1").output
    assert "== Units by Round ==" in told
    assert "== The dice ==" in told
    assert "Protection" in told
    assert "key=" not in told


def test_stats_of_a_game_just_opened_say_that_there_are_no_dice(owner: Owner) -> None:
    owner.open_game()
    assert "No dice have been rolled." in owner.pbem("stats", "bosworth-1").output


def test_stats_of_a_game_that_is_not_there(owner: Owner) -> None:
    owner.open_game()
    assert "no game" in owner.pbem("stats", "bosworth-9", code=1).stderr


def test_a_player_verifies_the_archive_as_it_came_without_any_configuration(owner: Owner) -> None:
    played(owner)
    files = owner.folder.glob("played/mails/*.eml")
    parts = [p for file in files for p in message_from_bytes(file.read_bytes(), policy=policy.default).walk()]
    archives = {part.get_payload(decode=True) for part in parts if part.get_filename() == "bosworth-1.json.gz"}
    (archive,) = archives
    assert isinstance(archive, bytes)
    file = owner.folder / "bosworth-1.json.gz"
    file.write_bytes(archive)
    (owner.folder / "pbem.toml").unlink()
    assert "The game is as it was promised." in owner.pbem("verify", str(file)).output
    file.write_bytes(gzip.compress(gzip.decompress(archive).replace(b'"kind":"salt"', b'"kind":"magic"')))
    assert "no archive of a game" in owner.pbem("verify", str(file), code=1).stderr
    file.write_bytes(archive[:-50])
    assert "is damaged" in owner.pbem("verify", str(file), code=1).stderr


def test_the_report_of_a_game_that_is_over_is_shown_as_it_was_mailed(owner: Owner) -> None:
    played(owner)
    told = owner.pbem("show", "bosworth-1", "--as", "york").output
    assert "== The story of the game ==" in told
    assert "pbem verify bosworth-1.json.gz" in told
