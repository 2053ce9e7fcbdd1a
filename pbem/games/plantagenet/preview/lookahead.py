"""A preview of a side's own segments, if the Enemy does nothing. No hidden information is used.

At the end of each of its cards the side Feeds, by the rules.

The Enemy is assumed not to Intercept a March (4.3.4) and not to undo a Levy action (The King's Name, y32). Where they must
answer, as in an Approach, the preview stops.
"""

from __future__ import annotations

from contextlib import suppress

from pbem.engine.decision import Seat
from pbem.engine.game.forecast import SoloPlay
from pbem.games.plantagenet.campaign.command import act, can_act, open_command
from pbem.games.plantagenet.campaign.feed import feed_side, unmark
from pbem.games.plantagenet.campaign.intercept import INTERCEPT
from pbem.games.plantagenet.campaign.plan import begin_campaign, plan_question
from pbem.games.plantagenet.components.box import Lord, Side
from pbem.games.plantagenet.components.setup import BATTLE_ONLY
from pbem.games.plantagenet.components.state import Phase, State
from pbem.games.plantagenet.levy.muster import KINGS_NAME, open_muster, take_turns
from pbem.games.plantagenet.orders.segments import has_mustered
from pbem.games.plantagenet.wars.ending import WarOver


async def play_alone(s: State, seat: Seat) -> None:
    """2.2 Plays the rest of the Turn as far as the side decides it, and the Muster of the next one."""
    with suppress(WarOver):
        await _turn_alone(s, seat)


async def _turn_alone(s: State, seat: Seat) -> None:
    side = Side(seat)
    if s.sheet.kind == BATTLE_ONLY or s.result is not None:
        return
    if s.phase is Phase.LEVY:
        await muster_alone(s, side)
        s.phase = Phase.CAMPAIGN
        await begin_campaign(s)
    await campaign_alone(s, side)
    if s.turn < s.sheet.last_turn:
        s.phase, s.turn = Phase.LEVY, s.turn + 1
        await muster_alone(s, side)


async def muster_alone(s: State, side: Side) -> None:
    """3.4 Plays the side's Muster from now on."""
    if has_mustered(s, side):
        return
    if s.muster is None or s.muster.side is not side:
        open_muster(s, side)
    await take_turns(s)


async def campaign_alone(s: State, side: Side) -> None:
    """4.1-4.2 Plays the Plan and its cards from now on; anything between two cards is left out."""
    fighting = s.battle is not None or s.approach is not None
    if s.command is not None and s.command.side is side and not fighting:
        await card_alone(s, side, s.command.lord)
    elif not s.plans[side] and not s.cards_played and not fighting:
        s.plans[side] = list(await plan_question(s, side))
    s.command, s.battle, s.approach = None, None, None
    while s.plans[side]:
        card = s.plans[side].pop(0)
        s.cards_played += 1
        if card in s.mats:
            unmark(s)
            open_command(s, Lord(card))
            await card_alone(s, side, Lord(card))
            s.command = None


async def card_alone(s: State, side: Side, lord: Lord) -> None:
    """4.2.1, 4.7 Plays the rest of a card, then Feed. If the card is over, Feed may be under way: it is left out."""
    if can_act(s, lord):
        await act(s, side, lord)
        await feed_side(s, side)


SOLO_PLAY = SoloPlay(play_alone, frozenset({INTERCEPT, KINGS_NAME}))
