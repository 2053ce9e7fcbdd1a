"""Segments of letters: cards and actions of a turn; and how long standing orders hold."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from pbem.engine.decision import Json, Seat
from pbem.engine.game.segments import Segment
from pbem.engine.game.standing import Scope
from pbem.games.richard_iii.actions.actions import ACT
from pbem.games.richard_iii.actions.events import MUSTER, MUSTER_AT, PLAGUE
from pbem.games.richard_iii.cards.cards import CARD
from pbem.games.richard_iii.components.board import Side
from pbem.games.richard_iii.components.names import names
from pbem.games.richard_iii.components.state import Phase, State
from pbem.games.richard_iii.political.home import HOME
from pbem.i18n import Text

ACTIONS, CARDS, HOMES = "actions", "card", "home"
BATTLE, TURN, CAMPAIGN, GAME = "battle", "turn", "campaign", "game"
CARD_OF, ACTIONS_OF = Text("the card of {now}"), Text("the actions of {now}")
HOMES_OF, NOW = Text("the homes of campaign {campaign}"), Text("campaign {campaign}, turn {turn}")
SEGMENT_NAMES = (CARD_OF, ACTIONS_OF, HOMES_OF, NOW)
SCOPES = (BATTLE, TURN, CAMPAIGN, GAME)


def segments(s: State, seat: Seat, given: Mapping[str, Json]) -> tuple[Segment, ...]:
    """1.1 The card of this turn, 5.0 its actions, and the card of the next turn; with an empty hand 8.3 the way home."""
    open_segments = []
    now = NOW.filled(campaign=s.campaign, turn=s.turn)
    if s.phase is Phase.CARD and CARD not in given:
        open_segments.append(Segment(CARD_OF.filled(now=now), frozenset({CARD}), CARDS, number=s.turn))
    if s.phase is Phase.CARD or (s.phase is Phase.ACTION and not _has_acted(s, Side(seat))):
        open_segments.append(
            Segment(ACTIONS_OF.filled(now=now), frozenset({ACT, MUSTER, MUSTER_AT, PLAGUE}), ACTIONS, number=s.turn)
        )
    if s.phase is not Phase.CARD and s.hands[Side(seat)]:
        open_segments.append(
            Segment(
                CARD_OF.filled(now=NOW.filled(campaign=s.campaign, turn=s.turn + 1)),
                frozenset({CARD}),
                CARDS,
                number=s.turn + 1,
            )
        )
    if not s.hands[Side(seat)]:
        open_segments.append(Segment(HOMES_OF.filled(campaign=s.campaign), frozenset({HOME}), HOMES, number=s.campaign))
    return tuple(open_segments)


def why_never(s: State, seat: Seat, segment: Segment, _verb: str, ids: Sequence[str]) -> str | None:
    """1.1 Why a card cannot be played later: hands only get smaller (except by a mulligan before a campaign's first
    card).
    """
    if segment.heading != CARDS or (s.phase is Phase.CARD and s.turn == 1):
        return None
    absent = [each for each in ids if each in s.board.cards and each not in s.hands[Side(seat)]]
    return Text("you do not hold {eventof}", eventof=names(s, absent[0])[0]) if absent else None


def _has_acted(s: State, side: Side) -> bool:
    return s.acting is not None and s.acting is not side and s.p1 is side


def scopes(s: State) -> tuple[Scope, ...]:
    """How long an order can hold: the battle, the turn, the campaign, the game."""
    battle = (Scope(BATTLE, f"{s.campaign} {s.turn} {s.battle.where}"),) if s.battle is not None else ()
    turn = Scope(TURN, f"{s.campaign} {s.turn}")
    return *battle, turn, Scope(CAMPAIGN, str(s.campaign)), Scope(GAME, "all", usual=True)
