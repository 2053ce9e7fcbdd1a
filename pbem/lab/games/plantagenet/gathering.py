"""A position in which everybody is near everybody: where random games begin that are to see great Battles."""

from __future__ import annotations

from collections.abc import Mapping

from pbem.engine.game.setup import Setup
from pbem.games.plantagenet.components.board import Locale
from pbem.games.plantagenet.components.box import GLOUCESTER, Lord, Side, Timing
from pbem.games.plantagenet.components.capabilities import MAX_PER_LORD, give_capability, objection_to
from pbem.games.plantagenet.components.group import shaky_meeting
from pbem.games.plantagenet.components.lords import muster_lord, place
from pbem.games.plantagenet.components.setup import BATTLE_ONLY
from pbem.games.plantagenet.components.state import State, Status, Wars, lords_at, lords_of
from pbem.games.plantagenet.components.war_book import THIRD_WARS, Person
from pbem.games.plantagenet.levy.king_richard import crown
from pbem.games.plantagenet.wars.earlier import MORTAL, why_not_lost
from pbem.games.plantagenet.wars.set_up import first_state, war_state
from pbem.lab.trial import Mix

MAX_HELD = 4
KING_RICHARD = "king_richard"


def gathering(setup: Setup, mix: Mix) -> State:
    """The scenario with the Lords of a side at one Stronghold, or around it, the sides a Way apart, and Capabilities and
    Events dealt out.
    """
    s = some_war(setup, mix) if "book" in setup.data else first_state(setup)
    if s.sheet.kind == BATTLE_ONLY:
        return s
    camps, lords = two_camps(s, mix), list(s.lords)
    mix(lords)
    for lord in lords:
        side = s.box.lords[lord].side
        here = around(s, camps, side, mix)
        if s.lords[lord].status in (Status.MAP, Status.CALENDAR) and not shaky_meeting(s, [lord], here):
            gather(s, lord, here)
    crown_perhaps(s, mix)
    for side in Side:
        deal_capabilities(s, side, mix)
        deal_events(s, side, mix)
    s.events.clear()
    return s


def some_war(setup: Setup, mix: Mix) -> State:
    """6.3 The beginning of one of the Wars, with some Heirs lost before it."""
    book, first = setup.data["book"], first_state(setup)
    assert first.wars is not None
    wars, lost, happened = list(book.wars), list(MORTAL), [True, False]
    for choice in (wars, lost, happened):
        mix(choice)
    war = book.first if first.wars.alone else wars[0]
    lost = [person for number, person in enumerate(lost) if not why_not_lost(book, war, [*lost[:number], person])]
    wars_state = Wars(war, alone=first.wars.alone, gloucester_as_heir=happened[0] and war in THIRD_WARS)
    wars_state.removed = list(map(Person, lost[: len(lost) // 2]))
    s = war_state(first.box, book, wars_state, setup.scenario, first.readings)
    s.hidden_mats, s.readings = first.hidden_mats, first.readings
    return s


def two_camps(s: State, mix: Mix) -> dict[Side, Locale]:
    """Two Strongholds a Way apart."""
    ways = [
        (here, there)
        for here, facts in s.board.locales.items()
        for there in s.board.ways[here]
        if facts.stronghold and s.board.locales[there].stronghold
    ]
    mix(ways)
    return dict(zip(Side, ways[0], strict=True))


def around(s: State, camps: Mapping[Side, Locale], side: Side, mix: Mix) -> Locale:
    """The side's camp, or as often a Stronghold a Way from it without enemies: from there a Lord can Intercept."""
    camp, enemies = camps[side], camps[side.enemy]
    near = [there for there in s.board.ways[camp] if s.board.locales[there].stronghold and there != enemies]
    near = [there for there in near if not lords_at(s, there, side.enemy)]
    places = [camp] * max(1, len(near)) + near
    mix(places)
    return places[0]


def gather(s: State, lord: Lord, here: Locale) -> None:
    """The Lord Musters at his side's camp, or goes there."""
    if lord in s.mats:
        place(s, lord, here)
    else:
        muster_lord(s, lord, here, "2.1")


def crown_perhaps(s: State, mix: Mix) -> None:
    """Gloucester is King, or not."""
    crowned = [True, False]
    mix(crowned)
    if crowned[0] and KING_RICHARD in s.sheet.special_rules and GLOUCESTER in s.mats:
        crown(s)


def deal_capabilities(s: State, side: Side, mix: Mix) -> None:
    """Every Lord gets as many Capabilities as he may have."""
    deck = list(s.decks[side])
    mix(deck)
    for lord in lords_of(s, side):
        for card in deck:
            on_mat = s.mats[lord].capabilities
            if len(on_mat) < MAX_PER_LORD and card in s.decks[side] and objection_to(s, card, lord, on_mat) is None:
                give_capability(s, card, lord)


def deal_events(s: State, side: Side, mix: Mix) -> None:
    """The side holds some Events."""
    cards = [card for card in s.decks[side] if s.box.cards[card].event.timing is Timing.HOLD]
    mix(cards)
    s.held[side] = cards[:MAX_HELD]
    s.decks[side] = [card for card in s.decks[side] if card not in s.held[side]]
