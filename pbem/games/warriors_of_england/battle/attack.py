"""7.3, 7.4 A side's attack, and the Aggressor's misses."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from pbem.engine.dice import roll
from pbem.engine.event import tell
from pbem.games.warriors_of_england.components.board import LONDON, NobleId, Side
from pbem.games.warriors_of_england.components.nobles import at, check_london, side_up, strength
from pbem.games.warriors_of_england.components.state import State, battle_of

ATTACK = "7.3 attack"
HIT = 6
"""7.3.1 A die with its bonus hits from this number up."""
MARKS = 2
"""7.3.3 The number of sides of the Missed marker."""


class Force(NamedTuple):
    """7.3 A side's attack: the number of dice, and the bonus to each."""

    dice: int
    bonus: int


def force_of(s: State, side: Side, nobles: Sequence[NobleId], against: NobleId | None = None) -> Force:
    """7.3.1 A die for each Noble and Troop, up to the commander's Leadership; 7.3.2 the bonus is by how much his Battle
    exceeds the enemy commander's.

    `against` is the enemy commander, by default the one in the battle.
    """
    commander = battle_of(s).commander
    mine, theirs = (side_up(s, each) for each in (commander[side], against or commander[side.enemy]))
    return Force(min(strength(s, nobles), mine.leadership), max(0, mine.battle - theirs.battle))


async def attacks(s: State) -> None:
    """7.3, 7.4 One round: the Aggressor attacks, then the other side, both with their strength at the start of the round."""
    battle = battle_of(s)
    battle.round += 1
    order = (battle.aggressor, battle.aggressor.enemy)
    forces = {side: force_of(s, side, at(s, battle.at, side)) for side in order}
    for side in order:
        battle.hits[side.enemy] = await attack(s, side, forces[side], "round")
    count_misses(s, battle.hits[battle.aggressor.enemy])
    read_london(s)


def read_london(s: State) -> None:
    """7.5 Records who controls London for the Flight rolls to come, after 8.0.8 (it may be lost now). Ruling: J7 before the
    losses.
    """
    check_london(s)
    battle_of(s).london = s.control.get(LONDON)


async def attack(s: State, side: Side, force: Force, of: str) -> int:
    """7.3 Rolls one side's attack; returns its hits. `of` is "round" or "pursuit"."""
    battle = battle_of(s)
    dice = [await roll(ATTACK, f"{battle.at} {of} {battle.round} {side} {n}") for n in range(1, force.dice + 1)]
    hits = sum(die + force.bonus >= HIT for die in dice)
    rule = "7.3" if side is battle.aggressor else "7.4"
    tell(s, rule, "attacks", side=side, at=battle.at, dice=dice, bonus=force.bonus, hits=hits, of=of, number=battle.round)
    return hits


def count_misses(s: State, hits: int) -> None:
    """7.3.3 A round without a hit by the Aggressor turns up the Missed marker; a hit removes it (Ruling: W5)."""
    battle = battle_of(s)
    if hits:
        battle.missed = 0
        return
    battle.third_miss = battle.missed == MARKS
    battle.missed = min(battle.missed + 1, MARKS)
    tell(s, "7.3.3", "missed", side=battle.aggressor, at=battle.at, mark=battle.missed, third=battle.third_miss)
