"""3.2 Pay: Coin for Troops, Influence for Lords and Vassals. In each step the Rebels come first (ruling R43)."""

from __future__ import annotations

from collections.abc import Sequence

from pbem.engine.decision import Decision, PickSome
from pbem.engine.event import tell
from pbem.games.plantagenet.components.assets import add_asset
from pbem.games.plantagenet.components.board import ENGLISH_CHANNEL, NORTH, Locale, Vassal
from pbem.games.plantagenet.components.box import COIN, Lord, Side
from pbem.games.plantagenet.components.card_ids import Capabilities
from pbem.games.plantagenet.components.held import any_moment
from pbem.games.plantagenet.components.influence import lose
from pbem.games.plantagenet.components.locales import adjacent
from pbem.games.plantagenet.components.lords import disband_lord, disband_vassal, shift_box
from pbem.games.plantagenet.components.state import (
    State,
    area_of,
    friendly,
    holder_of,
    in_exile_box,
    locale_of,
    lords_of,
    mustered_vassals,
    tell_own,
)
from pbem.games.plantagenet.levy.pillage import PAY, maintain
from pbem.i18n import Text

DISBAND = "3.2.2 disband"
VASSALS = "3.2.3 pay"

AT_STRONGHOLD, IN_EXILE_BOX = 1, 2


async def pay(s: State) -> None:
    """3.2 Pay: Troops, then Lords, then Vassals."""
    await any_moment(s)
    madame_la_grande(s)
    for side in s.order:
        await pay_troops(s, side)
    for side in s.order:
        await disband_at_will(s, side)
    for side in s.order:
        pay_lords(s, side)
    for side in s.order:
        await pay_vassals(s, side)


# Cards


def madame_la_grande(s: State) -> None:
    """l37 Madame La Grande: 1 Coin when Pay opens, at or one Way from a Lancastrian Port on the English Channel."""
    lord = holder_of(s, Capabilities.MADAME_LA_GRANDE)
    here = None if lord is None else locale_of(s, lord)
    if lord is not None and here is not None and near_channel_port(s, here):
        tell_own(s, lord, "3.2", "card_pays", card=Capabilities.MADAME_LA_GRANDE)
        add_asset(s, lord, COIN, 1, "3.2")


def near_channel_port(s: State, here: Locale) -> bool:
    """Whether a Port on the English Channel that Favours Lancaster is here or one Way away."""
    ports = s.board.seas[ENGLISH_CHANNEL].ports
    return any(place in ports and friendly(s, Side.LANCASTER, place) for place in [here, *adjacent(s, here)])


def percys_power(s: State, lord: Lord) -> bool:
    """l14 Percy's Power: with Northumberland at a Stronghold in the North no Lancastrian there Pays (ruling R138)."""
    holder = holder_of(s, Capabilities.PERCYS_POWER)
    if holder is None or s.box.lords[lord].side is not Side.LANCASTER:
        return False
    return in_the_north(s, holder) and in_the_north(s, lord)


def in_the_north(s: State, lord: Lord) -> bool:
    """Whether the Lord is at a Stronghold in the North."""
    here = locale_of(s, lord)
    return here is not None and area_of(s, here) == NORTH


# Steps


async def pay_troops(s: State, side: Side) -> None:
    """3.2.1 Pay Troops."""
    await maintain(s, PAY, [lord for lord in lords_of(s, side) if not percys_power(s, lord)])


async def disband_at_will(s: State, side: Side) -> None:
    """3.2.2 Pay Lords, first half: the side may Disband any of its Lords, without penalty (ruling R46)."""
    prompt = Text("Your Lords cost Influence to keep. Which of them, if any, do you Disband instead?")
    shape = PickSome(lambda: lords_of(s, side), 0, len(lords_of(s, side)))
    for lord in await Decision(side, DISBAND, side, prompt, shape, list):
        disband_lord(s, Lord(lord), "3.2.2")


def pay_lords(s: State, side: Side) -> None:
    """3.2.2 Pay Lords: 1 Influence for each at a Stronghold, 2 for each in an Exile box."""
    lose(s, side, price_of_lords(s, side), "3.2.2", "Pay Lords")


def price_of_lords(s: State, side: Side, going: Sequence[str] = ()) -> int:
    """3.2.2 The cost of the side's Lords, without those who are `going`."""
    excuse = holder_of(s, Capabilities.PERCYS_POWER) not in going
    return sum(price_of_lord(s, lord, excuse=excuse) for lord in lords_of(s, side) if lord not in going)


def price_of_lord(s: State, lord: Lord, *, excuse: bool = True) -> int:
    """3.2.2 The cost of a Lord who stays; with `excuse` nothing if Percy's Power (l14) excuses him."""
    if excuse and percys_power(s, lord):
        return 0
    return IN_EXILE_BOX if in_exile_box(s, lord) else AT_STRONGHOLD


async def pay_vassals(s: State, side: Side) -> None:
    """3.2.3 Pay Vassals: 1 Influence each for those in the current Turn's box, or they Disband (ruling R47)."""
    due = [(lord, vassal) for lord, vassal in mustered_vassals(s, side) if s.service.get(vassal) == s.turn]
    excused = [vassal for lord, vassal in due if percys_power(s, lord)]
    owing = [vassal for _, vassal in due if vassal not in excused]
    paid = await ask_vassals(side, owing)
    lose(s, side, len(paid), "3.2.3", "Pay Vassals")
    for lord, vassal in due:
        if vassal in excused or vassal in paid:
            keep_vassal(s, lord, vassal)
        else:
            disband_vassal(s, vassal, "3.2.3")


async def ask_vassals(side: Side, owing: Sequence[Vassal]) -> list[str]:
    """3.2.3 Which of the Vassals due to Pay."""
    prompt = Text("Pay which Vassals, 1 Influence each? The others Disband.")
    shape = PickSome(lambda: owing, 0, len(owing))
    return list(await Decision(side, VASSALS, side, prompt, shape, lambda: list(owing)))


def keep_vassal(s: State, lord: Lord, vassal: Vassal) -> None:
    """3.2.3 The Vassal's marker moves one box right."""
    s.service[vassal] = shift_box(s.turn, 1)
    tell(s, "3.2.3", "vassal_stays", side=s.box.lords[lord].side, lord=lord, vassal=vassal, box=s.service[vassal])
