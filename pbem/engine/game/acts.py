"""What is done in a game unasked: by a seat at any safe moment, where the game lets it; by the game master, who corrects a
position by hand.
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
    """An act that the game should not have opened: after it an open question cannot be answered, or an answer that its seat
    has given already is not legal any more.

    A fault of the program, and no Illegal: a refusal would tell whoever acts what others have chosen in secret.
    """


def no_acts(_s: Any, _seat: Seat) -> tuple[Decision, ...]:
    """For games in which nobody acts unasked."""
    return ()


def no_such_act(_s: Any, _seat: Seat, key: str, _answer: Json) -> None:
    """For games in which nobody acts unasked."""
    raise Illegal(f"{key} cannot be done unasked in this game")


@dataclass(frozen=True)
class Acts(Generic[S]):
    """Acts of a seat that nobody waits for.

    `open(s, seat)` are Decisions of the seat that it may answer now: each with a Menu, whose options begin with an order
    word of its key. A Menu may be empty: of what could be done there is nothing now. An act without a Decision is not safe
    at this moment, and lines for it wait: where the rules hold something outside the State that an act
    would make false, where an open question has limits that were fixed when it was asked (a Number, the number of a Pick of
    several), or where an answer that others have given in secret could become illegal. It looks at nothing that the seat may
    not see. `do(s, seat, key, answer)` does what an answer to one of them says, all or nothing, and tells it as Events; it
    rolls no dice, asks nobody, and raises Illegal where the rules forbid it. The questions that are open stay open, with
    their options looked up again; the game is over where `Rules.result` has something to say after it.

    `ahead(s, seat)` are the Decisions that `open` would give at this position if it were safe; () where that cannot be told.
    What is kept until it can be done is read against them, and has what it is shown to be from there; `do` is then called
    for a copy of the State.

    `unseen(s, seat)`: something lies open on which a seat may act that it had not seen when it wrote for its turn ahead; its
    acts for that wait behind it.

    `why_not(s, seat, verb, ids)` tells why no act with this order word is open, of a line that names these ids; it is asked
    where others are open.
    """

    open: Callable[[S, Seat], tuple[Decision, ...]] = no_acts
    do: Callable[[S, Seat, str, Json], None] = no_such_act
    why_not: Callable[[S, Seat, str, list[str]], str | None] = no_op
    ahead: Callable[[S, Seat], tuple[Decision, ...]] = no_acts
    unseen: Callable[[S, Seat], bool] = lambda _s, _seat: False

    @property
    def exist(self) -> bool:
        """Whether anybody can ever act unasked in this game."""
        return self.open is not no_acts


def no_ruling(_s: Any, line: str) -> Ruled:
    """For games whose positions cannot be changed by hand."""
    raise Illegal(f"a position of this game cannot be changed by hand: {line}")


@dataclass(frozen=True, slots=True)
class Ruled:
    """What a ruling has changed: its `line` as it was understood, and who may see that (None: everybody)."""

    line: str
    seen_by: frozenset[Seat] | None = None


@dataclass(frozen=True)
class Rulings(Generic[S]):
    """How the game master corrects a position by hand.

    `change(s, line)` does what a line says ("march at ely"), or raises a BadLine, which names what there is; then nothing
    has changed. `forms` has an example of each kind of line, and what it means.
    """

    change: Callable[[S, str], Ruled] = no_ruling
    forms: tuple[tuple[str, str], ...] = ()
