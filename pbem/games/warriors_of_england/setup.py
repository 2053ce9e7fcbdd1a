"""3.0 Set-up: the neutral Nobles are drawn and selected, and control is marked."""

from __future__ import annotations

from itertools import cycle

from pbem.engine.decision import Decision, Menu
from pbem.engine.event import tell
from pbem.games.warriors_of_england.aftermath.placing import crown_areas, draw, drawn, put_down
from pbem.games.warriors_of_england.components.board import CROWN, NOWHERE, ROYAL, Area, NobleId, Side
from pbem.games.warriors_of_england.components.nobles import at, highest, is_mixed, stars
from pbem.games.warriors_of_england.components.options import Choose
from pbem.games.warriors_of_england.components.state import CUP, OFF, State
from pbem.games.warriors_of_england.components.worth import worth_of
from pbem.i18n import Text

RULE = "3.0"
CHOOSE = f"{RULE} choose"


async def setup(s: State) -> None:
    """3.0 Five neutral Nobles, chosen in turn, York first."""
    await draw(s, s.board.draft["draws"])
    first = Side(s.board.draft["first_pick"])
    for side in cycle((first, first.enemy)):
        if not drawn(s):
            break
        await choose(s, side)
    mark(s)


async def choose(s: State, side: Side) -> None:
    """3.0 A side selects a Noble, who is placed at once (Ruling: W11)."""
    number = s.board.draft["draws"] - len(drawn(s)) + 1
    question, shape = Text("Choose which neutral Noble?"), Menu(lambda: choices(s, side))
    answer = await Decision(side, CHOOSE, f"choice {number}", question, shape, lambda: best_choice(s, side))
    chosen = Choose.read(answer)
    put_down(s, side, chosen.noble, chosen.area or s.board.nobles[chosen.noble].home, s.board.draft["troops"])


def choices(s: State, side: Side) -> list[Choose]:
    """3.0 The Nobles who can be chosen; for a Noble with a crown, each area where he can be placed."""
    options: list[Choose] = []
    for noble in drawn(s):
        areas = crown_areas(s, side) if s.board.nobles[noble].home == CROWN else [NOWHERE]
        options += [Choose(noble, area) for area in areas]
    return options


def best_choice(s: State, side: Side) -> Choose:
    """D1 The default: the best Noble; D2 one with a crown goes to the highest of his own side."""
    options = choices(s, side)
    best = max((option.noble for option in options), key=lambda noble: worth_of(s, noble))
    return max((option for option in options if option.noble == best), key=lambda option: _rank(s, side, option.area))


def _rank(s: State, side: Side, area: Area) -> int:
    nobles: list[NobleId] = highest(s, at(s, area, side)) if area else []
    return stars(s, nobles[0]) if nobles else 0


def mark(s: State) -> None:
    """3.0 Where both sides have Nobles, York is the Aggressor; a side alone controls the region (Ruling: J3).

    The Nobles of both factions go into the cup.
    """
    for area, facts in s.board.regions.items():
        if is_mixed(s, area):
            s.aggressor[area] = Side.YORK
            continue
        for side in Side:
            if any(not facts.royal or stars(s, noble) >= ROYAL for noble in at(s, area, side)):
                s.control[area] = side
    for noble in s.nobles.values():
        if noble.at == OFF:
            noble.at = CUP
    tell(s, RULE, "set_up", control=dict(s.control), aggressor=dict(s.aggressor))
