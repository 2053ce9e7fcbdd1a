"""Limits: what players agree to in advance. A limit is a clause, or one that leaves open how long, which place, Noble or
card.

What it leaves open is empty in it; no offer has such a clause.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from pbem.engine.agreements.deals import DealLimits, Parties
from pbem.engine.decision import Json, Seat
from pbem.engine.refusal import Illegal, Misread
from pbem.games.kingmaker.components.ids import Card, NobleId, Place, RoyalId
from pbem.games.kingmaker.components.state import State
from pbem.games.kingmaker.deals import forms
from pbem.games.kingmaker.deals.clauses import (
    CARD,
    HAND,
    MARKER,
    ROYAL,
    SORT,
    CardOfSort,
    CardTo,
    Clause,
    HandCard,
    MarkerOn,
    Passage,
    Promised,
    RoyalTo,
    clause_of,
)
from pbem.games.kingmaker.deals.giving import giver_in, kind_and_name, named, things
from pbem.games.kingmaker.deals.naming import one_of, player, player_in, split_rest
from pbem.games.kingmaker.deals.reading import fortified_place, read, round_in
from pbem.games.kingmaker.deals.writing import in_words
from pbem.games.kingmaker.orders.policies import SORTS
from pbem.i18n import Text

FORMS: tuple[tuple[str, str], ...] = (
    (Text("passage for Blue until round 6"), Text("of any place of yours, or of the one you name; for as long or for less")),
    (
        Text("trade of Le Rose for Shrewsbury"),
        Text("you get the one and give the other; a Noble of yours who can take it gets it"),
    ),
    (
        Text("any Mercenary for a Town"),
        Text("you get one card of the first sort and give one of the other, whichever they are"),
    ),
)


def read_limits(s: State, seat: Seat, parties: Parties, text: str) -> Sequence[Json]:
    """Reads what a seat agrees to in advance. Raises a BadLine."""
    text = " ".join(text.split())
    if parts := forms.matched(forms.PASSAGE_FOR, text):
        return [_passage(s, seat, parties, parts).as_json()]
    if parts := forms.matched(forms.TRADE, text):
        return [each.as_json() for each in _trade(s, seat, parties, parts)]
    if (parts := forms.matched(forms.GIFT, text)) and (gift := _to_any_noble(s, seat, parties, parts)) is not None:
        return [gift.as_json()]
    return [read(s, seat, parties, text)]


def _passage(s: State, seat: Seat, parties: Parties, parts: Mapping[str, str]) -> Clause:
    """5.3 Reads passage of one of the seat's places ("": of any of them)."""
    place = fortified_place(s, parts["what"]) if parts.get("what") else Place("")
    whom = player(s, parties, parts["whom"])
    if whom == seat:
        raise Misread(Text("say for whom"), [f"passage for ... until round {s.round + 1}"])
    return Passage(seat, whom, place, round_in(s, parts))


def _to_any_noble(s: State, seat: Seat, parties: Parties, parts: Mapping[str, str]) -> Clause | None:
    """10.4, 12.2 A thing that passes to any Noble of a player who can take it; None if a Noble is named, or if it passes to
    the player.
    """
    whom, what = (parts["whom"], parts["what"]) if "what" in parts else split_rest(s, parties, parts["rest"])
    taker = player_in(s, parties, whom)
    if taker is None:
        return None
    giver, held_by = giver_in(s, parties, parts["who"])
    wanted, what = kind_and_name(what)
    able = {thing: kind for thing, kind in things(s, seat, giver, held_by).items() if wanted in ("", kind)}
    thing, *others = named(s, what, giver, able, seat)
    if others or able[thing] not in (CARD, ROYAL) or giver == taker:
        return None
    return _passing(giver, taker, able[thing], thing)


# Trades


def _trade(s: State, seat: Seat, parties: Parties, parts: Mapping[str, str]) -> Sequence[Clause]:
    """12 Reads a trade. The thing named first is received, unless it is the seat's own and the other is not. Raises a
    BadLine.
    """
    first, second = (_side(s, seat, parties, parts[which]) for which in ("got", "given"))
    if seat in first and seat not in second:
        first, second = second, first
    if seat not in second:
        sentence = Text("of the two one must be yours, and the other not")
        raise Misread(sentence, ["trade of ... for ..."])
    others = [giver for giver in first if giver != seat]
    if len(others) != 1:
        raise Misread(Text("say with whom: name the player, and then a colon"))
    return _passing(others[0], seat, *first[others[0]]), _passing(seat, others[0], *second[seat])


Gives = dict[Seat, tuple[str, str]]
"""By giver ("": anybody): the kind of the thing and its id."""


def _side(s: State, seat: Seat, parties: Parties, text: str) -> Gives:
    """Who may give the thing a text names: everybody a card of a named sort, otherwise those who have it. Raises a
    BadLine.
    """
    if match := forms.ANY.fullmatch(text):
        sort = one_of(s, match["sort"], list(SORTS))
        if len(parties.seats) > 2:
            return dict.fromkeys((seat, ""), (SORT, sort))
        return dict.fromkeys(parties.seats, (SORT, sort))
    wanted, what = kind_and_name(text)
    gives: Gives = {}
    is_two = len(parties.seats) == 2
    for each in parties.seats:
        able = {
            thing: kind
            for thing, kind in things(s, seat, each).items()
            if wanted in ("", kind) and kind in (CARD, ROYAL, HAND, MARKER) and (each == seat or is_two or kind != HAND)
        }
        try:
            thing, *others = named(s, what, each, able, seat)
        except (Misread, Illegal):
            continue
        if others:
            sentence = Text('"{text}" can mean several things', text=text)
            raise Misread(sentence, [in_words(s, _passing(each, seat, able[one], one)) for one in (thing, *others)])
        gives[each] = able[thing], thing
    if not gives:
        sentence = Text(
            'nobody has "{text}" to give, as far as you know; if it is in a hand, name its player first', text=text
        )
        raise Illegal(sentence)
    return gives


def _passing(giver: Seat, taker: Seat, kind: str, what: str) -> Clause:
    match kind:
        case "card":
            return CardTo(giver, taker, Card(what), NobleId(""))
        case "royal":
            return RoyalTo(giver, taker, RoyalId(what), NobleId(""))
        case "hand":
            return HandCard(giver, taker, Card(what))
        case "marker":
            return MarkerOn(giver, taker, what)
    return CardOfSort(giver, taker, what)


# Compared


def covers(s: State, limit_json: Json, clause_json: Json) -> bool:
    """Whether a clause asks no more than a limit allows. A see lost by it must be named in the limit (R131)."""
    limit, clause = clause_of(limit_json), clause_of(clause_json)
    match limit, clause:
        case CardOfSort(), HandCard() | CardTo():
            is_sort = s.facts(clause.card).sort in SORTS[limit.sort] and not (isinstance(clause, CardTo) and clause.lost)
            return is_sort and limit.giver in ("", clause.giver) and limit.taker in ("", clause.taker)
        case CardTo(), CardTo():
            same = (limit.giver, limit.taker, limit.card) == (clause.giver, clause.taker, clause.card)
            return same and limit.noble in ("", clause.noble) and clause.lost in ("", limit.lost)
        case RoyalTo(noble=open_to), RoyalTo(noble=noble):
            return bool(limit_json[:-1] == clause_json[:-1]) and open_to in ("", noble)
        case Passage(), Passage():
            same = (limit.owner, limit.player) == (clause.owner, clause.player)
            return same and limit.place in ("", clause.place) and clause.round <= limit.round
        case Promised(), Promised():
            same = (limit.seat, limit.words.casefold()) == (clause.seat, clause.words.casefold())
            return same and clause.round <= limit.round
    return limit == clause


def whom(_s: State, seat: Seat, limit_json: Json) -> tuple[Seat, ...]:
    """The other players whom a limit names."""
    limit = clause_of(limit_json)
    named = (limit.owner, limit.player) if isinstance(limit, Passage) else limit.signers
    return tuple(each for each in named if each not in ("", seat))


def is_over(s: State, limit_json: Json) -> bool:
    """Whether the round of a limit has come, so that it allows no more promises."""
    limit = clause_of(limit_json)
    return isinstance(limit, Passage | Promised) and limit.round <= s.round


LIMITS: DealLimits[State] = DealLimits(read_limits, covers, whom, is_over, FORMS)
