"""Adapters: the special rules of single Wars (6.3)."""

from __future__ import annotations

from collections.abc import Mapping

from pbem.games.plantagenet.cards.arts_of_war import play_event
from pbem.games.plantagenet.components.board import Locale, Vassal
from pbem.games.plantagenet.components.box import MARGARET, WARWICK_L, Card, Lord, Side
from pbem.games.plantagenet.components.group import shaky_meeting
from pbem.games.plantagenet.components.haven import foreign_haven
from pbem.games.plantagenet.components.influence import CHECK
from pbem.games.plantagenet.components.lords import disband_lord, disband_vassal
from pbem.games.plantagenet.components.state import lords_of
from pbem.games.plantagenet.levy.exiles import boxes_for
from pbem.games.plantagenet.levy.levy import LevyLord, levy_lord
from pbem.games.plantagenet.levy.muster import end_levy, open_muster
from pbem.lab.conform.driver import Mismatch
from pbem.lab.games.plantagenet.conformance.wars.case import WarAdapter, WarCase

GLOUCESTER_AS_HEIR = Card("y28")
SUCCEEDS = 1
EXILE = "exile_upon_approach"
HAVEN = {EXILE: True, "death_as_defender": True, **dict.fromkeys(("death_as_attacker", "shipwreck", "disband"), False)}
"""Whether what takes Warwick off the map opens the Foreign Haven."""


def special(case: WarCase) -> None:
    """6.3 A special rule of the War."""
    kind = case.args["kind"]
    if kind not in KINDS:
        raise Mismatch(f"no rule for what is special of the kind {kind!r}")
    KINDS[kind](case)


def exile_box(case: WarCase) -> None:
    """6.3 War I, Allied Networks: the Exile box that a Lord may use."""
    boxes = boxes_for(case.s, Lord(case.args["lord"]))
    case.expect_result(boxes[0] if len(boxes) == 1 else boxes or None)


def margaret_musters(case: WarCase) -> None:
    """6.3 Margaret Musters, Levied by another Lord; what the check costs is no part of it."""
    s = case.s
    lord, influence = lords_of(s, Side.LANCASTER)[0], s.influence
    open_muster(s, Side.LANCASTER, lord)
    order = LevyLord(MARGARET, Locale(case.args["where"]), 0)
    case.play(levy_lord(s, lord, order), {CHECK: lambda *_: SUCCEEDS})
    s.influence = influence


def margaret_disbands(case: WarCase) -> None:
    """6.3 Margaret Disbands."""
    disband_lord(case.s, MARGARET, "3.2.4")


def edward_disbands(case: WarCase) -> None:
    """6.3 Edward Disbands without her."""
    disband_vassal(case.s, Vassal("edward"), "3.2.4")


def gloucester_named(case: WarCase) -> None:
    """6.3 Gloucester as Heir (y28) is drawn, carried out, and done with at the end of the Levy."""
    s = case.s
    in_force, s.this_levy = s.this_levy, []
    s.decks[Side.YORK].remove(GLOUCESTER_AS_HEIR)
    s.drawn.append(GLOUCESTER_AS_HEIR)
    case.play(play_event(s, Side.YORK, GLOUCESTER_AS_HEIR), {})
    end_levy(s)
    s.this_levy = in_force


def havens(case: WarCase) -> None:
    """6.3 Foreign Haven, when Warwick has left: into Exile upon Approach, or by Death where York attacked."""
    cause = case.args.get("cause", EXILE)
    if cause not in HAVEN:
        raise Mismatch(f"no rule for a Foreign Haven by {cause!r}")
    if HAVEN[cause]:
        foreign_haven(case.s)


def together(case: WarCase) -> None:
    """6.3 Shaky Allies: whether Margaret and Warwick may both come to a place; on a Sea nothing asks."""
    where, pair = case.args["where"], [MARGARET, WARWICK_L]
    case.expect_result(where in case.s.board.seas or not shaky_meeting(case.s, pair, Locale(where)))


KINDS: Mapping[str, WarAdapter] = {
    "exile_box": exile_box,
    "margaret_musters": margaret_musters,
    "margaret_disbands": margaret_disbands,
    "edward_disbands": edward_disbands,
    "y28_resolved": gloucester_named,
    "foreign_haven": havens,
    "margaret_and_warwick_together": together,
}
WAR_ADAPTERS: Mapping[str, WarAdapter] = {"special": special}
