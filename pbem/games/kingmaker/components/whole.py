"""A choice is carried out as a whole, or not at all."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from pbem.engine.copying import copied
from pbem.engine.refusal import Illegal
from pbem.games.kingmaker.components.state import State


@contextmanager
def all_or_nothing(s: State) -> Iterator[None]:
    """1 Where a step of what is done is refused, the position is as before. For operations of several steps."""
    before = copied(s)
    try:
        yield
    except Illegal:
        vars(s).update(vars(before))
        raise
