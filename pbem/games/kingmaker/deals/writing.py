"""Clauses in words that can be read back; promises, and what became of them."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from pbem.engine.decision import Json, Seat
from pbem.games.kingmaker.components.cards import Sort
from pbem.games.kingmaker.components.ids import Card, NobleId, Place
from pbem.games.kingmaker.components.names import names
from pbem.games.kingmaker.components.state import State
from pbem.games.kingmaker.control import owner
from pbem.games.kingmaker.deals.clauses import (
    Allied,
    CardOfSort,
    CardTo,
    Clause,
    ForceOf,
    HandCard,
    Loan,
    MarkerOn,
    OfficeTo,
    Passage,
    Promised,
    Ransom,
    RoyalTo,
    clause_of,
)
from pbem.games.kingmaker.orders.policies import ALL, GRANT, lexicon
from pbem.games.kingmaker.orders.whereabouts import where
from pbem.i18n import Text
from pbem.orders.words.lexicon import MAX_NAME_LENGTH, plain_words, telling

ANYBODY = Text("somebody")
MAX_FACTS = 3
LET = "let"
"""5.3 The order word that grants passage."""
IN_FULL = 6
"""The minimum quality of a match for whole words (Lexicon.fit)."""
HOUSES = {"house_of_york": Text("the House of York"), "house_of_lancaster": Text("the House of Lancaster")}


def write(s: State, data: Json) -> str:
    """A clause of the log in words."""
    return in_words(s, clause_of(data))


def in_words(s: State, clause: Clause) -> str:
    """A clause in words. Things are named with their kind, because a place, a card and a Royal can share a name. A free
    promise is quoted: "I" and "you" in it are its writer's.
    """
    match clause:
        case Allied() | ForceOf() | Ransom():
            return _together(s, clause)
        case Passage() | Promised():
            return _promise(s, clause)
    return _gift(s, clause)


def _gift(s: State, clause: Clause) -> str:
    """A clause by which something passes to another player."""
    match clause:
        case CardOfSort() | CardTo(noble="") | RoyalTo(noble=""):
            return _open_gift(s, clause)
        case HandCard(giver=giver, taker=taker, card=card):
            sentence, thing, to = Text("{giver} gives the hand card {thing} to {taker}"), str(card), str(taker)
        case CardTo(giver=giver, card=card, noble=noble, lost=lost) if lost:
            sentence = Text("{giver} gives the card {thing} to {taker}, in place of {lost}")
            return sentence.filled(giver=name(s, giver), thing=name(s, card), taker=name(s, noble), lost=name(s, lost))
        case CardTo(giver=giver, card=card, noble=noble):
            sentence, thing, to = Text("{giver} gives the card {thing} to {taker}"), str(card), str(noble)
        case OfficeTo(giver=giver, card=card, noble=noble):
            sentence, thing, to = Text("{giver} gives the Office {thing} to {taker}"), str(card), str(noble)
        case RoyalTo(giver=giver, royal=royal, noble=noble):
            sentence, thing, to = Text("{giver} gives the Royal {thing} to {taker}"), str(royal), str(noble)
        case Loan(giver=giver, taker=taker, ship=ship):
            sentence, thing, to = Text("{giver} lends {thing} to {taker}"), str(ship), str(taker)
        case MarkerOn(giver=giver, taker=taker, item=item):
            is_ship, thing, to = item in s.board.cards.ships, item, str(taker)
            of_place = Text("{giver} gives the place {thing} to {taker}")
            sentence = Text("{giver} gives the ship {thing} to {taker}") if is_ship else of_place
        case _:
            raise TypeError(f"{clause} is no gift")
    return sentence.filled(giver=name(s, giver), thing=name(s, thing), taker=name(s, to))


def _open_gift(s: State, clause: CardOfSort | CardTo | RoyalTo) -> str:
    """A limit that leaves the card or the Noble open."""
    if isinstance(clause, CardOfSort):
        giver, taker = (name(s, seat) if seat else ANYBODY for seat in (clause.giver, clause.taker))
        sentence = Text("{giver} gives one card of the {thing} to {taker}")
        return sentence.filled(giver=giver, thing=name(s, clause.sort), taker=taker)
    thing = clause.card if isinstance(clause, CardTo) else clause.royal
    sentence = Text("{giver} gives {thing} to a Noble of {taker}")
    return sentence.filled(giver=name(s, clause.giver), thing=name(s, thing), taker=name(s, clause.taker))


def _together(s: State, clause: Allied | ForceOf | Ransom) -> str:
    """A clause by which several act together."""
    match clause:
        case Allied(members=members, house=house):
            if not house:
                return Text("Alliance of {members}", members=row(s, members))
            return Text("Alliance of {members}, executing {house}", members=row(s, members), house=HOUSES[house])
        case ForceOf(commander=chief, nobles=nobles, renewed=renewed):
            force = (
                Text("Force of {nobles} under {chief}, renewed while allied")
                if renewed
                else Text("Force of {nobles} under {chief}")
            )
            return force.filled(nobles=row(s, nobles), chief=name(s, chief))
        case Ransom(noble=noble, castle=castle, keep=keep, lost=lost, gain=gain):
            slots: dict[str, str] = {"noble": name(s, noble), "castle": name(s, castle)}
            kept = [Text("{card} for {noble}", card=name(s, card), noble=name(s, to)) for card, to in keep]
            bare = Text("ransom of {noble} to {castle}, keeping {cards}") if keep else Text("ransom of {noble} to {castle}")
            ransom = bare.filled(**slots, **({"cards": Text(", ").join(kept)} if keep else {}))
            if gain:
                ransom = Text("{ransom}, gaining {cards}", ransom=ransom, cards=row(s, gain))
            return Text("{ransom}, in place of {lost}", ransom=ransom, lost=row(s, lost)) if lost else ransom


def _promise(s: State, clause: Passage | Promised) -> str:
    match clause:
        case Passage(owner=giver, player=player, place="", round=end):
            return Text(
                "{giver} grants {player} passage of any place until round {round}",
                giver=name(s, giver),
                player=name(s, player),
                round=end,
            )
        case Passage(owner=giver, player=player, place=place, round=end):
            return Text(
                "{giver} grants {player} passage of {place} until round {round}",
                giver=name(s, giver),
                player=name(s, player),
                place=name(s, place),
                round=end,
            )
        case Promised(seat=seat, words=words, round=end):
            return Text('{player} promises "{words}" until round {round}', player=name(s, seat), words=words, round=end)


def name(s: State, option: str) -> str:
    """The written name; it distinguishes two companies with one printed name."""
    return names(s, option)[0]


def row(s: State, these: Iterable[str]) -> str:
    """Names joined by commas."""
    return Text(", ").join(name(s, each) for each in these)


# Promises


def is_promise(_s: State, data: Json) -> bool:
    """5.3 (l. 364), D36 Whether a clause is not binding: passage, or a promise in free words."""
    return isinstance(clause_of(data), Passage | Promised)


def facts(s: State, data: Json) -> str:
    """When the round of a promise begins: who has the places that it names. Public facts only; "" before that round."""
    clause = clause_of(data)
    if not isinstance(clause, Passage | Promised) or s.round < clause.round:
        return ""
    begun = Text("round {round} has begun", round=clause.round)
    return Text("; ").join([begun, *_owners(s, clause), *_whereabouts(s, clause)])


def so_far(s: State, data: Json) -> str:
    """Before that round: who has those places now. A place whose name is a house's (York, Lancaster) is left out, since free
    words may mean the house.
    """
    clause = clause_of(data)
    if not isinstance(clause, Passage | Promised):
        return ""
    if isinstance(clause, Passage):
        return Text("; ").join([*_owners(s, clause), *_how_to_let_pass(s, clause)])
    places = [place for place in places_in(s, clause.words) if not _is_a_house(s, place)]
    return Text("; ").join([*(whose(s, place) for place in places), *_whereabouts(s, clause)])


def _is_a_house(s: State, place: Place) -> bool:
    """Whether a place shares its name with a royal house."""
    return any(name(s, house) == name(s, place) for house in HOUSES)


def _whereabouts(s: State, clause: Passage | Promised) -> list[str]:
    """12.6 Where the cards and Nobles are that a free promise names. Hidden cards are not mentioned."""
    if isinstance(clause, Passage) or s.readings.told_briefly:
        return []
    return [sentence for card in cards_in(s, clause.words) if (sentence := where_card(s, card))][:MAX_FACTS]


def where_card(s: State, card: Card) -> str:
    """Where a publicly visible card is; "" for a hidden one."""
    if NobleId(card) in s.nobles:
        return where(s, NobleId(card))
    if card in s.chancery:
        return Text("{card} lies in Chancery", card=name(s, card))
    if card in s.crown_discard:
        return Text("{card} is discarded", card=name(s, card))
    if (keeper := next((noble for noble, unit in s.nobles.items() if card in unit.cards), None)) is None:
        return ""
    slots = {"card": name(s, card), "noble": name(s, keeper), "player": name(s, s.nobles[keeper].owner)}
    return Text("{card} is with {noble} of {player}", **slots)


def cards_in(s: State, words: str) -> list[Card]:
    """The Crown cards named in words: by the full name, or by words of it that no other card shares. A name that is also a
    place's means the place.
    """
    said, places = telling(plain_words(words)), {telling(plain_words(each.name)) for each in s.board.places.values()}
    named: dict[Card, None] = {}
    at = 0
    while at < len(said):
        runs = (said[at:end] for end in range(min(len(said), at + MAX_NAME_LENGTH), at, -1))
        run, cards = next(((run, cards) for run in runs if (cards := _called(s, run))), (said[at : at + 1], []))
        named |= dict.fromkeys(cards if len(cards) == 1 and run not in places else [])
        at += len(run)
    return list(named)


def _called(s: State, run: tuple[str, ...]) -> list[Card]:
    """The Crown cards that these words name in full."""
    fits = {card: lexicon(s).fit(run, card) for card in s.board.cards.crown}
    best = max(fits.values())
    return [card for card, fit in fits.items() if fit == best] if best >= IN_FULL else []


def _how_to_let_pass(s: State, clause: Passage | Promised) -> list[str]:
    """5.3, R92 The line that the giver of a passage must write, since the promise by itself lets nobody pass."""
    if not isinstance(clause, Passage) or not clause.place or owner(s, clause.place) != clause.owner:
        return []
    slots = {"owner": name(s, clause.owner), "player": name(s, clause.player), "place": name(s, clause.place)}
    return [Text('{owner} lets them pass by the line "standing let {player} pass {place}"', **slots)]


def is_kept_by(_s: State, data: Json, order: tuple[Seat, str, Any]) -> bool:
    """5.3 Whether a standing order keeps a promise of passage."""
    clause, (seat, verb, plan) = clause_of(data), order
    if not isinstance(clause, Passage) or (seat, verb) != (clause.owner, LET):
        return False
    asked = zip(GRANT, (clause.player, clause.place), strict=True)
    return all(plan[key] == [ALL] or one in plan[key] for key, one in asked)


def _owners(s: State, clause: Passage | Promised) -> list[str]:
    places = [clause.place] if isinstance(clause, Passage) else places_in(s, clause.words)
    return [whose(s, place) for place in places]


def places_in(s: State, words: str) -> list[Place]:
    """The fortified places whose names occur in words; at most MAX_FACTS."""
    text = f" {' '.join(plain_words(words))} "
    for other in () if s.readings.told_as_before else _with_places(s):
        text = text.replace(f" {other} ", " | ")
    places = (place for place, each in s.board.places.items() if f" {' '.join(plain_words(each.name))} " in text)
    return [place for place in places if s.board.places[place].fortified][:MAX_FACTS]


def _with_places(s: State) -> list[str]:
    """The names of Royals, cards and ships, longest first, without those that are also a place's: a promise about Richard of
    York says nothing about York.
    """
    cards = s.board.cards
    others = [*cards.royals, *(card for card, facts in cards.crown.items() if facts.sort is not Sort.TOWN), *cards.ships]
    called = {" ".join(plain_words(each)) for other in others for each in names(s, other)}
    return sorted(called - {" ".join(plain_words(each.name)) for each in s.board.places.values()}, key=len, reverse=True)


def whose(s: State, place: Place) -> str:
    """1.7 Who holds a place."""
    seat = owner(s, place)
    if seat is None:
        return Text("{place} is nobody's", place=name(s, place))
    return Text("{place} is {player}'s", place=name(s, place), player=name(s, seat))
