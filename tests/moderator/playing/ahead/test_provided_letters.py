"""Conditions stand wherever an order can: behind one of the present or ahead, about where it goes, in all games."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import AbstractContextManager
from pathlib import Path
from typing import Any

import pytest

from pbem.engine.log.waiting import STOPPED
from pbem.engine.table import Table
from pbem.moderator.desk.archive_files import bad_note, verify_document
from pbem.moderator.playing.order_lines import carry_out
from pbem.orders.reading.known import known_at
from pbem.store.archive.form import EntryPart
from pbem.store.archive.transfer import export_game
from tests.moderator.reading.questions.test_shown_letters import last_answer, plantagenet, richard, warriors
from tests.support.conversation import Conversation, to

Opened = Callable[[Path], AbstractContextManager[Conversation]]

WARRIORS = {
    "they are fewer": True,
    "they are more": False,
    "outnumbered 2 to 1": False,
    "we outnumber them 3 to 2": True,
    "we outnumber them 2 to 1": False,
    "troops over 3": True,
    "they have at most 2 troops": True,
    "Stanley has at least 3 troops": False,
    "turn over 1": False,
    "points under 1": True,
    "they control Wales": True,
    "I control Wales": False,
    "Rhys ap Thomas is there": True,
    "Somerset is not there": True,
    "Somerset is at South Midlands": True,
    "at Wales": True,
    "near London": False,
    "it is empty": False,
    "Burgundy is empty": True,
    "enemies are there": True,
    "there are no enemies": False,
    "nobody is in Yorkshire": False,
    "Northeast is undefended": True,
    "not outnumbered": True,
    "they are fewer and turn at most 1": True,
    "they are more or Wales is empty": False,
}
"""York, 5 units, marches to Wales, where Rhys ap Thomas stands with 2 Troops."""
RICHARD = {
    "they are fewer": False,
    "they are more": False,
    "outnumbered 1 to 1": True,
    "we outnumber them 2 to 1": False,
    "strength over 2": True,
    "turn at most 1": True,
    "round over 1": False,
    "campaign under 2": True,
    "I am King": True,
    "I am Pretender": False,
    "Oxford is there": True,
    "March is there": False,
    "March is not there": False,
    "a noble acts": True,
    "an heir acts": False,
    "at East Anglia": True,
    "near Kent": False,
    "it is empty": False,
    "Sussex is empty": True,
    "enemies are there": True,
    "no enemies are in Lincoln": True,
    "not outnumbered": True,
    "they are more or I am King": True,
    "they are fewer and I am King": False,
}
"""Oxford marches to East Anglia, where a block of York's has landed; Lancaster cannot see that it is March."""
PLANTAGENET = {
    "they are fewer": True,
    "they are more": False,
    "outnumbered 2 to 1": False,
    "troops over 5": True,
    "we have at least 3 units": True,
    "coin over 2": False,
    "York has no provender": False,
    "influence over 3": False,
    "turn at most 1": True,
    "neutral": True,
    "it is friendly": False,
    "Ely is friendly": True,
    "Ely is depleted": False,
    "at Ely": True,
    "near Cambridge": True,
    "in Wales": False,
    "it is empty": True,
    "London is empty": False,
    "enemies are at London": True,
    "no enemy is there": True,
    "Warwick is not there": True,
    "Henry VI is there": False,
    "March is at Ludlow": True,
    "York is alone": True,
    "not friendly": True,
    "they are fewer and troops at least 4": True,
    "enemies are there or turn over 3": False,
}
"""York marches from Ely to Cambridge, where nobody is; Henry VI and Somerset stand at London."""


def acted(table: Table[Any], seat: str, answer: str) -> bool:
    """Whether a seat's kept line has given this answer."""
    return ("waited", answer) == last_answer(table, seat)


def holds_for(table: Table[Any], seat: str, answer: str) -> bool:
    """Whether a line with a condition was carried out; else it stopped with the reason. Nothing of it waits."""
    stopped = [e.note for e in table.entries if e.key == STOPPED and e.seat == seat]
    done = acted(table, seat, answer)
    assert done != bool(stopped), stopped
    assert all("its condition does not hold" in note for note in stopped)
    assert not table.waiting.get(seat)
    return done


@pytest.fixture(scope="module")
def tables(tmp_path_factory: pytest.TempPathFactory) -> dict[Opened, Table[Any]]:
    """Each game where its letters below begin: they are played at forks, which share what is known of it."""
    found: dict[Opened, Table[Any]] = {}
    for game in (warriors, richard, plantagenet):
        with game(tmp_path_factory.mktemp("table")) as talk:
            found[game] = talk.table()
            known_at(found[game])
    return found


def is_carried_out(table: Table[Any], seat: str, line: str, theirs: str, answer: str) -> bool:
    """Whether a line of a seat is, once the other side has written theirs."""
    (result,) = carry_out(table, seat, [(1, line)])
    assert result.accepted, result
    carry_out(table, "york" if seat == "lancaster" else "lancaster", enumerate(theirs.splitlines(), 1))
    return holds_for(table, seat, answer)


@pytest.mark.parametrize("condition", WARRIORS)
def test_in_warriors_of_england(condition: str, tables: dict[Opened, Table[Any]]) -> None:
    line = f"march York Wales if {condition}"
    assert is_carried_out(tables[warriors].fork(), "york", line, "", "march york wales") == WARRIORS[condition]


@pytest.mark.parametrize("condition", RICHARD)
def test_in_richard_iii_ahead(condition: str, tables: dict[Opened, Table[Any]]) -> None:
    line, theirs = f"actions: march Oxford East Anglia if {condition} even so", "sail March East Anglia\ndone"
    done = is_carried_out(tables[richard].fork(), "lancaster", line, theirs, "march oxford_l east_anglia")
    assert done == RICHARD[condition]


@pytest.mark.parametrize("condition", PLANTAGENET)
def test_in_plantagenet(condition: str, tables: dict[Opened, Table[Any]]) -> None:
    line = f"march Cambridge if {condition}"
    assert is_carried_out(tables[plantagenet].fork(), "york", line, "", "march cambridge") == PLANTAGENET[condition]


@pytest.mark.parametrize(
    ("game", "seat", "line", "theirs", "answer", "holds"),
    [
        (warriors, "york", "march York Wales if they are fewer", [], "march york wales", True),
        (warriors, "york", "march York Wales if they are more", [], "march york wales", False),
        (
            richard,
            "lancaster",
            "actions: march Oxford East Anglia if outnumbered 1 to 1 even so",
            ["sail March East Anglia\ndone"],
            "march oxford_l east_anglia",
            True,
        ),
        (
            richard,
            "lancaster",
            "actions: march Oxford East Anglia if they are more even so",
            ["sail March East Anglia\ndone"],
            "march oxford_l east_anglia",
            False,
        ),
        (plantagenet, "york", "march Cambridge if Ely is friendly", [], "march cambridge", True),
        (plantagenet, "york", "march Cambridge if it is friendly", [], "march cambridge", False),
    ],
)
def test_by_letter_it_is_the_same(
    game: Opened, seat: str, line: str, theirs: list[str], answer: str, holds: bool, tmp_path: Path
) -> None:
    with game(tmp_path) as talk:
        mail = to(seat, talk.write(seat, line))
        assert "1 ok" in mail.text, mail.text
        for each in theirs:
            talk.write("york", each)
        assert holds_for(talk.table(), seat, answer) == holds


AHEAD = [
    pytest.param(
        warriors,
        "york",
        "march Stanley Northeast\nmarch York North Midlands {condition}",
        ["march Somerset, Buckingham North Midlands"],
        "march york north_midlands",
        id="warriors_of_england",
    ),
    pytest.param(
        plantagenet,
        "york",
        "standing intercept none\nmarch Cambridge\npass\ncard 2: pass\ncard 3: march St Albans {condition}",
        ["march St Albans alone\npass", "pass"],
        "march st_albans",
        id="plantagenet",
    ),
]


@pytest.mark.parametrize(
    ("condition", "holds"),
    [
        ("only if it is empty", False),
        ("unless it is empty, even so", True),
        ("if they are fewer", None),
        ("if outnumbered", None),
        ("wenn Feinde dort sind, even so", True),
        ("falls es leer ist", False),
    ],
)
@pytest.mark.parametrize(("game", "seat", "letter", "theirs", "answer"), AHEAD)
def test_ahead_it_is_judged_when_its_turn_comes(
    game: Opened, seat: str, letter: str, theirs: list[str], answer: str, condition: str, holds: bool | None, tmp_path: Path
) -> None:
    """The enemy has come meanwhile, with more than York has."""
    with game(tmp_path) as talk:
        talk.write(seat, letter.format(condition=condition))
        for each in theirs:
            talk.write("lancaster", each)
        assert holds_for(talk.table(), seat, answer) == ("outnumbered" in condition if holds is None else holds)
        with talk.db.reading() as session:
            document = export_game(session, talk.game().id)
            assert bad_note(EntryPart.model_validate(each) for each in document["entries"]) == ""
            verdict = verify_document(document, talk.desk.games, talk.desk.scenarios)
        assert (verdict.ok, verdict.exact) == (True, True), verdict.text()


@pytest.mark.parametrize(
    ("letter", "then"),
    [
        ("march York Wales if they are more\nelse: march York Southwest", "march york southwest"),
        ("march York Wales if they are fewer\nelse: march York Southwest", "march york wales"),
        ("march York Wales if they are more\nmarch York Southwest if it is not empty", "march york southwest"),
        ("if they are fewer: march York Wales\nelse: pass", "march york wales"),
        ("if they are more: march York Wales\nelse: pass", "pass"),
    ],
)
def test_what_comes_else(letter: str, then: str, tables: dict[Opened, Table[Any]]) -> None:
    table = tables[warriors].fork()
    carry_out(table, "york", enumerate(letter.splitlines(), 1))
    assert acted(table, "york", then)
    assert not table.waiting.get("york")


@pytest.mark.parametrize(
    ("line", "problem", "nearest"),
    [
        ("march York Wales if it is pretty", '"it is pretty" is not a condition known here', ""),
        (
            "march York Ireland if it is empty",
            '"march york ireland" is not open to you now',
            "Nearest: march Stanley Yorkshire if it is empty",
        ),
        ("march York Wales if it is empty else pass", '"else" stands on a line of its own behind it', "else: pass"),
        ("march York Wales even if it is an attack if they are fewer", 'a condition stands before "even if"', "even if it"),
        ("if they are fewer: march York Wales if it is empty", "a condition cannot stand inside another", ""),
        ("march York Wales if they are fewer until it succeeds, at most 2", "what is repeated takes no condition", ""),
    ],
)
def test_what_cannot_be_read_is_refused_and_no_suggestion_leaves_a_condition_out(
    line: str, problem: str, nearest: str, tmp_path: Path
) -> None:
    with warriors(tmp_path) as talk:
        mail = to("york", talk.write("york", line))
        assert problem in mail.flat
        assert nearest in mail.flat
        assert all(" if " in near for near in mail.text.split("Nearest:")[1:])
        assert not talk.table().waiting.get("york")
        assert last_answer(talk.table(), "york")[1] != "march york wales"


def test_with_nothing_said_of_what_else_the_lines_behind_it_stop(tmp_path: Path) -> None:
    with warriors(tmp_path) as talk:
        mail = to("york", talk.write("york", "march York Wales if they are more\npass"))
        assert "its condition does not hold (they have 3 units, you have 5)" in mail.flat
        assert [d.key for d in talk.table().open_to("york")] == ["6.0 campaign"]
        previewed = to("york", talk.write("york", "preview march York Wales if they are more"))
        assert "if they are more: as foreseen it does not hold (they have 3 units, you have 5)" in previewed.flat


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ("standing intercept York if they are fewer", "whether its condition holds is told when its question comes"),
        ("standing intercept York if influence over 3", "its condition does not hold as things stand (influence 0)"),
        ("standing intercept York if London is not empty", "its condition holds as things stand (somebody is at London)"),
        (
            "standing intercept York if they are fewer and turn over 1",
            "its condition does not hold as things stand (turn 1)",
        ),
    ],
)
def test_a_preview_judges_the_condition_of_a_standing_order(line: str, told: str, tmp_path: Path) -> None:
    with plantagenet(tmp_path) as talk:
        assert told in to("york", talk.write("york", f"preview {line}")).flat


@pytest.mark.parametrize(
    ("line", "answer", "holds"),
    [
        ("parley Bury St Edmunds if it is neutral", "parley bury_st_edmunds", True),
        ("tax Ely only if Ely is exhausted", "tax ely", False),
        ("pass unless coin over 3", "pass", True),
    ],
)
def test_order_words_that_others_share_take_conditions_too(
    line: str, answer: str, holds: bool, tables: dict[Opened, Table[Any]]
) -> None:
    """Such words give standing orders as well, or answer what an Event asks."""
    assert is_carried_out(tables[plantagenet].fork(), "york", line, "", answer) == holds
