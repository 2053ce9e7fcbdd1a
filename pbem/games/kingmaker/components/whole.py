"""Several steps are carried out completely, or not at all."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from pbem.engine.copying import copied
from pbem.engine.refusal import Illegal
from pbem.games.kingmaker.components.state import State


@contextmanager
def all_or_nothing(s: State) -> Iterator[None]:
    """1 If a step raises Illegal, the position is restored. For operations of several steps."""
    before = copied(s)
    try:
        yield
    except Illegal:
        vars(s).update(vars(before))
        raise
