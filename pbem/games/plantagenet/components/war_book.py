"""6.0-6.3 The pages of the Wars of the Roses: possible Heirs, and the set-up of each War."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Any, NewType

from pbem.engine.log.entry import Fixed
from pbem.games.plantagenet.components.box import Card, Lord, Side

Person = NewType("Person", str)
"""An Heir, whichever of their Lord cards is in use."""

FIRST_WAR, SECOND_WARS, THIRD_WARS = "I", ("IIY", "IIL"), ("IIIY", "IIIL")
WARS, WAR = "wars", "war"
"""The kinds of scenario: the linked campaign, and one War alone."""


class HeirStanding(StrEnum):
    """6.2.2 The standing of an Heir who keeps cards in play."""

    PRESENT = "present"
    HIGHEST = "highest"
    REMOVED = "removed"


@dataclass(frozen=True, slots=True)
class Heir:
    """6.2.1 A possible Heir. `lords` are their Lord cards; `third_war`: they are an Heir only if the set-up of a third War
    names them.
    """

    person: Person
    side: Side
    rank: int
    lords: tuple[Lord, ...]
    third_war: bool


@dataclass(frozen=True, slots=True)
class CardsWhile:
    """6.2.2 Cards that are in play while one of these persons has this standing."""

    side: Side
    persons: tuple[Person, ...]
    standing: HeirStanding
    cards: tuple[Card, ...]


@dataclass(frozen=True, slots=True)
class Arrival:
    """6.2.2 A Lord who is added to the Calendar when an Heir is removed, or when at most `at_most` remain.

    With `in_place` they replace that Heir and take over their Command cards.
    """

    lord: Lord
    removed: Person | None
    at_most: int
    in_place: bool


@dataclass(frozen=True, slots=True)
class Replacement:
    """6.2.2 A Lord card that replaces another of the same person in place when they become the highest Heir."""

    highest: Person
    old: Lord
    new: Lord


@dataclass(frozen=True)
class War(Fixed):
    """6.3 One of the Wars. `listed` are the persons named as Heirs (none in a third War, whose set-up determines them).

    `page` is its file, `base` that of the scenario it is based on ("": its own set-up).
    """

    code: str
    king: Side
    decks: Mapping[Side, tuple[Card, ...]]
    listed: Mapping[Side, tuple[Person, ...]]
    cards_while: tuple[CardsWhile, ...]
    arrivals: tuple[Arrival, ...]
    replacements: tuple[Replacement, ...]
    won_by_removal: tuple[tuple[Side, frozenset[Person]], ...]
    page: Mapping[str, Any]
    base: Mapping[str, Any]


@dataclass(frozen=True)
class WarBook(Fixed):
    """6.0 The rules of the campaign, and its Wars by code. `lost_heir_points` is the cost of each lost Heir (6.3)."""

    heirs: Mapping[Person, Heir]
    wars: Mapping[str, War]
    next_war: Mapping[str, Mapping[Side, str]]
    first: str
    lost_heir_points: int


def open_book(files: Mapping[str, Any]) -> WarBook:
    """The book from the parsed files of the campaign, or of one War alone."""
    scenario, parts = files["scenario"], files["parts"]
    pages = {row["id"]: row for row in [scenario, *parts.values()]}
    frame = next(row for row in pages.values() if row["kind"] == WARS)
    wars = {row["code"]: _war(row, pages.get(row["base"], {})) for row in pages.values() if row["kind"] == WAR}
    return WarBook(
        heirs={Person(row["person"]): _heir(row) for row in frame["heir"]},
        wars=wars,
        next_war={war: {Side(side): code for side, code in row.items()} for war, row in frame["next_war"].items()},
        first=frame["first_war"] if scenario["kind"] == WARS else scenario["code"],
        lost_heir_points=frame["lost_heirs"]["points"],
    )


def _heir(row: Mapping[str, Any]) -> Heir:
    lords = tuple(map(Lord, row["lords"]))
    return Heir(Person(row["person"]), Side(row["side"]), row["rank"], lords, row.get("third_war", False))


def _war(page: Mapping[str, Any], base: Mapping[str, Any]) -> War:
    return War(
        code=page["code"],
        king=Side(page["king"]),
        decks={side: tuple(map(Card, page["decks"][side])) for side in Side},
        listed={side: tuple(map(Person, page.get("heirs", {}).get(side, ()))) for side in Side},
        cards_while=tuple(map(_cards_while, page.get("cards_while", ()))),
        arrivals=tuple(map(_arrival, page.get("arrival", ()))),
        replacements=tuple(map(_replacement, page.get("replacement", ()))),
        won_by_removal=tuple(
            (Side(row["winner"]), frozenset(map(Person, row["removed"]))) for row in page.get("automatic_victory", ())
        ),
        page=page,
        base=base,
    )


def _cards_while(row: Mapping[str, Any]) -> CardsWhile:
    persons, cards = tuple(map(Person, row["persons"])), tuple(map(Card, row["cards"]))
    return CardsWhile(Side(row["side"]), persons, HeirStanding(row["are"]), cards)


def _arrival(row: Mapping[str, Any]) -> Arrival:
    removed = row.get("removed")
    person = None if removed is None else Person(removed)
    return Arrival(Lord(row["lord"]), person, row.get("at_most", 0), row.get("in_place", False))


def _replacement(row: Mapping[str, Any]) -> Replacement:
    return Replacement(Person(row["highest"]), Lord(row["old"]), Lord(row["new"]))
