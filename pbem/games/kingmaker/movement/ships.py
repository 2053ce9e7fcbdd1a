"""5.4, 5.9 Who is aboard ships, and who may sail them."""

from __future__ import annotations

from collections.abc import Iterable

from pbem.engine.decision import Seat
from pbem.engine.event import tell
from pbem.games.kingmaker.components.ids import NobleId, ShipId, aboard
from pbem.games.kingmaker.components.nobles import at, keeper_of, plain_men
from pbem.games.kingmaker.components.state import State


def passengers(s: State, lead: ShipId) -> list[NobleId]:
    """5.5 The Nobles aboard a group of ships, by their lead ship."""
    return sorted(at(s, aboard(lead)))


def sailing_together(s: State, lead: ShipId) -> list[ShipId]:
    """R25 The ships that carry passengers together with a lead ship; for an empty ship, itself."""
    return sorted(ship for ship, piece in s.ships.items() if ship == lead or piece.group == lead)


def capacity_of(s: State, ships: Iterable[ShipId]) -> int:
    """5.5 How many men ships can carry together."""
    return sum(s.board.cards.ships[ship].capacity for ship in ships)


def can_carry(s: State, ships: Iterable[ShipId], nobles: Iterable[NobleId]) -> bool:
    """5.5 Whether the men of Nobles, without bonuses, fit the total capacity of ships."""
    return sum(plain_men(s, noble) for noble in nobles) <= capacity_of(s, ships)


def ship_owner(s: State, ship: ShipId) -> Seat | None:
    """5.9, 12.4 The owner of a ship: by gift, else by its card."""
    if ship in s.gifts:
        return s.gifts[ship].player
    keeper = keeper_of(s, s.board.cards.ships[ship].card)
    return None if keeper is None else keeper.owner


def end_loan(s: State, ship: ShipId) -> None:
    """5.9 (l. 390) Ends the loan of a ship, if it was lent: it has reached a port, or was not used."""
    if (to := s.loans.pop(ship, None)) is not None and not s.readings.told_briefly:
        tell(s, "5.9", "loan_over", ship=ship, seat=ship_owner(s, ship), to=to)
