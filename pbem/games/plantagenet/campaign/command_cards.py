"""4.2 Commands that only cards allow: Agitators (y10), Exile Pact (y8), Heralds (l4), Merchants (l30)."""

from __future__ import annotations

from pbem.engine.decision import Decision, PickSome
from pbem.engine.event import tell
from pbem.engine.phrase import Phrase
from pbem.games.plantagenet.components.board import Locale
from pbem.games.plantagenet.components.box import Lord, Side
from pbem.games.plantagenet.components.card_ids import Capabilities, Events
from pbem.games.plantagenet.components.influence import check_influence, useful_raises
from pbem.games.plantagenet.components.locales import deplete
from pbem.games.plantagenet.components.lords import place
from pbem.games.plantagenet.components.options import RAISE
from pbem.games.plantagenet.components.ratings import influence_of
from pbem.games.plantagenet.components.state import (
    State,
    at_port,
    exhausted,
    friendly,
    has_capability,
    in_force,
    on_calendar,
    place_of,
    side_of,
)
from pbem.games.plantagenet.levy.exiles import boxes_for
from pbem.i18n import Text

CLEAR = "4.2 clear"
MARKERS_CLEARED = 2


class Agitate(Phrase, form="agitate {locale}"):
    """y10 The Stronghold that Agitators harm."""

    locale: Locale


class Heralds(Phrase, form="heralds {called}" + RAISE):
    """l4 Whom the Heralds call, and the raise of the check."""

    called: Lord
    spend: int = 0


class Merchants(Phrase, form="merchants" + RAISE):
    """l30 The raise of the check."""

    spend: int = 0


class ExilePact(Phrase, form="exile {box}"):
    """y8 The Exile box that the Lord goes to."""

    box: Locale


def card_options(s: State, lord: Lord) -> list[Phrase]:
    """The actions that the Lord's Capabilities, and Events in force, allow him at a Locale."""
    raises = useful_raises(influence_of(s, lord))
    options: list[Phrase] = [] if not has_capability(s, lord, Capabilities.AGITATORS) else [*_agitate_options(s, lord)]
    if has_capability(s, lord, Capabilities.HERALDS) and at_port(s, lord):
        options += [Heralds(other, points) for other in waiting(s) for points in raises]
    if has_capability(s, lord, Capabilities.MERCHANTS) and worn_near(s, lord):
        options += [Merchants(points) for points in raises]
    return [*options, *exile_pact_options(s, lord)]


def exile_pact_options(s: State, lord: Lord) -> list[ExilePact]:
    """y8 Exile Pact: the boxes the Active Yorkist Lord may go to, from wherever he is."""
    can_play = side_of(s, lord) is Side.YORK and in_force(s, Events.EXILE_PACT)
    return [ExilePact(box) for box in boxes_for(s, lord)] if can_play else []


# y10 Agitators


def _agitate_options(s: State, lord: Lord) -> list[Agitate]:
    side = side_of(s, lord)
    near = s.board.adjacent[place_of(s, lord)]
    return [
        Agitate(locale)
        for locale in near
        if s.board.locales[locale].stronghold and not friendly(s, side, locale) and not exhausted(s, locale)
    ]


async def agitate(s: State, lord: Lord, order: Agitate) -> None:
    """y10 Agitators: Deplete or Exhaust an adjacent Stronghold that is not Friendly."""
    tell(s, "4.2", "agitates", side=side_of(s, lord), lord=lord, locale=order.locale)
    deplete(s, order.locale, "4.2")


# l4 Heralds


def waiting(s: State) -> list[Lord]:
    """The Lords whom Heralds can name: all cylinders on the Calendar, of both sides (ruling R133)."""
    return [lord for lord in s.lords if on_calendar(s, lord)]


async def heralds(s: State, lord: Lord, order: Heralds) -> None:
    """l4 Heralds: check Influence to move a cylinder to the next Turn's box, with its Exile marker if it has one."""
    called = order.called
    if await check_influence(s, lord, f"heralds {called}", spend=order.spend):
        s.lords[called].box = s.turn + 1
        tell(s, "4.2", "heralds", side=side_of(s, lord), lord=lord, called=called, box=s.turn + 1)


# l30 Merchants


def worn_near(s: State, lord: Lord) -> list[str]:
    """Where Merchants can remove a marker: the Lord's own Locale and adjacent Strongholds."""
    here = place_of(s, lord)
    near = [locale for locale in s.board.adjacent[here] if s.board.locales[locale].stronghold]
    return [locale for locale in (here, *near) if locale in s.wear]


async def merchants(s: State, lord: Lord, order: Merchants) -> None:
    """l30 Merchants: check Influence to remove two Depleted or Exhausted markers, or the only one."""
    if not await check_influence(s, lord, "merchants", spend=order.spend):
        return
    worn = worn_near(s, lord)
    number = min(MARKERS_CLEARED, len(worn))
    shape = PickSome(lambda: worn, number, number)
    prompt = Text("Merchants: from which Strongholds do they remove Depleted or Exhausted markers?")
    for locale in await Decision(side_of(s, lord), CLEAR, lord, prompt, shape, lambda: worn[:number]):
        del s.wear[Locale(locale)]
        tell(s, "4.2", "wear_cleared", lord=lord, locale=locale)


# y8 Exile Pact


async def exile_pact(s: State, lord: Lord, order: ExilePact) -> None:
    """y8 Exile Pact: the Lord goes into an Exile box with everything on his mat. This is neither March nor Sail."""
    tell(s, "4.2", "exile_pact", lord=lord, locale=order.box)
    place(s, lord, order.box)
