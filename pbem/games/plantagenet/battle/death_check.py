"""4.4.3 Death check and Disband: Events, rolls, Death, then Routed Lords and Vassals Disband."""

from __future__ import annotations

from pbem.engine.decision import Decision, Pick, YesNo
from pbem.engine.dice import roll
from pbem.engine.event import tell
from pbem.games.plantagenet.battle.array import battle_order, leave_battle, routed_lords, unrouted_lords
from pbem.games.plantagenet.battle.cards_york import bloody_thou_art
from pbem.games.plantagenet.battle.death_events import escape, play_events
from pbem.games.plantagenet.components.box import EDWARD_IV, HENRY_VI, MARGARET, WARWICK_L, Lord, Side
from pbem.games.plantagenet.components.haven import foreign_haven
from pbem.games.plantagenet.components.influence import gain
from pbem.games.plantagenet.components.lords import (
    CAPTURE_REWARD,
    disband_lord,
    disband_vassal,
    leave_mat,
    remove_lord,
)
from pbem.games.plantagenet.components.state import Cylinder, State, Status, battle_of, on_map, side_of
from pbem.games.plantagenet.components.subjects import InBattle

CAPTOR = "6.0 captor"
HAVEN = "6.0 haven"
DEATH = "4.4.3 death"
CAPTURE_OF_THE_KING = "capture_of_the_king"
EDWARDS_HAVEN = "foreign_haven_edward"
DIES_FROM = 3
FLED_BENEFIT = 2


async def death_check(s: State, winner: Side | None) -> None:
    """4.4.3 Death check and Disband; the King's capture (6.0) comes first of all (ruling R111)."""
    if winner is Side.YORK:
        await capture_the_king(s)
    if bloody_thou_art(s, winner):
        tell(s, "4.4.3", "bloody_thou_art")
        for lord in routed_lords(s, Side.LANCASTER):
            die(s, lord)
    else:
        await edwards_haven(s)
        for side in battle_order(s):
            await play_events(s, side)
        for side in battle_order(s):
            await roll_for_death(s, side)
    disband_routed(s)


# 6.0 Capture of the King


async def capture_the_king(s: State) -> None:
    """6.0 Capture of the King: Henry VI goes to the mat of an Unrouted Yorkist Lord, and York gains 10 Influence."""
    battle = battle_of(s)
    if CAPTURE_OF_THE_KING not in s.sheet.special_rules or HENRY_VI not in battle.fighters:
        return
    captors = unrouted_lords(s, Side.YORK)
    gain(s, Side.YORK, CAPTURE_REWARD, "6.0", "the King is captured")
    leave_battle(s, HENRY_VI)
    if not captors:
        disband_lord(s, HENRY_VI, "6.0")
        gain(s, Side.LANCASTER, CAPTURE_REWARD, "6.0", "the King has no captor")
        return
    prompt = "Henry VI is captured: which of your Lords holds him?"
    captor = await Decision(Side.YORK, CAPTOR, InBattle(battle.number), prompt, Pick(lambda: captors), lambda: captors[0])
    leave_mat(s, HENRY_VI)
    s.lords[HENRY_VI] = Cylinder(Status.CAPTIVE, captor)
    tell(s, "6.0", "king_captured", lord=HENRY_VI, captor=captor)


# 6.0 Foreign Haven


async def edwards_haven(s: State) -> None:
    """6.0 Foreign Haven: with Margaret not on the map (1.3.1, ruling R38) a Routed Edward IV may go into Exile, at the usual
    cost (ruling R116).
    """
    rule = EDWARDS_HAVEN in s.sheet.special_rules
    if not rule or EDWARD_IV not in routed_lords(s, Side.YORK) or on_map(s, MARGARET):
        return
    prompt = "Foreign Haven: will Edward IV go into Exile instead of a Death check?"
    if await Decision(Side.YORK, HAVEN, InBattle(battle_of(s).number), prompt, YesNo(), lambda: True):
        escape(s, EDWARD_IV)


# Death


async def roll_for_death(s: State, side: Side) -> None:
    """4.4.3 Death Check: each Routed Lord Dies on 3-6; who Fled subtracts two from the roll."""
    for lord in routed_lords(s, side):
        fled = lord in battle_of(s).fled
        number = await roll(DEATH, lord)
        dead = number - FLED_BENEFIT * fled >= DIES_FROM
        tell(s, "4.4.3", "death_check", side=side, lord=lord, die=number, fled=fled, dead=dead)
        if dead:
            die(s, lord)


def die(s: State, lord: Lord) -> None:
    """4.4.3 Death: he leaves the game; Warwick's as a Defender opens the Foreign Haven (6.0, ruling R1)."""
    defender = side_of(s, lord) is not battle_of(s).attacker
    leave_battle(s, lord)
    remove_lord(s, lord, Status.DEAD, "4.4.3")
    if lord == WARWICK_L and defender:
        foreign_haven(s)


# Disband


def disband_routed(s: State) -> None:
    """4.4.3 Disband: the Routed Lords who did not Die, then the Routed Vassals of the others, with their cards."""
    for side in battle_order(s):
        for lord in routed_lords(s, side):
            leave_battle(s, lord)
            disband_lord(s, lord, "4.4.3")
    for lord in battle_of(s).fighters:
        for vassal in list(s.mats[lord].routed_vassals):
            disband_vassal(s, vassal, "4.4.3")
