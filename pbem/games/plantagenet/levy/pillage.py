"""3.2.1 The common part of Pay Troops and Feed (4.7): Sharing, Pillage, Unpaid and Unfed Disband."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from pbem.engine.decision import Decision, OpenPick, Pick
from pbem.engine.event import tell
from pbem.engine.phrase import NONE, Phrase
from pbem.games.plantagenet.components.assets import add_asset, own, per, take_asset
from pbem.games.plantagenet.components.board import Locale, StrongholdRow
from pbem.games.plantagenet.components.box import COIN, PROVENDER, Asset, Lord
from pbem.games.plantagenet.components.declaring import nothing_asked
from pbem.games.plantagenet.components.influence import lose, standing_of
from pbem.games.plantagenet.components.locales import adjacent, exhaust, set_favour, shift_favour
from pbem.games.plantagenet.components.lords import disband_lord
from pbem.games.plantagenet.components.state import (
    State,
    at_stronghold,
    exhausted,
    lords_at,
    place_of,
    shares_at,
    side_of,
    tell_own,
    troops_of,
)
from pbem.i18n import Text

TROOPS_PER_ASSET = 6
COST_PER_ASSET = 2
WHO_SHARE, WHO_PILLAGE = 3, 2
"""The fewest Lords at a place that allow a choice. Sharing: one gives to one of two, or one of two gives. Pillage: one of
two.
"""
PILLAGE = "3.2.1 pillage"


class Share(Phrase, form="{giver} {receiver}"):
    """1.5.3 Who gives a piece to whom."""

    giver: Lord
    receiver: Lord


@dataclass(frozen=True, slots=True)
class Upkeep:
    """The cost of Troops, in Pay Troops or in Feed; `short` is the word for those who cannot pay it."""

    rule: str
    asset: Asset
    name: str
    short: str

    @property
    def share(self) -> str:
        """The key of the question about Sharing."""
        return f"{self.rule} share"


PAY = Upkeep("3.2.1", COIN, "Pay", "Unpaid")
FEED = Upkeep("4.7", PROVENDER, "Feed", "Unfed")


def cost_of(s: State, lord: Lord) -> int:
    """3.2.1, 4.7 One Coin or Provender for every six Troops, rounded up; Retinue and Vassals do not count."""
    return per(troops_of(s, lord), TROOPS_PER_ASSET)


async def maintain(s: State, upkeep: Upkeep, lords: Sequence[Lord]) -> None:
    """3.2.1 Pays or Feeds the Troops of these Lords of one side.

    Ruling: the owner's order of Lords and places is not asked for: within one place the steps are the same for all, and
    Pillage at several places leaves the same Favour and Influence in any order.
    """
    for where in dict.fromkeys(s.lords[lord].where for lord in lords):
        await maintain_at(s, upkeep, [lord for lord in lords if s.lords[lord].where == where])


async def maintain_at(s: State, upkeep: Upkeep, lords: Sequence[Lord]) -> None:
    """3.2.1 At one place: Lords who are short Pillage or Disband. After a Pillage those who were short owe everything again
    (ruling R44).
    """
    short = await expend(s, upkeep, lords)
    if short and may_pillage(s, short[0]):
        await pillage_by(s, upkeep, await who_pillages(s, upkeep, short), short)
    else:
        disband_short(s, upkeep, short)


async def pillage_by(s: State, upkeep: Upkeep, lord: Lord, short: Sequence[Lord]) -> None:
    """3.2.1 One of the short Lords Pillages; then they owe everything again, and those who are still short Disband (ruling
    R44).
    """
    take_by_force(s, lord, place_of(s, lord))
    disband_short(s, upkeep, await expend(s, upkeep, short))


# Sharing


async def expend(s: State, upkeep: Upkeep, lords: Sequence[Lord]) -> list[Lord]:
    """3.2.1 Each spends his own first, then all at the place Share, as far as it goes. Returns those who are short."""
    owed = {lord: cost_of(s, lord) for lord in lords}
    for lord in lords:
        given = min(owed[lord], own(s, lord, upkeep.asset))
        take_asset(s, lord, upkeep.asset, given, upkeep.rule, upkeep.name)
        owed[lord] -= given
    await share(s, upkeep, owed)
    short = [lord for lord in lords if owed[lord]]
    for lord in short:
        tell_own(s, lord, upkeep.rule, "short", short=upkeep.short, asset=upkeep.asset, missing=owed[lord])
    return short


async def share(s: State, upkeep: Upkeep, owed: dict[Lord, int]) -> None:
    """1.5.3, 3.2.1 Lords with more than they need give to those with too little, piece by piece."""
    asked = False
    while pairs := share_pairs(s, upkeep.asset, owed):
        asked = asked or len(open_pairs(s, upkeep.asset, owed, pairs)) > 1
        share = await ask_share(s, upkeep, owed, pairs)
        why = Text("{upkeep}, Shared with {lords}", upkeep=upkeep.name, lords=s.box.lords[share.receiver].name)
        take_asset(s, share.giver, upkeep.asset, 1, upkeep.rule, why)
        owed[share.receiver] -= 1
    if not asked and choice_would_show(s, list(owed), WHO_SHARE):
        await ask_in_vain(s, upkeep, next(iter(owed)))


def choice_would_show(s: State, lords: Sequence[Lord], fewest: int) -> bool:
    """1.5.3 Whether the Enemy could infer the contents of Hidden Mats from a question to these Lords, or from its absence.

    Ruling: with Hidden Mats a side is asked about Sharing in Pay and in Feed wherever three or more of its Lords are
    together, even if there is no choice.
    """
    if not nothing_asked(s) or not lords:
        return False
    where = s.lords[lords[0]].where
    return shares_at(s, where) and len(lords_at(s, where, side_of(s, lords[0]))) >= fewest


async def ask_in_vain(s: State, upkeep: Upkeep, lord: Lord) -> None:
    """1.5.3 Asks about Sharing although there is nothing to choose."""
    prompt = Text(
        "{upkeep}: no choice who Shares {asset}, but the Enemy must not learn this: answer none.",
        upkeep=upkeep.name,
        asset=upkeep.asset.title(),
    )
    shape = OpenPick(lambda: [NONE])
    await Decision(side_of(s, lord), upkeep.share, s.lords[lord].where, prompt, shape, lambda: NONE)


def share_pairs(s: State, asset: Asset, owed: Mapping[Lord, int]) -> list[Share]:
    """Who can give a piece to whom. Lords who still owe have nothing left, so givers have met their own needs."""
    receivers = [lord for lord, left in owed.items() if left]
    if not receivers or not shares_at(s, s.lords[receivers[0]].where):
        return []
    givers = [lord for lord in lords_at(s, s.lords[receivers[0]].where, side_of(s, receivers[0])) if own(s, lord, asset)]
    return [Share(giver, receiver) for giver in givers for receiver in receivers]


async def ask_share(s: State, upkeep: Upkeep, owed: Mapping[Lord, int], pairs: Sequence[Share]) -> Share:
    """1.5.3 Asks who gives a piece to whom, if it makes a difference."""
    options = open_pairs(s, upkeep.asset, owed, pairs)
    where = s.lords[pairs[0].giver].where
    prompt = Text("{upkeep}: which Lord Shares 1 {asset} with which?", upkeep=upkeep.name, asset=upkeep.asset.title())
    side = side_of(s, pairs[0].giver)
    return Share.read(await Decision(side, upkeep.share, where, prompt, Pick(lambda: options), lambda: options[0]))


def open_pairs(s: State, asset: Asset, owed: Mapping[Lord, int], pairs: Sequence[Share]) -> Sequence[Share]:
    """The pairs that the owner chooses from: the receiver if there is too little, the giver if there is too much; otherwise
    it makes no difference.
    """
    surplus = sum(own(s, giver, asset) for giver in dict.fromkeys(pair.giver for pair in pairs))
    missing = sum(owed.values())
    if surplus < missing:
        return pairs if len({pair.receiver for pair in pairs}) > 1 else pairs[:1]
    if surplus > missing:
        return pairs if len({pair.giver for pair in pairs}) > 1 else pairs[:1]
    return pairs[:1]


# Pillage


def may_pillage(s: State, lord: Lord) -> bool:
    """3.2.1 Whether the Lord can Pillage: at an Unexhausted Stronghold, whatever its Favour; not in an Exile box or at Sea
    (rulings R45, R102).
    """
    return at_stronghold(s, lord) and not exhausted(s, place_of(s, lord))


async def who_pillages(s: State, upkeep: Upkeep, short: Sequence[Lord]) -> Lord:
    """3.2.1 The owner chooses one of the Unpaid or Unfed Lords to Pillage their Stronghold.

    With Hidden Mats even if only one Lord, among several, is short (ruling R275).
    """
    place = place_of(s, short[0])
    prompt = Text("Which {short} Lord Pillages {locales}?", short=upkeep.short, locales=s.board.locales[place].name)
    shape = (OpenPick if choice_would_show(s, short, WHO_PILLAGE) else Pick)(lambda: list(short))
    return Lord(await Decision(side_of(s, short[0]), PILLAGE, place, prompt, shape, lambda: short[0]))


def take_by_force(s: State, lord: Lord, place: Locale) -> None:
    """3.2.1 Pillage: Coin and Provender, Influence, Exhausted, Enemy Favour there, and adjacent Strongholds shift."""
    side, row = side_of(s, lord), s.board.row(place)
    tell(s, "3.2.1", "pillages", side=side, lord=lord, locale=place)
    add_asset(s, lord, COIN, row.pillage_coin, "3.2.1")
    add_asset(s, lord, PROVENDER, row.pillage_provender, "3.2.1")
    lose(s, side, price_of(row), "3.2.1", "Pillage")
    exhaust(s, place, "3.2.1")
    set_favour(s, place, side.enemy, "3.2.1")
    for near in adjacent(s, place):
        if s.board.locales[near].stronghold:
            shift_favour(s, near, side.enemy, "3.2.1")


def price_of(row: StrongholdRow) -> int:
    """3.2.1 The Influence that Pillage costs."""
    return COST_PER_ASSET * (row.pillage_coin + row.pillage_provender)


def disband_short(s: State, upkeep: Upkeep, short: Sequence[Lord]) -> None:
    """3.2.1 Unpaid/Unfed Disband: the side loses each Lord's printed Influence, and one for each of his Vassals."""
    for lord in short:
        lose(s, side_of(s, lord), standing_of(s, lord), upkeep.rule, f"{upkeep.short} Disband")
        disband_lord(s, lord, upkeep.rule)
