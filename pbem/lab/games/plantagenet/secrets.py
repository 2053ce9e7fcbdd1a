"""What Plantagenet hides from a seat, and how it could be otherwise: the enemy's hand, draws, Plan, and Hidden Mats."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

from pbem.engine.decision import DICE, Json, Seat
from pbem.engine.event import Event
from pbem.engine.log.entry import NOT_ANSWERS, Entry, fingerprint
from pbem.games.plantagenet.campaign.command import COMMAND
from pbem.games.plantagenet.campaign.end_campaign import DISCARD
from pbem.games.plantagenet.campaign.intercept import INTERCEPT
from pbem.games.plantagenet.campaign.plan import PLAN
from pbem.games.plantagenet.campaign.sail import DROP as DROP_AT_SEA
from pbem.games.plantagenet.campaign.tides import CHARITY_KEY
from pbem.games.plantagenet.cards.arts_of_war import ASSIGN, CARDS_DRAWN, SHUFFLE
from pbem.games.plantagenet.components.assets import pool
from pbem.games.plantagenet.components.box import ASSETS, SHIPS, Card, Lord, Side, Timing
from pbem.games.plantagenet.components.capabilities import objection_to
from pbem.games.plantagenet.components.card_ids import Capabilities
from pbem.games.plantagenet.components.group import DROP
from pbem.games.plantagenet.components.held import PLAY
from pbem.games.plantagenet.components.influence import CHECK
from pbem.games.plantagenet.components.lords import return_card
from pbem.games.plantagenet.components.setup import BATTLE_ONLY
from pbem.games.plantagenet.components.state import Mat, State, lords_of, mat_hidden
from pbem.games.plantagenet.levy.muster import MUSTER
from pbem.games.plantagenet.levy.pillage import FEED, PAY, PILLAGE
from pbem.lab.trial import Hidden, Mix, for_one

SEEN_BY_RIGHT = ("held_seen", "mat_seen", "slips_away", "declares")
"""Aspielles shows what is hidden, cards are declared as needed, and in a Battle, that of a Lord who slips away among them,
all mats are open.
"""
TELLING = frozenset(
    {
        Capabilities.WE_DONE_DEEDS_OF_CHARITY,
        Capabilities.THOMAS_BOURCHIER,
        Capabilities.YORKS_FAVOURED_SON,
        Capabilities.FAIR_ARBITER,
        Capabilities.FALLEN_BROTHER,
        Capabilities.IN_THE_NAME_OF_THE_KING,
        Capabilities.EXPERT_COUNSELLORS,
        Capabilities.VETERAN_OF_FRENCH_WARS,
        Capabilities.MARRIED_TO_A_NEVILLE,
        Capabilities.LOYAL_SOMERSET,
    }
)
"""1.5.2, 4.8.1 Capabilities that change ratings, and one that is asked about."""
BATTLE = "4.4"
MAX_MORE = 2
"""1.5.3 How many more or fewer Troops of a kind, or Assets, the other world has on a Hidden Mat."""
CARDS_COME = frozenset(
    {"event_played", "event_drawn", "held_drawn_hidden", "capabilities_drawn", "not_assigned", "held_seen", "held_discarded"}
)
"""What shows a card, or which kind it is, if the reader may see it; 4.8.6 how many cannot be held any longer."""
MATS_OPEN = frozenset({"battle_begins", "mat_seen", "slips_away", "declares"})
RUN_OUT = frozenset({"pillages", "disbands", "asset_spent", "wear"})
"""3.2.1, 4.7 What is Paid of the common pool, and what comes of a Lord who cannot Pay or Feed, shows what was left; 3.4.4 a
Stronghold that is not Depleted shows Woodvilles, Quartermasters or Chamberlains.
"""


# The hand


def other_hand(s: State, seat: Seat, mix: Mix) -> bool:
    """The enemy's Held Events are others. False when they could hold these only."""
    before = list(s.held[Side(seat).enemy])
    exchange_held(s, Side(seat).enemy, mix)
    return set(before) != set(s.held[Side(seat).enemy])


def exchange_held(s: State, side: Side, mix: Mix) -> None:
    """3.1.3 Other cards that can be held, out of the deck."""
    unseen = [*s.decks[side], *s.held[side]]
    fit = [card for card in unseen if s.box.cards[card].event.timing is Timing.HOLD]
    mix(fit)
    s.held[side] = fit[: len(s.held[side])]
    s.decks[side] = [card for card in unseen if card not in s.held[side]]


def other_draws(s: State, seat: Seat, log: Sequence[Entry], mix: Mix) -> list[Entry] | None:
    """3.1.3 One of the enemy's Held Events is another, one left in their deck: they change places in all shuffles since."""
    side = Side(seat).enemy
    shuffles = [e.number for e in log if (e.key, e.subject) == (SHUFFLE, side)]
    drawn = {e.number: e.answer[:CARDS_DRAWN] for e in log if e.number in shuffles}
    since = {card: max((n for n in shuffles if card in drawn[n]), default=0) for card in (*s.held[side], *s.decks[side])}
    fit = [card for card in s.decks[side] if s.box.cards[card].event.timing is Timing.HOLD]
    pairs = [(held, card) for held in s.held[side] if since[held] for card in fit if since[card] < since[held]]
    if not pairs:
        return None
    mix(pairs)
    held, card = pairs[0]
    swap = {held: card, card: held}
    since_then = [number for number in shuffles if number >= since[held]]
    return [replace(e, answer=[swap.get(c, c) for c in e.answer]) if e.number in since_then else e for e in log]


# The Plan


def other_order(s: State, seat: Seat, mix: Mix) -> bool:
    """4.1 The cards of the enemy's Plan that are still covered are in another order."""
    if s.sheet.kind == BATTLE_ONLY:
        return False
    before = list(s.plans[Side(seat).enemy])
    mix(s.plans[Side(seat).enemy])
    return before != s.plans[Side(seat).enemy]


def other_plan(s: State, seat: Seat, log: Sequence[Entry], mix: Mix) -> list[Entry] | None:
    """4.1 The enemy's last Plan, with the cards that are still covered in another order."""
    side = Side(seat).enemy
    left = list(s.plans[side])
    mix(left)
    number = max((e.number for e in log if (e.key, e.subject) == (PLAN, side) and e.kind not in NOT_ANSWERS), default=0)
    if not number or left == s.plans[side]:
        return None
    return [replace(e, answer=[*e.answer[: len(e.answer) - len(left)], *left]) if e.number == number else e for e in log]


# Hidden Mats


def other_mats(s: State, seat: Seat, mix: Mix) -> bool:
    """1.5.3 The enemy's Lords whose mats are hidden exchange what is on them, and have more or less of it."""
    side = Side(seat).enemy
    mats = [s.mats[lord] for lord in lords_of(s, side) if is_hidden(s, lord)]
    before = [what_is_on(mat) for mat in mats]
    exchange_mats(s, side, mix)
    if mats:
        _other_cards(s, side, mix)
    for mat in mats:
        _other_totals(s, mat, mix)
    return before != [what_is_on(mat) for mat in mats]


def other_capability(s: State, seat: Seat, log: Sequence[Entry], mix: Mix) -> list[Entry] | None:
    """1.5.3, 3.4.6 A card on one of the enemy's Hidden Mats is another, one left in their deck: they change places in all
    that has been drawn, assigned and Levied. None is a card that the rules move by its name (1.5.4, 6.3).
    """
    side, named = Side(seat).enemy, {*s.box.special_vassals, Capabilities.EDWARD}
    mats = [(lord, s.mats[lord].capabilities) for lord in lords_of(s, side) if is_hidden(s, lord)]
    pairs = [
        (card, other)
        for lord, held in mats
        for card in held
        for other in s.decks[side]
        if not {card, other} & named
        if objection_to(s, other, lord, [each for each in held if each != card]) is None
    ]
    if not pairs:
        return None
    mix(pairs)
    card, other = pairs[0]
    swap: dict[str, str] = {card: other, other: card}
    return [_renamed(entry, swap) if entry.seat in (side, DICE) else entry for entry in log]


def _renamed(entry: Entry, swap: Mapping[str, str]) -> Entry:
    """An entry with cards exchanged."""
    return replace(entry, subject=_swapped(entry.subject, swap), answer=_swapped(entry.answer, swap))


def _swapped(value: Any, swap: Mapping[str, str]) -> Any:
    if isinstance(value, str):
        return " ".join(swap.get(word, word) for word in value.split(" "))
    if isinstance(value, list):
        return [_swapped(each, swap) for each in value]
    if isinstance(value, dict):
        return {_swapped(name, swap): _swapped(each, swap) for name, each in value.items()}
    return value


def is_hidden(s: State, lord: Lord) -> bool:
    """1.5.3 Whether the enemy does not see what is on a mat; in Bosworth's battle all mats are open."""
    return s.sheet.kind != BATTLE_ONLY and mat_hidden(s, lord)


def what_is_on(mat: Mat) -> tuple[Json, ...]:
    """Units, Assets and cards of a mat."""
    return dict(mat.forces), dict(mat.assets), list(mat.capabilities)


def _other_totals(s: State, mat: Mat, mix: Mix) -> None:
    """Troops as many as the pool has, never none where there have been some; Assets that the mat has anyway, or might."""
    for unit in [unit for unit, number in mat.forces.items() if number and s.box.units[unit].pool]:
        mat.forces[unit] = _about(mat.forces[unit], 1, mat.forces[unit] + pool(s, unit), mix)
    for asset in [asset for asset in ASSETS if asset != SHIPS]:
        mat.assets[asset] = _about(mat.assets.get(asset, 0), 0, mat.assets.get(asset, 0) + MAX_MORE, mix)


def _about(number: int, least: int, most: int, mix: Mix) -> int:
    """A number not far from this one."""
    near = list(range(max(least, number - MAX_MORE), min(most, number + MAX_MORE) + 1)) or [number]
    mix(near)
    return near[0]


def exchange_mats(s: State, side: Side, mix: Mix) -> None:
    """1.5.3 A side's Lords whose mats are hidden exchange Troops and Assets, and their Capabilities where any Lord can have
    these (3.4.6).
    """
    mats = [s.mats[lord] for lord in lords_of(s, side) if mat_hidden(s, lord)]
    contents = [(mat.forces, mat.assets) for mat in mats]
    mix(contents)
    for mat, (forces, assets) in zip(mats, contents, strict=True):
        mat.forces, mat.assets = forces, assets
    free = [mat for mat in mats if all(_is_for_any_lord(s, card) for card in mat.capabilities)]
    cards = [mat.capabilities for mat in free]
    mix(cards)
    for mat, capabilities in zip(free, cards, strict=True):
        mat.capabilities = capabilities


def _is_for_any_lord(s: State, card: Card) -> bool:
    """3.4.6, 1.5.4 No Lord is named on it, and no Special Vassal came to its Lord with it."""
    return s.box.cards[card].lords is None and card not in s.box.special_vassals


def _other_cards(s: State, side: Side, mix: Mix) -> None:
    """The Lords have not the Capabilities that tell most, or have others; who acts has the first choice."""
    active = s.muster or s.command
    acting = None if active is None else active.lord
    hidden = [lord for lord in lords_of(s, side) if mat_hidden(s, lord)]
    mix(hidden)
    before = {lord: list(s.mats[lord].capabilities) for lord in hidden}
    for lord in hidden:
        for card in [card for card in before[lord] if card in TELLING]:
            s.mats[lord].capabilities.remove(card)
            return_card(s, card)
    for lord in sorted(hidden, key=lambda lord: lord != acting):
        _give(s, lord, side, before, mix)


def _give(s: State, lord: Lord, side: Side, before: Mapping[Lord, Sequence[Card]], mix: Mix) -> None:
    held = s.mats[lord].capabilities
    wanted = [card for card in s.decks[side] if card in TELLING and card not in before[lord]]
    mix(wanted)
    for card in wanted[: 0 if any(card in TELLING for card in before[lord]) else 1]:
        if objection_to(s, card, lord, held) is None:
            s.decks[side].remove(card)
            held.append(card)


def in_the_open(s: State, seat: Seat) -> str:
    """The position with the enemy's cards in one heap, those on Hidden Mats too, and their Plan covered."""
    enemy = Side(seat).enemy
    hand, deck, plan = s.held[enemy], s.decks[enemy], s.plans[enemy]
    hidden = {lord: s.mats[lord].capabilities for lord in lords_of(s, enemy) if mat_hidden(s, lord)}
    unseen = sorted([*hand, *deck, *(card for cards in hidden.values() for card in cards)])
    s.held[enemy], s.decks[enemy], s.plans[enemy] = [], unseen, []
    for lord in hidden:
        s.mats[lord].capabilities = []
    try:
        return f"{fingerprint(s)} {len(hand)} {len(plan)} {[len(cards) for cards in hidden.values()]}"
    finally:
        s.held[enemy], s.decks[enemy], s.plans[enemy] = hand, deck, plan
        for lord, cards in hidden.items():
            s.mats[lord].capabilities = cards


# What leaks


def leaked(s: State, seat: Seat, events: Sequence[Event]) -> Iterator[str]:
    """The enemy's Held Events that are named, and what lies on their Hidden Mats."""
    enemy = Side(seat).enemy
    for event in events:
        if event.name in SEEN_BY_RIGHT:
            continue
        named = set(words_in(event.data))
        yield from (f"{event.name} names {card}" for card in s.held[enemy] if card in named)
        if not event.rule.startswith(BATTLE) and is_about(s, event, enemy):
            hidden = [lord for lord in lords_of(s, enemy) if mat_hidden(s, lord)]
            secret = {thing for lord in hidden for thing in things_on(s.mats[lord])}
            yield from (f"{event.name} names {thing}" for thing in sorted(named & secret))


def is_about(s: State, event: Event, side: Side) -> bool:
    """Whether an Event is about a Lord of the side."""
    return event.data.get("lord") in s.box.lords and s.box.lords[event.data["lord"]].side is side


def things_on(mat: Mat) -> Iterator[str]:
    """The kinds of units and Assets, and the cards on a mat: what Vassals have Mustered shows on the Calendar."""
    yield from (*mat.forces, *mat.capabilities, *(asset for asset in ASSETS if mat.assets.get(asset)))


def words_in(data: Json) -> Iterator[str]:
    """Every word in the data of an Event."""
    if isinstance(data, str):
        yield data
    elif isinstance(data, dict):
        yield from (word for pair in data.items() for part in pair for word in words_in(part))
    elif isinstance(data, list):
        yield from (word for part in data for word in words_in(part))


# By name


def hand(s: State, seat: Seat) -> Iterator[str]:
    """What the enemy holds."""
    yield from s.held[Side(seat).enemy]


def draws(s: State, seat: Seat) -> Iterator[str]:
    """What the enemy's deck has left, as a set: its order is made when it is needed."""
    yield from sorted(s.decks[Side(seat).enemy])


def covered(s: State, seat: Seat) -> Iterator[str]:
    """The enemy's Command cards, the next one first."""
    yield from s.plans[Side(seat).enemy]


def on_mats(s: State, seat: Seat) -> Iterator[str]:
    """What lies on the enemy's Hidden Mats."""
    for lord in lords_of(s, Side(seat).enemy):
        if is_hidden(s, lord):
            mat = s.mats[lord]
            yield from (f"{number} {unit}" for unit, number in mat.forces.items() if number)
            yield from (f"{number} {asset}" for asset, number in mat.assets.items() if number)
            yield from mat.capabilities


SECRETS = (
    Hidden(
        "plan",
        vary=for_one(other_order),
        past=for_one(other_plan),
        lit_by=frozenset({"card_revealed", "card_passed"}),
        things=covered,
    ),
    Hidden("hand", vary=for_one(other_hand), lit_by=CARDS_COME, bears_on=frozenset({PLAY, DISCARD}), things=hand),
    Hidden("draws", past=for_one(other_draws), lit_by=CARDS_COME, bears_on=frozenset({PLAY, DISCARD})),
    Hidden(
        "mats",
        vary=for_one(other_mats),
        lit_by=CARDS_COME | MATS_OPEN | RUN_OUT,
        asked_alike=False,
        leads_on=frozenset({COMMAND, MUSTER}),
        asks=frozenset({PILLAGE}),
        bears_on=frozenset({CHARITY_KEY, INTERCEPT, PAY.share, FEED.share, ASSIGN, CHECK, DROP, DROP_AT_SEA}),
        often=4,
        things=on_mats,
    ),
    Hidden(
        "capabilities",
        past=for_one(other_capability),
        lit_by=CARDS_COME | MATS_OPEN | RUN_OUT,
        asked_alike=False,
        leads_on=frozenset({COMMAND, MUSTER}),
        asks=frozenset({PILLAGE}),
        bears_on=frozenset({ASSIGN, MUSTER}),
        often=2,
    ),
)
"""1.5.3, 3.1.3, 4.1 All that a seat hides from the other; decks are shuffled when cards are drawn, and not before."""
