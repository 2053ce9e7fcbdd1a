"""4.4.3 Death check and Disband: Events, rolls, Death, then Routed Lords and Vassals Disband."""

from __future__ import annotations

from collections.abc import Sequence

from pbem.engine.decision import Decision, Pick, YesNo
from pbem.engine.decision import Sequence as InOrder
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
from pbem.games.plantagenet.components.war_book import THIRD_WARS
from pbem.games.plantagenet.wars.ending import last_heir, surrender
from pbem.games.plantagenet.wars.heirs import now, person_of
from pbem.games.plantagenet.wars.succession import lord_lost
from pbem.i18n import Text

CAPTOR = "6.0 captor"
HAVEN = "6.0 haven"
DEATHS = "4.4.3 deaths"
DEATH = "4.4.3 death"
SURRENDER_KEY = "6.1.1 surrender"
CAPTURE_OF_THE_KING = "capture_of_the_king"
EDWARDS_HAVEN = "foreign_haven_edward"
DIES_FROM = 3
FLED_BENEFIT = 2


async def death_check(s: State, winner: Side | None) -> None:
    """4.4.3 Death check and Disband; the King's capture (6.0) comes first (ruling R111)."""
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
    gain(s, Side.YORK, CAPTURE_REWARD, "6.0", Text("the King is captured"))
    leave_battle(s, HENRY_VI)
    if not captors:
        disband_lord(s, HENRY_VI, "6.0")
        gain(s, Side.LANCASTER, CAPTURE_REWARD, "6.0", Text("the King has no captor"))
        return
    prompt = Text("Henry VI is captured: which of your Lords holds him?")
    captor = await Decision(Side.YORK, CAPTOR, InBattle(battle.number), prompt, Pick(lambda: captors), lambda: captors[0])
    leave_mat(s, HENRY_VI)
    s.lords[HENRY_VI] = Cylinder(Status.CAPTIVE, captor)
    tell(s, "6.0", "king_captured", lord=HENRY_VI, captor=captor)


# 6.0 Foreign Haven


async def edwards_haven(s: State) -> None:
    """6.0 Foreign Haven: if Margaret is not on the map (1.3.1, ruling R38), a Routed Edward IV may go into Exile at the
    usual cost (ruling R116).
    """
    rule = EDWARDS_HAVEN in s.sheet.special_rules
    if not rule or EDWARD_IV not in routed_lords(s, Side.YORK) or on_map(s, MARGARET):
        return
    prompt = Text("Foreign Haven: will Edward IV go into Exile instead of a Death check?")
    if await Decision(Side.YORK, HAVEN, InBattle(battle_of(s).number), prompt, YesNo(), lambda: True):
        await escape(s, EDWARD_IV)


# Death


async def roll_for_death(s: State, side: Side) -> None:
    """4.4.3 Death Check: each Routed Lord Dies on 3-6; a Lord who Fled subtracts two from the roll.

    In the Wars of the Roses a Lord who Dies may be succeeded at once, so that a Lord still to roll has another card (6.2.2).
    """
    for routed in await order_of_deaths(s, side):
        lord = now(s, routed)
        await may_surrender(s, lord)
        fled = lord in battle_of(s).fled
        number = await roll(DEATH, lord)
        dead = number - FLED_BENEFIT * fled >= DIES_FROM
        tell(s, "4.4.3", "death_check", side=side, lord=lord, die=number, fled=fled, dead=dead)
        if dead:
            die(s, lord)


async def order_of_deaths(s: State, side: Side) -> list[Lord]:
    """4.4.3 The player chooses the order of their own Lords, by an order given in advance.

    Ruling: they are asked only where something hangs on the order (6.1.1, 6.2.2): no Lord's roll depends on another's.
    """
    lords = routed_lords(s, side)
    if len(lords) < 2 or not s.readings.deaths_as_owner_orders:
        return lords
    prompt, subject = Text("In which order do your Routed Lords roll for Death?"), InBattle(battle_of(s).number)
    shape, asked = InOrder(lambda: lords), order_matters(s, lords)
    order = await Decision(side, DEATHS, subject, prompt, shape, lambda: lords, automatic=not asked)
    return [Lord(lord) for lord in order]


def order_matters(s: State, lords: Sequence[Lord]) -> bool:
    """6.1.1, 6.2.2 Whether Surrender or a Succession can depend on which of these Lords rolls first."""
    return s.wars is not None and s.wars.war not in THIRD_WARS and any(person_of(s, lord) is not None for lord in lords)


async def may_surrender(s: State, lord: Lord) -> None:
    """6.1.1 Just before the last Heir of the first or second War rolls for Death, their side may concede the War."""
    if not last_heir(s, lord):
        return
    prompt = Text(
        "{lords} is your last Heir, and is about to roll for Death: do you concede this War?", lords=s.box.lords[lord].name
    )
    if await Decision(side_of(s, lord), SURRENDER_KEY, lord, prompt, YesNo(), lambda: False):
        surrender(s, side_of(s, lord))


def die(s: State, lord: Lord) -> None:
    """4.4.3 Death: the Lord leaves the game. Warwick's Death as a Defender opens the Foreign Haven (6.0, ruling R1). Heirs
    are succeeded, or the War ends (6.2.2).
    """
    defender = side_of(s, lord) is not battle_of(s).attacker
    leave_battle(s, lord)
    remove_lord(s, lord, Status.DEAD, "4.4.3")
    if lord == WARWICK_L and defender:
        foreign_haven(s)
    lord_lost(s, lord)


# Disband


def disband_routed(s: State) -> None:
    """4.4.3 Disband: Routed Lords who did not Die, then the Routed Vassals of the others, with their cards."""
    for side in battle_order(s):
        for lord in routed_lords(s, side):
            leave_battle(s, lord)
            disband_lord(s, lord, "4.4.3")
    for lord in battle_of(s).fighters:
        for vassal in list(s.mats[lord].routed_vassals):
            disband_vassal(s, vassal, "4.4.3")
