"""No order word keeps another Faction's Noble silently: each that takes a Noble, with each Noble of the others."""

from __future__ import annotations

import re
from typing import Any

import pytest

from pbem.engine.refusal import BadLine, Illegal
from pbem.engine.table import Table
from pbem.games.kingmaker.components.names import name_of
from pbem.games.kingmaker.game import RULES
from pbem.orders.carry.execute import execute
from tests.games.kingmaker.agreed import game_at
from tests.games.kingmaker.asked import write
from tests.games.kingmaker.newcomers import answer
from tests.games.kingmaker.questions.test_asked_turn_5 import own_turn
from tests.games.kingmaker.rulebook.test_rulebook_forces import marching
from tests.support.conversation import Conversation

WRITER = "red"
FOR_OTHERS = {"award", "condemn", "detach", "keeper", "lead", "summon"}
"""What can name them: a Title for any Noble, a captive, an ally aboard, who takes a Royal in if his player agrees, an ally's
Force, who must come to a Parliament.
"""
SHARED = {"Greystoke"}
"""The castle has this name too: which of them an order means shows when it is carried out."""
CARDS = {"give": "Earl of Kent", "add": "Scots Archers 1", "play": "Scots Archers 1", "transfer": "Le Rose"}
BEHIND = {"move": "York", "again": "York", "place": "in Wingfield", "command": "York"}
SHIPS = {"sail": "Le Rose Calais with", "assault": "Bristol Le Rose with", "attack": "Blue York with"}
BEFORE = CARDS | SHIPS | {"besiege": "York with", "sally": "York by", "entrust": "Henry VI"}


def words() -> list[str]:
    """The order words that take one's own Noble."""
    taking = [word for word in RULES.vocabulary if re.search("NOBLE|COMMANDER", word.usage) and word.verb not in FOR_OTHERS]
    return list(dict.fromkeys(word.verb for word in taking))


def line_of(verb: str, noble: str) -> str:
    return " ".join(filter(None, (verb, BEFORE.get(verb, ""), noble, BEHIND.get(verb, ""))))


def test_none_is_kept_for_later(begun: Conversation) -> None:
    table = begun.table()
    nobles = table.state.nobles
    others = [name_of(table.state, noble) for noble, unit in nobles.items() if unit.owner != WRITER]
    others = [each for each in others if each not in SHARED]
    mine = next(name_of(table.state, noble) for noble, unit in nobles.items() if unit.owner == WRITER)
    write(table, WRITER, f"move {mine} York")
    lines = [line_of(verb, noble) for verb in words() for noble in others]
    assert len(lines) > 100
    kept = [line for line in lines if is_taken(table, line)]
    assert not kept
    assert [line_of(verb, mine) for verb in words() if is_taken(table, line_of(verb, mine))]


def is_taken(table: Table[Any], line: str) -> bool:
    try:
        execute(table, WRITER, line)
    except BadLine:
        return False
    return True


@pytest.mark.parametrize(
    "line",
    [
        "sortie {other}",
        "standing guard {mine}, {other}",
        "sacrifice {other}",
        "holder {other}",
        "attend {other}",
        "escort {other}",
    ],
)
def test_it_is_refused_with_whose_he_is(begun: Conversation, line: str) -> None:
    state = begun.table().state
    mine, other = (next(noble for noble, unit in state.nobles.items() if unit.owner == seat) for seat in (WRITER, "green"))
    written = line.format(mine=name_of(state, mine), other=name_of(state, other))
    assert f"{name_of(state, other)} is Green's" in answer(begun, WRITER, written)
    assert f"ok {line.format(mine=name_of(state, mine), other=name_of(state, mine))}" in answer(
        begun, WRITER, line.format(mine=name_of(state, mine), other=name_of(state, mine))
    )


def test_of_a_force_an_allys_noble_can_be_meant() -> None:
    """13.2 (l. 659, 660): he can hold a place, or get Royals and cards; he is not one's own to send or to lose."""
    s = marching()
    game = game_at(s, own_turn)
    for line in ("holder Grey", "keeper Grey", "spoils Grey", "major Grey"):
        execute(game, "p1", line)
    for line in ("sacrifice Grey", "sortie Grey", "occupy Grey", "holder Mowbray", "attend Grey"):
        with pytest.raises(Illegal, match=r"Grey is p2's|Mowbray is p3's"):
            execute(game, "p1", line)


def test_who_is_in_no_faction_may_come_into_mine(begun: Conversation) -> None:
    state = begun.table().state
    nobody = next(name_of(state, each) for each in state.board.cards.nobles if each not in state.nobles)
    assert f"sortie {nobody} (kept for this game)" in answer(begun, WRITER, f"sortie {nobody}")


def test_a_condition_may_name_anybody(begun: Conversation) -> None:
    state = begun.table().state
    mine, other = (
        name_of(state, next(noble for noble, unit in state.nobles.items() if unit.owner == seat))
        for seat in (WRITER, "blue")
    )
    line = f"move {mine} York if {other} is at York"
    assert f"kept for your turn in round 1: {line}" in answer(begun, WRITER, line)
