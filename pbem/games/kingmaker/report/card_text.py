"""1.3, 4 The text of Crown, City, Major and Event cards as printed, and which figures are reconstructed."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence

from pbem.engine.game.atlas import CardBook, Handout, Leaf
from pbem.games.kingmaker.components.cards import Black, Call, CardFacts, EventFacts, Happening, Sort
from pbem.games.kingmaker.components.ids import Card, EventCard, NobleId, RoyalId
from pbem.games.kingmaker.components.nobles import holder_of
from pbem.games.kingmaker.components.state import State
from pbem.games.kingmaker.control import owner
from pbem.games.kingmaker.report.where import HOUSES, faction, label, listed, named
from pbem.i18n import Text

KINDS = {
    Sort.UNTITLED: Text("Noble without a Title of his own"),
    Sort.TITLED: Text("Noble, {title}"),
    Sort.TITLE: Text("Title"),
    Sort.OFFICE: Text("Office"),
    Sort.MERCENARY: Text("Mercenaries"),
    Sort.SHIP: Text("Ship"),
    Sort.TOWN: Text("Town"),
    Sort.CITY: Text("City"),
    Sort.MAJOR_BATTLE: Text("won by a major battle"),
    Sort.MAJOR_SIEGE: Text("won by a major siege"),
}
GROUPS = (
    (Text("Nobles"), (Sort.TITLED, Sort.UNTITLED)),
    (Text("Titles"), (Sort.TITLE,)),
    (Text("Offices"), (Sort.OFFICE,)),
    (Text("Archbishops and Bishops"), (Sort.SEE,)),
    (Text("Towns, Ships and Mercenaries"), (Sort.TOWN, Sort.SHIP, Sort.MERCENARY)),
    (Text("Cities"), (Sort.CITY,)),
)
FIELDS = {
    "strength": Text("men"),
    "bonus": Text("bonus"),
    "castles": Text("castles"),
    "locations": Text("places"),
    "ships": Text("ships"),
    "name": Text("name"),
    "start port": Text("port"),
    "regions": Text("Regions of the bonus"),
}
"""Names of reconstructed figures. A card's number is left out, since nobody needs it."""
DOES = {
    Happening.STORMS: Text("every ship at sea goes to its nearest port"),
    Happening.FREE_MOVE: Text("kept by the active player: one more move for one piece"),
    Happening.CLAMOUR: Text("kept on the board: with it a Parliament can be called"),
    Happening.CHANCELLOR: Text("kept by whoever holds the Chancellor of England: he can call a Parliament with it"),
}


# Crown cards


def card_text(s: State, card: Card) -> Text:
    """1.3, 1.4 A Crown, City or Major card on one line."""
    return Text("; ").join(_parts(s, s.facts(card)))


def _parts(s: State, facts: CardFacts) -> Iterator[str]:
    if facts.sort is Sort.SEE:
        yield Text("Archbishop") if facts.archbishop else Text("Bishop")
    else:
        yield KINDS[facts.sort].filled(title=facts.title)
    if facts.strength:
        yield Text("{men} men", men=facts.strength)
    if facts.bonus:
        yield Text("{men} more men in: {zone}", men=facts.bonus, zone=_zone(s, facts))
    if facts.sort.is_noble:
        yield Text("home: {castles}", castles=named(s, facts.places))
    elif facts.sort in (Sort.TOWN, Sort.CITY):
        kind = s.board.places[facts.places[0]].kind
        yield Text(
            "brings {place}: garrison {men}, room inside for {room} men",
            place=label(s, facts.places[0]),
            men=s.board.garrison[kind],
            room=s.board.capacity[kind],
        )
    elif facts.places:
        yield Text("holds {places}", places=named(s, facts.places))
    if facts.city is not None:
        yield Text("brings the {city} if nobody has it", city=label(s, facts.city))
    ships = Counter((s.board.cards.ships[ship].capacity, s.board.cards.ships[ship].port) for ship in facts.ships)
    for (capacity, port), number in ships.items():
        if number == 1:
            yield Text("a ship for {men} men at {port}", men=capacity, port=label(s, port))
        else:
            yield Text("{number} ships for {men} men each at {port}", number=number, men=capacity, port=label(s, port))
    if facts.prestige:
        yield Text("prestige {points}", points=facts.prestige)


def _zone(s: State, facts: CardFacts) -> str:
    """1.4 The name of a bonus's Regions together, and the Regions on the map."""
    if [facts.zone] == [label(s, region) for region in facts.regions]:
        return facts.zone
    return Text("{zone} (Regions: {regions})", zone=facts.zone, regions=named(s, facts.regions))


def doubts(s: State, card: str) -> Iterator[Text]:
    """Which figures of a card are not as printed: reconstructed, or from an older edition."""
    cards = s.board.cards
    if ours := [FIELDS[each] for each in cards.reconstructed.get(card, ()) if each in FIELDS]:
        yield Text("Reconstructed, the printed card may differ: {fields}.", fields=listed(ours))
    if older := [FIELDS[each] for each in cards.older.get(card, ()) if each in FIELDS and _has(s, card, each)]:
        yield Text("As in an older edition of the game: {fields}.", fields=listed(older))


def _has(s: State, card: str, figure: str) -> bool:
    """Whether a card has this figure: cards without men have no doubtful number of men."""
    facts = s.board.cards.all.get(Card(card))
    return facts is None or {"strength": facts.strength, "bonus": facts.bonus}.get(figure) != 0


# Event cards


def showing_text(s: State, card: EventCard) -> Text:
    """4 The upper half of the Event card on the table, in one line, with the Noble now called and his player."""
    facts = s.board.cards.events[card]
    if facts.kind is not Happening.RAID:
        return event_text(s, card)
    parts = [
        Text("{call} ({noble})", call=call, noble=_called(s, each))
        for call, each in zip(_calls(s, facts), facts.calls, strict=True)
    ]
    what = Text("calls {calls}", calls=Text("; ").join(parts))
    return Text("{name}: {what}", name=facts.name, what=what)


def _called(s: State, call: Call) -> str:
    """4.2 The Noble in play who is called."""
    noble = holder_of(s, call.who)
    if noble is None:
        return Text("nobody in play")
    return Text("{noble} of {faction}", noble=label(s, noble), faction=faction(s.nobles[noble].owner))


def event_text(s: State, card: EventCard) -> Text:
    """4 The upper half of an Event card, on one line."""
    facts = s.board.cards.events[card]
    return Text("{name}: {what}", name=facts.name, what=_event(s, facts))


def _event(s: State, facts: EventFacts) -> str:
    match facts.kind:
        case Happening.RAID:
            return Text("calls {calls}", calls=Text("; ").join(_calls(s, facts)))
        case Happening.EMBASSY:
            return Text("the sole King and his Noble go to {place}", place=label(s, str(facts.to)))
        case Happening.MERCENARIES:
            companies = listed(each.replace("_", " ").title() for each in facts.companies)
            return Text("these leave all Factions: {companies}", companies=companies)
        case Happening.PLAGUE:
            return Text("strikes {towns}", towns=named(s, facts.towns))
    return DOES[facts.kind]


def _calls(s: State, facts: EventFacts) -> Iterator[Text]:
    for call in facts.calls:
        who, to = label(s, call.who), label(s, call.to)
        if call.ships:
            yield Text("{who} and {ships} of his ships to {place}", who=who, ships=call.ships, place=to)
        else:
            yield Text("{who} to {place}", who=who, place=to)


def black_text(s: State, black: Black | None) -> Text:
    """6.2.5 The black half of an Event card."""
    if black is None:
        return Text("In combat: set aside, another card is drawn.")
    if black.bad_weather:
        return Text("In combat: bad weather, nothing happens.")
    odds = Text("a majority") if black.odds is None else f"{black.odds.numerator}-{black.odds.denominator}"
    killed = named(s, black.killed) if black.killed else Text("nobody")
    return Text("In combat: the larger side wins with {odds}; killed: {killed}.", odds=odds, killed=killed)


# What is looked up


def card_names(s: State) -> Mapping[str, tuple[str, ...]]:
    """All cards by their names; Event cards with their numbers, since many share a name. Major cards have no text."""
    shown = [card for card, facts in s.board.cards.all.items() if not facts.sort.is_major]
    names: dict[str, tuple[str, ...]] = {card: (label(s, card),) for card in shown}
    names |= {royal: (label(s, royal),) for royal in s.board.cards.royals}
    for card, facts in s.board.cards.events.items():
        names[card] = (f"{facts.name} ({card})", card, facts.name)
    return names


def card_leaf(s: State, asked: str) -> tuple[Leaf, ...]:
    """The printed text of a card."""
    if asked in s.board.cards.events:
        return (_event_leaf(s, EventCard(asked)),)
    if asked in s.board.cards.royals:
        return (royal_leaf(s, RoyalId(asked)),)
    leaf = _leaf(s, Card(asked))
    return (leaf._replace(lines=(*leaf.lines, *_awarded(s, Card(asked)))),)


def _leaf(s: State, card: Card) -> Leaf:
    return Leaf(label(s, card), (card_text(s, card), *doubts(s, card)))


def _awarded(s: State, card: Card) -> Iterator[Text]:
    """1.3, 1.7 Who has a card that is in play, and who has the Town or City; empty if it is not in play."""
    facts, keeper = s.facts(card), holder_of(s, card)
    if keeper is not None and keeper != NobleId(card):
        yield Text(
            "In play: {noble} of {faction} holds it.", noble=label(s, keeper), faction=faction(s.nobles[keeper].owner)
        )
    if facts.sort in (Sort.TOWN, Sort.CITY):
        place = facts.places[0]
        held_by = owner(s, place)
        if held_by is None:
            yield Text("{place} is neutral.", place=label(s, place))
        else:
            yield Text("{place} is held by {faction}.", place=label(s, place), faction=faction(held_by))


def _event_leaf(s: State, card: EventCard) -> Leaf:
    facts = s.board.cards.events[card]
    ours = Text("Reconstructed: who is called where, towns, odds and names may be others on the printed card.")
    return Leaf(f"{facts.name} ({card})", (event_text(s, card), black_text(s, facts.black), ours))


def royal_leaf(s: State, royal: RoyalId) -> Leaf:
    """10 A Royal piece: its house, its place in the succession, and the castles of its card."""
    facts = s.board.cards.royals[royal]
    holds = Text("Holds, while controlled: {castles}.", castles=named(s, facts.castles))
    castles = [holds] if facts.castles else []
    line = Text(
        "{house}, number {place} in the succession; starts at {start}",
        house=HOUSES[facts.house],
        place=facts.succession,
        start=label(s, facts.start),
    )
    return Leaf(facts.name, (line, *castles, *doubts(s, royal)))


def handout(s: State) -> tuple[Handout, ...]:
    """1.3, 4 All cards, for players who do not own the game."""
    crown = [Handout(title, tuple(_leaf(s, card) for card in s.board.cards.of_sort(*sorts))) for title, sorts in GROUPS]
    royals = Handout(Text("Royals"), tuple(royal_leaf(s, royal) for royal in s.board.cards.royals))
    return (*crown, royals, Handout(Text("Event cards"), tuple(_alike(s))))


def _alike(s: State) -> Iterator[Leaf]:
    """The Event cards, each text once, with the number of cards that have it."""
    numbers: dict[tuple[str, tuple[str, ...]], list[EventCard]] = {}
    for card, facts in s.board.cards.events.items():
        lines = (event_text(s, card), black_text(s, facts.black))
        numbers.setdefault((facts.name, tuple(map(str, lines))), []).append(card)
    for (name, _), cards in numbers.items():
        yield Leaf(_title(name, cards), (event_text(s, cards[0]), black_text(s, s.board.cards.events[cards[0]].black)))


def _title(name: str, cards: Sequence[EventCard]) -> str:
    return name if len(cards) == 1 else Text("{name} ({number} cards)", name=name, number=len(cards))


def card_shown(s: State) -> tuple[EventCard, ...]:
    """4.1 The Event card that is turned up and has not taken effect."""
    return () if s.showing is None else (s.showing,)


CARDS: CardBook[State] = CardBook(card_names, card_leaf, card_shown)
