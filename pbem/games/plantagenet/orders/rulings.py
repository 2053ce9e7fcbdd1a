"""A position put right by hand: a Lord's place, Assets and Troops on his mat, markers. The game master's means, no rule."""

from __future__ import annotations

from pbem.engine.refusal import Illegal, Misread
from pbem.engine.rules import Ruled, Rulings
from pbem.games.plantagenet.components.board import LAST_BOX, Locale, Unit
from pbem.games.plantagenet.components.box import ASSETS, Asset, Lord, Side
from pbem.games.plantagenet.components.influence import MOST
from pbem.games.plantagenet.components.names import names
from pbem.games.plantagenet.components.setup import BATTLE_ONLY
from pbem.games.plantagenet.components.state import Cylinder, Depletion, State, Status, mat_hidden, side_of
from pbem.orders.words.rulings import RulingLine

FORMS = (
    ("Norfolk at Ely", "a Lord on the map or at Sea stands at this Locale or Sea"),
    ("Norfolk calendar 7", "a Lord on the Calendar is in this box"),
    ("Norfolk provender 3", "so much is on his mat: provender, coin, carts, ships, or Troops such as militia"),
    ("Norfolk valour 1", "so many Valour markers are on his mat"),
    ("Norfolk moved", 'his mat has the Moved-Fought marker ("Norfolk not moved": it has none)'),
    ("favour Ely York", 'a Stronghold has this Favour marker ("favour Ely none": none)'),
    ("Ely depleted", 'a Locale is Depleted ("Ely exhausted": Exhausted, "Ely restored": neither)'),
    ("influence York 12", "the Influence marker lies so far on a side's half of the track"),
)
WEAR = {"depleted": Depletion.DEPLETED, "exhausted": Depletion.EXHAUSTED, "restored": None}
MOST_PIECES = 99


def change(s: State, line: str) -> Ruled:
    """Do what a line says: see FORMS. Raises a BadLine; then nothing has changed.

    In an Approach and in a Battle nothing can be changed: who fights there is known to the rules that are under way.
    """
    if s.battle is not None or s.approach is not None or s.sheet.kind == BATTLE_ONLY:
        raise Illegal("in the middle of an Approach or a Battle nothing can be changed by hand: take moves back instead")
    read = RulingLine(line, lambda id_: names(s, id_))
    first, last = (read.words[0].lower(), read.words[-1].lower()) if read.words else ("", "")
    if first == "influence":
        return _influence(s, read)
    if first in ("favour", "favor"):
        return _favour(s, read)
    if last in WEAR:
        return _wear(s, read, last)
    if last == "moved":
        return _moved(s, read)
    return _lord(s, read)


RULINGS: Rulings[State] = Rulings(change, FORMS)


def _influence(s: State, read: RulingLine) -> Ruled:
    if len(read.words) != 3:
        raise Misread("write a side and a number", ["influence York 12"])
    side, number = _side(read.words[1]), read.number(read.words[2], MOST)
    s.influence = number if side is Side.LANCASTER else -number
    return Ruled(f"Influence {side.value.capitalize()} {number}")


def _favour(s: State, read: RulingLine) -> Ruled:
    if len(read.words) < 3:
        raise Misread("write a Stronghold and a side or none", ["favour Ely York"])
    locale = _locale(s, read, " ".join(read.words[1:-1]))
    side = None if read.words[-1].lower() == "none" else _side(read.words[-1])
    s.favour.pop(locale, None)
    if side is not None:
        s.favour[locale] = side
    return Ruled(f"Favour {read.name(locale)} {'none' if side is None else side.value.capitalize()}")


def _wear(s: State, read: RulingLine, word: str) -> Ruled:
    locale, worn = _locale(s, read, " ".join(read.words[:-1])), WEAR[word]
    s.wear.pop(locale, None)
    if worn is not None:
        s.wear[locale] = worn
    return Ruled(f"{read.name(locale)} {word}")


def _moved(s: State, read: RulingLine) -> Ruled:
    not_ = read.words[-2:-1] == ["not"]
    lord = _mustered(s, read, " ".join(read.words[: -2 if not_ else -1]))
    s.mats[lord].moved = not not_
    return _of_mat(s, lord, f"{read.name(lord)} {'not ' if not_ else ''}moved")


def _lord(s: State, read: RulingLine) -> Ruled:
    if (found := read.around("at")) is not None:
        return _place(s, read, *found)
    if (found := read.around("calendar")) is not None:
        return _calendar(s, read, *found)
    if len(read.words) < 3 or not read.words[-1].isdecimal():
        raise read.nothing_to_change([form for form, _ in FORMS])
    return _pieces(s, read, read.words[-2], read.number(read.words[-1], MOST_PIECES))


def _place(s: State, read: RulingLine, who: str, where: str) -> Ruled:
    lord = _mustered(s, read, who)
    place = read.one_of(where, [*s.board.locales, *s.board.seas], "place")
    s.lords[lord] = Cylinder(Status.SEA if place in s.board.seas else Status.MAP, place)
    return Ruled(f"{read.name(lord)} at {read.name(place)}")


def _calendar(s: State, read: RulingLine, who: str, box: str) -> Ruled:
    there = [lord for lord, cylinder in s.lords.items() if cylinder.status is Status.CALENDAR]
    lord = Lord(read.one_of(who, there, "Lord on the Calendar"))
    s.lords[lord].box = read.number(box, LAST_BOX)
    return Ruled(f"{read.name(lord)} Calendar {s.lords[lord].box}")


def _pieces(s: State, read: RulingLine, what: str, number: int) -> Ruled:
    lord = _mustered(s, read, " ".join(read.words[:-2]))
    mat, troops = s.mats[lord], [unit for unit, kind in s.box.units.items() if kind.troop]
    if what.lower() == "valour":
        mat.valour = number
        return _of_mat(s, lord, f"{read.name(lord)} Valour {number}")
    piece = read.one_of(what, [*ASSETS, *troops], "Asset or Troops")
    if piece in ASSETS:
        mat.assets[Asset(piece)] = number
    else:
        mat.forces[Unit(piece)] = number
    return _of_mat(s, lord, f"{read.name(lord)} {read.name(piece)} {number}")


def _of_mat(s: State, lord: Lord, line: str) -> Ruled:
    """1.5.3 What lies on a hidden mat is for its owner's eyes."""
    return Ruled(line, frozenset({side_of(s, lord).value}) if mat_hidden(s, lord) else None)


def _mustered(s: State, read: RulingLine, text: str) -> Lord:
    return Lord(read.one_of(text, list(s.mats), "Lord on the map"))


def _locale(s: State, read: RulingLine, text: str) -> Locale:
    return Locale(read.one_of(text, [*s.board.locales], "Locale"))


def _side(text: str) -> Side:
    found = next((side for side in Side if side.value == text.lower()), None)
    if found is None:
        raise Misread(f'"{text}" is not a side', [side.value.capitalize() for side in Side])
    return found
