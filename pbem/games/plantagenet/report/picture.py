"""1.3 The board for a picture, from the Marks that a seat may see and the printed facts."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from pbem.engine.decision import Seat
from pbem.engine.event import Event
from pbem.engine.game.picture import (
    Going,
    Haven,
    MapPlace,
    MapWay,
    Note,
    Party,
    Period,
    Picture,
    Piece,
    PlaceShape,
    Ring,
    SignNames,
    Stander,
    Stroke,
    Track,
    Water,
    Worn,
    Year,
)
from pbem.games.plantagenet.components.board import LAST_BOX, LONDON, LocaleFacts, StrongholdKind
from pbem.games.plantagenet.components.board import Way as WayType
from pbem.games.plantagenet.components.box import Box, Rank, Side
from pbem.games.plantagenet.components.influence import MAX_INFLUENCE
from pbem.games.plantagenet.components.setup import BATTLE_ONLY
from pbem.games.plantagenet.components.state import Depletion, State
from pbem.games.plantagenet.report.marks import TWO_MARKERS, Boxed, Marks, PlacedLord, marks
from pbem.games.plantagenet.report.movements import arrows, battles, newest_campaign, scenes, this_war
from pbem.i18n import Text

PARTIES = (Party(Side.YORK, "York", "Y"), Party(Side.LANCASTER, "Lancaster", "L"))
SHAPES = {
    StrongholdKind.CITY: PlaceShape.CITY,
    StrongholdKind.TOWN: PlaceShape.TOWN,
    StrongholdKind.FORTRESS: PlaceShape.FORTRESS,
    StrongholdKind.LONDON: PlaceShape.CROWNED,
    StrongholdKind.CALAIS: PlaceShape.CROWNED,
    StrongholdKind.HARLECH: PlaceShape.CROWNED,
}
STROKES = {WayType.HIGHWAY: Stroke.BROAD, WayType.ROAD: Stroke.PLAIN, WayType.PATH: Stroke.DASHED}
RINGS = {Rank.MARSHAL: Ring.GOLD, Rank.LIEUTENANT: Ring.SILVER, Rank.NONE: Ring.NONE}
WORN = {Depletion.DEPLETED: Worn.HALF, Depletion.EXHAUSTED: Worn.WHOLE}
NETS = {StrongholdKind.CITY: "Cities", StrongholdKind.TOWN: "Towns", StrongholdKind.FORTRESS: "Fortresses"}
A_YEAR = 5
MONTH = 3
"""The number of letters for a month's name."""
WORDS = SignNames(
    shapes=(
        (PlaceShape.CITY, "City"),
        (PlaceShape.TOWN, "Town"),
        (PlaceShape.FORTRESS, "Fortress"),
        (PlaceShape.CROWNED, Text("Special Stronghold")),
    ),
    strokes=((Stroke.BROAD, "Highway"), (Stroke.PLAIN, "Road"), (Stroke.DASHED, "Path")),
    rings=((Ring.GOLD, "Marshal"), (Ring.SILVER, "Lieutenant")),
    wears=((Worn.HALF, "Depleted"), (Worn.WHOLE, "Exhausted")),
    goings=((Going.LAND, "March"), (Going.SEA, "Sail"), (Going.FLIGHT, "Flight")),
    piece=Text("Lord with his Troops"),
    home=Text("Seat of a Lord"),
    waiting=Text("Vassal ready"),
    moved=Text("moved or fought"),
    active=Text("acting now"),
    battle="Battle",
    port="Port",
    goal=Text("Victory threshold"),
)


def picture(s: State, seat: Seat, events: Sequence[Event]) -> Picture | None:
    """1.3 What `seat` ("": an observer) may see, with the movements in `events`. None for a Battle without a map."""
    return None if s.sheet.kind == BATTLE_ONLY else board_picture(marks(s, seat), s.box, events)


def board_picture(m: Marks, box: Box, events: Sequence[Event]) -> Picture:
    """1.3 The picture of these Marks on the printed board."""
    events = this_war(events)
    campaign = newest_campaign(events)
    fought = battles(campaign) | ({m.fighting} if m.fighting else set())
    facts = box.board.locales.values()
    return Picture(
        title=f"Plantagenet {m.scenario}",
        subtitle=_subtitle(m, box),
        parties=PARTIES,
        corners=box.chart.corners,
        coasts=box.chart.coasts,
        waters=tuple(Water(sea.id, sea.name, box.chart.spots[sea.id]) for sea in box.board.seas.values()),
        places=tuple(_place(m, box, at, at.id in fought) for at in facts if at.stronghold),
        havens=tuple(_haven(m, box, at) for at in facts if not at.stronghold),
        ways=tuple(_ways(box)),
        pieces=tuple(_piece(box, lord) for lord in m.lords),
        arrows=arrows(campaign, box.lords),
        tracks=tuple(_tracks(m, box)),
        years=tuple(_years(m, box)),
        words=WORDS,
        scenes=scenes(events),
    )


def _subtitle(m: Marks, box: Box) -> str:
    printed = box.board.calendar.get(m.turn)
    if m.over or printed is None:
        return Text("the game is over")
    date = f"{_months(printed.months)} {m.years.get(m.turn, '')}".rstrip()
    return f"Turn {m.turn}, {m.phase.title()} ({date})"


def _months(months: Sequence[str]) -> str:
    ends = [month[:MONTH] for month in (months[0], months[-1])]
    return f"{ends[0]}-{ends[1]}"


# The map


def _place(m: Marks, box: Box, facts: LocaleFacts, fought: bool) -> MapPlace:
    """1.3.1 A Stronghold with its markers, Seats and Ready Vassals."""
    homes = [lord for lord in m.seats if box.lords[lord].seat == facts.id]
    waiting = [vassal for vassal in m.ready if box.vassals[vassal].seat == facts.id]
    return MapPlace(
        id=facts.id,
        name=facts.name,
        at=box.chart.spots[facts.id],
        shape=SHAPES[facts.kind],
        side=m.favour.get(facts.id, ""),
        worn=_worn(m, facts),
        port=facts.port,
        homes=tuple(dict.fromkeys(Note(box.lords[lord].name, box.lords[lord].side) for lord in homes)),
        waiting=tuple(Note(box.vassals[vassal].name) for vassal in waiting),
        notes=(Note(TWO_MARKERS, Side.YORK),) if m.london_for_york and facts.id == LONDON else (),
        battle=fought,
    )


def _worn(m: Marks, facts: LocaleFacts) -> Worn:
    return WORN[m.wear[facts.id]] if facts.id in m.wear else Worn.NONE


def _haven(m: Marks, box: Box, facts: LocaleFacts) -> Haven:
    side = m.havens.get(facts.id, "")
    note = Text("Exile box") if side else "closed"
    return Haven(facts.id, facts.name, box.chart.spots[facts.id], side, note, _worn(m, facts))


def _ways(box: Box) -> Iterator[MapWay]:
    """1.3.1 Every Way once; from Scotland they lead out only."""
    for start, ends in box.board.ways.items():
        for end, kind in ends.items():
            back = start in box.board.ways[end]
            if not back or start < end:
                yield MapWay(start, end, STROKES[kind], box.chart.bends.get((start, end), ()), one_way=not back)


def _piece(box: Box, lord: PlacedLord) -> Piece:
    """1.5 A Lord, with his captives."""
    card = box.lords[lord.id]
    strength = "?" if lord.troops is None else str(lord.troops)
    captives = "".join(f" + {box.lords[captive].name}" for captive in lord.captives)
    return Piece(
        lord.id, f"{card.name}{captives}", card.side, lord.where, strength, RINGS[card.rank], lord.moved, lord.active
    )


# Tracks and Calendar


def _tracks(m: Marks, box: Box) -> Iterator[Track]:
    """1.3.1, 1.4.1 Influence, and net Strongholds by their kind."""
    yield Track("Influence", m.influence, MAX_INFLUENCE, m.threshold)
    for kind, name in NETS.items():
        yield Track(name, m.nets[kind], sum(facts.kind is kind for facts in box.board.locales.values()))


def _years(m: Marks, box: Box) -> Iterator[Year]:
    """1.3.2 The Calendar by years: those of the scenario, and others that are not empty; what is beyond its ends comes
    last.
    """
    used = set(range(m.turns[0], m.turns[1] + 1)) | {each.box for each in m.calendar} | {m.turn}
    for first in range(1, LAST_BOX + 1, A_YEAR):
        numbers = range(first, first + A_YEAR)
        if used & set(numbers):
            name = str(next((m.years[number] for number in numbers if number in m.years), ""))
            yield Year(name, tuple(_period(m, box, number) for number in numbers))
    before = [_stander(box, each) for each in m.calendar if each.box < 1]
    beyond = [_stander(box, each) for each in m.calendar if each.box > LAST_BOX]
    ends = [("before 1", before), (f"beyond {LAST_BOX}", beyond)]
    if before or beyond:
        yield Year("", tuple(Period(label, "", standers=tuple(there)) for label, there in ends if there))


def _period(m: Marks, box: Box, number: int) -> Period:
    facts = box.board.calendar[number]
    printed = ", ".join(word for word, flag in (("Grow", facts.grow), ("Waste", facts.waste)) if flag)
    return Period(
        label=str(number),
        months=_months(facts.months),
        printed=printed,
        now=number == m.turn,
        played=m.turns[0] <= number <= m.turns[1],
        standers=tuple(_stander(box, each) for each in m.calendar if each.box == number),
    )


def _stander(box: Box, each: Boxed) -> Stander:
    if each.lord is not None:
        card = box.lords[each.lord]
        return Stander(card.name, card.side, "Exile" if each.exile else "")
    assert each.vassal is not None
    return Stander(box.vassals[each.vassal].name, "", "Pay" if each.paid else "back")
