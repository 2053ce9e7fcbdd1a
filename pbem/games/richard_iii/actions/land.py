"""5.2 Land moves: paths, border limits, attacks, pinning."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

from pbem.engine.event import tell
from pbem.games.richard_iii.components.blocks import areas_of, at, is_barred, is_open, of_side, side_of
from pbem.games.richard_iii.components.board import Area, BlockId, Colour, Side
from pbem.games.richard_iii.components.card_ids import Cards
from pbem.games.richard_iii.components.options import March
from pbem.games.richard_iii.components.state import BorderEntry, State, border, first_player

RULE = "5.2"
MAX_BORDERS, MAX_JOINED = 3, 2
"""6.3 The maximum number of borders of an attack, and of P2 joining a battle that P1 has begun."""

Path = tuple[Area, ...]


def reach(s: State, side: Side) -> int:
    """5.1, 5.2 How many areas a block may move by land with the card played."""
    card = s.cards[side]
    return {Cards.FORCE_MARCH: 3, Cards.PIRACY: 0, Cards.PLAGUE: 0}.get(card, 2)


def bonus(s: State, side: Side) -> int:
    """5.1 How many more blocks may cross each border: 1 with Surprise."""
    return 1 if s.cards[side] == Cards.SURPRISE else 0


def may_leave(s: State, block: BlockId) -> bool:
    """5.2, 5.22 Whether a block can leave its area: it has not moved and is not pinned."""
    piece, side = s.blocks[block], side_of(s, block)
    return not piece.moved and not piece.face_down and piece.at in s.board.areas and not is_pinned(s, piece.at, side)


def is_pinned(s: State, area: Area, side: Side) -> bool:
    """5.22 Whether P2's blocks are pinned in an area: as many must stay as attackers are there who are not in Reserve
    (ruling R7).
    """
    if side is first_player(s):
        return False
    attackers = [b for b in at(s, area, side.enemy) if b not in s.reserves]
    return len([b for b in at(s, area, side) if b not in s.reserves]) <= len(attackers)


def paths(s: State, block: BlockId) -> Iterator[Path]:
    """5.2 All paths that a block can go now, from its own area on; AP are not checked."""
    side = side_of(s, block)
    if may_leave(s, block):
        yield from _on(s, side, (s.blocks[block].at,), reach(s, side), areas_of(s, side.enemy))


def _on(s: State, side: Side, path: Path, left: int, closed: set[Area]) -> Iterator[Path]:
    here = path[-1]
    for there in s.board.borders[here]:
        if left and _may_step(s, side, path, there, closed):
            yield (*path, there)
            if s.board.borders[here][there].colour is not Colour.RED and there not in closed:
                yield from _on(s, side, (*path, there), left - 1, closed)


def _may_step(s: State, side: Side, path: Path, there: Area, closed: set[Area]) -> bool:
    """5.2, 5.21, 5.22 Whether a path can go on to an area: not straight back, not into enemy exile, within the limit of the
    border, and for an attack within its number of borders.
    """
    here = path[-1]
    if there in path[-2:-1] or is_barred(s, there, side):
        return False
    if s.crossed.get(border(here, there), 0) >= s.board.borders[here][there].limit + bonus(s, side):
        return False
    if _is_their_way(s, side, path[0], here, there):
        return False
    return there not in closed or may_attack_over(s, side, here, there)


def _is_their_way(s: State, side: Side, start: Area, here: Area, there: Area) -> bool:
    """5.22 Whether a step leaves or re-enters a battle over a border by which the enemy came into it."""
    other = {here: there, there: here}.get(start)
    return other is not None and BorderEntry(side.enemy, other, start) in s.entered


def may_attack_over(s: State, side: Side, here: Area, there: Area) -> bool:
    """6.3 Whether an attack may come over this border: within the maximum number, or over one already used."""
    used = attacked_over(s, side, there)
    return here in used or len(used) < most_borders(s, side, there)


def attacked_over(s: State, side: Side, area: Area) -> set[str]:
    """6.3 The areas from which a side has come into a battle over a border."""
    return {entry.start for entry in s.entered if (entry.side, entry.to) == (side, area) and entry.start in s.board.areas}


def most_borders(s: State, side: Side, area: Area) -> int:
    """6.3 The maximum number of borders of an attack: three, or two for P2 joining P1's battle (ruling R19)."""
    return MAX_JOINED if s.attacker.get(area) is side.enemy else MAX_BORDERS


def march_options(s: State, side: Side) -> list[March]:
    """5.2 For each block and destination a March without path, which goes the best way, and one for each path."""
    options: list[March] = []
    for block in of_side(s, side):
        if not (s.ap or s.blocks[block].at in s.active):
            continue
        best: dict[Area, Path] = {}
        ways = list(paths(s, block))
        for path in sorted(ways, key=lambda path: _trouble(s, path)):
            best.setdefault(path[-1], path)
        options += [March(block, to) for to in best]
        options += [March(block, path[-1], path[1:-1]) for path in ways if len(path) > 2]
    return options


def _trouble(s: State, path: Path) -> tuple[int, int, Path]:
    """A sort key for paths: the shortest first, then the one whose narrowest border has most room."""
    steps = pairwise(path)
    room = min(s.board.borders[a][b].limit - s.crossed.get(border(a, b), 0) for a, b in steps)
    return len(path), -room, path


def path_of(s: State, march: March) -> Path:
    """The path of a March."""
    start = s.blocks[march.block].at
    if march.way:
        return (start, *march.way, march.to)
    return min((p for p in paths(s, march.block) if p[-1] == march.to), key=lambda path: _trouble(s, path))


def march(s: State, block: BlockId, path: Path) -> str:
    """5.2-5.22 Moves a block along its path, pays for its start, and joins it to a battle at the end. Returns how it
    entered.
    """
    side, start = side_of(s, block), path[0]
    if start not in s.active and s.cards[side] != Cards.MUSTER:
        s.ap -= 1
        s.active.append(start)
    for here, there in pairwise(path):
        name = border(here, there)
        s.crossed[name] = s.crossed.get(name, 0) + 1
    came = enter(s, block, path[-2], path[-1])
    s.blocks[block].at, s.blocks[block].moved = path[-1], True
    note_move(s, " ".join(path))
    tell(s, RULE, "marches", seen_by=frozenset({side.value}), side=side, block=block, path=list(path))
    return came


def enter(s: State, block: BlockId, here: str, there: Area) -> str:
    """6.3 A block enters an area: the first border crossed is the main attack; a block that comes over another is in
    Reserve, and so is one that joins a battle begun by the enemy (ruling R18). Returns which.
    """
    side = side_of(s, block)
    if is_open(s, there, side):
        return "none"
    begins = there not in s.attacker
    attacks = begins or s.attacker[there] is side
    if begins:
        s.attacker[there] = side
        if here in s.board.areas:
            s.main[there] = Area(here)
    if BorderEntry(side, here, there) not in s.entered:
        s.entered.append(BorderEntry(side, here, there))
    s.came[block] = here
    if attacks and (here not in s.board.areas or s.main.get(there) == here):
        return "main_attack_border" if begins else "main_attack"
    s.reserves.append(block)
    return "reserve_attack" if attacks else "reserve_joins_defence"


def note_move(s: State, way: str) -> None:
    """Counts a move for the public report: one more block has gone this way."""
    s.moves[way] = s.moves.get(way, 0) + 1


def main_options(s: State, side: Side) -> list[tuple[Area, Area]]:
    """6.3 The attacks of a side, each with a border that could be its main attack instead."""
    options = []
    for area, attacker in s.attacker.items():
        if attacker is side and area in s.main:
            used = [Area(e.start) for e in s.entered if (e.side, e.to) == (side, area) and e.start in s.board.areas]
            options += [(area, other) for other in used if other != s.main[area]]
    return options


def choose_main(s: State, side: Side, area: Area, over: Area) -> None:
    """6.3 Makes another border the main attack: blocks that came over it are engaged, all others in Reserve."""
    s.main[area] = over
    attackers = [block for block in at(s, area, side) if block in s.came]
    s.reserves = [block for block in s.reserves if block not in attackers]
    s.reserves += [block for block in attackers if s.came[block] != over]
    tell(s, "6.3", "main_attack", side=side, area=area, border=over)
