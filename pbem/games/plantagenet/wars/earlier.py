"""6.3 One War played alone: the results of the Wars before it, as chosen at the opening."""

from __future__ import annotations

from collections.abc import Collection, Iterator

from pbem.engine.game.setup import Setup
from pbem.games.plantagenet.components.box import Box, Side
from pbem.games.plantagenet.components.state import Wars
from pbem.games.plantagenet.components.war_book import FIRST_WAR, SECOND_WARS, THIRD_WARS, WAR, Person, WarBook
from pbem.games.plantagenet.wars.heirs import heir_called
from pbem.i18n import Text

MORTAL = ("york", "march", "rutland", "gloucester", "henry_vi", "margaret", "somerset_1", "somerset_2")
LOST = tuple(f"lost_{person}" for person in MORTAL)
"""The options that say that an Heir was lost in an earlier War."""
GLOUCESTER_AS_HEIR = "gloucester_as_heir"
"""The option that says that Event y28 was played in the second War."""
EARLIER = (*LOST, GLOUCESTER_AS_HEIR)
ABOUT_EARLIER = {
    **{
        name: Text("one War played alone: {heir} was lost in an earlier War", heir=name.removeprefix("lost_"))
        for name in LOST
    },
    GLOUCESTER_AS_HEIR: Text("a third War played alone: Event y28 came in the second"),
}
"""What each of them decides."""
IN_FIRST_WAR = frozenset(MORTAL) - {"gloucester"}


def earlier_wars(setup: Setup) -> Wars:
    """What passes on to a War that is played alone."""
    happened = bool(setup.options.get(GLOUCESTER_AS_HEIR))
    return Wars(setup.data["book"].first, alone=True, removed=lost_in(setup), gloucester_as_heir=happened)


def lost_in(setup: Setup) -> list[Person]:
    """The Heirs whom the options declare lost."""
    return [Person(name.removeprefix("lost_")) for name in LOST if setup.options.get(name)]


def bad_earlier(setup: Setup) -> str:
    """Why the options cannot be the result of earlier Wars; "" if they can."""
    chosen = [name for name in EARLIER if setup.options.get(name)]
    if not chosen:
        return ""
    if "book" not in setup.data or setup.data["page"]["kind"] != WAR:
        return Text("{chosen} is for one of the Wars of the Roses alone, such as iiy or iiil", chosen=chosen[0])
    war = setup.data["book"].first
    if war not in THIRD_WARS and GLOUCESTER_AS_HEIR in chosen:
        return Text(
            "{gloucester_as_heir} is for the third Wars alone: the Event comes in the second",
            gloucester_as_heir=GLOUCESTER_AS_HEIR,
        )
    return why_not_lost(setup.data["book"], war, lost_in(setup))


def why_not_lost(book: WarBook, war: str, lost: Collection[str]) -> str:
    """Why these Heirs cannot all have been lost before a War; "" if they can."""
    if war == FIRST_WAR:
        return Text("War I is the first: no Heir has been lost before it") if lost else ""
    if war in SECOND_WARS and not {*lost} <= IN_FIRST_WAR:
        return Text("Gloucester is not in War I, and cannot be lost there")
    for winner, removed in book.wars[FIRST_WAR].won_by_removal:
        if war in SECOND_WARS and removed <= {*lost} and book.next_war[FIRST_WAR][winner] != war:
            options = " and ".join(f"lost_{person}" for person in MORTAL if person in removed)
            return Text(
                "with {options} {winner} would have won War I, and War {war} would not have followed",
                options=options,
                winner=winner.title(),
                war=war,
            )
    for side in Side:
        heirs = {heir.person for heir in book.heirs.values() if heir.side is side} & {*MORTAL}
        if heirs <= {*lost} and (side is Side.YORK or book.wars[war].king is side):
            return Text("{side} would have no Heir left", side=side.title())
    return ""


def names_of(box: Box, book: WarBook, persons: Collection[str]) -> str:
    """The Heirs by their Lord cards, highest first."""
    heirs = [heir for heir in book.heirs.values() if heir.person in persons]
    return ", ".join(heir_called(box, book, heir.lords[0]) for heir in heirs)


def told_earlier(setup: Setup) -> Iterator[str]:
    """The results of the earlier Wars, for the first letter."""
    if lost := lost_in(setup):
        box, book = setup.data["box"], setup.data["book"]
        yield Text("Lost in the Wars before: {names_of}.", names_of=names_of(box, book, lost))
    if setup.options.get(GLOUCESTER_AS_HEIR):
        yield Text("Gloucester as Heir (y28) has come in the second War.")
