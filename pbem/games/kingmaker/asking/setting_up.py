"""2 Set-up: Factions dealt, cards awarded, home castles chosen."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache

from pbem.engine.decision import Assign, Decision, Json, Menu, Seat, Together
from pbem.engine.dice import shuffle
from pbem.engine.event import tell
from pbem.games.kingmaker.asking.options import Award, Drop
from pbem.games.kingmaker.components.cards import Sort
from pbem.games.kingmaker.components.draws import Decks, draw_crown
from pbem.games.kingmaker.components.ids import Card, NobleId, Place
from pbem.games.kingmaker.components.names import name_of
from pbem.games.kingmaker.components.nobles import fits, nobles_of, of_sort, plain_men
from pbem.games.kingmaker.components.state import State
from pbem.games.kingmaker.setup.dealt import (
    band,
    deal_cards,
    drop_card,
    droppable,
    fitting,
    gather_deck,
    men,
    place_card,
    replace_card,
)
from pbem.games.kingmaker.setup.preset import award_all, factions_for, fill_chancery, take_faction
from pbem.games.kingmaker.setup.start import begin, lay_events, place_nobles, senior_see
from pbem.i18n import Text

DECKS = Decks()
FACTIONS, FIRST = "2.2 factions", "2.6 first player"
AWARD, CASTLE, TAKEN, DROP = "2.4 award", "2.4 castle", "2.3 taken", "2.3 drop"


async def set_up(s: State) -> None:
    """2.1-2.6 Sets up a game, with pre-set Factions or with Factions dealt by controlled chance."""
    await lay_events(s, DECKS)
    castles = await (build_factions(s) if s.dealt else preset_factions(s))
    place_nobles(s, castles)
    tell(s, "2.4", "placed", nobles={noble: unit.at for noble, unit in s.nobles.items()})
    first = None if senior_see(s) else str((await shuffle(FIRST, "seats", tuple(s.seats)))[0])
    begin(s, first)
    tell(s, "2.6", "begins", seat=s.first)


# 2.2, 2.4 Pre-set Factions


async def preset_factions(s: State) -> dict[NobleId, Place]:
    """2.2, 2.4 Each player is dealt a Faction, awards its cards and places its Nobles, all at the same time (Ruling: R78).

    Returns the home castle of each Noble.
    """
    numbers = await shuffle(FACTIONS, "factions", tuple(factions_for(s)))
    for seat, number in zip(s.seats, numbers, strict=False):
        take_faction(s, seat, number)
        tell(s, "2.2", "faction", seat=seat, faction=number, cards=list(s.board.cards.factions[number].cards))
    await fill_chancery(s, DECKS)
    tell(s, "2.2", "chancery", cards=list(s.chancery))
    awards, castles = [award_question(s, seat) for seat in s.seats], castle_questions(s)
    answers = await Together((*awards, *castles))
    for seat, given in zip(s.seats, answers, strict=False):
        award_all(s, seat, in_order(s, given))
        tell(s, "2.4", "set_up", seat=seat, awards=in_card_order(s, given))
    return castles_of(s, answers[len(awards) :])


def award_question(s: State, seat: Seat) -> Decision:
    """2.4 Which Noble gets each card of a Faction. Ruling: R79 the player chooses which cards are left over."""
    hand, nobles = list(s.players[seat].hand), nobles_of(s, seat)
    number = max_awards(s, seat, hand)
    prompt = Text("To which Noble do you award each of your cards? {number} cards.", number=number)
    shape = Assign(
        lambda: hand, lambda: nobles, number, lambda card, noble, so_far: objection(s, hand, (card, noble), so_far)
    )
    usual = cache(lambda: usual_awards(s, seat, hand))  # computed once: nothing moves until all have answered
    # Where no card fits there is no line to write, so the question answers itself.
    return Decision(seat, AWARD, f"set-up {len(hand)}", prompt, shape, lambda: dict(usual()), automatic=not number)


def max_awards(s: State, seat: Seat, cards: Sequence[Card]) -> int:
    """2.3e, 2.4 The maximum number of cards that fit a player's Nobles together. Each Title makes room for an Office."""
    nobles = nobles_of(s, seat)
    titles, offices, sees = (of_sort(s, cards, sort) for sort in (Sort.TITLE, Sort.OFFICE, Sort.SEE))
    untitled = [noble for noble in nobles if fits(s, noble, s.nobles[noble].cards, Sort.TITLE)]
    free = [noble for noble in nobles if fits(s, noble, s.nobles[noble].cards, Sort.OFFICE)]
    without = [noble for noble in nobles if fits(s, noble, s.nobles[noble].cards, Sort.SEE)]
    given = min(len(titles), len(untitled))
    others = len(cards) - len(titles) - len(offices) - len(sees)
    return given + min(len(offices), len(free) + given) + min(len(sees), len(without)) + others


def objection(s: State, cards: Sequence[Card], pair: tuple[str, str], so_far: Mapping[str, str]) -> str | None:
    """1.3 Why a card does not fit a Noble beside the cards given to him so far, in whatever order they are named; None if it
    fits.

    An Office may be named before its Noble's Title, as long as there is a Title left for him.
    """
    card, noble = Card(pair[0]), NobleId(pair[1])
    sort, given = s.facts(card).sort, [Card(each) for each, to in so_far.items() if to == noble]
    beside = [each for each in given if s.facts(each).sort is not Sort.OFFICE] if sort is Sort.TITLE else given
    assumed = [title for title in of_sort(s, s.board.cards.crown, Sort.TITLE)[:1] if sort is Sort.OFFICE]
    names = {"noble": name_of(s, noble), "card": name_of(s, card)}
    if not fits(s, noble, [*s.nobles[noble].cards, *beside, *assumed], sort):
        return Text("{noble} cannot hold {card} beside what he has", **names)
    after = {**so_far, card: noble}
    if len(waiting_for_titles(s, after)) > len(of_sort(s, [each for each in cards if each not in after], Sort.TITLE)):
        if sort is Sort.TITLE:
            return Text("another Noble needs {card} for his Office", **names)
        return Text("{noble} has no Title, and there is none left for him: he cannot hold {card}", **names)
    return None


def waiting_for_titles(s: State, awards: Mapping[str, str]) -> list[NobleId]:
    """2.4 The Nobles who are given an Office and have no Title yet."""
    given = {noble: [Card(card) for card, to in awards.items() if to == noble] for noble in map(NobleId, awards.values())}
    offices = [noble for noble, cards in given.items() if of_sort(s, cards, Sort.OFFICE)]
    return [noble for noble in offices if not has_title(s, noble, given[noble])]


def has_title(s: State, noble: NobleId, more: Sequence[Card]) -> bool:
    """1.3 Whether a Noble has a Title, printed or awarded."""
    return s.facts(noble).sort is Sort.TITLED or bool(of_sort(s, [*s.nobles[noble].cards, *more], Sort.TITLE))


def in_order(s: State, awards: Mapping[str, str]) -> list[tuple[Card, NobleId]]:
    """2.4 Awards in the order in which they are carried out: Titles before Offices."""
    pairs = [(Card(card), NobleId(noble)) for card, noble in in_card_order(s, awards).items()]
    return sorted(pairs, key=lambda pair: s.facts(pair[0]).sort is not Sort.TITLE)


def in_card_order(s: State, awards: Mapping[str, str]) -> Mapping[str, str]:
    """2.4 Awards in the order of the printed cards, so that nobody learns in which order a player wrote them."""
    if s.readings.told_as_before:
        return awards
    return {card: awards[card] for card in s.board.cards.crown if card in awards}


def usual_awards(s: State, seat: Seat, cards: Sequence[Card]) -> dict[str, str]:
    """2.4 The default awards: Titles, then Offices, then the rest, each to the Noble with fewest cards so far."""
    order = [Sort.TITLE, Sort.OFFICE]
    awards: dict[str, str] = {}
    for card in sorted(
        cards, key=lambda card: order.index(s.facts(card).sort) if s.facts(card).sort in order else len(order)
    ):
        able = [noble for noble in nobles_of(s, seat) if objection(s, cards, (card, noble), awards) is None]
        if able:
            awards[card] = min(able, key=lambda noble: list(awards.values()).count(noble))
    return awards


# 2.3 Controlled chance


async def build_factions(s: State) -> dict[NobleId, Place]:
    """2.3 Cards are dealt, and players build Factions; cards that fit nobody are replaced until all fit. Returns the home
    castles.
    """
    await deal_cards(s, DECKS)
    for seat in s.seats:
        tell(s, "2.3", "dealt", seen_by=frozenset({seat}), seat=seat, cards=list(s.players[seat].hand))
    while any(s.players[seat].hand for seat in s.seats):
        await take_in(s, [seat for seat in s.seats if s.players[seat].hand])
    for seat in s.seats:
        await reach_band(s, seat)
        await drop_above(s, seat)
    await gather_deck(s, DECKS)
    castles = castle_questions(s)
    return castles_of(s, await Together(castles) if castles else ())


async def take_in(s: State, seats: Sequence[Seat]) -> None:
    """2.3e The cards dealt join the Factions; those that fit nobody are replaced."""
    for seat in seats:
        player = s.players[seat]
        for card in [card for card in player.hand if s.facts(card).sort.is_noble]:
            place_card(s, seat, card, None)
            player.hand.remove(card)
    asked = [seat for seat in seats if s.players[seat].hand]
    answers = await Together(tuple(award_question(s, seat) for seat in asked)) if asked else ()
    for seat, awards in zip(asked, answers, strict=True):
        hand, s.players[seat].hand = s.players[seat].hand, []
        for card, noble in in_order(s, awards):
            place_card(s, seat, card, noble)
        tell(s, "2.4", "set_up", seat=seat, awards=in_card_order(s, awards))
        for card in (card for card in hand if card not in awards):
            drawn = await replace_card(s, card, DECKS)
            tell(s, "2.3", "replaced", seat=seat, card=card)
            if drawn is not None:
                tell(s, "2.3", "replacement", seen_by=frozenset({seat}), card=drawn)
            if drawn is not None:
                s.players[seat].hand.append(drawn)


async def reach_band(s: State, seat: Seat) -> None:
    """2.3f Brings a Faction that is too weak into the strength band, by cards taken from the deck (Ruling: K6)."""
    while men(s, seat) < band(s)[0] and (card := await draw_crown(s, DECKS)) is not None:
        noble = await taken_by(s, seat, card)
        taken = bool(s.facts(card).strength) and place_card(s, seat, card, noble)
        if not taken:
            s.crown_discard.append(card)
        tell(s, "2.3", "taken_in" if taken else "dropped", seat=seat, card=card, noble=noble)


async def taken_by(s: State, seat: Seat, card: Card) -> NobleId | None:
    """2.3f The Noble to whom a card with men is awarded when it joins a Faction; None: it is a Noble, has no men or fits
    nobody.
    """
    options = [Award(card, noble) for noble in fitting(s, seat, card)]
    if not s.facts(card).strength or s.facts(card).sort.is_noble or not options:
        return None
    s.players[seat].hand.append(card)
    prompt = Text("{card} joins your Faction: to whom is it awarded?", card=name_of(s, card))
    answer = await Decision(seat, TAKEN, card, prompt, Menu(lambda: options), lambda: options[0])
    s.players[seat].hand.remove(card)
    return Award.read(answer).noble


async def drop_above(s: State, seat: Seat) -> None:
    """2.3f A player discards until a Faction that is too strong is inside the strength band."""
    while men(s, seat) >= band(s)[1]:
        card = Drop.read(await drop_question(s, seat)).card
        drop_card(s, seat, card)
        tell(s, "2.3", "dropped", seat=seat, card=card, noble=None)


def drop_question(s: State, seat: Seat) -> Decision:
    """2.3f Which card of a Faction that is too strong to discard."""
    options = [Drop(card) for card in droppable(s, seat)]
    prompt = Text(
        "Your Faction has {men} men: discard cards until it has fewer than {most}. Which one?",
        men=men(s, seat),
        most=band(s)[1],
    )
    return Decision(seat, DROP, f"{men(s, seat)} men", prompt, Menu(lambda: options), lambda: options[0])


# 2.4 Home castles


def castle_questions(s: State) -> tuple[Decision, ...]:
    """2.4 The questions where Nobles begin, for each player with a Noble who has several home castles."""
    return tuple(castle_question(s, seat) for seat in s.seats if several_homes(s, seat))


def castles_of(s: State, answers: Sequence[Mapping[str, str]]) -> dict[NobleId, Place]:
    """2.4 The home castle where each Noble is placed."""
    castles = {noble: s.facts(noble).places[0] for noble in s.nobles}
    chosen = {NobleId(noble): Place(castle) for answer in answers for noble, castle in answer.items()}
    return castles | chosen


def several_homes(s: State, seat: Seat) -> list[NobleId]:
    """2.4 The Nobles of a player who have several home castles."""
    return [noble for noble in nobles_of(s, seat) if len(s.facts(noble).places) > 1]


def castle_question(s: State, seat: Seat) -> Decision:
    """2.4 In which home castle each Noble begins."""
    nobles = several_homes(s, seat)
    castles = list(dict.fromkeys(castle for noble in nobles for castle in s.facts(noble).places))
    prompt = Text("In which of his home castles does each Noble begin: NOBLE in CASTLE?")
    shape = Assign(lambda: nobles, lambda: castles, len(nobles), lambda noble, castle, _: not_his(s, noble, castle))
    return Decision(seat, CASTLE, "set-up", prompt, shape, lambda: usual_castles(s, nobles))


def not_his(s: State, noble: str, castle: str) -> str | None:
    """2.4 Why a Noble cannot begin in a castle."""
    homes = s.facts(NobleId(noble)).places
    if castle in homes:
        return None
    listed = ", ".join(name_of(s, home) for home in homes)
    return Text("{noble} begins in one of his home castles: {homes}", noble=name_of(s, noble), homes=listed)


def usual_castles(s: State, nobles: Sequence[NobleId]) -> dict[str, Json]:
    """2.4 The default castles: the first with room for the Noble, else the first that his card names."""

    def home(noble: NobleId) -> Place:
        places = s.facts(noble).places
        room = (p for p in places if s.board.capacity[s.board.places[p].kind] >= plain_men(s, noble))
        return next(room, places[0])

    return {noble: home(noble) for noble in nobles}
