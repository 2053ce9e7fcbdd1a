"""A position to go back to is the same, and shares nothing that can change."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

import pytest

from pbem.engine.copying import copied
from pbem.engine.log.entry import fingerprint
from pbem.engine.refusal import Illegal
from pbem.games.kingmaker.components.state import State
from pbem.games.kingmaker.components.whole import all_or_nothing
from pbem.games.kingmaker.game import RULES
from pbem.lab.games.kingmaker import rare
from pbem.moderator.core.setups import load_setup
from pbem.resources import scenarios_dir


def begun(seed: int) -> State:
    return rare.leagued(load_setup(RULES, "five_players", scenarios_dir()), Random(seed).shuffle)  # noqa: S311


def changeable(part: object) -> Iterator[object]:
    """All parts of a position that can be changed."""
    if type(part).__hash__ is None:
        yield part
    if isinstance(part, dict):
        parts = list(part.values())
    elif isinstance(part, list | tuple):
        parts = list(part)
    else:
        parts = list(vars(part).values()) if type(part).__module__ == State.__module__ else []
    for each in parts:
        yield from changeable(each)


@pytest.mark.parametrize("seed", range(3))
def test_a_copy_is_the_same_and_shares_nothing_that_can_change(seed: int) -> None:
    s = begun(seed)
    other = copied(s)
    assert (fingerprint(other), other.board, other.readings) == (fingerprint(s), s.board, s.readings)
    mine, theirs = ({id(each) for each in changeable(part)} for part in (s, other))
    assert len(mine) > 50
    assert not mine & theirs


def test_what_is_refused_leaves_the_position_as_it_was() -> None:
    s = begun(1)
    before = fingerprint(s)

    def refused() -> None:
        with all_or_nothing(s):
            s.nobles[next(iter(s.nobles))].cards.append(s.crown_deck.pop())
            s.alliances.clear()
            raise Illegal("no")

    with pytest.raises(Illegal):
        refused()
    assert fingerprint(s) == before
