"""The circumstances of a question as the seat asked sees them: the place, and the Lords of both sides there."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeAlias

from pbem.engine.decision import Decision, Json, Seat
from pbem.engine.phrase import NONE, words_of
from pbem.games.plantagenet.battle.array import unrouted_lords
from pbem.games.plantagenet.battle.battle_events import REGROUP_KEY, REGROUP_MEANWHILE
from pbem.games.plantagenet.campaign import approach
from pbem.games.plantagenet.campaign.command import COMMAND
from pbem.games.plantagenet.campaign.intercept import INTERCEPT, Band, intercept_options, members
from pbem.games.plantagenet.campaign.march import March, marching
from pbem.games.plantagenet.campaign.sail import Sail
from pbem.games.plantagenet.components.board import Locale
from pbem.games.plantagenet.components.box import Lord, Side
from pbem.games.plantagenet.components.group import group_from
from pbem.games.plantagenet.components.setup import BATTLE_ONLY
from pbem.games.plantagenet.components.state import State, lords_at, lords_of, mat_hidden, side_of
from pbem.games.plantagenet.components.subjects import AfterAspielles, Coming, InRound
from pbem.games.plantagenet.levy import pillage
from pbem.games.plantagenet.levy.muster import MUSTER
from pbem.orders.conditions.reading import Circumstances

ABOUT_A_PLACE = frozenset({approach.PARLEY, approach.EXILE, pillage.PILLAGE, pillage.PAY.share, pillage.FEED.share})


Standpoint: TypeAlias = Circumstances


def standpoint(s: State, seat: Seat, decision: Decision | None, answer: Json = None) -> Standpoint:
    """The place and Lords of a question to `seat`; without a question, those of its acting Lord. All of this is public."""
    side = Side(seat)
    if s.battle is not None:
        ours, theirs = (tuple(unrouted_lords(s, each)) for each in (side, side.enemy))
        return Standpoint(s.battle.place or "", ours, theirs, moment=moment_of(decision))
    if s.sheet.kind == BATTLE_ONLY:
        return Standpoint("", tuple(lords_of(s, side)), tuple(lords_of(s, side.enemy)))
    if decision is None or decision.key in (COMMAND, MUSTER):
        place, named = _acting(s, side)
        if decision is not None and (going := _going(s, named, answer)):
            return _at_the_goal(s, side, place, *going)
    else:
        place, named = _subject(s, decision)
    here = lords_at(s, place) if place else []
    ours, theirs = (
        tuple(lord for lord in dict.fromkeys([*here, *named]) if side_of(s, lord) is each) for each in (side, side.enemy)
    )
    if decision is not None and decision.key == INTERCEPT:
        ours += tuple(lord for lord in band(s, side, Locale(place), answer) if lord not in ours)
    return Standpoint(place, ours, theirs, tuple(named))


def _going(s: State, acting: Sequence[Lord], answer: Json) -> tuple[list[Lord], Locale] | None:
    """4.3, 4.6.1 Who goes by an answer to a Command, and to which Locale; None if nobody does."""
    if not acting or not isinstance(answer, str):
        return None
    if (march := March.fits(answer)) is not None:
        return list(group_from(s, acting[0], march.group, marching(s))), march.to
    if (sail := Sail.fits(answer)) is not None and sail.where in s.board.locales:
        return list(group_from(s, acting[0], sail.group)), Locale(sail.where)
    return None


def _at_the_goal(s: State, side: Side, place: str, group: Sequence[Lord], to: Locale) -> Standpoint:
    """The Lords of both sides at the goal of a March or Sail, and those who go, who are at `place` now."""
    ours = tuple(dict.fromkeys([*lords_at(s, to, side), *group]))
    return Standpoint(place, ours, tuple(lords_at(s, to, side.enemy)), tuple(group), goal=to)


def moment_of(decision: Decision | None) -> str:
    """y30 The moment of a Round at which Regroup could be used; "" for other questions."""
    asked = decision is not None and decision.key in (REGROUP_KEY, REGROUP_MEANWHILE)
    return InRound.read(decision.subject).about if decision is not None and asked else ""


def _acting(s: State, side: Side) -> tuple[str, list[Lord]]:
    """The Lord of the side who takes his actions, and where he is."""
    lord = s.command.lord if s.command is not None else s.muster.lord if s.muster is not None else None
    if lord is None or lord not in s.mats or side_of(s, lord) is not side:
        return "", []
    return s.lords[lord].where, [lord]


def _subject(s: State, decision: Decision) -> tuple[str, list[Lord]]:
    """The place and the Lords that a question's subject names."""
    subject = decision.subject.window if isinstance(decision.subject, AfterAspielles) else decision.subject
    if decision.key in ABOUT_A_PLACE:
        return subject, []
    if isinstance(subject, Coming):
        return subject.place, [lord for lord in subject.lords if lord in s.mats]
    named = [Lord(word) for word in words_of(subject) if word in s.mats]
    return s.lords[named[0]].where if named else s.approach or "", named


def band(s: State, side: Side, to: Locale, answer: Json) -> list[Lord]:
    """4.3.4 The Lords whom an answer sends to Intercept; without an answer, the strongest group that could go."""
    bands = [Band.read(answer)] if answer and answer != NONE else intercept_options(s, side, to)
    return max((members(s, each) for each in bands), key=lambda lords: sum(units_of(s, lord) for lord in lords), default=[])


def units_of(s: State, lord: Lord) -> int:
    """A Lord's strength as visible on the board: his Unrouted Troops, Retinue and Vassals, one each."""
    mat = s.mats[lord]
    return sum(mat.forces.values()) + len(mat.vassals)


def may_see(s: State, seat: Seat, lord: Lord) -> bool:
    """1.5.3 Whether the seat may look at a Lord's mat."""
    return side_of(s, lord) is Side(seat) or not mat_hidden(s, lord)
