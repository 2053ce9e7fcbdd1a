"""6.2.2 Succession: the immediate consequences when an Heir Dies or is Shipwrecked."""

from __future__ import annotations

from collections.abc import Iterable

from pbem.engine.event import tell
from pbem.games.plantagenet.components.box import Card, Lord, Side
from pbem.games.plantagenet.components.lords import OFF_RIGHT, return_card, take_from_mat
from pbem.games.plantagenet.components.replacing import replace_in_plans, replace_lord
from pbem.games.plantagenet.components.state import Cylinder, State, Status
from pbem.games.plantagenet.components.war_book import THIRD_WARS, Arrival, CardsWhile, HeirStanding, Person
from pbem.games.plantagenet.wars.ending import check_heirs
from pbem.games.plantagenet.wars.heirs import (
    book_of,
    highest,
    is_present,
    is_removed,
    left,
    lord_called,
    lord_in_play,
    person_of,
    war_of,
    wars_of,
)

SOMERSET_2 = Person("somerset_2")


def lord_lost(s: State, lord: Lord) -> None:
    """6.2.2 A Lord has Died or been Shipwrecked: if he is an Heir, the War may end, and he is succeeded.

    Raises WarOver. Ruling: it is carried out before the next Lord rolls, so that March rolls as Edward IV when York has
    Died just before.
    """
    person = person_of(s, lord)
    if person is None:
        return
    side = book_of(s).heirs[person].side
    remove_heir(s, person)
    tell(s, "6.2.2", "heir_lost", side=side, lord=lord, heir=lord_called(s, lord))
    check_heirs(s, side)
    if wars_of(s).war not in THIRD_WARS:  # in a third War it affects the set-up only (6.3)
        succeed(s, side)


def remove_heir(s: State, person: Person) -> None:
    """6.2.2 Remove: an Heir is out of the game for good."""
    wars = wars_of(s)
    wars.heirs = {side: [each for each in heirs if each != person] for side, heirs in wars.heirs.items()}
    wars.removed.append(SOMERSET_2 if person in wars.removed else person)  # he plays as Somerset (1) in IIIL


def succeed(s: State, side: Side) -> None:
    """6.2.2 Lords are replaced in place and added, and cards leave and join, as far as this War's rules say."""
    replace_heirs(s, side)
    add_lords(s, side)
    adjust_cards(s, side)
    forget_who_cannot_come(s)


def replace_heirs(s: State, side: Side) -> None:
    """6.2.2 Replace: the other Lord card of an Heir who becomes King replaces their present one, wherever that is."""
    for each in war_of(s).replacements:
        if highest(s, side) == each.highest and lord_in_play(s, each.highest) == each.old:
            tell(s, "6.2.2", "replaced", side=side, lord=each.new, replaced=each.old)
            replace_lord(s, each.old, each.new)


def add_lords(s: State, side: Side) -> None:
    """6.2.2 Add: Lords who succeed come to the next Turn's box of the Calendar, with their Seats."""
    for each in war_of(s).arrivals:
        waits = each.lord in s.lords and s.lords[each.lord].status is Status.SET_ASIDE
        if s.box.lords[each.lord].side is side and waits and has_come(s, each.removed, each.at_most, side):
            add_lord(s, each.lord)
            take_command_cards(s, each)


def has_come(s: State, removed: Person | None, at_most: int, side: Side) -> bool:
    """6.3 Whether a Lord is to be added now: an Heir is removed, or few enough remain."""
    return is_removed(s, removed) if removed is not None else len(left(s, side)) <= at_most


def add_lord(s: State, lord: Lord) -> None:
    """6.2.2 To Calendar, Seats: a new Lord's cylinder goes into the next Turn's box, unmarked, their Seat onto the map.

    Ruling: after box 15 that is off the right end of the Calendar.
    """
    s.lords[lord] = Cylinder(Status.CALENDAR, box=min(s.turn + 1, OFF_RIGHT))
    s.seats.append(lord)
    side, box = s.box.lords[lord].side, s.lords[lord].box
    tell(s, "6.2.2", "arrives", side=side, lord=lord, called=lord_called(s, lord), box=box)


def take_command_cards(s: State, arrival: Arrival) -> None:
    """6.2.2 Replace: a Lord who comes in an Heir's place takes over their Command cards in the Plan (IIL, ruling R122)."""
    if arrival.in_place and arrival.removed is not None:
        for lord in book_of(s).heirs[arrival.removed].lords:
            replace_in_plans(s, lord, arrival.lord)


def forget_who_cannot_come(s: State) -> None:
    """6.2.2 Lords who were set aside for a Succession that can no longer happen are out of the War."""
    for lord in [lord for lord, cylinder in s.lords.items() if cylinder.status is Status.SET_ASIDE]:
        if not may_come(s, lord):
            del s.lords[lord]


def may_come(s: State, lord: Lord) -> bool:
    """6.2.2 Whether a Lord who is set aside may still come by this War's Succession."""
    person = person_of(s, lord)
    if person is not None and is_removed(s, person):
        return False
    war = war_of(s)
    arriving = [each for each in war.arrivals if each.lord == lord]
    succeeding = [each for each in war.replacements if each.new == lord]
    return any(each.removed is None or not is_removed(s, each.removed) for each in arriving) or any(
        is_present(s, each.highest) for each in succeeding
    )


# Cards


def succession_cards(s: State, side: Side) -> list[Card]:
    """6.3 The Arts of War cards that Succession has in play for a side with its present Heirs, each once."""
    rows = [row for row in war_of(s).cards_while if row.side is side and stands_so(s, row)]
    return list(dict.fromkeys(card for row in rows for card in row.cards))


def stands_so(s: State, row: CardsWhile) -> bool:
    """6.3 Whether one of the persons for whom these cards are in play has the standing that the War's page requires."""
    match row.standing:
        case HeirStanding.PRESENT:
            return any(is_present(s, person) for person in row.persons)
        case HeirStanding.HIGHEST:
            return highest(s, row.side) in row.persons
    return any(is_removed(s, person) for person in row.persons)


def adjust_cards(s: State, side: Side) -> None:
    """6.2.2 Arts of War: cards leave, wherever they are, and join the deck; cards of both the old and the new Heir stay
    where they are. A card that is set aside (y28, l26) stays so.
    """
    wars, wanted = wars_of(s), succession_cards(s, side)
    before = wars.cards[side]
    wars.cards[side] = wanted
    leaving = [card for card in before if card not in wanted and card not in s.aside]
    joining = [card for card in wanted if card not in before and card not in s.aside]
    for card in leaving:
        take_out(s, card)
    for card in joining:
        return_card(s, card)
    if leaving:
        tell(s, "6.2.2", "cards_leave", side=side, cards=leaving)
    if joining:
        tell(s, "6.2.2", "cards_join", side=side, cards=joining)


def take_out(s: State, card: Card) -> None:
    """6.2.2 Removes a card from wherever it is, including Held Events and Capabilities.

    Ruling: an Event in force ends with its card; a Special Vassal leaves with it.
    """
    for place in _places(s):
        if card in place:
            place.remove(card)
    for lord, mat in s.mats.items():
        if card in mat.capabilities:
            take_from_mat(s, card, lord)


def _places(s: State) -> Iterable[list[Card]]:
    yield from s.decks.values()
    yield from s.held.values()
    yield from (s.drawn, s.this_levy, s.this_campaign, s.next_levy)
    if s.battle is not None:
        yield s.battle.events
