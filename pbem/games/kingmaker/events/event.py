"""4.1, 4.5, 4.7 An Event card is turned up and takes effect."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from pbem.engine.decision import Seat
from pbem.engine.event import tell
from pbem.engine.refusal import Illegal
from pbem.games.kingmaker.components.cards import EventFacts, Happening
from pbem.games.kingmaker.components.draws import Draws, draw_event
from pbem.games.kingmaker.components.ids import CHANCELLOR, EventCard, NobleId, Phase, Place, RoyalId, ShipId, Spot
from pbem.games.kingmaker.components.nobles import holder_of, keeper_of
from pbem.games.kingmaker.components.state import State
from pbem.games.kingmaker.components.whole import all_or_nothing
from pbem.games.kingmaker.events.embassy import embassy
from pbem.games.kingmaker.events.plague import plague
from pbem.games.kingmaker.events.raid import raid
from pbem.games.kingmaker.events.storms import storms
from pbem.games.kingmaker.housekeeping import settle
from pbem.games.kingmaker.royals import move_royals
from pbem.i18n import Text


@dataclass(frozen=True)
class Response:
    """4.2-4.6 The players' choices for an Event.

    - `royals` change Nobles first (those in `agreed`, to another Faction).
    - `calls` has the call that each Noble called twice follows.
    - `companions` go with the King.
    - `ports` and `land` are for storms.
    - `sacrifice` says who dies among equals.
    """

    royals: Mapping[RoyalId, NobleId] = field(default_factory=dict)
    agreed: tuple[RoyalId, ...] = ()
    calls: Mapping[NobleId, int] = field(default_factory=dict)
    companions: tuple[NobleId, ...] = ()
    ports: Mapping[ShipId, Place] = field(default_factory=dict)
    land: Mapping[NobleId, Spot] = field(default_factory=dict)
    sacrifice: Mapping[Seat, NobleId] = field(default_factory=dict)


async def turn_up(s: State, draws: Draws) -> EventCard:
    """4.1 Turns up the next Event card. Before it takes effect, players may play cards from hand."""
    if s.phase is not Phase.EVENT or s.showing is not None:
        raise Illegal(Text("it is not the Event phase, or a card has been turned up already"))
    s.showing = await draw_event(s, draws)
    tell(s, "4.1", "event", card=s.showing, says=_said(s, s.board.cards.events[s.showing]))
    return s.showing


def _said(s: State, facts: EventFacts) -> dict[str, Any]:
    """The facts of an Event card for its Event, with the Noble now called and their player ("": nobody in play)."""
    if s.readings.causes_untold:
        return _printed(facts)
    called = [holder_of(s, call.who) for call in facts.calls]
    return {**_printed(facts), "called": [["", ""] if who is None else [who, s.nobles[who].owner] for who in called]}


def _printed(facts: EventFacts) -> dict[str, Any]:
    """The printed facts of an Event card, as used in the Event phase."""
    calls = [[call.who, call.to, call.ships] for call in facts.calls]
    rest = {"to": facts.to or "", "companies": list(facts.companies), "towns": list(facts.towns)}
    return {"kind": str(facts.kind), "calls": calls, **rest}


async def event(s: State, response: Response, draws: Draws) -> dict[str, Any]:
    """4 A whole Event: the card is turned up, Royals change Nobles (4.2, 4.3), the card takes effect. Returns what
    happened.
    """
    with all_or_nothing(s):
        move_royals(s, response.royals, response.agreed)
        await turn_up(s, draws)
        return await take_effect(s, response, draws)


async def take_effect(s: State, response: Response, draws: Draws) -> dict[str, Any]:
    """4.1-4.7 Carries out the Event card that is turned up; returns what happened."""
    if s.showing is None:
        raise Illegal(Text("no Event card has been turned up"))
    card, s.showing = s.showing, None
    kind = s.board.cards.events[card].kind
    happened = await EFFECTS[kind](s, card, response, draws)
    if happened and not any(happened.values()):
        tell(s, "4.1", "no_effect", card=card)
    s.events_left -= 1
    if not s.events_left:
        s.phase = Phase.MOVEMENT
    settle(s)
    return {"card": card, "kind": str(kind), **happened}


async def _raid(s: State, card: EventCard, response: Response, _draws: Draws) -> dict[str, Any]:
    """4.2 Raid or revolt."""
    return _discarded(s, card, raid(s, s.board.cards.events[card], response.calls))


async def _embassy(s: State, card: EventCard, response: Response, _draws: Draws) -> dict[str, Any]:
    """4.3 Embassy."""
    to = s.board.cards.events[card].to
    assert to is not None
    return _discarded(s, card, embassy(s, to, response.companions))


async def _storms(s: State, card: EventCard, response: Response, _draws: Draws) -> dict[str, Any]:
    """4.4 Storms at sea."""
    return _discarded(s, card, storms(s, response.ports, response.land))


async def _mercenaries(s: State, card: EventCard, _response: Response, _draws: Draws) -> dict[str, Any]:
    """4.5 Companies in play are discarded, at sea too; those in hands stay."""
    discarded = []
    for unit in s.nobles.values():
        home = [each for each in unit.cards if s.facts(each).company in s.board.cards.events[card].companies]
        unit.cards = [each for each in unit.cards if each not in home]
        discarded += home
    s.crown_discard += discarded
    if discarded:
        tell(s, "4.5", "sent_home", cards=sorted(discarded))
    return _discarded(s, card, {"sent_home": sorted(discarded)})


async def _plague(s: State, card: EventCard, response: Response, draws: Draws) -> dict[str, Any]:
    """4.6 Plague."""
    return _discarded(s, card, await plague(s, s.board.cards.events[card].towns, response.sacrifice, draws))


async def _free_move(s: State, card: EventCard, _response: Response, _draws: Draws) -> dict[str, Any]:
    """4.7 The active player keeps the card."""
    s.players[s.active].free.append(card)
    tell(s, "4.7", "free_move", seat=s.active)
    return {}


async def _clamour(s: State, card: EventCard, _response: Response, _draws: Draws) -> dict[str, Any]:
    """4.7 The card is put under an earlier Clamour on its space."""
    s.clamours.append(card)
    tell(s, "4.7", "clamour", number=len(s.clamours))
    return {}


async def _chancellor(s: State, card: EventCard, _response: Response, _draws: Draws) -> dict[str, Any]:
    """4.7 The holder of the Chancellor of England gets the card; if nobody holds it, it is discarded."""
    keeper = keeper_of(s, CHANCELLOR)
    (s.event_discard if keeper is None else s.players[keeper.owner].chancellors).append(card)
    tell(s, "4.7", "chancellor", seat="" if keeper is None else keeper.owner)
    return {}


def _discarded(s: State, card: EventCard, happened: dict[str, Any]) -> dict[str, Any]:
    """4.8 Discards the card."""
    s.event_discard.append(card)
    return happened


EFFECTS: Mapping[Happening, Callable[..., Any]] = {
    Happening.RAID: _raid,
    Happening.EMBASSY: _embassy,
    Happening.STORMS: _storms,
    Happening.MERCENARIES: _mercenaries,
    Happening.PLAGUE: _plague,
    Happening.FREE_MOVE: _free_move,
    Happening.CLAMOUR: _clamour,
    Happening.CHANCELLOR: _chancellor,
}
