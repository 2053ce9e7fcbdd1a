"""1.9.1, 3.1 Cards that matter for a choice: those to be assigned, Levied, played or held, and the Events in force."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import groupby

from pbem.engine.decision import Decision, Menu, Pick, PickSome
from pbem.engine.phrase import words_of
from pbem.games.plantagenet.components.box import Card, Lord, Side
from pbem.games.plantagenet.components.card_ids import Capabilities, Events
from pbem.games.plantagenet.components.held import PLAY
from pbem.games.plantagenet.components.lordship import granted
from pbem.games.plantagenet.components.names import cards_in
from pbem.games.plantagenet.components.options import EventOf
from pbem.games.plantagenet.components.state import State
from pbem.games.plantagenet.levy.levy import LevyCapability
from pbem.games.plantagenet.preview.forecast_words import name
from pbem.i18n import Text

ON_LEVY = {
    Events.JACK_CADE: "",
    Events.YORKISTS_BLOCK_PARLIAMENT: Text("Lancaster cannot Levy Vassals, but by an Event."),
    Events.RICHARD_OF_YORK: Text("York's Lords have Influence +1 in Parleys of this Levy."),
    Events.THE_COMMONS: (
        Text("each Levy Troops of York can bring 1 or 2 Militia more: levy troops 1 militia, levy troops 2 militia.")
    ),
    Events.YORKIST_PARADE: Text("York's Lords have Influence +2 in this Levy."),
    Events.LOYALTY_AND_TRUST: Text("one Lord of York's choice has Lordship +3: loyalty LORD."),
    Events.THE_KINGS_NAME: Text(
        "with Gloucester, not Richard III, on the map York may pay 1 Influence to undo a Lancastrian Levy action that has "
        "succeeded."
    ),
    Events.EDWARD_V: Text("Gloucester has Lordship +3 in this Levy."),
    Events.AN_HONEST_TALE_SPEEDS_BEST: Text("each Lancastrian Parley costs 1 Influence more."),
    Events.PRIVY_COUNCIL: Text("York's Lords have Influence +1 in this Levy."),
    Events.BE_SENT_FOR: Text("Lancastrian Exiles may Muster wherever they are on the Calendar."),
    Events.RISING_WAGES: Text("each Levy Troops of York costs 1 Coin first."),
    Events.BUCKINGHAMS_PLOT: Text("each attempt of York to Levy a Vassal costs 2 Influence more."),
    Events.MARGARET_BEAUFORT: Text("Henry Tudor may try to Levy any Vassal whose markers are on the map."),
    Events.THE_EARL_OF_RICHMOND: Text("Lancaster's Vassals come without a check."),
}
"""3.4 The effects on a Muster of Events in force."""
ON_COMMAND = {
    Events.SEAMANSHIP_Y6: Text("Sail costs York one action, not an entire card."),
    Events.SEAMANSHIP_L6: Text("Sail costs Lancaster one action, not an entire card."),
    Events.EXILE_PACT: Text("for one action a Lord of York may go into an Exile box at no Influence: exile BOX."),
    Events.PARLIAMENTS_TRUCE: Text("nobody may Approach or Intercept in this Campaign."),
    Events.PARLIAMENT_TRUCE: Text("nobody may Approach or Intercept in this Campaign."),
    Events.OWAIN_GLYNDWR: Text("no Lancastrian may March or Sail to a Stronghold in Wales."),
    Events.DORSET: Text("Devon at Exeter Parleys for no Influence and without a check."),
    Events.AN_HONEST_TALE_SPEEDS_BEST: Text("each Lancastrian Parley costs 1 Influence more."),
    Events.FORCED_MARCHES: Text("for a Lancastrian who Marches alone Roads are Highways."),
    Events.NEW_ACT_OF_PARLIAMENT: Text("a Parley takes an entire card of York's."),
    Events.FRENCH_FLEET: Text("no Lord of York may Sail."),
}
"""4.2 The effects on a Command card of Events in force."""
VOTES = (Events.SUCCESSION, Events.PARLIAMENT_VOTES)
EXTRAS = (Events.GLOUCESTER_AS_HEIR, Events.MY_CROWN_IS_IN_MY_HEART)


def in_force_on_levy(s: State) -> Iterator[str]:
    """3.1.3 The Events in force that affect a Muster."""
    yield from _in_force(s, ON_LEVY)


def in_force_on_command(s: State) -> Iterator[str]:
    """3.1.3 The Events in force that affect a Command card."""
    yield from _in_force(s, ON_COMMAND)


def _in_force(s: State, texts: Mapping[Card, str]) -> Iterator[str]:
    for card in (*s.this_levy, *s.this_campaign):
        if text := texts.get(card):
            yield Text("{eventof} is in force: {text}", eventof=name(s, EventOf(card)), text=text)


def grants_of(s: State, lord: Lord) -> Iterator[str]:
    """3.4 The remaining grants of cards to the Lord in this Muster, and how to write them."""
    for card in VOTES:
        if granted(s, lord, card):
            title = s.box.cards[card].event.title
            yield (
                Text(
                    "{eventof} is in force: one Parley of {lord} in this Levy costs 1 Influence less and needs no "
                    "check. Write: parley PLACE with {title}. His last Parley of the Levy uses it by itself.",
                    eventof=name(s, EventOf(card)),
                    lord=name(s, lord),
                    title=title,
                )
            )
    for card in EXTRAS:
        if number := granted(s, lord, card):
            yield Text(
                "{eventof} is in force: {number} Parleys of {lord} cost no Levy action.",
                eventof=name(s, EventOf(card)),
                number=number,
                lord=name(s, lord),
            )
    if number := granted(s, lord, Events.JACK_CADE):
        yield (
            Text(
                "{eventof} is in force: {lord} makes {number} Parleys for no Levy action, no Influence and "
                "without a check. Write: parley PLACE with Jack Cade.",
                eventof=name(s, EventOf(Events.JACK_CADE)),
                lord=name(s, lord),
                number=number,
            )
        )
    if granted(s, lord, Capabilities.THOMAS_STANLEY):
        yield Text(
            "{thomas_stanley}: one Levy Troops of {lord} costs no Levy action.",
            thomas_stanley=name(s, Capabilities.THOMAS_STANLEY),
            lord=name(s, lord),
        )


def capabilities(s: State, orders: list[LevyCapability]) -> Iterator[str]:
    """3.4.6 The Capabilities possible for a Lord, half a line for each different one."""
    if orders:
        yield Text(
            'Levy Capability costs 1 Levy action: {line}. "card NAME" brings a whole text; in short:',
            line=" ".join(name(s, word) for word in words_of(orders[0])),
        )
    cards = [s.box.cards[order.card] for order in orders]
    for (title, short), alike in groupby(cards, lambda card: (card.title, card.short)):
        yield Text("{title} ({ids}): {short}", title=title, ids=", ".join(card.id for card in alike), short=short)


def to_assign(s: State, decision: Decision) -> Iterator[str]:
    """3.1.2 The Capability that a Lord gets."""
    card = s.box.cards[Card(decision.subject)]
    yield card.effect
    if card.lost:
        yield card.lost
    yield Text(
        "While it lies with a Lord its Event ({event}) cannot be drawn. A Lord can have two Capabilities.",
        event=card.event.title,
    )


def to_play(s: State, decision: Decision) -> Iterator[str]:
    """3.1.3 The Held Events that can be played, or discarded."""
    assert isinstance(decision.shape, Menu | Pick | PickSome)
    cards = list(dict.fromkeys(cards_in(s, decision.shape.options())))
    yield from (
        Text("{eventof}: {effect}", eventof=name(s, EventOf(card)), effect=s.box.cards[card].event.effect) for card in cards
    )
    others = [card for card in s.held[Side(decision.seat)] if EventOf(card) not in decision.shape.options()]
    if others:
        yield Text("Not playable now: {others}.", others=", ".join(name(s, EventOf(card)) for card in others))
    if not cards and decision.key == PLAY:
        yield Text("You are asked all the same, or the Enemy could tell that none fits; standing play none spares you that.")


def held_now(s: State, side: Side, playable: list[Card]) -> Iterator[str]:
    """3.1.3 The Held Events that a Menu offers."""
    yield from (
        Text("play {eventof}: {effect}", eventof=name(s, EventOf(card)), effect=s.box.cards[card].event.effect)
        for card in playable
        if card in s.held[side]
    )
