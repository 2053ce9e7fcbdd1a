"""13.3, 13.4, 13.6 Victory, and the end of a game."""

from __future__ import annotations

from collections.abc import Sequence

from pbem.engine.decision import Seat
from pbem.engine.event import tell
from pbem.engine.refusal import Illegal
from pbem.games.kingmaker.components.ids import CHANCELLOR, LAST_PHASE, Phase
from pbem.games.kingmaker.components.names import names_of
from pbem.games.kingmaker.components.nobles import allied, keeper_of
from pbem.games.kingmaker.components.state import State
from pbem.games.kingmaker.prestige import living, prestige
from pbem.i18n import Text

ROYALTY, PRESTIGE, MINOR, ALL_LOSE = "royalty", "prestige", "minor", "all_lose"


def finish(s: State, kind: str, winners: Sequence[Seat]) -> None:
    """13 Ends the game."""
    s.result = {"kind": kind, "winners": sorted(winners)}
    s.phase = Phase.OVER
    tell(s, "13", "over", kind=kind, winners=sorted(winners))


def check_under_way(s: State) -> None:
    """3 Raises Illegal before the game has begun or after it is over."""
    if s.phase in (Phase.SETUP, Phase.OVER):
        raise Illegal(Text("the game is over") if s.phase is Phase.OVER else Text("the game has not begun"))


def look_for_victory(s: State) -> None:
    """13.4, 10.7 Ends the game if the last living Royal is crowned and controlled, or if all are dead (Ruling: R35: after
    each step).
    """
    if s.result is not None:
        return
    left = living(s)
    if not left:
        finish(s, ALL_LOSE, ())
    elif len(left) == 1 and s.royals[left[0]].crowned:
        noble = s.royals[left[0]].noble
        if noble is not None:
            finish(s, ROYALTY, allied(s, s.nobles[noble].owner))


def win_by_claim(s: State) -> None:
    """13.3 The claimer wins at the end of their next turn, if they still hold the Prestige Victory card."""
    if s.claim is not None and s.claim.player == s.active and s.claim.round < s.round:
        finish(s, PRESTIGE, allied(s, s.active))


def time_out(s: State) -> None:
    """13.6 The time limit has passed: most points win a minor victory.

    Alliances are ignored; a tie goes to whoever holds the Chancellor of England, tied or not (Ruling: R42).
    """
    points = {seat: prestige(s, seat) for seat in s.seats}
    best = [seat for seat in s.seats if points[seat] == max(points.values())]
    chancellor = keeper_of(s, CHANCELLOR)
    finish(s, MINOR, [chancellor.owner] if len(best) > 1 and chancellor is not None else best)


def agree_end(s: State, agreed: Sequence[Seat]) -> None:
    """2.8 (l. 292) All players agree to end a timed game at the end of a round (Ruling: R70; K58: only with a time limit).
    Raises Illegal.
    """
    if s.rounds is None:
        raise Illegal(Text("no time limit was agreed before the game"))
    starts = s.phase is Phase.EVENT and s.active == s.first and s.round > 1
    if not starts or s.events_left < events_a_turn(s):
        raise Illegal(Text("a game ends by agreement at the end of a round only"))
    if missing := [seat for seat in s.seats if seat not in agreed]:
        raise Illegal(Text("all players must agree: {players} has not", players=names_of(s, missing)))
    time_out(s)


def events_a_turn(s: State) -> int:
    """4.1 The number of Event cards in a turn: two in a game for two, else one (Ruling: R40)."""
    return 2 if len(s.seats) == 2 else 1


def in_last_phase(s: State) -> bool:
    """11 Whether it is the End of Turn phase."""
    return s.phase in LAST_PHASE
