"""4.8.1 Tides of War: the awards of each side at the end of a Campaign."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from pbem.engine.decision import Decision, OpenPick
from pbem.engine.event import tell
from pbem.engine.phrase import NONE
from pbem.games.plantagenet.components.assets import own, take_asset
from pbem.games.plantagenet.components.board import LONDON, ORDINARY
from pbem.games.plantagenet.components.box import MARGARET, PROVENDER, Lord, Side
from pbem.games.plantagenet.components.card_ids import Capabilities
from pbem.games.plantagenet.components.influence import gain
from pbem.games.plantagenet.components.locales import dominates, is_in, is_special, net_strongholds
from pbem.games.plantagenet.components.ratings import printed_influence
from pbem.games.plantagenet.components.state import (
    State,
    enemy_there,
    friendly,
    holder_of,
    locale_of,
    lords_of,
    on_map,
    side_of,
    with_him,
)
from pbem.i18n import Text

RULE = "4.8.1"
CHARITY_KEY = "4.8.1 charity"
LORD_IN_AREA, DOMINATION = 1, 2

MAX_CHARITY = 2
ON_THE_MAP_CARDS = {Capabilities.FIRST_SON: 1, Capabilities.COUNCIL_MEMBER: 1}

QUEEN_REGENT = "queen_regent"
REINS, REGENCY = 2, 3


@dataclass(frozen=True, slots=True)
class Award:
    """Points for a side; `why` is the kind of award, `of` its object: an Area, a Locale, a type, a card."""

    side: Side
    points: int
    why: str
    of: str = ""


async def tides_of_war(s: State) -> None:
    """4.8.1 Adds up the awards of both sides and moves the Influence marker once, by the difference (rulings R26, R105)."""
    charity = await deeds_of_charity(s)
    granted = [award for side in s.order for award in awards(s, side)]
    if charity:
        granted.append(Award(Side.YORK, charity, "card", Capabilities.WE_DONE_DEEDS_OF_CHARITY))
    for award in sorted(granted, key=lambda award: s.order.index(award.side)):
        tell(s, RULE, "tides_award", side=award.side, points=award.points, why=award.why, of=award.of)
    york, lancaster = (sum(award.points for award in granted if award.side is side) for side in Side)
    tell(s, RULE, "tides", york=york, lancaster=lancaster)
    ahead = Side.YORK if york > lancaster else Side.LANCASTER
    gain(s, ahead, abs(york - lancaster), RULE, "Tides of War")


async def deeds_of_charity(s: State) -> int:
    """y4 We done deeds of charity: up to two Provender of the Lord, or Shared, for 1 Influence each. Returns the
    Influence.
    """
    given = 0
    while given < MAX_CHARITY and (giver := await ask_charity(s, given)) is not None:
        take_asset(s, giver, PROVENDER, 1, RULE, "charity")
        given += 1
    return given


def charity_subject(s: State, given: int) -> str:
    """What tells the question apart for the Provender after so many that are `given`."""
    return f"{holder_of(s, Capabilities.WE_DONE_DEEDS_OF_CHARITY) or 'nobody'}, {given} given"


async def ask_charity(s: State, given: int) -> Lord | None:
    """y4 Who gives the next Provender: the Lord himself or one who Shares with him; None to stop.

    Ruling: with Hidden Mats York is asked in each Tides of War, even if nobody can give any.
    """
    lords = givers(s)
    if not lords and (given or not s.hidden_mats or not lords_of(s, Side.YORK)):
        return None
    prompt = Text("Deeds of charity: which Lord, if any, gives 1 Provender for 1 Influence?")
    if not lords:
        prompt = Text("No Lord has Provender for deeds of charity (y4), but Lancaster must not learn this: answer none.")
    subject, shape = (
        charity_subject(s, given),
        OpenPick(lambda: [NONE, *lords]),
    )
    choice = await Decision(Side.YORK, CHARITY_KEY, subject, prompt, shape, lambda: NONE)
    return None if choice == NONE else Lord(choice)


def givers(s: State) -> list[Lord]:
    """y4 The Lord with deeds of charity and those who Share with him, if they have Provender."""
    lord = holder_of(s, Capabilities.WE_DONE_DEEDS_OF_CHARITY)
    return [] if lord is None else [other for other in with_him(s, lord) if own(s, other, PROVENDER)]


def awards(s: State, side: Side) -> Iterator[Award]:
    """4.8.1 A side's awards from the board, and from cards without a question.

    "Gain Lords Influence" counts Lords on the map (1.3.1, ruling R38).
    """
    yield from area_awards(s, side)
    yield from special_awards(s, side)
    yield from most_favour_awards(s, side)
    yield from card_awards(s, side)
    lords = [lord for lord in lords_of(s, side) if on_map(s, lord)]
    if s.board.calendar[s.turn].gain_lords_influence and lords:
        yield Award(side, sum(printed_influence(s, lord) for lord in lords), "lords")


# Areas


def area_awards(s: State, side: Side) -> Iterator[Award]:
    """4.8.1 One point for a Lord anywhere within an Area, two for its Domination."""
    for area in s.board.areas:
        if any(is_in(s, lord, area) for lord in lords_of(s, side)):
            yield Award(side, LORD_IN_AREA, "lord", area)
        if dominates(s, side, area):
            yield Award(side, DOMINATION, "domination", area)


# Favour


def special_awards(s: State, side: Side) -> Iterator[Award]:
    """4.8.1 Favour at a Special Stronghold, unless an Enemy Lord is there."""
    for locale in s.board.locales:
        if is_special(s, locale) and friendly(s, side, locale) and not enemy_there(s, side, locale):
            yield Award(side, s.board.row(locale).tides_points, "special", locale)


def most_favour_awards(s: State, side: Side) -> Iterator[Award]:
    """4.8.1 The most Favour at Cities, at Towns, and at Fortresses."""
    for kind in ORDINARY:
        net = net_strongholds(s, kind)
        if net > 0 if side is Side.LANCASTER else net < 0:
            yield Award(side, s.board.strongholds[kind].tides_points, "most", kind)


# Cards


def card_awards(s: State, side: Side) -> Iterator[Award]:
    """y28 First Son and l18 Council Member with their Lord on the map (ruling R38), l17 Margaret, 6.0 Queen Regent."""
    for card, points in ON_THE_MAP_CARDS.items():
        holder = holder_of(s, card)
        if holder is not None and side_of(s, holder) is side and on_map(s, holder):
            yield Award(side, points, "card", card)
    if side is Side.LANCASTER:
        yield from lancastrian_awards(s)


def lancastrian_awards(s: State) -> Iterator[Award]:
    """l17 Margaret: Henry VI at a Locale other than London. 6.0 Queen Regent: Margaret at London."""
    henry = holder_of(s, Capabilities.MARGARET)
    if henry is not None and locale_of(s, henry) not in (None, LONDON):
        yield Award(Side.LANCASTER, REINS, "card", Capabilities.MARGARET)
    if QUEEN_REGENT in s.sheet.special_rules and locale_of(s, MARGARET) == LONDON:
        yield Award(Side.LANCASTER, REGENCY, QUEEN_REGENT)
