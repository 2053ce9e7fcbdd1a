"""4.4.1 Events: the Held Events played in a Battle, and their effects."""

from __future__ import annotations

from pbem.engine.decision import Decision, Pick, Split, YesNo
from pbem.engine.dice import roll
from pbem.engine.event import tell
from pbem.engine.phrase import NONE, Phrase
from pbem.games.plantagenet.battle.array import leave_battle, unrouted_lords
from pbem.games.plantagenet.battle.forces import protection, rally_unit, routed_troops
from pbem.games.plantagenet.components.board import Unit, Vassal
from pbem.games.plantagenet.components.box import RETINUE, Card, Lord, Side, Strike
from pbem.games.plantagenet.components.card_ids import Capabilities, Events
from pbem.games.plantagenet.components.held import EVENT_RULE, play_in_battle
from pbem.games.plantagenet.components.influence import BASE_COST, ask_raise, check_influence, lose, loyalty
from pbem.games.plantagenet.components.lords import disband_lord, muster_vassal
from pbem.games.plantagenet.components.ratings import influence_of, printed_influence
from pbem.games.plantagenet.components.state import State, battle_of, has_capability, lord_with, side_of
from pbem.games.plantagenet.components.subjects import InBattle, InRound
from pbem.games.plantagenet.levy.levy import vassals_come_surely
from pbem.i18n import Text

SUSPICION_KEY = "4.4.1 suspicion"
TRUST_KEY = "4.4.1 trust"
RAVINE_KEY = "4.4.1 ravine"
CALTROPS_KEY = "4.4.2 caltrops"
REGROUP_KEY = "4.4.2 regroup"
REGROUP_MEANWHILE = "4.4.2 regroup meanwhile"
REGROUP_ASKED = "4.4.2 regroup asked"
REGROUP_ROLL = "4.4.2 rally"
MANEUVER_KEY = "4.4.2 maneuver"

ASK = "ask"
"""y30 The answer by which York asks to be asked before each Hit too, until the next Strike step."""
SUSPICION = frozenset({Events.SUSPICION_Y5, Events.SUSPICION_L5})
CALTROPS_HITS = 2

REGROUP_PROMPT = Text("Regroup: which Lord's Routed Troops roll Protection now, if any?")
REGROUP_OR_ASK = Text(
    'Regroup: which Lord\'s Routed Troops roll Protection now, if any? With "ask" you are asked before each Hit, too.'
)


class Suspect(Phrase, form="{lord} {victim}"):
    """y5 l5 Which Lord checks Influence against which Enemy Lord."""

    lord: Lord
    victim: Lord


class Temptation(Phrase, form="{lord} {vassal}"):
    """l7 Which Lord Levies which Vassal."""

    lord: Lord
    vassal: Vassal


async def play_events(s: State, side: Side) -> None:
    """4.4.1 Events: the side plays as many as it likes, one by one; each takes effect before the next."""
    battle = battle_of(s)
    while all(unrouted_lords(s, each) for each in Side):
        subject = InBattle(battle.number, f"event {len(battle.events) + 1}")
        card = await play_in_battle(s, side, "battle_events", subject, playable(s, side))
        if card is None:
            return
        await take_effect(s, side, card)


def playable(s: State, side: Side) -> list[Card]:
    """The Held Events with any effect now: Suspicion and For trust not him need possible targets."""
    idle = {card for card in SUSPICION if not suspicions(s, side)} | (
        {Events.FOR_TRUST_NOT_HIM} if not temptations(s) else set()
    )
    return [card for card in s.held[side] if card not in idle]


async def take_effect(s: State, side: Side, card: Card) -> None:
    """4.4.1 Carries out what happens at once; the other Events work while they are in play."""
    if card in SUSPICION:
        await suspicion(s, side)
    elif card == Events.FOR_TRUST_NOT_HIM:
        await for_trust_not_him(s)
    elif card == Events.RAVINE:
        await ravine(s)


# y5 l5 Suspicion


async def suspicion(s: State, side: Side) -> None:
    """y5 l5 Suspicion: a Lord checks Influence, and an Enemy Lord of lower printed Influence Disbands (rulings R4, R99)."""
    options = suspicions(s, side)
    prompt = Text("Suspicion: which of your Lords checks Influence against which Enemy Lord?")
    choice = await Decision(side, SUSPICION_KEY, _subject(s), prompt, Pick(lambda: options), lambda: options[0])
    lord, victim = (suspect := Suspect.read(choice)).lord, suspect.victim
    tell(s, EVENT_RULE, "suspects", side=side, lord=lord, victim=victim)
    spend = await ask_raise(s, lord, f"suspicion {victim}", influence_of(s, lord))
    if await check_influence(s, lord, f"suspicion {victim}", spend=spend):
        leave_battle(s, victim)
        disband_lord(s, victim, EVENT_RULE)


def suspicions(s: State, side: Side) -> list[Suspect]:
    """Each own Lord in the Battle with each Enemy there (Reserves included) whose printed Influence is lower."""
    mine, theirs = unrouted_lords(s, side), unrouted_lords(s, side.enemy)
    pairs = [Suspect(one, other) for one in mine for other in theirs]
    return [pair for pair in pairs if printed_influence(s, pair.victim) < printed_influence(s, pair.lord)]


# l7 For trust not him


async def for_trust_not_him(s: State) -> None:
    """l7 For trust not him: a Lancastrian Lord checks Influence to Levy a Yorkist Vassal of the Battle."""
    options = temptations(s)
    prompt = Text("For trust not him: which of your Lords tries to Levy which Enemy Vassal?")
    choice = await Decision(Side.LANCASTER, TRUST_KEY, _subject(s), prompt, Pick(lambda: options), lambda: options[0])
    lord, vassal = (temptation := Temptation.read(choice)).lord, temptation.vassal
    tell(s, EVENT_RULE, "tempts", side=Side.LANCASTER, lord=lord, vassal=vassal)
    if await comes_over(s, lord, vassal):
        change_sides(s, vassal, lord)


async def comes_over(s: State, lord: Lord, vassal: Vassal) -> bool:
    """l7 Whether the Vassal changes sides: a check with his Loyalty as for Levy Vassal; Henry Tudor's Two Roses (l32) needs
    no roll.
    """
    if vassals_come_surely(s, lord):
        lose(s, Side.LANCASTER, BASE_COST, EVENT_RULE, "For trust not him")
        return True
    modifier = loyalty(s, vassal, Side.LANCASTER)
    spend = await ask_raise(s, lord, vassal, influence_of(s, lord) + modifier)
    return await check_influence(s, lord, vassal, spend=spend, modifier=modifier)


def temptations(s: State) -> list[Temptation]:
    """Each Lancastrian Lord in the Battle with each regular Vassal there; Salisbury's are safe with Alice Montagu (y17)."""
    yorkists = [lord for lord in unrouted_lords(s, Side.YORK) if not has_capability(s, lord, Capabilities.ALICE_MONTAGU)]
    vassals = [v for lord in yorkists for v in s.mats[lord].vassals if s.box.vassals[v].seat is not None]
    return [Temptation(lord, vassal) for lord in unrouted_lords(s, Side.LANCASTER) for vassal in vassals]


def change_sides(s: State, vassal: Vassal, lord: Lord) -> None:
    """l7 The Vassal joins the new Lord; his Calendar marker is placed as if he were newly Levied."""
    loser = lord_with(s, vassal)
    assert loser is not None
    s.mats[loser].vassals.remove(vassal)
    muster_vassal(s, lord, vassal, EVENT_RULE)


# l12 Ravine


async def ravine(s: State) -> None:
    """l12 Ravine: names a Yorkist Lord, whose position counts as empty for Engage and Strike in Round 1."""
    lords = unrouted_lords(s, Side.YORK)
    prompt = Text("Ravine: which Yorkist Lord must sit out Round 1?")
    lord = await Decision(Side.LANCASTER, RAVINE_KEY, _subject(s), prompt, Pick(lambda: lords), lambda: lords[0])
    battle_of(s).marked[Events.RAVINE] = Lord(lord)
    tell(s, EVENT_RULE, "ravine", lord=lord)


# y19 Caltrops


async def share_caltrops(s: State, places: list[str]) -> None:
    """y19 Caltrops: York shares two Melee Hits among the Round's Engagements (ruling R88)."""
    battle = battle_of(s)
    if Events.CALTROPS not in battle.events or not places:
        return
    shape = Split(lambda: dict.fromkeys(places, CALTROPS_HITS), CALTROPS_HITS)
    prompt = Text("Caltrops: which Engagements take the {caltrops_hits} Melee Hits?", caltrops_hits=CALTROPS_HITS)
    default = {places[0]: CALTROPS_HITS}
    shares = await Decision(Side.YORK, CALTROPS_KEY, InRound(battle.round), prompt, shape, lambda: default)
    battle.caltrops = dict(shares)
    tell(s, "4.4.2", "caltrops", shares=dict(battle.caltrops))


# y30 Regroup


async def regroup(s: State, moment: str) -> None:
    """y30 Regroup: once, at a moment of York's choice, all Routed Troops of one Yorkist Lord roll Protection (ruling R90).

    Ruling: York is asked before each Strike step, before Lord Rout, and once the Enemy have all Fled; at every other
    moment only if it has ordered so. No Valour is spent on the rolls.
    """
    lords, battle = may_regroup(s), battle_of(s)
    if not lords:
        return
    finer = [ASK] if s.readings.regroup_at_any_moment else []
    choice = await Decision(
        Side.YORK,
        REGROUP_KEY,
        InRound(battle.round, moment),
        REGROUP_OR_ASK if finer else REGROUP_PROMPT,
        Pick(lambda: [NONE, *finer, *lords]),
        lambda: NONE,
    )
    battle.regroup_asked = choice == ASK
    await rally_if_any(s, choice)


async def regroup_as_ordered(s: State, moment: str) -> None:
    """y30 Regroup at a moment when York's orders play it, or ask for it to be offered (ruling R221)."""
    lords, battle = may_regroup(s), battle_of(s)
    if not lords or not s.readings.regroup_at_any_moment:
        return
    subject, choice = InRound(battle.round, moment), ASK
    if not battle.regroup_asked:
        shape = Pick(lambda: [NONE, ASK, *lords])
        ordered = Decision(Side.YORK, REGROUP_MEANWHILE, subject, REGROUP_PROMPT, shape, lambda: NONE, automatic=True)
        choice = await ordered
    if choice == ASK:
        shape = Pick(lambda: [NONE, *lords])
        choice = await Decision(Side.YORK, REGROUP_ASKED, subject, REGROUP_PROMPT, shape, lambda: NONE)
    await rally_if_any(s, choice)


def may_regroup(s: State) -> list[Lord]:
    """y30 The Yorkist Lords, not yet Routed, who have Routed Troops, while the card is in play and unused."""
    battle = battle_of(s)
    if Events.REGROUP not in battle.events or Events.REGROUP in battle.marked:
        return []
    return [lord for lord in unrouted_lords(s, Side.YORK) if routed_troops(s, lord)]


async def rally_if_any(s: State, choice: str) -> None:
    """y30 The Lord named rallies, and the card is used."""
    if choice not in (NONE, ASK):
        battle_of(s).marked[Events.REGROUP] = Lord(choice)
        await rally(s, Lord(choice))


async def rally(s: State, lord: Lord) -> None:
    """y30 Each Routed Troops piece that rolls within its Protection is Unrouted again."""
    for unit, number in routed_troops(s, lord).items():
        top = protection(s, lord, unit, Strike.MELEE)
        for _ in range(number):
            die = await roll(REGROUP_ROLL, f"{lord} {unit}")
            tell(s, "4.4.2", "regroup", side=side_of(s, lord), lord=lord, unit=unit, die=die, top=top, saved=die <= top)
            if die <= top:
                rally_unit(s, lord, unit)


# y36 Swift Maneuver


async def swift_maneuver(s: State, lord: Lord, unit: Unit) -> None:
    """y36 Swift Maneuver: York may end the Round when a Lancastrian Retinue Routs."""
    battle = battle_of(s)
    if Events.SWIFT_MANEUVER not in battle.events or unit != RETINUE or side_of(s, lord) is Side.YORK:
        return
    await regroup_as_ordered(s, Text("before Swift Maneuver"))
    prompt = Text("Swift Maneuver: {lords}'s Retinue has Routed; end this Round?", lords=s.box.lords[lord].name)
    if await Decision(Side.YORK, MANEUVER_KEY, InRound(battle.round, lord), prompt, YesNo(), lambda: False):
        battle.round_ended = True
        tell(s, "4.4.2", "swift_maneuver", lord=lord)


def _subject(s: State) -> InBattle:
    return InBattle(battle_of(s).number)
