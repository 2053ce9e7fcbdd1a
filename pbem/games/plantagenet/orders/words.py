"""The order words of Plantagenet, and the lines a reply form offers."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import partial

from pbem.engine.decision import Json, Seat
from pbem.engine.game.orders import Word
from pbem.engine.game.standing import Policy
from pbem.engine.phrase import NONE
from pbem.engine.refusal import NotAsked
from pbem.games.plantagenet.battle import array, battle, battle_events, bosworth, death_check, death_events, strike
from pbem.games.plantagenet.cards.arts_of_war import lords_for
from pbem.games.plantagenet.components.box import Card, Lord, Side
from pbem.games.plantagenet.components.capabilities import objection_to
from pbem.games.plantagenet.components.card_ids import Capabilities
from pbem.games.plantagenet.components.names import names
from pbem.games.plantagenet.components.setup import BATTLE_ONLY
from pbem.games.plantagenet.components.state import Phase, State, battle_of, has_capability, lords_of
from pbem.games.plantagenet.levy.muster import able_lords
from pbem.games.plantagenet.orders import policies, shares
from pbem.games.plantagenet.orders.fleeing import FLEE
from pbem.games.plantagenet.orders.preferences import (
    ADVANCE,
    CAMPAIGN_ONLY,
    MY_LORDS,
    ONE_OF_MY_LORDS,
    PAIR,
    REGROUP,
    STRONGHOLD,
    THEIR_LORD,
)
from pbem.games.plantagenet.orders.words_board import BOARD
from pbem.i18n import Text
from pbem.orders.policies.habits import YES_OR_NO


def only_if(policy: Policy[State], able: Callable[[State, Side], bool], problem: str) -> Policy[State]:
    """`policy`, refused with `problem` if the question can never arise for the side."""

    def read(s: State, seat: Seat, text: str) -> Json:
        if not able(s, Side(seat)):
            raise NotAsked(problem)
        return policy.read(s, seat, text)

    return replace(policy, read=read)


def attacks(s: State, side: Side) -> bool:
    """4.3.5 Whether the side is the Attacker; at Bosworth the Rebel side (6.0)."""
    return side is (s.rebel if s.battle is None else s.battle.attacker)


def may_use(s: State, side: Side, card: str) -> bool:
    """Whether a Lord of the side has the card, or could still be given it."""
    if s.battle is None and s.sheet.kind == BATTLE_ONLY:
        return card in s.decks[side]
    return any(has_capability(s, lord, card) for lord in lords_of(s, side))


SELDOM_REGROUP: Word[State] = Word(
    "regroup",
    battle_events.REGROUP_KEY,
    "regroup none | regroup LORD",
    Text("Choose the Lord whose Routed Troops roll Protection."),
    REGROUP,
    within=CAMPAIGN_ONLY,
    synonyms=("rally",),
    example="regroup Pembroke",
)
"""y30 The word in games where it can be used at some moments only."""
REGROUPING = (
    SELDOM_REGROUP,
    replace(
        SELDOM_REGROUP,
        usage="regroup none | regroup LORD | regroup ask",
        about=Text("Choose the Lord whose Routed Troops roll Protection, or be asked before each Hit, too."),
    ),
    replace(
        SELDOM_REGROUP,
        key=battle_events.REGROUP_MEANWHILE,
        usage="regroup LORD if routed at least 3 | regroup LORD before Lord Rout | regroup ask",
        about=Text("Regroup at a moment at which you are not asked, or be asked there."),
        example="regroup Pembroke before Lord Rout",
    ),
    replace(SELDOM_REGROUP, key=battle_events.REGROUP_ASKED, policy=None),
)

BATTLE: tuple[Word[State], ...] = (
    Word(
        "give",
        bosworth.CAPABILITIES,
        "give CARD LORD",
        Text('Give a Lord a Capability card from your deck: one per line, or several with commas. "clear" starts again.'),
        synonyms=("bestow", "equip"),
        example="give Vanguard (y36) Norfolk",
    ),
    Word(
        "array",
        bosworth.ARRAY,
        "array left LORD, centre LORD, right LORD",
        Text("Array your Lords: one left, one centre, one right. Your left faces their left."),
        synonyms=("deploy", "arrange", "line up"),
        example="array left Norfolk, centre Richard III, right Northumberland",
    ),
    Word(
        "culverins",
        battle.CULVERINS_KEY,
        "culverins all | culverins none | culverins LORD, LORD",
        Text("Choose which Lords spend Culverins and Falconets in Round 1."),
        policies.LORDS,
        once=True,
        within=CAMPAIGN_ONLY,
        synonyms=("guns", "cannon", "artillery", "falconets"),
        example="culverins York",
    ),
    Word(
        "flee",
        battle.FLEE,
        "flee none | flee LORD | flee LORD if troops under 3",
        Text("Choose who Flees at the start of the Round; put commas between Lords."),
        FLEE,
        once=True,
        within=CAMPAIGN_ONLY,
        example="flee Oxford",
    ),
    Word(
        "advance",
        battle.ADVANCE,
        "advance LORD left",
        Text("Move a Lord from Reserve to an empty Front position."),
        ADVANCE,
        within=CAMPAIGN_ONLY,
        synonyms=("slide",),
        example="advance Richard III centre",
    ),
    Word(
        "centre",
        battle.CENTRE_KEY,
        "centre left | centre right",
        Text("Fill your empty centre from this wing."),
        policies.WING,
        once=True,
        within=CAMPAIGN_ONLY,
        synonyms=("center", "middle"),
        example="centre left",
    ),
    Word(
        "flank",
        battle.FLANK,
        "flank left | flank right",
        Text("Choose the wing your centre Flanks."),
        policies.WING,
        within=CAMPAIGN_ONLY,
        synonyms=("outflank",),
        example="flank left",
    ),
    Word(
        "vanguard",
        battle.VANGUARD_KEY,
        "vanguard yes | vanguard no",
        Text("Limit Round 1 to Norfolk's Engagement."),
        only_if(YES_OR_NO, partial(may_use, card=Capabilities.VANGUARD), Text("none of your Lords has Vanguard")),
        once=True,
        within=CAMPAIGN_ONLY,
        synonyms=("van",),
        example="vanguard yes",
    ),
    Word(
        "order",
        battle.ORDER,
        "order left, centre, right",
        Text("Set the order of the Engagements. The Attacker decides."),
        only_if(policies.ENGAGEMENT_ORDER, attacks, Text("the Attacker sets the order of the Engagements, and you Defend")),
        once=True,
        within=CAMPAIGN_ONLY,
        synonyms=("sequence", "engagements"),
        example="order left, centre",
    ),
    Word(
        "hit",
        strike.HIT,
        "hit LORD UNIT",
        Text("Choose the unit that absorbs this Hit."),
        in_a_row=True,
        synonyms=("one hit",),
        example="hit Oxford Men-at-Arms",
    ),
    Word(
        "absorb",
        strike.HIT,
        "absorb militia, norfolk longbowmen, ...",
        Text("List the units that absorb Hits, first to last."),
        policies.ABSORB,
        answers=False,
        within=CAMPAIGN_ONLY,
        synonyms=("hits", "losses", "soak"),
        example="absorb Militia, Longbowmen, Men-at-Arms, Retinue",
    ),
    Word(
        "reroll",
        strike.REROLL,
        "reroll yes | reroll no | reroll retinue, men-at-arms | reroll all",
        Text("Spend Valour to reroll failed Protection: this roll, or those of the units listed."),
        policies.REROLL,
        within=CAMPAIGN_ONLY,
        synonyms=("valour", "valor", "re roll"),
        example="reroll yes",
    ),
    Word(
        "charge",
        strike.CHARGE,
        "charge yes | charge no",
        Text("Final Charge: Richard III's Retinue takes 1 Hit to cause 3 more."),
        only_if(YES_OR_NO, partial(may_use, card=Capabilities.FINAL_CHARGE), Text("none of your Lords has Final Charge")),
        once=True,
        within=CAMPAIGN_ONLY,
        synonyms=("final charge",),
        example="charge yes",
    ),
)

BATTLE_ON_THE_BOARD: tuple[Word[State], ...] = (
    Word(
        "array",
        array.ARRAY,
        "array centre LORD, left LORD, right LORD",
        Text("Array your Lords. Those not named stay in Reserve."),
        shares.ARRAY,
        waits=True,
        within=CAMPAIGN_ONLY,
        synonyms=("deploy", "arrange", "line up"),
        example="array centre York, left March",
    ),
    Word(
        "suspicion",
        battle_events.SUSPICION_KEY,
        "suspicion LORD ENEMY",
        Text("Choose which of your Lords checks Influence against which Enemy Lord."),
        PAIR,
        within=CAMPAIGN_ONLY,
        synonyms=("suspect",),
        example="suspicion Somerset March",
    ),
    Word(
        "trust",
        battle_events.TRUST_KEY,
        "trust LORD VASSAL",
        Text("For trust not him: Levy an Enemy Vassal with this Lord."),
        PAIR,
        within=CAMPAIGN_ONLY,
        synonyms=("for trust not him",),
        example="trust Somerset Fauconberg",
    ),
    Word(
        "ravine",
        battle_events.RAVINE_KEY,
        "ravine LORD",
        Text("Choose the Yorkist Lord who sits out Round 1."),
        THEIR_LORD,
        within=CAMPAIGN_ONLY,
        example="ravine York",
    ),
    Word(
        "caltrops",
        battle_events.CALTROPS_KEY,
        "caltrops 2 centre",
        Text("Assign the 2 Hits to Engagements."),
        shares.TO_COLUMNS,
        waits=True,
        within=CAMPAIGN_ONLY,
        example="caltrops 1 left, 1 centre",
    ),
    *REGROUPING,
    Word(
        "maneuver",
        battle_events.MANEUVER_KEY,
        "maneuver yes | maneuver no",
        Text("Swift Maneuver: end the Round now."),
        YES_OR_NO,
        within=CAMPAIGN_ONLY,
        synonyms=("manoeuvre", "swift maneuver", "swift manoeuvre"),
        example="maneuver yes",
    ),
    Word(
        "yeomen",
        strike.YEOMEN,
        "yeomen yes | yeomen no",
        Text("Rout Men-at-Arms instead of the Retinue."),
        YES_OR_NO,
        within=CAMPAIGN_ONLY,
        example="yeomen yes",
    ),
    Word(
        "captor",
        death_check.CAPTOR,
        "captor LORD",
        Text("Choose the Lord who holds Henry VI captive."),
        ONE_OF_MY_LORDS,
        within=CAMPAIGN_ONLY,
        synonyms=("captive", "capture"),
        example="captor March",
    ),
    Word(
        "haven",
        death_check.HAVEN,
        "haven yes | haven no",
        Text("Send Edward IV into Exile instead of making a Death check."),
        YES_OR_NO,
        within=CAMPAIGN_ONLY,
        example="haven yes",
    ),
    Word(
        "deaths",
        death_check.DEATHS,
        "deaths LORD, LORD",
        Text("Set the order in which your Routed Lords roll for Death."),
        shares.FIRST_LORDS,
        within=CAMPAIGN_ONLY,
        synonyms=("death rolls", "death checks"),
        example="deaths York, March",
    ),
    Word(
        "escape",
        death_events.ESCAPE,
        "escape all | escape LORD",
        Text("Escape Ship: send these Routed Lords into Exile."),
        MY_LORDS,
        within=CAMPAIGN_ONLY,
        synonyms=("escape ship",),
        example="escape York",
    ),
    Word(
        "warden",
        death_events.WARDEN_KEY,
        "warden LOCALE | warden none",
        Text("Warden of the Marches: move a Routed Lord to this Stronghold."),
        STRONGHOLD,
        within=CAMPAIGN_ONLY,
        synonyms=("warden of the marches",),
        example="warden Carlisle",
    ),
    Word(
        "talbot",
        death_events.TALBOT_KEY,
        "talbot all | talbot LORD",
        Text("Talbot to the Rescue: Disband these Lords instead of making Death checks."),
        MY_LORDS,
        within=CAMPAIGN_ONLY,
        synonyms=("talbot to the rescue",),
        example="talbot Oxford",
    ),
    Word(
        "concession",
        death_check.SURRENDER_KEY,
        "concession yes | concession no",
        Text("Concede the War just before your last Heir rolls for Death (6.1.1)."),
        YES_OR_NO,
        within=CAMPAIGN_ONLY,
        synonyms=("concede war", "surrender war"),
        example="concession no",
    ),
)
VOCABULARY = (*BATTLE, *BATTLE_ON_THE_BOARD, *BOARD)
AT_BOSWORTH = (bosworth.CAPABILITIES, bosworth.ARRAY)
IN_BATTLE = frozenset((word.verb, word.key) for word in BATTLE)


def speaks(s: State, word: Word[State]) -> bool:
    """6.0 Whether a word has any use: Bosworth has no board; games with a board have no choice of four Capabilities and no
    blind Array. Only one scenario has the crown, and only the first Wars of the Roses can be conceded.
    """
    if word in REGROUPING and (word is SELDOM_REGROUP) is s.readings.regroup_at_any_moment:
        return False
    if word.key == death_check.DEATHS and not s.readings.deaths_as_owner_orders:
        return False
    if word.verb in ("crown", "king"):
        return "king_richard" in s.sheet.special_rules
    if word.key == death_check.SURRENDER_KEY:
        return "surrender" in s.sheet.special_rules
    return (word.verb, word.key) in IN_BATTLE if s.sheet.kind == BATTLE_ONLY else word.key not in AT_BOSWORTH


def segment(s: State, seat: Seat) -> tuple[str, ...]:
    """The lines that a reply form offers beyond the open questions, so that one letter goes as far as possible."""
    if s.result is not None or (s.battle is not None and battle.battle_over(s)):
        return ()
    if s.battle is None and s.sheet.kind != BATTLE_ONLY:
        return levy_segment(s, seat)
    return battle_segment(s, Side(seat))


def levy_segment(s: State, seat: Seat) -> tuple[str, ...]:
    """In a Levy, before the Muster: Pay as most players do. In the first one also the other Capability drawn."""
    to_pay = s.phase is Phase.LEVY and s.turn != s.sheet.first_turn and s.muster is None
    return ("disband none", "pay all") if to_pay else cards_to_assign(s, seat)


def cards_to_assign(s: State, seat: Seat) -> tuple[str, ...]:
    """3.1.2 The second Capability drawn, after the one that is asked about, which the form gives to its first Lord."""
    if s.turn != s.sheet.first_turn or len(s.drawn) < 2 or s.box.cards[s.drawn[0]].side != seat:
        return ()
    first, card = s.drawn
    given = lords_for(s, first)[:1]
    lords = [lord for lord in lords_for(s, card) if lord not in given or takes_both(s, lord, first, card)]
    asked = len(lords) > 1 or s.hidden_mats
    return (f"assign {names(s, lords[0])[0] if lords else NONE}",) if asked else ()


def takes_both(s: State, lord: Lord, first: Card, card: Card) -> bool:
    """3.4.6 Whether the Lord may have both cards drawn."""
    return objection_to(s, card, lord, [*s.mats[lord].capabilities, first]) is None


def ahead(s: State, seat: Seat) -> tuple[str, ...]:
    """3.4 In a Levy the lines of a Muster to come; in a Campaign lines for questions that need not be asked."""
    if s.result is not None or s.sheet.kind == BATTLE_ONLY:
        return ()
    if s.phase is Phase.CAMPAIGN:
        return ("standing intercept none", "standing play none") if s.battle is None else ()
    to_come = s.muster is None or (s.muster.side is s.rebel and Side(seat) is s.king)
    lords = able_lords(s, Side(seat)) if to_come else []
    lines = [line for lord in lords for line in (f"muster {names(s, lord)[0]}", "levy troops")]
    return (*lines, "done") if lines else ()


def battle_segment(s: State, side: Side) -> tuple[str, ...]:
    """A line for each question that can still arise in the Round; before the Arrays are revealed, in the Battle."""
    absorb = policies.DEFAULT_ABSORB if s.sheet.kind == BATTLE_ONLY else policies.BOARD_ABSORB
    offers = (
        ("culverins all", s.battle is None),
        ("flee none", True),
        ("vanguard no", first_round(s) and may_use(s, side, Capabilities.VANGUARD)),
        ("centre left", s.battle is None or centre_may_empty(s, side)),
        ("order left, centre, right", attacks(s, side)),
        ("charge no", may_use(s, side, Capabilities.FINAL_CHARGE)),
        (f"absorb {absorb}", True),
        ("reroll all", True),
    )
    return tuple(line for line, offered in offers if offered)


def first_round(s: State) -> bool:
    """Whether it is Round 1 or earlier."""
    return s.battle is None or s.battle.round == 1


def centre_may_empty(s: State, side: Side) -> bool:
    """Whether the side's centre Lord has Routed with a Lord on either wing."""
    fight = battle_of(s)
    up = [lord is not None and lord not in fight.routed for lord in fight.front[side]]
    return up == [True, False, True]
