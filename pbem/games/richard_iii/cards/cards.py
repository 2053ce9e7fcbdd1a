"""1.1 The card phase: both sides choose a card in secret; the higher card decides who is P1."""

from __future__ import annotations

from collections.abc import Sequence

from pbem.engine.decision import Decision, Pick, Together
from pbem.engine.event import tell
from pbem.games.richard_iii.cards.deal import may_redeal, redeal
from pbem.games.richard_iii.components.board import CardId, Side
from pbem.games.richard_iii.components.options import MULLIGAN
from pbem.games.richard_iii.components.state import State
from pbem.i18n import Text

RULE = "1.1"
CARD = f"{RULE} card"


async def choose_cards(s: State) -> None:
    """1.1 Both choose, then both cards are revealed. Before the first card of a campaign a weak hand can be shown and
    replaced.

    Ruling: R2 a player announces it in place of a card; then both choose again.
    """
    while True:
        answers = await Together(tuple(card_question(s, side) for side in Side))
        chosen = dict(zip(Side, answers, strict=True))
        asked = [side for side in Side if chosen[side] == MULLIGAN]
        if not asked:
            break
        await redeal(s, asked)
    play_cards(s, {side: CardId(card) for side, card in chosen.items()})


def card_question(s: State, side: Side) -> Decision:
    """1.1 Which card of the hand to play; D3 by default the weakest action card."""
    return Decision(
        side,
        CARD,
        Text("campaign {campaign}, turn {turn}", campaign=s.campaign, turn=s.turn),
        Text("Which card do you play?"),
        Pick(lambda: choices(s, side)),
        lambda: weakest(s, side),
    )


def choices(s: State, side: Side) -> Sequence[str]:
    """1.1, 5.1 The kinds of cards in the hand, and the mulligan if possible."""
    return [*dict.fromkeys(s.hands[side]), *([MULLIGAN] if may_redeal(s, side) else [])]


def weakest(s: State, side: Side) -> CardId:
    """D3 The action card with fewest AP, else the event with fewest."""
    return min(s.hands[side], key=lambda card: (s.board.cards[card].is_event, s.board.cards[card].ap))


def play_cards(s: State, chosen: dict[Side, CardId]) -> None:
    """1.1 Reveals the cards and sets P1: an event beats an action card, then the higher AP, then the Pretender (R3)."""
    for side, card in chosen.items():
        s.hands[side].remove(card)
        s.played[side].append(card)
    s.cards = chosen
    ranks = {side: (s.board.cards[card].is_event, s.board.cards[card].ap) for side, card in chosen.items()}
    s.p1 = max(Side, key=lambda side: (ranks[side], side is s.pretender_side))
    tell(s, RULE, "cards", lancaster=chosen[Side.LANCASTER], york=chosen[Side.YORK], first=s.p1)
