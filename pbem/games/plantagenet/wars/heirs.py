"""6.2.1 Heirs: who is listed for the War, who is left, and who is King."""

from __future__ import annotations

from collections.abc import Iterable
from functools import partial

from pbem.figures import is_number
from pbem.games.plantagenet.components.box import Box, Card, Lord, Side
from pbem.games.plantagenet.components.state import State, Status, Wars
from pbem.games.plantagenet.components.war_book import Person, War, WarBook

PRESENT = (Status.MAP, Status.SEA, Status.CALENDAR)


def wars_of(s: State) -> Wars:
    """The state of the Wars of the Roses."""
    assert s.wars is not None
    return s.wars


def book_of(s: State) -> WarBook:
    """The pages of the Wars."""
    assert s.book is not None
    return s.book


def war_of(s: State) -> War:
    """The War under way."""
    return book_of(s).wars[wars_of(s).war]


def person_of(s: State, lord: Lord) -> Person | None:
    """6.2.1 The Heir whose Lord card this is; None if the Lord is not an Heir in this War."""
    if s.wars is None:
        return None
    listed = [person for side in Side for person in s.wars.listed[side]]
    return next((person for person in listed if lord in book_of(s).heirs[person].lords), None)


def is_removed(s: State, person: Person) -> bool:
    """6.2.2 Whether an Heir has been lost for good, in this War or before."""
    return person in wars_of(s).removed


def left(s: State, side: Side) -> list[Person]:
    """6.2.1 The side's Heirs listed for this War who are not removed, highest first."""
    return wars_of(s).heirs[side]


def lord_in_play(s: State, person: Person) -> Lord | None:
    """An Heir's Lord card in this War: on the map, at Sea or on the Calendar; None if there is none."""
    lords = book_of(s).heirs[person].lords
    return next((lord for lord in lords if lord in s.lords and s.lords[lord].status in PRESENT), None)


def card_of(s: State, person: Person) -> Lord:
    """The Lord card that an Heir has in play, or else their first one: it gives their name."""
    return lord_in_play(s, person) or book_of(s).heirs[person].lords[0]


def called(s: State, person: Person) -> str:
    """An Heir's name: that of their Lord card."""
    return lord_called(s, card_of(s, person))


def lord_called(s: State, lord: Lord) -> str:
    """A Lord card's name, with its number if another Heir has the same name."""
    return heir_called(s.box, book_of(s), lord)


def heir_called(box: Box, book: WarBook, lord: Lord) -> str:
    """The name of an Heir's Lord card in these Wars, whichever is being played."""
    name, number = box.lords[lord].name, lord.rpartition("_")[2]
    others = [card for heir in book.heirs.values() if lord not in heir.lords for card in heir.lords]
    alike = any(box.lords[card].name == name for card in others)
    return f"{name} ({number})" if alike and is_number(number) else name


def is_present(s: State, person: Person) -> bool:
    """6.2.1 Whether an Heir is present in the War.

    Ruling: on the Calendar they are present too, with all that hangs on it; 6.2.1 does not say "on the map".
    """
    return person in left(s, book_of(s).heirs[person].side) and lord_in_play(s, person) is not None


def highest(s: State, side: Side) -> Person | None:
    """6.2.1 The side's highest Heir who is present."""
    return next((person for person in left(s, side) if is_present(s, person)), None)


def king(s: State) -> Person | None:
    """6.2.1 King: the highest Heir of the King's side who is present."""
    return highest(s, s.king)


def cards_in_play(s: State) -> set[Card]:
    """6.3 The cards in this War now, without Edward (l26)."""
    wars, decks = wars_of(s), war_of(s).decks
    return {card for side in Side for card in (*decks[side], *wars.cards[side])}


def now(s: State, lord: Lord) -> Lord:
    """6.2.2 The Lord card now in use, if another has replaced this one."""
    if s.wars is None or s.lords[lord].status is not Status.REPLACED:
        return lord
    return next(each.new for each in war_of(s).replacements if each.old == lord)


def meant(s: State, lords: Iterable[Lord]) -> list[Lord]:
    """6.2.2 These Lords, but of Lords with the same name (Somerset) only the one in play, or if none is, the one who can
    still come.
    """
    candidates = list(lords)
    if s.wars is None:
        return candidates
    chosen = {(s.box.lords[lord].side, s.box.lords[lord].name): lord for lord in sorted(candidates, key=partial(_far, s))}
    return [lord for lord in candidates if lord in chosen.values()]


def _far(s: State, lord: Lord) -> int:
    """A sort key: Lords in play first, then those nearest to it."""
    status = s.lords[lord].status if lord in s.lords else Status.REMOVED
    return 2 if status in (*PRESENT, Status.CAPTIVE) else int(status is Status.SET_ASIDE)


def in_place_of(s: State, lord: Lord) -> Lord:
    """6.2.2 The Lord whose Command cards belong to this Lord: himself, or the one whose place he has taken (R122)."""
    if s.wars is None:
        return lord
    for each in war_of(s).arrivals:
        gone = each.in_place and each.removed is not None and is_removed(s, each.removed)
        if gone and person_of(s, lord) == each.removed and each.lord in s.lords:
            return each.lord
    return now(s, lord)
