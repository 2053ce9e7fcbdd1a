"""3.4 What a Lord's Levy actions are made with: his Lordship, and what cards grant besides."""

from __future__ import annotations

from collections.abc import Callable

from pbem.engine.phrase import Phrase
from pbem.games.plantagenet.components.box import HENRY_VI, RICHARD_III, Card, Lord, Side
from pbem.games.plantagenet.components.card_ids import Capabilities, Events
from pbem.games.plantagenet.components.locales import dominates_by_card, favour_everywhere
from pbem.games.plantagenet.components.ratings import GLOUCESTERS, lordship_of
from pbem.games.plantagenet.components.state import State, area_of, favour_of, has_capability, muster_of, place_of, side_of


class Grant(Phrase, form="{card} {lord}"):
    """3.4 What a card grants a Lord in a Muster."""

    card: Card
    lord: Lord


def lordship_left(s: State, lord: Lord) -> int:
    """1.5.2, 3.4 How many more Levy actions the Lord's Lordship allows as it stands now (ruling R53)."""
    return max(0, lordship_of(s, lord) - muster_of(s).spent)


def granted(s: State, lord: Lord, card: Card) -> int:
    """How often the Lord may still use what a card grants him in this Muster."""
    return muster_of(s).free.get(grant_of(card, lord), 0)


def grant_of(card: Card, lord: Lord) -> str:
    """Under what name a card's grant to a Lord is counted."""
    return Grant(card, lord)


def passed_on(grant: str, name: Callable[[Lord], Lord]) -> str:
    """The name of a grant once its Lord is called otherwise."""
    old = Grant.read(grant)
    return Grant(old.card, name(old.lord))


def spend_lordship(s: State) -> None:
    """3.4 Each Levy action spends one point of the Lord's Lordship."""
    muster_of(s).spent += 1


def spend_grant(s: State, lord: Lord, card: Card) -> None:
    """A card's grant is used once."""
    muster_of(s).free[grant_of(card, lord)] -= 1


def grants(s: State, able: list[Lord]) -> dict[str, int]:
    """What cards grant the Lords of a side as its Muster opens: Parleys of This Levy Events, and Stanley's Troops (l35)."""
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
    """y4 Jack Cade: the Lord is in an Area that York Dominates, or adjacent by Way to a Stronghold of one."""
    here = place_of(s, lord)
    near = {area_of(s, locale) for locale in [here, *s.board.adjacent[here]]}
    return any(area in near and dominated_for_cade(s, area) for area in s.board.areas)


def dominated_for_cade(s: State, area: str) -> bool:
    """y4 Domination is by Favour everywhere; cards for it work in Tides of War, unless the game reads it so (ruling R20)."""
    return favour_everywhere(s, Side.YORK, area) or (s.readings.cade_by_cards and dominates_by_card(s, Side.YORK, area))


def nothing_left(s: State, lord: Lord) -> bool:
    """Whether the Lord has neither Lordship nor a card's grant left; a vote (y18, l18) alone makes no Parley."""
    makers = Events.JACK_CADE, Events.GLOUCESTER_AS_HEIR, Events.MY_CROWN_IS_IN_MY_HEART, Capabilities.THOMAS_STANLEY
    return not lordship_left(s, lord) and not any(granted(s, lord, card) for card in makers)


def may_levy(s: State, lord: Lord) -> bool:
    """3.4 Only a Lord at a Friendly Locale may do more than Parley there."""
    return favour_of(s, place_of(s, lord)) is side_of(s, lord)
