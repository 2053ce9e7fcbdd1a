"""A preview of a side's own campaigns or plays, if the enemy does nothing. No die is rolled.

Battles, control and the draft come between the campaigns of a turn and its plays, so a preview covers only one of them.
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
"""5.0 The highest Initiative value: that of a coming turn is not known."""


async def play_alone(s: State, seat: Seat) -> None:
    """6.0 Plays the side's campaigns of this turn from now on, or 11.2 its plays. If the Initiative is still to be rolled
    for, the side gets it.
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
