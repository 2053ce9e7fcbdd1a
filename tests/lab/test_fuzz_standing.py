"""Random standing orders: what is written otherwise than it is read is found. Previews of letters that hold them."""

from __future__ import annotations

from dataclasses import replace
from random import Random
from typing import Any

import pytest

from pbem.doctor.random_play import PlayPolicy, RandomPlayer
from pbem.engine.dice import Fate
from pbem.engine.game.rules import Rules
from pbem.engine.table import Table
from pbem.games import GAMES
from pbem.lab.fuzz.letters import writing_room
from pbem.lab.fuzz.lines import lines_to_try, random_order
from pbem.lab.fuzz.proofs import GameFault, compare_previews
from pbem.lab.fuzz.standing import give_order
from pbem.moderator.core.setups import load_setup
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
    assert any(order.habit for order in table.orders_of("york"))


def writing(text: str) -> Rules[Any]:
    """The game with Situations that write every condition like this."""
    assert PLANTAGENET.standing.situations is not None
    situations = replace(PLANTAGENET.standing.situations, write=lambda _s, _condition: text)
    return replace(PLANTAGENET, standing=replace(PLANTAGENET.standing, situations=situations))


@pytest.mark.parametrize(
    ("text", "found"), [("they are more", "is written as"), ("who knows", "is refused as it is written")]
)
def test_an_order_written_otherwise_than_it_is_read_is_found(text: str, found: str) -> None:
    with pytest.raises(GameFault, match=found):
        give_order(opened(writing(text)), "york", "standing intercept none if they are fewer")


def test_a_line_that_makes_no_sense_is_no_fault() -> None:
    table = opened()
    assert not give_order(table, "york", "standing intercept somerset")
    assert table.orders_of("york") == []


def test_lines_to_look_at_are_of_every_kind() -> None:
    table, rng = opened(), Random("look")  # noqa: S311
    lines = [line for _ in range(30) for seat in table.seats for line in lines_to_try(table, seat, rng)]
    for kind in ("standing ", "until it succeeds, at most 2", "if it ", "else: ", ": "):
        assert any(kind in line for line in lines), kind


@pytest.mark.long
@pytest.mark.parametrize("hidden", [False, True])
def test_previews_of_whole_letters_are_the_same_in_worlds_that_differ_in_secrets(hidden: bool) -> None:
    setup = load_setup(PLANTAGENET, "ia_henry_vi", scenarios_dir(), {"hidden_mats": hidden})
    table = Table.open_new(PLANTAGENET, setup, Fate(bytes(32)))
    player, compared = RandomPlayer.of_policy(f"letters {hidden}", PlayPolicy.SURVIVE, PLANTAGENET), 0
    with writing_room(PLANTAGENET) as room:
        for place in range(150):
            if table.over:
                table = Table.open_new(PLANTAGENET, setup, Fate(bytes(32)))
            decision = player.question(table)
            if place % 6 == 0:
                compared += sum(compare_previews(table, seat, player.rng, room.previews) for seat in table.seats)
            table.answer(decision.seat, decision.key, player.answer(decision), subject=decision.subject)
    assert compared > 25
