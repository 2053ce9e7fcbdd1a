"""4.2 Raid or revolt: Nobles and ships are called away."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from pbem.engine.event import tell
from pbem.engine.refusal import Illegal
from pbem.games.kingmaker.components.cards import Call, EventFacts
from pbem.games.kingmaker.components.ids import NobleId, ShipId, harbour, inside, port_of
from pbem.games.kingmaker.components.names import name_of
from pbem.games.kingmaker.components.nobles import cannot_answer, holder_of, move_to
from pbem.games.kingmaker.components.state import State
from pbem.games.kingmaker.control import spot_at
from pbem.i18n import Text


def raid(s: State, card: EventFacts, choice: Mapping[NobleId, int]) -> dict[str, Any]:
    """4.2 From the top of the card down, each Noble called goes alone to his place.

    Ruling: R16 one by one, in the order of the card. `choice`: the call that a Noble called twice follows; by default the
    first.
    """
    called = calls_of(s, card)
    followed = {noble: _followed(s, noble, numbers, choice) for noble, numbers in called.items()}
    cannot = [noble for noble in called if cannot_answer(s, s.nobles[noble].at)]
    placed = []
    for number, call in enumerate(card.calls):
        for noble in (noble for noble, chosen in followed.items() if chosen == number and noble not in cannot):
            start = s.nobles[noble].at
            move_to(s, noble, spot_at(s, noble, call.to))
            placed.append([noble, s.nobles[noble].at])
            unit = s.nobles[noble]
            tell(s, "4.2", "called", noble=noble, seat=unit.owner, place=call.to, start=start, at=unit.at)
    if cannot:
        tell(s, "4.2", "cannot_come", nobles=sorted(cannot))
    ships = [ship for call in card.calls for ship in _send_ships(s, call)]
    return {"placed": placed, "cannot": sorted(cannot), "ships": ships}


def calls_of(s: State, card: EventFacts) -> dict[NobleId, list[int]]:
    """4.2 The Nobles in play who are called, by name or by a Title, Office or see, with the numbers of their calls."""
    called: dict[NobleId, list[int]] = {}
    for number, call in enumerate(card.calls):
        noble = holder_of(s, call.who)
        if noble is not None:
            called.setdefault(noble, []).append(number)
    return called


def _followed(s: State, noble: NobleId, numbers: list[int], choice: Mapping[NobleId, int]) -> int:
    number = choice.get(noble, numbers[0])
    if number not in numbers:
        raise Illegal(Text("{noble} is not called so", noble=name_of(s, noble)))
    return number


def _send_ships(s: State, call: Call) -> list[ShipId]:
    """4.2 (l. 316-317) Moves the ships of the Office called that lie in a mainland port. Returns them."""
    if not call.ships or holder_of(s, call.who) is None:
        return []
    sent = [ship for ship in s.facts(call.who).ships[: call.ships] if _answers(s, ship)]
    for ship in sent:
        s.ships[ship].at = port_of(call.to)
        tell(s, "4.2", "ship_called", ship=ship, place=call.to)
    return sent


def _answers(s: State, ship: ShipId) -> bool:
    place = harbour(s.ships[ship].at) if ship in s.ships else None
    return place is not None and not s.board.overseas(inside(place))
