"""Why a line is not possible: short explanations from the position."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from pbem.engine.decision import Decision, Seat
from pbem.engine.phrase import NONE
from pbem.games.kingmaker.asking.assembling import ATTEND, AWARDS, deciding_before
from pbem.games.kingmaker.asking.ending import END
from pbem.games.kingmaker.asking.joining_in import ADD, nobles_in_combat
from pbem.games.kingmaker.asking.options import DONE, ENCAMP, FORBEAR, PASS, PROCEED
from pbem.games.kingmaker.asking.setting_up import CASTLE
from pbem.games.kingmaker.asking.unasked import ACTS_OF
from pbem.games.kingmaker.asking.unasked import why_not as why_not_unasked
from pbem.games.kingmaker.components.ids import Card, NobleId, Phase, RoyalId
from pbem.games.kingmaker.components.names import name_of, names_of
from pbem.games.kingmaker.components.nobles import can_hold, cannot_answer
from pbem.games.kingmaker.components.state import State
from pbem.games.kingmaker.hands.award import can_receive
from pbem.games.kingmaker.orders.policies import MUST_DISCARD
from pbem.games.kingmaker.orders.reasons_fighting import why_no_attack, why_no_sally, why_no_siege, why_not_led
from pbem.games.kingmaker.orders.reasons_moving import why_no_move, why_no_sail, why_not_parted
from pbem.games.kingmaker.orders.reasons_royal import why_no_crown, why_no_summons
from pbem.games.kingmaker.orders.segments import NOT_AHEAD
from pbem.games.kingmaker.orders.whereabouts import (
    Ids,
    cards_in,
    name,
    nobles_in,
    own_in,
    ships_in,
    why_not_mine,
    why_too_late,
)
from pbem.games.kingmaker.turns import TURN, options
from pbem.i18n import Text

Reason = Callable[[State, Seat, Ids], "str | None"]


def why_not(s: State, decision: Decision, verb: str, ids: Sequence[str]) -> str | None:
    """Why the line that names these ids does not answer the question; None if there is no better reason than the options."""
    if decision.key in ACTS_OF:
        return why_not_unasked(s, decision.seat, verb, list(ids))
    reason = ACTIONS.get(verb) if decision.key == TURN else REASONS.get(decision.key)
    return reason(s, decision.seat, ids) if reason is not None else None


def why_not_yet(s: State, seat: Seat, verb: str) -> str | None:
    """4.1 While an Event card lies open: the turn comes after it, and a player who has no chance to play cards (any more)
    has nothing to pass.
    """
    if verb == PASS and s.showing is None and s.fight is None:
        if seat == s.active:
            return Text(
                'it adds nothing in a combat, and there is none. To end the actions of your turn write "{done}"', done=DONE
            )
        return Text("it adds nothing in a combat, and there is none")
    if verb == PROCEED and (s.showing is None or seat != s.active) and s.phase is not Phase.SETUP:
        return Text("the Event card of this turn has taken effect") if seat == s.active else NOT_AHEAD
    if s.showing is None:
        return None
    card = name_of(s, s.showing)
    if verb == PASS:
        return Text("you have no time to play cards before {event} takes effect, or no more", event=card)
    if seat != s.active:
        return None
    if verb == PROCEED:
        return Text("{event} lies open, and others have time to play cards first", event=card)
    if verb not in ACTIONS and verb != DONE:
        return None
    return Text('{event} has not taken effect yet: write "{proceed}" first', event=card, proceed=PROCEED)


def why_not_there(s: State, _seat: Seat, ids: Ids) -> str | None:
    """2.4 A Noble begins in one of his home castles."""
    nobles = nobles_in(s, ids)
    for noble in (each for each in nobles if len(s.facts(each).places) == 1):
        sentence = Text("{noble} has one home castle only, and begins in {home} anyway")
        return sentence.filled(noble=name(s, noble), home=name(s, s.facts(noble).places[0]))
    for noble in nobles:
        places = s.facts(noble).places
        homes = Text(", ").join(name(s, home) for home in places)
        return Text("{noble} begins in one of his home castles: {homes}", noble=name(s, noble), homes=homes)
    return None


def why_no_discard(s: State, seat: Seat, ids: Ids) -> str | None:
    """11.3, 11.5 Why a discard is not possible: only hand cards; only Nobles inside a place step outside."""
    for noble in own_in(s, seat, ids):
        if noble in s.nobles:
            return why_not_mine(s, seat, noble) or Text("{noble} is not inside a place", noble=name(s, noble))
    for card in cards_in(s, ids):
        if card not in s.players[seat].hand:
            return Text("{card} is not in your hand", card=name(s, card))
    return MUST_DISCARD if NONE in ids and s.players[seat].hand else None


def why_no_addition(s: State, seat: Seat, ids: Ids) -> str | None:
    """6.2.4 Why a card cannot be added: only hand cards, only to the player's own Nobles in the combat."""
    assert s.fight is not None
    if elsewhere := [
        each for each in ids if each in s.royals and s.royals[RoyalId(each)].noble not in nobles_in_combat(s, s.fight, seat)
    ]:
        return Text(
            "{royal} is with no Noble of yours in this combat; elsewhere Royals are executed once it is over",
            royal=name(s, elsewhere[0]),
        )
    if nobles := [card for card in cards_in(s, ids) if card in s.players[seat].hand and s.facts(card).sort.is_noble]:
        return Text("{card} is a Noble: in a combat only cards for your Nobles in it are added", card=name(s, nobles[0]))
    for card in (card for card in cards_in(s, ids) if NobleId(card) not in s.nobles):
        if card not in s.players[seat].hand:
            return Text("{card} is not in your hand", card=name(s, card))
    for noble in own_in(s, seat, ids):
        if noble not in nobles_in_combat(s, s.fight, seat):
            return why_not_mine(s, seat, noble) or Text("{noble} is not in this combat", noble=name(s, noble))
        return Text("no such card reaches {noble} here, or it does not fit him", noble=name(s, noble))
    return None


def why_no_award(s: State, _seat: Seat, ids: Ids) -> str | None:
    """7.4 Why an award is not possible: only drawn cards, to Nobles who can hold them."""
    drawn = s.parliament.cards if s.parliament is not None else []
    posts = [card for card in cards_in(s, ids) if not s.facts(card).sort.is_noble]
    for card in posts:
        if card not in drawn:
            return Text("{card} was not drawn", card=name(s, card))
    for noble in nobles_in(s, ids):
        if noble not in s.nobles:
            return Text("{noble} is not in play", noble=name(s, noble))
        if not can_receive(s, noble):
            return Text("{noble} is besieged or at sea", noble=name(s, noble))
        if posts and not can_hold(s, noble, Card(posts[0])):
            return Text("{noble} cannot hold {card}", noble=name(s, noble), card=name(s, posts[0]))
    return None


def why_no_attendance(s: State, seat: Seat, ids: Ids) -> str | None:
    """7.3 Why a Noble cannot attend: he is besieged, at sea, on an island or in Calais."""
    for noble in own_in(s, seat, ids):
        if why := why_not_mine(s, seat, noble):
            return why
        if cannot_answer(s, s.nobles[noble].at):
            return Text("{noble} cannot come: he is besieged, at sea, on an island or in Calais", noble=name(s, noble))
        before = deciding_before(s, seat)
        if later := [each for each in ids if each in s.seats and each not in (*before, seat)]:
            return why_not_after(s, later[0], before)
        if noble == s.summoned:
            return Text("{noble} comes anyway", noble=name(s, noble))
        sentence = Text(
            'behind {noble} stands nothing, or "unless" or "with" and a player who decides before you: {players}'
        )
        return sentence.filled(noble=name(s, noble), players=names_of(s, before) if before else Text("nobody"))
    return None


def why_not_after(s: State, later: Seat, before: Sequence[Seat]) -> Text:
    """7.3 Why a condition is impossible: the player named decides later."""
    known = names_of(s, before) if before else Text("nobody")
    return Text("{player} decides after you; before you: {known}", player=name(s, later), known=known)


def why_not_again(s: State, seat: Seat, ids: Ids) -> str | None:
    """5.8 Why `again` is not possible: Free Moves are for pieces that have moved."""
    if not s.players[seat].free:
        return Text("you have no Free Move card")
    return (why_no_sail if ships_in(s, ids) else why_no_move)(s, seat, ids)


def why_no_camp(s: State, _seat: Seat, _ids: Ids) -> str | None:
    """5-8 Why `encamp` or `forbear` is not possible: they exist only where another phase can follow (R83)."""
    if s.phase in (Phase.PARLIAMENT, Phase.CORONATION):
        return why_too_late(s, Phase.COMBAT)
    return None if len(options(s)) > 1 else Text('nothing is left to do in your turn: "{done}" ends it', done=DONE)


ACTIONS: Mapping[str, Reason] = {
    "move": why_no_move,
    "again": why_not_again,
    "sail": why_no_sail,
    "assault": why_no_sail,
    "detach": why_not_parted,
    "attack": why_no_attack,
    "besiege": why_no_siege,
    "lead": why_not_led,
    "sally": why_no_sally,
    "summon": why_no_summons,
    "crown": why_no_crown,
    ENCAMP: why_no_camp,
    FORBEAR: why_no_camp,
}
REASONS: Mapping[str, Reason] = {
    CASTLE: why_not_there,
    END: why_no_discard,
    ADD: why_no_addition,
    AWARDS: why_no_award,
    ATTEND: why_no_attendance,
}
