"""3.1.3 Held Events: when they may be played, and those that can be played at any time.

Which cards a side holds is secret, how many is public. In another side's action a window opens for every side that holds any
card that could be one of those for it, whether it is or not.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence

from pbem.engine.decision import Decision, Json, Menu, OpenMenu, OpenPick, Pick
from pbem.engine.event import tell
from pbem.engine.phrase import NONE, Phrase
from pbem.games.plantagenet.components.board import LONDON, Locale
from pbem.games.plantagenet.components.box import EDWARD_IV, Card, Lord, Side
from pbem.games.plantagenet.components.card_ids import Events
from pbem.games.plantagenet.components.lords import muster_lord, return_card
from pbem.games.plantagenet.components.options import EVENT, EventOf
from pbem.games.plantagenet.components.state import (
    Mat,
    Phase,
    State,
    battle_of,
    enemy_there,
    friendly,
    holder_of,
    locale_of,
    lords_of,
    mat_hidden,
    on_calendar,
    side_of,
)
from pbem.games.plantagenet.components.subjects import AfterAspielles
from pbem.i18n import Text

EVENT_RULE = "3.1.3"
PLAY = "3.1.3 play"
MAT = "3.1.3 mat"
PLACE = "3.1.3 place"

BLOCKED_FORD = frozenset({Events.BLOCKED_FORD_Y11, Events.BLOCKED_FORD_L11})
TRUCE = frozenset({Events.PARLIAMENTS_TRUCE, Events.PARLIAMENT_TRUCE})
ASPIELLES = frozenset({Events.ASPIELLES_Y13, Events.ASPIELLES_L13})
WINDOWS = ("intercept", "approach", "battle_events", "death_check", "after_sail", "after_march_or_sail")
"""The steps of a Campaign at which Held Events can be played (`window` in cards.toml)."""
PARADING = (Lord("york"), Lord("warwick_y"))


class Play(Phrase, form="play " + EVENT):
    """3.1.3 A Held Event played from a Menu."""

    card: Card


def menu(s: State, side: Side, options: Callable[[], Sequence[str]]) -> Menu:
    """The Menu of a side that can also play Held Events (any_time_options)."""
    return OpenMenu(options) if s.held[side] else Menu(options)


# Windows


async def offer(s: State, side: Side, window: str, subject: str, cards: Collection[str] | None = None) -> Card | None:
    """3.1.3 The Held Event that `side` plays in a window, if any; the caller carries it out and removes it from the hand.

    `cards` limits what can be played. Aspielles (y13, l13) may come first, in Battles too.
    """
    cards_open = [card for card in fitting(s, side, window) if cards is None or card in cards]
    if not s.held[side] or not any(could_hold(s, side, card) for card in cards_for(s, window)):
        return None
    spies = [card for card in s.held[side] if card in ASPIELLES]
    card = await ask_which(s, side, subject, [*cards_open, *spies])
    if card in spies:
        await aspielles(s, side, card)
        return await ask_which(s, side, AfterAspielles(subject), cards_open) if s.held[side] else None
    return card


async def play_in_battle(s: State, side: Side, window: str, subject: str, cards: Collection[str]) -> Card | None:
    """3.1.3, 4.4 Which of these Held Events `side` plays in a window of a Battle, if any; the caller carries it out."""
    card = await offer(s, side, window, subject, cards)
    if card is not None:
        take_held(s, card)
        battle_of(s).events.append(card)
    return card


def could_hold(s: State, side: Side, card: str) -> bool:
    """Whether the other side must assume that `side` may hold the card: it belongs to it, and is not visible elsewhere."""
    if card in s.held[side] or card in s.decks[side]:
        return True
    return s.box.cards[Card(card)].side is side and (card in s.drawn or on_hidden_mat(s, side, card))


def on_hidden_mat(s: State, side: Side, card: str) -> bool:
    """1.5.3 Whether the card is a Capability at a mat of the side that the other side cannot see."""
    lord = holder_of(s, card)
    return lord is not None and side_of(s, lord) is side and mat_hidden(s, lord)


async def ask_which(s: State, side: Side, subject: str, able: list[Card]) -> Card | None:
    """3.1.3 Which of the cards the side plays, or none."""
    return card_of(await Decision(side, PLAY, subject, offer_prompt(s, side), plays(lambda: able), lambda: NONE))


def plays(able: Callable[[], Sequence[Card]]) -> OpenPick:
    """The choice between none and one of those possible; a Held Event is named by its Event."""
    return OpenPick(lambda: [NONE, *map(EventOf, able())])


def card_of(choice: str) -> Card | None:
    """The card that an option of `plays` names."""
    return None if choice == NONE else EventOf.read(choice).card


def fitting(s: State, side: Side, window: str) -> list[Card]:
    """The side's Held Events for a window. Under Parliament's Truce nobody Approaches or Intercepts."""
    if window in ("intercept", "truce", "approach") and truce(s):
        return []
    fit = cards_for(s, window)
    return [card for card in s.held[side] if card in fit]


def cards_for(s: State, window: str) -> frozenset[Card]:
    """3.1.3 The Events for a window. Parliament's Truce can also cancel an Approach or an Intercept (window "truce")."""
    cards = s.box.windows.get(window, frozenset())
    return cards | TRUCE if window in ("truce", "approach") else cards


def offer_prompt(s: State, side: Side) -> str:
    """The question, with the titles of what is held."""
    titles = ", ".join(f"{s.box.cards[card].event.title} ({card})" for card in s.held[side])
    return Text("Play a Held Event? You have {titles}.", titles=titles)


def spend_held(s: State, card: Card) -> None:
    """3.1.3, 3.1.4 Greed: a Held Event returns to its deck when it is used, and cannot be discarded voluntarily before."""
    take_held(s, card)
    return_card(s, card)


def take_held(s: State, card: Card) -> None:
    """3.1.3 Removes a Held Event from the hand; the caller puts it where it is in effect."""
    facts = s.box.cards[card]
    s.held[facts.side].remove(card)
    tell(s, EVENT_RULE, "event_played", side=facts.side, card=card, effect=facts.event.effect)


def truce(s: State) -> bool:
    """y12 l20 Parliament's Truce: nobody may Approach or Intercept for the rest of the Campaign (ruling R77)."""
    return any(card in TRUCE for card in s.this_campaign)


# At any time


async def any_moment(s: State, *sides: Side) -> None:
    """3.1.3 Standing orders play Held Events that can be played at any time (ruling R70); those of both sides, or of
    `sides`.
    """
    for side in sides or s.order:
        while (card := await at_this_moment(s, side)) is not None:
            await play_any_time(s, side, card)


async def at_this_moment(s: State, side: Side) -> Card | None:
    """3.1.3 The Held Event that the side's standing orders play now."""
    if not s.held[side]:
        return None
    shape = plays(lambda: playable(s, side))
    subject = f"{s.phase} of Turn {s.turn}"
    return card_of(await Decision(side, PLAY, subject, offer_prompt(s, side), shape, lambda: NONE, automatic=True))


def any_time_options(s: State, side: Side) -> list[Play]:
    """3.1.3 The side's Held Events that a Menu offers; playing one costs no action."""
    return [Play(card) for card in playable(s, side)]


def playable(s: State, side: Side) -> list[Card]:
    """The side's Held Events that it could play now, outside every window."""
    return [card for card in s.held[side] if may_play(s, card)]


def may_play(s: State, card: Card) -> bool:
    """Whether the condition of a Held Event is met now."""
    if card in TRUCE:
        return s.phase is Phase.CAMPAIGN and not truce(s)
    if card == Events.YORKIST_PARADE:
        return may_parade(s)
    if card == Events.SUN_IN_SPLENDOUR:
        return s.phase is Phase.LEVY and edward_waits(s) and bool(splendid_places(s))
    return card in ASPIELLES


async def play_any_time(s: State, side: Side, card: Card) -> None:
    """3.1.3 Carries out a Held Event that can be played at any time."""
    if card in TRUCE:
        take_held(s, card)
        s.this_campaign.append(card)
    elif card == Events.YORKIST_PARADE:
        yorkist_parade(s)
    elif card == Events.SUN_IN_SPLENDOUR:
        await sun_in_splendour(s)
    else:
        await aspielles(s, side, card)


# Each of them


async def aspielles(s: State, side: Side, card: Card) -> None:
    """y13 l13 Aspielles: see the Enemy's Held Events and, with Hidden Mats, one Enemy mat."""
    spend_held(s, card)
    seen_by = frozenset({side.value})
    tell(s, EVENT_RULE, "held_seen", seen_by=seen_by, side=side.enemy, cards=list(s.held[side.enemy]))
    mats = lords_of(s, side.enemy)
    if s.hidden_mats and mats:
        lord = await Decision(
            side, MAT, card, Text("Aspielles: look at which Enemy mat?"), Pick(lambda: mats), lambda: mats[0]
        )
        tell(s, EVENT_RULE, "mat_seen", seen_by=seen_by, lord=lord, **mat_facts(s.mats[Lord(lord)]))


def mat_facts(mat: Mat) -> dict[str, Json]:
    """The contents of a mat, for a report to those who may see it."""
    return {
        "forces": {unit: number for unit, number in mat.forces.items() if number},
        "vassals": list(mat.vassals),
        "capabilities": list(mat.capabilities),
        "assets": {asset: number for asset, number in mat.assets.items() if number},
    }


def may_parade(s: State) -> bool:
    """y20 Yorkist Parade: London Friendly, with York or Warwick there; tested when it is played (ruling R139)."""
    return friendly(s, Side.YORK, LONDON) and any(locale_of(s, lord) == LONDON for lord in PARADING)


def yorkist_parade(s: State) -> None:
    """y20 Yorkist Parade: Influence +2 for the rest of this Levy, or, played in a Campaign, for the next Turn's."""
    take_held(s, Events.YORKIST_PARADE)
    (s.this_levy if s.phase is Phase.LEVY else s.next_levy).append(Events.YORKIST_PARADE)


async def sun_in_splendour(s: State) -> None:
    """y24 Sun in Splendour: Edward IV Musters from the Calendar, Exile or not, at a Friendly Locale without Enemy Lords."""
    places = splendid_places(s)
    prompt = Text("Sun in Splendour: where does Edward IV Muster?")
    place = await Decision(Side.YORK, PLACE, Events.SUN_IN_SPLENDOUR, prompt, Pick(lambda: places), lambda: places[0])
    spend_held(s, Events.SUN_IN_SPLENDOUR)
    muster_lord(s, EDWARD_IV, Locale(place), EVENT_RULE)


def edward_waits(s: State) -> bool:
    """Whether Edward IV is on the Calendar."""
    return on_calendar(s, EDWARD_IV)


def splendid_places(s: State) -> list[Locale]:
    """y24 Yorkist Strongholds, and the Exile boxes open to Edward IV, where no Lancastrian Lord is."""
    marked = [locale for locale in s.board.locales if s.favour.get(locale) is Side.YORK]
    open_ = {box: users for box, (side, users) in s.sheet.exile_boxes.items() if side is Side.YORK}
    boxes = [box for box, users in open_.items() if users is None or EDWARD_IV in users]
    return [locale for locale in [*marked, *boxes] if not enemy_there(s, Side.YORK, locale)]


# In a Levy, before York Musters


async def offer_splendour(s: State, when: str) -> None:
    """y24 Sun in Splendour may be played before the Muster, so that Edward IV can act in it (ruling R52)."""
    if edward_waits(s) and splendid_places(s) and await plays_it(s, Events.SUN_IN_SPLENDOUR, when):
        await sun_in_splendour(s)


async def offer_parade(s: State, when: str) -> None:
    """y20 Yorkist Parade may be played before the checks of an Event just drawn (ruling R139)."""
    if s.readings.parade_in_the_draw and may_parade(s) and await plays_it(s, Events.YORKIST_PARADE, when):
        yorkist_parade(s)


async def plays_it(s: State, card: Card, when: str) -> bool:
    """3.1.3 Whether York plays this Held Event now. It is asked whenever all can see that it could hold the card."""
    held = s.held[Side.YORK]
    if not held or not could_hold(s, Side.YORK, card):
        return False
    shape = plays(lambda: [card] if card in held else [])
    return await Decision(Side.YORK, PLAY, when, offer_prompt(s, Side.YORK), shape, lambda: NONE) != NONE  # type: ignore[no-any-return]
