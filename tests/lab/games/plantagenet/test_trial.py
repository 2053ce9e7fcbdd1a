"""What random games start from and are held against: gatherings, worlds that differ in secrets, what Events betray."""

from __future__ import annotations

from random import Random

import pytest

from pbem.engine.event import Event
from pbem.games.plantagenet.checks import checks
from pbem.games.plantagenet.components.board import Locale
from pbem.games.plantagenet.components.box import Card, Lord, Side, Timing
from pbem.games.plantagenet.components.state import Phase, State, battle_of, lords_of
from pbem.games.plantagenet.report.view import board_view
from pbem.lab.games.plantagenet.gathering import MAX_HELD, gathering
from pbem.lab.games.plantagenet.secrets import exchange_mats, leaked, other_capability, other_hand
from pbem.lab.games.plantagenet.trial import TRIAL, reachable, reached
from tests.games.plantagenet.build import LANCASTER, YORK
from tests.games.plantagenet.scene import IA, IB, IC, II, III, battle_joined, capability, hold, position, put, setup_of


def mix(seed: int = 1) -> Random:
    return Random(seed)  # noqa: S311 - trial, not secrets


@pytest.mark.parametrize("scenario", [IA, IB, IC, II, III])
@pytest.mark.parametrize("seed", range(5))
def test_a_gathering_is_a_lawful_position(scenario: str, seed: int) -> None:
    s = gathering(setup_of(scenario), mix(seed).shuffle)
    assert checks(s) == []
    assert s.events == []
    assert all(len(s.held[side]) <= MAX_HELD for side in (YORK, LANCASTER))
    york, lancaster = (places(s, side) for side in (YORK, LANCASTER))
    assert not york & lancaster
    ways = [(here, there) for here in s.board.locales for there in s.board.ways[here]]
    assert any(is_around(s, here, york) and is_around(s, there, lancaster) for here, there in ways)


def places(s: State, side: Side) -> set[Locale]:
    """Where a side stands, but for Warwick, whom Margaret keeps away (6.0 Shaky Allies)."""
    return {Locale(s.lords[lord].where) for lord in lords_of(s, side) if lord != "warwick_l"}


def is_around(s: State, camp: Locale, stand: set[Locale]) -> bool:
    return stand <= {camp, *s.board.ways[camp]}


def test_a_gathering_is_the_same_again() -> None:
    one, other = (gathering(setup_of(IA), mix(7).shuffle) for _ in range(2))
    assert one == other


def with_secrets() -> State:
    s = position(IA, 2, Phase.CAMPAIGN, hidden_mats=True)
    hold(s, "y1", "y13", "l1", "l2")
    s.plans[YORK] = ["york", "march", "pass", "pass"]
    put(s, "york", "ely", longbowmen=4)
    put(s, "march", "oxford", militia=1)
    return s


def test_another_world_differs_in_what_is_hidden_from_the_seat_only() -> None:
    s, before = with_secrets(), with_secrets()
    assert TRIAL.other_world(s, frozenset({LANCASTER}), mix().shuffle)
    assert (s.held[YORK], s.plans[YORK]) != (before.held[YORK], before.plans[YORK])
    assert board_view(s, LANCASTER) == board_view(before, LANCASTER)
    assert all(s.box.cards[card].event.timing is Timing.HOLD for card in s.held[YORK])
    assert sorted(s.plans[YORK]) == sorted(before.plans[YORK])
    assert (s.held[LANCASTER], s.plans[LANCASTER]) == (before.held[LANCASTER], before.plans[LANCASTER])
    assert checks(s) == []


def test_hidden_mats_are_exchanged_and_those_in_a_battle_are_not() -> None:
    s, before = with_secrets(), with_secrets()
    while s.mats[Lord("york")].forces == before.mats[Lord("york")].forces:
        exchange_mats(s, YORK, mix(3).shuffle)
    assert s.mats[Lord("march")].forces == before.mats[Lord("york")].forces
    totals = set()
    for seed in range(5):
        TRIAL.other_world(s, frozenset({LANCASTER}), mix(seed).shuffle)
        totals.add(sum(sum(mat.forces.values()) for mat in s.mats.values()))
        assert checks(s) == []
    assert len(totals) > 1
    fight = with_secrets()
    put(fight, "henry_vi", "ely")
    battle_joined(fight, "ely", YORK)
    assert battle_of(fight).place == "ely"
    for seed in range(5):
        TRIAL.other_world(fight, frozenset({LANCASTER}), mix(seed).shuffle)
    assert fight.mats[Lord("york")].forces == with_secrets().mats[Lord("york")].forces


def test_another_hand_is_another() -> None:
    s = with_secrets()
    while not other_hand(s, LANCASTER, mix(2).shuffle):
        pass
    assert set(s.held[YORK]) != {"y1", "y13"}
    assert s.plans[YORK] == with_secrets().plans[YORK]
    nothing = position(IA, 2)
    assert not other_hand(nothing, LANCASTER, mix().shuffle)


def test_an_event_betrays_a_card_that_is_held_or_lies_at_a_hidden_mat() -> None:
    s = with_secrets()
    capability(s, "york", "y14")
    told = [Event("3.1.3", "hint", {"cards": ["y1"]}), Event("4.5.2", "hint", {"lord": "york", "card": "y14"})]
    assert list(leaked(s, LANCASTER, told)) == ["hint names y1", "hint names y14"]
    assert list(leaked(s, YORK, told)) == []
    assert list(leaked(s, LANCASTER, [Event("3.1.3", "held_seen", {"cards": ["y1"]})])) == []
    s.hidden_mats = False
    assert list(leaked(s, LANCASTER, told)) == ["hint names y1"]


def test_what_is_reached_is_among_what_can_be() -> None:
    s = position(IA, 3)
    capability(s, "york", "y14")
    s.result = {"winner": YORK, "how": "threshold"}
    names = set(reached(s, [Event("3.1.3", "event_drawn", {"card": "y4"})]))
    assert {"Turn 3", "end: threshold, york"} < names
    assert {name[-5:] for name in names} > {"(y14)"}
    assert names <= set(reachable(s))


def test_cards_that_only_some_lords_can_have_are_not_exchanged() -> None:
    """Thomas Stanley (l21) has come to a Lord with his card; l26 is Margaret's alone."""
    s = with_secrets()
    bound = [card for card, facts in s.box.cards.items() if facts.lords is not None or card in s.box.special_vassals]
    free = [card for card in s.box.cards if card not in bound]
    put(s, "salisbury", "ely")
    york, march, salisbury = (s.mats[Lord(lord)] for lord in ("york", "march", "salisbury"))
    seen = set()
    for seed in range(20):
        york.capabilities, march.capabilities, salisbury.capabilities = [bound[0]], free[:1], free[1:3]
        exchange_mats(s, YORK, mix(seed).shuffle)
        assert york.capabilities == [bound[0]]
        seen.add(tuple(march.capabilities))
    assert len(seen) > 1


def test_cards_that_the_rules_move_by_name_are_no_other_capability() -> None:
    """1.5.4 In the log of another world a Special Vassal's card would come and go where it is not."""
    s = with_secrets()
    s.decks[YORK] = [Card("y2"), Card("y3"), Card("y5")]
    for card, is_free in ((Card("y1"), True), *((card, False) for card in s.box.special_vassals if card.startswith("y"))):
        s.mats[Lord("york")].capabilities = [card]
        assert (other_capability(s, LANCASTER, [], mix().shuffle) is not None) is is_free
    s.mats[Lord("york")].capabilities = [Card("y1")]
    s.decks[YORK] = [card for card in s.box.special_vassals if card.startswith("y")]
    assert other_capability(s, LANCASTER, [], mix().shuffle) is None
