"""The secret choices of a game's seats, as recorded in its log."""

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
"""A question, its answer, and the newest share in the dice at that moment."""


class Seals(Generic[S]):
    """The secret choices of one game (`made`). The game's rules say which keys are answered in secret, and when such an
    answer is revealed (Reports.sealed).
    """

    def __init__(self, rules: Rules[S], made: Iterable[Sealed] = ()) -> None:
        self._lit = rules.reports.sealed
        self._rules = rules
        self.made = list(made)
        self._note_shut()

    def copy(self) -> Seals[S]:
        """An independent copy."""
        return Seals(self._rules, self.made)

    def close(self, entry: Entry, choices: Iterable[Choice]) -> None:
        """Records the secret choices completed by `entry`. An older choice of the same seat for the same question that was
        not revealed before never will be, and is dropped.
        """
        for decision, answer, share in choices:
            if decision.key in self._lit:
                open_ = (s for s in self.made if s.opened or (s.seat, s.key) != (decision.seat, decision.key))
                self.made = [*open_, Sealed(entry.number, decision.seat, decision.key, entry.turn, copied(answer), share)]
                self._note_shut()

    def open(self, s: S, number: int) -> None:
        """Records which choices the entry of this number has revealed."""
        for place in self._shut:
            sealed = self.made[place]
            if self._lit[sealed.key](s, sealed.seat):
                self.made[place] = replace(sealed, opened=number)
                self._note_shut()

    def _note_shut(self) -> None:
        """Caches the choices that are still secret: they are few even in a long game, and each entry may reveal them."""
        self._shut = [place for place, sealed in enumerate(self.made) if not sealed.opened]
