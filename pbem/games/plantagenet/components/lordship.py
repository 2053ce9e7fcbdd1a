"""3.4 The means for a Lord's Levy actions: his Lordship, and grants of cards."""

from __future__ import annotations

from collections.abc import Callable

from pbem.engine.phrase import Phrase
from pbem.games.plantagenet.components.box import HENRY_VI, RICHARD_III, Card, Lord, Side
from pbem.games.plantagenet.components.card_ids import Capabilities, Events
from pbem.games.plantagenet.components.locales import dominates_by_card, favour_everywhere
from pbem.games.plantagenet.components.ratings import GLOUCESTERS, lordship_of
from pbem.games.plantagenet.components.state import State, area_of, favour_of, has_capability, muster_of, place_of, side_of


class Grant(Phrase, form="{card} {lord}"):
    """3.4 The key for a card's grant to a Lord in a Muster."""

    card: Card
    lord: Lord


def lordship_left(s: State, lord: Lord) -> int:
    """1.5.2, 3.4 How many more Levy actions the Lord's present Lordship allows (ruling R53)."""
    return max(0, lordship_of(s, lord) - muster_of(s).spent)


def granted(s: State, lord: Lord, card: Card) -> int:
    """How often the Lord can still use a card's grant in this Muster."""
    return muster_of(s).free.get(grant_of(card, lord), 0)


def grant_of(card: Card, lord: Lord) -> str:
    """The key under which a card's grant to a Lord is counted."""
    return Grant(card, lord)


def passed_on(grant: str, name: Callable[[Lord], Lord]) -> str:
    """The key of a grant after its Lord was replaced by another card."""
    old = Grant.read(grant)
    return Grant(old.card, name(old.lord))


def spend_lordship(s: State) -> None:
    """3.4 Each Levy action spends one point of the Lord's Lordship."""
    muster_of(s).spent += 1


def spend_grant(s: State, lord: Lord, card: Card) -> None:
    """Uses a card's grant once."""
    muster_of(s).free[grant_of(card, lord)] -= 1


def grants(s: State, able: list[Lord]) -> dict[str, int]:
    """The grants of cards to the Lords of a side when its Muster opens: Parleys of This Levy Events, and Stanley's Troops
    (l35).
    """
    in_play = [(lord, card, n) for lord in able for card, n in _granted_by_events(s, lord).items() if card in s.this_levy]
    in_play += [
        (lord, Capabilities.THOMAS_STANLEY, 1) for lord in able if has_capability(s, lord, Capabilities.THOMAS_STANLEY)
    ]
    return {grant_of(card, lord): n for lord, card, n in in_play if n}


def _granted_by_events(s: State, lord: Lord) -> dict[Card, int]:
    """How many Parleys each This Levy Event would grant this Lord."""
    if side_of(s, lord) is Side.LANCASTER:
        return {Events.MY_CROWN_IS_IN_MY_HEART: 2 * (lord == HENRY_VI), Events.PARLIAMENT_VOTES: 1}
    heir = lord in GLOUCESTERS or lord == RICHARD_III
    return {Events.JACK_CADE: 2 * hears_cade(s, lord), Events.SUCCESSION: 1, Events.GLOUCESTER_AS_HEIR: 3 * heir}


def hears_cade(s: State, lord: Lord) -> bool:
    """y4 Jack Cade: whether the Lord is in an Area that York Dominates, or adjacent by Way to a Stronghold of one."""
    here = place_of(s, lord)
    near = {area_of(s, locale) for locale in [here, *s.board.adjacent[here]]}
    return any(area in near and dominated_for_cade(s, area) for area in s.board.areas)


def dominated_for_cade(s: State, area: str) -> bool:
    """y4 For Jack Cade an Area is Dominated by Favour everywhere; cards for Domination count in Tides of War only, except
    under one reading (ruling R20).
    """
    return favour_everywhere(s, Side.YORK, area) or (s.readings.cade_by_cards and dominates_by_card(s, Side.YORK, area))


def nothing_left(s: State, lord: Lord) -> bool:
    """Whether the Lord has neither Lordship nor a card's grant left; a vote (y18, l18) alone does not make a Parley."""
    makers = Events.JACK_CADE, Events.GLOUCESTER_AS_HEIR, Events.MY_CROWN_IS_IN_MY_HEART, Capabilities.THOMAS_STANLEY
    return not lordship_left(s, lord) and not any(granted(s, lord, card) for card in makers)


def may_levy(s: State, lord: Lord) -> bool:
    """3.4 Whether the Lord may do more than Parley: only at a Friendly Locale."""
    return favour_of(s, place_of(s, lord)) is side_of(s, lord)
