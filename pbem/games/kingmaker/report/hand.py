"""12.1 A player's own hand: each card in words, and its possible uses now."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from pbem.engine.decision import Seat
from pbem.games.kingmaker.components.cards import Sort
from pbem.games.kingmaker.components.ids import Card, NobleId
from pbem.games.kingmaker.components.names import name_of
from pbem.games.kingmaker.components.nobles import can_hold, held, nobles_of
from pbem.games.kingmaker.components.state import State
from pbem.games.kingmaker.control import is_friendly, owner
from pbem.games.kingmaker.hands.award import awards, entries, keeps_last
from pbem.games.kingmaker.report.card_text import card_text
from pbem.games.kingmaker.report.where import faction, label, named, spot_text
from pbem.i18n import Text


@dataclass(frozen=True)
class HandCard:
    """A card of the reader's hand: in words, with its possible uses now."""

    id: Card
    name: str
    text: str
    uses: tuple[str, ...]


def hand_view(s: State, seat: Seat) -> tuple[HandCard, ...]:
    """12.1 The hand of a seat, in the order drawn. Secret: for that seat only."""
    return tuple(hand_card(s, seat, card) for card in s.players[seat].hand)


def hand_card(s: State, seat: Seat, card: Card) -> HandCard:
    """12.1 One card of a hand."""
    return HandCard(card, label(s, card), card_text(s, card), tuple(_uses(s, seat, card)))


def _uses(s: State, seat: Seat, card: Card) -> Iterator[str]:
    """What the card would do if it were played now."""
    facts = s.facts(card)
    if keeps_last(s, seat):
        yield Text("cannot be played now: you keep one card to discard")
    elif facts.sort.is_noble:
        spots = entries(s, seat, NobleId(card))
        yield Text(
            "enters {spots} (play {noble} {spot})",
            spots=Text(" / ").join(spot_text(s, spot) for spot in spots),
            noble=label(s, card),
            spot=name_of(s, spots[0]),
        )
        yield from _places(s, seat, card)
    elif takers := awards(s, seat, card):
        yield Text(
            "can go to {nobles} (play {card} {noble})",
            nobles=named(s, takers),
            card=label(s, card),
            noble=label(s, takers[0]),
        )
        yield from _replaced(s, takers, card)
        yield from _places(s, seat, card)
    else:
        yield _why_nobody(s, seat, card)
    if card in s.stamps.traded:
        yield Text("traded: its men do not fight in this turn")


def _places(s: State, seat: Seat, card: Card) -> Iterator[str]:
    """R7 Which places named on the card it would take, and which somebody else holds."""
    facts = s.facts(card)
    free = [place for place in facts.places if owner(s, place) is None]
    if free:
        yield Text("takes {places}", places=named(s, free))
    for place in facts.places:
        holder = owner(s, place)
        if holder is not None and not is_friendly(s, seat, place):
            yield Text("{place} is held by {faction}", place=label(s, place), faction=faction(holder))
    if facts.city is not None:
        city = s.facts(facts.city).places[0]
        if facts.city in s.display and city not in s.unplayed and owner(s, city) is None:
            yield Text("brings the {city}", city=label(s, facts.city))


def _replaced(s: State, takers: list[NobleId], card: Card) -> Iterator[str]:
    """12.3 The sees that Nobles would lose to this card."""
    if s.facts(card).sort is not Sort.SEE:
        return
    for noble in takers:
        for see in held(s, noble, Sort.SEE):
            yield Text("{noble} would lose {see}", noble=label(s, noble), see=label(s, see))


def _why_nobody(s: State, seat: Seat, card: Card) -> str:
    """12.1 Why none of the player's Nobles can be awarded it."""
    nobles = nobles_of(s, seat)
    if not nobles:
        return Text("cannot be awarded: you have no Noble in play")
    able = [noble for noble in nobles if can_hold(s, noble, card)]
    if able:
        return Text("cannot be awarded now, besieged or at sea: {nobles}", nobles=named(s, able))
    sort = s.facts(card).sort
    if sort is Sort.TITLE:
        return Text("cannot be awarded: all your Nobles have a Title")
    return Text("cannot be awarded: it takes a Noble with a Title who has no Office yet")
