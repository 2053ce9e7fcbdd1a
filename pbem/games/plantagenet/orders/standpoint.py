"""What a question is about, as the seat asked can see it: the place, and the Lords of both sides there."""

from __future__ import annotations

import re
from typing import TypeAlias

from pbem.engine.decision import Decision, Json, Seat
from pbem.games.plantagenet.battle.array import unrouted_lords
from pbem.games.plantagenet.campaign import approach
from pbem.games.plantagenet.campaign.intercept import INTERCEPT, NONE, intercept_options
from pbem.games.plantagenet.components.board import Locale
from pbem.games.plantagenet.components.box import Lord, Side
from pbem.games.plantagenet.components.group import group_from
from pbem.games.plantagenet.components.setup import BATTLE_ONLY
from pbem.games.plantagenet.components.state import State, lords_at, lords_of, mat_hidden, side_of
from pbem.games.plantagenet.levy import pillage
from pbem.orders.conditions.atoms import Circumstances

ABOUT_A_PLACE = frozenset(
    {approach.PARLEY, approach.EXILE, pillage.PILLAGE, f"{pillage.PAY.rule} share", f"{pillage.FEED.rule} share"}
)
COMING = re.compile(r"(?P<lords>.+?) (?:lands )?at (?P<place>\w+)")


Standpoint: TypeAlias = Circumstances


def standpoint(s: State, seat: Seat, decision: Decision | None, answer: Json = None) -> Standpoint:
    """Where a question to `seat` stands; without one, where its acting Lord does. All of it is open to both sides."""
    side = Side(seat)
    if s.battle is not None:
        return Standpoint(s.battle.place or "", tuple(unrouted_lords(s, side)), tuple(unrouted_lords(s, side.enemy)))
    if s.sheet.kind == BATTLE_ONLY:
        return Standpoint("", tuple(lords_of(s, side)), tuple(lords_of(s, side.enemy)))
    place, named = _subject(s, decision) if decision is not None else _acting(s, side)
    here = lords_at(s, place) if place else []
    ours, theirs = (
        [lord for lord in dict.fromkeys([*here, *named]) if side_of(s, lord) is each] for each in (side, side.enemy)
    )
    if decision is not None and decision.key == INTERCEPT:
        ours += [lord for lord in band(s, side, Locale(place), answer) if lord not in ours]
    return Standpoint(place, tuple(ours), tuple(theirs), tuple(named))


def _acting(s: State, side: Side) -> tuple[str, list[Lord]]:
    """The Lord of the side who takes his actions, and where he is."""
    lord = s.command.lord if s.command is not None else s.muster.lord if s.muster is not None else None
    if lord is None or lord not in s.mats or side_of(s, lord) is not side:
        return "", []
    return s.lords[lord].where, [lord]


def _subject(s: State, decision: Decision) -> tuple[str, list[Lord]]:
    """The place and the Lords that a question's subject names."""
    subject = decision.subject
    if decision.key in ABOUT_A_PLACE:
        return subject, []
    coming = COMING.match(subject)
    if coming is not None and coming["place"] in s.board.locales:
        return coming["place"], _lords_in(s, coming["lords"])
    named = _lords_in(s, subject)
    return s.lords[named[0]].where if named else s.approach or "", named


def _lords_in(s: State, words: str) -> list[Lord]:
    return [Lord(word) for word in words.split() if word in s.mats]


def band(s: State, side: Side, to: Locale, answer: Json) -> list[Lord]:
    """4.3.4 The Lords whom an answer sends to Intercept; without one, the strongest band that could go."""
    answers = [answer] if answer and answer != NONE else intercept_options(s, side, to)
    bands = [group_from(s, Lord(lord), words) for lord, *words in map(str.split, answers)]
    return max(bands, key=lambda lords: sum(units_of(s, lord) for lord in lords), default=[])


def units_of(s: State, lord: Lord) -> int:
    """How strong a Lord is, as the board shows it: his Unrouted Troops, Retinue and Vassals, a unit each."""
    mat = s.mats[lord]
    return sum(mat.forces.values()) + len(mat.vassals)


def may_see(s: State, seat: Seat, lord: Lord) -> bool:
    """1.5.3 Whether the seat may look at a Lord's mat."""
    return side_of(s, lord) is Side(seat) or not mat_hidden(s, lord)
