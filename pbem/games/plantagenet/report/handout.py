"""1.9.1 The text of every Arts of War card of a scenario, for players who do not own the game."""

from __future__ import annotations

from pbem.engine.game.atlas import Handout, Leaf
from pbem.games.plantagenet.components.box import Card, Side
from pbem.games.plantagenet.components.names import names
from pbem.games.plantagenet.components.state import State
from pbem.games.plantagenet.report.card_text import all_cards, takers, when
from pbem.i18n import Text


def handout(s: State) -> tuple[Handout, ...]:
    """The cards of both sides, each with its Capability and its Event, in the order of their numbers."""
    return tuple(Handout(_title(s, side), tuple(_leaf(s, card) for card in _of(s, side))) for side in Side)


def _title(s: State, side: Side) -> str:
    return Text("{more} cards", more=names(s, f"side_{side}")[0])


def _of(s: State, side: Side) -> list[Card]:
    return sorted((card for card in all_cards(s) if s.box.cards[card].side is side), key=lambda card: int(card[1:]))


def _leaf(s: State, card: Card) -> Leaf:
    face = s.box.cards[card]
    return Leaf(
        Text("{card}: {face} / {event}", card=card, face=face.title, event=face.event.title),
        (
            Text("Capability {face}, for {takers}: {effect}", face=face.title, takers=takers(s, face), effect=face.effect),
            Text("Event {event}, {when}: {effect}", event=face.event.title, when=when(face), effect=face.event.effect),
        ),
    )
