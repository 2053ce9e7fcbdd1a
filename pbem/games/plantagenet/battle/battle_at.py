"""4.4 A Battle on the map, from Array to Aftermath."""

from __future__ import annotations

from pbem.games.plantagenet.battle.aftermath import aftermath
from pbem.games.plantagenet.battle.array import array, begin_battle
from pbem.games.plantagenet.battle.battle import battle
from pbem.games.plantagenet.battle.ending import end_battle
from pbem.games.plantagenet.battle.temporary import lend_troops
from pbem.games.plantagenet.components.board import Locale
from pbem.games.plantagenet.components.box import Side
from pbem.games.plantagenet.components.state import State


async def battle_at(s: State, place: Locale, attacker: Side, ford: frozenset[Side] = frozenset()) -> Side | None:
    """4.4 Fights a Battle at a Stronghold between all Lords there. Returns the winner, None if both sides lose.

    `ford`: the sides against which Blocked Ford was played.
    """
    begin_battle(s, place, attacker, ford)
    lend_troops(s)
    await array(s)
    winner = await battle(s)
    await end_battle(s, winner)
    aftermath(s, winner)
    return winner
