"""Clauses by which something passes to another player: hand cards, awarded cards, Royals, Offices, places and ships."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence

from pbem.engine.agreements.deals import Parties
from pbem.engine.decision import Seat
from pbem.engine.refusal import Ambiguous, BadLine, Illegal, Misread
from pbem.games.kingmaker.components.cards import Sort
from pbem.games.kingmaker.components.ids import NO_CARD, Card, Kind, NobleId, Phase, Place, RoyalId, ShipId
from pbem.games.kingmaker.components.nobles import cannot_answer, fits, nobles_of, replaced_by, royals_of
from pbem.games.kingmaker.components.state import State
from pbem.games.kingmaker.control import naming_card, owner
from pbem.games.kingmaker.deals import forms
from pbem.games.kingmaker.deals.clauses import (
    CARD,
    HAND,
    MARKER,
    OFFICE,
    ROYAL,
    CardTo,
    Clause,
    HandCard,
    Loan,
    MarkerOn,
    OfficeTo,
    RoyalTo,
)
from pbem.games.kingmaker.deals.naming import noble_in, one_of, player, player_in, split_rest
from pbem.games.kingmaker.deals.writing import in_words, name
from pbem.games.kingmaker.legal.choices import hand_over_to, new_keepers, takers_of
from pbem.games.kingmaker.movement.ships import ship_owner
from pbem.games.kingmaker.orders.policies import lexicon
from pbem.i18n import Text

MAX_NEAR = 4
TO_NOBLES = (CARD, OFFICE, ROYAL)
"""Kinds that pass to a Noble; all others pass to a player."""


def read_gift(s: State, seat: Seat, parties: Parties, parts: Mapping[str, str]) -> Clause:
    """10.4, 12 Reads "X gives Y to Z". Raises a BadLine."""
    whom, what = (parts["whom"], parts["what"]) if "what" in parts else split_rest(s, parties, parts["rest"])
    giver, held_by = giver_in(s, parties, parts["who"])
    wanted, what = kind_and_name(what)
    able = {thing: kind for thing, kind in things(s, seat, giver, held_by).items() if wanted in ("", kind)}
    chosen = named(s, what, giver, able, seat)
    try:
        clauses = [clause for thing in chosen for clause in to_whom(s, parties, giver, whom, (able[thing], thing))]
    except Misread as bad:
        raise Misread(bad.problem, [*_to_that_noble(s, seat, giver, what, whom, able), *bad.nearest]) from bad
    if len(clauses) == 1:
        check_lost(s, clauses[0], parts.get("lost"))
        return clauses[0]
    near = [in_words(s, clause) for clause in clauses[:MAX_NEAR]]
    if len(chosen) > 1:
        raise Ambiguous(Text('"{text}" can mean several things', text=what), near)
    raise Misread(Text("say which Noble it is for"), near)


def gift_of(s: State, seat: Seat, parties: Parties, text: str) -> str:
    """A gift clause for a text that only names a thing, with the giver whom `seat` knows to have it; "" if nobody has."""
    for giver in sorted(parties.seats, key=lambda each: each != seat):
        wanted, what = kind_and_name(text)
        able = {thing: kind for thing, kind in things(s, seat, giver).items() if giver == seat or kind != HAND}
        able = {thing: kind for thing, kind in able.items() if wanted in ("", kind)}
        try:
            thing = name(s, one_of(s, what, list(able)))
        except BadLine:
            continue
        others = [name(s, each) for each in parties.seats if each != parties.offerer]
        if giver != seat:
            return Text("{whom} gives {thing} to me", whom=name(s, giver), thing=thing)
        return Text("I give {thing} to {whom}", thing=thing, whom=others[0] if len(others) == 1 else "...")
    return ""


def _to_that_noble(s: State, seat: Seat, giver: Seat, what: str, whom: str, able: Mapping[str, str]) -> list[str]:
    """Suggestions for a thing given to a Noble although it would pass to a player: if a place and a see share the name, the
    see.
    """
    noble = noble_in(s, whom)
    fitting = {thing: kind for thing, kind in able.items() if kind in TO_NOBLES}
    if noble is None or s.nobles[noble].owner == giver:
        return []
    try:
        chosen = named(s, what, giver, fitting, seat)
    except BadLine:
        return []
    return [in_words(s, _to_noble(s, giver, noble, fitting[thing], thing)) for thing in chosen]


def check_lost(s: State, clause: Clause, text: str | None) -> None:
    """12.3 Raises Misread if the see that a text says is lost is not the one that the taker loses."""
    check_named_lost(s, clause, text, replaced_by(s, clause.noble, clause.card) if isinstance(clause, CardTo) else [])


def check_named_lost(s: State, clause: Clause, text: str | None, lost: Sequence[Card]) -> None:
    """12.3 The same for given losses."""
    if not text:
        return
    try:
        one_of(s, text, lost)
    except BadLine:
        raise Misread(Text('nothing is given in place of "{text}"', text=text), [in_words(s, clause)]) from None


def giver_in(s: State, parties: Parties, text: str) -> tuple[Seat, NobleId | None]:
    """The giver a text names: a player, or one of their Nobles. Raises Misread."""
    if (seat := player_in(s, parties, text)) is not None:
        return seat, None
    if (noble := noble_in(s, text)) is not None:
        return s.nobles[noble].owner, noble
    return player(s, parties, text), None


def kind_and_name(text: str) -> tuple[str, str]:
    """The kind of thing that a text states ("": none), and the rest of the text."""
    text = forms.without_article(text)
    if match := forms.FROM_HAND.fullmatch(text):
        return HAND, kind_and_name(match["what"])[1]
    for mark in forms.MARKS:
        if match := mark.pattern.fullmatch(text):
            return mark.kind, match["what"]
    return "", text


# What can be given


def things(s: State, seat: Seat, giver: Seat, held_by: NobleId | None = None) -> dict[str, str]:
    """Everything that a player may have to give, as far as `seat` can know, with its kind; with `held_by`, only that
    Noble's.
    """
    nobles = nobles_of(s, giver) if held_by is None else [held_by]
    awarded = [card for noble in nobles for card in s.nobles[noble].cards]
    sorts = {card: s.facts(card).sort for card in awarded}
    kinds: dict[str, str] = {card: CARD for card, sort in sorts.items() if sort.is_transferable}
    kinds |= {card: OFFICE for card, sort in sorts.items() if sort is Sort.OFFICE}
    kinds |= {royal: ROYAL for royal in royals_of(s, giver) if s.royals[royal].noble in nobles}
    if held_by is None:
        kinds |= dict.fromkeys(hand_cards(s, seat, giver), HAND)
        kinds |= dict.fromkeys(marked(s, giver), MARKER)
    return kinds


def hand_cards(s: State, seat: Seat, giver: Seat) -> list[Card]:
    """12.6 A player's own hand; for another's hand, all cards that could be in it, given what is public and what `seat`
    holds.
    """
    if s.phase is Phase.SETUP:
        return []
    hand = s.players[seat].hand
    return list(hand) if giver == seat else [card for card in s.board.cards.crown if card not in {*hand, *open_cards(s)}]


def open_cards(s: State) -> list[Card]:
    """1.2, 12.6 The Crown cards that everybody sees: in play, with captives, in Chancery, in the display, drawn in
    Parliament, discarded.
    """
    in_play = [card for noble, each in s.nobles.items() for card in (Card(noble), *each.cards)]
    in_play += [card for noble, captive in s.captives.items() for card in (Card(noble), *captive.cards)]
    drawn = s.parliament.cards if s.parliament is not None else []
    return [*in_play, *drawn, *s.chancery, *s.display, *s.crown_discard]


def marked(s: State, giver: Seat) -> list[str]:
    """12.4 The places and ships without a card of their own that a player has."""
    own_places = [place for place in s.board.places if place not in s.board.cards.own_card and owner(s, place) == giver]
    places = [p for p in own_places if s.board.places[p].kind is not Kind.OPEN_TOWN and naming_card(s, p) is not None]
    return [*places, *(ship for ship in ships_of(s, giver) if not has_own_card(s, ship))]


def ships_of(s: State, giver: Seat) -> list[ShipId]:
    """5.9 A player's ships."""
    return [ship for ship in s.ships if ship_owner(s, ship) == giver]


def has_own_card(s: State, ship: ShipId) -> bool:
    """12.4 Whether a ship belongs to a ship card, and so passes with it."""
    return s.facts(s.board.cards.ships[ship].card).sort is Sort.SHIP


def named(s: State, text: str, giver: Seat, able: Mapping[str, str], seat: Seat) -> list[str]:
    """The things that a text can mean: one, or several with the same name. Raises a BadLine if it means none."""
    try:
        return [one_of(s, text, list(able))]
    except Ambiguous as several:
        if (unknown := _unknown(s, text, giver, seat, able)) is not None:
            raise unknown from None
        fitting = {name(s, thing): thing for thing in able}
        return [fitting[each] for each in several.nearest if each in fitting]
    except Misread as bad:
        raise _unknown(s, text, giver, seat, able) or bad from None


def _unknown(s: State, text: str, giver: Seat, seat: Seat, able: Collection[str]) -> BadLine | None:
    """An error that a player does not have a thing, if that is public or known to `seat` as their own; else None."""
    cards = s.board.cards
    try:
        thing = one_of(s, text, [*cards.all, *cards.royals, *cards.ships, *s.board.places])
    except Ambiguous:
        if lexicon(s).named_in(text, list(able)):
            return None
        thing = text
    except BadLine:
        return None
    if thing in able:
        return None
    thing_name = name(s, thing) if thing != text else f'"{text}"'
    if why := why_not_given(s, giver, thing):
        return Illegal(why)
    if giver == seat:
        return Illegal(Text("you do not have {thing}", thing=thing_name))
    return Illegal(Text("{player} does not have {thing}", player=name(s, giver), thing=thing_name))


def why_not_given(s: State, giver: Seat, thing: str) -> str:
    """12 Why a thing that a player publicly has cannot be given; "" if they do not have it."""
    thing_name = name(s, thing)
    if thing in nobles_of(s, giver):
        return Text("a Noble cannot be given: {noble}", noble=thing_name)
    holder = next((noble for noble in nobles_of(s, giver) if thing in s.nobles[noble].cards), None)
    if holder is not None:
        return Text("{thing} stays with {noble}", thing=thing_name, noble=name(s, holder))
    if thing not in s.board.places or owner(s, Place(thing)) != giver:
        return ""
    if s.board.places[Place(thing)].kind is Kind.OPEN_TOWN:
        return Text("{thing} is an Open Town: it belongs to whoever has a Noble inside", thing=thing_name)
    if (card := s.board.cards.own_card.get(Place(thing))) is not None:
        return Text("{thing} goes with its card: {card}", thing=thing_name, card=name(s, card))
    return Text("{thing} cannot be given: no card in play names it", thing=thing_name)


# To whom


def to_whom(s: State, parties: Parties, giver: Seat, whom: str, thing: tuple[str, str]) -> list[Clause]:
    """The clauses that give a thing to a player or Noble: several if the Noble is still to be named. Raises a BadLine."""
    kind, what = thing
    if kind not in TO_NOBLES:
        return [_to_player(s, giver, _taker(s, parties, whom), kind, what)]
    noble = noble_in(s, whom)
    if noble is None:
        taker = player(s, parties, whom)
        able = [each for each in able_to_take(s, giver, kind, what) if s.nobles[each].owner == taker]
        if not able:
            raise Illegal(why_not_taken(s, giver, taker, what))
        return [_to_noble(s, giver, each, kind, what) for each in able]
    if s.nobles[noble].owner == giver:
        sentence = Text("{noble} is of the same Faction: that needs no agreement", noble=name(s, noble))
        raise Illegal(sentence, [f"transfer {name(s, what)} {name(s, noble)}"] if kind == CARD else [])
    return [_to_noble(s, giver, noble, kind, what)]


def why_not_taken(s: State, giver: Seat, taker: Seat, what: str) -> str:
    """12.2 Why no Noble of a player can take a thing that another player's Noble has."""
    facts = {"player": name(s, taker), "thing": name(s, what)}
    holder = next((noble for noble in nobles_of(s, giver) if what in s.nobles[noble].cards), None)
    if holder is not None and s.facts(Card(what)).sort is not Sort.OFFICE:
        here = s.nobles[holder].at
        if all(s.nobles[noble].at != here for noble in nobles_of(s, taker)):
            sentence = Text("{thing} passes to a Noble in the same spot, and {player} has none with {noble}")
            return sentence.filled(noble=name(s, holder), **facts)
    return Text("no Noble of {player} can take {thing} now", **facts)


def _taker(s: State, parties: Parties, whom: str) -> Seat:
    """The player who gets something that does not pass to a Noble. Raises a BadLine."""
    noble = noble_in(s, whom)
    if player_in(s, parties, whom) is None and noble is not None:
        sentence = Text("that passes to a player, not to {noble}", noble=name(s, noble))
        raise Misread(sentence, [f"... to {name(s, s.nobles[noble].owner)}"])
    return player(s, parties, whom)


def able_to_take(s: State, giver: Seat, kind: str, what: str) -> Sequence[NobleId]:
    """7.5, 10.4, 10.6, 12.2 The Nobles to whom a thing can pass now."""
    match kind:
        case "card":
            return takers_of(s, Card(what))
        case "royal":
            return list(dict.fromkeys([*new_keepers(s, RoyalId(what)), *hand_over_to(s, giver, RoyalId(what))]))
    return [noble for noble in may_be_there(s) if could_hold_office(s, noble)]


def may_be_there(s: State) -> list[NobleId]:
    """7.3, 7.5 The Nobles who attend the Parliament in session; while it gathers (R90), all who can come."""
    if s.parliament is not None:
        return [noble for noble in s.parliament.attending if noble in s.nobles]
    return [noble for noble, unit in s.nobles.items() if not cannot_answer(s, unit.at)] if s.summoned is not None else []


def could_hold_office(s: State, noble: NobleId) -> bool:
    """7.5 Whether a Noble could hold an Office after giving away his own."""
    cards = [card for card in s.nobles[noble].cards if s.facts(card).sort is not Sort.OFFICE]
    return fits(s, noble, cards, Sort.OFFICE)


def _to_noble(s: State, giver: Seat, noble: NobleId, kind: str, what: str) -> Clause:
    taker = s.nobles[noble].owner
    match kind:
        case "card":
            return CardTo(giver, taker, Card(what), noble, next(iter(replaced_by(s, noble, Card(what))), NO_CARD))
        case "royal":
            return RoyalTo(giver, taker, RoyalId(what), noble)
    if s.parliament is None and s.summoned is None:
        raise Illegal(Text("an Office passes only while a Parliament sits"))
    return OfficeTo(giver, taker, s.active, Card(what), noble)


def _to_player(s: State, giver: Seat, taker: Seat, kind: str, what: str) -> Clause:
    if giver == taker:
        raise Misread(Text("name the player who gets {thing}", thing=name(s, what)))
    return HandCard(giver, taker, Card(what)) if kind == HAND else MarkerOn(giver, taker, what)


def read_loan(s: State, seat: Seat, parties: Parties, parts: Mapping[str, str]) -> Clause:
    """5.9 Reads who lends which ship to whom; if nobody is named, the offerer lends it. Raises a BadLine."""
    whom, what = (parts["whom"], parts["what"]) if "what" in parts else split_rest(s, parties, parts["rest"])
    giver, taker = player(s, parties, parts["who"]) if parts["who"] else seat, player(s, parties, whom)
    fleet = ships_of(s, giver)
    if not fleet:
        raise Illegal(Text("{player} has no ship in play", player=name(s, giver)))
    ship = ShipId(one_of(s, kind_and_name(what)[1], fleet))
    if giver == taker:
        raise Misread(Text("name the player who gets {thing}", thing=name(s, ship)))
    return Loan(giver, taker, ship)
