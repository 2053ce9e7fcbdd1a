"""7.0 Battles, one after the other."""

from __future__ import annotations

from pbem.engine.decision import Decision, Pick
from pbem.engine.event import tell
from pbem.games.warriors_of_england.battle.attack import attacks
from pbem.games.warriors_of_england.battle.commanders import commanders
from pbem.games.warriors_of_england.battle.intrigue import intrigues
from pbem.games.warriors_of_england.battle.losses import losses
from pbem.games.warriors_of_england.battle.withdrawal import withdrawals
from pbem.games.warriors_of_england.components.board import Area, Side
from pbem.games.warriors_of_england.components.nobles import at, check_london, is_mixed, strength
from pbem.games.warriors_of_england.components.state import Battle, State, battle_of, first_side
from pbem.i18n import Text

RULE = "7.0"
ORDER = f"{RULE} order"


async def battles(s: State) -> None:
    """7.0 A battle in every region with Nobles of both sides, in the order that the Initiative side chooses."""
    while regions(s):
        await battle(s, await battle_question(s))


def regions(s: State) -> list[Area]:
    """7.0 The regions where battles are still to be fought."""
    return [area for area in s.board.regions if is_mixed(s, area)]


def battle_question(s: State) -> Decision:
    """7.0 Where to fight the next battle."""
    question, shape = Text("Fight the next battle in which region?"), Pick(lambda: regions(s))
    return Decision(first_side(s), ORDER, f"battle {s.fought + 1}", question, shape, lambda: easiest(s, first_side(s)))


def easiest(s: State, side: Side) -> Area:
    """D4 The default: where the enemy is weakest relative to one's own strength."""

    def share(area: Area) -> float:
        mine, theirs = (strength(s, at(s, area, each)) for each in (side, side.enemy))
        return theirs / mine

    return min(regions(s), key=share)


async def battle(s: State, area: Area) -> None:
    """7.1-7.7 One battle: commanders, intrigue, and rounds until one side is gone."""
    begin(s, area)
    await commanders(s)
    await intrigues(s)
    while not is_over(s):
        await attacks(s)
        await losses(s)
        if is_over(s) or await withdrawals(s):
            break
    end(s)


def begin(s: State, area: Area) -> None:
    """6.3 Sets the Aggressor; Ruling: J13 York if there is no marker."""
    s.fought += 1
    s.battle = Battle(area, s.aggressor.get(area, Side.YORK))
    tell(s, RULE, "battle_begins", at=area, aggressor=s.battle.aggressor)


def is_over(s: State) -> bool:
    """7.7 Whether one side has no Nobles left."""
    return not is_mixed(s, battle_of(s).at)


def end(s: State) -> None:
    """7.7 Ends the battle."""
    area = battle_of(s).at
    s.battle = None
    left = [side for side in Side if at(s, area, side)]
    tell(s, "7.7", "battle_ends", at=area, holds=left[0] if left else None)
    check_london(s)
