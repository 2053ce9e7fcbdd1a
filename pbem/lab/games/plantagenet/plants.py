"""Leaks on trial of Plantagenet's own: hidden cards, the Plan and Hidden Mats in questions, Events and odds."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

from pbem.engine.decision import Decision, Json, Seat
from pbem.engine.event import Event
from pbem.engine.game.forecast import Forecast
from pbem.games.plantagenet.campaign import tides
from pbem.games.plantagenet.cards import arts_of_war
from pbem.games.plantagenet.components import held, influence
from pbem.games.plantagenet.components.box import Card, Side
from pbem.games.plantagenet.components.setup import BATTLE_ONLY
from pbem.games.plantagenet.components.state import State, side_of
from pbem.games.plantagenet.levy import levy
from pbem.games.plantagenet.report import marks, view
from pbem.lab.trial import Plant, Put


def odds_of_a_held_event(rules: Any, _put: Put) -> Any:
    """A preview warns of a window that the Enemy could use."""
    usual: Callable[[State, Seat, Decision, Json], Forecast] = rules.previews.forecast

    def forecast(s: State, seat: Seat, decision: Decision, answer: Json) -> Forecast:
        cards = s.held[Side(seat).enemy] if s.sheet.kind != BATTLE_ONLY else []
        warned = (
            ("an Event could answer this",)
            if any(card in held.cards_for(s, window) for card in cards for window in held.WINDOWS)
            else ()
        )
        honest = usual(s, seat, decision, answer)
        return replace(honest, words=(*honest.words, *warned))

    return replace(rules, previews=replace(rules.previews, forecast=forecast))


def window_if_able(rules: Any, put: Put) -> Any:
    """3.1.3 A side is asked only if it holds a card for the window."""
    ask = held.ask_which

    async def careless(s: State, side: Side, about: str, able: list[Card]) -> Card | None:
        return await ask(s, side, about, able) if able else None

    put(held, "ask_which", careless)
    return rules


def capability_told(rules: Any, put: Put) -> Any:
    """1.5.3 Who gets which Capability is told to both sides."""

    def to_both(s: State, lord: Any, rule: str, name: str, **data: Json) -> None:
        s.events.append(Event(rule, name, {"side": side_of(s, lord), "lord": lord, **data}))

    put(arts_of_war, "tell_own", to_both)
    put(levy, "tell_own", to_both)
    return rules


def charity_if_able(rules: Any, put: Put) -> Any:
    """y4 York is asked only if somebody can give."""
    ask = tides.ask_charity

    async def careless(s: State, given: int) -> Any:
        return await ask(s, given) if tides.givers(s) else None

    put(tides, "ask_charity", careless)
    return rules


def rating_of_a_check(rules: Any, put: Put) -> Any:
    """1.4.2 The check tells what it needed."""
    put(influence, "only_as_needed", lambda _s, _lord: False)
    return rules


def headline_of_the_last_turn(rules: Any, _put: Put) -> Any:
    """In the last Turn the headline names what the Enemy holds."""
    usual = rules.reports.headline

    def headline(s: State, seat: Seat, events: Sequence[Event]) -> list[Event]:
        honest = usual(s, seat, events)
        if not seat or s.sheet.kind == BATTLE_ONLY or s.turn < s.sheet.last_turn:
            return list(honest)
        enemy = Side(seat).enemy
        return [*honest, Event("3.1.3", "held_seen", {"side": enemy, "cards": list(s.held[enemy])})]

    return replace(rules, reports=replace(rules.reports, headline=headline))


def mats_shown(rules: Any, put: Put) -> Any:
    """1.5.3 The position shows what is on a Hidden Mat."""
    put(view, "hidden_from", lambda _s, _lord, _reader: False)
    return rules


def troops_on_the_map(rules: Any, put: Put) -> Any:
    """1.5.3 The picture shows how many Troops are on a Hidden Mat."""
    put(marks, "mat_hidden", lambda _s, _lord: False)
    return rules


PLANTS = (
    Plant("odds", "preview", "that the Enemy holds an Event for some window", odds_of_a_held_event),
    Plant("window", "question", "that a side holds a card for it", window_if_able),
    Plant("capability", "Event", "which Lord has which Capability under Hidden Mats", capability_told),
    Plant("charity", "question", "that a Lord with Provender has deeds of charity", charity_if_able),
    Plant("check", "Event", "the Influence rating with cards of a Hidden Mat", rating_of_a_check),
    Plant("headline", "headline of the last Turn", "what the Enemy holds", headline_of_the_last_turn),
    Plant("mats", "position", "what is on a Hidden Mat", mats_shown),
    Plant("troops", "picture", "how many Troops are on a Hidden Mat", troops_on_the_map),
)
