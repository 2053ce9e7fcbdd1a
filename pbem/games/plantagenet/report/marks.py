"""The public board by id: cylinders, markers, tracks. Pictures are drawn from it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from pbem.engine.decision import Seat
from pbem.games.plantagenet.components.board import ORDINARY, Locale, StrongholdKind, Vassal
from pbem.games.plantagenet.components.box import Lord, Side
from pbem.games.plantagenet.components.locales import net_strongholds
from pbem.games.plantagenet.components.state import Depletion, Phase, State, Status, mat_hidden, side_of, troops_of
from pbem.i18n import Text

TWO_MARKERS = Text("two markers")
"""y15 The text for London with a second Yorkist marker."""


@dataclass(frozen=True, slots=True)
class PlacedLord:
    """A Mustered Lord: the Locale or Sea where he is, the number of his Troops (None: hidden, 1.5.3), and his captives."""

    id: Lord
    where: str
    troops: int | None
    moved: bool
    active: bool
    captives: tuple[Lord, ...]


@dataclass(frozen=True, slots=True)
class Boxed:
    """A marker in a box of the Calendar: a Lord, with or without an Exile marker, or a Vassal, to be Paid or to come back.

    Lords and Vassals can share an id: one of the two is None.
    """

    box: int
    lord: Lord | None = None
    vassal: Vassal | None = None
    exile: bool = False
    paid: bool = False


@dataclass(frozen=True)
class Marks:
    """The board without its secrets, as one seat sees it. `influence` and `nets` are positive for Lancaster (1.4.1)."""

    scenario: str
    turn: int
    phase: Phase
    years: Mapping[int, int]
    turns: tuple[int, int]
    threshold: int | None
    influence: int
    nets: Mapping[StrongholdKind, int]
    favour: Mapping[Locale, Side]
    london_for_york: bool
    wear: Mapping[Locale, Depletion]
    havens: Mapping[Locale, Side]
    seats: tuple[Lord, ...]
    ready: tuple[Vassal, ...]
    lords: tuple[PlacedLord, ...]
    calendar: tuple[Boxed, ...]
    fighting: Locale | None
    over: bool


def marks(s: State, seat: Seat) -> Marks:
    """The board as `seat` may see it ("": an observer)."""
    return Marks(
        scenario=f"{s.sheet.code} {s.sheet.name}" if s.wars is None else f"War {s.wars.war}: {s.sheet.name}",
        turn=s.turn,
        phase=s.phase,
        years=s.sheet.years,
        turns=(s.sheet.first_turn, s.sheet.last_turn),
        threshold=s.sheet.thresholds.get(s.turn),
        influence=s.influence,
        nets={kind: net_strongholds(s, kind) for kind in ORDINARY},
        favour=dict(s.favour),
        london_for_york=s.london_for_york,
        wear=dict(s.wear),
        havens={locale: side for locale, (side, _) in s.sheet.exile_boxes.items()},
        seats=tuple(s.seats),
        ready=tuple(s.ready),
        lords=tuple(_standing(s, lord, seat) for lord in s.mats),
        calendar=tuple(_boxed(s)),
        fighting=None if s.battle is None else s.battle.place,
        over=s.result is not None,
    )


def _standing(s: State, lord: Lord, seat: Seat) -> PlacedLord:
    hidden = mat_hidden(s, lord) and side_of(s, lord) != seat
    troops = None if hidden else troops_of(s, lord)
    captives = tuple(other for other, c in s.lords.items() if c.status is Status.CAPTIVE and c.where == lord)
    return PlacedLord(lord, s.lords[lord].where, troops, s.mats[lord].moved, lord == _active(s), captives)


def _active(s: State) -> Lord | None:
    """4.2, 3.4 The Lord who carries out a Command card or Musters."""
    if s.command is not None:
        return s.command.lord
    return s.muster.lord if s.muster is not None else None


def _boxed(s: State) -> Iterator[Boxed]:
    for lord, cylinder in s.lords.items():
        if cylinder.status is Status.CALENDAR:
            yield Boxed(cylinder.box, lord, exile=cylinder.exile)
    for vassal, box in s.service.items():
        yield Boxed(box, vassal=vassal, paid=True)
    for vassal, box in s.disbanded.items():
        yield Boxed(box, vassal=vassal)
