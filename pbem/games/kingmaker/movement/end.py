"""5.10 The end of the Movement phase."""

from __future__ import annotations

from collections.abc import Mapping

from pbem.games.kingmaker.components.ids import NobleId, Phase, RoyalId
from pbem.games.kingmaker.components.state import State
from pbem.games.kingmaker.housekeeping import settle
from pbem.games.kingmaker.movement.land import check_phase
from pbem.games.kingmaker.royals import gain_royals


def end_movement(s: State, royals: Mapping[RoyalId, NobleId]) -> dict[RoyalId, NobleId]:
    """5.10, 10.1 The active player gains uncontrolled Royals; then the Combat phase begins. Returns the Royals with their
    Nobles.
    """
    check_phase(s)
    gained = gain_royals(s, s.active, royals)
    s.phase = Phase.COMBAT
    settle(s)
    return gained
