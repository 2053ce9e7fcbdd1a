"""3.4 Muster: Lord by Lord each side spends its Lordship, the Rebels first."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from pbem.engine.copying import copied
from pbem.engine.decision import Decision, YesNo
from pbem.engine.event import tell
from pbem.engine.phrase import Phrase, read_one
from pbem.games.plantagenet.components.box import Lord, Side
from pbem.games.plantagenet.components.card_ids import Capabilities, Events
from pbem.games.plantagenet.components.held import Play, any_moment, any_time_options, menu, offer_splendour, play_any_time
from pbem.games.plantagenet.components.influence import lose
from pbem.games.plantagenet.components.lords import return_card
from pbem.games.plantagenet.components.lordship import grant_of, granted, grants, lordship_left, nothing_left
from pbem.games.plantagenet.components.ratings import GLOUCESTERS, lordship_of
from pbem.games.plantagenet.components.state import (
    Muster,
    State,
    has_capability,
    in_force,
    locale_of,
    lords_of,
    muster_of,
    side_of,
    tell_own,
)
from pbem.games.plantagenet.levy.king_richard import crown, may_be_crowned
from pbem.games.plantagenet.levy.levy import LevyCapability, LevyCarts, LevyLord, LevyShip, LevyVassal, levy, levy_options
from pbem.games.plantagenet.levy.levy_troops import LevyTroops
from pbem.games.plantagenet.levy.parley import Parley, parley, parley_options
from pbem.games.plantagenet.wars.heirs import now
from pbem.i18n import Text

MUSTER = "3.4 muster"
KINGS_NAME = "3.4 kings_name"

KINGS_NAME_COST = 1
GLOUCESTER_RULE = "gloucester_y28"
ACTIONS: Mapping[type[Phrase], str] = {
    Parley: "Parley",
    LevyLord: "Levy Lord",
    LevyVassal: "Levy Vassal",
    LevyTroops: "Levy Troops",
    LevyCarts: "Levy Transport",
    LevyShip: "Levy Transport",
    LevyCapability: "Levy Capability",
}
UNDONE = ("lords", "mats", "favour", "london_for_york", "wear", "ready", "service", "decks", "aside")


class MusterLord(Phrase, form="muster {lord}"):
    """3.4 Who takes Levy actions next."""

    lord: Lord


class Loyalty(Phrase, form="loyalty {lord}"):
    """y22 Who gets Loyalty and Trust."""

    lord: Lord


class KingRichard(Phrase, form="king_richard"):
    """6.0 Gloucester is crowned."""


class Done(Phrase, form="done"):
    """3.4 The end of the side's Muster."""


class LevyAction(Phrase, form="{lord} {action}"):
    """y32 A Lord's Levy action that can be undone."""

    lord: Lord
    action: str


DONE = Done()
FORMS: tuple[type[Phrase], ...] = (MusterLord, Loyalty, KingRichard, Play, Done, *ACTIONS)


# The segment


async def muster(s: State) -> None:
    """3.4 Muster, the Rebels, then the King's side. Only Lords on the map when it opens may act (ruling R52).

    After the Rebels have Mustered their orders play no Event: it would be too late for this Levy (y20).
    """
    await any_moment(s)
    if s.readings.splendour_as_muster_opens:
        await offer_splendour(s, Text("as the Muster opens"))
    lords_by_side = {side: able_lords(s, side) for side in s.order}
    await muster_side(s, s.rebel, lords_by_side[s.rebel])
    await any_moment(s, s.king)
    await muster_side(s, s.king, still_able(s, lords_by_side[s.king]))
    end_levy(s)


def able_lords(s: State, side: Side) -> list[Lord]:
    """3.4 The side's Lords at a Locale, not at Sea."""
    return [lord for lord in lords_of(s, side) if locale_of(s, lord) is not None]


def still_able(s: State, lords: Sequence[Lord]) -> list[Lord]:
    """3.4 Those of these Lords who are still on the map, by the cards now in use: a ruling may have changed them."""
    return [now(s, lord) for lord in lords if locale_of(s, now(s, lord)) is not None]


async def muster_side(s: State, side: Side, able: list[Lord] | None = None) -> None:
    """3.4 One side's Lords take their Levy actions, each all of theirs before the next, until it is done."""
    tell(s, "3.4", "muster_begins", side=side)
    open_muster(s, side, lords=able)
    await take_turns(s)


async def take_turns(s: State) -> None:
    """3.4 The Levy actions of the side whose Muster is open, until it is done."""
    while (choice := await ask(s)) != DONE:
        await carry_out(s, choice)
    s.muster = None


def open_muster(s: State, side: Side, lord: Lord | None = None, lords: list[Lord] | None = None) -> None:
    """3.4 A side's Muster begins, with `lord` acting if one is named. Grants of cards are counted now (y4)."""
    lords = able_lords(s, side) if lords is None else lords
    s.muster = Muster(side, lords, lord, free=grants(s, lords))


async def ask(s: State) -> str:
    """3.4 Asks what the side does next."""
    m = muster_of(s)
    shape = menu(s, m.side, lambda: muster_options(s))
    return str(await Decision(m.side, MUSTER, m.lord or m.side, prompt_for(s), shape, lambda: safe_choice(s)))


def prompt_for(s: State) -> str:
    """What is left to do, in words."""
    m = muster_of(s)
    if m.lord is None:
        return Text("Which Lord takes Levy actions first?")
    return Text(
        "{lords} ({left} of {lordship} Levy actions left): what next?",
        lords=s.box.lords[m.lord].name,
        left=lordship_left(s, m.lord),
        lordship=lordship_of(s, m.lord),
    )


def muster_options(s: State) -> list[str]:
    """3.4 The acting Lord's actions, free actions, the Lords who can act next, and the end of the side's Muster."""
    m = muster_of(s)
    options: list[str] = []
    if m.lord is not None:
        options += [*parley_options(s, m.lord, campaign=False), *levy_options(s, m.lord)]
    if trust_is_due(s):
        options += map(Loyalty, m.able)
    if m.side is Side.YORK and may_be_crowned(s):
        options.append(KingRichard())
    options += any_time_options(s, m.side)
    if m.lord is not None and owes_cade(s, m.lord):
        return options
    options += [MusterLord(lord) for lord in m.able if lord != m.lord]
    return options if any(owes_cade(s, lord) for lord in m.able) else [*options, DONE]


def safe_choice(s: State) -> str:
    """The default: the end of the Muster; before that a Parley that Jack Cade (y4) demands, or the Lord who must make
    one.
    """
    options = muster_options(s)
    if DONE in options:
        return DONE
    demanded = [option for option in options if for_cade(option)]
    return [*demanded, *(option for option in options if isinstance(option, MusterLord))][0]


def owes_cade(s: State, lord: Lord) -> bool:
    """y4 Jack Cade: whether the Lord must still make a Parley for it; without a target the rest is lost (ruling R60)."""
    parleys = parley_options(s, lord, campaign=False) if granted(s, lord, Events.JACK_CADE) else []
    return any(map(for_cade, parleys))


def for_cade(option: str) -> bool:
    """y4 Whether an option is a Parley for Jack Cade."""
    return isinstance(option, Parley) and option.card == Events.JACK_CADE


async def carry_out(s: State, choice: str) -> None:
    """3.4 Carries out one option of the Menu, except the end of the Muster."""
    m, order = muster_of(s), read_one(FORMS, choice)
    match order:
        case MusterLord():
            finish(s)
            m.lord = order.lord
            tell_own(s, m.lord, "3.4", "levy_actions", lordship=lordship_of(s, m.lord))
        case Loyalty():
            s.loyalty_and_trust = order.lord
            tell(s, "3.4", "loyalty_and_trust", lord=order.lord)
        case KingRichard():
            crown(s)
        case Play():
            await play_any_time(s, m.side, order.card)
        case _:
            assert m.lord is not None
            await levy_action(s, m.lord, order)


def finish(s: State) -> None:
    """3.4 The acting Lord has completed his actions."""
    m = muster_of(s)
    if m.lord in m.able:
        m.able.remove(m.lord)
    m.lord, m.spent = None, 0


def trust_is_due(s: State) -> bool:
    """y22 Loyalty and Trust: whether a Yorkist Lord can still get Lordship +3, at a time the owner chooses (ruling R53)."""
    return muster_of(s).side is Side.YORK and Events.LOYALTY_AND_TRUST in s.this_levy and s.loyalty_and_trust is None


# Levy actions


async def levy_action(s: State, lord: Lord, choice: str) -> None:
    """3.4 One Levy action of the acting Lord. After the last one his turn ends."""
    before = position(s) if kings_name_threatens(s, lord) else None
    order = read_one(ACTIONS, choice)
    if isinstance(order, Parley):
        succeeded = await parley(s, lord, order, campaign=False)
    else:
        succeeded = await levy(s, lord, order)
    if before is not None and succeeded and await kings_name(s, lord, order):
        restore(s, lord, before)
    if nothing_left(s, lord) and not trust_is_due(s):
        finish(s)


def kings_name_threatens(s: State, lord: Lord) -> bool:
    """y32 The King's Name: whether York may undo Lancastrian Levy actions, with Gloucester (not as Richard III) on the
    map.
    """
    threatened = side_of(s, lord) is Side.LANCASTER and in_force(s, Events.THE_KINGS_NAME)
    return threatened and any(gloucester in s.mats for gloucester in GLOUCESTERS)


async def kings_name(s: State, lord: Lord, order: Phrase) -> bool:
    """y32 The King's Name: York may pay 1 Influence to undo a successful action before the next (ruling R59).

    Even with Hidden Mats York learns what kind of action it was, but no more (1.5.3).
    """
    name, kind = s.box.lords[lord].name, ACTIONS[type(order)]
    prompt = Text(
        "The King's Name: spend {kings_name_cost} Influence to undo {name}'s {kind}?",
        kings_name_cost=KINGS_NAME_COST,
        name=name,
        kind=kind,
    )
    if not await Decision(Side.YORK, KINGS_NAME, LevyAction(lord, order), prompt, YesNo(), lambda: False):
        return False
    tell(s, "3.4", "kings_name", lord=lord)
    lose(s, Side.YORK, KINGS_NAME_COST, "3.4", "The King's Name")
    return True


def position(s: State) -> dict[str, Any]:
    """y32 Everything that a Levy action can change, except what it spends: Lordship and Influence."""
    return {name: copied(getattr(s, name)) for name in UNDONE}


def restore(s: State, lord: Lord, before: dict[str, Any]) -> None:
    """y32 Undoes everything that the Lord has gained, including the free Levy Troops that Stanley (l35) would bring."""
    for name in UNDONE:
        setattr(s, name, before[name])
    if not has_capability(s, lord, Capabilities.THOMAS_STANLEY):
        muster_of(s).free.pop(grant_of(Capabilities.THOMAS_STANLEY, lord), None)


# The end


def end_levy(s: State) -> None:
    """3.4 After Muster This Levy Events return to their decks (3.1.3); Gloucester as Heir (y28) is set aside in a second War
    (6.3).
    """
    for card in s.this_levy:
        if card == Events.GLOUCESTER_AS_HEIR and s.wars is not None and GLOUCESTER_RULE in s.sheet.special_rules:
            s.aside.append(card)
            s.wars.gloucester_as_heir = True
        else:
            return_card(s, card)
    s.this_levy = []
    s.loyalty_and_trust = None
