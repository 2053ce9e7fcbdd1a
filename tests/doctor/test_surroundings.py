"""What lies around the moderator: modes, owners, the secret, the daemon; and that there is one daemon only."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from pbem.daemon_lock import AlreadyRunning, daemon_at, hold_lock
from tests.doctor.test_doctor import look
from tests.support.owner import Owner


def test_files_that_others_can_read_are_named(owner: Owner) -> None:
    owner.open_game()
    assert look(owner)["files"].health == "ok"
    (owner.folder / "games.sqlite").chmod(0o644)
    finding = look(owner)["files"]
    assert "games.sqlite" in finding.found
    assert finding.mend == f"chmod o= {owner.folder / 'games.sqlite'}"


def test_secrets_beside_the_configuration_count_too(owner: Owner) -> None:
    owner.open_game()
    secrets = owner.folder / "secrets.env"
    secrets.write_text("PBEM_SECRET='x'\n", encoding="utf-8")
    secrets.chmod(0o644)
    assert str(secrets) in look(owner)["files"].found


def without_secrets(owner: Owner) -> str:
    return re.sub(r"(?m)^(secret|password) = .*\n", "", owner.folder.joinpath("pbem.toml").read_text(encoding="utf-8"))


@pytest.mark.parametrize("secret", ['secret = "sixteen letters and more"\n', ""])
def test_a_configuration_with_a_secret_is_for_its_owner_only(
    owner: Owner, monkeypatch: pytest.MonkeyPatch, secret: str
) -> None:
    owner.open_game()
    file = owner.folder / "pbem.toml"
    file.write_text(secret + without_secrets(owner), encoding="utf-8")
    monkeypatch.setenv("PBEM_IMAP__PASSWORD", "rose")
    if not secret:
        monkeypatch.setenv("PBEM_SECRET", "sixteen letters and more")
    file.chmod(0o644)
    finding = look(owner)["files"]
    if secret:
        assert (finding.health, finding.mend) == ("warning", f"chmod o= {file}")
    else:
        assert finding.health == "ok"
    file.chmod(0o606 if secret else 0o646)
    assert look(owner)["files"].health == "warning"


@pytest.mark.parametrize("what", ["", "games.sqlite"])
def test_a_folder_or_database_that_may_not_be_written_is_told(
    owner: Owner, monkeypatch: pytest.MonkeyPatch, what: str
) -> None:
    owner.open_game()
    kept = owner.folder / what
    may = os.access
    monkeypatch.setattr(os, "access", lambda path, mode: Path(path) != kept and may(path, mode))
    finding = look(owner)["files"]
    assert finding.health == "fault"
    assert finding.found.startswith("we may not write")
    assert finding.mend == f"give it to the service: chown pbem {kept}"


def test_a_database_of_somebody_else_than_its_folder_is_told(owner: Owner, monkeypatch: pytest.MonkeyPatch) -> None:
    owner.open_game()
    stat = Path.stat

    def of_another(path: Path, **options: bool) -> os.stat_result:
        found = stat(path, **options)
        return os.stat_result([*found[:4], found.st_uid + 1, *found[5:10]]) if path.name == "games.sqlite" else found

    monkeypatch.setattr(Path, "stat", of_another)
    assert "games.sqlite belong to different users" in look(owner)["files"].found


def test_a_secret_in_the_configuration_counts_whatever_the_environment_has(
    owner: Owner, monkeypatch: pytest.MonkeyPatch
) -> None:
    owner.open_game()
    file = owner.folder / "pbem.toml"
    file.chmod(0o644)
    monkeypatch.setenv("PBEM_IMAP__PASSWORD", "rose")
    assert f"can read {file}" in look(owner)["files"].found
    text = file.read_text(encoding="utf-8")
    file.write_text(text.replace("secret =", "# secret =").replace("password =", "# password ="), encoding="utf-8")
    monkeypatch.setenv("PBEM_SECRET", "sixteen letters and more")
    assert look(owner)["files"].health == "ok"


def test_a_changed_secret_is_told(owner: Owner, monkeypatch: pytest.MonkeyPatch) -> None:
    owner.open_game()
    assert look(owner)["secret"].health == "ok"
    monkeypatch.setenv("PBEM_SECRET", "another secret of sixteen")
    assert "2 seats" in look(owner)["secret"].found


def test_whether_a_daemon_runs_is_told(owner: Owner) -> None:
    owner.open_game()
    assert look(owner)["daemon"].health == "warning"
    owner.pbem("once")
    assert "no daemon runs; the moderator was at work" in look(owner)["daemon"].found
    with hold_lock(owner.folder / "games.sqlite"):
        assert "is at work" in look(owner)["daemon"].found
        assert f"daemons: process {os.getpid()}\n" in owner.pbem("status").stdout
    assert "daemons: none at work\n" in owner.pbem("status").stdout
    assert "to come" in look(owner, days=-1)["daemon"].found


def test_a_second_daemon_does_not_begin_and_the_game_master_is_told(owner: Owner) -> None:
    owner.open_game()
    with hold_lock(owner.folder / "games.sqlite"):
        assert "another `pbem serve` is at work" in owner.pbem("serve", code=1).stderr
    owner.pbem("once")
    assert "a second daemon was started" in str(owner.mail("master@pbem.test")["Subject"])


def test_the_lock_goes_with_its_process(tmp_path: Path) -> None:
    database = tmp_path / "games.sqlite"
    program = (
        "import sys, pathlib; from pbem.daemon_lock import hold_lock\n"
        "with hold_lock(pathlib.Path(sys.argv[1])): print('held', flush=True); sys.stdin.read()"
    )
    with subprocess.Popen(  # noqa: S603
        [sys.executable, "-c", program, str(database)], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as other:
        assert other.stdout is not None
        assert other.stdout.readline() == "held\n"
        assert daemon_at(database) == f"process {other.pid}"
        with pytest.raises(AlreadyRunning, match=f"process {other.pid}"), hold_lock(database):
            pass
        other.kill()
        other.wait()
    assert daemon_at(database) == ""
    with hold_lock(database):
        assert daemon_at(database) != ""
