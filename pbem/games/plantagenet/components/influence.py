"""1.4 Influence: the track (1.4.1), and checks against a Lord's rating (1.4.2)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from pbem.engine.decision import Decision, Json, Pick
from pbem.engine.dice import roll
from pbem.engine.event import tell
from pbem.games.plantagenet.components.board import Vassal
from pbem.games.plantagenet.components.box import Lord, Side
from pbem.games.plantagenet.components.declaring import declare, only_as_needed
from pbem.games.plantagenet.components.ratings import Lent, influence_lent, open_influence, printed_influence
from pbem.games.plantagenet.components.state import State, all_vassals, side_of, tell_own
from pbem.i18n import Text

MAX_INFLUENCE = 45
BASE_COST = 1
RAISES = {0: 0, 1: 1, 3: 2}
RAISE = "1.4.2 spend"
CHECK = "1.4.2 check"
ALWAYS_SUCCEEDS = 1
HIGHEST_RATING = 5


def move_marker(s: State, points: int) -> None:
    """1.4.1 Moves the marker by `points` toward Lancaster (negative: York). The net total never exceeds 45."""
    s.influence = max(-MAX_INFLUENCE, min(MAX_INFLUENCE, s.influence + points))


def gain(s: State, side: Side, points: int, rule: str, why: str) -> None:
    """1.4.1 The side gains Influence; `why` is the reason for the report."""
    if points:
        move_marker(s, points if side is Side.LANCASTER else -points)
        tell(s, rule, "influence", side=side, points=points, why=why, total=s.influence)


def lose(s: State, side: Side, points: int, rule: str, why: str) -> None:
    """1.4.1 The side spends or loses Influence; the marker may pass to the other side."""
    gain(s, side, -points, rule, why)


def lead_of(s: State, side: Side) -> int:
    """1.4.1 The side's net Influence, negative when the other side leads."""
    return s.influence if side is Side.LANCASTER else -s.influence


def standing_of(s: State, lord: Lord) -> int:
    """The Influence at stake for a Lord in Exile, Unpaid Disband, Shipwreck and rewards: his printed rating, plus one per
    Vassal.
    """
    return printed_influence(s, lord) + len(all_vassals(s, lord))


def loyalty(s: State, vassal: Vassal, side: Side) -> int:
    """1.4.2, 1.5.4 What the Vassal's Loyalty adds to the rating of a Lord of `side`; negative: it subtracts."""
    facts = s.box.vassals[vassal]
    return facts.loyalty if facts.loyalty_side is side else -facts.loyalty


@dataclass(frozen=True, slots=True)
class Raise(Pick):
    """The choice of a raise on a check against `rating`."""

    rating: int = 0


@dataclass(frozen=True, slots=True)
class OpenRaise(Raise):
    """A choice of a raise that is never answered automatically, because that would reveal the rating."""

    def forced(self) -> tuple[Json] | None:
        """1.5.3 The contents of a Hidden Mat are secret."""
        return None


def useful_raises(rating: int) -> Sequence[int]:
    """1.4.2 The amounts that are worth spending on a check against `rating`: raising it beyond 5 has no effect."""
    return [points for points, added in RAISES.items() if not points or rating + added <= HIGHEST_RATING]


async def ask_raise(s: State, lord: Lord, subject: str, rating: int) -> int:
    """1.4.2 The Influence spent in addition, declared before the roll: 0, 1 for +1, or 3 for +2.

    Ruling: with Hidden Mats a side is asked about a raise that cards on the mat make useless, or the Enemy could tell.
    """
    options, useless = [str(points) for points in useful_raises(rating)], useless_in_secret(s, lord, rating)
    prompt = Text(
        "{lords} checks Influence (rating {rating}): spend how much extra Influence?",
        lords=s.box.lords[lord].name,
        rating=rating,
    )
    if useless:
        prompt = Text(
            "{lords} needs no extra Influence, but the Enemy must not learn this: spend 0.", lords=s.box.lords[lord].name
        )
    shape = (OpenRaise if useless else Raise)(lambda: options, rating)
    return int(await Decision(side_of(s, lord), RAISE, subject, prompt, shape, lambda: "0"))


def useless_in_secret(s: State, lord: Lord, rating: int) -> bool:
    """1.5.3 Whether every raise of a check against `rating` is useless only because of cards on the Lord's Hidden Mat."""
    seen = rating - sum(influence_lent(s, lord).values())
    return only_as_needed(s, lord) and len(useful_raises(rating)) == 1 < len(useful_raises(seen))


def check_succeeds_on(rating: int, spend: int = 0) -> int:
    """1.4.2 The highest die that passes a check against `rating`, raised by the amount spent: a 1 always passes, a 6
    never.
    """
    return max(ALWAYS_SUCCEEDS, min(HIGHEST_RATING, rating + RAISES[spend]))


async def check_influence(
    s: State, lord: Lord, subject: str, *, cost: int = BASE_COST, spend: int = 0, modifier: int = 0, parley: bool = False
) -> bool:
    """1.4.2 Pays `cost` and `spend`, then rolls against rating, raise and `modifier`. A 1 succeeds, a 6 fails. Returns
    whether it passed.
    """
    lose(s, side_of(s, lord), cost + spend, "1.4.2", "check")
    seen, lent = open_influence(s, lord, parley) + modifier, influence_lent(s, lord, parley)
    die = await roll(CHECK, f"{lord} {subject}")
    check = Check(seen, lent, spend, die)
    tell_check(s, lord, subject, check)
    return check.passed


@dataclass(frozen=True, slots=True)
class Check:
    """1.4.2 A check after the roll: the rating that everybody can `see`, what cards have `lent`, the raise, and the die."""

    seen: int
    lent: Lent
    spend: int
    die: int

    @property
    def seen_to_need(self) -> int:
        """The highest die that passes without the cards."""
        return check_succeeds_on(self.seen, self.spend)

    @property
    def needed(self) -> int:
        """The highest die that passes."""
        return check_succeeds_on(self.seen + sum(self.lent.values()), self.spend)

    @property
    def passed(self) -> bool:
        """Whether it passed."""
        return self.die <= self.needed

    @property
    def missing(self) -> int:
        """How many points from cards it needed to pass."""
        return self.die - self.seen - RAISES[self.spend] if self.passed and self.die > self.seen_to_need else 0


def tell_check(s: State, lord: Lord, subject: str, check: Check) -> None:
    """1.4.2, 1.5.3 Reports the check. For a Hidden Mat: what everybody can see, and the cards that made it a success; only
    its owner learns what it needed.
    """
    hidden = only_as_needed(s, lord)
    needed = check.seen_to_need if hidden else check.needed
    rolled: dict[str, Json] = {"subject": subject, "rating": needed, "die": check.die, "passed": check.passed}
    tell(s, "1.4.2", "check_seen" if hidden else "check", side=side_of(s, lord), lord=lord, **rolled)
    if hidden:
        tell_own(s, lord, "1.4.2", "check_needed", **(rolled | {"rating": check.needed}))
        declare(s, lord, "1.4.2", check.lent, check.missing)
