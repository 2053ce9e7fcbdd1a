"""Segments: parts of a seat's turn, for which orders can be written ahead."""

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
    """A series of questions to one seat that belong to it, as its part of a turn. Lines are written for one of them.

    - `name` is unique in the game.
    - `keys` are the questions that only this segment asks.
    - `heading` is what a line can call it ("card 2", "levy"), unique among the segments known at one time.
    - `whose` is the id of who acts in it.
    - `number` is that of its turn or round, by which a plain heading can be distinguished ("levy of turn 3").
    """

    name: str
    keys: frozenset[str]
    heading: str = ""
    whose: str = ""
    number: int = 0


@dataclass(frozen=True)
class Segments(Generic[S]):
    """The segments of a seat, for orders that are written ahead.

    - `of(s, seat, given)` are the segments known now, in order: first the one under way, or the next. In `given` are, by
      key, the seat's answers that are not part of the State yet: secret ones, and those written ahead for a question in
      `foreseen`.
    - `numbered` and `plain` are the kinds of headings: a letter names a segment with a number by a numbered kind
      ("card 2"), others by a plain one.
    - `foreseen(s, seat)` are questions whose options are known before they are asked: a line for one is checked completely.
    - `why_over(s, seat, name)` is why nothing more can be ordered in a segment.
    - `why_never(s, seat, segment, verb, ids)` is why a line can never be carried out in a coming one, `why_not_now(s, seat,
      segment, verb, ids)` why it could not be in the present position, if no lookahead gets there.
    - `why_no_more(s, seat, verb, ids)` is why a waiting line can never be carried out any more: it is given up at once.
    - `verdict(events)` is whether what an order tried has succeeded, by the Events after it; None while, or if, no die
      decides.
    - `forms` are the templates of the segments' names, by which `named` recognises one from the log.
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
