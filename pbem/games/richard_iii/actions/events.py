"""5.1 Muster and Plague, the event cards without AP."""

from __future__ import annotations

from pbem.engine.decision import Decision, Menu, Pick
from pbem.engine.event import tell
from pbem.engine.phrase import NONE
from pbem.games.richard_iii.actions.land import Path, march, path_of, paths
from pbem.games.richard_iii.components.blocks import at, is_barred, is_enemy, is_open, of_side
from pbem.games.richard_iii.components.board import Area, BlockId, Side
from pbem.games.richard_iii.components.death import lose
from pbem.games.richard_iii.components.options import DONE, March
from pbem.games.richard_iii.components.state import State
from pbem.i18n import Text

RULE = "5.1"
MUSTER_AT, MUSTER, PLAGUE = f"{RULE} muster at", f"{RULE} muster", f"{RULE} plague"


async def muster(s: State, side: Side) -> None:
    """5.1 Muster: any blocks move to one friendly or vacant area that they can reach by an ordinary land move (ruling
    R12).
    """
    where = str(
        await Decision(
            side,
            MUSTER_AT,
            about(s),
            Text("Muster: to which area do your blocks go?"),
            Pick(lambda: [*muster_areas(s, side), NONE]),
            lambda: NONE,
        )
    )
    if where == NONE:
        return
    area = Area(where)
    while muster_options(s, side, area):
        answer = await muster_question(s, side, area)
        if answer == DONE:
            break
        order = March.read(answer)
        march(s, order.block, path_of(s, order))


def muster_question(s: State, side: Side, area: Area) -> Decision:
    """5.1 Which block musters next."""
    options = Menu(lambda: [*muster_options(s, side, area), DONE])
    return Decision(
        side,
        MUSTER,
        area,
        Text("Muster to {areas}: which block comes?", areas=s.board.areas[area].name),
        options,
        lambda: DONE,
    )


def about(s: State) -> str:
    """The time of the game, as the subject of a question."""
    return Text("campaign {campaign}, turn {turn}", campaign=s.campaign, turn=s.turn)


def muster_areas(s: State, side: Side) -> list[Area]:
    """5.1 The areas for a Muster: friendly or vacant, not the enemy's exile. First those to which most blocks can come."""
    areas = [area for area in s.board.areas if is_open(s, area, side) and not is_barred(s, area, side)]
    coming = coming_to(s, side)
    return sorted(areas, key=lambda area: -len(coming.get(area, ())))


def coming_to(s: State, side: Side) -> dict[Area, list[BlockId]]:
    """5.1 The blocks that can come to each area by land."""
    coming: dict[Area, list[BlockId]] = {}
    for block in of_side(s, side):
        for area in dict.fromkeys(path[-1] for path in paths(s, block)):
            coming.setdefault(area, []).append(block)
    return coming


def muster_paths(s: State, side: Side, area: Area) -> dict[BlockId, list[Path]]:
    """5.1 The paths by which each block can reach an area."""
    return {block: [path for path in paths(s, block) if path[-1] == area] for block in of_side(s, side)}


def muster_options(s: State, side: Side, area: Area) -> list[March]:
    """5.1 The blocks that can still muster, with each path."""
    options: list[March] = []
    for block, ways in muster_paths(s, side, area).items():
        options += [March(block, area)] if ways else []
        options += [March(block, area, path[1:-1]) for path in ways if len(path) > 2]
    return options


async def plague(s: State, side: Side) -> None:
    """5.1 Plague: every block in one city area that only the enemy holds loses a step. Raises GameOver.

    Ruling: R13, R44.
    """
    where = str(await plague_question(s, side))
    tell(s, RULE, "plague", side=side, area=None if where == NONE else where)
    if where != NONE:
        for block in at(s, Area(where), side.enemy):
            lose(s, block, 1, RULE)


def plague_question(s: State, side: Side) -> Decision:
    """5.1 Which city the Plague strikes."""
    shape = Pick(lambda: [*plague_areas(s, side), NONE])
    return Decision(side, PLAGUE, about(s), Text("Plague: which city does it strike?"), shape, lambda: fullest(s, side))


def plague_areas(s: State, side: Side) -> list[Area]:
    """5.1 The city areas that only the enemy holds."""
    return [area for area, place in s.board.areas.items() if place.city and is_enemy(s, area, side)]


def fullest(s: State, side: Side) -> str:
    """D12 The default: the city with most enemy blocks."""
    areas = plague_areas(s, side)
    return max(areas, key=lambda area: len(at(s, area))) if areas else NONE
