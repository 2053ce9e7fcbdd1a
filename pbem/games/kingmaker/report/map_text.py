"""The map in words: Regions with their Areas and places, roads, seas; or a single place, Area, sea, Noble or Royal."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from pbem.engine.decision import Seat
from pbem.engine.game.atlas import Atlas, Leaf
from pbem.games.kingmaker.components.board import Location
from pbem.games.kingmaker.components.ids import DEAD, Area, Card, Kind, NobleId, Place, Region, RoyalId, Sea, inside, port_of
from pbem.games.kingmaker.components.nobles import area_of, at, holder_of, in_field, men_here
from pbem.games.kingmaker.components.state import State
from pbem.games.kingmaker.control import naming_card, owner
from pbem.games.kingmaker.report.card_text import card_text, doubts, royal_leaf
from pbem.games.kingmaker.report.factions import noble_view, royal_name
from pbem.games.kingmaker.report.picture import ways
from pbem.games.kingmaker.report.where import are_placed, faction, label, listed, named, spot_text
from pbem.i18n import Text

KINDS = {
    Kind.CITY: Text("City"),
    Kind.TOWN: Text("fortified town"),
    Kind.OPEN_TOWN: Text("Open Town"),
    Kind.ROYAL_CASTLE: Text("royal castle"),
    Kind.CASTLE: Text("castle"),
    Kind.UNFORTIFIED: Text("unfortified town"),
}


def places(s: State) -> Sequence[str]:
    """All names that can be looked up. An Area with the name of a place in it is left out: that place shows the Area too."""
    board = s.board
    areas = [area for area in board.region if all(label(s, each) != label(s, area) for each in board.within[area])]
    return (*board.places, *areas, *board.beside, *board.seas, *board.cards.nobles, *board.cards.royals)


def whole(s: State, _seat: Seat) -> tuple[Leaf, ...]:
    """The places by Regions, then the roads and the seas with their ports."""
    regions = tuple(Leaf(label(s, region), tuple(_region(s, region))) for region in s.board.beside)
    seas = tuple(_sea_line(s, sea) for sea in s.board.seas)
    return (*regions, Leaf(Text("Roads"), tuple(_roads(s))), Leaf(Text("Seas"), seas))


def place(s: State, _seat: Seat, asked: str) -> tuple[Leaf, ...]:
    """One place, Area, Region, sea, Noble or Royal."""
    if asked in s.board.places:
        return _place(s, Place(asked))
    if asked in s.board.region:
        return _area(s, Area(asked))
    if asked in s.board.beside:
        return (Leaf(label(s, asked), tuple(_region(s, Region(asked)))),)
    if asked in s.board.seas:
        return (Leaf(label(s, asked), (_sea_line(s, Sea(asked)), *_ships_in(s, f"sea:{asked}"))),)
    if asked in s.board.cards.royals:
        return (_royal(s, RoyalId(asked)),)
    return (_noble(s, NobleId(asked)),)


# Regions and places


def _region(s: State, region: Region) -> Iterator[str]:
    """5.2 The Areas of a Region, and the Regions to which Regional movement leads."""
    yield _next_to(s, region)
    for area, of in s.board.region.items():
        if of == region:
            yield Text("; ").join(_line(s, each) for each in s.board.within[area])


def _line(s: State, place_: Place) -> Text:
    """1.6, 1.7 A place in one line: its kind and its owner."""
    facts = s.board.places[place_]
    details = [KINDS[facts.kind], *_marks(facts), *_holder(s, place_)]
    return Text("{name} ({facts})", name=facts.name, facts=listed(details))


def _marks(facts: Location) -> Iterator[str]:
    if facts.port is not None:
        yield Text("port")
    if facts.cathedral:
        yield Text("cathedral")


def _holder(s: State, place_: Place) -> Iterator[str]:
    holder = owner(s, place_)
    if holder is not None:
        yield faction(holder)
    elif s.board.places[place_].fortified:
        yield Text("neutral")
    if place_ in s.besieged:
        yield Text("besieged by {faction}", faction=faction(s.besieged[place_]))


def _place(s: State, place_: Place) -> tuple[Leaf, ...]:
    facts = s.board.places[place_]
    lines = [_line(s, place_), _where(s, facts.area)]
    if others := [_line(s, each) for each in s.board.within[facts.area] if each != place_]:
        lines.append(Text("also in the Area: {places}", places=listed(others)))
    if facts.fortified:
        lines.append(_garrison(s, facts.kind))
    if (card := _card_of(s, place_)) is not None:
        lines.append(_card_line(s, card))
    if facts.port is not None:
        lines.append(Text("port on the {sea}", sea=label(s, facts.port)))
        lines += _ships_in(s, port_of(place_))
    if are_placed(s) and (within := at(s, inside(place_))):
        lines.append(Text("inside: {nobles}", nobles=_with_men(s, within)))
    doubt = Text("Reconstructed: the printed map may differ.")
    return Leaf(facts.name, (*lines, doubt)), *_around(s, facts.area)


def _garrison(s: State, kind: Kind) -> Text:
    """1.6 (Ruling: R2)."""
    men, room = s.board.garrison[kind], s.board.capacity[kind]
    if kind is Kind.OPEN_TOWN:
        return Text("anybody goes in while no Noble is inside; then garrison {men}; room for {room} men", men=men, room=room)
    return Text("garrison {men}; room inside for {room} men", men=men, room=room)


def _card_of(s: State, place_: Place) -> Card | None:
    """1.7, 12.4 The card that names a place."""
    return s.board.cards.own_card.get(place_) or naming_card(s, place_)


def _card_line(s: State, card: Card) -> str:
    keeper = holder_of(s, card)
    if keeper is None:
        return Text("goes with {card}", card=label(s, card))
    if keeper == NobleId(card):
        return Text("goes with {card}, in play", card=label(s, card))
    return Text("goes with {card}, which {noble} holds", card=label(s, card), noble=label(s, keeper))


def _where(s: State, area: Area) -> str:
    region = s.board.region[area]
    return Text("in the Area {area}, Region {region}", area=label(s, area), region=label(s, region))


def _area(s: State, area: Area) -> tuple[Leaf, ...]:
    lines = [_where(s, area), *(_line(s, each) for each in s.board.within[area])]
    return Leaf(label(s, area), tuple(lines)), *_around(s, area)


def _around(s: State, area: Area) -> Iterator[Leaf]:
    """Who is in the field of an Area, where its roads lead, and the Regions that Regional movement reaches (5.2)."""
    field = in_field(s, area) if are_placed(s) else []
    if field:
        yield Leaf(Text("In the field"), (_with_men(s, field),))
    roads = dict.fromkeys(
        other
        for way in ways(s.board)
        for one, other in ((way.start, way.end), (way.end, way.start))
        if s.board.places[Place(one)].area == area and s.board.places[Place(other)].area != area
    )
    lines = (Text("to {places}", places=named(s, roads)),) if roads else (Text("no road"),)
    yield Leaf(Text("Roads"), lines)
    region = s.board.region[area]
    yield Leaf(Text("Region {region}", region=label(s, region)), (_next_to(s, region),))


def _next_to(s: State, region: Region) -> str:
    """5.2 The Regions that Regional movement reaches."""
    beside = s.board.beside[region]
    return Text("next to: {regions}", regions=named(s, beside)) if beside else Text("next to no other Region by land")


def _with_men(s: State, nobles: Sequence[NobleId]) -> Text:
    """1.4 Nobles with their Factions and their men there."""
    return listed(
        Text(
            "{noble} of {faction} {men}", noble=label(s, each), faction=faction(s.nobles[each].owner), men=men_here(s, each)
        )
        for each in nobles
    )


# Roads and seas


def _roads(s: State) -> Iterator[str]:
    """5.3 The roads: from each junction and end, along the places to the next."""
    beside: dict[str, list[str]] = {}
    for way in ways(s.board):
        beside.setdefault(way.start, []).append(way.end)
        beside.setdefault(way.end, []).append(way.start)
    done: set[frozenset[str]] = set()
    for start in (each for each, ends in beside.items() if len(ends) != 2):
        for step in beside[start]:
            if frozenset((start, step)) in done:
                continue
            line = [start, step]
            done.add(frozenset(line))
            while len(beside[line[-1]]) == 2:
                line.append(next(each for each in beside[line[-1]] if each != line[-2]))
                done.add(frozenset(line[-2:]))
            yield Text(" - ").join(label(s, each) for each in line)


def _sea_line(s: State, sea: Sea) -> Text:
    """5.4 A sea Area: its neighbours and its ports."""
    ports = [place_ for place_ in s.board.ports if s.board.places[place_].port == sea]
    beside = named(s, s.board.seas[sea])
    if not ports:
        return Text("{sea}: next to {seas}", sea=label(s, sea), seas=beside)
    return Text("{sea}: next to {seas}; ports: {ports}", sea=label(s, sea), seas=beside, ports=named(s, ports))


def _ships_in(s: State, water: str) -> Iterator[str]:
    if here := [ship for ship, piece in s.ships.items() if piece.at == water]:
        yield Text("ships: {ships}", ships=named(s, here))


# People


def _royal(s: State, royal: RoyalId) -> Leaf:
    leaf, piece = royal_leaf(s, royal), s.royals[royal]
    if piece.at == DEAD:
        return leaf._replace(lines=(*leaf.lines, Text("dead")))
    where = spot_text(s, piece.at)
    if piece.noble is None:
        now = Text("{royal}: nobody's, {where}", royal=royal_name(s, royal), where=where)
    else:
        now = Text("{royal}: with {noble}, {where}", royal=royal_name(s, royal), noble=label(s, piece.noble), where=where)
    return leaf._replace(lines=(*leaf.lines, now))


def _noble(s: State, noble: NobleId) -> Leaf:
    """1.3 A Noble: his card; if in play, where he is and what he holds."""
    lines: list[str] = [card_text(s, Card(noble)), *doubts(s, noble)]
    if noble in s.captives:
        lines.append(Text("a captive of {faction}", faction=faction(s.captives[noble].captor)))
    elif noble not in s.nobles:
        lines.append(Text("not in play"))
    else:
        seen, owner_ = noble_view(s, noble), s.nobles[noble].owner
        position = Text("of {faction}, {where}; {men} men", faction=faction(owner_), where=seen.where, men=seen.men)
        lines.append(Text(", ").join([position, seen.bonus]) if seen.bonus else position)
        if seen.cards:
            lines.append(Text("holds {cards}", cards=listed(card.called for card in seen.cards)))
        if seen.royals:
            lines.append(Text("with {royals}", royals=listed(seen.royals)))
        if are_placed(s) and (area := area_of(s, noble)) is not None:
            lines.append(_where(s, area))
    return Leaf(label(s, noble), tuple(lines))


ATLAS: Atlas[State] = Atlas(places, whole, place)
