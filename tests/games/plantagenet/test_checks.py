"""Each invariant is missed when it does not hold."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from pbem.games.plantagenet.checks import checks
from pbem.games.plantagenet.components.board import Locale, Vassal
from pbem.games.plantagenet.components.box import COIN, SHIPS, Card, Lord
from pbem.games.plantagenet.components.state import Cylinder, Phase, State, Status
from tests.games.plantagenet.build import YORK
from tests.games.plantagenet.scene import IA, II, on_calendar, position, put, vassal


def twice(s: State) -> None:
    s.held[YORK].append(s.decks[YORK][0])


def lost_card(s: State) -> None:
    s.decks[YORK].remove(Card("y13"))


def lost_vassal(s: State) -> None:
    s.ready.remove(Vassal("beaumont"))


def vassal_twice(s: State) -> None:
    s.disbanded[Vassal("beaumont")] = 3


def service_off_the_calendar(s: State) -> None:
    vassal(s, "beaumont", "york", 17)


def without_troops(s: State) -> None:
    put(s, "york", "ely", retinue=1)


def in_debt(s: State) -> None:
    s.mats[Lord("york")].assets[COIN] = -1


def third_ship(s: State) -> None:
    s.mats[Lord("york")].assets[SHIPS] = 3


def influence_off_the_track(s: State) -> None:
    s.influence = -46


def at_sea_in_levy(s: State) -> None:
    s.lords[Lord("york")] = Cylinder(Status.SEA, "irish_sea")


def in_the_enemys_exile_box(s: State) -> None:
    put(s, "york", "scotland")


def together(s: State) -> None:
    put(s, "york", "london")
    put(s, "henry_vi", "london")


def mat_on_the_calendar(s: State) -> None:
    on_calendar(s, "york", 5)
    s.mats[Lord("york")] = s.mats[Lord("henry_vi")]


def favour_in_an_exile_box(s: State) -> None:
    s.favour[Locale("ireland")] = YORK


def pool_overdrawn(s: State) -> None:
    put(s, "york", "ely", mercenaries=99)


@pytest.mark.parametrize(
    ("broken", "found"),
    [
        (twice, "is in 2 places"),
        (lost_card, "card y13 is nowhere"),
        (lost_vassal, "Vassal beaumont is nowhere"),
        (vassal_twice, "Vassal beaumont is in 2 places"),
        (service_off_the_calendar, "Vassal beaumont is in box 17"),
        (without_troops, "York is on the map without Troops"),
        (in_debt, "york has {"),
        (third_ship, "york has {"),
        (influence_off_the_track, "Influence is -46"),
        (at_sea_in_levy, "York is at Sea in Levy"),
        (in_the_enemys_exile_box, "york is in the Exile box scotland"),
        (together, "Lords of both sides are at London"),
        (mat_on_the_calendar, "but on the map"),
        (favour_in_an_exile_box, "ireland has a Favour marker"),
        (pool_overdrawn, "the pool of mercenaries is"),
    ],
)
def test_what_must_hold_is_missed(broken: Callable[[State], None], found: str) -> None:
    s = position(IA, 2)
    assert checks(s) == []
    broken(s)
    assert any(found in finding for finding in checks(s)), checks(s)


def test_enemies_stand_together_in_an_approach_only() -> None:
    s = position(II, 2, Phase.CAMPAIGN)
    put(s, "edward_iv", "oxford")
    put(s, "clarence", "oxford")
    assert checks(s) == ["Lords of both sides are at Oxford"]
    s.approach = Locale("oxford")
    assert checks(s) == []
