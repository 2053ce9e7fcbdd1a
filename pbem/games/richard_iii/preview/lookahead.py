"""A preview of a side's own turn, if the enemy does nothing. No hidden information is used."""

from __future__ import annotations

from contextlib import suppress

from pbem.engine.decision import Seat
from pbem.engine.game.forecast import SoloPlay
from pbem.games.richard_iii.actions.actions import act, begin_actions, take_actions
from pbem.games.richard_iii.actions.events import plague_question
from pbem.games.richard_iii.cards.cards import CARD, card_question
from pbem.games.richard_iii.components.board import CardId, Side
from pbem.games.richard_iii.components.card_ids import Cards
from pbem.games.richard_iii.components.options import MULLIGAN
from pbem.games.richard_iii.components.state import GameOver, Phase, State
from pbem.games.richard_iii.turns import TURNS


async def play_alone(s: State, seat: Seat) -> None:
    """1.1, 1.2 Plays the card and the actions of this turn from now on, and the card of the next turn."""
    side = Side(seat)
    with suppress(GameOver):
        if s.phase is Phase.CARD:
            if not await card_alone(s, side):
                return
            begin_actions(s)
            await actions_alone(s, side)
        elif s.phase is Phase.ACTION and s.acting is side:
            await take_actions(s, side)
        elif s.phase is Phase.ACTION and s.p1 is not side:
            await actions_alone(s, side)
        if s.turn < TURNS and s.hands[side]:
            s.phase, s.turn = Phase.CARD, s.turn + 1
            await card_alone(s, side)


async def card_alone(s: State, side: Side) -> bool:
    """1.1 The side plays a card and becomes first player, as if the enemy's card did not matter. False if it replaces its
    hand.
    """
    card = await card_question(s, side)
    if card == MULLIGAN:
        return False
    s.hands[side].remove(CardId(card))
    s.cards[side], s.p1 = CardId(card), side
    return True


async def actions_alone(s: State, side: Side) -> None:
    """1.2 The side's actions with the card it has played. Losses by a Plague are hidden, so none are applied."""
    s.phase, s.acting = Phase.ACTION, side
    if s.cards[side] == Cards.PLAGUE:
        s.ap = 0
        await plague_question(s, side)
        await take_actions(s, side)
    else:
        await act(s, side)
    s.acting = None


SOLO_PLAY = SoloPlay(play_alone, hands_over=frozenset({CARD}))
