"""3.4.6 Capabilities at a Lord's mat: who may hold which, and what comes with the card."""

from __future__ import annotations

from collections.abc import Iterable

from pbem.games.plantagenet.components.assets import BURGUNDIANS, burgundians, gain_troops
from pbem.games.plantagenet.components.box import MEN_AT_ARMS, Card, Lord
from pbem.games.plantagenet.components.card_ids import Capabilities
from pbem.games.plantagenet.components.state import State, side_of
from pbem.i18n import Text

MAX_PER_LORD = 2


def objection_to(s: State, card: Card, lord: Lord, held: Iterable[Card]) -> str | None:
    """3.4.6 Why `lord`, who holds `held`, may not have `card`: badge, two cards per Lord, no title twice. None if he may."""
    facts, name, held = s.box.cards[card], s.box.lords[lord].name, list(held)
    if facts.lords is not None and lord not in facts.lords:
        shown = s.box.lords[lord].badge in facts.badges
        return f"{facts.title} ({card}) " + (
            Text("is not for {name}", name=name) if shown else Text("does not show {name}'s badge", name=name)
        )
    if len(held) >= MAX_PER_LORD:
        return Text("{name} would have more than {max_per_lord} Capabilities", name=name, max_per_lord=MAX_PER_LORD)
    if any(s.box.cards[h].title == facts.title for h in held):
        return Text("{name} would have {facts} twice", name=name, facts=facts.title)
    return None


def give_capability(s: State, card: Card, lord: Lord) -> None:
    """3.4.6 Puts a card of the deck under the Lord's mat, with its immediate effects: a Special Vassal named on it (1.5.4),
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
