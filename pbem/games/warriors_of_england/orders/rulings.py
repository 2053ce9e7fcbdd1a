"""A position put right by hand: a Noble's area and Troops, control, Victory Points. The game master's means, no rule."""

from __future__ import annotations

from pbem.engine.refusal import Illegal, Misread
from pbem.engine.rules import Ruled, Rulings
from pbem.games.warriors_of_england.components.board import Area, NobleId, Side
from pbem.games.warriors_of_england.components.names import names
from pbem.games.warriors_of_england.components.state import State
from pbem.orders.words.rulings import RulingLine

FORMS = (
    ("Warwick at Kent", "a Noble on the map stands in this area"),
    ("Warwick troops 2", "so many Troops are with him"),
    ("control Kent York", 'a Region has this control marker ("control Kent none": none)'),
    ("vp York 3", "so many Victory Points a side leads with"),
)


def change(s: State, line: str) -> Ruled:
    """Do what a line says: see FORMS. Raises a BadLine; then nothing has changed. Not in the middle of a battle."""
    if s.battle is not None:
        raise Illegal("in the middle of a battle nothing can be changed by hand: take moves back instead")
    read = RulingLine(line, lambda id_: names(s, id_))
    first = read.words[0].lower() if read.words else ""
    if first == "vp" and len(read.words) == 3:
        side, number = _side(read.words[1]), read.number(read.words[2], s.board.winning)
        s.vp = number if side is Side.LANCASTER else -number
        return Ruled(f"VP {side.value.capitalize()} {number}")
    if first == "control" and len(read.words) > 2:
        return _control(s, read)
    if (found := read.around("at")) is not None:
        noble, area = _noble(s, read, found[0]), Area(read.one_of(found[1], [*s.board.areas], "area"))
        s.nobles[noble].at = area
        return Ruled(f"{read.name(noble)} at {read.name(area)}")
    if (found := read.around("troops")) is not None:
        noble = _noble(s, read, found[0])
        s.nobles[noble].troops = read.number(found[1], 99)
        return Ruled(f"{read.name(noble)} Troops {s.nobles[noble].troops}")
    raise read.nothing_to_change([form for form, _ in FORMS])


RULINGS: Rulings[State] = Rulings(change, FORMS)


def _control(s: State, read: RulingLine) -> Ruled:
    area = Area(read.one_of(" ".join(read.words[1:-1]), [*s.board.regions], "Region"))
    side = None if read.words[-1].lower() == "none" else _side(read.words[-1])
    s.control.pop(area, None)
    if side is not None:
        s.control[area] = side
    return Ruled(f"Control {read.name(area)} {'none' if side is None else side.value.capitalize()}")


def _noble(s: State, read: RulingLine, text: str) -> NobleId:
    on_map = [noble for noble, each in s.nobles.items() if each.at in s.board.areas]
    return NobleId(read.one_of(text, on_map, "Noble on the map"))


def _side(text: str) -> Side:
    found = next((side for side in Side if side.value == text.lower()), None)
    if found is None:
        raise Misread(f'"{text}" is not a side', [side.value.capitalize() for side in Side])
    return found
