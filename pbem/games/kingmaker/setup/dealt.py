"""2.3 Controlled random set-up: the deal, the Factions that players build from it, and the start."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from pbem.engine.decision import Seat
from pbem.engine.refusal import Illegal
from pbem.games.kingmaker.components.board import Board
from pbem.games.kingmaker.components.cards import STRONG, Sort
from pbem.games.kingmaker.components.draws import Draws, draw_crown
from pbem.games.kingmaker.components.ids import Card, NobleId, Place
from pbem.games.kingmaker.components.names import name_of, names_of
from pbem.games.kingmaker.components.nobles import can_hold, held, holder_of, nobles_of, plain_men
from pbem.games.kingmaker.components.state import Noble, State
from pbem.games.kingmaker.components.whole import all_or_nothing
from pbem.games.kingmaker.setup.start import WAITING, begin, lay_events, new_table, place_nobles
from pbem.i18n import Text

EACH: tuple[tuple[Sort, int], ...] = ((Sort.TITLED, 1), (Sort.UNTITLED, 2), (Sort.TITLE, 1), (Sort.OFFICE, 2))
OTHERS_DEALT = {2: 8, 3: 4, 4: 3, 5: 2}
"""2.3 (l. 277-282) The number of other cards dealt, by the number of players."""
BAND, BAND_OF_TWO = (200, 300), (300, 400)
"""2.3 (l. 284-288) The minimum men of a Faction, and the number it must stay below."""


@dataclass
class Built:
    """2.3 The result of building a Faction.

    `unawardable`: Titles, Offices and sees that fit nobody; `taken`: cards taken for more men; `dropped`: cards turned up
    for more men that were of no use; `men`: the final number.
    """

    unawardable: list[Card] = field(default_factory=list)
    taken: list[Card] = field(default_factory=list)
    dropped: list[Card] = field(default_factory=list)
    men: int = 0


def band(s: State) -> tuple[int, int]:
    """2.3 The strength band of this game."""
    return BAND_OF_TWO if len(s.seats) == 2 else BAND


async def deal(board: Board, seats: Sequence[Seat], non_player: bool, draws: Draws) -> State:
    """2.3 a-d Sets aside the five strong cards and deals the others, kind by kind, player by player (Ruling: K5)."""
    s = new_table(board, seats, non_player)
    await deal_cards(s, draws)
    return s


async def deal_cards(s: State, draws: Draws) -> None:
    """2.3 a-d The deal, on a board that is set up."""
    s.crown_discard = [card for card in s.crown_deck if card in STRONG]
    rest = [card for card in s.crown_deck if card not in STRONG]
    for sort, number in EACH:
        pile = [card for card in rest if s.facts(card).sort is sort]
        rest = [card for card in rest if card not in pile]
        await draws.shuffle(pile, f"{sort} cards")
        _hand_out(s, pile, number, draws)
        rest += pile
    await draws.shuffle(rest, "all other cards")
    _hand_out(s, rest, OTHERS_DEALT[len(s.seats)], draws)
    s.crown_deck = rest


def _hand_out(s: State, pile: list[Card], number: int, draws: Draws) -> None:
    for player in s.players.values():
        player.hand += [draws.take(pile) for _ in range(number)]


async def build(s: State, seat: Seat, awards: Mapping[Card, NobleId], drop: Sequence[Card], draws: Draws) -> Built:
    """2.3 e-f A player builds a Faction from the cards dealt. `awards` must also cover replacements and cards taken.

    Raises Illegal if a card that fits a Noble is awarded to none, or if more is dropped than the band requires.
    """
    built = Built()
    with all_or_nothing(s):
        await _take_in(s, seat, awards, built, draws)
        await _reach_band(s, seat, awards, built, draws)
        for card in drop:
            drop_card(s, seat, card)
        if men(s, seat) >= band(s)[1]:
            raise Illegal(
                Text(
                    "your Faction has {men} men: discard cards until it has fewer than {most}",
                    men=men(s, seat),
                    most=band(s)[1],
                )
            )
    built.men = men(s, seat)
    return built


async def _take_in(s: State, seat: Seat, awards: Mapping[Card, NobleId], built: Built, draws: Draws) -> None:
    """2.3e The cards dealt join the Faction; those that fit nobody are replaced, until all fit."""
    cards, s.players[seat].hand = s.players[seat].hand, []
    while cards:
        misfits = [card for card in in_treatment(s, cards) if not place_card(s, seat, card, awards.get(card))]
        built.unawardable += misfits
        cards = [new for card in misfits if (new := await replace_card(s, card, draws)) is not None]


def in_treatment(s: State, cards: Sequence[Card]) -> list[Card]:
    """2.3e Cards in the order in which they join a Faction: Nobles, Titles, Offices, then the others; each kind by
    number.
    """
    classes = [(Sort.TITLED, Sort.UNTITLED), (Sort.TITLE,), (Sort.OFFICE,)]
    order = list(s.board.cards.crown)

    def rank(card: Card) -> tuple[int, int]:
        sort = s.facts(card).sort
        return next((n for n, sorts in enumerate(classes) if sort in sorts), len(classes)), order.index(card)

    return sorted(cards, key=rank)


def fitting(s: State, seat: Seat, card: Card) -> list[NobleId]:
    """2.3e The Nobles of a Faction who can hold a card."""
    return [noble for noble in nobles_of(s, seat) if can_hold(s, noble, card, replacing=False)]


def place_card(s: State, seat: Seat, card: Card, noble: NobleId | None) -> bool:
    """2.3e Adds a card to a Faction, with its Noble; False if it fits none. Raises Illegal."""
    if s.facts(card).sort.is_noble:
        s.nobles[NobleId(card)] = Noble(seat, WAITING)
        return True
    able = fitting(s, seat, card)
    if not able:
        return False
    if noble is None:
        raise Illegal(Text("{card} fits {nobles}: award it", card=name_of(s, card), nobles=names_of(s, able)))
    if noble not in able:
        raise Illegal(Text("{card} cannot go to {noble}", card=name_of(s, card), noble=name_of(s, noble)))
    s.nobles[noble].cards.append(card)
    return True


async def replace_card(s: State, card: Card, draws: Draws) -> Card | None:
    """2.3e Puts away a card that fits nobody (a Title or Office into Chancery, a see on the discard), and draws one for
    it.
    """
    (s.chancery if s.facts(card).sort.is_post else s.crown_discard).append(card)
    return await draw_crown(s, draws)


def men(s: State, seat: Seat) -> int:
    """2.3f The men of a Faction, without bonuses."""
    return sum(plain_men(s, noble) for noble in nobles_of(s, seat))


async def _reach_band(s: State, seat: Seat, awards: Mapping[Card, NobleId], built: Built, draws: Draws) -> None:
    """2.3f Takes cards until the Faction reaches the band. Cards without men, and those with men that fit nobody, are
    discarded (Ruling: K6).
    """
    while men(s, seat) < band(s)[0] and (card := await draw_crown(s, draws)) is not None:
        if s.facts(card).strength and place_card(s, seat, card, awards.get(card)):
            built.taken.append(card)
        else:
            s.crown_discard.append(card)
            built.dropped.append(card)


def drop_card(s: State, seat: Seat, card: Card) -> None:
    """2.3f Discards a card of a Faction above the band. Raises Illegal for a Title below an Office, or a Noble with cards
    (Ruling: R76).
    """
    if men(s, seat) < band(s)[1]:
        raise Illegal(Text("your Faction has {men} men and is inside the band already", men=men(s, seat)))
    noble = holder_of(s, card)
    if noble is None or s.nobles[noble].owner != seat:
        raise Illegal(Text("{card} is not in your Faction", card=name_of(s, card)))
    if s.facts(card).sort is Sort.TITLE and held(s, noble, Sort.OFFICE):
        raise Illegal(Text("{noble} keeps an Office: discard that first", noble=name_of(s, noble)))
    if NobleId(card) == noble:
        if s.nobles[noble].cards:
            raise Illegal(Text("{noble} holds cards: discard those first", noble=name_of(s, noble)))
        del s.nobles[noble]
    else:
        s.nobles[noble].cards.remove(card)
    s.crown_discard.append(card)


def droppable(s: State, seat: Seat) -> list[Card]:
    """2.3f The cards that a player can discard: no Title below an Office, no Noble with cards (Ruling: R76)."""
    droppable_cards: list[Card] = []
    for noble in nobles_of(s, seat):
        cards = s.nobles[noble].cards
        undroppable = (Sort.TITLE,) if held(s, noble, Sort.OFFICE) else ()
        droppable_cards += [card for card in cards if s.facts(card).sort not in undroppable] or [Card(noble)]
    return droppable_cards


async def gather_deck(s: State, draws: Draws) -> None:
    """2.3g (l. 289) Shuffles deck and discard, with the five strong cards, into the Crown deck."""
    s.crown_deck, s.crown_discard = [*s.crown_deck, *s.crown_discard], []
    await draws.shuffle(s.crown_deck, "crown deck")


async def start(s: State, castles: Mapping[NobleId, Place], first: Seat | None, draws: Draws) -> None:
    """2.3g, 2.4-2.6 Gathers and shuffles the Crown deck, places the Nobles, and begins the first turn."""
    await gather_deck(s, draws)
    await lay_events(s, draws)
    place_nobles(s, castles)
    begin(s, first)
