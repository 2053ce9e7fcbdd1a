"""6.2.4 Adding to a combat: cards from hand, Royals killed, Nobles who join a siege; in turns until all have passed."""

from __future__ import annotations

from collections.abc import Sequence

from pbem.engine.decision import Seat
from pbem.engine.event import tell
from pbem.engine.refusal import Illegal
from pbem.games.kingmaker.combat.fight import CALL_OFF, Go, check_unspent
from pbem.games.kingmaker.components.ids import Card, NobleId, RoyalId, field, inside
from pbem.games.kingmaker.components.names import name_of
from pbem.games.kingmaker.components.nobles import can_hold, in_turn, room_in
from pbem.games.kingmaker.components.state import Fight, State
from pbem.games.kingmaker.control import owner
from pbem.games.kingmaker.forces import check_unbound, force_of, owners_of
from pbem.games.kingmaker.hands.award import check_hand, put_on
from pbem.games.kingmaker.royals import kill_royal
from pbem.i18n import Text

AWARD, KILL, JOIN = "award", "kill", "join"


def order(s: State, fight: Fight) -> list[Seat]:
    """6.2.4 The players with Nobles in the combat, clockwise from the defender. Ruling: R71 if the place has no Nobles
    inside, the leader of the attack is last.
    """
    involved = {s.nobles[noble].owner for noble in (*fight.attackers, *fight.defenders)}
    seats = in_turn(s, fight.leader if fight.against is None else fight.against)
    if not fight.defenders:
        seats = [*seats[1:], seats[0]]
    return [seat for seat in seats if seat in involved]


def add(s: State, fight: Fight, goes: Sequence[Go]) -> None:
    """6.2.4 Carries out the additions of all players, in turn, until all have passed in a row (Ruling: R27a). Players left
    out pass.

    Raises Illegal.
    """
    seats = order(s, fight)
    passes = 0
    for turn, (seat, actions) in enumerate(goes):
        if passes == len(seats) or fight.called_off:
            raise Illegal(Text("all have passed: adding is over"))
        if seat != seats[turn % len(seats)]:
            raise Illegal(Text("it is {player}'s turn to add", player=name_of(s, seats[turn % len(seats)])))
        passes = 0 if actions else passes + 1
        if isinstance(actions, str):
            call_off(fight, seat, actions)
        else:
            act(s, fight, seat, actions)


def call_off(fight: Fight, seat: Seat, word: str) -> None:
    """6.2.4 The attacker calls off; for a Force its commander's player does (Ruling: R52; K46). Raises Illegal."""
    if seat != fight.leader or word != CALL_OFF:
        raise Illegal(Text("only the attacker calls off"))
    fight.called_off = True


def act(s: State, fight: Fight, seat: Seat, actions: Sequence[Sequence[str]]) -> None:
    """6.2.4 Carries out what one player adds in their turn. Raises Illegal."""
    for action in actions:
        match action:
            case ["award", card, noble]:
                _award(s, fight, seat, Card(card), NobleId(noble))
            case ["kill", royal]:
                _kill(s, fight, seat, RoyalId(royal))
            case ["join", noble]:
                _join(s, fight, seat, NobleId(noble))
            case _:
                raise Illegal(
                    Text(
                        "{text} is nothing to add: {award} a card, {kill} a Royal, {join}",
                        text=" ".join(action),
                        award=AWARD,
                        kill=KILL,
                        join=JOIN,
                    )
                )


def reaches(s: State, fight: Fight, noble: NobleId) -> bool:
    """6.2.4, 6.5, 5.6 Whether cards can be awarded to a Noble in the combat: not if he sallies, lands from a ship or is
    besieged.
    """
    lands = fight.ships is not None and noble in fight.attackers
    besieged = fight.place in s.besieged and noble in fight.defenders
    return noble not in fight.inside and not lands and not besieged


def _award(s: State, fight: Fight, seat: Seat, card: Card, noble: NobleId) -> None:
    """6.2.4, 6.5, 5.6 Awards a card to the player's own Noble in the combat. Raises Illegal if he sallies, lands from a ship
    or is besieged.
    """
    check_hand(s, seat, card)
    if noble not in (*fight.attackers, *fight.defenders) or s.nobles[noble].owner != seat:
        raise Illegal(Text("{noble} is not one of your Nobles in this combat", noble=name_of(s, noble)))
    if not reaches(s, fight, noble):
        raise Illegal(Text("no card reaches {noble}", noble=name_of(s, noble)))
    if not can_hold(s, noble, card):
        raise Illegal(Text("{noble} cannot hold {card}", noble=name_of(s, noble), card=name_of(s, card)))
    if fight.place is not None and noble in fight.defenders and s.facts(card).strength > room_in(s, inside(fight.place)):
        raise Illegal(Text("there is no room in the place for more men ({room} left)", room=room_in(s, inside(fight.place))))
    s.players[seat].hand.remove(card)
    put_on(s, noble, card)


def _kill(s: State, fight: Fight, seat: Seat, royal: RoyalId) -> None:
    """6.2.4 Executes a Royal with the player's own Noble in the combat. Raises Illegal."""
    noble = s.royals[royal].noble if royal in s.royals else None
    if noble not in (*fight.attackers, *fight.defenders) or noble is None or s.nobles[noble].owner != seat:
        raise Illegal(Text("{royal} is not with one of your Nobles in this combat", royal=name_of(s, royal)))
    kill_royal(s, royal)


def _join(s: State, fight: Fight, seat: Seat, noble: NobleId) -> None:
    """6.3 (l. 451) The attacker adds an uncommitted Noble to a siege.

    Ruling: R57 (K45) a Noble of theirs, or of a Faction in the Force that agrees.
    """
    if fight.place is None or fight.ships is not None or seat != fight.leader:
        raise Illegal(Text("only who besieges by land adds Nobles"))
    unit = s.nobles.get(noble)
    if unit is None or unit.at != field(fight.area) or noble in fight.attackers:
        raise Illegal(Text("{noble} cannot join: he is not in the open field there", noble=name_of(s, noble)))
    if unit.owner != fight.leader:
        _check_ally(s, fight, unit.owner)
    check_unspent(s, [noble])
    check_unbound(s, [noble])
    fight.attackers.append(noble)
    tell(s, "6.3", "joins", noble=noble, place=fight.place)


def _check_ally(s: State, fight: Fight, seat: Seat) -> None:
    if fight.force is None or seat not in owners_of(s, force_of(s, fight.force)):
        raise Illegal(Text("an ally's Noble joins only if his Faction is in the Force"))
    if seat not in fight.agreed:
        raise Illegal(Text("{player} must agree", player=name_of(s, seat)))


def starts(s: State, fight: Fight) -> Seat | None:
    """6.3 The defender of a place with Nobles inside: its owner, else the owner of the first; None: nobody is inside."""
    seats = [s.nobles[noble].owner for noble in fight.defenders]
    held = None if fight.place is None else owner(s, fight.place)
    return held if held in seats else next(iter(seats), None)
