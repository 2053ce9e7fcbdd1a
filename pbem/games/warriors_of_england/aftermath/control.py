"""8.0 Control of regions."""

from __future__ import annotations

from pbem.engine.dice import roll
from pbem.engine.event import tell
from pbem.games.warriors_of_england.components.board import ROYAL, Area, NobleId, Side
from pbem.games.warriors_of_england.components.nobles import at, useful_stars
from pbem.games.warriors_of_england.components.state import State

RULE = "8.0"
ROLL = f"{RULE} control"


async def control(s: State) -> None:
    """8.0 Removes Aggressor markers, attempts control wherever a side can gain it, and ends disgrace."""
    s.aggressor.clear()
    for area, facts in s.board.regions.items():
        for side in Side:
            nobles = [noble for noble in at(s, area, side) if not s.nobles[noble].disgraced]
            if nobles and s.control.get(area) is not side:
                if facts.royal:
                    take_royal(s, area, side, nobles)
                else:
                    await attempt(s, area, side, nobles)
    for noble in s.nobles.values():
        noble.disgraced = False


def take_royal(s: State, area: Area, side: Side, nobles: list[NobleId]) -> None:
    """8.0.7 London: only a 3-star Noble takes it, without a roll."""
    if any(useful_stars(s, noble) >= ROYAL for noble in nobles):
        gain(s, area, side)


async def attempt(s: State, area: Area, side: Side, nobles: list[NobleId]) -> None:
    """8.0.3 A Noble in his home region succeeds; otherwise (8.0.4) a die up to the highest rank there. After a failure
    nobody controls the region (8.0.5).

    Ruling: J11 disgraced Nobles count neither for home nor for rank. W3 an infirm Henry VI alone tries with rank 0.
    """
    if any(s.board.nobles[noble].home == area for noble in nobles):
        gain(s, area, side)
        return
    rank = max(useful_stars(s, noble) for noble in nobles)
    die = await roll(ROLL, area)
    tell(s, "8.0.4", "tries", area=area, side=side, rank=rank, die=die, gained=die <= rank)
    if die <= rank:
        s.control[area] = side
    elif s.control.pop(area, None) is not None:
        tell(s, "8.0.5", "uncontrolled", area=area)


def gain(s: State, area: Area, side: Side) -> None:
    """8.0.3, 8.0.7 A side gains control without a roll."""
    s.control[area] = side
    tell(s, "8.0.3", "gains", area=area, side=side)
