"""Whom a report goes to at once where more than two play: who is asked, whom something concerns, and as each has chosen."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from pbem.engine.event import Event
from pbem.engine.game.reports import private_or_named
from pbem.engine.game.rules import Rules
from pbem.moderator.core.context import Context
from pbem.moderator.core.desk import GameCache, Player
from pbem.moderator.correcting.correction import undo
from pbem.moderator.desk.archive_files import rerun_game
from pbem.moderator.desk.arrival import move_in
from pbem.moderator.joining.opening import BadOpening
from pbem.moderator.reading.letter_words import news_line
from pbem.moderator.seats.handover import hand_over
from pbem.moderator.seats.observers import add_observer
from pbem.store.archive.transfer import export_game
from pbem.store.database import Database
from tests.support.conversation import Conversation, Mail
from tests.support.empty import empty_database
from tests.toys.border_war.game import RULES
from tests.toys.files import toy_files
from tests.toys.houses import NEVILLE, PERCY, PLAYERS, SCOTLAND, of

CLIO = Player("Clio", "clio@example.test")
IN_FORCE = "News: you get a report when you are asked, or something concerns you; your next report has the rest (help news)."


def campaign(folder: Path, rules: Rules[Any] = RULES) -> Conversation:
    """A war whose first campaign is over: Percy has the first impulse."""
    talk = Conversation(
        folder, scenario="marches", game=rules.name, games={rules.name: rules}, files=toy_files(), players=PLAYERS
    )
    add_observer(talk.desk, talk.name, CLIO)
    for seat, area in ((PERCY, "durham"), (NEVILLE, "hexham"), (SCOTLAND, "carlisle")):
        talk.write(seat, f"court none; aim {area}")
    return talk


@pytest.fixture
def war(tmp_path: Path) -> Conversation:
    """The same."""
    return campaign(tmp_path)


def readers(mails: list[Mail]) -> list[str]:
    """Who got reports, in their order."""
    named = {player.address: seat for seat, player in PLAYERS.items()} | {CLIO.address: "observer"}
    return [named[mail.to] for mail in mails if mail.kind in ("report", "observer")]


def test_a_turn_of_somebody_elses_is_no_reason_for_a_mail(war: Conversation) -> None:
    assert readers(war.write(PERCY, "march umfraville alnwick; pass")) == [PERCY, NEVILLE]
    assert readers(war.write(NEVILLE, "pass")) == [NEVILLE, SCOTLAND]


def test_what_is_not_told_at_once_stands_in_the_next_report_and_once(war: Conversation) -> None:
    war.write(PERCY, "march umfraville alnwick; pass")
    told = of(SCOTLAND, war.write(NEVILLE, "pass"))
    assert "== Since your last report ==" in told
    assert told.count("Umfraville marches") == 1
    assert "Umfraville marches" not in of(SCOTLAND, war.write(SCOTLAND, "report"))


def test_who_is_fought_hears_of_it_at_once(war: Conversation) -> None:
    war.write(NEVILLE, "standing game retreat no")
    told = war.write(PERCY, "march umfraville durham")
    assert NEVILLE in readers(told)
    assert "Salisbury rolls" in of(NEVILLE, told)
    assert SCOTLAND not in readers(told)


def test_who_wants_every_turn_hears_of_each(war: Conversation) -> None:
    told = of(SCOTLAND, war.write(SCOTLAND, "news every turn"))
    assert "1 ok news every turn -> from now on you get a report when you are asked, or something" in told
    assert "and after every turn (help news)." in told
    war.write(PERCY, "news: every turn")
    war.write(PERCY, "pass")
    war.write(NEVILLE, "impulse 1: pass; impulse 2: pass")
    assert PERCY in readers(war.write(SCOTLAND, "impulse 1: pass"))


def test_who_wants_every_turn_is_told_at_once_what_concerns_them(war: Conversation) -> None:
    war.write(NEVILLE, "news every turn\nstanding game retreat no")
    assert NEVILLE in readers(war.write(PERCY, "march umfraville durham"))


@pytest.mark.parametrize("news", ["every round", "what concerns me"])
def test_who_wants_every_round_hears_at_its_end(news: str, tmp_path: Path) -> None:
    """Percy has written all their orders ahead, so nobody asks them anything when the round ends: here an impulse."""
    rules = replace(RULES, reports=replace(RULES.reports, round=lambda _s, event: event.name == "impulse_begins"))
    war = campaign(tmp_path, rules)
    war.write(PERCY, f"news {news}\nimpulse 1: pass; impulse 2: pass")
    assert readers(war.write(NEVILLE, "pass")) == [NEVILLE, SCOTLAND]
    mails = war.write(SCOTLAND, "pass")
    assert readers(mails) == [*([PERCY] if news == "every round" else []), NEVILLE, SCOTLAND, "observer"]


def test_an_observer_is_told_at_the_end_of_a_round(war: Conversation) -> None:
    assert "observer" not in readers(war.write(PERCY, "pass"))
    war.write(NEVILLE, "impulse 1: pass; impulse 2: pass")
    war.write(SCOTLAND, "impulse 1: pass; impulse 2: pass")
    assert readers(war.write(PERCY, "impulse 2: pass")).count("observer") == 1


def test_it_stands_in_status_and_help_and_changes_nothing_in_a_preview(war: Conversation) -> None:
    assert IN_FORCE.removesuffix(" (help news).") in of(PERCY, war.write(PERCY, "status"))
    assert IN_FORCE in of(PERCY, war.write(PERCY, "report"))
    told = of(PERCY, war.write(PERCY, "help news"))
    assert "news every round" in told
    assert "one at the end of each round" in told
    assert "a preview does not change it" in of(PERCY, war.write(PERCY, "preview\nnews every round\npass"))
    assert IN_FORCE in of(PERCY, war.write(PERCY, "report"))


def test_a_line_that_does_not_say_which_is_refused_with_the_three(war: Conversation) -> None:
    told = of(PERCY, war.write(PERCY, "news every now and then"))
    assert "which news do you want to get at once?" in told
    assert "Nearest: news every turn or: news what concerns me or: news every round" in told


def test_a_correction_does_not_take_it_back(war: Conversation) -> None:
    war.write(PERCY, "march umfraville alnwick\nnews every round")
    undo(war.desk, war.name, "a slip", commit=True)
    war.new_mails()
    assert not [news for news in war.table().news if news.event.name == "moves"]
    assert "and at the end of each round (help news)" in of(PERCY, war.write(PERCY, "report"))


def test_who_takes_over_a_seat_begins_as_is_usual(war: Conversation) -> None:
    war.write(NEVILLE, "news every turn")
    hand_over(war.desk, war.name, NEVILLE, Player("Dora", "dora@example.test"))
    assert IN_FORCE in next(mail.flat for mail in war.new_mails() if mail.to == "dora@example.test")


def test_it_goes_along_with_the_game(war: Conversation, tmp_path: Path) -> None:
    war.write(PERCY, "news every round")
    with war.desk.db.reading() as session:
        document = export_game(session, war.game().id)
        assert rerun_game(Context(session, war.desk).of(war.game())).exact
    (choice,) = [entry for entry in document["entries"] if entry["kind"] == "choice"]
    assert (choice["seat"], choice["key"], choice["answer"]) == (PERCY, "news", "every round")
    elsewhere = replace(war.desk, db=Database.open(empty_database(tmp_path / "elsewhere.sqlite")), tables=GameCache())
    assert move_in(elsewhere, document, "moved").game.name == "moved"
    choice["answer"] = "every minute"
    with pytest.raises(BadOpening, match="this is no choice"):
        move_in(elsewhere, document, "again")


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("news every turn", "news every turn"),
        ("News: each round.", "news every round"),
        ("news what concerns me", "news what concerns me"),
        ("news waht concerns me", "news what concerns me"),
        ("Neues: jeden Zug", "news every turn"),
        ("Neuigkeiten: was mich betrifft", "news what concerns me"),
        ("Neues: jede Runde", "news every round"),
        ("news", "news"),
        ("news every", "news"),
        ("News from Alnwick: the Percies march", ""),
        ("new troops", ""),
        ("every round", ""),
    ],
)
def test_lines_that_say_which_news(text: str, line: str) -> None:
    assert news_line(text) == line


@pytest.mark.parametrize(
    ("event", "concerned"),
    [
        (Event("1", "gift", {"house": "percy"}), True),
        (Event("1", "allied", {"allies": ["neville", "percy"]}), True),
        (Event("1", "points", {"points": {"percy": 3, "neville": 4}}), False),
        (Event("1", "spoils", {"to": {"first": "percy"}}), True),
        (Event("1", "march", {"house": "neville", "place": "percy castle"}), False),
        (Event("1", "card", {"card": "gold"}, frozenset({"percy"})), True),
    ],
)
def test_what_concerns_a_seat_where_the_game_does_not_say(event: Event, concerned: bool) -> None:
    assert private_or_named(None, PERCY, event) is concerned


def test_a_round_ends_where_the_game_says_else_with_a_turn() -> None:
    s = RULES.new_state(toy_files().setup(RULES, "marches"))
    turn, feast = Event("2", "turn_begins", {"turn": 2}), Event("5", "feast")
    assert [RULES.reports.ends_round(s, event) for event in (turn, feast)] == [True, False]
    feasts = replace(RULES.reports, round=lambda _s, event: event.name == "feast")
    assert [feasts.ends_round(s, event) for event in (turn, feast)] == [False, True]
