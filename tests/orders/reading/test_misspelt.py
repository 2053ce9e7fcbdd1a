"""Misspelt words: which are put right, and which are left for their writer."""

from __future__ import annotations

from pathlib import Path

import pytest

from pbem.orders.languages.ordinary import is_ordinary
from pbem.orders.place.position import Position as At
from pbem.orders.reading.misread.misspelt import nearly_right, put_right
from pbem.orders.reading.read import read
from pbem.orders.reading.several import together
from tests.letters.natural.position import position
from tests.letters.natural.reading import Verdict, effect, judge

RIGHT = [
    ("choose", "scrop", ["scrope"]),
    ("choose", "Willam Stanley", ["William Stanley"]),
    ("campaign", "york n southwik to londn", ["york and southwick to london"]),
    ("choose", "Scrope", []),
    ("choose", "crop", []),  # an ordinary word
    ("choose", "scrop skrope stnley grrey", []),
    ("campaign", "lovel to londn", ["love to london", "lovell to london"]),
    ("campaign", "passs", []),  # it gives something up
]


@pytest.mark.parametrize(("name", "line", "meant"), RIGHT)
def test_what_can_have_been_meant(name: str, line: str, meant: list[str]) -> None:
    assert put_right(position("warriors_of_england", name).table, line) == meant


def test_a_word_that_can_have_been_two_is_only_guessed_at() -> None:
    table = position("warriors_of_england", "campaign").table
    assert nearly_right(table, "lovel to londn") == "love to london"


ORDINARY = [
    ("work", "en", True),
    ("frist", "en", False),
    ("pommes", "en", False),
    ("nicht", "de", True),
    ("fur", "de", True),
    ("pontefrakt", "de", False),
]


@pytest.mark.parametrize(("word", "language", "known"), ORDINARY)
def test_ordinary_words(word: str, language: str, known: bool) -> None:
    assert is_ordinary(word, language) is known


SLIPS = "mend slips"
READ = [
    ("choose", "scrop", "choose Scrope"),
    ("choose", "skrope pls", "choose Scrope"),
    ("choose", "the second one", "choose William Stanley"),
    ("choose", "last one", "choose Scrope"),
    ("commander", "bukingham", "commander Buckingham"),
    ("commander", "the first of the two", ""),
    ("choose", "maybe scrop", ""),
    ("choose", "mabye scrope", ""),
    ("choose", "scrop was mine", ""),
    ("place", "i'd put edward in yorkshre", ""),
    ("trial", "the last one", ""),  # "try none" is the last line of the mail
    ("fight", "Northwest frist", "fight Northwest"),
]


@pytest.mark.parametrize(("name", "line", "meant"), READ)
def test_a_misspelt_line_does_what_it_means_or_nothing(name: str, line: str, meant: str) -> None:
    at = position("warriors_of_england", name)
    assert effect(at, [SLIPS, line]).same_as(effect(at, [SLIPS, *filter(None, [meant])]))


def test_its_writer_is_told_how_a_misspelt_line_was_read(tmp_path: Path) -> None:
    talk = position("warriors_of_england", "choose").conversation(tmp_path)
    mails = talk.write("lancaster", f"{SLIPS}\nscrop")
    assert any("scrop (read as: scrope)" in mail.flat for mail in mails)


@pytest.mark.parametrize(("name", "line", "meant"), [row for row in READ if row[2] and " one" not in row[1]])
def test_who_has_not_asked_for_it_gets_no_slip_mended(name: str, line: str, meant: str) -> None:
    at = position("warriors_of_england", name)
    assert judge(at, line, [meant]) is Verdict.SHOWN


SEVERAL = [
    ("attack", "Rebel attacks Dorset. Irish by sea to Chester.", ["march Rebel Dorset", "sail Irish Mercenary Chester"]),
    ("sail", "Warwick to Sussex, Salisbury too", ["sail Earl of Warwick Sussex", "sail Earl of Salisbury Sussex"]),
    ("sail", "Warwick to Sussex, Salisbury", []),
    ("land", "somerset to wilts, then done", ["march Duke of Somerset Wilts", "done"]),
    ("land", "somerset to wilts, then he looks around", []),
]


@pytest.mark.parametrize(("name", "line", "orders"), SEVERAL)
def test_several_orders_are_read_part_by_part(name: str, line: str, orders: list[str]) -> None:
    at = position("richard_iii", name)
    assert together(At(at.table, at.seat), line) == orders


def test_a_place_behind_another_order_is_no_order() -> None:
    at = position("plantagenet", "command")
    assert together(At(at.table, at.seat), "march Guildford, then Calais") == []


@pytest.mark.parametrize("lead", ["we should have", "I might", "maybe", "they said"])
def test_what_a_doubt_leads_to_is_no_order(lead: str) -> None:
    at = position("plantagenet", "array")
    assert read(At(at.table, at.seat), f"{lead}: y1 to Norfolk").meant == ""


def test_a_misspelt_order_is_no_talk() -> None:
    at = position("plantagenet", "command")
    done = effect(at, ["mach to guildford", "forage"])
    assert done.is_nothing
    assert done.refused is not None
    assert done.refused.text == "mach to guildford"


def test_one_is_not_a_part_of_no_one() -> None:
    at = position("plantagenet", "charity")
    assert effect(at, ["charity one"]).is_nothing
    assert judge(at, "charity no one", ["charity none"]) is Verdict.UNDERSTOOD
