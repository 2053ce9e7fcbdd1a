"""1.2, 5.0 The action phase: P1 performs all their actions, then P2."""

from __future__ import annotations

from pbem.engine.decision import Decision, OpenMenu
from pbem.engine.event import tell
from pbem.engine.phrase import read_one
from pbem.games.richard_iii.actions.events import about, muster, plague
from pbem.games.richard_iii.actions.land import (
    choose_main,
    main_options,
    march,
    march_options,
    path_of,
)
from pbem.games.richard_iii.actions.recruit import recruit, recruit_options
from pbem.games.richard_iii.actions.sea import sail, sail_options
from pbem.games.richard_iii.components.board import Side
from pbem.games.richard_iii.components.card_ids import Cards
from pbem.games.richard_iii.components.options import DONE, Main, March, Recruit, Sail
from pbem.games.richard_iii.components.state import State, first_player
from pbem.i18n import Text

RULE = "5.0"
ACT = f"{RULE} act"


async def action_phase(s: State) -> None:
    """1.2 P1 performs all their actions, then P2."""
    begin_actions(s)
    first = first_player(s)
    for side in (first, first.enemy):
        s.acting = side
        await act(s, side)
    s.acting = None


def begin_actions(s: State) -> None:
    """1.2 Clears the records of moves and attacks."""
    s.attacker, s.main, s.entered, s.came, s.reserves, s.by_sea = {}, {}, [], {}, [], {}
    s.treason = None
    for piece in s.blocks.values():
        piece.moved = False


async def act(s: State, side: Side) -> None:
    """5.0 The actions of one player, with the AP of their card; afterwards the public part is reported."""
    card = s.cards[side]
    s.ap, s.active, s.pairs, s.crossed, s.moves, s.recruiting = s.board.cards[card].ap, [], [], {}, {}, False
    if card == Cards.TREASON:
        s.treason = side
    if card == Cards.PLAGUE:
        await plague(s, side)
    elif card == Cards.MUSTER:
        await muster(s, side)
    await take_actions(s, side)


async def take_actions(s: State, side: Side) -> None:
    """5.0 Asks for one action after the other, until the player ends them."""
    while (answer := await action_question(s, side)) != DONE:
        perform(s, side, answer)
    finish(s, side)


def action_question(s: State, side: Side) -> Decision:
    """5.0 The next action of a player. They end their actions explicitly, so that they can write orders for battles
    before.
    """
    options = OpenMenu(lambda: action_options(s, side))
    question = Text("What do you do? {ap} AP left.", ap=s.ap)
    if not s.ap:
        question = (
            Text('What do you do? No AP left: end with "done".')
            if action_options(s, side) == [DONE]
            else Text('What do you do? No AP left: do what costs none, or end with "done".')
        )
    return Decision(side, ACT, about(s), question, options, lambda: DONE)


def action_options(s: State, side: Side) -> list[str]:
    """5.0 Everything that a player can do now; the end is last.

    Ruling: R15 recruiting comes after all moves.
    """
    if s.cards[side] in (Cards.PLAGUE, Cards.MUSTER):
        return [DONE]
    moves: list[str] = []
    if not s.recruiting:
        moves = [*march_options(s, side), *sail_options(s, side)]
    return [*moves, *(Main(*each) for each in main_options(s, side)), *recruit_options(s, side), DONE]


def perform(s: State, side: Side, answer: str) -> None:
    """5.0 Carries out one action."""
    order = read_one((March, Sail, Recruit, Main), answer)
    match order:
        case March():
            march(s, order.block, path_of(s, order))
        case Sail():
            sail(s, order.block, order.to, order.zone)
        case Recruit():
            s.recruiting = True
            recruit(s, order.block, order.area)
        case Main():
            choose_main(s, side, order.area, order.border)


def finish(s: State, side: Side) -> None:
    """5.0 Ends a player's actions and reports how many blocks went where, but not in what order."""
    s.ap, s.recruiting = 0, False
    ways = [[way.split(" "), number] for way, number in sorted(s.moves.items())]
    tell(s, RULE, "actions", side=side, card=s.cards[side], moves=ways)
    s.moves = {}
