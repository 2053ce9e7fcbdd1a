"""4.4.1 Battle Array: who takes part, the positions in Front and Reserve, and who is still there."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from pbem.engine.decision import Assign, Decision, Json
from pbem.engine.event import tell
from pbem.games.plantagenet.battle.cards_lancaster import in_ravine
from pbem.games.plantagenet.components.board import Locale
from pbem.games.plantagenet.components.box import Lord, Rank, Side
from pbem.games.plantagenet.components.state import (
    CENTRE,
    COLUMNS,
    LEFT,
    RIGHT,
    Battle,
    State,
    battle_of,
    favour_of,
    lords_at,
    side_of,
)
from pbem.i18n import Text

ARRAY = "4.4.1 array"
NORFOLK = Lord("norfolk")
NORFOLK_IS_LATE = "norfolk_is_late"


@dataclass(frozen=True, slots=True)
class Positions(Assign):
    """An assignment of Lords to Front positions. It answers itself only for a single Lord and a single position."""

    def forced(self) -> tuple[Json] | None:
        columns, lords = self.items(), self.bins()
        return ({columns[0]: lords[0]},) if len(columns) == len(lords) == 1 else None


# Before the Array


def begin_battle(s: State, place: Locale, attacker: Side, ford: frozenset[Side]) -> None:
    """4.4 All Lords at the Stronghold take part; nobody has a Front position yet."""
    s.battles += 1
    front: dict[Side, list[Lord | None]] = {side: [None, None, None] for side in Side}
    reserve = {side: lords_at(s, place, side) for side in Side}
    s.battle = Battle(attacker, favour_of(s, place), front, reserve, place=place, number=s.battles, ford=sorted(ford))
    s.battle.late = late_lord(s)
    york, lancaster = (list(reserve[side]) for side in Side)
    tell(s, "4.4", "battle_begins", place=place, attacker=attacker, york=york, lancaster=lancaster)


def late_lord(s: State) -> Lord | None:
    """6.0 Norfolk is Late: in the first Battle of Norfolk with another Yorkist he stays in Reserve through Round 1."""
    yorkists = battle_of(s).reserve[Side.YORK]
    late = NORFOLK_IS_LATE in s.sheet.special_rules and NORFOLK in yorkists and len(yorkists) > 1
    if not late or s.norfolk_was_late:
        return None
    s.norfolk_was_late = True
    return NORFOLK


# The Array


def battle_order(s: State) -> tuple[Side, Side]:
    """4.4.1 Defenders first, then Attackers."""
    attacker = battle_of(s).attacker
    return attacker.enemy, attacker


async def array(s: State) -> None:
    """4.4.1 Defenders then Attackers position their Lords."""
    for side in battle_order(s):
        await array_side(s, side)
    battle_of(s).fighters = [lord for side in battle_order(s) for lord in arrayed(s, side)]


async def array_side(s: State, side: Side) -> None:
    """4.4.1 One Lord per position: center first, then left and right as far as there are Lords; the others stay in
    Reserve.
    """
    battle = battle_of(s)
    lords = [lord for lord in battle.reserve[side] if lord != battle.late]
    columns = positions_to_fill(s, side, len(lords))
    shape = positions(s, columns, lords)
    subject, prompt = (
        Text("battle {number} at {place}", number=battle.number, place=battle.place),
        Text("Array your Lords. Your left faces their left."),
    )
    places = await Decision(side, ARRAY, subject, prompt, shape, lambda: offered(s, columns, lords))
    for column, lord in places.items():
        battle.front[side][COLUMNS.index(column)] = Lord(lord)
        battle.reserve[side].remove(Lord(lord))
    tell(s, "4.4.1", "array", side=side, front=list(battle.front[side]), reserve=list(battle.reserve[side]))


def positions_to_fill(s: State, side: Side, number: int) -> list[str]:
    """4.4.1 The positions for this number of Lords: two Lords fill the center and a wing, if possible one with an Enemy
    opposite.
    """
    if number < 2:
        return [COLUMNS[CENTRE]] * number
    wings = [LEFT, RIGHT]
    opposite = [wing for wing in wings if battle_of(s).front[side.enemy][wing] is not None]
    if number == 2 and opposite:
        wings = opposite
    return [COLUMNS[column] for column in sorted([CENTRE, *wings])]


def positions(s: State, columns: list[str], lords: list[Lord]) -> Positions:
    """The shape of the question for an Array: as many Lords as fit, each once, the center always filled."""
    count, centre = min(len(COLUMNS), len(lords)), COLUMNS[CENTRE]

    def objection(column: str, lord: str, so_far: Mapping[str, str]) -> str | None:
        taken = [other for other, holder in so_far.items() if holder == lord]
        if taken:
            return Text("{lords} already stands {taken}", lords=s.box.lords[Lord(lord)].name, taken=taken[0])
        last = len(so_far) == count - 1
        return Text("the centre must be filled") if last and centre not in (column, *so_far) else None

    return Positions(lambda: columns, lambda: lords, count, objection)


def offered(s: State, columns: list[str], lords: list[Lord]) -> dict[str, str]:
    """The Array that a reply form offers: a Marshal in the centre if there is one."""
    ranked = sorted(lords, key=lambda lord: s.box.lords[lord].rank is not Rank.MARSHAL)
    from_centre = sorted(columns, key=lambda column: column != COLUMNS[CENTRE])
    return dict(zip(from_centre, ranked, strict=False))


# Who is there


def arrayed(s: State, side: Side) -> list[Lord]:
    """The side's Lords in the Array: Front from left to right, then Reserve."""
    battle = battle_of(s)
    return [lord for lord in battle.front[side] if lord is not None] + battle.reserve[side]


def unrouted_lords(s: State, side: Side) -> list[Lord]:
    """The side's Lords in the Array who have not Routed."""
    return [lord for lord in arrayed(s, side) if lord not in battle_of(s).routed]


def fighters_of(s: State, side: Side) -> list[Lord]:
    """The side's Lords who fought, Routed or not, in the order of the Array."""
    return [lord for lord in battle_of(s).fighters if side_of(s, lord) is side]


def routed_lords(s: State, side: Side) -> list[Lord]:
    """The side's Routed Lords who are still there, in the order of the Array."""
    return [lord for lord in fighters_of(s, side) if lord in battle_of(s).routed]


def front_in_fight(s: State, side: Side) -> list[Lord | None]:
    """The Front for Engage and Strike, left, centre and right: the position of a Lord in a Ravine counts as empty (l12)."""
    return [None if lord is None or in_ravine(s, lord) else lord for lord in battle_of(s).front[side]]


def remove_routed(s: State, side: Side) -> None:
    """4.4.2 Rout: Routed Lords leave the Array."""
    battle = battle_of(s)
    battle.front[side] = [None if lord in battle.routed else lord for lord in battle.front[side]]
    battle.reserve[side] = [lord for lord in battle.reserve[side] if lord not in battle.routed]


def leave_battle(s: State, lord: Lord) -> None:
    """A Lord who Disbands, Dies or goes into Exile leaves the rest of the Battle."""
    battle = battle_of(s)
    for side in Side:
        battle.front[side] = [None if other == lord else other for other in battle.front[side]]
    for lords in (*battle.reserve.values(), battle.routed, battle.fled, battle.fighters):
        if lord in lords:
            lords.remove(lord)
