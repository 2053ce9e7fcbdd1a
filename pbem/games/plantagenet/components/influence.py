"""1.4 Influence: the track (1.4.1), and checks against a Lord's rating (1.4.2)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from pbem.engine.decision import Decision, Pick
from pbem.engine.dice import roll
from pbem.engine.event import tell
from pbem.games.plantagenet.components.board import Vassal
from pbem.games.plantagenet.components.box import Lord, Side
from pbem.games.plantagenet.components.ratings import influence_of, printed_influence
from pbem.games.plantagenet.components.state import State, all_vassals, side_of

MOST = 45
BASE_COST = 1
RAISES = {0: 0, 1: 1, 3: 2}
RAISE = "1.4.2 spend"
CHECK = "1.4.2 check"
ALWAYS_SUCCEEDS = 1
HIGHEST_RATING = 5


def move_marker(s: State, points: int) -> None:
    """1.4.1 Slide the marker by `points` toward Lancaster (negative: York). The net total never exceeds 45."""
    s.influence = max(-MOST, min(MOST, s.influence + points))


def gain(s: State, side: Side, points: int, rule: str, why: str) -> None:
    """1.4.1 The side gains Influence; `why` names the reason for the report."""
    if points:
        move_marker(s, points if side is Side.LANCASTER else -points)
        tell(s, rule, "influence", side=side, points=points, why=why, total=s.influence)


def lose(s: State, side: Side, points: int, rule: str, why: str) -> None:
    """1.4.1 The side spends or loses Influence, which may take the marker to the other side."""
    gain(s, side, -points, rule, why)


def lead_of(s: State, side: Side) -> int:
    """1.4.1 The side's net Influence, negative when the other side leads."""
    return s.influence if side is Side.LANCASTER else -s.influence


def standing_of(s: State, lord: Lord) -> int:
    """The Influence a Lord stands for in Exile, Unpaid Disband, Shipwreck and rewards: printed rating plus his Vassals."""
    return printed_influence(s, lord) + len(all_vassals(s, lord))


def loyalty(s: State, vassal: Vassal, side: Side) -> int:
    """1.4.2, 1.5.4 What the Vassal's Loyalty adds to the rating of a Lord of `side` (negative: subtracts)."""
    facts = s.box.vassals[vassal]
    return facts.loyalty if facts.loyalty_side is side else -facts.loyalty


@dataclass(frozen=True, slots=True)
class Raise(Pick):
    """The choice of a raise on a check against `rating`."""

    rating: int = 0


def useful_raises(rating: int) -> Sequence[int]:
    """1.4.2 What can be spent to some use on a check against `rating`: raising beyond 5 has none."""
    return [points for points, added in RAISES.items() if not points or rating + added <= HIGHEST_RATING]


async def ask_raise(s: State, lord: Lord, subject: str, rating: int) -> int:
    """1.4.2 The Influence spent on top, declared before the roll: 0, 1 for +1, or 3 for +2."""
    options = [str(points) for points in useful_raises(rating)]
    prompt = f"{s.box.lords[lord].name} checks Influence (rating {rating}): spend how much extra Influence?"
    return int(await Decision(side_of(s, lord), RAISE, subject, prompt, Raise(lambda: options, rating), lambda: "0"))


def check_succeeds_on(rating: int, spend: int = 0) -> int:
    """1.4.2 The highest die that passes a check against `rating`, raised by what is spent: a 1 always does, a 6 never."""
    return max(ALWAYS_SUCCEEDS, min(HIGHEST_RATING, rating + RAISES[spend]))


async def check_influence(
    s: State, lord: Lord, subject: str, *, cost: int = BASE_COST, spend: int = 0, modifier: int = 0, parley: bool = False
) -> bool:
    """1.4.2 Pay `cost` and `spend`, then roll against rating, raise and `modifier`. A 1 succeeds, a 6 fails."""
    side = side_of(s, lord)
    lose(s, side, cost + spend, "1.4.2", "check")
    needed = check_succeeds_on(influence_of(s, lord, parley) + modifier, spend)
    die = await roll(CHECK, f"{lord} {subject}")
    passed = die <= needed
    tell(
        s,
        "1.4.2",
        "check",
        side=side,
        lord=lord,
        subject=subject,
        rating=needed,
        die=die,
        passed=passed,
    )
    return passed
