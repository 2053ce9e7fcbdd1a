"""11 The End of Turn phase: claim, cards drawn, Nobles who step outside, the discard, and the change of turn."""

from __future__ import annotations

from collections.abc import Sequence

from pbem.engine.decision import Seat
from pbem.engine.event import tell
from pbem.engine.refusal import Illegal
from pbem.games.kingmaker.components.draws import Draws, draw_to_hand
from pbem.games.kingmaker.components.ids import Card, NobleId, Phase, harbour, place_in
from pbem.games.kingmaker.components.names import name_of, names_of
from pbem.games.kingmaker.components.nobles import is_besieged, step_outside
from pbem.games.kingmaker.components.state import Claim, Stamps, State
from pbem.games.kingmaker.forces import end_forces
from pbem.games.kingmaker.housekeeping import settle
from pbem.games.kingmaker.movement.ships import end_loan
from pbem.games.kingmaker.prestige import may_claim
from pbem.games.kingmaker.victory import events_a_turn, time_out, win_by_claim
from pbem.i18n import Text

CARDS = 2


def claim(s: State) -> None:
    """11.1, 13.3 The active player takes the Prestige Victory card, before drawing. Raises Illegal."""
    if s.phase is not Phase.END or not may_claim(s, s.active):
        raise Illegal(Text("you cannot claim the Prestige Victory card"))
    s.claim = Claim(s.active, s.round)
    tell(s, "13.3", "claimed", seat=s.active)
    settle(s)


async def draw_two(s: State, draws: Draws) -> list[Card]:
    """11.2 The active player draws two Crown cards, or as many as there are."""
    if s.phase is not Phase.END:
        raise Illegal(Text("cards are drawn once, at the start of the End of Turn"))
    drawn = await draw_to_hand(s, draws, s.active, CARDS, "11.2", "draws")
    s.phase = Phase.POLITICS if len(drawn) == CARDS else Phase.NO_DISCARD
    settle(s)
    return drawn


def step_out(s: State, nobles: Sequence[NobleId]) -> None:
    """11.3 After the draw, own Nobles step from fortified places into the open field, with their Royals. Raises Illegal."""
    if s.phase not in (Phase.POLITICS, Phase.NO_DISCARD):
        raise Illegal(Text("Nobles step outside in the End of Turn phase, after cards have been drawn"))
    for noble in nobles:
        unit = s.nobles.get(noble)
        if unit is None or unit.owner != s.active or place_in(unit.at) is None:
            raise Illegal(Text("{noble} is not one of your Nobles inside a place", noble=name_of(s, noble)))
        if is_besieged(s, unit.at):
            raise Illegal(Text("{noble} is besieged", noble=name_of(s, noble)))
    for noble in nobles:
        step_outside(s, noble)
    tell(s, "11.3", "stepped_out", nobles=list(nobles))
    settle(s)


def end_turn(s: State, discard: Card | None = None) -> None:
    """11.5, 13.3 Discards one card if two were drawn, and ends the turn. Raises Illegal."""
    _check_over(s)
    hand = s.players[s.active].hand
    if s.phase is Phase.POLITICS:
        if discard not in hand:
            raise Illegal(Text("discard one card of your hand"))
        hand.remove(discard)
        s.crown_discard.append(discard)
        tell(s, "11.5", "discarded", seat=s.active, card=discard)
    elif discard is not None:
        raise Illegal(Text("you drew fewer than two cards and discard none"))
    win_by_claim(s)
    if s.result is None and is_last_turn(s):
        time_out(s)
    elif s.result is None:
        _next_turn(s)
    settle(s)


def is_last_turn(s: State) -> bool:
    """2.8 (l. 292) Whether it is the last turn of the round in which the time limit ends (Ruling: R42: counted in
    rounds).
    """
    return s.rounds is not None and s.round >= s.rounds and next_seat(s) == s.first


def next_seat(s: State) -> Seat:
    """3 The next player clockwise."""
    return s.seats[(s.seats.index(s.active) + 1) % len(s.seats)]


def _check_over(s: State) -> None:
    """11, 10.6, 9.2 Raises Illegal if something must be done before the turn ends (Ruling: R75 captives too)."""
    if s.phase not in (Phase.POLITICS, Phase.NO_DISCARD):
        raise Illegal(Text("the turn ends after cards have been drawn"))
    if s.both.get(s.active, s.turn) < s.turn:
        raise Illegal(Text("you hold Royals of both houses: execute those of one, or hand them over"))
    if s.both_allied.get(s.active, s.turn) < s.turn:
        raise Illegal(Text("your Alliance has Royals of both houses: execute, hand over, or leave it"))
    if s.captives:
        raise Illegal(Text("captives are ransomed or executed first: {nobles}", nobles=names_of(s, s.captives)))


def _next_turn(s: State) -> None:
    """3 The next player's turn begins; the round ends with the last seat's."""
    _move_stamps(s)
    _lapse_loans(s)
    s.active = next_seat(s)
    s.turn += 1
    s.declined = []
    if s.active == s.first:
        s.round += 1
        s.stamps = Stamps()
    s.phase, s.events_left = Phase.EVENT, events_a_turn(s)
    if s.active == s.first:
        end_forces(s)


def _move_stamps(s: State) -> None:
    """R53 Turns the record of this turn's moves and attacks into that of earlier turns in the round."""
    now = s.stamps
    moved = dict.fromkeys([*now.earlier_moved, *now.moved, *now.freed])
    attacked = dict.fromkeys([*now.earlier_attacked, *now.attacked])
    s.stamps = Stamps(
        earlier_moved=list(moved),
        earlier_attacked=list(attacked),
        cards_moved=now.cards_moved,
        cards_attacked=now.cards_attacked,
    )


def _lapse_loans(s: State) -> None:
    """5.9 A loan not used by the end of the borrower's turn ends, if the ship is in port (Ruling: R63; K38)."""
    lapsed = [ship for ship, seat in s.loans.items() if seat == s.active and harbour(s.ships[ship].at) is not None]
    for ship in lapsed:
        end_loan(s, ship)
