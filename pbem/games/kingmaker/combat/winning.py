"""6.2.6, 9.2 What the winner of a combat takes: captives, Royals, the Major card."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from pbem.engine.decision import Seat
from pbem.engine.event import tell
from pbem.engine.refusal import Illegal
from pbem.games.kingmaker.components.cards import Sort
from pbem.games.kingmaker.components.ids import Area, Card, NobleId, RoyalId
from pbem.games.kingmaker.components.names import name_of
from pbem.games.kingmaker.components.nobles import allied, attach, in_area, of_sort, royals_with, strongest
from pbem.games.kingmaker.components.state import Captive, Fight, State


def take_royals(
    s: State, fight: Fight, losers: Sequence[NobleId], winners: Sequence[NobleId], wanted: Mapping[RoyalId, NobleId]
) -> None:
    """6.2.6, 10.1 (l. 434) The Royals of the beaten stand with winners; without a word with the first.

    Those won by a Force may go to any allied Noble in the Area (Ruling: R56; K48). Raises Illegal.
    """
    for royal in royals_with(s, *losers):
        noble = wanted.get(royal, winners[0])
        if noble not in takers(s, fight, winners):
            raise Illegal(f"{name_of(s, royal)} goes to a Noble of the winning side, not to {name_of(s, noble)}")
        attach(s, royal, noble)
        s.royals[royal].at = s.nobles[noble].at
        tell(s, "10.1", "won", royal=royal, noble=noble)


def takers(s: State, fight: Fight, winners: Sequence[NobleId]) -> list[NobleId]:
    """R56 Who may take Royals won: the winners; after a Force's victory any allied Noble in the Area."""
    if fight.force is None or not set(winners) & set(fight.attackers):
        return list(winners)
    return [*winners, *(noble for noble in in_area(s, fight.area, *allied(s, fight.leader)) if noble not in winners)]


def capture(s: State, beaten: Sequence[NobleId], victor: Seat, area: Area, force: bool) -> list[NobleId]:
    """9.2 The survivors of the beaten side are captives of the victor. Ruling: R27e they stand aside meanwhile."""
    for noble in beaten:
        unit = s.nobles.pop(noble)
        s.captives[noble] = Captive(unit.owner, victor, area, unit.cards, force)
        tell(s, "9.2", "captured", noble=noble, victor=victor, seat=unit.owner)
    return list(beaten)


def check_major(s: State, fight: Fight, attacker_won: bool, survivors: Sequence[NobleId], to: NobleId | None) -> None:
    """13.2 (l. 661) A Force's Major card is its living commander's. Raises Illegal."""
    commander = fight.force if attacker_won else None
    if commander in survivors and to not in (None, commander):
        raise Illegal(f"{name_of(s, str(commander))} commands, and takes the Major card")


def award_major(s: State, sort: Sort, survivors: Sequence[NobleId], to: NobleId | None) -> tuple[Card, NobleId] | None:
    """6.2.6 (l. 434, 460) One Major card to a surviving participant of the winning side; without a word the strongest.

    None where none is left (Ruling: R27c). Raises Illegal.
    """
    sorts = (Sort.MAJOR_BATTLE, Sort.MAJOR_SIEGE) if s.settings.one_pile else (sort,)
    cards = sorted(of_sort(s, s.display, *sorts))
    noble = strongest(s, survivors)[0] if to is None else to
    if not cards:
        return None
    if noble not in survivors:
        raise Illegal(f"{name_of(s, noble)} is no survivor of the winning side")
    s.display.remove(cards[0])
    s.nobles[noble].cards.append(cards[0])
    tell(s, "6.2.6", "major", card=cards[0], noble=noble)
    return cards[0], noble
