"""Carrying out agreements, completely or not at all, by the operations of each chapter."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from functools import partial

from pbem.engine.copying import copied
from pbem.engine.decision import Json, Seat
from pbem.engine.refusal import Illegal
from pbem.games.kingmaker.alliances import ally, join_alliance
from pbem.games.kingmaker.combat.captives import captive_of, ransom
from pbem.games.kingmaker.components.cards import Sort
from pbem.games.kingmaker.components.ids import NO_CARD, Card, NobleId, Phase, Place, ShipId
from pbem.games.kingmaker.components.names import name_of, names_of
from pbem.games.kingmaker.components.nobles import keeper_of, of_sort, replaced_by
from pbem.games.kingmaker.components.state import State
from pbem.games.kingmaker.components.whole import all_or_nothing
from pbem.games.kingmaker.control import owner
from pbem.games.kingmaker.deals.clauses import (
    ALLIANCE,
    FORCE,
    HAND,
    LOAN,
    ROYAL,
    Allied,
    CardTo,
    Clause,
    ForceOf,
    Gift,
    HandCard,
    Loan,
    MarkerOn,
    OfficeTo,
    Ransom,
    RoyalTo,
    clause_of,
)
from pbem.games.kingmaker.forces import form_force
from pbem.games.kingmaker.hands.exchange import trade_together, transfer_together
from pbem.games.kingmaker.hands.gifts import give_place
from pbem.games.kingmaker.movement.loans import lend
from pbem.games.kingmaker.movement.ships import ship_owner
from pbem.games.kingmaker.parliament import pass_offices, sitting
from pbem.games.kingmaker.royals import hand_over, reallocate
from pbem.i18n import Text

Deed = Callable[[State], object]
ANY_TIME = (HAND, ROYAL, LOAN, ALLIANCE, FORCE)
"""12.5, 10.4, 5.9, 13 (l. 631, 579, 389, 639, 648) What the rules allow at any time."""


def is_safe(s: State, clauses: Sequence[Json]) -> bool:
    """12.2, 12.5 Whether clauses can be carried out at this point of the rules.

    Ruling: R88 not before the game, in a combat, or while a Parliament's attendance is decided; while an Event card lies
    open, only clauses of `ANY_TIME`. Ruling: R134 not while an Event takes effect.
    """
    if not clauses:
        return True
    if s.phase in (Phase.SETUP, Phase.OVER) or s.fight is not None or s.summoned is not None or s.progress.taking_effect:
        return False
    return s.phase is not Phase.EVENT or all(kind in ANY_TIME for kind, *_ in clauses)


def objection(s: State, clauses: Sequence[Json]) -> str:
    """Why clauses cannot be carried out together now; "" if they can."""
    return try_out(copied(s), clauses)


def try_out(s: State, clauses: Sequence[Json]) -> str:
    """Why clauses cannot be carried out together; "" if they can. Changes `s`, which must be a copy.

    Ruling: R131 no see may be lost that the clauses do not name, for their signers were not shown that loss.
    """
    try:
        check_losses(s, list(map(clause_of, clauses)))
        _do(s, clauses)
    except Illegal as bad:
        return bad.problem
    return ""


def check_losses(s: State, clauses: Sequence[Clause]) -> None:
    """12.3 Raises Illegal if a see would be lost that the clauses do not name."""
    for shown, now in zip(clauses, with_losses(s, clauses), strict=True):
        if isinstance(shown, CardTo) and isinstance(now, CardTo) and now.lost not in ("", shown.lost):
            sentence = Text("{noble} would lose {see} by it, and nobody has agreed to that: it takes a new offer")
            raise Illegal(sentence.filled(noble=name_of(s, now.noble), see=name_of(s, now.lost)))
        if isinstance(shown, Ransom) and isinstance(now, Ransom) and (unsaid := set(now.lost) - set(shown.lost)):
            sentence = Text("{see} would be lost by it, and nobody has agreed to that: it takes a new offer")
            raise Illegal(sentence.filled(see=names_of(s, sorted(unsaid))))


def with_losses(s: State, clauses: Sequence[Clause]) -> list[Clause]:
    """12.2, 12.3 The clauses with the sees lost by all of them together. A see that is itself passed on is not lost; but
    ransoms come first (R89), so what a captor keeps may still replace it.
    """
    passed_on = {clause.card for clause in clauses if isinstance(clause, CardTo)}
    complete = list[Clause]()
    for clause in clauses:
        if isinstance(clause, CardTo):
            lost = (see for see in replaced_by(s, clause.noble, clause.card) if see not in passed_on)
            complete.append(replace(clause, lost=next(lost, NO_CARD)))
        elif isinstance(clause, Ransom):
            complete.append(replace(clause, lost=tuple(lost_by(s, clause))))
        else:
            complete.append(clause)
    return complete


def lost_by(s: State, clause: Ransom) -> list[Card]:
    """9.2, 12.3 The sees that Nobles lose by a ransom: to cards that the captor keeps, or that the captive gains."""
    kept = [card for card, _ in clause.keep]
    sees = [see for card, to in clause.keep for see in replaced_by(s, to, card) if see not in clause.gain]
    if any(s.facts(card).sort is Sort.SEE for card in clause.gain) and clause.noble in s.captives:
        left = [card for card in s.captives[clause.noble].cards if card not in kept]
        sees += of_sort(s, left, Sort.SEE)
    return list(dict.fromkeys(sees))


def together(s: State, clauses: Sequence[Json]) -> list[Json]:
    """Clauses in their log form as parts of one offer, with the sees lost by all of them together."""
    return [clause.as_json() for clause in with_losses(s, list(map(clause_of, clauses)))]


def do(s: State, clauses: Sequence[Json]) -> None:
    """Carries out all clauses. Ransoms come first and Forces last, in whatever order they are written (Ruling: R89). If the
    game ends, the rest is left undone. Raises Illegal, and then changes nothing.
    """
    with all_or_nothing(s):
        _do(s, clauses)


def _do(s: State, clauses: Sequence[Json]) -> None:
    """Carries out the clauses in order. Raises Illegal at the first that fails; those before it are then done."""
    agreed = [clause_of(data) for data in clauses]
    check_once(s, agreed)
    for deed in deeds(agreed):
        if s.result is not None:
            return
        deed(s)


def deeds(clauses: Sequence[Clause]) -> Iterator[Deed]:
    """The operations, in order."""
    signed = sorted({seat for clause in clauses for seat in clause.signers})
    yield from (partial(_ransom, clause) for clause in clauses if isinstance(clause, Ransom))
    if offices := [clause for clause in clauses if isinstance(clause, OfficeTo)]:
        yield partial(_offices, offices, signed)
    if hands := [clause for clause in clauses if isinstance(clause, HandCard)]:
        yield partial(_hands, hands)
    if cards := [clause for clause in clauses if isinstance(clause, CardTo)]:
        yield partial(_cards, cards)
    yield from (partial(_royal, clause) for clause in clauses if isinstance(clause, RoyalTo))
    yield from (partial(_marker, clause) for clause in clauses if isinstance(clause, MarkerOn))
    yield from (partial(_loan, clause) for clause in clauses if isinstance(clause, Loan))
    yield from (partial(_ally, clause, signed) for clause in clauses if isinstance(clause, Allied))
    yield from (partial(_force, clause, signed) for clause in clauses if isinstance(clause, ForceOf))


def check_once(s: State, clauses: Sequence[Clause]) -> None:
    """Raises Illegal if two clauses give the same thing, or ransom the same captive."""
    if twice := [thing for thing, number in Counter(map(thing_of, clauses)).items() if thing and number > 1]:
        raise Illegal(Text("{thing} is given twice", thing=name_of(s, twice[0])))


def thing_of(clause: Clause) -> str:
    """What a clause gives, if it can be given only once; else ""."""
    match clause:
        case HandCard(card=thing) | CardTo(card=thing) | OfficeTo(card=thing):
            return str(thing)
        case RoyalTo(royal=thing) | MarkerOn(item=thing) | Loan(ship=thing) | Ransom(noble=thing):
            return str(thing)
    return ""


# Deeds


def _hands(clauses: Sequence[HandCard], s: State) -> None:
    """12.5"""
    gifts: dict[tuple[Seat, Seat], list[Card]] = {}
    for clause in clauses:
        gifts.setdefault((clause.giver, clause.taker), []).append(clause.card)
    trade_together(s, gifts)


def _cards(clauses: Sequence[CardTo], s: State) -> None:
    """12.2"""
    for clause in clauses:
        _check_owner(s, clause, clause.card)
        _check_taker(s, clause, clause.noble)
    transfer_together(s, {clause.card: clause.noble for clause in clauses}, agreed=True)


def _offices(clauses: Sequence[OfficeTo], signed: Sequence[Seat], s: State) -> None:
    """7.5"""
    for clause in clauses:
        if sitting(s).player != clause.caller:
            raise Illegal(Text("the Parliament of {player} is over", player=name_of(s, clause.caller)))
        _check_owner(s, clause, clause.card)
        _check_taker(s, clause, clause.noble)
    pass_offices(s, {clause.card: clause.noble for clause in clauses}, signed)


def _royal(clause: RoyalTo, s: State) -> None:
    """10.4, beyond the same spot 10.6"""
    noble = s.royals[clause.royal].noble
    if noble is None or s.nobles[noble].owner != clause.giver:
        raise Illegal(_not_with(s, clause, clause.royal))
    _check_taker(s, clause, clause.noble)
    if s.nobles[noble].at == s.nobles[clause.noble].at:
        reallocate(s, clause.royal, clause.noble, agreed=True)
    else:
        hand_over(s, clause.giver, clause.royal, clause.noble, agreed=True)


def _marker(clause: MarkerOn, s: State) -> None:
    """12.4"""
    is_ship = clause.item in s.board.cards.ships
    has = is_owned(s, ShipId(clause.item), clause) if is_ship else owner(s, Place(clause.item)) == clause.giver
    if not has:
        raise Illegal(_not_of(s, clause, clause.item))
    give_place(s, clause.giver, clause.item, clause.taker, agreed=True)


def _loan(clause: Loan, s: State) -> None:
    """5.9"""
    if not is_owned(s, clause.ship, clause):
        raise Illegal(_not_of(s, clause, clause.ship))
    lend(s, clause.giver, clause.ship, clause.taker, agreed=True)


def _ally(clause: Allied, signed: Sequence[Seat], s: State) -> None:
    """13.1, R59 A third Faction joins two who are allied; otherwise all make a new Alliance."""
    house = clause.house or None
    pairs = [each for each in s.alliances if set(each) < set(clause.members)]
    new = [seat for seat in clause.members if seat not in (pairs[0] if pairs else ())]
    if pairs and len(new) == 1:
        join_alliance(s, new[0], pairs[0], signed, house)
    else:
        ally(s, clause.members, house)


def _force(clause: ForceOf, signed: Sequence[Seat], s: State) -> None:
    """13.2"""
    leader = s.nobles[clause.commander].owner if clause.commander in s.nobles else signed[0]
    form_force(s, leader, clause.nobles, clause.commander, signed, clause.renewed)


def _ransom(clause: Ransom, s: State) -> None:
    """9.2"""
    captive = captive_of(s, clause.noble)
    if (captive.captor, captive.owner) != (clause.captor, clause.owner):
        sentence = Text(
            "{noble} is no captive of {player}", noble=name_of(s, clause.noble), player=name_of(s, clause.captor)
        )
        raise Illegal(sentence)
    ransom(s, clause.noble, clause.castle, dict(clause.keep), clause.gain)


def is_owned(s: State, ship: ShipId, clause: Gift) -> bool:
    """5.9, 12.4 Whether a ship is in play and belongs to the player who gives or lends it."""
    return ship in s.ships and ship_owner(s, ship) == clause.giver


def _not_of(s: State, clause: Gift, thing: str) -> str:
    return Text("{thing} is not {player}'s", thing=name_of(s, thing), player=name_of(s, clause.giver))


def _check_owner(s: State, clause: Gift, card: Card) -> None:
    """Raises Illegal if a card is not with a Noble of the giver."""
    keeper = keeper_of(s, card)
    if keeper is None or keeper.owner != clause.giver:
        raise Illegal(_not_with(s, clause, card))


def _not_with(s: State, clause: Gift, thing: str) -> str:
    return Text("{thing} is with no Noble of {player}", thing=name_of(s, thing), player=name_of(s, clause.giver))


def _check_taker(s: State, clause: Gift, noble: NobleId) -> None:
    """Raises Illegal if a Noble is not one of the taker's."""
    if noble not in s.nobles or s.nobles[noble].owner != clause.taker:
        raise Illegal(Text("{noble} is no Noble of {player}", noble=name_of(s, noble), player=name_of(s, clause.taker)))
