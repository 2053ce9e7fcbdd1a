"""What an order would cost and how likely it succeeds, in the words of a preview."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

FACES = 6


@dataclass(frozen=True, slots=True)
class Forecast:
    """What an answer comes to for its seat: by what is paid with, what it costs for certain (no noughts among them); and in
    `words`, a line each, the odds of its rolls and whatever else can be told beforehand.
    """

    costs: Mapping[str, int] = field(default_factory=dict)
    words: tuple[str, ...] = ()

    @property
    def lines(self) -> tuple[str, ...]:
        """The costs on a line, then the words."""
        return ((f"costs {costs_in_words(self.costs)}",) if self.costs else ()) + self.words


def costs_in_words(costs: Mapping[str, int]) -> str:
    """ "2 Influence, 1 Levy action"."""
    return ", ".join(f"{number} {plural(what, number)}" for what, number in costs.items())


def plural(what: str, number: int) -> str:
    """What can be counted ends in a small "action" or the like; Influence, Coin and Provender stay as they are."""
    return f"{what}s" if number != 1 and what.endswith("action") else what


def paid(**costs: int) -> dict[str, int]:
    """Costs without those that are nothing; an underscore stands for a blank."""
    return {what.replace("_", " "): number for what, number in costs.items() if number}


def faces(highest: int) -> str:
    """The faces of a die up to `highest` with their odds: "1-4 (4 in 6, 67 %)"."""
    if highest < 1:
        return "no die"
    highest = min(highest, FACES)
    named = "1" if highest == 1 else f"1-{highest}"
    return f"{named} ({highest} in {FACES}, {percent(highest / FACES)})"


def faces_from(lowest: int) -> str:
    """The faces of a die from `lowest` up with their odds: "5-6 (2 in 6, 33 %)"."""
    if lowest > FACES:
        return "no die"
    lowest = max(lowest, 1)
    named = f"{FACES}" if lowest == FACES else f"{lowest}-{FACES}"
    return f"{named} ({FACES + 1 - lowest} in {FACES}, {percent((FACES + 1 - lowest) / FACES)})"


def odds(highest: int) -> str:
    """The odds of a roll that needs `highest` or less: "succeeds on 1-4 (4 in 6, 67 %)"."""
    return "cannot succeed" if highest < 1 else f"succeeds on {faces(highest)}"


def percent(chance: float) -> str:
    """ "67 %"."""
    return f"{100 * chance:.0f} %"
