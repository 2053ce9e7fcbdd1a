"""The doctor: what it finds, and how it says to mend it."""

from __future__ import annotations

import os
import shutil
import sqlite3
from contextlib import closing
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from imapclient import IMAPClient  # type: ignore[import-untyped]

from pbem.config.loading import load_settings
from pbem.doctor.checks import _imap as checks_imap
from pbem.doctor.checks import dns_finding, examine
from pbem.doctor.findings import Finding, Health
from pbem.mail.dkim import NoAnswer
from pbem.postoffice import HOST
from tests.cli.test_cli import to_the_battle
from tests.support.owner import ANN, MASTER, MODERATOR, PLAYERS, Owner
from tests.support.scripted_imap import Quirk, ScriptedImap, on, rewriting
from tests.support.works import text_of


def look(owner: Owner, **later: float) -> dict[str, Finding]:
    """The worst finding about each thing, some time later."""
    findings = examine(owner.folder / "pbem.toml", lambda: datetime.now(UTC) + timedelta(**later))
    worst = sorted(findings, key=lambda finding: list(Health).index(finding.health))
    return {finding.about: finding for finding in worst}


def spoil(owner: Owner, statement: str, *values: str | None) -> None:
    with closing(sqlite3.connect(owner.folder / "games.sqlite")) as connection, connection:
        connection.execute(statement, values)


def test_all_is_well(owner: Owner) -> None:
    to_the_battle(owner)
    backups = owner.folder / "backups"
    backups.mkdir()
    (backups / "games-1.sqlite").touch()
    result = owner.pbem("doctor")
    assert {line.split()[0] for line in result.output.splitlines()} == {"ok"}, result.output
    for about in ("configuration", "disk", "database", "backup", "integrity", "templates", "scenarios", "clock", "letters"):
        assert f" {about}: " in result.output
    assert "game bosworth-1: EXACT" in result.output
    assert "IDLE" in result.output
    assert " smtp: " in result.output


def test_a_wrong_configuration_ends_the_examination(owner: Owner) -> None:
    owner.folder.joinpath("pbem.toml").write_text('moderator = "me"')
    findings = list(examine(owner.folder / "pbem.toml"))
    assert [finding.health for finding in findings] == [Health.FAULT]
    assert "is not a plain mail address" in findings[0].found
    owner.pbem("doctor", code=1)


def test_every_finding_that_is_not_well_says_how_to_mend_it(owner: Owner) -> None:
    owner.configure(imap_port="1", smtp_port="1")
    for finding in look(owner).values():
        assert finding.mend or finding.health is Health.OK


def test_servers_that_do_not_answer(owner: Owner) -> None:
    owner.configure(imap_port="1", smtp_port="1")
    found = look(owner)
    assert found["imap"].health is found["smtp"].health is Health.FAULT
    assert "[imap]" in found["imap"].mend
    assert "nobody listens there" in found["smtp"].found


def test_letters_in_the_clear_over_the_net(owner: Owner) -> None:
    owner.configure(imap_host='"mail.pbem.invalid"')
    assert "without encryption" in look(owner)["configuration"].found


def test_nothing_is_made_where_there_is_no_database(owner: Owner) -> None:
    (owner.folder / "games.sqlite").unlink()
    assert look(owner)["database"].health is Health.WARNING
    assert not (owner.folder / "games.sqlite").exists()


def test_a_folder_that_is_missing(owner: Owner) -> None:
    owner.configure(database='"nowhere/games.sqlite"')
    assert look(owner)["disk"].health is Health.FAULT


def test_a_disk_that_is_nearly_full(owner: Owner, monkeypatch: pytest.MonkeyPatch) -> None:
    owner.open_game()
    usage = shutil.disk_usage(owner.folder)
    monkeypatch.setattr(shutil, "disk_usage", lambda _: usage._replace(free=1_000_000))
    found = look(owner)["disk"]
    assert found.health is not Health.OK
    assert "make room" in found.mend


def test_letters_that_were_not_dealt_with(owner: Owner) -> None:
    owner.open_game()
    owner.pbem("once")
    owner.pbem("hold", "bosworth-1", "--because", "a holiday")
    owner.write(ANN, "flee none\n")
    owner.pbem("once")
    found = look(owner)["letters"]
    assert (found.health, found.found, found.mend) == (
        Health.WARNING,
        "1 not dealt with, 0 of our mails refused",
        "look at them with `pbem letters`",
    )


@pytest.mark.parametrize(
    ("revision", "health", "mend"), [("v0001", Health.WARNING, "migrates it"), ("v9999", Health.FAULT, "newer version")]
)
def test_another_schema(owner: Owner, revision: str, health: Health, mend: str) -> None:
    owner.open_game()
    spoil(owner, "UPDATE alembic_version SET version_num = ?", revision)
    found = look(owner)["database"]
    assert found.health is health
    assert mend in found.mend


def test_a_file_that_is_no_database(owner: Owner) -> None:
    owner.folder.joinpath("games.sqlite").write_text("a diary, and no database at all" * 50)
    assert look(owner)["database"].health is Health.FAULT


def test_a_log_that_lost_its_guards(owner: Owner) -> None:
    owner.open_game()
    spoil(owner, "DROP TRIGGER entry_guards_update")
    assert "entry_guards_update" in look(owner)["integrity"].found


def test_a_backup_that_is_missing_or_old(owner: Owner) -> None:
    owner.open_game()
    assert look(owner)["backup"].health is Health.WARNING
    copy = owner.folder / "backups" / "games-1.sqlite"
    copy.parent.mkdir()
    copy.touch()
    assert look(owner)["backup"].health is Health.OK
    week_ago = copy.stat().st_mtime - 7 * 86400
    os.utime(copy, (week_ago, week_ago))
    assert look(owner)["backup"].found == "games-1.sqlite is 168 hours old"


def test_scenario_files_of_the_owners_own(owner: Owner) -> None:
    own = owner.folder / "own"
    own.mkdir()
    text = owner.folder.joinpath("pbem.toml").read_text()
    owner.folder.joinpath("pbem.toml").write_text(f'scenarios = "own"\n{text}')
    owner.pbem("games")
    assert look(owner)["scenarios"].health is Health.FAULT


def test_a_clock_that_is_slow(owner: Owner) -> None:
    to_the_battle(owner)
    assert look(owner, days=-1)["clock"].health is Health.FAULT


def test_a_letter_from_the_future(owner: Owner) -> None:
    owner.open_game()
    owner.pbem("once")
    owner.write(ANN, "help\n", Date="Fri, 1 Jan 2100 12:00:00 -0000")
    owner.pbem("once")
    found = look(owner)["clock"]
    assert found.health is Health.WARNING
    assert "2100-01-01 12:00" in found.found


def test_mails_that_wait_too_long_and_mails_refused(owner: Owner) -> None:
    owner.pbem("new", "bosworth", "--at-once", "york=Ann <gone@pbem.test>", PLAYERS[1])
    assert "wait for more than an hour" in look(owner, hours=2)["letters"].found
    owner.pbem("once")
    assert "1 of our mails refused" in look(owner)["letters"].found


def test_a_held_game(owner: Owner) -> None:
    owner.open_game()
    owner.pbem("hold", "bosworth-1", "--because", "a holiday")
    found = look(owner)["game bosworth-1"]
    assert (found.health, found.found) == (Health.WARNING, "held: a holiday")


def test_a_log_that_does_not_replay(owner: Owner) -> None:
    to_the_battle(owner)
    owner.falsify_log()
    found = look(owner)["game bosworth-1"]
    assert found.health is Health.FAULT
    assert "entry 1" in found.found
    assert "pbem rerun bosworth-1" in found.mend


def test_scenario_files_that_have_changed(owner: Owner) -> None:
    owner.open_game()
    spoil(owner, "UPDATE game SET scenario_version = '0123456789ab'")
    found = look(owner)["game bosworth-1"]
    assert found.health is Health.WARNING
    assert "0123456789ab" in found.found


def test_the_command_tells_faults_by_its_exit_code(owner: Owner, tmp_path: Path) -> None:
    owner.configure(smtp_port="1")
    output = owner.pbem("doctor", code=1).output
    assert f"{tmp_path}" in output
    assert "  -> correct [smtp] in pbem.toml" in output


def own_template(owner: Owner, text: str) -> None:
    """A template of the owner's own in the place of the foot of a report."""
    path = owner.folder / "my-templates" / "common" / "footer.txt.j2"
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")
    configuration = owner.folder.joinpath("pbem.toml").read_text()
    if "my-templates" not in configuration:
        owner.folder.joinpath("pbem.toml").write_text(f'templates = "my-templates"\n{configuration}')


@pytest.mark.long
def test_templates_of_the_owners_own(owner: Owner) -> None:
    own_template(owner, "\n{{ report.playr }}")
    owner.pbem("games")
    found = look(owner)["templates"]
    assert found.health is Health.FAULT
    assert found.found == "common/footer.txt.j2, line 2: nothing has a 'playr'; did you mean 'player'?"
    own_template(owner, "{{ report.player }}")
    found = look(owner)["templates"]
    assert found.health is Health.OK
    assert "1 file of your own in " in found.found


def test_a_template_that_fails_spoils_no_letter_and_the_owner_is_told_once(owner: Owner) -> None:
    own_template(owner, "{{ report.playr }}")
    owner.open_game()
    owner.pbem("once")
    assert "Reply with one order a line" in text_of(owner.mail(ANN))
    told = [message for message in owner.office.messages(MASTER) if b"One of your own templates failed" in message]
    assert len(told) == 1
    assert b"footer.txt.j2, line 1" in told[0]
    assert owner.pbem("show", "bosworth-1", "--as", "york").output.count("a template of your own fails") == 1


def test_a_folder_of_templates_that_is_missing(owner: Owner) -> None:
    owner.pbem("games")
    text = owner.folder.joinpath("pbem.toml").read_text()
    owner.folder.joinpath("pbem.toml").write_text(f'templates = "nowhere"\n{text}')
    found = look(owner)["installation"]
    assert found.health is Health.FAULT
    assert "the configured templates folder" in found.found
    assert "`templates`" in found.mend


def test_a_language_without_words(owner: Owner) -> None:
    owner.pbem("games")
    with owner.folder.joinpath("pbem.toml").open("a") as file:
        file.write('\n[play]\nlanguage = "fr"\n')
    found = look(owner)["language"]
    assert found.health is Health.FAULT
    assert "there is no language 'fr'" in found.found


def test_a_dns_that_does_not_answer_where_games_ask_for_signatures() -> None:
    def silent(name: bytes) -> bytes | None:
        raise NoAnswer(name.decode())

    found = dns_finding(silent, "example.test", ["bosworth-1"])
    assert (found.health, "letters to bosworth-1 are refused: _domainkey.example.test" in found.found) == (
        Health.FAULT,
        True,
    )
    assert dns_finding(silent, "example.test", []).health is Health.WARNING
    assert dns_finding(lambda _name: None, "example.test", ["bosworth-1"]).health is Health.OK


# Many games


def timed_games(owner: Owner, number: int) -> None:
    owner.configure()
    for _ in range(number):
        owner.pbem("new", "bosworth", "--at-once", *PLAYERS, "--deadline", "72h")


def test_of_many_games_some_are_replayed_and_it_is_said(owner: Owner, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("pbem.doctor.checks.MAX_GAMES", 1)
    timed_games(owner, 3)
    owner.pbem("hold", "bosworth-2", "--because", "a holiday")
    spoil(owner, "UPDATE game SET scenario_version = '0123456789ab' WHERE name = 'bosworth-3'")
    found = look(owner)
    assert found["games"].found == "3 are not over; 1 of them, taken by chance, are replayed, their clocks compared"
    assert found["games"].mend == "`pbem doctor --all` does so with every one"
    assert found["game bosworth-2"].found == "held: a holiday"
    assert "its scenario files have changed" in found["game bosworth-3"].found
    thorough = owner.pbem("doctor", "--all").output
    assert "games:" not in thorough
    assert thorough.count("EXACT") == 2
    assert "EXACT, 2 entries, but its scenario files have changed" in thorough


def test_a_large_file_is_read_where_all_is_asked_for(owner: Owner, monkeypatch: pytest.MonkeyPatch) -> None:
    owner.open_game()
    monkeypatch.setattr("pbem.doctor.checks.MAX_BYTES", 1)
    found = look(owner)["integrity"]
    assert "the logs of 1 games and all their guards are whole; the rest of 0.0 GB is not looked at" in found.found
    assert "`pbem doctor --all` looks at it" in found.mend
    assert "integrity: pages, references, logs and their guards are whole" in owner.pbem("doctor", "--all").output
    spoil(owner, "INSERT INTO strike VALUES (1, 55, 1, 2, '', '')")
    assert "integrity: pages, references" not in owner.pbem("doctor", "--all", code=1).output
    spoil(owner, "DROP TRIGGER entry_guards_update")
    assert look(owner)["integrity"].found == "the trigger entry_guards_update is missing: the log could be changed"


@pytest.mark.parametrize("look_at", [None, "2999-01-01T00:00:00.000000+00:00"])
def test_a_clock_that_would_not_be_looked_at_in_time(owner: Owner, look_at: str | None) -> None:
    timed_games(owner, 2)
    spoil(owner, "UPDATE terms SET look_at = ? WHERE game_id = 1", look_at)
    found = look(owner)["game bosworth-1"]
    assert found.health is Health.FAULT
    assert "its clock has something to do at" in found.found
    assert ("and is never looked at" if look_at is None else "and is looked at only at 2999-01-01") in found.found
    assert look(owner)["game bosworth-2"].health is Health.OK
    owner.pbem("hold", "bosworth-1", "--because", "to mend it")
    owner.pbem("release", "bosworth-1")
    assert look(owner)["game bosworth-1"].health is Health.OK


def test_a_clock_that_is_looked_at_too_early_does_no_harm(owner: Owner) -> None:
    timed_games(owner, 1)
    spoil(owner, "UPDATE terms SET look_at = '0001-01-01T00:00:00.000000+00:00'")
    assert look(owner)["game bosworth-1"].health is Health.OK


def test_a_list_that_shows_something_else_than_the_log(owner: Owner) -> None:
    timed_games(owner, 1)
    spoil(owner, "UPDATE progress SET turn = 'the Flood'")
    found = look(owner)["game bosworth-1"]
    assert found.found == "`pbem games` shows it in the Flood, and its log leads elsewhere"
    assert "`pbem release bosworth-1`" in found.mend


# Letters to itself


def test_a_letter_of_its_own_is_moved_and_one_comes_back_by_mail(owner: Owner) -> None:
    output = owner.pbem("doctor").output
    assert "done folder: a letter of our own was moved to pbem-done and deleted" in output
    assert "mail: a mail to moderator@pbem.test has arrived in INBOX" in output
    with IMAPClient(HOST, owner.office.imap_port, ssl=False) as client:
        client.login(MODERATOR, "rose")
        for folder in ("INBOX", "pbem-done"):
            assert client.select_folder(folder)[b"EXISTS"] == 0


@pytest.mark.parametrize(
    ("quirk", "health", "found"),
    [
        (on("CREATE", lambda asked: asked.no("Permission denied")), Health.WARNING, "Permission denied"),
        (on("UID COPY", lambda asked: asked.no("[OVERQUOTA] full")), Health.OK, "moved to pbem-done"),
        (on("UID MOVE", lambda asked: asked.no("not today")), Health.OK, "moved to pbem-done"),
        (on("UID MOVE", lambda asked: asked.ok()), Health.OK, "moved to pbem-done"),
        (on("UID (MOVE|COPY)", lambda asked: asked.no("[OVERQUOTA] full")), Health.WARNING, "the server refused"),
        (on("APPEND", lambda asked: asked.no("[OVERQUOTA] full")), Health.WARNING, "APPEND: the server refused"),
        (rewriting("SELECT", rb"READ-WRITE", b"READ-ONLY"), Health.WARNING, "may only be read"),
        (
            on("CREATE", lambda asked: asked.no('prefix with "INBOX." required'), r'^(?!"?INBOX\.)'),
            Health.OK,
            "moved to INBOX.pbem-done",
        ),
    ],
)
def test_what_the_server_does_not_do_with_done_letters(owner: Owner, quirk: Quirk, health: Health, found: str) -> None:
    with ScriptedImap(quirk) as imap:
        owner.configure(imap_port=str(imap.port))
        findings = {each.about: each for each in checks_imap(load_settings(owner.folder / "pbem.toml"))}
        finding = findings["done folder"]
        assert finding.health is health
        assert found.lower() in finding.found.lower()
        assert imap.folders["INBOX"] == []
        assert health is not Health.OK or not any(imap.folders.values())


def test_a_mail_that_does_not_arrive(owner: Owner, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("pbem.doctor.checks.ARRIVAL_SECONDS", 0)
    with ScriptedImap() as imap:
        owner.configure(imap_port=str(imap.port))
        assert look(owner)["mail"].health is Health.WARNING


def test_a_mailbox_of_another_database(owner: Owner) -> None:
    owner.pbem("once")
    owner.configure(database='"other.sqlite"')
    assert "belongs to another database" in owner.pbem("once", code=1).output
    assert look(owner)["mailbox"].health is Health.FAULT
    assert "It was another's before" in owner.pbem("claim").output
    assert "mailbox" not in look(owner)
    owner.pbem("once")
