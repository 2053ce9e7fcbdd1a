"""4.2 Command: the sides alternately reveal Command cards, and the Lords shown act."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from typing import Any

from pbem.engine.decision import Decision, Menu, OpenMenu
from pbem.engine.event import tell
from pbem.engine.phrase import Phrase, read_one
from pbem.games.plantagenet.campaign.command_cards import (
    Agitate,
    ExilePact,
    Heralds,
    Merchants,
    agitate,
    card_options,
    exile_pact,
    exile_pact_options,
    heralds,
    merchants,
)
from pbem.games.plantagenet.campaign.feed import feed
from pbem.games.plantagenet.campaign.forage import Forage, forage, forage_options
from pbem.games.plantagenet.campaign.landing import rebel_supply_depot
from pbem.games.plantagenet.campaign.march import March, march, march_options, marching, way_for
from pbem.games.plantagenet.campaign.sail import Sail, sail, sail_options
from pbem.games.plantagenet.campaign.tax import Tax, tax, tax_options
from pbem.games.plantagenet.components.board import Way
from pbem.games.plantagenet.components.box import Lord, Side
from pbem.games.plantagenet.components.card_ids import Capabilities, Events
from pbem.games.plantagenet.components.declaring import only_as_needed, use_actions
from pbem.games.plantagenet.components.group import group_from
from pbem.games.plantagenet.components.held import Play, any_moment, any_time_options, menu, play_any_time
from pbem.games.plantagenet.components.ratings import command_lent, command_rating, married_to_a_neville
from pbem.games.plantagenet.components.state import (
    PASS,
    Command,
    State,
    command_of,
    has_capability,
    in_force,
    sea_of,
    side_of,
)
from pbem.games.plantagenet.components.supply import Supply, supply, supply_options
from pbem.games.plantagenet.levy.parley import Parley, parley, parley_options
from pbem.i18n import Text

COMMAND = "4.2 command"
SEAMANSHIP = (Events.SEAMANSHIP_Y6, Events.SEAMANSHIP_L6)


Action = Callable[[State, Lord, Any], Awaitable[None]]


class Pass(Phrase, form=PASS):
    """4.6.5 The card ends."""


async def commands(s: State) -> None:
    """4.2 Rebels, then the King's side, turn up one card each until the Plans are played; Feed (4.7) follows each card."""
    while any(s.plans.values()):
        for side in s.order:
            await any_moment(s)
            await command_card(s, side, s.plans[side].pop(0))
            await feed(s)
            s.command = None


async def command_card(s: State, side: Side, card: str) -> None:
    """4.2.1, 4.2.3 The Lord shown acts; on a Pass card, or the card of a Lord not on the map, the side does nothing."""
    s.cards_played += 1
    if card not in s.mats:
        tell(s, "4.2.3", "card_passed", side=side, number=s.cards_played, card=card)
        return
    lord = Lord(card)
    tell(s, "4.2", "card_revealed", side=side, number=s.cards_played, lord=lord)
    open_command(s, lord)
    await act(s, side, lord)


async def act(s: State, side: Side, lord: Lord) -> None:
    """4.2.1 The Active Lord takes Command actions until his card has ended."""
    while can_act(s, lord):
        shape = command_menu(s, side, lord)
        choice = await Decision(side, COMMAND, lord, command_prompt(s, lord), shape, lambda: PASS)
        await command_action(s, lord, choice)


def command_menu(s: State, side: Side, lord: Lord) -> Menu:
    """4.2.2 The Commands to choose from. With Hidden Mats (1.5.3) a Lord is asked even if he can only Pass: passing
    automatically would reveal what is missing on his mat.
    """
    return OpenMenu(lambda: command_options(s, lord)) if s.hidden_mats else menu(s, side, lambda: command_options(s, lord))


def command_prompt(s: State, lord: Lord) -> str:
    command = command_of(s)
    free = ""
    if command.free_march:
        free = Text(", and a free March by Surprise Landing")
    elif command.second_leg:
        free = Text(", and a free second Highway")
    return Text(
        "{lords} ({actions_left} of {actions} Command actions left{free}): what next?",
        lords=s.box.lords[lord].name,
        actions_left=actions_left(s),
        actions=command.actions,
        free=free,
    )


def open_command(s: State, lord: Lord) -> None:
    """4.2.1 The Lord becomes Active. His Command rating is fixed now (ruling R63)."""
    by_marriage = has_capability(s, lord, Capabilities.MARRIED_TO_A_NEVILLE) and married_to_a_neville(s, lord)
    lent = list(command_lent(s, lord)) if only_as_needed(s, lord) else []
    s.command = Command(side_of(s, lord), lord, command_rating(s, lord), by_marriage=by_marriage, lent=lent)


def actions_left(s: State) -> int:
    """4.2.1 The number of actions left."""
    command = command_of(s)
    return max(0, command.actions - command.spent)


def can_act(s: State, lord: Lord) -> bool:
    """4.2.1 Whether the card continues: an action is left, or a free March (second Highway, Surprise Landing)."""
    command = command_of(s)
    return lord in s.mats and not command.ended and bool(actions_left(s) or command.second_leg or command.free_march)


def command_options(s: State, lord: Lord) -> list[str]:
    """4.2.2 The Commands possible for the Lord now. At Sea he may only Sail, make an Exile Pact or Pass (ruling R39)."""
    options: list[str] = [*march_options(s, lord)]
    if actions_left(s):
        options += _paid_options(s, lord)
    return [*options, *any_time_options(s, side_of(s, lord)), Pass()]


def _paid_options(s: State, lord: Lord) -> list[Phrase]:
    sails = sail_options(s, lord) if affordable(s, lord, "sail") else []
    if sea_of(s, lord) is not None:
        return [*sails, *exile_pact_options(s, lord)]
    parleys = parley_options(s, lord, campaign=True) if affordable(s, lord, "parley") else []
    cards = [option for option in card_options(s, lord) if affordable(s, lord, option.verb)]
    return [*sails, *supply_options(s, lord), *forage_options(s, lord), *tax_options(s, lord), *parleys, *cards]


def whole_card(s: State, lord: Lord, action: str) -> bool:
    """4.2.1 Whether an action takes the entire card: a Sail without Seamanship (y6, l6), a Yorkist Parley under New Act of
    Parliament (l10), and Heralds. For a March along a Path (4.3.3) see takes_card.
    """
    york = side_of(s, lord) is Side.YORK
    match action:
        case "sail":
            return not in_force(s, SEAMANSHIP[0] if york else SEAMANSHIP[1])
        case "parley":
            return york and in_force(s, Events.NEW_ACT_OF_PARLIAMENT)
    return action == "heralds"


def takes_card(s: State, lord: Lord, order: Phrase) -> bool:
    """4.2.1 Whether an action takes the entire card: a March along a Path does (4.3.3), and those named by `whole_card`."""
    if isinstance(order, March):
        return way_for(s, group_from(s, lord, order.group, marching(s)), order.to) is Way.PATH
    return whole_card(s, lord, order.verb)


def actions_for(s: State, lord: Lord, action: str) -> int:
    """4.2.1 The number of Command actions that an action other than a March uses."""
    return actions_left(s) if whole_card(s, lord, action) else 1


def affordable(s: State, lord: Lord, action: str) -> bool:
    """4.2.1 Whether an action can be paid for: one that takes the entire card needs an unspent card (ruling R62)."""
    return not (whole_card(s, lord, action) and command_of(s).spent)


async def command_action(s: State, lord: Lord, choice: str) -> None:
    """4.2.1, 4.6.5 Carries out one option of the Menu, Pass included. A March pays for its own actions (4.3.3)."""
    order, command = read_one(FORMS, choice), command_of(s)
    if isinstance(order, Play):
        await play_any_time(s, command.side, order.card)
        return
    if isinstance(order, Pass):
        command.ended = True
        return
    entire = takes_card(s, lord, order)
    if not isinstance(order, March):
        command.second_leg, command.free_march = [], False
        use_actions(s, actions_for(s, lord, order.verb), entire=whole_card(s, lord, order.verb))
    await ACTIONS[type(order)](s, lord, order)
    part_from_neville(s, lord)
    if not entire:
        join_neville(s, lord)


def part_from_neville(s: State, lord: Lord) -> None:
    """l24 Married to a Neville: the action it added is lost as soon as the Lord and Warwick part (ruling R63)."""
    command = command_of(s)
    if command.by_marriage and not (lord in s.mats and married_to_a_neville(s, lord)):
        command.by_marriage = False
        command.actions -= 1


def join_neville(s: State, lord: Lord) -> None:
    """l24 Married to a Neville: under one reading, Clarence also gets the action when he meets Warwick during the card
    (ruling R63).
    """
    command = command_of(s)
    if not s.readings.neville_joined or command.by_marriage or lord not in s.mats:
        return
    if has_capability(s, lord, Capabilities.MARRIED_TO_A_NEVILLE) and married_to_a_neville(s, lord):
        command.by_marriage = True
        command.actions += 1


async def _march(s: State, lord: Lord, order: March) -> None:
    """4.3 March, and the Held Event that may follow one to a Port (l28)."""
    group = group_from(s, lord, order.group, marching(s))
    await march(s, lord, order)
    await rebel_supply_depot(s, group, order.to)


async def _parley(s: State, lord: Lord, order: Parley) -> None:
    """4.6.4 Parley."""
    await parley(s, lord, order, campaign=True)


ACTIONS: Mapping[type[Phrase], Action] = {
    March: _march,
    Sail: sail,
    Supply: supply,
    Forage: forage,
    Tax: tax,
    Parley: _parley,
    Agitate: agitate,
    Heralds: heralds,
    Merchants: merchants,
    ExilePact: exile_pact,
}
FORMS: tuple[type[Phrase], ...] = (*ACTIONS, Play, Pass)
