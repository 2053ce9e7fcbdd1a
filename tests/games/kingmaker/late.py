"""A late position by letter: a game of three by `confederates`, two allied with a Force, few Royals left."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import cache
from pathlib import Path

from pbem.engine.game.defaults import no_op
from pbem.engine.game.rules import Rules
from pbem.engine.game.setup import Setup
from pbem.games.kingmaker.components.state import State
from pbem.games.kingmaker.game import RULES
from pbem.lab.games.kingmaker.beginnings import confederates
from tests.games.kingmaker.by_letter import PLAYERS, always_the_same
from tests.support.conversation import Conversation

SEED = 3
"""Red and Green are allied; their Force under Greystoke and all Nobles of Blue are in the field at Lancaster. Margaret is
with Scrope of Red, beside Mowbray and Clifford.
"""


def late(folder: Path, change: Callable[[State], object] = no_op, terms: Mapping[str, str] | None = None) -> Conversation:
    """A game that begins in Red's turn of round 2, at this position with a change."""
    rules = _rules_with(change)
    return Conversation(
        folder,
        scenario="three_players",
        game=rules.name,
        games={rules.name: rules},
        players=PLAYERS,
        terms=terms,
        same_as=always_the_same(change),
    )


@cache
def _rules_with(change: Callable[[State], object]) -> Rules[State]:
    """The same for all games with this change, as a game in memory goes on by the rules that it was loaded with only."""

    def begin(setup: Setup) -> State:
        s = confederates(setup, random.Random(SEED).shuffle)  # noqa: S311
        change(s)
        return s

    return replace(RULES, new_state=begin)
