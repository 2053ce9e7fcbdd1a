"""All ways in which a part of the rules without dice can go: it is played on copies, with every choice."""

from __future__ import annotations

from collections.abc import Callable, Coroutine, Iterator, Sequence
from typing import Any, TypeVar

from pbem.engine.copying import copied
from pbem.engine.decision import DICE, Decision, Json, Pick
from pbem.engine.event import Tells

S = TypeVar("S", bound=Tells)
MAX_COURSES = 24


def courses(s: S, play: Callable[[S], Coroutine[Any, Any, None]], most: int = MAX_COURSES) -> Iterator[S]:
    """At most `most` positions in which `play` can end, each with the Events on the way. `s` is not changed.

    Every option of a Pick is tried; a question of another shape gets its default.
    """
    begun: list[list[Json]] = [[]]
    for _ in range(most):
        if not begun:
            return
        chosen, fork = begun.pop(), copied(s)
        fork.events.clear()
        begun += _go(play(fork), chosen)
        yield fork


def _go(flow: Coroutine[Any, Any, None], chosen: Sequence[Json]) -> Iterator[list[Json]]:
    """Plays with these choices, then with the first option each time. Returns the alternatives on the way, as lists of
    choices.
    """
    made: list[Json] = []
    reply: tuple[Json, ...] | None = None
    while True:
        try:
            asked = flow.send(reply)
        except StopIteration:
            return
        answers = []
        for decision in asked:
            first, *others = options_of(decision)
            if len(made) < len(chosen):
                first = chosen[len(made)]
            else:
                yield from ([*made, other] for other in others)
            made.append(first)
            answers.append(first)
        reply = tuple(answers)


def options_of(decision: Decision) -> list[Json]:
    """The answers of a seat that are tried."""
    if isinstance(decision.shape, Pick):
        return list(decision.shape.options())
    assert decision.seat != DICE, decision.key
    assert decision.default is not None, decision.key
    return [decision.default()]
