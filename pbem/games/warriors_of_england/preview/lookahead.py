"""How a side's own campaigns or plays would go if the enemy did nothing: for previews. No die is rolled.

Battles, control and the draft stand between the campaigns of a turn and its plays, so it ends with the one or the other.
"""

from __future__ import annotations

from pbem.engine.decision import Seat
from pbem.engine.game.forecast import SoloPlay
from pbem.games.warriors_of_england.aftermath.placing import PLACE, place
from pbem.games.warriors_of_england.campaign.campaign import CAMPAIGN, campaign
from pbem.games.warriors_of_england.components.board import Side
from pbem.games.warriors_of_england.components.nobles import in_box
from pbem.games.warriors_of_england.components.state import Phase, State
from pbem.games.warriors_of_england.orders.segments import BEFORE_CAMPAIGNS

HIGHEST = 7
"""5.0 The Initiative value of a turn to come is not known: this is the highest."""


async def play_alone(s: State, seat: Seat) -> None:
    """6.0 The side's campaigns of this turn, from where they stand, or 11.2 its plays. It has the Initiative where that is
    still to be rolled for.
    """
    side = Side(seat)
    if s.phase in BEFORE_CAMPAIGNS:
        s.phase, s.initiative, s.value = Phase.CAMPAIGNS, side, HIGHEST
        s.impulses = {side: HIGHEST, side.enemy: 0}
    if s.phase is Phase.CAMPAIGNS:
        while s.impulses[side]:
            await campaign(s, side)
    if s.phase is Phase.PLACING:
        while s.plays[side] and in_box(s, side):
            await place(s, side)


SOLO_PLAY = SoloPlay(play_alone, hands_over=frozenset({CAMPAIGN, PLACE}))
