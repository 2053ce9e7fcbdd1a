"""The commands of the moderator's desk, as an owner types them."""

from __future__ import annotations

import json
import os
import re
import signal
import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
import typer.main
from typer.testing import CliRunner

from pbem import __version__
from pbem.cli.app import app
from pbem.cli.groups import GROUPS
from pbem.config.example import default_toml
from pbem.figures import is_number
from pbem.lab.bench import bench
from tests.support.empty import empty_database
from tests.support.owner import ANN, BOB, MODERATOR, PLAYERS, Owner
from tests.support.works import text_of

ROOT = Path(__file__).parents[2]
GIVE = "give y32 richard\ngive y36 norfolk\ngive y1 northumberland\ngive y2 norfolk\n"
ARRAY = "array left norfolk, centre richard, right northumberland\n"
LANCASTER = "give l5 oxford, l13 jasper, l34 henry, l36 henry\narray left oxford, centre henry, right jasper\n"


def to_the_battle(owner: Owner) -> None:
    """Open a game, and moderate the letters that begin the Battle."""
    owner.once(begin_the_battle)


def begin_the_battle(owner: Owner) -> None:
    owner.open_game()
    owner.pbem("once")
    owner.write(ANN, GIVE + ARRAY)
    owner.pbem("once")
    owner.write(BOB, LANCASTER)
    owner.pbem("once")


# Setting up


def test_the_version_is_told() -> None:
    assert CliRunner().invoke(app, ["--version"]).output == f"pbem {__version__}\n"


def test_init_writes_a_file_for_its_owner_only(owner: Owner) -> None:
    file = owner.folder / "new.toml"
    owner.pbem("init", str(file))
    assert file.read_text() == default_toml()
    assert file.stat().st_mode & 0o077 == 0


def test_init_does_not_overwrite_unless_told_to(owner: Owner) -> None:
    file = owner.folder / "new.toml"
    file.write_text("mine")
    assert "is there already" in owner.pbem("init", str(file), code=1).stderr
    assert file.read_text() == "mine"
    owner.pbem("init", str(file), "--force")
    assert file.read_text() == default_toml()


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (("new", "barnet", *PLAYERS), "has no scenario 'barnet'"),
        (("new", "bosworht", *PLAYERS), "has no scenario 'bosworht' (is it bosworth?); it has bosworth, "),
        (("new", "foo", *PLAYERS), "has no scenario 'foo'; it has bosworth, "),
        (("new", "bosworth", PLAYERS[0]), "needs a player for each of york, lancaster; given: york"),
        (
            ("new", "bosworth"),
            "Plantagenet, Bosworth, 22 August 1485: one Battle, needs a player for each of york, lancaster",
        ),
        (("new", "bosworth", *PLAYERS, "percy=Eve <eve@pbem.test>"), "has no seat percy; its seats are york, lancaster"),
        (("new", "bosworth", *PLAYERS, "--option", "players=3"), "has no option 'players'; it has hidden_mats"),
        (("new", "bosworth", *PLAYERS, "--option", "hidden_mats=no"), "hidden_mats cannot be 'no'; it can be true"),
        (("play", "--by-hand", "percy"), "Plantagenet has no seat 'percy'; it has york, lancaster"),
        (("play", "plantagenet", "xyz"), "Plantagenet has no scenario 'xyz'"),
        (("new", "bosworth", *PLAYERS, "--game", "chess"), "there is no game 'chess'"),
        (("new", "bosworth", *PLAYERS, "--name", "My Game"), "small letters"),
        (("new", "bosworth", *PLAYERS, "--auth", "none"), "token, token+sender, dkim, not 'none'"),
        (("show", "towton-1"), "there is no game towton-1; there are: none at all"),
        (("import", "nowhere.json"), "nowhere.json: No such file"),
        (("letters", "show", "7"), "there is no letter 7"),
    ],
)
def test_what_can_be_foreseen_is_told_in_one_line(owner: Owner, arguments: tuple[str, ...], told: str) -> None:
    result = owner.pbem(*arguments, code=1)
    assert told in result.stderr
    assert result.stderr.startswith("pbem: ")
    assert len(result.stderr.splitlines()) == 1
    assert result.stdout == ""


def test_a_wrong_configuration_is_told(owner: Owner) -> None:
    owner.folder.joinpath("pbem.toml").write_text("databse = 'x'")
    result = owner.pbem("games", code=1)
    assert "did you mean 'database'?" in result.stderr
    assert "Traceback" not in result.output


def test_a_missing_secret_is_told_with_what_makes_one(owner: Owner, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("PBEM_SECRET", raising=False)
    owner.pbem("init", str(owner.folder / "pbem.toml"), "--force")
    told = owner.pbem("doctor", code=1).output
    assert "secret: missing; set it there or in the environment as PBEM_SECRET" in told
    assert "openssl rand -hex 16" in told
    assert "write a new one" not in told


def test_no_mailbox_is_told(owner: Owner) -> None:
    owner.configure(imap_port="1")
    assert "nobody listens there" in owner.pbem("once", code=1).stderr


def test_a_player_without_address_is_refused(owner: Owner) -> None:
    assert "york=" in owner.pbem("new", "bosworth", "--at-once", "york=Ann", code=2).stderr


def test_a_seat_is_given_once_whatever_its_case(owner: Owner) -> None:
    assert (
        "york is given twice"
        in owner.pbem("new", "bosworth", "--at-once", *PLAYERS, "York=Eve <eve@pbem.test>", code=2).stderr
    )
    owner.pbem("new", "bosworth", "--at-once", f"YORK=Ann <{ANN}>", PLAYERS[1])
    assert (
        "game bosworth-1 has no seat kent; it has: york, lancaster"
        in owner.pbem("show", "bosworth-1", "--as", "kent", code=1).stderr
    )


# Games


def test_an_opened_game_is_listed_and_shown(owner: Owner) -> None:
    owner.open_game()
    line = owner.pbem("games").output.splitlines()[1]
    assert line.split() == ["bosworth-1", "bosworth", "playing", "array", "york,", "lancaster", "0", "never"]
    shown = owner.pbem("show", "bosworth-1").output
    for expected in ("status: playing", f"york: Ann <{ANN}>", f"lancaster: Bob <{BOB}>", "is asked: Array your Lords"):
        assert expected in shown


def test_the_opening_letters_go_out_with_once(owner: Owner) -> None:
    owner.open_game()
    owner.pbem("once")
    assert owner.mail(ANN)["Subject"] == "[bosworth-1 York array] Your move"
    assert owner.mail(BOB)["Subject"] == "[bosworth-1 Lancaster array] Your move"


def test_auth_of_a_new_game_is_the_configured_one_or_that_given(owner: Owner) -> None:
    owner.open_game()
    owner.pbem("new", "bosworth", "--at-once", *PLAYERS, "--auth", "token", "--name", "open")
    assert "auth: token+sender\n" in owner.pbem("show", "bosworth-1").output
    assert "auth: token\n" in owner.pbem("show", "open").output


def test_the_moderator_sees_secret_answers_and_begun_ones_and_a_seat_does_not(owner: Owner) -> None:
    owner.open_game()
    owner.pbem("once")
    owner.write(ANN, "give y32 richard\n" + ARRAY + "standing reroll all\n")
    owner.pbem("once")
    shown = owner.pbem("show", "bosworth-1").output
    assert "has answered in secret: array left Norfolk" in shown
    assert "has begun: give Final Charge" in shown
    assert "standing order: reroll all (battle)" in shown
    assert "Final Charge" in owner.pbem("show", "bosworth-1", "--as", "york").output
    other = owner.pbem("show", "bosworth-1", "--as", "lancaster").output
    assert "left Norfolk" not in other
    assert "reroll all (battle)" not in other


def test_a_seats_report_is_the_one_it_would_get(owner: Owner) -> None:
    owner.open_game()
    told = owner.pbem("show", "bosworth-1", "--as", "york").output
    assert told.startswith("Subject: [bosworth-1 York array] Your move\n")
    assert "--- orders ---" in told


def test_a_report_as_a_page_is_printed_or_written(owner: Owner) -> None:
    owner.open_game()
    page = owner.folder / "page.html"
    printed = owner.pbem("show", "bosworth-1", "--as", "york", "--html").stdout
    assert printed.lstrip().lower().startswith("<!doctype html>")
    assert "<title>bosworth-1 York array" in printed
    assert "page.html: written." in owner.pbem("show", "bosworth-1", "--as", "york", "--html", "-o", str(page)).stdout
    assert page.read_text(encoding="utf-8") == printed


def test_a_page_needs_a_seat(owner: Owner) -> None:
    owner.open_game()
    assert "--as" in owner.pbem("show", "bosworth-1", "--html", code=2).stderr


def test_the_log_begins_where_asked(owner: Owner) -> None:
    to_the_battle(owner)
    whole = owner.pbem("log", "bosworth-1").output.splitlines()
    assert whole[0].split()[:6] == ["entry", "written", "(UTC)", "letter", "turn", "kind"]
    numbers = [line.split()[0] for line in whole[1:] if is_number(line.split()[0])]
    assert numbers == [str(n) for n in range(1, len(numbers) + 1)]
    assert [line.split()[0] for line in owner.pbem("log", "bosworth-1", "--from", "4").output.splitlines()[1:2]] == ["4"]


# The game master's means


def test_undo_strikes_the_last_letter_and_the_log_marks_it(owner: Owner) -> None:
    to_the_battle(owner)
    count = sum(is_number(line.split()[0]) for line in owner.pbem("log", "bosworth-1").output.splitlines())
    told = owner.pbem("undo", "bosworth-1", "--because", "a misprint").output
    letter = r'bosworth-1: Bob\'s letter of .* UTC \("give l5 oxford.*"\) is taken back \(entries [0-9]+-{}\)\. Letters to'
    assert re.match(letter.format(count), told)
    assert "waits for: lancaster" in owner.pbem("show", "bosworth-1").output
    assert " struck " not in owner.pbem("log", "bosworth-1").output
    assert f"{count} struck" in owner.pbem("log", "bosworth-1", "--all").output
    owner.pbem("once")
    assert "a misprint" in text_of(owner.mail(BOB))


def test_undo_to_an_entry(owner: Owner) -> None:
    to_the_battle(owner)
    told = owner.pbem("undo", "bosworth-1", "--to", "2", "--because", "again").output
    assert re.match(r"bosworth-1: 2 letters since .* UTC are taken back \(entries 3-[0-9]+\)", told)


def test_undo_needs_a_reason_and_something_to_strike(owner: Owner) -> None:
    owner.open_game()
    owner.pbem("undo", "bosworth-1", code=2)
    assert "no letter has changed" in owner.pbem("undo", "bosworth-1", "--because", "x", code=1).stderr


def test_a_held_game_keeps_its_letters_until_it_is_released(owner: Owner) -> None:
    owner.open_game()
    owner.pbem("once")
    owner.pbem("hold", "bosworth-1", "--because", "a holiday")
    assert "status: held, because a holiday" in owner.pbem("show", "bosworth-1").output
    owner.write(ANN, GIVE)
    owner.pbem("once")
    assert "bosworth-1 is held: a holiday" in owner.pbem("letters").output
    assert "4 of 4 lines accepted" in owner.pbem("release", "bosworth-1").output
    assert "status: playing" in owner.pbem("show", "bosworth-1").output


def test_a_game_that_is_not_held_cannot_be_released(owner: Owner) -> None:
    owner.open_game()
    assert "is playing, not held" in owner.pbem("release", "bosworth-1", code=1).stderr


# Letters


def test_a_strangers_letter_is_listed_and_its_header_printed(owner: Owner) -> None:
    owner.open_game()
    owner.pbem("once")
    owner.write(ANN, "beware\n", From="Eve <eve@pbem.test>", To=MODERATOR)
    owner.pbem("once")
    line = owner.pbem("letters").output.splitlines()[1]
    assert line.split()[0] == "1"
    assert "dead" in line
    assert "not sent to a seat's address" in line
    printed = owner.pbem("letters", "show", "1").output
    assert "From: Eve <eve@pbem.test>" in printed
    assert "beware" not in printed
    assert "only the header was kept" in owner.pbem("letters", "retry", "1", code=1).stderr


def test_a_letter_without_a_seat_from_a_player_is_listed_printed_and_tried_again(owner: Owner) -> None:
    owner.open_game()
    owner.pbem("once")
    owner.write(ANN, "\x1b[2Jbeware\n", To=MODERATOR)
    owner.pbem("once")
    printed = owner.pbem("letters", "show", "1").output
    assert "beware" in printed
    assert "\x1b" not in printed
    assert "not sent to a seat's address" in owner.pbem("letters", "retry", "1").output


@pytest.mark.faults
def test_a_letter_that_holds_its_game_is_discarded_and_the_game_goes_on(
    owner: Owner, monkeypatch: pytest.MonkeyPatch
) -> None:
    owner.open_game()
    owner.pbem("once")
    with monkeypatch.context() as faulty:
        faulty.setattr("pbem.moderator.playing.play_letter.carry_out_lines", lambda *_: 1 // 0)
        owner.write(ANN, "give y32 richard\n")
        owner.pbem("once")
    assert "held" in owner.pbem("games").output
    assert "Drop letter 1? This cannot be undone." in owner.pbem("letters", "discard", "1", code=1).output
    discarded = owner.pbem("letters", "discard", "1", "--because", "spoilt", "--yes").output
    assert "`pbem release bosworth-1` lets the game go on" in discarded
    assert owner.pbem("release", "bosworth-1").output.strip() == "bosworth-1 goes on."
    assert "spoilt" not in owner.pbem("letters").output
    assert "is done" in owner.pbem("letters", "discard", "1", "--yes", code=1).stderr


def test_a_seat_gets_a_new_address_and_its_player_a_letter(owner: Owner) -> None:
    owner.open_game()
    owner.pbem("once")
    before = owner.mail(ANN)
    assert "york of bosworth-1 has a new address" in owner.pbem("token", "bosworth-1", "York").output
    owner.pbem("once")
    told = owner.mail(ANN)
    assert "has a new address" in str(told["Subject"])
    assert told["Reply-To"] != before["Reply-To"]
    owner.write(ANN, "give y32 richard\n")
    owner.pbem("once")
    assert "york" in owner.pbem("log", "bosworth-1").output
    assert "no seat tudor" in owner.pbem("token", "bosworth-1", "tudor", code=1).stderr


def test_once_forgets_what_is_past_its_time(owner: Owner) -> None:
    owner.open_game()
    owner.pbem("once")
    owner.write(ANN, "beware\n", From="Eve <eve@pbem.test>", To=MODERATOR)
    owner.pbem("once")
    with closing(sqlite3.connect(owner.folder / "games.sqlite")) as connection, connection:
        connection.execute("UPDATE letter SET received = '2020' || substr(received, 5)")
    owner.pbem("once")
    assert "Eve" not in owner.pbem("letters").output
    assert "there is no letter 1" in owner.pbem("letters", "show", "1", code=1).stderr


def test_a_letter_dealt_with_is_not_tried_again(owner: Owner) -> None:
    to_the_battle(owner)
    assert "is done" in owner.pbem("letters", "retry", "1", code=1).stderr


def test_a_mail_refused_for_good_is_listed(owner: Owner) -> None:
    owner.pbem("new", "bosworth", "--at-once", "york=Ann <gone@pbem.test>", PLAYERS[1])
    owner.pbem("once")
    assert "no such mailbox" in owner.pbem("letters").output


# Files


def test_a_game_goes_from_one_database_to_another(owner: Owner) -> None:
    to_the_battle(owner)
    file = owner.folder / "game.json"
    owner.pbem("export", "bosworth-1", str(file))
    assert file.stat().st_mode & 0o077 == 0
    before = owner.pbem("log", "bosworth-1").output
    owner.configure(database='"other.sqlite"')
    owner.pbem("import", str(file), "--name", "again")
    assert owner.pbem("log", "again").output == before


@pytest.mark.parametrize(
    ("part", "key", "value", "told"),
    [
        ("game", "rules", "chess", "there is no game 'chess' here"),
        ("game", "scenario", "towton", "has no scenario 'towton'"),
        ("game", "name", "../Evil", "small letters"),
        ("entries", "kind", "magic", "unknown kind: magic"),
        ("seats", "name", "kent", "needs a player for each of york, lancaster"),
    ],
)
def test_a_game_that_cannot_be_played_here_is_not_taken_in(owner: Owner, part: str, key: str, value: str, told: str) -> None:
    to_the_battle(owner)
    file = owner.folder / "game.json"
    owner.pbem("export", "bosworth-1", str(file))
    document = json.loads(file.read_text())
    changed = document[part] if part == "game" else document[part][0]
    changed[key] = value
    file.write_text(json.dumps(document))
    owner.configure(database='"other.sqlite"')
    empty_database(owner.folder / "other.sqlite")
    assert told in owner.pbem("import", str(file), code=1).stderr
    assert len(owner.pbem("games").output.splitlines()) == 1


def test_verify_tells_of_a_file_that_is_not_there_or_no_game(owner: Owner) -> None:
    assert "nowhere.json: No such file" in owner.pbem("verify", "nowhere.json", code=1).stderr
    to_the_battle(owner)
    file = owner.folder / "game.json"
    owner.pbem("export", "bosworth-1", str(file))
    file.write_text(file.read_text().replace('"kind": "salt"', '"kind": "magic"'))
    assert "no archive of a game" in owner.pbem("verify", str(file), code=1).stderr


def test_what_holds_secrets_is_for_its_owner_only_also_where_a_file_was(owner: Owner) -> None:
    owner.open_game()
    file = owner.folder / "game.json"
    for arguments in (
        ("export", "bosworth-1", str(file), "--force"),
        ("show", "bosworth-1", "--as", "york", "--out", str(file)),
    ):
        file.touch()
        file.chmod(0o644)
        owner.pbem(*arguments)
        assert file.stat().st_mode & 0o077 == 0


def test_an_export_does_not_overwrite_and_a_public_one_waits_for_the_end(owner: Owner) -> None:
    owner.open_game()
    file = owner.folder / "game.json"
    file.write_text("mine")
    assert "is there already" in owner.pbem("export", "bosworth-1", str(file), code=1).stderr
    assert "is not over" in owner.pbem("export", "bosworth-1", str(file), "--public", "--force", code=1).stderr
    owner.pbem("export", "bosworth-1", str(file), "--force")
    assert json.loads(file.read_text())["game"]["name"] == "bosworth-1"


@pytest.mark.parametrize("text", ["{", "[]", '{"format": "pbem-game", "version": 99}'])
def test_a_file_that_is_no_game_is_not_imported(owner: Owner, text: str) -> None:
    file = owner.folder / "game.json"
    file.write_text(text)
    assert owner.pbem("import", str(file), code=1).stderr.startswith("pbem: ")


def test_a_transcript_is_printed_or_written(owner: Owner) -> None:
    to_the_battle(owner)
    printed = owner.pbem("transcript", "bosworth-1").output
    assert printed.startswith("game plantagenet\nscenario bosworth\n")
    assert "york> array left Norfolk" in printed
    file = owner.folder / "game.txt"
    owner.pbem("transcript", "bosworth-1", str(file))
    assert file.read_text(encoding="utf-8") == printed


# Proofs


def test_a_running_game_is_exact(owner: Owner) -> None:
    to_the_battle(owner)
    assert owner.pbem("rerun", "bosworth-1").output.startswith("bosworth-1: EXACT: ")
    listed = owner.pbem("rerun", "bosworth-1", "--from", "array").output.splitlines()
    assert listed[1].startswith("1 array: york salt")


def test_a_game_that_differs_says_where_and_fails(owner: Owner) -> None:
    to_the_battle(owner)
    owner.pbem("new", "bosworth", "--at-once", *PLAYERS)
    owner.falsify_log()
    told = owner.pbem("rerun", "--all", code=1).output
    assert "bosworth-1: DIFFERS" in told
    assert "entry 1: the state after it is" in told
    assert "bosworth-2: EXACT: 0 entries" in told
    assert "diverges at entry 1" in owner.pbem("games").output
    assert "does not replay: entry 1: the state after it is" in owner.pbem("show", "bosworth-1").output
    assert owner.pbem("show", "bosworth-1", "--as", "york", code=1).stderr.startswith("pbem: entry 1: ")


def test_rerun_needs_one_game_or_all(owner: Owner) -> None:
    owner.open_game()
    assert "--all" in owner.pbem("rerun", code=2).stderr
    assert "--all" in owner.pbem("rerun", "bosworth-1", "--all", code=2).stderr


def test_rerun_tells_that_the_scenario_files_have_changed(owner: Owner) -> None:
    owner.open_game()
    with closing(sqlite3.connect(owner.folder / "games.sqlite")) as connection, connection:
        connection.execute("UPDATE game SET scenario_version = '0123456789ab'")
    assert "version 0123456789ab when it began" in owner.pbem("rerun", "bosworth-1").output


def test_verify_proves_a_game_in_the_database_and_in_a_file_alone(owner: Owner) -> None:
    to_the_battle(owner)
    told = owner.pbem("verify", "bosworth-1").output
    assert "played again: EXACT" in told
    assert "receipts: 1 of york, 1 of lancaster, unbroken" in told
    file = owner.folder / "game.json"
    owner.pbem("export", "bosworth-1", str(file))
    owner.folder.joinpath("pbem.toml").unlink()
    assert "The game is as it was promised." in owner.pbem("verify", str(file)).output


def test_verify_finds_a_doctored_die(owner: Owner) -> None:
    to_the_battle(owner)
    owner.write(ANN, "culverins none\nflee none\nvanguard no\ncharge no\nabsorb militia\nreroll all\n")
    owner.write(BOB, "culverins none\nflee none\nabsorb militia\nreroll all\norder left, centre, right\n", Subject="2")
    owner.pbem("once")
    file = owner.folder / "game.json"
    owner.pbem("export", "bosworth-1", str(file))
    document = json.loads(file.read_text())
    roll = next(entry for entry in document["entries"] if entry["kind"] == "roll")
    roll["answer"] = roll["answer"] % 6 + 1
    file.write_text(json.dumps(document))
    assert f"entry {roll['number']}: " in owner.pbem("verify", str(file), code=1).output


def test_a_doctored_export_is_not_proved(owner: Owner) -> None:
    owner.open_game()
    file = owner.folder / "game.json"
    owner.pbem("export", "bosworth-1", str(file))
    file.write_text(file.read_text().replace('"key": "', '"key": "ff'))
    assert "commitment" in owner.pbem("verify", str(file), code=1).stderr


@pytest.mark.long
def test_fuzz_plays_the_same_games_for_the_same_seed(owner: Owner) -> None:
    two = ("lab", "fuzz", "--scenario", "bosworth", "--scenario", "ib", "--games", "1", "--seed", "7")
    told = owner.pbem(*two, "--jobs", "1").output
    assert told.splitlines()[-1].startswith("2 games, ")
    assert owner.pbem(*two, "--jobs", "2").output == told
    for policy in ("random", "survive"):
        one = owner.pbem("lab", "fuzz", "--scenario", "Bosworth", "--games", "1", "--policy", policy, "--thorough").output
        assert one.splitlines()[-1].startswith("1 games, ")
    owner.pbem("lab", "fuzz", "--policy", "chess", code=2)
    owner.pbem("lab", "fuzz", "chess", code=2)


@pytest.mark.long
def test_bench_prints_figures(owner: Owner, monkeypatch: pytest.MonkeyPatch) -> None:
    for figure, small in (("MAIL_GAMES", 2), ("SAMPLES", 1), ("STRANGERS", 20)):
        monkeypatch.setattr(bench, figure, small)
    figures = json.loads(owner.pbem("lab", "bench", "--games", "1", "--scenario", "bosworth", "--many", "20").output)
    assert figures["engine, bosworth"]["games"] == 1
    assert figures["mail"]["letters"] > 0
    assert figures["strangers"]["letters_of_strangers"] == 20
    assert figures["many games"]["games"] >= 20


@pytest.mark.long
def test_bench_stream_prints_figures(owner: Owner) -> None:
    streams = ("--stream", "nothing", "--stream", "bounces of 210 kB")
    figures = json.loads(owner.pbem("lab", "bench-stream", "--seconds", "1", *streams).output)
    assert list(figures) == ["nothing", "bounces of 210 kB"]
    assert figures["nothing"]["letters_of_the_stream"] == 0 < figures["bounces of 210 kB"]["letters_of_the_stream"]
    for told in figures.values():
        assert told["letters_timed"] > 0
        assert 0 < told["median_seconds_to_the_answer"] <= told["longest_seconds_to_the_answer"] < 120
    owner.pbem("lab", "bench-stream", "--stream", "rain", code=2)


# Running


def test_once_deals_with_what_is_there(owner: Owner) -> None:
    owner.open_game()
    owner.pbem("once")
    owner.write(ANN, GIVE)
    told = owner.pbem("once").output
    assert "bosworth-1 york: 4 of 4 lines accepted" in told
    assert "1 letter read." in told


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
def test_serve_ends_on_a_signal(owner: Owner, number: int) -> None:
    owner.open_game()
    command = [sys.executable, "-m", "pbem", "--config", str(owner.folder / "pbem.toml"), "serve"]
    environment = os.environ | {"PYTHONPATH": str(ROOT), "PYTHONUNBUFFERED": "1", "PBEM_IMAP__IDLE": "false"}
    environment["PBEM_IMAP__POLL_SECONDS"] = "5"
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=environment) as served:  # noqa: S603
        assert served.stdout is not None
        assert "moderating moderator@pbem.test" in served.stdout.readline()
        owner.wait_for_mail(ANN)
        served.send_signal(number)
        assert served.stdout.read() == "stopped.\n"
    assert served.returncode == 0
    with closing(sqlite3.connect(owner.folder / "games.sqlite")) as connection:
        assert connection.execute("PRAGMA integrity_check").fetchone() == ("ok",)


def test_play_plays_a_battle(owner: Owner) -> None:
    told = owner.pbem("play", "--folder", str(owner.folder / "played")).output
    assert " wins: Cecily " in told or "A draw: Cecily " in told
    assert "play plantagenet --by-hand york" in told
    assert list(owner.folder.glob("played/mails/*.eml"))


def test_a_game_that_is_over_is_published_and_undone_only_if_meant(owner: Owner) -> None:
    owner.pbem("play", "--folder", str(owner.folder / "played"))
    owner.configure(database='"played/pbem.sqlite"')
    row = owner.pbem("games").output.splitlines()[1].split()
    assert row[2] == "over"
    assert "wins" in row or row[3:5] == ["a", "draw"]
    file = owner.folder / "public.json"
    owner.pbem("export", "bosworth-1", str(file), "--public")
    assert "The game is as it was promised." in owner.pbem("verify", str(file)).output
    assert "public copy" in owner.pbem("import", str(file), code=1).stderr
    assert "is published" in owner.pbem("undo", "bosworth-1", "--because", "x", code=1).stderr
    assert "taken back" in owner.pbem("undo", "bosworth-1", "--because", "x", "--after-the-end").output
    assert "status: playing" in owner.pbem("show", "bosworth-1").output


# The help


def test_each_command_is_in_one_group_of_the_help() -> None:
    names = [name for group in GROUPS.values() for name in group]
    commands = typer.main.get_command(app).commands  # type: ignore[attr-defined]
    assert sorted(names) == sorted(name for name in commands if not commands[name].hidden)


def test_the_help_tells_of_each_command_in_one_line() -> None:
    told = CliRunner().invoke(app, ["--help"]).output
    for group in GROUPS:
        lines = told.partition(f"\n{group}:\n")[2].partition("\n\n")[0].splitlines()
        assert [line.split()[0] for line in lines] == [*GROUPS[group]]
        assert [line for line in lines if not line.endswith(".")] == []
    assert "..." not in CliRunner().invoke(app, ["lab", "--help"]).output.partition("Commands:")[2]


# The handbook


def shown_in(group: Any, called: str = "pbem") -> Iterator[str]:
    """All commands that the help shows, as they are typed."""
    for name, command in group.commands.items():
        if not command.hidden:
            yield f"{called} {name}"
            yield from shown_in(command, f"{called} {name}") if hasattr(command, "commands") else ()


def test_every_command_is_in_the_handbook() -> None:
    handbook = (ROOT / "deploy" / "GAMEMASTER.md").read_text(encoding="utf-8")
    assert [name for name in shown_in(typer.main.get_command(app)) if name not in handbook] == []


def test_what_went_to_the_laboratory_has_its_old_name_too_and_the_help_does_not_show_it() -> None:
    shown, group = list(shown_in(typer.main.get_command(app))), typer.main.get_command(app)
    for name, old in {"fuzz": "fuzz", "leaks": "leaktest", "bench-stream": "bench-stream", "messages": "messages"}.items():
        told = group.commands[old].callback, group.commands["lab"].commands[name].callback  # type: ignore[attr-defined]
        assert told[0].__wrapped__ is told[1].__wrapped__
        assert f"pbem lab {name}" in shown
        assert f"pbem {old}" not in shown


HELP_OF_ALL = """
import sys
from typer import testing
from typer.main import get_command
from pbem.cli.app import app
from pbem.cli.groups import GROUPS
whole = get_command(app)
testing._get_command = lambda _: whole  # made once, not for each anew
for name in [*whole.commands, *(f"lab {name}" for name in whole.commands["lab"].commands)]:
    told = testing.CliRunner().invoke(app, [*name.split(), "--help"])
    assert told.exit_code == 0 and "Usage:" in told.stdout, name
print(len(whole.commands), *sys.modules)
"""


def test_the_help_of_all_commands_imports_nothing_that_takes_long() -> None:
    command = [sys.executable, "-c", HELP_OF_ALL]
    done = subprocess.run(command, capture_output=True, text=True, check=True, cwd=ROOT)  # noqa: S603
    count, *loaded = done.stdout.split()
    assert int(count) > 25
    assert not {"sqlalchemy", "jinja2", "rich.console", "asyncio"} & set(loaded)
    assert {name for name in loaded if name.startswith(("pbem.moderator", "pbem.lab.games"))} == set()


def test_who_moderates_a_game_is_shown_and_not_changed(owner: Owner) -> None:
    owner.open_game()
    shown = owner.pbem("moderator", "bosworth-1").output
    assert " moderates bosworth-1: the owner." in " ".join(shown.split())
    assert owner.pbem("moderator", "bosworth-1", "cat@pbem.test", "--owner", code=2)


@pytest.mark.parametrize(
    ("person", "told"),
    [
        ("anné@pbem.test", "york: 'anné@pbem.test' is not a plain mail address such as ann@example.org"),
        (f"Ann <{'a' * 65}@pbem.test>", "it has 65 signs before the @, and 64 are the most"),
        ("Ann <a(b)@pbem.test>", "before the @ it can have letters, digits, dots"),
        ("Ann\nLee <ann@pbem.test>", 'york: the name "Ann\\x0aLee" has a line break in it'),
        ("Ann\x1b[2J <ann@pbem.test>", "has a control character (U+001B) in it"),
        ("Ann\u2028Lee <ann@pbem.test>", "has a line break in it"),
        (f"{'A' * 1001} <ann@pbem.test>", "has 1001 signs, and 100 are the most"),
        ("Ann", 'is not like SEAT="Ann <ann@example.org>"'),
    ],
)
def test_a_player_who_is_none_is_refused_by_name(owner: Owner, person: str, told: str) -> None:
    result = owner.pbem("new", "bosworth", f"york={person}", PLAYERS[1], code=2)
    assert "".join(told.split()) in "".join(result.stderr.replace("│", "").split())
    assert owner.pbem("games").stdout.startswith("there are no games")


def test_the_list_of_commands_imports_no_rules() -> None:
    told = "import sys\nfrom pbem.cli.app import app\ntry:\n    app(['--help'])\nfinally:\n    print('#', *sys.modules)"
    done = subprocess.run([sys.executable, "-c", told], capture_output=True, text=True, check=True, cwd=ROOT)  # noqa: S603
    loaded = done.stdout.rpartition("#")[2].split()
    assert not {"pbem.engine.game.rules", "pbem.engine.table", "rich", "rapidfuzz"} & set(loaded)
