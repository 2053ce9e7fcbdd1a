"""Acts without a question: by a seat at a safe moment, if the game allows it; by the game master, who corrects a
position.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Generic

from pbem.engine.decision import Decision, Json, Seat
from pbem.engine.game.defaults import no_op
from pbem.engine.game.setup import S
from pbem.engine.refusal import Illegal


class UnsafeAct(Exception):
    """An act that the game should not have offered: after it an open question cannot be answered, or a secret answer that a
    seat has given is no longer legal.

    This is a fault of the program and not an Illegal: refusing the act would reveal the secret choices of others.
    """


def no_acts(_s: Any, _seat: Seat) -> tuple[Decision, ...]:
    """For games without acts."""
    return ()


def no_such_act(_s: Any, _seat: Seat, key: str, _answer: Json) -> None:
    """For games without acts."""
    raise Illegal(f"{key} cannot be done unasked in this game")


@dataclass(frozen=True)
class Acts(Generic[S]):
    """Acts of a seat that no question asks for.

    - `open(s, seat)` gives the Decisions of the seat that it may answer now, each with a Menu whose options begin with an
      order word of its key. A Menu may be empty. An act without a Decision is not safe at this moment, and lines for it
      wait: if the rules hold something outside the State that it would make false, if an open question has limits fixed when
      it was asked (a Number, the size of a PickSome), or if a secret answer of others could become illegal.
    - `open` uses nothing hidden from the seat.
    - `do(s, seat, key, answer)` carries out an answer, completely or not at all, and reports it as Events; it rolls no dice,
      asks nobody, and raises Illegal if the rules forbid it. Open questions stay open, with their options computed again;
      the game ends if `Rules.result` gives a result afterwards.

    - `ahead(s, seat)` gives the Decisions that `open` would give if the moment were safe; () if that cannot be said. Waiting
      lines are read against them, and their previews are made from there, with `do` on a copy of the State.

    - `unseen(s, seat)`: something has been revealed on which the seat can act now and which it had not seen when it wrote
      for its turn; its waiting acts for that turn must wait.

    - `why_not(s, seat, verb, ids)` is why no act with this order word is possible for a line that names these ids; it is
      asked when other acts are open.
    """

    open: Callable[[S, Seat], tuple[Decision, ...]] = no_acts
    do: Callable[[S, Seat, str, Json], None] = no_such_act
    why_not: Callable[[S, Seat, str, list[str]], str | None] = no_op
    ahead: Callable[[S, Seat], tuple[Decision, ...]] = no_acts
    unseen: Callable[[S, Seat], bool] = lambda _s, _seat: False

    @property
    def exist(self) -> bool:
        """Whether the game has acts."""
        return self.open is not no_acts


def no_ruling(_s: Any, line: str) -> Ruled:
    """For games whose positions cannot be corrected by hand."""
    raise Illegal(f"a position of this game cannot be changed by hand: {line}")


@dataclass(frozen=True, slots=True)
class Ruled:
    """What a ruling has changed: its `line` as understood, and the seats that may see it (None: everybody)."""

    line: str
    seen_by: frozenset[Seat] | None = None


@dataclass(frozen=True)
class Rulings(Generic[S]):
    """How the game master corrects a position by hand.

    `change(s, line)` carries out a line ("march at ely"), or raises a BadLine that names the possibilities and has changed
    nothing. `forms` has an example and an explanation of each kind of line.
    """

    change: Callable[[S, str], Ruled] = no_ruling
    forms: tuple[tuple[str, str], ...] = ()
