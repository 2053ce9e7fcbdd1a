"""How a side's own segments would go if the Enemy did nothing: for previews. Nothing hidden is looked at.

At the end of each of its cards the side Feeds, by the rules.

The Enemy lets a March pass (4.3.4) and a Levy action stand (The King's Name, y32). Where they must answer otherwise, as in
an Approach, the lookahead stops.
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
    """2.2 The rest of the Turn as far as it is the side's to do, and the Muster of the next one."""
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
    """3.4 The side's Muster, from where it stands."""
    if has_mustered(s, side):
        return
    if s.muster is None or s.muster.side is not side:
        open_muster(s, side)
    await take_turns(s)


async def campaign_alone(s: State, side: Side) -> None:
    """4.1-4.2 The Plan and its cards, from where they stand: what else comes between two of them is left out."""
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
    """4.2.1, 4.7 The rest of a card, then Feed. Of a card that is over Feed may be under way: it is left out."""
    if can_act(s, lord):
        await act(s, side, lord)
        await feed_side(s, side)


SOLO_PLAY = SoloPlay(play_alone, frozenset({INTERCEPT, KINGS_NAME}))
