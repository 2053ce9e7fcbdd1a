"""6.0, 6.1 How a War ends: all its Heirs lost, Surrender, the Victory Check; and the consequences for the campaign."""

from __future__ import annotations

from typing import NoReturn

from pbem.engine.event import tell
from pbem.games.plantagenet.components.box import Lord, Side
from pbem.games.plantagenet.components.locales import tracks
from pbem.games.plantagenet.components.state import State
from pbem.games.plantagenet.components.war_book import FIRST_WAR, THIRD_WARS, Person
from pbem.games.plantagenet.wars.heirs import book_of, is_removed, left, person_of, war_of, wars_of
from pbem.i18n import Text

REMOVAL, WAR_VICTORY, DYNASTIC, SURRENDER = Text("automatic war"), "war", "dynastic", "surrender"


class WarOver(Exception):
    """6.0 The War has ended in the middle of a Turn: the rest of the Turn is not played, and no Death or Disembark is rolled
    for.
    """


def end_war(s: State, winner: Side, how: str, *, campaign: bool = False) -> NoReturn:
    """6.0 The War is won, and the campaign too if `campaign` is set or it is the third. Always raises WarOver.

    Ruling: it stops at once, before all that was still to come of a check.
    """
    wars = wars_of(s)
    wars.won.append({"war": wars.war, "winner": winner, "how": how, "turn": s.turn})
    tell(s, "6.0", "war_won", war=wars.war, side=winner, how=how, tracks=tracks(s))
    if campaign or wars.alone or wars.war in THIRD_WARS:
        win_campaign(s, winner, how)
    raise WarOver


def win_campaign(s: State, winner: Side, how: str) -> None:
    """6.0 Final Victory or Dynastic Victory in the campaign; or a War played alone is over."""
    s.result = {"winner": winner, "how": how}
    tell(s, "6.0", "game_won", side=winner, how=Text("war alone") if wars_of(s).alone else "wars")


# Heirs


def check_heirs(s: State, side: Side) -> None:
    """6.0 Ends the campaign or the War if a side that has lost an Heir has lost it. Raises WarOver."""
    if dynasty_gone(s, side):
        end_war(s, side.enemy, DYNASTIC, campaign=True)
    for winner, removed in war_of(s).won_by_removal:
        if winner is side.enemy and all(is_removed(s, person) for person in removed):
            end_war(s, winner, REMOVAL)
    if not left(s, side):
        end_war(s, side.enemy, WAR_VICTORY)


def dynasty_gone(s: State, side: Side) -> bool:
    """6.0 Dynastic Victory in the second War: whether all possible Heirs of the side are gone; a third War decides the
    campaign in any case.

    Henry Tudor protects Lancaster in the first two Wars, Gloucester York in the first. Ruling: Warwick does not shield
    York in the second War, for only a third can make him an Heir.
    """
    if wars_of(s).war in (FIRST_WAR, *THIRD_WARS):
        return False
    return not possible_heirs(s, side)


def possible_heirs(s: State, side: Side) -> list[Person]:
    """6.0 The side's possible Heirs who are not lost, including those not listed for this War, but without those whom only a
    third War names.
    """
    possible = [heir.person for heir in book_of(s).heirs.values() if heir.side is side and not heir.third_war]
    return [person for person in possible if not is_removed(s, person)]


def last_heir(s: State, lord: Lord) -> bool:
    """6.1.1 Whether this Lord is the last remaining Heir of his side that is listed for the first or second War."""
    person = person_of(s, lord)
    if person is None or wars_of(s).war in THIRD_WARS:
        return False
    return left(s, s.box.lords[lord].side) == [person]


def surrender(s: State, side: Side) -> NoReturn:
    """6.1.1 A side concedes the War. Raises WarOver."""
    tell(s, "6.1.1", "surrenders", side=side)
    end_war(s, side.enemy, SURRENDER)


def lost_heirs(s: State, side: Side) -> list[Person]:
    """6.2.2 The side's Heirs who are lost for good, highest first."""
    return [heir.person for heir in book_of(s).heirs.values() if heir.side is side and is_removed(s, heir.person)]
