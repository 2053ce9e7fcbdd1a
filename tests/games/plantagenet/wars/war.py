"""Small verbs for a War of the Roses: set it up, lose Heirs, look."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import replace
from functools import cache

import pytest

from pbem.engine.decision import Json
from pbem.games.plantagenet.battle.death_check import death_check
from pbem.games.plantagenet.campaign.end_campaign import shipwreck
from pbem.games.plantagenet.components.box import Card, Lord, Side
from pbem.games.plantagenet.components.lords import return_card
from pbem.games.plantagenet.components.readings import PRESENT
from pbem.games.plantagenet.components.state import Phase, State, Status, Wars, battle_of
from pbem.games.plantagenet.components.war_book import Person
from pbem.games.plantagenet.game import RULES
from pbem.games.plantagenet.wars.ending import WarOver
from pbem.games.plantagenet.wars.set_up import war_state
from pbem.moderator.core.setups import load_setup
from pbem.resources import scenarios_dir
from tests.games.plantagenet.build import Line, run, told
from tests.games.plantagenet.scene import battle_joined, put, routs

DIES, LIVES = 6, 1
FIELD = "lynn"
"""A Stronghold of nobody's, where Battles are lost."""


@cache
def campaign() -> State:
    """The linked campaign at its first question."""
    return RULES.new_state(load_setup(RULES, "wotr_wars_of_the_roses", scenarios_dir()))


def war(code: str, *lost: str, named: bool = False, turn: int | None = None, **read: bool) -> State:
    """A War of the campaign as it is set up after these Heirs have been lost, in the Campaign of a Turn.

    `named`: Event y28 Gloucester as Heir has come in the second War. `read` are fields of Readings.
    """
    first = campaign()
    assert first.book is not None
    wars = Wars(code, removed=list(map(Person, lost)), gloucester_as_heir=named)
    s = war_state(first.box, first.book, wars, first.scenario, replace(PRESENT, **read))
    s.phase, s.turn = Phase.CAMPAIGN, turn or s.turn
    return s


def state_of_wars(s: State) -> Wars:
    """How the Wars stand."""
    assert s.wars is not None
    return s.wars


# Losing Heirs


def routed(s: State, *lords: str, attacker: Side = Side.LANCASTER, fled: Collection[str] = ()) -> None:
    """A Battle at its end, in which all these Lords have Routed: of each side in this order."""
    for lord in lords:
        put(s, lord, FIELD)
    battle_joined(s, FIELD, attacker)
    battle = battle_of(s)
    order = list(map(Lord, lords))
    battle.fighters = [*order, *(lord for lord in battle.fighters if lord not in order)]
    for lord in lords:
        routs(s, lord, fled=lord in fled)


def check(s: State, *lines: Line, dice: Sequence[int]) -> None:
    """4.4.3 The Death check of a Battle that nobody won."""
    run(death_check(s, None), *lines, dice=dice)
    s.battle = None


def dies(s: State, *lords: str) -> None:
    """Lords Die, each in a Battle of their own."""
    for lord in lords:
        routed(s, lord, attacker=s.box.lords[Lord(lord)].side)
        check(s, dice=[DIES])


def last_dies(s: State, lord: str, *lines: Line) -> None:
    """A Lord Dies, and that ends the War."""
    routed(s, lord, attacker=s.box.lords[Lord(lord)].side)
    with pytest.raises(WarOver):
        check(s, *lines, dice=[DIES])


def wrecked(s: State, lord: str) -> None:
    """4.8.2 A Lord at Sea is lost."""
    put(s, lord, "north_sea")
    shipwreck(s, Lord(lord))


# Looking


def status(s: State, lord: str) -> Status | None:
    """What has become of a Lord; None if he is not in this War."""
    return s.lords[Lord(lord)].status if lord in s.lords else None


def box(s: State, lord: str) -> tuple[int, bool]:
    """The box of the Calendar, and whether the Lord is marked Exile."""
    cylinder = s.lords[Lord(lord)]
    assert cylinder.status is Status.CALENDAR
    return cylinder.box, cylinder.exile


def where(s: State, lord: str) -> str:
    """Where on the map."""
    assert status(s, lord) is Status.MAP
    return s.lords[Lord(lord)].where


def in_deck(s: State, *cards: str) -> list[str]:
    """Those of the cards that are in a deck."""
    return [card for card in cards if any(card in deck for deck in s.decks.values())]


def in_war(s: State, *cards: str) -> list[str]:
    """Those of the cards that are anywhere in the War, but not set aside."""
    lying = [*s.drawn, *s.this_levy, *s.this_campaign, *s.next_levy, *(s.battle.events if s.battle else ())]
    held = [card for cards in s.held.values() for card in cards]
    mats = [card for mat in s.mats.values() for card in mat.capabilities]
    return [card for card in cards if card in [*in_deck(s, *cards), *lying, *held, *mats]]


def taken(s: State, card: str) -> Card:
    """A card out of its deck."""
    s.decks[s.box.cards[Card(card)].side].remove(Card(card))
    return Card(card)


def put_back(s: State, *cards: str) -> None:
    """Cards into their decks."""
    for card in cards:
        return_card(s, Card(card))


def ended(s: State) -> Json:
    """Who has won the War, how, and who the campaign."""
    if not state_of_wars(s).won:
        return None
    won = state_of_wars(s).won[-1]
    return won["winner"], won["how"], s.result and s.result["winner"]


def rolled(s: State) -> list[str]:
    """The Lord cards that have rolled for Death, in order."""
    return [event.data["lord"] for event in told(s, "death_check")]
