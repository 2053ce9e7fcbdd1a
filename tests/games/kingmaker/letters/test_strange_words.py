"""What names nothing that there is is refused, and breaks nothing down."""

# mypy: disable-error-code="list-item, dict-item, comparison-overlap"

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from pbem.engine.refusal import Illegal
from pbem.games.kingmaker.alliances import ally, join_alliance, leave
from pbem.games.kingmaker.combat.battle import Battle, battle
from pbem.games.kingmaker.combat.captives import execute, ransom
from pbem.games.kingmaker.combat.siege import Siege, give_up_siege, siege
from pbem.games.kingmaker.components.ids import Phase
from pbem.games.kingmaker.coronation import crown
from pbem.games.kingmaker.events.event import Response, event
from pbem.games.kingmaker.forces import end_force, form_force
from pbem.games.kingmaker.hands.award import award_card, play_noble
from pbem.games.kingmaker.hands.exchange import show, trade, transfer
from pbem.games.kingmaker.hands.gifts import give_place
from pbem.games.kingmaker.movement.land import Move, move
from pbem.games.kingmaker.movement.loans import lend, recall, split_ships
from pbem.games.kingmaker.movement.sail import Sail, sail
from pbem.games.kingmaker.parliament import Summons, award_parliament, summon
from pbem.games.kingmaker.royals import execute_royal, hand_over, reallocate
from pbem.games.kingmaker.turn_end import end_turn, step_out
from tests.games.kingmaker.scene import DECKS, by_rule, put, table

NO = "atlantis"


@pytest.mark.parametrize(
    ("phase", "deed"),
    [
        (Phase.EVENT, lambda s: by_rule(event(s, Response(royals={NO: NO}), DECKS))),
        (Phase.MOVEMENT, lambda s: move(s, Move((NO,), "regional", "field:york_area"))),
        (Phase.MOVEMENT, lambda s: move(s, Move(("roos",), "regional", f"in:{NO}"))),
        (Phase.MOVEMENT, lambda s: move(s, Move(("roos",), "regional", f"field:{NO}"))),
        (Phase.MOVEMENT, lambda s: move(s, Move(("roos",), "regional", NO))),
        (Phase.MOVEMENT, lambda s: move(s, Move(("roos",), NO, "field:york_area"))),
        (Phase.MOVEMENT, lambda s: move(s, Move(("roos",), "regional", "field:york_area", force=NO))),
        (Phase.MOVEMENT, lambda s: sail(s, Sail((NO,), ("sea:the_wash",)))),
        (Phase.MOVEMENT, lambda s: sail(s, Sail(("le_rose_piece",), (NO,)))),
        (Phase.MOVEMENT, lambda s: split_ships(s, "p1", NO, [], ())),
        (Phase.MOVEMENT, lambda s: lend(s, "p1", NO, "p2", True)),
        (Phase.MOVEMENT, lambda s: lend(s, "p1", "le_rose_piece", NO, True)),
        (Phase.MOVEMENT, lambda s: recall(s, "p1", NO)),
        (Phase.COMBAT, lambda s: by_rule(battle(s, Battle(NO, ("roos",), "p2"), DECKS))),
        (Phase.COMBAT, lambda s: by_rule(battle(s, Battle("york_area", (NO,), "p2"), DECKS))),
        (Phase.COMBAT, lambda s: by_rule(battle(s, Battle("york_area", ("roos",), NO), DECKS))),
        (Phase.COMBAT, lambda s: by_rule(battle(s, Battle("york_area", (), "p2", (NO,)), DECKS))),
        (Phase.COMBAT, lambda s: by_rule(siege(s, Siege(NO, ("roos",)), DECKS))),
        (Phase.COMBAT, lambda s: by_rule(siege(s, Siege("york", ("roos",), NO), DECKS))),
        (Phase.COMBAT, lambda s: give_up_siege(s, "p1", NO)),
        (Phase.COMBAT, lambda s: ransom(s, NO, "york", {})),
        (Phase.COMBAT, lambda s: by_rule(execute(s, [NO], {}, DECKS))),
        (Phase.PARLIAMENT, lambda s: by_rule(summon(s, Summons(NO), DECKS))),
        (Phase.PARLIAMENT, lambda s: award_parliament(s, [["award", NO, NO]])),
        (Phase.CORONATION, lambda s: crown(s, NO)),
        (Phase.POLITICS, lambda s: step_out(s, [NO])),
        (Phase.POLITICS, lambda s: end_turn(s, NO)),
        (Phase.POLITICS, lambda s: award_card(s, "p1", NO, "roos")),
        (Phase.POLITICS, lambda s: play_noble(s, "p1", NO)),
        (Phase.POLITICS, lambda s: transfer(s, NO, "roos")),
        (Phase.POLITICS, lambda s: transfer(s, "le_rose", NO, True)),
        (Phase.POLITICS, lambda s: trade(s, "p1", NO, [], [])),
        (Phase.POLITICS, lambda s: trade(s, "p1", "p2", [NO], [])),
        (Phase.POLITICS, lambda s: show(s, "p1", [NO], ["p2"])),
        (Phase.POLITICS, lambda s: give_place(s, "p1", NO, "p2", True)),
        (Phase.POLITICS, lambda s: give_place(s, "p1", "helmsley", NO, True)),
        (Phase.POLITICS, lambda s: reallocate(s, NO, "roos", True)),
        (Phase.POLITICS, lambda s: reallocate(s, "henry_vi", NO, True)),
        (Phase.POLITICS, lambda s: execute_royal(s, "p1", NO)),
        (Phase.POLITICS, lambda s: hand_over(s, "p1", NO, "roos", True)),
        (Phase.POLITICS, lambda s: ally(s, ["p1", NO])),
        (Phase.POLITICS, lambda s: join_alliance(s, NO, ["p1", "p2"], [])),
        (Phase.POLITICS, leave),
        (Phase.POLITICS, lambda s: form_force(s, "p1", [NO, "roos"], NO, [])),
        (Phase.POLITICS, lambda s: end_force(s, "p1", NO)),
    ],
)
def test_what_there_is_not_is_refused(phase: Phase, deed: Callable[[Any], Any]) -> None:
    s = table(phase)
    s.events_left = 1
    put(s, "p1", "field:york_area", "roos", "le_rose", "henry_vi")
    put(s, "p2", "field:york_area", "grey")
    with pytest.raises(Illegal):
        deed(s)
