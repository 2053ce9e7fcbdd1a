"""9.0 Levy."""

from __future__ import annotations

from pbem.engine.decision import Decision, Pick
from pbem.engine.event import tell
from pbem.engine.phrase import NONE
from pbem.games.warriors_of_england.components.board import Area, NobleId, Side
from pbem.games.warriors_of_england.components.nobles import at, room, side_up, stars, useful_stars
from pbem.games.warriors_of_england.components.state import State, first_side
from pbem.i18n import Text

RULE = "9.0"
LEVY = f"{RULE} levy"


async def levies(s: State) -> None:
    """9.0 Both sides levy, the Initiative side first."""
    for side in (first_side(s), first_side(s).enemy):
        await levy(s, side)


async def levy(s: State, side: Side) -> None:
    """9.0 One side levies, region by region."""
    for area in levy_areas(s, side):
        levied: dict[NobleId, int] = {}
        for number in range(1, levy_limit(s, side, area) + 1):
            answer = await levy_question(s, side, area, number) if levied_by(s, side, area) else NONE
            if answer == NONE:
                break
            noble = NobleId(answer)
            s.nobles[noble].troops += 1
            levied[noble] = levied.get(noble, 0) + 1
        if levied:
            tell(s, RULE, "levies", side=side, area=area, troops=levied)


def levy_question(s: State, side: Side, area: Area, number: int) -> Decision:
    """9.0 Which Noble gets a Troop, or none. The player is not asked, because it costs nothing: a standing order or the
    default decides.
    """
    question = Text("Levy in {areas}: which Noble gets the next Troop?", areas=s.board.areas[area].name)
    shape = Pick(lambda: [*levied_by(s, side, area), NONE])
    usual = levied_by(s, side, area)
    return Decision(side, LEVY, f"{area} {number}", question, shape, lambda: usual[0], automatic=True)


def levy_areas(s: State, side: Side) -> list[Area]:
    """9.0 Where a side with Nobles there can levy: regions that it controls except London, and its Foreign Areas."""
    areas = [
        area for area, facts in s.board.areas.items() if facts.levies and (s.control.get(area) or facts.faction) is side
    ]
    return [area for area in areas if at(s, area, side)]


def levy_limit(s: State, side: Side, area: Area) -> int:
    """9.0 The maximum number of Troops: the highest single rank in the area. An infirm Henry VI counts 0."""
    return max(useful_stars(s, noble) for noble in at(s, area, side))


def levied_by(s: State, side: Side, area: Area) -> list[NobleId]:
    """9.0 The Nobles who can get the next Troop: those with the fewest who have room for more (Ruling: J28). The best Noble
    is first (D14).
    """
    nobles = [noble for noble in at(s, area, side) if room(s, noble) > 0]
    fewest = min((s.nobles[noble].troops for noble in nobles), default=0)
    poorest = [noble for noble in nobles if s.nobles[noble].troops == fewest]
    return sorted(poorest, key=lambda noble: (-stars(s, noble), -side_up(s, noble).leadership))
