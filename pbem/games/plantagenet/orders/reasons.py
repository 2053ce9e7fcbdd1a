"""Why a line in a Levy or on a Command card is not possible: short explanations from the position."""

from __future__ import annotations

from pbem.engine.decision import Decision
from pbem.games.plantagenet.campaign.command import COMMAND
from pbem.games.plantagenet.components.box import Side
from pbem.games.plantagenet.components.held import playable
from pbem.games.plantagenet.components.options import EventOf
from pbem.games.plantagenet.components.state import State
from pbem.games.plantagenet.levy.muster import MUSTER
from pbem.games.plantagenet.orders.reasons_command import why_not_commanding
from pbem.games.plantagenet.orders.reasons_levy import why_not_mustering
from pbem.games.plantagenet.orders.reasons_shared import Ids, cards_of_side, name
from pbem.i18n import Text


def why_not(s: State, decision: Decision, verb: str, ids: Ids) -> str | None:
    """Why the line with this order word and these ids is not possible in the Muster or on a Command card."""
    side = Side(decision.seat)
    if verb == "play":
        return why_not_played(s, side, ids)
    if decision.key == MUSTER:
        return why_not_mustering(s, side, verb, ids)
    if decision.key == COMMAND and s.command is not None:
        return why_not_commanding(s, s.command.lord, verb, ids)
    return None


def why_not_played(s: State, side: Side, ids: Ids) -> str | None:
    """3.1.3 Why a Held Event cannot be played: the side does not have it, or it cannot be played now."""
    cards = cards_of_side(s, side, ids)
    cards_held = [card for card in cards if card in s.held[side]]
    if not cards_held:
        return Text("you do not hold {eventof}", eventof=name(s, EventOf(cards[0]))) if cards else None
    return (
        None
        if cards_held[0] in playable(s, side)
        else Text("{eventof} cannot be played at this moment", eventof=name(s, EventOf(cards_held[0])))
    )
