"""What a letter is for: a seat's own turn; and how long standing orders hold."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from pbem.engine.decision import Json, Seat
from pbem.engine.game.segments import Segment
from pbem.engine.game.standing import Scope
from pbem.games.kingmaker.asking.assembling import AWARDS
from pbem.games.kingmaker.asking.ending import END, SENTENCE
from pbem.games.kingmaker.asking.event import EVENT
from pbem.games.kingmaker.asking.options import PROCEED
from pbem.games.kingmaker.components.ids import Card, Phase, RoyalId
from pbem.games.kingmaker.components.names import name_of, names
from pbem.games.kingmaker.components.state import State
from pbem.games.kingmaker.forces import owners_of
from pbem.games.kingmaker.orders.reasons_royal import why_never_royal
from pbem.games.kingmaker.orders.whereabouts import nobles_in, why_anothers
from pbem.games.kingmaker.prestige import living
from pbem.games.kingmaker.turns import TURN
from pbem.i18n import Text

TURNS = "turn"
TURN_SCOPE, ROUND_SCOPE, GAME_SCOPE = "turn", "round", "game"
SCOPES = (TURN_SCOPE, ROUND_SCOPE, GAME_SCOPE)
AHEAD = (ROUND_SCOPE, GAME_SCOPE)
"""How long an order written ahead holds: for the round, or for the game if it says that it stands."""
ALWAYS = (GAME_SCOPE,)
"""Of what nobody is asked: for the game, unless it says otherwise."""
TURN_OF = Text("your turn in round {round}")
SEGMENT_NAMES = (TURN_OF,)
NOT_AHEAD = Text("who lets an Event card take effect has seen it: write this when the card of your turn lies open")
"""R80"""
IN_ALLIES_TURNS = Text("an allied Force of yours is commanded in the turns of your allies: write it without a heading")
KEYS = frozenset({EVENT, TURN, AWARDS, SENTENCE, END})
FOR_OWN = frozenset({"move", "again", "sail", "assault", "attack", "besiege", "sally", "outside", "join", "give", "place"})
"""The order words that wait for an own turn and name no Noble but one's own. Who detaches a ship names allies aboard too,
who leads a Force its commander, who can be an ally's.
"""


def segments(s: State, seat: Seat, _given: Mapping[str, Json]) -> tuple[Segment, ...]:
    """3 The turn under way, if it is the seat's, and the next one."""
    if s.result is not None:
        return ()
    if s.phase is Phase.SETUP:
        return (own_turn(1),)
    place = s.seats.index
    ahead = (place(seat) - place(s.first)) % len(s.seats) - (place(s.active) - place(s.first)) % len(s.seats)
    first = s.round if ahead >= 0 else s.round + 1
    last = s.rounds if s.rounds is not None else first + 1
    return tuple(own_turn(number) for number in (first, first + 1) if number <= last)


def own_turn(number: int) -> Segment:
    """3 A seat's turn of a round."""
    return Segment(TURN_OF.filled(round=number), KEYS, TURNS, number=number)


def why_never(s: State, seat: Seat, segment: Segment, verb: str, ids: list[str]) -> str | None:
    """Why a line for an own turn to come will never be carried out; None where it may be."""
    if verb == PROCEED:
        return NOT_AHEAD
    if verb == "command":
        return IN_ALLIES_TURNS
    of_others = _led_no_more(s, seat, segment, verb, ids) or _for_anothers(s, seat, verb, ids)
    return of_others or why_never_royal(s, seat, verb, ids) or why_no_more(s, seat, verb, ids)


def why_no_more(s: State, seat: Seat, verb: str, ids: list[str]) -> str | None:
    """9.1, 10.5 Why a kept line will never be carried out: a Royal in it is dead, or a Noble whom it orders."""
    royals = [RoyalId(each) for each in ids if each in s.royals and _is_alone(s, each, ids)]
    if dead := [royal for royal in royals if royal not in living(s)]:
        return Text("{royal} is dead", royal=name_of(s, dead[0]))
    if verb not in FOR_OWN or s.phase is Phase.SETUP:
        return None
    nobles = [noble for noble in nobles_in(s, ids) if _is_alone(s, noble, ids)]
    gone = [
        each for each in nobles if each not in s.nobles and each not in s.captives and Card(each) not in s.players[seat].hand
    ]
    return Text("{noble} is not in play any more", noble=name_of(s, gone[0])) if gone else None


def _is_alone(s: State, option: str, ids: Sequence[str]) -> bool:
    """Whether nothing else that a line can mean has a name of this."""
    called = set(names(s, option))
    return not any(called & set(names(s, each)) for each in ids if each != option)


def _led_no_more(s: State, seat: Seat, segment: Segment, verb: str, ids: Sequence[str]) -> str | None:
    """13.2 (K32) A Force of this round is led in no later one, if it is not renewed (R117).

    Ruling: R115 in an ally's turn they order its attacks.
    """
    force = next((each for each in s.forces if each.commander in ids), None)
    if verb != "lead" or force is None or segment.name == own_turn(s.round).name:
        return None
    if force.renewed:
        return None
    if s.active != seat and s.active in owners_of(s, force):
        told = Text("it is over when the round ends; in this turn {player} orders what it attacks, and you are asked")
        return told.filled(player=name_of(s, s.active))
    return Text("all Forces are over when the round ends")


def _for_anothers(s: State, seat: Seat, verb: str, ids: list[str]) -> str | None:
    """1.3 In an own turn nobody orders a Noble of another Faction. What a name that others share means tells the turn."""
    if verb not in FOR_OWN:
        return None
    for noble in nobles_in(s, ids):
        if _is_alone(s, noble, ids) and (why := why_anothers(s, seat, noble)):
            return why
    return None


def scopes(s: State) -> tuple[Scope, ...]:
    """How long an order can hold: a turn of anybody's, the round, the game."""
    return Scope(TURN_SCOPE, str(s.turn)), Scope(ROUND_SCOPE, str(s.round)), Scope(GAME_SCOPE, "all", usual=True)
