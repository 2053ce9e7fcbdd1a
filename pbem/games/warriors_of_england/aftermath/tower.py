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
TRIALS_LESS = 2
"""10.0 The number of trials is the Initiative value less this."""
PARDONED_FROM = 5
AWARD = 2
"""10.0 The VP for executing an enemy 3-star Noble."""


async def trials(s: State) -> None:
    """10.0 The side that controls London holds trials up to the limit, each of a different Noble."""
    s.tried.clear()
    side = s.control.get(LONDON)
    while side is not None and can_try(s):
        noble = await trial_question(s, side)
        if noble == NONE:
            tell(s, RULE, "no_more_trials", side=side)
            break
        await trial(s, side, noble)
    s.tried.clear()


def trial_question(s: State, side: Side) -> Decision:
    """10.0 Which Noble to try next, or none."""
    question = Text("Put which Noble in the Tower on trial? Trials left: {s}.", s=s.value - TRIALS_LESS - len(s.tried))
    shape = Pick(lambda: [*can_try(s), NONE])
    return Decision(side, TRIAL, f"trial {len(s.tried) + 1}", question, shape, lambda: first_to_try(s, side))


def can_try(s: State) -> list[NobleId]:
    """10.0 The Nobles who can still be tried this turn."""
    left = max(0, s.value - TRIALS_LESS) - len(s.tried)
    return [noble for noble, each in s.nobles.items() if each.at == TOWER and noble not in s.tried] if left > 0 else []


def is_pardon(s: State, side: Side, noble: NobleId) -> bool:
    """10.0 Whether the trial is for a pardon: own and green Nobles are pardoned, enemy ones executed, by the colour shown
    (Ruling: J12).
    """
    return side_up(s, noble).colour.value != side.enemy.value


def first_to_try(s: State, side: Side) -> NobleId:
    """D15 The default order: pardon one's own 3-stars, execute 3-stars, pardon one's own, pardon green ones, execute the
    rest.
    """

    def rank(noble: NobleId) -> tuple[int, int]:
        mine, royal = side_up(s, noble).colour.value == side.value, stars(s, noble) >= ROYAL
        if royal:
            return (0 if mine else 1), 0
        return (2 if mine else 3 if is_pardon(s, side, noble) else 4), -stars(s, noble)

    return min(can_try(s), key=rank)


async def trial(s: State, side: Side, noble: NobleId) -> None:
    """10.0 A pardon succeeds on 5 or 6; an execution if the die less 1 exceeds the rank."""
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
    """10.0 The Noble dies; an enemy 3-star brings 2 VP at once (Ruling: W10 even if he returns flipped)."""
    if stars(s, noble) >= ROYAL:
        s.vp += AWARD if side is Side.LANCASTER else -AWARD
        tell(s, RULE, "award", side=side, points=AWARD, vp=s.vp)
    dies(s, noble, side)
