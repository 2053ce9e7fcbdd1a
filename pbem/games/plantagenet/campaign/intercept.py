"""4.3.4 Intercept: an Enemy Lord near the destination of a March tries to get there first."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from pbem.engine.decision import Decision, Json, Pick
from pbem.engine.dice import roll
from pbem.engine.event import tell
from pbem.engine.phrase import NONE, Phrase
from pbem.games.plantagenet.components.board import Locale, Way
from pbem.games.plantagenet.components.box import Lord, Side
from pbem.games.plantagenet.components.declaring import declare, nothing_asked, only_as_needed
from pbem.games.plantagenet.components.group import Moves, group_from, group_words, haul, may_enter, move
from pbem.games.plantagenet.components.held import offer, play_any_time, spend_held, truce
from pbem.games.plantagenet.components.options import Group
from pbem.games.plantagenet.components.ratings import printed_valour, valour_lent, valour_of
from pbem.games.plantagenet.components.state import State, lords_at, lords_of, place_of, side_of, tell_own
from pbem.games.plantagenet.components.subjects import Coming
from pbem.i18n import Text

INTERCEPT = "4.3.4 intercept"


class Band(Phrase, form="{lord}[ {group}]"):
    """4.3.4 Who Intercepts, and with which Group."""

    lord: Lord
    group: Group = ()


@dataclass(frozen=True)
class Interception:
    """4.3.4 A successful Intercept: the moves, and whether it was a Flank Attack."""

    moves: Moves
    flank: bool


async def intercept(s: State, group: list[Lord], to: Locale) -> Interception | None:
    """4.3.4 Intercept: one Enemy Lord adjacent by Highway or Road may attempt it once, at every arrival (ruling R71).

    Friends of the marching Lords at the destination do not prevent it, except under one reading (ruling R72).
    """
    side = side_of(s, group[0]).enemy
    if not can_be_intercepted(s, group, to) or not interceptors(s, side, to):
        return None
    subject = Coming(tuple(group), to)
    prompt = prompt_for(s, interceptors(s, side, to), f"{s.box.lords[group[0]].name} at {s.board.locales[to].name}")
    shape = Pick(lambda: [NONE, *intercept_options(s, side, to)])
    choice = str(await Decision(side, INTERCEPT, subject, prompt, shape, lambda: NONE))
    if choice == NONE:
        return None
    return await attempt(s, members(s, Band.read(choice)), to, subject)


def can_be_intercepted(s: State, group: Sequence[Lord], to: Locale) -> bool:
    """4.3.4 Whether an Intercept is possible: not under Parliament's Truce, and under one reading not if others of the
    marching side are there (ruling R72).
    """
    friends = [lord for lord in lords_at(s, to, side_of(s, group[0])) if lord not in group]
    return not truce(s) and (s.readings.intercept_into_enemies or not friends)


def prompt_for(s: State, able: list[Lord], whom: str) -> str:
    """4.3.4 The question; if only one Lord could Intercept, with his odds."""
    if len(able) > 1:
        return Text("Who tries to Intercept {whom}?", whom=whom)
    return Text(
        "Will {lords} try to Intercept {whom} ({needed})?",
        lords=s.box.lords[able[0]].name,
        whom=whom,
        needed=needed_for(valour_of(s, able[0])),
    )


def needed_for(valour: int) -> Text:
    """4.3.4 What an Intercepting Lord needs. A 1 does not succeed automatically, as it does in a check (1.4.2)."""
    if not valour:
        return Text("no roll succeeds")
    return Text("succeeds on 1-{valour}", valour=valour) if valour > 1 else Text("succeeds on 1")


def interceptors(s: State, side: Side, to: Locale) -> list[Lord]:
    """4.3.4 The Lords of `side` who could Intercept at a Stronghold."""
    return [lord for lord in lords_of(s, side) if within_reach(s, lord, to) and may_enter(s, [lord], to)]


def intercept_options(s: State, side: Side, to: Locale) -> list[Band]:
    """4.3.4 Each Lord who could Intercept, with each Group he could bring along (ruling R65)."""
    bands = [Band(lord, words) for lord in interceptors(s, side, to) for words in group_words(s, lord)]
    return [band for band in bands if may_enter(s, members(s, band), to)]


def members(s: State, band: Band) -> list[Lord]:
    """4.3.4 The Lords who Intercept together, the one who leads them first."""
    return group_from(s, band.lord, band.group)


def within_reach(s: State, lord: Lord, to: Locale) -> bool:
    """4.3.4 Whether a Lord is adjacent to a Stronghold by Highway or Road."""
    return s.board.adjacent[to].get(Locale(s.lords[lord].where)) in (Way.HIGHWAY, Way.ROAD)


async def attempt(s: State, band: list[Lord], to: Locale, subject: str) -> Interception | None:
    """4.3.4 A Flank Attack succeeds at once, unless Parliament's Truce cancels it; any other Intercept needs a roll.

    With Hidden Mats nobody is asked whose Provender an Intercept leaves behind; standing orders may say so (ruling R275).
    """
    tell(s, "4.3.4", "intercepts", side=side_of(s, band[0]), lords=list(band), start=place_of(s, band[0]), to=to)
    flank = await flank_attack(s, band[0], subject)
    if await truce_answers(s, side_of(s, band[0]).enemy, subject):
        return None
    if not flank and not await valour_roll(s, band[0], to):
        return None
    await haul(s, band, unasked=nothing_asked(s))
    return Interception(move(s, band, to), flank)


async def flank_attack(s: State, lord: Lord, subject: str) -> bool:
    """y2 l2 Flank Attack, declared instead of the roll (ruling R74)."""
    card = await offer(s, side_of(s, lord), "intercept", subject)
    if card is not None:
        spend_held(s, card)
    return card is not None


async def truce_answers(s: State, side: Side, subject: str) -> bool:
    """y12 l20 Parliament's Truce: whether it cancels the Intercept (ruling R77)."""
    card = await offer(s, side, "truce", subject)
    if card is not None:
        await play_any_time(s, side, card)
    return truce(s)


async def valour_roll(s: State, lord: Lord, to: Locale) -> bool:
    """4.3.4 Whether the Intercepting Lord rolls his Valour or less."""
    die, valour = await roll(INTERCEPT, f"{lord} at {to}"), valour_of(s, lord)
    tell_roll(s, lord, to, valour, die)
    return die <= valour


def tell_roll(s: State, lord: Lord, to: Locale, valour: int, die: int) -> None:
    """4.3.4, 1.5.3 Reports the roll. For a Hidden Mat: the printed Valour, and the cards that made it a success; only its
    owner learns what it needed.
    """
    side, passed, hidden = side_of(s, lord), die <= valour, only_as_needed(s, lord)
    seen = printed_valour(s, lord) if hidden else valour
    rolled: dict[str, Json] = {"to": to, "valour": seen, "die": die, "passed": passed}
    tell(s, "4.3.4", "intercept_seen" if hidden else "intercept_roll", side=side, lord=lord, **rolled)
    if hidden:
        tell_own(s, lord, "4.3.4", "intercept_needed", to=to, valour=valour, die=die, passed=passed)
        declare(s, lord, "4.3.4", valour_lent(s, lord), die - seen if passed else 0)
