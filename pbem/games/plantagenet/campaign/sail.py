"""4.6.1 Sail."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence

from pbem.engine.decision import Decision, Split
from pbem.engine.event import tell
from pbem.engine.phrase import Phrase
from pbem.games.plantagenet.campaign.approach import approach
from pbem.games.plantagenet.campaign.landing import rebel_supply_depot, surprise_landing
from pbem.games.plantagenet.components.assets import own, per, take_asset
from pbem.games.plantagenet.components.blockade import passes_blockade
from pbem.games.plantagenet.components.board import Locale, Sea
from pbem.games.plantagenet.components.box import CARTS, PROVENDER, Asset, Lord, Side
from pbem.games.plantagenet.components.card_ids import Capabilities, Events
from pbem.games.plantagenet.components.group import Moves, group_from, group_words, may_enter, richest_first
from pbem.games.plantagenet.components.held import truce
from pbem.games.plantagenet.components.lords import place, put_to_sea
from pbem.games.plantagenet.components.options import Group
from pbem.games.plantagenet.components.state import (
    State,
    command_of,
    enemy_there,
    has_capability,
    in_force,
    locale_of,
    sea_of,
    side_of,
)
from pbem.games.plantagenet.components.supply import ships_of
from pbem.i18n import Text

DROP = "4.6.1 drop"

FORCES_PER_SHIP = 6
CARGO_PER_SHIP = 2
CARGO = (PROVENDER, CARTS)


class Sail(Phrase, form="sail {where}[ {group}]"):
    """4.6.1 To which Port or Sea, and with which Group."""

    where: str
    group: Group = ()


class Cargo(Phrase, form="{lord} {asset}"):
    """4.6.1 The question what Ships carry: the Lord who leads the Group, and the Asset."""

    lord: Lord
    asset: Asset


def sail_options(s: State, lord: Lord) -> list[Sail]:
    """4.6.1 Where the Lord can go, with which Group. l21 French Fleet bars York."""
    if side_of(s, lord) is Side.YORK and in_force(s, Events.FRENCH_FLEET):
        return []
    destinations = list(in_reach(s, lord))
    groups = sailing_groups(s, lord) if destinations else {}
    pairs = [(where, words) for where in destinations for words in groups]
    return [Sail(where, words) for where, words in pairs if may_sail_to(s, groups[words], where)]


def sailing_groups(s: State, lord: Lord) -> dict[Group, list[Lord]]:
    """4.6.1 The Groups with enough Ships, by the words that name them."""
    groups = {words: group_from(s, lord, words) for words in group_words(s, lord)}
    return {words: group for words, group in groups.items() if has_ships(s, group)}


def in_reach(s: State, lord: Lord) -> Iterator[str]:
    """4.6.1 The places in reach. From a Port or an Exile box: the Ports of its Sea, that Sea, and adjacent Seas. From a Sea:
    its Ports, adjacent Seas, and their Ports (ruling R5).
    """
    at_sea, here = sea_of(s, lord), locale_of(s, lord)
    sea = at_sea if here is None else s.board.locales[here].sea
    if sea is None:
        return
    facts = s.board.seas[sea]
    yield from (port for port in facts.ports if port != here)
    if at_sea is None:
        yield sea
    yield from facts.adjacent
    if at_sea is not None:
        yield from (port for beyond in facts.adjacent for port in s.board.seas[beyond].ports)


def may_sail_to(s: State, group: Sequence[Lord], where: str) -> bool:
    """4.6.1 Whether a Group may Sail to a Sea, or to a Port without Enemy Lords, under cards and scenario."""
    if where in s.board.seas:
        return True
    port = Locale(where)
    free = not enemy_there(s, side_of(s, group[0]), port)
    return (free or high_admiral(s, group)) and may_enter(s, group, port)


def high_admiral(s: State, group: Sequence[Lord]) -> bool:
    """l29 High Admiral: Exeter Sails by himself to a Port with Yorkist Lords, except under Parliament's Truce."""
    return len(group) == 1 and has_capability(s, group[0], Capabilities.HIGH_ADMIRAL) and not truce(s)


# Ships


def has_ships(s: State, group: Collection[Lord]) -> bool:
    """4.6.1 Whether the Group has a Ship for every six of its Forces units; other Assets can be left behind.

    Ruling: the Ships of Lords who stay where they are do not serve the Group, as their Carts do not in a March.
    """
    return per(sum(forces_units(s, lord) for lord in group), FORCES_PER_SHIP) <= ships_of(s, group)


def forces_units(s: State, lord: Lord) -> int:
    """1.6 Retinue, Vassals and Troops on the mat (ruling R6)."""
    mat = s.mats[lord]
    return sum(mat.forces.values()) + len(mat.vassals)


async def load(s: State, group: Sequence[Lord]) -> None:
    """4.6.1 Discards the Provender and Carts that the Ships of the Group cannot carry; a Ship carries two of each."""
    for asset in CARGO:
        await leave_behind(s, group, asset, hold_of(s, group))


def hold_of(s: State, group: Sequence[Lord]) -> int:
    """4.6.1 How many Provender, and how many Carts, the Ships of the Group carry."""
    return CARGO_PER_SHIP * ships_of(s, group)


def left_over(s: State, group: Sequence[Lord], asset: Asset, room: int) -> int:
    """4.6.1 How much of an Asset exceeds `room` (0 or less: nothing)."""
    return sum(own(s, lord, asset) for lord in group) - room


async def leave_behind(s: State, group: Sequence[Lord], asset: Asset, room: int) -> None:
    """4.6.1 Discards what exceeds `room` of an Asset; the owner chooses from whose mat."""
    carried = {str(lord): n for lord in group if (n := own(s, lord, asset))}
    excess = left_over(s, group, asset, room)
    if excess <= 0:
        return
    prompt = Text(
        "Your Ships cannot carry {excess} {asset}: which Lords leave how many behind?",
        excess=excess,
        asset=asset.capitalize(),
    )
    shape = Split(lambda: carried, excess)
    subject = Cargo(group[0], asset)
    dropped = await Decision(side_of(s, group[0]), DROP, subject, prompt, shape, lambda: richest_first(carried, excess))
    for lord, number in dropped.items():
        take_asset(s, Lord(lord), asset, number, "4.6.1", "sail")


# The action


async def sail(s: State, lord: Lord, order: Sail) -> None:
    """4.6.1 Sail; at a Port Held Events may follow.

    Ruling: what the Ships cannot carry is Discarded before a Naval Blockade (y15) is rolled for.
    """
    where, group = order.where, group_from(s, lord, order.group)
    await load(s, group)
    if not await passes_blockade(s, lord, ports_used(s, lord, where)):
        return
    moves = cross(s, group, where)
    if where in s.board.seas:
        return
    port = Locale(where)
    if enemy_there(s, side_of(s, lord), port):
        await approach(s, port, group, *moves)
    await rebel_supply_depot(s, group, port)
    if locale_of(s, lord) == port and not command_of(s).ended:
        await surprise_landing(s, lord)


def ports_used(s: State, lord: Lord, where: str) -> list[Sea]:
    """y15 The Seas of the Ports where a Sail begins or ends; not for an Exile box or a Sea (ruling R37)."""
    ends = [locale for locale in (locale_of(s, lord), where) if locale is not None and locale not in s.board.seas]
    facts = [s.board.locales[Locale(end)] for end in ends]
    return [fact.sea for fact in facts if fact.port and fact.sea is not None]


def cross(s: State, group: Sequence[Lord], where: str) -> Moves:
    """4.6.1 Moves the cylinders and marks them Moved.

    Ruling: a Lord who has Sailed stays Moved even if Parliament's Truce sends him back.
    """
    start = s.lords[group[0]].where
    moves = Moves(dict.fromkeys(group, Locale(start)), set())
    tell(s, "4.6.1", "sails", side=side_of(s, group[0]), lords=list(group), start=start, where=where)
    for lord in group:
        s.mats[lord].moved = True
        if where in s.board.seas:
            put_to_sea(s, lord, Sea(where))
        else:
            place(s, lord, Locale(where))
    return moves
