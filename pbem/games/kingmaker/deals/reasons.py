"""Why no question takes an order word now, and what to write instead of `give` after the set-up."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from pbem.engine.decision import Seat
from pbem.games.kingmaker.components.ids import NobleId, Phase
from pbem.games.kingmaker.components.state import State
from pbem.games.kingmaker.deals.clauses import CARD, HAND, ROYAL
from pbem.games.kingmaker.deals.giving import TO_NOBLES, things
from pbem.games.kingmaker.hands.award import keeps_last
from pbem.games.kingmaker.orders import reasons
from pbem.games.kingmaker.orders.whereabouts import Ids, name
from pbem.i18n import Text

GIVE, PLACE_WORD, DROP_WORD = "give", "place", "drop"
SET_UP_ONLY = (PLACE_WORD, DROP_WORD)
TO_OWN: Mapping[str, str] = {HAND: "play", CARD: "transfer", ROYAL: "entrust"}
"""10.4, 12.1, 12.2 The order word that gives a kind of thing to one's own Noble."""
TO_OTHERS, CLAUSE = "offer {player}: {clauses}", "I give {thing} to {taker}"
"""5, 12 What to offer to another player, whose consent is needed. In English, whatever language the player writes."""
MAX_THINGS = 4
"""The maximum number of things in a line for which the right form is shown."""
ANY_PLAYER, ANY_CARD = "PLAYER", "CARD"


def why_not_yet(s: State, seat: Seat, verb: str, ids: Callable[[], Ids]) -> str | None:
    """4.1, 12 Why an order word is not possible now: gifts to another Faction take an agreement; for others see the orders
    of the turn.
    """
    if verb == GIVE and s.phase is not Phase.SETUP:
        return why_not_given(s, seat, ids())
    if verb in SET_UP_ONLY and s.phase is not Phase.SETUP:
        return why_not_placed(s, seat, verb, ids())
    return reasons.why_not_yet(s, seat, verb)


def why_not_placed(s: State, seat: Seat, verb: str, ids: Ids) -> str:
    """2.3, 2.4 What to write instead of a set-up word after the set-up: a Noble in hand is played, one in play moves; a card
    is discarded at the end of a turn.
    """
    if verb == DROP_WORD:
        return Text('it is a word of the set-up. At the end of your turn write "discard CARD"')
    in_hand = [each for each in ids if each in s.players[seat].hand and each in s.board.cards.nobles]
    if in_hand and keeps_last(s, seat):
        return Text("it is a word of the set-up. No card can be played now: you keep one card to discard")
    if in_hand:
        return Text('it is a word of the set-up. Now write "{line}"', line=f"play {name(s, in_hand[0])}")
    return Text('it is a word of the set-up. Now write "move NOBLE SPOT"; at the end of your turn, "outside NOBLE"')


def why_not_given(s: State, seat: Seat, ids: Ids) -> str:
    """12 How to give the cards named in the line, now that the set-up is over and "give" means nothing."""
    own_things = things(s, seat, seat)
    named = [each for each in ids if each in own_things]
    takers = [NobleId(each) for each in ids if each in s.nobles]
    others = [each for each in ids if each in s.seats and each != seat] + [s.nobles[noble].owner for noble in takers]
    if takers and s.nobles[takers[0]].owner == seat:
        lines = [
            f"{TO_OWN[own_things[each]]} {name(s, each)} {name(s, takers[0])}"
            for each in named
            if own_things[each] in TO_OWN
        ]
        if keeps_last(s, seat) and any(own_things[each] == HAND for each in named):
            return Text("it is a word of the set-up. No card can be played now: you keep one card to discard")
        if lines:
            return Text('it is a word of the set-up. Now write "{line}"', line="; ".join(lines[:MAX_THINGS]))
        return Text(
            'it is a word of the set-up. To a Noble of yours write "play CARD NOBLE" for a card of your hand, and '
            '"transfer CARD NOBLE" for one that another of them holds'
        )
    given = named[:MAX_THINGS] or [each for each in ids if _can_be_given(s, each)][:1] or [""]
    player = name(s, others[0]) if others else ANY_PLAYER
    clauses = [
        CLAUSE.format(
            thing=name(s, thing) if thing else ANY_CARD,
            taker=name(s, takers[0]) if takers and own_things.get(thing) in TO_NOBLES else player,
        )
        for thing in given
    ]
    line = TO_OTHERS.format(player=player, clauses="; ".join(clauses))
    return Text('it is a word of the set-up. To another player write "{line}"', line=line)


def _can_be_given(s: State, option: str) -> bool:
    """Whether an id is a thing that somebody can have, and not a Noble in play."""
    cards = s.board.cards
    known = option in cards.all or option in cards.royals or option in cards.ships or option in s.board.places
    return known and option not in s.nobles
