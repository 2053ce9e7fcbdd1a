"""Corrections of a position by the game master: positions and owners of Nobles, markers, tracks. Not part of the rules."""

from __future__ import annotations

from pbem.engine.game.acts import Ruled, Rulings
from pbem.engine.refusal import Illegal
from pbem.games.warriors_of_england.components.board import HENRY_VI, Area, NobleId, Side
from pbem.games.warriors_of_england.components.names import names
from pbem.games.warriors_of_england.components.nobles import room
from pbem.games.warriors_of_england.components.state import CUP, OUT, TOWER, Noble, Shown, State, covert
from pbem.orders.words.rulings import RulingLine, side_named

FORMS = (
    (
        "Warwick at Wales",
        'a Noble stands in this area, or is in the Tower, the cup, "Covert Box of York", "out of the game"',
    ),
    ("Warwick at Wales for York", "the same, and this side controls him"),
    ("Warwick for York", "this side controls a Noble on the map"),
    ("Warwick troops 2", "this number of Troops is with him"),
    ("Warwick reverse", 'this side of his counter is up ("Warwick face": the other)'),
    ("Warwick disgraced", 'he is disgraced ("Warwick not disgraced": he is not)'),
    ("control Wales York", 'a Region has this control marker ("control Wales none": none)'),
    ("aggressor Wales York", 'a Region has this Aggressor marker ("aggressor Wales none": none)'),
    ("impulses York 2", "a side has this number of impulses left"),
    ("vp York 3", "the Victory Points that a side leads by"),
)
MAX_IMPULSES = 7
OFF_MAP = (TOWER, CUP, OUT, *map(covert, Side))
OWNERS = {covert(side): side for side in Side}


def change(s: State, line: str) -> Ruled:
    """Carries out a correction: see FORMS. Raises a BadLine, also in the middle of a battle."""
    if s.battle is not None:
        raise Illegal("in the middle of a battle nothing can be changed by hand: take moves back instead")
    read = RulingLine(line, lambda id_: names(s, id_))
    first = read.words[0].lower() if read.words else ""
    if first in ("control", "aggressor") and len(read.words) > 2:
        return _marker(s, read, first)
    if first in ("vp", "impulses") and len(read.words) == 3:
        return _track(s, read, first)
    return _noble_line(s, read)


RULINGS: Rulings[State] = Rulings(change, FORMS)


# Markers


def _track(s: State, read: RulingLine, what: str) -> Ruled:
    side = side_named(read.words[1], Side)
    number = read.number(read.words[2], s.board.winning if what == "vp" else MAX_IMPULSES)
    if what == "vp":
        s.vp = number if side is Side.LANCASTER else -number
        return Ruled(f"VP {side.value.capitalize()} {number}")
    s.impulses[side] = number
    return Ruled(f"Impulses {side.value.capitalize()} {number}")


def _marker(s: State, read: RulingLine, what: str) -> Ruled:
    area = Area(read.one_of(" ".join(read.words[1:-1]), [*s.board.regions], "Region"))
    side = None if read.words[-1].lower() == "none" else side_named(read.words[-1], Side)
    markers = s.control if what == "control" else s.aggressor
    markers.pop(area, None)
    if side is not None:
        markers[area] = side
    return Ruled(f"{what.capitalize()} {read.name(area)} {'none' if side is None else side.value.capitalize()}")


# Nobles


def _noble_line(s: State, read: RulingLine) -> Ruled:
    if (parts := read.around("at")) is not None:
        return _place(s, read, *parts)
    if (parts := read.around("for")) is not None:
        noble, side = _noble(s, read, parts[0]), side_named(parts[1], Side)
        s.nobles[noble].by = side
        return Ruled(f"{read.name(noble)} for {side.value.capitalize()}")
    if (parts := read.around("troops")) is not None:
        noble = _noble(s, read, parts[0])
        s.nobles[noble].troops = read.number(parts[1], room(s, noble) + s.nobles[noble].troops)
        return Ruled(f"{read.name(noble)} Troops {s.nobles[noble].troops}")
    for word in Shown:
        if (who := read.ending(word.value)) != "":
            return _turn(s, read, NobleId(read.one_of(who, list(s.nobles), "Noble")), word)
    if (who := read.ending("not", "disgraced") or read.ending("disgraced")) != "":
        noble = _noble(s, read, who)
        s.nobles[noble].disgraced = read.words[-2].lower() != "not"
        return Ruled(f"{read.name(noble)} {'' if s.nobles[noble].disgraced else 'not '}disgraced")
    raise read.not_understood(FORMS)


def _turn(s: State, read: RulingLine, noble: NobleId, up: Shown) -> Ruled:
    s.nobles[noble].shown = up
    s.nobles[noble].troops += min(0, room(s, noble))
    return Ruled(f"{read.name(noble)} {up.value}")


def _place(s: State, read: RulingLine, who: str, where: str) -> Ruled:
    noble = NobleId(read.one_of(who, list(s.nobles), "Noble"))
    place, _, whose = where.partition(" for ")
    area = Area(read.one_of(place, [*s.board.areas, *OFF_MAP], "area"))
    each = s.nobles[noble]
    if area in OFF_MAP:
        s.nobles[noble] = _off_map(noble, each, area)
        return Ruled(f"{read.name(noble)} at {read.name(area)}")
    by = side_named(whose, Side) if whose else each.by
    if by is None:
        nearest = [f"{read.name(noble)} at {read.name(area)} for {side.value.capitalize()}" for side in Side]
        raise Illegal(f"{read.name(noble)} is nobody's now: say whose he is", nearest)
    each.at, each.by = area, by
    return Ruled(f"{read.name(noble)} at {read.name(area)}{f' for {by.value.capitalize()}' if whose else ''}")


def _off_map(noble: NobleId, each: Noble, box: Area) -> Noble:
    """A Noble in a box: without Troops. 10.0 In the OUT box he has been flipped, in the cup he has not."""
    shown = each.shown
    if box == CUP:
        shown = Shown.FACE
    elif box == OUT and noble != HENRY_VI:
        shown = Shown.REVERSE
    return Noble(box, shown, OWNERS.get(box))


def _noble(s: State, read: RulingLine, text: str) -> NobleId:
    on_map = [noble for noble, each in s.nobles.items() if each.at in s.board.areas]
    return NobleId(read.one_of(text, on_map, "Noble on the map"))
