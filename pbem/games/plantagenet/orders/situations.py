"""Conditions about Lords and Strongholds: "ely is friendly", "warwick is alone", "troops under 3".

Ruling: "they" are the Enemy Lords whom the question concerns, those who march up and
those who stand where they go; "we" are the own Lords there, for an Intercept those who would go. Both are counted in units,
as the board shows them: Unrouted Troops, Retinue and Vassals. Where a March or Sail goes, they are the Lords there and, of
the own, those who go; "at york" is where they stand now.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from pbem.engine.decision import Json, Seat
from pbem.engine.refusal import Illegal, Misread
from pbem.games.plantagenet.battle.forces import routed_troops
from pbem.games.plantagenet.components.assets import own
from pbem.games.plantagenet.components.board import Locale, Unit
from pbem.games.plantagenet.components.box import ASSETS, Asset, Lord, Side
from pbem.games.plantagenet.components.influence import lead_of
from pbem.games.plantagenet.components.state import Depletion, State, area_of, favour_of, lords_at, lords_of, side_of
from pbem.games.plantagenet.orders.policies import TROOPS, VALOUR, lexicon
from pbem.games.plantagenet.orders.situation_forms import FORMS
from pbem.games.plantagenet.orders.standpoint import Standpoint, may_see, standpoint, units_of
from pbem.games.plantagenet.wars.heirs import meant
from pbem.i18n import Text
from pbem.orders.conditions.judging import Judging, situations
from pbem.orders.conditions.reading import THEY, WE, Atoms, Judged
from pbem.orders.words.lexicon import Lexicon, plain_words

UNITS, ROUTED, INFLUENCE, TURN, ROUND = "units", "routed", "influence", "turn", "round"
STATE = re.compile(r"(?:(?P<place>.+?) (?:is|are) )?(?P<state>friendly|neutral|enemy|hostile|exhausted|depleted)")
LORD_AT = re.compile(r"(?P<lord>.+?) (?:is|are) (?P<how>there|here|alone|at|in|near)(?: (?P<place>.+))?")
MOMENT = re.compile(
    r"(?P<when>before|after) (?:(?:the|a|an|each|every) )?(?P<what>lord rout|flee|missiles|melee|hit|reroll)s?"
)
FAVOUR = {"friendly": "friendly", "neutral": "neutral", "enemy": "enemy", "hostile": "enemy"}
EXAMPLES = ("they are fewer", "outnumbered 2 to 1", "ely is friendly", "troops under 3")
HIDDEN_MATS = Text("with Hidden Mats you do not see the Enemy's Forces, so this could never be judged")


# Read


def read(s: State, _seat: Seat, text: str, about: Sequence[str]) -> Json:
    """Reads a condition about a Stronghold or a Lord, or a moment of a Round; None for others. Raises BadLine."""
    if (moment := MOMENT.fullmatch(text)) is not None:
        return ["moment", moment["when"], moment["what"]]
    if (state := STATE.fullmatch(text)) is not None:
        return _state(s, state["state"], state["place"], about)
    if (lord_at := LORD_AT.fullmatch(text)) is not None:
        return _lord_at(s, lord_at["lord"], lord_at["how"], lord_at["place"])
    return None


def _state(s: State, state: str, place: str | None, about: Sequence[str]) -> Json:
    """["favour" or "wear", which, Locale]; without a Locale that of the order, or "" for that of the question."""
    named = [locale for locale in about if locale in s.board.locales]
    locale = _locale(s, place) if place and place not in ("it", "there", "this", "place") else named[0] if named else ""
    return ["favour", FAVOUR[state], locale] if state in FAVOUR else ["wear", state, locale]


def _locale(s: State, text: str) -> str:
    return lexicon(s).read_one(text, list(s.board.locales))


def read_place(s: State, how: str, text: str) -> Json:
    """["at", Locale], ["near", Locale] or ["in", Area]."""
    areas = list(s.board.areas)
    if how != "near" and (area := Lexicon(lambda one: (one,)).matches(plain_words(text)[-1:], areas)):
        return ["in", area[0]]
    return ["near" if how == "near" else "at", _locale(s, text)]


def _lord_at(s: State, lord: str, how: str, place: str | None) -> Json:
    """["there", Lord], ["alone", Lord], or ["stands", Lord, where]."""
    who = lexicon(s).read_one(lord, meant(s, s.lords))
    if how in ("there", "here", "alone"):
        return ["alone" if how == "alone" else "there", who]
    if not place:
        raise Misread(Text("a place is missing"), [f"{lord} is at york"])
    return ["stands", who, read_place(s, how, place)]


def refuse_unseen(s: State, seat: Seat, condition: Json) -> None:
    """1.5.3 Raises an error for conditions on hidden Enemy mats, which nobody can judge before a Battle."""
    kind, *parts = condition
    theirs = kind in ("fewer", "more", "outnumbered", "outnumber")
    if kind == "count" and parts[0] not in ("", WE):
        theirs = parts[0] == THEY or side_of(s, Lord(parts[0])) is not Side(seat)
    if theirs and s.hidden_mats and s.battle is None:
        raise Illegal(HIDDEN_MATS)


# Written


def write(s: State, condition: Json) -> str:
    name, (kind, *parts) = lexicon(s).name, condition
    match kind:
        case "favour" | "wear":
            return f"{name(parts[1])} is {parts[0]}" if parts[1] else str(parts[0])
        case "there" | "alone":
            return f"{name(parts[0])} is {kind}"
        case "stands":
            return f"{name(parts[0])} is {write(s, parts[1])}"
        case "moment":
            return f"{parts[0]} {written_moment(parts[1])}"
    return f"{kind} {parts[0].title() if kind == 'in' else name(parts[0])}"


# Judged


def judge(s: State, seat: Seat, at: Standpoint, condition: Json) -> Judged:
    """Whether a condition about a Lord or a place holds."""
    kind, *parts = condition
    match kind:
        case "favour" | "wear":
            return _locale_is(s, Side(seat), kind, parts[0], parts[1] or at.place)
        case "there" | "alone" | "stands":
            return _lord_is(s, at, kind, *parts)
        case "moment":
            return _moment_is(at.moment, *parts)
    return _place_is(s, at.place, kind, parts[0])


def _locale_is(s: State, side: Side, kind: str, which: str, locale: str) -> Judged:
    """1.3.1 Whether a Locale is friendly, enemy or neutral to the seat, or Depleted or Exhausted. For a Sea, or no place,
    none holds.
    """
    if locale not in s.board.locales:
        return Judged(None)
    name, at = lexicon(s).name(locale), Locale(locale)
    if kind == "wear":
        worn = s.wear.get(at)
        return Judged(worn is Depletion(which), f"{name} is {worn or 'fresh'}")
    favour = favour_of(s, at)
    is_ = "neutral" if favour is None else "friendly" if favour is side else "enemy"
    return Judged(is_ == which, f"{name} is {is_.title()}")


def _lord_is(s: State, at: Standpoint, kind: str, lord: str, where: Json = None) -> Judged:
    """Whether a Lord is there, alone (no other Lord of their side), or at a place."""
    name, present = lexicon(s).name(lord), lord in s.mats
    if kind == "there":
        there = present and lord in (*at.named, *at.ours, *at.theirs)
        return Judged(there, f"{name} is {'' if there else 'not '}there")
    place = s.lords[Lord(lord)].where if present else ""
    if kind == "stands":
        why = f"{name} is at {lexicon(s).name(place)}" if place else Text("{who} is not on the map", who=name)
        return _place_is(s, place, *where)._replace(why=why)
    with_them = at.ours if lord in at.ours else at.theirs if lord in at.theirs else ()
    near = with_them or [each for each in lords_of(s, side_of(s, Lord(lord))) if s.lords[each].where == place]
    others = [other for other in near if other != lord]
    return Judged(present and not others, f"{name} is {'not ' if others or not present else ''}alone")


def written_moment(what: str) -> str:
    """The moment in words: before or after something."""
    return {"lord rout": "Lord Rout", "hit": "a Hit", "reroll": "a reroll"}.get(what, what.title())


def _moment_is(moment: str, when: str, what: str) -> Judged:
    """y30 Whether the question comes at the moment of a Round that is named; other questions have none."""
    if not moment:
        return Judged(None)
    step = when == "before" and moment.casefold().endswith(f", {what}")
    return Judged(step or f"{when} {what}" in moment_words(moment), moment)


def moment_words(moment: str) -> str:
    """A moment without its number among those of its kind."""
    return re.sub(r"before (?:a|missiles|melee) ", "before ", moment.casefold())


def _place_is(s: State, place: str, kind: str, where: str) -> Judged:
    """Whether a place is a Locale, next to it, or in an Area."""
    if place not in s.board.locales:
        return Judged(False if place else None)
    at = Locale(place)
    holds = {
        "at": place == where,
        "near": place == where or (kind == "near" and Locale(where) in s.board.adjacent[at]),
        "in": area_of(s, at) == where,
    }[kind]
    return Judged(holds, f"at {lexicon(s).name(place)}")


# Counted


def count(s: State, lord: str, what: str) -> int:
    """The number of `what` the Lord has: Assets, units, Unrouted or Routed Troops, Valour, or Unrouted units of a kind."""
    mat = s.mats[Lord(lord)]
    if what in ASSETS:
        return own(s, Lord(lord), Asset(what))
    if what == UNITS:
        return units_of(s, Lord(lord))
    if what == VALOUR:
        return mat.valour
    if what == ROUTED:
        return sum(routed_troops(s, Lord(lord)).values())
    if what == TROOPS:
        return sum(n for unit, n in mat.forces.items() if s.box.units[unit].troop)
    return len(mat.vassals) if what == "vassal" else mat.forces.get(Unit(what), 0)


def figure(s: State, seat: Seat, what: str) -> int:
    """The Influence by which the seat is ahead, the Turn, or the Round of a Battle."""
    battle = s.battle.round if s.battle is not None else 0
    return {INFLUENCE: lead_of(s, Side(seat)), TURN: s.turn, ROUND: battle}[what]


ATOMS: Atoms[State] = Atoms(
    lexicon=lexicon,
    around=standpoint,
    people=lambda s: meant(s, s.lords),
    own=lambda s, seat, lord: side_of(s, Lord(lord)) is Side(seat),
    may_see=lambda s, seat, lord: lord in s.mats and may_see(s, seat, Lord(lord)),
    units=lambda s, lord: units_of(s, Lord(lord)),
    countable=lambda s: [TROOPS, ROUTED, UNITS, VALOUR, *map(str, s.box.units), *ASSETS],
    count=count,
    place=read_place,
    read=read,
    write=write,
    judge=judge,
    figures=(INFLUENCE, TURN, ROUND),
    figure=figure,
    offered=(TROOPS, "coin", INFLUENCE),
    fixed=frozenset(
        (
            "favour",
            "wear",
            "stands",
        )
    ),
    standing=lambda s, locale: lords_at(s, Locale(locale)),
    refuse=refuse_unseen,
    examples=EXAMPLES,
    forms=FORMS,
)
JUDGING: Judging[State] = Judging(ATOMS)
SITUATIONS = situations(ATOMS)
