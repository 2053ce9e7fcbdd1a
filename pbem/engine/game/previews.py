"""What a letter's orders would come to, told before they are carried out."""

from __future__ import annotations

from collections.abc import Callable, Coroutine, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Generic

from pbem.engine.decision import Decision, Json, Seat
from pbem.engine.event import Event
from pbem.engine.game.defaults import no_objection
from pbem.engine.game.forecast import Forecast, Units
from pbem.engine.game.setup import S

LOWEST_FACE = 1


@dataclass(frozen=True)
class SoloPlay(Generic[S]):
    """How the segments of a seat would go if nobody else did anything.

    `play` goes on from any position, through all segments that the seat can tell, and asks the seat what they ask. Where
    somebody else is asked one of the questions `let_pass`, the default is taken for their answer. Behind an answer to one of
    the questions `hands_over` somebody else has their turn before the seat is asked again. `tells_ends`: where `play` stops
    the segment is over.
    """

    play: Callable[[S, Seat], Coroutine[Any, Any, None]]
    let_pass: frozenset[str] = frozenset()
    hands_over: frozenset[str] = frozenset()
    tells_ends: bool = True


def no_forecast(*_: Any) -> Forecast:
    """For games that tell no costs and no odds."""
    return Forecast()


@dataclass(frozen=True)
class Previews(Generic[S]):
    """What a letter's orders would come to.

    `forecast(s, seat, decision, answer)` tells what an answer would cost its seat and the odds of its rolls, by what the
    seat can see. `units` are what costs are paid with, each with its plural, in groups that are told one after another (a
    group in the order of the lines; what is in none stands behind, and has no plural). `lookahead` is how a seat's segments
    are played ahead (None: each line is read as things stand); every roll comes out with the `best` face there, or the one
    that `best_of` has for its key. `enemies(s, seat, place)` tells in a few words whom the seat would meet who goes there
    ("": nobody that it can see), for orders of which no more can be foretold. `brings(s, seat, decision, answer, events,
    asked)` is what comes of itself behind an answer at the lookahead, beside its forecast, by the Events there, the position
    behind them, and what the seat is asked then: what it costs, and words for it that stand in a receipt too.
    """

    forecast: Callable[[S, Seat, Decision, Json], Forecast] = no_forecast
    units: Units = ()
    lookahead: SoloPlay[S] | None = None
    best: int = LOWEST_FACE
    best_of: Mapping[str, int] = field(default_factory=dict)
    enemies: Callable[[S, Seat, str], str] = no_objection
    brings: Callable[[S, Seat, Decision, Json, Sequence[Event], Sequence[Decision]], Forecast] = no_forecast
