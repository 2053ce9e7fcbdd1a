"""4.4.3 The Held Events that affect Death checks: Escape Ship, Warden of the Marches, Talbot to the Rescue."""

from __future__ import annotations

from pbem.engine.decision import Decision, Pick, PickSome
from pbem.engine.event import tell
from pbem.engine.phrase import NONE
from pbem.games.plantagenet.battle.array import leave_battle, routed_lords, unrouted_lords
from pbem.games.plantagenet.battle.forces import routed_troops
from pbem.games.plantagenet.battle.spoils import give_spoils
from pbem.games.plantagenet.components.board import NORTH, Locale
from pbem.games.plantagenet.components.box import RETINUE, Card, Lord, Side
from pbem.games.plantagenet.components.card_ids import Events
from pbem.games.plantagenet.components.group import shaky_meeting
from pbem.games.plantagenet.components.haven import pay_for_exile, stays_home
from pbem.games.plantagenet.components.held import play_in_battle
from pbem.games.plantagenet.components.locales import routes
from pbem.games.plantagenet.components.lords import disband_lord, place
from pbem.games.plantagenet.components.state import (
    State,
    area_of,
    battle_of,
    enemy_there,
    friendly,
    place_of,
    side_of,
    strongholds_of,
    troops_of,
)
from pbem.games.plantagenet.components.subjects import InBattle
from pbem.i18n import Text

ESCAPE = "4.4.3 escape"
WARDEN_KEY = "4.4.3 warden"
TALBOT_KEY = "4.4.3 talbot"
ESCAPE_SHIP = frozenset({Events.ESCAPE_SHIP_Y3, Events.ESCAPE_SHIP_Y9, Events.ESCAPE_SHIP_L3})


async def play_events(s: State, side: Side) -> None:
    """4.4.3 The side plays Events that may save its own Routed Lords, one by one."""
    battle = battle_of(s)
    while routed_lords(s, side):
        subject = InBattle(battle.number, Text("Death check, event {events}", events=len(battle.events) + 1))
        card = await play_in_battle(s, side, "death_check", subject, playable(s, side))
        if card is None:
            return
        await take_effect(s, side, card)


def playable(s: State, side: Side) -> list[Card]:
    """The Held Events that could save a Lord."""
    idle = set() if may_escape(s, side) else set(ESCAPE_SHIP)
    idle |= set() if any(refuges(s, lord) for lord in routed_lords(s, side)) else {Events.WARDEN_OF_THE_MARCHES}
    return [card for card in s.held[side] if card not in idle]


async def take_effect(s: State, side: Side, card: Card) -> None:
    """4.4.3 Carries out an Event of the Death check."""
    if card in ESCAPE_SHIP:
        await escape_ship(s, side, card)
    elif card == Events.WARDEN_OF_THE_MARCHES:
        await warden_of_the_marches(s)
    else:
        await talbot(s)


# y3 y9 l3 Escape Ship


async def escape_ship(s: State, side: Side, card: Card) -> None:
    """y3 y9 l3 Escape Ship: any of the side's Routed Lords go into Exile instead of rolling for Death."""
    lords = routed_lords(s, side)
    shape = PickSome(lambda: lords, 1, len(lords))
    prompt = Text("Escape Ship: which of your Routed Lords go into Exile instead of a Death check?")
    subject = InBattle(battle_of(s).number, card)
    for lord in await Decision(side, ESCAPE, subject, prompt, shape, lambda: list(lords)):
        await escape(s, Lord(lord))


def may_escape(s: State, side: Side) -> bool:
    """Whether an overland Supply Route leads from the Battle's Friendly Stronghold to a Friendly Port (ruling R97)."""
    start = battle_of(s).place
    if start is None or not friendly(s, side, start):
        return False
    reached = routes(s, side, start, past_enemies=s.readings.escape_past_enemies)
    return any(friendly(s, side, at) and s.board.locales[at].port for at in reached)


async def escape(s: State, lord: Lord) -> None:
    """4.3.5 Exile from a Battle: Influence, Assets and Exile marker as on an Approach (rulings R97, R116).

    England is my Home (y8) replaces it.
    """
    side, where = side_of(s, lord), place_of(s, lord)
    blocked = side in battle_of(s).ford
    leave_battle(s, lord)
    if blocked or not stays_home(s, lord, "4.4.3"):
        pay_for_exile(s, lord, where, "4.4.3", free=s.readings.free_escapes)
        if s.readings.escapes_give_spoils and not s.readings.free_escapes:
            await give_spoils(s, [lord], approaching(s, side.enemy), where)
        disband_lord(s, lord, "4.4.3", exile=True)


def approaching(s: State, side: Side) -> list[Lord]:
    """4.3.5 The side's Unrouted Lords, if it has Approached. The Active side has, even if it was met by a Flank Attack (y2,
    l2).
    """
    active = battle_of(s).attacker if s.command is None else s.command.side
    return unrouted_lords(s, side) if side is active else []


# l16 Warden of the Marches


async def warden_of_the_marches(s: State) -> None:
    """l16 Warden of the Marches: each Routed Lancastrian may go to a Friendly Stronghold in the North (ruling R98)."""
    for lord in routed_lords(s, Side.LANCASTER):
        to = await choose_refuge(s, lord)
        if to != NONE:
            slip_away(s, lord, Locale(to))


async def choose_refuge(s: State, lord: Lord) -> str:
    """l16 Where a Routed Lord goes; or he stays."""
    options = [NONE, *refuges(s, lord)]
    prompt = Text("Warden of the Marches: move {lords} to which Stronghold, if any?", lords=s.box.lords[lord].name)
    subject = InBattle(battle_of(s).number, lord)
    shape = Pick(lambda: options)
    return str(await Decision(Side.LANCASTER, WARDEN_KEY, subject, prompt, shape, lambda: options[-1]))


def refuges(s: State, lord: Lord) -> list[Locale]:
    """l16 After a Battle in the North, the Friendly Strongholds there without Yorkists, except the Battle's own."""
    start = battle_of(s).place
    if start is None or area_of(s, start) != NORTH or side_of(s, lord) is not Side.LANCASTER:
        return []
    strongholds = [at for at in strongholds_of(s, Side.LANCASTER, NORTH) if at != start]
    return [at for at in strongholds if not enemy_there(s, Side.LANCASTER, at) and not shaky_meeting(s, [lord], at)]


def slip_away(s: State, lord: Lord, to: Locale) -> None:
    """l16 The Lord loses only his Routed Troops and Vassals; his Retinue recovers. Without Troops he Disbands."""
    battle, mat = battle_of(s), s.mats[lord]
    tell(s, "3.1.3", "slips_away", side=side_of(s, lord), lord=lord, where=to, lost=dict(routed_troops(s, lord)))
    battle.routed.remove(lord)
    battle.fled = [other for other in battle.fled if other != lord]
    mat.forces[RETINUE] = 1
    mat.routed = {}
    place(s, lord, to)
    if not troops_of(s, lord):
        leave_battle(s, lord)
        disband_lord(s, lord, "3.1.3")


# l36 Talbot to the Rescue


async def talbot(s: State) -> None:
    """l36 Talbot to the Rescue: any Routed Lancastrian Lords Disband instead of rolling for Death."""
    lords = routed_lords(s, Side.LANCASTER)
    shape = PickSome(lambda: lords, 1, len(lords))
    prompt = Text("Talbot to the Rescue: which of your Routed Lords Disband instead of a Death check?")
    for lord in await Decision(
        Side.LANCASTER, TALBOT_KEY, InBattle(battle_of(s).number), prompt, shape, lambda: list(lords)
    ):
        leave_battle(s, Lord(lord))
        disband_lord(s, Lord(lord), "3.1.3")
