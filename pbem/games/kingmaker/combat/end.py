"""6.6, 7.6 The end of the Combat phase."""

from __future__ import annotations

from pbem.engine.event import tell
from pbem.engine.refusal import Illegal
from pbem.games.kingmaker.components.ids import Phase
from pbem.games.kingmaker.components.state import State
from pbem.games.kingmaker.housekeeping import settle
from pbem.i18n import Text


def end_combat(s: State) -> None:
    """6.6, 7.7 The active player's King's Peace and Clamour end with their Combat phase.

    Assaults from the sea that did not take place are called off: the passengers stay aboard (5.6).
    """
    if s.phase is not Phase.COMBAT:
        raise Illegal(Text("it is not the Combat phase"))
    if s.peace is not None and s.peace.player == s.active:
        s.peace = None
        if s.turned is not None:
            s.event_discard.append(s.turned)
            s.turned = None
        tell(s, "7.6", "peace_over")
    s.assaults = {}
    s.phase = Phase.PARLIAMENT
    settle(s)
