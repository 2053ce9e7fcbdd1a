"""3.1.3 Common effects of several Events: Lords gain Troops or Assets, Favour is lost, Vassals move on the Calendar."""

from __future__ import annotations

from collections.abc import Callable, Coroutine, Mapping, Sequence
from typing import Any

from pbem.engine.decision import Assign, Decision, PickSome
from pbem.engine.event import tell
from pbem.games.plantagenet.components.assets import add_asset, gain_troops, pool
from pbem.games.plantagenet.components.board import Locale, Unit, Vassal
from pbem.games.plantagenet.components.box import COIN, PROVENDER, Side
from pbem.games.plantagenet.components.held import EVENT_RULE
from pbem.games.plantagenet.components.state import State, lords_of, mustered_vassals
from pbem.i18n import Text

TROOPS = "3.1.3 troops"
Gift = Mapping[Unit, int]
ImmediateEvent = Callable[[State], Coroutine[Any, Any, None]]


def coin_and_provender(s: State, side: Side) -> None:
    """y23 l30: each Lord of the side on the map gains 1 Coin and 1 Provender."""
    for lord in lords_of(s, side):
        for asset in (COIN, PROVENDER):
            add_asset(s, lord, asset, 1, EVENT_RULE)


def leaves(s: State, gift: Gift) -> bool:
    """1.6 Whether the pool has the Troops."""
    return all(number <= pool(s, unit) for unit, number in gift.items())


def added(gifts: Sequence[Gift]) -> Gift:
    """Several gifts added together."""
    units = dict.fromkeys(unit for gift in gifts for unit in gift)
    return {unit: sum(gift.get(unit, 0) for gift in gifts) for unit in units}


async def give_troops(s: State, side: Side, subject: str, prompt: str, choices: Mapping[str, Gift]) -> None:
    """3.1.3 Each Lord of the side on the map takes one of the gifts, as far as the pool has the Troops; the last is the
    default.
    """
    lords = lords_of(s, side)
    if not lords:
        return

    def objection(_lord: str, choice: str, so_far: Mapping[str, str]) -> str | None:
        taken = added([choices[choice], *(choices[earlier] for earlier in so_far.values())])
        return None if leaves(s, taken) else Text("the pool does not have that many")

    shape = Assign(lambda: lords, lambda: list(choices), len(lords), objection)
    default = offered(lords, list(choices), objection)
    chosen = await Decision(side, TROOPS, subject, prompt, shape, default)
    for lord in lords:
        gain_troops(s, lord, choices[chosen[lord]], EVENT_RULE)


def offered(
    items: Sequence[str], choices: Sequence[str], objection: Callable[[str, str, Mapping[str, str]], str | None]
) -> Callable[[], dict[str, str]]:
    """The default answer: for each item the last choice that is still possible."""

    def default() -> dict[str, str]:
        given: dict[str, str] = {}
        for item in items:
            given[item] = next(c for c in reversed(choices) if objection(item, c, given) is None)
        return given

    return default


async def choose_strongholds(key: str, subject: str, prompt: str, options: Sequence[Locale], number: int) -> list[Locale]:
    """Lancaster names `number` of the Strongholds, or all if there are fewer (ruling R60)."""
    number = min(number, len(options))
    shape = PickSome(lambda: options, number, number)
    chosen = await Decision(Side.LANCASTER, key, subject, prompt, shape, lambda: list(options[:number]))
    return [Locale(locale) for locale in chosen]


def service_markers(s: State, side: Side) -> list[Vassal]:
    """1.5.4 The side's Mustered Vassals with a marker on the Calendar; Special Vassals have none."""
    return [vassal for _, vassal in mustered_vassals(s, side) if vassal in s.service]


def move_service(s: State, vassal: Vassal, box: int) -> None:
    """1.5.4 Moves a Vassal's Calendar marker to another box."""
    if s.service[vassal] != box:
        s.service[vassal] = box
        tell(s, EVENT_RULE, "service_moves", vassal=vassal, box=box)
