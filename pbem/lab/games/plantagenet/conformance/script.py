"""A record's script as this game reads it: raises for a check that cannot fail, and dice of Protection."""

from __future__ import annotations

from collections.abc import Callable
from itertools import pairwise
from typing import TypeAlias

from pbem.engine.decision import Decision, Json
from pbem.lab.conform import driver
from pbem.lab.conform.conformance import Choice
from pbem.lab.conform.driver import NotScripted

MEANT = ("end_round_now", "no_regroup")
"""Choices that mean something although they begin like those that close a step."""
ALWAYS_SAVES, NEVER_SAVES = 1, 6


class Script(driver.Script):
    """What is left of a record's script. `draws` are the cards drawn.

    With `outcomes`, as a known deviation needs, a reroll of Protection succeeds or fails as recorded; `followed` are the
    dice for which that was done.
    """

    def __init__(self, entries: list[Choice]) -> None:
        super().__init__(entries)
        self.choices = [e for e in self.choices if not _sure_check(entries, e)]
        self.draws = [str(e["card"]) for e in entries if e["t"] == "draw"]
        self.outcomes = False
        self.followed: list[Choice] = []

    def means_nothing(self, entry: Choice) -> bool:
        """Whether a choice may be left over: it decides nothing, for it was the only option, or it closes a step."""
        return entry["c"] not in MEANT and (len(entry.get("o", ())) == 1 or super().means_nothing(entry))

    def place(self, entry: Choice) -> int:
        """Where in the script an entry stands."""
        return next(n for n, other in enumerate(self.entries) if other is entry)

    def after(self, entry: Choice) -> Choice | None:
        """What follows an entry of the script."""
        return next((after for one, after in pairwise(self.entries) if one is entry), None)

    def adjoining(self, entry: Choice, other: Choice | None) -> bool:
        """Whether an entry of the script follows another at once."""
        return other is not None and self.after(entry) is other

    def die_after_last(self) -> int:
        """The die that followed the choice taken out last. Raises NoAnswer."""
        place = next((n for n, entry in enumerate(self.entries) if entry is self.last), len(self.entries))
        rolled: Choice = self.entries[place + 1] if place + 1 < len(self.entries) else {"t": None}
        if not self.left(rolled):
            raise NotScripted("a die for protection")
        die = self.roll(rolled)
        if not self.outcomes or (self.last or {}).get("c") != "valour_reroll":
            return die
        self.followed.append(rolled)
        return _outcome(rolled)


Answer: TypeAlias = Callable[[Decision, Script], Json]


def _outcome(rolled: Choice) -> int:
    """The die that succeeds, or fails, whatever is needed."""
    least, most = map(int, rolled["range"].split("-"))
    return ALWAYS_SAVES if least <= rolled["v"] <= most else NEVER_SAVES


def _sure_check(entries: list[Choice], entry: Choice) -> bool:
    """Whether a choice is that of a raise for a check that cannot fail: the rules ask for none."""
    place = next(n for n, other in enumerate(entries) if other is entry)
    next_entry = entries[place + 1] if place + 1 < len(entries) else {}
    return entry["c"] == "influence_check" and bool(next_entry.get("auto"))
