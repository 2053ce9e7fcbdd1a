"""What random games of Plantagenet need: what can be reached, and worlds that differ in secrets only."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from pbem.engine.event import Event
from pbem.games.plantagenet.components.box import Card, Side
from pbem.games.plantagenet.components.card_ids import Capabilities
from pbem.games.plantagenet.components.setup import BATTLE_ONLY, TOWTON
from pbem.games.plantagenet.components.state import State, in_war
from pbem.games.plantagenet.components.war_book import FIRST_WAR, THIRD_WARS
from pbem.games.plantagenet.victory import CAMPAIGN, SCENARIO_END, TEST_OF_ARMS, THRESHOLD
from pbem.games.plantagenet.wars.ending import REMOVAL, SURRENDER, WAR_VICTORY
from pbem.games.plantagenet.wars.heirs import book_of, war_of, wars_of
from pbem.lab.games.plantagenet.delegate import delegated
from pbem.lab.games.plantagenet.gathering import gathering
from pbem.lab.games.plantagenet.plants import PLANTS
from pbem.lab.games.plantagenet.secrets import SECRETS, in_the_open, leaked
from pbem.lab.trial import Trial

EVENTS_IN_PLAY = ("event_drawn", "event_played")
NOBODY = "nobody"


# Reach


def reached(s: State, events: Sequence[Event]) -> Iterator[str]:
    """The Turn, the Capabilities on mats, the Events that came into play, and how the game ends, or a War."""
    yield in_war(s, f"Turn {s.turn}")
    yield from (capability_name(s, card) for mat in s.mats.values() for card in mat.capabilities)
    yield from (event_name(s, event.data["card"]) for event in events if event.name in EVENTS_IN_PLAY)
    for event in events:
        if event.name == "war_won":
            yield war_end(event.data["war"], event.data["side"], event.data["how"])
    if s.result is not None and s.wars is None:
        yield f"end: {s.result.get('how', BATTLE_ONLY)}, {s.result['winner'] or NOBODY}"


def reachable(s: State) -> Iterator[str]:
    """Every Turn, Capability, Event and end that the scenario has."""
    if s.wars is not None:
        yield from reachable_in_wars(s)
        return
    cards = sorted(s.sheet.cards, key=s.box.card_order.__getitem__)
    yield from (f"Turn {turn}" for turn in range(s.sheet.first_turn, s.sheet.last_turn + 1))
    yield from (capability_name(s, card) for card in cards)
    if s.sheet.kind == BATTLE_ONLY:
        yield from (f"end: {BATTLE_ONLY}, {side}" for side in Side)
        return
    if s.sheet.first_turn < s.sheet.last_turn:
        yield from (event_name(s, card) for card in cards)
    last = TEST_OF_ARMS if TOWTON in s.sheet.special_rules else SCENARIO_END
    ends = [CAMPAIGN, *([THRESHOLD] if s.sheet.thresholds else []), last]
    yield from (f"end: {end}, {side}" for end in ends for side in Side)


def reachable_in_wars(s: State) -> Iterator[str]:
    """6.0-6.3 The Turns of each War and the ways to win it, and the cards of all of them."""
    wars = [war_of(s)] if wars_of(s).alone else list(book_of(s).wars.values())
    for war in wars:
        turns = range(war.page["first_turn"], war.page["last_turn"] + 1)
        yield from (f"Turn {turn} of War {war.code}" for turn in turns)
        yield from (war_end(war.code, side, how) for how in ways_to_win(war.code) for side in Side)
    cards = sorted(s.box.cards if len(wars) > 1 else s.sheet.cards, key=s.box.card_order.__getitem__)
    yield from (capability_name(s, card) for card in cards)
    yield from (event_name(s, card) for card in cards if card != Capabilities.EDWARD)


def ways_to_win(war: str) -> list[str]:
    """6.0, 6.1.1 How a side can win this War."""
    by_heirs = REMOVAL if war == FIRST_WAR else WAR_VICTORY
    return [CAMPAIGN, THRESHOLD, SCENARIO_END, by_heirs, *([] if war in THIRD_WARS else [SURRENDER])]


def war_end(war: str, side: str, how: str) -> str:
    """The end of a War."""
    return f"end of War {war}: {how}, {side}"


def capability_name(s: State, card: Card) -> str:
    """A Capability in play."""
    return f"Capability {s.box.cards[card].title} ({card})"


def event_name(s: State, card: Card) -> str:
    """An Event in play."""
    return f"Event {s.box.cards[card].event.title} ({card})"


CONDITIONS = (
    *("they are fewer", "they are more", "outnumbered 3 to 2", "we outnumber them 2 to 1", "not outnumbered 2 to 1"),
    *("troops under 4", "coin at least 1", "they have over 5 units", "influence over 3", "turn at most 4", "round over 1"),
    *("near london", "in wales", "friendly", "london is friendly and they are fewer", "exhausted or neutral"),
    *("york is there", "york is alone", "york is near ely"),
)
BETWEEN = ("3.2", "3.3", "4.4", "4.7", "4.8", "6.0")
"""Chapters whose questions belong to nobody's segment: Pay, exiles, Battle, Feed and the end of a Campaign."""
TRIAL = Trial(
    repeated={"parley": "friendly"},
    reached=reached,
    reachable=reachable,
    secrets=SECRETS,
    plants=PLANTS,
    leaked=leaked,
    in_the_open=in_the_open,
    beginning=gathering,
    delegated=delegated,
    conditions=CONDITIONS,
    between=BETWEEN,
)
