"""4.4.3 Ending the Battle: Influence, Spoils, Losses, then Death check and Disband."""

from __future__ import annotations

from pbem.engine.dice import roll
from pbem.engine.event import tell
from pbem.games.plantagenet.battle.array import fighters_of, leave_battle, remove_routed, unrouted_lords
from pbem.games.plantagenet.battle.death_check import death_check
from pbem.games.plantagenet.battle.forces import rally_unit, routed_troops
from pbem.games.plantagenet.battle.spoils import give_spoils
from pbem.games.plantagenet.components.board import Unit
from pbem.games.plantagenet.components.box import Lord, Side
from pbem.games.plantagenet.components.influence import gain, standing_of
from pbem.games.plantagenet.components.lords import disband_lord
from pbem.games.plantagenet.components.state import State, battle_of, side_of, troops_of
from pbem.i18n import Text

LOSSES = "4.4.3 losses"


async def end_battle(s: State, winner: Side | None) -> None:
    """4.4.3 Ends the Battle. If both sides lose, there is no Influence, Spoils or Losses (ruling R94)."""
    battle = battle_of(s)
    battle.engagements = []
    for side in Side:
        remove_routed(s, side)
    tell(s, "4.4.3", "battle_ends", place=battle.place, winner=winner)
    if winner is not None:
        reward(s, winner)
        await spoils(s, winner)
        await losses(s, winner)
    await death_check(s, winner)


def reward(s: State, winner: Side) -> None:
    """4.4.3 Influence: the printed ratings of the Lords who fought on the other side, plus one per Vassal."""
    gain(s, winner, sum(standing_of(s, lord) for lord in fighters_of(s, winner.enemy)), "4.4.3", Text("Battle won"))


async def spoils(s: State, winner: Side) -> None:
    """4.4.3 Spoils: the losers' Carts and Provender go to Unrouted winners, depending on whom the Stronghold Favours."""
    place = battle_of(s).place
    assert place is not None
    losers = fighters_of(s, winner.enemy)
    if losers:
        await give_spoils(s, losers, unrouted_lords(s, winner), place)


async def losses(s: State, winner: Side) -> None:
    """4.4.3 Losses: Unrouted Lords roll for their Routed Troops; a Lord without any left Disbands at once (ruling R95)."""
    for lord in unrouted_lords(s, winner):
        for unit, number in routed_troops(s, lord).items():
            for _ in range(number):
                await roll_for_loss(s, lord, unit)
        if not troops_of(s, lord):
            leave_battle(s, lord)
            disband_lord(s, lord, "4.4.3")


async def roll_for_loss(s: State, lord: Lord, unit: Unit) -> None:
    """4.4.3 On a roll within its inherent Protection a piece is no longer Routed; above it is Lost."""
    top = s.box.units[unit].protection
    die = await roll(LOSSES, f"{lord} {unit}")
    if die <= top:
        rally_unit(s, lord, unit)
    else:
        s.mats[lord].routed[unit] -= 1
    tell(s, "4.4.3", "losses", side=side_of(s, lord), lord=lord, unit=unit, die=die, top=top, saved=die <= top)
