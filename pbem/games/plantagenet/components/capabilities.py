"""3.4.6 Capabilities at a Lord's mat: who may hold which, and what comes with the card."""

from __future__ import annotations

from collections.abc import Iterable

from pbem.games.plantagenet.components.assets import BURGUNDIANS, burgundians, gain_troops
from pbem.games.plantagenet.components.box import MEN_AT_ARMS, Card, Lord
from pbem.games.plantagenet.components.card_ids import Capabilities
from pbem.games.plantagenet.components.state import State, side_of

MAX_PER_LORD = 2


def objection_to(s: State, card: Card, lord: Lord, held: Iterable[Card]) -> str | None:
    """3.4.6 Why `lord`, who holds `held`, may not have `card`: badge, two cards a Lord, no title twice."""
    facts, name, held = s.box.cards[card], s.box.lords[lord].name, list(held)
    if facts.lords is not None and lord not in facts.lords:
        shown = s.box.lords[lord].badge in facts.badges
        return f"{facts.title} ({card}) " + (f"is not for {name}" if shown else f"does not show {name}'s badge")
    if len(held) >= MAX_PER_LORD:
        return f"{name} would have more than {MAX_PER_LORD} Capabilities"
    if any(s.box.cards[h].title == facts.title for h in held):
        return f"{name} would have {facts.title} twice"
    return None


def give_capability(s: State, card: Card, lord: Lord) -> None:
    """3.4.6 Tuck a card of the deck under the Lord's mat, with what it brings at once: a Special Vassal named on it (1.5.4),
    Hastings's Men-at-Arms (y24), Handgunners at a Port (y14, y23).
    """
    s.decks[side_of(s, lord)].remove(card)
    mat = s.mats[lord]
    mat.capabilities.append(card)
    if card in s.box.special_vassals:
        mat.vassals.append(s.box.special_vassals[card])
    if card == Capabilities.HASTINGS:
        gain_troops(s, lord, {MEN_AT_ARMS: 2}, "3.4.6")
    if card in BURGUNDIANS:
        s.handgunners_given = False
    burgundians(s, lord)
