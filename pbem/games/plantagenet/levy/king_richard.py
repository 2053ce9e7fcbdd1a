"""6.0 King Richard: in My Kingdom for a Horse Gloucester may take the crown."""

from __future__ import annotations

from pbem.engine.decision import Decision, YesNo
from pbem.engine.event import tell
from pbem.games.plantagenet.components.board import LONDON
from pbem.games.plantagenet.components.box import GLOUCESTER, RICHARD_III, Side
from pbem.games.plantagenet.components.replacing import replace_lord
from pbem.games.plantagenet.components.state import State, locale_of
from pbem.i18n import Text

CROWN = "6.0 crown"


def may_be_crowned(s: State) -> bool:
    """6.0 Whether Gloucester is at London, in a scenario with this rule."""
    return "king_richard" in s.sheet.special_rules and locale_of(s, GLOUCESTER) == LONDON


async def king_richard_at_setup(s: State) -> None:
    """6.0 King Richard: York may make the change at setup."""
    if may_be_crowned(s):
        prompt = Text("Will Gloucester begin the game as Richard III?")
        if await Decision(Side.YORK, CROWN, "setup", prompt, YesNo(), lambda: False):
            crown(s)


def crown(s: State) -> None:
    """6.0 King Richard III replaces Gloucester for good, at no cost: mat, place, Seat, Vassals and remaining Lordship
    continue; cards that Richard III may not hold are discarded (ruling R118).
    """
    tell(s, "6.0", "king_richard", side=Side.YORK, lord=RICHARD_III, replaced=GLOUCESTER)
    replace_lord(s, GLOUCESTER, RICHARD_III)
