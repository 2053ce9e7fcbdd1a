"""5.0 Victory, looked for in each Victory Check (4.8.3)."""

from __future__ import annotations

from pbem.engine.event import tell
from pbem.games.plantagenet.components.board import LAST_BOX, YORK_CITY
from pbem.games.plantagenet.components.box import Side
from pbem.games.plantagenet.components.influence import lead_of
from pbem.games.plantagenet.components.setup import TOWTON
from pbem.games.plantagenet.components.state import State, Status, favour_of, lords_of, side_of
from pbem.games.plantagenet.wars.ending import end_war
from pbem.i18n import Text

CAMPAIGN, THRESHOLD, SCENARIO_END, TEST_OF_ARMS = "campaign", "threshold", Text("scenario end"), Text("test of arms")


def victory_check(s: State) -> None:
    """4.8.3 Victory Check: Campaign Victory, then Threshold, then the end of the scenario (ruling R107).

    In the Wars of the Roses a War is won instead (6.0): then raises WarOver.
    """
    campaign_victory(s)
    if s.result is None:
        threshold_victory(s)
    if s.result is None and s.turn == s.sheet.last_turn:
        scenario_end_victory(s)


def campaign_victory(s: State) -> None:
    """5.1 Campaign Victory: a side without Lords on the map or Exiles in the next box loses; if both, it is a draw."""
    beaten = [side for side in s.order if is_beaten(s, side)]
    if beaten:
        end_game(s, beaten[0].enemy if len(beaten) == 1 else None, CAMPAIGN)


def is_beaten(s: State, side: Side) -> bool:
    """5.1 Whether a side is beaten: only Exile markers in the very next Turn's box save it, and there is none after box 15
    (ruling R107).
    """
    if lords_of(s, side):
        return False
    exiles = [c for lord, c in s.lords.items() if side_of(s, lord) is side and c.status is Status.CALENDAR and c.exile]
    return s.turn == LAST_BOX or all(cylinder.box != s.turn + 1 for cylinder in exiles)


def threshold_victory(s: State) -> None:
    """5.2 Threshold Victory, by the threshold of the Turn just played (ruling R112)."""
    threshold = s.sheet.thresholds.get(s.turn)
    for side in s.order:
        if threshold is not None and lead_of(s, side) >= threshold:
            end_game(s, side, THRESHOLD)


def scenario_end_victory(s: State) -> None:
    """5.3 Scenario End Victory: more Influence wins; none is a draw. 6.0 Test of Arms: Favour at York decides instead."""
    if TOWTON in s.sheet.special_rules:
        end_game(s, favour_of(s, YORK_CITY), TEST_OF_ARMS)
    else:
        end_game(s, next((side for side in s.order if lead_of(s, side) > 0), None), SCENARIO_END)


def end_game(s: State, winner: Side | None, how: str) -> None:
    """5.0 The game is over, or the War: a tie in a War goes to the King's side (rulings R9, R120, R130). Raises WarOver."""
    if s.wars is not None:
        end_war(s, winner or s.king, how if winner is not None else f"{how!s}, tie")
    s.result = {"winner": winner, "how": how}
    tell(s, "5.0", "game_won" if winner is not None else "game_drawn", side=winner, how=how)
