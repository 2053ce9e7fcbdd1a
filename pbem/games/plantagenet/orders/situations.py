"""Conditions in a player's words: "if they are fewer", "until friendly", "at york".

Each is plain data, its kind first. Ruling: "they" are the Enemy Lords whom the question concerns, those who march up and
those who stand where they go; "we" are the own Lords there, for an Intercept those who would go. Both are counted in units,
as the board shows them: Unrouted Troops, Retinue and Vassals.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import NamedTuple

from pbem.engine.decision import Decision, Json, Seat
from pbem.engine.order import Ambiguous, BadLine, Illegal, Misread
from pbem.engine.rules import NO_PLACE, Situations
from pbem.games.plantagenet.components.assets import own
from pbem.games.plantagenet.components.board import Locale, Unit
from pbem.games.plantagenet.components.box import ASSETS, Asset, Lord, Side
from pbem.games.plantagenet.components.influence import lead_of
from pbem.games.plantagenet.components.state import State, Wear, area_of, favour_of, lords_of, side_of
from pbem.games.plantagenet.orders.policies import TROOPS, VALOUR, lexicon
from pbem.games.plantagenet.orders.situation_forms import FORMS
from pbem.games.plantagenet.orders.situation_words import LEAST, MOST, OVER, UNDER, condition_words
from pbem.games.plantagenet.orders.standpoint import Standpoint, may_see, standpoint, units_of
from pbem.orders.words.lexicon import Lexicon, plain_words

WE, THEY = "we", "they"
UNITS, INFLUENCE, TURN, ROUND = "units", "influence", "turn", "round"
WHOLE_GAME = (INFLUENCE, TURN, ROUND)
COMPARE: dict[str, Callable[[int, int], bool]] = {
    UNDER: int.__lt__,
    OVER: int.__gt__,
    LEAST: int.__ge__,
    MOST: int.__le__,
}
COMPARED = {
    **dict.fromkeys(("under", "below", "less than", "fewer than"), UNDER),
    **dict.fromkeys(("over", "above", "more than"), OVER),
    **dict.fromkeys(("at least", "no less than", "not less than"), LEAST),
    **dict.fromkeys(("at most", "no more than", "not more than"), MOST),
}
OP = "|".join(sorted(COMPARED, key=len, reverse=True))
RATIO = r"(?: (?:by )?(?P<many>\d{1,2}) (?:to )?(?P<few>\d{1,2}))?"
THEM, US, THAN = r"(?:they|enemies|the enemy|he)(?: is| are)?", r"(?:we|i)(?: are| am)?", r"(?: than \w+)?"
FEWER = re.compile(rf"{THEM} (?:fewer|weaker|less){THAN}|{US} (?:more|stronger){THAN}")
MORE = re.compile(rf"{THEM} (?:more|stronger){THAN}|{US} (?:fewer|weaker|less){THAN}")
OUTNUMBERED = re.compile(rf"(?:(?:{US} )?outnumbered|(?:they|he) outnumbers?(?: us| me)?){RATIO}")
OUTNUMBER = re.compile(rf"(?:(?:we|i) )?outnumber(?: them| him)?{RATIO}")
COUNT = re.compile(rf"(?P<what>.+?)(?: is| are)? (?P<op>{OP}) (?P<number>\d{{1,4}})")
HAS = re.compile(rf"(?:(?P<who>.+?) (?:has|have) )?(?P<op>{OP}) (?P<number>\d{{1,4}}) (?P<what>.+)")
NONE_OF = re.compile(r"(?:(?P<who>.+?) (?:has|have) )?no (?P<what>.+)")
STATE = re.compile(r"(?:(?P<place>.+?) (?:is|are) )?(?P<state>friendly|neutral|enemy|hostile|exhausted|depleted)")
LORD_AT = re.compile(r"(?P<lord>.+?) (?:is|are) (?P<how>there|here|alone|at|in|near)(?: (?P<place>.+))?")
PLACE = re.compile(r"(?P<how>at|in|near) (?P<place>.+)")
NOT = re.compile(r"\b(?:not|unless)\b ?")
FAVOUR = {"friendly": "friendly", "neutral": "neutral", "enemy": "enemy", "hostile": "enemy"}
EXAMPLES = ("they are fewer", "outnumbered 2 to 1", "ely is friendly", "troops under 3")
HIDDEN_MATS = "with Hidden Mats you do not see the Enemy's Forces, so this could never be judged"


class Judged(NamedTuple):
    """Whether a condition holds (None: the seat cannot see it), and by what."""

    holds: bool | None
    why: str = ""


# Read


def read(s: State, seat: Seat, text: str, about: Sequence[str]) -> Json:
    """A condition, or several joined by "and", or by "or". Raises BadLine with nearest conditions; Illegal for what the
    seat can never judge.
    """
    plain = condition_words(text)
    joints = [joint for joint in ("and", "or") if f" {joint} " in plain]
    if len(joints) > 1:
        raise Misread('join conditions by "and" or by "or", not by both', EXAMPLES[:2])
    if not joints:
        return _read_one(s, seat, plain, about)
    return [joints[0], *(_read_one(s, seat, part, about) for part in plain.split(f" {joints[0]} "))]


def _read_one(s: State, seat: Seat, text: str, about: Sequence[str]) -> Json:
    bare, nots = NOT.subn("", text) if "not less than" not in text and "not more than" not in text else (text, 0)
    try:
        found = _read_plain(s, seat, bare.strip(), about)
    except BadLine as bad:
        raise type(bad)(bad.problem, [_mended(s, text, bad.problem, near) for near in bad.nearest]) from None
    _refuse_unseen(s, seat, found)
    return ["not", found] if nots % 2 else found


def _mended(s: State, text: str, problem: str, near: str) -> str:
    """The condition with the word that a problem quotes put right; what is a condition already stays."""
    strange = re.match(r'"([^"]+)"', problem)
    if strange is None or " " in near or strange[1] not in text:
        return near
    return text.replace(strange[1], lexicon(s).name(near), 1)


def _read_plain(s: State, seat: Seat, text: str, about: Sequence[str]) -> Json:
    if FEWER.fullmatch(text):
        return ["fewer"]
    if MORE.fullmatch(text):
        return ["more"]
    for pattern, kind, bare in ((OUTNUMBERED, "outnumbered", "more"), (OUTNUMBER, "outnumber", "fewer")):
        if ratio := pattern.fullmatch(text):
            numbers = [int(number) for number in ratio.groups() if number]
            return _ratio(kind, *numbers) if numbers else [bare]
    if (has := HAS.fullmatch(text)) is not None:
        return _count(s, seat, has["who"] or "", has["what"], COMPARED[has["op"]], int(has["number"]), about)
    if (none := NONE_OF.fullmatch(text)) is not None:
        return _count(s, seat, none["who"] or "", none["what"], UNDER, 1, about)
    if (count := COUNT.fullmatch(text)) is not None:
        return _count(s, seat, "", count["what"], COMPARED[count["op"]], int(count["number"]), about)
    if (state := STATE.fullmatch(text)) is not None:
        return _state(s, state["state"], state["place"], about)
    if (stands := LORD_AT.fullmatch(text)) is not None:
        return _lord_at(s, stands["lord"], stands["how"], stands["place"])
    if (place := PLACE.fullmatch(text)) is not None:
        return _place(s, place["how"], place["place"])
    raise Misread(f'"{text}" is no condition known here', EXAMPLES)


def _ratio(kind: str, many: int, few: int) -> Json:
    if few < 1 or many < few:
        raise Misread("the greater number comes first", [f"{kind} 2 to 1"])
    return [kind, many, few]


def _count(s: State, seat: Seat, who: str, what: str, op: str, number: int, about: Sequence[str]) -> Json:
    """["count", Lord or "we" or "they", what, comparison, number]."""
    words = lexicon(s)
    kinds = [TROOPS, UNITS, VALOUR, *map(str, s.box.units), *ASSETS, *WHOLE_GAME]
    if not who and len(tokens := what.split()) > 1:
        *first, last = tokens
        if not words.matches([what], kinds) and words.matches([last], kinds):
            who, what = " ".join(first), last
    try:
        kind = words.read_one(what, kinds)
    except (Misread, Ambiguous) as bad:
        near = [f"{words.name(option)} {op} {number}" for option in bad.nearest or (TROOPS, "coin", INFLUENCE)]
        raise type(bad)(bad.problem, near) from None
    return ["count", "" if kind in WHOLE_GAME else _who(s, seat, who, about), kind, op, number]


def _who(s: State, seat: Seat, who: str, about: Sequence[str]) -> str:
    """Whose pieces are counted: a Lord's, ours or theirs; unsaid, those of the one own Lord that the order names, and "he"
    is that one too.
    """
    if who in ("", "he", "his"):
        people = [name.removeprefix(NO_PLACE) for name in about]
        named = {lord for lord in people if lord in s.lords and side_of(s, Lord(lord)) is Side(seat)}
        return named.pop() if len(named) == 1 else THEY if who else WE
    if who in ("we", "our", "i", "my", "us"):
        return WE
    if who in ("they", "their", "enemy", "the enemy", "them"):
        return THEY
    return lexicon(s).read_one(who, list(s.lords))


def _state(s: State, state: str, place: str | None, about: Sequence[str]) -> Json:
    """["favour" or "wear", which, Locale]; without a Locale named, that of the order, or ("") of the question."""
    named = [locale for locale in about if locale in s.board.locales]
    locale = _locale(s, place) if place and place not in ("it", "there", "this", "place") else named[0] if named else ""
    return ["favour", FAVOUR[state], locale] if state in FAVOUR else ["wear", state, locale]


def _locale(s: State, text: str) -> str:
    return lexicon(s).read_one(text, list(s.board.locales))


def _place(s: State, how: str, text: str) -> Json:
    """["at", Locale], ["near", Locale] or ["in", Area]."""
    areas = list(s.board.areas)
    if how != "near" and (area := Lexicon(lambda one: (one,)).matches(plain_words(text)[-1:], areas)):
        return ["in", area[0]]
    return ["near" if how == "near" else "at", _locale(s, text)]


def _lord_at(s: State, lord: str, how: str, place: str | None) -> Json:
    """["there", Lord], ["alone", Lord], or ["stands", Lord, where]."""
    who = lexicon(s).read_one(lord, list(s.lords))
    if how in ("there", "here", "alone"):
        return ["alone" if how == "alone" else "there", who]
    if not place:
        raise Misread("a place is missing", [f"{lord} is at york"])
    return ["stands", who, _place(s, how, place)]


def _refuse_unseen(s: State, seat: Seat, condition: Json) -> None:
    """1.5.3 Conditions on Enemy mats that are hidden: before a Battle nobody can judge them."""
    kind, *parts = condition
    theirs = kind in ("fewer", "more", "outnumbered", "outnumber")
    if kind == "count" and parts[0] not in ("", WE):
        theirs = parts[0] == THEY or side_of(s, Lord(parts[0])) is not Side(seat)
    if theirs and s.hidden_mats and s.battle is None:
        raise Illegal(HIDDEN_MATS)


# Where and for whom


CIRCUMSTANCE = re.compile(r"(?:^|\s)(?P<how>at|in|near|for|against)\s+", re.I)
END = re.compile(r"[,:]|\s(?:at|in|near|for|against)\s", re.I)


def circumstances(s: State, _seat: Seat, text: str, places: bool) -> tuple[str, Json]:
    """Take "at york", "near ely", "in wales", "for henry" off a text. What reads as none of these stays: titles of cards
    hold such words.
    """
    rest, found, start = text, [], 0
    while (begins := CIRCUMSTANCE.search(rest, start)) is not None:
        start = begins.end()
        if places and not rest[: begins.start()].strip(" :,"):
            continue
        ends = END.search(rest, begins.end())
        stop = ends.start() if ends is not None else len(rest)
        try:
            condition = _circumstance(s, begins["how"].casefold(), rest[begins.end() : stop])
        except BadLine as bad:
            near = [f"{rest[: begins.end()]}{lexicon(s).name(option)}{rest[stop:]}" for option in bad.nearest]
            raise type(bad)(bad.problem, near) from None
        if condition is not None:
            found.append(condition)
            rest, start = f"{rest[: begins.start()]} {rest[stop:].lstrip(':,')}".strip(), begins.start()
    return rest, None if not found else found[0] if len(found) == 1 else ["both", *found]


def _circumstance(s: State, how: str, text: str) -> Json:
    """What "at", "in" or "near" a place, or "for" or "against" a Lord says; None for anything else."""
    try:
        if how in ("for", "against"):
            return ["for", lexicon(s).read_one(text, list(s.lords))]
        return _place(s, how, text)
    except BadLine:
        if how in ("at", "near"):
            raise
        return None


# Written


def write(s: State, condition: Json) -> str:
    """The words again."""
    name, (kind, *parts) = lexicon(s).name, condition
    match kind:
        case "and" | "or":
            return f" {kind} ".join(write(s, part) for part in parts)
        case "both":
            return " ".join(write(s, part) for part in parts)
        case "not":
            return _write_not(write(s, parts[0]))
        case "fewer" | "more":
            return f"they are {kind}"
        case "outnumbered":
            return f"outnumbered {parts[0]} to {parts[1]}"
        case "outnumber":
            return f"we outnumber them {parts[0]} to {parts[1]}"
        case "count":
            return _write_count(s, *parts)
        case "favour" | "wear":
            return f"{name(parts[1])} is {parts[0]}" if parts[1] else str(parts[0])
        case "there" | "alone":
            return f"{name(parts[0])} is {kind}"
        case "stands":
            return f"{name(parts[0])} is {write(s, parts[1])}"
    return f"{kind} {parts[0].title() if kind == 'in' else name(parts[0])}"


def _write_not(plain: str) -> str:
    """ "York is not friendly", "they are not fewer", "not outnumbered 2 to 1"."""
    verb = next((verb for verb in (" is ", " are ") if verb in plain), None)
    return plain.replace(verb, f"{verb}not ", 1) if verb else f"not {plain}"


def _write_count(s: State, who: str, what: str, op: str, number: int) -> str:
    if not who:
        return f"{lexicon(s).name(what)} {op} {number}"
    has = "have" if who in (WE, THEY) else "has"
    return f"{who if who in (WE, THEY) else lexicon(s).name(who)} {has} {op} {number} {lexicon(s).name(what)}"


# Judged


def holds(s: State, seat: Seat, decision: Decision | None, condition: Json, answer: Json = None) -> str | None:
    """Why a condition holds, in words, or None. What the seat cannot see holds neither way."""
    found = judge(s, seat, standpoint(s, seat, decision, answer), condition)
    return found.why if found.holds else None


def judge(s: State, seat: Seat, at: Standpoint, condition: Json) -> Judged:
    """Whether a condition holds."""
    kind, *parts = condition
    match kind:
        case "not":
            found = judge(s, seat, at, parts[0])
            return found._replace(holds=None if found.holds is None else not found.holds)
        case "and" | "or" | "both":
            return _joined(kind, [judge(s, seat, at, part) for part in parts])
        case "fewer" | "more" | "outnumbered" | "outnumber":
            return _odds(s, seat, at, kind, *parts)
        case "count":
            return _counted(s, seat, at, *parts)
        case "favour" | "wear":
            return _locale_is(s, Side(seat), kind, parts[0], parts[1] or at.place)
        case "for":
            return Judged(parts[0] in (*at.named, *at.ours, *at.theirs), lexicon(s).name(parts[0]))
        case "there" | "alone" | "stands":
            return _lord_is(s, at, kind, *parts)
    return _place_is(s, at.place, kind, parts[0])


def _joined(kind: str, found: Sequence[Judged]) -> Judged:
    """Three-valued: what cannot be seen does not matter where the rest decides."""
    deciding = kind == "or"
    if any(one.holds is deciding for one in found):
        return Judged(deciding, ", ".join(one.why for one in found if one.holds is deciding))
    if any(one.holds is None for one in found):
        return Judged(None)
    return Judged(not deciding, ", ".join(one.why for one in found))


def _odds(s: State, seat: Seat, at: Standpoint, kind: str, many: int = 1, few: int = 1) -> Judged:
    """How many units stand against how many."""
    if not at.ours or not at.theirs or not all(may_see(s, seat, lord) for lord in at.theirs):
        return Judged(None)
    ours, theirs = (sum(units_of(s, lord) for lord in lords) for lords in (at.ours, at.theirs))
    found = {
        "fewer": theirs < ours,
        "more": theirs > ours,
        "outnumbered": theirs * few >= ours * many,
        "outnumber": ours * few >= theirs * many,
    }[kind]
    return Judged(found, f"they have {theirs} units, you have {ours}")


def _counted(s: State, seat: Seat, at: Standpoint, who: str, what: str, op: str, number: int) -> Judged:
    words = lexicon(s)
    if what in WHOLE_GAME:
        battle = s.battle.round if s.battle is not None else 0
        found = {INFLUENCE: lead_of(s, Side(seat)), TURN: s.turn, ROUND: battle}[what]
        return Judged(COMPARE[op](found, number), f"{words.name(what)} {found}")
    lords = at.ours if who == WE else at.theirs if who == THEY else (Lord(who),)
    if not lords or not all(lord in s.mats and may_see(s, seat, lord) for lord in lords):
        return Judged(None)
    found = sum(count(s, lord, what) for lord in lords)
    whose = "you have" if who == WE else "they have" if who == THEY else f"{words.name(who)} has"
    return Judged(COMPARE[op](found, number), f"{whose} {found} {words.name(what)}")


def count(s: State, lord: Lord, what: str) -> int:
    """How many of `what` the Lord has: Assets, units, Unrouted Troops, Valour markers, or Unrouted units of a kind."""
    mat = s.mats[lord]
    if what in ASSETS:
        return own(s, lord, Asset(what))
    if what == UNITS:
        return units_of(s, lord)
    if what == VALOUR:
        return mat.valour
    if what == TROOPS:
        return sum(n for unit, n in mat.forces.items() if s.box.units[unit].troop)
    return len(mat.vassals) if what == "vassal" else mat.forces.get(Unit(what), 0)


def _locale_is(s: State, side: Side, kind: str, which: str, locale: str) -> Judged:
    """1.3.1 Favour as the seat calls it; Depleted and Exhausted. A Sea, or no place, is none of these."""
    if locale not in s.board.locales:
        return Judged(None)
    name, at = lexicon(s).name(locale), Locale(locale)
    if kind == "wear":
        worn = s.wear.get(at)
        return Judged(worn is Wear(which), f"{name} is {worn or 'fresh'}")
    favour = favour_of(s, at)
    is_ = "neutral" if favour is None else "friendly" if favour is side else "enemy"
    return Judged(is_ == which, f"{name} is {is_.title()}")


def _lord_is(s: State, at: Standpoint, kind: str, lord: str, where: Json = None) -> Judged:
    """Where a Lord is; alone is who has nobody of his side with him."""
    name, present = lexicon(s).name(lord), lord in s.mats
    if kind == "there":
        there = present and lord in (*at.named, *at.ours, *at.theirs)
        return Judged(there, f"{name} is {'' if there else 'not '}there")
    place = s.lords[Lord(lord)].where if present else ""
    if kind == "stands":
        why = f"{name} is at {lexicon(s).name(place)}" if place else f"{name} is not on the map"
        return _place_is(s, place, *where)._replace(why=why)
    side = side_of(s, Lord(lord))
    with_him = at.ours if lord in at.ours else at.theirs if lord in at.theirs else ()
    others = [
        other for other in with_him or lords_of(s, side) if other != lord and (with_him or s.lords[other].where == place)
    ]
    return Judged(present and not others, f"{name} is {'not ' if others or not present else ''}alone")


def _place_is(s: State, place: str, kind: str, where: str) -> Judged:
    """Whether a place is a Locale, next to it, or in an Area."""
    if place not in s.board.locales:
        return Judged(False if place else None)
    at = Locale(place)
    found = {
        "at": place == where,
        "near": place == where or (kind == "near" and Locale(where) in s.board.adjacent[at]),
        "in": area_of(s, at) == where,
    }[kind]
    return Judged(found, f"at {lexicon(s).name(place)}")


SITUATIONS: Situations[State] = Situations(read, write, holds, circumstances, FORMS)
