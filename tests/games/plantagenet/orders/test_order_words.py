"""Every order word has an example that is understood where its question is open, and synonyms that mean it alone."""

import re
from collections.abc import Callable, Coroutine, Iterable, Iterator
from dataclasses import replace
from functools import partial
from typing import Any

import pytest

from pbem.doctor.random_play import PlayPolicy, RandomPlayer
from pbem.engine.decision import Seat
from pbem.engine.dice import Fate
from pbem.engine.game.orders import Word
from pbem.engine.game.setup import Setup
from pbem.engine.log.entry import EntryKind
from pbem.engine.refusal import Ambiguous, BadLine
from pbem.engine.standing import orders_for
from pbem.engine.table import Table
from pbem.games import GAMES
from pbem.games.plantagenet.battle.battle import reposition
from pbem.games.plantagenet.battle.battle_events import REGROUP_MEANWHILE
from pbem.games.plantagenet.battle.death_check import DEATHS, death_check
from pbem.games.plantagenet.campaign.command import command_action
from pbem.games.plantagenet.campaign.end_campaign import waste
from pbem.games.plantagenet.campaign.feed import feed
from pbem.games.plantagenet.components.board import Unit
from pbem.games.plantagenet.components.box import Lord
from pbem.games.plantagenet.components.state import State
from pbem.games.plantagenet.levy.pay import pay_troops
from pbem.moderator.core.setups import load_setup
from pbem.orders.carry.execute import understand
from pbem.orders.place.position import Position as Reading
from pbem.resources import scenarios_dir
from tests.games.plantagenet.battle.test_ending_4_4_3 import haven
from tests.games.plantagenet.build import HENRY, LANCASTER, NORFOLK, RICHARD, YORK, field
from tests.games.plantagenet.campaign.test_end_campaign_4_8 import bare, make_scarce
from tests.games.plantagenet.levy.test_pay_3_2 import alone
from tests.games.plantagenet.scene import IA, active, position, put
from tests.games.plantagenet.wars.war import routed, war
from tests.support.scenes import SCENES, Scene, play_scene, setup_for

RULES = GAMES["plantagenet"]
SEATS = ("york", "lancaster")
MOST_GAMES = 12
TELLING_GAMES = (
    ("bosworth", 0),
    ("iii_my_kingdom_for_a_horse", 0),
    ("iil_legitimacy_fades", 0),
    ("iii_my_kingdom_for_a_horse", 1),
    ("ia_henry_vi", 5),
    ("ic_somersets_return", 8),
    ("wotr_wars_of_the_roses", 0),
)
"""Random games that once came to what is rare."""
TELLING_SCENES = """
all_flee e16 e17 e20_disembark l10_capability l10_capability_other_actions l10_event_levy l11_event l11_event_truce
l12_event l13_capability_battle l13_event_campaign l14_capability l15_capability l16_event l19_capability l1_capability
l20_event_intercept l21_event l23_event l25_event l25_event_favour l27_event l28_event l28_event_battle l30_capability
l31_capability l31_event l34_capability l34_event l36_event l37_event_kings_name l4_capability l5_event l7_event_fails
l8_capability l9_event_mercenaries y10_capability y10_event y13_event_hidden_mats y19_event y20_event_in_campaign
y22_event y24_event y24_event_in_muster y26_event y2_event y30_event y30_event_asked_before_a_hit y31_event
y32_capability y34_capability_lost y36_capability y36_capability_ravine y36_event y3_event y4_capability y8_event
"""
"""Scenes that once proved a word which no scene before them did: the others are looked at for what these leave."""
NEVER_PUT = (REGROUP_MEANWHILE, DEATHS)
"""Questions that orders answer, or nobody."""
Moment = tuple[Table[State], Seat]


def scene_positions(*, telling: bool) -> Iterator[Moment]:
    """Wherever a player answers in a scene that is telling, or in one that is not."""
    names = TELLING_SCENES.split()
    for path in sorted(path for path in SCENES.rglob("*.txt") if (path.stem in names) == telling):
        text = path.read_text()
        rules, setup = Scene.read(text).rules(), setup_for(text)
        table = Table(rules, setup, Fate(b"examples"))
        for entry in play_scene(text).entries:
            if entry.seat in SEATS and entry.kind in (EntryKind.ANSWER, EntryKind.WAITED, EntryKind.STANDING):
                yield table, entry.seat
            table.replay(entry, check=False)


def shares() -> State:
    """4.7 York or Salisbury gives March his Provender."""
    s = position(IA)
    for lord, provender in (("york", 2), ("salisbury", 2), ("march", 0)):
        put(s, lord, "ludlow", provender=provender)
    s.mats[Lord("march")].moved = True
    return s


def pays() -> State:
    """3.2.1 York or Warwick pays March's Troops."""
    s = alone()
    for lord, coin in (("york", 2), ("warwick_y", 2), ("march", 0)):
        put(s, lord, "ely", militia=6, coin=coin)
    return s


def sails() -> State:
    """4.6.1 Two Ships carry York's and March's men, not all their Provender."""
    s = position(IA)
    put(s, "york", "calais", ships=2, provender=4, carts=0, men_at_arms=5)
    put(s, "march", "calais", ships=0, provender=2, carts=0, men_at_arms=5)
    active(s, "york")
    return s


def wastes() -> State:
    """4.8.5 Three Longbowmen are left for York and March."""
    s = bare(turn=5)
    put(s, "york", "ely", men_at_arms=2)
    put(s, "march", "ely", men_at_arms=1)
    make_scarce(s, Unit("longbowmen"), pieces=3)
    return s


def reserve_in() -> State:
    """4.4.2 Richard III stands in Reserve behind an empty centre and an empty wing."""
    return field((NORFOLK, None, None), (None, HENRY, None), reserve=(RICHARD,))


def last_heir() -> State:
    """6.1.1 Rutland, the last Heir of York in War I, is about to roll for Death."""
    s = war("I", "york", "march")
    routed(s, "rutland")
    return s


Flow = Callable[[State], Coroutine[Any, Any, Any]]
BUILT: tuple[tuple[Callable[[], State], Flow], ...] = (
    (haven, partial(death_check, winner=LANCASTER)),
    (shares, feed),
    (pays, partial(pay_troops, side=YORK)),
    (sails, partial(command_action, lord=Lord("york"), choice="sail dover all")),
    (wastes, waste),
    (reserve_in, reposition),
    (last_heir, partial(death_check, winner=LANCASTER)),
)


def as_built(build: Callable[[], State], _setup: Setup) -> State:
    """The position instead of the scenario's."""
    return build()


def built_positions() -> Iterator[Moment]:
    """What hardly ever comes up."""
    for build, flow in BUILT:
        rules = replace(RULES, new_state=partial(as_built, build), play=flow)
        table = Table.open_new(rules, load_setup(RULES, IA, scenarios_dir()), Fate(b"examples"))
        yield from ((table, decision.seat) for decision in table.open())


def random_positions(games: Iterable[tuple[str, int]]) -> Iterator[Moment]:
    """Whatever comes up in games of players who want to live."""
    for scenario, number in games:
        setup = load_setup(RULES, scenario, scenarios_dir())
        player = RandomPlayer.of_policy(f"examples {number}", PlayPolicy.SURVIVE, RULES)
        table = player.open_table(RULES, setup)
        while not table.over:
            decision = player.question(table)
            yield table, decision.seat
            table.answer(decision.seat, decision.key, player.answer(decision), subject=decision.subject)


def understood(table: Table[State], seat: Seat, words: Iterable[Word[State]]) -> list[tuple[str, str]]:
    """Those of the words whose examples answer one of their questions that is open, or instruct for it, or for one that is
    never put to anybody.
    """
    keys = {*NEVER_PUT, *(decision.key for decision in table.open_to(seat))}
    asked = [word for word in words if word.key in keys]
    known = RULES.words(table.state) if asked else ()
    return [(word.verb, word.key) for word in asked if word in known and is_understood(table, seat, word)]


def is_understood(table: Table[State], seat: Seat, word: Word[State]) -> bool:
    try:
        deed = understand(table, seat, word.example)
    except BadLine:
        return False
    if deed.order is not None:
        return deed.order.verb == word.verb and bool(orders_for(RULES, [deed.order], word.key))
    return deed.decision is not None and deed.decision.key == word.key


def not_understood() -> list[tuple[str, str]]:
    """The order words whose examples no position proves."""
    left = {(word.verb, word.key): word for word in RULES.vocabulary}
    others = [(scenario, number) for number in range(MOST_GAMES) for scenario in RULES.scenarios]
    telling = (built_positions(), scene_positions(telling=True), random_positions(TELLING_GAMES))
    for positions in (*telling, scene_positions(telling=False), random_positions(others)):
        for table, seat in positions:
            for named in understood(table, seat, left.values()):
                del left[named]
            if not left:
                return []
    return sorted(left)


def test_every_example_is_understood() -> None:
    """In one case, as the same games prove them all."""
    assert [word for word in RULES.vocabulary if word.example.split()[0] != word.verb] == []
    assert not_understood() == []


def open_scenario(scenario: str) -> Table[State]:
    return Table.open_new(RULES, load_setup(RULES, scenario, scenarios_dir()), Fate(b"synonyms"))


def meaning(reader: Reading, verb: str) -> set[str]:
    """The order words that `verb` can stand for."""
    try:
        return {word.verb for word in reader.words(verb)}
    except Ambiguous as bad:
        return set(re.findall(r"[a-z]+", bad.problem.partition(" can mean ")[2])) - {"or"}


@pytest.mark.parametrize("scenario", RULES.scenarios)
def test_a_synonym_means_the_words_that_have_it(scenario: str) -> None:
    table = open_scenario(scenario)
    reader, words = Reading(table, SEATS[0]), RULES.words(table.state)
    verbs = {word.verb for word in words}
    synonyms = {synonym: {w.verb for w in words if synonym in w.synonyms} for word in words for synonym in word.synonyms}
    assert synonyms
    for synonym, meant in synonyms.items():
        assert synonym not in verbs
        assert reader.vocabulary.cut(f"{synonym} york") == (synonym, "york")
        assert meaning(reader, synonym) <= meant
        assert meaning(reader, synonym) == meant or len(meant) > 1
