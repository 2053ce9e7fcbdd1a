"""Two orders on one line: both, or none. None is dropped, whatever stands between them."""

from __future__ import annotations

from itertools import permutations
from random import Random

import pytest

from pbem.engine.decision import Menu
from pbem.orders.place.position import Position as At
from pbem.orders.reading.candidates import candidates
from pbem.orders.reading.read import read
from tests.letters.natural.position import WRITTEN, Position, positions

PAIRS = 4
"""So many pairs of choices are tried at each position."""
MANY_PAIRS = 12
"""And so many in the test that takes long."""
JOINED = ("{0} and then {1}", "{0} and {1}", "{0}, {1}", "{0} & {1}", "{0}, then {1}")
ONE_VERB = ("{0} and {1}", "{0}, {1}", "{0} plus {1}")


def pairs(at: Position, most: int) -> list[tuple[str, str]]:
    """Pairs of choices of its Menus that have nothing to do with one another: neither says all that the other says."""
    here = At(at.table, at.seat)
    menus = {decision.key for decision in here.questions if isinstance(decision.shape, Menu)}
    if not menus:
        return []
    final = here.rules.orders.synonyms.final
    lines = dict.fromkeys(each.line for each in candidates(here, ()) if each.line.split()[0] not in final)
    apart = [
        (a, b)
        for a, b in permutations(lines, 2)
        if not (set(a.split()) <= set(b.split()) or set(b.split()) <= set(a.split()))
    ]
    return Random(at.name).sample(apart, min(most, len(apart)))  # noqa: S311 - the same pairs each time


@pytest.mark.parametrize("most", [PAIRS, pytest.param(MANY_PAIRS, marks=pytest.mark.long)])
@pytest.mark.parametrize("game", WRITTEN)
def test_of_two_orders_on_a_line_none_is_dropped(game: str, most: int) -> None:
    dropped = []
    for at in positions(game).values():
        here = At(at.table, at.seat)
        for first, second in pairs(at, most):
            verb, _, rest = second.partition(" ")
            same = first.startswith(f"{verb} ")
            lines = [way.format(first, second) for way in JOINED] + [way.format(first, rest) for way in ONE_VERB if same]
            dropped += [(at.name, line) for line in lines if read(here, line).meant in (first, second)]
    assert dropped == []
