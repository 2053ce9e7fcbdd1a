"""What has been counted: legs by kind, Turns, letters, lines."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from typing import Any

from pbem.lab.legs.kinds import Leg


@dataclass
class Count:
    """The sum of one game or many.

    `floor` are the hand-overs that were worth a letter, `idle` the legs at which there was one legal answer only; `refused`
    counts letters with a line refused, `slips` the words misspelt, `marred` the lines refused for one, `shown` those of them
    that were answered with the line meant. `seconds` are those of the processor that the
    moderator has worked, `servers` those of the mail servers.
    """

    games: int = 0
    turns: int = 0
    legs: Counter[Leg] = field(default_factory=Counter)
    floor: int = 0
    idle: int = 0
    letters: int = 0
    lines: int = 0
    refused: int = 0
    slips: int = 0
    marred: int = 0
    shown: int = 0
    seconds: float = 0.0
    servers: float = 0.0

    def add(self, other: Count) -> None:
        """Take in another count."""
        self.legs.update(other.legs)
        played = ("games", "turns", "floor", "idle", "letters", "lines", "refused", "slips", "marred", "shown")
        counted = (*played, "seconds", "servers")
        for name in counted:
            setattr(self, name, getattr(self, name) + getattr(other, name))

    def per_turn(self, number: int) -> float:
        """The number a Turn, to three places."""
        return round(number / self.turns, 3) if self.turns else 0.0

    def as_json(self) -> dict[str, Any]:
        """All figures: legs of all seats together a Turn, in all and by kind, and what they were counted from."""
        return {
            "legs_per_turn": self.per_turn(self.legs.total()),
            **{kind.name.lower(): self.per_turn(self.legs[kind]) for kind in Leg},
            "floor": self.per_turn(self.floor),
            "idle": self.per_turn(self.idle),
            "games": self.games,
            "turns": self.turns,
            "turns_a_game": round(self.turns / self.games, 2) if self.games else 0.0,
            "letters": self.letters,
            "lines": self.lines,
            "refused": self.refused,
            "slips": self.slips,
            "marred": self.marred,
            "shown": self.shown,
        }

    def summary(self) -> str:
        """The figures for people, a line each."""
        lines = [f"{self.per_turn(self.legs.total()):7.2f}  legs a Turn, all seats together"]
        lines += [f"{self.per_turn(self.legs[kind]):7.2f}  {kind.value}" for kind in Leg]
        lines.append(f"{self.per_turn(self.floor):7.2f}  floor: hand-overs with a choice and something new to see")
        lines.append(f"{self.per_turn(self.idle):7.2f}  with one legal answer only, asked so that the hand stays hidden")
        totals = f"{self.games} games, {self.turns} Turns, {self.letters} letters, {self.lines} lines"
        slips = f"{self.refused} letters with a line refused, {self.slips} slips, {self.marred} lines refused for one"
        return "\n".join([*lines, totals, f"{slips}, {self.shown} of them answered with the line meant"])
