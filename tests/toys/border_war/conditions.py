"""Conditions: "enemies are at Kelso", "an ally is there", "allies have at least 3 riders"."""

from __future__ import annotations

from functools import partial

from pbem.engine.decision import Decision, Json, Seat
from pbem.orders.conditions.judging import situations
from pbem.orders.conditions.reading import Atoms, Circumstances, Judged
from pbem.orders.words.lexicon import Lexicon
from tests.toys.border_war.position import SEA, State, at, friends

RIDERS = "riders"
EXAMPLES = ("enemies are at kelso", "allies are at kelso")


def lexicon(s: State) -> Lexicon:
    return Lexicon(partial(names, s))


def names(s: State, option: str) -> tuple[str, ...]:
    return (s.board.names.get(option, option.title()),)


def is_ally(s: State, seat: Seat, band: str) -> bool:
    """Whether a band is an allied house's."""
    return s.bands[band].side != seat and friends(s, s.bands[band].side, seat)


def around(s: State, seat: Seat, decision: Decision | None, _answer: Json) -> Circumstances:
    """The area where the bands meet of whom one is asked to retreat."""
    if decision is None or not s.underway:
        return Circumstances("")
    place = s.bands[s.underway].where
    here = at(s, place)
    ours, allies = ([each for each in here if fits(s, seat, each)] for fits in (is_own, is_ally))
    theirs = [each for each in here if each not in (*ours, *allies)]
    return Circumstances(place, tuple(ours), tuple(theirs), goal=place, allies=tuple(allies))


def is_own(s: State, seat: Seat, band: str) -> bool:
    return s.bands[band].side == seat


def read_place(s: State, how: str, text: str) -> Json:
    return [how, lexicon(s).read_one(text, [*s.board.areas, SEA])]


def at_place(s: State, here: Circumstances, place: str) -> Judged:
    return Judged(here.place == place if here.place else None, names(s, place)[0])


ATOMS: Atoms[State] = Atoms(
    lexicon=lexicon,
    around=around,
    people=lambda s: list(s.bands),
    own=is_own,
    may_see=lambda _s, _seat, _band: True,
    units=lambda s, band: s.bands[band].strength,
    countable=lambda _s: [RIDERS],
    count=lambda s, band, _what: s.bands[band].strength,
    place=read_place,
    read=lambda _s, _seat, _text, _about: None,
    write=lambda s, condition: f"{condition[0]} {names(s, condition[1])[0]}",
    judge=lambda s, _seat, here, condition: at_place(s, here, condition[1]),
    standing=at,
    ally=is_ally,
    examples=EXAMPLES,
)
SITUATIONS = situations(ATOMS)
