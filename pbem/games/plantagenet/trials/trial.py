"""What random games of Plantagenet need: a taste, what there is to reach, and worlds that differ in secrets only."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from pbem.engine.decision import Json, Seat
from pbem.engine.entry import NOT_ANSWERS, Entry, fingerprint
from pbem.engine.event import Event
from pbem.engine.trial import Mix, Trial
from pbem.games.plantagenet.campaign.intercept import INTERCEPT
from pbem.games.plantagenet.campaign.plan import PLAN
from pbem.games.plantagenet.cards.arts_of_war import CARDS_DRAWN, SHUFFLE
from pbem.games.plantagenet.components.box import ASSETS, Card, Lord, Side, Timing
from pbem.games.plantagenet.components.capabilities import objection_to
from pbem.games.plantagenet.components.influence import CHECK
from pbem.games.plantagenet.components.lords import EDWARD, return_card
from pbem.games.plantagenet.components.opening_options import HIDDEN_MATS
from pbem.games.plantagenet.components.setup import BATTLE_ONLY, TOWTON
from pbem.games.plantagenet.components.state import Mat, State, in_war, lords_of, mat_hidden
from pbem.games.plantagenet.components.war_book import FIRST_WAR, THIRD_WARS
from pbem.games.plantagenet.levy.gathering import gathering
from pbem.games.plantagenet.trials.delegate import delegated
from pbem.games.plantagenet.trials.style import FIGHT, KEEP
from pbem.games.plantagenet.victory import CAMPAIGN, SCENARIO_END, TEST_OF_ARMS, THRESHOLD
from pbem.games.plantagenet.wars.ending import REMOVAL, SURRENDER, WAR_VICTORY
from pbem.games.plantagenet.wars.heirs import book_of, war_of, wars_of

EVENTS_IN_PLAY = ("event_drawn", "event_played")
SEEN_BY_RIGHT = ("held_seen", "mat_seen", "slips_away", "declares")
"""Aspielles shows what is hidden, cards are declared as needed, and in a Battle, that of a Lord who slips away among them,
all mats are open.
"""
FOR_RATINGS = frozenset({"y5", "y20", "y22", "y26", "l11", "l13", "l20", "l24", "l28"})
"""1.5.2 Capabilities that change ratings and do nothing else."""
BATTLE = "4.4"
NOBODY = "nobody"


# Reach


def reached(s: State, events: Sequence[Event]) -> Iterator[str]:
    """The Turn, the Capabilities on mats, the Events that came into play, and how the game ends, or a War."""
    yield in_war(s, f"Turn {s.turn}")
    yield from (capability_name(s, card) for mat in s.mats.values() for card in mat.capabilities)
    yield from (event_name(s, event.data["card"]) for event in events if event.name in EVENTS_IN_PLAY)
    for event in events:
        if event.name == "war_won":
            yield war_end(event.data["war"], event.data["side"], event.data["how"])
    if s.result is not None and s.wars is None:
        yield f"end: {s.result.get('how', BATTLE_ONLY)}, {s.result['winner'] or NOBODY}"


def reachable(s: State) -> Iterator[str]:
    """Every Turn, Capability, Event and end that the scenario has."""
    if s.wars is not None:
        yield from reachable_in_wars(s)
        return
    cards = sorted(s.sheet.cards, key=s.box.card_order.__getitem__)
    yield from (f"Turn {turn}" for turn in range(s.sheet.first_turn, s.sheet.last_turn + 1))
    yield from (capability_name(s, card) for card in cards)
    if s.sheet.kind == BATTLE_ONLY:
        yield from (f"end: {BATTLE_ONLY}, {side}" for side in Side)
        return
    if s.sheet.first_turn < s.sheet.last_turn:
        yield from (event_name(s, card) for card in cards)
    last = TEST_OF_ARMS if TOWTON in s.sheet.special_rules else SCENARIO_END
    ends = [CAMPAIGN, *([THRESHOLD] if s.sheet.thresholds else []), last]
    yield from (f"end: {end}, {side}" for end in ends for side in Side)


def reachable_in_wars(s: State) -> Iterator[str]:
    """6.0-6.3 The Turns of each War and the ways to win it, and the cards of all of them."""
    wars = [war_of(s)] if wars_of(s).alone else list(book_of(s).wars.values())
    for war in wars:
        turns = range(war.page["first_turn"], war.page["last_turn"] + 1)
        yield from (f"Turn {turn} of War {war.code}" for turn in turns)
        yield from (war_end(war.code, side, how) for how in ways_to_win(war.code) for side in Side)
    cards = sorted(s.box.cards if len(wars) > 1 else s.sheet.cards, key=s.box.card_order.__getitem__)
    yield from (capability_name(s, card) for card in cards)
    yield from (event_name(s, card) for card in cards if card != EDWARD)


def ways_to_win(war: str) -> list[str]:
    """6.0, 6.1.1 How a side can win this War."""
    by_heirs = REMOVAL if war == FIRST_WAR else WAR_VICTORY
    return [CAMPAIGN, THRESHOLD, SCENARIO_END, by_heirs, *([] if war in THIRD_WARS else [SURRENDER])]


def war_end(war: str, side: str, how: str) -> str:
    """The end of a War."""
    return f"end of War {war}: {how}, {side}"


def capability_name(s: State, card: Card) -> str:
    """A Capability in play."""
    return f"Capability {s.box.cards[card].title} ({card})"


def event_name(s: State, card: Card) -> str:
    """An Event in play."""
    return f"Event {s.box.cards[card].event.title} ({card})"


# Secrets


def other_world(s: State, seat: Seat, mix: Mix) -> bool:
    """The enemy's Held Events and the order of their Plan are others; with Hidden Mats their mats are exchanged (1.5.3)."""
    if s.sheet.kind == BATTLE_ONLY:
        return False
    enemy = Side(seat).enemy
    mix(s.plans[enemy])
    exchange_held(s, enemy, mix)
    exchange_mats(s, enemy, mix)
    return True


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


def exchange_mats(s: State, side: Side, mix: Mix) -> None:
    """1.5.3 A side's Lords whose mats are hidden exchange Troops, Assets and Capabilities."""
    mats = [s.mats[lord] for lord in lords_of(s, side) if mat_hidden(s, lord)]
    order = list(range(len(mats)))
    mix(order)
    contents = [(mats[place].forces, mats[place].assets, mats[place].capabilities) for place in order]
    for mat, (forces, assets, capabilities) in zip(mats, contents, strict=True):
        mat.forces, mat.assets, mat.capabilities = forces, assets, capabilities


def other_ratings(s: State, seat: Seat, mix: Mix) -> bool:
    """1.5.3 The enemy's Lords whose mats are hidden have not the cards that change ratings, or have some; who acts first."""
    enemy, active = Side(seat).enemy, s.muster or s.command
    acting = None if active is None else active.lord
    hidden = [lord for lord in lords_of(s, enemy) if s.sheet.kind != BATTLE_ONLY and mat_hidden(s, lord)]
    mix(hidden)
    changed = [_other_rating(s, lord, enemy) for lord in sorted(hidden, key=lambda lord: lord != acting)]
    return any(changed)


def _other_rating(s: State, lord: Lord, side: Side) -> bool:
    held = s.mats[lord].capabilities
    worn = [card for card in held if card in FOR_RATINGS]
    for card in worn:
        held.remove(card)
        return_card(s, card)
    fit = [] if worn else [card for card in s.decks[side] if card in FOR_RATINGS]
    for card in fit:
        if objection_to(s, card, lord, held) is None:
            s.decks[side].remove(card)
            held.append(card)
    return bool(worn or fit)


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


def other_plan(s: State, seat: Seat, log: Sequence[Entry], mix: Mix) -> list[Entry] | None:
    """4.1 The enemy's last Plan, with the cards that are still covered in another order."""
    side = Side(seat).enemy
    left = list(s.plans[side])
    mix(left)
    number = max((e.number for e in log if (e.key, e.subject) == (PLAN, side) and e.kind not in NOT_ANSWERS), default=0)
    if not number or left == s.plans[side]:
        return None
    return [replace(e, answer=[*e.answer[: len(e.answer) - len(left)], *left]) if e.number == number else e for e in log]


def in_the_open(s: State, seat: Seat) -> str:
    """The position with the enemy's cards in one heap and their Plan covered."""
    enemy = Side(seat).enemy
    hand, deck, plan = s.held[enemy], s.decks[enemy], s.plans[enemy]
    s.held[enemy], s.decks[enemy], s.plans[enemy] = [], sorted(hand + deck), []
    try:
        return f"{fingerprint(s)} {len(hand)} {len(plan)}"
    finally:
        s.held[enemy], s.decks[enemy], s.plans[enemy] = hand, deck, plan


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


CONDITIONS = (
    *("they are fewer", "they are more", "outnumbered 3 to 2", "we outnumber them 2 to 1", "not outnumbered 2 to 1"),
    *("troops under 4", "coin at least 1", "they have over 5 units", "influence over 3", "turn at most 4", "round over 1"),
    *("near london", "in wales", "friendly", "london is friendly and they are fewer", "exhausted or neutral"),
    *("york is there", "york is alone", "york is near ely"),
)
BETWEEN = ("3.2", "3.3", "4.4", "4.7", "4.8", "6.0")
"""Chapters whose questions belong to nobody's segment: Pay, exiles, Battle, Feed and the end of a Campaign."""
TRIAL = Trial(
    repeated={"parley": "friendly"},
    styles=(KEEP, KEEP, FIGHT),
    reached=reached,
    reachable=reachable,
    other_world=other_world,
    leaked=leaked,
    other_hand=other_hand,
    other_draws=other_draws,
    other_layout=other_plan,
    other_screened=other_ratings,
    screened_rolls=frozenset({CHECK, INTERCEPT}),
    unscreening=frozenset({"battle_begins"}),
    in_the_open=in_the_open,
    revealing=frozenset({SHUFFLE, "event_played"}),
    showing=frozenset({"card_revealed", "card_passed", *SEEN_BY_RIGHT}),
    options=({}, {HIDDEN_MATS: True}),
    beginning=gathering,
    delegated=delegated,
    conditions=CONDITIONS,
    between=BETWEEN,
)
