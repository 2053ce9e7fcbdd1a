"""What an order is for, once it is placed: exactly one action, or none."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

from pbem.engine.decision import Decision, Json
from pbem.engine.refusal import WaitingLine
from pbem.engine.standing import StandingOrder
from pbem.orders.place.segments import NO_CONTEXT, LineContext


@dataclass(frozen=True, slots=True)
class Answer:
    """Answer a question; `line` says how."""

    decision: Decision
    answer: Json
    line: str


@dataclass(frozen=True, slots=True)
class Act:
    """Do what the seat may do unasked, as `answer` says; `line` says how."""

    decision: Decision
    answer: Json
    line: str


@dataclass(frozen=True, slots=True)
class PartialAnswer:
    """Keep the beginning of an answer; a whole one is given."""

    decision: Decision
    pairs: dict[str, str]


@dataclass(frozen=True, slots=True)
class Clear:
    """Forget the beginnings of answers."""

    decisions: tuple[Decision, ...]


@dataclass(frozen=True, slots=True)
class Stand:
    """Give a standing order; those that would answer against it are `ended` with it."""

    order: StandingOrder
    ended: tuple[StandingOrder, ...] = ()


@dataclass(frozen=True, slots=True)
class End:
    """End standing orders."""

    orders: tuple[StandingOrder, ...]


@dataclass(frozen=True, slots=True)
class Keep:
    """Keep a line until its question opens."""

    line: WaitingLine


@dataclass(frozen=True, slots=True)
class Leave:
    """Keep only these of the lines that wait."""

    lines: tuple[WaitingLine, ...]


Action: TypeAlias = Answer | Act | PartialAnswer | Clear | Stand | End | Keep | Leave


@dataclass(frozen=True, slots=True)
class Placed:
    """An order that can be carried out: `said` says it back, `action` is what it does (None: nothing is to be done).

    `closes`: it ends its segment; `branches`: it is repeated, or a case. `heading` is the segment that a heading in front of
    it names, `mark` what the line means for those behind it.
    """

    said: str
    action: Action | None = None
    closes: bool = False
    branches: bool = False
    heading: str = ""
    mark: LineContext = NO_CONTEXT

    @property
    def decision(self) -> Decision | None:
        """The question that it answers, or begins to; or what its seat may do unasked, where it does that."""
        return self.action.decision if isinstance(self.action, Answer | Act | PartialAnswer) else None

    @property
    def answer(self) -> Json:
        """The whole answer that it gives, or None."""
        return self.action.answer if isinstance(self.action, Answer | Act) else None

    @property
    def order(self) -> StandingOrder | None:
        """The standing order that it gives."""
        return self.action.order if isinstance(self.action, Stand) else None

    @property
    def segment(self) -> str | None:
        """The segment that it is kept for; None where it is not kept."""
        return self.action.line.segment if isinstance(self.action, Keep) else None


NOTHING_PLACED = Placed("")
"""No order at all."""
