"""1.0, 5.1 The deal at the start of a campaign, and the mulligan."""

from __future__ import annotations

from pbem.engine.decision import Decision, YesNo
from pbem.engine.dice import shuffle
from pbem.engine.event import tell
from pbem.games.richard_iii.components.board import CardId, Side
from pbem.games.richard_iii.components.state import State
from pbem.i18n import Text

RULE = "5.1"
DEAL, KEEP = "1.0 deal", f"{RULE} keep"


async def deal(s: State, sides: tuple[Side, ...] = tuple(Side)) -> None:
    """1.0 Shuffles all cards except those of a hand that is kept, and deals seven to each of these sides."""
    other_hands = [card for side in Side if side not in sides for card in s.hands[side]]
    deck = [card for card in s.board.deck() if not _taken(card, other_hands)]
    cards = [CardId(card.partition(".")[0]) for card in await shuffle(DEAL, f"campaign {s.campaign}", tuple(deck))]
    for number, side in enumerate(sides):
        first = number * s.board.hand
        s.hands[side] = sorted(cards[first : first + s.board.hand])
        tell(s, "1.0", "dealt", seen_by=frozenset({side.value}), side=side, cards=list(s.hands[side]))


def _taken(card: str, kept: list[CardId]) -> bool:
    """Whether a copy of a card ("surprise.2") belongs to the kept hand: the first copies of its kind, as many as it
    holds.
    """
    kind, _, number = card.partition(".")
    return int(number) <= kept.count(CardId(kind))


def worth(s: State, side: Side) -> int:
    """5.1 The total AP of a hand."""
    return sum(s.board.cards[card].ap for card in s.hands[side])


def may_redeal(s: State, side: Side) -> bool:
    """5.1 Whether a side may show its hand and replace it: a hand of few AP, once a campaign, before the first card (ruling
    R2).
    """
    return s.turn == 1 and not s.redealt and worth(s, side) <= s.board.mulligan


async def redeal(s: State, asked: list[Side]) -> None:
    """5.1 Deals new hands to the sides that show theirs; the other side keeps its own or gets a new one too (ruling R2)."""
    s.redealt = True
    for side in asked:
        tell(s, RULE, "mulligan", side=side, cards=list(s.hands[side]))
    others = [side for side in Side if side not in asked]
    anew = [side for side in others if not await keeps(s, side)]
    for side in others:
        tell(s, RULE, "redealt_too" if side in anew else "kept", side=side)
    await deal(s, tuple(side for side in Side if side in (*asked, *anew)))


async def keeps(s: State, side: Side) -> bool:
    """5.1 Whether the opponent of a mulligan keeps their hand."""
    question = Text("Your opponent has shown their hand and gets a new one. Do you keep yours?")
    return bool(await Decision(side, KEEP, f"campaign {s.campaign}", question, YesNo(), lambda: True))
