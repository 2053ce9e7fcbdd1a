"""6.0 King Richard: in My Kingdom for a Horse Gloucester may take the crown."""

from __future__ import annotations

from pbem.engine.decision import Decision, YesNo
from pbem.engine.event import tell
from pbem.games.plantagenet.components.board import LONDON
from pbem.games.plantagenet.components.box import GLOUCESTER, RICHARD_III, Lord, Side
from pbem.games.plantagenet.components.lords import discard_capability
from pbem.games.plantagenet.components.lordship import passed_on
from pbem.games.plantagenet.components.state import Cylinder, State, Status, locale_of

CROWN = "6.0 crown"


def may_be_crowned(s: State) -> bool:
    """6.0 Whether Gloucester is at London, in a scenario with this rule."""
    return "king_richard" in s.sheet.special_rules and locale_of(s, GLOUCESTER) == LONDON


async def king_richard_at_setup(s: State) -> None:
    """6.0 King Richard: York may make the change at setup."""
    if may_be_crowned(s):
        prompt = "Will Gloucester begin the game as Richard III?"
        if await Decision(Side.YORK, CROWN, "setup", prompt, YesNo(), lambda: False):
            crown(s)


def crown(s: State) -> None:
    """6.0 King Richard III replaces Gloucester for good, and free of cost: mat, place and Seat, Vassals and what is left of
    his Lordship carry over; cards that Richard III may not hold are discarded (ruling R118).
    """
    tell(s, "6.0", "king_richard", side=Side.YORK, lord=RICHARD_III, replaced=GLOUCESTER)
    s.mats[RICHARD_III] = s.mats.pop(GLOUCESTER)
    s.lords[RICHARD_III] = s.lords[GLOUCESTER]
    s.lords[GLOUCESTER] = Cylinder(Status.REPLACED)
    s.mats = {lord: s.mats[lord] for lord in s.lords if lord in s.mats}
    s.seats = [_crowned(lord) for lord in s.seats]
    for card in list(s.mats[RICHARD_III].capabilities):
        holders = s.box.cards[card].lords
        if holders is not None and RICHARD_III not in holders:
            discard_capability(s, card, RICHARD_III)
    _carry_over(s)


def _carry_over(s: State) -> None:
    """Loyalty and Trust (y22), and the Muster under way."""
    if s.loyalty_and_trust is not None:
        s.loyalty_and_trust = _crowned(s.loyalty_and_trust)
    if s.muster is not None:
        s.muster.able = [_crowned(lord) for lord in s.muster.able]
        s.muster.lord = None if s.muster.lord is None else _crowned(s.muster.lord)
        s.muster.free = {passed_on(grant, GLOUCESTER, RICHARD_III): n for grant, n in s.muster.free.items()}


def _crowned(lord: Lord) -> Lord:
    return RICHARD_III if lord == GLOUCESTER else lord
