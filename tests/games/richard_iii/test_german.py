"""Letters in German: what is said, and that nothing is left in English but names and order words."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from pbem.engine.game.sample import BotStyle
from pbem.games.richard_iii.game import RULES
from tests.support.conversation import Conversation, to
from tests.support.correspondents import Correspondent

ENGLISH = re.compile(
    r"\b(the|of|and|is|are|to|for|with|has|have|not|from|by|at|this|that|there|each|costs?|feeds?|kept|can|you|your)\b"
)
"""Little words that no German sentence has."""
NAMED = re.compile(r"(Duke|Earl|Prince|Viscount|Isle) of|\"[^\"]*\"|end of orders|absent [-\d]+ to [-\d]+|ask to take back")
ORDERS = frozenset({word.verb for word in RULES.vocabulary})
LETTERS, WRAPPED = 14, 55
QUESTIONS = (
    "help",
    "help march\nhelp card\nhelp political",
    "status\nmap",
    "map kent\nmap warwick",
    "card surprise",
    "history\nhistory 9",
    "messages\nstanding",
)


def talk_in(folder: Path, pictures: bool = False) -> Conversation:
    language = {"language": {"": "de"}}
    return Conversation(
        folder, scenario="1460", game="richard_iii", options=language, terms={"deadline": "72h"}, pictures=pictures
    )


def left_in_english(text: str) -> list[str]:
    """The lines of a mail, unwrapped, that have an English word, but in names, in quotation marks and in orders."""
    lines: list[str] = []
    wrapped = False
    for line in text.splitlines():
        if wrapped and line.strip() and not re.match(r"\s*(\d+ (ok|--)|[-#] )", line):
            lines[-1] += f" {line.strip()}"
        else:
            lines.append(re.sub(r"^[-#\s\d]*(ok|oder:|Nächste:|Beispiel:|Zum Beispiel:)?\s*", "", line))
        wrapped = len(line) > WRAPPED
    told = [line for line in lines if line.split(" ")[0].strip(":") not in ORDERS]
    return [line for line in told if ENGLISH.search(NAMED.sub("", line))]


@pytest.mark.parametrize(
    ("letter", "answers"),
    [
        ("charge Henry VI for this turn", ["(behalten für diese Runde)"]),
        ("charge Henry VI for this game", ["(behalten für dieses Spiel)"]),
        ("help history", ["Erzählt die Geschichte eines Turns noch einmal", "Beispiel: history 3"]),
        ("help card", ["Du fragtest: help card == Beide Seiten wählen verdeckt eine Karte."]),
        ("help recruit", ["Beispiel: recruit Suffolk East Anglia"]),
        ("help", ["THEMEN"]),
        ("history 9", ["Spielrunde 9 gibt es nicht: Es gibt Spielrunde 1."]),
        ("map kent", ["Kent", "Grenzen"]),
        ("map", ["MEERE"]),
        (
            "preview\ncard 3 AP\nrecruit Norfolk East Anglia",
            ["für die Aktionen von Feldzug 1, Runde 1: recruit", "kostet 1 AP"],
        ),
    ],
)
def test_what_a_letter_is_answered(letter: str, answers: list[str], tmp_path: Path) -> None:
    flat = to("york", talk_in(tmp_path).write("york", letter)).flat
    assert [each for each in answers if each not in flat] == []


@pytest.mark.parametrize(
    ("letter", "asked"),
    [
        ("Hilfe Schlacht", "Du fragtest: help Schlacht == Blocks, die"),
        ("Spielplan", "Du fragtest: map == GEBIETE"),
        ("vorschau\nIch spiele Karte 3 AP", "eine Vorschau. Nichts aus deinem Brief wird ausgeführt"),
    ],
)
def test_what_is_asked_in_german_is_answered_and_nothing_is_carried_out(letter: str, asked: str, tmp_path: Path) -> None:
    talk = talk_in(tmp_path)
    before = talk.table().entries
    assert asked in to("york", talk.write("york", letter)).flat
    assert talk.table().entries == before


@pytest.mark.parametrize(
    "line",
    ["stürme nicht mit March", "actions: marschiere nicht mit York nach Kent", "greife nicht an, falls Henry VI dort ist"],
)
def test_what_is_not_to_be_done_is_refused_and_nothing_like_it_is_offered(line: str, tmp_path: Path) -> None:
    talk = talk_in(tmp_path)
    flat = to("york", talk.write("york", line)).flat
    assert "schreibe, was getan werden soll, nicht was nicht. Auf dem" in flat
    assert not talk.table().standing_orders("york")


def test_the_picture_in_words_is_german(tmp_path: Path) -> None:
    mail = to("york", talk_in(tmp_path, pictures=True).opening)
    assert 'alt="Karte von Richard III: Feldzug 1, Runde 1. York: Duke of York 4, Earl of Rutland 3' in mail.html
    assert "Die Rosenkriege, 1460: drei Feldzüge" in mail.flat


def test_nothing_is_left_in_english(tmp_path: Path) -> None:
    talk = talk_in(tmp_path)
    writers = {seat: Correspondent(seat, BotStyle(), "german") for seat in ("york", "lancaster")}
    mails = list(talk.opening)
    for number in range(LETTERS):
        seat = next(seat for seat in writers if talk.table().open_to(seat))
        mails += talk.write("york", QUESTIONS[number % len(QUESTIONS)])
        orders = "\n".join(writers[seat].letter(talk.table()))
        mails += talk.write(seat, f"preview\n{orders}") + talk.write(seat, orders)
    assert [part for mail in mails for part in left_in_english(mail.text)] == []
