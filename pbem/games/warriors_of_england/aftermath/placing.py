"""11.0 New Nobles: the draw, the selection, and placing on the map."""

from __future__ import annotations

from pbem.engine.decision import Decision, Menu
from pbem.engine.dice import shuffle
from pbem.engine.event import tell
from pbem.games.warriors_of_england.campaign.campaign import mark_aggressor
from pbem.games.warriors_of_england.components.board import CROWN, Area, Colour, NobleId, Side
from pbem.games.warriors_of_england.components.nobles import at, in_box, side_up, strength, to_area, to_box
from pbem.games.warriors_of_england.components.options import NOBODY, Give, PlaceAt, PutBack, Take
from pbem.games.warriors_of_england.components.state import ASIDE, CUP, DRAWN, Phase, Shown, State, first_side
from pbem.games.warriors_of_england.components.worth import worth_of
from pbem.i18n import Text

DRAW, DRAFT, PLACE = "11.1 draw", "11.1 draft", "11.2 place"
DRAWS = 4
PLACED_WITH = 1
"""11.2 The Troops of a Noble who is placed."""


async def reinforcements(s: State) -> None:
    """11.1 Four Nobles are drawn; both sides select in turn, the side without the Initiative first."""
    await draw(s, DRAWS)
    side = first_side(s).enemy
    while drawn(s):
        await draft(s, side)
        side = side.enemy
    end_draft(s)


def end_draft(s: State) -> None:
    """11.1.3 Returns Nobles who were put back to the cup. 11.2 Each side gets as many plays as the Initiative value, the
    side without the Initiative one fewer.
    """
    for noble in s.nobles.values():
        if noble.at == ASIDE:
            noble.at = CUP
    side = first_side(s)
    s.plays = {side: s.value, side.enemy: s.value - 1}


async def draw(s: State, number: int) -> None:
    """11.1 Draws `number` Nobles from the cup, or all that are left, face up beside the map."""
    cup = tuple(noble for noble, each in s.nobles.items() if each.at == CUP)
    nobles = [NobleId(noble) for noble in (await shuffle(DRAW, "cup", cup))[:number]]
    for noble in nobles:
        s.nobles[noble].at = DRAWN
    tell(s, "11.1", "drawn", nobles=nobles)


def drawn(s: State) -> list[NobleId]:
    """The Nobles beside the map."""
    return [noble for noble, each in s.nobles.items() if each.at == DRAWN]


async def draft(s: State, side: Side) -> None:
    """11.1.1-11.1.3 One selection. Ruling: J18 putting a Noble back is one too; he is in the cup again after the draft."""
    number = len(drawn(s))
    question, shape = Text("Select which of the drawn Nobles?"), Menu(lambda: selections(s, side))
    answer = await Decision(side, DRAFT, f"{number} left", question, shape, lambda: best_selection(s, side))
    given, back = Give.fits(answer), PutBack.fits(answer)
    noble = (given or back or Take.read(answer)).noble
    s.nobles[noble].shown = Shown.FACE
    if back:
        s.nobles[noble].at = ASIDE
    else:
        to_box(s, noble, side.enemy if given else side)
    tell(s, "11.1", "selects", side=side, noble=noble, to=s.nobles[noble].at)


def selections(s: State, side: Side) -> list[Take | Give | PutBack]:
    """11.1 A Noble of one's own colour if there is any, else a green one, else an enemy one: to the enemy's box or back to
    the cup.
    """
    nobles = drawn(s)
    for colour in (side.value, Colour.GREEN.value):
        if of_colour := [noble for noble in nobles if side_up(s, noble).colour.value == colour]:
            return [Take(noble) for noble in of_colour]
    return [option(noble) for noble in nobles for option in (PutBack, Give)]


def best_selection(s: State, side: Side) -> Take | Give | PutBack:
    """D16 The default: the best Noble for oneself; of the enemy's the least valuable, back to the cup."""
    options = selections(s, side)
    if isinstance(options[0], Take):
        return max(options, key=lambda option: worth_of(s, option.noble))
    return min((option for option in options if isinstance(option, PutBack)), key=lambda option: worth_of(s, option.noble))


# Placing


async def placing(s: State) -> None:
    """11.2 Both sides play Nobles in turn, the Initiative side first."""
    side = first_side(s)
    while any(s.plays.values()) and any(in_box(s, each) for each in Side):
        if s.plays[side]:
            await place(s, side)
        side = side.enemy


async def place(s: State, side: Side) -> None:
    """11.2 One play: a Noble comes to the map with 1 Troop, or a pass, which is a play too (Ruling: J2)."""
    used = s.value - (side is not s.initiative) - s.plays[side] + 1
    shape = Menu(lambda: [*placements(s, side), NOBODY])
    answer = await Decision(side, PLACE, f"play {used}", _question(s, side), shape, lambda: best_placement(s, side))
    s.plays[side] -= 1
    if answer == NOBODY:
        if in_box(s, side):
            tell(s, "11.2", "places_nobody", side=side, left=s.plays[side])
        return
    chosen = PlaceAt.read(answer)
    put_down(s, side, chosen.noble, chosen.area or s.board.nobles[chosen.noble].home, PLACED_WITH)


def _question(s: State, side: Side) -> str:
    if s.plays[side] == 1:
        return Text("Place which Noble? You may place one more this turn.")
    return Text("Place which Noble? You may place {plays} more this turn.", plays=s.plays[side])


def put_down(s: State, side: Side, noble: NobleId, area: Area, troops: int) -> None:
    """11.2 Puts a Noble on the map. Ruling: J13 if he comes alone to enemies, he is the Aggressor there in the next turn."""
    if s.phase is not Phase.SETUP:
        mark_aggressor(s, side, area)
    to_area(s, noble, area, side, troops)
    tell(s, "11.2", "placed", side=side, noble=noble, area=area, troops=troops)


def placements(s: State, side: Side) -> list[PlaceAt]:
    """11.2 All ways to place: Nobles at home; those with a crown in any region with a friendly Noble, or in a Friendly
    Foreign Area.
    """
    return [option for noble in in_box(s, side) for option in homes(s, side, noble)]


def homes(s: State, side: Side, noble: NobleId) -> list[PlaceAt]:
    """11.2 Where one Noble can be placed."""
    if s.board.nobles[noble].home != CROWN:
        return [PlaceAt(noble)]
    return [PlaceAt(noble, area) for area in crown_areas(s, side)]


def crown_areas(s: State, side: Side) -> list[Area]:
    """11.2 Where a Noble with a crown can be placed."""
    return [area for area in s.board.regions if at(s, area, side)] + s.board.abroad(side)


def best_placement(s: State, side: Side) -> str:
    """D17 The default: where control is wanted and there is no enemy, then regions, then the most valuable Noble; never
    alone against an enemy strength of 4 or more.
    """
    options = [option for option in placements(s, side) if not _is_outnumbered(s, side, _area(s, option))]
    return max(options, key=lambda option: _gain(s, side, option), default=NOBODY)


def _area(s: State, option: PlaceAt) -> Area:
    return option.area or s.board.nobles[option.noble].home


def _is_outnumbered(s: State, side: Side, area: Area) -> bool:
    return strength(s, at(s, area, side.enemy)) > 3 and not at(s, area, side)


def _gain(s: State, side: Side, option: PlaceAt) -> tuple[bool, bool, float]:
    area = _area(s, option)
    wanted = area in s.board.regions and s.control.get(area) is not side and not at(s, area, side.enemy)
    return wanted, area in s.board.regions, worth_of(s, option.noble)
