"""7.3 Why a line about who comes to a Parliament is refused."""

from __future__ import annotations

from pathlib import Path

from pbem.games.kingmaker.components.ids import NobleId, Phase, RoyalId
from pbem.games.kingmaker.components.nobles import attach
from pbem.games.kingmaker.components.state import State
from tests.games.kingmaker.by_letter import of, three, written
from tests.games.kingmaker.scene import BOARD, conquer, put


def calling() -> State:
    """Red can call a Parliament: the King is with Neville, and a Clamour lies open."""
    s = three(Phase.PARLIAMENT)
    put(s, "red", "field:london_area", "neville")
    put(s, "blue", "field:york_area", "grey")
    put(s, "green", "field:york_area", "pole")
    put(s, "green", "field:york_area", "stanley")
    attach(s, RoyalId("henry_vi"), NobleId("neville"))
    conquer(s, "london", "neville")
    clamour = next(card for card, facts in BOARD.cards.events.items() if "clamour" in str(facts.kind).lower())
    s.clamours.append(clamour)
    s.event_deck.remove(clamour)
    for card in [card for card in s.crown_deck if s.facts(card).sort.is_post][:4]:
        s.crown_deck.remove(card)
        s.chancery.append(card)
    return s


def test_r28_the_reason_says_what_can_stand_behind_a_noble(tmp_path: Path) -> None:
    talk = written(tmp_path, calling)
    talk.write("red", "summon Stanley")
    told = of("green", talk.write("green", "attend Pole unless Blue, Pole if Red"))
    assert '"Pole if Red": behind a Noble stands nothing, or "unless" or "with" and another player' in told
    assert "Stanley comes anyway" in of("green", talk.write("green", "attend Stanley"))
    assert "1 ok" in of("green", talk.write("green", "attend Pole unless Blue, Pole with Red"))


def test_nobody_takes_no_condition(tmp_path: Path) -> None:
    told = of("green", written(tmp_path, calling).write("green", "standing attend none unless blue"))
    assert '"none" takes no condition: whoever is to come is named, such as "attend NOBLE unless blue"' in told
