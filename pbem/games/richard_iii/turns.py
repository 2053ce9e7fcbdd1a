"""1.0 The course of play."""

from __future__ import annotations

from pbem.engine.event import tell
from pbem.games.richard_iii.actions.actions import action_phase
from pbem.games.richard_iii.battle.battle import battle_phase
from pbem.games.richard_iii.cards.cards import choose_cards
from pbem.games.richard_iii.cards.deal import deal
from pbem.games.richard_iii.components.state import GameOver, Phase, State
from pbem.games.richard_iii.political.political import political_turn
from pbem.games.richard_iii.supply.supply import supply_phase

TURNS = 7
PHASES = (
    (Phase.CARD, choose_cards),
    (Phase.ACTION, action_phase),
    (Phase.BATTLE, battle_phase),
    (Phase.SUPPLY, supply_phase),
)


async def play(s: State) -> None:
    """1.0 Runs the campaigns, of seven turns and a Political Turn each, until a side has won."""
    try:
        await deal(s)
        while True:
            await campaign(s)
    except GameOver:
        return


async def campaign(s: State) -> None:
    """1.0 Runs one campaign. Raises GameOver."""
    while s.turn <= TURNS:
        await turn(s)
        s.turn += 1
    s.turn = TURNS
    s.phase = Phase.POLITICAL
    await political_turn(s)
    s.phase = Phase.CARD


async def turn(s: State) -> None:
    """1.0 Runs one game turn. Raises GameOver."""
    tell(s, "1.0", "turn_begins", campaign=s.campaign, turn=s.turn)
    for phase, step in PHASES:
        s.phase = phase
        await step(s)
