"""Why a block cannot reach an area by land, and why a main attack cannot come over a border."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from pbem.games.richard_iii.actions.land import attacked_over, bonus, most_borders, reach
from pbem.games.richard_iii.components.blocks import areas_of, is_barred, side_of
from pbem.games.richard_iii.components.board import Area, BlockId, Colour, Side
from pbem.games.richard_iii.components.names import names
from pbem.games.richard_iii.components.state import BorderEntry, State, border
from pbem.i18n import Text

Path = tuple[Area, ...]


def no_way(s: State, block: BlockId, to: Area) -> str:
    """5.2-5.22, 6.3 Why none of the paths of a block that may leave its area leads to another area."""
    side, start = side_of(s, block), s.blocks[block].at
    if to == start:
        return Text("{block} stands in {to} already", block=_name(s, block), to=_name(s, to))
    ways = list(_ways(s, side, (start,), to, reach(s, side)))
    if not ways:
        return Text(
            "{to} is too far for {block}: no way of at most {reach} areas leads there from {start}",
            to=_name(s, to),
            block=_name(s, block),
            reach=reach(s, side),
            start=_name(s, start),
        )
    nearest = min(ways, key=lambda path: (len(path), path))
    return next(filter(None, (_barred(s, side, nearest, place) for place in range(len(nearest) - 1))), "")


def _ways(s: State, side: Side, path: Path, to: Area, left: int) -> Iterator[Path]:
    """All paths of at most `left` steps to an area, not straight back nor through the enemy's exile; other obstacles are not
    checked.
    """
    if path[-1] == to:
        yield path
    elif left:
        for there in s.board.borders[path[-1]]:
            if there not in path and not is_barred(s, there, side):
                yield from _ways(s, side, (*path, there), to, left - 1)


def _barred(s: State, side: Side, path: Path, place: int) -> str | None:
    """What bars a path at the border after its area number `place`; None: nothing."""
    here, there, to = path[place], path[place + 1], path[-1]
    if not place and BorderEntry(side.enemy, there, here) in s.entered:
        return Text(
            "the enemy has come from {to} into {start}: nobody leaves that way, and no other is open",
            to=_name(s, there),
            start=_name(s, here),
        )
    if place and here in areas_of(s, side.enemy):
        return Text("the enemy in {here} stops who goes that way to {to}", here=_name(s, here), to=_name(s, to))
    if place and s.board.borders[path[place - 1]][here].colour is Colour.RED:
        return Text(
            "who crosses the red border into {here} stops there: {to} is too far that way",
            here=_name(s, here),
            to=_name(s, to),
        )
    limit = s.board.borders[here][there].limit + bonus(s, side)
    if s.crossed.get(border(here, there), 0) >= limit:
        return Text(
            "{limit} blocks have crossed the border of {here} and {there}: no more may, and no other way is open",
            limit=limit,
            here=_name(s, here),
            there=_name(s, there),
        )
    return _too_wide(s, side, here, there)


def _too_wide(s: State, side: Side, here: Area, there: Area) -> str | None:
    """6.3 A message if an attack or a joined battle already uses all its borders; else None."""
    used, most = attacked_over(s, side, there), most_borders(s, side, there)
    if here in used or len(used) < most:
        return None
    return Text(
        "your blocks come into {to} over {most} borders already: more are not allowed", to=_name(s, there), most=most
    )


def main_attack(s: State, side: Side, areas: Sequence[Area]) -> str | None:
    """6.3 Why the main attack on the first of these areas cannot come from the second."""
    if len(areas) != 2:
        return Text("main needs the area that you attack, and the area from which the main attack comes")
    area, start = areas
    attacker = s.attacker.get(area)
    if attacker is None:
        return Text("nobody attacks in {area}", area=_name(s, area))
    if attacker is not side:
        return Text("in {area} the enemy attacks: your blocks that have come there are in Reserve", area=_name(s, area))
    if area not in s.main:
        return Text("your blocks have come into {area} by sea: all of them are engaged", area=_name(s, area))
    if s.main[area] == start:
        return Text("the main attack on {area} comes from {start} already", area=_name(s, area), start=_name(s, start))
    return (
        None
        if start in attacked_over(s, side, area)
        else Text("none of your blocks has come into {area} from {start}", area=_name(s, area), start=_name(s, start))
    )


def _name(s: State, option: str) -> str:
    return names(s, option)[0]
