"""4.4.3 Spoils: Carts and Provender given up by the losers of a Battle, or by Lords who go into Exile (4.3.5)."""

from __future__ import annotations

from collections.abc import Sequence

from pbem.engine.decision import Decision, Split
from pbem.engine.phrase import Phrase
from pbem.games.plantagenet.components.assets import add_asset, own, per, take_asset
from pbem.games.plantagenet.components.board import Locale
from pbem.games.plantagenet.components.box import CARTS, PROVENDER, Asset, Lord
from pbem.games.plantagenet.components.group import richest_first
from pbem.games.plantagenet.components.state import State, favour_of, side_of
from pbem.i18n import Text

SPOILS = "4.4.3 spoils"


class SpoilsOf(Phrase, form="{asset} of {lords}"):
    """4.4.3 The question about Spoils: what is taken, and from whom."""

    asset: Asset
    lords: tuple[Lord, ...]


async def give_spoils(s: State, givers: Sequence[Lord], takers: Sequence[Lord], place: Locale) -> None:
    """4.4.3 Spoils: Carts, then Provender, of all givers together, shared out among the takers as their owner likes.

    Ruling: where half is given the Lord who has most gives first.
    """
    if not givers or not takers:
        return
    for asset in (CARTS, PROVENDER):
        holdings = {str(lord): own(s, lord, asset) for lord in givers}
        number = spoils_of(s, sum(holdings.values()), takers[0], place)
        if number:
            shares = await share_out(s, asset, number, givers, takers)
            for lord, given in richest_first(holdings, number).items():
                take_asset(s, Lord(lord), asset, given, "4.4.3", "Spoils")
            for taker, share in shares.items():
                add_asset(s, Lord(taker), asset, share, "4.4.3")


def spoils_of(s: State, number: int, taker: Lord, place: Locale) -> int:
    """4.4.3 The number taken: all if the Stronghold Favours the taker, half rounded up if it is Neutral, else 0."""
    favour = favour_of(s, place)
    if favour is None:
        return per(number, 2)
    return number if favour is side_of(s, taker) else 0


async def share_out(s: State, asset: Asset, number: int, givers: Sequence[Lord], takers: Sequence[Lord]) -> dict[Lord, int]:
    """4.4.3 Spoils are shared out freely among the takers' mats; by default evenly."""
    subject = SpoilsOf(asset, tuple(givers))
    prompt = Text("Spoils: which of your Lords take the {number} {asset}?", number=number, asset=asset.capitalize())
    shape = Split(lambda: dict.fromkeys(takers, number), number)
    shares: dict[Lord, int] = await Decision(
        side_of(s, takers[0]), SPOILS, subject, prompt, shape, lambda: evenly(number, takers)
    )
    return shares


def evenly(number: int, takers: Sequence[Lord]) -> dict[Lord, int]:
    """Shares as equal as possible, the first Lords getting more."""
    shares = {lord: number // len(takers) + (place < number % len(takers)) for place, lord in enumerate(takers)}
    return {lord: share for lord, share in shares.items() if share}
