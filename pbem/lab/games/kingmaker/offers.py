"""Clauses that players of random games offer each other: all that could be done as things stand, and promises."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import partial
from itertools import product

from pbem.engine.decision import Seat
from pbem.games.kingmaker.alliances import MAX_ALLIES
from pbem.games.kingmaker.combat.captives import gainable
from pbem.games.kingmaker.components.cards import Sort
from pbem.games.kingmaker.components.ids import Card, NobleId, Phase, Place, RoyalId
from pbem.games.kingmaker.components.nobles import allied, area_of, at, held, nobles_of, royals_of
from pbem.games.kingmaker.components.state import State
from pbem.games.kingmaker.deals.clauses import (
    CARD,
    MARKER,
    OFFICE,
    ROYAL,
    Allied,
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
)
from pbem.games.kingmaker.deals.doing import objection
from pbem.games.kingmaker.deals.giving import able_to_take, ships_of, things
from pbem.games.kingmaker.deals.writing import in_words
from pbem.games.kingmaker.legal.choices import hand_over_to
from pbem.games.kingmaker.prestige import houses
from pbem.lab.trial import Mix

MOST_OF_A_KIND = 3
AHEAD = 2


def offers(s: State, seat: Seat, other: Seat, mix: Mix) -> list[list[str]]:
    """Groups of clauses, those together that nobody else can tell apart: a hand card each, or one clause by itself.

    Half of the time nothing else is offered where something is open for a moment only, or leads to much else; while somebody
    is captive nothing but ransoms, while a Parliament sits nothing but Offices.
    """
    if s.phase in (Phase.SETUP, Phase.OVER):
        return []
    say = partial(in_words, s)
    rare = ["; ".join(map(say, clauses)) for clauses in of_the_moment(s, seat, other)]
    coin = [True, False]
    mix(coin)
    if passes_soon(s) or (rare and coin[0]):
        mix(rare)
        return [[each] for each in rare[:1]]
    hand = [say(HandCard(seat, other, card)) for card in s.players[seat].hand]
    found = [*gifts(s, seat, other, mix), *gifts(s, other, seat, mix), *promises(s, seat, other, mix)]
    return [group for group in (hand, *([say(clause)] for clause in found)) if group]


def of_the_moment(s: State, seat: Seat, other: Seat) -> Iterator[tuple[Clause, ...]]:
    """What is open for a moment only, or leads to much else; what is agreed on together in a row."""
    if s.captives:
        yield from ((clause,) for clause in ransoms(s, seat, other))
    elif s.parliament is not None:
        yield from ((clause,) for clause in offices(s, seat, other))
        yield from exchanges(s, seat, other)
    else:
        open_ = (*alliances(s, seat, other), *forces(s, seat, other), *handovers(s, seat, other))
        yield from ((clause,) for clause in open_)


def passes_soon(s: State) -> bool:
    """7.5, 9.2 Whether somebody is captive, or a Parliament sits: what is agreed on then must be agreed on soon."""
    return bool(s.captives) or s.parliament is not None


def ransoms(s: State, seat: Seat, other: Seat) -> Iterator[Clause]:
    """9.2 Captives that one has taken of the other."""
    for noble, captive in s.captives.items():
        if {captive.captor, captive.owner} == {seat, other}:
            bare = Ransom(captive.captor, captive.owner, noble, s.facts(noble).places[0])
            yield bare
            yield from (replace(bare, gain=(card,)) for card in gainable(s, captive))


def alliances(s: State, seat: Seat, other: Seat) -> Iterator[Clause]:
    """13.1 Two who are free."""
    members = tuple(each for each in s.seats if each in (seat, other))
    if not s.head_claimed or MAX_ALLIES[len(s.seats)] < len(members) or any(len(allied(s, each)) > 1 for each in members):
        return
    both = houses(s, royals_of(s, *members))
    yield Allied(members, sorted(both)[0] if len(both) > 1 else "")


def forces(s: State, seat: Seat, other: Seat) -> Iterator[Clause]:
    """13.2 Nobles of two allies in one spot, where no third ally is asked."""
    if other not in allied(s, seat):
        return
    for spot in dict.fromkeys(s.nobles[noble].at for noble in nobles_of(s, seat)):
        together = at(s, spot, *allied(s, seat))
        owners = {s.nobles[noble].owner for noble in together}
        is_new = any(set(force.nobles) & set(together) for force in s.forces)
        if owners == {seat, other} and area_of(s, together[0]) is not None and not is_new:
            agreed = tuple(each for each in s.seats if each in owners)
            yield from (ForceOf(together[0], tuple(sorted(together)), agreed, renewed) for renewed in (False, True))


def offices(s: State, seat: Seat, other: Seat) -> Iterator[Clause]:
    """7.5 In a Parliament that one of them has called."""
    if s.parliament is None or s.parliament.player not in (seat, other):
        return
    for thing, kind in things(s, seat, seat).items():
        for noble in able_to_take(s, seat, kind, thing) if kind == OFFICE else ():
            clause = OfficeTo(seat, other, s.parliament.player, Card(thing), noble)
            if s.nobles[noble].owner == other and not objection(s, [clause.as_json()]):
                yield clause


def exchanges(s: State, seat: Seat, other: Seat) -> Iterator[tuple[Clause, Clause]]:
    """7.5 Offices that two Nobles who attend a Parliament can have in each other's place."""
    if s.parliament is None or s.parliament.player not in (seat, other):
        return
    attending = [noble for noble in s.parliament.attending if noble in s.nobles]
    for mine, theirs in product(attending, attending):
        if (s.nobles[mine].owner, s.nobles[theirs].owner) != (seat, other):
            continue
        for one, two in product(held(s, mine, Sort.OFFICE), held(s, theirs, Sort.OFFICE)):
            caller = s.parliament.player
            pair = OfficeTo(seat, other, caller, one, theirs), OfficeTo(other, seat, caller, two, mine)
            if not objection(s, [clause.as_json() for clause in pair]):
                yield pair


def handovers(s: State, seat: Seat, other: Seat) -> Iterator[Clause]:
    """10.6 Royals of whoever holds both houses, to Nobles of another player in the same Area."""
    for royal in royals_of(s, seat) if other not in allied(s, seat) else ():
        takers = [noble for noble in hand_over_to(s, seat, royal) if s.nobles[noble].owner == other]
        yield from (RoyalTo(seat, other, royal, noble) for noble in takers)


def gifts(s: State, giver: Seat, taker: Seat, mix: Mix) -> list[Clause]:
    """5.9, 10.4, 12 A few of what one can give the other openly."""
    found: list[Clause] = []
    for thing, kind in things(s, taker, giver).items():
        if kind == MARKER:
            found.append(MarkerOn(giver, taker, thing))
        elif kind in (CARD, ROYAL):
            able = [noble for noble in able_to_take(s, giver, kind, thing) if s.nobles[noble].owner == taker]
            found += [to_noble(giver, taker, thing, noble, kind) for noble in able]
    found += [Loan(giver, taker, ship) for ship in ships_of(s, giver) if s.ships[ship].group is None]
    mix(found)
    return found[:MOST_OF_A_KIND]


def to_noble(giver: Seat, taker: Seat, thing: str, noble: NobleId, kind: str) -> Clause:
    """10.4, 12.2 A card or Royal to a Noble."""
    return CardTo(giver, taker, Card(thing), noble) if kind == CARD else RoyalTo(giver, taker, RoyalId(thing), noble)


def promises(s: State, seat: Seat, other: Seat, mix: Mix) -> list[Clause]:
    """5.3 Passage, and free words."""
    places = [place for place, facts in s.board.places.items() if facts.fortified]
    mix(places)
    name = s.board.names[places[0]]
    end = s.round + AHEAD
    return [Passage(seat, other, Place(places[0]), end), Promised(seat, f"not to attack {name}", end)]
