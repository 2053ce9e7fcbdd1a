"""Figures for whoever watches the machine, and log lines that tell no secret."""

from __future__ import annotations

import json
import logging
import re
from pathlib import Path

import pytest

from pbem.cli.terminal.logs import speaker
from pbem.config.loading import load_settings
from pbem.moderator.desk.health import ABOUT, figures_of, write_health
from pbem.store.games import lobby
from pbem.store.mail import outbox
from tests.support.conversation import KEY, YORK_SETUP, Conversation
from tests.support.owner import Owner


def test_figures_are_written_as_json_and_for_prometheus(talk: Conversation, tmp_path: Path) -> None:
    health, metrics = tmp_path / "health.json", tmp_path / "pbem.prom"
    talk.write("york", YORK_SETUP)
    write_health(talk.desk, health, metrics)
    found = json.loads(health.read_text(encoding="ascii"))
    assert found.keys() == ABOUT.keys() | {"imap_error", "smtp_error", "work_error", "daemons_named"}
    assert (found["daemons"], found["daemons_named"]) == (0, "")
    assert found["games_playing"] == 1
    assert found["mails_waiting"] == len(list(waiting(talk)))
    told = metrics.read_text(encoding="ascii")
    assert f"pbem_mails_waiting {float(found['mails_waiting'])}" in told
    assert all(f"# TYPE pbem_{name} gauge" in told for name in ABOUT)
    assert sorted(path.name for path in tmp_path.iterdir() if "health" in path.name or "prom" in path.name) == [
        "health.json",
        "pbem.prom",
    ]


def waiting(talk: Conversation) -> list[object]:
    with talk.db.reading() as session:
        return list(outbox.waiting_mails(session))


def test_where_no_file_is_wanted_none_is_written(talk: Conversation, tmp_path: Path) -> None:
    before = sorted(tmp_path.iterdir())
    write_health(talk.desk, None, None)
    assert sorted(tmp_path.iterdir()) == before


def test_letters_that_are_kept_are_counted(talk: Conversation) -> None:
    with talk.db.writing() as session:
        lobby.hold(session, talk.game().id, "a question")
    talk.write("york", YORK_SETUP)
    found = figures_of(talk.desk)
    assert (found.games.games_held, found.letters.letters_unanswered) == (1, 1)
    assert found.letters.oldest_letter == talk.clock().timestamp()


def test_json_lines_are_objects_without_secrets(owner: Owner, capsys: pytest.CaptureFixture[str]) -> None:
    file = owner.folder / "pbem.toml"
    file.write_text(file.read_text(encoding="utf-8") + '\n[running]\nlog = "json"\n', encoding="utf-8")
    logging.basicConfig(force=True)
    settings = load_settings(file)
    say = speaker(settings)
    logging.getLogger("pbem.daemon").warning("mail %s to %s: %s", 7, "ann@example.test", '550 "no"')
    say("letter 3: bosworth-1 york: 2 of 2 lines accepted")
    lines = [json.loads(line) for line in capsys.readouterr().err.splitlines()]
    assert [line["logger"] for line in lines] == ["pbem.daemon", "pbem.done"]
    assert lines[0]["message"] == 'mail 7 to ann@example.test: 550 "no"'
    assert re.fullmatch(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d[+-]\d{4}", lines[1]["time"])
    logging.basicConfig(force=True)


def test_no_log_line_has_a_token_a_key_or_a_secret(talk: Conversation, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.DEBUG)
    tokens = [talk.address(seat).partition("+")[2].partition("@")[0] for seat in ("york", "lancaster")]
    talk.write("york", YORK_SETUP)
    talk.write("york", "nonsense", to="moderator+aaaaaaaaaaaaaaaaaaaa@example.test")
    talk.write("lancaster", "give l5 oxford", sender="mallory@example.net")
    told = caplog.text
    for secret in (*tokens, KEY.hex(), "s" * 16):
        assert secret not in told
