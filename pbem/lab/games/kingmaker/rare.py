"""What random games hardly come to by themselves: positions to begin from, and what is done there wherever it is open."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from pbem.engine.decision import Decision, Pick, Seat
from pbem.engine.game.setup import Setup
from pbem.games.kingmaker.asking.ending import END
from pbem.games.kingmaker.asking.options import ENCAMP, PART, Attack, LeadAgainst, Sally
from pbem.games.kingmaker.asking.unasked import COMMAND, RECALL, TRANSFER
from pbem.games.kingmaker.components.cards import Sort
from pbem.games.kingmaker.components.ids import Area, Place, field, place_in
from pbem.games.kingmaker.components.nobles import (
    allied,
    attach,
    can_hold,
    in_field,
    move_to,
    nobles_of,
    of_sort,
    plain_men,
)
from pbem.games.kingmaker.components.state import Force, State
from pbem.games.kingmaker.control import owner
from pbem.games.kingmaker.housekeeping import settle
from pbem.games.kingmaker.prestige import kings, living, prestige, target
from pbem.games.kingmaker.turns import TURN
from pbem.lab.games.kingmaker.beginnings import (
    LONG_AGO,
    after_set_up,
    assembled,
    award_some,
    confederates,
    form_force,
    mixed,
    torn,
)
from pbem.lab.trial import Mix

SELDOM = (COMMAND, RECALL, TRANSFER)
"""Acts that are seldom open."""
TO_SPARE = 4
"""13.3 So many points more than needed a player has who can win by them."""
SOON = 4
"""4.1 Among so many other Event cards lie those that are to be drawn soon."""
LAST_CARDS = 3
"""4.1 So many Event cards are left of a deck that is rebuilt soon."""


def beginning(setup: Setup, mix: Mix) -> State:
    """A position as a long game brings it."""
    found: list[Callable[[Setup, Mix], State]] = [confederates, torn, assembled, foremost]
    found += [beleaguered, leagued] if _can_ally(setup) else []
    return mixed(found, mix)[0](setup, mix)


def sought(s: State, decision: Decision) -> Sequence[str]:
    """The options of a question, or of an act, that are seldom open; where an attack is near, the end of movement too."""
    if not isinstance(decision.shape, Pick) or decision.key not in (TURN, END, *SELDOM):
        return []
    options = list(decision.shape.options())
    if decision.key in SELDOM:
        return options
    if decision.key == END:
        return [PART] if PART in options and len(allied(s, s.active)) > 2 else []
    return [each for each in options if _is_seldom(s, each)]


def _is_seldom(s: State, option: str) -> bool:
    """13.2, 6.5 Whether an order is the attack of a Force, relieves an ally, comes out of a siege, or prepares that."""
    if option == ENCAMP:
        fields = [area for area in _besieged_allies(s) if in_field(s, area, s.active)]
        return bool(fields) or any(s.nobles[force.commander].owner == s.active for force in s.forces)
    if (attack := Attack.fits(option)) is not None:
        return attack.area in _besieged_allies(s) and not attack.nobles
    return LeadAgainst.fits(option) is not None or Sally.fits(option) is not None


def _besieged_allies(s: State) -> list[Area]:
    """6.5 The Areas in which allies of the active player are besieged."""
    nobles = nobles_of(s, *(seat for seat in allied(s, s.active) if seat != s.active))
    return [s.board.places[place].area for noble in nobles if (place := place_in(s.nobles[noble].at)) in s.besieged]


# Positions


def long_played(s: State, mix: Mix) -> None:
    """The cards as a long game has them: the Free Moves of the set-up have been played and lie among the next cards of a
    deck that was rebuilt, and all Major cards but one of each kind are with Nobles.
    """
    played = [card for player in s.players.values() for card in player.free]
    for player in s.players.values():
        player.free.clear()
    s.event_deck = mixed([*played, *s.event_deck[:SOON]], mix) + s.event_deck[SOON:]
    for sort in (Sort.MAJOR_BATTLE, Sort.MAJOR_SIEGE):
        for card in sorted(of_sort(s, s.display, sort))[:-1]:
            s.display.remove(card)
            s.nobles[mixed(list(s.nobles), mix)[0]].cards.append(card)


def beleaguered(setup: Setup, mix: Mix) -> State:
    """A player is besieged by an enemy in their castle; the Nobles of an ally, whose turn comes, are in the open field, and
    the rest of theirs with the ally's Royals beside.
    """
    s = after_set_up(setup, mix)
    relief, within, enemy = mixed(s.seats, mix)[:3]
    inside_ = min(nobles_of(s, within), key=lambda noble: plain_men(s, noble))
    place = place_in(s.nobles[inside_].at)
    assert place is not None
    area = s.board.places[place].area
    beside = [noble for noble in nobles_of(s, within) if s.nobles[noble].at != s.nobles[inside_].at]
    for noble in (*nobles_of(s, relief, enemy), *beside):
        move_to(s, noble, field(area))
    award_some(s, mix)
    for royal in mixed(living(s), mix)[:3]:
        attach(s, royal, mixed(nobles_of(s, relief), mix)[0])
    s.besieged[place] = enemy
    long_played(s, mix)
    return _under_way(s, [relief, within], relief)


def leagued(setup: Setup, mix: Mix) -> State:
    """Two allies, of five players three, have a Force before a place that is none of theirs, and other Nobles beside it."""
    s = after_set_up(setup, mix)
    allies = mixed(s.seats, mix)[: 3 if len(s.seats) > 4 else 2]
    places = [Place(place) for place, facts in s.board.places.items() if facts.fortified]
    area = s.board.places[mixed([each for each in places if owner(s, each) not in allies], mix)[0]].area
    for noble in nobles_of(s, *allies):
        move_to(s, noble, field(area))
    award_some(s, mix)
    leader, other = allies[:2]
    members = [max(nobles_of(s, seat), key=lambda noble: plain_men(s, noble)) for seat in (leader, other)]
    long_played(s, mix)
    s.alliances.append(sorted(allies))
    form_force(s, area, allies[:2], mix)
    s.forces = [Force(members[0], sorted(members), LONG_AGO, s.phase)] if mixed((True, False), mix)[0] else s.forces
    return _under_way(s, allies, mixed(allies[:2], mix)[0])


def foremost(setup: Setup, mix: Mix) -> State:
    """One player has the sole King and more than the points that win; the Event deck is nearly empty, and has the Free
    Moves of the set-up, which have been played.
    """
    s = after_set_up(setup, mix)
    ahead = mixed(s.seats, mix)[0]
    nobles = mixed(nobles_of(s, ahead), mix)
    for royal in kings(s):
        attach(s, royal, nobles[0])
    for card in [
        *of_sort(s, s.crown_deck, Sort.TITLE),
        *of_sort(s, s.crown_deck, Sort.SEE),
        *of_sort(s, s.crown_deck, Sort.OFFICE),
    ]:
        able = [noble for noble in nobles if can_hold(s, noble, card, replacing=False)]
        if able and not _is_ahead(s, ahead):
            s.crown_deck.remove(card)
            s.nobles[able[0]].cards.append(card)
    for card in [card for card in s.display if s.facts(card).prestige]:
        if not _is_ahead(s, ahead):
            s.display.remove(card)
            s.nobles[nobles[-1]].cards.append(card)
    played = [card for player in s.players.values() for card in player.free]
    for player in s.players.values():
        player.free.clear()
    s.event_deck = [*mixed(played, mix), *s.event_deck]
    s.event_aside += s.event_deck[LAST_CARDS:]
    del s.event_deck[LAST_CARDS:]
    return _under_way(s, [], ahead)


def _is_ahead(s: State, seat: Seat) -> bool:
    return prestige(s, seat) >= (target(s, seat) or 0) + TO_SPARE


def _under_way(s: State, allies: Sequence[Seat], active: Seat) -> State:
    """The turn of a player in the second round, the Prestige tile seen."""
    if allies and sorted(allies) not in s.alliances:
        s.alliances.append(sorted(allies))
    s.head_claimed, s.tile_above = True, None
    s.round, s.turn = 2, len(s.seats) + 1
    s.active = s.first = active
    settle(s)
    s.events.clear()
    return s


def _can_ally(setup: Setup) -> bool:
    """13.1 Whether more than two play."""
    return len(setup.data["scenario"]["seats"]) > 2
