"""4.2-4.6 Why a line on a Command card is not possible."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from functools import partial

from pbem.engine.phrase import ALL
from pbem.games.plantagenet.campaign.command import actions_left, affordable
from pbem.games.plantagenet.campaign.march import price
from pbem.games.plantagenet.campaign.sail import has_ships, in_reach, sailing_groups
from pbem.games.plantagenet.campaign.tax import sure, tax_routes, taxable
from pbem.games.plantagenet.components.assets import shared
from pbem.games.plantagenet.components.board import Way
from pbem.games.plantagenet.components.box import SHIPS, Card, Lord, Side
from pbem.games.plantagenet.components.card_ids import Capabilities, Events
from pbem.games.plantagenet.components.group import may_enter
from pbem.games.plantagenet.components.held import truce
from pbem.games.plantagenet.components.options import EventOf, Spend
from pbem.games.plantagenet.components.ratings import companions
from pbem.games.plantagenet.components.state import (
    State,
    at_port,
    command_of,
    enemy_there,
    exhausted,
    friendly,
    has_capability,
    in_exile_box,
    in_force,
    lords_at,
    place_of,
    sea_of,
    side_of,
)
from pbem.games.plantagenet.orders.reasons_shared import (
    Ids,
    Reason,
    locales_in,
    lords_in,
    name,
    where_instead,
    why_no_parley,
    why_nothing_helps,
    why_one_way,
)
from pbem.i18n import Text

AT_SEA = ("sail", "pass", "play", "exile")
WHOLE_CARD = ("sail", "heralds", "parley")


def why_not_commanding(s: State, lord: Lord, verb: str, ids: Ids) -> str | None:
    """4.2.1 Why a Command is not possible: no actions, not the entire card, a Lord at Sea; then the reasons of the action
    itself.
    """
    if verb == "muster":
        return Text("Lords Muster in the Levy")
    free = verb == "march" and (command_of(s).second_leg or command_of(s).free_march)
    if not actions_left(s) and not free:
        return Text("{lord} has no actions left", lord=name(s, lord))
    if sea_of(s, lord) is not None and verb not in AT_SEA:
        return Text("{lord} is at Sea, where he can only Sail or pass", lord=name(s, lord))
    if verb in WHOLE_CARD and not affordable(s, lord, verb):
        return Text("{verb} takes an entire card, and {lord} has spent some of it", verb=verb, lord=name(s, lord))
    return REASONS[verb](s, lord, ids) if verb in REASONS else None


def why_no_march(s: State, lord: Lord, ids: Ids) -> str | None:
    """4.3 Why a March is not possible: one Way at a time, with Lords he may take along, where cards let him go."""
    here = place_of(s, lord)
    for to in locales_in(s, ids)[:1]:
        if to == here:
            return Text("{lord} is at {here} already", lord=name(s, lord), here=name(s, here))
        if to not in s.board.ways[here]:
            return Text("no Way leads from {here} to {to}", here=name(s, here), to=name(s, to))
        if truce(s) and enemy_there(s, side_of(s, lord), to):
            return Text("an Enemy Lord is at {to}, and under Parliament's Truce nobody Approaches", to=name(s, to))
        if not may_enter(s, [lord], to):
            return Text("a card or a rule of the scenario bars {lord} from {to}", lord=name(s, lord), to=name(s, to))
        if s.board.ways[here][to] is Way.PATH and command_of(s).spent:
            return Text(
                "a Path leads to {to}: it takes an entire card, and {lord} has spent some of it",
                to=name(s, to),
                lord=name(s, lord),
            )
        if not actions_left(s) and price(s, group_named(s, lord, ids), to) is None:
            return Text(
                "{lord} has no actions left: only a second Highway is free, for the same Lords or fewer", lord=name(s, lord)
            )
    return why_one_way(s, ids) or why_not_together(s, lord, ids)


def why_not_together(s: State, lord: Lord, ids: Ids) -> str | None:
    """4.3.1 Why a Lord cannot take others along."""
    others, side = companions(s, lord), side_of(s, lord)
    there = [other for other in lords_at(s, s.lords[lord].where, side) if other != lord]
    named = [other for other in lords_in(s, ids) if other != lord and side_of(s, other) is side]
    for other in named:
        if s.lords[other].where != s.lords[lord].where:
            return Text(
                "{other} is not with {lord}, he {where_instead}",
                other=name(s, other),
                lord=name(s, lord),
                where_instead=where_instead(s, other),
            )
    if not others and "alone" in ids:
        return Text("{lord} goes alone anyway: name only the place", lord=name(s, lord))
    if not there and ALL in ids:
        return Text("nobody is with {lord}: name only the place", lord=name(s, lord))
    meant = there if ALL in ids and not others else named
    return next(
        (
            Text("{lord} cannot lead {other}", lord=name(s, lord), other=name(s, other))
            for other in meant
            if other not in others
        ),
        None,
    )


def why_no_sail(s: State, lord: Lord, ids: Ids) -> str | None:
    """4.6.1 Why a Sail is not possible: from a Port, an Exile box or a Sea, with enough Ships, to a place in reach without
    Enemy Lords.
    """
    if side_of(s, lord) is Side.YORK and in_force(s, Events.FRENCH_FLEET):
        return Text("the French Fleet (l21) is in force: no Lord of York Sails")
    at_sea = sea_of(s, lord) is not None
    if not at_sea and not at_port(s, lord) and not in_exile_box(s, lord):
        return Text("{option} is not a Port", option=name(s, place_of(s, lord)))
    if not shared(s, lord, SHIPS):
        return Text("{lord} has no Ship", lord=name(s, lord))
    too_few = None if sailing_groups(s, lord) else Text("{lord} has too few Ships for his Forces", lord=name(s, lord))
    return why_not_there(s, lord, ids) or too_few


def why_not_there(s: State, lord: Lord, ids: Ids) -> str | None:
    """4.6.1 Why a Sail does not lead there."""
    seas = [one for one in ids if one in s.board.seas]
    here, group = s.lords[lord].where, group_named(s, lord, ids)
    for sea in [sea for sea in seas if sea not in in_reach(s, lord)][:1]:
        if sea == here:
            return Text("{lord} is on the {sea} already", lord=name(s, lord), sea=name(s, sea))
        return Text("the {sea} is not adjacent: Sail to the Sea between first", sea=name(s, sea))
    for to in locales_in(s, ids)[: 0 if seas else 1]:
        if not s.board.locales[to].port:
            return Text("{option} is not a Port", option=name(s, to))
        if to == here:
            return Text("{lord} is at {here} already", lord=name(s, lord), here=name(s, to))
        if to not in in_reach(s, lord):
            if here in s.board.seas:
                return Text("{to} is on a Sea that is not adjacent: Sail to the Sea between first", to=name(s, to))
            return Text("{to} is on another Sea: Sail to Sea first", to=name(s, to))
        if enemy_there(s, side_of(s, lord), to):
            return Text("an Enemy Lord is at {to}", to=name(s, to))
        if not may_enter(s, [lord], to):
            return Text("a card or a rule of the scenario bars {lord} from {to}", lord=name(s, lord), to=name(s, to))
        if not may_enter(s, group, to):
            return Text("a rule of the scenario bars {lords} from {to} together", lords=written(s, group), to=name(s, to))
    if len(group) > 1 and not has_ships(s, group):
        return Text("there are too few Ships for {lords}", lords=written(s, group))
    return why_not_together(s, lord, ids)


def group_named(s: State, lord: Lord, ids: Ids) -> list[Lord]:
    """4.3.1 The Lord, and those of the Lords named whom he can take along."""
    able = companions(s, lord)
    return [lord, *(able if ALL in ids else [other for other in able if other in lords_in(s, ids)])]


def written(s: State, lords: Iterable[Lord]) -> str:
    """In words: "York, March"."""
    return ", ".join(name(s, lord) for lord in lords)


def why_no_supply(s: State, lord: Lord, ids: Ids) -> str | None:
    """4.5 Why Supply is not possible: from a Friendly Locale, out of a Friendly Stronghold that is not Exhausted."""
    here = place_of(s, lord)
    if not friendly(s, side_of(s, lord), here):
        return Text("{here} is not Friendly", here=name(s, here))
    if "ships" in ids and not shared(s, lord, SHIPS):
        return Text("{lord} has no Ship", lord=name(s, lord))
    for source in locales_in(s, ids)[:1]:
        if not s.board.locales[source].stronghold:
            return Text("{source} is an Exile box, and never a Source of Supply", source=name(s, source))
        if "ships" in ids and not s.board.locales[source].port:
            return Text("{option} is not a Port", option=name(s, source))
    if Spend.among(ids):
        return Text("a Supply brings all that it can: write no number")
    return next(_spent_or_strange(s, lord, ids), None) or Text(
        "no Route with Carts or Ships enough for {lord}", lord=name(s, lord)
    )


def why_no_forage(s: State, lord: Lord, _ids: Ids) -> str | None:
    """4.6.2 Why Forage is not possible: the place is Exhausted."""
    here = place_of(s, lord)
    return Text("{here} is Exhausted", here=name(s, here)) if exhausted(s, here) else None


def why_no_tax(s: State, lord: Lord, ids: Ids) -> str | None:
    """4.6.3 Why Tax is not possible: his own Seat, his Vassals' Seats and the Special Strongholds, along a Route."""
    here = place_of(s, lord)
    if not friendly(s, side_of(s, lord), here):
        return Text("{here} is not Friendly", here=name(s, here))
    for locale in locales_in(s, ids)[:1]:
        if locale not in taxable(s, lord):
            own = name(s, s.box.lords[lord].seat)
            return Text(
                "{lord} can Tax only his Seat {own}, his Vassals' Seats, London, Calais and Harlech",
                lord=name(s, lord),
                own=own,
            )
        if why := next(_spent_or_strange(s, lord, [locale]), None):
            return why
        if Spend.among(ids) and sure(s, lord, locale):
            return Text(
                "{locale} is the Seat of {lord}, Taxed without a check: spend nothing",
                locale=name(s, locale),
                lord=name(s, lord),
            )
        if locale not in tax_routes(s, lord, s.board.seas):
            return Text(
                "no Route of Friendly Strongholds leads {lord} to {locale}", lord=name(s, lord), locale=name(s, locale)
            )
    return why_nothing_helps(s, lord, ids)


def why_no_card(card: str, s: State, lord: Lord, ids: Ids) -> str | None:
    """y10 l4 l30 Why an action of a Capability is not possible: he does not have the card, or its own conditions."""
    if not has_capability(s, lord, card):
        return Text("{lord} has no {card}", lord=name(s, lord), card=name(s, Card(card)))
    if card == Capabilities.HERALDS and not at_port(s, lord):
        return Text("{option} is not a Port", option=name(s, place_of(s, lord)))
    if card == Capabilities.AGITATORS:
        return why_no_agitating(s, lord, ids)
    if card == Capabilities.MERCHANTS and not Spend.among(ids):
        return Text("no Depleted or Exhausted marker is there or next to it")
    return why_nothing_helps(s, lord, ids)


def why_no_agitating(s: State, lord: Lord, ids: Ids) -> str | None:
    """y10 Why Agitators are not possible: a neighbour that is neither Friendly nor Exhausted."""
    for locale in locales_in(s, ids)[:1]:
        if locale not in s.board.adjacent[place_of(s, lord)]:
            return Text("{locale} is not next to {place_of}", locale=name(s, locale), place_of=name(s, place_of(s, lord)))
        if friendly(s, side_of(s, lord), locale):
            return Text("{locale} is Friendly", locale=name(s, locale))
        if exhausted(s, locale):
            return Text("{here} is Exhausted", here=name(s, locale))
    return None


def why_no_pact(s: State, lord: Lord, _ids: Ids) -> str | None:
    """y8 Why an Exile Pact is not possible: only York's, while it is in force."""
    if side_of(s, lord) is Side.YORK and in_force(s, Events.EXILE_PACT):
        return Text("{lord} may not use that Exile box in this scenario", lord=name(s, lord))
    return Text("{eventof} is not in force for you", eventof=name(s, EventOf(Card(Events.EXILE_PACT))))


def _spent_or_strange(s: State, lord: Lord, ids: Ids) -> Iterator[str]:
    for locale in locales_in(s, ids):
        if exhausted(s, locale) and "ships" not in ids:
            yield Text("{here} is Exhausted", here=name(s, locale))
        if not friendly(s, side_of(s, lord), locale):
            yield Text("{here} is not Friendly", here=name(s, locale))
        if enemy_there(s, side_of(s, lord), locale):
            yield Text("an Enemy Lord is at {to}", to=name(s, locale))


REASONS: Mapping[str, Reason] = {
    "march": why_no_march,
    "sail": why_no_sail,
    "supply": why_no_supply,
    "forage": why_no_forage,
    "tax": why_no_tax,
    "parley": partial(why_no_parley, campaign=True),
    "agitate": partial(why_no_card, Capabilities.AGITATORS),
    "heralds": partial(why_no_card, Capabilities.HERALDS),
    "merchants": partial(why_no_card, Capabilities.MERCHANTS),
    "exile": why_no_pact,
}
