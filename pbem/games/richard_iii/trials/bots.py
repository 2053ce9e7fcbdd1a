"""How random players of Richard III choose, what they order for battles, and from what late positions they begin."""

from __future__ import annotations

from collections.abc import Iterator

from pbem.engine.decision import Seat
from pbem.engine.rules import Setup
from pbem.engine.trial import BotStyle, Mix
from pbem.games.richard_iii.components.blocks import heirs_of
from pbem.games.richard_iii.components.board import BlockId, Kind, Side
from pbem.games.richard_iii.components.death import remove
from pbem.games.richard_iii.components.names import names
from pbem.games.richard_iii.components.setup import new_state
from pbem.games.richard_iii.components.state import MINOR, State

MEETING = {"middlesex": 30.0, "kent": 8.0, "oxford": 8.0, "essex": 8.0}
"""Where players who seek battle come together."""
ROSES = ("buckingham", "northumberland", "westmoreland", "shrewsbury", "rivers", "stanley", "warwick", "salisbury", "kent")
CHURCHES = ("canterbury_church", "york_church")
HEIRS = ("henry_vi_l", "york_y", "march_y", "rutland_y", "somerset_l", "exeter_l", "exeter_y", "clarence_y", "clarence_l")
TO_MEET = {f"recruit {stem}_{side}": 1.5 for stem in (*ROSES, *CHURCHES) for side in "ly"}
HEIRS_MARCH = {f"march {heir}": 2.0 for heir in (*HEIRS, "warwick_y", "warwick_l")}
ATTACK = BotStyle({"march": 6, "sail": 1, "recruit": 1, "main": 0.1, "done": 0.1, "mulligan": 20})
MEET = BotStyle(
    {"march": 6, "sail": 2, "recruit": 1, "main": 0.2, "done": 0.02, "none": 0.1, **TO_MEET, **HEIRS_MARCH}, last=MEETING
)
GATHER = BotStyle({"march": 2, "sail": 2, "recruit": 4, "main": 0.1, "done": 0.2, "mulligan": 20})
STYLES = (ATTACK, MEET, MEET, GATHER)
CHANCES = ("", "", " if round over 1", " if round over 2", " if chance 60%", " if strength under 2")
MOST_DEAD, OFTEN = 3, 3


def lasting(s: State, seat: Seat, mix: Mix) -> Iterator[str]:
    """Treachery, and two other orders, one of which may hold for long: battles, supply and heirs are not put to players."""
    areas, own, enemies = list(s.board.areas), _blocks(s, Side(seat)), _blocks(s, Side(seat).enemy)
    turnable = _blocks(s, Side(seat).enemy, turnable=True)
    chances, scopes = list(CHANCES), ["campaign", "game"]
    for things in (areas, own, enemies, turnable, chances, scopes):
        mix(things)
    lines = ["turn none", *[f"charge {', '.join(enemies)}"] * OFTEN, "charge", *["execute yes"] * OFTEN]
    lines += [f"retreat {', '.join(areas)}{chances[0]}", f"hold {', '.join(own[:3])}{chances[0]}", "fire"]
    lines += [f"spare {', '.join(own)}", f"regroup {', '.join(areas)}", "regroup none"]
    lines += [f"treason {', '.join(turnable)}", "treason none", f"fight {', '.join(areas)}", f"enter {', '.join(areas)}"]
    lines += ["execute no", f"starve {', '.join(own)}", f"overflow {', '.join(own)}"]
    mix(lines)
    yield f"standing turn turn {', '.join(turnable)}"
    yield f"standing {scopes[0]} {lines[0]}"
    yield f"standing turn {lines[1]}"


def _blocks(s: State, side: Side, *, turnable: bool = False) -> list[str]:
    """The names of a side's blocks, or of those that can be turned."""
    blocks = [block for block, facts in s.board.blocks.items() if facts.side is side and (facts.loyalty or not turnable)]
    return [names(s, block)[0] for block in blocks]


def late(setup: Setup, mix: Mix) -> State:
    """1460 with some heirs of each side out of the game already, and who was to come for them still to come."""
    s = new_state(setup)
    for side in Side:
        number = list(range(MOST_DEAD + 1))
        mix(number)
        for block in _some_heirs(s, side, mix)[: number[0]]:
            was_minor = s.blocks[block].at == MINOR
            remove(s, block)
            s.due[side] += 0 if was_minor else 1
    s.king, s.pretender = heirs_of(s, s.king_side)[0], heirs_of(s, s.pretender_side)[0]
    return s


def _some_heirs(s: State, side: Side, mix: Mix) -> list[BlockId]:
    heirs = [block for block, facts in s.board.blocks.items() if facts.kind is Kind.HEIR and facts.side is side]
    mix(heirs)
    return heirs
