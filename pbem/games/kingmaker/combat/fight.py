"""6.1-6.3 A combat under way: who takes part, whether it may begin, and the men of both sides."""

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
"""6.2.4 A player's turn in the adding step: actions, none (a pass), or CALL_OFF."""
CALL_OFF = "call_off"


@dataclass(frozen=True)
class After:
    """6.2.5, 6.2.6, 6.3 The choices after the card is drawn: who dies among equals (`sacrifice`), who takes over the Royals
    of the dead and beaten (`heirs`), who gets Royals won and the Major card, who goes inside a captured place and holds
    it.
    """

    sacrifice: Mapping[Seat, NobleId] = field(default_factory=dict)
    heirs: Mapping[RoyalId, NobleId] = field(default_factory=dict)
    royals: Mapping[RoyalId, NobleId] = field(default_factory=dict)
    major_to: NobleId | None = None
    occupy: Sequence[NobleId] = ()
    holder: NobleId | None = None


@dataclass(frozen=True, kw_only=True)
class Attack:
    """6.2, 6.3 The common part of a battle and a siege. `adding` has the additions of all players; `call_off`: the attacker
    calls off after the last pass. A `force` attacks as a whole, led by the player `by`; the Factions in `agreed` let
    their Nobles join.
    """

    adding: Sequence[Go] = ()
    call_off: bool = False
    after: After = After()
    force: NobleId | None = None
    by: Seat | None = None
    agreed: tuple[Seat, ...] = ()


@dataclass
class Outcome:
    """6.2.5, 6.3 How a combat ended: the men, who was killed, who was captured and by whom, and what was won.

    `result` is attacker, defender, indecisive, bad_weather or called_off; for a siege captured, failed, bad_weather,
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
    """6.2.1, 6.3 Announces publicly who attacks whom."""
    sides = {"attack": list(fight.attackers), "defence": list(fight.defenders)}
    mixed = len({s.nobles[noble].owner for noble in fight.defenders}) > 1
    where = {"area": fight.area, "place": fight.place or "", "ships": fight.ships or ""}
    where |= {"force": fight.force or "", "mixed": "yes" if mixed else ""}
    tell(s, "6.2", "attacks", seat=fight.leader, against=fight.against or "", sides=sides, where=where)


def close(s: State) -> None:
    """6.2.6, 6.3 Ends a combat and applies its consequences."""
    s.fight = None
    settle(s)


def check_combat(s: State, area: Area) -> None:
    """6.1, 7.6 Raises Illegal outside the Combat phase, or under the King's Peace (Ruling: R30b)."""
    if s.phase is not Phase.COMBAT:
        raise Illegal(Text("it is not the Combat phase"))
    if s.peace is not None and s.peace.area == area:
        raise Illegal(Text("the King's Peace forbids all combat here"))


def check_unspent(s: State, attackers: Iterable[NobleId]) -> None:
    """6.1 (l. 406) Raises Illegal if a Noble has attacked already in this phase, or, for a Force, in this round (l. 655;
    Ruling: R53).
    """
    for noble in attackers:
        if noble in s.stamps.earlier_attacked:
            raise Illegal(Text("{noble} has attacked in an earlier turn of the round", noble=name_of(s, noble)))
        if noble in s.stamps.attacked:
            raise Illegal(Text("{noble} has attacked already", noble=name_of(s, noble)))


def unspent(s: State, area: Area, seat: Seat | None = None) -> list[NobleId]:
    """6.1 The Nobles of a player in an open field who have not attacked yet; by default the active player's."""
    spent = (*s.stamps.attacked, *s.stamps.earlier_attacked)
    return [noble for noble in in_field(s, area, s.active if seat is None else seat) if noble not in spent]


def check_untouched(s: State, targets: Iterable[str]) -> None:
    """6.1 (l. 406) Raises Illegal if a Noble or place has been attacked already in this phase."""
    if again := [each for each in targets if each in s.stamps.targets]:
        raise Illegal(Text("{target} has been attacked already", target=name_of(s, again[0])))


def check_in_field(s: State, attackers: Iterable[NobleId], area: Area) -> None:
    """6.2.1 Raises Illegal unless all attackers are in the open field of the Area."""
    for noble in attackers:
        if s.nobles[noble].at != open_field(area):
            raise Illegal(Text("{noble} is not in the open field there", noble=name_of(s, noble)))


def attack_men(s: State, fight: Fight) -> int:
    """6.2.3 The men of the attackers. Ruling: K11 in an assault from the sea without bonuses."""
    return sum(fighting_men(s, noble, attacks=True, bonuses=fight.ships is None) for noble in fight.attackers)


def defence_men(s: State, fight: Fight) -> int:
    """6.2.3, 6.3 The men of the defenders; for a place with its garrison."""
    garrison = 0 if fight.place is None else defence(s, fight.place)
    return garrison + sum(fighting_men(s, noble, attacks=False) for noble in fight.defenders)


def is_major(s: State, fight: Fight) -> bool:
    """6.2.6 Whether both sides have an Office-holder. Ruling: R27c counted before anybody is killed."""
    return all(any(has_office(s, noble) for noble in side) for side in (fight.attackers, fight.defenders))


def spend(s: State, fight: Fight) -> None:
    """6.1 Records that the attackers have attacked, even if they call off or are too weak (Ruling: K12)."""
    s.stamps.attacked += fight.attackers


def mark_targets(s: State, fight: Fight) -> None:
    """6.1, 12.2 Records that the defenders have been attacked, and that the attackers' cards took part in an attack."""
    s.stamps.targets += [*fight.defenders, *([fight.place] if fight.place is not None else ())]
    cards = [card for noble in fight.attackers for card in s.nobles[noble].cards]
    s.stamps.cards_attacked += [card for card in cards if card not in s.stamps.cards_attacked]
