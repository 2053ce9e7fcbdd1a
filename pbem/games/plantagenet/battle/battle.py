"""4.4 Battle: Rounds of Flee, Reposition, Engage, Strike and Lord Rout, until a side has no Unrouted Lords."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from pbem.engine.decision import Decision, Pick, PickSome, YesNo
from pbem.engine.decision import Sequence as InOrder
from pbem.engine.event import tell
from pbem.engine.phrase import Phrase
from pbem.games.plantagenet.battle.array import battle_order, front_in_fight, remove_routed, unrouted_lords
from pbem.games.plantagenet.battle.battle_events import play_events, regroup, regroup_as_ordered, share_caltrops
from pbem.games.plantagenet.battle.cards_york import CULVERINS, culverins_of, vanguard
from pbem.games.plantagenet.battle.forces import has_troops
from pbem.games.plantagenet.battle.strike import strike
from pbem.games.plantagenet.components.box import RETINUE, Lord, Side
from pbem.games.plantagenet.components.lords import discard_capability
from pbem.games.plantagenet.components.ratings import valour_of
from pbem.games.plantagenet.components.state import CENTRE, COLUMNS, LEFT, RIGHT, State, battle_of, side_of
from pbem.games.plantagenet.components.subjects import InRound
from pbem.i18n import Text

CULVERINS_KEY = "4.4.1 culverins"
FLEE = "4.4.2 flee"
ADVANCE = "4.4.2 advance"
CENTRE_KEY = "4.4.2 centre"
FLANK = "4.4.2 flank"
VANGUARD_KEY = "4.4.2 vanguard"
ORDER = "4.4.2 order"


class Advance(Phrase, form="{lord} {column}"):
    """4.4.2 A Lord slides into a Front position."""

    lord: Lord
    column: str


async def battle(s: State) -> Side | None:
    """4.4 Fights the Battle after the Array. Returns the winning side, or None if all Lords of both sides have Routed."""
    place_valour(s)
    for side in battle_order(s):
        await play_events(s, side)
    if not battle_over(s):
        await fight(s)
    return winner(s)


async def fight(s: State) -> None:
    """4.4.2 Fights Round after Round."""
    for side in battle_order(s):
        await spend_culverins(s, side)
    await battle_round(s)
    while not battle_over(s):
        battle_of(s).round += 1
        await battle_round(s)


def battle_over(s: State) -> bool:
    """4.4.3 Whether a side has no Unrouted Lords left."""
    return not all(unrouted_lords(s, side) for side in Side)


def winner(s: State) -> Side | None:
    """4.4.3 The only side with Unrouted Lords; None if there is none."""
    left = [side for side in Side if unrouted_lords(s, side)]
    return left[0] if len(left) == 1 else None


def place_valour(s: State) -> None:
    """4.4.1 Gives each Lord Valour markers equal to his Valour."""
    for side in Side:
        for lord in unrouted_lords(s, side):
            s.mats[lord].valour = valour_of(s, lord)


async def spend_culverins(s: State, side: Side) -> None:
    """y1 y2 l1 l2 Culverins and Falconets are spent before the first Flee step, the Defender's first.

    They are wasted on a Lord who does not Strike in Round 1; so by default only Lords who are going to Strike spend theirs.
    """
    lords = culverins_of(s, side)
    if not lords:
        return
    to_strike = [lord for lord in lords if lord in front_in_fight(s, side)]
    prompt = Text("Spend which of your Culverins and Falconets in Round 1, if any?")
    shape = PickSome(lambda: lords, 0, len(lords))
    for lord in await Decision(side, CULVERINS_KEY, side, prompt, shape, lambda: to_strike):
        card = next(c for c in s.mats[lord].capabilities if c in CULVERINS)
        discard_capability(s, card, lord)
        battle_of(s).culverins.append(lord)
        tell(s, "4.4.1", "culverins_spent", side=side, lord=lord, card=card)


async def battle_round(s: State) -> None:
    """4.4.2 One Round."""
    battle_of(s).round_ended = False
    tell(s, "4.4.2", "round_begins", round=battle_of(s).round)
    await regroup_as_ordered(s, Text("before Flee"))
    for side in battle_order(s):
        await flee(s, side)
        if battle_over(s):
            await regroup_at_last(s)
            return
        await regroup_as_ordered(s, Text("after Flee of {side}", side=side))
    await reposition(s)
    await engage(s)
    await regroup_as_ordered(s, Text("before the Strikes"))
    await strike_in_order(s)
    await regroup(s, Text("before Lord Rout"))
    lord_rout(s)


async def regroup_at_last(s: State) -> None:
    """y30 Regroup after all the Enemy have Fled: the last chance in the Battle."""
    if s.readings.regroup_at_any_moment:
        await regroup(s, Text("after Flee"))


async def flee(s: State, side: Side) -> None:
    """4.4.2 Flee: the Lords named Rout at once, with their Retinues turned to Fled."""
    battle, lords = battle_of(s), unrouted_lords(s, side)
    prompt = Text("Which of your Lords Flee, if any?")
    shape = PickSome(lambda: lords, 0, len(lords))
    for lord in await Decision(side, FLEE, InRound(battle.round), prompt, shape, list):
        battle.routed.append(lord)
        battle.fled.append(lord)
        tell(s, "4.4.2", "flees", side=side, lord=lord)


# Reposition


async def reposition(s: State) -> None:
    """4.4.2 Reposition: Routed Lords leave, Reserves come forward, empty centres are filled from a wing."""
    for side in Side:
        remove_routed(s, side)
    for side in battle_order(s):
        await advance(s, side)
    for side in battle_order(s):
        await fill_centre(s, side)


async def advance(s: State, side: Side) -> None:
    """4.4.2 Advance: Reserves slide into empty Front positions, one each, as far as there are any."""
    battle = battle_of(s)
    front = battle.front[side]
    while (reserve := ready_reserve(s, side)) and None in front:
        moves = [Advance(lord, COLUMNS[column]) for lord in reserve for column in empty_columns(front)]
        subject = InRound(battle.round, f"{len(reserve)} in Reserve")
        choice = Advance.read(await _pick_one(side, ADVANCE, subject, Text("Who advances where?"), moves))
        battle.reserve[side].remove(choice.lord)
        front[COLUMNS.index(choice.column)] = choice.lord
        tell(s, "4.4.2", "advances", side=side, lord=choice.lord, column=choice.column)


def ready_reserve(s: State, side: Side) -> list[Lord]:
    """The Lords in Reserve who can Advance; a Late Lord (6.0) cannot in Round 1."""
    battle = battle_of(s)
    return [lord for lord in battle.reserve[side] if lord != battle.late or battle.round > 1]


def empty_columns(front: list[Lord | None]) -> list[int]:
    """The columns without a Lord."""
    return [column for column, lord in enumerate(front) if lord is None]


async def fill_centre(s: State, side: Side) -> None:
    """4.4.2 Center: an empty centre is filled from left or right."""
    battle = battle_of(s)
    front = battle.front[side]
    wings = [COLUMNS[column] for column in (LEFT, RIGHT) if front[column] is not None]
    if front[CENTRE] is not None or not wings:
        return
    prompt = Text("Which wing fills your empty centre?")
    wing = await _pick_one(side, CENTRE_KEY, InRound(battle.round), prompt, wings)
    lord = front[COLUMNS.index(wing)]
    front[COLUMNS.index(wing)], front[CENTRE] = None, lord
    tell(s, "4.4.2", "fills_centre", side=side, lord=lord, column=wing)


async def _pick_one(side: Side, key: str, subject: str, prompt: str, options: Sequence[str]) -> str:
    """Asks for one of `options`; the first is the default."""
    return str(await Decision(side, key, subject, prompt, Pick(lambda: options), lambda: options[0]))


# Engage


async def engage(s: State) -> None:
    """4.4.2 Engage: each Front Lord fights the one opposite, or Flanks the closest; connected fights are one Engagement."""
    battle = battle_of(s)
    pairs: list[tuple[Lord, Lord]] = []
    for side in battle_order(s):
        for column, lord in enumerate(front_in_fight(s, side)):
            if lord is not None:
                enemies = closest_enemies(s, side, column)
                pairs += [(lord, await choose_flank(s, side, lord, enemies))] if enemies else []
    battle.engagements = joined(front_by_column(s), pairs)
    tell(s, "4.4.2", "engagements", engagements=[list(e) for e in battle.engagements])


def closest_enemies(s: State, side: Side, column: int) -> list[Lord]:
    """4.4.2 Flanking: the Front enemies closest to `column`; the one opposite if there is one."""
    enemies = {c: lord for c, lord in enumerate(front_in_fight(s, side.enemy)) if lord is not None}
    nearest = min((abs(c - column) for c in enemies), default=0)
    return [lord for c, lord in enemies.items() if abs(c - column) == nearest]


async def choose_flank(s: State, side: Side, lord: Lord, enemies: list[Lord]) -> Lord:
    """4.4.2 Flanking: a Lord in the center may choose left or right.

    Ruling: a choice between two stays open also when one of them already has a Lord opposite.
    """
    if len(enemies) == 1:
        return enemies[0]
    wings = [COLUMNS[battle_of(s).front[side.enemy].index(enemy)] for enemy in enemies]
    prompt = Text("Which wing does {lords} Flank?", lords=s.box.lords[lord].name)
    wing = await _pick_one(side, FLANK, InRound(battle_of(s).round, lord), prompt, wings)
    return enemies[wings.index(wing)]


def front_by_column(s: State) -> list[Lord]:
    """All Lords in Front, column by column, the Defender's first."""
    fronts = [front_in_fight(s, side) for side in battle_order(s)]
    return [lord for column in range(3) for front in fronts if (lord := front[column]) is not None]


def joined(lords: Iterable[Lord], pairs: Iterable[tuple[Lord, Lord]]) -> list[list[Lord]]:
    """The groups connected by `pairs`, each in the order of `lords`; Lords in no pair are left out."""
    group_of: dict[Lord, set[Lord]] = {}
    for one, other in pairs:
        merged = group_of.get(one, {one}) | group_of.get(other, {other})
        for lord in sorted(merged):
            group_of[lord] = merged
    groups: list[list[Lord]] = []
    for lord in lords:
        if lord in group_of and not any(lord in group for group in groups):
            groups.append([other for other in lords if other in group_of[lord]])
    return groups


# Strike


async def strike_in_order(s: State) -> None:
    """4.4.2 Strike: the Attacker chooses the order of the Engagements; they are fought one after another."""
    battle = battle_of(s)
    await limit_to_vanguard(s)
    places = [engagement_place(s, e) for e in battle.engagements]
    shape = InOrder(lambda: places)
    prompt = Text("In which order do you fight the Engagements?")
    order = await Decision(battle.attacker, ORDER, InRound(battle.round), prompt, shape, lambda: places)
    battle.engagements = [battle.engagements[places.index(place)] for place in order]
    await share_caltrops(s, order)
    for engagement, place in zip(battle.engagements, order, strict=True):
        await strike(s, engagement, place)


def engagement_place(s: State, engagement: list[Lord]) -> str:
    """An Engagement is named after its leftmost column, which is unique."""
    columns = [column for front in battle_of(s).front.values() for column, lord in enumerate(front) if lord in engagement]
    return COLUMNS[min(columns)]


async def limit_to_vanguard(s: State) -> None:
    """y36 Vanguard: decided when the Engagements of Round 1 are known."""
    engagement = vanguard(s)
    if engagement is None:
        return
    prompt = Text("Vanguard: limit Round 1 to Norfolk's Engagement?")
    if await Decision(Side.YORK, VANGUARD_KEY, InRound(1), prompt, YesNo(), lambda: False):
        battle_of(s).engagements = [engagement]
        tell(s, "4.4.2", "vanguard", side=Side.YORK, engagement=list(engagement))


# Lord Rout


def lord_rout(s: State) -> None:
    """4.4.2 Lord Rout: a Lord Routs if all his Troops have Routed, or his Retinue has."""
    for side in battle_order(s):
        for lord in unrouted_lords(s, side):
            retinue = bool(s.mats[lord].routed.get(RETINUE))
            if retinue or not has_troops(s, lord):
                battle_of(s).routed.append(lord)
                tell(s, "4.4.2", "lord_routs", side=side_of(s, lord), lord=lord, retinue=retinue)
