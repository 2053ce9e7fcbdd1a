"""Who gets which seat of a game whose players are asked first.

Seats kept for somebody are theirs until they decline; the others go to those who have accepted, in the order in which they
did: as they wish, or by a lot that the game's key draws, which is fixed before anybody has answered.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from pbem.engine.decision import Seat
from pbem.engine.dice import Fate, RollId
from pbem.moderator.desk.desk import Desk
from pbem.moderator.desk.scenario_files import load_setup
from pbem.store.tables import GatheringRow, GuestRow

LOT = RollId("opening", "seats", "", 1)
"""What the lot of seats is bound to, as a roll of the game is."""


def seats_of(desk: Desk, row: GatheringRow) -> Sequence[Seat]:
    """The seats of the game to come. Raises NoScenario where its file is gone."""
    rules = desk.games[row.rules]
    return rules.seats(load_setup(rules, row.scenario, desk.scenarios, row.options))


def key_of(row: GatheringRow) -> Fate:
    """What the game's dice, and the lot, will follow from."""
    return Fate(bytes.fromhex(row.key))


@dataclass(frozen=True)
class Seating:
    """How things stand: the `seats` of the game to come, and its `guests` in the order they were asked."""

    row: GatheringRow
    seats: Sequence[Seat]
    guests: Sequence[GuestRow]

    @property
    def accepted(self) -> list[GuestRow]:
        """Those who will play, or wait, in the order in which they have accepted."""
        will = (guest for guest in self.guests if guest.status == "accepted")
        return sorted(will, key=lambda guest: (guest.since, guest.id))

    @property
    def kept(self) -> dict[Seat, GuestRow]:
        """The seats that are kept, and for whom."""
        return {guest.seat: guest for guest in self.guests if guest.seat and guest.status in ("invited", "accepted")}

    @property
    def free(self) -> list[Seat]:
        """The seats that are kept for nobody."""
        return [seat for seat in self.seats if seat not in self.kept]

    @property
    def takers(self) -> list[GuestRow]:
        """Those who have accepted and will have one of the free seats."""
        return [guest for guest in self.accepted if not guest.seat][: len(self.free)]

    @property
    def waiting(self) -> list[GuestRow]:
        """Those who have accepted and will play only if somebody else does not."""
        playing = self.takers
        return [guest for guest in self.accepted if not guest.seat and guest not in playing]

    @property
    def missing(self) -> int:
        """How many players must still accept before the game begins."""
        to_come = sum(guest.status != "accepted" for guest in self.kept.values())
        return to_come + len(self.free) - len(self.takers)

    def players(self) -> dict[Seat, GuestRow]:
        """Who plays what, once nobody is missing."""
        found = self.kept | self._given()
        return {seat: found[seat] for seat in self.seats}

    def _given(self) -> dict[Seat, GuestRow]:
        """The free seats, by lot or as their takers wish."""
        if self.row.by_lot:
            return dict(zip(key_of(self.row).order(LOT, tuple(self.free)), self.takers, strict=True))
        wished = {guest.wish: guest for guest in reversed(self.takers) if guest.wish in self.free}
        content = [guest.id for guest in wished.values()]
        others = (guest for guest in self.takers if guest.id not in content)
        left = (seat for seat in self.free if seat not in wished)
        return wished | dict(zip(left, others, strict=True))
