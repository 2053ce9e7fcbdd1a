"""4.4.2 Strike: in each Engagement Missiles, then Melee; Hits are totalled, assigned one by one, and rolled against
Protection.
"""

from __future__ import annotations

from pbem.engine.decision import Decision, Pick, YesNo
from pbem.engine.dice import roll
from pbem.engine.event import tell
from pbem.engine.phrase import Phrase
from pbem.games.plantagenet.battle.battle_events import regroup, regroup_as_ordered, swift_maneuver
from pbem.games.plantagenet.battle.cards_lancaster import yeomen
from pbem.games.plantagenet.battle.cards_york import FINAL_CHARGE_HITS, culverins_dice, final_charger, leeward
from pbem.games.plantagenet.battle.forces import half_hits, protection, rout_unit, unrouted_units
from pbem.games.plantagenet.components.assets import per
from pbem.games.plantagenet.components.board import Unit
from pbem.games.plantagenet.components.box import MEN_AT_ARMS, RETINUE, Lord, Side, Strike
from pbem.games.plantagenet.components.options import UnitOf
from pbem.games.plantagenet.components.state import State, battle_of, side_of
from pbem.games.plantagenet.components.subjects import InRound
from pbem.games.plantagenet.components.units import unit_name
from pbem.i18n import Text

HIT = "4.4.2 hit"
PROTECTION = "4.4.2 protection"
REROLL = "4.4.2 reroll"
CHARGE = "4.4.2 final charge"
YEOMEN = "4.4.2 yeomen"
CULVERINS_ROLL = "4.4.2 culverins"


class Blow(Phrase, form="round {round}, {place}, {step} {number} of {hits}"):
    """4.4.2 The subject of a Hit: one of those that a side takes in an Engagement."""

    round: int
    place: str
    step: Strike
    number: int
    hits: int


class Struck(Phrase, form="{lord} {unit} {step}"):
    """4.4.2 The unit that takes a Hit, and the kind of Hit."""

    lord: Lord
    unit: Unit
    step: Strike


async def strike(s: State, engagement: list[Lord], place: str) -> None:
    """4.4.2 Strike: Missiles, then Melee, after units hit by Missiles have Routed."""
    for step in Strike:
        if not battle_of(s).round_ended:
            await regroup(s, f"{place}, {step}")
            await strike_step(s, engagement, place, step)


async def strike_step(s: State, engagement: list[Lord], place: str, step: Strike) -> None:
    """4.4.2 Both sides' Hits are totalled before either rolls; then the Defender and the Attacker apply theirs."""
    hits = {side.enemy: await total_hits(s, engagement, side, step) for side in Side}
    if step is Strike.MELEE:
        hits[Side.LANCASTER] += battle_of(s).caltrops.get(place, 0)
    york, lancaster = hits[Side.YORK], hits[Side.LANCASTER]
    tell(s, "4.4.2", "hits", place=place, step=step, engagement=list(engagement), york=york, lancaster=lancaster)
    await regroup_as_ordered(s, Text("{place}, {step}, Hits totalled", place=place, step=step))
    if step is Strike.MELEE:
        hits[Side.LANCASTER] += await final_charge(s, engagement)
    attacker = battle_of(s).attacker
    for side in (attacker.enemy, attacker):
        await apply_hits(s, engagement, side, place, step, hits[side])


async def total_hits(s: State, engagement: list[Lord], side: Side, step: Strike) -> int:
    """4.4.2 Total Hits of a side's Lords in an Engagement: all halves are added, then Culverins; Missiles to leeward are
    halved; the total is rounded up once.
    """
    halves = 0
    for lord in engagement:
        if side_of(s, lord) is side:
            halves += half_hits(s, lord, step)
            if step is Strike.MISSILES and battle_of(s).round == 1 and lord in battle_of(s).culverins:
                halves += 2 * await fire_culverins(s, lord)
    return per(halves, 4 if step is Strike.MISSILES and leeward(s, side) else 2)


async def fire_culverins(s: State, lord: Lord) -> int:
    """y1 y2 l1 l2 Culverins and Falconets: one die of Missile Hits in Round 1, two with Patrick de la Mote (y37). Returns
    the Hits.
    """
    hits = 0
    for _ in range(culverins_dice(s, lord)):
        die = await roll(CULVERINS_ROLL, lord)
        tell(s, "4.4.2", "culverins_fire", side=side_of(s, lord), lord=lord, die=die)
        hits += die
    return hits


async def final_charge(s: State, engagement: list[Lord]) -> int:
    """y32 Final Charge: the Retinue takes one Hit first, the Enemy in this Engagement three more. Returns the Hits added.

    Ruling: it is declared once the Melee totals are known.
    """
    lord = final_charger(s, engagement)
    if lord is None:
        return 0
    prompt = Text(
        "Final Charge: {lords}'s Retinue takes 1 Hit to cause {final_charge_hits} more?",
        lords=s.box.lords[lord].name,
        final_charge_hits=FINAL_CHARGE_HITS,
    )
    if not await Decision(side_of(s, lord), CHARGE, InRound(battle_of(s).round), prompt, YesNo(), lambda: False):
        return 0
    tell(s, "4.4.2", "final_charge", side=side_of(s, lord), lord=lord, hits=FINAL_CHARGE_HITS)
    await take_hit(s, lord, RETINUE, Strike.MELEE)
    return FINAL_CHARGE_HITS


async def apply_hits(s: State, engagement: list[Lord], side: Side, place: str, step: Strike, hits: int) -> None:
    """4.4.2 Apply Hits: for each Hit the owner names a unit of any of their Lords there; surplus Hits are lost."""
    for number in range(1, hits + 1):
        if battle_of(s).round_ended:
            return
        if side is Side.YORK:
            await regroup_as_ordered(s, f"{place}, before {step} Hit {number} of {hits}")
        own_lords = [lord for lord in engagement if side_of(s, lord) is side]
        if not any(unrouted_units(s, lord) for lord in own_lords):
            tell(s, "4.4.2", "hits_lost", side=side, place=place, step=step, hits=hits - number + 1)
            return
        subject = Blow(battle_of(s).round, place, step, number, hits)
        prompt = Text(
            "{place}: which unit absorbs {step} Hit {number} of {hits}?",
            place=place.capitalize(),
            step=step,
            number=number,
            hits=hits,
        )
        struck = await choose_unit(s, own_lords, side, subject, prompt)
        await take_hit(s, struck.lord, struck.unit, step)


async def choose_unit(s: State, lords: list[Lord], side: Side, subject: Blow, prompt: str) -> UnitOf:
    """4.4.2 The unit that absorbs a Hit. Default: the last in the order of the Forces table, so the Retinue last."""
    shape = Pick(lambda: hit_options(s, lords))
    return UnitOf.read(await Decision(side, HIT, subject, prompt, shape, lambda: hit_options(s, lords)[-1]))


def hit_options(s: State, lords: list[Lord]) -> list[UnitOf]:
    """The units that can absorb a Hit."""
    return [UnitOf(lord, unit) for lord in lords for unit in unrouted_units(s, lord)]


async def take_hit(s: State, lord: Lord, unit: Unit, step: Strike) -> None:
    """4.4.2 Roll by Hit: a roll within the Protection absorbs it; otherwise one reroll for a Valour marker, or the unit
    Routs.
    """
    if await protected(s, lord, unit, step, "protection"):
        return
    if await reroll(s, lord, unit, step) and await protected(s, lord, unit, step, "reroll"):
        return
    if yeomen(s, lord, unit) and await yeomen_step_in(s, lord, step):
        unit = MEN_AT_ARMS
    rout_unit(s, lord, unit)
    await swift_maneuver(s, lord, unit)


async def protected(s: State, lord: Lord, unit: Unit, step: Strike, name: str) -> bool:
    """4.4.2 Whether a Protection Roll absorbs the Hit."""
    top = protection(s, lord, unit, step)
    die = await roll(PROTECTION if name == "protection" else REROLL, f"{lord} {unit} {step}")
    tell(s, "4.4.2", name, side=side_of(s, lord), lord=lord, unit=unit, die=die, top=top, saved=die <= top)
    return die <= top


async def reroll(s: State, lord: Lord, unit: Unit, step: Strike) -> bool:
    """4.4.2 Valour Rerolls: one marker for one reroll of the Lord's own failed Protection."""
    mat = s.mats[lord]
    if not mat.valour:
        return False
    if side_of(s, lord) is Side.YORK:
        await regroup_as_ordered(s, Text("before a reroll by {lord}", lord=lord))
    prompt = Text(
        "Spend 1 of {lords}'s {valour} Valour to reroll for his {unit_name}?",
        lords=s.box.lords[lord].name,
        valour=mat.valour,
        unit_name=unit_name(s, unit),
    )
    if not await Decision(side_of(s, lord), REROLL, Struck(lord, unit, step), prompt, YesNo(), lambda: True):
        return False
    mat.valour -= 1
    return True


async def yeomen_step_in(s: State, lord: Lord, step: Strike) -> bool:
    """l31 Yeomen of the Crown: a Men-at-Arms unit Routs instead of the Retinue, after its roll and reroll."""
    prompt = Text(
        "Yeomen of the Crown: Rout 1 of {lords}'s Men-at-Arms instead of the Retinue?", lords=s.box.lords[lord].name
    )
    if not await Decision(side_of(s, lord), YEOMEN, f"{lord} {step}", prompt, YesNo(), lambda: True):
        return False
    tell(s, "4.4.2", "yeomen", side=side_of(s, lord), lord=lord)
    return True
