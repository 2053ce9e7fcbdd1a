"""Common helpers for reasons of Levy and Command: what a line names, and why it cannot be meant."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from pbem.games.plantagenet.components.board import LONDON, Locale
from pbem.games.plantagenet.components.box import Card, Lord, Side
from pbem.games.plantagenet.components.card_ids import Events
from pbem.games.plantagenet.components.influence import useful_raises
from pbem.games.plantagenet.components.lordship import granted, may_levy
from pbem.games.plantagenet.components.names import cards_in, names
from pbem.games.plantagenet.components.options import EventOf, Spend
from pbem.games.plantagenet.components.ratings import influence_of
from pbem.games.plantagenet.components.state import State, Status, enemy_there, friendly, place_of, side_of
from pbem.games.plantagenet.levy.parley import ANYWHERE, NEAR, Means, route_lengths, sure
from pbem.games.plantagenet.wars.heirs import now
from pbem.i18n import Text

Ids = list[str]
Reason = Callable[[State, Lord, Ids], "str | None"]
GONE = {
    Status.DEAD: Text("is dead"),
    Status.SHIPWRECKED: Text("was lost at sea"),
    Status.REMOVED: Text("is out of the game"),
    Status.REPLACED: Text("is out of the game"),
    Status.SET_ASIDE: Text("is not in play in this scenario now"),
    Status.CAPTIVE: Text("is a captive"),
}
PARLEY_CARDS = (Events.SUCCESSION, Events.PARLIAMENT_VOTES, Events.JACK_CADE)


def name(s: State, option: str) -> str:
    return names(s, option)[0]


def lords_in(s: State, ids: Iterable[str]) -> list[Lord]:
    """The Lords named."""
    return [Lord(one) for one in ids if one in s.lords]


def locales_in(s: State, ids: Iterable[str]) -> list[Locale]:
    """The Locales named."""
    return [Locale(one) for one in ids if one in s.board.locales]


def why_one_way(s: State, ids: Iterable[str]) -> str | None:
    """4.3 Why a March with several places is wrong: it names one place and the Lords taken along; a name can be a Lord's
    too.
    """
    places = [] if "from" in ids else [one for one in locales_in(s, ids) if not lords_in(s, [one])]
    called = {name(s, lord) for lord in lords_in(s, ids)}
    several = list(dict.fromkeys(name(s, one) for one in places if name(s, one) not in called))
    return Text("a March goes one Way: {several} is a line of its own", several=several[1]) if len(several) > 1 else None


def where_instead(s: State, lord: Lord) -> str:
    """1.5.1 Where a Lord is who is not on the map: "is on the Calendar in box 5"."""
    cylinder = s.lords[lord]
    if cylinder.status is Status.CALENDAR:
        return Text(
            "is on the Calendar in box {box}{in_exile}",
            box=cylinder.box,
            in_exile=Text(", in Exile") if cylinder.exile else "",
        )
    if cylinder.status is Status.SEA:
        return Text("is at Sea, on the {where}", where=name(s, cylinder.where))
    if cylinder.status is Status.REPLACED and (new := now(s, lord)) != lord:
        return Text("is {new} now", new=name(s, new))
    return GONE.get(
        cylinder.status, Text("is at {where}", where=name(s, cylinder.where)) if cylinder.where else Text("is not there")
    )


def why_nothing_helps(s: State, lord: Lord, ids: Ids, modifier: int = 0, *, parley: bool = False) -> str | None:
    """1.4.2 Why a raise is useless or wrong: nothing beyond a rating of 5, and only 1 or 3."""
    rating, spent = influence_of(s, lord, parley) + modifier, Spend.among(ids)
    if len(spent) > 1:
        return Text("only 1 or 3 Influence can be spent on top of a check")
    if not spent or spent[0].spend in useful_raises(rating):
        return None
    return Text(
        "{lord} checks on a rating of {rating}, and {spent} would raise it beyond 5",
        lord=name(s, lord),
        rating=rating,
        spent=name(s, spent[0]),
    )


def why_no_parley(s: State, lord: Lord, ids: Ids, *, campaign: bool) -> str | None:
    """3.4.1, 4.6.4 Why a Parley is not possible: a Stronghold not yet Friendly, at the end of a Route; then the card named,
    and the raise.
    """
    for locale in locales_in(s, ids):
        why = why_not_reached(s, lord, locale, campaign) or why_not_by_card(s, lord, ids)
        return why or _spent(s, lord, locale, ids, campaign)
    return None


def why_not_reached(s: State, lord: Lord, locale: Locale, campaign: bool) -> str | None:
    """3.4.1 Why a Parley does not reach a place."""
    side, here = side_of(s, lord), place_of(s, lord)
    if not s.board.locales[locale].stronghold:
        return Text("{option} is not a Stronghold", option=name(s, locale))
    if friendly(s, side, locale):
        return Text("{locale} is Friendly already", locale=name(s, locale))
    if enemy_there(s, side, locale):
        return Text("an Enemy Lord is at {to}", to=name(s, locale))
    if locale != here and not may_levy(s, lord):
        return Text("{here} is not Friendly, so {lord} can only Parley there", here=name(s, here), lord=name(s, lord))
    if locale not in route_lengths(s, lord, NEAR if campaign else ANYWHERE)[0]:
        far = campaign and locale in route_lengths(s, lord)[0]
        if far:
            return Text(
                "{locale} is more than one Way off: in a Campaign a Parley reaches no further", locale=name(s, locale)
            )
        return Text("no Route of Friendly Strongholds leads {lord} to {locale}", lord=name(s, lord), locale=name(s, locale))
    if locale == LONDON and side is Side.LANCASTER and s.london_for_york:
        return Text("London for York: only Events and Pillage change the Favour of London now")
    return None


def why_not_by_card(s: State, lord: Lord, ids: Ids) -> str | None:
    """y4 y18 l18 Why a card does not grant a Parley."""
    for card in [card for card in cards_in(s, ids) if card in PARLEY_CARDS]:
        title = name(s, EventOf(card))
        if s.muster is None:
            return Text("{title} serves Parleys of a Levy", title=title)
        if card not in s.this_levy:
            return Text("{title} is not in force", title=title)
        if not granted(s, lord, card):
            return Text("{title} serves {lord} no more in this Levy", title=title, lord=name(s, lord))
    return None


def _spent(s: State, lord: Lord, locale: Locale, ids: Ids, campaign: bool) -> str | None:
    """1.4.2 Why nothing is spent: a Parley without a check has no raise."""
    votes = [card for card in cards_in(s, ids) if card in PARLEY_CARDS]
    means = Means(vote=votes[0]) if votes and votes[0] != Events.JACK_CADE else Means(extra=votes[0] if votes else None)
    if Spend.among(ids) and sure(s, lord, means, locale, campaign):
        return Text("this Parley needs no check: spend nothing")
    return why_nothing_helps(s, lord, ids, parley=True)


def cards_of_side(s: State, side: Side, ids: Ids) -> list[Card]:
    """The cards of a side among the ids."""
    return [card for card in dict.fromkeys(cards_in(s, ids)) if s.box.cards[card].side is side]
