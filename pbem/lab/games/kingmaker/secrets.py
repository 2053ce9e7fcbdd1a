"""What Kingmaker II hides from a seat, and how it could be otherwise: the hands of the others, and both decks."""

from __future__ import annotations

from collections.abc import Iterator

from pbem.engine.decision import Seat
from pbem.games.kingmaker.asking.ending import END
from pbem.games.kingmaker.asking.event import EVENT
from pbem.games.kingmaker.asking.joining_in import ADD
from pbem.games.kingmaker.asking.unasked import PLAY, SHOW
from pbem.games.kingmaker.components.cards import Happening
from pbem.games.kingmaker.components.draws import SHUFFLE
from pbem.games.kingmaker.components.ids import Phase
from pbem.games.kingmaker.components.state import State
from pbem.lab.trial import Hidden, Mix, Readers

CARDS_COME = frozenset(
    {
        *(
            "awarded",
            "entered",
            "discarded",
            "drew",
            "shown",
            "traded",
            "taken",
            "town_drawn",
            "city",
            "dropped",
            "taken_in",
        ),
        *("replaced", "set_up", "dealt", "parliament"),
    }
)
"""What shows a Crown card, where the reader may see it."""
EVENTS_COME = frozenset({"event", "drawn", "tile", "rebuilt"})
"""What shows an Event card, or how deep the Prestige tile lies."""


def other_hands(s: State, readers: Readers, mix: Mix) -> bool:
    """12 The others hold other cards, and the Crown deck has another order. At the set-up all cards lie open."""
    if s.phase is Phase.SETUP:
        return False
    others = [other for other in s.seats if other not in readers]
    hidden = [card for other in others for card in s.players[other].hand] + s.crown_deck
    before = list(hidden)
    mix(hidden)
    after = list(hidden)
    for other in others:
        s.players[other].hand = [hidden.pop() for _ in s.players[other].hand]
    s.crown_deck = hidden
    return before != after


def hands(s: State, seat: Seat) -> Iterator[str]:
    """What the others hold."""
    yield from (card for other in s.seats if other != seat and s.phase is not Phase.SETUP for card in s.players[other].hand)


def other_events(s: State, _readers: Readers, mix: Mix) -> bool:
    """1.2, 2.5 The Event cards of the deck lie in another order, and others were set aside; a Clamour stays in its pile."""
    clamours = s.board.cards.of_kind(Happening.CLAMOUR)
    places = [place for place, card in enumerate(s.event_deck) if card not in clamours]
    hidden = [*(s.event_deck[place] for place in places), *s.event_aside]
    before = list(hidden)
    mix(hidden)
    for place, card in zip(places, hidden, strict=False):
        s.event_deck[place] = card
    s.event_aside = hidden[len(places) :]
    return before != hidden


def next_events(s: State, _seat: Seat) -> Iterator[str]:
    """The Event cards on top of the deck."""
    yield from s.event_deck[:3]


SECRETS = (
    Hidden(
        "hands",
        vary=other_hands,
        lit_by=CARDS_COME | {SHUFFLE},
        asked_alike=False,
        leads_on=frozenset({ADD, END, PLAY, SHOW}),
        bears_on=frozenset({ADD, END}),
        often=2,
        things=hands,
    ),
    Hidden(
        "events",
        vary=other_events,
        lit_by=EVENTS_COME | {SHUFFLE},
        asked_alike=False,
        bears_on=frozenset({EVENT}),
        things=next_events,
    ),
)
