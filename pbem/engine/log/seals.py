"""What the seats of a game have chosen in secret, as its log tells it."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import Generic

from pbem.engine.copying import copied
from pbem.engine.decision import Decision, Json
from pbem.engine.game.rules import Rules
from pbem.engine.game.setup import S
from pbem.engine.log.entry import Entry
from pbem.engine.log.record import Sealed

Choice = tuple[Decision, Json, str]
"""A question, its answer, and the share in the dice that was newest when it was given."""


class Seals(Generic[S]):
    """The secret choices of one game (`made`). The keys of questions that are answered in secret, and when such an answer
    has come to light, are told by its rules (Reports.sealed).
    """

    def __init__(self, rules: Rules[S], made: Iterable[Sealed] = ()) -> None:
        self._lit = rules.reports.sealed
        self._rules = rules
        self.made = list(made)
        self._note_shut()

    def copy(self) -> Seals[S]:
        """The same, to go on from by itself."""
        return Seals(self._rules, self.made)

    def close(self, entry: Entry, choices: Iterable[Choice]) -> None:
        """Note what was chosen in secret, now that `entry` has completed it. An older choice of the same seat for the same
        question that has not come to light before never will, and is forgotten.
        """
        for decision, answer, share in choices:
            if decision.key in self._lit:
                open_ = (s for s in self.made if s.opened or (s.seat, s.key) != (decision.seat, decision.key))
                self.made = [*open_, Sealed(entry.number, decision.seat, decision.key, entry.turn, copied(answer), share)]
                self._note_shut()

    def open(self, s: S, number: int) -> None:
        """Note which choices have come to light by the entry of this number."""
        for place in self._shut:
            sealed = self.made[place]
            if self._lit[sealed.key](s, sealed.seat):
                self.made[place] = replace(sealed, opened=number)
                self._note_shut()

    def _note_shut(self) -> None:
        """Note which choices have not come to light: few of those of a long game, and each entry may open them."""
        self._shut = [place for place, sealed in enumerate(self.made) if not sealed.opened]
