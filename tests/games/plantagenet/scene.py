"""Small verbs that build a position on the board, from a scenario's setup."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import replace
from functools import cache

from pbem.engine.game.setup import Setup
from pbem.games.plantagenet.battle.array import arrayed, begin_battle
from pbem.games.plantagenet.components.board import Locale, Unit, Vassal
from pbem.games.plantagenet.components.box import ASSETS, RETINUE, Asset, Card, Lord, Side
from pbem.games.plantagenet.components.held import TRUCE
from pbem.games.plantagenet.components.setup import new_state
from pbem.games.plantagenet.components.state import (
    CENTRE,
    LEFT,
    RIGHT,
    Battle,
    Command,
    Cylinder,
    Depletion,
    Mat,
    Muster,
    Phase,
    State,
    Status,
    battle_of,
    muster_of,
    side_of,
)
from pbem.games.plantagenet.game import RULES
from pbem.games.plantagenet.levy.muster import open_muster
from pbem.moderator.core.setups import load_setup
from pbem.resources import scenarios_dir

IA, IB, IC = "ia_henry_vi", "ib_towton", "ic_somersets_return"
II, III = "ii_warwicks_rebellion", "iii_my_kingdom_for_a_horse"


@cache
def setup_of(scenario: str, hidden_mats: bool = False) -> Setup:
    """The scenario's files."""
    return load_setup(RULES, scenario, scenarios_dir(), {"hidden_mats": hidden_mats})


def position(scenario: str, turn: int | None = None, phase: Phase = Phase.LEVY, hidden_mats: bool = False) -> State:
    """The scenario as it is set up, at a Turn."""
    s = new_state(setup_of(scenario, hidden_mats))
    s.turn = turn or s.turn
    s.phase = phase
    return s


def read_as(s: State, **readings: bool) -> None:
    """The game reads rules so that can be read in several ways."""
    s.readings = replace(s.readings, **readings)


def put(s: State, lord: str, where: str, **figures: int) -> None:
    """A Lord on the map (with a full mat if he had none), with just these Troops and Assets where any are given."""
    name = Lord(lord)
    if name not in s.mats:
        card = s.box.lords[name]
        s.mats[name] = Mat(dict(card.forces), assets=dict(card.assets))
        s.mats = {each: s.mats[each] for each in s.lords if each in s.mats}
    status = Status.SEA if where in s.board.seas else Status.MAP
    s.lords[name] = Cylinder(status, where)
    if figures:
        troops = {Unit(k): n for k, n in figures.items() if k not in ASSETS}
        if troops:
            s.mats[name].forces = {RETINUE: 1} | troops
        s.mats[name].assets |= {Asset(k): n for k, n in figures.items() if k in ASSETS}


def on_calendar(s: State, lord: str, box: int, exile: bool = False) -> None:
    """A Lord's cylinder on the Calendar."""
    s.mats.pop(Lord(lord), None)
    s.lords[Lord(lord)] = Cylinder(Status.CALENDAR, box=box, exile=exile)


def gone(s: State, lord: str, status: Status = Status.DEAD) -> None:
    """A Lord out of the game."""
    s.mats.pop(Lord(lord), None)
    s.lords[Lord(lord)] = Cylinder(status)


def favour(s: State, side: Side | None, *locales: str) -> None:
    """Favour at these Strongholds, None for Neutral."""
    for locale in locales:
        s.favour.pop(Locale(locale), None)
        if side is not None:
            s.favour[Locale(locale)] = side


def worn(s: State, wear: Depletion, *locales: str) -> None:
    """Depleted or Exhausted markers."""
    s.wear |= {Locale(locale): wear for locale in locales}


def capability(s: State, lord: str, *cards: str) -> None:
    """Cards at a Lord's mat, with their Special Vassals, but without what they bring once."""
    for card in map(Card, cards):
        s.decks[s.box.cards[card].side] = [c for c in s.decks[s.box.cards[card].side] if c != card]
        s.mats[Lord(lord)].capabilities.append(card)
        if card in s.box.special_vassals:
            s.mats[Lord(lord)].vassals.append(s.box.special_vassals[card])


def hold(s: State, *cards: str) -> None:
    """Held Events."""
    for card in map(Card, cards):
        side = s.box.cards[card].side
        s.decks[side] = [c for c in s.decks[side] if c != card]
        s.held[side].append(card)


def in_effect(s: State, *cards: str) -> None:
    """This Levy and This Campaign Events in force."""
    for card in map(Card, cards):
        side = s.box.cards[card].side
        s.decks[side] = [c for c in s.decks[side] if c != card]
        campaign = s.box.cards[card].event.timing == "this_campaign" or card in TRUCE
        (s.this_campaign if campaign else s.this_levy).append(card)


def vassal(s: State, name: str, lord: str, box: int) -> None:
    """A regular Vassal on a mat, his marker in a box."""
    s.ready = [v for v in s.ready if v != name]
    s.mats[Lord(lord)].vassals.append(Vassal(name))
    s.service[Vassal(name)] = box


def lead(s: State, side: Side, points: int) -> None:
    """The Influence marker."""
    s.influence = points if side is Side.LANCASTER else -points


def active(s: State, lord: str, actions: int = 2) -> Command:
    """A Command card of the Lord's turned up, with so many actions."""
    s.phase = Phase.CAMPAIGN
    s.command = Command(side_of(s, Lord(lord)), Lord(lord), actions)
    return s.command


def acting(s: State, lord: str) -> Muster:
    """A Muster in which this Lord takes his Levy actions."""
    open_muster(s, side_of(s, Lord(lord)), Lord(lord))
    return muster_of(s)


def battle_joined(s: State, where: str, attacker: Side, ford: Collection[Side] = ()) -> Battle:
    """A Battle of all Lords at a Stronghold, Arrayed in the scenario's order: centre, left, right, Reserve."""
    s.phase = Phase.CAMPAIGN
    begin_battle(s, Locale(where), attacker, frozenset(ford))
    fight = battle_of(s)
    for side in Side:
        lords, late = fight.reserve[side], fight.late
        for column in (CENTRE, LEFT, RIGHT):
            ready = [lord for lord in lords if lord != late]
            if ready:
                fight.front[side][column] = ready[0]
                lords.remove(ready[0])
    fight.fighters = [lord for side in (attacker.enemy, attacker) for lord in arrayed(s, side)]
    return fight


def routs(s: State, *lords: str, fled: bool = False) -> None:
    """Lords Rout in the Battle, by Flight or by the loss of the Retinue."""
    for lord in map(Lord, lords):
        battle_of(s).routed.append(lord)
        if fled:
            battle_of(s).fled.append(lord)
        else:
            s.mats[lord].forces[RETINUE] = 0
            s.mats[lord].routed[RETINUE] = 1
