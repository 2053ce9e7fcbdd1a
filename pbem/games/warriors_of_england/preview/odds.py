"""7.3 The odds of a battle fought to the end."""

from __future__ import annotations

from functools import lru_cache
from math import comb
from typing import NamedTuple

from pbem.games.warriors_of_england.battle.attack import HIT

FACES = 6


class Army(NamedTuple):
    """An army: its strength, its commander's Leadership, and the bonus to each die."""

    strength: int
    leadership: int
    bonus: int


class Outcome(NamedTuple):
    """The probabilities that one side, the other, or neither is left."""

    mine: float
    theirs: float
    nobody: float


def hit_chance(bonus: int) -> float:
    """7.3.2 The probability that one die hits."""
    return min(FACES, max(0, FACES + 1 - (HIT - bonus))) / FACES


@lru_cache(maxsize=1024)
def fought_out(mine: Army, theirs: Army) -> Outcome:
    """Rounds until one side is gone: nobody withdraws, and the commanders are hit last."""
    if not mine.strength or not theirs.strength:
        left = bool(mine.strength), bool(theirs.strength)
        return Outcome(float(left[0]), float(left[1]), float(not any(left)))
    total, stays = [0.0, 0.0, 0.0], 0.0
    for given, chance in hits(mine).items():
        for taken, other in hits(theirs).items():
            if not given and not taken:
                stays = chance * other
                continue
            one, other_army = weakened(mine, taken), weakened(theirs, given)
            parts = fought_out(one, other_army)
            total = [sum_ + chance * other * part for sum_, part in zip(total, parts, strict=True)]
    return Outcome(*(part / (1 - stays) for part in total))


def weakened(army: Army, hits_taken: int) -> Army:
    """7.5 An army after this number of hits."""
    return army._replace(strength=max(0, army.strength - hits_taken))


def hits(army: Army) -> dict[int, float]:
    """7.3.1 The probability of each number of hits in a round."""
    dice, chance = min(army.strength, army.leadership), hit_chance(army.bonus)
    return {n: comb(dice, n) * chance**n * (1 - chance) ** (dice - n) for n in range(dice + 1)}
