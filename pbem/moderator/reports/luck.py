"""How far dice stray from what fair ones do: exact figures, with nothing but the standard library's mathematics."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from math import erfc, exp, fsum, pi, sqrt

from pbem.engine.decision import Seat
from pbem.render.final import RAREST, Chances

FACES = 6
FEWEST = 30
"""With fewer dice there are less than five of each face to be expected, and the test of the faces says nothing."""


def chi_square(counts: Sequence[int]) -> float:
    """How far the numbers of each face are from even: the sum of (seen - expected)^2 / expected; 0 is even."""
    expected = sum(counts) / len(counts)
    return fsum((seen - expected) ** 2 / expected for seen in counts) if expected else 0.0


def chance_of_faces(chi: float) -> float:
    """The chance that six faces of fair dice stray by `chi` or more: the upper tail of chi-square, five degrees of freedom.

    Exact for an odd number of degrees (Abramowitz and Stegun, 26.4.4).
    """
    return erfc(sqrt(chi / 2)) + sqrt(2 * chi / pi) * exp(-chi / 2) * (1 + chi / 3)


def distribution(faces: Iterable[int]) -> list[float]:
    """The chance of each number of successes, where each die succeeds on so many of its six `faces` (Poisson's binomial)."""
    chances = [1.0]
    for good in faces:
        chance = good / FACES
        stays = [before * (1 - chance) for before in chances]
        rises = [before * chance for before in chances]
        chances = [a + b for a, b in zip([*stays, 0.0], [0.0, *rises], strict=True)]
    return chances


def luck(seat: Seat, attempts: Iterable[tuple[int, bool]]) -> Chances:
    """What is to be said of the rolls of a seat, each with the number of faces it succeeds on and whether it did."""
    rolls = list(attempts)
    succeeded = sum(success for _, success in rolls)
    expected = sum(faces for faces, _ in rolls) / FACES
    chances = distribution(faces for faces, _ in rolls)
    tail = fsum(chances[succeeded:] if succeeded > expected else chances[: succeeded + 1])
    return Chances(seat, len(rolls), succeeded, expected, one_in(tail), succeeded > expected)


def one_in(chance: float) -> int:
    """A chance as "one time in so many", to two digits; 1 for what happens more often than two times in three."""
    if chance > 2 / 3:
        return 1
    if chance * RAREST <= 1:
        return RAREST
    times = 1 / chance
    return round(times) if times < 100 else round(times / 10) * 10
