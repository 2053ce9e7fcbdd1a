"""Acts in what is proved: transcripts, an archive that was tampered with, twin worlds."""

from __future__ import annotations

import json
from collections.abc import Callable
from copy import deepcopy
from dataclasses import replace
from typing import Any

import pytest

from pbem.engine.decision import Json, Seat
from pbem.engine.event import tell
from pbem.engine.game.rules import Rules
from pbem.engine.game.setup import Setup
from pbem.engine.log.entry import EntryKind, fingerprint
from pbem.engine.table import Table
from pbem.lab.fuzz import FuzzSettings, fuzz
from pbem.lab.leaks.run import HuntSettings, leaktest
from pbem.lab.play.random_games import play_at_random
from pbem.moderator.core.setups import load_setup
from pbem.moderator.desk.archive_files import verify_document
from pbem.replay.audit import rerun
from pbem.replay.transcript import TranscriptError, write_transcript
from pbem.replay.transcript_reader import play_transcript
from pbem.store.archive.transfer import export_game
from tests.toys.border_war.acts import ACTS, GIFT, Gift, act
from tests.toys.border_war.game import RULES
from tests.toys.border_war.position import State
from tests.toys.files import toy_files
from tests.toys.houses import NEVILLE, PERCY, SCOTLAND
from tests.toys.test_acts import card, opened

FILES = toy_files()
MARCHES: Setup = load_setup(RULES, "marches", FILES.scenarios, {})


def acts_in(table: Table[Any]) -> int:
    return sum(entry.kind is EntryKind.ACT for entry in table.entries)


# Transcripts


def test_a_random_game_with_acts_is_the_same_after_a_round_trip() -> None:
    table = play_at_random(RULES, MARCHES, "acts as text")
    text = write_transcript(table)
    assert acts_in(table) > 3
    again = play_transcript(RULES, MARCHES, text)
    assert [(e.kind, e.seat, e.answer) for e in again.entries] == [(e.kind, e.seat, e.answer) for e in table.entries]
    assert (fingerprint(again.state), again.news) == (fingerprint(table.state), table.news)


def test_a_transcript_has_an_act_with_its_sign_and_one_that_waited() -> None:
    table = play_at_random(RULES, MARCHES, "acts as text", most=12)
    seat, held = next((seat, cards[0]) for seat, cards in table.state.hands.items() if cards)
    house = next(each for each in table.seats if each != seat)
    table.act(seat, GIFT, f"gift {held} {house}", note=f"gift {held.title()} {house.title()}")
    lines = write_transcript(table).splitlines()
    assert f"{seat}@ waited gift {held.title()} {house.title()} | turn {table.state.turn}" in lines
    assert play_transcript(RULES, MARCHES, "\n".join(lines) + "\n").entries[-1].note


@pytest.mark.parametrize(
    ("act", "expected"),
    [("gift Durham Percy", "a legal act"), ("wave | turn 1", "what is open to a seat"), ("gift | turn 7", "what is open")],
)
def test_a_transcript_with_an_act_that_cannot_be_fails_where_it_stands(act: str, expected: str) -> None:
    text = write_transcript(play_at_random(RULES, MARCHES, "acts as text", most=0))
    end = text.index("\nasks")
    with pytest.raises(TranscriptError, match=expected):
        play_transcript(RULES, MARCHES, f"{text[:end]}\npercy@ {act}{text[end:]}")


# Proofs


@pytest.fixture(scope="module")
def document(tmp_path_factory: pytest.TempPathFactory) -> Any:
    """The archive of a game in which Neville gives a card away, and Scotland one that waited for its moment."""
    war = opened(tmp_path_factory.mktemp("proved"))
    for seat in (PERCY, NEVILLE, SCOTLAND):
        war.write(seat, "court none; aim durham")
    war.write(NEVILLE, f"gift {card(war, NEVILLE)} percy")
    war.write(PERCY, "march umfraville durham")
    war.write(SCOTLAND, f"gift {card(war, SCOTLAND)} percy")
    war.write(NEVILLE, "retreat yes")
    with war.db.reading() as session:
        found = json.loads(json.dumps(export_game(session, war.game().id)))
    war.db.close()
    return found


def done(document: Any) -> list[Any]:
    return [entry for entry in document["entries"] if entry["kind"] == EntryKind.ACT]


def test_each_act_is_of_a_letter_or_of_a_line_that_waited(document: Any) -> None:
    assert [bool(entry["note"]) for entry in done(document)] == [False, True]
    verdict = verify_document(document, {RULES.name: RULES}, FILES.scenarios)
    assert verdict.ok, verdict.text()
    assert verdict.exact


def to_scotland(document: Any) -> None:
    done(document)[0]["answer"] = done(document)[0]["answer"].replace("percy", "scotland")


def by_percy(document: Any) -> None:
    done(document)[0]["seat"] = PERCY


def never_legal(document: Any) -> None:
    done(document)[0]["answer"] = "gift durham percy"


def another_key(document: Any) -> None:
    done(document)[0]["key"] = "6.9 theft"


def at_another_time(document: Any) -> None:
    done(document)[0]["subject"] = "turn 2"


def never_waited(document: Any) -> None:
    done(document)[1]["note"] = ""


@pytest.mark.parametrize("change", [to_scotland, by_percy, never_legal, another_key, at_another_time, never_waited])
def test_an_act_that_was_tampered_with_is_found(document: Any, change: Callable[[Any], None]) -> None:
    changed = deepcopy(document)
    change(changed)
    verdict = verify_document(changed, {RULES.name: RULES}, FILES.scenarios)
    assert not (verdict.ok and verdict.exact)


def test_a_rerun_stops_at_an_act_that_is_not_open() -> None:
    table = play_at_random(RULES, MARCHES, "acts as text", most=12)
    assert acts_in(table)
    never: Rules[State] = replace(RULES, acts=replace(ACTS, open=lambda _s, _seat: ()))
    report = rerun(never, MARCHES, table.chance, table.entries)
    assert report.stopped is not None
    assert "is not open to" in report.stopped.problem
    assert rerun(RULES, MARCHES, table.chance, table.entries).exact


# Twin worlds


def leaky(s: State, seat: Seat, key: str, answer: Json) -> None:
    """6.1, with a slip: all houses are told of the card."""
    act(s, seat, key, answer)
    if key == GIFT:
        tell(s, "6.1", "scattered", band=Gift.read(answer).card)


LEAKY: Rules[State] = replace(RULES, acts=replace(ACTS, do=leaky))


def test_a_gift_that_a_third_house_is_told_is_found_in_random_games() -> None:
    found = [failure.problem for failure in fuzz(LEAKY, [MARCHES], 6, "acts", FuzzSettings(files=FILES)).failures]
    assert [problem for problem in found if "can tell from the Events what" in problem]


@pytest.mark.long
def test_so_it_is_in_twin_worlds_and_else_nothing_shows() -> None:
    honest, leaking = (
        leaktest(rules, [MARCHES], [0, 1], "acts", HuntSettings(twins=5, secrets=("hands",), files=FILES))
        for rules in (RULES, LEAKY)
    )
    assert honest.findings == []
    assert honest.steps["acts"] > 0
    assert honest.steps["the enemy's acts, otherwise in each world"] > 0
    assert leaking.findings
