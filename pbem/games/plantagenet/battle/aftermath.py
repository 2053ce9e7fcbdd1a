"""4.4.4 Aftermath of a Battle."""

from __future__ import annotations

from pbem.games.plantagenet.battle.temporary import return_troops
from pbem.games.plantagenet.components.board import YORK_CITY
from pbem.games.plantagenet.components.box import Side
from pbem.games.plantagenet.components.locales import set_favour
from pbem.games.plantagenet.components.lords import disband_if_bare, return_card
from pbem.games.plantagenet.components.setup import TOWTON
from pbem.games.plantagenet.components.state import State, battle_of


def aftermath(s: State, winner: Side | None) -> None:
    """4.4.4 Aftermath: lent Troops leave, survivors are marked as having Fought, Events are discarded, no Command actions
    remain.
    """
    for lord in list(battle_of(s).fighters):
        return_troops(s, lord)
        s.mats[lord].moved = True
        s.mats[lord].valour = 0
        disband_if_bare(s, lord, "4.4.4")
    for card in battle_of(s).events:
        return_card(s, card)
    test_of_arms(s, winner)
    if s.command is not None:
        s.command.ended = True
    s.battle, s.approach = None, None


def test_of_arms(s: State, winner: Side | None) -> None:
    """6.0 Test of Arms: after a Battle at York the city Favours the winner, who has taken Spoils by the old Favour (ruling
    R114).
    """
    if TOWTON in s.sheet.special_rules and battle_of(s).place == YORK_CITY and winner is not None:
        set_favour(s, YORK_CITY, winner, "6.0")
