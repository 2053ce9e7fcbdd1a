"""5 A preview of one's own turn: each line is judged behind those above it, and no hidden card is looked at."""

# mypy: disable-error-code="list-item, dict-item, comparison-overlap, arg-type"

from __future__ import annotations

import pytest

from pbem.engine.table import Table
from pbem.games.kingmaker.asking.event import event_phase
from pbem.games.kingmaker.components.cards import Happening
from pbem.games.kingmaker.components.ids import Phase
from pbem.games.kingmaker.components.nobles import attach
from pbem.games.kingmaker.components.state import State
from pbem.orders.carry.letter import LetterOrders
from pbem.orders.carry.preview import preview
from tests.games.kingmaker.agreed import game_at
from tests.games.kingmaker.questions.test_asked_turn_5 import own_turn
from tests.games.kingmaker.rulebook.test_rulebook_forces import before_hedingham, marching
from tests.games.kingmaker.scene import BOARD, hand, on_top, put, table


def turn() -> State:
    """p1's Neville and Percy at York, p2's Grey beside them."""
    s = table()
    put(s, "p1", "field:york_area", "neville", "landsknechts_1", "scots_archers_1")
    put(s, "p1", "field:york_area", "percy")
    put(s, "p2", "field:york_area", "grey")
    hand(s, "p2", "roos")
    return s


def judged(game: Table[State], *lines: str) -> list[str]:
    """What a preview says of each line: "ok", why it would be refused, or "?" where it is not tried."""
    found = preview(game, "p1", list(enumerate(lines, 1))).lines
    return [str(line.problem) or ("ok" if line.tried else "?") for line in found]


@pytest.mark.parametrize(
    ("lines", "second"),
    [
        (("move Percy Richmond field", "move Percy Helmsley field"), "Percy has moved"),
        (("move Neville Richmond field", "attack p2 York with Neville"), "is not open to you now"),
        (("move Neville Richmond field", "move Neville Helmsley field"), "Neville has moved"),
    ],
)
def test_5_1_a_line_that_another_excludes_is_not_said_to_be_good(lines: tuple[str, str], second: str) -> None:
    first, other = judged(game_at(turn(), own_turn), *lines)
    assert first == "ok"
    assert second in other


def test_6_2_behind_an_attack_nothing_is_foreseen_and_no_card_is_drawn() -> None:
    found = []
    for turned in (False, True):
        s = turn()
        if turned:
            s.event_deck.reverse()
            s.crown_deck.reverse()
        game = game_at(s, own_turn)
        before = list(game.state.event_deck)
        found.append(judged(game, "attack p2 York", "move Percy Richmond field"))
        assert game.state.event_deck == before
    assert found[0] == found[1]
    assert found[0][1] != "ok"


@pytest.mark.parametrize("line", ["lead Roos against p3", "lead Roos against Hedingham"])
@pytest.mark.parametrize("phase", [Phase.MOVEMENT, Phase.COMBAT])
def test_13_2_a_preview_and_a_receipt_warn_alike_that_an_ally_is_asked_first(line: str, phase: Phase) -> None:
    s = marching() if line.endswith("p3") else before_hedingham("p3")
    s.phase = phase
    foreseen = preview(game_at(s, own_turn), "p2", [(1, line)]).lines[0]
    told = next(str(words) for words in foreseen.words if "is asked first" in words)
    letter = LetterOrders(game_at(s, own_turn), "p2", [line])
    letter.execute(0)
    assert told in map(str, letter.warns)
    assert "p1 commands this Force and is asked first: after a no, or silence, it does not attack" in told
    assert ("Your Movement phase is over either way" in told) is (phase is Phase.MOVEMENT)


def test_13_2_who_commands_the_force_is_warned_of_nobody() -> None:
    s = marching()
    s.active = "p1"
    letter = LetterOrders(game_at(s, own_turn), "p1", ["lead Roos against p3"])
    letter.execute(0)
    assert letter.warns == ()


def event_open(card: str, *, left: int = 1) -> Table[State]:
    """p1's Event card lies open."""
    s = turn()
    s.phase, s.events_left = Phase.EVENT, left
    on_top(s, card)
    return game_at(s, next_turn)


async def next_turn(s: State) -> None:
    await event_phase(s)
    await own_turn(s)


def test_4_1_a_preview_goes_through_an_event_that_all_foresee() -> None:
    lines = ("proceed", "move Percy Richmond field", "move Percy Helmsley field")
    found = judged(event_open(BOARD.cards.of_kind(Happening.FREE_MOVE)[-1]), *lines)
    assert found[:2] == ["ok", "ok"]
    assert "Percy has moved" in found[2]


def test_4_1_a_preview_goes_as_far_as_the_event_is_known() -> None:
    lines = ("proceed", "move Percy Richmond field")
    assert judged(event_open(BOARD.cards.of_kind(Happening.FREE_MOVE)[-1], left=2), *lines) == ["ok", "?"]
    plague = next(c for c in BOARD.cards.of_kind(Happening.PLAGUE) if "york" in BOARD.cards.events[c].towns)
    game = event_open(plague)
    for noble in ("neville", "percy"):
        game.state.nobles[noble].at = "in:york"
    assert judged(game, *lines) == ["ok", "?"]


def test_5_8_a_royal_who_has_moved_takes_a_free_move_of_its_own() -> None:
    s = turn()
    attach(s, "henry_vi", "neville")
    s.players["p1"].free.append(BOARD.cards.of_kind(Happening.FREE_MOVE)[-1])
    found = judged(game_at(s, own_turn), "move Neville Richmond field", "again Neville Helmsley field")
    assert "Neville, Henry VI have moved: that takes a Free Move card for each, and you have 1" in found[1]
