"""1.9.1, 3.1 The Arts of War cards of a scenario as printed, both halves."""

from __future__ import annotations

from collections.abc import Collection, Mapping

from pbem.engine.game.atlas import CardBook, Leaf
from pbem.games.plantagenet.components.box import ArtsOfWarCard, Card, Timing
from pbem.games.plantagenet.components.names import names
from pbem.games.plantagenet.components.state import State
from pbem.i18n import Text

TIMINGS = {
    Timing.HOLD: Text("a Held Event: kept in the hand until it is played"),
    Timing.IMMEDIATE: Text("carried out at once when drawn"),
    Timing.THIS_LEVY: Text("in force from the draw to the end of the Levy"),
    Timing.THIS_CAMPAIGN: Text("in force to the end of the Campaign"),
}
WINDOWS_IN_WORDS = {
    "battle_events": Text("played at the start of a Battle, after the Array"),
    "intercept": Text("played when the side Intercepts"),
    "approach": Text("played at an Approach"),
    "death_check": Text("played before the Death checks of a Battle"),
    "campaign_any_time": Text("played at any time in a Campaign"),
    "levy_any_time": Text("played at any time in a Levy"),
    "any_time": Text("played at any time"),
    "any_time_for_levy": Text("played at any time, for a Levy"),
    "after_sail": Text("played after a Sail"),
    "after_march_or_sail": Text("played after a March or Sail"),
}


def cards_of(s: State) -> Mapping[str, tuple[str, ...]]:
    """The cards of the scenario, with their names: Capability, Event, and number."""
    return {card: _called(s.box.cards[card]) for card in s.box.cards if card in all_cards(s)}


def all_cards(s: State) -> Collection[Card]:
    """The cards of the scenario; in the linked campaign (6.0) those of every War."""
    return s.box.cards if is_linked(s) else s.sheet.cards


def is_linked(s: State) -> bool:
    """6.0 Whether more Wars than this one are played."""
    return s.wars is not None and not s.wars.alone


def _called(card: ArtsOfWarCard) -> tuple[str, ...]:
    return (
        Text("{card} / {event} ({id})", card=card.title, event=card.event.title, id=card.id),
        card.id,
        card.title,
        card.event.title,
    )


def card_text(s: State, asked: str) -> tuple[Leaf, ...]:
    """3.1 The printed text of a card."""
    card = s.box.cards[Card(asked)]
    event, capability = card.event, (card.effect, *card.notes, *([card.lost] if card.lost else []))
    half = Text("Capability {card}, for {takers}", card=card.title, takers=takers(s, card))
    return (
        Leaf(
            Text("Card {id}, {side}", id=card.id, side=card.side.title()),
            (Text("Event {event}: {when}.", event=event.title, when=when(card)), event.effect, *event.notes),
        ),
        Leaf(half, capability),
    )


def when(card: ArtsOfWarCard) -> str:
    """3.1.3 The timing of its Event."""
    timing = TIMINGS[card.event.timing]
    played = WINDOWS_IN_WORDS.get(card.event.window, "") if card.event.timing is Timing.HOLD else ""
    return Text("{timing}; {played}", timing=timing, played=played) if played else timing


def takers(s: State, card: ArtsOfWarCard) -> str:
    """3.4.6 The Lords of the scenario who may have its Capability."""
    side = card.side.title()
    if card.lords is None:
        return Text("any Lord of {side}", side=side)
    lords = [names(s, lord)[0] for lord in s.box.lords if lord in card.lords and (is_linked(s) or lord in s.lords)]
    return Text(", ").join(dict.fromkeys(lords)) or Text("no Lord of {side} in this scenario", side=side)


CARDS = CardBook(cards_of, card_text)
