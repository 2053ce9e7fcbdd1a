"""6.2.6, 9.2 What the winners of a combat take: captives, Royals, the Major card."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from pbem.engine.decision import Seat
from pbem.engine.event import tell
from pbem.engine.refusal import Illegal
from pbem.games.kingmaker.components.cards import Sort
from pbem.games.kingmaker.components.ids import Area, Card, NobleId, RoyalId
from pbem.games.kingmaker.components.names import name_of
from pbem.games.kingmaker.components.nobles import allied, attach, in_area, of_sort, royals_with, strongest
from pbem.games.kingmaker.components.state import Captive, Fight, State
from pbem.i18n import Text


@dataclass(frozen=True)
class Victors:
    """6.2.6, 13.2 (l. 659-661) The winners: the survivors, the player who gets the gains, and the commander of their allied
    Force, alive or not (None: they have no Force).
    """

    nobles: Sequence[NobleId]
    seat: Seat
    force: NobleId | None


def victors(s: State, fight: Fight, attacker_won: bool, survivors: Sequence[NobleId]) -> Victors:
    """6.2.6, 13.2 The winners of a combat, computed before the dead are removed.

    The gains of a Force are its commander's player's, whether it attacks or defends (l. 659; Ruling: R56, R112). Ruling: K13
    allied defenders without a Force: the gains are the player's who was named as the enemy, if one of their Nobles survives,
    else the owner's of the first survivor by id.
    """
    if attacker_won:
        return Victors(survivors, fight.leader, fight.force)
    if fight.guard is not None:
        return Victors(survivors, s.nobles[fight.guard].owner, fight.guard)
    seats = [s.nobles[noble].owner for noble in sorted(survivors)]
    return Victors(survivors, fight.against if fight.against in seats else seats[0], None)


def take_royals(s: State, area: Area, losers: Sequence[NobleId], won: Victors, wanted: Mapping[RoyalId, NobleId]) -> None:
    """6.2.6, 10.1 (l. 434) Gives the Royals of the beaten to winners, by default to the first.

    Royals won by a Force may go to any allied Noble in the Area (Ruling: R56; K48). Raises Illegal.
    """
    for royal in royals_with(s, *losers):
        noble = wanted.get(royal, won.nobles[0])
        if noble not in takers(s, area, won):
            raise Illegal(
                Text(
                    "{royal} goes to a Noble of the winning side, not to {noble}",
                    royal=name_of(s, royal),
                    noble=name_of(s, noble),
                )
            )
        attach(s, royal, noble)
        s.royals[royal].at = s.nobles[noble].at
        tell(s, "10.1", "won", royal=royal, noble=noble)


def takers(s: State, area: Area, won: Victors) -> list[NobleId]:
    """R56 The Nobles who may take Royals won: the winners; after a Force's victory any allied Noble in the Area."""
    if won.force is None:
        return list(won.nobles)
    return [*won.nobles, *(noble for noble in in_area(s, area, *allied(s, won.seat)) if noble not in won.nobles)]


def capture(s: State, beaten: Sequence[NobleId], victor: Seat, area: Area, force: bool) -> list[NobleId]:
    """9.2 Makes the survivors of the beaten side captives of the victor. Ruling: R27e they leave the board meanwhile."""
    for noble in beaten:
        unit = s.nobles.pop(noble)
        s.captives[noble] = Captive(unit.owner, victor, area, unit.cards, force)
        tell(s, "9.2", "captured", noble=noble, victor=victor, seat=unit.owner)
    return list(beaten)


def award_major(s: State, sort: Sort, won: Victors, to: NobleId | None) -> tuple[Card, NobleId] | None:
    """6.2.6 (l. 434, 460) Gives one Major card to a surviving winner, by default the strongest. Returns it with its holder.

    A Force's goes to its commander if he survives (13.2, l. 661). None if no card is left (Ruling: R27c). Raises Illegal.
    """
    sorts = (Sort.MAJOR_BATTLE, Sort.MAJOR_SIEGE) if s.settings.one_pile else (sort,)
    cards = sorted(of_sort(s, s.display, *sorts))
    able = [won.force] if won.force is not None and won.force in won.nobles else won.nobles
    noble = strongest(s, able)[0] if to is None else to
    if noble not in won.nobles:
        raise Illegal(Text("{noble} is no survivor of the winning side", noble=name_of(s, noble)))
    if noble not in able:
        raise Illegal(Text("{noble} commands, and takes the Major card", noble=name_of(s, able[0])))
    if not cards:
        return None
    s.display.remove(cards[0])
    s.nobles[noble].cards.append(cards[0])
    tell(s, "6.2.6", "major", card=cards[0], noble=noble)
    return cards[0], noble
