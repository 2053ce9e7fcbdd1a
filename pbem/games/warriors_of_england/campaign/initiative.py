"""5.0 Initiative."""

from __future__ import annotations

from pbem.engine.dice import roll
from pbem.engine.event import tell
from pbem.games.warriors_of_england.components.board import Side
from pbem.games.warriors_of_england.components.state import State

RULE = "5.0"
ROLL = f"{RULE} initiative"


async def initiative(s: State) -> None:
    """5.0 Both sides roll; the higher die gets the Initiative, on a tie the side that did not have it (York in the first
    turn).

    Ruling: J1 on a tie the value is the common die plus 1.
    """
    dice = {side: await roll(ROLL, side) for side in Side}
    if len(set(dice.values())) == 1:
        winner = s.initiative.enemy if s.initiative is not None else Side.YORK
    else:
        winner = max(dice, key=lambda side: dice[side])
    s.initiative, s.value = winner, dice[winner.enemy] + 1
    s.impulses = {winner: s.value, winner.enemy: s.value - 1}
    tell(s, RULE, "initiative", dice=dict(dice), side=winner, value=s.value)
