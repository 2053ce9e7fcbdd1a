"""7.1 Commanders."""

from __future__ import annotations

from collections.abc import Sequence

from pbem.engine.decision import Decision, Pick
from pbem.engine.event import tell
from pbem.games.warriors_of_england.components.board import NobleId, Side
from pbem.games.warriors_of_england.components.nobles import at, highest, side_up
from pbem.games.warriors_of_england.components.state import State, battle_of, first_side
from pbem.i18n import Text

RULE = "7.1"
COMMANDER = f"{RULE} commander"


async def commanders(s: State) -> None:
    """7.1 Both name a commander, the side without the Initiative first."""
    for side in (first_side(s).enemy, first_side(s)):
        await name_commander(s, side, at(s, battle_of(s).at, side))


async def name_commander(s: State, side: Side, nobles: Sequence[NobleId]) -> None:
    """7.1 The owner chooses a commander among the Nobles of the highest rank; also when one is replaced (7.2.4, Ruling:
    W1).
    """
    battle = battle_of(s)

    def open_() -> list[NobleId]:
        return sorted(highest(s, nobles), key=lambda noble: order_of(s, noble))

    question = Text("Which of your Nobles commands in {areas}?", areas=s.board.areas[battle.at].name)
    noble = await Decision(side, COMMANDER, f"{battle.at} round {battle.round}", question, Pick(open_), lambda: open_()[0])
    battle.commander[side] = noble
    tell(s, RULE, "commands", side=side, noble=noble, at=battle.at)


def order_of(s: State, noble: NobleId) -> tuple[int, int, int]:
    """D5 A sort key for commanders, the best first: Battle, then Leadership, then Troops."""
    up = side_up(s, noble)
    return -up.battle, -up.leadership, -s.nobles[noble].troops
