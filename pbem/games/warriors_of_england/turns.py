"""4.0 The course of play."""

from __future__ import annotations

from pbem.engine.event import tell
from pbem.games.warriors_of_england.aftermath.control import control
from pbem.games.warriors_of_england.aftermath.henry import henry
from pbem.games.warriors_of_england.aftermath.levy import levies
from pbem.games.warriors_of_england.aftermath.placing import placing, reinforcements
from pbem.games.warriors_of_england.aftermath.tower import trials
from pbem.games.warriors_of_england.battle.battle import battles
from pbem.games.warriors_of_england.campaign.campaign import campaigns
from pbem.games.warriors_of_england.campaign.initiative import initiative
from pbem.games.warriors_of_england.components.state import Phase, State
from pbem.games.warriors_of_england.setup import setup
from pbem.games.warriors_of_england.victory import end_turn, score

STEPS = (
    (Phase.INITIATIVE, initiative),
    (Phase.CAMPAIGNS, campaigns),
    (Phase.BATTLES, battles),
    (Phase.CONTROL, control),
    (Phase.LEVY, levies),
    (Phase.TOWER, trials),
    (Phase.DRAFT, reinforcements),
    (Phase.PLACING, placing),
)


async def play(s: State) -> None:
    """4.0 Runs the game: the set-up, and turns until it is over."""
    await setup(s)
    while s.result is None:
        await turn(s)


async def turn(s: State) -> None:
    """4.1-4.10 Runs one turn."""
    tell(s, "4.0", "turn_begins", turn=s.turn)
    s.fought = 0
    for phase, step in STEPS:
        s.phase = phase
        await step(s)
    s.phase = Phase.SCORE
    score(s)
    s.phase = Phase.HENRY
    await henry(s)
    s.phase = Phase.END
    end_turn(s)
