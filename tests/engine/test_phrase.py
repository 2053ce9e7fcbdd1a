"""Values of several words: one written form, from which the same value is read again."""

from __future__ import annotations

import copy
import json
import pickle
from enum import StrEnum
from typing import NewType

import pytest

from pbem.engine.phrase import Phrase, begins, read_one, words_of

Town = NewType("Town", str)


class Step(StrEnum):
    BOW = "bow"
    SWORD = "sword"


class Tax(Phrase, form="tax {town}[ spend_{spend}]"):
    town: Town
    spend: int = 0


class March(Phrase, form="march {to}[ {group}]"):
    to: str
    group: tuple[str, ...] = ()


class Levy(Phrase, form="levy troops[ {by}][ from {near}][ {hired}][ hired {payer}][ militia_{militia}]"):
    by: str = ""
    near: str | None = None
    hired: bool = False
    payer: str | None = None
    militia: int = 0


class Done(Phrase, form="done"):
    pass


class Hit(Phrase, form="round {round}, {place}, {step} {number} of {hits}"):
    round: int
    place: str
    step: Step
    number: int
    hits: int


WRITTEN = [
    (Tax(Town("ely")), "tax ely"),
    (Tax(Town("ely"), 3), "tax ely spend_3"),
    (March("ely"), "march ely"),
    (March("ely", ("york", "rutland")), "march ely york rutland"),
    (Levy(), "levy troops"),
    (Levy("irishmen"), "levy troops irishmen"),
    (Levy(hired=True), "levy troops hired"),
    (Levy(payer="york"), "levy troops hired york"),
    (Levy("irishmen", payer="york", militia=2), "levy troops irishmen hired york militia_2"),
    (Levy(near="ely", hired=True, militia=1), "levy troops from ely hired militia_1"),
    (Done(), "done"),
    (Hit(2, "left", Step.BOW, 1, 3), "round 2, left, bow 1 of 3"),
]
FORMS = (Tax, March, Levy, Done, Hit)


@pytest.mark.parametrize(("phrase", "text"), WRITTEN, ids=[text for _, text in WRITTEN])
def test_what_is_written_is_read_again(phrase: Phrase, text: str) -> None:
    again = read_one(FORMS, text)
    assert (phrase, json.loads(json.dumps({"answer": phrase}))) == (text, {"answer": text})
    assert (type(again), vars(again), str(again)) == (type(phrase), vars(phrase), text)


def test_what_is_read_has_the_types_of_its_fields() -> None:
    hit = Hit.read("round 2, left, bow 1 of 3")
    assert isinstance(hit.step, Step)
    assert hit.number + hit.hits == 4


def test_its_verb_is_the_word_it_begins_with() -> None:
    assert [form.verb for form in FORMS] == ["tax", "march", "levy", "done", "round"]


@pytest.mark.parametrize(
    "text", ["", "tax", "taxes ely", "tax ely spend_1 spend_1", "tax ely spend_", "tax ely spend_x", "tax ely spend_1\n"]
)
def test_another_text_is_refused(text: str) -> None:
    assert Tax.fits(text) is None
    with pytest.raises(ValueError, match="tax"):
        Tax.read(text)
    with pytest.raises(ValueError, match="none of the forms"):
        read_one((Tax, Done), text)


def test_those_of_a_form_are_found_among_others() -> None:
    assert [(tax.town, tax.spend) for tax in Tax.among(["done", "tax ely", "march ely", "tax york spend_1"])] == [
        ("ely", 0),
        ("york", 1),
    ]


def test_copies_know_the_same() -> None:
    order = Levy(near="ely", militia=1)
    for other in (copy.copy(order), copy.deepcopy([order])[0], pickle.loads(pickle.dumps(order))):  # noqa: S301 - our own
        assert (type(other), vars(other), str(other)) == (Levy, vars(order), str(order))


def test_an_option_goes_on_from_whole_words() -> None:
    assert begins("york all", "york")
    assert begins("york", "york")
    assert not begins("york_2 all", "york")
    assert words_of("york all") == ("york", "all")


def test_an_enum_reads_its_members_only() -> None:
    assert Hit.fits("round 2, left, stone 1 of 3") is None
