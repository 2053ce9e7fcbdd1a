"""The questions that are open when the rules stop, with their answers so far."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Any

from pbem.engine.decision import Asked, Assign, Decision, Json, Pick, Seat
from pbem.engine.log.entry import Entry
from pbem.engine.refusal import NotAsked


class _Unanswered:
    """Marks an answer still to come."""


_UNANSWERED = _Unanswered()


class Questions:
    """The questions that the rules ask at one moment (`asked`). They are answered in any order, and an answer can be changed
    until the last is in; then the rules continue. A question is identified by its index.
    """

    def __init__(self, asked: Asked = ()) -> None:
        self.asked = asked
        self._given: list[Any] = [_UNANSWERED] * len(asked)
        self._under = [""] * len(asked)

    def pending(self) -> Asked:
        """The questions without an answer."""
        return tuple(self.asked[place] for place in self.places())

    def places(self) -> list[int]:
        """The indices of the questions without an answer."""
        return [place for place, given in enumerate(self._given) if given is _UNANSWERED]

    def given(self) -> list[tuple[Decision, Json]]:
        """The questions with their answers."""
        return [(d, given) for d, given in zip(self.asked, self._given, strict=True) if given is not _UNANSWERED]

    def place_of(self, seat: Seat, key: str, subject: str | None) -> int:
        """The index of a seat's question with this key: the one about `subject`, or (None) the first without an answer, else
        the first.

        Raises NotAsked if there is none.
        """
        places = [
            place
            for place, d in enumerate(self.asked)
            if (d.seat, d.key) == (seat, key) and subject in (None, d.subject) and not d.automatic
        ]
        if not places:
            raise NotAsked(f"{key} is not asked of {seat} now")
        return min(places, key=lambda place: self._given[place] is not _UNANSWERED)

    def place_for(self, entry: Entry) -> int | None:
        """The index of the question that an entry of the log answers; None if it is not open."""
        about = entry.seat, entry.key, entry.subject
        return next((place for place, d in enumerate(self.asked) if (d.seat, d.key, d.subject) == about), None)

    def give(self, place: int, answer: Json, under: str) -> None:
        """Stores an answer; `under` is the newest share in the dice."""
        self._given[place], self._under[place] = answer, under

    @property
    def are_answered(self) -> bool:
        """Whether all questions are answered."""
        return _UNANSWERED not in self._given

    def answers(self) -> Iterator[tuple[Decision, Json, str]]:
        """All questions with their answers, and the newest share in the dice when each was given. All must be answered."""
        return zip(self.asked, self._given, self._under, strict=True)

    def anew(self) -> None:
        """Asks the same questions of a position that has changed."""
        self.asked = tuple(replace(decision, shape=decision.shape.anew()) for decision in self.asked)

    def spoiled(self, draft_of: Callable[[Decision], dict[str, str]]) -> Decision | None:
        """A question whose answer, or partial answer (`draft_of`), is no longer legal; None if all are."""
        for decision, given in zip(self.asked, self._given, strict=True):
            draft = draft_of(decision)
            begun = isinstance(decision.shape, Assign) and draft and decision.shape.partial_refusal(draft)
            if begun or (given is not _UNANSWERED and decision.shape.refusal(given)):
                return decision
        return None

    def dead_end(self) -> Decision | None:
        """A question that has no legal answer; None if all have."""
        return next(
            (d for d in self.pending() if not d.automatic and isinstance(d.shape, Pick) and not d.shape.options()), None
        )
