"""Random standing orders: what is written otherwise than it is read is found."""

from __future__ import annotations

from dataclasses import replace
from random import Random
from typing import Any

import pytest

from pbem.engine.dice import Fate
from pbem.engine.rules import Rules
from pbem.engine.table import Table
from pbem.fuzz.proofs import Fault
from pbem.fuzz.standing import give_order, random_order
from pbem.games import GAMES
from pbem.moderator.scenario_files import load_setup
from pbem.resources import scenarios_dir

PLANTAGENET = GAMES["plantagenet"]
SETUP = load_setup(PLANTAGENET, "ia_henry_vi", scenarios_dir())


def opened(rules: Rules[Any] = PLANTAGENET) -> Table[Any]:
    return Table.open_new(rules, SETUP, Fate(bytes(32)))


def test_random_orders_stand_and_some_are_bound() -> None:
    table, rng = opened(), Random("standing")  # noqa: S311 - any will do, but always the same
    given = [line for line in (random_order(table, rng) for _ in range(150)) if give_order(table, "york", line)]
    assert len(given) > 50
    assert any(order.bound for order in table.orders_of("york"))
    assert any(order.otherwise is not None for order in table.orders_of("york"))


def writing(text: str) -> Rules[Any]:
    """The game with Situations that write every condition like this."""
    assert PLANTAGENET.situations is not None
    return replace(PLANTAGENET, situations=replace(PLANTAGENET.situations, write=lambda _s, _condition: text))


@pytest.mark.parametrize(
    ("text", "found"), [("they are more", "is written as"), ("who knows", "is refused as it is written")]
)
def test_an_order_written_otherwise_than_it_is_read_is_found(text: str, found: str) -> None:
    with pytest.raises(Fault, match=found):
        give_order(opened(writing(text)), "york", "standing intercept none if they are fewer")


def test_a_line_that_makes_no_sense_is_no_fault() -> None:
    table = opened()
    assert not give_order(table, "york", "standing intercept somerset")
    assert table.orders_of("york") == []
