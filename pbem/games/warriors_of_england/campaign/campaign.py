"""6.0 Campaigns: one or two Nobles go to an adjacent area."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations

from pbem.engine.decision import Decision, Menu
from pbem.engine.event import tell
from pbem.games.warriors_of_england.components.board import Area, Side
from pbem.games.warriors_of_england.components.nobles import at, check_london, is_infirm
from pbem.games.warriors_of_england.components.options import PASS, March
from pbem.games.warriors_of_england.components.state import State, first_side
from pbem.i18n import Text

RULE = "6.0"
CAMPAIGN = f"{RULE} campaign"


async def campaigns(s: State) -> None:
    """6.1 Both sides use their impulses in turn, the Initiative side first, until none is left.

    Ruling: J2 a pass uses an impulse.
    """
    side = first_side(s)
    while any(s.impulses.values()):
        if s.impulses[side]:
            await campaign(s, side)
        side = side.enemy


async def campaign(s: State, side: Side) -> None:
    """6.1 One impulse of a side: a campaign, or a pass."""
    answer = await campaign_question(s, side)
    s.impulses[side] -= 1
    if answer == PASS:
        tell(s, "6.1", "passes", side=side, left=s.impulses[side])
    else:
        go(s, side, March.read(answer))


def campaign_question(s: State, side: Side) -> Decision:
    """6.1 The question for a campaign. Its subject numbers the impulses of the turn."""
    used = s.value - (side is not s.initiative) - s.impulses[side] + 1
    prompt = Text("Next impulse ({impulses} left): which campaign, or pass?", impulses=s.impulses[side])
    return Decision(
        side, CAMPAIGN, f"impulse {used}", prompt, Menu(lambda: [PASS, *in_any_order(marches(s, side))]), lambda: PASS
    )


def in_any_order(orders: list[March]) -> list[March]:
    """The campaigns again, those of two Nobles in both orders."""
    return [*orders, *(March(march.nobles[::-1], march.to) for march in orders if len(march.nobles) > 1)]


def marches(s: State, side: Side) -> list[March]:
    """6.1, 6.2 All campaigns open to a side."""
    return [march for area in s.board.areas for march in marches_from(s, side, area)]


def marches_from(s: State, side: Side, area: Area) -> Iterator[March]:
    """6.1, 6.2 A side's campaigns out of one area."""
    nobles = [noble for noble in at(s, area, side) if not is_infirm(s, noble)]
    most = able_to_leave(s, side, area)
    for to, border in s.board.borders[area].items():
        if may_enter(s, side, to):
            for number in range(1, min(most, border.limit) + 1):
                yield from (March(group, to) for group in combinations(nobles, number))


def able_to_leave(s: State, side: Side, area: Area) -> int:
    """6.2 The number of Nobles who may leave: as many must stay as there are enemies. (An infirm Henry VI never leaves,
    J22.)
    """
    return len(at(s, area, side)) - len(at(s, area, side.enemy))


def may_enter(s: State, side: Side, area: Area) -> bool:
    """6.2 Whether a side may enter an area: not the enemy's Foreign Areas."""
    return s.board.areas[area].faction in (None, side)


def go(s: State, side: Side, march: March) -> None:
    """6.1 Moves the Nobles and their Troops; 6.3 they may become the Aggressor."""
    start = s.nobles[march.nobles[0]].at
    mark_aggressor(s, side, march.to)
    for noble in march.nobles:
        s.nobles[noble].at = march.to
    troops = sum(s.nobles[noble].troops for noble in march.nobles)
    group = {"nobles": list(march.nobles), "start": start, "to": march.to, "troops": troops}
    tell(s, "6.1", "campaigns", side=side, group=group, left=s.impulses[side], attacks=s.aggressor.get(march.to) is side)
    check_london(s)


def mark_aggressor(s: State, side: Side, area: Area) -> None:
    """6.3 A side that enters an area with enemies, without own Nobles and without a marker, becomes the Aggressor."""
    if at(s, area, side.enemy) and not at(s, area, side) and area not in s.aggressor:
        s.aggressor[area] = side
