"""Corrections of a position by the game master: positions of Lords, contents of mats, markers. Not part of the rules."""

from __future__ import annotations

from pbem.engine.copying import copied
from pbem.engine.game.acts import Ruled, Rulings
from pbem.engine.refusal import Illegal, Misread
from pbem.figures import is_number
from pbem.games.plantagenet.components.assets import MAX_SHIPS, pool
from pbem.games.plantagenet.components.board import LAST_BOX, Locale, Sea, Unit
from pbem.games.plantagenet.components.box import ASSETS, SHIPS, Asset, Lord, Side
from pbem.games.plantagenet.components.influence import MAX_INFLUENCE
from pbem.games.plantagenet.components.lords import disband_lord, muster_lord, remove_lord
from pbem.games.plantagenet.components.names import names
from pbem.games.plantagenet.components.ratings import valour_of
from pbem.games.plantagenet.components.setup import BATTLE_ONLY
from pbem.games.plantagenet.components.state import Cylinder, Depletion, State, Status, mat_hidden, side_of
from pbem.games.plantagenet.orders.rulings_cards import CARD_FORMS, NEVER_MUSTERS, VASSAL_FORMS, card_or_vassal
from pbem.games.plantagenet.wars.ending import WarOver
from pbem.games.plantagenet.wars.heirs import is_removed, meant, person_of
from pbem.games.plantagenet.wars.succession import lord_lost
from pbem.orders.words.rulings import RulingLine, side_named

RULE = "ruling"
FORMS = (
    ("Norfolk at Ely", "a Lord stands at this Locale (or Exile box) or Sea; one who was not on the map Musters there"),
    ("Norfolk calendar 7", 'a Lord is on the Calendar in this box ("in exile" behind it: with an Exile marker)'),
    ("Norfolk dead", "a Lord is out of the game for good"),
    ("Norfolk provender 3", "this number is on his mat: provender, coin, carts, ships, or Troops such as militia"),
    ("Norfolk valour 1", "this number of Valour markers is on his mat"),
    ("Norfolk moved", 'his mat has the Moved-Fought marker ("Norfolk not moved": it has none)'),
    *VASSAL_FORMS,
    *CARD_FORMS,
    ("favour Ely York", 'a Stronghold has this Favour marker ("favour Ely none": none)'),
    ("Ely depleted", 'a Locale is Depleted ("Ely exhausted": Exhausted, "Ely restored": neither)'),
    ("influence York 12", "the Influence marker is at this number on a side's half of the track"),
)
WEAR = {"depleted": Depletion.DEPLETED, "exhausted": Depletion.EXHAUSTED, "restored": None}
MAX_PIECES = 99


def change(s: State, line: str) -> Ruled:
    """Carries out a correction: see FORMS. Raises a BadLine.

    In an Approach and in a Battle nothing can be changed, because the rules under way already know who fights.
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
    return card_or_vassal(s, read) or _lord(s, read)


RULINGS: Rulings[State] = Rulings(change, FORMS)


# Markers


def _influence(s: State, read: RulingLine) -> Ruled:
    if len(read.words) != 3:
        raise Misread("write a side and a number", ["influence York 12"])
    side, number = side_named(read.words[1], Side), read.number(read.words[2], MAX_INFLUENCE)
    s.influence = number if side is Side.LANCASTER else -number
    return Ruled(f"Influence {side.value.capitalize()} {number}")


def _favour(s: State, read: RulingLine) -> Ruled:
    if len(read.words) < 3:
        raise Misread("write a Stronghold and a side or none", ["favour Ely York"])
    locale = _locale(s, read, " ".join(read.words[1:-1]))
    side = None if read.words[-1].lower() == "none" else side_named(read.words[-1], Side)
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


# Lords


def _lord(s: State, read: RulingLine) -> Ruled:
    if (parts := read.around("at")) is not None:
        return _place(s, read, *parts)
    if (parts := read.around("calendar")) is not None:
        return _calendar(s, read, *parts)
    if (who := read.ending("dead")) != "":
        return _dead(s, read, who)
    if len(read.words) < 3 or not is_number(read.words[-1]):
        raise read.not_understood(FORMS)
    return _pieces(s, read, read.words[-2], read.number(read.words[-1], MAX_PIECES))


def _place(s: State, read: RulingLine, who: str, where: str) -> Ruled:
    lord = _back(s, read, _named(s, read, who))
    place = read.one_of(where, [*s.board.locales, *s.board.seas], "place")
    if lord not in s.mats:
        return _come(s, read, lord, place)
    _check_box(s, read, lord, place)
    s.lords[lord] = Cylinder(Status.SEA if place in s.board.seas else Status.MAP, place)
    return Ruled(f"{read.name(lord)} at {read.name(place)}")


def _come(s: State, read: RulingLine, lord: Lord, place: str) -> Ruled:
    """A Lord who was not on the map gets the mat on his card."""
    if place in s.board.seas:
        port = next(each for each in s.board.locales.values() if each.sea == Sea(place))
        raise Illegal(f"{read.name(lord)} is not on the map: he Musters at a Locale", [f"{read.name(lord)} at {port.name}"])
    _check_box(s, read, lord, place)
    if s.lords[lord].status is not Status.CALENDAR and lord not in s.seats:
        s.seats = [each for each in s.lords if each in s.seats or each == lord]
    muster_lord(s, lord, Locale(place), RULE)
    return Ruled(f"{read.name(lord)} at {read.name(place)}")


def _check_box(s: State, read: RulingLine, lord: Lord, place: str) -> None:
    """1.3.1 Raises a BadLine if an Exile box is not open to the Lord."""
    if place in s.board.seas or s.board.locales[Locale(place)].stronghold:
        return
    side = side_of(s, lord)
    open_ = [box for box, (whose, who) in s.sheet.exile_boxes.items() if whose is side and (who is None or lord in who)]
    if place not in open_:
        nearest = [f"{read.name(lord)} at {read.name(box)}" for box in open_]
        raise Illegal(f"{read.name(place)} is not an Exile box of {read.name(lord)}'s", nearest)


def _calendar(s: State, read: RulingLine, who: str, box: str) -> Ruled:
    lord = _back(s, read, _named(s, read, who))
    _check_idle(s, read, lord)
    number, _, rest = box.partition(" ")
    exile = {"": None, "in exile": True, "not in exile": False}.get(rest.lower(), rest)
    if isinstance(exile, str):
        raise Misread(f'"{rest}" says nothing of a Lord on the Calendar', [f"{read.name(lord)} calendar {number} in exile"])
    to = read.number(number, LAST_BOX)
    if lord in s.mats:
        disband_lord(s, lord, RULE, exile=bool(exile), box=to)
    else:
        keeps = s.lords[lord].exile if exile is None else exile
        s.lords[lord] = Cylinder(Status.CALENDAR, box=to, exile=keeps)
    return Ruled(f"{read.name(lord)} Calendar {to}{', in Exile' if s.lords[lord].exile else ''}")


def _dead(s: State, read: RulingLine, who: str) -> Ruled:
    """6.2.2 In the Wars of the Roses an Heir is succeeded, as after a Death check."""
    lord = _named(s, read, who)
    _check_idle(s, read, lord)
    _check_war_goes_on(s, read, lord)
    _die(s, lord)
    return Ruled(f"{read.name(lord)} dead")


def _die(s: State, lord: Lord) -> None:
    remove_lord(s, lord, Status.DEAD, RULE)
    lord_lost(s, lord)


def _check_war_goes_on(s: State, read: RulingLine, lord: Lord) -> None:
    """6.0 Raises a BadLine if the correction would end a War, which only the rules can do, since they continue with the
    next.
    """
    try:
        _die(copied(s), lord)
    except WarOver:
        raise Illegal(f"the Death of {read.name(lord)} would end the War, and no ruling can end one") from None


def _named(s: State, read: RulingLine, who: str) -> Lord:
    return Lord(read.one_of(who, [lord for lord in meant(s, s.lords) if s.lords[lord].status not in NEVER_MUSTERS], "Lord"))


def _back(s: State, read: RulingLine, lord: Lord) -> Lord:
    """6.2.2 A Lord who can be placed. Raises a BadLine for an Heir who is lost."""
    person = person_of(s, lord)
    if person is not None and is_removed(s, person):
        raise Illegal(f"{read.name(lord)} was an Heir and is lost for good: take moves back instead")
    return lord


def _check_idle(s: State, read: RulingLine, lord: Lord) -> None:
    """Raises a BadLine for an acting Lord, who cannot leave the map while rules under way depend on him."""
    acting = {s.command.lord, *s.command.second_leg} if s.command is not None else set()
    if s.muster is not None and s.muster.lord is not None:
        acting.add(s.muster.lord)
    if lord in acting:
        raise Illegal(f"{read.name(lord)} is acting now and cannot leave the map before he is done: let him, or take back")


def _pieces(s: State, read: RulingLine, what: str, number: int) -> Ruled:
    lord = _mustered(s, read, " ".join(read.words[:-2]))
    mat, troops = s.mats[lord], [unit for unit, kind in s.box.units.items() if kind.troop]
    if what.lower() == "valour":
        mat.valour = read.number(read.words[-1], valour_of(s, lord))
        return _of_mat(s, lord, f"{read.name(lord)} Valour {number}")
    piece = read.one_of(what, [*ASSETS, *troops], "Asset or Troops")
    if piece in ASSETS:
        read.number(read.words[-1], MAX_SHIPS if piece == SHIPS else MAX_PIECES)
        mat.assets[Asset(piece)] = number
    else:
        unit = Unit(piece)
        read.number(read.words[-1], pool(s, unit) + mat.forces.get(unit, 0))
        mat.forces[unit] = number
    return _of_mat(s, lord, f"{read.name(lord)} {read.name(piece)} {number}")


def _of_mat(s: State, lord: Lord, line: str) -> Ruled:
    """1.5.3 A hidden mat's contents are for its owner only."""
    return Ruled(line, frozenset({side_of(s, lord).value}) if mat_hidden(s, lord) else None)


# Names


def _mustered(s: State, read: RulingLine, text: str) -> Lord:
    return Lord(read.one_of(text, list(s.mats), "Lord on the map"))


def _locale(s: State, read: RulingLine, text: str) -> Locale:
    return Locale(read.one_of(text, [*s.board.locales], "Locale"))
