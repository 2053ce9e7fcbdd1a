"""Positions as a long game brings them, from which random games begin now and then."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import TypeVar

from pbem.engine.decision import Seat
from pbem.engine.dice import Fate
from pbem.engine.game.setup import Setup
from pbem.engine.table import Table
from pbem.games.kingmaker.asking.setting_up import set_up
from pbem.games.kingmaker.components.cards import Happening, Sort
from pbem.games.kingmaker.components.ids import DEAD, Area, Phase, field, inside
from pbem.games.kingmaker.components.nobles import allied, attach, can_hold, in_field, move_to, nobles_of
from pbem.games.kingmaker.components.state import Force, State
from pbem.games.kingmaker.game import RULES
from pbem.games.kingmaker.housekeeping import settle
from pbem.games.kingmaker.parliament import meeting_places
from pbem.games.kingmaker.prestige import house_of, houses, kings, living
from pbem.lab.trial import Mix

T = TypeVar("T")
KEY_BYTES = 32
LONG_AGO = 0
"""13.2 The turn of a Force that binds nobody any longer: the first turn is 1."""
LIVING = (1, 2, 3, 4)
"""So many Royals are alive."""
POSTS = 6
"""So many Titles and Offices lie in Chancery where a Parliament can be called."""


def torn(setup: Setup, mix: Mix) -> State:
    """The same as `confederates`, but one player has all Royals who live: of both houses, if both do.

    Their Noble stands before the castle of another player's, who is inside.
    """
    s = confederates(setup, mix)
    keeper = mixed(list(s.nobles), mix)[0]
    for royal in living(s):
        attach(s, royal, keeper)
    others = [noble for noble, unit in s.nobles.items() if unit.owner not in allied(s, s.nobles[keeper].owner)]
    for other in mixed(others, mix)[:1]:
        home = s.facts(other).places[0]
        move_to(s, other, inside(home))
        move_to(s, keeper, field(s.board.places[home].area))
    settle(s)
    s.events.clear()
    return s


def assembled(setup: Setup, mix: Mix) -> State:
    """The sole King's player is active, has a Clamour and stands where a Parliament can meet; Chancery is full."""
    s = confederates(setup, mix)
    crowned = kings(s)
    keeper = s.royals[crowned[0]].noble if len(crowned) == 1 else None
    if keeper is None:
        return s
    for area in mixed(list(s.board.region), mix):
        move_to(s, keeper, field(area))
        if meeting_places(s, keeper):
            break
    posts = mixed([card for card in s.crown_deck if s.facts(card).sort.is_post], mix)[:POSTS]
    s.crown_deck = [card for card in s.crown_deck if card not in posts]
    s.chancery += posts
    s.clamours.append(next(card for card in s.event_deck if s.board.cards.events[card].kind is Happening.CLAMOUR))
    s.event_deck.remove(s.clamours[-1])
    s.active = s.first = s.nobles[keeper].owner
    settle(s)
    s.events.clear()
    return s


def confederates(setup: Setup, mix: Mix) -> State:
    """Few Royals are left, shared by two camps that meet in one Area, and many cards are awarded. Where three or more play,
    one camp is an Alliance with a Force; the Prestige tile has shown.
    """
    s = after_set_up(setup, mix)
    seats = mixed(s.seats, mix)
    camp, others = (seats[:2], seats[2:]) if len(seats) > 2 else (seats[:1], seats[1:])
    area = s.board.places[mixed([place for place, facts in s.board.places.items() if facts.fortified], mix)[0]].area
    for noble in mixed(list(s.nobles), mix)[1:]:
        move_to(s, noble, field(area))
    award_some(s, mix)
    share_royals(s, camp, others, mix)
    s.head_claimed, s.tile_above = True, None
    s.round, s.turn = 2, len(s.seats) + 1
    if len(camp) > 1:
        s.alliances.append(sorted(camp))
        form_force(s, area, camp, mix)
    settle(s)
    s.events.clear()
    return s


def mixed(things: Sequence[T], mix: Mix) -> list[T]:
    """The same things in an order of chance."""
    found = list(things)
    mix(found)
    return found


def after_set_up(setup: Setup, mix: Mix) -> State:
    """A game in which every player has set up in the usual way, by decks in an order of chance."""
    fate = Fate(bytes(mixed(range(256), mix)[:KEY_BYTES]))
    table: Table[State] = Table.open_new(replace(RULES, play=set_up), setup, fate)
    while not table.over:
        asked = table.open()[0]
        assert asked.default is not None
        table.answer(asked.seat, asked.key, asked.default(), subject=asked.subject)
    return table.state


def award_some(s: State, mix: Mix) -> None:
    """Some of the Titles, Offices and sees that are left are with Nobles whom they fit."""
    for sort in (Sort.TITLE, Sort.OFFICE, Sort.SEE):
        left = mixed([card for card in s.crown_deck if s.facts(card).sort is sort], mix)
        for card in left[len(left) // 2 :]:
            able = mixed([noble for noble in s.nobles if can_hold(s, noble, card, replacing=False)], mix)
            if able:
                s.crown_deck.remove(card)
                s.nobles[able[0]].cards.append(card)


def share_royals(s: State, camp: Sequence[Seat], others: Sequence[Seat], mix: Mix) -> None:
    """A few Royals live: those of one house are with a camp, the others with their enemies, one of them a King."""
    royals = mixed(list(s.royals), mix)
    for royal in royals[mixed(LIVING, mix)[0] :]:
        s.royals[royal].at, s.royals[royal].noble, s.royals[royal].crowned = DEAD, None, False
    sides = dict(zip(houses(s, royals), ([camp, others]), strict=False))
    for royal in living(s):
        attach(s, royal, mixed(nobles_of(s, *sides[house_of(s, royal)][:1]), mix)[0])
    if len(living(s)) > 1:
        s.royals[living(s)[0]].crowned = True


def form_force(s: State, area: Area, camp: Sequence[Seat], mix: Mix) -> None:
    """13.2 The Nobles of the allies in the Area's open field are a Force, if both have any there."""
    nobles = in_field(s, area, *camp)
    if {s.nobles[noble].owner for noble in nobles} == set(camp):
        s.forces.append(Force(mixed(nobles, mix)[0], sorted(nobles), LONG_AGO, Phase.MOVEMENT))
