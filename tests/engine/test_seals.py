"""What is chosen in secret is sealed when all have chosen, and opened when it has come to light."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from pbem.engine.decision import Decision, Number
from pbem.engine.game.reports import Reports
from pbem.engine.log.entry import Entry, EntryKind
from pbem.engine.log.seals import Choice, Seals
from tests.engine.toy import RED, TOY

BID, OTHER = "1 bid", "2 other"
LIT: set[str] = set()
RULES = replace(TOY, reports=Reports(sealed={BID: lambda _s, seat: seat in LIT}))
STATE: Any = None


def entry(number: int) -> Entry:
    """An entry by which all have chosen."""
    return Entry(number, EntryKind.ANSWER, RED, BID, "", 3, "", "day 1")


def choice(answer: int, key: str = BID, seat: str = RED) -> Choice:
    """An answer with the newest share in the dice."""
    return Decision(seat, key, "", "How many?", Number(0, 9)), answer, "red=00ff"


def test_only_secret_choices_are_sealed_and_each_opens_once() -> None:
    LIT.clear()
    seals = Seals(RULES)
    seals.close(entry(4), [choice(3), choice(5, OTHER), choice(7, seat="blue")])
    assert [(s.seat, s.key, s.answer, s.number, s.opened) for s in seals.made] == [
        (RED, BID, 3, 4, 0),
        ("blue", BID, 7, 4, 0),
    ]
    LIT.add(RED)
    seals.open(STATE, 5)
    seals.open(STATE, 6)
    assert [s.opened for s in seals.made] == [5, 0]


def test_a_choice_that_has_not_come_to_light_before_the_next_is_forgotten() -> None:
    LIT.clear()
    seals = Seals(RULES)
    seals.close(entry(1), [choice(3)])
    other = seals.copy()
    LIT.add(RED)
    other.open(STATE, 2)
    for each in (seals, other):
        each.close(entry(3), [choice(4)])
    assert [s.answer for s in seals.made] == [4]
    assert [(s.answer, s.opened) for s in other.made] == [(3, 2), (4, 0)]
