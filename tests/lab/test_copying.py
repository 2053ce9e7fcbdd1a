"""Positions are copied by what can change in them, which stands in one place alone: in random games of all kinds."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import is_dataclass

import pytest

from pbem.doctor.random_play import PlayPolicy, RandomPlayer
from pbem.engine.copying import can_change, copied
from pbem.engine.log.entry import Fixed, fingerprint
from pbem.games import GAMES
from pbem.moderator.core.setups import load_setup
from pbem.resources import scenarios_dir

DECISIONS = 120


def changeable(part: object) -> Iterator[object]:
    """All in a position that can change, as often as it stands there."""
    if isinstance(part, Fixed):
        return
    if isinstance(part, dict | list | set | bytearray) or can_change(type(part)):
        yield part
    inner: list[object] = []
    if isinstance(part, dict):
        inner = [*part.keys(), *part.values()]
    elif isinstance(part, list | tuple | set | frozenset):
        inner = list(part)
    elif is_dataclass(part) and not getattr(type(part), "__slots__", ()):
        inner = list(vars(part).values())
    for each in inner:
        yield from changeable(each)


@pytest.mark.parametrize(
    ("game", "scenario"),
    [
        ("plantagenet", "ia_henry_vi"),
        ("plantagenet", "wotr_wars_of_the_roses"),
        ("warriors_of_england", "campaign"),
        ("richard_iii", "1460"),
        ("kingmaker", "two_players"),
        ("kingmaker", "five_players"),
    ],
)
def test_a_copied_position_is_the_same_and_shares_nothing_that_can_change(game: str, scenario: str) -> None:
    rules = GAMES[game]
    player = RandomPlayer.of_policy(f"copied {scenario}", PlayPolicy.SURVIVE, rules)
    table = player.open_table(rules, load_setup(rules, scenario, scenarios_dir()))
    for _ in range(DECISIONS):
        if table.over:
            break
        table.state.events.clear()  # they are told once, and never change
        other = copied(table.state)
        parts = list(map(id, changeable(table.state)))
        assert other == table.state
        assert fingerprint(other) == fingerprint(table.state)
        assert len(parts) == len(set(parts))
        assert not set(parts) & set(map(id, changeable(other)))
        player.go_on(table)
