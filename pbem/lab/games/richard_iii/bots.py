"""What random players of Richard III order for battles, and from what late positions they begin."""

from __future__ import annotations

from collections.abc import Iterator

from pbem.engine.decision import Seat
from pbem.engine.game.setup import Setup
from pbem.games.richard_iii.components.blocks import heirs_of, is_open, of_side, to_pool
from pbem.games.richard_iii.components.board import Area, Kind, Side
from pbem.games.richard_iii.components.death import remove
from pbem.games.richard_iii.components.names import names
from pbem.games.richard_iii.components.setup import new_state
from pbem.games.richard_iii.components.state import AWAY, MINOR, POOL, Block, State
from pbem.games.richard_iii.political.home import GO_HOME, homes_of, usual
from pbem.games.richard_iii.political.political import least
from pbem.lab.trial import Mix

CHANCES = ("", "", " if round over 1", " if round over 2", " if chance 60%", " if strength under 2")
MAX_DEAD, MAX_TURNED, MAX_GATHERED, MAX_NAMED, OFTEN = 3, 5, 6, 10, 3


def lasting(s: State, seat: Seat, mix: Mix) -> Iterator[str]:
    """Treachery, and two other orders, one of which may hold for long: battles, supply and heirs are not put to players."""
    areas, own_blocks, enemies = list(s.board.areas), _blocks(s, Side(seat)), _blocks(s, Side(seat).enemy)
    turnable = _blocks(s, Side(seat).enemy, turnable=True)
    chances, scopes = list(CHANCES), ["campaign", "game"]
    for things in (areas, own_blocks, enemies, turnable, chances, scopes):
        mix(things)
        del things[MAX_NAMED:]
    lines = ["turn none", *[f"charge {', '.join(enemies)}"] * OFTEN, "charge", *["execute yes"] * OFTEN]
    lines += [f"retreat {', '.join(areas)}{chances[0]}", f"hold {', '.join(own_blocks[:3])}{chances[0]}", "fire"]
    lines += [f"spare {', '.join(own_blocks)}", f"regroup {', '.join(areas)}", "regroup none"]
    lines += [f"treason {', '.join(turnable)}", "treason none", f"fight {', '.join(areas)}", f"enter {', '.join(areas)}"]
    lines += ["execute no", f"starve {', '.join(own_blocks)}", f"overflow {', '.join(own_blocks)}"]
    mix(lines)
    yield f"standing turn turn {', '.join(turnable)}"
    yield f"standing {scopes[0]} {lines[0]}"
    yield f"standing turn {lines[1]}"


def _blocks(s: State, side: Side, *, turnable: bool = False) -> list[str]:
    """The names of a side's blocks, or of those that can be turned."""
    blocks = [block for block, facts in s.board.blocks.items() if facts.side is side and (facts.loyalty or not turnable)]
    return [names(s, block)[0] for block in blocks]


def late(setup: Setup, mix: Mix) -> State:
    """A position as later campaigns bring it: heirs dead and others still to come, nobles turned, a Usurpation after it,
    one side's blocks gathered for a march.
    """
    s = new_state(setup)
    for side in Side:
        _bereave(s, side, mix)
    _turn(s, mix)
    usurped = bool(_some(mix, 1))
    s.king_side = s.king_side.enemy if usurped else s.king_side
    s.king, s.pretender = heirs_of(s, s.king_side)[0], heirs_of(s, s.pretender_side)[0]
    if usurped:
        _settle(s)
    for side in Side:
        _gather(s, side, mix)
    return s


def _some(mix: Mix, most: int) -> int:
    """A number from 0 to `most`."""
    numbers = list(range(most + 1))
    mix(numbers)
    return numbers[0]


def _bereave(s: State, side: Side, mix: Mix) -> None:
    """6.8 Some heirs of a side are dead, and as many minors due."""
    heirs = [block for block, facts in s.board.blocks.items() if facts.kind is Kind.HEIR and facts.side is side]
    mix(heirs)
    for block in heirs[: _some(mix, MAX_DEAD)]:
        was_minor = s.blocks[block].at == MINOR
        remove(s, block)
        s.due[side] += 0 if was_minor else 1


def _turn(s: State, mix: Mix) -> None:
    """6.9 Some have gone over, and are in the pool of their new side: nobles, churches, Clarence, Exeter."""
    turnable = [b for b, facts in s.board.blocks.items() if facts.loyalty and facts.twin]
    turnable = [block for block in turnable if s.blocks[block].at != AWAY]
    mix(turnable)
    for block in turnable[: _some(mix, MAX_TURNED)]:
        twin = s.board.blocks[block].twin
        s.blocks[block], s.blocks[twin] = Block(AWAY, 0), Block(POOL, s.board.blocks[twin].strength)


def _settle(s: State) -> None:
    """8.3, 8.4 After a Usurpation the new Pretender's heirs are in exile, and the new King's, and all nobles, at home."""
    for side in (s.pretender_side, s.king_side):
        homes = {b: homes_of(s, b) for b in of_side(s, side) if s.board.blocks[b].kind in GO_HOME}
        chosen = usual(s, side, {block: areas for block, areas in homes.items() if areas})
        for block in homes:
            if block in chosen:
                s.blocks[block].at = Area(chosen[block])
            else:
                to_pool(s, block)
        for area in s.board.exiles(side):
            for block in least(s, area, side):
                to_pool(s, block)


def _gather(s: State, side: Side, mix: Mix) -> None:
    """Some blocks of a side stand together in an area of England."""
    areas = [area for area, place in s.board.areas.items() if place.exile is None and is_open(s, area, side)]
    blocks = [block for block in of_side(s, side) if s.board.blocks[block].kind in GO_HOME]
    for things in (areas, blocks):
        mix(things)
    for block in blocks[: _some(mix, MAX_GATHERED)]:
        s.blocks[block].at = areas[0]
