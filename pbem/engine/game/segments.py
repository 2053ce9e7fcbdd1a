"""The segments of a seat: runs of questions that are its own to answer, for which orders can be written ahead."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Generic

from pbem.engine.decision import Decision, Json, Seat
from pbem.engine.event import Event
from pbem.engine.game.defaults import empty, no_op
from pbem.engine.game.setup import S
from pbem.i18n import Text, read_as


@dataclass(frozen=True, slots=True)
class Segment:
    """A run of questions to one seat that are its own to answer, as its part of a turn. Lines are written for one of them.

    `name` tells it from every other of the game; `keys` are the questions that only it can bring. `heading` is what a line
    can name it by ("card 2", "levy"), among those that can be told at one time; `whose` the id of who acts in it. `number`
    is that of the turn or round it stands in, by which a heading of a plain kind can tell it from others ("levy of turn 3").
    """

    name: str
    keys: frozenset[str]
    heading: str = ""
    whose: str = ""
    number: int = 0


@dataclass(frozen=True)
class Segments(Generic[S]):
    """For orders that are written ahead: the segments of a seat, and what can be told of them.

    `of(s, seat, given)` are those that can be told, in their order: the one under way, or the next, first. By key come the
    answers that the seat has given that are no part of the State yet: in secret, or written ahead for a question `foreseen`.
    A heading of a letter names a segment with a number by one of the `numbered` kinds (`card 2`), another by a `plain` one.
    `foreseen(s, seat)` are questions whose options can be told before they are asked: a line for one is checked whole.
    `why_over(s, seat, name)` tells why nothing more can be ordered in a segment, `why_never(s, seat, segment, verb, ids)`
    why a line can never be carried out in one to come, `why_not_now(s, seat, segment, verb, ids)` why it could not be as
    things stand now, where no lookahead comes to that; `why_no_more(s, seat, verb, ids)` why one that is kept can
    never be any more: it is given up at once. `verdict(events)` tells whether what an order tried has come true, by
    the Events that followed it; None while, or where, no die decides. `forms` are the templates of the segments' names, by
    which `named` knows one again that was kept in the log.
    """

    of: Callable[[S, Seat, Mapping[str, Json]], tuple[Segment, ...]] = empty
    numbered: tuple[str, ...] = ()
    plain: tuple[str, ...] = ()
    foreseen: Callable[[S, Seat], tuple[Decision, ...]] = empty
    why_over: Callable[[S, Seat, str], str | None] = no_op
    why_never: Callable[[S, Seat, Segment, str, list[str]], str | None] = no_op
    why_not_now: Callable[[S, Seat, Segment, str, list[str]], str | None] = no_op
    why_no_more: Callable[[S, Seat, str, list[str]], str | None] = no_op
    verdict: Callable[[Sequence[Event]], bool | None] = no_op
    forms: tuple[Text, ...] = ()

    def named(self, name: str) -> str:
        """The name of a segment as a Text."""
        return read_as(name, self.forms)
