"""6.1-6.3 A combat under way: who is in it, on what terms it begins, and the men of both sides."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from pbem.engine.decision import Seat
from pbem.engine.event import tell
from pbem.engine.refusal import Illegal
from pbem.games.kingmaker.components.ids import Area, Card, EventCard, NobleId, Phase, RoyalId
from pbem.games.kingmaker.components.ids import field as open_field
from pbem.games.kingmaker.components.names import name_of
from pbem.games.kingmaker.components.nobles import fighting_men, has_office, in_field
from pbem.games.kingmaker.components.state import Fight, State
from pbem.games.kingmaker.control import defence
from pbem.games.kingmaker.housekeeping import settle
from pbem.i18n import Text

Go = tuple[Seat, Sequence[Sequence[str]] | str]
"""6.2.4 What a player does when it is his to add: actions, none (he passes), or CALL_OFF."""
CALL_OFF = "call_off"


@dataclass(frozen=True)
class After:
    """6.2.5, 6.2.6, 6.3 What players choose once the card is drawn: who of equals dies, to whom the Royals of the dead and
    of the beaten go, who gets the Major card; of a place taken who goes inside and who holds it.
    """

    sacrifice: Mapping[Seat, NobleId] = field(default_factory=dict)
    heirs: Mapping[RoyalId, NobleId] = field(default_factory=dict)
    royals: Mapping[RoyalId, NobleId] = field(default_factory=dict)
    major_to: NobleId | None = None
    occupy: Sequence[NobleId] = ()
    holder: NobleId | None = None


@dataclass(frozen=True, kw_only=True)
class Attack:
    """6.2, 6.3 What a battle and a siege have in common: `adding` are the goes of all players; `call_off`: the attacker
    calls it off after the last pass; a `force` attacks as a whole, led by the player `by`, and those `agreed` let theirs
    join in.
    """

    adding: Sequence[Go] = ()
    call_off: bool = False
    after: After = After()
    force: NobleId | None = None
    by: Seat | None = None
    agreed: tuple[Seat, ...] = ()


@dataclass
class Outcome:
    """6.2.5, 6.3 How a combat ended: men, who fell, who was taken and by whom, what was won.

    `result` is attacker, defender, indecisive, bad_weather or called_off; of a siege captured, failed, bad_weather,
    called_off or too_weak.
    """

    result: str
    attack: int = 0
    defence: int = 0
    card: EventCard | None = None
    killed: list[NobleId] = field(default_factory=list)
    rally: dict[Seat, list[Card]] = field(default_factory=dict)
    captured: list[NobleId] = field(default_factory=list)
    victor: Seat | None = None
    major: tuple[str, NobleId] | None = None
    fetched: tuple[str, str] | None = None
    attackers: list[NobleId] = field(default_factory=list)


def tell_attack(s: State, fight: Fight) -> None:
    """6.2.1, 6.3 Who attacks whom, as everybody learns when it is announced."""
    sides = {"attack": list(fight.attackers), "defence": list(fight.defenders)}
    mixed = len({s.nobles[noble].owner for noble in fight.defenders}) > 1
    where = {"area": fight.area, "place": fight.place or "", "ships": fight.ships or ""}
    where |= {"force": fight.force or "", "mixed": "yes" if mixed else ""}
    tell(s, "6.2", "attacks", seat=fight.leader, against=fight.against or "", sides=sides, where=where)


def close(s: State) -> None:
    """6.2.6, 6.3 A combat is over; what follows of itself is done."""
    s.fight = None
    settle(s)


def check_combat(s: State, area: Area) -> None:
    """6.1, 7.6 Nothing fights outside the Combat phase, nor under the King's Peace (Ruling: R30b). Raises Illegal."""
    if s.phase is not Phase.COMBAT:
        raise Illegal(Text("it is not the Combat phase"))
    if s.peace is not None and s.peace.area == area:
        raise Illegal(Text("the King's Peace forbids all combat here"))


def check_unspent(s: State, attackers: Iterable[NobleId]) -> None:
    """6.1 (l. 406) A Noble attacks once; with a Force once a round (l. 655; Ruling: R53). Raises Illegal."""
    for noble in attackers:
        if noble in s.stamps.earlier_attacked:
            raise Illegal(Text("{noble} has attacked in an earlier turn of the round", noble=name_of(s, noble)))
        if noble in s.stamps.attacked:
            raise Illegal(Text("{noble} has attacked already", noble=name_of(s, noble)))


def unspent(s: State, area: Area, seat: Seat | None = None) -> list[NobleId]:
    """6.1 The Nobles of a player, by default the active one, in an open field who have not attacked."""
    spent = (*s.stamps.attacked, *s.stamps.earlier_attacked)
    return [noble for noble in in_field(s, area, s.active if seat is None else seat) if noble not in spent]


def check_untouched(s: State, targets: Iterable[str]) -> None:
    """6.1 (l. 406) A Noble or place is attacked once in a phase. Raises Illegal."""
    if again := [each for each in targets if each in s.stamps.targets]:
        raise Illegal(Text("{target} has been attacked already", target=name_of(s, again[0])))


def check_in_field(s: State, attackers: Iterable[NobleId], area: Area) -> None:
    """6.2.1 Attackers stand in the open field of the Area. Raises Illegal."""
    for noble in attackers:
        if s.nobles[noble].at != open_field(area):
            raise Illegal(Text("{noble} is not in the open field there", noble=name_of(s, noble)))


def attack_men(s: State, fight: Fight) -> int:
    """6.2.3 The men of the attackers. Ruling: K11 those of an assault from the sea count without bonuses."""
    return sum(fighting_men(s, noble, attacks=True, bonuses=fight.ships is None) for noble in fight.attackers)


def defence_men(s: State, fight: Fight) -> int:
    """6.2.3, 6.3 The men of the defenders, and of a place its garrison."""
    garrison = 0 if fight.place is None else defence(s, fight.place)
    return garrison + sum(fighting_men(s, noble, attacks=False) for noble in fight.defenders)


def is_major(s: State, fight: Fight) -> bool:
    """6.2.6 An Office-holder on each side. Ruling: R27c counted before anybody falls."""
    return all(any(has_office(s, noble) for noble in side) for side in (fight.attackers, fight.defenders))


def spend(s: State, fight: Fight) -> None:
    """6.1 The attackers have attacked (Ruling: K12: so too where the attack is called off or too weak)."""
    s.stamps.attacked += fight.attackers


def mark_targets(s: State, fight: Fight) -> None:
    """6.1, 12.2 Defenders have been attacked, and the attackers' cards have taken part in an attack."""
    s.stamps.targets += [*fight.defenders, *([fight.place] if fight.place is not None else ())]
    cards = [card for noble in fight.attackers for card in s.nobles[noble].cards]
    s.stamps.cards_attacked += [card for card in cards if card not in s.stamps.cards_attacked]
