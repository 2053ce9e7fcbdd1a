"""What the game master looks at: for people, for programs, on a narrow terminal."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from dataclasses import fields
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from pbem.cli.app import app
from pbem.cli.looking.seeing import _ago
from pbem.cli.terminal.arguments import game_names, letter_numbers, seat_names
from pbem.moderator.correcting.replaying import Dropped
from pbem.store.database import Database
from pbem.store.mail.services import count_failed_lines
from tests.support.conversation import LANCASTER_ROUND, LANCASTER_SETUP, YORK_ROUND, YORK_SETUP
from tests.support.owner import ANN, BOB, Owner

DOCS = Path(__file__).parents[3] / "docs" / "cli.md"
GAME = "bosworth-1"
NOW = datetime(2026, 11, 26, 20, tzinfo=UTC)


@pytest.fixture
def begun(owner: Owner) -> Owner:
    """A game of Bosworth in its first Round, with Clio looking on."""
    owner.once(begin)
    return owner


def begin(owner: Owner) -> None:
    owner.open_game()
    owner.pbem("order", GAME, "york", "; ".join(YORK_SETUP.splitlines()))
    owner.pbem("order", GAME, "lancaster", "; ".join(LANCASTER_SETUP.splitlines()))
    owner.pbem("once")
    owner.write(ANN, f"tell lancaster: Peace?\n{YORK_ROUND}")
    owner.pbem("once")
    owner.pbem("observers", GAME, "--add", "Clio <clio@example.test>")
    owner.pbem("invite", "Ia", "--guest", "Dee <dee@example.test>", "--guest", "Eve <eve@example.test>")


def documented() -> dict[str, list[str]]:
    """The keys of each document that docs/cli.md names."""
    rows = DOCS.read_text(encoding="utf-8").partition("## Keys")[2].splitlines()
    cells = [row.strip("| ").split(" | ") for row in rows if row.startswith("| ") and "---" not in row]
    return {name.replace("`", ""): re.findall(r"`([a-z_]+)`", keys) for name, keys in cells[1:]}


FREE = ("answer", "result", "salts", "counts", "struck", "records")
"""What a game gives, or seats by name: their keys are not ours."""


def keys_of(value: Any) -> set[str]:
    """The keys of a document and of all that stands in it."""
    if isinstance(value, dict):
        return {*value} | {key for name, each in value.items() if name not in FREE for key in keys_of(each)}
    return {key for each in value for key in keys_of(each)} if isinstance(value, list) else set()


SHOWN = {
    "games": ("games",),
    "show": ("show", GAME),
    "show --as": ("show", GAME, "--as", "york"),
    "log": ("log", GAME),
    "letters": ("letters", "--all", GAME, "--mails", "--json"),
    "letters show": ("letters", "show", "1"),
    "letters read": ("letters", "read", "letter.eml", "--game", GAME),
    "status": ("status",),
    "who-knew": ("who-knew", GAME, "york", "20"),
    "tables": ("tables",),
    "observers": ("observers", GAME),
    "deadline": ("deadline", GAME),
    "press": ("press", GAME, "--read"),
    "rerun": ("rerun", GAME),
    "correction": ("rerun", GAME, "--without", "1"),
    "rule": ("rule", GAME),
    "verify": ("verify", GAME),
    "language": ("language", GAME),
    "rules": ("rules", "plantagenet", "4.3.4"),
    "orders": ("orders", "plantagenet"),
    "receipt": ("receipt", "0" * 64, "york", "orders.txt"),
}
SOMETIMES = {
    "show": {"diverges"},
    "status": {"daemon", "has_mailbox"},
    "deadline": {"answer", "window", "absence_does", "regency"},
    "verify": {"number", "problem"},
    "correction": {each.name for each in fields(Dropped)} - {"seat"},
}
"""Keys of documents about what goes wrong, or has no use in a game of two: see the tests of that."""


@pytest.mark.parametrize("name", SHOWN)
def test_json_has_just_the_keys_that_are_documented(begun: Owner, name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(begun.folder)
    Path("letter.eml").write_bytes(b"From: Ann <ann@pbem.test>\n\nflee none\n\nSee you\n\n> flee all\n")
    Path("orders.txt").write_text("flee none\n", encoding="utf-8")
    arguments = SHOWN[name]
    found = json.loads(begun.pbem(*arguments, *(() if "--json" in arguments else ("--json",))).stdout)
    documents = documented()
    promised = {*documents[name]} | {key for each, keys in documents.items() if each.startswith(f"{name},") for key in keys}
    assert keys_of(found) == promised - SOMETIMES.get(name, set())


def test_the_figures_of_a_game_are_documented(begun: Owner) -> None:
    begun.write(BOB, LANCASTER_ROUND)
    begun.pbem("once")
    found = json.loads(begun.pbem("stats", GAME, "--json").stdout)
    assert keys_of(found) == {*documented()["stats"]}


def test_a_log_that_does_not_replay_is_shown_as_that(begun: Owner) -> None:
    begun.falsify_log()
    found = json.loads(begun.pbem("show", GAME, "--json").stdout)
    assert "entry" in found["diverges"]
    verdict = json.loads(begun.pbem("verify", GAME, "--json", code=1).stdout)
    assert {*verdict["differences"][0]} == SOMETIMES["verify"]


def test_the_doctors_findings_are_json_too(begun: Owner) -> None:
    result = CliRunner().invoke(app, ["--config", str(begun.folder / "pbem.toml"), "doctor", "--json"])
    found = json.loads(result.stdout)
    assert {*found[0]} == {*documented()["doctor"]}


def test_every_document_is_tried_here() -> None:
    assert {name for name in documented() if "," not in name} == {*SHOWN, "doctor", "stats"}


# For people


def test_status_says_who_is_waited_for_since_when(owner: Owner) -> None:
    """Begun just now: of a copy the times would be those of the first."""
    begin(owner)
    told = owner.pbem("status").stdout
    assert "last at work 0 minutes ago" in told
    assert re.search(r"outbox: \d+ waiting \(the oldest \d+ minutes? ago\), 0 refused", told)
    assert "lancaster, asked 0 minutes ago" in told
    assert _ago(NOW - timedelta(minutes=1), NOW) == "1 minute ago"
    assert _ago(NOW - timedelta(hours=5), NOW) == "5 hours ago"
    owner.pbem("hold", GAME, "--because", "a question")
    assert "held: a question" in owner.pbem("status").stdout


def test_status_says_that_nobody_has_been_at_work(owner: Owner) -> None:
    owner.open_game()
    assert "service: never at work" in owner.pbem("status").stdout
    assert "has no entry 1; it has none yet" in owner.pbem("who-knew", GAME, "york", "1", code=1).stderr


def test_the_log_tells_time_and_letter(begun: Owner) -> None:
    lines = begun.pbem("log", GAME).stdout.splitlines()
    assert re.search(r"^2 .*20\d\d-\d\d-\d\d \d\d:\d\d\s+1\s", "\n".join(lines), re.MULTILINE)


def test_all_letters_and_mails_of_a_game_are_listed(begun: Owner) -> None:
    told = begun.pbem("letters", "--all", GAME, "--mails").stdout
    assert "accepted" in told
    assert "clio@example.test" in told
    assert "no letters" in begun.pbem("letters").stdout


def test_who_knew_tells_what_a_seat_had_been_told_by_which_mail(begun: Owner) -> None:
    told = begun.pbem("who-knew", GAME, "york", "2").stdout
    assert "york of bosworth-1 at entry 2" in told
    assert "hidden from this seat: " in told
    assert "it has 1 to " in begun.pbem("who-knew", GAME, "york", "999", code=1).stderr
    assert "has no seat kent" in begun.pbem("who-knew", GAME, "kent", "1", code=1).stderr


def test_nobody_is_told_by_who_knew_what_is_hidden_from_the_seat(begun: Owner) -> None:
    facts = {seat: json.loads(begun.pbem("who-knew", GAME, seat, "4", "--json").stdout) for seat in ("york", "lancaster")}
    for seat, enemy in (("york", "Lancaster"), ("lancaster", "York")):
        said = " ".join(each["said"] for each in [*facts[seat]["told"], *facts[seat]["not_told"]])
        assert f"{enemy} has answered" not in said


@pytest.mark.parametrize(
    ("arguments", "shown"),
    [
        (("games",), GAME),
        (("log", GAME), "lancaster"),
        (("status",), GAME),
        (("letters", "--all", GAME, "--mails"), "lancaster"),
        (("tables",), "ia-henry-vi-1"),
        (("observers", GAME), "Clio"),
    ],
)
def test_tables_fit_a_terminal_of_seventy_columns(
    begun: Owner, arguments: tuple[str, ...], shown: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("pbem.cli.terminal.saying.PIPE_WIDTH", 70)
    lines = begun.pbem(*arguments).stdout.splitlines()
    assert [line for line in lines if len(line) > 70] == []
    assert shown in " ".join(lines)


# Completion


class Line:
    """What a shell has of a command line so far."""

    def __init__(self, folder: Path, **params: object) -> None:
        self.params = {"config": folder / "pbem.toml"} | params

    def find_root(self) -> Line:
        return self


def test_games_seats_and_letters_are_completed(begun: Owner) -> None:
    line: Any = Line(begun.folder, game=GAME)
    assert game_names(line, "bos") == [GAME]
    assert seat_names(line, "") == ["york", "lancaster"]
    assert seat_names(line, "l") == ["lancaster"]
    assert letter_numbers(line, "") == []


def test_without_a_configuration_nothing_is_completed_nor_made(tmp_path: Path) -> None:
    line: Any = Line(tmp_path)
    assert game_names(line, "") == []
    assert list(tmp_path.iterdir()) == []


def test_a_shell_gets_a_script() -> None:
    # Typer looks for a shell among the processes that have started it; where none has, it is named.
    named = {**os.environ, "_TYPER_COMPLETE_TEST_DISABLE_SHELL_DETECTION": "1"}
    told = subprocess.run(
        [sys.executable, "-m", "pbem", "--show-completion", "bash"], env=named, capture_output=True, text=True, check=True
    )
    assert "complete -o default" in told.stdout


def test_status_counts_the_lines_that_the_program_has_failed_at(owner: Owner) -> None:
    owner.open_game()
    assert "failed at" not in owner.pbem("status").stdout
    db = Database.open(owner.folder / "games.sqlite")
    with db.writing() as session:
        count_failed_lines(session, 2)
    db.close()
    assert "lines at which the program failed: 2" in owner.pbem("status").stdout
    assert json.loads(owner.pbem("status", "--json").stdout)["lines_failed"] == 2


def test_a_long_list_comes_in_pages(owner: Owner) -> None:
    for _ in range(3):
        owner.open_game()
    last = owner.pbem("games", "--most", "2").output
    assert [number for number in (1, 2, 3) if f"bosworth-{number} " in last] == [2, 3]
    assert "For older games: pbem games --before bosworth-2" in last
    first = owner.pbem("games", "--most", "2", "--before", "bosworth-2").output
    assert "bosworth-1 " in first
    assert "older games" not in first
    assert "For older games: pbem status --before bosworth-3" in owner.pbem("status", "--most", "1").output
    assert "there is no game towton-1" in owner.pbem("games", "--before", "towton-1", code=1).output
