"""6.3 One War played alone: what the Wars before it came to, as it was chosen at the opening."""

from __future__ import annotations

from collections.abc import Collection, Iterator

from pbem.engine.rules import Setup
from pbem.games.plantagenet.components.box import Box, Side
from pbem.games.plantagenet.components.state import Wars
from pbem.games.plantagenet.components.war_book import FIRST_WAR, SECOND_WARS, THIRD_WARS, WAR, Person, WarBook
from pbem.games.plantagenet.wars.heirs import heir_called

MORTAL = ("york", "march", "rutland", "gloucester", "henry_vi", "margaret", "somerset_1", "somerset_2")
LOST = tuple(f"lost_{person}" for person in MORTAL)
"""The options that tell an Heir lost in a War before."""
GLOUCESTER_AS_HEIR = "gloucester_as_heir"
"""The option that tells that Event y28 has come in the second War."""
EARLIER = (*LOST, GLOUCESTER_AS_HEIR)
ABOUT_EARLIER = {
    **{name: f"one War alone: {name.removeprefix('lost_')} was lost in a War before it" for name in LOST},
    GLOUCESTER_AS_HEIR: "a third War alone: Event y28 has come in the second",
}
"""What each of them decides."""
IN_FIRST_WAR = frozenset(MORTAL) - {"gloucester"}


def earlier_wars(setup: Setup) -> Wars:
    """What passes over to a War that is played alone."""
    happened = bool(setup.options.get(GLOUCESTER_AS_HEIR))
    return Wars(setup.data["book"].first, alone=True, removed=lost_in(setup), gloucester_as_heir=happened)


def lost_in(setup: Setup) -> list[Person]:
    """The Heirs that the options tell lost."""
    return [Person(name.removeprefix("lost_")) for name in LOST if setup.options.get(name)]


def bad_earlier(setup: Setup) -> str:
    """Why no earlier Wars can have come to what the options say; "" where they can."""
    chosen = [name for name in EARLIER if setup.options.get(name)]
    if not chosen:
        return ""
    if "book" not in setup.data or setup.data["page"]["kind"] != WAR:
        return f"{chosen[0]} is for one of the Wars of the Roses alone, such as iiy or iiil"
    war = setup.data["book"].first
    if war not in THIRD_WARS and GLOUCESTER_AS_HEIR in chosen:
        return f"{GLOUCESTER_AS_HEIR} is for the third Wars alone: the Event comes in the second"
    return why_not_lost(setup.data["book"], war, lost_in(setup))


def why_not_lost(book: WarBook, war: str, lost: Collection[str]) -> str:
    """Why these Heirs cannot all have been lost before a War; "" where they can."""
    if war == FIRST_WAR:
        return "War I is the first: no Heir has been lost before it" if lost else ""
    if war in SECOND_WARS and not {*lost} <= IN_FIRST_WAR:
        return "Gloucester is not in War I, and cannot be lost there"
    for winner, removed in book.wars[FIRST_WAR].won_by_removal:
        if war in SECOND_WARS and removed <= {*lost} and book.next_war[FIRST_WAR][winner] != war:
            options = " and ".join(f"lost_{person}" for person in MORTAL if person in removed)
            return f"with {options} {winner.title()} would have won War I, and War {war} would not have followed"
    for side in Side:
        heirs = {heir.person for heir in book.heirs.values() if heir.side is side} & {*MORTAL}
        if heirs <= {*lost} and (side is Side.YORK or book.wars[war].king is side):
            return f"{side.title()} would have no Heir left"
    return ""


def names_of(box: Box, book: WarBook, persons: Collection[str]) -> str:
    """The Heirs by their Lord cards, highest first."""
    heirs = [heir for heir in book.heirs.values() if heir.person in persons]
    return ", ".join(heir_called(box, book, heir.lords[0]) for heir in heirs)


def told_earlier(setup: Setup) -> Iterator[str]:
    """What the earlier Wars came to, for the first letter."""
    if lost := lost_in(setup):
        box, book = setup.data["box"], setup.data["book"]
        yield f"Lost in the Wars before: {names_of(box, book, lost)}."
    if setup.options.get(GLOUCESTER_AS_HEIR):
        yield "Gloucester as Heir (y28) has come in the second War."
