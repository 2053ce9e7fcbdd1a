"""3.1 Arts of War: in each Levy a side draws two cards, as Capabilities in the scenario's first Turn, later as Events."""

from __future__ import annotations

from collections.abc import Sequence

from pbem.engine.decision import Decision, OpenPick, Pick
from pbem.engine.dice import shuffle
from pbem.engine.event import tell
from pbem.engine.phrase import NONE
from pbem.games.plantagenet.cards.events_lancaster import LANCASTRIAN_EVENTS
from pbem.games.plantagenet.cards.events_york import YORKIST_EVENTS
from pbem.games.plantagenet.components.box import Card, Lord, Side, Timing
from pbem.games.plantagenet.components.capabilities import give_capability, objection_to
from pbem.games.plantagenet.components.held import any_moment, offer_splendour
from pbem.games.plantagenet.components.lords import return_card
from pbem.games.plantagenet.components.state import State, lords_of, tell_own
from pbem.i18n import Text

SHUFFLE = "3.1.1 shuffle"
ASSIGN = "3.1.2 assign"
CARDS_DRAWN = 2
IMMEDIATE_EVENTS = YORKIST_EVENTS | LANCASTRIAN_EVENTS


async def arts_of_war(s: State) -> None:
    """3.1 Arts of War: the Rebels, then the King's side. Events that were waiting for this Levy are now in force (y20)."""
    s.this_levy += s.next_levy
    s.next_levy = []
    await any_moment(s)
    for side in s.order:
        await (draw_capabilities if s.turn == s.sheet.first_turn else draw_events)(s, side)


async def draw(s: State, side: Side) -> None:
    """3.1.1 Shuffles the unused cards and draws two, or as many as there are."""
    cards = await shuffle(SHUFFLE, side, tuple(s.decks[side]))
    s.drawn = [Card(card) for card in cards[:CARDS_DRAWN]]
    s.decks[side] = [card for card in s.decks[side] if card not in s.drawn]


# 3.1.2


async def draw_capabilities(s: State, side: Side) -> None:
    """3.1.2 Draws Capabilities and assigns them to Lords' mats."""
    await draw(s, side)
    tell(s, "3.1.2", "capabilities_drawn", seen_by=its_owner_only(s, side), side=side, cards=list(s.drawn))
    for card in list(s.drawn):
        await assign_capability(s, side, card)


def its_owner_only(s: State, side: Side) -> frozenset[str] | None:
    """1.5.3 The seats that may see a side's Capabilities; with Hidden Mats only the side itself. None: everybody."""
    return frozenset({side.value}) if s.hidden_mats else None


async def assign_capability(s: State, side: Side, card: Card) -> None:
    """3.1.2, 3.4.6 A card drawn goes to a Lord who may have it, chosen by its owner, else back to the deck (ruling R41).

    Ruling: with Hidden Mats a side is asked about each Capability drawn, even if one Lord or none can have it.
    """
    lords = lords_for(s, card)
    choice = await ask_who_gets(s, side, card, lords) if lords or s.hidden_mats else NONE
    back_to_deck(s, card)
    if choice == NONE:
        tell(s, "3.1.2", "not_assigned", seen_by=its_owner_only(s, side), side=side, card=card)
        return
    lord = Lord(choice)
    tell_own(s, lord, "3.1.2", "capability", card=card)
    give_capability(s, card, lord)


async def ask_who_gets(s: State, side: Side, card: Card, lords: Sequence[Lord]) -> str:
    """3.1.2 The Lord whom the card goes to; none if nobody can have it."""
    options: Sequence[str] = lords or [NONE]
    prompt = Text("Give {cards} ({card}) to which Lord?", cards=s.box.cards[card].title, card=card)
    if not lords:
        prompt = Text(
            "No Lord can have {cards} ({card}), but the Enemy must not learn this: answer none.",
            cards=s.box.cards[card].title,
            card=card,
        )
    shape = OpenPick(lambda: options) if s.hidden_mats else Pick(lambda: options)
    return str(await Decision(side, ASSIGN, card, prompt, shape, lambda: options[0]))


def lords_for(s: State, card: Card) -> list[Lord]:
    """3.4.6 The Lords of the card's side who may have it."""
    lords = lords_of(s, s.box.cards[card].side)
    return [lord for lord in lords if objection_to(s, card, lord, s.mats[lord].capabilities) is None]


def back_to_deck(s: State, card: Card) -> None:
    """3.1.1 Puts a card drawn back among the unused ones."""
    s.drawn.remove(card)
    return_card(s, card)


# 3.1.3


async def draw_events(s: State, side: Side) -> None:
    """3.1.3 Draws two Events and carries them out in the order drawn, each completely before the next (ruling R42).

    Immediate ones return to the deck when both are done (ruling R135).
    """
    await draw(s, side)
    cards = list(s.drawn)
    for card in cards:
        await play_event(s, side, card)
        if side is Side.YORK and (card in s.held[side] or (card == cards[-1] and not s.readings.splendour_as_muster_opens)):
            await offer_splendour(s, Text("before the Muster"))
    for card in list(s.drawn):
        back_to_deck(s, card)


async def play_event(s: State, side: Side, card: Card) -> None:
    """3.1.3 An Event drawn is held in secret, is in force for this Levy or Campaign, or takes effect at once."""
    timing = s.box.cards[card].event.timing
    if timing is Timing.HOLD:
        hold_event(s, side, card)
        return
    reveal_event(s, side, card)
    if timing is Timing.IMMEDIATE:
        await IMMEDIATE_EVENTS[card](s)
    else:
        s.drawn.remove(card)
        (s.this_levy if timing is Timing.THIS_LEVY else s.this_campaign).append(card)


def hold_event(s: State, side: Side, card: Card) -> None:
    """3.1.3 Hold: only its owner sees the card."""
    s.drawn.remove(card)
    s.held[side].append(card)
    tell(s, "3.1.3", "held_drawn_hidden", side=side)
    effect = s.box.cards[card].event.effect
    tell(s, "3.1.3", "held_drawn", seen_by=frozenset({side.value}), side=side, card=card, effect=effect)


def reveal_event(s: State, side: Side, card: Card) -> None:
    """3.1.3 An Event that is not held is revealed."""
    facts = s.box.cards[card].event
    tell(s, "3.1.3", "event_drawn", side=side, card=card, effect=facts.effect)
