"""Why reports go out: the letter that is answered, what was taken back or corrected, who takes over a seat."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from pbem.engine.decision import Seat
from pbem.mail.reading.orders import LeftOut
from pbem.moderator.core.line_results import LineResult
from pbem.moderator.talk.messages import Message

ONLY_SHOWN = "preview"
"""The occasion of a report that is shown and not sent."""


@dataclass(frozen=True, slots=True, kw_only=True)
class AnsweredLetter:
    """The letter that reports answer, or none (`sender` None).

    `stale` is the turn of the report that it answers itself, where the game had gone on when it came; `oddity` why it has no
    order lines. `left_out` are its lines that are no orders, `source` is where its orders stood; `asks_nobody`: it puts
    questions among its talk; `talks_to_nobody`: it has talk without any. `messages` are those of the letter,
    with their writer's name. It can have been written `by_gamemaster` for its seat.
    """

    id: int | None = None
    sender: Seat | None = None
    message_id: str = ""
    results: Sequence[LineResult] = ()
    receipt: str = ""
    oddity: str = ""
    stale: str = ""
    left_out: Sequence[LeftOut] = ()
    asks_nobody: bool = False
    talks_to_nobody: bool = False
    source: str = ""
    messages: Sequence[Message] = ()
    by_gamemaster: bool = False

    @property
    def is_late(self) -> bool:
        """Whether lines of it were for what is over, and have not been carried out."""
        return any(result.late for result in self.results)


@dataclass(frozen=True, slots=True, kw_only=True)
class Change:
    """What was changed in what has happened: moves `taken_back`, or the game `corrected`, with why ("": not).

    `lines_lost` are the lines of each seat that could then be carried out no longer, with why, `retracted` is what each seat
    was told that counts no longer; dice can `fall_anew`.
    """

    taken_back: str = ""
    corrected: str = ""
    fall_anew: bool = False
    lines_lost: Mapping[Seat, Sequence[tuple[str, str]]] = field(default_factory=dict)
    retracted: Mapping[Seat, tuple[str, ...]] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Occasion:
    """Why reports go out. `id` makes their Message-IDs; `everybody`: every seat is written to.

    `began` is the number of the first entry that has been made (0: not told). `overrun` has the lines that the clock gave
    for a seat whose time was up, `delegated` those for one whose player is away and wants it so. For one who takes over a
    seat `newcomer` is who has played it before, `left_orders` are the orders that they have left.
    """

    id: str
    letter: AnsweredLetter = AnsweredLetter()
    change: Change = Change()
    opening: bool = False
    everybody: bool = False
    began: int = 0
    overrun: Mapping[Seat, Sequence[str]] = field(default_factory=dict)
    delegated: Mapping[Seat, Sequence[str]] = field(default_factory=dict)
    newcomer: str = ""
    left_orders: Sequence[str] = ()

    @property
    def is_change(self) -> bool:
        """Whether what has happened was changed."""
        return bool(self.change.taken_back or self.change.corrected)

    @property
    def for_everybody(self) -> bool:
        """Whether every seat is written to, whether or not it has something to do."""
        return self.opening or self.everybody or bool(self.overrun or self.delegated) or self.is_change

    def answers(self, seat: Seat) -> bool:
        """Whether a letter from this seat is answered."""
        return self.letter.sender == seat
