"""4.4.4 Aftermath, and whole Battles on the map."""

import pytest

from pbem.games.plantagenet.battle.aftermath import aftermath
from pbem.games.plantagenet.battle.battle_at import battle_at
from pbem.games.plantagenet.battle.temporary import lend_troops
from pbem.games.plantagenet.checks import checks
from pbem.games.plantagenet.components.board import Locale
from pbem.games.plantagenet.components.box import CARTS, PROVENDER, Card, Lord, Side
from pbem.games.plantagenet.components.state import State, Status
from tests.games.plantagenet.build import LANCASTER, LONGBOWMEN, MILITIA, YORK, fight, forces, hits, run, stand, told
from tests.games.plantagenet.scene import IA, IB, active, battle_joined, capability, favour, hold, position, put

MARCH, DUKE, SOMERSET = map(Lord, ("march", "york", "somerset_1"))


def over(scenario: str = IA, where: str = "oxford") -> State:
    """A Battle that is over but for its Aftermath."""
    s = position(scenario)
    put(s, "march", where)
    put(s, "somerset_1", where)
    active(s, "march")
    battle_joined(s, where, YORK)
    return s


def test_survivors_have_fought_valour_is_off_and_no_actions_remain() -> None:
    s = over()
    s.approach = Locale("oxford")
    s.mats[MARCH].valour = 2
    aftermath(s, YORK)
    assert (s.mats[MARCH].moved, s.mats[SOMERSET].moved, s.mats[MARCH].valour) == (True, True, 0)
    assert s.command is not None
    assert s.command.ended
    assert s.battle is None
    assert not s.approach


def test_held_events_used_in_the_battle_go_to_their_decks() -> None:
    s = over()
    hold(s, "y1", "l12")
    for card in map(Card, ("y1", "l12")):
        s.held[s.box.cards[card].side].remove(card)
        fight(s).events.append(card)
    aftermath(s, YORK)
    assert "y1" in s.decks[YORK]
    assert "l12" in s.decks[LANCASTER]


def test_temporary_troops_go_and_a_lord_without_troops_then_disbands() -> None:
    s = over()
    favour(s, YORK, "oxford")
    capability(s, "march", "y3")
    lend_troops(s)
    s.mats[MARCH].forces = {k: n for k, n in s.mats[MARCH].forces.items() if k == LONGBOWMEN}
    s.mats[MARCH].forces[LONGBOWMEN] = 1
    aftermath(s, YORK)
    assert s.lords[MARCH].status is Status.CALENDAR
    assert [e.data["troops"] for e in told(s, "troops_lost")] == [{"longbowmen": 1}]


@pytest.mark.parametrize(("winner", "favoured"), [(YORK, YORK), (LANCASTER, LANCASTER), (None, None)])
def test_6_0_test_of_arms_sets_york_to_the_winner(winner: Side | None, favoured: Side | None) -> None:
    s = over(IB, "york")
    favour(s, None, "york")
    aftermath(s, winner)
    assert s.favour.get(Locale("york")) is favoured


def test_6_0_test_of_arms_is_for_the_city_of_york_and_its_scenario() -> None:
    s = over(IB, "derby")
    aftermath(s, YORK)
    assert Locale("derby") not in s.favour
    s = over(IA, "york")
    favour(s, None, "york")
    aftermath(s, YORK)
    assert Locale("york") not in s.favour


def test_6_0_spoils_at_york_follow_its_old_favour() -> None:
    s = position(IB)
    put(s, "march", "york")
    put(s, "somerset_1", "york")
    favour(s, LANCASTER, "york")
    run(battle_at(s, Locale("york"), YORK, frozenset()), (LANCASTER, "flee", ["somerset_1"]), dice=[1])
    assert s.mats[MARCH].assets[CARTS] == 1
    assert s.favour[Locale("york")] is YORK


# Whole Battles


def test_a_battle_on_the_map_from_array_to_aftermath() -> None:
    s = position(IA)
    put(s, "march", "oxford", militia=1)
    put(s, "somerset_1", "oxford", militia=1)
    favour(s, None, "oxford")
    active(s, "march")
    hold(s, "y19")
    lines = [
        (YORK, "play", "y19"),
        stand(LANCASTER),
        stand(YORK),
        *[(LANCASTER, "hit", "somerset_1 militia")],
        (LANCASTER, "reroll", False),
        (YORK, "hit", "march militia"),
        *hits(YORK, MARCH, "retinue", 3),
    ]
    dice = [6, 1, *[1] * 6, *[1] * 3, 2]
    assert run(battle_at(s, Locale("oxford"), YORK, frozenset()), *lines, dice=dice) is YORK
    assert (s.influence, forces(s, MARCH)) == (-5, {"retinue": 1, "militia": 1})
    assert (s.mats[MARCH].assets[CARTS], s.mats[MARCH].assets[PROVENDER]) == (2, 2)
    assert (s.lords[SOMERSET].status, s.lords[SOMERSET].box) == (Status.CALENDAR, s.turn + 1)
    assert (s.battles, s.battle, checks(s)) == (1, None, [])


def test_the_enemy_lords_all_flee_and_both_rounds_end_there() -> None:
    s = position(IA)
    put(s, "york", "london")
    put(s, "somerset_1", "wells")
    lines = [(LANCASTER, "flee", ["henry_vi"])]
    run(battle_at(s, Locale("london"), YORK, frozenset()), *lines)
    assert s.mats[DUKE].forces[MILITIA] == 2
    assert s.lords[Lord("henry_vi")].status is Status.CAPTIVE
