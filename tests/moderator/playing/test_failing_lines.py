"""A line, a waiting line or a standing order that the program fails at is given up; its letter and its game go on."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

import pbem.engine.standing
from pbem.engine.decision import Decision, Menu
from pbem.engine.game.orders import Orders, Word
from pbem.engine.log.entry import EntryKind
from pbem.engine.refusal import MET_A_FAULT
from pbem.engine.table import Table
from pbem.games import GAMES
from pbem.moderator.desk.health import figures_of
from pbem.moderator.reading import asking, line_kinds
from pbem.orders.carry import contradictions, execute, preview, waiting
from pbem.orders.parse.parse import parse
from tests.support import conversation
from tests.support.conversation import LANCASTER_SETUP, YORK_SETUP, Conversation, Mail, to

pytestmark = pytest.mark.faults
FIRST, *OTHERS = YORK_SETUP.splitlines()
KNOWN = "the program failed at this line"


def failing(original: Callable[..., Any], when: Callable[..., bool]) -> Callable[..., Any]:
    """A function of the program that raises now and then."""

    def fails(*values: Any, **named: Any) -> Any:
        if when(*values, **named):
            raise KeyError("of ours")
        return original(*values, **named)

    return fails


def master(mails: list[Mail]) -> list[Mail]:
    return [mail for mail in mails if mail.to == "gm@example.test"]


def is_known(talk: Conversation, mails: list[Mail], number: int = 1) -> None:
    """The game master has a mail, and the letter's outcome says it."""
    (mail,) = master(mails)
    assert "KeyError: 'of ours'" in mail.text
    assert talk.letter(number).status == "done"
    assert figures_of(talk.desk).letters.lines_failed == 1
    assert re.search("the program failed at 1 lines, first at york.*KeyError", talk.letter(number).outcome)
    assert talk.game().status == "playing"


def test_a_line_that_cannot_be_read_is_refused_by_name(talk: Conversation, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(execute, "parse", failing(parse, lambda line, _words: line == FIRST))
    mails = talk.write("york", f"status\n{YORK_SETUP}")
    hers = to("york", mails)
    assert KNOWN in hers.flat
    assert "== You asked: status ==" in hers.text
    is_known(talk, mails)
    monkeypatch.undo()
    talk.write("york", YORK_SETUP)
    assert talk.asked() == "lancaster"


def test_a_line_whose_kind_cannot_be_told_stops_what_depends_on_it_only(
    talk: Conversation, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(line_kinds, "kind_of", failing(line_kinds.kind_of, lambda _words, text: text == OTHERS[0]))
    mails = talk.write("york", YORK_SETUP)
    rows = [line for line in to("york", mails).text.splitlines() if re.match(r" *\d (ok|--|\.\.)  ", line)]
    assert [row.split()[1] for row in rows[:3]] == ["ok", "--", "ok"]
    is_known(talk, mails)


def test_a_question_that_the_program_fails_at_is_answered_so(talk: Conversation, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(asking, "_answer", failing(asking._answer, lambda _inquiry, word, _text: word == "map"))
    mails = talk.write("york", "map\nstatus")
    assert KNOWN in to("york", mails).flat
    assert "== You asked: status ==" in to("york", mails).text
    is_known(talk, mails)


def test_a_line_of_a_preview(talk: Conversation, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(
        preview, "understand", failing(execute.understand, lambda _table, _seat, line, **_named: line == FIRST)
    )
    mails = talk.write("york", f"preview\n{YORK_SETUP}")
    assert KNOWN in to("york", mails).flat
    assert "give y36 norfolk" in to("york", mails).flat
    is_known(talk, mails)


def test_rules_that_fail_at_an_answer_leave_no_half_position(talk: Conversation, monkeypatch: pytest.MonkeyPatch) -> None:
    real = Table._step

    def fails(table: Table[Any], answers: Any, number: int = 0) -> None:
        real(table, answers, number)
        if answers is not None and number == len(table.entries) + 1 and broken:
            raise KeyError("of ours")

    broken = [True]
    talk.write("york", YORK_SETUP)
    before = talk.table()
    monkeypatch.setattr(Table, "_step", fails)
    mails = talk.write("lancaster", f"status\n{LANCASTER_SETUP}")
    assert KNOWN in to("lancaster", mails).flat
    assert talk.letter(2).status == "done"
    broken.clear()
    assert talk.table().entries[: len(before.entries)] == before.entries
    talk.write("lancaster", LANCASTER_SETUP)
    talk.play_to_the_end()
    assert talk.game().status == "over"


@pytest.mark.parametrize("where", ["read", "carried out"])
def test_a_waiting_line_that_fails_when_its_moment_comes_is_given_up(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, where: str
) -> None:
    words = (Word[Any]("march", "1 go", "march LOCALE", "Go there.", waits=True),)
    rules = replace(GAMES["plantagenet"], play=by_turns, vocabulary=words, orders=Orders(known=lambda _s: NAMED))
    monkeypatch.setattr(conversation, "GAMES", {"plantagenet": rules})
    talk = Conversation(tmp_path)
    talk.write("york", "march york\nmarch ely\nmarch bath")
    if where == "read":
        monkeypatch.setattr(waiting, "understand", failing(execute.understand, lambda *_values: True))
    else:
        is_waited = failing(Table._record, lambda _table, _place, kind, *_rest: kind is EntryKind.WAITED)
        monkeypatch.setattr(Table, "_record", is_waited)
    mails = talk.write("lancaster", "march york")
    monkeypatch.undo()
    monkeypatch.setattr(conversation, "GAMES", {"plantagenet": rules})
    (hers,) = [mail for mail in mails if mail.to == "ann@example.test"]
    assert 'Your waiting line "march Ely" is not carried out: the program failed' in hers.flat
    assert "Nor are the lines after it: march bath" in hers.flat
    assert talk.table().waiting["york"] == []
    assert talk.letter(2).status == "done"
    is_known(talk, mails, 2)
    talk.write("york", "march bath")
    assert [(e.seat, e.answer) for e in talk.table().entries if e.key == "1 go"] == [
        ("york", "march york"),
        ("lancaster", "march york"),
        ("york", "march bath"),
    ]


NAMED = ("york", "ely", "bath")
OPTIONS = [f"march {place}" for place in NAMED]


async def by_turns(_s: Any) -> None:
    """Both go somewhere, turn after turn."""
    for number in range(1, 5):
        for seat in ("york", "lancaster"):
            await Decision(seat, "1 go", f"card {number}", f"{number}: where to?", Menu(lambda: OPTIONS), lambda: OPTIONS[0])


@pytest.mark.parametrize("where", ["asked", "carried out"])
def test_a_standing_order_that_fails_when_its_moment_comes_is_ended(
    talk: Conversation, monkeypatch: pytest.MonkeyPatch, where: str
) -> None:
    talk.write("york", f"standing culverins all\n{YORK_SETUP}")
    if where == "asked":
        monkeypatch.setattr("pbem.engine.standing.firing", failing(pbem.engine.standing.firing, lambda *_values: True))
    else:
        record = Table._record
        monkeypatch.setattr(
            Table, "_record", failing(record, lambda _table, _place, kind, *_rest: kind is EntryKind.STANDING)
        )
    mails = talk.write("lancaster", LANCASTER_SETUP)
    assert talk.table().standing_orders("york") == []
    hers = to("york", mails)
    assert re.search(r'Your standing order "1\. culverins [^"]*" is ended: the program failed', hers.flat)
    assert "standing order" not in to("lancaster", mails).flat.split("--- orders ---")[0]
    assert master(mails)
    assert talk.game().status == "playing"
    monkeypatch.undo()
    assert talk.table().open_to("york")
    talk.play_to_the_end()
    assert talk.game().status == "over"


def test_a_fault_at_a_line_that_is_only_looked_at_ahead_is_in_the_log(
    talk: Conversation, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    looked_at = failing(execute.understand, lambda _table, _seat, line, **_named: line == FIRST)
    monkeypatch.setattr(contradictions, "understand", looked_at)
    talk.write("york", YORK_SETUP)
    assert talk.asked() == "lancaster"
    assert any(record.name == "pbem.faults" and FIRST in record.getMessage() for record in caplog.records)


@pytest.mark.parametrize("text", ["parley ely until friendly, at most ²", "tell " + "to " * 1000])
def test_two_lines_that_once_held_a_game(tmp_path: Path, text: str) -> None:
    talk = Conversation(tmp_path, scenario="ia_henry_vi")
    for seat in ("york", "lancaster"):
        mails = talk.write(seat, text)
        assert talk.game().status == "playing"
        assert not master(mails)
        assert to(seat, mails)


def test_what_is_told_is_no_mistake_of_the_writer() -> None:
    assert "game master is told" in MET_A_FAULT
