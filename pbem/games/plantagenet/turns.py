"""2.2 The course of play: Turn after Turn a Levy (3.0) and a Campaign (4.0)."""

from __future__ import annotations

from typing import Any

from pbem.engine.event import tell
from pbem.games.plantagenet.battle.bosworth import bosworth
from pbem.games.plantagenet.campaign.command import commands
from pbem.games.plantagenet.campaign.end_campaign import end_campaign
from pbem.games.plantagenet.campaign.plan import begin_campaign, plan
from pbem.games.plantagenet.cards.arts_of_war import arts_of_war
from pbem.games.plantagenet.components.setup import BATTLE_ONLY
from pbem.games.plantagenet.components.state import Phase, State
from pbem.games.plantagenet.levy.exiles import exiles_and_vassals
from pbem.games.plantagenet.levy.king_richard import king_richard_at_setup
from pbem.games.plantagenet.levy.muster import muster
from pbem.games.plantagenet.levy.pay import pay
from pbem.games.plantagenet.wars.ending import WarOver
from pbem.games.plantagenet.wars.respite import begin_war, natural_causes, next_war
from pbem.games.plantagenet.wars.set_up import set_up


async def play(s: State) -> None:
    """2.2.1 Turns: each has a Levy, then a Campaign, until the game ends."""
    if s.sheet.kind == BATTLE_ONLY:
        await bosworth(s)
    if s.wars is not None:
        await play_wars(s)
    await king_richard_at_setup(s)
    while s.result is None:
        await take_turn(s)


async def play_wars(s: State) -> None:
    """6.0 Wars and Respite: one War after another, each set up afresh, until the campaign is won."""
    begin_war(s)
    while s.result is None:
        try:
            await take_turn(s)
        except WarOver:
            await respite(s)


async def respite(s: State) -> None:
    """6.1 Respite and War: Natural Causes, then the next War is set up, unless the campaign is over."""
    if s.result is None:
        await natural_causes(s)
    if s.result is None:
        set_up(s, next_war(s))
        begin_war(s)


async def take_turn(s: State) -> None:
    """2.2.2 A Turn."""
    await levy(s)
    await campaign(s)


async def levy(s: State) -> None:
    """3.0, 2.2.2 Levy. There is no Pay in the scenario's first Turn (3.2)."""
    s.phase = Phase.LEVY
    war: dict[str, Any] = {} if s.wars is None else {"war": f"War {s.wars.war}"}
    tell(s, "3.0", "levy_begins", turn=s.turn, **war)
    await arts_of_war(s)
    if s.turn != s.sheet.first_turn:
        await pay(s)
    await exiles_and_vassals(s)
    await muster(s)


async def campaign(s: State) -> None:
    """4.0, 2.2.2 Campaign. It ends the game (5.0) or leads to the next Turn's Levy (4.8.6)."""
    s.phase = Phase.CAMPAIGN
    tell(s, "4.0", "campaign_begins", turn=s.turn)
    await begin_campaign(s)
    await plan(s)
    await commands(s)
    await end_campaign(s)
