"""The log says why: which line of which letter, standing order, clock or game master has brought each entry."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from copy import deepcopy
from dataclasses import replace
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest

from pbem.engine.log.shares import SALTED, SCHEME
from pbem.moderator.clock.deadline_changes import extend_seat
from pbem.moderator.core.desk import GameCache
from pbem.moderator.correcting.by_hand import rule
from pbem.moderator.correcting.correction import Correction, Insertion, redo, rework, undo
from pbem.moderator.desk.archive_files import verify_document
from pbem.moderator.desk.arrival import move_in
from pbem.moderator.desk.overview import close_game
from pbem.moderator.desk.plain_data import Facts, log_facts
from pbem.store.archive.transfer import export_game
from pbem.store.database import Database
from pbem.store.games import removal
from tests.begun import record
from tests.begun.program import at_work
from tests.support.board import opened
from tests.support.conversation import LANCASTER_ROUND, YORK_ROUND, Conversation

ASSIGNED = (("york", "assign york\n"), ("lancaster", "assign henry\nassign somerset\n"))
TURN = (
    "Muster York\nlevy carts; done\nstanding share others\nplan york, york, march, march\n"
    "card 1: York marches to Peterborough\npass\ncard 2: parley peterborough until friendly, at most 2\n"
    "if it fails: tax ely\nelse go on\n"
)
OTHERS = "muster henry\nlevy troops\ndone\nplan henry, henry, somerset, somerset\npass\n"


@pytest.fixture
def ia(tmp_path: Path) -> Iterator[Conversation]:
    """Ia, Capabilities assigned; the dice of games begun before do not depend on how many letters came."""
    with opened(tmp_path, options={SCHEME: SALTED}, terms={"deadline": "72h"}) as talk:
        for seat, lines in ASSIGNED:
            talk.write(seat, lines)
        yield talk


def facts(talk: Conversation, *, struck: bool = False) -> list[Facts]:
    with talk.db.reading() as session:
        return log_facts(session, talk.name, struck=struck)


def why(talk: Conversation, above: int = 0) -> list[str]:
    """Why the entries stand there that are no clock's, each with its kind, seat and letter."""
    return [
        f"{each['kind']} {each['seat']} {each['letter'] or '-'}: {each['why']}"
        for each in facts(talk)
        if each["entry"] > above and each["kind"] != "clock"
    ]


def last(talk: Conversation) -> int:
    return max(int(each["entry"]) for each in facts(talk, struck=True))


def restart(talk: Conversation) -> None:
    """The program begins anew on the same file."""
    talk.db.close()
    talk.db = Database.open(talk.db.location, lasting=False)
    talk.desk = replace(talk.desk, db=talk.db, tables=GameCache())


def archive_of(talk: Conversation, *, public: bool = False) -> dict[str, Any]:
    with talk.db.reading() as session:
        return export_game(session, talk.game().id, public=public)


def proof(talk: Conversation, archive: Mapping[str, Any] | None = None) -> Any:
    return verify_document(archive or archive_of(talk), talk.desk.games, talk.desk.scenarios)


def test_lines_that_answer_wait_and_stand_and_what_follows_from_them(ia: Conversation) -> None:
    assert why(ia)[:6] == [
        "roll dice -: the opening",
        "forced york -: follows from 1",
        "salt york 1: the letter",
        'answer york 1: line 1: "assign york" = assign York',
        "roll dice 1: follows from 5",
        "receipt york 1: line 1",
    ]
    before = last(ia)
    ia.write("york", TURN)
    restart(ia)
    ia.write("lancaster", OTHERS)
    told = why(ia, before)
    plan = next(each for each in facts(ia) if each["subject"] == "york" and each["key"] == "4.1 plan")
    for line in (
        'answer york 3: line 1: "Muster York" = muster York',
        'answer york 3: line 2: "levy carts" = levy Carts',
        "answer york 3: line 2.2: done",
        'instruction york 3: line 3: "standing share others" = standing share the others (kept for the levy to come)',
        "receipt york 3: lines 1-2, 2.2, 3-9",
        'waited york 4: waited: plan York, York, March, March (letter 3, line 4: "plan york, york, march, march")',
        'waited york 4: waited: march to Peterborough (letter 3, line 5: "card 1: York marches to Peterborough")',
        'waited york 4: waited: pass (letter 3, line 6: "pass")',
        "answer lancaster 4: line 5: pass",
        "receipt lancaster 4: lines 1-5",
    ):
        assert line in told
    assert plan["cause"] == {
        "kind": "waiting",
        "entry": plan["cause"]["entry"],
        "letter": 3,
        "line": "4",
        "typed": "plan york, york, march, march",
        "standard": "kept for the Plan of Turn 1: plan York, York, March, March",
    }
    assert "not recorded" not in str(told)
    assert proof(ia).ok


def test_a_standing_order_is_named_with_the_line_that_gave_it(tmp_path: Path) -> None:
    talk = Conversation(tmp_path)
    talk.set_up()
    talk.write("york", YORK_ROUND)
    restart(talk)
    talk.write("lancaster", LANCASTER_ROUND)
    told = why(talk)
    absorb = 'line 3: "absorb militia, longbowmen, men-at-arms, vassal, retinue"'
    assert f"standing york 4: standing order 3. absorb (letter 3, {absorb})" in told
    reroll = next(each for each in facts(talk) if each["kind"] == "standing" and "reroll" in each["key"])
    assert next(each for each in facts(talk) if each["entry"] == reroll["entry"] + 1)["why"] == (
        f"follows from {reroll['entry']}"
    )
    talk.db.close()


def test_lines_that_are_put_aside_and_put_back_keep_the_letter_they_came_with(ia: Conversation) -> None:
    ia.write("york", "levy: muster york\nplan york, york, march, march\n")
    first = last(ia)
    ia.write("york", "plan york, york, york, york, york\n")
    ia.write("york", "plan york, york, march\n")
    ia.write("york", "done\n")
    assert not [each for each in why(ia, first) if "plan" in each and each.startswith("waiting")]
    ia.write("lancaster", OTHERS)
    plan = "plan York, York, March, March"
    assert [each for each in why(ia, first) if each.startswith("waited york")] == [
        f'waited york 7: waited: {plan} (letter 3, line 2: "{plan.lower()}")'
    ]
    assert proof(ia).ok


def test_the_clock_and_the_game_master_are_named(ia: Conversation) -> None:
    before = last(ia)
    ia.write("york", "extend 24 hours\n")
    extend_seat(ia.desk, ia.name, "york", timedelta(hours=1))
    rule(ia.desk, ia.name, "york coin 1", "a slip at the table")
    ia.tick(hours=71)
    ia.tick(hours=100)
    ia.tick(hours=100)
    told = [f"{each['kind']} {each['key']}: {each['why']}" for each in facts(ia) if each["entry"] > before]
    assert "clock extended: line 1: extend 24 hours" in told
    assert "clock extended: the game master" in told
    assert any(line.startswith("ruling ruling: the game master") for line in told)
    assert any(line.startswith("timeout ") and line.endswith(": the clock: default after the deadline") for line in told)
    assert "clock reminder: the clock" in told
    close_game(ia.desk, ia.name, "enough")
    assert "ended moderator -: the game master" in why(ia)


def test_what_is_put_right_says_of_which_letter_it_is(ia: Conversation) -> None:
    ia.write("york", TURN)
    ia.write("lancaster", OTHERS)
    before = last(ia)
    rework(
        ia.desk,
        ia.name,
        "a slip",
        Correction(letter=3, insert=Insertion(b"muster york\ndone\nplan york, march, york, march")),
        commit=True,
    )
    told = why(ia, before)
    assert 'answer york 5: line 1: "muster york" = muster York' in told
    assert 'answer lancaster 4: line 1: "muster henry" = muster Henry VI' in told
    assert "receipt lancaster 4: lines 1-5" in told
    before = last(ia)
    undo(ia.desk, ia.name, "all of it", to=6)
    with ia.db.writing() as session:
        assert removal.forget_raw(session, ia.clock() + timedelta(days=9), 1000)
    redo(ia.desk, ia.name, "it was right")
    again = [each for each in facts(ia) if each["entry"] > before and (each["cause"] or {}).get("kind") == "again"]
    assert again
    assert all(each["cause"]["letter"] in (1, 2, 3, 4, 5) for each in again)
    assert any('carried out again (letter 5, line 1: "muster york")' in each["why"] for each in again)
    assert proof(ia).ok


def test_a_letter_is_carried_out_again_by_the_lines_that_its_receipt_names(ia: Conversation) -> None:
    """Its last order was refused then, and is not carried out because it could be now."""
    ia.write("york", "muster york\nlevy carts\n")
    ia.write("york", "levy carts; levy carts; levy carts\n")

    def levies() -> list[str]:
        return [each["why"] for each in facts(ia) if each["letter"] == 4 and each["kind"] in ("answer", "receipt")]

    then = ['line 1: "levy carts" = levy Carts', 'line 1.2: "levy carts" = levy Carts', "lines 1, 1.2"]
    assert levies() == then
    rework(ia.desk, ia.name, "one less", Correction(letter=3, insert=Insertion(b"muster york\n")), commit=True)
    assert levies() == then
    assert proof(ia).ok


# Archives


def test_causes_travel_in_archives_and_what_was_typed_stays_out_of_public_ones(tmp_path: Path) -> None:
    talk = Conversation(tmp_path)
    talk.set_up()
    talk.play_to_the_end()
    archive = archive_of(talk)
    assert archive["entries"][1]["cause"] == {
        "kind": "line",
        "line": "1",
        "typed": "give y32 richard",
        "standard": "give Final Charge (y32) Richard III",
    }
    public = archive_of(talk, public=True)
    assert proof(talk, public).ok
    assert "typed" not in str(public["entries"])
    assert public["entries"][1]["cause"]["standard"] == "give Final Charge (y32) Richard III"
    talk.db.close()
    (tmp_path / "there").mkdir()
    there = Conversation(tmp_path / "there", scenario="ia")
    there.name = move_in(there.desk, deepcopy(archive)).game.name
    assert archive_of(there)["entries"] == archive["entries"]
    there.db.close()


def test_a_game_begun_before_goes_on_and_says_what_was_not_recorded(tmp_path: Path) -> None:
    document = record.archive_of("ia-early")
    with at_work(tmp_path / "begun.sqlite") as program:
        program.take_in(document)
        assert program.reruns().startswith("EXACT")
        last_then = max(entry["number"] for entry in document["entries"])
        for letter in record.letters_of("ia-early"):
            record.deliver(program, letter)
        with program.db.reading() as session:
            log = log_facts(session, program.game, struck=True)
        assert {each["why"] for each in log if each["entry"] <= last_then} == {"not recorded"}
        assert {each["cause"] for each in log if each["entry"] <= last_then} == {None}
        since = [each["why"] for each in log if each["entry"] > last_then]
        assert since
        assert "not recorded" not in since
        assert program.is_proved(program.export()) == ""


@pytest.mark.parametrize(
    "cause",
    [
        7,
        "line",
        [],
        {},
        {"kind": "magic"},
        {"kind": "line", "typed": "x" * 1_001},
        {"kind": "line", "line": "a\nb"},
        {"kind": "line", "entry": -1},
    ],
)
def test_a_cause_of_another_form_is_refused(tmp_path: Path, cause: Any) -> None:
    document = record.archive_of("ia-early")
    document["entries"][-1]["cause"] = cause
    with at_work(tmp_path / "begun.sqlite") as program, pytest.raises(Exception, match="the archive is broken: entries"):
        program.take_in(document)
