"""Conditions that all games share: and, or, not, comparisons, odds, and where a game's own come in."""

from __future__ import annotations

from dataclasses import dataclass, field

import pytest

from pbem.engine.decision import Decision, Json, Seat
from pbem.engine.event import Event
from pbem.engine.refusal import BadLine, Misread
from pbem.orders.conditions.judging import situations
from pbem.orders.conditions.reading import Atoms, Circumstances, Judged
from pbem.orders.words.lexicon import Lexicon

ARMIES: dict[str, tuple[str, int, int]] = {
    "wolf": ("red", 3, 7),
    "bear": ("red", 2, 0),
    "lynx": ("blue", 4, 1),
    "hare": ("blue", 2, 5),
}
"""By id: whose, how many units, and how much gold."""
HIDDEN = "hare"


@dataclass
class Woods:
    day: int = 2
    at: Circumstances = field(default_factory=lambda: Circumstances("glade", ("wolf",), ("lynx",)))
    events: list[Event] = field(default_factory=list)


def around(s: Woods, _seat: Seat, _decision: Decision | None, _answer: Json) -> Circumstances:
    return s.at


def place(_s: Woods, how: str, text: str) -> Json:
    if text in ("glade", "brook"):
        return [how, text]
    raise Misread(f'I do not know what "{text}" means here', ["glade"])


ATOMS: Atoms[Woods] = Atoms(
    lexicon=lambda _s: Lexicon(lambda id_: (id_.title(),)),
    around=around,
    people=lambda _s: list(ARMIES),
    own=lambda _s, seat, army: ARMIES[army][0] == seat,
    may_see=lambda _s, _seat, army: army != HIDDEN,
    units=lambda _s, army: ARMIES[army][1],
    countable=lambda _s: ["units", "gold"],
    count=lambda _s, army, what: ARMIES[army][1] if what == "units" else ARMIES[army][2],
    place=place,
    read=lambda _s, _seat, text, _about: ["weather", text] if text in ("rain", "sun") else None,
    write=lambda _s, condition: " ".join(condition) if condition[0] != "weather" else condition[1],
    judge=lambda s, _seat, at, condition: Judged(condition[1] in ("rain", at.place), f"{condition[1]} on day {s.day}"),
    figures=("day",),
    figure=lambda s, _seat, _what: s.day,
    offered=("gold", "day"),
    examples=("they are fewer", "day over 2"),
)
SITUATIONS = situations(ATOMS)


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("they are more", "they have 4 units, you have 3"),
        ("we are fewer", "they have 4 units, you have 3"),
        ("they are fewer", None),
        ("outnumbered 4 to 3", "they have 4 units, you have 3"),
        ("outnumbered 3 to 2", None),
        ("we outnumber them 2 to 1", None),
        ("outnumbered", "they have 4 units, you have 3"),
        ("gold over 6", "you have 7 Gold"),
        ("they have at most 1 gold", "they have 1 Gold"),
        ("bear has no gold", "Bear has 0 Gold"),
        ("seven gold or more", "you have 7 Gold"),
        ("day >= 2", "Day 2"),
        ("not they are fewer", "they have 4 units, you have 3"),
        ("rain and gold under 9", "rain on day 2, you have 7 Gold"),
        ("sun or they are more", "they have 4 units, you have 3"),
        ("sun and they are more", None),
        ("at glade", "glade on day 2"),
        ("not rain", None),
    ],
)
def test_a_condition_is_judged_and_written_again(text: str, why: str | None) -> None:
    s = Woods()
    condition = SITUATIONS.read(s, "red", text, [])
    assert SITUATIONS.holds(s, "red", None, condition) == why
    assert SITUATIONS.read(s, "red", SITUATIONS.write(s, condition), []) == condition


@pytest.mark.parametrize("text", ["hare has at least 1 gold", "not hare has at least 1 gold", "hare has no gold and rain"])
def test_what_cannot_be_seen_holds_neither_way(text: str) -> None:
    s = Woods()
    assert SITUATIONS.holds(s, "red", None, SITUATIONS.read(s, "red", text, [])) is None


def test_what_cannot_be_seen_does_not_matter_where_the_rest_decides() -> None:
    s = Woods()
    assert SITUATIONS.holds(s, "red", None, SITUATIONS.read(s, "red", "hare has no gold or rain", [])) == "rain on day 2"


@pytest.mark.parametrize(
    ("text", "problem", "nearest"),
    [
        ("rain, day over 1", 'conditions are joined by "and" or by "or"', ["rain and Day over 1", "rain or Day over 1"]),
        ("their day over 1", '"their" is not known before "Day over 1"', ["Day over 1"]),
        ("they have over 1 day", '"they" is not known before "Day over 1"', ["Day over 1"]),
    ],
)
def test_nothing_that_stands_before_a_figure_is_left_out(text: str, problem: str, nearest: list[str]) -> None:
    with pytest.raises(BadLine) as refused:
        SITUATIONS.read(Woods(), "red", text, [])
    assert refused.value.problem == problem
    assert list(refused.value.nearest) == nearest


def test_odds_need_both_sides_in_sight() -> None:
    s = Woods(at=Circumstances("glade", ("wolf",), ("lynx", HIDDEN)))
    assert SITUATIONS.holds(s, "red", None, ["more"]) is None
    assert SITUATIONS.holds(Woods(at=Circumstances("glade", ("wolf",))), "red", None, ["fewer"]) is None


def test_things_are_counted_of_the_one_own_army_that_the_order_names() -> None:
    s = Woods()
    assert SITUATIONS.read(s, "red", "gold over 3", ["bear", "lynx"]) == ["count", "bear", "gold", "over", 3]
    assert SITUATIONS.read(s, "red", "he has no gold", ["bear"]) == ["count", "bear", "gold", "under", 1]
    assert SITUATIONS.read(s, "red", "gold over 3", ["bear", "wolf"]) == ["count", "we", "gold", "over", 3]


@pytest.mark.parametrize(
    ("text", "rest", "where"),
    [
        ("all at glade", "all", ["at", "glade"]),
        ("all near brook, for wolf", "all", ["both", ["near", "brook"], ["for", "wolf"]]),
        ("song for nobody", "song for nobody", None),
    ],
)
def test_circumstances_are_taken_off_a_text(text: str, rest: str, where: Json) -> None:
    assert SITUATIONS.circumstances(Woods(), "red", text, False) == (rest, where)


@pytest.mark.parametrize(
    ("text", "problem", "nearest"),
    [
        ("not (rain and sun)", "conditions are joined without brackets", ("they are fewer", "day over 2")),
        ("rain and sun or rain", 'join conditions by "and" or by "or", not by both', ("they are fewer", "day over 2")),
        ("moon is full", '"moon is full" is not a condition known here', ("they are fewer", "day over 2")),
        ("outnumbered 1 to 2", "the greater number comes first", ("outnumbered 2 to 1",)),
        ("gould over 3", 'I do not know what "gould" means here', ("Gold over 3",)),
        ("at glaede", 'I do not know what "glaede" means here', ("at Glade",)),
    ],
)
def test_what_is_no_condition_is_refused_with_the_nearest(text: str, problem: str, nearest: tuple[str, ...]) -> None:
    with pytest.raises(BadLine) as refused:
        SITUATIONS.read(Woods(), "red", text, [])
    assert (refused.value.problem, refused.value.nearest) == (problem, nearest)
