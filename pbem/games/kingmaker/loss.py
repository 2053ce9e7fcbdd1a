"""9.1, 9.3 Nobles who are killed, where their cards go, and Rally to the Cause."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from pbem.engine.decision import Seat
from pbem.engine.event import tell
from pbem.engine.refusal import Illegal
from pbem.games.kingmaker.components.draws import Draws, draw_to_hand
from pbem.games.kingmaker.components.ids import CHANCELLOR, Card, NobleId
from pbem.games.kingmaker.components.names import name_of, names_of
from pbem.games.kingmaker.components.nobles import in_turn as clockwise
from pbem.games.kingmaker.components.nobles import royals_with, strongest
from pbem.games.kingmaker.components.state import State
from pbem.i18n import Text


def tied(s: State, listed: Iterable[NobleId]) -> dict[Seat, list[NobleId]]:
    """4.6, 6.2.5 The Nobles among whom an owner must choose who dies: those in danger of one Faction who are tied for most
    men.
    """
    listed = list(listed)
    strongest_by_seat = {seat: strongest(s, [n for n in listed if s.nobles[n].owner == seat]) for seat in s.seats}
    return {seat: equals for seat, equals in strongest_by_seat.items() if len(equals) > 1}


def one_each(s: State, listed: Iterable[NobleId], sacrifice: Mapping[Seat, NobleId]) -> list[NobleId]:
    """4.6, 6.2.5 The Noble in danger with most men, for each Faction; among equals the one in `sacrifice`.

    By default the first. Raises Illegal if a Noble in `sacrifice` is not among the equals.
    """
    listed = list(listed)
    dead = []
    for seat in dict.fromkeys(s.nobles[noble].owner for noble in listed):
        equals = strongest(s, [noble for noble in listed if s.nobles[noble].owner == seat])
        chosen = sacrifice.get(seat, equals[0])
        if chosen not in equals:
            raise Illegal(Text("{noble} is not one of {nobles}", noble=name_of(s, chosen), nobles=names_of(s, equals)))
        dead.append(chosen)
    return dead


async def kill(s: State, nobles: Sequence[NobleId], draws: Draws) -> dict[Seat, list[Card]]:
    """9.1, 9.3, 10.3 Nobles die together; their owners Rally before the lost cards reach Chancery, the discard or the
    display.

    A Royal with one of them stays in his spot, uncontrolled (10.3). Returns the cards that each player drew.
    """
    lost = {noble: [Card(noble), *s.nobles[noble].cards] for noble in nobles}
    owners = {noble: s.nobles[noble].owner for noble in nobles}
    for noble in nobles:
        for royal in royals_with(s, noble):
            s.royals[royal].noble = None
        del s.nobles[noble]
        tell(s, "9.1", "killed", noble=noble, seat=owners[noble], cards=lost[noble][1:])
    by_owner = {seat: [c for n in nobles if owners[n] == seat for c in lost[n]] for seat in owners.values()}
    drawn = await rally(s, by_owner, draws)
    for card in [card for cards in lost.values() for card in cards]:
        put_away(s, card)
    if any(CHANCELLOR in cards for cards in lost.values()):
        lose_chancellors(s)
    return drawn


async def rally(s: State, lost: Mapping[Seat, Sequence[Card]], draws: Draws) -> dict[Seat, list[Card]]:
    """9.3 One Crown card for every two Crown cards lost, in turn order from the active player (Ruling: R21, R38). Returns
    them.
    """
    drawn: dict[Seat, list[Card]] = {}
    for seat in (seat for seat in clockwise(s, s.active) if seat in lost):
        number = sum(not s.facts(card).sort.is_displayed for card in lost[seat]) // 2
        if number:
            drawn[seat] = await _rallied(s, draws, seat, number)
    return drawn


async def _rallied(s: State, draws: Draws, seat: Seat, number: int) -> list[Card]:
    if s.readings.told_as_before:
        return await draw_to_hand(s, draws, seat, number, "11.2", "draws")
    return await draw_to_hand(s, draws, seat, number, "9.3", "rallies")


def put_away(s: State, card: Card) -> None:
    """9.1, 12.7 Puts a lost card away: Titles and Offices into Chancery, City and Major cards into the display, the rest on
    the discard.
    """
    sort = s.facts(card).sort
    pile = s.chancery if sort.is_post else s.display if sort.is_displayed else s.crown_discard
    pile.append(card)


def lose_chancellors(s: State) -> None:
    """9.1 (l. 493-494) When the Chancellor of England dies, all Chancellor Event cards are discarded (Ruling: K18)."""
    for player in s.players.values():
        s.event_discard += player.chancellors
        player.chancellors = []
