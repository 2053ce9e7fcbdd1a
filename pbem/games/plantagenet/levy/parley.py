"""3.4.1, 4.6.4 Parley, in Levy and in Campaign."""

from __future__ import annotations

from dataclasses import dataclass, replace
from itertools import product
from typing import NamedTuple

from pbem.engine.event import tell
from pbem.engine.phrase import Phrase
from pbem.games.plantagenet.components.assets import shared
from pbem.games.plantagenet.components.blockade import feared_sea, passes_blockade
from pbem.games.plantagenet.components.board import EXETER, LONDON, Locale
from pbem.games.plantagenet.components.box import SHIPS, Card, Lord, Side
from pbem.games.plantagenet.components.card_ids import Events
from pbem.games.plantagenet.components.influence import BASE_COST, check_influence, lose, useful_raises
from pbem.games.plantagenet.components.locales import routes, shift_favour
from pbem.games.plantagenet.components.lordship import granted, lordship_left, may_levy, spend_grant, spend_lordship
from pbem.games.plantagenet.components.options import EVENT, RAISE
from pbem.games.plantagenet.components.ratings import influence_of
from pbem.games.plantagenet.components.state import State, friendly, in_force, locale_of, place_of, side_of
from pbem.games.plantagenet.components.supply import great_ship

EXTRA = (Events.MY_CROWN_IS_IN_MY_HEART, Events.GLOUCESTER_AS_HEIR)
VOTES = (Events.SUCCESSION, Events.PARLIAMENT_VOTES)
DEVON = Lord("devon")

NEAR, ANYWHERE = 1, 99

Lengths = dict[Locale, int]


class Parley(Phrase, form="parley {locale}[ " + EVENT + "][ {lordship}]" + RAISE + "[ {by_way}]"):
    """3.4.1 The place, the card or "lordship" (if it must be said), the raise, and whether it goes round a blockaded Sea."""

    locale: Locale
    card: Card | None = None
    lordship: bool = False
    spend: int = 0
    by_way: bool = False


@dataclass(frozen=True, slots=True)
class Means:
    """The means of a Parley; `lordship`: Lordship is used although a card would grant it.

    `extra` is the card that grants it (None: it costs Lordship or a Command action), `vote` the card that makes it succeed
    without a roll for 1 Influence less.
    """

    lordship: bool = False
    extra: Card | None = None
    vote: Card | None = None

    @property
    def card(self) -> Card | None:
        """The card that an order names for it."""
        return Events.JACK_CADE if self.extra == Events.JACK_CADE else self.vote

    @property
    def opens_london(self) -> bool:
        """Whether a Lancastrian can Parley London by it despite London for York (y15): l17, l18 (ruling R36)."""
        return self.extra == Events.MY_CROWN_IS_IN_MY_HEART or self.vote == Events.PARLIAMENT_VOTES


# What is open


def parley_options(s: State, lord: Lord, campaign: bool) -> list[Parley]:
    """3.4.1 Every Parley that the Lord can attempt, also round a blockaded Sea."""
    side, ways_of_it = side_of(s, lord), means_of(s, lord, campaign)
    if not ways_of_it:
        return []
    shortest, clear = route_lengths(s, lord, NEAR if campaign else ANYWHERE)
    targets = [locale for locale in shortest if not friendly(s, side, locale)]
    raises = useful_raises(influence_of(s, lord, parley=True))
    options: list[Parley] = []
    for means in ways_of_it:
        for locale in targets:
            if locale == LONDON and side is Side.LANCASTER and s.london_for_york and not means.opens_london:
                continue
            spends = [0] if sure(s, lord, means, locale, campaign) else raises
            around = clear is not shortest and clear.get(locale, 0) > shortest[locale]
            ends = product(spends, (False, True) if around else (False,))
            options += [Parley(locale, means.card, means.lordship, spend, by_way) for spend, by_way in ends]
    return options


def route_lengths(s: State, lord: Lord, most: int = ANYWHERE) -> tuple[Lengths, Lengths]:
    """3.4.1 The shortest Routes from the Lord to each Locale, in Ways, and the shortest avoiding a Sea that is, or may be,
    blockaded to him (the same if there is none). A Route cannot continue from a place that is not Friendly.

    An own or Shared Ship links the Ports of each Sea, and his Exile box to them (ruling R33); a Great Ship (y6, l6) those of
    all Seas.
    """
    here, side = place_of(s, lord), side_of(s, lord)
    if not may_levy(s, lord):
        nowhere_else = {here: 0}
        return nowhere_else, nowhere_else
    seas = list(s.board.seas) if shared(s, lord, SHIPS) else []
    all_one = bool(seas) and great_ship(s, lord)
    shortest = routes(s, side, here, seas, all_one, most)
    barred = feared_sea(s, side)
    if not seas or barred is None:
        return shortest, shortest
    return shortest, routes(s, side, here, [sea for sea in seas if sea != barred], all_one, most)


def means_of(s: State, lord: Lord, campaign: bool) -> list[Means]:
    """The means by which the Lord can Parley now. Grants of cards are used first, since they have no other use; "lordship"
    saves a grant if only that reaches London.
    """
    if campaign:
        return [Means()]
    extra, left = _first_granted(s, lord, EXTRA), lordship_left(s, lord)
    ways = [Means(extra=extra)] if extra or left else []
    if extra == Events.MY_CROWN_IS_IN_MY_HEART and s.london_for_york and left:
        ways.append(Means(lordship=True))
    if (vote := _first_granted(s, lord, VOTES)) is not None:
        ways += [replace(means, vote=vote) for means in ways]
    return [*ways, Means(extra=Events.JACK_CADE)] if granted(s, lord, Events.JACK_CADE) else ways


def _first_granted(s: State, lord: Lord, cards: tuple[Card, ...]) -> Card | None:
    return next((card for card in cards if granted(s, lord, card)), None)


def sure(s: State, lord: Lord, means: Means, locale: Locale, campaign: bool) -> bool:
    """Whether the Parley succeeds without a check."""
    return means.vote is not None or gratis(s, lord, means, locale, campaign)


def gratis(s: State, lord: Lord, means: Means, locale: Locale, campaign: bool) -> bool:
    """Whether the Parley succeeds and costs no Influence: Jack Cade (y4); in Campaign at the Lord's own place (4.6.4), and
    Devon's at Exeter with Dorset (y29).
    """
    here = locale_of(s, lord)
    dorset = lord == DEVON and here == EXETER and in_force(s, Events.DORSET)
    return means.extra == Events.JACK_CADE or (campaign and (locale == here or dorset))


def cost_of(s: State, lord: Lord, means: Means, locale: Locale, ways: int, campaign: bool) -> int:
    """1.4.2 The Influence for a Parley without a raise: 1, and 1 per Way, less with a vote (y18, l18), never below 0; then 1
    more for Lancastrians under An honest tale (y34), even if it was free (ruling R21).
    """
    free = gratis(s, lord, means, locale, campaign)
    cost = 0 if free else max(0, BASE_COST + ways - (means.vote is not None))
    return cost + (side_of(s, lord) is Side.LANCASTER and in_force(s, Events.AN_HONEST_TALE_SPEEDS_BEST))


# The Parley


async def parley(s: State, lord: Lord, order: Parley, campaign: bool) -> bool:
    """3.4.1 Parley at a Stronghold (4.6.4 in Campaign): if it succeeds, Favour shifts one level.

    In Levy it costs Lordship or a card's grant; in Campaign the caller accounts for the action.
    """
    side, rule = side_of(s, lord), "4.6.4" if campaign else "3.4.1"
    locale, means, ways, cost, barred = terms_of(s, lord, order, campaign)
    if not campaign:
        spend_on(s, lord, means)
    tell(s, rule, "parley", side=side, lord=lord, locale=locale, ways=ways)
    if barred and not await passes_blockade(s, lord, s.board.seas):
        return False
    if sure(s, lord, means, locale, campaign):
        lose(s, side, cost, rule, "Parley")
        passed = True
    else:
        subject = f"parley {locale}"
        passed = await check_influence(s, lord, subject, cost=cost, spend=order.spend, parley=True)
    if passed:
        shift_favour(s, locale, side, rule)
    return passed


class ParleyTerms(NamedTuple):
    """The terms of an ordered Parley: place, means, distance, Influence without a raise, and whether its Route uses a Sea
    that is, or may be, blockaded.
    """

    locale: Locale
    means: Means
    ways: int
    cost: int
    barred: bool


def terms_of(s: State, lord: Lord, order: Parley, campaign: bool) -> ParleyTerms:
    """3.4.1 The terms of a Parley."""
    locale, means = order.locale, means_named(s, lord, order, campaign)
    shortest, clear = route_lengths(s, lord, NEAR if campaign else ANYWHERE)
    ways = (clear if order.by_way else shortest)[locale]
    return ParleyTerms(locale, means, ways, cost_of(s, lord, means, locale, ways, campaign), clear.get(locale) != ways)


def with_free_vote(s: State, lord: Lord, order: Parley) -> Parley:
    """y18 The same Parley in Levy with the vote (y18 Succession, l18 Parliament Votes), if the order names no means and it
    is the Lord's last action, so that keeping the vote would gain nothing.
    """
    vote = _first_granted(s, lord, VOTES)
    named = order.card is not None or order.lordship or order.spend
    last = lordship_left(s, lord) + sum(granted(s, lord, card) for card in EXTRA) == 1
    return order if vote is None or named or not last else Parley(order.locale, vote, by_way=order.by_way)


def means_named(s: State, lord: Lord, order: Parley, campaign: bool) -> Means:
    """The Means that an order names."""
    named = (order.card, order.lordship)
    return next(means for means in means_of(s, lord, campaign) if (means.card, means.lordship) == named)


def spend_on(s: State, lord: Lord, means: Means) -> None:
    """3.4 Spends a Levy action: Lordship or the card's grant, and the vote (y18, l18) if one is used."""
    if means.extra is None:
        spend_lordship(s)
    else:
        spend_grant(s, lord, means.extra)
    if means.vote is not None:
        spend_grant(s, lord, means.vote)
