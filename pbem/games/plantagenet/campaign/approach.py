"""4.3.5 Approach: Lords enter an Enemy Lord's Stronghold, and he chooses Exile or Battle."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence

from pbem.engine.decision import Decision, PickSome, YesNo
from pbem.engine.event import tell
from pbem.games.plantagenet.battle.battle_at import battle_at
from pbem.games.plantagenet.battle.spoils import give_spoils
from pbem.games.plantagenet.components.board import Locale
from pbem.games.plantagenet.components.box import HENRY_VI, WARWICK_L, Lord, Side
from pbem.games.plantagenet.components.card_ids import Capabilities
from pbem.games.plantagenet.components.group import settle
from pbem.games.plantagenet.components.haven import foreign_haven, pay_for_exile, stays_home
from pbem.games.plantagenet.components.held import BLOCKED_FORD, offer, play_any_time, spend_held, truce
from pbem.games.plantagenet.components.lords import disband_lord, discard_capability
from pbem.games.plantagenet.components.state import Cylinder, State, Status, command_of, has_capability, lords_at, side_of
from pbem.games.plantagenet.components.subjects import Approaching
from pbem.i18n import Text

PARLEY = "4.3.5 parley"
EXILE = "4.3.5 exile"


async def approach(
    s: State,
    where: Locale,
    group: Sequence[Lord],
    came_from: Mapping[Lord, str],
    first_move: Collection[Lord],
    swapped: bool = False,
) -> None:
    """4.3.5 Exile or Battle for each Enemy Lord there; then the Command card has ended (ruling R80).

    `came_from`: where the Lords of both sides were who came in this step; `first_move`: those of them who had not moved
    before on this card. After a Flank Attack the roles in Battle are `swapped` (ruling R74).
    """
    s.approach = where
    side = side_of(s, group[0])
    subject = Approaching(tuple(group), where)
    tell(s, "4.3.5", "approach", side=side, lords=list(group), where=where)
    if await kings_parley(s, side, where):
        command_of(s).ended = True
        turn_back(s, where, group, came_from, first_move)
        return
    ford = await truce_or_ford(s, side, subject)
    if truce(s):
        turn_back(s, where, group, came_from, first_move)
        return
    command_of(s).ended = True
    settle(s, lords_at(s, where), where)
    if not ford:
        await exiles(s, where, side.enemy, group)
    if lords_at(s, where, side.enemy):
        await battle_at(s, where, side.enemy if swapped else side, frozenset({side.enemy} if ford else ()))
    s.approach = None


# What may cancel it


async def kings_parley(s: State, side: Side, where: Locale) -> bool:
    """l15 King's Parley: discarded to cancel a Yorkist Approach to Henry VI's place (ruling R76)."""
    if side is not Side.YORK or HENRY_VI not in lords_at(s, where) or truce(s):
        return False
    has_card = has_capability(s, HENRY_VI, Capabilities.KINGS_PARLEY)
    if not has_card and not parley_would_show(s):
        return False
    prompt = Text("Use King's Parley to cancel the Approach at {locales}?", locales=s.board.locales[where].name)
    if not has_card:
        prompt = Text(
            "Henry VI has no King's Parley, but York must not learn this: the Approach goes on whatever you answer."
        )
    if not await Decision(Side.LANCASTER, PARLEY, where, prompt, YesNo(), lambda: False) or not has_card:
        return False
    tell(s, "4.3.5", "kings_parley", side=Side.LANCASTER, lord=HENRY_VI, where=where)
    discard_capability(s, Capabilities.KINGS_PARLEY, HENRY_VI)
    return True


def parley_would_show(s: State) -> bool:
    """1.5.3 Whether York could infer a King's Parley on a Hidden Mat from who is asked next.

    Ruling: with Hidden Mats Lancaster is asked about King's Parley even without it where York, but not Lancaster, would
    be asked next.
    """
    york_next = bool(s.held[Side.YORK]) and not s.held[Side.LANCASTER]
    return s.hidden_mats and Capabilities.KINGS_PARLEY in s.sheet.cards and york_next


async def truce_or_ford(s: State, side: Side, subject: str) -> bool:
    """y12 l20 Parliament's Truce of either side, y11 l11 Blocked Ford of the side that Approaches: whether Exile is
    barred.
    """
    if truce(s):
        return False
    card = await offer(s, side.enemy, "truce", subject) or await offer(s, side, "approach", subject)
    if card in BLOCKED_FORD:
        spend_held(s, card)
        return True
    if card is not None:
        await play_any_time(s, s.box.cards[card].side, card)
    return False


def turn_back(
    s: State, where: Locale, group: Sequence[Lord], came_from: Mapping[Lord, str], first_move: Collection[Lord]
) -> None:
    """4.3.5 The Approach is cancelled: the Lords return to where the step began, and count as Moved only if an earlier step
    moved them. Lords who came by Intercept and stay have arrived (Burgundians, ruling R140).

    Ruling: where other Lords of their side stand, the Lords who have come by Intercept go back as well.
    """
    stay = [lord for lord in lords_at(s, where, side_of(s, group[0])) if lord not in group]
    back = [lord for lord in came_from if lord in group or stay]
    for lord in back:
        status = Status.SEA if came_from[lord] in s.board.seas else Status.MAP
        s.lords[lord] = Cylinder(status, came_from[lord])
        s.mats[lord].moved = lord not in first_move
    s.approach = None
    tell(s, "4.3.5", "turns_back", lords=back, where=where)
    if s.readings.interceptors_arrive:
        settle(s, lords_at(s, where), where)


# Exile


async def exiles(s: State, where: Locale, side: Side, takers: Sequence[Lord]) -> None:
    """4.3.5 Exile: each Lord there may choose it; the others give Battle.

    Ruling: those who choose Exile go one after another, as their owner names them.
    """
    lords = lords_at(s, where, side)
    prompt = Text(
        "The Enemy Approaches {locales}: which of your Lords go into Exile? The others fight.",
        locales=s.board.locales[where].name,
    )
    shape = PickSome(lambda: lords, 0, len(lords))
    for lord in await Decision(side, EXILE, where, prompt, shape, list):
        await go_into_exile(s, Lord(lord), where, takers)


async def go_into_exile(s: State, lord: Lord, where: Locale, takers: Sequence[Lord]) -> None:
    """4.3.5 Exile: the Lord pays Influence for himself and his Vassals, gives Assets as Spoils, and Disbands under an Exile
    marker (ruling R78).

    England is my Home (y8) replaces all this: he Disbands to the next Turn's box.
    """
    if stays_home(s, lord, "4.3.5"):
        return
    pay_for_exile(s, lord, where, "4.3.5")
    await give_spoils(s, [lord], takers, where)
    disband_lord(s, lord, "4.3.5", exile=True)
    if lord == WARWICK_L:
        foreign_haven(s)
