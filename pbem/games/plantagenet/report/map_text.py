"""1.3 The map and the Calendar in words, as one seat sees them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from pbem.engine.decision import Seat
from pbem.engine.game.atlas import Atlas, Leaf
from pbem.games.plantagenet.components.board import Locale, StrongholdKind, Vassal, Way
from pbem.games.plantagenet.components.box import Side
from pbem.games.plantagenet.components.names import names
from pbem.games.plantagenet.components.setup import BATTLE_ONLY
from pbem.games.plantagenet.components.state import State, Status, favour_of, lord_with, lords_at
from pbem.games.plantagenet.report.marks import TWO_MARKERS
from pbem.games.plantagenet.report.view import MatLine, box_lines, has_two_markers, hidden_from, mat_line, out_lines
from pbem.i18n import Text

KINDS = {StrongholdKind.EXILE_BOX: Text("Exile box")}
PLURAL = {Way.HIGHWAY: "Highways", Way.ROAD: "Roads", Way.PATH: "Paths"}


def places(s: State) -> tuple[Locale, ...]:
    """1.3.1 All Locales; none in a Battle without a map."""
    return () if s.sheet.kind == BATTLE_ONLY else tuple(s.board.locales)


def whole(s: State, seat: Seat) -> tuple[Leaf, ...]:
    """1.3 Area by Area every Locale with its Favour and markers, who is there and where its Ways lead; the Calendar."""
    side = Side(seat)
    areas = {area: area.title() for area in s.board.areas}
    leaves = [
        *(Leaf(title, _locales(s, side, s.board.areas[area])) for area, title in areas.items()),
        Leaf(
            "Elsewhere",
            _locales(s, side, [at for at, facts in s.board.locales.items() if facts.stronghold and not facts.area]),
        ),
        Leaf(Text("Exile boxes"), _locales(s, side, [at for at, facts in s.board.locales.items() if not facts.stronghold])),
        Leaf(Text("Seas"), tuple(_sea(s, side, sea) for sea in s.board.seas)),
        Leaf(Text("Calendar"), tuple(calendar_lines(s))),
    ]
    return tuple(leaf for leaf in leaves if leaf.lines)


def _locales(s: State, side: Side, locales: Iterable[Locale]) -> tuple[str, ...]:
    return tuple(
        Text("{locale_line}. {ways_line}", locale_line=locale_line(s, side, at), ways_line=ways_line(s, at))
        for at in locales
    )


def locale_line(s: State, side: Side, at: Locale) -> str:
    """1.3.1 A Locale: its kind, its Favour, its markers, and who is there."""
    facts, favour = s.board.locales[at], favour_of(s, at)
    features = [
        KINDS.get(facts.kind, facts.kind.title()),
        "Neutral" if favour is None else _name(s, f"side_{favour}"),
        *([TWO_MARKERS] if has_two_markers(s, at) else []),
        *([s.wear[at].title()] if at in s.wear else []),
    ]
    here = [_who(mat_line(s, lord, side)) for lord in lords_at(s, at) if s.lords[lord].status is Status.MAP]
    # A Special Stronghold has the name of its kind.
    words = Text(", ").join(word for word in features if word != facts.name)
    return Text("{facts}: {words}", facts=facts.name, words=words) + (
        Text("; here: {here}", here=Text(", ").join(here)) if here else ""
    )


def _who(mat: MatLine) -> str:
    return Text(
        "{mat} ({side}{moved_or})",
        mat=mat.name.upper(),
        side=mat.side.title(),
        moved_or=Text(", moved or fought") if mat.moved else "",
    )


def ways_line(s: State, at: Locale) -> str:
    """1.3.1 Where the Ways of a Locale lead, by type, and the Sea of its Port or arrow."""
    leading: dict[Way, list[str]] = {}
    for near, way in s.board.adjacent[at].items():
        leading.setdefault(way, []).append(
            _name(s, near) + ("" if near in s.board.ways[at] else Text(" (no March from here)"))
        )
    lines = [
        Text("{plural} to {leading}", plural=PLURAL[way], leading=Text(", ").join(leading[way]))
        for way in Way
        if way in leading
    ]
    sea = s.board.locales[at].sea
    if sea is not None:
        lines.append(
            Text(
                "{port_on} the {sea}",
                port_on=Text("Port on") if s.board.locales[at].port else Text("Opens on"),
                sea=_name(s, sea),
            )
        )
    return Text("; ").join(lines)


def _sea(s: State, side: Side, sea: str) -> str:
    facts = next(facts for facts in s.board.seas.values() if facts.id == sea)
    ports = ", ".join(_name(s, at) for at in [*facts.ports, *facts.exile_boxes])
    here = [_who(mat_line(s, lord, side)) for lord in lords_at(s, sea) if s.lords[lord].status is Status.SEA]
    near = (
        Text("; next to it the {adjacent}", adjacent=", the ".join(_name(s, other) for other in facts.adjacent))
        if facts.adjacent
        else ""
    )
    return Text("{facts}: {ports}{near}", facts=facts.name, ports=ports, near=near) + (
        Text("; here: {here}", here=Text(", ").join(here)) if here else ""
    )


def calendar_lines(s: State) -> list[str]:
    """1.3.2 The boxes of the Calendar that are not empty, the current one marked; then the Lords out of the game."""
    lines: list[str] = [
        Text(
            "{beyond}{now}: {what}",
            beyond="beyond 15" if box.number > max(s.board.calendar) else Text("box {number}", number=box.number),
            now=" (now)" if box.now else "",
            what=Text(", ").join((*box.lords, *box.vassals)) or Text("empty"),
        )
        for box in box_lines(s)
    ]
    out = out_lines(s)
    return lines + ([Text("out of the game or captive: {out}", out=Text(", ").join(out))] if out else [])


# One Locale


def place(s: State, seat: Seat, chosen: str) -> tuple[Leaf, ...]:
    """1.3.1 A Locale with everything known about it, and its neighbours."""
    side, at = Side(seat), Locale(chosen)
    facts = s.board.locales[at]
    lords = [mat_line(s, lord, side) for lord in lords_at(s, at) if s.lords[lord].status is Status.MAP]
    about = [locale_line(s, side, at), *_facts(s, side, at), *(line for mat in lords for line in _mat(mat))]
    neighbours = tuple(
        Text(
            "{way}: {locale_line}{no_march}",
            way=way.title(),
            locale_line=locale_line(s, side, near),
            no_march="" if near in s.board.ways[at] else Text(" (no March from here)"),
        )
        for near, way in sorted(s.board.adjacent[at].items(), key=lambda link: list(Way).index(link[1]))
    )
    leaves = (Leaf(facts.name, tuple(about)), Leaf("Neighbours", neighbours))
    return tuple(leaf for leaf in leaves if leaf.lines)


def _facts(s: State, side: Side, at: Locale) -> list[str]:
    facts = s.board.locales[at]
    lines: list[str] = []
    if facts.stronghold:
        row = s.board.row(at)
        levy = Text(", ").join(
            (Text("{number} {unit}", number=number, unit=_name(s, unit)) for unit, number in row.levy_troops.items())
        )
        lines.append(
            Text(
                "As printed: Levy Troops {levy}; Supply {supply}; Tax {tax}",
                levy=levy or "none",
                supply=row.supply,
                tax=row.tax,
            )
        )
        lines += [Text("Area: {area}", area=facts.area.title())] if facts.area else []
    if facts.sea is not None:
        lines.append(
            Text("{port_on} the {sea}", port_on=Text("Port on") if facts.port else Text("Opens on"), sea=_name(s, facts.sea))
        )
    return lines + [
        Text(
            "Seat of Vassal {vassal}, who is {whereabouts}",
            vassal=_name(s, vassal),
            whereabouts=_whereabouts(s, side, vassal),
        )
        for vassal in facts.vassal_seats
    ]


def _whereabouts(s: State, side: Side, vassal: Vassal) -> str:
    """1.5.3 Where a Vassal is; with whom he is Mustered is hidden if that Lord's mat is."""
    if vassal in s.ready:
        return "there"
    lord = lord_with(s, vassal)
    if lord is not None:
        return "Mustered" if hidden_from(s, lord, side) else Text("Mustered with {lord}", lord=_name(s, lord))
    return (
        Text("in box {disbanded} of the Calendar", disbanded=s.disbanded[vassal])
        if vassal in s.disbanded
        else Text("out of play")
    )


def _mat(mat: MatLine) -> Sequence[str]:
    if mat.hidden:
        return (Text("{mat}: {ratings}; his mat is hidden", mat=mat.name.upper(), ratings=mat.ratings),)
    units = Text(", ").join(_unit(line.name, line.unrouted, line.routed) for line in mat.units)
    assets = Text(", ").join((Text("{name} {number}", name=name, number=number) for name, number in mat.assets)) or Text(
        "no Assets"
    )
    cards = Text(", ").join(Text("{card} ({id})", card=card.title, id=card.id) for card in mat.capabilities)
    return (
        Text(
            "{mat}: {ratings}; {units}; {assets}{more}",
            mat=mat.name.upper(),
            ratings=mat.ratings,
            units=units,
            assets=assets,
            more=Text("; {cards}", cards=cards) if cards else "",
        ),
    )


def _unit(name: str, unrouted: int, routed: int) -> str:
    standing = name + (Text(" {unrouted}", unrouted=unrouted) if unrouted > 1 else "")
    return standing + (Text(" ({routed} Routed)", routed=routed) if routed else "")


def _name(s: State, option: str) -> str:
    return names(s, option)[0]


ATLAS = Atlas(places, whole, place)
