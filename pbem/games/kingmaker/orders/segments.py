"""Segments: the turns that a letter's orders are for; and how long standing orders hold."""

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
"""Scopes of an order written ahead: the round, or the game if the line says that it stands."""
ALWAYS = (GAME_SCOPE,)
"""The scope of orders for questions that are never asked: the game, unless the line says otherwise."""
TURN_OF = Text("your turn in round {round}")
SEGMENT_NAMES = (TURN_OF,)
NOT_AHEAD = Text("who lets an Event card take effect has seen it: write this when the card of your turn lies open")
"""R80 Why this order cannot be written ahead."""
IN_ALLIES_TURNS = Text("an allied Force of yours is commanded in the turns of your allies: write it without a heading")
KEYS = frozenset({EVENT, TURN, AWARDS, SENTENCE, END})
FOR_OWN = frozenset({"move", "again", "sail", "assault", "attack", "besiege", "sally", "outside", "join", "give", "place"})
"""Order words for an own turn that name only the player's own Nobles. (`detach` can name allies aboard, `lead` an ally's
commander.)
"""


def segments(s: State, seat: Seat, _given: Mapping[str, Json]) -> tuple[Segment, ...]:
    """3 The seat's turn under way, or its next one, and the one after."""
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
    """3 The segment of a seat's turn in a round."""
    return Segment(TURN_OF.filled(round=number), KEYS, TURNS, number=number)


def why_never(s: State, seat: Seat, segment: Segment, verb: str, ids: list[str]) -> str | None:
    """Why a line for a coming turn can never be carried out; None if it may be."""
    if verb == PROCEED:
        return NOT_AHEAD
    if verb == "command":
        return IN_ALLIES_TURNS
    of_others = _led_no_more(s, seat, segment, verb, ids) or _for_anothers(s, seat, verb, ids)
    return of_others or why_never_royal(s, seat, verb, ids) or why_no_more(s, seat, verb, ids)


def why_no_more(s: State, seat: Seat, verb: str, ids: list[str]) -> str | None:
    """9.1, 10.5 Why a waiting line will never be carried out: a Royal in it is dead, or a Noble whom it orders is lost."""
    royals = [RoyalId(each) for each in ids if each in s.royals and _is_alone(s, each, ids)]
    if dead := [royal for royal in royals if royal not in living(s)]:
        return Text("{royal} is dead", royal=name_of(s, dead[0]))
    if verb not in FOR_OWN or s.phase is Phase.SETUP:
        return None
    nobles = [noble for noble in nobles_in(s, ids) if _is_alone(s, noble, ids)]
    lost = [
        each for each in nobles if each not in s.nobles and each not in s.captives and Card(each) not in s.players[seat].hand
    ]
    return Text("{noble} is not in play any more", noble=name_of(s, lost[0])) if lost else None


def _is_alone(s: State, option: str, ids: Sequence[str]) -> bool:
    """Whether no other id in the line shares a name with this one."""
    called = set(names(s, option))
    return not any(called & set(names(s, each)) for each in ids if each != option)


def _led_no_more(s: State, seat: Seat, segment: Segment, verb: str, ids: Sequence[str]) -> str | None:
    """13.2 (K32) Why a Force cannot be led in a later round: it ends with this one, unless it is renewed (R117).

    Ruling: R115 in an ally's turn the ally orders its attacks.
    """
    force = next((each for each in s.forces if each.commander in ids), None)
    if verb != "lead" or force is None or segment.name == own_turn(s.round).name:
        return None
    if force.renewed:
        return None
    if s.active != seat and s.active in owners_of(s, force):
        sentence = Text("it is over when the round ends; in this turn {player} orders what it attacks, and you are asked")
        return sentence.filled(player=name_of(s, s.active))
    return Text("all Forces are over when the round ends")


def _for_anothers(s: State, seat: Seat, verb: str, ids: list[str]) -> str | None:
    """1.3 Why a line cannot order another Faction's Noble. A name that others share is decided when the turn comes."""
    if verb not in FOR_OWN:
        return None
    for noble in nobles_in(s, ids):
        if _is_alone(s, noble, ids) and (why := why_anothers(s, seat, noble)):
            return why
    return None


def scopes(s: State) -> tuple[Scope, ...]:
    """How long an order can hold: the current turn (anybody's), the round, the game."""
    return Scope(TURN_SCOPE, str(s.turn)), Scope(ROUND_SCOPE, str(s.round)), Scope(GAME_SCOPE, "all", usual=True)
