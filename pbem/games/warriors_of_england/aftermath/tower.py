"""10.0 Trials in the Tower of London."""

from __future__ import annotations

from pbem.engine.decision import Decision, Pick
from pbem.engine.dice import roll
from pbem.engine.event import tell
from pbem.engine.phrase import NONE
from pbem.games.warriors_of_england.components.board import LONDON, ROYAL, NobleId, Side
from pbem.games.warriors_of_england.components.nobles import dies, side_up, stars, to_box
from pbem.games.warriors_of_england.components.state import TOWER, State
from pbem.i18n import Text

RULE = "10.0"
TRIAL, ROLL = f"{RULE} trial", f"{RULE} verdict"
LESS = 2
"""10.0 How many fewer trials there are than the Initiative value."""
PARDONED_FROM = 5
AWARD = 2
"""10.0 VP for executing an enemy 3-star Noble."""


async def trials(s: State) -> None:
    """10.0 Who controls London holds trials up to the limit, each of another Noble."""
    s.tried.clear()
    side = s.control.get(LONDON)
    while side is not None and can_try(s):
        noble = await asked(s, side)
        if noble == NONE:
            tell(s, RULE, "no_more_trials", side=side)
            break
        await trial(s, side, noble)
    s.tried.clear()


def asked(s: State, side: Side) -> Decision:
    """10.0 Who is tried next."""
    question = Text("Put which Noble in the Tower on trial? Trials left: {s}.", s=s.value - LESS - len(s.tried))
    shape = Pick(lambda: [*can_try(s), NONE])
    return Decision(side, TRIAL, f"trial {len(s.tried) + 1}", question, shape, lambda: first_to_try(s, side))


def can_try(s: State) -> list[NobleId]:
    """10.0 Who can still be tried this turn."""
    left = max(0, s.value - LESS) - len(s.tried)
    return [noble for noble, each in s.nobles.items() if each.at == TOWER and noble not in s.tried] if left > 0 else []


def is_pardon(s: State, side: Side, noble: NobleId) -> bool:
    """10.0 Own and green Nobles are pardoned, the enemy's executed: the colour decides (Ruling: J12)."""
    return side_up(s, noble).colour.value != side.enemy.value


def first_to_try(s: State, side: Side) -> NobleId:
    """D15 Pardon one's own 3-stars, execute 3-stars, pardon one's own, then green ones, execute the rest."""

    def rank(noble: NobleId) -> tuple[int, int]:
        mine, royal = side_up(s, noble).colour.value == side.value, stars(s, noble) >= ROYAL
        if royal:
            return (0 if mine else 1), 0
        return (2 if mine else 3 if is_pardon(s, side, noble) else 4), -stars(s, noble)

    return min(can_try(s), key=rank)


async def trial(s: State, side: Side, noble: NobleId) -> None:
    """10.0 A pardon on 5 or 6; an execution when the die less 1 is more than the rank."""
    s.tried.append(noble)
    die = await roll(ROLL, noble)
    pardon = is_pardon(s, side, noble)
    done = die >= PARDONED_FROM if pardon else die - 1 > stars(s, noble)
    if done and pardon:
        to_box(s, noble, side)
    elif done:
        execute(s, side, noble)
    tell(s, RULE, "trial", side=side, noble=noble, die=die, pardon=pardon, done=done, to=s.nobles[noble].at)


def execute(s: State, side: Side, noble: NobleId) -> None:
    """10.0 He dies; for an enemy 3-star there are 2 VP at once (Ruling: W10, also when he comes back flipped)."""
    if stars(s, noble) >= ROYAL:
        s.vp += AWARD if side is Side.LANCASTER else -AWARD
        tell(s, RULE, "award", side=side, points=AWARD, vp=s.vp)
    dies(s, noble, side)
